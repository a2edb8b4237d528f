//@ expect: safe
//@ skip-none
// Drawing a number is one step.
use std::sync::atomic::{AtomicU32, Ordering};

static NEXT: AtomicU32 = AtomicU32::new(0);

fn draw() -> u32 {
    NEXT.fetch_add(1, Ordering::SeqCst)
}

fn main() {
    let other = std::thread::spawn(draw);
    let mine = draw();
    assert_ne!(mine, other.join().unwrap());
}
