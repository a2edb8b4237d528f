//@ expect: safe
//@ skip-none
//@ skip-tau
// A panic in a thread is the result of its join, and poisons the lock it had.
use std::sync::Mutex;
use std::thread;

static LOCK: Mutex<u32> = Mutex::new(0);

fn main() {
    let other = thread::spawn(|| {
        let _held = LOCK.lock();
        panic!("on purpose");
    });
    assert!(other.join().is_err());
    assert!(LOCK.lock().is_err());
    assert!(std::panic::catch_unwind(|| panic!("caught")).is_err());
}
