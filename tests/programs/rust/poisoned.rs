//@ opt: O0
//@ skip-none
//@ skip-tau
// Somebody who held the lock may have panicked.
use std::sync::Mutex;
use std::thread;

static LOCK: Mutex<u32> = Mutex::new(0);

fn main() {
    let other = thread::spawn(|| {
        let mut number = LOCK.lock().unwrap(); // expect: panic
        *number += 1;
        assert!(*number == 1, "not the first");
    });
    *LOCK.lock().unwrap() += 1; // expect: panic
    let _ = other.join();
    assert_eq!(*LOCK.lock().unwrap(), 2); // expect: panic
}
