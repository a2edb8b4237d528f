//@ expect: safe
//@ opt: O0
//@ skip-none
//@ skip-tau
// A channel without room: the sender waits for the receiver.
use std::sync::mpsc;
use std::thread;

fn main() {
    let (send, receive) = mpsc::sync_channel(0);
    let sender = thread::spawn(move || send.send(1).unwrap());
    assert_eq!(receive.recv(), Ok(1));
    sender.join().unwrap();
}
