//@ expect: deadlock
//@ skip-none
//@ skip-tau
//@ no-shortcuts
// Says that it is ready after it has woken the other.
use std::sync::atomic::{AtomicBool, Ordering::SeqCst};
use std::thread;

static READY: AtomicBool = AtomicBool::new(false);

fn main() {
    let waiter = thread::spawn(|| {
        while !READY.load(SeqCst) {
            thread::park();
        }
    });
    waiter.thread().unpark();
    READY.store(true, SeqCst);
    waiter.join().unwrap();
}
