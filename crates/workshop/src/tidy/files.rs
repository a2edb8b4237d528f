//! Rules that one file can break by itself.

use super::source::Source;

/// From 800 lines on, the next change is a split.
const LINES_MAX: usize = 800;
/// Instruction tables may be as long as the instruction set.
const TABLES: &[&str] = &["crates/ir/src/op.rs"];
/// Crates in which `unsafe` may stand: lock-free tables, LLVM's and the host's C functions, processes.
const UNSAFE_CRATES: &[&str] = &["store", "ir", "hostmath", "supervisor", "ranks"];

pub(super) fn complaints(source: &Source) -> Vec<String> {
    let mut found = Vec::new();
    blanks(source, &mut found);
    traces_of_the_machine(source, &mut found);
    length(source, &mut found);
    forbids_unsafe(source, &mut found);
    found
}

fn blanks(source: &Source, found: &mut Vec<String>) {
    for (line, number) in source.text.lines().zip(1..) {
        if line.ends_with([' ', '\t']) {
            found.push(format!("{}:{number}: trailing blanks", source.path));
        }
    }
}

/// Paths of one machine and package mirrors mean nothing elsewhere. The strings
/// are split here so that this file passes its own check.
fn traces_of_the_machine(source: &Source, found: &mut Vec<String>) {
    const FORBIDDEN: &[(&str, &str)] = &[
        (concat!("/wo", "rk/"), "a path of one machine"),
        (concat!("/ro", "ot/"), "a path of one machine"),
        (concat!("/ho", "me/"), "a path of one machine"),
        (concat!("/Use", "rs/"), "a path of one machine"),
        (concat!("repla", "ce-with"), "a package mirror"),
        (concat!("spar", "se+"), "a package mirror"),
    ];
    for (line, number) in source.text.lines().zip(1..) {
        for (text, what) in FORBIDDEN {
            if line.contains(text) {
                found.push(format!("{}:{number}: `{text}` is {what}", source.path));
            }
        }
        if source.path == "Cargo.lock" && line.starts_with("source = ") {
            let public = r#"source = "registry+https://github.com/rust-lang/crates.io-index""#;
            if line != public {
                found.push(format!("{}:{number}: not from the public registry", source.path));
            }
        }
    }
}

fn length(source: &Source, found: &mut Vec<String>) {
    let code = [".rs", ".c", ".h", ".cpp"].iter().any(|end| source.path.ends_with(end));
    let lines = source.text.lines().count();
    if code && lines > LINES_MAX && !TABLES.contains(&source.path.as_str()) {
        found.push(format!("{}: {lines} lines, more than {LINES_MAX}: split it", source.path));
    }
}

fn forbids_unsafe(source: &Source, found: &mut Vec<String>) {
    let entry = matches!(source.below_src(), Some("lib.rs" | "main.rs"));
    let exempt = source.krate().is_some_and(|name| UNSAFE_CRATES.contains(&name));
    if entry && !exempt && !source.text.contains("#![forbid(unsafe_code)]") {
        found.push(format!("{}: lacks #![forbid(unsafe_code)]", source.path));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(path: &str, text: &str) -> Vec<String> {
        complaints(&Source { path: path.to_owned(), text: text.to_owned() })
    }

    fn check_one(path: &str, text: &str, part: &str) {
        let found = check(path, text);
        assert_eq!(found.len(), 1, "{found:?}");
        assert!(found[0].contains(part), "{found:?}");
    }

    #[test]
    fn small_rules() {
        check_one("a.md", "text \n", ":1: trailing blanks");
        check_one("a.md", concat!("see /ro", "ot/x\n"), "path of one machine");
        check_one("Cargo.lock", "source = \"registry+https://mirror\"\n", "public registry");
        check_one("runtime/a.c", &"x;\n".repeat(801), "801 lines");
        assert!(check("crates/ir/src/op.rs", &"x;\n".repeat(801)).is_empty());
        check_one("crates/report/src/lib.rs", "//! Docs.\n", "lacks #![forbid");
        assert!(check("crates/store/src/lib.rs", "//! Docs.\n").is_empty());
        assert!(check("crates/report/src/text.rs", "//! Docs.\n").is_empty());
    }
}
