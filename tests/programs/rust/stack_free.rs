//@ opt: O0
//@ skip-none
//@ skip-tau
// A stack of Treiber's that frees a node which another thread looks at.
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
        if top.is_null() {
            return None;
        }
        let next = unsafe { (*top).next }; // expect: use-after-free data-race
        if TOP.compare_exchange(top, next, SeqCst, SeqCst).is_ok() {
            let node = unsafe { Box::from_raw(top) };
            return Some(node.value);
        }
    }
}

fn main() {
    push(1);
    let other = thread::spawn(pop);
    pop();
    other.join().unwrap();
}
