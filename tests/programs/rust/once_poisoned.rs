//@ skip-none
//@ skip-tau
//@ no-shortcuts
// What the first one does panics, and so does whoever comes later.
use std::panic::catch_unwind;
use std::sync::Once;
use std::thread;

static ONCE: Once = Once::new();

fn main() {
    let other = thread::spawn(|| drop(catch_unwind(|| ONCE.call_once(|| panic!("not today")))));
    ONCE.call_once(|| ()); // expect: panic
    other.join().unwrap();
}
