//@ opt: O0
//@ expect: deadlock
//@ skip-none
//@ skip-tau
// What is made at first use needs itself.
use std::sync::LazyLock;

static NUMBER: LazyLock<u32> = LazyLock::new(|| *NUMBER + 1);

fn main() {
    println!("{}", *NUMBER);
}
