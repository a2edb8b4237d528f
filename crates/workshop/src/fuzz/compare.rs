//! Programs, checked in several configurations, each compared with what the
//! reference explorer says.
//!
//! What must hold:
//! - every outcome that is possible is found, and no other;
//! - every violation found is one (kind and line);
//! - every violation that nothing else can hide is found, and every outcome (see
//!   `reference::prospects`).
//!
//! At `-O0` everything is compared. At `-O2` only programs without undefined
//! behaviour are, and there the kinds without their lines: the compiler may merge
//! calls of the same function. It may also leave out memory that is never used, so
//! what is lost is not looked at.
//!
//! What the reference does not know is compared with the checker itself: without
//! reductions, without recalling transitions, with the plain store.

use super::checker::{Checker, Run, Seen, Task};
use super::print::{self, Printed};
use super::program::{Behaviour, Program};
use super::reference;
use std::collections::BTreeSet;
use std::path::Path;

/// More states than this and a program is left out.
const REFERENCE_STATES_MAX: usize = 30_000;

/// The checker and the reference do not agree.
#[derive(Clone, Debug)]
pub(super) struct Mismatch {
    pub run: Run,
    pub what: String,
}

impl Mismatch {
    /// The words up to the first number or list: what sort of mismatch it is.
    pub(super) fn sort(&self) -> &str {
        self.what.split(|c: char| c.is_ascii_digit() || c == '{' || c == ';').next().unwrap_or_default()
    }
}

/// How one program went.
#[derive(Debug)]
pub(super) enum Verdict {
    /// With so many runs of the checker; some of them may have been given up.
    Agrees {
        runs: usize,
        given_up: usize,
        /// Compared with the checker itself.
        foreign: bool,
    },
    /// Too many states for brute force.
    LeftOut,
    Differs(Box<Mismatch>),
}

/// A program and what it can do, if the reference knows.
struct Case {
    printed: Printed,
    expected: Option<Behaviour>,
    runs: Vec<Run>,
}

impl Case {
    fn new(program: &Program, runs: impl FnOnce(Option<&Behaviour>) -> Vec<Run>) -> Option<Case> {
        let printed = print::print(program);
        let expected = match reference::knows(program) {
            true => Some(reference::explore(program, &printed, REFERENCE_STATES_MAX)?),
            false => None,
        };
        let mut runs = runs(expected.as_ref());
        let fit = expected.as_ref().is_some_and(fit_for_o2);
        runs.retain(|run| run.level == "O0" || fit);
        Some(Case { printed, expected, runs })
    }

    fn task(self) -> Task {
        Task { text: self.printed.text, runs: self.runs }
    }
}

/// Compares each program in the configurations that `runs` gives for it.
pub(super) fn examine(
    checker: &Checker,
    programs: &[Program],
    runs: impl Fn(usize, Option<&Behaviour>) -> Vec<Run>,
) -> Result<Vec<Verdict>, String> {
    let mut expected = Vec::new();
    let mut tasks = Vec::new();
    for (number, program) in programs.iter().enumerate() {
        let case = Case::new(program, |expected| runs(number, expected));
        expected.push(case.as_ref().map(|case| case.expected.clone()));
        tasks.push(case.map_or(Task { text: String::new(), runs: Vec::new() }, Case::task));
    }
    let seen = checker.check(&tasks)?;
    let judge = |((expected, task), seen): ((&Option<Option<Behaviour>>, &Task), &Vec<Seen>)| match expected {
        None => Verdict::LeftOut,
        Some(expected) => judge(expected.as_ref(), &task.runs, seen),
    };
    Ok(expected.iter().zip(&tasks).zip(&seen).map(judge).collect())
}

/// One run that differed, on a program that has a file to itself: how it differs there, if it does.
pub(super) fn differs_alone(
    checker: &Checker,
    program: &Program,
    run: Run,
    file: &Path,
) -> Result<Option<Mismatch>, String> {
    let Some(case) = Case::new(program, |expected| again(expected.is_some(), run)) else { return Ok(None) };
    let expected = case.expected.clone();
    let task = case.task();
    let seen = checker.check_alone(&task, file)?;
    match judge(expected.as_ref(), &task.runs, &seen) {
        Verdict::Differs(mismatch) => Ok(Some(*mismatch)),
        Verdict::Agrees { .. } | Verdict::LeftOut => Ok(None),
    }
}

fn judge(expected: Option<&Behaviour>, runs: &[Run], seen: &[Seen]) -> Verdict {
    let mut given_up = 0;
    for (number, (run, found)) in runs.iter().zip(seen).enumerate() {
        let reference = || runs.iter().zip(seen).find(|(other, _)| is_reference_for(other, run)).filter(|_| number > 0);
        let what = match expected {
            _ if !found.complete && run.may_give_up() && matches!(found.outcome.as_str(), "limit" | "violation") => {
                given_up += 1;
                continue;
            }
            Some(expected) => difference(expected, found, *run),
            None => reference().and_then(|(_, other)| unlike(other, found)),
        };
        if let Some(what) = what {
            return Verdict::Differs(Box::new(Mismatch { run: *run, what }));
        }
    }
    Verdict::Agrees { runs: runs.len(), given_up, foreign: expected.is_none() }
}

/// How the checker is its own reference.
const PLAIN: Run = Run { reduction: "none", extra: "--no-recall --store plain", ..Run::DEFAULT };

fn is_reference_for(run: &Run, other: &Run) -> bool {
    let like = Run { races: other.races, leaks: other.leaks, ..PLAIN };
    *run == like && *other != like
}

/// The configurations for a program: the default, `full` and few rehearsals always, others in turn.
pub(super) fn runs(expected: Option<&Behaviour>, variety: u64) -> Vec<Run> {
    let Some(expected) = expected else { return foreign_runs(&[true, false]) };
    let racy = expected.has("data-race");
    let default = Run::DEFAULT;
    let calm = Run { races: !racy, ..default };
    let mut runs = vec![default];
    if racy {
        runs.push(calm);
    }
    if expected.has("leak") {
        runs.push(Run { leaks: false, ..calm });
    }
    runs.push(Run { reduction: "full", ..calm });
    // What one execution shows is often not all there is: the search must find that out.
    runs.push(Run { extra: "--rehearsals 1", ..calm });
    // The lower levels meet many times the states of the reference.
    let levels: &[&str] = match expected.states {
        0..200 => &["none", "tau", "tau+"],
        200..800 => &["tau+"],
        _ => &[],
    };
    if let Some(reduction) = levels.get(variety as usize / 2 % 4) {
        runs.push(Run { reduction, ..calm });
    }
    let extra = [
        "--no-recall",
        "--no-company",
        "--no-company --no-sleep",
        "--no-company --workers 2",
        "--no-promote",
        "--keep-dead",
        "--store plain",
        "--workers 2 --store plain",
        "--order dfs --workers 2",
    ];
    if variety.is_multiple_of(2) {
        runs.push(Run { extra: extra[variety as usize / 2 % extra.len()], ..calm });
    }
    if variety.is_multiple_of(3) {
        runs.push(Run { level: "O2", leaks: false, ..calm });
    }
    runs
}

/// The default always; of the others, which say the same at a higher price, one for every second program.
pub(super) fn quick_runs(expected: Option<&Behaviour>, variety: u64) -> Vec<Run> {
    let Some(known) = expected else { return foreign_runs(&[true, false]) };
    let calm = Run { races: !known.has("data-race"), ..Run::DEFAULT };
    let mut runs = vec![Run::DEFAULT];
    if !calm.races {
        runs.push(calm);
    }
    if known.has("leak") {
        runs.push(Run { leaks: false, ..calm });
    }
    let few = known.states < 80;
    runs.push(match variety % 32 {
        0..=3 => Run { extra: "--rehearsals 1", ..calm },
        4 | 5 => Run { extra: "--no-company", ..calm },
        6 | 7 => Run { extra: "--no-company --no-sleep", reduction: "full", ..calm },
        8 => Run { level: "O2", leaks: false, ..calm },
        9 => Run { extra: "--no-recall", ..calm },
        10 => Run { extra: "--workers 2", ..calm },
        11 => Run { extra: "--order dfs", ..calm },
        12 if few => Run { reduction: "tau+", ..calm },
        13 if few => Run { reduction: "tau", ..calm },
        14 if few => Run { reduction: "none", ..calm },
        15 => Run { extra: "--store plain", ..calm },
        _ => return runs,
    });
    runs
}

/// The same for programs of which there are very many.
pub(super) fn few_runs(expected: Option<&Behaviour>, variety: u64) -> Vec<Run> {
    let Some(known) = expected else { return foreign_runs(&[true, false]) };
    let mut runs = runs(expected, 1);
    runs.truncate(3 + known.has("data-race") as usize + known.has("leak") as usize);
    let calm = Run { races: !known.has("data-race"), ..Run::DEFAULT };
    match variety % 8 {
        0 => runs.push(Run { level: "O2", leaks: false, ..calm }),
        1 => runs.push(Run { reduction: "tau+", ..calm }),
        2 => runs.push(Run { extra: "--no-recall", ..calm }),
        3 => runs.push(Run { extra: "--keep-dead", ..calm }),
        _ => {}
    }
    runs
}

/// One run that differed, on a program that is much the same, and that the reference knows or not.
pub(super) fn again(known: bool, run: Run) -> Vec<Run> {
    match known {
        true => vec![run],
        false => vec![Run { races: run.races, leaks: run.leaks, ..PLAIN }, run],
    }
}

/// For programs that the reference does not know, with everything that is wrong and with little of it.
pub(super) fn foreign_runs(strictness: &[bool]) -> Vec<Run> {
    let all = strictness.iter().flat_map(|strict| {
        let strict = |run: Run| Run { races: *strict, leaks: *strict, ..run };
        let full = Run { reduction: "full", ..Run::DEFAULT };
        [strict(PLAIN), strict(Run::DEFAULT), strict(full), strict(Run { extra: "--rehearsals 1", ..Run::DEFAULT })]
    });
    all.collect()
}

/// Whether the compiler may not change what the program can do.
fn fit_for_o2(expected: &Behaviour) -> bool {
    expected.violations.iter().all(|v| matches!(v.0, "assert" | "deadlock" | "mutex-misuse" | "thread-misuse" | "leak"))
}

/// What of a violation is compared in this run.
fn key((kind, line): (&str, u32), run: Run) -> (String, u32) {
    let counts = run.level == "O0" && !matches!(kind, "deadlock" | "data-race" | "leak");
    (kind.to_owned(), if counts { line } else { 0 })
}

/// Whether a kind is looked for in this run.
fn is_relevant(kind: &str, run: Run) -> bool {
    (run.races || kind != "data-race") && (run.leaks || kind != "leak")
}

/// What is wrong with a single run, if anything.
fn difference(expected: &Behaviour, seen: &Seen, run: Run) -> Option<String> {
    let wanted = |violations: &BTreeSet<(&'static str, u32)>| -> BTreeSet<(String, u32)> {
        violations.iter().filter(|v| is_relevant(v.0, run)).map(|v| key(*v, run)).collect()
    };
    let possible = wanted(&expected.violations);
    // A variable in memory keeps what it points to until its function returns, looked at or not, and so
    // does one that is only used to compute what nobody uses.
    let keeps = run.extra.contains("--no-promote") || run.extra.contains("--keep-dead");
    let kept = |kind: &str| kind == "leak" && keeps;
    let outcome = if possible.is_empty() { "safe" } else { "violation" };
    let either = possible.iter().all(|v| kept(&v.0)) && matches!(seen.outcome.as_str(), "safe" | "violation");
    if seen.outcome != outcome && !either || !seen.complete {
        let cut = if seen.complete { "" } else { " (cut short)" };
        return Some(format!("the outcome is {}{cut}, not {outcome}; expected {possible:?}", seen.outcome));
    }
    let impossible: Vec<_> = seen.exits.difference(&expected.outcomes).collect();
    if !impossible.is_empty() {
        let lists = format!("seen {:?}, possible {:?}", seen.exits, expected.outcomes);
        return Some(format!("impossible exit statuses; {impossible:?}; {lists}"));
    }
    let false_alarm = |v: &&(String, u32)| {
        let race_elsewhere = v.0 == "data-race" && !expected.violations.iter().any(|e| e.0 == v.0 && e.1 == v.1);
        race_elsewhere || !possible.contains(&key((&v.0, v.1), run))
    };
    if let Some(v) = seen.violations.iter().find(false_alarm) {
        return Some(format!("{} at line {} cannot happen; possible are {:?}", v.0, v.1, expected.violations));
    }
    // A race ends its execution, so that not everything need be found that comes after.
    let racy = run.races && expected.has("data-race");
    let sure = if run.leaks { &expected.sure } else { &expected.sure_without_leaks };
    let found: BTreeSet<_> = seen.violations.iter().map(|v| key((&v.0, v.1), run)).collect();
    let is_missed = |v: &&(String, u32)| !found.contains(*v) && !kept(&v.0) && (!racy || v.0 == "data-race");
    if let Some((kind, line)) = wanted(&sure.violations).iter().find(is_missed) {
        return Some(format!("{kind} at line {line} is missed; found are {found:?}"));
    }
    let lost: Vec<_> = sure.outcomes.difference(&seen.exits).collect();
    match racy || lost.is_empty() {
        true => None,
        false => Some(format!("lost exit statuses; {lost:?}; seen {:?}", seen.exits)),
    }
}

/// How two runs of the checker differ that must not. Where several things are wrong with a program,
/// which of them is met first is not promised.
fn unlike(reference: &Seen, seen: &Seen) -> Option<String> {
    let kinds = |seen: &Seen| -> BTreeSet<String> { seen.violations.iter().map(|v| v.0.clone()).collect() };
    let (expected, found) = (kinds(reference), kinds(seen));
    if !reference.complete {
        return None;
    }
    if reference.outcome != seen.outcome || !seen.complete {
        let both = format!("{expected:?} without reductions, {found:?} here");
        return Some(format!("the outcome is {}, not {}; {both}", seen.outcome, reference.outcome));
    }
    if expected.len() == 1 && found.is_disjoint(&expected) {
        return Some(format!("the violations differ; {expected:?} without reductions, {found:?} here"));
    }
    let differ = expected.is_empty() && reference.exits != seen.exits;
    differ.then(|| format!("the exit statuses differ; {:?} without reductions, {:?} here", reference.exits, seen.exits))
}

#[cfg(test)]
mod tests {
    use super::super::program::Sure;
    use super::*;

    const RUN: Run = Run::DEFAULT;

    fn behaviour(outcomes: &[i32], violations: &[(&'static str, u32)]) -> Behaviour {
        let (outcomes, violations) = (outcomes.iter().copied().collect(), violations.iter().copied().collect());
        let sure = Sure { outcomes, violations };
        let Sure { outcomes, violations } = sure.clone();
        Behaviour { outcomes, violations, sure: sure.clone(), sure_without_leaks: sure, states: 0 }
    }

    fn seen(outcome: &str, exits: &[i32], violations: &[(&str, u32)]) -> Seen {
        let violations = violations.iter().map(|v| (v.0.to_owned(), v.1)).collect();
        Seen { outcome: outcome.into(), complete: true, exits: exits.iter().copied().collect(), violations }
    }

    fn check(expected: &Behaviour, seen: &Seen, part: &str) {
        let found = difference(expected, seen, RUN).unwrap_or_default();
        assert!(found.contains(part) && found.is_empty() == part.is_empty(), "{found}");
    }

    #[test]
    fn safe_programs() {
        let expected = behaviour(&[1, 2], &[]);
        check(&expected, &seen("safe", &[1, 2], &[]), "");
        check(&expected, &seen("safe", &[1], &[]), "lost exit statuses; [2]");
        check(&expected, &seen("safe", &[1, 2, 3], &[]), "impossible exit statuses; [3]");
        check(&expected, &seen("defect", &[], &[]), "defect");
        check(&expected, &Seen { complete: false, ..seen("safe", &[1, 2], &[]) }, "cut short");
    }

    #[test]
    fn violations() {
        let expected = behaviour(&[1], &[("assert", 7), ("deadlock", 0)]);
        check(&expected, &seen("violation", &[1], &[("assert", 7), ("deadlock", 3)]), "");
        check(&expected, &seen("violation", &[1], &[("assert", 8)]), "line 8 cannot happen");
        check(&expected, &seen("safe", &[1], &[]), "not violation");
        check(&expected, &seen("violation", &[1], &[("deadlock", 3)]), "assert at line 7 is missed");
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
    fn leaks() {
        let mut expected = behaviour(&[1, 2], &[("leak", 0)]);
        check(&expected, &seen("violation", &[1, 2], &[("leak", 9)]), "");
        check(&expected, &seen("safe", &[1, 2], &[]), "not violation");
        let kept = Run { extra: "--no-promote", ..RUN };
        assert!(difference(&expected, &seen("safe", &[1, 2], &[]), kept).is_none());
        let off = Run { leaks: false, ..RUN };
        assert!(difference(&expected, &seen("safe", &[1, 2], &[]), off).is_none());
        expected.sure.outcomes.remove(&2);
        check(&expected, &seen("violation", &[1], &[("leak", 9)]), "");
        assert!(difference(&expected, &seen("safe", &[1], &[]), off).is_some());
    }

    #[test]
    fn the_checker_as_its_own_reference() {
        let [plain, default, ..] = foreign_runs(&[true])[..] else { panic!() };
        let judged = |found: Seen| judge(None, &[plain, default], &[seen("safe", &[1, 2], &[]), found]);
        assert!(matches!(judged(seen("safe", &[1, 2], &[])), Verdict::Agrees { foreign: true, .. }));
        assert!(matches!(judged(seen("safe", &[1], &[])), Verdict::Differs(_)));
        assert!(matches!(judged(seen("violation", &[1, 2], &[("assert", 1)])), Verdict::Differs(_)));
    }
}
