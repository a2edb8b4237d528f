//@ opt: O0
//@ expect: safe
//@ skip-none
//@ skip-tau
// Whoever comes first sets it.
use std::sync::OnceLock;
use std::thread;

static NUMBER: OnceLock<u32> = OnceLock::new();

fn main() {
    let other = thread::spawn(|| *NUMBER.get_or_init(|| 1));
    let own = *NUMBER.get_or_init(|| 2);
    assert_eq!(other.join().unwrap(), own);
}
