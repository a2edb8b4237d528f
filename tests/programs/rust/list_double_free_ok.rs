//@ opt: O0
//@ expect: safe
//@ skip-none
//@ skip-tau
// A list has a copy of the tail that is not dropped.
use std::mem::ManuallyDrop;

struct Node {
    value: u32,
    next: Option<Box<Node>>,
}

fn main() {
    let tail = Box::new(Node { value: 1, next: None });
    let list = ManuallyDrop::new(Node { value: 2, next: Some(unsafe { std::ptr::read(&tail) }) });
    let sum = list.value + list.next.as_ref().map_or(0, |next| next.value);
    assert_eq!(sum, 3);
    drop(tail);
}
