//@ opt: O0
//@ skip-none
//@ skip-tau
// A map that two threads fill has what the other one put in only after that.
use std::collections::HashMap;
use std::sync::{Arc, Mutex};
use std::thread;

fn main() {
    let map = Arc::new(Mutex::new(HashMap::new()));
    let other = Arc::clone(&map);
    let thread = thread::spawn(move || other.lock().unwrap().insert("two", 2));
    map.lock().unwrap().insert("one", 1);
    let two = map.lock().unwrap()["two"]; // expect: panic
    assert_eq!(two, 2);
    thread.join().unwrap();
}
