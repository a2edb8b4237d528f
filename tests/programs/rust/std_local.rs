//@ skip-none
//@ skip-tau
// The destructor of a thread-local looks at another one, which may be gone.
use std::cell::Cell;
use std::thread;

struct Last;

impl Drop for Last {
    fn drop(&mut self) {
        if COUNT.try_with(|count| count.0.get()).is_err() {
            std::process::abort(); // expect: abort
        }
    }
}

struct Count(Cell<u32>);

impl Drop for Count {
    fn drop(&mut self) {}
}

thread_local! {
    static LAST: Last = const { Last };
    static COUNT: Count = const { Count(Cell::new(0)) };
}

fn main() {
    let thread = thread::spawn(|| {
        LAST.with(|_| {});
        COUNT.with(|count| count.0.set(1));
    });
    thread.join().unwrap();
}
