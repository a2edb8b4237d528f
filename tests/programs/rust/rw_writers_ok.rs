//@ expect: safe
//@ skip-none
//@ skip-tau
// Two writers and a reader: each of them gets the lock.
use std::sync::RwLock;
use std::thread;

static LOCK: RwLock<[u32; 2]> = RwLock::new([0; 2]);

fn write() {
    let mut pair = LOCK.write().unwrap();
    pair[0] += 1;
    pair[1] += 1;
}

fn main() {
    let others = [thread::spawn(write), thread::spawn(write)];
    {
        let pair = LOCK.read().unwrap();
        assert_eq!(pair[0], pair[1]);
    }
    for other in others {
        other.join().unwrap();
    }
    assert_eq!(*LOCK.read().unwrap(), [2, 2]);
}
