//@ expect: safe
//@ skip-none
//@ skip-tau
// Two mutexes, always taken in the same order.
use std::sync::Mutex;
use std::thread;

static A: Mutex<u32> = Mutex::new(0);
static B: Mutex<u32> = Mutex::new(0);

fn main() {
    let other = thread::spawn(|| {
        let a = A.lock().unwrap();
        *B.lock().unwrap() += *a;
    });
    let a = A.lock().unwrap();
    *B.lock().unwrap() += *a;
    drop(a);
    other.join().unwrap();
}
