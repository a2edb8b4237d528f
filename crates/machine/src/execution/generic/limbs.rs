//! Integers of any fixed width as limbs of 64 bits, least significant first.
//!
//! A number of `bits` bits has `bits.div_ceil(64)` limbs and zeros above its width. Nothing here
//! knows about definedness or pointers; see `wide` for that.

use std::cmp::Ordering;

use ir::{BinOp, Wrap};
use smallvec::{SmallVec, smallvec};

use crate::execution::arith::Division;

/// Up to 256 bits without allocation.
pub(super) type Limbs = SmallVec<[u64; 4]>;

/// A result, or the reason why there is none.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Outcome {
    Value(Limbs),
    Poison(&'static str),
    Trap(Division),
}

pub(super) fn limbs_of(bits: u32) -> usize {
    bits.div_ceil(64) as usize
}

pub(super) fn zero(bits: u32) -> Limbs {
    smallvec![0; limbs_of(bits)]
}

pub(super) fn from_u128(value: u128, bits: u32) -> Limbs {
    let mut out = zero(bits);
    for (i, limb) in out.iter_mut().take(2).enumerate() {
        *limb = (value >> (64 * i)) as u64;
    }
    fit(out, bits)
}

/// The number modulo 2^128.
pub(super) fn to_u128(a: &[u64]) -> u128 {
    a.iter().take(2).rev().fold(0, |sum, limb| sum << 64 | *limb as u128)
}

/// Cuts or extends with zeros to `bits` bits.
pub(super) fn fit(mut a: Limbs, bits: u32) -> Limbs {
    a.resize(limbs_of(bits), 0);
    if let (Some(top), unused @ 1..) = (a.last_mut(), bits.div_ceil(64) * 64 - bits) {
        *top &= !0 >> unused;
    }
    a
}

pub(super) fn ones(bits: u32) -> Limbs {
    fit(smallvec![!0; limbs_of(bits)], bits)
}

/// 2^at.
pub(super) fn power(at: u32, bits: u32) -> Limbs {
    let mut out = zero(bits);
    out[(at / 64) as usize] = 1 << (at % 64);
    out
}

pub(super) fn bit(a: &[u64], at: u32) -> bool {
    a[(at / 64) as usize] >> (at % 64) & 1 != 0
}

pub(super) fn is_zero(a: &[u64]) -> bool {
    a.iter().all(|limb| *limb == 0)
}

/// The most negative number.
pub(super) fn signed_min(bits: u32) -> Limbs {
    power(bits - 1, bits)
}

pub(super) fn signed_max(bits: u32) -> Limbs {
    lshr(&ones(bits), 1)
}

/// The same number with more (or fewer) bits.
pub(super) fn extend(a: &[u64], from: u32, to: u32, signed: bool) -> Limbs {
    let mut out = Limbs::from_slice(a);
    if signed && bit(a, from - 1) {
        if !from.is_multiple_of(64) {
            out[limbs_of(from) - 1] |= !0 << (from % 64);
        }
        out.resize(limbs_of(to).max(a.len()), !0);
    }
    fit(out, to)
}

pub(super) fn add(a: &[u64], b: &[u64], bits: u32) -> Limbs {
    let mut carry = false;
    let sum = a.iter().zip(b).map(|(x, y)| {
        let (sum, first) = x.overflowing_add(*y);
        let (sum, second) = sum.overflowing_add(carry as u64);
        carry = first | second;
        sum
    });
    fit(sum.collect(), bits)
}

pub(super) fn sub(a: &[u64], b: &[u64], bits: u32) -> Limbs {
    let mut borrow = false;
    let difference = a.iter().zip(b).map(|(x, y)| {
        let (difference, first) = x.overflowing_sub(*y);
        let (difference, second) = difference.overflowing_sub(borrow as u64);
        borrow = first | second;
        difference
    });
    fit(difference.collect(), bits)
}

pub(super) fn negate(a: &[u64], bits: u32) -> Limbs {
    sub(&zero(bits), a, bits)
}

pub(super) fn mul(a: &[u64], b: &[u64], bits: u32) -> Limbs {
    let mut out = zero(bits);
    for (i, x) in a.iter().enumerate() {
        let mut carry = 0u128;
        for (j, y) in b.iter().enumerate().take(out.len().saturating_sub(i)) {
            let sum = out[i + j] as u128 + *x as u128 * *y as u128 + carry;
            out[i + j] = sum as u64;
            carry = sum >> 64;
        }
        if let Some(limb) = out.get_mut(i + b.len()) {
            *limb = carry as u64;
        }
    }
    fit(out, bits)
}

/// Shifts by any number of bits.
pub(super) fn shl(a: &[u64], by: u32, bits: u32) -> Limbs {
    let (whole, part) = ((by / 64) as usize, by % 64);
    let limb = |i: usize| i.checked_sub(whole).map_or(0, |i| a.get(i).copied().unwrap_or(0));
    let shifted = (0..limbs_of(bits)).map(|i| match (part, i) {
        (0, _) => limb(i),
        (_, 0) => limb(0) << part,
        _ => limb(i) << part | limb(i - 1) >> (64 - part),
    });
    fit(shifted.collect(), bits)
}

pub(super) fn lshr(a: &[u64], by: u32) -> Limbs {
    let (whole, part) = ((by / 64) as usize, by % 64);
    let limb = |i: usize| a.get(i + whole).copied().unwrap_or(0);
    (0..a.len()).map(|i| if part == 0 { limb(i) } else { limb(i) >> part | limb(i + 1) << (64 - part) }).collect()
}

pub(super) fn ashr(a: &[u64], by: u32, bits: u32) -> Limbs {
    let wide = bits + by.min(bits);
    fit(lshr(&extend(a, bits, wide, true), by.min(bits)), bits)
}

pub(super) fn compare(a: &[u64], b: &[u64]) -> Ordering {
    a.iter().rev().cmp(b.iter().rev())
}

pub(super) fn compare_signed(a: &[u64], b: &[u64], bits: u32) -> Ordering {
    match (bit(a, bits - 1), bit(b, bits - 1)) {
        (true, false) => Ordering::Less,
        (false, true) => Ordering::Greater,
        _ => compare(a, b),
    }
}

/// How many bits the number needs.
pub(super) fn length(a: &[u64]) -> u32 {
    let top = a.iter().rposition(|limb| *limb != 0);
    top.map_or(0, |i| 64 * i as u32 + 64 - a[i].leading_zeros())
}

/// The lowest set bit; None for zero.
pub(super) fn lowest(a: &[u64]) -> Option<u32> {
    let low = a.iter().position(|limb| *limb != 0)?;
    Some(64 * low as u32 + a[low].trailing_zeros())
}

/// All bits from `at` upwards.
pub(super) fn upwards(at: u32, bits: u32) -> Limbs {
    shl(&ones(bits), at, bits)
}

/// Quotient and rest; `b` is not zero.
pub(super) fn divide(a: &[u64], b: &[u64], bits: u32) -> (Limbs, Limbs) {
    if length(a) <= 128 && length(b) <= 128 {
        let (x, y) = (to_u128(a), to_u128(b));
        return (from_u128(x / y, bits), from_u128(x % y, bits));
    }
    let (mut quotient, mut rest) = (zero(bits), zero(bits + 1));
    let divisor = fit(Limbs::from_slice(b), bits + 1);
    for at in (0..length(a)).rev() {
        rest = shl(&rest, 1, bits + 1);
        rest[0] |= bit(a, at) as u64;
        if compare(&rest, &divisor).is_ge() {
            rest = sub(&rest, &divisor, bits + 1);
            quotient[(at / 64) as usize] |= 1 << (at % 64);
        }
    }
    (quotient, fit(rest, bits))
}

/// Rounded towards zero; the rest has the sign of `a`.
fn divide_signed(a: &[u64], b: &[u64], bits: u32) -> (Limbs, Limbs) {
    let (minus_a, minus_b) = (bit(a, bits - 1), bit(b, bits - 1));
    let absolute = |x: &[u64], minus| if minus { negate(x, bits) } else { Limbs::from_slice(x) };
    let (quotient, rest) = divide(&absolute(a, minus_a), &absolute(b, minus_b), bits);
    (absolute(&quotient, minus_a != minus_b), absolute(&rest, minus_a))
}

/// The integer below the square root.
pub(super) fn square_root(a: &[u64], bits: u32) -> Limbs {
    let mut root = zero(bits);
    for at in (0..length(a).div_ceil(2)).rev() {
        let mut next = root.clone();
        next[(at / 64) as usize] |= 1 << (at % 64);
        if compare(&mul(&next, &next, bits), a).is_le() {
            root = next;
        }
    }
    root
}

/// Sum, difference or product, and whether it did not fit.
pub(super) fn overflowing(op: BinOp, signed: bool, a: &[u64], b: &[u64], bits: u32) -> (Limbs, bool) {
    let wide = if op == BinOp::Mul { 2 * bits } else { bits + 1 };
    let (x, y) = (extend(a, bits, wide, signed), extend(b, bits, wide, signed));
    let exact = match op {
        BinOp::Add => add(&x, &y, wide),
        BinOp::Sub => sub(&x, &y, wide),
        _ => mul(&x, &y, wide),
    };
    let value = fit(exact.clone(), bits);
    // An unsigned difference below zero has its top bits set, so it does not fit either.
    let overflow = extend(&value, bits, wide, signed) != exact;
    (value, overflow)
}

fn saturating(op: BinOp, signed: bool, a: &[u64], b: &[u64], bits: u32) -> Limbs {
    match (overflowing(op, signed, a, b, bits), signed) {
        ((value, false), _) => value,
        (_, true) if bit(a, bits - 1) => signed_min(bits),
        (_, true) => signed_max(bits),
        (_, false) if op == BinOp::Sub => zero(bits),
        (_, false) => ones(bits),
    }
}

/// A multiplication of polynomials over two elements, without carries.
fn carryless(a: &[u64], b: &[u64], bits: u32) -> Limbs {
    let mut out = zero(bits);
    for at in (0..length(b)).filter(|at| bit(b, *at)) {
        for (limb, other) in out.iter_mut().zip(shl(a, at, bits)) {
            *limb ^= other;
        }
    }
    out
}

/// The amount of a shift, if it is less than the width.
pub(super) fn amount(b: &[u64], bits: u32) -> Option<u32> {
    let small = b[1..].iter().all(|limb| *limb == 0) && b[0] < bits as u64;
    small.then_some(b[0] as u32)
}

/// Two-operand arithmetic on integers of any width.
pub(super) fn binary(op: BinOp, a: &[u64], b: &[u64], bits: u32, wrap: Wrap) -> Outcome {
    let zip = |f: fn(u64, u64) -> u64| Outcome::Value(a.iter().zip(b).map(|(x, y)| f(*x, *y)).collect());
    let pick = |first: bool| Outcome::Value(Limbs::from_slice(if first { a } else { b }));
    match op {
        BinOp::Add | BinOp::Sub | BinOp::Mul => sum(op, a, b, bits, wrap),
        BinOp::And => zip(|x, y| x & y),
        BinOp::Or => zip(|x, y| x | y),
        BinOp::Xor => zip(|x, y| x ^ y),
        BinOp::Shl | BinOp::LShr | BinOp::AShr | BinOp::UShlSat | BinOp::SShlSat => match amount(b, bits) {
            Some(by) => shift(op, a, by, bits, wrap),
            None => Outcome::Poison("shift by too many bits"),
        },
        BinOp::UDiv | BinOp::SDiv | BinOp::URem | BinOp::SRem => division(op, a, b, bits, wrap),
        BinOp::UMin => pick(compare(a, b).is_le()),
        BinOp::UMax => pick(compare(a, b).is_ge()),
        BinOp::SMin => pick(compare_signed(a, b, bits).is_le()),
        BinOp::SMax => pick(compare_signed(a, b, bits).is_ge()),
        BinOp::UAddSat => Outcome::Value(saturating(BinOp::Add, false, a, b, bits)),
        BinOp::SAddSat => Outcome::Value(saturating(BinOp::Add, true, a, b, bits)),
        BinOp::USubSat => Outcome::Value(saturating(BinOp::Sub, false, a, b, bits)),
        BinOp::SSubSat => Outcome::Value(saturating(BinOp::Sub, true, a, b, bits)),
        BinOp::UCmp => Outcome::Value(three_way(compare(a, b), bits)),
        BinOp::SCmp => Outcome::Value(three_way(compare_signed(a, b, bits), bits)),
        BinOp::ClMul => Outcome::Value(carryless(a, b, bits)),
        _ => Outcome::Poison("an operation on integers that only floats have"),
    }
}

fn sum(op: BinOp, a: &[u64], b: &[u64], bits: u32, wrap: Wrap) -> Outcome {
    if wrap.has(Wrap::NSW) && overflowing(op, true, a, b, bits).1 {
        return Outcome::Poison("signed overflow");
    }
    if wrap.has(Wrap::NUW) && overflowing(op, false, a, b, bits).1 {
        return Outcome::Poison("unsigned overflow");
    }
    Outcome::Value(match op {
        BinOp::Add => add(a, b, bits),
        BinOp::Sub => sub(a, b, bits),
        _ => mul(a, b, bits),
    })
}

fn shift(op: BinOp, a: &[u64], by: u32, bits: u32, wrap: Wrap) -> Outcome {
    let inexact = || wrap.has(Wrap::EXACT) && lowest(a).is_some_and(|low| low < by);
    let left = shl(a, by, bits);
    let (fits, fits_signed) = (lshr(&left, by)[..] == *a, ashr(&left, by, bits)[..] == *a);
    Outcome::Value(match op {
        BinOp::Shl if wrap.has(Wrap::NSW) && !fits_signed => return Outcome::Poison("signed overflow in a shift"),
        BinOp::Shl if wrap.has(Wrap::NUW) && !fits => return Outcome::Poison("unsigned overflow in a shift"),
        BinOp::Shl => left,
        BinOp::UShlSat => {
            if fits {
                left
            } else {
                ones(bits)
            }
        }
        BinOp::SShlSat if fits_signed => left,
        BinOp::SShlSat if bit(a, bits - 1) => signed_min(bits),
        BinOp::SShlSat => signed_max(bits),
        _ if inexact() => return Outcome::Poison("an inexact shift that was promised to be exact"),
        BinOp::LShr => lshr(a, by),
        _ => ashr(a, by, bits),
    })
}

fn division(op: BinOp, a: &[u64], b: &[u64], bits: u32, wrap: Wrap) -> Outcome {
    let signed = matches!(op, BinOp::SDiv | BinOp::SRem);
    if is_zero(b) {
        return Outcome::Trap(Division::ByZero);
    }
    if signed && *b == ones(bits)[..] && *a == signed_min(bits)[..] {
        return Outcome::Trap(Division::Overflow);
    }
    let (quotient, rest) = if signed { divide_signed(a, b, bits) } else { divide(a, b, bits) };
    match op {
        BinOp::URem | BinOp::SRem => Outcome::Value(rest),
        _ if wrap.has(Wrap::EXACT) && !is_zero(&rest) => {
            Outcome::Poison("an inexact division that was promised to be exact")
        }
        _ => Outcome::Value(quotient),
    }
}

fn three_way(order: Ordering, bits: u32) -> Limbs {
    match order {
        Ordering::Less => ones(bits),
        Ordering::Equal => zero(bits),
        Ordering::Greater => from_u128(1, bits),
    }
}

/// A product of fixed-point numbers, rounded downwards.
pub(super) fn multiply_fixed(signed: bool, a: &[u64], b: &[u64], scale: u32, bits: u32) -> Limbs {
    let wide = 2 * bits;
    let product = mul(&extend(a, bits, wide, signed), &extend(b, bits, wide, signed), wide);
    fit(if signed { ashr(&product, scale, wide) } else { lshr(&product, scale) }, bits)
}
