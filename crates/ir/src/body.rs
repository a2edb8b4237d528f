//! A function's body while it is made: ops on virtual registers, in basic blocks.
//!
//! Lowering appends ops here; [`Body::finish`] then removes needless copies, orders the blocks,
//! gives every register its slots and resolves jumps. Until then, a `Pc` in a jump is the number
//! of a block, and a slot is the number of a register.

mod copies;
mod fuse;
mod liveness;
mod needs;
mod pure;
mod regalloc;
#[cfg(test)]
mod tests;

use crate::op::{Arg, Args, Dst, Op, Pc, Src};
use crate::program::{LocId, Pad, SwitchTable, VarPlace};

pub(crate) use liveness::Rules;
pub(crate) use regalloc::Finished;

/// Number of a block in [`Body::blocks`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub(crate) struct BlockId(pub u32);

impl BlockId {
    pub(crate) fn pc(self) -> Pc {
        Pc(self.0)
    }
}

/// A variable gets a place before op `at` of its block.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Event {
    pub at: u32,
    pub variable: u32,
    pub place: VarPlace,
    /// Of the assignment, if the event is one.
    pub loc: LocId,
}

#[derive(Default)]
pub(crate) struct BodyBlock {
    pub ops: Vec<Op>,
    pub locs: Vec<LocId>,
    /// Sorted by `at`.
    pub events: Vec<Event>,
}

impl BodyBlock {
    pub(crate) fn is_closed(&self) -> bool {
        self.ops.last().is_some_and(is_terminator)
    }
}

#[derive(Default)]
pub(crate) struct Body {
    /// How many words each register has.
    pub words: Vec<u32>,
    /// Registers that hold the parameters, in order; the block of variable arguments last.
    pub params: Vec<u32>,
    pub blocks: Vec<BodyBlock>,
    pub args: Vec<Arg>,
    pub switches: Vec<SwitchTable>,
    pub shuffles: Vec<Vec<u32>>,
    pub pads: Vec<Pad>,
    /// Blocks at whose end the whole program has ended, and with it no frame.
    pub last_words: Vec<u32>,
    /// What may be left out.
    pub rules: Rules,
    pub current: usize,
    pub loc: LocId,
}

impl Body {
    pub(crate) fn register(&mut self, words: u32) -> u32 {
        debug_assert!(words > 0);
        self.words.push(words);
        self.words.len() as u32 - 1
    }

    pub(crate) fn block(&mut self) -> BlockId {
        self.blocks.push(BodyBlock::default());
        BlockId(self.blocks.len() as u32 - 1)
    }

    pub(crate) fn enter(&mut self, block: BlockId) {
        self.current = block.0 as usize;
    }

    pub(crate) fn here(&self) -> BlockId {
        BlockId(self.current as u32)
    }

    pub(crate) fn is_closed(&self) -> bool {
        self.blocks[self.current].is_closed()
    }

    /// Appends an op to the current block; what follows a terminator is dropped.
    pub(crate) fn emit(&mut self, op: Op) {
        let block = &mut self.blocks[self.current];
        if !block.is_closed() {
            block.ops.push(op);
            block.locs.push(self.loc);
        }
    }

    /// Appends an op with a new register as its result.
    pub(crate) fn emit_to(&mut self, words: u32, op: impl FnOnce(Dst) -> Op) -> Src {
        let register = self.register(words);
        self.emit(op(Dst(register)));
        Src::slot(register)
    }

    /// Copies a value into a register.
    pub(crate) fn copy(&mut self, to: u32, from: Src) {
        if from == Src::slot(to) {
            return;
        }
        let dst = Dst(to);
        let words = self.words[to as usize];
        self.emit(match words {
            1 => Op::Mov { dst, a: from },
            _ => Op::MovN { dst, a: from, words },
        });
    }

    pub(crate) fn add_args(&mut self, args: &[Arg]) -> Args {
        let start = self.args.len() as u32;
        self.args.extend_from_slice(args);
        Args { start, len: args.len() as u32 }
    }

    pub(crate) fn event(&mut self, variable: u32, place: VarPlace, loc: LocId) {
        let block = &mut self.blocks[self.current];
        block.events.push(Event { at: block.ops.len() as u32, variable, place, loc });
    }

    /// The blocks that may follow, by number.
    pub(crate) fn successors(&self, block: usize) -> Vec<u32> {
        let Some(last) = self.blocks[block].ops.last() else {
            return Vec::new();
        };
        match *last {
            Op::Switch { table, .. } | Op::IndirectJump { table, .. } => {
                let table = &self.switches[table as usize];
                let mut all: Vec<u32> = table.cases.iter().map(|c| c.1.0).collect();
                all.push(table.default.0);
                all.sort_unstable();
                all.dedup();
                all
            }
            mut op => {
                let mut all = Vec::new();
                op.targets(&mut |to| all.push(to.0));
                all.dedup();
                all
            }
        }
    }

    /// The blocks reachable from the first one, each after the blocks that dominate it.
    pub(crate) fn order(&self) -> Vec<u32> {
        let mut seen = vec![false; self.blocks.len()];
        let mut post = Vec::new();
        let mut stack = vec![(0u32, self.successors(0), 0usize)];
        seen[0] = true;
        while let Some((block, successors, next)) = stack.last_mut() {
            // The last successor first, so that the first one comes right behind its block.
            let index = successors.len().checked_sub(*next + 1);
            let Some(to) = index.map(|i| successors[i]) else {
                post.push(*block);
                stack.pop();
                continue;
            };
            *next += 1;
            if !std::mem::replace(&mut seen[to as usize], true) {
                stack.push((to, self.successors(to as usize), 0));
            }
        }
        post.reverse();
        post
    }

    /// Everything from virtual registers to the final ops.
    pub(crate) fn finish(mut self) -> Finished {
        for block in 0..self.blocks.len() {
            if !self.blocks[block].is_closed() {
                self.current = block;
                self.emit(Op::Unreachable {});
            }
        }
        self.skip_empty_blocks();
        copies::propagate(&mut self);
        fuse::fuse(&mut self);
        regalloc::finish(self)
    }

    /// Lets jumps to a block that only jumps go to its target at once.
    fn skip_empty_blocks(&mut self) {
        let targets = self.final_targets();
        for block in &mut self.blocks {
            if let Some(last) = block.ops.last_mut() {
                last.targets(&mut |to| to.0 = targets[to.0 as usize]);
            }
        }
        for table in &mut self.switches {
            table.default.0 = targets[table.default.0 as usize];
            for case in &mut table.cases {
                case.1.0 = targets[case.1.0 as usize];
            }
        }
    }

    /// Where a jump to each block leads in the end. A chain of empty blocks is gone along once.
    fn final_targets(&self) -> Vec<u32> {
        let next = |block: u32| match self.blocks[block as usize].ops[..] {
            [Op::Jump { to }] if self.blocks[block as usize].events.is_empty() && to.0 != block => Some(to.0),
            _ => None,
        };
        let mut targets = vec![None; self.blocks.len()];
        let mut chain = Vec::new();
        for start in 0..self.blocks.len() as u32 {
            let mut block = start;
            while targets[block as usize].is_none()
                && let Some(to) = next(block)
            {
                // An endless loop of empty blocks stays one: whoever comes round has arrived.
                targets[block as usize] = Some(block);
                chain.push(block);
                block = to;
            }
            let end = targets[block as usize].unwrap_or(block);
            chain.drain(..).for_each(|block| targets[block as usize] = Some(end));
            targets[block as usize].get_or_insert(end);
        }
        (0..).zip(targets).map(|(block, target)| target.unwrap_or(block)).collect()
    }
}

pub(crate) fn is_terminator(op: &Op) -> bool {
    matches!(
        op,
        Op::Jump { .. }
            | Op::Branch { .. }
            | Op::BranchEq { .. }
            | Op::BranchUlt { .. }
            | Op::BranchUle { .. }
            | Op::BranchSlt { .. }
            | Op::BranchSle { .. }
            | Op::Switch { .. }
            | Op::IndirectJump { .. }
            | Op::Landing { .. }
            | Op::LongJump { .. }
            | Op::Return { .. }
            | Op::ReturnVoid {}
            | Op::Unreachable {}
            | Op::Abort {}
            | Op::Unsupported { .. }
    )
}

/// May the result take the slot of an operand that dies here? Only ops that read all their
/// (single) words before they write may say yes.
fn may_share(op: &Op) -> bool {
    matches!(
        op,
        Op::Mov { .. }
            | Op::Select { .. }
            | Op::Add { .. }
            | Op::Sub { .. }
            | Op::Mul { .. }
            | Op::UDiv { .. }
            | Op::SDiv { .. }
            | Op::URem { .. }
            | Op::SRem { .. }
            | Op::And { .. }
            | Op::Or { .. }
            | Op::Xor { .. }
            | Op::Shl { .. }
            | Op::LShr { .. }
            | Op::AShr { .. }
            | Op::Eq { .. }
            | Op::Ne { .. }
            | Op::Ult { .. }
            | Op::Ule { .. }
            | Op::Slt { .. }
            | Op::Sle { .. }
            | Op::Trunc { .. }
            | Op::ZExt { .. }
            | Op::SExt { .. }
            | Op::FBin { .. }
            | Op::FNeg { .. }
            | Op::FCmp { .. }
            | Op::FCast { .. }
            | Op::PtrAdd { .. }
            | Op::PtrIndex { .. }
            | Op::Renew { .. }
    )
}

/// The copied operand if the op is a plain copy between registers (or from a constant).
fn as_copy(op: &Op) -> Option<(u32, Src)> {
    match *op {
        Op::Mov { dst, a } | Op::MovN { dst, a, .. } => Some((dst.0, a)),
        _ => None,
    }
}
