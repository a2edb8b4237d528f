//@ expect: safe
//@ opt: O0
//@ skip-none
//@ skip-tau
// Messages of one sender come in order; then the channel is closed.
use std::sync::mpsc;
use std::thread;

fn main() {
    let (send, receive) = mpsc::channel();
    let sender = thread::spawn(move || {
        send.send(1).unwrap();
        send.send(2).unwrap();
    });
    assert_eq!(receive.recv(), Ok(1));
    assert_eq!(receive.recv(), Ok(2));
    assert!(receive.recv().is_err());
    sender.join().unwrap();
}
