//@ opt: O0
//@ expect: safe
//@ skip-none
//@ skip-tau
// A reader and a writer.
use std::sync::RwLock;
use std::thread;

static LOCK: RwLock<[u32; 2]> = RwLock::new([0; 2]);

fn main() {
    let other = thread::spawn(|| *LOCK.write().unwrap() = [1, 1]);
    let pair = *LOCK.read().unwrap();
    assert_eq!(pair[0], pair[1]);
    other.join().unwrap();
}
