//! `cargo test` over the workspace, its counts taken into ours.

use crate::build::cargo_binary;
use crate::mpi;
use crate::process;
use crate::project::Project;
use crate::results::Tally;
use std::process::Command;
use std::time::Duration;

const TIMEOUT: Duration = Duration::from_secs(1800);

/// With `long`, those that take minutes as well.
pub(crate) fn run(project: &Project, long: bool) -> Result<Tally, String> {
    // Tests send signals that whoever runs this in the background has us ignore.
    let mut command = Command::new("env");
    command.arg("--default-signal=INT,HUP,TERM").arg(cargo_binary());
    command.current_dir(&project.root).args(["test", "--workspace", "--profile", "quick", "--no-fail-fast"]);
    command.args(mpi::features());
    if long {
        command.args(["--", "--include-ignored"]);
    }
    let slow = || eprintln!("building and running the unit tests …");
    let finished = process::run_watched(&mut command, TIMEOUT, Duration::from_secs(3), slow)?;
    let mut tally = count(&finished.stdout);
    if !finished.success() {
        println!("{}", failures_of(&finished.stdout));
        println!("{}", finished.stderr);
        println!("FAILED unit tests: {} ({})\n", process::show(&command), finished.describe());
        // A test binary that does not build or crashes reports no count.
        tally.failed = tally.failed.max(1);
    }
    eprintln!("unit tests: {} passed, {} failed", tally.passed, tally.failed);
    Ok(tally)
}

/// Sums the `test result:` lines of every test binary.
fn count(output: &str) -> Tally {
    let mut tally = Tally::default();
    for line in output.lines() {
        let Some(result) = line.trim().strip_prefix("test result:") else {
            continue;
        };
        tally.passed += number_before(result, "passed");
        tally.failed += number_before(result, "failed");
    }
    tally
}

fn number_before(text: &str, word: &str) -> usize {
    let words: Vec<&str> = text.split([' ', ';', '.']).filter(|part| !part.is_empty()).collect();
    let at = words.iter().position(|part| *part == word);
    at.and_then(|at| words.get(at.checked_sub(1)?)?.parse().ok()).unwrap_or(0)
}

/// The output without the lines that say a test went well.
fn failures_of(output: &str) -> String {
    let boring = |line: &&str| !line.ends_with("... ok") && !line.trim().is_empty();
    output.lines().filter(boring).collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_every_binary() {
        let output = "test a ... ok\n\
            test result: ok. 12 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.00s\n\
            test result: FAILED. 3 passed; 2 failed; 0 ignored; 0 measured; 0 filtered out\n";
        let tally = count(output);
        assert_eq!((tally.passed, tally.failed), (15, 2));
        assert!(!failures_of(output).contains("test a"));
    }
}
