//@ opt: O0
//@ expect: abort
//@ skip-none
//@ skip-tau
// A panic must not leave a function that C could have called.
extern "C" fn callback(n: u32) -> u32 {
    assert!(n < 2, "too large");
    n
}

fn main() {
    let result = std::panic::catch_unwind(|| callback(2));
    assert!(result.is_err());
}
