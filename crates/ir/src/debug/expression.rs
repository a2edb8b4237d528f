//! The part of `DIExpression` that says "the value itself" or "in memory, so many bytes further".

use gimli::{DwOp, constants as dw};

/// What an expression does to the record's operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Expression {
    /// Adds `offset` to the operand; then follows it if `deref`.
    Plain { offset: i64, deref: bool },
    /// Speaks of a part of the variable that starts at this bit.
    Fragment { at_bit: u32 },
    /// Something else.
    Unknown,
}

/// Opcodes of LLVM's own; `shim.cpp` asserts that they are these.
const FRAGMENT: u64 = 0x1000;
const TAG_OFFSET: u64 = 0x1002;

/// The standard's opcode that an element is, if it is one.
fn opcode(element: u64) -> Option<DwOp> {
    u8::try_from(element).ok().map(DwOp)
}

impl Expression {
    /// From the opcodes and operands of `!DIExpression(…)`.
    pub(super) fn parse(elements: &[u64]) -> Expression {
        if let [FRAGMENT, at_bit, _] = *elements {
            return u32::try_from(at_bit).map_or(Expression::Unknown, |at_bit| Expression::Fragment { at_bit });
        }
        let (mut offset, mut deref) = (0i64, false);
        let mut elements = elements.iter().copied().peekable();
        while let Some(element) = elements.next() {
            if element == TAG_OFFSET {
                elements.next();
                continue;
            }
            let change = match opcode(element) {
                Some(dw::DW_OP_plus_uconst) => elements.next().and_then(|n| i64::try_from(n).ok()),
                Some(dw::DW_OP_constu | dw::DW_OP_consts) => {
                    let constant = elements.next().and_then(|n| i64::try_from(n).ok());
                    match elements.next().and_then(opcode) {
                        Some(dw::DW_OP_plus) => constant,
                        Some(dw::DW_OP_minus) => constant.map(|n| -n),
                        _ => None,
                    }
                }
                Some(dw::DW_OP_deref) if !deref => {
                    deref = true;
                    continue;
                }
                Some(dw::DW_OP_stack_value) if !deref && elements.peek().is_none() => Some(0),
                _ => None,
            };
            match change.and_then(|change| offset.checked_add(change)) {
                // What happens after following the pointer happens to the value.
                Some(sum) if !deref => offset = sum,
                _ => return Expression::Unknown,
            }
        }
        Expression::Plain { offset, deref }
    }

    /// Whether the operand is the variable's address, and the offset to add to it; `declare` tells
    /// that it is an address before the expression is applied.
    pub(super) fn place(self, declare: bool) -> Option<(bool, i32)> {
        match self {
            Expression::Plain { offset, deref } if declare != deref => Some((true, i32::try_from(offset).ok()?)),
            Expression::Plain { offset: 0, deref: false } => Some((false, 0)),
            _ => None,
        }
    }
}

impl Expression {
    /// How many bytes lie between the memory that the record's value was stored to and the start of
    /// the variable.
    pub(super) fn stored_at(self) -> Option<i32> {
        match self {
            Expression::Plain { offset: 0, deref: false } => Some(0),
            Expression::Fragment { at_bit } if at_bit % 8 == 0 => i32::try_from(at_bit / 8).ok(),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(elements: &[u64], value: Option<(bool, i32)>, declare: Option<(bool, i32)>) {
        let expression = Expression::parse(elements);
        assert_eq!(expression.place(false), value, "{elements:x?}");
        assert_eq!(expression.place(true), declare, "{elements:x?}");
    }

    #[test]
    fn places() {
        let of = |op: DwOp| u64::from(op.0);
        let (deref, stack_value, minus) = (of(dw::DW_OP_deref), of(dw::DW_OP_stack_value), of(dw::DW_OP_minus));
        let (plus_uconst, constu) = (of(dw::DW_OP_plus_uconst), of(dw::DW_OP_constu));
        const ARGUMENT: u64 = 0x1005;
        check(&[], Some((false, 0)), Some((true, 0)));
        check(&[deref], Some((true, 0)), None);
        check(&[plus_uconst, 8], None, Some((true, 8)));
        check(&[plus_uconst, 8, deref], Some((true, 8)), None);
        check(&[constu, 8, minus], None, Some((true, -8)));
        check(&[stack_value], Some((false, 0)), Some((true, 0)));
        check(&[plus_uconst, 8, stack_value], None, Some((true, 8)));
        check(&[TAG_OFFSET, 3], Some((false, 0)), Some((true, 0)));
        check(&[ARGUMENT, 0], None, None);
        check(&[FRAGMENT, 0, 32], None, None);
        check(&[deref, plus_uconst, 8], None, None);
        check(&[deref, deref], None, None);
        check(&[constu], None, None);
        check(&[plus_uconst, u64::MAX], None, None);
    }
}
