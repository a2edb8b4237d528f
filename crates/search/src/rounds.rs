//! Rounds of presuming: what a few executions let us hope for is relied upon until something shows
//! that it does not hold. Then all is done over without it. See [`machine::Presumptions`].

use std::sync::Arc;
use std::time::Instant;

use machine::{Break, Image, Presumptions, Problem, Stop, ThreadId};

use crate::checkpoint::{Checkpoint, Journal, Plan, Refused};
use crate::outcome::{Broken, Options, Outcome, Patience, Verdict};
use crate::peers::{self, Alone, Peers};
use crate::rehearse::{Rehearsed, rehearse};
use crate::retrace::{Retraced, retrace};
use crate::scout::fewer;
use crate::search::{self, Anew, Show};
use crate::verdict;

/// To find a shorter path, so many states may be visited, and so many times as many as were for the first.
const STATES_SHORTER_MIN: u64 = 1 << 14;
const STATES_SHORTER_SHARE: u64 = 2;

/// What comes of one round.
pub enum Round<T> {
    /// All that counts was presumed rightly.
    Done(T),
    /// Some presumptions do not hold.
    Broken(Broken),
    /// Nothing may be presumed at all.
    Doubted,
}

/// Makes rounds until one is done, each presuming less than the one before, so that there is a last
/// one. Tells how many there were. No rehearsal begins or goes on when patience is over.
pub fn rounds<T>(
    image: &Image,
    rehearsals: u64,
    patience: &Patience,
    round: impl FnMut(&Presumptions) -> Round<T>,
) -> (T, u64) {
    rounds_from(rehearse(image, rehearsals, patience).presumptions, 1, round)
}

/// The same, from a round on.
fn rounds_from<T>(
    mut presumptions: Presumptions,
    mut count: u64,
    mut round: impl FnMut(&Presumptions) -> Round<T>,
) -> (T, u64) {
    loop {
        presumptions = match round(&presumptions) {
            Round::Done(outcome) => return (outcome, count),
            Round::Broken(Broken { breaks, late }) => {
                tracing::debug!(?breaks, late, "presumed in vain");
                presumptions.without(&breaks, late)
            }
            Round::Doubted => Presumptions::default(),
        };
        count += 1;
    }
}

/// Visits every reachable state.
pub fn check(image: &Image, options: &Options, show: Show<'_>) -> Outcome {
    let started = Instant::now();
    let Rehearsed { presumptions, found } = rehearse(image, options.rehearsals, &options.patience(started));
    let presumptions = peers::agree(options, presumptions);
    let journal = Journal::new(options, None);
    let mut outcome = go(image, options, (presumptions, 1), (started, &journal), show).expect("nothing was to be read");
    if let (Verdict::Safe, Some(Problem { kind, message, .. })) = (&outcome.verdict, found) {
        let kind = kind.name();
        let what = format!(
            "an execution that was tried before the search goes wrong ({kind}: {message}), and the search has not found that"
        );
        (outcome.verdict, outcome.complete) = (Verdict::Defect(what), false);
    }
    outcome
}

/// Goes on where another process has left off, with options that differ in limits and workers at most.
pub fn resume(image: &Image, options: &Options, checkpoint: Checkpoint, show: Show<'_>) -> Result<Outcome, Refused> {
    let started = Instant::now();
    let (plan, pieces) = peers::agree_to_go_on(options, checkpoint.plan().map_err(Refused::from))?;
    let journal = Journal::new(options, Some((&plan, pieces)));
    let Plan { presumptions, round, company, ranks, .. } = plan;
    // What several ranks have begun goes on as if there were several.
    let alone = (ranks > 0).then(|| Arc::new(Alone) as Arc<dyn Peers>);
    let symmetry = presumptions.is_indistinct();
    let presumptions = presumptions.distinct();
    let options = Options { company, symmetry, peers: options.peers.clone().or(alone), ..options.clone() };
    go(image, &options, (presumptions, round), (started, &journal), show)
}

fn go(
    image: &Image,
    options: &Options,
    (presumptions, first): (Presumptions, u64),
    when: (Instant, &Journal),
    show: Show<'_>,
) -> Result<Outcome, Refused> {
    let mut doubted = None;
    let mut options = options.clone();
    let (started, journal) = when;
    let mut number = first;
    let (outcome, count) = rounds_from(presumptions, first, |presumptions| {
        journal.begin_round(number);
        number += 1;
        let mut outcome = arranged(image, presumptions, &mut options, when, show);
        if let Err(Anew::Together) = outcome {
            options.company = false;
            outcome = search::run(image, presumptions, &options, when, show);
        }
        match outcome {
            // What goes wrong hides what others would have done next, and with it that something was
            // wrongly presumed. One violation is enough to know; to know them all, presume nothing.
            Ok(outcome) if outcome.is_violation() && options.keep_going && !presumptions.is_empty() => {
                doubted = Some(outcome);
                // Whoever goes on finds them again.
                journal.close();
                Round::Doubted
            }
            Ok(outcome) if outcome.is_violation() && outcome.statistics.partly > 0 => {
                Round::Done(Ok(shorter(image, presumptions, &options, started, show, outcome)))
            }
            Ok(outcome) => Round::Done(Ok(outcome)),
            Err(Anew::Refused(why)) => Round::Done(Err(why)),
            Err(Anew::Broken(broken)) => Round::Broken(broken),
            // It cannot be told again: all threads are together.
            Err(Anew::Together) => Round::Doubted,
        }
    });
    let mut outcome = outcome?;
    if let Some(found) = doubted {
        outcome = later(found, outcome);
    }
    outcome.statistics.rounds = count;
    if peers::rank(&options) == 0 {
        fewer(image, &options, &options.patience(started), &mut outcome);
    }
    let (trouble, resumable) = journal.sum_up();
    outcome.warnings.extend(trouble);
    outcome.resumable = resumable;
    Ok(outcome)
}

/// Visits every state, and puts threads that are alike in order if that is wanted. If they turn out not to be alike, it
/// is not tried again; nor if something was found before that was noticed which cannot happen so.
fn arranged(
    image: &Image,
    presumptions: &Presumptions,
    options: &mut Options,
    when: (Instant, &Journal),
    show: Show<'_>,
) -> Result<Outcome, Anew> {
    // A property speaks of threads by their numbers.
    if options.symmetry && options.property.is_none() {
        match search::run(image, &presumptions.clone().indistinct(), options, when, show) {
            Err(Anew::Broken(mut broken)) if broken.breaks.contains(&Break::Distinct) => {
                tracing::debug!("threads are not alike");
                options.symmetry = false;
                broken.breaks.retain(|one| *one != Break::Distinct);
                if !broken.breaks.is_empty() {
                    return Err(Anew::Broken(broken));
                }
            }
            Ok(outcome) if !happens(image, &outcome) => options.symmetry = false,
            outcome => return outcome,
        }
    }
    search::run(image, presumptions, options, when, show)
}

/// Is what was found, if anything, what happens to threads that stay in their places?
fn happens(image: &Image, outcome: &Outcome) -> bool {
    match &outcome.verdict {
        Verdict::Violation { problem, path } if !path.is_empty() => {
            !matches!(retrace(image, &outcome.presumptions, path, problem), Retraced::Differs(_))
        }
        Verdict::Defect(_) => false,
        _ => true,
    }
}

/// A violation that was found where some threads were left for later need not have the shortest path: what
/// does not matter to it may have come first. So it is looked for once more with all threads, for as long
/// as that is not much more work.
fn shorter(
    image: &Image,
    presumptions: &Presumptions,
    options: &Options,
    started: Instant,
    show: Show<'_>,
    found: Outcome,
) -> Outcome {
    if !options.order.about().shortest {
        return found;
    }
    let states_before_layer_max = Some(STATES_SHORTER_MIN.max(STATES_SHORTER_SHARE * found.statistics.states));
    let options = Options { company: false, scouts: false, states_before_layer_max, ..options.clone() };
    match search::run(image, presumptions, &options, (started, &Journal::default()), show) {
        Ok(outcome) if outcome.is_violation() => outcome,
        other => Outcome { detour: true, lost: other.is_ok_and(|other| other.lost), ..found },
    }
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
    Outcome { complete: false, warnings, lost: last.lost, ..found }
}
