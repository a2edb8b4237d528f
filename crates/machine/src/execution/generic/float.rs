//! Float lanes of every kind.
//!
//! float and double use the host's arithmetic and its C library, as native code does. half and
//! bfloat are computed in float. The elementary functions (sine, power, …) of x86_fp80 are the C
//! library's; those of fp128 are not modelled: reported as unsupported when reached.

use ir::{BinOp, CmpOp, PairOp, Scalar, TernOp, UnOp, Word, Wrap};

use super::lanes::{Lane, Lanes, Res, Trouble, clean_lane};
use super::limbs;
use super::soft::{self, Class};
use crate::execution::arith::sign_extend;
use crate::execution::float::compare_order;

/// Both zeros are equal to a comparison, so their order is decided by the sign.
macro_rules! host_binary {
    ($name:ident, $float:ty) => {
        /// None: no such operation.
        #[inline]
        pub(super) fn $name(op: BinOp, x: $float, y: $float) -> Option<$float> {
            Some(match op {
                BinOp::FAdd => x + y,
                BinOp::FSub => x - y,
                BinOp::FMul => x * y,
                BinOp::FDiv => x / y,
                BinOp::FRem => x % y,
                BinOp::FPow => x.powf(y),
                BinOp::FAtan2 => x.atan2(y),
                // As clang compiles it for x86-64, to the treatment of zeros.
                BinOp::FMinNum if x.is_nan() => y,
                BinOp::FMaxNum if x.is_nan() => y,
                BinOp::FMinNum => {
                    if y < x {
                        y
                    } else {
                        x
                    }
                }
                BinOp::FMaxNum => {
                    if y > x {
                        y
                    } else {
                        x
                    }
                }
                BinOp::FMinimum | BinOp::FMaximum if x.is_nan() => x + x,
                BinOp::FMinimum | BinOp::FMaximum if y.is_nan() => y + y,
                BinOp::FMinimumNum | BinOp::FMaximumNum if x.is_nan() => y + (0.0 as $float).copysign(y),
                BinOp::FMinimumNum | BinOp::FMaximumNum if y.is_nan() => x,
                BinOp::FMinimum | BinOp::FMinimumNum => {
                    if x < y || x == y && x.is_sign_negative() {
                        x
                    } else {
                        y
                    }
                }
                BinOp::FMaximum | BinOp::FMaximumNum => {
                    if x > y || x == y && x.is_sign_positive() {
                        x
                    } else {
                        y
                    }
                }
                _ => return None,
            })
        }
    };
}

host_binary!(binary32, f32);
host_binary!(binary64, f64);

macro_rules! host_unary {
    ($name:ident, $float:ty) => {
        #[inline]
        pub(super) fn $name(op: UnOp, x: $float) -> Option<$float> {
            Some(match op {
                UnOp::Sqrt => x.sqrt(),
                UnOp::Floor => x.floor(),
                UnOp::Ceil => x.ceil(),
                UnOp::Trunc => x.trunc(),
                UnOp::Rint | UnOp::NearbyInt | UnOp::RoundEven => x.round_ties_even(),
                UnOp::Round => x.round(),
                UnOp::Exp => x.exp(),
                UnOp::Exp2 => x.exp2(),
                UnOp::Exp10 => <$float>::from_bits(host_exp10(x.to_bits() as u64, <$float>::DIGITS) as _),
                UnOp::Log => x.ln(),
                UnOp::Log2 => x.log2(),
                UnOp::Log10 => x.log10(),
                UnOp::Sin => x.sin(),
                UnOp::Cos => x.cos(),
                UnOp::Tan => x.tan(),
                UnOp::Asin => x.asin(),
                UnOp::Acos => x.acos(),
                UnOp::Atan => x.atan(),
                UnOp::Sinh => x.sinh(),
                UnOp::Cosh => x.cosh(),
                UnOp::Tanh => x.tanh(),
                UnOp::Canonicalize => {
                    if x.is_nan() {
                        x + x
                    } else {
                        x
                    }
                }
                _ => return None,
            })
        }
    };
}

host_unary!(unary32, f32);
host_unary!(unary64, f64);

/// Rust's library has no exp10. `digits` tells float from double.
fn host_exp10(x: u64, digits: u32) -> u64 {
    let name = if digits == f32::DIGITS { "exp10f" } else { "exp10" };
    hostmath::Function::named(name).map_or(0, |f| f.call(&[x, 0, 0, 0, 0, 0, 0, 0]).0[0])
}

/// A function of long doubles that the C library has under this name and an `l`.
fn long_double(kind: Scalar, name: &str, operands: &[u128]) -> Option<u128> {
    let function = hostmath::Function::named(&format!("{name}l")).filter(|_| kind == Scalar::X86Fp80)?;
    if function.operands() != &vec![2; operands.len()][..] || function.results() != [10] {
        return None;
    }
    let mut words = [0; hostmath::WORDS_MAX];
    for (i, value) in operands.iter().enumerate() {
        (words[2 * i], words[2 * i + 1]) = (*value as u64, (*value >> 64) as u64);
    }
    let results = function.call(&words).0;
    Some(results[0] as u128 | (results[1] as u128) << 64)
}

/// A function with two results, the second of which may be an integer.
fn pair(op: PairOp, kind: Scalar, a: u128) -> Option<(u128, u128)> {
    if is_small(kind) {
        let (first, second) = pair(op, Scalar::Float, single(kind, a).to_bits() as u128)?;
        let back = |bits: u128| from_single(kind, f32::from_bits(bits as u32));
        return Some((back(first), if op == PairOp::FrExp { second } else { back(second) }));
    }
    let (suffix, words) = match kind {
        Scalar::Float => ("f", 1),
        Scalar::Double => ("", 1),
        Scalar::X86Fp80 => ("l", 2),
        _ => return None,
    };
    let function = hostmath::Function::named(&format!("{}{suffix}", op.name()))?;
    let mut operands = [0; hostmath::WORDS_MAX];
    (operands[0], operands[1]) = (a as u64, (a >> 64) as u64);
    let results = function.call(&operands).0;
    let whole = |at: usize| results[at] as u128 | if words == 2 { (results[at + 1] as u128) << 64 } else { 0 };
    Some((whole(0), if op == PairOp::FrExp { results[words] as u128 } else { whole(words) }))
}

/// half and bfloat, seen as float.
fn single(kind: Scalar, bits: u128) -> f32 {
    f32::from_bits(soft::convert(kind, Scalar::Float, bits) as u32)
}

fn from_single(kind: Scalar, value: f32) -> u128 {
    soft::convert(Scalar::Float, kind, value.to_bits() as u128)
}

fn is_small(kind: Scalar) -> bool {
    matches!(kind, Scalar::Half | Scalar::BFloat)
}

pub(super) fn binary(op: BinOp, kind: Scalar, a: u128, b: u128) -> Option<u128> {
    match kind {
        Scalar::Float => {
            let value = binary32(op, f32::from_bits(a as u32), f32::from_bits(b as u32))?;
            Some(value.to_bits() as u128)
        }
        Scalar::Double => {
            let value = binary64(op, f64::from_bits(a as u64), f64::from_bits(b as u64))?;
            Some(value.to_bits() as u128)
        }
        _ if is_small(kind) => Some(from_single(kind, binary32(op, single(kind, a), single(kind, b))?)),
        _ => soft_minimum(op, kind, a, b)
            .or_else(|| soft::binary(op, kind, a, b))
            .or_else(|| long_double(kind, op.name(), &[a, b])),
    }
}

/// The minima and maxima, by the rules above.
fn soft_minimum(op: BinOp, kind: Scalar, a: u128, b: u128) -> Option<u128> {
    let minimum = matches!(op, BinOp::FMinNum | BinOp::FMinimum | BinOp::FMinimumNum);
    let maximum = matches!(op, BinOp::FMaxNum | BinOp::FMaximum | BinOp::FMaximumNum);
    if !minimum && !maximum {
        return None;
    }
    let order = soft::compare(kind, a, b);
    let propagates = matches!(op, BinOp::FMinimum | BinOp::FMaximum);
    let zeros_ordered = !matches!(op, BinOp::FMinNum | BinOp::FMaxNum);
    Some(match order {
        None if soft::is_nan(kind, a) == propagates => soft::quiet(kind, a),
        None => soft::quiet(kind, b),
        Some(order) if order.is_eq() => {
            let a_first = !zeros_ordered || soft::parts(kind, a).negative == minimum;
            if a_first { a } else { b }
        }
        Some(order) => {
            if order.is_lt() == minimum {
                a
            } else {
                b
            }
        }
    })
}

pub(super) fn unary(op: UnOp, kind: Scalar, a: u128) -> Option<u128> {
    match kind {
        Scalar::Float => Some(unary32(op, f32::from_bits(a as u32))?.to_bits() as u128),
        Scalar::Double => Some(unary64(op, f64::from_bits(a as u64))?.to_bits() as u128),
        _ if is_small(kind) => Some(from_single(kind, unary32(op, single(kind, a))?)),
        _ => soft::unary(op, kind, a).or_else(|| long_double(kind, op.name(), &[a])),
    }
}

pub(super) fn ternary(op: TernOp, kind: Scalar, a: u128, b: u128, c: u128) -> Option<u128> {
    if op == TernOp::FMulAdd {
        // Without the FMA extension clang emits two instructions.
        return binary(BinOp::FAdd, kind, binary(BinOp::FMul, kind, a, b)?, c);
    }
    match kind {
        Scalar::Float => {
            let [x, y, z] = [a, b, c].map(|bits| f32::from_bits(bits as u32));
            Some(x.mul_add(y, z).to_bits() as u128)
        }
        Scalar::Double => {
            let [x, y, z] = [a, b, c].map(|bits| f64::from_bits(bits as u64));
            Some(x.mul_add(y, z).to_bits() as u128)
        }
        Scalar::Half => {
            let [x, y, z] = [a, b, c].map(|bits| single(kind, bits) as f64);
            Some(soft::convert(Scalar::Double, kind, x.mul_add(y, z).to_bits() as u128))
        }
        Scalar::BFloat => {
            let [x, y, z] = [a, b, c].map(|bits| single(kind, bits));
            Some(from_single(kind, x.mul_add(y, z)))
        }
        _ => soft::fused(op, kind, a, b, c),
    }
}

/// An integer power, multiplied as the compiler's library does.
pub(super) fn power(kind: Scalar, base: u128, exponent: i32) -> Option<u128> {
    let work = if is_small(kind) { Scalar::Float } else { kind };
    let mut base = soft::convert_if(kind, work, base);
    let one = soft::from_limbs(work, false, &[1], 0);
    let mut rest = exponent.unsigned_abs();
    let mut product = if rest % 2 == 1 { base } else { one };
    while rest > 1 {
        rest /= 2;
        base = binary(BinOp::FMul, work, base, base)?;
        if rest % 2 == 1 {
            product = binary(BinOp::FMul, work, product, base)?;
        }
    }
    let result = if exponent < 0 { binary(BinOp::FDiv, work, one, product)? } else { product };
    Some(soft::convert_if(work, kind, result))
}

/// Does the float belong to one of the classes of `llvm.is.fpclass`?
pub(super) fn is_class(kind: Scalar, bits: u128, mask: u32) -> bool {
    let parts = soft::parts(kind, bits);
    let bit = match (parts.class, parts.negative) {
        (Class::SignallingNan, _) => 0,
        (Class::QuietNan, _) => 1,
        (Class::Infinite, true) => 2,
        (Class::Normal, true) => 3,
        (Class::Subnormal, true) => 4,
        (Class::Zero, true) => 5,
        (Class::Zero, false) => 6,
        (Class::Subnormal, false) => 7,
        (Class::Normal, false) => 8,
        (Class::Infinite, false) => 9,
    };
    mask >> bit & 1 != 0
}

fn missing(name: &str, kind: Scalar) -> Trouble {
    Trouble::Unsupported(format!("`{name}` of {kind:?} numbers"))
}

fn lane_of(bits: u128, kind: Scalar) -> Lane {
    clean_lane(&limbs::from_u128(bits, kind.bits()))
}

impl Lanes<'_, '_> {
    pub(super) fn float_binary(&mut self, op: BinOp, kind: Scalar, a: &[Word], b: &[Word]) -> Res<Lane> {
        if op == BinOp::CopySign {
            return self.copy_sign(kind, a, b);
        }
        match self.numbers([a, b], kind.bits()) {
            Ok([x, y]) => {
                let value = binary(op, kind, limbs::to_u128(&x), limbs::to_u128(&y));
                value.map(|value| lane_of(value, kind)).ok_or_else(|| missing(op.name(), kind))
            }
            Err(blame) => Ok(self.undefined(kind.bits(), blame)),
        }
    }

    /// `powi` and `ldexp`: the second operand is an integer of 32 bits.
    pub(super) fn float_with_int(&mut self, op: BinOp, kind: Scalar, a: &[Word], b: &[Word]) -> Res<Lane> {
        let numbers = self.numbers([a], kind.bits()).and_then(|[x]| Ok((x, self.numbers([b], 32)?)));
        let (x, [y]) = match numbers {
            Ok(numbers) => numbers,
            Err(blame) => return Ok(self.undefined(kind.bits(), blame)),
        };
        let (x, y) = (limbs::to_u128(&x), sign_extend(y[0], 32) as i32);
        let value = if op == BinOp::FPowI { power(kind, x, y) } else { Some(soft::scale(kind, x, y)) };
        value.map(|value| lane_of(value, kind)).ok_or_else(|| missing(op.name(), kind))
    }

    pub(super) fn float_unary(&mut self, op: UnOp, kind: Scalar, a: &[Word]) -> Res<Lane> {
        let bits = kind.bits();
        let sign = clean_lane(&limbs::signed_min(bits));
        match op {
            UnOp::FNeg => return self.int_binary(BinOp::Xor, a, &sign, bits, Wrap(0)),
            UnOp::FAbs => {
                let rest = clean_lane(&limbs::signed_max(bits));
                return self.int_binary(BinOp::And, a, &rest, bits, Wrap(0));
            }
            _ => {}
        }
        match self.numbers([a], bits) {
            Ok([x]) => {
                let value = unary(op, kind, limbs::to_u128(&x));
                value.map(|value| lane_of(value, kind)).ok_or_else(|| missing(op.name(), kind))
            }
            Err(blame) => Ok(self.undefined(bits, blame)),
        }
    }

    pub(super) fn float_pair(&mut self, op: PairOp, kind: Scalar, a: &[Word]) -> Res<(Lane, Lane)> {
        let bits = kind.bits();
        let second_bits = if op == PairOp::FrExp { 32 } else { bits };
        match self.numbers([a], bits) {
            Ok([x]) => {
                let (first, second) = pair(op, kind, limbs::to_u128(&x)).ok_or_else(|| missing(op.name(), kind))?;
                Ok((lane_of(first, kind), clean_lane(&limbs::from_u128(second, second_bits))))
            }
            Err(blame) => Ok((self.undefined(bits, blame), self.undefined(second_bits, blame))),
        }
    }

    fn copy_sign(&mut self, kind: Scalar, a: &[Word], b: &[Word]) -> Res<Lane> {
        let bits = kind.bits();
        let (sign, rest) = (clean_lane(&limbs::signed_min(bits)), clean_lane(&limbs::signed_max(bits)));
        let magnitude = self.int_binary(BinOp::And, a, &rest, bits, Wrap(0))?;
        let sign = self.int_binary(BinOp::And, b, &sign, bits, Wrap(0))?;
        self.int_binary(BinOp::Or, &magnitude, &sign, bits, Wrap(0))
    }

    pub(super) fn float_ternary(&mut self, op: TernOp, kind: Scalar, a: &[Word], b: &[Word], c: &[Word]) -> Res<Lane> {
        match self.numbers([a, b, c], kind.bits()) {
            Ok(numbers) => {
                let [x, y, z] = numbers.map(|limbs| limbs::to_u128(&limbs));
                let value = ternary(op, kind, x, y, z);
                value.map(|value| lane_of(value, kind)).ok_or_else(|| missing(op.name(), kind))
            }
            Err(blame) => Ok(self.undefined(kind.bits(), blame)),
        }
    }

    pub(super) fn float_compare(&mut self, op: CmpOp, kind: Scalar, a: &[Word], b: &[Word]) -> Word {
        match self.numbers([a, b], kind.bits()) {
            Ok([x, y]) => {
                let order = soft_or_host_order(kind, limbs::to_u128(&x), limbs::to_u128(&y));
                Word::int(compare_order(op, order) as u64)
            }
            Err(blame) => self.memory.undefined(1, blame),
        }
    }

    pub(super) fn float_class(&mut self, kind: Scalar, a: &[Word], mask: u32) -> Word {
        match self.numbers([a], kind.bits()) {
            Ok([x]) => Word::int(is_class(kind, limbs::to_u128(&x), mask) as u64),
            Err(blame) => self.memory.undefined(1, blame),
        }
    }
}

fn soft_or_host_order(kind: Scalar, a: u128, b: u128) -> Option<std::cmp::Ordering> {
    match kind {
        Scalar::Float => f32::from_bits(a as u32).partial_cmp(&f32::from_bits(b as u32)),
        Scalar::Double => f64::from_bits(a as u64).partial_cmp(&f64::from_bits(b as u64)),
        _ => soft::compare(kind, a, b),
    }
}
