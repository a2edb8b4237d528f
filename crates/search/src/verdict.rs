//! What a search comes to: the verdict, and what is said along with it.

use machine::{Arranger, Stop};

use crate::commute::Commuted;
use crate::gathered::{Found, Gathered, Origin, STATES_AFTER_UNSUPPORTED};
use crate::outcome::{Finding, Growth, Outcome, Path, Verdict};
use crate::path::{self, Followed};
use crate::peers;
use crate::search::Search;
use crate::statistics::{Statistics, statistics};
use crate::strategy::{Outskirts, Strategy};
use crate::worker::PRINTS_MAX;

/// That nothing is lost where threads have changed places rests on more than has been shown to hold.
const ARRANGED: &str =
    "nothing was found, but --symmetry is not trusted to miss nothing: without it, a program can be safe";

/// May threads have changed places?
fn is_arranged(search: &Search<'_>) -> bool {
    search.presumptions.is_indistinct() && Arranger::new(search.image, search.presumptions).is_some()
}

/// Statuses for which an execution is kept.
const FAILING_MAX: usize = 2;

/// The one place where a verdict is made. `Safe` needs that nothing was found, nothing ended the
/// search early, no state is left (`finished`), no execution was given up by the library, and none
/// can have been taken for another.
pub(crate) fn conclude(search: &Search<'_>, strategy: &dyn Strategy, gathered: Gathered, finished: bool) -> Outcome {
    let halt = search.take_halt();
    let doubt = search.visited.doubt(search.states());
    let worst = gathered.found.iter().find(|found| found.is_violation());
    let unsupported = gathered.unsupported.as_ref();
    let chosen = worst.or(gathered.kept.first()).or(gathered.found.first()).or(unsupported);
    let violated = chosen.is_some_and(Found::is_violation);
    let whole = finished && gathered.found.is_empty() && unsupported.is_none();
    let given_up = gathered.tally.given_up.first().cloned().or(is_arranged(search).then(|| ARRANGED.into()));
    let complete = whole && given_up.is_none() && halt.is_none() && doubt.is_none();
    let mut warnings = warnings(search, &gathered, (violated, finished), halt.as_ref());
    let verdict = match (chosen, halt) {
        (_, Some(defect @ Stop::Defect(_))) if !violated => verdict_of(defect, Path::new()),
        (Some(found), _) => match path_to(search, strategy, found) {
            Ok(followed) => verdict_of(followed.tell(search, found), followed.path),
            Err(why) => Verdict::Defect(why),
        },
        (None, Some(stop)) => verdict_of(stop, Path::new()),
        (None, None) if !finished => Verdict::Defect("the search ended with states left to visit".into()),
        (None, None) => match (given_up, doubt) {
            (Some(what), _) => Verdict::Limit { what, flag: "" },
            (None, Some(doubt)) => Verdict::Unproved { bits: doubt.bits, missed_max: doubt.missed_max },
            (None, None) => Verdict::Safe,
        },
    };
    let finding = |found: &Found| {
        let followed = path_to(search, strategy, found).ok()?;
        match followed.tell(search, found) {
            Stop::Violation(problem) => Some(Finding { problem, path: followed.path, points: found.points }),
            _ => None,
        }
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
    let samples = if search.options.paths { strategy.choices_to_each(&samples) } else { Vec::new() };
    // The first of several processes alone tells of them, and `mpirun` leaves an interrupted one little time.
    let is_told =
        peers::rank(search.options) == 0 && !(search.options.peers.is_some() && search.options.is_interrupted());
    let samples = samples.into_iter().filter(|_| is_told).filter_map(|mut choices| {
        choices.truncate(SAMPLE_MAX);
        path::follow(search, &choices).ok()
    });
    Growth { waiting, layers, samples: samples.collect() }
}

/// The transitions that lead to something that was found, if somebody wants to know.
fn path_to(search: &Search<'_>, strategy: &dyn Strategy, found: &Found) -> Result<Followed, String> {
    if !search.options.paths {
        return Ok(Followed::default());
    }
    let mut numbers = strategy.choices_to(&found.origin);
    numbers.extend(found.choice);
    let arranged = !matches!(found.origin, Origin::Walked(_));
    // What comes next depends on it.
    search.agreed_path(path::followed(search, &numbers, (arranged, found.choice.is_none())))
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
