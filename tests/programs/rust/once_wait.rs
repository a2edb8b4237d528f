//@ expect: deadlock
//@ skip-none
//@ skip-tau
//@ no-shortcuts
// A thread waits for a value that nobody provides if it comes first.
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering::SeqCst};
use std::thread;

static CELL: OnceLock<u32> = OnceLock::new();
static WAITS: AtomicBool = AtomicBool::new(false);

fn main() {
    let other = thread::spawn(|| {
        WAITS.store(true, SeqCst);
        assert_eq!(*CELL.wait(), 7);
    });
    if !WAITS.load(SeqCst) {
        CELL.set(7).unwrap();
    }
    other.join().unwrap();
}
