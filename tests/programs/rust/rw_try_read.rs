//@ skip-none
//@ skip-tau
//@ no-shortcuts
// Though only readers hold the lock, who tries to read may fail: somebody waits to write.
use std::sync::RwLock;
use std::thread;

static LOCK: RwLock<u32> = RwLock::new(0);

fn main() {
    let other = thread::spawn(|| *LOCK.write().unwrap() += 1);
    {
        let outer = LOCK.read().unwrap();
        assert!(LOCK.try_read().is_ok()); // expect: panic
        assert!(*outer < 2);
    }
    other.join().unwrap();
}
