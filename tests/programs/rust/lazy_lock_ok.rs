//@ opt: O0
//@ expect: safe
//@ skip-none
//@ skip-tau
// Made by whoever needs it first.
use std::sync::LazyLock;
use std::thread;

static TEXT: LazyLock<String> = LazyLock::new(|| "made".to_string());

fn main() {
    let other = thread::spawn(|| TEXT.len());
    assert_eq!(*TEXT, "made");
    assert_eq!(other.join().unwrap(), 4);
}
