//! Which registers are live where: backward data flow over the blocks.
//!
//! The analysis is the strong one: a computation without effects counts as reading its operands
//! only if its own result is live. So a counter that nobody looks at is dead even though it is
//! computed from its old value, and does not split states.

use crate::op::{Arg, Op, Role, Wrap};

use super::Body;

/// A set of small numbers.
#[derive(Clone, PartialEq, Eq)]
pub(super) struct Bits(Vec<u64>);

impl Bits {
    pub(super) fn new(len: usize) -> Bits {
        Bits(vec![0; len.div_ceil(64)])
    }

    pub(super) fn has(&self, i: u32) -> bool {
        self.0[i as usize / 64] >> (i % 64) & 1 != 0
    }

    pub(super) fn set(&mut self, i: u32) {
        self.0[i as usize / 64] |= 1 << (i % 64);
    }

    pub(super) fn clear(&mut self, i: u32) {
        self.0[i as usize / 64] &= !(1 << (i % 64));
    }

    /// Adds all of `other`; returns whether that changed anything.
    fn add(&mut self, other: &Bits) -> bool {
        let mut changed = false;
        for (mine, theirs) in self.0.iter_mut().zip(&other.0) {
            changed |= *theirs & !*mine != 0;
            *mine |= theirs;
        }
        changed
    }

    /// Drops what `other` does not have.
    fn retain(&mut self, other: &Bits) {
        self.0.iter_mut().zip(&other.0).for_each(|(mine, theirs)| *mine &= theirs);
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = u32> {
        self.0.iter().enumerate().flat_map(|(i, word)| {
            let mut rest = *word;
            std::iter::from_fn(move || {
                let bit = (rest != 0).then(|| rest.trailing_zeros())?;
                rest &= rest - 1;
                Some(i as u32 * 64 + bit)
            })
        })
    }
}

pub(super) struct Liveness {
    /// The reachable blocks in their final order.
    pub order: Vec<u32>,
    /// By block number: the registers live at its end (dense numbers).
    out: Vec<Bits>,
    /// Registers that may be live across blocks, by dense number.
    across: Vec<u32>,
}

impl Liveness {
    pub(super) fn of(body: &mut Body) -> Liveness {
        let order = body.order();
        let (across, dense) = exposed(body, &order);
        let mut liveness = Liveness { out: vec![Bits::new(across.len()); body.blocks.len()], order, across };
        liveness.solve(body, &dense);
        if liveness.keep_for_last_words(body) {
            liveness.solve(body, &dense);
        }
        liveness
    }

    /// On a way on which the program can only end, what is live where that way begins stays live: the
    /// frames stand until the end, and what the program would have used had it gone another way is not
    /// lost. (Whether heap blocks are lost is all that depends on it.) Tells whether there is any.
    fn keep_for_last_words(&mut self, body: &Body) -> bool {
        let mut last = vec![false; body.blocks.len()];
        body.last_words.iter().for_each(|block| last[*block as usize] = true);
        // A block comes before the blocks that follow it, but for loops, and those are no such ways.
        for block in self.order.iter().rev() {
            let successors = body.successors(*block as usize);
            last[*block as usize] |= !successors.is_empty() && successors.iter().all(|to| last[*to as usize]);
        }
        let mut kept: Vec<Option<Bits>> = vec![None; body.blocks.len()];
        let mut any = false;
        for block in &self.order {
            let out = match (&kept[*block as usize], last[*block as usize]) {
                (Some(kept), true) => kept.clone(),
                // The function begins here.
                (None, true) => Bits::new(self.across.len()),
                (_, false) => self.out[*block as usize].clone(),
            };
            if last[*block as usize] {
                any |= self.out[*block as usize].add(&out);
            }
            for to in body.successors(*block as usize).into_iter().filter(|to| last[*to as usize]) {
                match &mut kept[to as usize] {
                    Some(kept) => kept.retain(&out),
                    none => *none = Some(out.clone()),
                }
            }
        }
        any
    }

    /// The registers live at the end of a block.
    pub(super) fn live_out(&self, block: u32) -> impl Iterator<Item = u32> {
        self.out[block as usize].iter().map(|dense| self.across[dense as usize])
    }

    fn solve(&mut self, body: &mut Body, dense: &[u32]) {
        let mut predecessors = vec![Vec::new(); body.blocks.len()];
        for block in &self.order {
            for to in body.successors(*block as usize) {
                predecessors[to as usize].push(*block);
            }
        }
        let mut live = Bits::new(body.words.len());
        let mut waiting: Vec<bool> = vec![true; body.blocks.len()];
        let mut work: Vec<u32> = self.order.clone();
        while let Some(block) = work.pop() {
            waiting[block as usize] = false;
            for register in self.live_out(block) {
                live.set(register);
            }
            for op in body.blocks[block as usize].ops.iter().rev() {
                step_back(op, &mut body.args, &mut live);
            }
            let mut entry = Bits::new(self.across.len());
            for register in live.iter() {
                if dense[register as usize] != u32::MAX {
                    entry.set(dense[register as usize]);
                }
            }
            live.0.fill(0);
            for before in &predecessors[block as usize] {
                if self.out[*before as usize].add(&entry) && !waiting[*before as usize] {
                    waiting[*before as usize] = true;
                    work.push(*before);
                }
            }
        }
    }
}

/// The registers that some block reads before it writes them, numbered densely.
fn exposed(body: &mut Body, order: &[u32]) -> (Vec<u32>, Vec<u32>) {
    let mut dense = vec![u32::MAX; body.words.len()];
    let mut across = Vec::new();
    let mut written = vec![u32::MAX; body.words.len()];
    for block in order {
        for op in &body.blocks[*block as usize].ops {
            let mut writes = u32::MAX;
            op.clone().operands(&mut body.args, &mut |role, register| {
                let r = *register as usize;
                if role != Role::Write && written[r] != *block && dense[r] == u32::MAX {
                    dense[r] = across.len() as u32;
                    across.push(*register);
                }
                if role != Role::Read {
                    writes = *register;
                }
            });
            if writes != u32::MAX {
                written[writes as usize] = *block;
            }
        }
    }
    (across, dense)
}

/// From the registers live after an op to those live before it.
pub(super) fn step_back(op: &Op, args: &mut [Arg], live: &mut Bits) {
    let mut op = *op;
    let needed = !is_pure(&op) || result(&op, args).is_none_or(|r| live.has(r));
    if !needed {
        return;
    }
    op.operands(args, &mut |role, register| {
        if role == Role::Write {
            live.clear(*register);
        }
    });
    op.operands(args, &mut |role, register| {
        if role != Role::Write {
            live.set(*register);
        }
    });
}

/// The register an op writes (none writes two).
pub(super) fn result(op: &Op, args: &mut [Arg]) -> Option<u32> {
    let mut result = None;
    op.clone().operands(args, &mut |role, register| {
        if role != Role::Read {
            result = Some(*register);
        }
    });
    result
}

/// Can the op be left out if nobody reads its result? Arithmetic that may be reported when it
/// overflows stays, and so does whatever touches memory or may be an error by itself.
pub(super) fn is_pure(op: &Op) -> bool {
    match op {
        Op::Mov { .. }
        | Op::MovN { .. }
        | Op::Extract { .. }
        | Op::Insert { .. }
        | Op::And { .. }
        | Op::Or { .. }
        | Op::Xor { .. }
        | Op::Trunc { .. }
        | Op::ZExt { .. }
        | Op::SExt { .. }
        | Op::FNeg { .. }
        | Op::PtrAdd { .. }
        | Op::PtrIndex { .. }
        | Op::Renew { .. } => true,
        Op::Add { wrap, .. } | Op::Sub { wrap, .. } | Op::Mul { wrap, .. } => *wrap == Wrap::default(),
        _ => false,
    }
}
