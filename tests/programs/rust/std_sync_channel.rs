//@ expect: deadlock
//@ opt: O0
//@ skip-none
//@ skip-tau
// Nobody takes the third message, and the sender is waited for.
use std::sync::mpsc;
use std::thread;

fn main() {
    let (send, receive) = mpsc::sync_channel(1);
    let sender = thread::spawn(move || {
        send.send(1).unwrap();
        send.send(2).unwrap();
        send.send(3).unwrap();
    });
    assert_eq!(receive.recv(), Ok(1));
    sender.join().unwrap();
    drop(receive);
}
