//! What is done to each program of the suite besides the two checks that it always has: a part of all
//! that could be, another part for the commits of another day, or everything with a flag.

use std::process::Command;
use std::time::Duration;

use crate::directives::{Directives, Expectation};
use crate::process;

/// Limits for the search and for those that audit it. What does not fit is left to the other
/// configurations.
const STATES: &str = "10000";
const TIME: &str = "5s";

/// Flags of a program that leave nothing to compare, or that an audit would have to fight.
const UNFIT: [&str; 5] = ["--states", "--depth", "--time", "--lossy", "--audit"];

/// Of so many programs one is audited (`verify --audit`).
const AUDITS: u64 = 8;
/// Of so many ways to check a program one is taken, besides those that always are.
const WAYS: u64 = 5;
/// Of so many ways to compile a C++ program (another library, another level) one is taken besides the first.
const BUILDS: u64 = 3;
/// Of so many programs one is searched over several ranks. Starting them takes longer than most searches.
const SPREADS: u64 = 40;
/// And one of so many over ranks that are threads of one process, if it has not too many states; there may be more
/// of them if all is done.
const DIVIDES: u64 = 4;
const STATES_DIVIDED: [&str; 2] = ["10000", "1000000"];
/// Of so many safe programs one is compiled natively and run on the real machine.
const NATIVES: u64 = 3;
/// Of so many levels at which clang alone compiles a conformance program one is taken.
const FOREIGN: u64 = 2;
const GIT_TIMEOUT: Duration = Duration::from_secs(10);

/// So many different parts there are.
const DAYS: u64 = AUDITS * WAYS * BUILDS;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Turn {
    All,
    /// What this number stands for.
    Part(u64),
}

impl Turn {
    /// Whose turn it is: the same for all commits of a day, so that a failure can be seen again, and that it is
    /// mended is seen by the next commit.
    pub(crate) fn rotating() -> Turn {
        let mut git = Command::new("git");
        git.args(["log", "-1", "--format=%cd", "--date=short"]);
        let day = process::run(&mut git, GIT_TIMEOUT).map(|finished| finished.stdout).unwrap_or_default();
        Turn::Part(hash(day.trim()) % DAYS)
    }

    /// Is it the turn of this one of the ways to check a program?
    pub(crate) fn takes(self, program: &str, way: usize) -> bool {
        match self {
            Turn::All => true,
            Turn::Part(part) => hash(program).wrapping_add(way as u64) % WAYS == part % WAYS,
        }
    }

    /// Is it the turn of this one of the ways to compile a C++ program, which takes longer than to check it?
    pub(crate) fn builds(self, program: &str, way: usize) -> bool {
        match self {
            Turn::Part(part) if way > 0 => hash(program).wrapping_add(way as u64) % BUILDS == part % BUILDS,
            _ => true,
        }
    }

    /// Is it the turn of this program to be searched over several ranks?
    pub(crate) fn spreads(self, program: &str) -> bool {
        match self {
            Turn::All => true,
            Turn::Part(part) => hash(program) % SPREADS == part % SPREADS,
        }
    }

    /// Is it the turn of this program to be searched over ranks that are threads? Then these are the flags.
    pub(crate) fn divides(self, program: &str, directives: &Directives) -> Option<[&'static str; 4]> {
        let (turn, states) = match self {
            Turn::All => (true, STATES_DIVIDED[1]),
            Turn::Part(part) => (hash(program) % DIVIDES == part % DIVIDES, STATES_DIVIDED[0]),
        };
        let unfit = |flag: &String| UNFIT.iter().any(|unfit| flag.starts_with(unfit));
        let fits = !directives.long && !directives.flags.iter().any(unfit);
        (turn && fits).then_some(["--workers", "2", "--states", states])
    }

    /// Is it the turn of this program to be run on the real machine?
    pub(crate) fn runs_natively(self, program: &str) -> bool {
        match self {
            Turn::All => true,
            // Not on the days of its builds.
            Turn::Part(part) => (hash(program) / BUILDS).wrapping_add(part).is_multiple_of(NATIVES),
        }
    }

    /// Is it the turn of this one of the levels at which clang alone compiles a conformance program?
    pub(crate) fn takes_foreign(self, program: &str, level: usize) -> bool {
        match self {
            Turn::All => true,
            Turn::Part(part) => hash(program).wrapping_add(level as u64 + part).is_multiple_of(FOREIGN),
        }
    }

    /// What is left out, in words; nothing if all is done.
    pub(crate) fn told(self) -> Option<String> {
        (self != Turn::All).then(|| {
            format!(
                "programs: each in the default way at all its levels, C++ at the first with the first library. \
                 Of the rest a part that changes with the day of the commit: one in {WAYS} of the other ways, \
                 one in {BUILDS} of the other builds of C++, one in {NATIVES} native runs, \
                 one in {AUDITS} audits, one in {DIVIDES} searches over ranks, one in {FOREIGN} conformance levels that clang compiles alone. \
                 `--thorough` does everything."
            )
        })
    }

    pub(crate) fn audits(self, program: &str, directives: &Directives) -> bool {
        let turn = match self {
            Turn::All => true,
            Turn::Part(part) => hash(program) % AUDITS == part % AUDITS,
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
    fn each_has_its_turn() {
        let safe = Directives::parse("//@ expect: safe").unwrap();
        for name in ["a.c", "b.c", "tests/programs/leak/lost.c"] {
            let parts = || (0..DAYS).map(Turn::Part);
            let count = |wanted: &dyn Fn(&Turn) -> bool| parts().filter(wanted).count() as u64;
            assert_eq!(count(&|turn| turn.audits(name, &safe)), WAYS * BUILDS);
            assert!((0..7).all(|way| count(&|turn| turn.takes(name, way)) == AUDITS * BUILDS));
            assert!((1..4).all(|way| count(&|turn| turn.builds(name, way)) == AUDITS * WAYS));
            assert!(parts().all(|turn| turn.builds(name, 0)));
            assert_eq!(count(&|turn| turn.runs_natively(name)), DAYS / NATIVES);
            assert_eq!(count(&|turn| turn.divides(name, &safe).is_some()), DAYS / DIVIDES);
            assert!((0..2).all(|level| count(&|turn| turn.takes_foreign(name, level)) == DAYS / FOREIGN));
            assert!(parts().all(|turn| turn.takes_foreign(name, 0) != turn.takes_foreign(name, 1)));
            assert!(Turn::All.audits(name, &safe) && Turn::All.takes(name, 5) && Turn::All.runs_natively(name));
        }
        for unfit in ["//@ expect: limit", "//@ expect: safe\n//@ long", "//@ expect: safe\n//@ flags: --states 5"] {
            assert!(!Turn::All.audits("a.c", &Directives::parse(unfit).unwrap()));
            assert!(unfit.contains("limit") || Turn::All.divides("a.c", &Directives::parse(unfit).unwrap()).is_none());
        }
    }
}
