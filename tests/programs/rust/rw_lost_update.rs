//@ opt: O0
//@ skip-none
//@ skip-tau
// Between reading and writing, another thread may write.
use std::sync::RwLock;
use std::thread;

static LOCK: RwLock<u32> = RwLock::new(0);

fn work() {
    let seen = *LOCK.read().unwrap();
    *LOCK.write().unwrap() = seen + 1;
}

fn main() {
    let other = thread::spawn(work);
    work();
    other.join().unwrap();
    assert_eq!(*LOCK.read().unwrap(), 2); // expect: panic
}
