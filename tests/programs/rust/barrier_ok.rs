//@ opt: O0
//@ expect: safe
//@ skip-none
//@ skip-tau
// What was written before a barrier is read after it.
use std::sync::{Arc, Barrier};
use std::thread;

static mut NUMBER: u32 = 0;

fn main() {
    let barrier = Arc::new(Barrier::new(2));
    let other = Arc::clone(&barrier);
    let thread = thread::spawn(move || {
        unsafe { NUMBER = 1 };
        other.wait().is_leader()
    });
    let leader = barrier.wait().is_leader();
    assert_eq!(unsafe { NUMBER }, 1);
    assert!(thread.join().unwrap() != leader);
}
