//@ skip-none
//@ skip-tau
// One thread panics while it holds the lock; the other does not expect it.
use std::sync::Mutex;
use std::thread;

static LOCK: Mutex<u32> = Mutex::new(1);

fn main() {
    let thread = thread::spawn(|| {
        let _guard = LOCK.lock().unwrap();
        panic!("poisons");
    });
    *LOCK.lock().unwrap() += 1; // expect: panic
    let _ = thread.join();
}
