//! Functions between lowering and the end, when all of them are known.

use crate::body::{Body, BodyBlock};
use crate::demangle::source_name;
use crate::op::Op;
use crate::program::Function;

/// A function whose body is not finished yet. All is known that LLVM knows: another thread can finish it.
pub(super) struct Pending {
    /// Without its ops, and what belongs to them; without a name for people if its symbol is all there is.
    pub function: Function,
    pub body: Body,
    /// The register and the words of each parameter; a parameter of no words has none.
    pub params: Vec<(u32, u32)>,
    pub has_va_block: bool,
    pub library: bool,
}

impl Pending {
    /// Is it the program's own, rather than a function of our library?
    pub(super) fn is_own(&self) -> bool {
        !self.library
    }

    /// Takes it out, to be finished by somebody else. What remains tells whom it calls.
    pub(super) fn take(&mut self) -> Pending {
        let ops = self.body.blocks.iter().flat_map(|block| &block.ops);
        let calls = ops.filter(|op| matches!(op, Op::Call { .. })).copied().collect();
        let remains = Body { blocks: vec![BodyBlock { ops: calls, ..BodyBlock::default() }], ..Body::default() };
        Pending {
            function: std::mem::take(&mut self.function),
            body: std::mem::replace(&mut self.body, remains),
            params: self.params.clone(),
            ..*self
        }
    }

    /// Makes the final ops.
    pub(super) fn finish(self) -> Function {
        let done = self.body.finish();
        let mut slots = done.param_slots.iter().copied();
        let mut next_free = 0;
        let params = self
            .params
            .iter()
            .map(|(_, words)| {
                let slot = match words {
                    0 => next_free,
                    _ => slots.next().unwrap_or(next_free),
                };
                next_free = slot + words;
                (slot, *words)
            })
            .collect();
        let display_name = match self.function.display_name.is_empty() {
            true => source_name(&self.function.name),
            false => self.function.display_name,
        };
        Function {
            display_name,
            params,
            va_block: self.has_va_block.then(|| slots.next()).flatten(),
            frame_words: done.frame_words,
            ops: done.ops,
            locs: done.locs,
            args: done.args,
            switches: done.switches,
            shuffles: done.shuffles,
            pads: done.pads,
            live_in: done.live_in,
            live_across: done.live_across,
            live_sets: done.live_sets,
            var_events: done.var_events,
            ..self.function
        }
    }
}
