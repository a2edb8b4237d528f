//! `verify explain`: what the kinds of violation mean, each with an example and its repair.
//!
//! The examples are programs of our tests (`tests/programs/explain/`), so each is known to give what it is shown
//! for, and its repair to be safe.

use std::fmt::Write as _;

use report::{KINDS, Kind, Outcome};

use crate::output::usage;

/// Columns of the explanation.
const WIDTH: usize = 92;

/// A wrong program and the same without the mistake.
struct Example {
    kind: &'static str,
    file: &'static str,
    wrong: &'static str,
    right: &'static str,
}

macro_rules! examples {
    ($($kind:literal $extension:literal,)*) => {
        const EXAMPLES: &[Example] = &[$(Example {
            kind: $kind,
            file: concat!($kind, ".", $extension),
            wrong: include_str!(concat!("../../../tests/programs/explain/", $kind, ".", $extension)),
            right: include_str!(concat!("../../../tests/programs/explain/", $kind, "_ok.", $extension)),
        },)*];
    };
}

examples! {
    "assert" "c",
    "abort" "c",
    "null-deref" "c",
    "out-of-bounds" "c",
    "overlap" "c",
    "use-after-free" "c",
    "dead-stack" "c",
    "invalid-pointer" "c",
    "write-to-constant" "c",
    "double-free" "c",
    "invalid-free" "c",
    "leak" "c",
    "uninit" "c",
    "div-by-zero" "c",
    "overflow" "c",
    "unreachable" "c",
    "bad-call" "c",
    "deadlock" "c",
    "livelock" "c",
    "mutex-misuse" "c",
    "thread-misuse" "c",
    "data-race" "c",
    "uncaught-exception" "cpp",
    "stack-overflow" "c",
    "invariant" "c",
    "ltl" "c",
    "non-termination" "c",
    "panic" "rs",
}

/// The explanation of a kind, or the list of all.
pub(crate) fn run(name: Option<&str>) -> Result<String, Outcome> {
    let Some(name) = name else { return Ok(list()) };
    match report::kind(name) {
        Some(kind) => Ok(explain(kind)),
        None => Err(usage(format!("no violation is called `{name}`"), "", "verify explain, which lists them all")),
    }
}

fn list() -> String {
    let column = KINDS.iter().map(|kind| kind.name.len()).max().unwrap_or(0);
    let mut out: String = KINDS.iter().map(|kind| format!("{:<column$}  {}\n", kind.name, kind.title)).collect();
    out += "\nverify explain KIND has an example of each, and how it is mended.\n";
    out
}

fn explain(kind: &Kind) -> String {
    let mut out = format!("{}: {}\n\n{}", kind.name, kind.title, wrapped(kind.help));
    if let Some(example) = EXAMPLES.iter().find(|example| example.kind == kind.name) {
        let flags = flags(example.wrong).map_or(String::new(), |flags| format!(" with {flags}"));
        let _ = write!(out, "\nExample ({}{flags}):\n\n{}", example.file, listing(example.wrong, kind.name));
        let _ = write!(out, "\nMended:\n\n{}", listing(example.right, kind.name));
    }
    out
}

/// Flags that the example needs.
fn flags(source: &str) -> Option<&str> {
    source.lines().find_map(|line| line.strip_prefix("//@ flags: "))
}

/// A source without what only the tests need; the line that goes wrong is marked.
fn listing(source: &str, kind: &str) -> String {
    let expected = format!("// expect: {kind}");
    let lines = source.lines().filter(|line| !line.starts_with("//@"));
    let lines = lines.map(|line| line.replace(&expected, &format!("// ✗ {kind}")));
    lines.map(|line| if line.is_empty() { "\n".into() } else { format!("    {line}\n") }).collect()
}

fn wrapped(text: &str) -> String {
    let mut lines = vec![String::new()];
    for word in text.split_whitespace() {
        let full = lines.last().is_some_and(|line| line.chars().count() + 1 + word.chars().count() > WIDTH);
        if full {
            lines.push(String::new());
        }
        if let Some(line) = lines.last_mut() {
            if !line.is_empty() {
                line.push(' ');
            }
            line.push_str(word);
        }
    }
    lines.join("\n") + "\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_is_explained() {
        for kind in machine::Kind::ALL {
            let text = run(Some(kind.name())).unwrap();
            let example = EXAMPLES.iter().find(|example| example.kind == kind.name());
            let example = example.unwrap_or_else(|| panic!("{kind} needs programs in tests/programs/explain/"));
            assert!(text.contains("Mended:"), "{text}");
            // The tests know what to expect, and the reader is not bothered with how.
            assert!(example.wrong.contains(&format!("expect: {kind}")), "{kind}");
            assert!(example.right.contains("//@ expect: safe"), "{kind}");
            assert!(!text.contains("//@") && !text.contains("expect:"), "{text}");
        }
        assert_eq!(EXAMPLES.len(), machine::Kind::ALL.len());
    }

    #[test]
    fn the_list_has_all_and_others_are_refused() {
        let list = run(None).unwrap();
        assert!(machine::Kind::ALL.iter().all(|kind| list.contains(kind.name())));
        assert!(matches!(run(Some("nonsense")), Err(Outcome::Usage(_))));
    }

    #[test]
    fn texts_are_wrapped() {
        let text = wrapped(&"word ".repeat(40));
        assert!(text.lines().all(|line| line.len() <= WIDTH && !line.ends_with(' ')));
        assert_eq!(text.lines().count(), 3);
    }
}
