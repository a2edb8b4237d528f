//@ opt: O0
//@ expect: deadlock
//@ skip-none
//@ skip-tau
// The condition is set without the mutex: between looking at it and waiting, the signal comes and nobody hears it.
use std::sync::atomic::{AtomicBool, Ordering::*};
use std::sync::{Condvar, Mutex};
use std::thread;

static READY: AtomicBool = AtomicBool::new(false);
static LOCK: Mutex<()> = Mutex::new(());
static SIGNAL: Condvar = Condvar::new();

fn main() {
    let other = thread::spawn(|| {
        READY.store(true, SeqCst);
        SIGNAL.notify_one();
    });
    let mut guard = LOCK.lock().unwrap();
    while !READY.load(SeqCst) {
        guard = SIGNAL.wait(guard).unwrap();
    }
    drop(guard);
    other.join().unwrap();
}
