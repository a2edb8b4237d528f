//@ opt: O0
//@ expect: safe
//@ skip-none
//@ skip-tau
// Looks and takes in one step.
use std::sync::atomic::{AtomicBool, Ordering::*};
use std::{hint, thread};

static HELD: AtomicBool = AtomicBool::new(false);
static mut COUNT: u32 = 0;

fn work() {
    while HELD.swap(true, Acquire) {
        hint::spin_loop();
    }
    unsafe { COUNT += 1 };
    HELD.store(false, Release);
}

fn main() {
    let other = thread::spawn(work);
    work();
    other.join().unwrap();
    assert_eq!(unsafe { COUNT }, 2);
}
