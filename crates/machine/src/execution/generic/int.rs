//! Integer lanes of any width: the clean and narrow ones here, the others through `wide`.

use ir::{BinOp, CmpOp, LocId, OverflowOp, Shadow, TernOp, UnOp, Word, Wrap};

use super::lanes::{Lane, Lanes, Res, clean_lane, is_clean, raw};
use super::limbs::{self, Outcome};
use crate::execution::arith::{self, Plain, sign_extend};
use crate::state::shadow::mask;

/// Does `arith::plain` know the operation?
fn is_basic(op: BinOp) -> bool {
    use BinOp::*;
    matches!(
        op,
        Add | Sub | Mul | UDiv | SDiv | URem | SRem | And | Or | Xor | Shl | LShr | AShr | UMin | UMax | SMin | SMax
    )
}

/// Arithmetic on clean numbers of at most 64 bits.
#[inline]
pub(super) fn narrow(op: BinOp, a: u64, b: u64, bits: u32, wrap: Wrap) -> Plain {
    match op {
        BinOp::Add if wrap.0 == 0 => Plain::Value(a.wrapping_add(b) & mask(bits)),
        BinOp::Sub if wrap.0 == 0 => Plain::Value(a.wrapping_sub(b) & mask(bits)),
        BinOp::Mul if wrap.0 == 0 => Plain::Value(a.wrapping_mul(b) & mask(bits)),
        _ if is_basic(op) => arith::plain(op, a, b, bits, wrap),
        _ => match limbs::binary(op, &[a], &[b], bits, wrap) {
            Outcome::Value(value) => Plain::Value(value[0]),
            Outcome::Poison(why) => Plain::Poison(why),
            Outcome::Trap(division) => Plain::Trap(division),
        },
    }
}

/// None: poison.
#[inline]
pub(super) fn narrow_unary(op: UnOp, a: u64, bits: u32) -> Option<u64> {
    Some(match op {
        UnOp::Ctpop => a.count_ones() as u64 & mask(bits),
        UnOp::CtlzPoison | UnOp::CttzPoison if a == 0 => return None,
        UnOp::Ctlz | UnOp::CtlzPoison => (a.leading_zeros() - (64 - bits)) as u64 & mask(bits),
        UnOp::Cttz | UnOp::CttzPoison => a.trailing_zeros().min(bits) as u64 & mask(bits),
        UnOp::BSwap => a.swap_bytes() >> (64 - bits),
        UnOp::BitReverse => a.reverse_bits() >> (64 - bits),
        UnOp::AbsPoison if a == 1 << (bits - 1) => return None,
        UnOp::Abs | UnOp::AbsPoison => sign_extend(a, bits).unsigned_abs() & mask(bits),
        _ => return None,
    })
}

impl Lanes<'_, '_> {
    pub(super) fn int_binary(&mut self, op: BinOp, a: &[Word], b: &[Word], bits: u32, wrap: Wrap) -> Res<Lane> {
        if bits > 64 {
            return self.wide_binary(op, a, b, bits, wrap);
        }
        if is_clean(a) && is_clean(b) {
            return match narrow(op, a[0].bits, b[0].bits, bits, wrap) {
                Plain::Value(value) => Ok(clean_lane(&[value])),
                Plain::Poison(why) => self.poison(why, bits),
                Plain::Trap(division) => Err(division.fault().into()),
            };
        }
        if is_basic(op) {
            let word = self.memory.special(op, a[0], b[0], bits, wrap, self.loc)?;
            return Ok(Lane::from_slice(&[word]));
        }
        self.plain_binary(op, a, b, bits, wrap)
    }

    /// Operations that show their operands' numbers and are undefined if a bit of them is.
    pub(super) fn plain_binary(&mut self, op: BinOp, a: &[Word], b: &[Word], bits: u32, wrap: Wrap) -> Res<Lane> {
        let [x, y] = match self.numbers([a, b], bits) {
            Ok(numbers) => numbers,
            Err(blame) => return Ok(self.undefined(bits, blame)),
        };
        self.outcome(limbs::binary(op, &x, &y, bits, wrap), bits)
    }

    pub(super) fn outcome(&mut self, outcome: Outcome, bits: u32) -> Res<Lane> {
        match outcome {
            Outcome::Value(value) => Ok(clean_lane(&value)),
            Outcome::Poison(why) => self.poison(why, bits),
            Outcome::Trap(division) => Err(division.fault().into()),
        }
    }

    pub(super) fn int_unary(&mut self, op: UnOp, a: &[Word], bits: u32) -> Res<Lane> {
        if bits <= 64 && is_clean(a) {
            return match narrow_unary(op, a[0].bits, bits) {
                Some(value) => Ok(clean_lane(&[value])),
                None => self.poison(reason(op), bits),
            };
        }
        match op {
            UnOp::BSwap => Ok(self.swap_bytes(a, bits)),
            UnOp::BitReverse => Ok(self.reverse_bits(a, bits)),
            UnOp::Ctpop => self.count_ones(a, bits),
            UnOp::Ctlz | UnOp::CtlzPoison => self.leading_zeros(op, a, bits),
            UnOp::Cttz | UnOp::CttzPoison => self.trailing_zeros(op, a, bits),
            _ => {
                let [x] = match self.numbers([a], bits) {
                    Ok(numbers) => numbers,
                    Err(blame) => return Ok(self.undefined(bits, blame)),
                };
                Ok(clean_lane(&match op {
                    UnOp::AbsPoison if x == limbs::signed_min(bits) => return self.poison(reason(op), bits),
                    _ if limbs::bit(&x, bits - 1) => limbs::negate(&x, bits),
                    _ => x,
                }))
            }
        }
    }

    fn swap_bytes(&mut self, a: &[Word], bits: u32) -> Lane {
        let mut out = self.zero_lane(bits);
        for at in (0..bits).step_by(8) {
            let byte = self.bits(a, at, 8);
            self.put_bits(&mut out, bits - 8 - at, 8, &byte);
        }
        out
    }

    fn reverse_bits(&mut self, a: &[Word], bits: u32) -> Lane {
        let seen = self.observe(a);
        let blame = self.blame(&[&seen]);
        let reverse = |limbs: &[u64]| {
            let reversed: limbs::Limbs = limbs.iter().rev().map(|limb| limb.reverse_bits()).collect();
            limbs::lshr(&reversed, 64 * limbs.len() as u32 - bits)
        };
        let undef = self.undef(&seen, bits);
        self.with_undef(&reverse(&raw(&seen)), &reverse(&undef), blame)
    }

    /// A number of which only the least and the greatest value are known: what they have in common above
    /// their highest difference is defined.
    fn between(&mut self, least: u32, greatest: u32, bits: u32, blame: LocId) -> Lane {
        let open = mask(u32::BITS - (least ^ greatest).leading_zeros()) as u128;
        let (value, undef) = (least as u128 & !open, open);
        self.with_undef(&limbs::from_u128(value, bits), &limbs::from_u128(undef, bits), blame)
    }

    /// Known as soon as the highest set bit is above every undefined one.
    fn leading_zeros(&mut self, op: UnOp, a: &[Word], bits: u32) -> Res<Lane> {
        let seen = self.observe(a);
        let (length, unknown) = (limbs::length(&raw(&seen)), limbs::length(&self.undef(&seen, bits)));
        let never_zero = op == UnOp::CtlzPoison;
        if never_zero && length == 0 && unknown == 0 {
            return self.poison(reason(op), bits);
        }
        let blame = self.blame(&[&seen]);
        // Of a number that is perhaps zero nothing is known, if zero has no answer.
        if never_zero && length == 0 {
            return Ok(self.undefined(bits, blame));
        }
        Ok(self.between(bits - length.max(unknown), bits - length, bits, blame))
    }

    fn trailing_zeros(&mut self, op: UnOp, a: &[Word], bits: u32) -> Res<Lane> {
        let seen = self.observe(a);
        let lowest = limbs::lowest(&raw(&seen));
        let unknown = limbs::lowest(&self.undef(&seen, bits));
        let never_zero = op == UnOp::CttzPoison;
        if never_zero && lowest.is_none() && unknown.is_none() {
            return self.poison(reason(op), bits);
        }
        let blame = self.blame(&[&seen]);
        if never_zero && lowest.is_none() {
            return Ok(self.undefined(bits, blame));
        }
        let greatest = lowest.unwrap_or(bits);
        Ok(self.between(unknown.map_or(greatest, |unknown| unknown.min(greatest)), greatest, bits, blame))
    }

    fn count_ones(&mut self, a: &[Word], bits: u32) -> Res<Lane> {
        let seen = self.observe(a);
        let blame = self.blame(&[&seen]);
        let count = |limbs: &[u64]| limbs.iter().map(|limb| limb.count_ones()).sum::<u32>();
        let ones = count(&raw(&seen));
        let most = ones + count(&self.undef(&seen, bits));
        Ok(self.between(ones, most, bits, blame))
    }

    /// Funnel shifts: `bits` bits out of the two operands laid end to end.
    pub(super) fn funnel(&mut self, op: TernOp, a: &[Word], b: &[Word], c: &[Word], bits: u32) -> Res<Lane> {
        let [amount] = match self.numbers([c], bits) {
            Ok(numbers) => numbers,
            Err(blame) => return Ok(self.undefined(bits, blame)),
        };
        let width = limbs::from_u128(bits as u128, bits.max(32));
        let amount = limbs::fit(amount, bits.max(32));
        let by = limbs::divide(&amount, &width, bits.max(32)).1[0] as u32;
        if by == 0 {
            return Ok(Lane::from_slice(if op == TernOp::FShl { a } else { b }));
        }
        let whole_bytes = by.is_multiple_of(8) && bits.is_multiple_of(8);
        let (high, low) = match whole_bytes {
            true => (Lane::from_slice(a), Lane::from_slice(b)),
            false => (self.observe(a), self.observe(b)),
        };
        let mut both = self.zero_lane(2 * bits);
        self.put_bits(&mut both, 0, bits, &low);
        self.put_bits(&mut both, bits, bits, &high);
        let mut out = self.bits(&both, if op == TernOp::FShl { bits - by } else { by }, bits);
        if bits == 64 && out[0].shadow == Shadow::CLEAN {
            // Turned round once more it may be the address that it was.
            let parts = self.memory.mixtures.parts(a[0], b[0]);
            out[0] = self.memory.summed(out[0].bits, &parts);
        }
        Ok(out)
    }

    /// Fixed-point multiplication; `scale` is the number of bits after the point.
    pub(super) fn fixed(&mut self, op: TernOp, a: &[Word], b: &[Word], scale: u32, bits: u32) -> Res<Lane> {
        Ok(match self.numbers([a, b], bits) {
            Ok([x, y]) => clean_lane(&limbs::multiply_fixed(op == TernOp::SMulFix, &x, &y, scale, bits)),
            Err(blame) => self.undefined(bits, blame),
        })
    }

    /// The result and the flag.
    pub(super) fn overflowing(&mut self, op: OverflowOp, a: &[Word], b: &[Word], bits: u32) -> Res<(Lane, Word)> {
        let (basic, signed) = match op {
            OverflowOp::UAdd => (BinOp::Add, false),
            OverflowOp::SAdd => (BinOp::Add, true),
            OverflowOp::USub => (BinOp::Sub, false),
            OverflowOp::SSub => (BinOp::Sub, true),
            OverflowOp::UMul => (BinOp::Mul, false),
            OverflowOp::SMul => (BinOp::Mul, true),
        };
        if self.has_tags(a) || self.has_tags(b) {
            let result = self.int_binary(basic, a, b, bits, Wrap(0))?;
            if self.has_tags(&result) {
                // A pointer that moved within its half: no carry came out.
                return Ok((result, Word::int(0)));
            }
        }
        let (a, b) = (self.observe(a), self.observe(b));
        match self.numbers([&a, &b], bits) {
            Ok([x, y]) => {
                let (value, overflow) = limbs::overflowing(basic, signed, &x, &y, bits);
                Ok((clean_lane(&value), Word::int(overflow as u64)))
            }
            Err(blame) => {
                let result = self.int_binary(basic, &a, &b, bits, Wrap(0))?;
                Ok((result, self.memory.undefined(1, blame)))
            }
        }
    }

    pub(super) fn int_compare(&mut self, op: CmpOp, a: &[Word], b: &[Word], bits: u32) -> Word {
        if bits > 64 {
            return self.wide_compare(op, a, b, bits);
        }
        match is_clean(a) && is_clean(b) {
            true => Word::int(arith::compare(op, a[0].bits, b[0].bits, bits) as u64),
            false => self.memory.special_compare(op, a[0], b[0], bits),
        }
    }

    pub(super) fn zero_lane(&self, bits: u32) -> Lane {
        clean_lane(&limbs::zero(bits))
    }
}

fn reason(op: UnOp) -> &'static str {
    match op {
        UnOp::AbsPoison => "signed overflow of an absolute value",
        UnOp::CtlzPoison | UnOp::CttzPoison => "the number of zeros before the first set bit of zero",
        _ => "an operation on integers that only floats have",
    }
}
