//@ opt: O0
//@ skip-none
//@ skip-tau
// Whoever wakes it does so too early.
use std::sync::atomic::{AtomicBool, Ordering::*};
use std::thread;

static READY: AtomicBool = AtomicBool::new(false);

fn main() {
    let main = thread::current();
    let other = thread::spawn(move || {
        main.unpark();
        READY.store(true, SeqCst);
    });
    thread::park();
    assert!(READY.load(SeqCst)); // expect: panic
    other.join().unwrap();
}
