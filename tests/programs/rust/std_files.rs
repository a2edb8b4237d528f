//@ skip-none
//@ skip-tau
// Whether the file is there is not decided.
use std::fs;
use std::thread;

fn main() {
    let writer = thread::spawn(|| fs::write("note.txt", "hello").unwrap());
    fs::read("note.txt").unwrap(); // expect: panic
    writer.join().unwrap();
}
