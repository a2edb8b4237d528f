//@ opt: O0
//@ skip-none
//@ skip-tau
// Two scoped threads share a number behind a raw pointer.
use std::thread;

struct Place(*mut u32);

unsafe impl Sync for Place {}

impl Place {
    fn increment(&self) {
        unsafe { *self.0 += 1 }; // expect: data-race
    }
}

fn main() {
    let mut number = 0;
    let place = Place(&raw mut number);
    thread::scope(|scope| {
        scope.spawn(|| place.increment());
        scope.spawn(|| place.increment());
    });
    assert_eq!(number, 2);
}
