//@ skip-none
//@ skip-tau
//@ expect: deadlock
//@ no-shortcuts
// Waits without looking whether it has to: the signal may have come before.
use std::sync::{Arc, Condvar, Mutex};
use std::thread;

fn main() {
    let pair = Arc::new((Mutex::new(false), Condvar::new()));
    let other = Arc::clone(&pair);
    let thread = thread::spawn(move || other.1.notify_one());
    let guard = pair.0.lock().unwrap();
    drop(pair.1.wait(guard).unwrap());
    thread.join().unwrap();
}
