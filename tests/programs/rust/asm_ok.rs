//@ opt: O0
//@ expect: safe
//@ skip-none
//@ skip-tau
// Rust's assembly names the destination first, unlike C's.
use std::arch::asm;
use std::sync::atomic::{AtomicU64, Ordering::SeqCst};
use std::thread;

static COUNT: [AtomicU64; 2] = [AtomicU64::new(0), AtomicU64::new(0)];

fn increment() {
    unsafe { asm!("lock add qword ptr [{0} + 8], {1}", in(reg) COUNT.as_ptr(), in(reg) 1u64) };
}

fn main() {
    let (x, mut y, z): (u64, u64, u64) = (3, 10, 0);
    unsafe { asm!("sub {0}, {1}", inout(reg) y, in(reg) x) };
    assert_eq!(y, 7);
    let mut copy = z;
    unsafe { asm!("mov {0}, {1}", "add {0}, 5", inout(reg) copy, in(reg) y) };
    assert_eq!(copy, 12);
    let other = thread::spawn(increment);
    increment();
    other.join().unwrap();
    assert_eq!(COUNT[1].load(SeqCst), 2);
}
