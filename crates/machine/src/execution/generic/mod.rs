//! Lane-by-lane ops on any shape: vectors, wide integers, floats the host has no type for.
//!
//! Reading order: `lanes` (taking values apart), `limbs` (integers of any width), `int` and `wide`
//! (the same with pointers and undefined bits), `soft` and `float`, `cast`, `vector` (whole
//! values), `quick` (the common cases once more, without copies). Nothing in there knows the machine beyond its memory, which gives addresses to pointers
//! whose numbers are looked at.

mod cast;
mod float;
mod int;
mod lanes;
mod limbs;
mod quick;
mod soft;
#[cfg(test)]
mod tests;
mod vector;
mod wide;

use ir::{BinOp, LocId, Op, RmwOp, Shape, Src, Word, Wrap};

use self::lanes::{Lanes, Res, Trouble, Words};
use crate::execution::cpu::{Cpu, Next};
use crate::execution::vm::Vm;
use crate::image::Image;
use crate::problem::Run;

impl Vm<'_> {
    pub(crate) fn generic(&mut self, cpu: &mut Cpu, op: Op) -> Run<Next> {
        let image = self.image;
        let func = self.threads[cpu.thread.index()].frames.last().map(|frame| frame.func);
        let shuffles = func.map_or(&[][..], |func| &image.program.function(func).shuffles[..]);
        let mut raw = [0; quick::WORDS_MAX];
        if let Some((slot, words)) = execute_quickly(image, cpu, shuffles, op, &mut raw) {
            let at = cpu.base + slot as usize;
            for (register, value) in cpu.registers[at..at + words].iter_mut().zip(raw) {
                *register = Word::int(value);
            }
            return Ok(Next::Step);
        }
        let loc = self.location_id(cpu);
        let overflow = self.tells_overflow(cpu.thread);
        let mut lanes = Lanes { memory: &mut self.memory, loc, overflow };
        match execute(&mut lanes, image, cpu, shuffles, op) {
            // It was not executed after all.
            _ if self.memory.question.is_some() => Ok(Next::Stop),
            Ok((slot, words)) => {
                self.put(cpu, slot, &words);
                Ok(Next::Step)
            }
            Err(Trouble::Fault(fault)) => Err(self.violation(cpu.thread, fault)),
            Err(Trouble::Unsupported(what)) => Err(self.unsupported(cpu, &what)),
        }
    }

    /// Evaluates an op for the question that it may leave.
    pub(crate) fn generic_value(&mut self, cpu: &Cpu, op: Op) {
        let image = self.image;
        let func = self.threads[cpu.thread.index()].frames.last().map(|frame| frame.func);
        let shuffles = func.map_or(&[][..], |func| &image.program.function(func).shuffles[..]);
        let mut lanes = Lanes { memory: &mut self.memory, loc: LocId(0), overflow: false };
        let _ = execute(&mut lanes, image, cpu, shuffles, op);
    }

    /// The new value of an atomic read-modify-write.
    pub(crate) fn atomic_arithmetic(
        &mut self,
        cpu: &Cpu,
        op: Result<BinOp, RmwOp>,
        old: &[Word],
        a: &[Word],
        shape: Shape,
    ) -> Run<crate::execution::cpu::Words> {
        let loc = self.location_id(cpu);
        let mut lanes = Lanes { memory: &mut self.memory, loc, overflow: false };
        let result = match op {
            Ok(op) => lanes.binary(op, old, a, shape, Wrap(0)),
            Err(op) => lanes.read_modify(op, old, a, shape),
        };
        match result {
            Ok(words) => Ok(words.into_iter().collect()),
            Err(Trouble::Fault(fault)) => Err(self.violation(cpu.thread, fault)),
            Err(Trouble::Unsupported(what)) => Err(self.unsupported(cpu, &what)),
        }
    }

    fn location_id(&self, cpu: &Cpu) -> LocId {
        let frame = self.threads[cpu.thread.index()].frames.last();
        let locs = frame.map(|frame| &self.image.program.function(frame.func).locs);
        locs.and_then(|locs| locs.get(cpu.pc)).copied().unwrap_or_default()
    }
}

/// The slot to write and how many words, if this is a case for `quick`.
fn execute_quickly(
    image: &Image,
    cpu: &Cpu,
    shuffles: &[Vec<u32>],
    op: Op,
    out: &mut quick::Raw,
) -> Option<(u32, usize)> {
    let shape = |ty: u32| image.program.shapes[ty as usize];
    let value = |src: Src, shape: Shape| operand(image, cpu, src, shape.words());
    let (dst, shape) = match op {
        Op::GenBin { op, dst, a, b, ty, wrap } => {
            let ty = shape(ty);
            let b = operand(image, cpu, b, second_words(op, ty));
            quick::binary(op, value(a, ty), b, ty, wrap, out)?;
            (dst, ty)
        }
        Op::GenUn { op, dst, a, ty } => {
            let ty = shape(ty);
            quick::unary(op, value(a, ty), ty, out)?;
            (dst, ty)
        }
        Op::GenTern { op, dst, a, b, c, ty } => {
            let ty = shape(ty);
            if matches!(op, ir::TernOp::SMulFix | ir::TernOp::UMulFix) {
                return None;
            }
            quick::ternary(op, [value(a, ty), value(b, ty), value(c, ty)], ty, out)?;
            (dst, ty)
        }
        Op::GenCmp { op, dst, a, b, ty } => {
            let ty = shape(ty);
            quick::compare(op, value(a, ty), value(b, ty), ty, out)?;
            (dst, lanes::flags(ty))
        }
        Op::GenCast { op, dst, a, from, to } => {
            let (from, to) = (shape(from), shape(to));
            quick::convert(op, value(a, from), from, to, out)?;
            (dst, to)
        }
        Op::GenSelect { dst, c, a, b, ty } => {
            let ty = shape(ty);
            quick::select(value(c, lanes::flags(ty)), value(a, ty), value(b, ty), ty, out)?;
            (dst, ty)
        }
        Op::Shuffle { dst, a, b, ty, mask } => {
            let (ty, mask) = (shape(ty), shuffles.get(mask as usize)?);
            quick::shuffle(value(a, ty), value(b, ty), ty, mask, out)?;
            (dst, Shape { lane: ty.lane, lanes: mask.len() as u32 })
        }
        Op::Overflow { op, dst, a, b, ty, flag_bit } => {
            let ty = shape(ty);
            let words = quick::overflow(op, value(a, ty)[0], value(b, ty)[0], ty, flag_bit, out)?;
            return Some((dst.0, words));
        }
        Op::Reduce { op, dst, start, a, ty } => {
            let ty = shape(ty);
            let lane = Shape { lane: ty.lane, lanes: 1 };
            let start = if vector::reduction(op).1 { value(start, lane) } else { &[] };
            quick::reduce(op, start, value(a, ty), ty, out)?;
            (dst, lane)
        }
        Op::GenPair { .. } | Op::IsFpClass { .. } | Op::ExtractLane { .. } | Op::InsertLane { .. } => return None,
        ir::hot_ops!() | ir::rare_ops!() => return None,
    };
    Some((dst.0, shape.words() as usize))
}

/// The slot to write and what to write there.
fn execute(lanes: &mut Lanes, image: &Image, cpu: &Cpu, shuffles: &[Vec<u32>], op: Op) -> Res<(u32, Words)> {
    let shape = |ty: u32| image.program.shapes[ty as usize];
    let read = |src: Src, words: u32| operand(image, cpu, src, words);
    let value = |src: Src, shape: Shape| operand(image, cpu, src, shape.words());
    let flags = |shape: Shape| lanes::flags(shape);
    let lane_words = |shape: Shape| shape.lane.bits().div_ceil(64);
    Ok(match op {
        Op::GenBin { op, dst, a, b, ty, wrap } => {
            let ty = shape(ty);
            let b = read(b, second_words(op, ty));
            (dst.0, lanes.binary(op, value(a, ty), b, ty, wrap)?)
        }
        Op::GenUn { op, dst, a, ty } => (dst.0, lanes.unary(op, value(a, shape(ty)), shape(ty))?),
        Op::GenTern { op, dst, a, b, c, ty } => {
            let ty = shape(ty);
            let fixed = matches!(op, ir::TernOp::SMulFix | ir::TernOp::UMulFix);
            let c = if fixed { read(c, 1) } else { value(c, ty) };
            (dst.0, lanes.ternary(op, value(a, ty), value(b, ty), c, ty)?)
        }
        Op::GenCmp { op, dst, a, b, ty } => {
            let ty = shape(ty);
            (dst.0, lanes.compare(op, value(a, ty), value(b, ty), ty))
        }
        Op::GenCast { op, dst, a, from, to } => {
            let (from, to) = (shape(from), shape(to));
            (dst.0, lanes.convert(op, value(a, from), from, to)?)
        }
        Op::GenSelect { dst, c, a, b, ty } => {
            let ty = shape(ty);
            (dst.0, lanes.select(value(c, flags(ty)), value(a, ty), value(b, ty), ty))
        }
        Op::Overflow { op, dst, a, b, ty, flag_bit } => {
            let ty = shape(ty);
            (dst.0, lanes.overflows(op, value(a, ty), value(b, ty), ty, flag_bit)?)
        }
        Op::GenPair { op, dst, a, ty, second_bit, words } => {
            let ty = shape(ty);
            (dst.0, lanes.pairs(op, value(a, ty), ty, second_bit, words)?)
        }
        Op::Reduce { op, dst, start, a, ty } => {
            let ty = shape(ty);
            let start = if vector::reduction(op).1 { read(start, lane_words(ty)) } else { &[] };
            (dst.0, lanes.reduce(op, start, value(a, ty), ty)?.into_iter().collect())
        }
        Op::IsFpClass { dst, a, ty, mask } => {
            let ty = shape(ty);
            (dst.0, lanes.class(value(a, ty), ty, mask))
        }
        Op::ExtractLane { dst, a, index, ty } => {
            let ty = shape(ty);
            (dst.0, lanes.extract_lane(value(a, ty), read(index, 1)[0], ty).into_iter().collect())
        }
        Op::InsertLane { dst, a, index, ty } => {
            let ty = shape(ty);
            let into = value(Src::slot(dst.0), ty);
            (dst.0, lanes.insert_lane(into, read(a, lane_words(ty)), read(index, 1)[0], ty))
        }
        Op::Shuffle { dst, a, b, ty, mask } => {
            let ty = shape(ty);
            let mask = shuffles.get(mask as usize).map_or(&[][..], |mask| &mask[..]);
            (dst.0, lanes.shuffle(value(a, ty), value(b, ty), ty, mask))
        }
        // Nobody asks for those here.
        op @ (ir::hot_ops!() | ir::rare_ops!()) => {
            return Err(Trouble::Unsupported(format!("operation `{}`", op.name())));
        }
    })
}

/// The words of the second operand of two: some floats take an integer there.
fn second_words(op: ir::BinOp, shape: Shape) -> u32 {
    match op {
        ir::BinOp::FPowI => 1,
        ir::BinOp::FLdExp => (32 * shape.lanes).div_ceil(64),
        _ => shape.words(),
    }
}

/// An operand's words where they lie.
fn operand<'c>(image: &'c Image, cpu: &'c Cpu, src: Src, words: u32) -> &'c [Word] {
    match src.is_constant() {
        true => &image.program.constants[src.index()..][..words as usize],
        false => &cpu.registers[cpu.base + src.index()..][..words as usize],
    }
}
