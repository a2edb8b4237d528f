//@ expect: safe
//@ skip-none
//@ skip-tau
//@ no-shortcuts
// Nobody else writes while a thread reads twice.
use std::sync::RwLock;
use std::thread;

static LOCK: RwLock<u32> = RwLock::new(0);

fn main() {
    let other = thread::spawn(|| assert_eq!(*LOCK.read().unwrap(), 0));
    {
        let outer = LOCK.read().unwrap();
        let inner = LOCK.read().unwrap();
        assert_eq!(*outer, *inner);
    }
    other.join().unwrap();
    *LOCK.write().unwrap() += 1;
}
