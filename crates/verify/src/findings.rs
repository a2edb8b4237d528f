//! What a search has found, as a report tells it: each once, replayed, with its trace.

use std::collections::BTreeSet;

use search::{Finding, Verdict};
use trace::{Location, Trace};

use crate::allow::AllowList;

/// What makes two findings the same to a reader: the kind, the lines, and for races the memory.
type Likeness = (String, Vec<(String, u32)>, Option<String>);

fn likeness(trace: &Trace) -> Option<Likeness> {
    let violation = trace.violation.as_ref()?;
    let line = |at: &Location| (at.file.clone(), at.line);
    let race = violation.kind == machine::Kind::DataRace.name();
    let others = violation.others.iter().filter(|_| race).filter_map(|party| party.location.as_ref());
    let mut lines: Vec<_> = violation.location.iter().chain(others).map(line).collect();
    lines.sort();
    Some((violation.kind.clone(), lines, violation.subject.clone().filter(|_| race)))
}

/// Drops what was told before.
pub(crate) fn distinct(told: Option<&Trace>, traces: Vec<Trace>) -> Vec<Trace> {
    let mut known: BTreeSet<Likeness> = told.and_then(likeness).into_iter().collect();
    traces.into_iter().filter(|trace| likeness(trace).is_none_or(|like| known.insert(like))).collect()
}

/// Races that were collected and are violations all the same become part of what was found.
pub(crate) fn blame(found: &mut search::Outcome, mut races: Vec<Finding>) {
    if races.is_empty() {
        return;
    }
    if !found.is_violation() {
        let first = races.remove(0);
        let verdict = Verdict::Violation { problem: first.problem, path: first.path };
        if let Verdict::Limit { what, flag } = std::mem::replace(&mut found.verdict, verdict) {
            found
                .warnings
                .push(format!("the search was not finished, so there may be more violations: {what} ({flag})"));
        }
        found.complete = false;
        found.growth = None;
    }
    found.more.append(&mut races);
}

/// How a search goes about races.
pub(crate) fn policy(asked: search::Races, allowed: Option<&AllowList>, program: &ir::Program) -> search::Races {
    match asked {
        // Which of them are allowed is only known when they are replayed.
        search::Races::Error if allowed.is_some_and(|allowed| allowed.has_names(program)) => search::Races::Collect,
        asked => asked,
    }
}

/// What to say of rules that no race needed.
pub(crate) fn unused(allowed: &AllowList, complete: bool) -> Option<String> {
    let (_, unused) = allowed.used();
    let so_far = if complete { "" } else { " so far" };
    let rules: Vec<String> = unused.iter().map(|rule| format!("`{rule}`")).collect();
    (!rules.is_empty()).then(|| format!("no race needed --allow-race{so_far}: {}", rules.join(", ")))
}
