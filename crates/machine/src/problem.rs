//! Every way an execution can stop, in one place.

mod threads;

use std::fmt;

use ir::{FuncId, Pc, contract};

pub use crate::problem::threads::{ThreadId, Threads};

/// A position in the code.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct CodePoint {
    pub func: FuncId,
    pub pc: Pc,
}

/// Where in the user's code a finding is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Points {
    /// Where the thread to blame is.
    pub blamed: Option<CodePoint>,
    /// The other one of a data race.
    pub other: Option<CodePoint>,
    /// The global variable that a data race is about: its index in the program.
    pub global: Option<u32>,
}

impl Points {
    /// Are they the same, whoever is to blame?
    pub fn is_like(&self, other: &Points) -> bool {
        let same = (self.blamed, self.other) == (other.blamed, other.other);
        self.global == other.global && (same || (self.blamed, self.other) == (other.other, other.blamed))
    }
}

macro_rules! kinds {
    ($($variant:ident $name:literal,)*) => {
        /// What went wrong in the checked program. The names are stable.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
        pub enum Kind { $($variant,)* }

        impl Kind {
            pub const ALL: &'static [Kind] = &[$(Kind::$variant,)*];

            pub fn name(self) -> &'static str {
                match self { $(Kind::$variant => $name,)* }
            }
        }
    };
}

kinds! {
    Assert "assert",
    Abort "abort",
    NullDeref "null-deref",
    OutOfBounds "out-of-bounds",
    Overlap "overlap",
    UseAfterFree "use-after-free",
    DeadStack "dead-stack",
    InvalidPointer "invalid-pointer",
    WriteToConstant "write-to-constant",
    DoubleFree "double-free",
    InvalidFree "invalid-free",
    Leak "leak",
    Uninit "uninit",
    DivByZero "div-by-zero",
    Overflow "overflow",
    Unreachable "unreachable",
    BadCall "bad-call",
    Deadlock "deadlock",
    Livelock "livelock",
    MutexMisuse "mutex-misuse",
    ThreadMisuse "thread-misuse",
    DataRace "data-race",
    UncaughtException "uncaught-exception",
    StackOverflow "stack-overflow",
    Invariant "invariant",
    Ltl "ltl",
    NonTermination "non-termination",
    Panic "panic",
}

impl Kind {
    /// Is it a violation of what was asked of the execution as a whole? The search has found it in its graph
    /// of states; a replay shows that the execution is possible.
    pub fn is_of_execution(self) -> bool {
        matches!(self, Kind::Invariant | Kind::Ltl | Kind::NonTermination)
    }

    /// Is it found by looking at states, so that an execution may go on past it?
    pub fn is_finding(self) -> bool {
        matches!(self, Kind::Leak | Kind::Deadlock | Kind::Livelock | Kind::DataRace)
    }
}

/// What the runtime reports with `__augur_problem`.
impl From<contract::Problem> for Kind {
    fn from(problem: contract::Problem) -> Kind {
        match problem {
            contract::Problem::Assert => Kind::Assert,
            contract::Problem::Abort => Kind::Abort,
            contract::Problem::MutexMisuse => Kind::MutexMisuse,
            contract::Problem::ThreadMisuse => Kind::ThreadMisuse,
            contract::Problem::Deadlock => Kind::Deadlock,
            contract::Problem::InvalidFree => Kind::InvalidFree,
            contract::Problem::UncaughtException => Kind::UncaughtException,
            contract::Problem::Overlap => Kind::Overlap,
            contract::Problem::Panic => Kind::Panic,
        }
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A violation: the program can go wrong.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Problem {
    pub kind: Kind,
    pub message: String,
    /// The thread that goes wrong; its stack says where.
    pub thread: ThreadId,
    /// The other thread of a data race, the other members of a deadlock.
    pub others: Vec<ThreadId>,
}

/// Why a transition did not lead to a next state.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Stop {
    Violation(Problem),
    /// We do not model this; not a bug in the program.
    Unsupported {
        what: String,
        thread: ThreadId,
    },
    /// A bound of ours was reached; `flag` lifts it.
    Limit {
        what: String,
        flag: &'static str,
    },
    /// The program gave this execution up (`assume(false)`).
    Pruned,
    /// The library gave this execution up because of a bound of its own.
    GivenUp(String),
    /// A bug in us.
    Defect(String),
}

impl Stop {
    /// The program cannot go on here.
    pub fn is_failure(&self) -> bool {
        matches!(self, Stop::Violation(_) | Stop::Unsupported { .. })
    }

    /// The execution is not followed any further, though the program could go on.
    pub fn is_given_up(&self) -> bool {
        matches!(self, Stop::Pruned | Stop::GivenUp(_))
    }
}

/// Boxed, so that the results of the hot path stay small.
pub type Run<T> = Result<T, Box<Stop>>;
