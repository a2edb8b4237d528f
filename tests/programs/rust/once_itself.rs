//@ expect: deadlock
//@ skip-none
//@ skip-tau
//@ no-shortcuts
// What is done once wants itself done.
use std::sync::Once;

static ONCE: Once = Once::new();

fn main() {
    ONCE.call_once(|| ONCE.call_once(|| ()));
}
