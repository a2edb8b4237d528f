//! The running thread, outside the working state for speed, and what its ops ask of the op loop.

use ir::Word;

use crate::problem::ThreadId;

/// A value of several words, mostly few.
pub(crate) type Words = smallvec::SmallVec<[Word; 4]>;

/// What an op that is not a plain step asks of the loop.
pub(crate) enum Next {
    /// Go on with the following op.
    Step,
    /// Go on with the topmost frame, whichever it is now.
    Frame,
    /// The same, but the thread may have been there before.
    Jump,
    /// The thread stops before this op.
    Stop,
    /// The thread or the program has ended.
    End,
}

/// The running thread's registers and place, outside `Vm` for speed.
pub(crate) struct Cpu {
    pub thread: ThreadId,
    pub registers: Vec<Word>,
    pub base: usize,
    pub pc: usize,
    /// Ops executed in this transition, this one included.
    pub count: u64,
    /// The value of the choice that the transition starts with.
    pub choice: u32,
    /// Where `count` must stop.
    pub count_max: u64,
    /// A question about addresses was answered by it.
    pub settled: bool,
    pub loops: u32,
    pub calls: u32,
    /// There is no other thread, and none that was not joined.
    pub solo: bool,
    /// Nobody else could run when this was last looked at.
    pub alone: bool,
}

impl Cpu {
    /// For looking at what a thread would do.
    pub(crate) fn probe(thread: ThreadId, registers: Vec<Word>, base: usize, pc: usize) -> Cpu {
        let (count, choice, loops, calls) = (0, 0, 0, 0);
        let (settled, solo, alone, count_max) = (false, false, false, 0);
        Cpu { thread, registers, base, pc, count, choice, settled, count_max, loops, calls, solo, alone }
    }
}
