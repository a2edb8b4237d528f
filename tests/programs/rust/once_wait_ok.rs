//@ expect: safe
//@ skip-none
//@ skip-tau
//@ no-shortcuts
// A thread waits for a value, and another provides it.
use std::sync::OnceLock;
use std::thread;

static CELL: OnceLock<u32> = OnceLock::new();

fn main() {
    let other = thread::spawn(|| assert_eq!(*CELL.wait(), 7));
    assert_eq!(*CELL.get_or_init(|| 7), 7);
    other.join().unwrap();
}
