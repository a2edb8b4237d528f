//@ opt: O0
//@ expect: safe
//@ skip-none
//@ skip-tau
// A map that two threads fill.
use std::collections::HashMap;
use std::sync::{Arc, Mutex};
use std::thread;

fn main() {
    let map = Arc::new(Mutex::new(HashMap::new()));
    let other = Arc::clone(&map);
    let thread = thread::spawn(move || other.lock().unwrap().insert("two", 2));
    map.lock().unwrap().insert("one", 1);
    thread.join().unwrap();
    let map = map.lock().unwrap();
    assert_eq!(map["one"] + map["two"], 3);
}
