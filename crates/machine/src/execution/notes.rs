//! What is noted of an execution if somebody wants to know: the ops, what is printed, and what was reached.

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

/// Which parts of a program were reached.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Covered {
    /// By function: it was entered.
    pub functions: Vec<bool>,
    /// By function: the ops that were executed. Empty unless somebody wants to know.
    pub ops: Vec<Vec<bool>>,
}

impl Covered {
    /// Nothing was reached yet.
    pub fn new(program: &ir::Program, ops: bool) -> Covered {
        let blank = |function: &ir::Function| vec![false; function.ops.len()];
        Covered {
            functions: vec![false; program.functions.len()],
            ops: if ops { program.functions.iter().map(blank).collect() } else { Vec::new() },
        }
    }

    pub(crate) fn enter(&mut self, func: ir::FuncId) {
        if let Some(entered) = self.functions.get_mut(func.0 as usize) {
            *entered = true;
        }
    }

    pub(crate) fn execute(&mut self, func: ir::FuncId, pc: usize) {
        if let Some(op) = self.ops.get_mut(func.0 as usize).and_then(|ops| ops.get_mut(pc)) {
            *op = true;
        }
    }

    /// Adds what another has reached in the same program.
    pub fn merge(&mut self, other: &Covered) {
        let join = |mine: &mut Vec<bool>, theirs: &Vec<bool>| {
            mine.resize(mine.len().max(theirs.len()), false);
            mine.iter_mut().zip(theirs).for_each(|(a, b)| *a |= *b);
        };
        join(&mut self.functions, &other.functions);
        self.ops.resize(self.ops.len().max(other.ops.len()), Vec::new());
        self.ops.iter_mut().zip(&other.ops).for_each(|(a, b)| join(a, b));
    }
}
