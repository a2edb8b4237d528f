//! `cargo xtask bench deep`: how soon a planted deep bug is found, by default and with `--shortest`, which
//! is breadth-first search alone, on the programs in `benches/deep`.

use crate::build;
use crate::process;
use crate::project::{Project, files_below};
use crate::suite::matches_any;
use crate::verdict::Verdict;
use std::path::Path;
use std::process::{Command, ExitCode};
use std::time::Duration;

/// For one search.
const TIME: &str = "60s";
const TIMEOUT: Duration = Duration::from_secs(120);

/// What one search came to.
struct Found {
    outcome: String,
    states: f64,
    cpu_seconds: f64,
}

pub(super) fn run(project: &Project, filters: &[String]) -> Result<ExitCode, String> {
    build::verify(project)?;
    let mut programs = files_below(&project.root.join("benches/deep"));
    programs
        .retain(|path| path.extension().is_some_and(|end| end == "c") && matches_any(filters, &path.to_string_lossy()));
    println!("{:<14} {:>28} {:>28} {:>8} {:>8}", "program", "--shortest", "with scouts", "states", "time");
    let (mut states, mut times, mut code) = (Vec::new(), Vec::new(), ExitCode::SUCCESS);
    for program in &programs {
        let alone = measure(project, program, &["--shortest"])?;
        let scouted = measure(project, program, &[])?;
        if scouted.outcome != "violation" {
            code = ExitCode::FAILURE;
        }
        let by = |alone: f64, scouted: f64| alone / scouted.max(1e-3);
        states.push(by(alone.states, scouted.states));
        times.push(by(alone.cpu_seconds, scouted.cpu_seconds));
        let name = program.file_stem().unwrap_or_default().to_string_lossy();
        let ratios = (states.last().copied().unwrap_or(0.0), times.last().copied().unwrap_or(0.0));
        println!("{name:<14} {:>28} {:>28} {:>7.1}x {:>7.1}x", spell(&alone), spell(&scouted), ratios.0, ratios.1);
    }
    println!(
        "median: {:.1} times fewer states, {:.1} times less CPU time, start-up included",
        median(states),
        median(times)
    );
    Ok(code)
}

fn measure(project: &Project, program: &Path, flags: &[&str]) -> Result<Found, String> {
    let mut command = Command::new(project.verify_binary());
    command.arg("check").arg(program).args(["--format", "json", "--workers", "1", "--time", TIME]).args(flags);
    let (finished, cpu_seconds) = process::run_timed(&command, TIMEOUT)?;
    let verdict = Verdict::read(&finished)?;
    Ok(Found { states: verdict.figure("states")?, outcome: verdict.outcome, cpu_seconds })
}

fn spell(found: &Found) -> String {
    let end = if found.outcome == "violation" { "" } else { " (not found)" };
    format!("{} states {:.2} s{end}", found.states, found.cpu_seconds)
}

fn median(mut ratios: Vec<f64>) -> f64 {
    ratios.sort_by(f64::total_cmp);
    match ratios.len() {
        0 => 0.0,
        odd if odd % 2 == 1 => ratios[odd / 2],
        even => (ratios[even / 2 - 1] + ratios[even / 2]) / 2.0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn medians() {
        assert!((median(vec![3.0, 1.0, 2.0]) - 2.0).abs() < 1e-9);
        assert!((median(vec![4.0, 1.0, 2.0, 3.0]) - 2.5).abs() < 1e-9);
    }
}
