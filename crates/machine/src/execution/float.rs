//! float and double: the host's own arithmetic, which is what clang's native code uses too.

use ir::{BinOp, CastOp, CmpOp};

use crate::execution::arith::sign_extend;
use crate::state::shadow::mask;

macro_rules! with_float {
    ($bits:expr, $a:expr, $b:expr, |$x:ident, $y:ident| $body:expr) => {
        match $bits {
            32 => {
                let ($x, $y) = (f32::from_bits($a as u32), f32::from_bits($b as u32));
                ($body).to_bits() as u64
            }
            _ => {
                let ($x, $y) = (f64::from_bits($a), f64::from_bits($b));
                ($body).to_bits()
            }
        }
    };
}

/// Lowering makes no other operations than these.
#[inline(always)]
pub(crate) fn binary(op: BinOp, a: u64, b: u64, bits: u8) -> u64 {
    match op {
        BinOp::FAdd => with_float!(bits, a, b, |x, y| x + y),
        BinOp::FSub => with_float!(bits, a, b, |x, y| x - y),
        BinOp::FMul => with_float!(bits, a, b, |x, y| x * y),
        BinOp::FDiv => with_float!(bits, a, b, |x, y| x / y),
        _ => with_float!(bits, a, b, |x, y| x % y),
    }
}

pub(crate) fn compare(op: CmpOp, a: u64, b: u64, bits: u8) -> bool {
    let wide = |v: u64| if bits == 32 { f32::from_bits(v as u32) as f64 } else { f64::from_bits(v) };
    compare_order(op, wide(a).partial_cmp(&wide(b)))
}

/// Decides a float comparison, given the order of its operands (None: one is NaN).
pub(crate) fn compare_order(op: CmpOp, order: Option<std::cmp::Ordering>) -> bool {
    let unordered = order.is_none();
    let (lt, eq, gt) = match order {
        Some(order) => (order.is_lt(), order.is_eq(), order.is_gt()),
        None => (false, false, false),
    };
    match op {
        CmpOp::FFalse => false,
        CmpOp::FOeq => eq,
        CmpOp::FOgt => gt,
        CmpOp::FOge => gt || eq,
        CmpOp::FOlt => lt,
        CmpOp::FOle => lt || eq,
        CmpOp::FOne => lt || gt,
        CmpOp::FOrd => !unordered,
        CmpOp::FUno => unordered,
        CmpOp::FUeq => unordered || eq,
        CmpOp::FUgt => unordered || gt,
        CmpOp::FUge => unordered || gt || eq,
        CmpOp::FUlt => unordered || lt,
        CmpOp::FUle => unordered || lt || eq,
        CmpOp::FUne => unordered || lt || gt,
        _ => true,
    }
}

/// None: the value does not fit (poison).
pub(crate) fn cast(op: CastOp, a: u64, from: u8, to: u8) -> Option<u64> {
    let float = || if from == 32 { f32::from_bits(a as u32) as f64 } else { f64::from_bits(a) };
    let fit = mask(to as u32);
    let high = (1u64 << (to - 1)) as f64;
    let low = -high;
    Some(match op {
        CastOp::FpTrunc => (f64::from_bits(a) as f32).to_bits() as u64,
        CastOp::FpExt => (f32::from_bits(a as u32) as f64).to_bits(),
        CastOp::FpToSi => {
            let value = float().trunc();
            (low..high).contains(&value).then_some(value as i64 as u64 & fit)?
        }
        CastOp::FpToUi => {
            let value = float().trunc();
            (value > -1.0 && value < 2.0 * high).then_some(value as u64)?
        }
        CastOp::FpToSiSat => (float().trunc() as i128).clamp(low as i128, high as i128 - 1) as u64 & fit,
        CastOp::FpToUiSat => (float().trunc() as u64).min(fit),
        CastOp::SiToFp => {
            let value = sign_extend(a, from as u32);
            if to == 32 { (value as f32).to_bits() as u64 } else { (value as f64).to_bits() }
        }
        CastOp::UiToFp => {
            if to == 32 {
                (a as f32).to_bits() as u64
            } else {
                (a as f64).to_bits()
            }
        }
        CastOp::LRint => to_integer(float().round_ties_even(), low, high) & fit,
        CastOp::LRound => to_integer(float().round(), low, high) & fit,
        CastOp::Trunc | CastOp::ZExt | CastOp::SExt => a & fit,
    })
}

/// What the hardware does: a value that does not fit gives the least one.
fn to_integer(value: f64, low: f64, high: f64) -> u64 {
    let fits = (low..high).contains(&value);
    if fits { value as i64 as u64 } else { low as i64 as u64 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn conversions_out_of_range_are_poison() {
        let check = |op, value: f64, to| cast(op, value.to_bits(), 64, to);
        assert_eq!(check(CastOp::FpToSi, -128.9, 8), Some(0x80));
        assert_eq!(check(CastOp::FpToSi, 128.0, 8), None);
        assert_eq!(check(CastOp::FpToUi, -0.5, 8), Some(0));
        assert_eq!(check(CastOp::FpToUi, 256.0, 8), None);
        assert_eq!(check(CastOp::FpToSi, f64::NAN, 32), None);
        assert_eq!(check(CastOp::FpToSiSat, 1e30, 32), Some(0x7fff_ffff));
        assert_eq!(check(CastOp::FpToSiSat, f64::NAN, 32), Some(0));
        assert_eq!(check(CastOp::FpToUiSat, -3.0, 32), Some(0));
    }
}
