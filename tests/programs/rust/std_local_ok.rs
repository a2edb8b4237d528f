//@ expect: safe
//@ skip-none
//@ skip-tau
//@ no-shortcuts
// Destructors of thread-locals have run before the thread is joined.
use std::cell::Cell;
use std::sync::atomic::{AtomicU32, Ordering::SeqCst};
use std::thread;

static DROPS: AtomicU32 = AtomicU32::new(0);

struct Counted(Cell<u32>);

impl Drop for Counted {
    fn drop(&mut self) {
        DROPS.fetch_add(self.0.get(), SeqCst);
    }
}

thread_local! {
    static LOCAL: Counted = const { Counted(Cell::new(1)) };
}

fn main() {
    let threads = [2, 3].map(|number| thread::spawn(move || LOCAL.with(|local| local.0.set(number))));
    for thread in threads {
        thread.join().unwrap();
    }
    assert_eq!(DROPS.load(SeqCst), 5);
}
