//@ opt: O0
//@ skip-none
//@ skip-tau
// An index that nobody checks, but for what std asserts in debug builds.
fn main() {
    let numbers = vec![1, 2, 3];
    let index = numbers.len() + std::env::args().count() - 1;
    let number = unsafe { *numbers.get_unchecked(index) }; // expect: abort out-of-bounds
    println!("{number}");
}
