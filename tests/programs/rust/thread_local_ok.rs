//@ opt: O0
//@ expect: safe
//@ skip-none
//@ skip-tau
// After a thread is joined, the destructors of its variables have run.
use std::cell::Cell;
use std::sync::atomic::{AtomicU32, Ordering::*};
use std::thread;

static TOTAL: AtomicU32 = AtomicU32::new(0);

struct Count(Cell<u32>);

impl Drop for Count {
    fn drop(&mut self) {
        TOTAL.fetch_add(self.0.get(), SeqCst);
    }
}

thread_local!(static COUNT: Count = const { Count(Cell::new(0)) });

fn main() {
    let other = thread::spawn(|| COUNT.with(|count| count.0.set(2)));
    COUNT.with(|count| count.0.set(1));
    other.join().unwrap();
    assert_eq!(TOTAL.load(SeqCst), 2);
}
