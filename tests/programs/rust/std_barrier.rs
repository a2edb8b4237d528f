//@ expect: deadlock
//@ skip-none
//@ skip-tau
// A barrier for three that two come to.
use std::sync::Barrier;
use std::thread;

static BARRIER: Barrier = Barrier::new(3);

fn main() {
    let other = thread::spawn(|| BARRIER.wait());
    BARRIER.wait();
    other.join().unwrap();
}
