//@ skip-none
//@ skip-tau
//@ expect: deadlock
//@ no-shortcuts
// A mutex is not taken twice.
use std::sync::Mutex;

fn main() {
    let mutex = Mutex::new(0);
    let _first = mutex.lock().unwrap();
    let _second = mutex.lock().unwrap();
}
