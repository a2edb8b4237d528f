//! Rounds of presuming: what a few executions let us hope for is relied upon until something shows
//! that it does not hold. Then all is done over without it. See [`machine::Presumptions`].

use std::time::Instant;

use machine::{Break, Image, Presumptions, Stop, ThreadId};

use crate::outcome::{Options, Outcome, Verdict};
use crate::rehearse::rehearse;
use crate::search::{self, Show};
use crate::verdict;

/// What comes of one round.
pub enum Round<T> {
    /// All that counts was presumed rightly.
    Done(T),
    /// These presumptions do not hold.
    Broken(Vec<Break>),
    /// Nothing may be presumed at all.
    Doubted,
}

/// Makes rounds until one is done, each presuming less than the one before, so that there is a last
/// one. Tells how many there were. No rehearsal begins or goes on later than `until`.
pub fn rounds<T>(
    image: &Image,
    rehearsals: u64,
    until: Option<Instant>,
    mut round: impl FnMut(&Presumptions) -> Round<T>,
) -> (T, u64) {
    let mut presumptions = rehearse(image, rehearsals, until);
    let mut count = 1;
    loop {
        presumptions = match round(&presumptions) {
            Round::Done(outcome) => return (outcome, count),
            Round::Broken(breaks) => {
                tracing::debug!(?breaks, "presumed in vain");
                presumptions.without(&breaks)
            }
            Round::Doubted => Presumptions::default(),
        };
        count += 1;
    }
}

/// Visits every reachable state.
pub fn check(image: &Image, options: &Options, show: Show<'_>) -> Outcome {
    let started = Instant::now();
    let until = options.time_max.and_then(|time| started.checked_add(time));
    let mut doubted = None;
    let (mut outcome, count) = rounds(image, options.rehearsals, until, |presumptions| {
        match search::run(image, presumptions, options, started, show) {
            // What goes wrong hides what others would have done next, and with it that something was
            // wrongly presumed. One violation is enough to know; to know them all, presume nothing.
            Ok(outcome) if outcome.is_violation() && options.keep_going && !presumptions.is_empty() => {
                doubted = Some(outcome);
                Round::Doubted
            }
            Ok(outcome) => Round::Done(outcome),
            Err(breaks) => Round::Broken(breaks),
        }
    });
    if let Some(found) = doubted {
        outcome = later(found, outcome);
    }
    outcome.statistics.rounds = count;
    outcome
}

/// What to say if a search has found violations and the one that was to find all of them has come to
/// this. What was found stays found, if the second one could not be finished.
fn later(found: Outcome, last: Outcome) -> Outcome {
    let violations = |outcome: &Outcome| outcome.is_violation() as usize + outcome.more.len();
    if last.complete && last.is_violation() || violations(&last) >= violations(&found) {
        return last;
    }
    let stop = match last.verdict {
        Verdict::Limit { what, flag } => Some(Stop::Limit { what, flag }),
        Verdict::Unsupported { what, .. } => Some(Stop::Unsupported { what, thread: ThreadId(0) }),
        Verdict::Defect(what) => Some(Stop::Defect(what)),
        _ => None,
    };
    let mut warnings = found.warnings;
    warnings.extend(last.warnings.into_iter().chain(stop.as_ref().and_then(verdict::unfinished)));
    warnings.sort();
    warnings.dedup();
    Outcome { complete: false, warnings, ..found }
}
