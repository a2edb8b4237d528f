//! Fitting text into a width, measured in columns of a terminal.

use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

const TAB: &str = "    ";

pub(crate) fn width(text: &str) -> usize {
    text.width()
}

/// Text from a program or a source file, made safe to print: no control characters.
pub(crate) fn plain(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '\t' => out.push_str(TAB),
            c if c.is_control() => out.extend(c.escape_default()),
            c => out.push(c),
        }
    }
    out
}

/// Filled up with blanks to `columns`; longer text stays as it is.
pub(crate) fn pad(text: &str, columns: usize) -> String {
    let missing = columns.saturating_sub(width(text));
    format!("{text}{}", " ".repeat(missing))
}

pub(crate) fn pad_left(text: &str, columns: usize) -> String {
    let missing = columns.saturating_sub(width(text));
    format!("{}{text}", " ".repeat(missing))
}

/// At most `columns` wide; what is cut off leaves `…`.
pub(crate) fn cut(text: &str, columns: usize) -> String {
    if width(text) <= columns {
        return text.to_string();
    }
    let (head, _) = split_at_width(text, columns.saturating_sub(1));
    format!("{}…", head.trim_end())
}

/// Lines of at most `columns`, the later ones indented by `hang`. Breaks after blanks and commas
/// where that is possible, anywhere where it is not.
pub(crate) fn wrap(text: &str, columns: usize, hang: usize) -> Vec<String> {
    let columns = columns.max(2);
    let hang = if hang * 2 > columns { 0 } else { hang };
    let mut lines = Vec::new();
    let mut rest = text.trim_end();
    let mut room = columns;
    while width(rest) > room {
        let (head, _) = split_at_width(rest, room);
        let at = break_in(head, rest).unwrap_or(head.len());
        push(&mut lines, rest[..at].trim_end(), hang);
        rest = rest[at..].trim_start();
        room = columns - hang;
    }
    if !rest.is_empty() || lines.is_empty() {
        push(&mut lines, rest, hang);
    }
    lines
}

fn push(lines: &mut Vec<String>, text: &str, hang: usize) {
    let indent = if lines.is_empty() { 0 } else { hang };
    lines.push(format!("{}{text}", " ".repeat(indent)));
}

/// Where to break within `head`, which is the beginning of `whole`. The first quarter is too early.
fn break_in(head: &str, whole: &str) -> Option<usize> {
    if whole[head.len()..].starts_with(' ') {
        return Some(head.len());
    }
    let fair = |at: &usize| *at > head.len() / 4;
    let blank = head.rfind(' ').map(|at| at + 1).filter(fair);
    let other = head.rfind([',', '(', ';']).map(|at| at + 1).filter(fair);
    blank.or(other)
}

/// A line of code without a comment at its end. A line that is only a comment stays.
pub(crate) fn without_comment(code: &str) -> &str {
    let (mut quote, mut escaped) = (None, false);
    for (at, c) in code.char_indices() {
        match (quote, c) {
            _ if escaped => escaped = false,
            (Some(_), '\\') => escaped = true,
            (Some(open), c) if open == c => quote = None,
            (None, '"' | '\'') => quote = Some(c),
            (None, '/') if at > 0 && ends_code(&code[at..]) => return code[..at].trim_end(),
            _ => {}
        }
    }
    code
}

fn ends_code(text: &str) -> bool {
    let block = |inner: &str| inner.find("*/").is_none_or(|end| inner[end + 2..].trim().is_empty());
    text.starts_with("//") || text.strip_prefix("/*").is_some_and(block)
}

/// Splits off the longest beginning that is at most `columns` wide, but at least one character.
fn split_at_width(text: &str, columns: usize) -> (&str, &str) {
    let mut used = 0;
    for (at, c) in text.char_indices() {
        used += c.width().unwrap_or(0);
        if used > columns && at > 0 {
            return text.split_at(at);
        }
    }
    (text, "")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wraps_at_blanks_and_commas() {
        let lines = wrap("pthread_create(&a, NULL, increment, NULL);", 24, 4);
        assert_eq!(lines, ["pthread_create(&a, NULL,", "    increment, NULL);"]);
        assert_eq!(wrap("f(aaaa,bbbb,cccc)", 9, 2), ["f(aaaa,", "  bbbb,", "  cccc)"]);
        assert_eq!(wrap("aaaaaaaaaa", 4, 1), ["aaaa", " aaa", " aaa"]);
        assert_eq!(wrap("", 10, 2), [""]);
        assert_eq!(wrap("short", 10, 2), ["short"]);
    }

    #[test]
    fn comments_go() {
        for (code, expected) in [
            ("x = 1; // one", "x = 1;"),
            ("x = 1; /* one */", "x = 1;"),
            ("f(/* a */ 1);", "f(/* a */ 1);"),
            ("x = 1; /* begins", "x = 1;"),
            (r#"puts("http://a\"//b"); // c"#, r#"puts("http://a\"//b");"#),
            ("c = '\"'; // quote", "c = '\"';"),
            ("// only", "// only"),
            ("a / b", "a / b"),
        ] {
            assert_eq!(without_comment(code), expected);
        }
    }

    #[test]
    fn every_width_ends() {
        let text = "日本語 mixed with (ascii), and, commas 𝒳";
        for columns in 0..50 {
            let lines = wrap(text, columns, 4);
            let joined: String = lines.concat().split_whitespace().collect();
            assert_eq!(joined, text.split_whitespace().collect::<String>());
            assert!(lines.iter().all(|l| width(l) <= columns.max(2)), "{lines:?}");
        }
    }

    #[test]
    fn cutting_and_padding() {
        assert_eq!(cut("abcdef", 4), "abc…");
        assert_eq!(cut("abcd", 4), "abcd");
        assert_eq!(pad("日本", 6), "日本  ");
        assert_eq!(pad_left("ab", 4), "  ab");
        assert_eq!(plain("a\tb\u{1b}[0m\n"), "a    b\\u{1b}[0m\\n");
    }
}
