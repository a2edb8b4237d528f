//@ opt: O0
//@ expect: leak
//@ skip-none
//@ skip-tau
// Two that have each other are never freed.
use std::cell::RefCell;
use std::rc::Rc;

struct Person {
    friend: RefCell<Option<Rc<Person>>>,
}

fn main() {
    let anna = Rc::new(Person { friend: RefCell::new(None) });
    let bert = Rc::new(Person { friend: RefCell::new(Some(Rc::clone(&anna))) });
    *anna.friend.borrow_mut() = Some(Rc::clone(&bert));
    assert_eq!(Rc::strong_count(&anna), 2);
}
