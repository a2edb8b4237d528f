//@ opt: O0
//@ skip-none
//@ skip-tau
// Somebody else may set it between looking and setting.
use std::sync::OnceLock;
use std::thread;

static NUMBER: OnceLock<u32> = OnceLock::new();

fn number(mine: u32) -> u32 {
    if NUMBER.get().is_none() {
        NUMBER.set(mine).unwrap(); // expect: panic
    }
    NUMBER.get().copied().unwrap_or(0)
}

fn main() {
    let other = thread::spawn(|| number(1));
    number(2);
    other.join().unwrap(); // expect: panic
}
