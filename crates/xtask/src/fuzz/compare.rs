//! Programs, checked in several configurations, each compared with what the
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

use super::checker::{Checker, Run, Seen, Task};
use super::print::{self, Printed};
use super::program::{Behaviour, Program, Violation};
use super::reference;
use std::collections::BTreeSet;

/// More states than this and a program is left out.
const REFERENCE_STATES_MAX: usize = 30_000;

/// The checker and the reference do not agree.
#[derive(Clone, Debug)]
pub struct Mismatch {
    pub run: Run,
    pub what: String,
}

impl Mismatch {
    /// The words up to the first number or list: what sort of mismatch it is.
    pub fn sort(&self) -> &str {
        self.what.split(|c: char| c.is_ascii_digit() || c == '{' || c == ';').next().unwrap_or_default()
    }
}

/// How one program went.
#[derive(Debug)]
pub enum Verdict {
    /// With so many runs of the checker; some of them may have been given up.
    Agrees {
        runs: usize,
        given_up: usize,
    },
    /// Too many states for brute force.
    LeftOut,
    Differs(Box<Mismatch>),
}

/// A program and what it can do.
struct Case<'a> {
    program: &'a Program,
    printed: Printed,
    expected: Behaviour,
    runs: Vec<Run>,
}

impl<'a> Case<'a> {
    fn new(program: &'a Program, runs: impl FnOnce(&Behaviour) -> Vec<Run>) -> Option<Case<'a>> {
        let printed = print::print(program);
        let expected = reference::explore(program, &printed, REFERENCE_STATES_MAX)?;
        let mut runs = runs(&expected);
        // Where a function means something by its name, nothing in the file is inlined.
        let fit = fit_for_o2(&expected) && !printed.text.contains("__VERIFIER");
        runs.retain(|run| run.level == "O0" || fit);
        Some(Case { program, printed, expected, runs })
    }

    fn task(&self) -> Task {
        Task { text: self.printed.text.clone(), runs: self.runs.clone() }
    }
}

/// A violation that was missed, and the program in which no assertion stands in its way.
struct Suspicion {
    case: usize,
    violation: Violation,
    run: Run,
    alone: Program,
}

/// Compares each program in the configurations that `runs` gives for it.
pub fn examine(
    checker: &Checker,
    programs: &[Program],
    runs: impl Fn(usize, &Behaviour) -> Vec<Run>,
) -> Result<Vec<Verdict>, String> {
    let cases = programs.iter().enumerate().map(|(i, program)| Case::new(program, |expected| runs(i, expected)));
    let cases: Vec<Option<Case>> = cases.collect();
    let tasks: Vec<Task> = cases
        .iter()
        .map(|case| case.as_ref().map_or(Task { text: String::new(), runs: Vec::new() }, Case::task))
        .collect();
    let seen = checker.check(&tasks)?;
    let mut verdicts = Vec::new();
    let mut suspicions = Vec::new();
    for (number, (case, seen)) in cases.iter().zip(&seen).enumerate() {
        verdicts.push(match case {
            Some(case) => first_look(number, case, seen, &mut suspicions),
            None => Verdict::LeftOut,
        });
    }
    second_look(checker, &suspicions, &mut verdicts)?;
    Ok(verdicts)
}

fn first_look(number: usize, case: &Case, seen: &[Seen], suspicions: &mut Vec<Suspicion>) -> Verdict {
    let mut given_up = 0;
    let before = suspicions.len();
    for (run, seen) in case.runs.iter().zip(seen) {
        if !seen.complete && run.may_give_up() && matches!(seen.outcome.as_str(), "limit" | "violation") {
            given_up += 1;
        } else if let Some(what) = difference(&case.expected, seen, *run) {
            suspicions.truncate(before);
            return Verdict::Differs(Box::new(Mismatch { run: *run, what }));
        } else {
            for violation in missing(&case.expected, seen, *run) {
                let lines = &case.printed.lines;
                let keep = |number: usize| violation.0 == "assert" && lines[number] == violation.1;
                let alone = case.program.with_only_assertions(keep);
                suspicions.push(Suspicion { case: number, violation, run: *run, alone });
            }
        }
    }
    Verdict::Agrees { runs: case.runs.len(), given_up }
}

/// Is each violation found when no assertion stands in its way?
fn second_look(checker: &Checker, suspicions: &[Suspicion], verdicts: &mut [Verdict]) -> Result<(), String> {
    let alone = suspicions.iter().filter_map(|suspicion| {
        let case = Case::new(&suspicion.alone, |_| vec![suspicion.run])?;
        let wanted = relevant(&case.expected, suspicion.run);
        let only = wanted.len() == 1 && wanted.contains(&key(suspicion.violation, suspicion.run));
        (only && !case.runs.is_empty()).then_some((suspicion, case))
    });
    let alone: Vec<(&Suspicion, Case)> = alone.collect();
    if alone.is_empty() {
        return Ok(());
    }
    let tasks: Vec<Task> = alone.iter().map(|(_, case)| case.task()).collect();
    let seen = checker.check(&tasks)?;
    for ((suspicion, case), seen) in alone.iter().zip(&seen) {
        let (kind, line) = suspicion.violation;
        let run = suspicion.run;
        if seen[0].complete && missing(&case.expected, &seen[0], run).any(|v| v.0 == kind) {
            let what = format!("{kind} (line {line}) is missed even where it is the only violation");
            verdicts[suspicion.case] = Verdict::Differs(Box::new(Mismatch { run, what }));
        }
    }
    Ok(())
}

/// The configurations for a program: the default always, the others in turn.
pub fn runs(expected: &Behaviour, variety: u64) -> Vec<Run> {
    let racy = expected.has("data-race");
    let default = Run::DEFAULT;
    let calm = Run { races: !racy, ..default };
    let mut runs = vec![default];
    if racy {
        runs.push(calm);
    }
    // The lower levels meet many times the states of the reference.
    let levels: &[&str] = match expected.states {
        0..200 => &["none", "full", "tau", "full", "tau+", "full"],
        200..800 => &["full", "full", "tau+"],
        _ => &["full"],
    };
    runs.push(Run { reduction: levels[variety as usize % levels.len()], ..calm });
    let extra =
        ["--no-recall", "--no-promote", "--store plain", "--workers 2 --store plain", "--order dfs --workers 2"];
    // What one execution shows is often not all there is: the search must find that out.
    runs.push(Run { extra: "--rehearsals 1", ..calm });
    if variety.is_multiple_of(2) {
        runs.push(Run { extra: extra[variety as usize / 2 % extra.len()], ..calm });
    }
    if variety.is_multiple_of(3) {
        runs.push(Run { level: "O2", ..calm });
    }
    runs
}

/// Whether the compiler may not change what the program can do.
fn fit_for_o2(expected: &Behaviour) -> bool {
    expected.violations.iter().all(|v| matches!(v.0, "assert" | "deadlock" | "mutex-misuse"))
}

/// What of a violation is compared in this run.
fn key((kind, line): (&str, u32), run: Run) -> (String, u32) {
    let counts = run.level == "O0" && !matches!(kind, "deadlock" | "data-race");
    (kind.to_owned(), if counts { line } else { 0 })
}

fn relevant(expected: &Behaviour, run: Run) -> BTreeSet<(String, u32)> {
    let considered = expected.violations.iter().filter(|v| run.races || v.0 != "data-race");
    considered.map(|v| key(*v, run)).collect()
}

fn missing<'a>(expected: &'a Behaviour, seen: &'a Seen, run: Run) -> impl Iterator<Item = Violation> + 'a {
    let found: BTreeSet<_> = seen.violations.iter().map(|v| key((&v.0, v.1), run)).collect();
    let considered = expected.violations.iter().filter(move |v| run.races || v.0 != "data-race");
    considered.filter(move |v| !found.contains(&key(**v, run))).copied()
}

/// What is wrong with a single run, if anything.
fn difference(expected: &Behaviour, seen: &Seen, run: Run) -> Option<String> {
    let wanted = relevant(expected, run);
    let outcome = if wanted.is_empty() { "safe" } else { "violation" };
    if seen.outcome != outcome || !seen.complete {
        let cut = if seen.complete { "" } else { " (cut short)" };
        return Some(format!("the outcome is {}{cut}, not {outcome}; expected {wanted:?}", seen.outcome));
    }
    // A race ends its execution, so that not every outcome need be reached.
    let exact = !(run.races && expected.has("data-race"));
    let allowed = &expected.outcomes | &expected.unsure;
    let impossible: Vec<_> = seen.exits.difference(&allowed).collect();
    let lost: Vec<_> = expected.outcomes.difference(&seen.exits).collect();
    let lists = || format!("seen {:?}, possible {:?}", seen.exits, expected.outcomes);
    if !impossible.is_empty() {
        return Some(format!("impossible exit statuses; {impossible:?}; {}", lists()));
    }
    if exact && !lost.is_empty() {
        return Some(format!("lost exit statuses; {lost:?}; {}", lists()));
    }
    let false_alarm = |v: &&(String, u32)| {
        let race_elsewhere = v.0 == "data-race" && !expected.violations.iter().any(|e| e.0 == v.0 && e.1 == v.1);
        race_elsewhere || !wanted.contains(&key((&v.0, v.1), run))
    };
    let alarm = seen.violations.iter().find(false_alarm);
    alarm.map(|v| format!("{} at line {} cannot happen; possible are {:?}", v.0, v.1, expected.violations))
}

#[cfg(test)]
mod tests {
    use super::*;

    const RUN: Run = Run::DEFAULT;

    fn behaviour(outcomes: &[i32], violations: &[(&'static str, u32)]) -> Behaviour {
        let (outcomes, violations) = (outcomes.iter().copied().collect(), violations.iter().copied().collect());
        Behaviour { outcomes, violations, ..Behaviour::default() }
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
}
