//! Which ops can be left out if nobody reads their result.
//!
//! Leaving one out must not hide anything that would be reported. So an op is pure if it touches
//! registers only and cannot be an error by itself, whatever its operands are:
//!
//! - A result that is poison or undefined is no error until something is decided on it, and nobody
//!   decides on what nobody reads. With `--overflow` the machine tells of poison where it arises
//!   (in code that is not optimised), so there whatever can be poison stays.
//! - A division is an error if its divisor is zero or undefined, or if the quotient does not fit.
//!   With a constant divisor other than 0 and -1 it is none.
//! - A comparison of two pointers may have to find out whether two blocks are in the same place,
//!   and what it finds out holds from then on. So comparisons of whole words stay.
//! - A load may be an error, and others may notice it; but not one from the scratch object that a
//!   copy of a local variable goes through (`lower/split.rs`).
//! - Arithmetic on a pointer may give its block an address. If nobody reads the result, nobody has
//!   seen the address, and the block need not have one.

use crate::op::{BinOp, Op, Src, UnOp, Wrap};

use super::liveness::Rules;

pub(super) fn is_pure(op: &Op, rules: &Rules) -> bool {
    if rules.keep_all {
        return false;
    }
    match op {
        Op::Mov { .. }
        | Op::MovN { .. }
        | Op::Select { .. }
        | Op::SelectN { .. }
        | Op::Extract { .. }
        | Op::Insert { .. }
        | Op::ExtractLane { .. }
        | Op::InsertLane { .. }
        | Op::Shuffle { .. }
        | Op::Freeze { .. }
        | Op::And { .. }
        | Op::Or { .. }
        | Op::Xor { .. }
        | Op::Trunc { .. }
        | Op::ZExt { .. }
        | Op::SExt { .. }
        | Op::FBin { .. }
        | Op::FNeg { .. }
        | Op::FCmp { .. }
        | Op::FCast { .. }
        | Op::GenSelect { .. }
        | Op::GenTern { .. }
        | Op::GenPair { .. }
        | Op::GenCast { .. }
        | Op::IsFpClass { .. }
        | Op::Overflow { .. }
        | Op::PtrAdd { .. }
        | Op::PtrIndex { .. }
        | Op::Renew { .. } => true,
        Op::Eq { bits, .. }
        | Op::Ne { bits, .. }
        | Op::Ult { bits, .. }
        | Op::Ule { bits, .. }
        | Op::Slt { bits, .. }
        | Op::Sle { bits, .. } => *bits < 64,
        Op::Add { wrap, .. } | Op::Sub { wrap, .. } | Op::Mul { wrap, .. } => {
            !rules.overflow || *wrap == Wrap::default()
        }
        // Poison also if the number is shifted by too many bits.
        Op::Shl { .. } | Op::LShr { .. } | Op::AShr { .. } => !rules.overflow,
        Op::UDiv { b, bits, wrap, .. } | Op::SDiv { b, bits, wrap, .. } => {
            divides(*b, *bits, rules) && (!rules.overflow || *wrap == Wrap::default())
        }
        Op::URem { b, bits, .. } | Op::SRem { b, bits, .. } => divides(*b, *bits, rules),
        Op::Load { ptr: base, .. } | Op::LoadIndex { base, .. } | Op::LoadN { ptr: base, .. } => {
            rules.scratch.contains(base)
        }
        Op::GenBin { op, .. } => is_pure_lane(*op, rules),
        Op::GenUn { op, .. } => !rules.overflow || !matches!(op, UnOp::CtlzPoison | UnOp::CttzPoison | UnOp::AbsPoison),
        _ => false,
    }
}

fn divides(divisor: Src, bits: u8, rules: &Rules) -> bool {
    rules.divisors.contains(&(divisor, bits))
}

/// Two-operand arithmetic on vectors and wide numbers.
fn is_pure_lane(op: BinOp, rules: &Rules) -> bool {
    match op {
        BinOp::UDiv | BinOp::SDiv | BinOp::URem | BinOp::SRem => false,
        BinOp::Add | BinOp::Sub | BinOp::Mul | BinOp::Shl | BinOp::LShr | BinOp::AShr => !rules.overflow,
        _ => true,
    }
}
