//@ expect: safe
//@ skip-none
//@ skip-tau
// Threads that borrow, and are joined at the end of the scope.
use std::sync::Mutex;
use std::thread;

fn main() {
    let total = Mutex::new(0);
    let numbers = [1, 2, 3, 4];
    thread::scope(|scope| {
        for half in numbers.chunks(2) {
            let total = &total;
            scope.spawn(move || *total.lock().unwrap() += half.iter().sum::<i32>());
        }
    });
    assert_eq!(total.into_inner().unwrap(), 10);
}
