//@ opt: O0
//@ expect: safe
//@ skip-none
//@ skip-tau
// Two scoped threads have a half each.
use std::thread;

fn main() {
    let mut numbers = [1, 2];
    let (left, right) = numbers.split_at_mut(1);
    thread::scope(|scope| {
        scope.spawn(|| left[0] += 1);
        scope.spawn(|| right[0] += 1);
    });
    assert_eq!(numbers, [2, 3]);
}
