//@ opt: O0
//@ expect: safe
//@ skip-none
//@ skip-tau
// The guard of a lock writes, and then gives it back.
use std::cell::UnsafeCell;
use std::sync::atomic::{AtomicBool, Ordering::*};
use std::{hint, thread};

struct Lock<T> {
    held: AtomicBool,
    data: UnsafeCell<T>,
}

unsafe impl<T: Send> Sync for Lock<T> {}

struct Guard<'l>(&'l Lock<[u32; 2]>);

impl Lock<[u32; 2]> {
    fn lock(&self) -> Guard<'_> {
        while self.held.compare_exchange(false, true, Acquire, Relaxed).is_err() {
            hint::spin_loop();
        }
        Guard(self)
    }
}

impl Drop for Guard<'_> {
    fn drop(&mut self) {
        unsafe { (*self.0.data.get())[1] = 0 };
        self.0.held.store(false, Release);
    }
}

static LOCK: Lock<[u32; 2]> = Lock { held: AtomicBool::new(false), data: UnsafeCell::new([0; 2]) };

fn work() {
    let guard = LOCK.lock();
    unsafe { (*guard.0.data.get())[1] = 1 };
}

fn main() {
    let other = thread::spawn(work);
    work();
    other.join().unwrap();
}
