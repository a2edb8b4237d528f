//! Text to tokens.

/// Longer texts are refused.
const TEXT_BYTES_MAX: usize = 4096;

#[derive(Clone, Debug, PartialEq)]
pub(super) enum Token {
    /// May have `::` in it.
    Name(String),
    /// Value, unsigned, long.
    Integer(u64, bool, bool),
    Float(f64),
    Character(i64),
    /// `#3`
    Block(u32),
    Sign(&'static str),
}

/// Longer ones first.
const SIGNS: &[&str] = &[
    "->", "<<", ">>", "<=", ">=", "==", "!=", "&&", "||", "(", ")", "[", "]", ".", "+", "-", "*", "/", "%", "&", "|",
    "^", "~", "!", "<", ">", "?", ":",
];

/// What cannot be written here, though it can in C.
const REFUSED: &[(&str, &str)] = &[
    ("++", "nothing can be changed here"),
    ("--", "nothing can be changed here"),
    (",", "there are no calls and no commas here"),
    ("\"", "there are no string literals here"),
];

pub(super) fn tokens(text: &str) -> Result<Vec<Token>, String> {
    if text.len() > TEXT_BYTES_MAX {
        return Err(format!("an expression has at most {TEXT_BYTES_MAX} characters"));
    }
    let mut tokens = Vec::new();
    let mut rest = text.trim_start();
    while let Some(first) = rest.chars().next() {
        let (token, length) = match first {
            '0'..='9' => number(rest)?,
            'a'..='z' | 'A'..='Z' | '_' => name(rest),
            '\'' => character(rest)?,
            '#' => block(rest)?,
            _ => sign(rest, first)?,
        };
        tokens.push(token);
        rest = rest.get(length..).unwrap_or_default().trim_start();
    }
    Ok(tokens)
}

fn span(text: &str, belongs: impl Fn(char) -> bool) -> usize {
    text.find(|c| !belongs(c)).unwrap_or(text.len())
}

fn number(text: &str) -> Result<(Token, usize), String> {
    let hexadecimal = text.starts_with("0x") || text.starts_with("0X");
    let length = span(text, |c| c.is_ascii_alphanumeric() || c == '.');
    let whole = &text[..length];
    let bad = || format!("`{whole}` is not a number");
    if !hexadecimal && whole.contains(['.', 'e', 'E']) {
        let digits = whole.trim_end_matches(['f', 'F', 'l', 'L']);
        return Ok((Token::Float(digits.parse().map_err(|_| bad())?), length));
    }
    let digits = whole.trim_end_matches(['u', 'U', 'l', 'L']);
    let suffix = whole[digits.len()..].to_ascii_lowercase();
    let value = match digits {
        _ if hexadecimal => u64::from_str_radix(&digits[2..], 16),
        _ if digits.starts_with("0b") => u64::from_str_radix(&digits[2..], 2),
        _ if digits.len() > 1 && digits.starts_with('0') => u64::from_str_radix(&digits[1..], 8),
        _ => digits.parse(),
    };
    let value = value.map_err(|_| bad())?;
    Ok((Token::Integer(value, suffix.contains('u'), suffix.contains('l')), length))
}

fn name(text: &str) -> (Token, usize) {
    let mut length = 0;
    loop {
        length += span(&text[length..], |c| c.is_ascii_alphanumeric() || c == '_' || c == '$');
        let after = text[length..].strip_prefix("::");
        match after {
            Some(after) if after.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_') => length += 2,
            _ => return (Token::Name(text[..length].into()), length),
        }
    }
}

fn character(text: &str) -> Result<(Token, usize), String> {
    let mut chars = text.char_indices().skip(1);
    let bad = || "a character is written as in 'a' or '\\n'".to_string();
    let value = match chars.next().ok_or_else(bad)?.1 {
        '\\' => match chars.next().ok_or_else(bad)?.1 {
            'n' => '\n',
            't' => '\t',
            'r' => '\r',
            '0' => '\0',
            other @ ('\\' | '\'' | '"') => other,
            _ => return Err(bad()),
        },
        '\'' => return Err(bad()),
        plain => plain,
    };
    match chars.next() {
        Some((at, '\'')) => Ok((Token::Character(i64::from(u32::from(value))), at + 1)),
        _ => Err(bad()),
    }
}

fn block(text: &str) -> Result<(Token, usize), String> {
    let length = 1 + span(&text[1..], |c| c.is_ascii_digit());
    let number = text[1..length].parse().map_err(|_| "`#` stands before the number of a heap block".to_string())?;
    Ok((Token::Block(number), length))
}

fn sign(text: &str, first: char) -> Result<(Token, usize), String> {
    if let Some((sign, why)) = REFUSED.iter().find(|(sign, _)| text.starts_with(sign)) {
        return Err(format!("`{sign}`: {why}"));
    }
    let found = SIGNS.iter().find(|sign| text.starts_with(**sign));
    match found {
        Some(sign) => Ok((Token::Sign(sign), sign.len())),
        None if first == '=' => Err("`=`: nothing can be changed here; `==` compares".into()),
        None => Err(format!("`{first}` has no meaning here")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_become_tokens() {
        let all = tokens("p->a[0x1f] != ns::b - 'x' + 10ul*1.5 #7").unwrap();
        let name = |n: &str| Token::Name(n.into());
        let expected = [
            name("p"),
            Token::Sign("->"),
            name("a"),
            Token::Sign("["),
            Token::Integer(31, false, false),
            Token::Sign("]"),
            Token::Sign("!="),
            name("ns::b"),
            Token::Sign("-"),
            Token::Character(120),
            Token::Sign("+"),
            Token::Integer(10, true, true),
            Token::Sign("*"),
            Token::Float(1.5),
            Token::Block(7),
        ];
        assert_eq!(all, expected);
    }

    #[test]
    fn what_is_refused_says_why() {
        for text in [
            "a = 1",
            "a++",
            "f(a, b)",
            "\"x\"",
            "'",
            "''",
            "'ab'",
            "0x",
            "0xg",
            "1.2.3",
            "99999999999999999999",
            "#",
            "ä",
            "@",
        ] {
            assert!(tokens(text).is_err(), "{text}");
        }
        assert!(tokens(&"a".repeat(5000)).is_err());
    }
}
