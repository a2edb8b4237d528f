//! What a trace needs to see of an execution, in its own terms.
//!
//! Everything that turns an execution into a story works on an [`ExecutionView`]; only `watch`
//! knows that behind it stands a machine.

use ir::contract::argument::{delete, free, moved};
use ir::{FuncId, Index, MemoryAccess, Op, Pc, Program, Src, Trap};

use crate::cells::{self, Cell};

/// Where a frame stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Point {
    pub func: FuncId,
    /// The next op; in a frame that waits for a call to return, the call.
    pub pc: Pc,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Storage {
    Static,
    Code,
    Stack,
    Heap,
    /// The library's own.
    Internal,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct ObjectFacts {
    pub storage: Storage,
    pub alive: bool,
    pub bytes: u32,
}

/// An execution at one moment.
pub(crate) trait ExecutionView {
    fn program(&self) -> &Program;
    /// The threads that have not ended, by number.
    fn threads(&self) -> Vec<u32>;
    /// Oldest first; empty if the thread has ended.
    fn frames(&self, thread: u32) -> Vec<Point>;
    fn frame_count(&self, thread: u32) -> usize {
        self.frames(thread).len()
    }
    /// One of them.
    fn frame(&self, thread: u32, at: usize) -> Option<Point> {
        self.frames(thread).get(at).copied()
    }
    /// `words` consecutive words of an operand as seen by a frame; fewer if there are not so many.
    fn operand(&self, thread: u32, frame: usize, src: Src, words: u32) -> Vec<Cell>;
    fn object(&self, object: u32) -> Option<ObjectFacts>;
    /// The contents of a live object from `offset` on, at most `len` bytes.
    fn cells(&self, object: u32, offset: u32, len: u32) -> Vec<Cell>;
    /// The thread's own copies of thread-local variables: (index in the program, object).
    fn thread_locals(&self, thread: u32) -> Vec<(u32, u32)>;
}

impl dyn ExecutionView + '_ {
    /// The number of the innermost frame, and where it stands.
    pub(crate) fn top(&self, thread: u32) -> Option<(usize, Point)> {
        let at = self.frame_count(thread).checked_sub(1)?;
        Some((at, self.frame(thread, at)?))
    }

    /// The pointer that an access goes through; its base alone if that is no pointer.
    pub(crate) fn address(&self, thread: u32, frame: usize, access: &MemoryAccess) -> Vec<Cell> {
        let mut cells = self.operand(thread, frame, access.base, 1);
        let Some(Index { index, bits, scale }) = access.index else { return cells };
        let index = cells::number(&self.operand(thread, frame, index, 1)) as u64;
        let unused = 64 - u32::from(bits);
        let by = ((index << unused) as i64 >> unused).wrapping_mul(scale.into());
        if let Some(pointer) = cells::pointer(&cells) {
            let offset = pointer.offset.wrapping_add(by as u32);
            for (cell, byte) in cells.iter_mut().zip(offset.to_le_bytes()) {
                cell.byte = byte;
            }
        }
        cells
    }
}

/// Which argument of a trap points to the block that it frees, if it frees one.
pub(crate) fn freed(trap: Trap) -> Option<usize> {
    match trap {
        Trap::Free => Some(free::BLOCK),
        Trap::Delete => Some(delete::BLOCK),
        Trap::Moved => Some(moved::OLD),
        _ => None,
    }
}

/// The op a frame stands at.
pub(crate) fn op_at(program: &Program, point: Point) -> Option<Op> {
    let ops = &program.function(point.func).ops;
    ops.get(point.pc.index()).copied()
}
