//@ opt: O0
//@ expect: safe
//@ skip-none
//@ skip-tau
// An `Arc` that counts down with a relaxed decrement: safe where memory is sequentially consistent, which is what the
// verdict says it is about.
use std::ptr::NonNull;
use std::sync::atomic::{AtomicUsize, Ordering::*};
use std::thread;

struct Inner {
    count: AtomicUsize,
    value: u32,
}

struct Shared(NonNull<Inner>);

unsafe impl Send for Shared {}

impl Shared {
    fn new(value: u32) -> Shared {
        Shared(NonNull::from(Box::leak(Box::new(Inner { count: AtomicUsize::new(1), value }))))
    }

    fn get(&self) -> u32 {
        unsafe { self.0.as_ref() }.value
    }
}

impl Clone for Shared {
    fn clone(&self) -> Shared {
        unsafe { self.0.as_ref() }.count.fetch_add(1, Relaxed);
        Shared(self.0)
    }
}

impl Drop for Shared {
    fn drop(&mut self) {
        if unsafe { self.0.as_ref() }.count.fetch_sub(1, Relaxed) == 1 {
            drop(unsafe { Box::from_raw(self.0.as_ptr()) });
        }
    }
}

fn main() {
    let shared = Shared::new(1);
    let other = shared.clone();
    let thread = thread::spawn(move || other.get());
    assert_eq!(shared.get(), 1);
    drop(shared);
    assert_eq!(thread.join().unwrap(), 1);
}
