//! Floats that the host has no type for, and conversions between all kinds.
//!
//! x86_fp80 and fp128 are computed with `rustc_apfloat`, rounded to nearest even, as the x87 unit
//! and the compiler's library routines do. half and bfloat are computed in float and rounded back,
//! which is what clang emits for x86-64. A NaN that an operation makes out of numbers is negative,
//! as on x86.

use std::cmp::Ordering;

use ir::{BinOp, Scalar, TernOp, UnOp};
use rustc_apfloat::ieee::{BFloat, Double, Half, Quad, Single, X87DoubleExtended};
use rustc_apfloat::{Float, FloatConvert, Round};

use super::limbs;

/// Runs `$body` with `$t` as the soft-float type of the kind.
macro_rules! with_kind {
    ($kind:expr, $t:ident => $body:expr) => {
        match $kind {
            Scalar::Half => {
                type $t = Half;
                $body
            }
            Scalar::BFloat => {
                type $t = BFloat;
                $body
            }
            Scalar::Float => {
                type $t = Single;
                $body
            }
            Scalar::X86Fp80 => {
                type $t = X87DoubleExtended;
                $body
            }
            Scalar::Fp128 => {
                type $t = Quad;
                $body
            }
            _ => {
                type $t = Double;
                $body
            }
        }
    };
}

/// Bits of exponent and of the stored significand, without x86_fp80's explicit leading bit.
fn format(kind: Scalar) -> (u32, u32) {
    match kind {
        Scalar::Half => (5, 10),
        Scalar::BFloat => (8, 7),
        Scalar::Float => (8, 23),
        Scalar::X86Fp80 => (15, 63),
        Scalar::Fp128 => (15, 112),
        _ => (11, 52),
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Class {
    SignallingNan,
    QuietNan,
    Infinite,
    Normal,
    Subnormal,
    Zero,
}

/// A float taken apart: if finite, it is `significand` * 2^`exponent`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Parts {
    pub class: Class,
    pub negative: bool,
    pub exponent: i32,
    pub significand: u128,
}

pub(super) fn parts(kind: Scalar, bits: u128) -> Parts {
    let (exponent_bits, fraction_bits) = format(kind);
    let fraction = bits & ((1 << fraction_bits) - 1);
    let explicit = (kind == Scalar::X86Fp80) as u32;
    let exponent_max = (1u32 << exponent_bits) - 1;
    let exponent = (bits >> (fraction_bits + explicit)) as u32 & exponent_max;
    let leading = match kind {
        Scalar::X86Fp80 => bits & 1 << fraction_bits,
        _ if exponent == 0 => 0,
        _ => 1 << fraction_bits,
    };
    let class = match (exponent, fraction) {
        (0, _) if fraction | leading == 0 => Class::Zero,
        (0, _) => Class::Subnormal,
        // An x86_fp80 without its leading bit is invalid, and treated like a NaN by the processor.
        _ if leading == 0 => Class::SignallingNan,
        (e, 0) if e == exponent_max => Class::Infinite,
        (e, _) if e == exponent_max && fraction >> (fraction_bits - 1) != 0 => Class::QuietNan,
        (e, _) if e == exponent_max => Class::SignallingNan,
        _ => Class::Normal,
    };
    let bias = (exponent_max >> 1) as i32;
    Parts {
        class,
        negative: bits >> (kind.bits() - 1) & 1 != 0,
        exponent: exponent.max(1) as i32 - bias - fraction_bits as i32,
        significand: fraction | leading,
    }
}

pub(super) fn is_nan(kind: Scalar, bits: u128) -> bool {
    matches!(parts(kind, bits).class, Class::SignallingNan | Class::QuietNan)
}

/// A NaN becomes a quiet one; out of an invalid x86_fp80 comes the NaN of an operation without answer.
pub(super) fn quiet(kind: Scalar, bits: u128) -> u128 {
    let parts = parts(kind, bits);
    match parts.class {
        Class::SignallingNan if parts.significand >> format(kind).1 == 0 => invalid(kind),
        Class::SignallingNan | Class::QuietNan => bits | 1 << (format(kind).1 - 1),
        _ => bits,
    }
}

/// The NaN that comes out if there are NaNs among the operands: the one with the larger
/// significand, as the x87 unit chooses.
fn chosen_nan(kind: Scalar, operands: &[u128]) -> Option<u128> {
    let nans = operands.iter().filter(|bits| is_nan(kind, **bits));
    let significand = |bits: &u128| parts(kind, *bits).significand;
    let chosen = nans.copied().reduce(|a, b| if significand(&b) > significand(&a) { b } else { a });
    chosen.map(|bits| quiet(kind, bits))
}

/// The NaN of an operation that has no answer.
fn invalid(kind: Scalar) -> u128 {
    with_kind!(kind, T => (-T::qnan(None)).to_bits())
}

/// Arithmetic on x86_fp80 and fp128. None: not available.
pub(super) fn binary(op: BinOp, kind: Scalar, a: u128, b: u128) -> Option<u128> {
    if let Some(nan) = chosen_nan(kind, &[a, b]) {
        return Some(nan);
    }
    let value = with_kind!(kind, T => {
        let (x, y) = (T::from_bits(a), T::from_bits(b));
        match op {
            BinOp::FAdd => (x + y).value,
            BinOp::FSub => (x - y).value,
            BinOp::FMul => (x * y).value,
            BinOp::FDiv => (x / y).value,
            BinOp::FRem => x.c_fmod(y).value,
            _ => return None,
        }
        .to_bits()
    });
    Some(if is_nan(kind, value) { invalid(kind) } else { value })
}

pub(super) fn fused(op: TernOp, kind: Scalar, a: u128, b: u128, c: u128) -> Option<u128> {
    if op == TernOp::FMulAdd {
        return binary(BinOp::FAdd, kind, binary(BinOp::FMul, kind, a, b)?, c);
    }
    if let Some(nan) = chosen_nan(kind, &[a, b, c]) {
        return Some(nan);
    }
    let value = with_kind!(kind, T => T::from_bits(a).mul_add(T::from_bits(b), T::from_bits(c)).value.to_bits());
    Some(if is_nan(kind, value) { invalid(kind) } else { value })
}

pub(super) fn unary(op: UnOp, kind: Scalar, a: u128) -> Option<u128> {
    let round = match op {
        UnOp::Sqrt => return Some(square_root(kind, a)),
        UnOp::Canonicalize => return Some(quiet(kind, a)),
        UnOp::Floor => Round::TowardNegative,
        UnOp::Ceil => Round::TowardPositive,
        UnOp::Trunc => Round::TowardZero,
        UnOp::Rint | UnOp::NearbyInt | UnOp::RoundEven => Round::NearestTiesToEven,
        UnOp::Round => Round::NearestTiesToAway,
        _ => return None,
    };
    if is_nan(kind, a) {
        return Some(quiet(kind, a));
    }
    Some(with_kind!(kind, T => T::from_bits(a).round_to_integral(round).value.to_bits()))
}

pub(super) fn compare(kind: Scalar, a: u128, b: u128) -> Option<Ordering> {
    if is_nan(kind, a) || is_nan(kind, b) {
        return None;
    }
    with_kind!(kind, T => T::from_bits(a).partial_cmp(&T::from_bits(b)))
}

/// `a` * 2^`by`, rounded once.
pub(super) fn scale(kind: Scalar, a: u128, by: i32) -> u128 {
    if is_nan(kind, a) {
        return quiet(kind, a);
    }
    with_kind!(kind, T => T::from_bits(a).scalbn(by).to_bits())
}

pub(super) fn convert(from: Scalar, to: Scalar, a: u128) -> u128 {
    fn go<T: FloatConvert<U>, U: Float>(a: u128) -> u128 {
        let value: U = T::from_bits(a).convert(&mut false).value;
        value.to_bits()
    }
    with_kind!(from, T => with_kind!(to, U => go::<T, U>(a)))
}

/// Bits of a significand that surely decide every rounding, with the last one standing for all
/// that were cut off.
const STICKY_BITS: u32 = 120;

/// ±`magnitude` * 2^`exponent`, rounded once. `magnitude` may be of any length.
pub(super) fn from_limbs(kind: Scalar, negative: bool, magnitude: &[u64], exponent: i32) -> u128 {
    let cut = limbs::length(magnitude).saturating_sub(STICKY_BITS);
    let sticky = limbs::lowest(magnitude).is_some_and(|low| low < cut);
    let top = limbs::to_u128(&limbs::lshr(magnitude, cut)) | sticky as u128;
    with_kind!(kind, T => {
        let value = T::from_u128(top).value.scalbn(exponent + cut as i32);
        (if negative { -value } else { value }).to_bits()
    })
}

fn square_root(kind: Scalar, a: u128) -> u128 {
    let parts = parts(kind, a);
    match parts.class {
        Class::QuietNan | Class::SignallingNan => return quiet(kind, a),
        Class::Zero => return a,
        _ if parts.negative => return invalid(kind),
        Class::Infinite => return a,
        _ => {}
    }
    // The root of 2^236 times the significand or more has 118 bits: enough to round once.
    const BITS: u32 = 512;
    let length = 128 - parts.significand.leading_zeros();
    let mut up = 240 - length;
    up += (parts.exponent - up as i32).rem_euclid(2) as u32;
    let radicand = limbs::shl(&limbs::from_u128(parts.significand, BITS), up, BITS);
    let mut root = limbs::square_root(&radicand, BITS);
    if limbs::mul(&root, &root, BITS) != radicand {
        // Something is left over: a last bit below all that count.
        root = limbs::shl(&root, 1, BITS);
        root[0] |= 1;
        return from_limbs(kind, false, &root, (parts.exponent - up as i32) / 2 - 1);
    }
    from_limbs(kind, false, &root, (parts.exponent - up as i32) / 2)
}

/// `convert` that leaves every bit alone if there is nothing to convert.
pub(super) fn convert_if(from: Scalar, to: Scalar, a: u128) -> u128 {
    if from == to { a } else { convert(from, to, a) }
}
