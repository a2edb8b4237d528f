//! Conversions between lanes of all kinds.

use ir::{CastOp, Scalar, UnOp, Word};

use super::lanes::{Lane, Lanes, Res, Trouble, clean_lane, int_bits, is_clean};
use super::limbs::{self, Limbs};
use super::soft::{self, Class};
use super::{float, lanes};
use crate::state::shadow::mask;

/// An integer out of a float.
enum Fit {
    Value(Limbs),
    /// Too large, with this sign.
    Beyond(bool),
    Nan,
}

/// The integer part, if it fits.
fn integer(kind: Scalar, bits: u128, width: u32, signed: bool) -> Fit {
    let parts = soft::parts(kind, bits);
    match parts.class {
        Class::SignallingNan | Class::QuietNan => return Fit::Nan,
        Class::Infinite => return Fit::Beyond(parts.negative),
        _ => {}
    }
    // Room for the whole significand and for one bit more than the result has.
    let room = width.max(128) + 1;
    let length = 128 - parts.significand.leading_zeros() as i32 + parts.exponent;
    if length > width as i32 {
        return Fit::Beyond(parts.negative);
    }
    let significand = limbs::from_u128(parts.significand, room);
    let magnitude = match parts.exponent {
        up @ 0.. => limbs::shl(&significand, up as u32, room),
        down => limbs::lshr(&significand, down.unsigned_abs().min(room)),
    };
    let limit = if signed { limbs::power(width - 1, room) } else { limbs::power(width, room) };
    let inside = match (parts.negative, signed) {
        (true, true) => limbs::compare(&magnitude, &limit).is_le(),
        (true, false) => limbs::is_zero(&magnitude),
        (false, _) => limbs::compare(&magnitude, &limit).is_lt(),
    };
    match inside {
        true if parts.negative => Fit::Value(limbs::fit(limbs::negate(&magnitude, room), width)),
        true => Fit::Value(limbs::fit(magnitude, width)),
        false => Fit::Beyond(parts.negative),
    }
}

/// None: poison.
fn to_integer(op: CastOp, kind: Scalar, bits: u128, width: u32) -> Option<Limbs> {
    let signed = !matches!(op, CastOp::FpToUi | CastOp::FpToUiSat);
    let rounded = match op {
        CastOp::LRint => float::unary(UnOp::RoundEven, kind, bits)?,
        CastOp::LRound => float::unary(UnOp::Round, kind, bits)?,
        _ => bits,
    };
    Some(match (integer(kind, rounded, width, signed), op) {
        (Fit::Value(value), _) => value,
        // What the processor's conversion and the C library give.
        (_, CastOp::LRint | CastOp::LRound) => limbs::signed_min(width),
        (Fit::Nan, CastOp::FpToSiSat | CastOp::FpToUiSat) => limbs::zero(width),
        (Fit::Beyond(true), CastOp::FpToSiSat) => limbs::signed_min(width),
        (Fit::Beyond(false), CastOp::FpToSiSat) => limbs::signed_max(width),
        (Fit::Beyond(true), CastOp::FpToUiSat) => limbs::zero(width),
        (Fit::Beyond(false), CastOp::FpToUiSat) => limbs::ones(width),
        _ => return None,
    })
}

fn from_integer(signed: bool, value: &[u64], width: u32, kind: Scalar) -> u128 {
    let negative = signed && limbs::bit(value, width - 1);
    let magnitude = if negative { limbs::negate(value, width) } else { Limbs::from_slice(value) };
    match kind {
        // Compiled code goes by way of float.
        Scalar::Half | Scalar::BFloat => {
            soft::convert(Scalar::Float, kind, soft::from_limbs(Scalar::Float, negative, &magnitude, 0))
        }
        _ => soft::from_limbs(kind, negative, &magnitude, 0),
    }
}

/// Conversions of clean lanes of at most 64 bits between the host's types. None: not such a case.
#[inline]
pub(super) fn narrow(op: CastOp, value: u64, from: Scalar, to: Scalar) -> Option<u64> {
    let host = |kind| matches!(kind, Scalar::Float | Scalar::Double);
    let (wide_from, wide_to) = (from.bits(), to.bits());
    let small = |kind| int_bits(kind).is_some();
    match op {
        CastOp::Trunc | CastOp::ZExt => Some(value & mask(wide_to)),
        CastOp::SExt => Some(crate::execution::arith::sign_extend(value, wide_from) as u64 & mask(wide_to)),
        CastOp::FpTrunc | CastOp::FpExt if host(from) && host(to) => {
            crate::execution::float::cast(op, value, wide_from as u8, wide_to as u8)
        }
        CastOp::SiToFp | CastOp::UiToFp if small(from) && host(to) => {
            crate::execution::float::cast(op, value, wide_from as u8, wide_to as u8)
        }
        CastOp::FpToSi | CastOp::FpToUi if host(from) && small(to) => {
            crate::execution::float::cast(op, value, wide_from as u8, wide_to as u8)
        }
        _ => None,
    }
}

impl Lanes<'_, '_> {
    pub(super) fn cast(&mut self, op: CastOp, a: &[Word], from: Scalar, to: Scalar) -> Res<Lane> {
        let (wide_from, wide_to) = (from.bits(), to.bits());
        let is_narrow = wide_from <= 64 && wide_to <= 64 && is_clean(a);
        if let Some(value) = is_narrow.then(|| narrow(op, a[0].bits, from, to)).flatten() {
            return Ok(clean_lane(&[value]));
        }
        match op {
            CastOp::Trunc | CastOp::ZExt => return Ok(self.resize(a, wide_from, wide_to, false)),
            CastOp::SExt => return Ok(self.resize(a, wide_from, wide_to, true)),
            _ => {}
        }
        let [number] = match self.numbers([a], wide_from) {
            Ok(number) => number,
            Err(blame) => return Ok(self.undefined(wide_to, blame)),
        };
        let bits = limbs::to_u128(&number);
        let limbs = match (op, int_bits(from), int_bits(to)) {
            (CastOp::FpTrunc | CastOp::FpExt, None, None) => limbs::from_u128(soft::convert(from, to, bits), wide_to),
            (CastOp::SiToFp | CastOp::UiToFp, Some(_), None) => {
                limbs::from_u128(from_integer(op == CastOp::SiToFp, &number, wide_from, to), wide_to)
            }
            (_, None, Some(_)) => match to_integer(op, from, bits, wide_to) {
                Some(value) => value,
                None => return Ok(self.undefined(wide_to, self.loc)),
            },
            _ => return Err(Trouble::Unsupported(format!("`{}` from {from:?} to {to:?}", op.name()))),
        };
        Ok(lanes::clean_lane(&limbs))
    }
}
