//! Characters and strings, in quotes, with escapes.

use crate::cells::Cell;

/// Characters of a string that are shown.
pub(super) const STRING_CHARS_MAX: usize = 64;

/// As many bytes as need be looked at for these.
pub(super) const STRING_BYTES_MAX: u32 = 256;

/// `'a'`, or None if it is not worth showing as a character.
pub(super) fn character(code: u32) -> Option<String> {
    let escaped = escape(char::from_u32(code)?, '\'')?;
    Some(format!("'{escaped}'"))
}

/// The string up to its 0; None if it is not text. An array may be full and then need no 0.
pub(super) fn string(cells: &[Cell], array: bool) -> Option<String> {
    let end = cells.iter().position(|c| c.byte == 0 && c.undef == 0);
    let ends = end.is_some() || array || cells.len() > STRING_CHARS_MAX;
    let cells = &cells[..end.unwrap_or(cells.len())];
    match ends {
        true => quoted(&text(&unit_bytes(cells)?), |_| None),
        false => None,
    }
}

/// A string of so many characters, whatever they are. `width` is the size of each.
pub(super) fn counted(cells: &[Cell], width: usize) -> Option<String> {
    let bytes = unit_bytes(cells)?;
    let text = match width {
        1 => text(&bytes),
        2 => {
            let units = bytes.as_chunks().0.iter().map(|unit| u16::from_le_bytes(*unit));
            char::decode_utf16(units).map(|c| c.unwrap_or(char::REPLACEMENT_CHARACTER)).collect()
        }
        _ => {
            let units = bytes.as_chunks().0.iter().map(|unit| char::from_u32(u32::from_le_bytes(*unit)));
            units.map(|c| c.unwrap_or(char::REPLACEMENT_CHARACTER)).collect()
        }
    };
    quoted(&text, |c| Some(format!("\\x{:02x}", u32::from(c))))
}

fn unit_bytes(cells: &[Cell]) -> Option<Vec<u8>> {
    let plain = |c: &Cell| (c.undef == 0 && c.object == 0).then_some(c.byte);
    cells.iter().map(plain).collect()
}

/// Something that was cut in the middle of a character, or is no text, gets a sign of its own.
fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// `other` writes characters that have no short name.
fn quoted(text: &str, other: impl Fn(char) -> Option<String>) -> Option<String> {
    let mut out = String::from("\"");
    for (i, c) in text.chars().enumerate() {
        if i == STRING_CHARS_MAX {
            out.push_str("\"…");
            return Some(out);
        }
        out.push_str(&escape(c, '"').or_else(|| other(c))?);
    }
    out.push('"');
    Some(out)
}

/// None for control characters without a short name.
fn escape(c: char, quote: char) -> Option<String> {
    Some(match c {
        '\0' => "\\0".into(),
        '\n' => "\\n".into(),
        '\t' => "\\t".into(),
        '\r' => "\\r".into(),
        '\u{1b}' => "\\e".into(),
        '\\' => "\\\\".into(),
        c if c == quote => format!("\\{c}"),
        c if c.is_control() => return None,
        c => c.into(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(bytes: &[u8], array: bool, expected: Option<&str>) {
        let cells: Vec<_> = bytes.iter().map(|b| Cell::int(*b)).collect();
        assert_eq!(string(&cells, array).as_deref(), expected);
    }

    #[test]
    fn strings() {
        check(b"abc\0def", false, Some("\"abc\""));
        check(b"abc", false, None);
        check(b"abc", true, Some("\"abc\""));
        check(b"\0", false, Some("\"\""));
        check(b"a\"b\n\\\0", false, Some(r#""a\"b\n\\""#));
        check(b"\x01\0", false, None);
        check("grün\0".as_bytes(), false, Some("\"grün\""));
        let long = format!("\"{}\"…", "x".repeat(64));
        check(&[b'x'; 80], false, Some(&long));
    }

    #[test]
    fn strings_of_so_many_characters() {
        let check = |bytes: &[u8], width, expected: &str| {
            let cells: Vec<_> = bytes.iter().map(|b| Cell::int(*b)).collect();
            assert_eq!(counted(&cells, width).as_deref(), Some(expected));
        };
        check(b"a\0b\x01", 1, r#""a\0b\x01""#);
        check(b"a\0\0\0\xfc\0\0\0", 4, "\"aü\"");
        check(b"a\0\x3d\xd8\x00\xde", 2, "\"a😀\"");
        check(b"", 1, "\"\"");
    }

    #[test]
    fn undefined_strings_are_no_strings() {
        assert_eq!(string(&[Cell::int(b'a'), Cell::UNDEF, Cell::int(0)], true), None);
    }

    #[test]
    fn characters() {
        let texts: Vec<_> = [97, 0, 10, 39, 7].map(character).into();
        let expected = [Some("'a'"), Some("'\\0'"), Some("'\\n'"), Some("'\\''"), None];
        assert_eq!(texts, expected.map(|t| t.map(String::from)));
    }
}
