//@ opt: O0
//@ skip-none
//@ skip-tau
// Initialises twice: both look before one has written.
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering::*};
use std::thread;

static DONE: AtomicBool = AtomicBool::new(false);
static CALLS: AtomicU32 = AtomicU32::new(0);

fn initialise() {
    if !DONE.load(SeqCst) {
        CALLS.fetch_add(1, SeqCst);
        DONE.store(true, SeqCst);
    }
}

fn main() {
    let other = thread::spawn(initialise);
    initialise();
    other.join().unwrap();
    assert_eq!(CALLS.load(SeqCst), 1); // expect: panic
}
