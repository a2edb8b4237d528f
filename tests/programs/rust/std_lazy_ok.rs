//@ expect: safe
//@ skip-none
//@ skip-tau
// A list that the first who needs it makes.
use std::sync::{LazyLock, Mutex};
use std::thread;

static LIST: LazyLock<Mutex<Vec<u32>>> = LazyLock::new(|| Mutex::new(vec![0]));

fn main() {
    let other = thread::spawn(|| LIST.lock().unwrap().push(1));
    LIST.lock().unwrap().push(2);
    other.join().unwrap();
    assert_eq!(LIST.lock().unwrap().len(), 3);
}
