//@ opt: O0
//@ expect: safe
//@ skip-none
//@ skip-tau
// A panic comes before the change.
use std::panic::{AssertUnwindSafe, catch_unwind};

struct Account {
    euros: u32,
    entries: Vec<u32>,
}

impl Account {
    fn pay_in(&mut self, euros: u32) {
        assert!(euros < 100, "too much");
        self.euros += euros;
        self.entries.push(euros);
    }
}

fn main() {
    let mut account = Account { euros: 0, entries: Vec::new() };
    account.pay_in(10);
    let result = catch_unwind(AssertUnwindSafe(|| account.pay_in(100)));
    assert!(result.is_err());
    assert_eq!(account.euros, account.entries.iter().sum());
}
