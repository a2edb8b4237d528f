//@ expect: deadlock
//@ skip-none
//@ skip-tau
//@ no-shortcuts
// Two wakes before one parks are one.
use std::thread;

fn main() {
    let other = thread::spawn(|| {
        thread::park();
        thread::park();
    });
    other.thread().unpark();
    other.thread().unpark();
    other.join().unwrap();
}
