//! What others have written and we link: under which licences, and whether anything is known against it.
//!
//! Licences are those that the crates name themselves, read from the sources that cargo has fetched, so no
//! network is needed. A list of advisories is not part of this repository: it would be old tomorrow. Whoever has
//! `cargo deny` or `cargo audit` and its database installed has them asked.

use super::lints::Absent;
use crate::build::cargo_binary;
use crate::process;
use crate::project::Project;
use serde_json::Value;
use std::process::Command;
use std::time::Duration;

const TIMEOUT: Duration = Duration::from_secs(120);

/// Any one of these lets us do what we do.
const ALLOWED: &[&str] = &[
    "Apache-2.0",
    "Apache-2.0 WITH LLVM-exception",
    "BSD-2-Clause",
    "BSD-3-Clause",
    "BSL-1.0",
    "ISC",
    "MIT",
    "Unicode-3.0",
    "Unlicense",
    "Zlib",
];

/// Crates whose licence we cannot have.
pub(super) fn look(project: &Project) -> Result<Vec<String>, Absent> {
    let mut command = Command::new(cargo_binary());
    command.current_dir(&project.root).args(["metadata", "--format-version", "1", "--offline", "--locked"]);
    let text = process::succeed(&mut command, TIMEOUT).map_err(Absent)?;
    let metadata: Value = serde_json::from_str(&text).map_err(|error| Absent(error.to_string()))?;
    Ok(complaints(&metadata))
}

fn complaints(metadata: &Value) -> Vec<String> {
    let packages = metadata["packages"].as_array().map(Vec::as_slice).unwrap_or_default();
    let mut found = Vec::new();
    for package in packages.iter().filter(|package| !package["source"].is_null()) {
        let name = package["name"].as_str().unwrap_or("?");
        match package["license"].as_str() {
            Some(licence) if is_allowed(licence) => {}
            Some(licence) => found.push(format!("Cargo.lock: {name} is under {licence}, which nobody has agreed to")),
            None => found.push(format!("Cargo.lock: {name} names no licence")),
        }
    }
    found
}

/// Enough of SPDX for what crates write: AND of ORs in brackets, with `/` as an old OR.
fn is_allowed(licence: &str) -> bool {
    let one = |text: &str| ALLOWED.contains(&text.trim());
    let any = |text: &str| text.trim().trim_matches(['(', ')']).split(" OR ").flat_map(|part| part.split('/')).any(one);
    licence.split(" AND ").all(any)
}

/// What is known against the versions that we link, if somebody can be asked.
pub(super) fn advisories(project: &Project) -> Result<Vec<String>, Absent> {
    let tries = [("deny", &["--offline", "check", "advisories"][..]), ("audit", &["--no-fetch", "--stale"])];
    for (tool, arguments) in tries {
        let mut version = Command::new(cargo_binary());
        if process::succeed(version.args([tool, "--version"]), TIMEOUT).is_err() {
            continue;
        }
        let mut command = Command::new(cargo_binary());
        command.current_dir(&project.root).arg(tool).args(arguments);
        return Ok(process::succeed(&mut command, TIMEOUT).err().into_iter().collect());
    }
    Err(Absent("Neither cargo-deny nor cargo-audit is installed.".to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn licences_are_read() {
        for licence in
            ["MIT", "MIT OR Apache-2.0", "MIT/Apache-2.0", "(MIT OR GPL-3.0) AND Unicode-3.0", "Unlicense OR X"]
        {
            assert!(is_allowed(licence), "{licence}");
        }
        for licence in ["GPL-3.0", "MIT AND GPL-3.0", "", "LGPL-2.1-or-later"] {
            assert!(!is_allowed(licence), "{licence}");
        }
        let metadata = serde_json::json!({ "packages": [
            { "name": "own", "source": null, "license": null },
            { "name": "good", "source": "registry", "license": "MIT" },
            { "name": "bad", "source": "registry", "license": "GPL-3.0" },
            { "name": "silent", "source": "registry", "license": null },
        ] });
        assert_eq!(complaints(&metadata).len(), 2);
    }
}
