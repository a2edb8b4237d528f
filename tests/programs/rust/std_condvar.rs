//@ expect: deadlock
//@ skip-none
//@ skip-tau
//@ no-shortcuts
// Two wait, and one is told.
use std::sync::{Condvar, Mutex};
use std::thread;

static READY: Mutex<bool> = Mutex::new(false);
static CHANGED: Condvar = Condvar::new();

fn main() {
    let wait = || drop(CHANGED.wait_while(READY.lock().unwrap(), |ready| !*ready).unwrap());
    let waiters = [thread::spawn(wait), thread::spawn(wait)];
    *READY.lock().unwrap() = true;
    CHANGED.notify_one();
    for waiter in waiters {
        waiter.join().unwrap();
    }
}
