//@ opt: O0
//@ expect: safe
//@ skip-none
//@ skip-tau
// The condition is set with the mutex.
use std::sync::atomic::{AtomicBool, Ordering::*};
use std::sync::{Condvar, Mutex};
use std::thread;

static READY: AtomicBool = AtomicBool::new(false);
static LOCK: Mutex<()> = Mutex::new(());
static SIGNAL: Condvar = Condvar::new();

fn main() {
    let other = thread::spawn(|| {
        let guard = LOCK.lock().unwrap();
        READY.store(true, SeqCst);
        drop(guard);
        SIGNAL.notify_one();
    });
    let mut guard = LOCK.lock().unwrap();
    while !READY.load(SeqCst) {
        guard = SIGNAL.wait(guard).unwrap();
    }
    drop(guard);
    other.join().unwrap();
}
