//! Integers of more than 64 bits, with pointers and undefined bits in them.
//!
//! Lock-free code keeps two pointers, or a pointer and a counter, in an `i128`. Logic and shifts by
//! whole bytes therefore keep pointers that they leave whole, and additions keep those that lie
//! below everything that is added. Everything else observes addresses.

use ir::{BinOp, CmpOp, Shadow, Word, Wrap};

use super::lanes::{Lane, Lanes, Res, clean_lane, is_clean, raw};
use super::limbs::{self, Limbs, Outcome};
use crate::execution::arith::Division;
use crate::execution::memory::Fault;
use crate::problem::Kind;

/// The most significant byte of a pointer; addresses are small enough for it to be no negative one.
const TOP_PIECE: u8 = 7;

impl Lanes<'_, '_> {
    pub(super) fn wide_binary(&mut self, op: BinOp, a: &[Word], b: &[Word], bits: u32, wrap: Wrap) -> Res<Lane> {
        if is_clean(a) && is_clean(b) {
            let outcome = limbs::binary(op, &raw(a), &raw(b), bits, wrap);
            return self.outcome(outcome, bits);
        }
        match op {
            BinOp::And | BinOp::Or | BinOp::Xor => self.word_by_word(op, a, b, bits),
            BinOp::Shl | BinOp::LShr | BinOp::AShr => self.wide_shift(op, a, b, bits, wrap),
            BinOp::Add | BinOp::Sub => self.wide_sum(op, a, b, bits, wrap),
            BinOp::Mul | BinOp::UDiv | BinOp::SDiv | BinOp::URem | BinOp::SRem => self.wide_rest(op, a, b, bits, wrap),
            _ => self.plain_binary(op, a, b, bits, wrap),
        }
    }

    fn word_by_word(&mut self, op: BinOp, a: &[Word], b: &[Word], bits: u32) -> Res<Lane> {
        let mut out = Lane::new();
        for ((a, b), done) in a.iter().zip(b).zip((0..bits).step_by(64)) {
            out.push(match a.shadow.0 | b.shadow.0 {
                0 => Word::int(match op {
                    BinOp::And => a.bits & b.bits,
                    BinOp::Or => a.bits | b.bits,
                    _ => a.bits ^ b.bits,
                }),
                _ => self.memory.special(op, *a, *b, (bits - done).min(64), Wrap(0), self.loc)?,
            });
        }
        Ok(out)
    }

    fn wide_shift(&mut self, op: BinOp, a: &[Word], b: &[Word], bits: u32, wrap: Wrap) -> Res<Lane> {
        let amount = match self.numbers([b], bits) {
            Ok([amount]) => amount,
            Err(blame) => return Ok(self.undefined(bits, blame)),
        };
        let Some(by) = limbs::amount(&amount, bits) else {
            return self.poison("shift by too many bits", bits);
        };
        let keeps_bytes = by.is_multiple_of(8) && (op != BinOp::AShr || bits.is_multiple_of(8));
        let a = if keeps_bytes { Lane::from_slice(a) } else { self.observe(a) };
        if is_clean(&a) {
            let outcome = limbs::binary(op, &raw(&a), &amount, bits, wrap);
            return self.outcome(outcome, bits);
        }
        let mut out = self.zero_lane(bits);
        match op {
            BinOp::Shl => {
                let kept = self.bits(&a, 0, bits - by);
                self.put_bits(&mut out, by, bits - by, &kept);
            }
            _ => {
                let kept = self.bits(&a, by, bits - by);
                self.put_bits(&mut out, 0, bits - by, &kept);
                if op == BinOp::AShr && by > 0 {
                    let fill = self.sign_fill(&a, bits, by);
                    self.put_bits(&mut out, bits - by, by, &fill);
                }
            }
        }
        Ok(out)
    }

    /// `count` copies of the sign bit.
    pub(super) fn sign_fill(&mut self, a: &[Word], bits: u32, count: u32) -> Lane {
        let at = (bits - 1) % 8;
        let sign = self.bits(a, bits - 1 - at, at + 1);
        if self.memory.mixtures.get(sign[0]).tags[0].piece == TOP_PIECE {
            return self.zero_lane(count);
        }
        let sign = self.observe(&sign);
        let undef = self.undef(&sign, at + 1);
        if limbs::bit(&undef, at) {
            let blame = self.blame(&[&sign]);
            return self.undefined(count, blame);
        }
        clean_lane(&if limbs::bit(&raw(&sign), at) { limbs::ones(count) } else { limbs::zero(count) })
    }

    /// Words below everything that is added or subtracted stay what they are.
    fn wide_sum(&mut self, op: BinOp, a: &[Word], b: &[Word], bits: u32, wrap: Wrap) -> Res<Lane> {
        let zero = |words: &[Word]| words.iter().take_while(|word| **word == Word::int(0)).count();
        let (below_a, below_b) = (zero(a), zero(b));
        let (kept, same) = match op {
            BinOp::Add if below_a > below_b => (b, below_a),
            _ => (a, below_b),
        };
        let pointers = kept[..same].iter().any(|word| word.shadow != Shadow::CLEAN);
        if !pointers {
            return self.wide_rest(op, a, b, bits, wrap);
        }
        let mut out = Lane::from_slice(&kept[..same]);
        if same < a.len() {
            // No carry comes up from a word to which zero was added; flags speak of the top only.
            let (a, b, rest) = (&a[same..], &b[same..], bits - 64 * same as u32);
            out.extend(self.int_binary(op, a, b, rest, wrap)?);
        }
        Ok(out)
    }

    /// Arithmetic on the numbers; undefined bits spread upwards, or everywhere.
    fn wide_rest(&mut self, op: BinOp, a: &[Word], b: &[Word], bits: u32, wrap: Wrap) -> Res<Lane> {
        let (a, b) = (self.observe(a), self.observe(b));
        let (ua, ub) = (self.undef(&a, bits), self.undef(&b, bits));
        let (x, y) = (raw(&a), raw(&b));
        let blame = self.blame(&[&a, &b]);
        let division = matches!(op, BinOp::UDiv | BinOp::SDiv | BinOp::URem | BinOp::SRem);
        if division && !limbs::is_zero(&ub) {
            let message = "division by an undefined value".into();
            return Err(Box::new(Fault { kind: Kind::Uninit, message }).into());
        }
        let either: Limbs = ua.iter().zip(&ub).map(|(x, y)| x | y).collect();
        let Some(lowest) = limbs::lowest(&either) else {
            return self.outcome(limbs::binary(op, &x, &y, bits, wrap), bits);
        };
        let (value, undef) = match limbs::binary(op, &x, &y, bits, Wrap(0)) {
            Outcome::Trap(Division::ByZero) => return Err(Division::ByZero.fault().into()),
            Outcome::Value(value) if !division => (value, limbs::upwards(lowest, bits)),
            _ => (limbs::zero(bits), limbs::ones(bits)),
        };
        Ok(self.with_undef(&value, &undef, blame))
    }

    pub(super) fn wide_compare(&mut self, op: CmpOp, a: &[Word], b: &[Word], bits: u32) -> Word {
        if is_clean(a) && is_clean(b) {
            let (x, y) = (raw(a), raw(b));
            let (signed, unsigned) = (limbs::compare_signed(&x, &y, bits), limbs::compare(&x, &y));
            return Word::int(match op {
                CmpOp::Eq => unsigned.is_eq(),
                CmpOp::Ne => unsigned.is_ne(),
                CmpOp::Ult => unsigned.is_lt(),
                CmpOp::Ule => unsigned.is_le(),
                CmpOp::Ugt => unsigned.is_gt(),
                CmpOp::Uge => unsigned.is_ge(),
                CmpOp::Slt => signed.is_lt(),
                CmpOp::Sle => signed.is_le(),
                CmpOp::Sgt => signed.is_gt(),
                _ => signed.is_ge(),
            } as u64);
        }
        match op {
            CmpOp::Eq => self.wide_equal(a, b, bits),
            CmpOp::Ne => {
                let equal = self.wide_equal(a, b, bits);
                if equal.shadow == Shadow::CLEAN { Word::int(equal.bits ^ 1) } else { equal }
            }
            _ => self.wide_order(op, a, b, bits),
        }
    }

    /// One word that surely differs decides, whatever the others are.
    fn wide_equal(&mut self, a: &[Word], b: &[Word], bits: u32) -> Word {
        let mut unknown = None;
        for ((a, b), done) in a.iter().zip(b).zip((0..bits).step_by(64)) {
            let width = (bits - done).min(64);
            let equal = match a.shadow.0 | b.shadow.0 {
                0 => Word::int((a.bits == b.bits) as u64),
                _ => self.memory.special_compare(CmpOp::Eq, *a, *b, width),
            };
            if equal.shadow != Shadow::CLEAN {
                unknown = Some(equal);
            } else if equal.bits == 0 {
                return equal;
            }
        }
        unknown.unwrap_or(Word::int(1))
    }

    /// The highest words that differ decide.
    fn wide_order(&mut self, op: CmpOp, a: &[Word], b: &[Word], bits: u32) -> Word {
        let top = a.len() - 1;
        let same = |a: Word, b: Word| a == b && (a.shadow == Shadow::CLEAN || a.shadow == Shadow::POINTER);
        let at = (0..=top).rev().find(|i| !same(a[*i], b[*i])).unwrap_or(0);
        let width = (bits - 64 * at as u32).min(64);
        if at > 0 && self.int_compare(CmpOp::Eq, &a[at..=at], &b[at..=at], width) != Word::int(0) {
            // Pieces of pointers or undefined bits that may yet be equal: look at the numbers.
            return match self.numbers([a, b], bits) {
                Ok([x, y]) => self.wide_compare(op, &clean_lane(&x), &clean_lane(&y), bits),
                Err(blame) => self.memory.undefined(1, blame),
            };
        }
        let op = match op {
            CmpOp::Slt if at < top => CmpOp::Ult,
            CmpOp::Sle if at < top => CmpOp::Ule,
            CmpOp::Sgt if at < top => CmpOp::Ugt,
            CmpOp::Sge if at < top => CmpOp::Uge,
            _ => op,
        };
        self.int_compare(op, &a[at..=at], &b[at..=at], width)
    }

    /// Cuts off or fills up with zeros or copies of the sign.
    pub(super) fn resize(&mut self, a: &[Word], from: u32, to: u32, signed: bool) -> Lane {
        let mut out = self.zero_lane(to);
        let kept = self.bits(a, 0, from.min(to));
        self.put_bits(&mut out, 0, from.min(to), &kept);
        if signed && to > from {
            let fill = self.sign_fill(a, from, to - from);
            self.put_bits(&mut out, from, to - from, &fill);
        }
        out
    }
}
