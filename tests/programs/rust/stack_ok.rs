//@ opt: O0
//@ expect: safe
//@ skip-none
//@ skip-tau
// A stack of Treiber's: several push, one pops.
use std::ptr::{self, null_mut};
use std::sync::atomic::{AtomicPtr, Ordering::*};
use std::thread;

struct Node {
    value: u32,
    next: *mut Node,
}

static TOP: AtomicPtr<Node> = AtomicPtr::new(null_mut());

fn push(value: u32) {
    let node = Box::into_raw(Box::new(Node { value, next: ptr::null_mut() }));
    loop {
        let top = TOP.load(SeqCst);
        unsafe { (*node).next = top };
        if TOP.compare_exchange(top, node, SeqCst, SeqCst).is_ok() {
            return;
        }
    }
}

fn pop() -> Option<u32> {
    loop {
        let top = TOP.load(SeqCst);
        let node = unsafe { top.as_ref() }?;
        if TOP.compare_exchange(top, node.next, SeqCst, SeqCst).is_ok() {
            let node = unsafe { Box::from_raw(top) };
            return Some(node.value);
        }
    }
}

fn main() {
    let other = thread::spawn(|| push(1));
    push(2);
    let first = pop().unwrap();
    other.join().unwrap();
    let sum = first + pop().unwrap();
    assert_eq!(sum, 3);
}
