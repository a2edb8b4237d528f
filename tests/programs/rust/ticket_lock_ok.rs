//@ opt: O0
//@ expect: safe
//@ skip-none
//@ skip-tau
// Each thread has a ticket of its own.
use std::sync::atomic::{AtomicU32, Ordering::*};
use std::{hint, thread};

static NEXT: AtomicU32 = AtomicU32::new(0);
static SERVED: AtomicU32 = AtomicU32::new(0);
static mut COUNT: u32 = 0;

fn work() {
    let ticket = NEXT.fetch_add(1, Relaxed);
    while SERVED.load(Acquire) != ticket {
        hint::spin_loop();
    }
    unsafe { COUNT += 1 };
    SERVED.store(ticket + 1, Release);
}

fn main() {
    let other = thread::spawn(work);
    work();
    other.join().unwrap();
    assert_eq!(unsafe { COUNT }, 2);
}
