//! What a search is asked, and what it answers.

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use machine::{Allowed, Break, Choice, CodePoint, Covered, Kind, Points, Presumptions, Print, Problem};

use crate::checkpoint::Checkpoints;
use crate::commute::Commuted;
use crate::peers::Peers;
use crate::property::Property;
use crate::statistics::Statistics;
use crate::strategy::Order;
use crate::visited::Keep;

/// Executions to presume from, unless told otherwise.
pub const REHEARSALS: u64 = 25;

/// What is done about data races.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Races {
    /// They are not looked for.
    Off,
    /// They are violations.
    #[default]
    Error,
    /// They are collected; executions go on as if they were harmless.
    Collect,
}

/// Something that was found besides what the verdict says.
#[derive(Clone, PartialEq, Debug)]
pub struct Finding {
    pub problem: Problem,
    pub path: Path,
    pub points: Points,
}

/// How far and how to look.
#[derive(Clone, Debug)]
pub struct Options {
    pub workers: usize,
    pub time_max: Option<Duration>,
    /// The part of it that was spent before the search.
    pub spent: Duration,
    /// Set by somebody who does not want to wait any longer.
    pub interrupted: Option<&'static AtomicBool>,
    pub memory_bytes_max: Option<u64>,
    /// A directory for files with what does not fit into memory.
    pub spill: Option<PathBuf>,
    /// Transitions from the start.
    pub depth_max: Option<u64>,
    pub states_max: Option<u64>,
    /// The same, but a layer that was begun is finished: what has been found then does not depend on who is fast.
    pub states_before_layer_max: Option<u64>,
    pub races: Races,
    /// Data races that are not reported.
    pub allowed: Option<Arc<dyn Allowed>>,
    /// What is asked of executions as a whole. All threads are explored in every state then, and no scouts.
    pub property: Option<Arc<Property>>,
    /// Look for states in which threads can only go round in loops.
    pub livelocks: bool,
    /// Share what states have in common.
    pub compressed: bool,
    /// Do not execute again what was executed before.
    pub recall: bool,
    /// Threads that cannot meet those that act are left for later.
    pub company: bool,
    /// Transitions that lead where others do that commute with them are left out of a breadth-first search,
    /// unless threads are left for later.
    pub sleep: bool,
    /// Threads that are alike are put in order, so that it does not matter which of them does what.
    pub symmetry: bool,
    /// Executions to presume from.
    pub rehearsals: u64,
    /// Go on after a violation and collect others.
    pub keep_going: bool,
    /// Look for violations far from the start as well, beside a breadth-first search.
    pub scouts: bool,
    /// Which state comes next.
    pub order: Order,
    /// What is kept of states that were visited.
    pub keep: Keep,
    /// Tell which way leads to what was found.
    pub paths: bool,
    /// Tell what the program prints.
    pub prints: bool,
    /// Tell which instructions are executed, and not just which functions (slow).
    pub coverage: bool,
    /// So many pairs of actions are executed in both orders when all states are known.
    pub pairs_max: u64,
    /// Where to write what another process may go on with; breadth-first, with a store that compresses.
    pub checkpoints: Option<Arc<Checkpoints>>,
    /// Other processes that search with this one: breadth-first, without prints and pairs.
    pub peers: Option<Arc<dyn Peers>>,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            workers: 1,
            time_max: None,
            spent: Duration::ZERO,
            interrupted: None,
            memory_bytes_max: None,
            spill: None,
            depth_max: None,
            states_max: None,
            states_before_layer_max: None,
            races: Races::Error,
            allowed: None,
            property: None,
            livelocks: true,
            compressed: true,
            recall: true,
            company: true,
            sleep: true,
            symmetry: false,
            rehearsals: REHEARSALS,
            keep_going: false,
            scouts: true,
            order: Order::default(),
            keep: Keep::States,
            paths: true,
            prints: false,
            coverage: false,
            pairs_max: 0,
            checkpoints: None,
            peers: None,
        }
    }
}

impl Options {
    /// Did somebody ask for an end?
    pub(crate) fn is_interrupted(&self) -> bool {
        is_set(self.interrupted)
    }

    /// How long those who have begun at this time may go on.
    pub fn patience(&self, started: Instant) -> Patience {
        let until = self.time_max.and_then(|time| started.checked_add(time.saturating_sub(self.spent)));
        Patience { until, interrupted: self.interrupted }
    }
}

fn is_set(flag: Option<&AtomicBool>) -> bool {
    flag.is_some_and(|flag| flag.load(Ordering::Relaxed))
}

/// How long somebody may go on.
#[derive(Clone, Debug, Default)]
pub struct Patience {
    pub until: Option<Instant>,
    /// Set when it is over.
    pub interrupted: Option<&'static AtomicBool>,
}

impl Patience {
    pub fn is_over(&self) -> bool {
        is_set(self.interrupted) || self.until.is_some_and(|until| Instant::now() > until)
    }
}

/// The transitions from the start of the program to some state.
pub type Path = Vec<Choice>;

/// The answer. `Safe` is built in one place only, `verdict::conclude`.
#[derive(Clone, PartialEq, Debug)]
pub enum Verdict {
    Safe,
    /// Nothing was found, but states may have been taken for others: each was kept with so many
    /// bits, and with this probability at most one was missed.
    Unproved {
        bits: u32,
        missed_max: f64,
    },
    /// The last transition of the path fails, or the state it leads to is wrong in itself
    /// (deadlock, data race).
    Violation {
        problem: Problem,
        path: Path,
    },
    Unsupported {
        what: String,
        path: Path,
    },
    Limit {
        what: String,
        flag: &'static str,
    },
    Defect(String),
}

#[derive(Clone, PartialEq, Debug)]
pub struct Outcome {
    pub verdict: Verdict,
    /// Every state was visited, whatever was found.
    pub complete: bool,
    /// The violation was found by a scout, so a way to it may be shorter.
    pub scouted: bool,
    /// It was found where threads were left for later, so a way to it may be shorter.
    pub detour: bool,
    /// How many of the last transitions of the violation go round for ever, if it is one of an execution as a
    /// whole; 0 if that ends.
    pub cycle: Option<usize>,
    /// Further violations, with `keep_going`.
    pub more: Vec<Finding>,
    /// Data races that were collected, each pair of accesses once, the nearest first.
    pub races: Vec<Finding>,
    /// Every violation met: its kind, and where in the user's code it was.
    pub sightings: Vec<(Kind, Option<CodePoint>)>,
    /// What was presumed of the program; paths are to be executed under the same presumptions.
    pub presumptions: Presumptions,
    /// Statuses that the program was seen to exit with; all of them if it is safe.
    pub exits: BTreeSet<i32>,
    /// Executions that exit with a status other than 0, one for each of the first few.
    pub failing: Vec<(i32, Path)>,
    /// What was reached.
    pub covered: Covered,
    pub statistics: Statistics,
    pub warnings: Vec<String>,
    /// Different things that the program prints, if that was asked; None if there are too many.
    pub prints: Option<BTreeSet<Print>>,
    /// The program has looked at addresses as numbers.
    pub observed: bool,
    pub commuted: Commuted,
    /// For a limit.
    pub growth: Option<Growth>,
    /// There is a checkpoint to go on with.
    pub resumable: bool,
    /// Other ranks could not be reached to the end.
    pub lost: bool,
}

/// Where a search stood when a limit ended it.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Growth {
    /// States that waited to be expanded.
    pub waiting: u64,
    /// How many states there were at the last few distances from the start, the farthest last. Empty if
    /// the order is another.
    pub layers: Vec<u64>,
    /// Ways to a few of the states that were farthest away, or how they begin.
    pub samples: Vec<Path>,
}

impl Outcome {
    pub fn is_violation(&self) -> bool {
        matches!(self.verdict, Verdict::Violation { .. })
    }
}

/// Where a search stands.
#[derive(Clone, Copy, Debug)]
pub struct Progress {
    pub states: u64,
    pub queue: u64,
    pub depth: u64,
    pub seconds: f64,
    pub memory_bytes: u64,
}

/// What was presumed wrongly, and whether that was noticed only after much work.
#[derive(Debug)]
pub struct Broken {
    pub breaks: Vec<Break>,
    pub late: bool,
}
