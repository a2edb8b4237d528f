//@ expect: safe
//@ skip-none
//@ skip-tau
// Time passes while a thread sleeps, and a map has what was put into it.
use std::collections::HashMap;
use std::thread;
use std::time::{Duration, Instant};

fn main() {
    let start = Instant::now();
    let sleeper = thread::spawn(|| thread::sleep(Duration::from_millis(5)));
    thread::sleep(Duration::from_millis(10));
    sleeper.join().unwrap();
    let passed = start.elapsed();
    assert!(passed >= Duration::from_millis(10));
    let times = HashMap::from([("short", 5), ("long", 10)]);
    assert_eq!(times["short"] + times["long"], 15);
}
