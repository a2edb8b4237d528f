//@ expect: safe
//@ skip-none
//@ skip-tau
//@ no-shortcuts
// Looks again whenever it is woken; being woken before it sleeps counts as well.
use std::sync::atomic::{AtomicBool, Ordering::SeqCst};
use std::thread;

static READY: AtomicBool = AtomicBool::new(false);

fn main() {
    let waiter = thread::spawn(|| {
        while !READY.load(SeqCst) {
            thread::park();
        }
    });
    READY.store(true, SeqCst);
    waiter.thread().unpark();
    waiter.join().unwrap();
}
