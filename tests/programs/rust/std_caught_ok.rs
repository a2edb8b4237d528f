//@ expect: safe
//@ skip-none
//@ skip-tau
// Panics that are caught, in main and by joining, and a lock that one of them poisons.
use std::panic;
use std::sync::Mutex;
use std::thread;

static LOCK: Mutex<u32> = Mutex::new(1);

fn main() {
    assert!(panic::catch_unwind(|| panic!("caught")).is_err());
    let thread = thread::spawn(|| {
        let _guard = LOCK.lock().unwrap();
        panic!("poisons");
    });
    assert!(thread.join().is_err());
    assert!(LOCK.is_poisoned());
    assert_eq!(*LOCK.lock().unwrap_or_else(|poisoned| poisoned.into_inner()), 1);
}
