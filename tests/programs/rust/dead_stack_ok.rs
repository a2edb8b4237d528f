//@ opt: O0
//@ expect: safe
//@ skip-none
//@ skip-tau
// The function waits for the thread that has the address of its variable.
use std::sync::atomic::{AtomicU32, Ordering::*};
use std::thread;

struct Place(*const AtomicU32);

unsafe impl Send for Place {}

impl Place {
    fn set(&self) {
        unsafe { (*self.0).store(1, SeqCst) }
    }
}

fn start() -> u32 {
    let number = AtomicU32::new(0);
    let place = Place(&raw const number);
    thread::spawn(move || place.set()).join().unwrap();
    number.load(SeqCst)
}

fn main() {
    assert_eq!(start(), 1);
}
