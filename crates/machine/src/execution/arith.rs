//! Integer arithmetic on words of at most 64 bits.
//!
//! `plain` works on clean operands, the common case. `special` takes any: it keeps pointers where
//! the operation leaves their object half alone, tracks undefined bits (exactly for logic and
//! shifts, conservatively for the rest), and turns pointers into numbers where nothing else makes
//! sense (see `Memory::observe`). A number that is the sum or difference of addresses remembers which:
//! when all but one of them cancel each other out, it is a pointer again.

use ir::{BinOp, CmpOp, LocId, Shadow, Word, Wrap};

use crate::execution::address::{FIRST_ADDRESS, PAGE_LOG};
use crate::execution::memory::{Fault, Memory};
use crate::problem::Kind;
use crate::state::object::ObjectId;
use crate::state::shadow::{self, Full, Mixture, Sum, Tag, ZERO_PIECES, mask};

/// Is the number, null for one, less than every pointer? Offsets below an object's start included.
fn is_below_addresses(number: u64) -> bool {
    number >> 32 < u64::from(FIRST_ADDRESS) - 1
}

/// A result, or the reason why it is poison.
pub(crate) enum Plain {
    Value(u64),
    Poison(&'static str),
    Trap(Division),
}

/// A division that the processor does not make.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Division {
    ByZero,
    /// The least number by -1.
    Overflow,
}

impl Division {
    pub(crate) fn fault(self) -> Box<Fault> {
        Box::new(match self {
            Division::ByZero => Fault { kind: Kind::DivByZero, message: "division by zero".into() },
            Division::Overflow => Fault {
                kind: Kind::Overflow,
                message: "division of the least number by -1: the quotient does not fit, and the processor traps"
                    .into(),
            },
        })
    }
}

#[inline(always)]
pub(crate) fn sign_extend(value: u64, bits: u32) -> i64 {
    let unused = 64 - bits;
    (value << unused) as i64 >> unused
}

/// Both operands are zero-extended numbers of `bits` bits; so is the result.
#[inline(always)]
pub(crate) fn plain(op: BinOp, a: u64, b: u64, bits: u32, wrap: Wrap) -> Plain {
    let (sa, sb) = (sign_extend(a, bits) as i128, sign_extend(b, bits) as i128);
    let (ua, ub) = (a as u128, b as u128);
    let fit = mask(bits);
    let checked = |exact: i128, unsigned: Option<u128>| {
        let value = exact as u64 & fit;
        if wrap.has(Wrap::NSW) && sign_extend(value, bits) as i128 != exact {
            Plain::Poison("signed overflow")
        } else if wrap.has(Wrap::NUW) && unsigned != Some(value as u128) {
            Plain::Poison("unsigned overflow")
        } else {
            Plain::Value(value)
        }
    };
    match op {
        BinOp::Add => checked(sa + sb, Some(ua + ub)),
        BinOp::Sub => checked(sa - sb, ua.checked_sub(ub)),
        BinOp::Mul => checked(sa * sb, ua.checked_mul(ub)),
        BinOp::And => Plain::Value(a & b),
        BinOp::Or => Plain::Value(a | b),
        BinOp::Xor => Plain::Value(a ^ b),
        BinOp::Shl | BinOp::LShr | BinOp::AShr if b >= bits as u64 => Plain::Poison("shift by too many bits"),
        BinOp::Shl => {
            let value = a << b & fit;
            if wrap.has(Wrap::NSW) && sign_extend(value, bits) >> b != sa as i64 {
                Plain::Poison("signed overflow in a shift")
            } else if wrap.has(Wrap::NUW) && value >> b != a {
                Plain::Poison("unsigned overflow in a shift")
            } else {
                Plain::Value(value)
            }
        }
        BinOp::LShr | BinOp::AShr if wrap.has(Wrap::EXACT) && a & mask(b as u32) != 0 => {
            Plain::Poison("an inexact shift that was promised to be exact")
        }
        BinOp::LShr => Plain::Value(a >> b),
        BinOp::AShr => Plain::Value((sa as i64 >> b) as u64 & fit),
        BinOp::UDiv | BinOp::SDiv | BinOp::URem | BinOp::SRem if b == 0 => Plain::Trap(Division::ByZero),
        BinOp::SDiv | BinOp::SRem if sb == -1 && sa == -(1i128 << (bits - 1)) => Plain::Trap(Division::Overflow),
        BinOp::UDiv | BinOp::SDiv => {
            let (quotient, rest) = match op {
                BinOp::UDiv => ((a / b), a % b),
                _ => ((sa / sb) as u64 & fit, (sa % sb) as u64),
            };
            match wrap.has(Wrap::EXACT) && rest != 0 {
                true => Plain::Poison("an inexact division that was promised to be exact"),
                false => Plain::Value(quotient),
            }
        }
        BinOp::URem => Plain::Value(a % b),
        BinOp::SRem => Plain::Value((sa % sb) as u64 & fit),
        BinOp::UMin => Plain::Value(a.min(b)),
        BinOp::UMax => Plain::Value(a.max(b)),
        BinOp::SMin => Plain::Value(if sa <= sb { a } else { b }),
        BinOp::SMax => Plain::Value(if sa >= sb { a } else { b }),
        _ => Plain::Poison("an operation on integers that only floats have"),
    }
}

pub(crate) fn compare(op: CmpOp, a: u64, b: u64, bits: u32) -> bool {
    let (sa, sb) = (sign_extend(a, bits), sign_extend(b, bits));
    match op {
        CmpOp::Eq => a == b,
        CmpOp::Ne => a != b,
        CmpOp::Ult => a < b,
        CmpOp::Ule => a <= b,
        CmpOp::Ugt => a > b,
        CmpOp::Uge => a >= b,
        CmpOp::Slt => sa < sb,
        CmpOp::Sle => sa <= sb,
        CmpOp::Sgt => sa > sb,
        _ => sa >= sb,
    }
}

/// Does the result still have all that the operands have, or could have it together with another? What is
/// divided or taken apart otherwise is a number like any other, as are hashes.
fn can_be_undone(op: BinOp, b: Word) -> bool {
    match op {
        BinOp::And | BinOp::Or | BinOp::Xor | BinOp::Shl | BinOp::LShr | BinOp::AShr => true,
        BinOp::Mul | BinOp::UDiv => b.shadow == Shadow::CLEAN && b.bits.is_power_of_two(),
        _ => false,
    }
}

impl Memory<'_> {
    /// A wholly undefined value of this width, with the location to blame for poison.
    pub(crate) fn undefined(&mut self, bits: u32, poison: LocId) -> Word {
        self.mixtures.with_undef(0, mask(bits), poison)
    }

    /// Arithmetic with at least one operand that is not clean.
    pub(crate) fn special(
        &mut self,
        op: BinOp,
        a: Word,
        b: Word,
        bits: u32,
        wrap: Wrap,
        loc: LocId,
    ) -> Result<Word, Box<Fault>> {
        if let Some((_, word)) = self.add_unknown(op, a, b, bits, wrap, loc) {
            return Ok(word);
        }
        if let Some(first) = order_of(op).and_then(|order| self.compare_unknown(order, a, b, bits)) {
            return Ok(if first { a } else { b });
        }
        if let Some(word) = self.pointer_arithmetic(op, a, b, bits) {
            return Ok(word);
        }
        if let Some(word) = self.bytewise(op, a, b) {
            return Ok(word);
        }
        let sum = self.sum_of(op, a, b, bits);
        let (a, b) = (self.observe(a), self.observe(b));
        let (x, y) = (self.mixtures.full(a), self.mixtures.full(b));
        let (ux, uy) = (x.mixture.undef & mask(bits), y.mixture.undef & mask(bits));
        if let Some(order) = order_of(op)
            && let Some(first) = compare_ranges(order, (x.bits, ux), (y.bits, uy), bits)
        {
            return Ok(if first { a } else { b });
        }
        let poison = if x.mixture.poison != LocId(0) { x.mixture.poison } else { y.mixture.poison };
        let division = matches!(op, BinOp::UDiv | BinOp::SDiv | BinOp::URem | BinOp::SRem);
        if division && uy != 0 {
            return Err(Box::new(Fault { kind: Kind::Uninit, message: "division by an undefined value".into() }));
        }
        let undef = undefined_bits(op, x.bits, y.bits, ux, uy, bits);
        if undef == 0 {
            return match plain(op, x.bits, y.bits, bits, wrap) {
                Plain::Value(value) => Ok(self.summed(value, &sum)),
                Plain::Poison(_) => Ok(self.undefined(bits, loc)),
                Plain::Trap(division) => Err(division.fault()),
            };
        }
        let value = match plain(op, x.bits, y.bits, bits, Wrap(0)) {
            Plain::Value(value) => value,
            Plain::Poison(_) => 0,
            Plain::Trap(Division::ByZero) => return Err(Division::ByZero.fault()),
            // The undefined bits need not be those of the least number.
            Plain::Trap(Division::Overflow) => 0,
        };
        Ok(self.mixtures.with_undef(value, undef, poison))
    }

    /// Operations that leave the object half of a pointer alone, or cancel it.
    fn pointer_arithmetic(&mut self, op: BinOp, a: Word, b: Word, bits: u32) -> Option<Word> {
        if bits != 64 {
            return None;
        }
        let [a, b] = match op {
            BinOp::Add | BinOp::Sub => [a, b],
            _ => [a, b].map(|word| self.mixtures.plain(word)),
        };
        match (op, a.shadow, b.shadow) {
            (BinOp::Add, Shadow::POINTER, Shadow::CLEAN) => add_offset(a, b.bits as i64),
            (BinOp::Add, Shadow::CLEAN, Shadow::POINTER) => add_offset(b, a.bits as i64),
            (BinOp::Sub, Shadow::POINTER, Shadow::CLEAN) => add_offset(a, (b.bits as i64).checked_neg()?),
            (BinOp::Sub, Shadow::POINTER, Shadow::POINTER) if a.object() == b.object() => {
                let (x, y) = (a.bits as i32 as i64, b.bits as i32 as i64);
                Some(Word::int((x - y) as u64))
            }
            (BinOp::Xor, Shadow::POINTER, Shadow::POINTER) if a.object() == b.object() => {
                Some(Word::int(a.bits ^ b.bits))
            }
            (_, Shadow::POINTER, Shadow::CLEAN) => self.low_bits(op, a, b.bits),
            (BinOp::And | BinOp::Or | BinOp::Xor, Shadow::CLEAN, Shadow::POINTER) => self.low_bits(op, b, a.bits),
            _ => None,
        }
    }

    /// What the result of an addition or subtraction is made of, if that is addresses.
    fn sum_of(&self, op: BinOp, a: Word, b: Word, bits: u32) -> Sum {
        match op {
            BinOp::Add | BinOp::Sub if bits == 64 => self.mixtures.sum(a, b, op == BinOp::Sub),
            _ if bits == 64 && can_be_undone(op, b) => self.mixtures.parts(a, b),
            _ => Sum::default(),
        }
    }

    /// Such a number. It is a pointer if one address is left, or if it is that of an object that went into it.
    pub(crate) fn summed(&mut self, number: u64, sum: &Sum) -> Word {
        let mut parts = sum.parts().peekable();
        if parts.peek().is_some() && number <= u64::from(u32::MAX) {
            return Word::int(number);
        }
        if let Some(pointer) = parts.find_map(|object| self.pointer_into(object, number)) {
            return pointer;
        }
        if let Some(object) = sum.object()
            && let Some(base) = self.known_number(Word::pointer(object, 0))
            && let Some(pointer) = add_offset(Word::pointer(object, 0), number.wrapping_sub(base).cast_signed())
        {
            return pointer;
        }
        self.mixtures.summed(number, sum)
    }

    /// The pointer that the number is, if it is one into this object or to its end.
    fn pointer_into(&mut self, object: u32, number: u64) -> Option<Word> {
        let offset = number.checked_sub(self.known_number(Word::pointer(object, 0))?)?;
        let size = u64::from(self.object(ObjectId(object)).size);
        (offset <= size).then(|| add_offset(Word::pointer(object, 0), offset.cast_signed()))?
    }

    /// Tags and alignment tests: operations on low bits of a pointer that are those of its offset.
    fn low_bits(&mut self, op: BinOp, pointer: Word, other: u64) -> Option<Word> {
        let needs = |bits: u64| u64::BITS - bits.leading_zeros();
        let (wanted, keeps) = match op {
            BinOp::And if needs(!other) <= 31 => (needs(!other), true),
            BinOp::And => (needs(other), false),
            BinOp::Or | BinOp::Xor => (needs(other), true),
            BinOp::URem if other.is_power_of_two() => (needs(other - 1), false),
            _ => return None,
        };
        if wanted > 31 || self.plain_bits(ObjectId::of(pointer), wanted) < wanted {
            return None;
        }
        let bits = match op {
            BinOp::And => pointer.bits & other,
            BinOp::Or => pointer.bits | other,
            BinOp::Xor => pointer.bits ^ other,
            _ => pointer.bits & (other - 1),
        };
        Some(if keeps { Word { bits, ..pointer } } else { Word::int(bits) })
    }

    /// And, or, xor where one side is clean and does not mangle the other's tagged bytes; shifts of
    /// tagged bytes by whole bytes.
    fn bytewise(&mut self, op: BinOp, a: Word, b: Word) -> Option<Word> {
        let [a, b] = [a, b].map(|word| self.mixtures.plain(word));
        let (special, other) = if b.shadow == Shadow::CLEAN { (a, b.bits) } else { (b, a.bits) };
        let full = self.mixtures.full(special);
        if !full.mixture.has_tags() {
            return None;
        }
        match op {
            BinOp::Shl | BinOp::LShr if b.shadow == Shadow::CLEAN && b.bits < 64 && b.bits.is_multiple_of(8) => {
                let by = b.bits as u32;
                let moved = if op == BinOp::Shl { shadow::shift_left(full, by) } else { shadow::shift_right(full, by) };
                return Some(self.mixtures.word(moved));
            }
            BinOp::AShr if b.shadow == Shadow::CLEAN && b.bits < 64 && b.bits.is_multiple_of(8) => {
                let by = u32::try_from(b.bits).ok()?;
                let mut moved = shadow::shift_right(full, by);
                if full.is_negative()? {
                    moved.bits |= !mask(64 - by);
                }
                return Some(self.mixtures.word(moved));
            }
            BinOp::And | BinOp::Or | BinOp::Xor => {}
            _ => return None,
        }
        if a.shadow != Shadow::CLEAN && b.shadow != Shadow::CLEAN {
            return self.disjoint_or(op, a, b);
        }
        let mut out = full;
        for i in 0..8 {
            let byte = (other >> (8 * i)) as u8;
            let tag = full.mixture.tags[i];
            let tagged = tag.object != 0;
            match (op, byte) {
                (BinOp::And, 0xff) | (BinOp::Or | BinOp::Xor, 0) => {}
                (BinOp::And, 0) | (BinOp::Or, 0xff) => out.mixture.tags[i] = Tag::default(),
                _ if tagged && ZERO_PIECES.contains(&tag.piece) => {
                    out.mixture.tags[i] = Tag::default();
                    out.bits &= !(0xff << (8 * i));
                }
                _ if tagged => return None,
                _ => {}
            }
        }
        out.bits = match op {
            BinOp::And => out.bits & other,
            BinOp::Or => out.bits | other,
            _ => out.bits ^ other,
        };
        out.mixture.undef = match op {
            BinOp::And => out.mixture.undef & other,
            BinOp::Or => out.mixture.undef & !other,
            _ => out.mixture.undef,
        };
        Some(self.mixtures.word(out))
    }

    /// Puts together a pointer from pieces: both sides special, but in different bytes.
    fn disjoint_or(&mut self, op: BinOp, a: Word, b: Word) -> Option<Word> {
        let (x, y) = (self.mixtures.full(a), self.mixtures.full(b));
        let empty = |f: &Full, i: usize| {
            let byte = 0xff << (8 * i);
            f.bits & byte == 0 && f.mixture.undef & byte == 0 && f.mixture.tags[i].object == 0
        };
        let disjoint = (0..8).all(|i| empty(&x, i) || empty(&y, i));
        (op != BinOp::And && disjoint).then(|| self.mixtures.word(shadow::merge(x, y)))
    }

    /// A comparison with at least one operand that is not clean.
    pub(crate) fn special_compare(&mut self, op: CmpOp, a: Word, b: Word, bits: u32) -> Word {
        let [a, b] = [a, b].map(|word| self.mixtures.plain(word));
        if let Some(result) = self.compare_unknown(op, a, b, bits) {
            return Word::int(result as u64);
        }
        if let Some(result) = self.compare_pointers(op, a, b) {
            return Word::int(result as u64);
        }
        let (a, b) = (self.observe(a), self.observe(b));
        let (undef_a, undef_b) = (self.mixtures.undef(a) & mask(bits), self.mixtures.undef(b) & mask(bits));
        let undef = undef_a | undef_b;
        if undef == 0 {
            return Word::int(compare(op, a.bits, b.bits, bits) as u64);
        }
        if let Some(result) = compare_ranges(op, (a.bits, undef_a), (b.bits, undef_b), bits) {
            return Word::int(result as u64);
        }
        // Different defined bits decide about equality, whatever the others are.
        if (a.bits ^ b.bits) & !undef & mask(bits) != 0 {
            match op {
                CmpOp::Eq => return Word::int(0),
                CmpOp::Ne => return Word::int(1),
                _ => {}
            }
        }
        let poison = self.poison_of(a).max(self.poison_of(b));
        self.undefined(1, poison)
    }

    pub(crate) fn poison_of(&self, word: Word) -> LocId {
        if word.shadow.0 < Shadow::FIRST_MIXED { LocId(0) } else { self.mixtures.get(word).poison }
    }

    /// Equality observes nothing; neither does the order within an object.
    fn compare_pointers(&mut self, op: CmpOp, a: Word, b: Word) -> Option<bool> {
        let equality = |equal: bool| match op {
            CmpOp::Eq => Some(equal),
            CmpOp::Ne => Some(!equal),
            _ => None,
        };
        match (a.shadow, b.shadow) {
            (Shadow::POINTER, Shadow::POINTER) if a.object() == b.object() => {
                Some(compare(as_signed(op), a.bits as u32 as u64, b.bits as u32 as u64, 32))
            }
            (Shadow::POINTER, Shadow::POINTER) if equality(true).is_some() => {
                let same = a.bits as u32 == b.bits as u32 && self.are_same(a.object(), b.object());
                equality(same)
            }
            (Shadow::POINTER, Shadow::CLEAN) if is_below_addresses(b.bits) => Some(compare(op, 1, 0, 64)),
            (Shadow::CLEAN, Shadow::POINTER) if is_below_addresses(a.bits) => Some(compare(op, 0, 1, 64)),
            (Shadow::POINTER, Shadow::CLEAN) => self.equals_number(a, b.bits).and_then(equality),
            (Shadow::CLEAN, Shadow::POINTER) => self.equals_number(b, a.bits).and_then(equality),
            // The same pieces of the same pointer are equal, wherever it points to.
            _ if a == b && self.mixtures.undef(a) == 0 => equality(true),
            _ => None,
        }
    }

    /// Only an address that was observed can be equal to a number.
    fn equals_number(&mut self, pointer: Word, number: u64) -> Option<bool> {
        if (number >> 32) < FIRST_ADDRESS as u64 {
            return Some(false);
        }
        match self.known_number(pointer) {
            Some(known) => Some(known == number),
            None if self.may_have_number(pointer, number) => None,
            None => Some(false),
        }
    }

    /// Keeps the low `bits` bits.
    pub(crate) fn special_truncate(&mut self, a: Word, bits: u32) -> Word {
        let a = match a.shadow {
            Shadow::POINTER if bits <= PAGE_LOG => Word::int(a.bits),
            // A byte that is cut in two is a number.
            _ if !bits.is_multiple_of(8) && self.mixtures.get(a).has_tags() => self.observe(a),
            _ => a,
        };
        let full = shadow::truncate(self.mixtures.full(a), bits);
        self.mixtures.word(full)
    }

    pub(crate) fn special_sign_extend(&mut self, a: Word, from: u32, to: u32) -> Word {
        if let Some(word) = self.extend_unknown(a, from, to) {
            return word;
        }
        let a = self.observe(a);
        let full = shadow::truncate(self.mixtures.full(a), from);
        let value = sign_extend(full.bits, from) as u64 & mask(to);
        let undef = sign_extend(full.mixture.undef, from) as u64 & mask(to);
        self.mixtures.with_undef(value, undef, full.mixture.poison)
    }

    /// Undefined bits become 0.
    pub(crate) fn freeze(&mut self, word: Word) -> Word {
        if word.shadow == Shadow::CLEAN || word.shadow == Shadow::POINTER {
            return word;
        }
        let full = self.mixtures.full(word);
        let mixture = Mixture { undef: 0, poison: LocId(0), ..full.mixture };
        self.mixtures.word(Full { bits: full.bits, mixture })
    }
}

/// The order that tells whether a minimum or maximum is the first operand.
pub(crate) fn order_of(op: BinOp) -> Option<CmpOp> {
    match op {
        BinOp::UMin => Some(CmpOp::Ule),
        BinOp::UMax => Some(CmpOp::Uge),
        BinOp::SMin => Some(CmpOp::Sle),
        BinOp::SMax => Some(CmpOp::Sge),
        _ => None,
    }
}

/// An order that is the same whatever the undefined bits are. Operands: value and undefined bits.
fn compare_ranges(op: CmpOp, a: (u64, u64), b: (u64, u64), bits: u32) -> Option<bool> {
    let signed = match op {
        CmpOp::Ult | CmpOp::Ule | CmpOp::Ugt | CmpOp::Uge => false,
        CmpOp::Slt | CmpOp::Sle | CmpOp::Sgt | CmpOp::Sge => true,
        _ => return None,
    };
    // With the sign turned over, signed numbers are in the order of unsigned ones.
    let flip = if signed { 1 << (bits - 1) } else { 0 };
    let range = |(value, undef): (u64, u64)| {
        let value = (value & mask(bits)) ^ flip;
        (value & !undef, value | undef)
    };
    let ((a_min, a_max), (b_min, b_max)) = (range(a), range(b));
    let unsigned = match op {
        CmpOp::Slt => CmpOp::Ult,
        CmpOp::Sle => CmpOp::Ule,
        CmpOp::Sgt => CmpOp::Ugt,
        CmpOp::Sge => CmpOp::Uge,
        other => other,
    };
    let ends = [compare(unsigned, a_min, b_max, bits), compare(unsigned, a_max, b_min, bits)];
    (ends[0] == ends[1]).then_some(ends[0])
}

/// A pointer moved by some bytes. None if the offset leaves its half.
#[inline(always)]
pub(crate) fn add_offset(pointer: Word, by: i64) -> Option<Word> {
    let offset = i32::try_from((pointer.bits as i32 as i64).checked_add(by)?).ok()?;
    Some(Word { bits: pointer.bits & !0xffff_ffff | offset as u32 as u64, shadow: Shadow::POINTER })
}

/// The pointer moved by sext(index) * scale, if both are what they mostly are.
#[inline(always)]
pub(crate) fn indexed(pointer: Word, index: Word, bits: u8, scale: i32) -> Option<Word> {
    match (pointer.shadow, index.shadow) {
        (Shadow::POINTER, Shadow::CLEAN) => {
            add_offset(pointer, sign_extend(index.bits, bits as u32).checked_mul(scale as i64)?)
        }
        (Shadow::CLEAN, Shadow::POINTER) if bits == 64 && scale == 1 => add_offset(index, pointer.bits as i64),
        _ => None,
    }
}

/// Offsets are signed, whatever the comparison of the pointers says.
fn as_signed(op: CmpOp) -> CmpOp {
    match op {
        CmpOp::Ult => CmpOp::Slt,
        CmpOp::Ule => CmpOp::Sle,
        CmpOp::Ugt => CmpOp::Sgt,
        CmpOp::Uge => CmpOp::Sge,
        other => other,
    }
}

/// Which bits of the result are undefined, given those of the operands.
fn undefined_bits(op: BinOp, x: u64, y: u64, ux: u64, uy: u64, bits: u32) -> u64 {
    let fit = mask(bits);
    let either = ux | uy;
    if either == 0 {
        return 0;
    }
    match op {
        // A defined 0 (1) on one side decides.
        BinOp::And => either & (x | ux) & (y | uy),
        BinOp::Or => either & (!x | ux) & (!y | uy) & fit,
        BinOp::Xor => either,
        BinOp::Shl | BinOp::LShr | BinOp::AShr if uy != 0 || y >= bits as u64 => fit,
        BinOp::Shl => ux << y & fit,
        BinOp::LShr => ux >> y,
        BinOp::AShr => (sign_extend(ux, bits) >> y) as u64 & fit,
        // Carries go upwards only.
        BinOp::Add | BinOp::Sub | BinOp::Mul => fit & !mask(either.trailing_zeros()),
        _ => fit,
    }
}
