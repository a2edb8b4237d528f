//@ opt: O0
//@ expect: safe
//@ skip-none
//@ skip-tau
// What a lock protects is still there after a panic.
use std::sync::{Mutex, PoisonError};
use std::thread;

static LOCK: Mutex<u32> = Mutex::new(0);

fn main() {
    let other = thread::spawn(|| {
        let mut number = LOCK.lock().unwrap_or_else(PoisonError::into_inner);
        *number += 1;
        assert!(*number == 1, "not the first");
    });
    *LOCK.lock().unwrap_or_else(PoisonError::into_inner) += 1;
    let _ = other.join();
    assert_eq!(*LOCK.lock().unwrap_or_else(PoisonError::into_inner), 2);
}
