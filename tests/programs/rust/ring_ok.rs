//@ opt: O0
//@ expect: safe
//@ skip-none
//@ skip-tau
// A queue for one producer and one consumer.
use std::cell::UnsafeCell;
use std::mem::MaybeUninit;
use std::sync::atomic::{AtomicUsize, Ordering::*};
use std::{hint, thread};

const ROOM: usize = 2;

struct Ring {
    slots: [UnsafeCell<MaybeUninit<u32>>; ROOM],
    head: AtomicUsize,
    tail: AtomicUsize,
}

unsafe impl Sync for Ring {}

static RING: Ring = Ring {
    slots: [const { UnsafeCell::new(MaybeUninit::uninit()) }; ROOM],
    head: AtomicUsize::new(0),
    tail: AtomicUsize::new(0),
};

impl Ring {
    fn push(&self, number: u32) {
        let tail = self.tail.load(Relaxed);
        while tail - self.head.load(Acquire) == ROOM {
            hint::spin_loop();
        }
        unsafe { (*self.slots[tail % ROOM].get()).write(number) };
        self.tail.store(tail + 1, Release);
    }

    fn pop(&self) -> u32 {
        let head = self.head.load(Relaxed);
        while self.tail.load(Acquire) == head {
            hint::spin_loop();
        }
        let number = unsafe { (*self.slots[head % ROOM].get()).assume_init_read() };
        self.head.store(head + 1, Release);
        number
    }
}

fn main() {
    let producer = thread::spawn(|| (1..=3).for_each(|number| RING.push(number)));
    let sum: u32 = (0..3).map(|_| RING.pop()).sum();
    assert_eq!(sum, 6);
    producer.join().unwrap();
}
