//@ opt: O0
//@ skip-none
//@ skip-tau
// A pointer into a vector that has moved since.
fn main() {
    let mut numbers = Vec::with_capacity(1);
    numbers.push(1);
    let first: *const u32 = &numbers[0];
    numbers.push(2);
    assert_eq!(unsafe { *first }, 1); // expect: use-after-free
}
