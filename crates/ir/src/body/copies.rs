//! Removes copies between registers within a block.
//!
//! Promoted variables are registers that are written several times, and at `-O0` every use of a
//! variable is a copy out of one and every assignment a copy into one. Two patterns cover them:
//!
//! - *forward*: `t = s; … use t …` becomes `… use s …` if `s` is not written before the last use;
//! - *backward*: `t = op; s = t` becomes `s = op` if nobody looks at `s` in between.
//!
//! Both only touch temporaries `t` that are written once and used in one block only. Besides,
//! reads of a register that has just been set to a constant read the constant. Values never
//! change, not even undefined ones: a read of an uninitialised variable stays one.

use crate::op::{Arg, Op, Role, Src};
use crate::program::VarPlace;

use super::liveness::has_setjmp;
use super::{Body, BodyBlock, as_copy, may_share};

const NOWHERE: u32 = u32::MAX;
const EVERYWHERE: u32 = u32::MAX - 1;

/// Where a register occurs in the whole body.
#[derive(Clone, Copy)]
struct Home {
    block: u32,
    writes: u32,
}

/// The occurrences of each register in the block at hand: (op, how), in order.
struct Occurrences {
    of: Vec<Vec<(u32, Role)>>,
    touched: Vec<u32>,
}

pub(super) fn propagate(body: &mut Body) {
    // A setjmp may return again after any call, with what the registers hold by then. So nothing may be
    // written earlier, or read later, than it is now.
    if body.blocks.iter().any(|block| has_setjmp(&block.ops)) {
        return;
    }
    let homes = homes(body);
    let mut occurrences = Occurrences { of: vec![Vec::new(); body.words.len()], touched: Vec::new() };
    for index in 0..body.blocks.len() {
        let mut block = std::mem::take(&mut body.blocks[index]);
        let mut pass = Pass {
            removed: vec![false; block.ops.len()],
            block: &mut block,
            args: &mut body.args,
            index: index as u32,
            homes: &homes,
            occurrences: &mut occurrences,
        };
        pass.note_occurrences();
        let mut any = false;
        for at in 0..pass.block.ops.len() {
            any |= pass.forward(at);
        }
        for at in 0..pass.block.ops.len() {
            any |= pass.backward(at);
        }
        for at in 0..pass.block.ops.len() {
            pass.constant(at);
        }
        let removed = std::mem::take(&mut pass.removed);
        occurrences.clear();
        if any {
            drop_removed(&mut block, &removed);
        }
        body.blocks[index] = block;
    }
}

fn homes(body: &mut Body) -> Vec<Home> {
    let unseen = Home { block: NOWHERE, writes: 0 };
    let mut homes = vec![unseen; body.words.len()];
    for param in &body.params {
        homes[*param as usize].block = EVERYWHERE;
    }
    for (index, block) in body.blocks.iter().enumerate() {
        for op in &block.ops {
            op.clone().operands(&mut body.args, &mut |role, register| {
                let home = &mut homes[*register as usize];
                home.writes += u32::from(role != Role::Read);
                home.block = match home.block {
                    NOWHERE => index as u32,
                    same if same == index as u32 => same,
                    _ => EVERYWHERE,
                };
            });
        }
    }
    homes
}

impl Occurrences {
    fn clear(&mut self) {
        for register in self.touched.drain(..) {
            self.of[register as usize].clear();
        }
    }

    fn next_write(&self, register: u32, after: u32) -> Option<u32> {
        self.of[register as usize].iter().find(|(at, role)| *at > after && *role != Role::Read).map(|(at, _)| *at)
    }

    /// Moves the occurrences of `from` (aside from the op at `but`) to `to`.
    fn merge(&mut self, from: u32, to: u32, but: u32) {
        let mut moved = std::mem::take(&mut self.of[from as usize]);
        moved.retain(|(at, _)| *at != but);
        let list = &mut self.of[to as usize];
        list.retain(|(at, _)| *at != but);
        list.append(&mut moved);
        list.sort_by_key(|(at, _)| *at);
        self.touched.push(to);
    }
}

struct Pass<'a> {
    block: &'a mut BodyBlock,
    args: &'a mut Vec<Arg>,
    index: u32,
    homes: &'a [Home],
    occurrences: &'a mut Occurrences,
    removed: Vec<bool>,
}

impl Pass<'_> {
    fn note_occurrences(&mut self) {
        for (at, op) in self.block.ops.iter().enumerate() {
            op.clone().operands(self.args, &mut |role, register| {
                let list = &mut self.occurrences.of[*register as usize];
                if list.is_empty() {
                    self.occurrences.touched.push(*register);
                }
                list.push((at as u32, role));
            });
        }
    }

    fn is_temporary(&self, register: u32) -> bool {
        let home = self.homes[register as usize];
        home.block == self.index && home.writes == 1
    }

    /// The copy at `at`, if it is still there.
    fn copy(&self, at: usize) -> Option<(u32, u32)> {
        let (to, from) = as_copy(&self.block.ops[at])?;
        let plain = !self.removed[at] && !from.is_constant() && from.0 != to;
        plain.then_some((to, from.0))
    }

    /// Are all reads of `register` before (or, if the op allows, at) the op `limit`?
    fn read_until(&self, register: u32, limit: Option<u32>) -> bool {
        let Some(limit) = limit else {
            return true;
        };
        let reads = self.occurrences.of[register as usize].iter().filter(|(_, role)| *role == Role::Read);
        let last = reads.map(|(at, _)| *at).max().unwrap_or(0);
        last < limit || (last == limit && may_share(&self.block.ops[limit as usize]))
    }

    fn forward(&mut self, at: usize) -> bool {
        let Some((to, from)) = self.copy(at) else {
            return false;
        };
        let next_write = self.occurrences.next_write(from, at as u32);
        if !self.is_temporary(to) || !self.read_until(to, next_write) {
            return false;
        }
        self.rename(to, from);
        for event in &mut self.block.events {
            if event.at > at as u32 && next_write.is_none_or(|w| event.at <= w) {
                event.place = replace(event.place, to, from);
            }
        }
        self.occurrences.merge(to, from, at as u32);
        self.removed[at] = true;
        true
    }

    fn backward(&mut self, at: usize) -> bool {
        let Some((to, from)) = self.copy(at) else {
            return false;
        };
        if !self.is_temporary(from) {
            return false;
        }
        let Some(&(made, Role::Write)) = self.occurrences.of[from as usize].first() else {
            return false;
        };
        let quiet = |(place, _): &(u32, Role)| *place <= made || *place >= at as u32;
        let touches_target = self.occurrences.of[to as usize].iter().any(|(place, _)| *place == made);
        let next_write = self.occurrences.next_write(to, at as u32);
        if !self.occurrences.of[to as usize].iter().all(quiet)
            || (touches_target && !may_share(&self.block.ops[made as usize]))
            || !self.read_until(from, next_write)
        {
            return false;
        }
        // Places of `to` between the two ops would show the new value too early.
        self.block.events.retain(|e| e.at <= made || e.at > at as u32 || !refers_to(e.place, to));
        self.rename(from, to);
        for event in &mut self.block.events {
            if event.at > made && next_write.is_none_or(|w| event.at <= w) {
                event.place = replace(event.place, from, to);
            }
        }
        self.occurrences.merge(from, to, at as u32);
        self.removed[at] = true;
        true
    }

    /// Lets the reads of a register up to its next write read the constant it was set to.
    fn constant(&mut self, at: usize) {
        let Some((to, from)) = as_copy(&self.block.ops[at]).filter(|c| c.1.is_constant()) else {
            return;
        };
        let last = self.occurrences.next_write(to, at as u32).unwrap_or(u32::MAX);
        for (place, role) in &self.occurrences.of[to as usize] {
            if *role != Role::Read || *place <= at as u32 || *place > last {
                continue;
            }
            let op: &mut Op = &mut self.block.ops[*place as usize];
            op.operands(self.args, &mut |role, register| {
                if role == Role::Read && *register == to {
                    *register = from.0;
                }
            });
        }
    }

    /// Renames every occurrence of a register in the block's ops.
    fn rename(&mut self, from: u32, to: u32) {
        for (at, _) in &self.occurrences.of[from as usize] {
            let op: &mut Op = &mut self.block.ops[*at as usize];
            op.operands(self.args, &mut |_, register| {
                if *register == from {
                    *register = to;
                }
            });
        }
    }
}

pub(super) fn refers_to(place: VarPlace, register: u32) -> bool {
    place.source() == Some(Src::slot(register))
}

pub(super) fn replace(place: VarPlace, from: u32, to: u32) -> VarPlace {
    match refers_to(place, from) {
        true => place.with_source(Src::slot(to)),
        false => place,
    }
}

/// Takes the removed ops out; events move to the op that follows.
pub(super) fn drop_removed(block: &mut BodyBlock, removed: &[bool]) {
    let mut kept_before = Vec::with_capacity(removed.len() + 1);
    let mut kept = 0;
    for gone in removed {
        kept_before.push(kept);
        kept += u32::from(!gone);
    }
    kept_before.push(kept);
    for event in &mut block.events {
        event.at = kept_before[event.at as usize];
    }
    let mut gone = removed.iter();
    block.ops.retain(|_| gone.next() == Some(&false));
    let mut gone = removed.iter();
    block.locs.retain(|_| gone.next() == Some(&false));
}
