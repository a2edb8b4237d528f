//@ opt: O0
//@ expect: safe
//@ skip-none
//@ skip-tau
// A pointer into a vector that has room for more.
fn main() {
    let mut numbers = Vec::with_capacity(2);
    numbers.push(1);
    let first: *const u32 = numbers.as_ptr();
    numbers.push(2);
    assert_eq!(unsafe { *first }, 1);
}
