//@ opt: O0
//@ expect: safe
//@ skip-none
//@ skip-tau
// A stack whose top is never the same again.
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering::*};
use std::thread;

const NONE: u32 = u32::MAX;

static NEXT: [AtomicU32; 2] = [AtomicU32::new(1), AtomicU32::new(NONE)];
static TOP: AtomicU64 = AtomicU64::new(0);

/// The nodes are numbers; in the upper half of the top is how often it was changed, if it is counted.
fn step(top: u64, node: u32) -> u64 {
    u64::from(node) | (top >> 32) + 1 << 32
}

fn pop() -> Option<u32> {
    loop {
        let top = TOP.load(SeqCst);
        let node = top as u32;
        if node == NONE {
            return None;
        }
        let next = NEXT[node as usize].load(SeqCst);
        if TOP.compare_exchange(top, step(top, next), SeqCst, SeqCst).is_ok() {
            return Some(node);
        }
    }
}

fn push(node: u32) {
    loop {
        let top = TOP.load(SeqCst);
        NEXT[node as usize].store(top as u32, SeqCst);
        if TOP.compare_exchange(top, step(top, node), SeqCst, SeqCst).is_ok() {
            return;
        }
    }
}

fn main() {
    let other = thread::spawn(|| {
        let first = pop();
        let second = pop();
        if let Some(node) = first {
            push(node);
        }
        second
    });
    let own = pop();
    let others = other.join().unwrap();
    assert!(own.is_none() || own != others);
    if let Some(node) = pop() {
        assert!(Some(node) != others && Some(node) != own);
    }
}
