//@ opt: O0
//@ skip-none
//@ skip-tau
// A callback borrows what is borrowed already.
use std::cell::RefCell;

struct Events {
    seen: RefCell<Vec<u32>>,
}

impl Events {
    fn each(&self, callback: impl Fn(u32)) {
        for number in self.seen.borrow().iter() {
            callback(*number);
        }
    }
}

fn main() {
    let events = Events { seen: RefCell::new(vec![1, 2]) };
    events.each(|number| events.seen.borrow_mut().push(number)); // expect: panic
}
