//@ expect: safe
//@ skip-none
//@ skip-tau
//@ no-shortcuts
// A wake before one parks is kept, and one who is awake is not parked again by it.
use std::sync::atomic::{AtomicBool, Ordering::SeqCst};
use std::thread;

static GO: AtomicBool = AtomicBool::new(false);

fn main() {
    let other = thread::spawn(|| {
        while !GO.load(SeqCst) {
            thread::park();
        }
    });
    other.thread().unpark();
    GO.store(true, SeqCst);
    other.thread().unpark();
    other.join().unwrap();
}
