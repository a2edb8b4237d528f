//@ expect: safe
//@ skip-none
//@ skip-tau
//@ no-shortcuts
// Locks of the program's own that look like std's: one says whether somebody waited, one wakes for every number
// from 2 on, one looks at what it found.
use std::cell::UnsafeCell;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU32, Ordering::SeqCst};
use std::thread;

unsafe extern "C" {
    fn syscall(number: i64, ...) -> i64;
}

struct Lock {
    word: AtomicU32,
    waited: u32,
    data: UnsafeCell<u32>,
}

unsafe impl Sync for Lock {}

static LOCKS: [Lock; 2] = [Lock::new(2), Lock::new(3)];
static OTHER: Mutex<u32> = Mutex::new(0);

impl Lock {
    const fn new(waited: u32) -> Lock {
        Lock { word: AtomicU32::new(0), waited, data: UnsafeCell::new(0) }
    }

    fn lock(&self) {
        if self.word.compare_exchange(0, 1, SeqCst, SeqCst).is_err() {
            while self.word.swap(self.waited, SeqCst) != 0 {
                unsafe { syscall(202, self.word.as_ptr(), 128, self.waited, std::ptr::null::<u8>()) };
            }
        }
    }

    fn wake(&self) {
        unsafe { syscall(202, self.word.as_ptr(), 129, 1) };
    }

    fn unlock_and_tell(&self) -> bool {
        let waited = self.word.swap(0, SeqCst) == 2;
        if waited {
            self.wake();
        }
        waited
    }

    fn unlock_any(&self) {
        if self.word.swap(0, SeqCst) < 2 {
            return;
        }
        self.wake();
    }

    fn unlock_held(&self) {
        let found = self.word.swap(0, SeqCst);
        assert!(found != 0);
        if found == 2 {
            self.wake();
        }
    }
}

fn work() {
    LOCKS[0].lock();
    unsafe { *LOCKS[0].data.get() += 1 };
    LOCKS[0].unlock_and_tell();
    LOCKS[1].lock();
    unsafe { *LOCKS[1].data.get() += 1 };
    LOCKS[1].unlock_any();
}

fn main() {
    *OTHER.lock().unwrap() += 1;
    let other = thread::spawn(work);
    work();
    other.join().unwrap();
    LOCKS[0].lock();
    assert!(unsafe { *LOCKS[0].data.get() } == 2);
    LOCKS[0].unlock_held();
}
