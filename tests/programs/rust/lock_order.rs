//@ skip-none
//@ skip-tau
//@ expect: deadlock
//@ no-shortcuts
// Two mutexes, taken in either order.
use std::sync::Mutex;
use std::thread;

static A: Mutex<u32> = Mutex::new(0);
static B: Mutex<u32> = Mutex::new(0);

fn main() {
    let other = thread::spawn(|| {
        let b = B.lock().unwrap();
        *A.lock().unwrap() += *b;
    });
    let a = A.lock().unwrap();
    *B.lock().unwrap() += *a;
    drop(a);
    other.join().unwrap();
}
