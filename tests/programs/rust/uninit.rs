//@ opt: O0
//@ skip-none
//@ skip-tau
// Takes for granted that a slot was filled.
use std::mem::MaybeUninit;

fn fill(slot: &mut MaybeUninit<u32>, really: bool) {
    if really {
        slot.write(1);
    }
}

fn main() {
    let mut slot = MaybeUninit::<u32>::uninit();
    fill(std::hint::black_box(&mut slot), std::env::args().count() > 1);
    let number = unsafe { slot.assume_init() };
    if number == 1 { // expect: uninit
        println!("one");
    }
}
