//@ opt: O0
//@ expect: safe
//@ skip-none
//@ skip-tau
// A callback borrows what was given back.
use std::cell::RefCell;

struct Events {
    seen: RefCell<Vec<u32>>,
}

impl Events {
    fn each(&self, callback: impl Fn(u32)) {
        let seen = self.seen.borrow().clone();
        seen.into_iter().for_each(callback);
    }
}

fn main() {
    let events = Events { seen: RefCell::new(vec![1, 2]) };
    events.each(|number| events.seen.borrow_mut().push(number));
    assert_eq!(events.seen.into_inner(), [1, 2, 1, 2]);
}
