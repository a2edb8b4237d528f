//@ opt: O0
//@ skip-none
//@ skip-tau
// A list of raw pointers that goes on from a node it has freed.
struct Node {
    value: u32,
    next: *mut Node,
}

struct List(*mut Node);

impl List {
    fn push(&mut self, value: u32) {
        self.0 = Box::into_raw(Box::new(Node { value, next: self.0 }));
    }
}

impl Drop for List {
    fn drop(&mut self) {
        let mut node = self.0;
        while !node.is_null() {
            unsafe {
                drop(Box::from_raw(node));
                node = (*node).next; // expect: use-after-free
            }
        }
    }
}

fn main() {
    let mut list = List(std::ptr::null_mut());
    list.push(1);
    list.push(2);
    assert_eq!(unsafe { (*list.0).value }, 2);
}
