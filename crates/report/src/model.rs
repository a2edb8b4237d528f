//! What a report consists of.

use serde::Serialize;
use trace::{Location, Output, Stack, Trace};

/// The only memory model that is explored.
pub const MEMORY_MODEL: &str = "sequential consistency";

/// The result of a run of the checker.
#[derive(Clone, Debug)]
pub struct Report {
    pub outcome: Outcome,
    /// What was looked for; none if the search did not begin.
    pub checks: Option<Checks>,
    pub statistics: Statistics,
    /// Things the user should know whatever the outcome.
    pub warnings: Vec<String>,
    /// Further violations, if the search went on after the first.
    pub more: Vec<Trace>,
    /// Data races that were to be warned of only.
    pub races: Vec<Trace>,
    /// Statuses that the program was seen to exit with; all of them if it is safe.
    pub exit_statuses: Vec<i32>,
    /// Executions with a status other than 0, one for each of the first few.
    pub failing: Vec<Failing>,
    /// What was reached, if there was a search.
    pub coverage: Option<Coverage>,
    /// What made the states so many, if a limit ended the search.
    pub growth: Option<Growth>,
}

/// Whether something that was found makes the program wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    Error,
    /// Data races with `--races warn`.
    Warning,
}

impl Report {
    /// Everything that was found, the most important first. Each was replayed.
    pub fn findings(&self) -> impl Iterator<Item = (Severity, &Trace)> {
        let first = match &self.outcome {
            Outcome::Violation(trace) => Some(&**trace),
            _ => None,
        };
        let errors = first.into_iter().chain(&self.more).map(|trace| (Severity::Error, trace));
        errors.chain(self.races.iter().map(|trace| (Severity::Warning, trace)))
    }
}

/// An execution that exits with a status other than 0.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Failing {
    pub status: i32,
    pub output: Vec<Output>,
}

/// What was reached of the user's code.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Coverage {
    /// In the order of the source.
    pub functions: Vec<CoveredFunction>,
    /// By file; empty unless asked for.
    pub files: Vec<CoveredFile>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct CoveredFunction {
    pub name: String,
    pub file: String,
    pub line: u32,
    pub entered: bool,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct CoveredFile {
    pub file: String,
    /// Lines with code, and whether any of it was executed.
    pub lines: Vec<(u32, bool)>,
}

/// What made the states so many.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Growth {
    /// States that waited to be expanded.
    pub waiting: u64,
    /// How many states there were at the last few distances from the start, the farthest last.
    pub layers: Vec<u64>,
    /// Transitions to the states that were looked at, and how many these were.
    pub depth: usize,
    pub examined: usize,
    /// Memory that took most values on the way to them, the most first.
    pub grew: Vec<Grew>,
    /// The most heap blocks that were allocated on one way and not freed.
    pub blocks: usize,
    /// How many threads ran each start routine, on one way.
    pub threads: Vec<(String, usize)>,
    /// What may help.
    pub advice: Vec<String>,
}

/// A variable, or a part of one, that took many values.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Grew {
    pub name: String,
    /// Where it gets them.
    pub location: Option<Location>,
    /// How many different ones were seen, the first and the last of them.
    pub values: usize,
    pub first: String,
    pub last: String,
    /// No value came twice on any way.
    pub always_new: bool,
}

/// The outcomes are never turned into one another.
#[derive(Clone, Debug)]
pub enum Outcome {
    /// Every reachable state was visited and nothing was skipped.
    Safe,
    /// The program can go wrong; the trace was replayed.
    Violation(Box<Trace>),
    /// Bad command line, unreadable input, compile error.
    Usage(Usage),
    /// Something that is not modelled was reached.
    Unsupported(Box<Unsupported>),
    /// A limit stopped the search; `flag` lifts it.
    Limit { what: String, flag: String },
    /// Nothing was found, but only so many bits were kept of each state: with at most this
    /// probability a state was missed. For scripts it is a limit.
    Unproved { bits: u32, missed_max: f64 },
    /// A bug in the checker.
    Defect { what: String },
}

impl Outcome {
    /// The stable name.
    pub fn name(&self) -> &'static str {
        match self {
            Outcome::Safe => "safe",
            Outcome::Violation(_) => "violation",
            Outcome::Usage(_) => "usage",
            Outcome::Unsupported(_) => "unsupported",
            Outcome::Limit { .. } | Outcome::Unproved { .. } => "limit",
            Outcome::Defect { .. } => "defect",
        }
    }

    /// What kept us from an answer, in one line; none if there is an answer.
    pub fn trouble(&self) -> Option<&str> {
        match self {
            Outcome::Safe | Outcome::Violation(_) => None,
            Outcome::Usage(usage) => Some(&usage.what),
            Outcome::Unsupported(unsupported) => Some(&unsupported.what),
            Outcome::Limit { what, .. } | Outcome::Defect { what } => Some(what),
            Outcome::Unproved { .. } => Some("no error found, but states may have been missed"),
        }
    }
}

/// What the user has to put right before anything can be checked.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Usage {
    pub what: String,
    /// The input or flag it is about; may be empty.
    pub place: String,
    /// What to try; may be empty.
    pub advice: String,
}

/// What is not modelled, and where it was reached.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Unsupported {
    pub what: String,
    /// The innermost place in the user's code.
    pub location: Option<Location>,
    /// The text of that line.
    pub source: Option<String>,
    /// The thread that reached it.
    pub stack: Option<Stack>,
}

/// What a search looks for.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Checks {
    pub races: bool,
    pub leaks: bool,
    pub overflow: bool,
    pub strict_calls: bool,
    /// Stack of each thread.
    pub stack_bytes: u64,
    /// The faults that the environment may choose.
    pub faults: Vec<String>,
    /// What the program has that may fail or end for no reason, and does not since that fault is off.
    pub never_spurious: Vec<String>,
    pub reduction: String,
    /// The program has atomic accesses weaker than sequentially consistent.
    pub weak_atomics: bool,
    /// The program is written in Rust, of which the aliasing rules of references are not checked.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub rust: bool,
    /// The program reads a clock or sets a timer, of which only some courses are explored.
    pub clock: bool,
    /// The program looked at addresses as numbers, of which only some are explored.
    pub addresses: bool,
    /// What volatile accesses count as.
    pub volatile: String,
    /// How random numbers are drawn, or `none` if the program draws none.
    pub random: String,
    /// Data races that were met and are allowed, as `--allow-race` has them.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub allowed_races: Vec<String>,
    /// What the user changed about the program, and what to know of that.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub changes: Vec<String>,
    /// What was asked of executions as a whole, and of the scheduler.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub property: Option<String>,
    /// What came of `--audit`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub audit: Option<Audit>,
}

/// How a verdict was checked once more.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Audit {
    /// The level of reduction of the second search, which found the same; none if no level fitted
    /// the limits.
    pub level: Option<String>,
    /// Its states.
    pub states: u64,
    /// What was compared.
    pub compared: Vec<String>,
    /// What was not compared, or not at a finer level, and why.
    pub left_out: Vec<String>,
    /// Pairs of actions that were executed in both orders, to the same effect.
    pub pairs: u64,
    /// Pairs of which nothing is claimed, by reason.
    pub pairs_left_out: std::collections::BTreeMap<&'static str, u64>,
}

/// Visible actions that did not end a transition, by what spared them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Spared {
    pub alone: u64,
    pub staged: u64,
    pub guarded: u64,
    pub releases: u64,
    pub life: u64,
}

impl Spared {
    /// Each with its name and in words.
    pub fn all(&self) -> [(&'static str, &'static str, u64); 5] {
        [
            ("alone", "actions while nobody else could run", self.alone),
            ("staged", "accesses to memory that one thread has to itself or nobody writes any more", self.staged),
            ("guarded", "accesses to memory under its lock", self.guarded),
            ("releases", "releases of locks", self.releases),
            ("life", "steps of starting, ending and joining threads", self.life),
        ]
    }
}

/// One of the things that states are kept in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Table {
    pub name: &'static str,
    /// 0 if it is not counted.
    pub entries: u64,
    pub bytes: u64,
    /// The part of a hash table's slots that is in use; 0 if it is not a hash table.
    pub load: f64,
}

/// Figures of a search. All zero if it did not begin.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Statistics {
    pub states: u64,
    pub transitions: u64,
    pub instructions: u64,
    pub spared: Spared,
    /// States in which only some threads had to go on.
    pub partly: u64,
    /// Transitions that were left out since others lead to the same states.
    pub slept: u64,
    /// How many times the search was started.
    pub rounds: u64,
    /// What scouts have done besides: transitions, or more where they are long.
    pub scout_work: u64,
    pub seconds: f64,
    /// The peak of the whole process.
    pub memory_bytes: u64,
    /// What the states take, and in `tables` what that consists of.
    pub store_bytes: u64,
    /// The most of it that was in files instead of memory.
    pub spilled_bytes: u64,
    pub tables: [Table; 6],
    pub workers: usize,
    /// Transitions from the start to the farthest state.
    pub depth: u64,
}

impl Statistics {
    pub fn states_per_second(&self) -> f64 {
        ratio(self.states as f64, self.seconds)
    }

    pub fn instructions_per_second(&self) -> f64 {
        ratio(self.instructions as f64, self.seconds)
    }

    pub fn bytes_per_state(&self) -> f64 {
        ratio(self.store_bytes as f64, self.states as f64)
    }
}

fn ratio(above: f64, below: f64) -> f64 {
    if below > 0.0 { above / below } else { 0.0 }
}
