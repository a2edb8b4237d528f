//@ opt: O0
//@ expect: double-free use-after-free
//@ skip-none
//@ skip-tau
// Two lists have the same tail, and both free it.
use std::mem::ManuallyDrop;

struct Node {
    value: u32,
    next: Option<Box<Node>>,
}

fn main() {
    let tail = Box::new(Node { value: 1, next: None });
    let list = Node { value: 2, next: Some(unsafe { std::ptr::read(&tail) }) };
    assert_eq!(list.value + tail.value, 3);
    let whole = ManuallyDrop::new(list);
    drop(ManuallyDrop::into_inner(whole).next);
    drop(tail);
}
