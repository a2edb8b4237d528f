//@ opt: O0
//@ skip-none
//@ skip-tau
// Peterson's algorithm, where the turn is given before the wish is told.
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::*};
use std::{hint, thread};

static WANTS: [AtomicBool; 2] = [AtomicBool::new(false), AtomicBool::new(false)];
static TURN: AtomicUsize = AtomicUsize::new(0);
static mut COUNT: u32 = 0;

fn work(own: usize) {
    TURN.store(1 - own, SeqCst);
    WANTS[own].store(true, SeqCst);
    while WANTS[1 - own].load(SeqCst) && TURN.load(SeqCst) == 1 - own {
        hint::spin_loop();
    }
    unsafe { COUNT += 1 }; // expect: data-race
    WANTS[own].store(false, SeqCst);
}

fn main() {
    let other = thread::spawn(|| work(1));
    work(0);
    other.join().unwrap();
}
