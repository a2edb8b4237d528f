//! Reads metadata in the form LLVM prints it: `!DIBasicType(name: "int", size: 32, …)`.
//!
//! LLVM's C interface lacks tags, encodings, flags, enumerators' values and expressions; the
//! printed form has them. Text that does not look as expected gives an empty [`Printed`].

/// One printed node: the fields with a name, and those without (of `!DIExpression(…)`).
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Printed {
    named: Vec<(String, String)>,
    pub items: Vec<String>,
}

impl Printed {
    pub fn parse(text: &str) -> Printed {
        let mut printed = Printed::default();
        let Some(body) = body(text) else {
            return printed;
        };
        for field in fields(body) {
            match name_end(field) {
                Some(end) => {
                    let value = field[end + 1..].trim();
                    printed.named.push((field[..end].into(), value.into()));
                }
                None => printed.items.push(field.into()),
            }
        }
        printed
    }

    pub fn get(&self, name: &str) -> Option<&str> {
        let field = self.named.iter().find(|(n, _)| n == name)?;
        Some(&field.1)
    }

    pub fn number(&self, name: &str) -> Option<i64> {
        let text = self.get(name)?;
        // Enumerators above i64::MAX keep their bits.
        text.parse().ok().or_else(|| Some(text.parse::<u64>().ok()? as i64))
    }

    /// Whether flag `name` is among `field`'s, written `A | B`.
    pub fn flag(&self, field: &str, name: &str) -> bool {
        let flags = self.get(field).unwrap_or_default();
        flags.split('|').any(|flag| flag.trim() == name)
    }
}

/// What stands between the first `(` and the last `)`, if the text is a node at all.
fn body(text: &str) -> Option<&str> {
    let start = text.find("!DI")?;
    let open = start + text[start..].find('(')?;
    let close = text.rfind(')')?;
    text.get(open + 1..close)
}

/// Cuts at commas outside of quotes and brackets.
fn fields(body: &str) -> Vec<&str> {
    let mut fields = Vec::new();
    let (mut start, mut depth, mut quoted) = (0, 0usize, false);
    for (at, byte) in body.bytes().enumerate() {
        match byte {
            // Quotes within strings are printed as \22.
            b'"' => quoted = !quoted,
            _ if quoted => {}
            b'(' | b'{' | b'[' => depth += 1,
            b')' | b'}' | b']' => depth = depth.saturating_sub(1),
            b',' if depth == 0 => {
                fields.push(body[start..at].trim());
                start = at + 1;
            }
            _ => {}
        }
    }
    fields.push(body[start..].trim());
    fields.retain(|field| !field.is_empty());
    fields
}

/// Where the name of `name: value` ends.
fn name_end(field: &str) -> Option<usize> {
    let end = field.find(':')?;
    let is_name = |b: u8| b.is_ascii_alphanumeric() || b == b'_';
    field[..end].bytes().all(is_name).then_some(end)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, named: &[(&str, &str)], items: &[&str]) {
        let own = |s: &&str| s.to_string();
        let expected = Printed {
            named: named.iter().map(|(n, v)| (own(n), own(v))).collect(),
            items: items.iter().map(own).collect(),
        };
        assert_eq!(Printed::parse(text), expected);
    }

    #[test]
    fn nodes_are_taken_apart() {
        check(
            "<0x5> = distinct !DICompositeType(tag: DW_TAG_union_type, name: \"a, (b\", size: 8)",
            &[("tag", "DW_TAG_union_type"), ("name", "\"a, (b\""), ("size", "8")],
            &[],
        );
        check(
            "!DIExpression(DW_OP_plus_uconst, 8, DW_OP_stack_value)",
            &[],
            &["DW_OP_plus_uconst", "8", "DW_OP_stack_value"],
        );
        check("!DIExpression()", &[], &[]);
        check(
            "!DIGlobalVariableExpression(var: !1, expr: !DIExpression(DW_OP_deref, 1))",
            &[("var", "!1"), ("expr", "!DIExpression(DW_OP_deref, 1)")],
            &[],
        );
    }

    #[test]
    fn oddities_give_nothing() {
        for text in ["", "!{}", "i32 5", "!DI", "!DIx)(", "!DIx(", ")", "!DIx(,,)"] {
            check(text, &[], &[]);
        }
    }

    #[test]
    fn numbers_and_flags() {
        let printed = Printed::parse("!DIx(a: -3, b: 18446744073709551615, c: DIFlagA | DIFlagB)");
        assert_eq!(printed.number("a"), Some(-3));
        assert_eq!(printed.number("b"), Some(-1));
        assert_eq!(printed.number("c"), None);
        assert!(printed.flag("c", "DIFlagB") && !printed.flag("c", "DIFlag"));
    }
}
