//@ opt: O0
//@ expect: safe
//@ skip-none
//@ skip-tau
// Looks again after it was woken.
use std::sync::atomic::{AtomicBool, Ordering::*};
use std::thread;

static READY: AtomicBool = AtomicBool::new(false);

fn main() {
    let main = thread::current();
    let other = thread::spawn(move || {
        READY.store(true, SeqCst);
        main.unpark();
    });
    while !READY.load(SeqCst) {
        thread::park();
    }
    other.join().unwrap();
}
