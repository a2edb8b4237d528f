//! `cargo xtask bench reductions`: how many states are left at each level of
//! reduction, for the programs in `benches/reductions`, and how they grow in the
//! two families below it and in the programs of `benches/independence`. `--write` puts the tables into `docs/reductions-table.md`.
//!
//! States do not depend on the machine or on the workers, so nothing is measured
//! twice. Where a level has too many, a lower bound is printed.

use crate::build;
use crate::process;
use crate::project::{Project, files_below};
use crate::suite::matches_any;
use crate::verdict::Verdict;
use std::fmt::Write;
use std::path::Path;
use std::process::{Command, ExitCode};
use std::time::Duration;

const LEVELS: [&str; 5] = ["none", "tau", "tau+", "full", "ours"];
/// Those of the thesis, in its order; the others follow by name.
const CLASSICS: [&str; 6] = ["anderson", "peterson", "ring", "szymanski", "lamport", "global"];
/// A search ends here.
const STATES_MAX: u64 = 5_000_000;
const CHECK_TIME: &str = "120s";
const TIMEOUT: Duration = Duration::from_secs(200);
/// Programs whose threads rarely meet, what says how many there are, and how many to try.
const APART: [(&str, &str, [u32; 4]); 13] = [
    ("private_locks", "THREADS", [2, 6, 12, 30]),
    ("pairs", "PAIRS", [1, 3, 6, 10]),
    ("indexer", "THREADS", [11, 12, 13, 14]),
    ("filesystem", "THREADS", [13, 14, 16, 18]),
    ("last_zero", "WRITERS", [2, 4, 6, 8]),
    ("readers", "READERS", [2, 4, 8, 13]),
    ("barrier", "THREADS", [2, 4, 8, 30]),
    ("barrier_last", "THREADS", [2, 4, 8, 16]),
    ("handover", "PAIRS", [2, 4, 6, 20]),
    ("shares", "READERS", [2, 4, 6, 30]),
    ("once", "THREADS", [2, 4, 8, 30]),
    ("join_chain", "THREADS", [2, 4, 6, 30]),
    ("fork_join", "THREADS", [1, 2, 4, 30]),
];
/// A search without company, which may be hopeless, ends here.
const STATES_APART_MAX: &str = "200000";
const DOCUMENT: &str = "docs/reductions-table.md";

const PREFACE: &str = "\
# How much the reductions leave

States of the programs in `benches/reductions` at each level of `--reduction`, compiled without optimisation, and \
what part that is of those at `none`. Written by `cargo xtask bench reductions --write`.

";

/// How many states there are, or that there are more.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Count {
    Exactly(u64),
    MoreThan(u64),
    /// There is no such level.
    Unknown,
}

impl Count {
    fn show(self) -> String {
        match self {
            Count::Exactly(n) => thousands(n),
            Count::MoreThan(n) => format!("> {}", thousands(n)),
            Count::Unknown => "–".into(),
        }
    }

    /// The part of another count.
    fn part_of(self, whole: Count) -> String {
        match (self, whole) {
            (Count::Exactly(n), Count::Exactly(all)) => format!("{:.2} %", 100.0 * n as f64 / all.max(1) as f64),
            (Count::Exactly(n), Count::MoreThan(all)) => format!("< {:.2} %", 100.0 * n as f64 / all.max(1) as f64),
            _ => String::new(),
        }
    }
}

#[derive(clap::Args, Debug)]
pub(super) struct Options {
    /// Put the tables into docs/reductions-table.md
    #[arg(long)]
    write: bool,
    /// Only programs whose name contains one of these
    filters: Vec<String>,
}

pub(super) fn run(project: &Project, options: &Options) -> Result<ExitCode, String> {
    build::verify(project)?;
    let wanted = |name: &str| matches_any(&options.filters, name);
    let mut out = Output { text: PREFACE.to_owned() };
    let programs = programs(project);
    if programs.iter().any(|name| wanted(name)) {
        out.line("| program | none | tau | | tau+ | | full | | ours | |");
        out.line("| --- | --: | --: | --: | --: | --: | --: | --: | --: | --: |");
        for name in programs.iter().filter(|name| wanted(name)) {
            out.line(&row(project, name)?);
        }
    }
    if wanted("mutex") {
        out.line("\nT threads, each of which takes a lock N times around work of its own (default level):\n");
        out.line("| N | T = 2 | T = 3 |\n| --: | --: | --: |");
        for n in 1..=8 {
            let count = |t: u32| count(project, "families/mutex", &[], &[format!("T={t}"), format!("N={n}")]);
            out.line(&format!("| {n} | {} | {} |", count(2)?.show(), count(3)?.show()));
        }
    }
    if wanted("readers") {
        out.line("\nTwo threads that count, and R readers of a table that nobody changes (default level):\n");
        out.line("| R | states |\n| --: | --: |");
        for r in 0..=4 {
            let count = count(project, "families/readers", &[], &[format!("R={r}")])?;
            out.line(&format!("| {r} | {} |", count.show()));
        }
    }
    if APART.iter().any(|(name, ..)| wanted(name)) {
        out.line("\nThreads that rarely meet, with `--no-company` and by default:\n");
        out.line("| program | how many | `--no-company` | default |\n| --- | --: | --: | --: |");
        for (name, define, sizes) in APART.iter().filter(|(name, ..)| wanted(name)) {
            for size in sizes {
                let count = |flags: &[&str]| {
                    count(project, &format!("../independence/{name}"), flags, &[format!("{define}={size}")])
                };
                let product = count(&["--no-company", "--states", STATES_APART_MAX])?;
                out.line(&format!("| {name} | {size} | {} | {} |", product.show(), count(&[])?.show()));
            }
        }
    }
    if options.write {
        let path = project.root.join(DOCUMENT);
        std::fs::write(&path, &out.text).map_err(|error| format!("{}: {error}", path.display()))?;
        eprintln!("written to {DOCUMENT}");
    }
    Ok(ExitCode::SUCCESS)
}

/// What was said so far, said at once.
struct Output {
    text: String,
}

impl Output {
    fn line(&mut self, line: &str) {
        println!("{line}");
        let _ = writeln!(self.text, "{line}");
    }
}

fn programs(project: &Project) -> Vec<String> {
    let files = files_below(&project.root.join("benches/reductions"));
    let directory = |path: &Path| path.parent().is_some_and(|parent| parent.ends_with("reductions"));
    let names = files.iter().filter(|path| directory(path)).filter_map(|path| path.file_stem());
    let names: Vec<String> = names.map(|name| name.to_string_lossy().into_owned()).collect();
    let classics = CLASSICS.iter().map(|name| name.to_string()).filter(|name| names.contains(name));
    let others = names.iter().filter(|name| !CLASSICS.contains(&name.as_str())).cloned();
    classics.chain(others).collect()
}

fn row(project: &Project, name: &str) -> Result<String, String> {
    let mut row = format!("| {name} |");
    let mut none = Count::Unknown;
    for level in LEVELS {
        let count = count(project, name, &["--reduction", level], &[])?;
        let _ = match level {
            "none" => write!(row, " {} |", count.show()),
            _ => write!(row, " {} | {} |", count.show(), count.part_of(none)),
        };
        if level == "none" {
            none = count;
        }
    }
    Ok(row)
}

fn count(project: &Project, name: &str, flags: &[&str], defines: &[String]) -> Result<Count, String> {
    let mut command = Command::new(project.verify_binary());
    command.arg("check").arg(project.root.join(format!("benches/reductions/{name}.c")));
    command.args(["--format", "json", "--time", CHECK_TIME]).args(flags);
    command.args(defines.iter().map(|define| format!("-D{define}")));
    if !flags.contains(&"--states") {
        command.args(["--states", &STATES_MAX.to_string()]);
    }
    let finished = process::run(&mut command, TIMEOUT)?;
    let verdict = Verdict::read(&finished)?;
    let states = verdict.figure("states").unwrap_or(0.0) as u64;
    match verdict.outcome.as_str() {
        "safe" => Ok(Count::Exactly(states)),
        "limit" => Ok(Count::MoreThan(states)),
        "usage" if flags.contains(&"ours") => Ok(Count::Unknown),
        _ => Err(format!("{name}: {verdict}, where it must be safe")),
    }
}

/// Digits in threes.
fn thousands(number: u64) -> String {
    let digits = number.to_string();
    let mut out = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            out.push(' ');
        }
        out.push(digit);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_are_readable() {
        assert_eq!(Count::Exactly(1_234_567).show(), "1 234 567");
        assert_eq!(Count::MoreThan(100).show(), "> 100");
        assert_eq!(Count::Exactly(5).part_of(Count::Exactly(1000)), "0.50 %");
        assert_eq!(Count::Exactly(5).part_of(Count::MoreThan(1000)), "< 0.50 %");
        assert_eq!(Count::Unknown.part_of(Count::Exactly(1000)), "");
    }
}
