//! φ-nodes as parallel copies on the edges of the control-flow graph.

use crate::LoadError;
use crate::body::BlockId;
use crate::llvm::{Block, Value, opcode};
use crate::op::{Op, Pc, Src};

use super::constant::Trouble;
use super::function::FunctionLowering;

impl FunctionLowering<'_> {
    /// Gives the φ-nodes of a block their registers.
    pub(super) fn declare_phis(&mut self, block: Block) {
        self.declare_pad(block);
        for phi in phis(block) {
            let src = match self.program.types.words(phi.ty()) {
                Ok(words @ 1..) => Src::slot(self.body.register(words)),
                _ => self.undefined(0),
            };
            self.define(phi, src);
        }
    }

    /// Emits the copies of all edges, once every value is known.
    pub(super) fn lower_phis(&mut self, blocks: &[Block]) -> Result<(), LoadError> {
        for block in blocks {
            let phis: Vec<Value> = phis(*block).collect();
            let Some(first) = phis.first() else {
                continue;
            };
            let mut sources: Vec<Block> = first.incoming().into_iter().map(|i| i.1).collect();
            sources.sort_by_key(|b| b.0 as usize);
            sources.dedup();
            for source in sources {
                for exit in self.exits.get(&source).cloned().unwrap_or_default() {
                    self.lower_edge(source, exit, *block, &phis)?;
                }
            }
        }
        Ok(())
    }

    fn lower_edge(&mut self, source: Block, exit: BlockId, target: Block, phis: &[Value]) -> Result<(), LoadError> {
        let start = self.starts[&target];
        if !self.body.successors(exit.0 as usize).contains(&start.0) {
            // The source block ended early, at something unsupported.
            return Ok(());
        }
        // With one way out of the source the copies stand at its end, else in a block of their own.
        let exit_block = &mut self.body.blocks[exit.0 as usize];
        let single = matches!(exit_block.ops.last(), Some(Op::Jump { .. }));
        let edge = match single {
            true => {
                exit_block.ops.pop();
                exit_block.locs.pop();
                exit
            }
            false => self.body.block(),
        };
        self.body.enter(edge);
        if let Some(terminator) = source.terminator() {
            self.body.loc = self.program.debug.location(terminator);
        }
        match self.edge_copies(source, phis) {
            Ok(copies) => self.copy_in_parallel(copies),
            Err(Trouble::Unsupported(text)) => self.unsupported(&text),
            Err(Trouble::Load(error)) => return Err(error),
        }
        self.body.emit(Op::Jump { to: start.pc() });
        if !single {
            self.redirect(exit, start, edge);
        }
        Ok(())
    }

    fn edge_copies(&mut self, source: Block, phis: &[Value]) -> Result<Vec<(u32, Src)>, Trouble> {
        let mut copies = Vec::new();
        for phi in phis {
            self.program.types.words(phi.ty())?;
            let to = self.operand(*phi)?;
            let Some((value, _)) = phi.incoming().into_iter().find(|i| i.1 == source) else {
                return Err("a φ-node without a value for an edge".to_string().into());
            };
            let from = self.operand(value)?;
            if !to.is_constant() && to != from {
                copies.push((to.0, from));
            }
        }
        Ok(copies)
    }

    /// Emits copies as if all happened at once: a target that others still read waits, and a cycle
    /// is broken with a temporary.
    pub(super) fn copy_in_parallel(&mut self, mut copies: Vec<(u32, Src)>) {
        while !copies.is_empty() {
            let ready = copies.iter().position(|(to, _)| copies.iter().all(|(_, from)| *from != Src::slot(*to)));
            if let Some(ready) = ready {
                let (to, from) = copies.swap_remove(ready);
                self.body.copy(to, from);
                continue;
            }
            let (to, _) = copies[0];
            let saved = self.body.register(self.body.words[to as usize]);
            self.body.copy(saved, Src::slot(to));
            for (_, from) in &mut copies {
                if *from == Src::slot(to) {
                    *from = Src::slot(saved);
                }
            }
        }
    }

    /// Makes the jumps from `block` to `old` go to `new`.
    fn redirect(&mut self, block: BlockId, old: BlockId, new: BlockId) {
        let change = |pc: &mut Pc| {
            if *pc == old.pc() {
                *pc = new.pc();
            }
        };
        match self.body.blocks[block.0 as usize].ops.last_mut() {
            Some(Op::Jump { to }) => change(to),
            Some(Op::Branch { then, other, .. }) => {
                change(then);
                change(other);
            }
            Some(Op::Landing { to, pad, .. }) => {
                change(to);
                change(pad);
            }
            Some(Op::Switch { table, .. } | Op::IndirectJump { table, .. }) => {
                let table = &mut self.body.switches[*table as usize];
                change(&mut table.default);
                table.cases.iter_mut().for_each(|case| change(&mut case.1));
            }
            _ => {}
        }
    }
}

fn phis(block: Block) -> impl Iterator<Item = Value> {
    block.instructions().take_while(|i| i.opcode() == opcode::PHI)
}
