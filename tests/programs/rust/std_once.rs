//@ skip-none
//@ skip-tau
// Looks and then sets: both may make one.
use std::sync::OnceLock;
use std::thread;

static CELL: OnceLock<u32> = OnceLock::new();

fn make(number: u32) -> u32 {
    if let Some(known) = CELL.get() {
        return *known;
    }
    CELL.set(number).expect("nobody was quicker"); // expect: panic
    number
}

fn main() {
    let other = thread::spawn(|| make(1));
    make(2);
    let _ = other.join();
}
