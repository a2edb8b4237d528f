//! Gives registers their slots and makes the final ops.
//!
//! A register's life is a list of ranges of *points*: op number `i` reads at point `2i` and writes
//! at `2i + 1`, or already at `2i` if its result must not share a slot with its operands. Two
//! registers may have the same slot if their lives do not meet. Registers are served in the order
//! of their births, each with the first free slots, or with those of a register it is copied from
//! or to, so that the copy disappears.

use ahash::AHashMap;

use crate::op::{Arg, Op, Pc, Role, Src};
use crate::program::{LocId, Pad, SwitchTable, VarEvent, VarPlace};

use super::copies::drop_removed;
use super::liveness::{Bits, Liveness, result, step_back};
use super::pure::is_pure;
use super::{Body, Event, as_copy, may_share};

const NO_SLOT: u32 = u32::MAX;

/// A body with slots and program counters.
pub(crate) struct Finished {
    pub ops: Vec<Op>,
    pub locs: Vec<LocId>,
    pub args: Vec<Arg>,
    pub switches: Vec<SwitchTable>,
    pub shuffles: Vec<Vec<u32>>,
    pub pads: Vec<Pad>,
    pub live_in: Vec<u32>,
    pub live_across: Vec<u32>,
    pub live_sets: Vec<Box<[u32]>>,
    pub var_events: Vec<VarEvent>,
    pub frame_words: u32,
    /// First slot of each parameter register.
    pub param_slots: Vec<u32>,
}

/// Points from the first up to, not including, the second.
type Range = (u32, u32);

pub(super) fn finish(mut body: Body) -> Finished {
    let liveness = Liveness::of(&mut body);
    remove_dead(&mut body, &liveness);
    drop_stale_events(&mut body, &liveness);
    let mut lives = lives(&mut body, &liveness);
    // They keep their slots to themselves for the whole of the function.
    let pinned: Vec<u32> = body.rules.registers_kept().collect();
    for register in &pinned {
        lives[*register as usize] = vec![(0, u32::MAX)];
    }
    let (slots, frame_words) = assign(&mut body, &liveness, &lives);
    Writer::new(body, liveness, slots, frame_words).write(&pinned)
}

/// For tests: the words, the lives and the slots of a body's registers.
#[cfg(test)]
pub(super) fn lives_and_slots(mut body: Body) -> (Vec<u32>, Vec<Vec<Range>>, Vec<u32>) {
    let liveness = Liveness::of(&mut body);
    remove_dead(&mut body, &liveness);
    let lives = lives(&mut body, &liveness);
    let (slots, _) = assign(&mut body, &liveness, &lives);
    (body.words, lives, slots)
}

/// Removes computations without effect whose results are never read.
///
/// One that only reads what is live anyway stays if it is the value of a source variable: a trace
/// then shows the variable, and no state gets larger. Otherwise the trace knows that it has changed.
fn remove_dead(body: &mut Body, liveness: &Liveness) {
    let mut live = Bits::new(body.words.len());
    for number in &liveness.order {
        for register in liveness.live_out(*number) {
            live.set(register);
        }
        let block = &mut body.blocks[*number as usize];
        let mut removed = vec![false; block.ops.len()];
        for (at, op) in block.ops.iter().enumerate().rev() {
            let dead = is_pure(op, &body.rules) && result(op, &mut body.args).is_some_and(|r| !live.has(r));
            if dead {
                let dst = result(op, &mut body.args).unwrap_or(NO_SLOT);
                let mut reads_live = true;
                op.clone().operands(&mut body.args, &mut |role, register| {
                    reads_live &= role == Role::Write || live.has(*register);
                });
                let showing = |e: &&mut Event| e.at == at as u32 + 1 && place_register(e.place) == Some(dst);
                let mut shown = block.events.iter_mut().filter(showing).peekable();
                removed[at] = shown.peek().is_none() || !reads_live || as_copy(op).is_some();
                if removed[at] {
                    shown.for_each(|event| {
                        event.place = as_copy(op).map_or(event.place.gone(), |(_, from)| event.place.with_source(from));
                    });
                }
            }
            step_back(op, &body.rules, &mut body.args, &mut live);
        }
        live = Bits::new(body.words.len());
        if removed.contains(&true) {
            drop_removed(block, &removed);
        }
    }
}

/// Keeps the events whose register is live, or has just been written by the op before.
fn drop_stale_events(body: &mut Body, liveness: &Liveness) {
    let mut live = Bits::new(body.words.len());
    for number in &liveness.order {
        let block = &mut body.blocks[*number as usize];
        if block.events.is_empty() {
            continue;
        }
        for register in liveness.live_out(*number) {
            live.set(register);
        }
        let mut events = std::mem::take(&mut block.events);
        let mut kept = Vec::new();
        for (at, op) in block.ops.iter().enumerate().rev() {
            step_back(op, &body.rules, &mut body.args, &mut live);
            while let Some(event) = events.pop_if(|e| e.at >= at as u32) {
                let before = at.checked_sub(1).map(|i| &block.ops[i]);
                let written = before.and_then(|op| result(op, &mut body.args));
                let register = place_register(event.place);
                let valid = register.is_none_or(|r| live.has(r) || written == Some(r));
                // What was assigned and is not to be had any more must not be shown with its old value.
                let place = if valid { event.place } else { event.place.gone() };
                if event.at == at as u32 && (valid || event.loc != LocId(0)) {
                    kept.push(Event { place, ..event });
                }
            }
        }
        kept.reverse();
        block.events = kept;
        live = Bits::new(body.words.len());
    }
}

fn place_register(place: VarPlace) -> Option<u32> {
    place.source().filter(|src| !src.is_constant()).map(|src| src.0)
}

/// The life of each register, as sorted ranges that do not touch.
fn lives(body: &mut Body, liveness: &Liveness) -> Vec<Vec<Range>> {
    let mut lives: Vec<Vec<Range>> = vec![Vec::new(); body.words.len()];
    let mut ends: AHashMap<u32, u32> = AHashMap::new();
    let mut end_of_block: u32 = liveness.order.iter().map(|b| body.blocks[*b as usize].ops.len() as u32).sum();
    for number in liveness.order.iter().rev() {
        let ops = &body.blocks[*number as usize].ops;
        let start = end_of_block - ops.len() as u32;
        ends.extend(liveness.live_out(*number).map(|r| (r, 2 * end_of_block)));
        for (i, op) in ops.iter().enumerate().rev() {
            let read = 2 * (start + i as u32);
            let write = if may_share(op) { read + 1 } else { read };
            let mut op = *op;
            op.operands(&mut body.args, &mut |role, register| match role {
                Role::Write => {
                    let end = ends.remove(register).unwrap_or(read + 2);
                    lives[*register as usize].push((write, end));
                }
                Role::ReadWrite => {
                    ends.entry(*register).or_insert(read + 2);
                }
                Role::Read => {}
            });
            op.operands(&mut body.args, &mut |role, register| {
                if role == Role::Read {
                    ends.entry(*register).or_insert(read + 1);
                }
            });
        }
        for (register, end) in ends.drain() {
            lives[register as usize].push((2 * start, end));
        }
        end_of_block = start;
    }
    for life in &mut lives {
        life.sort_unstable();
        life.dedup_by(|next, last| {
            let touch = next.0 <= last.1;
            if touch {
                last.1 = last.1.max(next.1);
            }
            touch
        });
    }
    lives
}

/// Which points of each slot are taken.
#[derive(Default)]
struct Slots(Vec<Vec<Range>>);

impl Slots {
    fn is_free(&self, slot: u32, life: &[Range]) -> bool {
        let Some(taken) = self.0.get(slot as usize) else {
            return true;
        };
        life.iter().all(|range| {
            let next = taken.partition_point(|t| t.1 <= range.0);
            taken.get(next).is_none_or(|t| t.0 >= range.1)
        })
    }

    fn all_free(&self, slot: u32, words: u32, life: &[Range]) -> bool {
        (slot..slot + words).all(|s| self.is_free(s, life))
    }

    fn take(&mut self, slot: u32, words: u32, life: &[Range]) {
        let end = (slot + words) as usize;
        if self.0.len() < end {
            self.0.resize_with(end, Vec::new);
        }
        for taken in &mut self.0[slot as usize..end] {
            for range in life {
                let at = taken.partition_point(|t| t.0 < range.0);
                taken.insert(at, *range);
            }
        }
    }
}

/// The first slot of each register ([`NO_SLOT`] if it never occurs) and the size of the frame.
fn assign(body: &mut Body, liveness: &Liveness, lives: &[Vec<Range>]) -> (Vec<u32>, u32) {
    let mut slots = Slots::default();
    let mut slot_of = vec![NO_SLOT; body.words.len()];
    let mut next = 0;
    for param in &body.params {
        slot_of[*param as usize] = next;
        let words = body.words[*param as usize];
        slots.take(next, words, &lives[*param as usize]);
        next += words;
    }
    let wishes = wishes(body, liveness);
    let mut order: Vec<u32> = (0..body.words.len() as u32)
        .filter(|r| !lives[*r as usize].is_empty() && slot_of[*r as usize] == NO_SLOT)
        .collect();
    order.sort_by_key(|r| lives[*r as usize][0].0);
    for register in order {
        let life = &lives[register as usize];
        let words = body.words[register as usize];
        let wished = wishes
            .get(&register)
            .into_iter()
            .flatten()
            .map(|other| slot_of[*other as usize])
            .find(|slot| *slot != NO_SLOT && slots.all_free(*slot, words, life));
        let slot = wished.or_else(|| (0..).find(|slot| slots.all_free(*slot, words, life)));
        let slot = slot.unwrap_or(0);
        slots.take(slot, words, life);
        slot_of[register as usize] = slot;
    }
    (slot_of, (slots.0.len() as u32).max(next))
}

/// Registers that would like the same slots, because one is copied to the other.
fn wishes(body: &Body, liveness: &Liveness) -> AHashMap<u32, Vec<u32>> {
    let mut wishes: AHashMap<u32, Vec<u32>> = AHashMap::new();
    for block in &liveness.order {
        for op in &body.blocks[*block as usize].ops {
            let Some((to, from)) = as_copy(op).filter(|c| !c.1.is_constant()) else {
                continue;
            };
            if body.words[to as usize] == body.words[from.index()] {
                wishes.entry(to).or_default().push(from.0);
                wishes.entry(from.0).or_default().push(to);
            }
        }
    }
    wishes
}

/// Makes the final function out of an allocated body.
struct Writer {
    body: Body,
    liveness: Liveness,
    slots: Vec<u32>,
    frame_words: u32,
    set_ids: AHashMap<Box<[u32]>, u32>,
    live_sets: Vec<Box<[u32]>>,
    /// Slots that count as live everywhere.
    pinned: Bits,
}

impl Writer {
    fn new(body: Body, liveness: Liveness, slots: Vec<u32>, frame_words: u32) -> Writer {
        let pinned = Bits::new(frame_words as usize);
        Writer { body, liveness, slots, frame_words, set_ids: AHashMap::new(), live_sets: Vec::new(), pinned }
    }

    fn write(mut self, pinned: &[u32]) -> Finished {
        for register in pinned {
            let first = self.slots[*register as usize];
            (first..first + self.body.words[*register as usize]).for_each(|slot| self.pinned.set(slot));
        }
        for block in self.liveness.order.clone() {
            self.drop_useless_copies(block);
        }
        // Blocks that have become empty are skipped, so there may be fewer now.
        self.body.skip_empty_blocks();
        let order = self.body.order();
        self.drop_useless_jumps(&order);
        let mut starts = vec![0u32; self.body.blocks.len()];
        let mut total = 0;
        for block in &order {
            starts[*block as usize] = total;
            total += self.body.blocks[*block as usize].ops.len() as u32;
        }
        let mut live_in = vec![0; total as usize];
        let mut live_across = vec![0; total as usize];
        let mut var_events = Vec::new();
        for block in &order {
            let start = starts[*block as usize];
            self.note_live(*block, start, &mut live_in, &mut live_across);
            self.note_events(*block, start, &mut var_events);
        }
        var_events.sort_by_key(|e| e.pc);
        var_events.dedup_by_key(|e| (e.pc, e.variable, e.place));
        let mut ops = Vec::with_capacity(total as usize);
        let mut locs = Vec::with_capacity(total as usize);
        for block in &order {
            let block = &mut self.body.blocks[*block as usize];
            ops.append(&mut block.ops);
            locs.append(&mut block.locs);
        }
        for op in &mut ops {
            self.resolve(op, &starts);
        }
        for arg in &mut self.body.args {
            if !arg.src.is_constant() {
                // Arguments of unreachable calls have no slot.
                let slot = self.slots[arg.src.index()];
                arg.src = Src::slot(if slot == NO_SLOT { 0 } else { slot });
            }
        }
        for table in &mut self.body.switches {
            table.default.0 = starts[table.default.0 as usize];
            for case in &mut table.cases {
                case.1.0 = starts[case.1.0 as usize];
            }
        }
        let params = self.body.params.iter();
        Finished {
            param_slots: params.map(|p| self.slots[*p as usize]).collect(),
            ops,
            locs,
            args: self.body.args,
            switches: self.body.switches,
            shuffles: self.body.shuffles,
            pads: self.body.pads,
            live_in,
            live_across,
            live_sets: self.live_sets,
            var_events,
            frame_words: self.frame_words,
        }
    }

    /// Drops copies of a slot to itself.
    fn drop_useless_copies(&mut self, number: u32) {
        let block = &mut self.body.blocks[number as usize];
        let slots = &self.slots;
        let same = |op: &Op| {
            as_copy(op).is_some_and(|(to, from)| !from.is_constant() && slots[to as usize] == slots[from.index()])
        };
        let removed: Vec<bool> = block.ops.iter().map(same).collect();
        if removed.contains(&true) {
            drop_removed(block, &removed);
        }
    }

    /// Drops jumps to the block that follows anyway.
    fn drop_useless_jumps(&mut self, order: &[u32]) {
        let mut entries = vec![0u32; self.body.blocks.len()];
        entries[0] = 1;
        for block in order {
            for to in self.body.successors(*block as usize) {
                entries[to as usize] += 1;
            }
        }
        for pair in order.windows(2) {
            let [number, next] = pair else { continue };
            let block = &mut self.body.blocks[*number as usize];
            let last = block.ops.len() as u32 - 1;
            let Op::Jump { to } = block.ops[last as usize] else {
                continue;
            };
            // Events at the jump move to the next block, if that has no other way in.
            let events = block.events.iter().any(|e| e.at >= last);
            if to.0 != *next || (events && entries[*next as usize] > 1) {
                continue;
            }
            block.ops.pop();
            block.locs.pop();
            let moved = block.events.extract_if(.., |e| e.at >= last);
            let moved: Vec<Event> = moved.map(|e| Event { at: 0, ..e }).collect();
            self.body.blocks[*next as usize].events.splice(0..0, moved);
        }
    }

    fn note_live(&mut self, number: u32, start: u32, live_in: &mut [u32], across: &mut [u32]) {
        let mut live = self.pinned.clone();
        let mut changed = true;
        let mut set = 0;
        for register in self.liveness.live_out(number) {
            let first = self.slots[register as usize];
            (first..first + self.body.words[register as usize]).for_each(|s| live.set(s));
        }
        for i in (0..self.body.blocks[number as usize].ops.len()).rev() {
            let mut op = self.body.blocks[number as usize].ops[i];
            let pc = start as usize + i;
            let mut args = std::mem::take(&mut self.body.args);
            let (slots, words, pinned) = (&self.slots, &self.body.words, &self.pinned);
            let range = |r: u32| slots[r as usize]..slots[r as usize] + words[r as usize];
            op.operands(&mut args, &mut |role, register| {
                if role != Role::Read {
                    for slot in range(*register).filter(|slot| !pinned.has(*slot)) {
                        changed |= live.has(slot);
                        live.clear(slot);
                    }
                }
            });
            if changed {
                set = intern(&mut self.set_ids, &mut self.live_sets, &live);
                changed = false;
            }
            across[pc] = set;
            op.operands(&mut args, &mut |role, register| {
                if role != Role::Write {
                    for slot in range(*register) {
                        changed |= !live.has(slot);
                        live.set(slot);
                    }
                }
            });
            if changed {
                set = intern(&mut self.set_ids, &mut self.live_sets, &live);
                changed = false;
            }
            live_in[pc] = set;
            self.body.args = args;
        }
    }

    fn note_events(&self, number: u32, start: u32, var_events: &mut Vec<VarEvent>) {
        for event in &self.body.blocks[number as usize].events {
            let mut place = event.place;
            if let Some(register) = place_register(place) {
                place = place.with_source(Src::slot(self.slots[register as usize]));
            }
            var_events.push(VarEvent { pc: Pc(start + event.at), variable: event.variable, place, loc: event.loc });
        }
    }

    /// Renames registers to slots and turns block numbers into program counters.
    fn resolve(&self, op: &mut Op, starts: &[u32]) {
        // Arguments are renamed all at once, since ops share the table.
        let mut none = vec![];
        let args = match op {
            Op::Call { args, .. } | Op::CallIndirect { args, .. } | Op::Trap { args, .. } | Op::Math { args, .. } => {
                Some(std::mem::replace(args, crate::op::Args { start: 0, len: 0 }))
            }
            _ => None,
        };
        op.operands(&mut none, &mut |_, register| {
            *register = self.slots[*register as usize];
        });
        match op {
            Op::Call { args: a, .. }
            | Op::CallIndirect { args: a, .. }
            | Op::Trap { args: a, .. }
            | Op::Math { args: a, .. } => {
                if let Some(args) = args {
                    *a = args;
                }
            }
            _ => {}
        }
        op.targets(&mut |to| to.0 = starts[to.0 as usize]);
    }
}

fn intern(ids: &mut AHashMap<Box<[u32]>, u32>, sets: &mut Vec<Box<[u32]>>, live: &Bits) -> u32 {
    let set: Box<[u32]> = live.iter().collect();
    if let Some(id) = ids.get(&set) {
        return *id;
    }
    let id = sets.len() as u32;
    sets.push(set.clone());
    ids.insert(set, id);
    id
}
