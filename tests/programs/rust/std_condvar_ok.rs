//@ expect: safe
//@ skip-none
//@ skip-tau
// Waits as long as there is nothing to do; everybody is told.
use std::sync::{Condvar, Mutex};
use std::thread;

static READY: Mutex<bool> = Mutex::new(false);
static CHANGED: Condvar = Condvar::new();

fn main() {
    let wait = || drop(CHANGED.wait_while(READY.lock().unwrap(), |ready| !*ready).unwrap());
    let waiters = [thread::spawn(wait), thread::spawn(wait)];
    *READY.lock().unwrap() = true;
    CHANGED.notify_all();
    for waiter in waiters {
        waiter.join().unwrap();
    }
}
