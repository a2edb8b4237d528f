//@ expect: safe
//@ skip-none
//@ skip-tau
// Files are virtual: what one thread writes another reads.
use std::fs;
use std::thread;

fn main() {
    let writer = thread::spawn(|| fs::write("note.txt", "hello").unwrap());
    writer.join().unwrap();
    assert_eq!(fs::read_to_string("note.txt").unwrap(), "hello");
    assert_eq!(fs::metadata("note.txt").unwrap().len(), 5);
    fs::remove_file("note.txt").unwrap();
    assert!(fs::read("note.txt").is_err());
}
