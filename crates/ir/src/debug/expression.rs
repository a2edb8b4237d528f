//! The part of `DIExpression` that says "the value itself" or "in memory, so many bytes further".

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

impl Expression {
    /// From the printed items of `!DIExpression(…)`.
    pub fn parse(items: &[String]) -> Expression {
        if let [op, at_bit, _] = items
            && op == "DW_OP_LLVM_fragment"
        {
            return at_bit.parse().map_or(Expression::Unknown, |at_bit| Expression::Fragment { at_bit });
        }
        let (mut offset, mut deref) = (0i64, false);
        let mut items = items.iter().map(String::as_str).peekable();
        while let Some(item) = items.next() {
            let change = match item {
                "DW_OP_plus_uconst" => items.next().and_then(|n| n.parse::<i64>().ok()),
                "DW_OP_constu" | "DW_OP_consts" => {
                    let constant = items.next().and_then(|n| n.parse::<i64>().ok());
                    match items.next() {
                        Some("DW_OP_plus") => constant,
                        Some("DW_OP_minus") => constant.map(|n| -n),
                        _ => None,
                    }
                }
                "DW_OP_deref" if !deref => {
                    deref = true;
                    continue;
                }
                "DW_OP_LLVM_tag_offset" => {
                    items.next();
                    continue;
                }
                "DW_OP_stack_value" if !deref && items.peek().is_none() => Some(0),
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
    pub fn place(self, declare: bool) -> Option<(bool, i32)> {
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
    pub fn stored_at(self) -> Option<i32> {
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
    fn check(items: &str, value: Option<(bool, i32)>, declare: Option<(bool, i32)>) {
        let items: Vec<String> = items.split_whitespace().map(String::from).collect();
        let expression = Expression::parse(&items);
        assert_eq!(expression.place(false), value, "{items:?}");
        assert_eq!(expression.place(true), declare, "{items:?}");
    }

    #[test]
    fn places() {
        check("", Some((false, 0)), Some((true, 0)));
        check("DW_OP_deref", Some((true, 0)), None);
        check("DW_OP_plus_uconst 8", None, Some((true, 8)));
        check("DW_OP_plus_uconst 8 DW_OP_deref", Some((true, 8)), None);
        check("DW_OP_constu 8 DW_OP_minus", None, Some((true, -8)));
        check("DW_OP_stack_value", Some((false, 0)), Some((true, 0)));
        check("DW_OP_plus_uconst 8 DW_OP_stack_value", None, Some((true, 8)));
        check("DW_OP_LLVM_arg 0", None, None);
        check("DW_OP_LLVM_fragment 0 32", None, None);
        check("DW_OP_deref DW_OP_plus_uconst 8", None, None);
        check("DW_OP_deref DW_OP_deref", None, None);
        check("DW_OP_constu", None, None);
        check("DW_OP_plus_uconst 99999999999999999999", None, None);
    }
}
