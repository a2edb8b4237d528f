//@ opt: O0
//@ expect: safe
//@ skip-none
//@ skip-tau
// Whoever is woken looks again whether there is something.
use std::collections::VecDeque;
use std::sync::{Arc, Condvar, Mutex};
use std::thread;

struct Channel {
    queue: Mutex<VecDeque<u32>>,
    filled: Condvar,
}

impl Channel {
    fn send(&self, number: u32) {
        self.queue.lock().unwrap().push_back(number);
        self.filled.notify_one();
    }

    fn receive(&self) -> u32 {
        let mut queue = self.queue.lock().unwrap();
        loop {
            match queue.pop_front() {
                Some(number) => return number,
                None => queue = self.filled.wait(queue).unwrap(),
            }
        }
    }
}

fn main() {
    let channel = Arc::new(Channel { queue: Mutex::new(VecDeque::new()), filled: Condvar::new() });
    let other = Arc::clone(&channel);
    let thread = thread::spawn(move || other.receive());
    channel.send(1);
    channel.send(2);
    let own = channel.receive();
    assert_eq!(own + thread.join().unwrap(), 3);
}
