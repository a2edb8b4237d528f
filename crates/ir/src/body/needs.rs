//! What a function's callers and callees need of each other.
//!
//! A parameter that a function does not use is not needed, and neither is a result that no caller
//! looks at; what they are computed from is dead then. `lower/needs.rs` puts the functions together;
//! here is what one body has to say, and what is done with the answer.

use ahash::AHashMap;

use crate::op::{Op, Src};

use super::liveness::{Bits, Liveness, result, step_back};
use super::{Body, Rules};

/// What a body needs of others, and of its own parameters.
pub(crate) struct Needs {
    /// For each register of [`Body::params`]: is it live at the start?
    pub params: Vec<bool>,
    /// Functions of which a result is used.
    pub results: Vec<u32>,
}

impl Body {
    /// The functions that are called directly.
    pub(crate) fn callees(&self) -> impl Iterator<Item = u32> {
        self.blocks.iter().flat_map(|block| &block.ops).filter_map(|op| match op {
            Op::Call { callee, .. } => Some(*callee),
            _ => None,
        })
    }

    /// What the body needs if `spared` are the parameters of others that need not be given (by callee and
    /// number of the argument), and its own result is wanted or not.
    pub(crate) fn needs(&mut self, spared: AHashMap<u32, Vec<bool>>, wanted: bool) -> Needs {
        self.rules.spared = spared;
        self.rules.unwanted = !wanted;
        let mut results = Vec::new();
        let liveness = Liveness::of(self);
        let mut first = Bits::new(self.words.len());
        liveness.live_out(0).for_each(|register| first.set(register));
        self.each_op_backward(&liveness, |body, block, at, live| {
            let op = body.blocks[block].ops[at];
            if let Op::Call { callee, .. } = op
                && result(&op, &mut body.args).is_some_and(|dst| live.has(dst))
            {
                results.push(callee);
            }
            step_back(&op, &body.rules, &mut body.args, live);
            if (block, at) == (0, 0) {
                first = live.clone();
            }
        });
        Needs { params: self.params.iter().map(|param| first.has(*param)).collect(), results }
    }

    /// Replaces what was found not to be needed, and is live for nothing else, by `undefined` values of so
    /// many words. To be called after [`Body::needs`].
    pub(crate) fn spare(&mut self, mut undefined: impl FnMut(u32) -> Src) {
        let liveness = Liveness::of(self);
        self.each_op_backward(&liveness, |body, block, at, live| {
            let op = body.blocks[block].ops[at];
            step_back(&op, &body.rules, &mut body.args, live);
            match &mut body.blocks[block].ops[at] {
                Op::Return { a, words } if body.rules.unwanted && !a.is_constant() => *a = undefined(*words),
                Op::Call { callee, args, .. } if body.rules.spared.contains_key(callee) => {
                    for arg in &mut body.args[args.range()] {
                        if !arg.src.is_constant() && !live.has(arg.src.0) {
                            arg.src = undefined(arg.words);
                        }
                    }
                }
                _ => {}
            }
        });
        self.rules = Rules {
            spared: AHashMap::new(),
            unwanted: false,
            kept: Bits::default(),
            divisors: std::mem::take(&mut self.rules.divisors),
            scratch: std::mem::take(&mut self.rules.scratch),
            ..self.rules
        };
    }

    /// Visits the ops from the last to the first of each block, with what is live after them.
    fn each_op_backward(&mut self, liveness: &Liveness, mut visit: impl FnMut(&mut Body, usize, usize, &mut Bits)) {
        for block in &liveness.order {
            let mut live = Bits::new(self.words.len());
            liveness.live_out(*block).for_each(|register| live.set(register));
            for at in (0..self.blocks[*block as usize].ops.len()).rev() {
                visit(self, *block as usize, at, &mut live);
            }
        }
    }
}
