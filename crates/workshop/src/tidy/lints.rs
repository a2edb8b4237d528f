//! rustfmt and clippy.
//!
//! Clippy's lints are those of the workspace's `Cargo.toml`. Those about casts are counted instead
//! of forbidden (see `budget`), in the code that ships: what is in tests is not.

use super::budget::{Counts, Kind};
use crate::build::cargo_binary;
use crate::mpi;
use crate::process::{self, Finished};
use crate::project::Project;
use serde_json::Value;
use std::collections::BTreeSet;
use std::process::Command;
use std::time::Duration;

const TIMEOUT: Duration = Duration::from_secs(1800);

/// Lints that are counted.
const COUNTED: &[(&str, Kind)] = &[
    ("clippy::cast_possible_truncation", Kind::Casts),
    ("clippy::cast_possible_wrap", Kind::Casts),
    ("clippy::cast_precision_loss", Kind::Casts),
    ("clippy::cast_sign_loss", Kind::Casts),
];

/// Where the components come from if the toolchain lacks them.
const COMPONENTS: &str = "rustup component add rustfmt clippy";

/// A part of the toolchain that is neither there nor to be had; says so.
#[derive(Debug)]
pub(super) struct Absent(pub(crate) String);

/// What is not formatted.
pub(super) fn format(project: &Project) -> Result<Vec<String>, Absent> {
    let finished = component(project, "fmt", &["--all", "--check"])?;
    Ok(if finished.success() { Vec::new() } else { vec![finished.tail(40)] })
}

/// What clippy says of everything, and what it counts in the code that ships; None if it did not
/// get through.
pub(super) fn clippy(project: &Project) -> Result<(Vec<String>, Option<Counts>), Absent> {
    let (mut complaints, mut counts, mut whole) = (BTreeSet::new(), Counts::new(), true);
    // The same profile as the build's, so that what is built for either serves both; the second
    // round finds the first one's work done.
    for targets in [&["--lib", "--bins"][..], &["--all-targets"]] {
        let mut arguments = vec!["--workspace", "--profile", "quick", "--message-format=json"];
        arguments.extend(mpi::features());
        arguments.extend(targets);
        arguments.push("--");
        arguments.extend(COUNTED.iter().flat_map(|(lint, _)| ["-W", lint]));
        let finished = component(project, "clippy", &arguments)?;
        let warnings: Vec<Warning> = finished.stdout.lines().filter_map(Warning::read).collect();
        for warning in &warnings {
            match COUNTED.iter().find(|(lint, _)| *lint == warning.lint) {
                None => drop(complaints.insert(warning.text.clone())),
                Some((_, kind)) if targets.len() > 1 => {
                    counts.entry((*kind, warning.krate.clone())).or_default().push(warning.place.clone());
                }
                Some(_) => {}
            }
        }
        whole &= finished.success() || targets.len() == 1;
        if !finished.success() && complaints.is_empty() {
            complaints.insert(finished.tail(40));
        }
    }
    for places in counts.values_mut() {
        // A file may belong to two targets.
        places.sort();
        places.dedup();
    }
    Ok((complaints.into_iter().collect(), whole.then_some(counts)))
}

/// Runs `cargo NAME`, after an attempt to install it if it is not there.
fn component(project: &Project, name: &str, arguments: &[&str]) -> Result<Finished, Absent> {
    let cargo = || {
        let mut command = Command::new(cargo_binary());
        command.current_dir(&project.root).env("CARGO_TARGET_DIR", &project.target).arg(name);
        command
    };
    let is_there = || process::run(cargo().arg("--version"), TIMEOUT).is_ok_and(|finished| finished.success());
    if !is_there() {
        eprintln!("`cargo {name}` is not there; trying `{COMPONENTS}` (once) …");
        let mut words = COMPONENTS.split(' ');
        let mut install = Command::new(words.next().unwrap_or_default());
        let words = match process::run(install.current_dir(&project.root).args(words), TIMEOUT) {
            Ok(finished) => finished.tail(5),
            Err(error) => error,
        };
        if !is_there() {
            return Err(Absent(format!("`cargo {name}` is not there, and `{COMPONENTS}` did not help:\n{words}")));
        }
    }
    process::run(cargo().args(arguments), TIMEOUT).map_err(Absent)
}

/// One message of the compiler or of clippy.
#[derive(Debug, PartialEq, Eq)]
struct Warning {
    lint: String,
    krate: String,
    place: String,
    /// As a person reads it.
    text: String,
}

impl Warning {
    /// None for what is not a warning about a place in a file of ours.
    fn read(line: &str) -> Option<Warning> {
        let json: Value = serde_json::from_str(line).ok()?;
        let message = json.get("message")?;
        let span = message["spans"].as_array()?.iter().find(|span| span["is_primary"] == true)?;
        let path = span["file_name"].as_str()?;
        Some(Warning {
            lint: message["code"]["code"].as_str().unwrap_or_default().to_owned(),
            krate: path.strip_prefix("crates/")?.split('/').next()?.to_owned(),
            place: format!("{path}:{}:{}", span["line_start"], span["column_start"]),
            text: message["rendered"].as_str()?.trim_end().to_owned(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_warning_is_read() {
        let line = r#"{"reason":"compiler-message","message":{"rendered":"warning: x\n","code":{"code":"clippy::y"},
            "spans":[{"file_name":"crates/ir/src/a.rs","line_start":3,"column_start":7,"is_primary":true}]}}"#;
        let expected = Warning {
            lint: "clippy::y".to_owned(),
            krate: "ir".to_owned(),
            place: "crates/ir/src/a.rs:3:7".to_owned(),
            text: "warning: x".to_owned(),
        };
        assert_eq!(Warning::read(&line.replace('\n', "")), Some(expected));
        assert_eq!(Warning::read(r#"{"reason":"build-finished","success":true}"#), None);
    }
}
