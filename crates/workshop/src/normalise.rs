//! Makes a rendered report comparable between runs and machines: durations,
//! rates, memory sizes and the place of the checkout are replaced, and so is the
//! size of the state space, which every better reduction changes. The bytes a
//! message speaks of ("8 bytes at offset 4") stay.

use std::path::Path;

/// Units whose number depends on the machine, the moment or the reduction.
const UNITS: &[&str] = &[
    "states",
    "state",
    "transitions",
    "transition",
    "seconds",
    "second",
    "states/s",
    "instructions/s",
    "transitions/s",
    "bytes/state",
    "B/state",
    "ns",
    "µs",
    "us",
    "ms",
    "min",
    "s",
    "KiB",
    "MiB",
    "GiB",
    "TiB",
    "kB",
    "KB",
    "MB",
    "GB",
];

pub(crate) fn text(text: &str, root: &Path) -> String {
    let root = root.to_string_lossy();
    let without_root = text.replace(&format!("{root}/"), "").replace(&*root, ".");
    let mut lines: Vec<String> =
        without_root.lines().map(|line| line_without_figures(line).trim_end().to_owned()).collect();
    while lines.last().is_some_and(String::is_empty) {
        lines.pop();
    }
    // A slow machine has seconds where a quick one has milliseconds.
    ["… µs", "… ms", "… min"].iter().fold(lines.join("\n") + "\n", |text, unit| text.replace(unit, "… s"))
}

/// Replaces the number of every `number unit` by `…`, padding included, since
/// right-aligned figures move with their width.
fn line_without_figures(line: &str) -> String {
    let mut out = String::with_capacity(line.len());
    let mut rest = line;
    while let Some(start) = rest.find(|c: char| c.is_ascii_digit()) {
        let (before, from) = rest.split_at(start);
        out.push_str(before);
        let number = number_length(from);
        let (figure, after) = from.split_at(number);
        let word_before = out.chars().next_back().is_some_and(|c| c.is_alphanumeric() || c == '_');
        match unit_length(after) {
            Some(length) if !word_before => {
                let kept = out.trim_end_matches(' ').len();
                if kept < out.len() && kept > 0 {
                    out.truncate(kept + 1);
                }
                out.push('…');
                out.push_str(&after[..length]);
                if matches!(after[..length].trim(), "state" | "transition") {
                    out.push('s');
                }
                rest = &after[length..];
            }
            _ => {
                out.push_str(figure);
                rest = after;
            }
        }
    }
    out + rest
}

/// Digits with separators inside, such as `1,234.5`, and an SI letter as in
/// `12.3k states/s`.
fn number_length(text: &str) -> usize {
    let bytes = text.as_bytes();
    let digit = |at: usize| bytes.get(at).is_some_and(u8::is_ascii_digit);
    let mut at = 0;
    while digit(at) || (matches!(bytes.get(at), Some(b'.' | b',' | b'_')) && digit(at + 1)) {
        at += 1;
    }
    let si = matches!(bytes.get(at), Some(b'k' | b'M' | b'G')) && bytes.get(at + 1) == Some(&b' ');
    if si { at + 1 } else { at }
}

/// The length of an optional blank and a unit at the head of `text`.
fn unit_length(text: &str) -> Option<usize> {
    let word = text.strip_prefix(' ').unwrap_or(text);
    let blank = text.len() - word.len();
    let ends = |unit: &&&str| {
        word.strip_prefix(**unit)
            .is_some_and(|after| !after.starts_with(|c: char| c.is_alphanumeric() || c == '_' || c == '/'))
    };
    UNITS.iter().find(ends).map(|unit| blank + unit.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(input: &str, expected: &str) {
        assert_eq!(text(input, Path::new("/some/where")), format!("{expected}\n"));
    }

    #[test]
    fn figures_of_the_machine_go() {
        check("in 0.013 s, 1,234 states/s", "in … s, … states/s");
        check("12.3k states/s, 31.5 bytes/state", "… states/s, … bytes/state");
        check("memory    1.5 MiB", "memory … MiB");
        check("took 3s.", "took …s.");
        check("15 ms (4 µs each)", "… s (… s each)");
    }

    #[test]
    fn the_size_of_the_state_space_goes() {
        check("1,234 states, 1 transition, 2", "… states, … transitions, 2");
    }

    #[test]
    fn figures_of_the_program_stay() {
        check("reads 4 bytes at offset 12", "reads 4 bytes at offset 12");
        check("x1 s = 3;", "x1 s = 3;");
        check("a.c:12: n = 3 sizes", "a.c:12: n = 3 sizes");
        check("42", "42");
    }

    #[test]
    fn paths_and_blanks() {
        check("/some/where/tests/a.c:3   \n\n\n", "tests/a.c:3");
        check("in /some/where", "in .");
    }
}
