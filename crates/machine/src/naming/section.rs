//! What is known of one thread by its section alone.

use std::cell::OnceCell;

use crate::execution::ahead::Ahead;
use crate::execution::question::Asks;
use crate::problem::Threads;

#[derive(Debug)]
pub(crate) struct Section {
    pub words: Vec<u32>,
    /// What the thread points to, in order.
    pub strong: Vec<u32>,
    /// Every object number in `words` that can change, in order.
    pub numbers: Vec<u32>,
    pub ahead: Ahead,
    /// It is in the middle of an atomic section.
    pub entered: bool,
    /// What it is about to do may depend on where dead blocks were.
    pub asks: Asks,
    /// It is about to load, to store, or to do both at once, outside of atomic sections.
    pub plain: bool,
    /// Who may access the global memory that it is about to access, once somebody has asked. None: that has no such
    /// rule.
    pub met: OnceCell<Option<Threads>>,
}

impl Section {
    /// Is all there is to tell of it that it is about to make an access?
    fn only_accesses(&self) -> bool {
        matches!(self.ahead, Ahead::Access(_)) && !self.entered && self.asks == Asks::Never
    }

    /// Is it about to make an atomic access?
    pub(crate) fn is_atomic(&self) -> bool {
        matches!(self.ahead, Ahead::Access(pending) if pending.atomic)
    }

    /// Are a thread with this section and one with the other about to do things of the same sort, which is to
    /// make an access?
    pub(crate) fn accesses_like(&self, other: &Section) -> bool {
        self.plain == other.plain && self.only_accesses() && other.only_accesses()
    }
}
