//@ opt: O0
//@ expect: deadlock
//@ skip-none
//@ skip-tau
// Two readers both want to become the writer, and wait for each other.
use std::sync::RwLock;
use std::thread;

static LOCK: RwLock<u32> = RwLock::new(0);

fn work() {
    let reader = LOCK.read().unwrap();
    *LOCK.write().unwrap() = *reader + 1;
}

fn main() {
    let other = thread::spawn(work);
    work();
    other.join().unwrap();
}
