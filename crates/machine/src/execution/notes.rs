//! What is noted of an execution if somebody wants to know: the ops, and what is printed.

use std::collections::BTreeSet;

use crate::problem::{CodePoint, ThreadId};

/// An op that was executed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Act {
    pub thread: ThreadId,
    pub point: CodePoint,
    /// Frames of the thread.
    pub depth: u32,
    /// The thread was in an atomic section.
    pub masked: bool,
    /// It was in none and held no quiet lock: others may run just before.
    pub apart: bool,
}

/// What is noted of ops while they are executed.
#[derive(Default)]
pub(crate) struct Notes {
    /// No more once a thread is here, unless nothing was executed yet.
    pub until: Option<Position>,
    /// Something was executed.
    pub begun: bool,
    pub log: Option<Vec<Act>>,
}

/// The op that a thread is about to execute, and how many frames it has.
pub type Position = (CodePoint, u32);

/// Something printed: where to, what, and from where in the user's code.
pub type Print = (i32, Vec<u8>, Option<(u32, u32)>);

/// Different things that were printed.
#[derive(Default)]
pub(crate) struct Printed {
    pub prints: BTreeSet<Print>,
    pub prints_max: usize,
}
