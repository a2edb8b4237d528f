//@ opt: O0
//@ skip-none
//@ skip-tau
// Counts by an instruction that is a load and a store.
use std::arch::asm;
use std::sync::atomic::{AtomicU32, Ordering::SeqCst};
use std::thread;

static COUNT: AtomicU32 = AtomicU32::new(0);

fn increment() {
    unsafe { asm!("add dword ptr [{0}], 1", in(reg) COUNT.as_ptr()) };
}

fn main() {
    let other = thread::spawn(increment);
    increment();
    other.join().unwrap();
    assert_eq!(COUNT.load(SeqCst), 2); // expect: panic
}
