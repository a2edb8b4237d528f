//@ opt: O0
//@ expect: deadlock
//@ skip-none
//@ skip-tau
// A barrier for three, and there are two.
use std::sync::{Arc, Barrier};
use std::thread;

fn main() {
    let barrier = Arc::new(Barrier::new(3));
    let other = Arc::clone(&barrier);
    let thread = thread::spawn(move || other.wait().is_leader());
    barrier.wait();
    thread.join().unwrap();
}
