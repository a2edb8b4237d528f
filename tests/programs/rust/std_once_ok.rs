//@ expect: safe
//@ skip-none
//@ skip-tau
//@ no-shortcuts
// Whoever comes first makes it, and everybody gets the same.
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, Ordering::SeqCst};
use std::thread;

static MADE: AtomicU32 = AtomicU32::new(0);
static CELL: OnceLock<u32> = OnceLock::new();

fn get() -> u32 {
    *CELL.get_or_init(|| {
        MADE.fetch_add(1, SeqCst);
        7
    })
}

fn main() {
    let other = thread::spawn(|| assert_eq!(get(), 7));
    assert_eq!(get(), 7);
    other.join().unwrap();
    assert_eq!(MADE.load(SeqCst), 1);
}
