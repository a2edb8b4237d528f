//@ opt: O0
//@ expect: safe
//@ skip-none
//@ skip-tau
// A panic may leave a function that says so.
extern "C-unwind" fn callback(n: u32) -> u32 {
    assert!(n < 2, "too large");
    n
}

fn main() {
    let result = std::panic::catch_unwind(|| callback(2));
    assert!(result.is_err());
}
