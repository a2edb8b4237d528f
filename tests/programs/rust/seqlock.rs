//@ opt: O0
//@ skip-none
//@ skip-tau
// Reads two numbers that belong together without looking whether they were changed meanwhile.
use std::sync::atomic::{AtomicU32, Ordering::*};
use std::{hint, thread};

static SEQUENCE: AtomicU32 = AtomicU32::new(0);
static PAIR: [AtomicU32; 2] = [AtomicU32::new(0), AtomicU32::new(0)];

fn write(number: u32) {
    SEQUENCE.fetch_add(1, SeqCst);
    PAIR[0].store(number, SeqCst);
    PAIR[1].store(number, SeqCst);
    SEQUENCE.fetch_add(1, SeqCst);
}

fn read() -> (u32, u32) {
    while SEQUENCE.load(SeqCst) % 2 == 1 {
        hint::spin_loop();
    }
    (PAIR[0].load(SeqCst), PAIR[1].load(SeqCst))
}

fn main() {
    let writer = thread::spawn(|| write(1));
    let (first, second) = read();
    assert_eq!(first, second); // expect: panic
    writer.join().unwrap();
}
