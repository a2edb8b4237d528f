//@ skip-none
//@ skip-tau
//@ expect: panic
//@ no-shortcuts
// A lock of the program's own that looks like std's, but counts whom it wakes. Somebody may have to wait.
use std::sync::Mutex;
use std::sync::atomic::{AtomicU32, Ordering::SeqCst};
use std::thread;

unsafe extern "C" {
    fn syscall(number: i64, ...) -> i64;
}

static WORD: AtomicU32 = AtomicU32::new(0);
static WOKEN: AtomicU32 = AtomicU32::new(0);
static OTHER: Mutex<u32> = Mutex::new(0);

fn lock() {
    if WORD.compare_exchange(0, 1, SeqCst, SeqCst).is_err() {
        while WORD.swap(2, SeqCst) != 0 {
            unsafe { syscall(202, WORD.as_ptr(), 128, 2, std::ptr::null::<u8>()) };
        }
    }
}

fn unlock() {
    if WORD.swap(0, SeqCst) == 2 {
        unsafe { syscall(202, WORD.as_ptr(), 129, 1) };
        WOKEN.fetch_add(1, SeqCst);
    }
}

fn main() {
    *OTHER.lock().unwrap() += 1;
    let other = thread::spawn(|| {
        lock();
        unlock();
    });
    lock();
    unlock();
    other.join().unwrap();
    assert!(WOKEN.load(SeqCst) == 0);
}
