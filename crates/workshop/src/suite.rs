//! The program suite: every file in `tests/programs` and `examples`, over the
//! cores. A test is one program in one configuration; the native run and the
//! recorded trace count as configurations of their own.

use crate::audit::Turn;
use crate::conformance;
use crate::cxx;
use crate::pool;
use crate::program::Program;
use crate::project::{Project, files_below};
use crate::results::{self, Report, Tally};
use crate::times;
use std::ffi::OsStr;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::{Duration, Instant};

/// Programs that are named as the slowest.
const SLOWEST: usize = 12;

/// Which tests to run.
#[derive(clap::Args, Debug, Default)]
pub(crate) struct Selection {
    /// Only programs and pages whose path contains one of these
    pub filters: Vec<String>,
    /// Also what takes minutes
    #[arg(long)]
    pub long: bool,
    /// Check every program in all nine ways and audit every verdict, not a part that changes with the day of the commit
    #[arg(long)]
    pub thorough: bool,
    /// Tell what processor time each kind of work took; one test after the other
    #[arg(long)]
    pub times: bool,
    /// Only this part of everything, as the table at the end calls it
    #[arg(long, value_name = "PART", conflicts_with = "filters")]
    pub only: Option<String>,
}

/// Whether there are programs to run.
pub(crate) fn has(project: &Project, selection: &Selection) -> bool {
    !programs(project, &selection.filters).is_empty()
}

pub(crate) fn run(project: &Project, selection: &Selection) -> Result<Tally, String> {
    let begin = Instant::now();
    let programs = programs(project, &selection.filters);
    if programs.is_empty() && !selection.filters.is_empty() {
        return Err(format!("no test program matches {}", selection.filters.join(" ")));
    }
    if programs.iter().any(|path| path.extension().is_some_and(|extension| extension == "cpp")) {
        cxx::ensure(project, &cxx::ALL);
    }
    // Who names programs wants to know all about them.
    let all = selection.thorough || selection.long || !selection.filters.is_empty();
    let turn = if all { Turn::All } else { Turn::rotating() };
    turn.told().iter().for_each(|words| eprintln!("{words}"));
    // Side by side, only the clock tells what one of them takes.
    let clock = || if selection.times { times::cpu() } else { begin.elapsed() };
    let tallies = pool::map(&programs, |path| {
        let began = clock();
        let report = match conformance::is_conformance(project, path) {
            true => conformance::run(project, path, turn),
            false => {
                let mut report = Report::default();
                Program::load(project, path).iter().for_each(|program| report.add(program.run(selection.long, turn)));
                report
            }
        };
        results::print(&report.failures);
        (Tally { passed: report.passed, failed: report.failures.len() }, clock().saturating_sub(began))
    });
    let mut tally = Tally::default();
    tallies.iter().for_each(|(one, _)| tally.add(*one));
    eprintln!(
        "programs: {} of them, {} passed, {} failed, {:.0} s",
        programs.len(),
        tally.passed,
        tally.failed,
        begin.elapsed().as_secs_f64()
    );
    let mut times: Vec<_> = programs.iter().zip(&tallies).map(|(path, (_, time))| (time, path)).collect();
    times.sort_unstable_by(|a, b| b.cmp(a));
    let name = |(time, path): &(&Duration, &PathBuf)| {
        format!("{} {:.0} s", project.relative(path).display(), time.as_secs_f64())
    };
    if selection.filters.is_empty() {
        eprintln!("the slowest: {}", times.iter().take(SLOWEST).map(name).collect::<Vec<_>>().join(", "));
    }
    Ok(tally)
}

/// Rewrites the recorded traces; removes those of programs that are safe now.
pub(crate) fn bless(project: &Project, filters: &[String]) -> Result<ExitCode, String> {
    let mut programs = programs(project, filters);
    programs.retain(|path| !conformance::is_conformance(project, path));
    let bless = |program: Program| program.bless();
    let results = pool::map(&programs, |path| {
        let results: Result<Vec<_>, _> = Program::load(project, path).into_iter().map(bless).collect();
        results.map(|changes| changes.into_iter().flatten().next())
    });
    let mut code = ExitCode::SUCCESS;
    for (path, result) in programs.iter().zip(results) {
        let name = project.relative(path).display();
        match result {
            Ok(None) => {}
            Ok(Some(change)) => println!("{change} {name}"),
            Err(message) => {
                println!("not blessed {name}: {message}");
                code = ExitCode::FAILURE;
            }
        }
    }
    Ok(code)
}

fn programs(project: &Project, filters: &[String]) -> Vec<PathBuf> {
    let source = |path: &PathBuf| matches!(path.extension().and_then(OsStr::to_str), Some("c" | "cpp" | "rs" | "ll"));
    let mut paths = files_below(&project.root.join("examples"));
    paths.extend(files_below(&project.root.join("tests/programs")));
    paths.retain(source);
    paths.retain(|path| matches_any(filters, &project.relative(path).to_string_lossy()));
    paths
}

/// Whether a name contains one of the filters, or there are none.
pub(crate) fn matches_any(filters: &[String], name: &str) -> bool {
    filters.is_empty() || filters.iter().any(|filter| name.contains(filter.as_str()))
}
