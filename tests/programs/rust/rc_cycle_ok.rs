//@ opt: O0
//@ expect: safe
//@ skip-none
//@ skip-tau
// One of two knows the other without keeping it.
use std::cell::RefCell;
use std::rc::{Rc, Weak};

struct Person {
    friend: RefCell<Weak<Person>>,
    own: Option<Rc<Person>>,
}

fn main() {
    let anna = Rc::new(Person { friend: RefCell::new(Weak::new()), own: None });
    let bert = Rc::new(Person { friend: RefCell::new(Weak::new()), own: Some(Rc::clone(&anna)) });
    *anna.friend.borrow_mut() = Rc::downgrade(&bert);
    assert!(anna.friend.borrow().upgrade().is_some());
    drop(bert);
    assert!(anna.friend.borrow().upgrade().is_none() && anna.own.is_none());
}
