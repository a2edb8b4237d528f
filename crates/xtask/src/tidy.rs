//! `cargo xtask tidy`: the house rules that a program can check. Formatting and
//! clippy first, then rules of our own over the tracked files.

use crate::build;
use crate::posix;
use crate::project::Project;
use std::process::{Command, ExitCode};

/// From 800 lines on, the next change is a split.
const LINES_MAX: usize = 800;
/// Instruction tables may be as long as the instruction set.
const TABLES: &[&str] = &["crates/ir/src/op.rs"];
/// Crates in which `unsafe` may stand; `verify` for its signal handler.
const UNSAFE_CRATES: &[&str] = &["store", "machine", "ir", "verify", "hostmath"];

/// Who may use whom, from the top down: a crate may use only what stands in a
/// later row. This is the drawing in ARCHITECTURE.md.
const LAYERS: &[&[&str]] =
    &[&["verify"], &["report"], &["trace"], &["search"], &["machine", "store", "ltl"], &["ir", "hostmath"]];

/// A tracked file with its text.
struct Source {
    path: String,
    text: String,
}

pub fn run(project: &Project) -> Result<ExitCode, String> {
    let mut complaints = Vec::new();
    let checks: [(&str, &[&str]); 2] = [
        ("rustfmt", &["fmt", "--all", "--check"]),
        ("clippy", &["clippy", "--workspace", "--all-targets", "--quiet", "--", "-D", "warnings"]),
    ];
    for (name, arguments) in checks {
        if let Err(words) = build::cargo(project, arguments, name) {
            complaints.push(words);
        }
    }
    for source in tracked(project)? {
        complaints.extend(complaints_about(&source));
    }
    complaints.extend(posix::complaints(project)?);
    for complaint in &complaints {
        println!("{complaint}");
    }
    if complaints.is_empty() {
        println!("tidy");
        return Ok(ExitCode::SUCCESS);
    }
    println!("{} complaint(s)", complaints.len());
    Ok(ExitCode::FAILURE)
}

fn tracked(project: &Project) -> Result<Vec<Source>, String> {
    let output = Command::new("git")
        .current_dir(&project.root)
        .args(["ls-files", "-z"])
        .output()
        .map_err(|error| format!("cannot run git: {error}"))?;
    if !output.status.success() {
        return Err(String::from_utf8_lossy(&output.stderr).into_owned());
    }
    let names = String::from_utf8_lossy(&output.stdout).into_owned();
    let read = |path: &str| {
        // Binary files and files deleted but not yet committed have no text.
        let text = std::fs::read_to_string(project.root.join(path)).ok()?;
        Some(Source { path: path.to_owned(), text })
    };
    Ok(names.split('\0').filter(|name| !name.is_empty()).filter_map(read).collect())
}

fn complaints_about(source: &Source) -> Vec<String> {
    let mut found = Vec::new();
    blanks(source, &mut found);
    traces_of_the_machine(source, &mut found);
    length(source, &mut found);
    if source.path.ends_with(".rs") {
        unwraps(source, &mut found);
        forbids_unsafe(source, &mut found);
    }
    if source.path.starts_with("crates/") && source.path.ends_with("/Cargo.toml") {
        arrows(source, &mut found);
    }
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

/// `unwrap` is for tests: files in a `tests` directory, files called `tests.rs`
/// and what follows `#[cfg(test)]`, which by house style closes the file.
fn unwraps(source: &Source, found: &mut Vec<String>) {
    if source.path.contains("/tests/") || source.path.ends_with("tests.rs") {
        return;
    }
    let call = concat!(".unwr", "ap()");
    for (line, number) in source.text.lines().zip(1..) {
        let begins_tests =
            line.trim_start().starts_with("#[cfg(test)]") || line.trim_start().starts_with("#[cfg(all(test");
        if begins_tests && !one_line_module(&source.text, number) {
            return;
        }
        let code = line.split("//").next().unwrap_or_default();
        if code.contains(call) {
            found.push(format!("{}:{number}: `unwrap` is for tests", source.path));
        }
    }
}

/// Whether the line after `number` is `mod name;`, so that the file goes on.
fn one_line_module(text: &str, number: usize) -> bool {
    text.lines().nth(number).is_some_and(|next| next.trim_end().ends_with(';'))
}

fn forbids_unsafe(source: &Source, found: &mut Vec<String>) {
    let mut parts = source.path.split('/');
    let (Some("crates"), Some(name), Some("src"), Some(file), None) =
        (parts.next(), parts.next(), parts.next(), parts.next(), parts.next())
    else {
        return;
    };
    let entry = matches!(file, "lib.rs" | "main.rs");
    if entry && !UNSAFE_CRATES.contains(&name) && !source.text.contains("#![forbid(unsafe_code)]") {
        found.push(format!("{}: lacks #![forbid(unsafe_code)]", source.path));
    }
}

fn arrows(source: &Source, found: &mut Vec<String>) {
    let Some(name) = source.path.split('/').nth(1) else {
        return;
    };
    for dependency in dependencies(&source.text) {
        let (from, to) = (layer(name), layer(&dependency));
        let allowed = match (from, to) {
            (_, None) => true,
            (Some(from), Some(to)) => from < to,
            (None, Some(_)) => false,
        };
        if !allowed {
            found.push(format!("{}: {name} may not use {dependency}", source.path));
        }
    }
}

fn layer(name: &str) -> Option<usize> {
    LAYERS.iter().position(|layer| layer.contains(&name))
}

/// The names in all `[…dependencies]` sections. Enough TOML for our manifests:
/// one dependency per line, or one `[dependencies.name]` section each.
fn dependencies(manifest: &str) -> Vec<String> {
    let mut names = Vec::new();
    let mut inside = false;
    for line in manifest.lines().map(str::trim) {
        if let Some(section) = line.strip_prefix('[') {
            let section = section.trim_end_matches(']');
            inside = section.ends_with("dependencies");
            if let Some((_, name)) = section.split_once("dependencies.") {
                names.push(name.to_owned());
            }
        } else if inside && !line.starts_with('#') {
            let name = line.split(['.', '=', ' ']).next().unwrap_or_default();
            if !name.is_empty() && line.contains('=') {
                names.push(name.trim_matches('"').to_owned());
            }
        }
    }
    names
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(path: &str, text: &str) -> Vec<String> {
        complaints_about(&Source { path: path.to_owned(), text: text.to_owned() })
    }

    fn check_one(path: &str, text: &str, part: &str) {
        let found = check(path, text);
        assert_eq!(found.len(), 1, "{found:?}");
        assert!(found[0].contains(part), "{found:?}");
    }

    #[test]
    fn dependencies_of_a_manifest() {
        let manifest = "[package]\nname = \"x\"\n[dependencies]\nir.workspace = true\n# no\n\
            serde = { version = \"1\" }\n[dev-dependencies]\nstore = \"1\"\n[dependencies.search]\npath = \"p\"\n";
        assert_eq!(dependencies(manifest), ["ir", "serde", "store", "search"]);
    }

    #[test]
    fn arrows_go_one_way() {
        let using = |name: &str| format!("[dependencies]\n{name}.workspace = true\n");
        assert!(check("crates/search/Cargo.toml", &using("store")).is_empty());
        assert!(check("crates/verify/Cargo.toml", &using("ir")).is_empty());
        assert!(check("crates/xtask/Cargo.toml", &using("serde_json")).is_empty());
        check_one("crates/store/Cargo.toml", &using("machine"), "store may not use machine");
        check_one("crates/ir/Cargo.toml", &using("search"), "ir may not use search");
        check_one("crates/xtask/Cargo.toml", &using("ir"), "xtask may not use ir");
    }

    #[test]
    fn unwraps_only_in_tests() {
        let call = format!("fn f() {{ x{}; }}\n", concat!(".unwr", "ap()"));
        check_one("crates/ir/src/a.rs", &call, ":1: `unwrap`");
        assert!(check("crates/ir/src/a.rs", &format!("#[cfg(test)]\nmod tests {{\n{call}}}")).is_empty());
        assert!(check("crates/ir/tests/a.rs", &call).is_empty());
        check_one("crates/ir/src/a.rs", &format!("#[cfg(test)]\nmod tests;\n{call}"), ":3:");
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
    }
}
