//@ expect: safe
//@ skip-none
//@ skip-tau
//@ no-shortcuts
// Who tries to read, and fails, does without.
use std::sync::RwLock;
use std::thread;

static LOCK: RwLock<u32> = RwLock::new(0);

fn main() {
    let other = thread::spawn(|| *LOCK.write().unwrap() += 1);
    {
        let outer = LOCK.read().unwrap();
        if let Ok(inner) = LOCK.try_read() {
            assert_eq!(*outer, *inner);
        }
    }
    other.join().unwrap();
    assert_eq!(*LOCK.read().unwrap(), 1);
}
