//! Public crates of Rust, each used by a small test of `tests/crates`: `cargo xtask test --long tests/crates`.
//!
//! `cargo augur` checks the tests. Each has to be safe, unless the line of its `#[test]` says `// expect: KIND`.

use crate::build;
use crate::process;
use crate::project::Project;
use crate::results::{self, Failure, Report, Tally};
use crate::suite::{Selection, matches_any};
use serde_json::Value;
use std::collections::BTreeMap;
use std::process::Command;
use std::time::Duration;

const DIRECTORY: &str = "tests/crates";
const TESTS: &str = "tests/crates/src/lib.rs";
/// For the build and all tests.
const TIMEOUT: Duration = Duration::from_secs(3600);

/// Whether a selection asks for them. They take minutes, so it has to say so.
pub(crate) fn chosen(selection: &Selection) -> bool {
    selection.long && matches_any(&selection.filters, TESTS)
}

pub(crate) fn run(project: &Project) -> Result<Tally, String> {
    let source = std::fs::read_to_string(project.root.join(TESTS)).map_err(|error| format!("{TESTS}: {error}"))?;
    let expected = expectations(&source);
    build::cargo(
        project,
        &["build", "--profile", &project.profile, "--package", "verify", "--package", "cargo-augur"],
        "building cargo-augur",
    )?;
    let mut command = Command::new(project.verify_binary().with_file_name("cargo-augur"));
    command.args(["augur", "test", "--format", "json"]).current_dir(project.root.join(DIRECTORY));
    command.env("CARGO_TARGET_DIR", project.target.join("crates"));
    let finished = process::run(&mut command, TIMEOUT)?;
    let json: Value = serde_json::from_str(&finished.stdout)
        .map_err(|error| format!("{DIRECTORY}: {error}; {}: {}", finished.describe(), finished.tail(15)))?;
    let found = verdicts(&json);
    let mut report = Report::default();
    for (test, expect) in &expected {
        let actual = found.get(test).map_or("not among the tests", |(kind, _)| kind);
        let states = found.get(test).map_or(0, |(_, states)| *states);
        eprintln!("{test}: {actual}, {states} states");
        report.take(match actual == expect {
            true => Ok(()),
            false => Err(Failure {
                test: format!("{DIRECTORY}: {test}"),
                command: format!("cd {DIRECTORY} && cargo augur test {test}"),
                expected: expect.clone(),
                actual: actual.into(),
            }),
        });
    }
    results::print(&report.failures);
    Ok(Tally { passed: report.passed, failed: report.failures.len() })
}

/// The tests of a file, and what is to come out.
fn expectations(source: &str) -> BTreeMap<String, String> {
    let mut expected = BTreeMap::new();
    let mut next = None;
    for line in source.lines() {
        if let Some(rest) = line.strip_prefix("#[test]") {
            let kind = rest.split_once("// expect: ").map_or("safe", |(_, kind)| kind.trim());
            next = Some(kind.to_owned());
        } else if let Some(rest) = line.strip_prefix("fn ")
            && let (Some(kind), Some((name, _))) = (next.take(), rest.split_once('('))
        {
            expected.insert(name.to_owned(), kind);
        }
    }
    expected
}

/// By test: the kind of its violation, or else its outcome, and the number of its states.
fn verdicts(json: &Value) -> BTreeMap<String, (String, u64)> {
    let cases = json["cases"].as_array().into_iter().flatten();
    let verdict = |case: &Value| {
        let name = case["name"].as_str()?;
        let outcome = case["outcome"].as_str()?;
        let kind = case["report"]["kind"].as_str().unwrap_or(outcome);
        let states = case["report"]["statistics"]["states"].as_u64().unwrap_or(0);
        Some((name.to_owned(), (kind.to_owned(), states)))
    };
    cases.filter_map(verdict).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn what_is_expected_stands_at_the_test() {
        let source = "#[test]\nfn a() {\n}\n\n#[test] // expect: leak\nfn b() {}\nfn c() {}\n";
        let expected = expectations(source);
        let expected: Vec<_> = expected.iter().map(|(test, kind)| (test.as_str(), kind.as_str())).collect();
        assert_eq!(expected, [("a", "safe"), ("b", "leak")]);
    }

    #[test]
    fn violations_are_known_by_their_kinds() {
        let json = json!({"cases": [
            {"name": "a", "outcome": "safe", "report": {"statistics": {"states": 7}}},
            {"name": "b", "outcome": "violation", "report": {"kind": "leak"}},
        ]});
        let found = verdicts(&json);
        assert_eq!(found["a"], ("safe".to_owned(), 7));
        assert_eq!(found["b"].0, "leak");
    }
}
