//@ opt: O0
//@ skip-none
//@ skip-tau
// Two senders: which message is first is not decided.
use std::sync::mpsc;
use std::thread;

fn main() {
    let (send, receive) = mpsc::channel();
    let also = send.clone();
    let one = thread::spawn(move || send.send(1).unwrap());
    let two = thread::spawn(move || also.send(2).unwrap());
    assert_eq!(receive.recv(), Ok(1)); // expect: panic
    one.join().unwrap();
    two.join().unwrap();
}
