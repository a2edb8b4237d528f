//! `cargo xtask bench search`: the programs in `benches/programs`, checked as a
//! user would, next to `--store plain` (whole, uncompressed states), next to two
//! workers and, if asked for, next to an earlier version of ours.
//!
//! Reduction is `full`, below the default: what is measured is the search, not how
//! much of it is spared (that is `bench reductions`), and earlier versions know it.
//!
//! Ratios are ours by the other's; for time and bytes smaller is better. Times
//! are CPU time in user mode, but for two workers, where the wall clock counts.

use super::baseline;
use crate::build;
use crate::process;
use crate::project::{Project, files_below};
use crate::suite::matches_any;
use crate::verdict::Verdict;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::time::Duration;

const RUNS: usize = 3;
/// A program that takes longer than this is run once: it has its noise in it.
const LONG_SECONDS: f64 = 5.0;
const CHECK_TIME: &str = "300s";
/// Of larger spaces only so much is visited.
const STATES_MAX: &str = "3000000";
const TIMEOUT: Duration = Duration::from_secs(400);

/// The figures of one program in one configuration.
#[derive(Clone, Copy, Debug, Default)]
struct Figures {
    states: f64,
    transitions: f64,
    cpu_seconds: f64,
    wall_seconds: f64,
    bytes_per_state: f64,
}

/// One program in all configurations.
#[derive(Clone, Copy, Debug, Default)]
struct Row {
    ours: Figures,
    plain: Figures,
    two: Figures,
    old: Option<Figures>,
}

#[derive(clap::Args, Debug)]
pub(super) struct Options {
    /// Next to the version of this commit, tag or branch
    #[arg(long, value_name = "REF")]
    baseline: Option<String>,
    /// Only programs whose name contains one of these
    filters: Vec<String>,
}

pub(super) fn run(project: &Project, options: &Options) -> Result<ExitCode, String> {
    build::verify(project)?;
    let old = options.baseline.as_ref().map(|reference| baseline::verify(project, reference)).transpose()?;
    let mut programs = files_below(&project.root.join("benches/programs"));
    programs.retain(|path| {
        let name = path.to_string_lossy();
        name.ends_with(".c") && matches_any(&options.filters, &name)
    });
    if programs.is_empty() {
        return Err("no program in benches/programs matches".to_owned());
    }
    println!("{}", header(old.is_some()));
    let mut code = ExitCode::SUCCESS;
    for program in &programs {
        let name = program.file_stem().unwrap_or_default().to_string_lossy();
        match measure_all(project, old.as_ref(), program) {
            Ok(row) => println!("{}", line(&name, row)),
            Err(message) => {
                println!("{name}: {message}");
                code = ExitCode::FAILURE;
            }
        }
    }
    println!("\none worker, CPU time, best of {RUNS} (once if it takes long); at most {STATES_MAX} states");
    println!("×plain: by `--store plain`'s; ×old: by the baseline's; 2w: time of one worker / that of two, wall clock");
    Ok(code)
}

fn measure_all(project: &Project, old: Option<&Project>, program: &Path) -> Result<Row, String> {
    let name = program.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let directory = project.target.join("benches");
    std::fs::create_dir_all(&directory).map_err(|error| error.to_string())?;
    let bitcode = directory.join(format!("{name}.bc"));
    let mut compile = Command::new(project.verify_binary());
    compile.args(["cc", "-O2", "-c"]).arg(program).arg("-o").arg(&bitcode);
    let compiled = process::run(&mut compile, TIMEOUT)?;
    if !compiled.success() {
        return Err(format!("does not compile\n{}", compiled.tail(10)));
    }
    let binary = project.verify_binary();
    let mut row: Option<Row> = None;
    // Taking turns, so that a busy moment of the machine hits all.
    for _ in 0..RUNS {
        let next = Row {
            ours: measure(&binary, &bitcode, "1", &[])?,
            plain: measure(&binary, &bitcode, "1", &["--store", "plain"])?,
            two: measure(&binary, &bitcode, "2", &[])?,
            old: old.map(|old| measure(&old.verify_binary(), &bitcode, "1", &[])).transpose()?,
        };
        let best = row.map_or(next, |row| Row {
            ours: better(row.ours, next.ours),
            plain: better(row.plain, next.plain),
            two: better(row.two, next.two),
            old: row.old.zip(next.old).map(|(a, b)| better(a, b)),
        });
        row = Some(best);
        if next.ours.cpu_seconds > LONG_SECONDS {
            break;
        }
    }
    Ok(row.unwrap_or_default())
}

fn better(one: Figures, other: Figures) -> Figures {
    let (fast, slow) = if one.cpu_seconds <= other.cpu_seconds { (one, other) } else { (other, one) };
    Figures { wall_seconds: fast.wall_seconds.min(slow.wall_seconds), ..fast }
}

fn measure(binary: &PathBuf, bitcode: &Path, workers: &str, flags: &[&str]) -> Result<Figures, String> {
    let mut command = Command::new(binary);
    command.arg("check").arg(bitcode);
    command
        .args([
            "--format",
            "json",
            "--workers",
            workers,
            "--time",
            CHECK_TIME,
            "--states",
            STATES_MAX,
            "--reduction",
            "full",
        ])
        .args(flags);
    let (finished, cpu_seconds) = process::run_timed(&command, TIMEOUT)?;
    let verdict = Verdict::read(&finished)?;
    if !matches!(verdict.outcome.as_str(), "safe" | "limit") {
        return Err(format!("{verdict}, where a bench must be safe"));
    }
    Ok(Figures {
        states: verdict.figure("states")?,
        transitions: verdict.figure("transitions")?,
        cpu_seconds,
        wall_seconds: verdict.figure("seconds")?,
        bytes_per_state: verdict.figure("bytes_per_state")?,
    })
}

fn header(with_old: bool) -> String {
    let mut text = format!(
        "{:<12} {:>9} {:>11} {:>9} {:>13} {:>6} {:>11} {:>6} {:>6}",
        "program", "states", "transitions", "CPU time", "transitions/s", "×plain", "bytes/state", "×plain", "2w"
    );
    if with_old {
        text += &format!(" {:>9} {:>10}", "time ×old", "bytes ×old");
    }
    text
}

fn line(name: &str, row: Row) -> String {
    let Row { ours, plain, two, old } = row;
    let mut text = format!(
        "{:<12} {:>9} {:>11} {:>7.2} s {:>13} {:>6} {:>11.1} {:>6} {:>6}",
        name,
        ours.states,
        ours.transitions,
        ours.cpu_seconds,
        scaled(ours.transitions / ours.cpu_seconds.max(1e-3)),
        ratio(ours.cpu_seconds, plain.cpu_seconds),
        ours.bytes_per_state,
        ratio(ours.bytes_per_state, plain.bytes_per_state),
        ratio(ours.wall_seconds, two.wall_seconds),
    );
    if let Some(old) = old {
        let (time, bytes) =
            (ratio(ours.cpu_seconds, old.cpu_seconds), ratio(ours.bytes_per_state, old.bytes_per_state));
        text += &format!(" {time:>9} {bytes:>10}");
    }
    text
}

/// Three digits and an SI letter.
fn scaled(value: f64) -> String {
    match value {
        v if v >= 1e6 => format!("{:.2} M", v / 1e6),
        v if v >= 1e3 => format!("{:.1} k", v / 1e3),
        v => format!("{v:.0}"),
    }
}

fn ratio(ours: f64, baseline: f64) -> String {
    if baseline > 0.0 { format!("{:.2}", ours / baseline) } else { "-".to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_are_readable() {
        assert_eq!(scaled(999.4), "999");
        assert_eq!(scaled(12_345.0), "12.3 k");
        assert_eq!(scaled(1_234_567.0), "1.23 M");
        assert_eq!(ratio(1.0, 2.0), "0.50");
        assert_eq!(ratio(1.0, 0.0), "-");
    }

    #[test]
    fn rows_fit_the_header() {
        let ours = Figures { states: 1e6, transitions: 1e6, cpu_seconds: 1.0, ..Figures::default() };
        for old in [None, Some(ours)] {
            let row = Row { ours, old, ..Row::default() };
            assert_eq!(line("p", row).chars().count(), header(old.is_some()).chars().count());
        }
    }
}
