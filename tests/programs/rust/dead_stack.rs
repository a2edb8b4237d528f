//@ opt: O0
//@ expect: dead-stack use-after-free data-race
//@ skip-none
//@ skip-tau
// A thread goes on with the address of a variable whose function has returned.
use std::sync::atomic::{AtomicU32, Ordering::*};
use std::thread::{self, JoinHandle};

struct Place(*const AtomicU32);

unsafe impl Send for Place {}

impl Place {
    fn set(&self) {
        unsafe { (*self.0).store(1, SeqCst) }
    }
}

fn start() -> JoinHandle<()> {
    let number = AtomicU32::new(0);
    let place = Place(&raw const number);
    thread::spawn(move || place.set())
}

fn main() {
    start().join().unwrap();
}
