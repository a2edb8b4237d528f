//@ opt: O0
//@ expect: abort
//@ skip-none
//@ skip-tau
// A destructor panics while another panic unwinds: Rust ends the program, whoever would have caught the first.
struct Loud;

impl Drop for Loud {
    fn drop(&mut self) {
        panic!("in drop");
    }
}

fn main() {
    let result = std::panic::catch_unwind(|| {
        let _loud = Loud;
        panic!("first");
    });
    assert!(result.is_err());
}
