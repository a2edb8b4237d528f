//! The tests that a comment may name, and what each shows: that something is found, that nothing is,
//! or both.

use super::comments::Comment;
use crate::directives::{Directives, Expectation};
use crate::project::files_below;
use std::collections::BTreeMap;
use std::path::Path;

const PROGRAMS: &str = "tests/programs";
const RACES: &str = "crates/verify/tests/library/races.c";

/// What a test shows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Shows {
    wrong: bool,
    right: bool,
}

pub(super) struct Evidence {
    tests: BTreeMap<String, Shows>,
}

impl Evidence {
    pub(super) fn read(root: &Path) -> Result<Evidence, String> {
        let programs = root.join(PROGRAMS);
        let mut tests = BTreeMap::new();
        for file in files_below(&programs) {
            let is_program = file
                .extension()
                .is_some_and(|extension| ["c", "cpp", "rs", "ll"].iter().any(|known| extension == *known));
            if !is_program {
                continue;
            }
            let name = file.strip_prefix(&programs).unwrap_or(&file).display().to_string();
            // A file that is not UTF-8 tests that this is no problem.
            if let Ok(text) = std::fs::read_to_string(&file) {
                tests.insert(name.clone(), shown_by(&name, &text));
            }
        }
        let races = std::fs::read_to_string(root.join(RACES)).map_err(|error| format!("{RACES}: {error}"))?;
        let mut evidence = Evidence { tests };
        evidence.add_races(races_in(&races));
        Ok(evidence)
    }

    #[cfg(test)]
    pub(super) fn of_races(names: &[&str]) -> Evidence {
        let mut evidence = Evidence { tests: BTreeMap::new() };
        evidence.add_races(names.iter().copied());
        evidence
    }

    /// These are run without a lock, where there is a race, and with one.
    fn add_races<'a>(&mut self, names: impl Iterator<Item = &'a str>) {
        self.tests.extend(names.map(|name| (format!("races:{name}"), Shows { wrong: true, right: true })));
    }

    /// Tests that do not exist, and directions that nothing shows.
    pub(super) fn complaints(&self, comment: &Comment) -> Vec<String> {
        let mut found = Vec::new();
        let mut all = Shows::default();
        for test in &comment.tests {
            let mut exists = false;
            for (_, shows) in self.tests.iter().filter(|(name, _)| is_meant(test, name)) {
                exists = true;
                all = Shows { wrong: all.wrong | shows.wrong, right: all.right | shows.right };
            }
            if !exists {
                found.push(format!("there is no test `{test}`"));
            }
        }
        if found.is_empty() && !all.wrong {
            found.push("no test shows what is found".into());
        }
        if found.is_empty() && !all.right {
            found.push("no test shows what is right".into());
        }
        found
    }
}

/// Does `pattern`, which may have one `*`, stand for the test?
fn is_meant(pattern: &str, name: &str) -> bool {
    match pattern.split_once('*') {
        None => pattern == name,
        Some((start, end)) => name.len() >= start.len() + end.len() && name.starts_with(start) && name.ends_with(end),
    }
}

/// A program that exits with exactly these several statuses shows what can happen and what cannot.
fn shown_by(name: &str, text: &str) -> Shows {
    if name.starts_with("conformance/") {
        return Shows { wrong: false, right: true };
    }
    let Ok(directives) = Directives::parse(text) else {
        return Shows::default();
    };
    let right = directives.expect == Expectation::Safe;
    let several = directives.exits.is_some_and(|exits| exits.len() > 1);
    Shows { wrong: !right || several, right: right || several }
}

/// The names in the table of calls: `X(name, …`.
fn races_in(text: &str) -> impl Iterator<Item = &str> {
    text.lines().filter_map(|line| line.trim_start().strip_prefix("X(")?.split_once(',')).map(|(name, _)| name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_program_shows() {
        let both = Shows { wrong: true, right: true };
        assert_eq!(shown_by("conformance/a.c", ""), Shows { right: true, wrong: false });
        assert_eq!(shown_by("a/b.c", "//@ expect: safe\n"), Shows { right: true, wrong: false });
        assert_eq!(shown_by("a/b.c", "x(); // expect: leak\n"), Shows { right: false, wrong: true });
        assert_eq!(shown_by("a/b.c", "//@ expect: safe\n//@ exits: 0 1\n"), both);
    }

    #[test]
    fn names_and_patterns() {
        assert!(is_meant("a/b.c", "a/b.c") && !is_meant("a/b.c", "a/b.cpp"));
        assert!(is_meant("a/b*.c", "a/b_ok.c") && is_meant("a/b*.c", "a/b.c") && !is_meant("a/b*b.c", "a/b.c"));
        assert_eq!(
            races_in("#define X\n    X(f, , f(), ) \\\n    X(g_x, int a, f(), )").collect::<Vec<_>>(),
            ["f", "g_x"]
        );
    }
}
