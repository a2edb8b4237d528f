//@ opt: O0
//@ skip-none
//@ skip-tau
// A panic in a thread reaches whoever takes its result for granted.
use std::thread;

fn main() {
    let other = thread::spawn(|| {
        let numbers: Vec<u32> = Vec::new();
        numbers[0]
    });
    other.join().unwrap(); // expect: panic
}
