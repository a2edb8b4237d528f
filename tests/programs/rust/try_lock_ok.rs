//@ expect: safe
//@ skip-none
//@ skip-tau
//@ no-shortcuts
// One takes the mutex, the other tries to: the loader knows the former as a lock and not the latter.
use std::sync::{Arc, Mutex};
use std::thread;

fn main() {
    let count = Arc::new(Mutex::new(0));
    let other = Arc::clone(&count);
    let thread = thread::spawn(move || *other.lock().unwrap() += 1);
    if let Ok(mut count) = count.try_lock() {
        *count += 1;
    }
    thread.join().unwrap();
    let count = *count.lock().unwrap();
    assert!(count == 1 || count == 2);
}
