//@ opt: O0
//@ skip-none
//@ skip-tau
// The destructor of a thread's variable runs when the thread ends, not when its work is done.
use std::cell::Cell;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering::*};
use std::thread;

static DONE: AtomicBool = AtomicBool::new(false);
static TOTAL: AtomicU32 = AtomicU32::new(0);

struct Count(Cell<u32>);

impl Drop for Count {
    fn drop(&mut self) {
        TOTAL.fetch_add(self.0.get(), SeqCst);
    }
}

thread_local!(static COUNT: Count = const { Count(Cell::new(0)) });

fn main() {
    let other = thread::spawn(|| {
        COUNT.with(|count| count.0.set(2));
        DONE.store(true, SeqCst);
    });
    if DONE.load(SeqCst) {
        assert_eq!(TOTAL.load(SeqCst), 2); // expect: panic
    }
    other.join().unwrap();
}
