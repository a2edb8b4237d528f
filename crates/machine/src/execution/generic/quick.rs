//! The common cases of the lane ops, without copies and without allocation.
//!
//! All operands are clean, lanes have at most 64 bits (or there is one integer of at most 128), and
//! floats are the host's. Every function gives None where something is not so simple after all,
//! poison included; the general code then does the whole op. Results go to a buffer first: a
//! result may share registers with an operand.

use ir::{BinOp, CastOp, CmpOp, OverflowOp, ReduceOp, Scalar, Shape, TernOp, UnOp, Word, Wrap};

use super::lanes::{int_bits, is_clean, overflow_words, raw_lane};
use super::{cast, float, int};
use crate::execution::arith::{self, Plain, sign_extend};
use crate::execution::float::compare_order;
use crate::state::shadow::mask;

/// The longest result handled here.
pub(super) const WORDS_MAX: usize = 16;

pub(super) type Raw = [u64; WORDS_MAX];

/// Lanes of i1 that fit one word.
const FLAGS_MAX: u32 = 64;

fn fits(shape: Shape) -> Option<()> {
    (shape.words() as usize <= WORDS_MAX).then_some(())
}

fn clean(words: &[Word]) -> Option<()> {
    is_clean(words).then_some(())
}

/// One lane of a result.
#[inline(always)]
fn put(out: &mut Raw, at_bit: u32, bits: u32, value: u64) {
    let (index, shift) = ((at_bit / 64) as usize, at_bit % 64);
    out[index] |= value << shift;
    if shift + bits > 64 {
        out[index + 1] |= value >> (64 - shift);
    }
}

/// Lane by lane; `f` gives values without bits above the width.
#[inline(always)]
fn each<const N: usize>(
    operands: [&[Word]; N],
    shape: Shape,
    out: &mut Raw,
    f: impl Fn([u64; N]) -> Option<u64>,
) -> Option<()> {
    let bits = shape.lane.bits();
    if 64 % bits != 0 {
        for at in (0..shape.bits()).step_by(bits as usize) {
            put(out, at, bits, f(operands.map(|words| raw_lane(words, at, bits)))?);
        }
        return Some(());
    }
    for at in (0..shape.bits()).step_by(64) {
        let words = operands.map(|words| words[(at / 64) as usize].bits);
        for shift in (0..(shape.bits() - at).min(64)).step_by(bits as usize) {
            out[(at / 64) as usize] |= f(words.map(|word| word >> shift & mask(bits)))? << shift;
        }
    }
    Some(())
}

#[inline(always)]
fn singles<const N: usize>(f: impl Fn([f32; N]) -> f32) -> impl Fn([u64; N]) -> Option<u64> {
    move |lanes| Some(f(lanes.map(|lane| f32::from_bits(lane as u32))).to_bits() as u64)
}

#[inline(always)]
fn doubles<const N: usize>(f: impl Fn([f64; N]) -> f64) -> impl Fn([u64; N]) -> Option<u64> {
    move |lanes| Some(f(lanes.map(f64::from_bits)).to_bits())
}

pub(super) fn binary(op: BinOp, a: &[Word], b: &[Word], shape: Shape, wrap: Wrap, out: &mut Raw) -> Option<()> {
    fits(shape).and_then(|()| clean(a)).and_then(|()| clean(b))?;
    let logic = |out: &mut Raw, f: fn(u64, u64) -> u64| {
        a.iter().zip(b).zip(out).for_each(|((x, y), out)| *out = f(x.bits, y.bits));
        Some(())
    };
    match (op, shape.lane) {
        (BinOp::And, _) => logic(out, |x, y| x & y),
        (BinOp::Or, _) => logic(out, |x, y| x | y),
        (BinOp::Xor, _) => logic(out, |x, y| x ^ y),
        (BinOp::FPowI | BinOp::FLdExp | BinOp::CopySign, _) => None,
        (_, Scalar::Int(..=64) | Scalar::Pointer) => integers(op, a, b, shape, wrap, out),
        (_, Scalar::Int(..=128)) if shape.lanes == 1 => {
            let bits = shape.lane.bits();
            put_wide(out, wide(op, get_wide(a), get_wide(b), bits, wrap)?, bits);
            Some(())
        }
        (BinOp::FAdd, Scalar::Float) => each([a, b], shape, out, singles(|[x, y]| x + y)),
        (BinOp::FSub, Scalar::Float) => each([a, b], shape, out, singles(|[x, y]| x - y)),
        (BinOp::FMul, Scalar::Float) => each([a, b], shape, out, singles(|[x, y]| x * y)),
        (BinOp::FAdd, Scalar::Double) => each([a, b], shape, out, doubles(|[x, y]| x + y)),
        (BinOp::FSub, Scalar::Double) => each([a, b], shape, out, doubles(|[x, y]| x - y)),
        (BinOp::FMul, Scalar::Double) => each([a, b], shape, out, doubles(|[x, y]| x * y)),
        (_, Scalar::Float) => each([a, b], shape, out, |[x, y]| {
            Some(float::binary32(op, f32::from_bits(x as u32), f32::from_bits(y as u32))?.to_bits() as u64)
        }),
        (_, Scalar::Double) => each([a, b], shape, out, |[x, y]| {
            Some(float::binary64(op, f64::from_bits(x), f64::from_bits(y))?.to_bits())
        }),
        _ => None,
    }
}

fn integers(op: BinOp, a: &[Word], b: &[Word], shape: Shape, wrap: Wrap, out: &mut Raw) -> Option<()> {
    let bits = shape.lane.bits();
    let fit = mask(bits);
    let signed = |value| sign_extend(value, bits);
    let same = |value: u64, exact: Option<i64>| exact == Some(signed(value));
    let (nsw, nuw) = (wrap.has(Wrap::NSW), wrap.has(Wrap::NUW));
    match op {
        BinOp::Add if wrap.0 == 0 => each([a, b], shape, out, |[x, y]| Some(x.wrapping_add(y) & fit)),
        BinOp::Sub if wrap.0 == 0 => each([a, b], shape, out, |[x, y]| Some(x.wrapping_sub(y) & fit)),
        BinOp::Mul if wrap.0 == 0 => each([a, b], shape, out, |[x, y]| Some(x.wrapping_mul(y) & fit)),
        BinOp::Add => each([a, b], shape, out, |[x, y]| {
            let sum = x.wrapping_add(y) & fit;
            let broken = nuw && sum < x || nsw && !same(sum, signed(x).checked_add(signed(y)));
            (!broken).then_some(sum)
        }),
        BinOp::Sub => each([a, b], shape, out, |[x, y]| {
            let difference = x.wrapping_sub(y) & fit;
            let broken = nuw && x < y || nsw && !same(difference, signed(x).checked_sub(signed(y)));
            (!broken).then_some(difference)
        }),
        BinOp::Mul => each([a, b], shape, out, |[x, y]| {
            let product = x.wrapping_mul(y) & fit;
            let broken =
                nuw && x.checked_mul(y) != Some(product) || nsw && !same(product, signed(x).checked_mul(signed(y)));
            (!broken).then_some(product)
        }),
        BinOp::Shl if wrap.0 == 0 => each([a, b], shape, out, |[x, y]| (y < bits as u64).then(|| x << y & fit)),
        BinOp::LShr if wrap.0 == 0 => each([a, b], shape, out, |[x, y]| (y < bits as u64).then(|| x >> y)),
        BinOp::AShr if wrap.0 == 0 => {
            each([a, b], shape, out, |[x, y]| (y < bits as u64).then(|| (signed(x) >> y) as u64 & fit))
        }
        BinOp::UMin => each([a, b], shape, out, |[x, y]| Some(x.min(y))),
        BinOp::UMax => each([a, b], shape, out, |[x, y]| Some(x.max(y))),
        BinOp::SMin => each([a, b], shape, out, |[x, y]| Some(if signed(x) <= signed(y) { x } else { y })),
        BinOp::SMax => each([a, b], shape, out, |[x, y]| Some(if signed(x) >= signed(y) { x } else { y })),
        _ => each([a, b], shape, out, |[x, y]| match int::narrow(op, x, y, bits, wrap) {
            Plain::Value(value) => Some(value),
            _ => None,
        }),
    }
}

// ---- one integer of 65 to 128 bits ----

fn get_wide(words: &[Word]) -> u128 {
    words[0].bits as u128 | (words.get(1).map_or(0, |word| word.bits) as u128) << 64
}

fn put_wide(out: &mut Raw, value: u128, bits: u32) {
    let value = value & (!0 >> (128 - bits));
    (out[0], out[1]) = (value as u64, (value >> 64) as u64);
}

fn wide_signed(value: u128, bits: u32) -> i128 {
    (value << (128 - bits)) as i128 >> (128 - bits)
}

/// Not yet cut to its width.
fn wide(op: BinOp, x: u128, y: u128, bits: u32, wrap: Wrap) -> Option<u128> {
    let (sx, sy) = (wide_signed(x, bits), wide_signed(y, bits));
    if wrap.0 != 0 && (bits < 128 || !matches!(op, BinOp::Add | BinOp::Sub | BinOp::Mul)) {
        return None;
    }
    let (nsw, nuw) = (wrap.has(Wrap::NSW), wrap.has(Wrap::NUW));
    let kept = |value: u128, signed: bool, unsigned: bool| (!(nsw && signed || nuw && unsigned)).then_some(value);
    let near = y < bits as u128;
    match op {
        BinOp::Add => kept(x.wrapping_add(y), sx.checked_add(sy).is_none(), x.checked_add(y).is_none()),
        BinOp::Sub => kept(x.wrapping_sub(y), sx.checked_sub(sy).is_none(), x < y),
        BinOp::Mul if wrap.0 == 0 => Some(x.wrapping_mul(y)),
        BinOp::Mul => kept(x.wrapping_mul(y), sx.checked_mul(sy).is_none(), x.checked_mul(y).is_none()),
        BinOp::Shl if near => Some(x << y),
        BinOp::LShr if near => Some(x >> y),
        BinOp::AShr if near => Some((sx >> y) as u128),
        BinOp::UDiv => x.checked_div(y),
        BinOp::URem => x.checked_rem(y),
        BinOp::SDiv | BinOp::SRem if y == 0 || sy == -1 => None,
        BinOp::SDiv => Some((sx / sy) as u128),
        BinOp::SRem => Some((sx % sy) as u128),
        BinOp::UMin => Some(x.min(y)),
        BinOp::UMax => Some(x.max(y)),
        BinOp::SMin => Some(sx.min(sy) as u128),
        BinOp::SMax => Some(sx.max(sy) as u128),
        _ => None,
    }
}

// ---- the other ops ----

pub(super) fn unary(op: UnOp, a: &[Word], shape: Shape, out: &mut Raw) -> Option<()> {
    fits(shape).and_then(|()| clean(a))?;
    let bits = shape.lane.bits();
    match (op, shape.lane) {
        (_, Scalar::Int(..=64)) => each([a], shape, out, |[x]| int::narrow_unary(op, x, bits)),
        (UnOp::FNeg, Scalar::Float | Scalar::Double) => each([a], shape, out, |[x]| Some(x ^ 1 << (bits - 1))),
        (UnOp::FAbs, Scalar::Float | Scalar::Double) => each([a], shape, out, |[x]| Some(x & !(1 << (bits - 1)))),
        (_, Scalar::Float) => {
            each([a], shape, out, |[x]| Some(float::unary32(op, f32::from_bits(x as u32))?.to_bits() as u64))
        }
        (_, Scalar::Double) => each([a], shape, out, |[x]| Some(float::unary64(op, f64::from_bits(x))?.to_bits())),
        _ => None,
    }
}

pub(super) fn ternary(op: TernOp, operands: [&[Word]; 3], shape: Shape, out: &mut Raw) -> Option<()> {
    fits(shape)?;
    operands.iter().try_for_each(|words| clean(words))?;
    let bits = shape.lane.bits() as u64;
    match (op, shape.lane) {
        (TernOp::FMulAdd, Scalar::Float) => each(operands, shape, out, singles(|[x, y, z]| x * y + z)),
        (TernOp::FMulAdd, Scalar::Double) => each(operands, shape, out, doubles(|[x, y, z]| x * y + z)),
        (TernOp::Fma, Scalar::Float) => each(operands, shape, out, singles(|[x, y, z]| x.mul_add(y, z))),
        (TernOp::Fma, Scalar::Double) => each(operands, shape, out, doubles(|[x, y, z]| x.mul_add(y, z))),
        (TernOp::FShl | TernOp::FShr, Scalar::Int(..=64)) => each(operands, shape, out, |[x, y, by]| {
            let both = (x as u128) << bits | y as u128;
            let by = if op == TernOp::FShl { bits - by % bits } else { by % bits };
            Some((both >> by) as u64 & mask(bits as u32))
        }),
        _ => None,
    }
}

pub(super) fn compare(op: CmpOp, a: &[Word], b: &[Word], shape: Shape, out: &mut Raw) -> Option<()> {
    clean(a).and_then(|()| clean(b))?;
    let bits = shape.lane.bits();
    if shape.lanes > FLAGS_MAX {
        return None;
    }
    let mut flags = 0;
    let mut each = |f: &dyn Fn(u64, u64) -> bool| {
        for i in 0..shape.lanes {
            flags |= (f(raw_lane(a, i * bits, bits), raw_lane(b, i * bits, bits)) as u64) << i;
        }
    };
    match shape.lane {
        Scalar::Int(..=64) | Scalar::Pointer => each(&|x, y| arith::compare(op, x, y, bits)),
        Scalar::Float => {
            each(&|x, y| compare_order(op, f32::from_bits(x as u32).partial_cmp(&f32::from_bits(y as u32))))
        }
        Scalar::Double => each(&|x, y| compare_order(op, f64::from_bits(x).partial_cmp(&f64::from_bits(y)))),
        Scalar::Int(..=128) if shape.lanes == 1 => flags = wide_compare(op, get_wide(a), get_wide(b), bits) as u64,
        _ => return None,
    }
    out[0] = flags;
    Some(())
}

fn wide_compare(op: CmpOp, x: u128, y: u128, bits: u32) -> bool {
    let (sx, sy) = (wide_signed(x, bits), wide_signed(y, bits));
    match op {
        CmpOp::Eq => x == y,
        CmpOp::Ne => x != y,
        CmpOp::Ult => x < y,
        CmpOp::Ule => x <= y,
        CmpOp::Ugt => x > y,
        CmpOp::Uge => x >= y,
        CmpOp::Slt => sx < sy,
        CmpOp::Sle => sx <= sy,
        CmpOp::Sgt => sx > sy,
        _ => sx >= sy,
    }
}

pub(super) fn convert(op: CastOp, a: &[Word], from: Shape, to: Shape, out: &mut Raw) -> Option<()> {
    fits(to).and_then(|()| clean(a))?;
    let (wide_from, wide_to) = (from.lane.bits(), to.lane.bits());
    if wide_from <= 64 && wide_to <= 64 {
        for i in 0..from.lanes {
            let value = cast::narrow(op, raw_lane(a, i * wide_from, wide_from), from.lane, to.lane)?;
            put(out, i * wide_to, wide_to, value);
        }
        return Some(());
    }
    if from.lanes > 1 || wide_from > 128 || wide_to > 128 {
        return None;
    }
    let value = match op {
        CastOp::Trunc | CastOp::ZExt => get_wide(a),
        CastOp::SExt => wide_signed(get_wide(a), wide_from) as u128,
        _ => return None,
    };
    put_wide(out, value, wide_to);
    Some(())
}

pub(super) fn select(c: &[Word], a: &[Word], b: &[Word], shape: Shape, out: &mut Raw) -> Option<()> {
    fits(shape).and_then(|()| clean(c)).and_then(|()| clean(a)).and_then(|()| clean(b))?;
    let bits = shape.lane.bits();
    for at in (0..shape.bits()).step_by(64) {
        // A lane's part of this word is chosen by the lane's flag.
        let mut chosen = 0;
        let mut lane = at / bits;
        while lane < shape.lanes && lane * bits < at + 64 {
            if c[(lane / 64) as usize].bits >> (lane % 64) & 1 != 0 {
                let (start, end) = ((lane * bits).max(at) - at, (lane * bits + bits).min(at + 64) - at);
                chosen |= mask(end - start) << start;
            }
            lane += 1;
        }
        let word = (at / 64) as usize;
        out[word] = a[word].bits & chosen | b[word].bits & !chosen;
    }
    Some(())
}

pub(super) fn shuffle(a: &[Word], b: &[Word], shape: Shape, mask: &[u32], out: &mut Raw) -> Option<()> {
    let bits = shape.lane.bits();
    fits(Shape { lane: shape.lane, lanes: mask.len() as u32 }).and_then(|()| clean(a))?;
    // Mostly there is only one vector, and the other is poison.
    let both = mask.iter().any(|lane| *lane >= shape.lanes);
    if bits > 64 || both && !is_clean(b) {
        return None;
    }
    for (i, lane) in mask.iter().enumerate() {
        let value = match *lane {
            lane if lane < shape.lanes => raw_lane(a, lane * bits, bits),
            lane if lane < 2 * shape.lanes => raw_lane(b, (lane - shape.lanes) * bits, bits),
            _ => return None,
        };
        put(out, i as u32 * bits, bits, value);
    }
    Some(())
}

/// One integer; gives the number of words.
pub(super) fn overflow(op: OverflowOp, a: Word, b: Word, shape: Shape, flag_bit: u32, out: &mut Raw) -> Option<usize> {
    clean(&[a, b])?;
    let bits = int_bits(shape.lane).filter(|bits| *bits <= 64 && shape.lanes == 1)?;
    let (x, y) = match op {
        OverflowOp::UAdd | OverflowOp::USub | OverflowOp::UMul => (a.bits as i128, b.bits as i128),
        _ => (sign_extend(a.bits, bits) as i128, sign_extend(b.bits, bits) as i128),
    };
    let (unsigned, exact) = match op {
        OverflowOp::UAdd => (true, x + y),
        OverflowOp::SAdd => (false, x + y),
        OverflowOp::USub => (true, x - y),
        OverflowOp::SSub => (false, x - y),
        // A product that does not even fit 128 signed bits is left to the general code.
        OverflowOp::UMul => (true, x.checked_mul(y)?),
        OverflowOp::SMul => (false, x * y),
    };
    let value = exact as u64 & mask(bits);
    let back = if unsigned { value as i128 } else { sign_extend(value, bits) as i128 };
    put(out, 0, bits, value);
    put(out, flag_bit, 1, (back != exact) as u64);
    Some(overflow_words(shape, flag_bit))
}

pub(super) fn reduce(op: ReduceOp, start: &[Word], a: &[Word], shape: Shape, out: &mut Raw) -> Option<()> {
    clean(a).and_then(|()| clean(start))?;
    let bits = shape.lane.bits();
    if bits > 64 {
        return None;
    }
    let lane = |i: u32| raw_lane(a, i * bits, bits);
    let (basic, starts) = super::vector::reduction(op);
    let first = if starts { start[0].bits } else { lane(0) };
    let mut rest = (!starts as u32..shape.lanes).map(lane);
    out[0] = match shape.lane {
        Scalar::Int(..=64) => rest.try_fold(first, |sum, x| match int::narrow(basic, sum, x, bits, Wrap(0)) {
            Plain::Value(value) => Some(value),
            _ => None,
        })?,
        Scalar::Float => rest.try_fold(first, |sum, x| {
            Some(float::binary32(basic, f32::from_bits(sum as u32), f32::from_bits(x as u32))?.to_bits() as u64)
        })?,
        Scalar::Double => rest.try_fold(first, |sum, x| {
            Some(float::binary64(basic, f64::from_bits(sum), f64::from_bits(x))?.to_bits())
        })?,
        _ => return None,
    };
    Some(())
}
