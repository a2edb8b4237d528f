//! Which registers are live where: backward data flow over the blocks.
//!
//! The analysis is the strong one: a computation without effects counts as reading its operands
//! only if its own result is live. So a counter that nobody looks at is dead even though it is
//! computed from its old value, and does not split states.
//!
//! A setjmp may return once more whenever something is called later. So what is live behind one is
//! live everywhere in its function ([`Rules::kept`]).

use ahash::AHashMap;

use crate::op::{Arg, Op, Role, Src};

use super::{Body, pure};

/// What decides whether an op must be executed though nobody reads its result.
#[derive(Default)]
pub(crate) struct Rules {
    /// Nothing that is computed may be left out.
    pub keep_all: bool,
    /// The machine tells of arithmetic that overflows.
    pub overflow: bool,
    /// Constants that any number of so many bits can be divided by.
    pub divisors: Vec<(Src, u8)>,
    /// Registers that point to objects of the lowering's own, of which any part can be loaded.
    pub scratch: Vec<Src>,
    /// Arguments that some functions do not need: false, by callee and number.
    pub spared: AHashMap<u32, Vec<bool>>,
    /// Nobody wants the result of the function itself.
    pub unwanted: bool,
    /// Registers that are live everywhere; empty: none.
    pub kept: Bits,
}

impl Rules {
    /// The registers that are live everywhere.
    pub(super) fn registers_kept(&self) -> impl Iterator<Item = u32> {
        self.kept.iter()
    }

    fn keeps(&self, register: u32) -> bool {
        !self.kept.0.is_empty() && self.kept.has(register)
    }
}

/// A set of small numbers.
#[derive(Clone, PartialEq, Eq, Default)]
pub(crate) struct Bits(Vec<u64>);

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

    /// Drops what `other` does not have; returns whether that changed anything.
    fn retain(&mut self, other: &Bits) -> bool {
        let mut changed = false;
        for (mine, theirs) in self.0.iter_mut().zip(&other.0) {
            changed |= *mine & !*theirs != 0;
            *mine &= theirs;
        }
        changed
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
        while liveness.keep_for_jumps(body, &dense) {
            liveness.solve(body, &dense);
        }
        liveness
    }

    /// Makes what is live behind a setjmp live everywhere; tells whether that was news. What such a
    /// register is computed from is then needed, too.
    fn keep_for_jumps(&mut self, body: &mut Body, dense: &[u32]) -> bool {
        let mut kept = Bits::new(body.words.len());
        for number in &self.order {
            let ops = &body.blocks[*number as usize].ops;
            if !has_setjmp(ops) {
                continue;
            }
            let mut live = Bits::new(body.words.len());
            self.live_out(*number).for_each(|register| live.set(register));
            for op in ops.iter().rev() {
                if let Op::SetJump { dst, .. } = op {
                    live.iter().filter(|register| *register != dst.0).for_each(|register| kept.set(register));
                }
                step_back(op, &body.rules, &mut body.args, &mut live);
            }
        }
        let mut everywhere = Bits::new(self.across.len());
        kept.iter().for_each(|register| everywhere.set(dense[register as usize]));
        for block in &self.order {
            self.out[*block as usize].add(&everywhere);
        }
        let news = kept.iter().any(|register| !body.rules.keeps(register));
        if news {
            body.rules.kept = kept;
        }
        news
    }

    /// On a way on which the program can only end, what is live where that way begins stays live: the
    /// frames stand until the end, and what the program would have used had it gone another way is not
    /// lost. (Whether heap blocks are lost is all that depends on it.) Tells whether there is any.
    fn keep_for_last_words(&mut self, body: &Body) -> bool {
        let last = self.last_ways(body);
        let nothing = Bits::new(self.across.len());
        let mut kept: Vec<Option<Bits>> = vec![None; body.blocks.len()];
        let mut changed = body.last_words.iter().any(|block| last[*block as usize]);
        while std::mem::take(&mut changed) {
            for block in &self.order {
                let out = match (&kept[*block as usize], last[*block as usize]) {
                    (Some(kept), true) => kept.clone(),
                    // The function begins here.
                    (None, true) => nothing.clone(),
                    (_, false) => self.out[*block as usize].clone(),
                };
                for to in body.successors(*block as usize).into_iter().filter(|to| last[*to as usize]) {
                    match &mut kept[to as usize] {
                        Some(kept) => changed |= kept.retain(&out),
                        none => {
                            *none = Some(out.clone());
                            changed = true;
                        }
                    }
                }
            }
        }
        let mut any = false;
        for (out, kept) in self.out.iter_mut().zip(&kept) {
            any |= kept.as_ref().is_some_and(|kept| out.add(kept));
        }
        any
    }

    /// By block number: does the program end wherever one goes from here? From such a block one comes to last
    /// words, and to no other end; it may be in a loop. After last words nothing comes, but for exceptions.
    fn last_ways(&self, body: &Body) -> Vec<bool> {
        let mut words = vec![false; body.blocks.len()];
        body.last_words.iter().for_each(|block| words[*block as usize] = true);
        let (mut ends, mut others) = (words.clone(), vec![false; body.blocks.len()]);
        let mut changed = !body.last_words.is_empty();
        while std::mem::take(&mut changed) {
            for block in self.order.iter().map(|block| *block as usize).rev().filter(|block| !words[*block]) {
                let successors = body.successors(block);
                let leads = |set: &[bool]| successors.iter().any(|to| set[*to as usize]);
                let now = (leads(&ends), successors.is_empty() || leads(&others));
                changed |= now != (ends[block], others[block]);
                (ends[block], others[block]) = now;
            }
        }
        ends.iter().zip(&others).map(|(ends, others)| *ends && !others).collect()
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
                step_back(op, &body.rules, &mut body.args, &mut live);
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

pub(super) fn has_setjmp(ops: &[Op]) -> bool {
    ops.iter().any(|op| matches!(op, Op::SetJump { .. }))
}

/// The registers that some block reads before it writes them, numbered densely. In the blocks of a
/// setjmp all registers count: it may be returned to in the middle.
fn exposed(body: &mut Body, order: &[u32]) -> (Vec<u32>, Vec<u32>) {
    let mut dense = vec![u32::MAX; body.words.len()];
    let mut across = Vec::new();
    let mut written = vec![u32::MAX; body.words.len()];
    for block in order {
        let jumps = has_setjmp(&body.blocks[*block as usize].ops);
        for op in &body.blocks[*block as usize].ops {
            let mut writes = u32::MAX;
            op.clone().operands(&mut body.args, &mut |role, register| {
                let r = *register as usize;
                if role != Role::Write && (written[r] != *block || jumps) && dense[r] == u32::MAX {
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
pub(super) fn step_back(op: &Op, rules: &Rules, args: &mut [Arg], live: &mut Bits) {
    let mut op = *op;
    let needed = !pure::is_pure(&op, rules) || result(&op, args).is_none_or(|r| live.has(r));
    if !needed {
        return;
    }
    op.operands(args, &mut |role, register| {
        if role == Role::Write && !rules.keeps(*register) {
            live.clear(*register);
        }
    });
    match op {
        Op::Return { .. } if rules.unwanted => {}
        Op::Call { callee, args: list, .. } if rules.spared.contains_key(&callee) => {
            let needed = &rules.spared[&callee];
            let given = args[list.range()].iter().enumerate().filter(|(i, _)| needed.get(*i) != Some(&false));
            given.filter(|(_, arg)| !arg.src.is_constant()).for_each(|(_, arg)| live.set(arg.src.0));
        }
        _ => op.operands(args, &mut |role, register| {
            if role != Role::Write {
                live.set(*register);
            }
        }),
    }
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
