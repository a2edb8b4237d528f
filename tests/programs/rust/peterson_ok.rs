//@ opt: O0
//@ expect: safe
//@ skip-none
//@ skip-tau
// Peterson's algorithm.
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::*};
use std::{hint, thread};

static WANTS: [AtomicBool; 2] = [AtomicBool::new(false), AtomicBool::new(false)];
static TURN: AtomicUsize = AtomicUsize::new(0);
static mut COUNT: u32 = 0;

fn work(own: usize) {
    WANTS[own].store(true, SeqCst);
    TURN.store(1 - own, SeqCst);
    while WANTS[1 - own].load(SeqCst) && TURN.load(SeqCst) == 1 - own {
        hint::spin_loop();
    }
    unsafe { COUNT += 1 };
    WANTS[own].store(false, SeqCst);
}

fn main() {
    let other = thread::spawn(|| work(1));
    work(0);
    other.join().unwrap();
}
