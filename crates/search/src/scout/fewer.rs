//! Fewer context switches on the ways to what a search has found.
//!
//! A breadth-first search knows the ways with the fewest transitions, and other searches any. Of each way what
//! does not matter is left out, and what a thread does is moved to where it runs anyway (`shorten`). Every change
//! is executed as the search would have, and kept if the same goes wrong in the same place; what comes of it in the end
//! is executed op by op as well. This only ever
//! replaces a way by another one to the same violation, so it needs no switch: it cannot change a verdict.

use machine::{Allowed, Image, Kind, Points, Presumptions, Problem};
use store::{Store, StoreOptions};

use super::STORE_BYTES;
use super::shorten::{length, shorten};
use super::walker::{Aim, End, Habits, Met, STEPS_MAX, Step, Walker};
use crate::outcome::{Finding, Options, Outcome, Path, Patience, Races, Verdict};
use crate::pieces::StorePieces;
use crate::retrace::{Retraced, retrace};
use crate::search::Search;

/// Work on the way to the first violation, and on that to each further one.
const FIRST_MAX: u64 = 20_000;
const OTHER_MAX: u64 = 4_000;
/// Work on all of them.
const ALL_MAX: u64 = 200_000;
/// With fewer there is nothing to gain: somebody must have had a turn.
const SWITCHES_MIN: usize = 2;

/// Makes the ways to all that was found shorter, for as long as there is patience.
pub(crate) fn fewer(image: &Image, options: &Options, patience: &Patience, outcome: &mut Outcome) {
    // What goes round for ever is judged as a whole.
    if outcome.cycle.is_some() || options.property.is_some() {
        return;
    }
    let presumptions = outcome.presumptions.clone();
    let mut editor = Editor { image, presumptions: &presumptions, options, left: ALL_MAX };
    if let Verdict::Violation { problem, path } = &mut outcome.verdict {
        editor.edit((problem, None), path, FIRST_MAX);
    }
    for Finding { problem, path, points } in outcome.more.iter_mut().chain(&mut outcome.races) {
        if patience.is_over() {
            return;
        }
        editor.edit((problem, Some(*points)), path, OTHER_MAX);
    }
}

/// What goes wrong at the end of a way, told as it happens to those who go it. None if they do not come to it.
pub(crate) fn at_the_end(search: &Search<'_>, path: &Path, problem: &Problem, points: Points) -> Option<Problem> {
    let options = search.options;
    let habits = Habits {
        recall: options.recall,
        races: options.races == Races::Error || problem.kind == Kind::DataRace,
        all: options.keep_going,
        allowed: options.allowed.as_deref().map(|allowed| allowed as &dyn Allowed),
    };
    let mut walker = Walker::new((search.image, search.presumptions), habits, search.pieces);
    walker.aim = Some(Aim { problem: problem.clone(), points: Some(points) });
    let start = walker.start()?;
    Some(follow(&mut walker, &start, path)?.wrong.problem)
}

struct Editor<'a> {
    image: &'a Image,
    presumptions: &'a Presumptions,
    options: &'a Options,
    /// Work that is left.
    left: u64,
}

impl Editor<'_> {
    fn edit(&mut self, (problem, points): (&mut Problem, Option<Points>), path: &mut Path, work_max: u64) {
        let switches = path.windows(2).filter(|pair| pair[0].thread != pair[1].thread).count();
        let whole = matches!(problem.kind, Kind::Livelock | Kind::NonTermination | Kind::Ltl | Kind::Invariant);
        if switches < SWITCHES_MIN || path.len() > STEPS_MAX || whole || self.left == 0 {
            return;
        }
        let bytes_max =
            self.options.memory_bytes_max.map_or(STORE_BYTES, |max| STORE_BYTES.min(max / super::STORE_PART));
        let store = Store::new(StoreOptions { memory_bytes_max: Some(bytes_max), ..StoreOptions::default() });
        let pieces = StorePieces(&store);
        let habits = Habits {
            recall: self.options.recall,
            races: self.options.races == Races::Error || problem.kind == Kind::DataRace,
            all: true,
            allowed: self.options.allowed.as_deref().map(|allowed| allowed as &dyn Allowed),
        };
        let mut walker = Walker::new((self.image, self.presumptions), habits, &pieces);
        walker.aim = Some(Aim { problem: problem.clone(), points });
        let met = walker.start().and_then(|start| Some((follow(&mut walker, &start, path)?, start)));
        if let Some((met, start)) = met.filter(|_| walker.work < work_max / 2) {
            walker.aim = Some(Aim { problem: problem.clone(), points: Some(met.wrong.points) });
            let met = shorten(&mut walker, &start, met, work_max.min(self.left));
            let shorter: Path = met.steps.iter().map(|step| step.choice).collect();
            let holds = || {
                !matches!(retrace(self.image, self.presumptions, &shorter, &met.wrong.problem), Retraced::Differs(_))
            };
            if length(&met.steps) < (switches, path.len()) && holds() {
                *path = shorter;
                *problem = met.wrong.problem;
            }
        }
        self.left = self.left.saturating_sub(walker.work);
    }
}

/// Goes a way that the search knows, as far as what it is to lead to. None if it does not lead there, for want of
/// room.
fn follow(walker: &mut Walker<'_>, start: &[u32], path: &Path) -> Option<Met> {
    let mut words = start.to_vec();
    let mut steps = Vec::new();
    for choice in path {
        match walker.look(&words) {
            Err(End::Wrong(wrong)) => return Some(Met { steps, wrong }),
            Err(End::Over) => return None,
            Ok(()) => {}
        }
        let number = walker.enabled.iter().position(|enabled| enabled == choice)?;
        steps.push(Step { choice: *choice, number });
        match walker.step(*choice) {
            Ok(next) => words = next.to_vec(),
            Err(End::Wrong(wrong)) => return Some(Met { steps, wrong }),
            Err(End::Over) => return None,
        }
    }
    match walker.look(&words) {
        Err(End::Wrong(wrong)) => Some(Met { steps, wrong }),
        _ => None,
    }
}
