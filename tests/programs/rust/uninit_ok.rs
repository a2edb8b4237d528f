//@ opt: O0
//@ expect: safe
//@ skip-none
//@ skip-tau
// A slot that is filled before it is read.
use std::mem::MaybeUninit;

fn fill(slot: &mut MaybeUninit<u32>, really: bool) {
    slot.write(u32::from(really));
}

fn main() {
    let mut slot = MaybeUninit::<u32>::uninit();
    fill(std::hint::black_box(&mut slot), std::env::args().count() > 1);
    let number = unsafe { slot.assume_init() };
    assert_eq!(number, 0);
}
