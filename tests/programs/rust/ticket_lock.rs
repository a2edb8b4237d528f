//@ opt: O0
//@ skip-none
//@ skip-tau
// Tickets are drawn in two steps: two threads may have the same.
use std::sync::atomic::{AtomicU32, Ordering::*};
use std::{hint, thread};

static NEXT: AtomicU32 = AtomicU32::new(0);
static SERVED: AtomicU32 = AtomicU32::new(0);
static mut COUNT: u32 = 0;

fn work() {
    let ticket = NEXT.load(Relaxed);
    NEXT.store(ticket + 1, Relaxed);
    while SERVED.load(Acquire) != ticket {
        hint::spin_loop();
    }
    unsafe { COUNT += 1 }; // expect: data-race
    SERVED.store(ticket + 1, Release);
}

fn main() {
    let other = thread::spawn(work);
    work();
    other.join().unwrap();
}
