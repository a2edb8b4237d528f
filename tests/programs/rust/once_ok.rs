//@ opt: O0
//@ expect: safe
//@ skip-none
//@ skip-tau
// Initialises once.
use std::sync::Once;
use std::thread;

static ONCE: Once = Once::new();
static mut CALLS: u32 = 0;

fn initialise() {
    ONCE.call_once(|| unsafe { CALLS += 1 });
}

fn main() {
    let other = thread::spawn(initialise);
    initialise();
    assert_eq!(unsafe { CALLS }, 1);
    other.join().unwrap();
}
