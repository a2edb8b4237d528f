//! What a search comes to: the verdict, and what is said along with it.

use machine::Stop;

use crate::commute::Commuted;
use crate::gathered::{Found, Gathered, STATES_AFTER_UNSUPPORTED};
use crate::outcome::{Finding, Growth, Outcome, Path, Verdict};
use crate::path;
use crate::search::Search;
use crate::statistics::{Statistics, statistics};
use crate::strategy::{Outskirts, Strategy};
use crate::worker::PRINTS_MAX;

/// Statuses for which an execution is kept.
const FAILING_MAX: usize = 2;

/// The one place where a verdict is made. `Safe` needs that nothing was found, nothing ended the
/// search early, no state is left (`finished`), no execution was given up by the library, and none
/// can have been taken for another.
pub(crate) fn conclude(search: &Search<'_>, strategy: &dyn Strategy, gathered: Gathered, finished: bool) -> Outcome {
    let halt = search.take_halt();
    let doubt = search.visited.doubt();
    let worst = gathered.found.iter().find(|found| found.is_violation());
    let unsupported = gathered.unsupported.as_ref();
    let chosen = worst.or(gathered.kept.first()).or(gathered.found.first()).or(unsupported);
    let violated = chosen.is_some_and(Found::is_violation);
    let whole = finished && gathered.found.is_empty() && unsupported.is_none();
    let given_up = gathered.tally.given_up.first();
    let complete = whole && given_up.is_none() && halt.is_none() && doubt.is_none();
    let mut warnings = warnings(search, &gathered, (violated, finished), halt.as_ref());
    let verdict = match (chosen, halt) {
        (_, Some(defect @ Stop::Defect(_))) if !violated => verdict_of(defect, Path::new()),
        (Some(found), _) => match path_to(search, strategy, found) {
            Ok(path) => verdict_of(found.stop.clone(), path),
            Err(why) => Verdict::Defect(why),
        },
        (None, Some(stop)) => verdict_of(stop, Path::new()),
        (None, None) if !finished => Verdict::Defect("the search ended with states left to visit".into()),
        (None, None) => match (given_up, doubt) {
            (Some(what), _) => Verdict::Limit { what: what.clone(), flag: "" },
            (None, Some(doubt)) => Verdict::Unproved { bits: doubt.bits, missed_max: doubt.missed_max },
            (None, None) => Verdict::Safe,
        },
    };
    let finding = |found: &Found| match (&found.stop, path_to(search, strategy, found)) {
        (Stop::Violation(problem), Ok(path)) => Some(Finding { problem: problem.clone(), path, points: found.points }),
        _ => None,
    };
    let more = gathered.kept.iter().filter_map(finding).skip(worst.is_none() as usize).collect();
    let races = gathered.races.iter().filter_map(finding).collect();
    let failing = gathered.tally.failing.iter().take(FAILING_MAX);
    let failing = failing.filter_map(|(status, (origin, choice))| {
        let mut numbers = strategy.choices_to(origin);
        numbers.push(*choice);
        Some((*status, path::follow(search, &numbers).ok().filter(|_| search.options.paths)?))
    });
    let failing = failing.collect();
    let sightings = gathered.found.iter().chain(&gathered.kept).filter_map(|found| match &found.stop {
        Stop::Violation(problem) => Some((problem.kind, found.points.blamed)),
        _ => None,
    });
    let sightings = sightings.collect();
    let tally = gathered.tally;
    if verdict == Verdict::Safe && tally.ends == 0 && tally.pruned > 0 {
        warnings.push("assumptions give up every execution: nothing was checked to its end".into());
    }
    let mut statistics = Statistics {
        states: gathered.states,
        depth: gathered.depth,
        scout_work: gathered.scout_work,
        ..statistics(search, strategy, &tally)
    };
    if matches!(verdict, Verdict::Limit { .. }) {
        statistics.states = search.states();
    }
    Outcome {
        growth: matches!(verdict, Verdict::Limit { .. }).then(|| growth(search, strategy)),
        verdict,
        complete,
        scouted: false,
        detour: false,
        cycle: strategy.cycle(),
        more,
        races,
        sightings,
        presumptions: search.presumptions.clone(),
        exits: tally.exits,
        failing,
        covered: Default::default(),
        statistics,
        warnings,
        prints: Some(tally.prints).filter(|prints| search.options.prints && prints.len() <= PRINTS_MAX),
        observed: tally.observed,
        commuted: Commuted::default(),
        resumable: false,
        lost: search.is_lost(),
    }
}

/// Longer ways are not followed to their ends: it would take as long as the search.
const SAMPLE_MAX: usize = 2000;

/// Where the search had come to. Ways that cannot be followed any more, for want of memory, are left out.
fn growth(search: &Search<'_>, strategy: &dyn Strategy) -> Growth {
    let Outskirts { samples, waiting, layers } = strategy.outskirts();
    let samples = samples.iter().filter(|_| search.options.paths);
    let samples = samples.filter_map(|origin| {
        let mut choices = strategy.choices_to(origin);
        choices.truncate(SAMPLE_MAX);
        path::follow(search, &choices).ok()
    });
    Growth { waiting, layers, samples: samples.collect() }
}

/// The transitions that lead to something that was found, if somebody wants to know.
fn path_to(search: &Search<'_>, strategy: &dyn Strategy, found: &Found) -> Result<Path, String> {
    if !search.options.paths {
        return Ok(Path::new());
    }
    let mut numbers = strategy.choices_to(&found.origin);
    numbers.extend(found.choice);
    path::follow(search, &numbers)
}

/// What was not looked at though it was asked for.
fn warnings(
    search: &Search<'_>,
    gathered: &Gathered,
    (violated, finished): (bool, bool),
    halt: Option<&Stop>,
) -> Vec<String> {
    let unsupported = gathered.unsupported.as_ref().map(|found| &found.stop);
    if violated {
        let early = unsupported.into_iter().chain(halt).filter(|_| search.options.keep_going);
        return early.filter_map(unfinished).collect();
    }
    match (unsupported, halt) {
        (Some(_), Some(stop)) => unfinished(stop).into_iter().collect(),
        (Some(_), None) if !finished => vec![format!(
            "violations on other ways were looked for in {STATES_AFTER_UNSUPPORTED} more states only; with \
             --keep-going, in all"
        )],
        _ => Vec::new(),
    }
}

/// What to say of a search for further violations that something else ended.
pub(crate) fn unfinished(stop: &Stop) -> Option<String> {
    let what = match stop {
        Stop::Limit { what, flag } => format!("{what} ({flag})"),
        Stop::Unsupported { what, .. } => format!("{what} is not modelled"),
        Stop::Defect(what) => what.clone(),
        _ => return None,
    };
    Some(format!("the search was not finished, so there may be more violations: {what}"))
}

fn verdict_of(stop: Stop, path: Path) -> Verdict {
    match stop {
        Stop::Violation(problem) => Verdict::Violation { problem, path },
        Stop::Unsupported { what, .. } => Verdict::Unsupported { what, path },
        Stop::Limit { what, flag } => Verdict::Limit { what, flag },
        Stop::Defect(why) => Verdict::Defect(why),
        Stop::GivenUp(what) => Verdict::Limit { what, flag: "" },
        Stop::Pruned => Verdict::Defect("a pruned execution was taken for a finding".into()),
    }
}
