//! Random bodies run the same before and after slots are assigned.
//!
//! A small interpreter runs the body on virtual registers, and the finished ops on slots with
//! everything that is not live overwritten before every step. Both must make the same calls with
//! the same arguments. That covers copies, liveness, removal of dead code, the sharing of slots and
//! the resolution of jumps at once.

use super::*;
use crate::op::{Both, MaybeDst, Wrap};
use splitmix::SplitMix;

const CONSTANTS: [u64; 4] = [0, 1, 7, 0xFFFF_FFFF];

/// What a program can be seen to do.
type Seen = Vec<Vec<u64>>;

const SEEN_MAX: usize = 200;
const STEPS_MAX: usize = 5000;
const JUMPS_MAX: u64 = 12;

struct Memory {
    words: Vec<u64>,
    seen: Seen,
    /// Where the last setjmp puts its result, and the place behind it.
    mark: Option<(u32, usize, usize)>,
    jumps: u64,
}

impl Memory {
    fn read(&self, base: &dyn Fn(u32) -> usize, src: Src, word: usize) -> u64 {
        match src.is_constant() {
            true => CONSTANTS[(src.index() + word) % CONSTANTS.len()],
            false => self.words[base(src.0) + word],
        }
    }

    fn new(words: usize) -> Memory {
        Memory { words: vec![0; words], seen: vec![], mark: None, jumps: 0 }
    }

    /// Some calls go back to the last setjmp; tells where to.
    fn goes_back(&mut self, op: &Op, base: &dyn Fn(u32) -> usize) -> Option<(usize, usize)> {
        let (dst, block, at) = self.mark.filter(|_| matches!(op, Op::Call { .. }))?;
        let goes = self.seen.len().is_multiple_of(3) && self.jumps < JUMPS_MAX;
        goes.then(|| {
            self.jumps += 1;
            self.words[base(dst)] = self.jumps;
            (block, at)
        })
    }

    /// Runs an op that does not jump.
    fn run(&mut self, op: &Op, args: &[Arg], base: &dyn Fn(u32) -> usize) {
        match *op {
            Op::SetJump { dst, .. } => self.words[base(dst.0)] = 0,
            Op::Mov { dst, a } => self.words[base(dst.0)] = self.read(base, a, 0),
            Op::MovN { dst, a, words } => {
                // Word by word, as the machine does: overlapping operands would show.
                for word in 0..words as usize {
                    self.words[base(dst.0) + word] = self.read(base, a, word);
                }
            }
            Op::Add { dst, a, b, .. } => {
                let sum = self.read(base, a, 0).wrapping_mul(3).wrapping_add(self.read(base, b, 0));
                self.words[base(dst.0)] = sum;
            }
            Op::Insert { dst, a, at_bit, .. } => {
                self.words[base(dst.0) + at_bit as usize / 64] = self.read(base, a, 0);
            }
            Op::Extract { dst, a, at_bit, .. } => {
                self.words[base(dst.0)] = self.read(base, a, at_bit as usize / 64);
            }
            Op::Call { dst, args: list, .. } => {
                let mut values = vec![];
                for arg in &args[list.range()] {
                    values.extend((0..arg.words as usize).map(|w| self.read(base, arg.src, w)));
                }
                let result = values.iter().fold(17u64, |h, v| h.wrapping_mul(31) ^ v);
                if let Some(slot) = dst.slot() {
                    // The result comes before the arguments are read for the record: they must
                    // not share slots.
                    self.words[base(slot)] = result;
                }
                let mut again = vec![];
                for arg in &args[list.range()] {
                    again.extend((0..arg.words as usize).map(|w| self.read(base, arg.src, w)));
                }
                assert_eq!(values, again, "a call's result overlaps its arguments");
                self.seen.push(values);
            }
            ref other => panic!("not in the tests: {other}"),
        }
    }
}

fn jump(op: &Op, condition: u64, switches: &[SwitchTable]) -> Option<u32> {
    match *op {
        Op::Jump { to } => Some(to.0),
        Op::Branch { then, other, .. } => Some(if condition & 1 != 0 { then.0 } else { other.0 }),
        Op::Switch { table, .. } => {
            let table = &switches[table as usize];
            let case = table.cases.iter().find(|c| c.0 == condition % 4);
            Some(case.map_or(table.default.0, |c| c.1.0))
        }
        _ => None,
    }
}

fn condition(op: &Op) -> Option<Src> {
    match *op {
        Op::Branch { c, .. } => Some(c),
        Op::Switch { a, .. } => Some(a),
        _ => None,
    }
}

fn run_virtual(body: &Body, params: &[u64]) -> Seen {
    let mut bases = vec![];
    let mut total = 0;
    for words in &body.words {
        bases.push(total);
        total += *words as usize;
    }
    let base = |register: u32| bases[register as usize];
    let mut memory = Memory::new(total);
    for (param, value) in body.params.iter().zip(params) {
        memory.words[base(*param)] = *value;
    }
    let (mut block, mut at) = (0, 0);
    for _ in 0..STEPS_MAX {
        let op = &body.blocks[block].ops[at];
        if is_terminator(op) {
            let value = condition(op).map_or(0, |c| memory.read(&base, c, 0));
            let Some(to) = jump(op, value, &body.switches) else {
                break;
            };
            (block, at) = (to as usize, 0);
            continue;
        }
        memory.run(op, &body.args, &base);
        at += 1;
        if let Op::SetJump { dst, .. } = op {
            memory.mark = Some((dst.0, block, at));
        }
        (block, at) = memory.goes_back(op, &base).unwrap_or((block, at));
    }
    memory.seen.truncate(SEEN_MAX);
    memory.seen
}

fn run_finished(done: &Finished, params: &[u64]) -> Seen {
    let base = |slot: u32| slot as usize;
    let mut memory = Memory::new(done.frame_words as usize);
    for (slot, value) in done.param_slots.iter().zip(params) {
        memory.words[*slot as usize] = *value;
    }
    let mut pc = 0;
    for step in 0..STEPS_MAX {
        let live = &done.live_sets[done.live_in[pc] as usize];
        for slot in 0..done.frame_words {
            if live.binary_search(&slot).is_err() {
                memory.words[slot as usize] = 0xDEAD_0000 + step as u64;
            }
        }
        let op = &done.ops[pc];
        if is_terminator(op) {
            let value = condition(op).map_or(0, |c| memory.read(&base, c, 0));
            let Some(to) = jump(op, value, &done.switches) else {
                break;
            };
            pc = to as usize;
            continue;
        }
        memory.run(op, &done.args, &base);
        if let Op::SetJump { dst, .. } = op {
            memory.mark = Some((dst.0, 0, pc + 1));
        }
        let across = &done.live_sets[done.live_across[pc] as usize];
        pc += 1;
        let before = memory.words.clone();
        if let Some((_, to)) = memory.goes_back(op, &base) {
            pc = to;
            // All that the frame still has is what it keeps across the call.
            let dst = memory.mark.map_or(0, |mark| mark.0);
            for slot in (0..done.frame_words).filter(|slot| *slot != dst && across.binary_search(slot).is_err()) {
                memory.words[slot as usize] = before[slot as usize] ^ 0xDEAD_0000;
            }
        }
    }
    memory.seen.truncate(SEEN_MAX);
    memory.seen
}

/// A body of random ops in random blocks; every register is set at the start.
fn random_body(random: &mut SplitMix) -> Body {
    let mut body = Body::default();
    let params: Vec<u32> = (0..random.below(3)).map(|_| body.register(1)).collect();
    body.params = params;
    let narrow: Vec<u32> = (0..1 + random.below(8)).map(|_| body.register(1)).collect();
    let wide: Vec<u32> = (0..random.below(4)).map(|_| body.register(2)).collect();
    let blocks: Vec<BlockId> = (0..1 + random.below(7)).map(|_| body.block()).collect();
    body.enter(blocks[0]);
    for (i, register) in narrow.iter().chain(&wide).enumerate() {
        let from = match body.params.is_empty() {
            true => Src::constant(i as u32 % 2),
            false => Src::slot(body.params[i % body.params.len()]),
        };
        match body.words[*register as usize] {
            1 => body.copy(*register, from),
            _ => body.copy(*register, Src::constant(0)),
        }
    }
    for block in &blocks {
        body.enter(*block);
        // Temporaries that are written once, as SSA values are.
        let mut temporaries = narrow.clone();
        for _ in 0..random.below(12) {
            random_op(&mut body, random, &narrow, &wide, &mut temporaries);
        }
        let a = Src::slot(temporaries[random.below(temporaries.len())]);
        let target = |random: &mut SplitMix| blocks[random.below(blocks.len())].pc();
        let op = match random.below(5) {
            0 => Op::Jump { to: target(random) },
            1 => Op::Branch { c: a, then: target(random), other: target(random) },
            2 => {
                let cases = (0..3).map(|v| (v, target(random))).collect();
                let default = target(random);
                body.switches.push(SwitchTable { cases, default });
                let table = body.switches.len() as u32 - 1;
                Op::Switch { a, table }
            }
            3 => {
                body.last_words.push(block.0);
                Op::Unreachable {}
            }
            _ => Op::ReturnVoid {},
        };
        body.emit(op);
    }
    body
}

fn random_op(body: &mut Body, random: &mut SplitMix, narrow: &[u32], wide: &[u32], temporaries: &mut Vec<u32>) {
    let a = Src::slot(temporaries[random.below(temporaries.len())]);
    let b = match random.below(4) {
        0 => Src::constant(random.below(4) as u32),
        _ => Src::slot(temporaries[random.below(temporaries.len())]),
    };
    let fresh = random.below(2) == 0;
    let to = match fresh {
        true => body.register(1),
        false => narrow[random.below(narrow.len())],
    };
    let pair = (!wide.is_empty()).then(|| wide[random.below(wide.len())]);
    if random.below(40) == 0 {
        let dst = Dst(body.register(1));
        body.emit(Op::SetJump { dst, buffer: Src::constant(0) });
        temporaries.push(dst.0);
        return;
    }
    match (random.below(6), pair) {
        (0 | 1, _) => body.copy(to, a),
        (2, _) => body.emit(Op::Add { dst: Dst(to), a, b, bits: 64, wrap: Wrap::default() }),
        (3, Some(pair)) => {
            let at_bit = 64 * random.below(2) as u32;
            match random.below(3) {
                0 => body.emit(Op::Insert { dst: Both(pair), a, at_bit, bits: 64 }),
                1 => body.copy(pair, Src::slot(wide[random.below(wide.len())])),
                _ => {
                    let from = Src::slot(pair);
                    body.emit(Op::Extract { dst: Dst(to), a: from, at_bit, bits: 64 });
                    temporaries.push(to);
                }
            }
            return;
        }
        _ => {
            let mut list = vec![argument(body, a), argument(body, b)];
            if let Some(pair) = pair {
                list.push(argument(body, Src::slot(pair)));
            }
            let args = body.add_args(&list);
            // As in lowering, a call never writes what it reads.
            let to = body.register(1);
            let dst = match random.below(3) {
                0 => MaybeDst::NONE,
                _ => MaybeDst(to),
            };
            body.emit(Op::Call { dst, callee: 0, args });
            if let Some(to) = dst.slot() {
                temporaries.push(to);
            }
            return;
        }
    }
    temporaries.push(to);
}

fn argument(body: &Body, src: Src) -> Arg {
    Arg {
        src,
        words: match src.is_constant() {
            true => 1,
            false => body.words[src.index()],
        },
        align_words: 1,
    }
}

fn copy_of(body: &Body) -> Body {
    Body {
        words: body.words.clone(),
        params: body.params.clone(),
        blocks: body
            .blocks
            .iter()
            .map(|b| BodyBlock { ops: b.ops.clone(), locs: b.locs.clone(), events: b.events.clone() })
            .collect(),
        args: body.args.clone(),
        switches: body.switches.iter().map(|s| SwitchTable { cases: s.cases.clone(), default: s.default }).collect(),
        shuffles: vec![],
        pads: vec![],
        last_words: body.last_words.clone(),
        rules: Rules::default(),
        current: 0,
        loc: LocId(0),
    }
}

#[test]
fn finished_bodies_do_what_the_virtual_ones_do() {
    for seed in 1..4000u64 {
        let mut random = SplitMix::new(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15));
        let body = random_body(&mut random);
        let params = [random.next_u64(), random.next_u64(), random.next_u64()];
        let expected = run_virtual(&body, &params);
        let done = copy_of(&body).finish();
        let got = run_finished(&done, &params);
        let common = expected.len().min(got.len());
        assert_eq!(expected[..common], got[..common], "seed {seed}");
        // The finished one takes fewer steps, so it may see more before the bound.
        assert!(got.len() >= expected.len(), "seed {seed}");
    }
}

#[test]
fn registers_that_are_live_together_have_slots_of_their_own() {
    for seed in 1..500u64 {
        let mut random = SplitMix::new(seed.wrapping_mul(0xD134_2543_DE82_EF95));
        let body = random_body(&mut random);
        let (words, lives, slots) = regalloc::lives_and_slots(body);
        for a in 0..words.len() {
            for b in a + 1..words.len() {
                let (sa, sb) = (slots[a], slots[b]);
                if sa == u32::MAX || sb == u32::MAX {
                    continue;
                }
                let share = sa < sb + words[b] && sb < sa + words[a];
                let meet = lives[a].iter().any(|x| lives[b].iter().any(|y| x.0 < y.1 && y.0 < x.1));
                assert!(!(share && meet), "seed {seed}: registers {a} and {b}");
            }
        }
    }
}

#[test]
fn an_unused_counter_is_not_kept() {
    let mut body = Body::default();
    let entry = body.block();
    let counter = body.register(1);
    body.enter(entry);
    body.copy(counter, Src::constant(0));
    let round = body.block();
    body.emit(Op::Jump { to: round.pc() });
    body.enter(round);
    body.emit(Op::Add {
        dst: Dst(counter),
        a: Src::slot(counter),
        b: Src::constant(1),
        bits: 32,
        wrap: Wrap::default(),
    });
    let args = body.add_args(&[]);
    body.emit(Op::Call { dst: MaybeDst::NONE, callee: 0, args });
    body.emit(Op::Jump { to: round.pc() });
    let done = body.finish();
    let names: Vec<_> = done.ops.iter().map(Op::name).collect();
    assert_eq!(names, ["call", "jump"]);
    assert_eq!(done.frame_words, 0);
}

/// On the way to the program's end, what another way would have used stays live; not what is dead anyway.
#[test]
fn last_words_keep_what_another_way_would_use() {
    for ends in [true, false] {
        let mut body = Body::default();
        let [entry, last, other] = [body.block(), body.block(), body.block()];
        body.params = vec![body.register(1), body.register(1)];
        let (used, dead) = (body.params[0], body.params[1]);
        body.enter(entry);
        body.emit(Op::Branch { c: Src::slot(dead), then: last.pc(), other: other.pc() });
        body.enter(last);
        let nothing = body.add_args(&[]);
        body.emit(Op::Call { dst: MaybeDst::NONE, callee: 0, args: nothing });
        body.emit(Op::Unreachable {});
        if ends {
            body.last_words.push(last.0);
        }
        body.enter(other);
        let argument = argument(&body, Src::slot(used));
        let args = body.add_args(&[argument]);
        body.emit(Op::Call { dst: MaybeDst::NONE, callee: 0, args });
        body.emit(Op::ReturnVoid {});
        let done = body.finish();
        let end = done.ops.iter().position(|op| matches!(op, Op::Unreachable {})).expect("an end");
        let kept = if ends { vec![done.param_slots[0]] } else { vec![] };
        assert_eq!(done.live_sets[done.live_in[end] as usize][..], kept[..]);
    }
}

/// A counter that is handed to a function and back is not needed if nobody looks at it.
#[test]
fn arguments_are_needed_for_what_comes_of_them() {
    for (wanted, looked_at) in [(false, false), (true, false), (false, true)] {
        let mut body = Body::default();
        let entry = body.block();
        body.params = vec![body.register(1), body.register(1)];
        let (counter, used) = (body.params[0], body.params[1]);
        body.enter(entry);
        let args = [Src::slot(counter), Src::slot(used)].map(|src| argument(&body, src));
        let args = body.add_args(&args);
        let result = body.register(1);
        body.emit(Op::Call { dst: MaybeDst(result), callee: 7, args });
        if looked_at {
            let args = [argument(&body, Src::slot(result))];
            let args = body.add_args(&args);
            body.emit(Op::Call { dst: MaybeDst::NONE, callee: 8, args });
        }
        body.emit(Op::Return { a: Src::slot(result), words: 1 });
        let spared = [(7, vec![false, true])].into_iter().collect();
        let needs = body.needs(spared, wanted);
        assert_eq!(needs.params, [false, true]);
        assert_eq!(needs.results, if wanted || looked_at { vec![7] } else { vec![] });
        body.spare(|_| Src::constant(3));
        let done = body.finish();
        let Op::Call { args, .. } = done.ops[0] else { panic!("no call") };
        let given: Vec<bool> = done.args[args.range()].iter().map(|arg| arg.src.is_constant()).collect();
        assert_eq!(given, [true, false]);
        let Some(Op::Return { a, .. }) = done.ops.last() else { panic!("no return") };
        assert_eq!(a.is_constant(), !wanted);
    }
}
