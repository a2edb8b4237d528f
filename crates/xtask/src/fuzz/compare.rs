//! One program, checked in several configurations, each compared with what the
//! reference explorer says.
//!
//! What must hold:
//! - every outcome that is possible is found, and no other;
//! - every violation found is one (kind and line);
//! - a violation that nothing else can hide is found. A violation ends its
//!   execution, and how early it does depends on the configuration: `x = 1;
//!   assert(0);` may be one transition, then nobody ever sees the 1. So one that
//!   is missing is looked for again in the program without the other assertions,
//!   and counts if it is then the only one.
//!
//! At `-O0` everything is compared. At `-O2` only programs without undefined
//! behaviour are, and there the kinds without their lines: the compiler may merge
//! calls of the same function.

use super::print::{self, Printed};
use super::program::Program;
use super::reference::{self, Behaviour};
use crate::process;
use serde_json::Value;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

/// More states than this and a program is left out.
const REFERENCE_STATES_MAX: usize = 100_000;
/// Lower levels of reduction may meet many more states than the reference.
const CHECKER_STATES_MAX: &str = "100000";
/// A search that found something and then met the limit reports what it found. From this many
/// states on it may have been one of these.
const SURELY_COMPLETE_STATES: u64 = 25_000;
const TIMEOUT: Duration = Duration::from_secs(120);

/// One way to run the checker.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Run {
    pub level: &'static str,
    pub reduction: &'static str,
    pub workers: &'static str,
    pub store: &'static str,
    pub races: bool,
}

impl Run {
    fn flags(&self) -> Vec<&'static str> {
        let races = if self.races { "error" } else { "off" };
        let mut flags = vec!["--reduction", self.reduction, "--workers", self.workers, "--store", self.store];
        flags.extend(["--races", races, "--no-leaks", "--keep-going"]);
        flags.extend(["--format", "json"]);
        if self.reduction != "full" {
            flags.extend(["--states", CHECKER_STATES_MAX]);
        }
        flags
    }
}

/// What the checker said.
#[derive(Clone, Debug, Default)]
pub struct Seen {
    pub outcome: String,
    pub exits: BTreeSet<i32>,
    pub violations: BTreeSet<(String, u32)>,
    pub states: u64,
}

impl Seen {
    /// Whether there may be more to see.
    fn is_cut_short(&self) -> bool {
        self.outcome == "limit" || self.outcome == "violation" && self.states > SURELY_COMPLETE_STATES
    }
}

/// The checker and the reference do not agree.
#[derive(Clone, Debug)]
pub struct Mismatch {
    pub run: Run,
    pub what: String,
    pub command: String,
}

/// How one program went.
#[derive(Debug)]
pub enum Verdict {
    /// With so many runs of the checker.
    Agrees(usize),
    /// Too many states for brute force, or a known weakness of the checker.
    LeftOut,
    Differs(Box<Mismatch>),
}

/// The checker, and a place for the files of one program.
pub struct Bench {
    pub verify: PathBuf,
    pub directory: PathBuf,
    pub name: String,
}

impl Bench {
    fn path(&self, suffix: &str) -> PathBuf {
        self.directory.join(format!("{}.{suffix}", self.name))
    }

    pub fn clean(&self) {
        for suffix in ["c", "O0.bc", "O2.bc"] {
            // A file that is not there need not be removed.
            let _ = std::fs::remove_file(self.path(suffix));
        }
    }

    /// Compares all configurations in turn. `variety` chooses among those that
    /// are not always run.
    pub fn examine(&self, program: &Program, variety: u64) -> Result<Verdict, String> {
        let printed = print::print(program);
        let Some(expected) = explore(program, &printed) else { return Ok(Verdict::LeftOut) };
        let runs = runs(&expected, variety);
        for run in &runs {
            if let Some(mismatch) = self.compare(program, &printed, &expected, *run)? {
                return Ok(Verdict::Differs(Box::new(mismatch)));
            }
        }
        Ok(Verdict::Agrees(runs.len()))
    }

    /// One configuration only.
    pub fn examine_run(&self, program: &Program, run: Run) -> Result<Option<Mismatch>, String> {
        let printed = print::print(program);
        match explore(program, &printed) {
            Some(expected) if run.level == "O0" || fit_for_o2(&expected) => {
                self.compare(program, &printed, &expected, run)
            }
            _ => Ok(None),
        }
    }

    fn compare(
        &self,
        program: &Program,
        printed: &Printed,
        expected: &Behaviour,
        run: Run,
    ) -> Result<Option<Mismatch>, String> {
        let (command, seen) = self.check(&printed.text, run)?;
        if seen.is_cut_short() && run.reduction != "full" {
            return Ok(None);
        }
        let mut trouble = difference(expected, &seen, run);
        if trouble.is_none() {
            for violation in missing(expected, &seen, run) {
                if let Some(words) = self.look_again(program, printed, violation, run)? {
                    trouble = Some(words);
                    break;
                }
            }
        }
        Ok(trouble.map(|what| Mismatch { run, what, command }))
    }

    /// Is the violation found when no assertion stands in its way?
    fn look_again(
        &self,
        program: &Program,
        printed: &Printed,
        violation: (&'static str, u32),
        run: Run,
    ) -> Result<Option<String>, String> {
        let number = match violation {
            ("assert", line) => printed.lines.iter().position(|at| *at == line),
            _ => None,
        };
        let alone = program.with_only_assertion(number.unwrap_or(usize::MAX));
        let printed = print::print(&alone);
        let Some(expected) = explore(&alone, &printed) else { return Ok(None) };
        let wanted = relevant(&expected, run);
        if wanted.len() != 1 || !wanted.contains(&key(violation.0, violation.1, run)) {
            return Ok(None);
        }
        let (command, seen) = self.check(&printed.text, run)?;
        if seen.is_cut_short() || !missing(&expected, &seen, run).any(|v| v.0 == violation.0) {
            return Ok(None);
        }
        let (kind, line) = violation;
        Ok(Some(format!("{kind} (line {line}) is missed even where it is the only violation\nalone: {command}")))
    }

    /// Runs the checker on C source.
    fn check(&self, text: &str, run: Run) -> Result<(String, Seen), String> {
        let bitcode = self.path(&format!("{}.bc", run.level));
        let source = self.path("c");
        let fresh = bitcode.exists() && std::fs::read_to_string(&source).is_ok_and(|old| old == text);
        if !fresh {
            self.clean();
            std::fs::write(&source, text).map_err(|error| format!("{}: {error}", source.display()))?;
            self.compile(&source, &bitcode, run.level)?;
        }
        let mut command = Command::new(&self.verify);
        command.arg("check").arg(&bitcode).args(run.flags());
        let shown = process::show(&command);
        let finished = process::run(&mut command, TIMEOUT)?;
        let seen = read(&finished.stdout).unwrap_or_else(|| Seen {
            outcome: format!("no verdict: {} {}", finished.describe(), finished.tail(5)),
            ..Seen::default()
        });
        Ok((shown, seen))
    }

    fn compile(&self, source: &Path, bitcode: &Path, level: &str) -> Result<(), String> {
        let mut command = Command::new(&self.verify);
        command.arg("cc").args([&format!("-{level}"), "-w", "-c"]).arg(source).arg("-o").arg(bitcode);
        let finished = process::run(&mut command, TIMEOUT)?;
        match finished.success() {
            true => Ok(()),
            false => Err(format!("{} failed: {}", process::show(&command), finished.tail(10))),
        }
    }
}

fn explore(program: &Program, printed: &Printed) -> Option<Behaviour> {
    reference::explore(program, printed, REFERENCE_STATES_MAX)
}

/// The configurations for a program: `full` always, the others in turn.
fn runs(expected: &Behaviour, variety: u64) -> Vec<Run> {
    let racy = expected.has("data-race");
    let full = Run { level: "O0", reduction: "full", workers: "1", store: "compressed", races: true };
    let workers = ["1", "2"][(variety / 3 % 2) as usize];
    let store = ["compressed", "plain"][(variety / 6 % 2) as usize];
    let reduction = ["none", "tau", "tau+"][(variety % 3) as usize];
    let lower = Run { reduction, workers, store, races: !racy, ..full };
    let mut runs = vec![full, lower];
    if racy {
        runs.push(Run { races: false, ..full });
    } else if fit_for_o2(expected) {
        runs.push(Run { level: "O2", workers, store, ..full });
    }
    if variety.is_multiple_of(4) {
        runs.push(Run { workers: "2", store: "plain", races: !racy, ..full });
    }
    runs
}

/// Whether the compiler may not change what the program can do.
fn fit_for_o2(expected: &Behaviour) -> bool {
    expected.violations.iter().all(|v| matches!(v.0, "assert" | "deadlock" | "mutex-misuse"))
}

fn read(text: &str) -> Option<Seen> {
    let json: Value = serde_json::from_str(text).ok()?;
    let statuses = json["exit_statuses"].as_array()?;
    let exits = statuses.iter().filter_map(|status| Some(status.as_i64()? as i32)).collect();
    let violation = |json: &Value| {
        let line = json["location"]["line"].as_u64().unwrap_or(0) as u32;
        Some((json["kind"].as_str()?.to_owned(), line))
    };
    let more = json["more"].as_array().into_iter().flatten();
    let violations = [&json].into_iter().chain(more).filter_map(violation).collect();
    let states = json["statistics"]["states"].as_u64().unwrap_or(0);
    Some(Seen { outcome: json["outcome"].as_str()?.to_owned(), exits, violations, states })
}

/// What of a violation is compared in this run.
fn key(kind: &str, line: u32, run: Run) -> (String, u32) {
    let counts = run.level == "O0" && !matches!(kind, "deadlock" | "data-race");
    (kind.to_owned(), if counts { line } else { 0 })
}

fn relevant(expected: &Behaviour, run: Run) -> BTreeSet<(String, u32)> {
    let considered = expected.violations.iter().filter(|v| run.races || v.0 != "data-race");
    considered.map(|v| key(v.0, v.1, run)).collect()
}

fn missing<'a>(expected: &'a Behaviour, seen: &'a Seen, run: Run) -> impl Iterator<Item = (&'static str, u32)> + 'a {
    let found: BTreeSet<_> = seen.violations.iter().map(|v| key(&v.0, v.1, run)).collect();
    let considered = expected.violations.iter().filter(move |v| run.races || v.0 != "data-race");
    considered.filter(move |v| !found.contains(&key(v.0, v.1, run))).copied()
}

/// What is wrong with a single run, if anything.
fn difference(expected: &Behaviour, seen: &Seen, run: Run) -> Option<String> {
    let wanted = relevant(expected, run);
    let outcome = if wanted.is_empty() { "safe" } else { "violation" };
    if seen.outcome != outcome {
        return Some(format!("the outcome is {}, not {outcome}; expected {wanted:?}", seen.outcome));
    }
    // A race ends its execution, so that not every outcome need be reached.
    let exact = !(run.races && expected.has("data-race"));
    let impossible: Vec<_> = seen.exits.difference(&expected.outcomes).collect();
    let lost: Vec<_> = expected.outcomes.difference(&seen.exits).collect();
    if !impossible.is_empty() || exact && !lost.is_empty() {
        return Some(format!(
            "exit statuses: impossible {impossible:?}, lost {lost:?}; seen {:?}, possible {:?}",
            seen.exits, expected.outcomes
        ));
    }
    let false_alarm = |v: &&(String, u32)| {
        let race_elsewhere = v.0 == "data-race" && !expected.violations.iter().any(|e| e.0 == v.0 && e.1 == v.1);
        race_elsewhere || !wanted.contains(&key(&v.0, v.1, run))
    };
    let alarm = seen.violations.iter().find(false_alarm);
    alarm.map(|v| format!("{} at line {} cannot happen; possible are {:?}", v.0, v.1, expected.violations))
}

#[cfg(test)]
mod tests {
    use super::*;

    const RUN: Run = Run { level: "O0", reduction: "full", workers: "1", store: "plain", races: true };

    fn behaviour(outcomes: &[i32], violations: &[(&'static str, u32)]) -> Behaviour {
        let (outcomes, violations) = (outcomes.iter().copied().collect(), violations.iter().copied().collect());
        Behaviour { outcomes, violations, ..Behaviour::default() }
    }

    fn seen(outcome: &str, exits: &[i32], violations: &[(&str, u32)]) -> Seen {
        let violations = violations.iter().map(|v| (v.0.to_owned(), v.1)).collect();
        Seen { outcome: outcome.into(), exits: exits.iter().copied().collect(), violations, states: 0 }
    }

    fn check(expected: &Behaviour, seen: &Seen, part: &str) {
        let found = difference(expected, seen, RUN).unwrap_or_default();
        assert!(found.contains(part) && found.is_empty() == part.is_empty(), "{found}");
    }

    #[test]
    fn safe_programs() {
        let expected = behaviour(&[1, 2], &[]);
        check(&expected, &seen("safe", &[1, 2], &[]), "");
        check(&expected, &seen("safe", &[1], &[]), "lost [2]");
        check(&expected, &seen("safe", &[1, 2, 3], &[]), "impossible [3]");
        check(&expected, &seen("defect", &[], &[]), "defect");
    }

    #[test]
    fn violations() {
        let expected = behaviour(&[1], &[("assert", 7), ("deadlock", 0)]);
        check(&expected, &seen("violation", &[1], &[("assert", 7), ("deadlock", 3)]), "");
        check(&expected, &seen("violation", &[1], &[("assert", 8)]), "line 8 cannot happen");
        check(&expected, &seen("safe", &[1], &[]), "not violation");
        let found = seen("violation", &[1], &[("deadlock", 3)]);
        assert_eq!(missing(&expected, &found, RUN).collect::<Vec<_>>(), [("assert", 7)]);
    }

    #[test]
    fn races() {
        let expected = behaviour(&[1, 2], &[("data-race", 7), ("data-race", 9)]);
        check(&expected, &seen("violation", &[], &[("data-race", 9)]), "");
        check(&expected, &seen("violation", &[], &[("data-race", 8)]), "line 8");
        let off = Run { races: false, ..RUN };
        assert!(difference(&expected, &seen("safe", &[1, 2], &[]), off).is_none());
        assert!(difference(&expected, &seen("safe", &[1], &[]), off).is_some());
    }

    #[test]
    fn reading_a_report() {
        let text = r#"{"outcome": "violation", "kind": "assert", "location": {"line": 4}, "exit_statuses": [3, 300],
            "more": [{"kind": "deadlock"}]}"#;
        let seen = read(text).unwrap();
        assert_eq!(seen.exits, BTreeSet::from([3, 300]));
        assert_eq!(seen.violations, BTreeSet::from([("assert".into(), 4), ("deadlock".into(), 0)]));
        assert!(read("{}").is_none());
    }
}
