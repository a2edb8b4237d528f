//@ skip-none
//@ skip-tau
// Two threads may have drawn the same number.
use std::sync::atomic::{AtomicU32, Ordering};

static NEXT: AtomicU32 = AtomicU32::new(0);

fn draw() -> u32 {
    let number = NEXT.load(Ordering::SeqCst);
    NEXT.store(number + 1, Ordering::SeqCst);
    number
}

fn main() {
    let other = std::thread::spawn(draw);
    let mine = draw();
    assert_ne!(mine, other.join().unwrap()); // expect: panic
}
