//@ skip-none
//@ skip-tau
// Two sections: who reads in between sees one number of the two.
use std::sync::{Arc, RwLock};
use std::thread;

fn main() {
    let pair = Arc::new(RwLock::new((0, 0)));
    let other = Arc::clone(&pair);
    let writer = thread::spawn(move || {
        other.write().unwrap().0 += 1;
        other.write().unwrap().1 += 1;
    });
    {
        let pair = pair.read().unwrap();
        assert_eq!(pair.0, pair.1); // expect: panic
    }
    writer.join().unwrap();
}
