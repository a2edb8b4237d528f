//@ skip-none
//@ skip-tau
//@ no-shortcuts
// A counter without a lock.
use std::thread;

static mut COUNT: u32 = 0;

fn main() {
    let other = thread::spawn(|| unsafe { COUNT += 1 }); // expect: data-race
    unsafe { COUNT += 1 } // expect: data-race
    other.join().unwrap();
}
