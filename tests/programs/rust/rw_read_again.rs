//@ expect: deadlock
//@ skip-none
//@ skip-tau
//@ no-shortcuts
// A thread reads, another waits to write, and the first reads again: it waits behind the writer.
use std::sync::RwLock;
use std::thread;

static LOCK: RwLock<u32> = RwLock::new(0);

fn main() {
    let other = thread::spawn(|| *LOCK.write().unwrap() += 1);
    {
        let outer = LOCK.read().unwrap();
        let inner = LOCK.read().unwrap();
        assert_eq!(*outer, *inner);
    }
    other.join().unwrap();
}
