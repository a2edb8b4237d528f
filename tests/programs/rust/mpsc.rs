//@ opt: O0
//@ expect: deadlock
//@ skip-none
//@ skip-tau
// The receiver waits for more, since somebody has still a sender.
use std::sync::mpsc::channel;
use std::thread;

fn main() {
    let (sender, receiver) = channel();
    let other = sender.clone();
    let thread = thread::spawn(move || other.send(1).unwrap());
    let sum: u32 = receiver.iter().sum();
    assert_eq!(sum, 1);
    drop(sender);
    thread.join().unwrap();
}
