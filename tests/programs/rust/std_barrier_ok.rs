//@ expect: safe
//@ skip-none
//@ skip-tau
//@ no-shortcuts
// Behind the barrier both have counted.
use std::sync::Barrier;
use std::sync::atomic::{AtomicU32, Ordering::SeqCst};
use std::thread;

static COUNT: AtomicU32 = AtomicU32::new(0);
static BARRIER: Barrier = Barrier::new(2);

fn meet() {
    COUNT.fetch_add(1, SeqCst);
    BARRIER.wait();
    assert_eq!(COUNT.load(SeqCst), 2);
}

fn main() {
    let other = thread::spawn(meet);
    meet();
    other.join().unwrap();
}
