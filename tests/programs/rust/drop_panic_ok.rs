//@ opt: O0
//@ expect: safe
//@ skip-none
//@ skip-tau
// A drop that does not panic while another panic unwinds.
struct Loud;

impl Drop for Loud {
    fn drop(&mut self) {
        if !std::thread::panicking() {
            panic!("in drop");
        }
    }
}

fn main() {
    let result = std::panic::catch_unwind(|| {
        let _loud = Loud;
        panic!("first");
    });
    assert!(result.is_err());
}
