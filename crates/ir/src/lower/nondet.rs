//! Unknown numbers that the program only compares with constants.
//!
//! `if (__VERIFIER_nondet_int())` asks for 2^32 values, but what it does depends on nothing but
//! whether the value is 0. Where every use of the result is a comparison with a constant, one value
//! for each outcome of all comparisons stands for the rest, and nothing is lost. In the same way
//! `__VERIFIER_nondet_int() % 5` asks for nine values. A use may lead through a local variable that
//! is only loaded and stored.

use std::collections::BTreeSet;

use crate::contract::Trap;
use crate::link::Definition;
use crate::llvm::{Kind, Value, opcode};
use crate::op::{Arg, CmpOp, MaybeDst, Op, Src, Wrap};

use super::constant::Trouble;
use super::function::FunctionLowering;
use super::promote::is_lifetime_marker;

const PREFIX: &str = "__VERIFIER_nondet_";
/// Choices of up to this many values are made as they are.
const BITS_SMALL: u32 = 8;
/// More constants than this are too many.
const CONSTANTS_MAX: usize = 16;
/// Remainders by more than this are too many.
const REMAINDERS_MAX: u64 = 1024;
/// Variables that a value may be copied through.
const COPIES_MAX: u32 = 4;

/// The comparisons that a value is used in.
#[derive(Default)]
struct Uses {
    constants: BTreeSet<u64>,
    /// Is the order of numbers asked for?
    signed: bool,
    unsigned: bool,
    /// The only operation on the value, and its constant.
    remainder: Option<(i32, u64)>,
}

/// The values that stand for all: some, or those of a range.
enum Values {
    Some(Vec<u64>),
    Range { low: u64, count: u64 },
}

impl FunctionLowering<'_> {
    /// Lowers the call of a library function that gives any value of a type, if a few values stand
    /// for all. Tells whether it did.
    pub(super) fn unknown_number(&mut self, call: Value, called: Value) -> Result<bool, Trouble> {
        if self.library || !called.name().starts_with(PREFIX) {
            return Ok(false);
        }
        let Definition::Found(target) = self.resolve(called)? else { return Ok(false) };
        let Some(bits) = self.program.types.narrow_int(call.ty()) else { return Ok(false) };
        let mut uses = Uses::default();
        let same = call.ty() == target.value_type().returns();
        let plain = same && bits > BITS_SMALL && self.program.link.is_library(target);
        if !plain || !uses.collect(call, COPIES_MAX) {
            return Ok(false);
        }
        let result = match uses.stand_for_all(bits) {
            None => return Ok(false),
            Some(Values::Range { low, count }) => {
                let (a, b) = (self.choice_of(count), self.int(low));
                self.body.emit_to(1, |dst| Op::Add { dst, a, b, bits: bits as u8, wrap: Wrap::default() })
            }
            Some(Values::Some(values)) => self.one_of(&values),
        };
        self.define(call, result);
        Ok(true)
    }

    fn choice_of(&mut self, count: u64) -> Src {
        let count = self.int(count);
        let args = self.body.add_args(&[Arg { src: count, words: 1, align_words: 1 }]);
        let index = self.body.register(1);
        self.body.emit(Op::Trap { trap: Trap::Choice, dst: MaybeDst(index), args });
        Src::slot(index)
    }

    fn one_of(&mut self, values: &[u64]) -> Src {
        let index = self.choice_of(values.len() as u64);
        let mut result = self.int(values[0]);
        for (i, value) in values.iter().enumerate().skip(1) {
            let (a, b, value) = (index, self.int(i as u64), self.int(*value));
            let c = self.body.emit_to(1, |dst| Op::Eq { dst, a, b, bits: 32 });
            let other = result;
            result = self.body.emit_to(1, |dst| Op::Select { dst, c, a: value, b: other });
        }
        result
    }
}

impl Uses {
    /// False if the value is used in any other way.
    fn collect(&mut self, value: Value, copies: u32) -> bool {
        value.users().all(|user| match user.opcode() {
            opcode::ICMP => self.comparison(value, user),
            opcode::UREM | opcode::SREM | opcode::AND => self.remainder(value, user),
            opcode::STORE if user.operand(0) == value => self.variable(user.operand(1), value, copies),
            _ => false,
        })
    }

    fn comparison(&mut self, value: Value, user: Value) -> bool {
        let other = if user.operand(0) == value { user.operand(1) } else { user.operand(0) };
        let Some(constant) = other.as_int() else { return false };
        self.constants.insert(constant);
        match user.integer_comparison() {
            Some(CmpOp::Eq | CmpOp::Ne) => {}
            Some(CmpOp::Ugt | CmpOp::Uge | CmpOp::Ult | CmpOp::Ule) => self.unsigned = true,
            _ => self.signed = true,
        }
        self.constants.len() <= CONSTANTS_MAX
    }

    fn remainder(&mut self, value: Value, user: Value) -> bool {
        let Some(constant) = user.operand(1).as_int().filter(|_| user.operand(0) == value) else { return false };
        let this = (user.opcode(), constant);
        *self.remainder.get_or_insert(this) == this
    }

    /// None: no few values do.
    fn stand_for_all(&self, bits: u32) -> Option<Values> {
        let mask = u64::MAX >> (64 - bits);
        match self.remainder {
            None => Some(Values::Some(self.values(bits))),
            Some(_) if !self.constants.is_empty() => None,
            Some((_, constant)) if constant == 0 || constant > REMAINDERS_MAX => None,
            Some((opcode::UREM, constant)) => Some(Values::Range { low: 0, count: constant }),
            Some((opcode::SREM, constant)) => {
                Some(Values::Range { low: 1u64.wrapping_sub(constant) & mask, count: 2 * constant - 1 })
            }
            Some((_, constant)) => {
                (constant & (constant + 1) == 0).then_some(Values::Range { low: 0, count: constant + 1 })
            }
        }
    }

    fn variable(&mut self, variable: Value, value: Value, copies: u32) -> bool {
        let local = variable.kind() == Kind::Instruction && variable.opcode() == opcode::ALLOCA;
        local
            && copies > 0
            && variable.users().all(|user| match user.opcode() {
                opcode::LOAD => user.ty() == value.ty() && self.collect(user, copies - 1),
                opcode::STORE => user.operand(1) == variable && user.operand(0) != variable,
                opcode::CALL => is_lifetime_marker(user),
                _ => false,
            })
    }

    /// One value for each way the comparisons can come out; 0 first.
    fn values(&self, bits: u32) -> Vec<u64> {
        let mask = u64::MAX >> (64 - bits);
        let mut values = BTreeSet::from([0]);
        for constant in &self.constants {
            values.extend([constant.wrapping_sub(1) & mask, constant & mask, constant.wrapping_add(1) & mask]);
        }
        if self.unsigned {
            values.insert(mask);
        }
        if self.signed {
            values.extend([mask >> 1, (mask >> 1) + 1]);
        }
        if !self.signed && !self.unsigned {
            // Only whether it is one of them: any one other value will do.
            let other = (0..=mask).find(|value| !self.constants.contains(value));
            values = self.constants.iter().copied().chain(other).collect();
        }
        values.into_iter().collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(constants: &[u64], signed: bool, unsigned: bool, expected: &[u64]) {
        let uses = Uses { constants: constants.iter().copied().collect(), signed, unsigned, remainder: None };
        assert_eq!(uses.values(16), expected);
    }

    #[test]
    fn one_value_for_each_outcome() {
        check(&[0], false, false, &[0, 1]);
        check(&[0, 1, 7], false, false, &[0, 1, 2, 7]);
        check(&[], false, false, &[0]);
        check(&[5], false, true, &[0, 4, 5, 6, 0xffff]);
        check(&[0xffff], true, false, &[0, 0x7fff, 0x8000, 0xfffe, 0xffff]);
    }

    /// Every value of 8 bits comes out as one of those that stand for it.
    #[test]
    fn nothing_is_lost() {
        for a in 0..=255u64 {
            for b in [0, 1, 100, 128, 255] {
                let uses = Uses { constants: BTreeSet::from([a, b]), signed: true, unsigned: true, remainder: None };
                let outcome = |v: u64| {
                    let pair = |c: u64| (v.cmp(&c), (v as i8).cmp(&(c as i8)));
                    (pair(a), pair(b))
                };
                let values: Vec<_> = uses.values(8).into_iter().map(outcome).collect();
                assert!((0..=255).all(|v| values.contains(&outcome(v))), "{a} {b}");
            }
        }
    }
}
