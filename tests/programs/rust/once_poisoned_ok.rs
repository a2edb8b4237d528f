//@ expect: safe
//@ skip-none
//@ skip-tau
//@ no-shortcuts
// What the first one does panics; who insists does it again, and everybody else is content.
use std::panic::catch_unwind;
use std::sync::Once;
use std::thread;

static ONCE: Once = Once::new();

fn main() {
    let other = thread::spawn(|| drop(catch_unwind(|| ONCE.call_once(|| panic!("not today")))));
    ONCE.call_once_force(|_| ());
    assert!(ONCE.is_completed());
    other.join().unwrap();
    ONCE.call_once(|| unreachable!());
}
