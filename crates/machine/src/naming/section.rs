//! What is known of one thread by its section alone.

use crate::execution::ahead::Ahead;
use crate::execution::question::Asks;

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
}
