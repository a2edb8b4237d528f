//@ opt: O0
//@ skip-none
//@ skip-tau
// Takes it for granted that whoever is woken finds something: another may have been faster.
use std::collections::VecDeque;
use std::sync::{Arc, Condvar, Mutex};
use std::thread;

struct Channel {
    queue: Mutex<VecDeque<u32>>,
    filled: Condvar,
}

impl Channel {
    fn send(&self, number: u32) {
        self.queue.lock().unwrap().push_back(number); // expect: panic
        self.filled.notify_one();
    }

    fn receive(&self) -> u32 {
        let mut queue = self.queue.lock().unwrap();
        if queue.is_empty() {
            queue = self.filled.wait(queue).unwrap();
        }
        queue.pop_front().unwrap()
    }
}

fn main() {
    let channel = Arc::new(Channel { queue: Mutex::new(VecDeque::new()), filled: Condvar::new() });
    let receivers = [0, 1].map(|_| {
        let channel = Arc::clone(&channel);
        thread::spawn(move || channel.receive())
    });
    channel.send(1);
    channel.send(2);
    for receiver in receivers {
        receiver.join().unwrap(); // expect: panic
    }
}
