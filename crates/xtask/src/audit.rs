//! Which programs of the suite are audited (`verify --audit`): a quarter, another one for each
//! commit, or all with a flag.

use std::process::Command;
use std::time::Duration;

use crate::directives::{Directives, Expectation};
use crate::process;

/// Limits for the search and for those that audit it. What does not fit is left to the other
/// configurations.
const STATES: &str = "10000";
const TIME: &str = "20s";

/// Flags of a program that leave nothing to compare, or that an audit would have to fight.
const UNFIT: [&str; 5] = ["--states", "--depth", "--time", "--lossy", "--audit"];

const QUARTERS: u64 = 4;
const GIT_TIMEOUT: Duration = Duration::from_secs(10);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Audits {
    All,
    /// One of four.
    Quarter(u64),
}

impl Audits {
    /// The quarter whose turn it is: the same for the same commit, so that a failure can be seen again.
    pub(crate) fn rotating() -> Audits {
        let mut git = Command::new("git");
        git.args(["rev-parse", "HEAD"]);
        let commit = process::run(&mut git, GIT_TIMEOUT).map(|finished| finished.stdout).unwrap_or_default();
        Audits::Quarter(hash(commit.trim()) % QUARTERS)
    }

    pub(crate) fn wants(self, program: &str, directives: &Directives) -> bool {
        let turn = match self {
            Audits::All => true,
            Audits::Quarter(quarter) => hash(program) % QUARTERS == quarter,
        };
        let decided = matches!(directives.expect, Expectation::Safe | Expectation::Violation(_));
        let unfit = |flag: &String| UNFIT.iter().any(|unfit| flag.starts_with(unfit));
        turn && decided && !directives.long && !directives.flags.iter().any(unfit)
    }
}

/// How `verify check` is asked.
pub(crate) fn flags() -> [&'static str; 7] {
    ["--audit", "--workers", "1", "--states", STATES, "--time", TIME]
}

/// FNV-1a: the same everywhere.
fn hash(text: &str) -> u64 {
    text.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_program_has_its_turn() {
        let safe = Directives::parse("//@ expect: safe").unwrap();
        for name in ["a.c", "b.c", "tests/programs/leak/lost.c"] {
            let turns = (0..QUARTERS).filter(|quarter| Audits::Quarter(*quarter).wants(name, &safe));
            assert_eq!(turns.count(), 1);
            assert!(Audits::All.wants(name, &safe));
        }
        for unfit in ["//@ expect: limit", "//@ expect: safe\n//@ long", "//@ expect: safe\n//@ flags: --states 5"] {
            assert!(!Audits::All.wants("a.c", &Directives::parse(unfit).unwrap()));
        }
    }
}
