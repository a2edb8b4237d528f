//! Exit codes, decided here and nowhere else.

use report::Outcome;

/// Commands that give no verdict: all went well.
pub(crate) const DONE: u8 = 0;

/// Bad command line, unreadable input, compile error; also what is missing in `doctor`.
pub(crate) const USAGE: u8 = 2;

/// The documented exit code of an outcome.
pub(crate) fn code(outcome: &Outcome) -> u8 {
    match outcome {
        Outcome::Safe => 0,
        Outcome::Violation(_) => 1,
        Outcome::Usage(_) => USAGE,
        Outcome::Unsupported(_) => 3,
        Outcome::Limit { .. } | Outcome::Unproved { .. } => 4,
        Outcome::Defect { .. } => 5,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_documented_table() {
        let limit = Outcome::Limit { what: String::new(), flag: String::new() };
        let table = [
            (Outcome::Safe, "safe", 0),
            (Outcome::Violation(Box::default()), "violation", 1),
            (Outcome::Usage(Default::default()), "usage", 2),
            (Outcome::Unsupported(Box::default()), "unsupported", 3),
            (limit, "limit", 4),
            (Outcome::Unproved { bits: 56, missed_max: 0.1 }, "limit", 4),
            (Outcome::Defect { what: String::new() }, "defect", 5),
        ];
        for (outcome, name, expected) in table {
            assert_eq!((outcome.name(), code(&outcome)), (name, expected));
        }
    }
}
