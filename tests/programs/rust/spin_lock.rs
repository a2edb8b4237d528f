//@ opt: O0
//@ skip-none
//@ skip-tau
// Looks whether the lock is free and then takes it: two may do so.
use std::sync::atomic::{AtomicBool, Ordering::*};
use std::{hint, thread};

static HELD: AtomicBool = AtomicBool::new(false);
static mut COUNT: u32 = 0;

fn work() {
    while HELD.load(Acquire) {
        hint::spin_loop();
    }
    HELD.store(true, Relaxed);
    unsafe { COUNT += 1 }; // expect: data-race
    HELD.store(false, Release);
}

fn main() {
    let other = thread::spawn(work);
    work();
    other.join().unwrap();
}
