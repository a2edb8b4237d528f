//@ expect: safe
//@ args: one two
// Arguments come from before main.
fn main() {
    let given: Vec<String> = std::env::args().skip(1).collect();
    assert_eq!(given, ["one", "two"]);
}
