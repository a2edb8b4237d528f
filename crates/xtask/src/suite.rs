//! The program suite: every file in `tests/programs` and `examples`, over the
//! cores. A test is one program in one configuration; the native run and the
//! recorded trace count as configurations of their own.

use crate::audit::Audits;
use crate::conformance;
use crate::pool;
use crate::program::Program;
use crate::project::{Project, files_below};
use std::ffi::OsStr;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Instant;

/// Which tests to run.
#[derive(Debug, Default)]
pub struct Selection {
    pub filters: Vec<String>,
    pub long: bool,
    /// Audit every program that fits, not only those whose turn it is.
    pub audit: bool,
}

impl Selection {
    pub fn parse(arguments: &[String]) -> Result<Self, String> {
        let mut selection = Selection::default();
        for argument in arguments {
            match argument.as_str() {
                "--long" => selection.long = true,
                "--audit" => selection.audit = true,
                flag if flag.starts_with('-') => return Err(format!("no flag `{flag}`")),
                filter => selection.filters.push(filter.to_owned()),
            }
        }
        Ok(selection)
    }
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    pub passed: usize,
    pub failed: usize,
}

impl Tally {
    pub fn add(&mut self, other: Tally) {
        self.passed += other.passed;
        self.failed += other.failed;
    }
}

/// A test that went wrong, with everything needed to see it again.
#[derive(Debug)]
pub struct Failure {
    pub test: String,
    pub command: String,
    pub expected: String,
    pub actual: String,
}

/// Prints in one go, since several programs run at once. What failed the same
/// way in several configurations is told once, with the first command.
pub fn print(failures: &[Failure]) {
    let indented = |text: &str| text.trim_end().replace('\n', "\n            ");
    let mut text = String::new();
    let mut told: Vec<&Failure> = Vec::new();
    for failure in failures {
        let same = |other: &Failure| failure.expected == other.expected && failure.actual == other.actual;
        if told.iter().any(|other| same(other)) {
            continue;
        }
        let tests: Vec<&str> = failures.iter().filter(|other| same(other)).map(|other| other.test.as_str()).collect();
        text += &format!("FAILED {}\n", tests.join("\n       "));
        text += &format!("  run       {}\n", failure.command);
        text += &format!("  expected  {}\n", indented(&failure.expected));
        text += &format!("  actual    {}\n\n", indented(&failure.actual));
        told.push(failure);
    }
    print!("{text}");
}

pub fn run(project: &Project, selection: &Selection) -> Result<Tally, String> {
    let begin = Instant::now();
    let programs = programs(project, &selection.filters);
    if programs.is_empty() && !selection.filters.is_empty() {
        return Err(format!("no test program matches {}", selection.filters.join(" ")));
    }
    let audits = if selection.audit { Audits::All } else { Audits::rotating() };
    let tallies = pool::map(&programs, |path| {
        let report = match conformance::is_conformance(project, path) {
            true => conformance::run(project, path),
            false => Program::load(project, path).run(selection.long, audits),
        };
        print(&report.failures);
        Tally { passed: report.passed, failed: report.failures.len() }
    });
    let mut tally = Tally::default();
    tallies.into_iter().for_each(|one| tally.add(one));
    eprintln!(
        "programs: {} of them, {} passed, {} failed, {:.0} s",
        programs.len(),
        tally.passed,
        tally.failed,
        begin.elapsed().as_secs_f64()
    );
    Ok(tally)
}

/// Rewrites the recorded traces; removes those of programs that are safe now.
pub fn bless(project: &Project, arguments: &[String]) -> Result<ExitCode, String> {
    let selection = Selection::parse(arguments)?;
    let mut programs = programs(project, &selection.filters);
    programs.retain(|path| !conformance::is_conformance(project, path));
    let results = pool::map(&programs, |path| Program::load(project, path).bless());
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
    let source = |path: &PathBuf| matches!(path.extension().and_then(OsStr::to_str), Some("c" | "cpp" | "ll"));
    let mut paths = files_below(&project.root.join("examples"));
    paths.extend(files_below(&project.root.join("tests/programs")));
    paths.retain(source);
    paths.retain(|path| {
        let name = project.relative(path).to_string_lossy();
        filters.is_empty() || filters.iter().any(|filter| name.contains(filter.as_str()))
    });
    paths
}

/// The lines around the first difference, old and new.
pub fn diff(old: &str, new: &str) -> String {
    let (old, new): (Vec<&str>, Vec<&str>) = (old.lines().collect(), new.lines().collect());
    let same = old.iter().zip(&new).take_while(|(a, b)| a == b).count();
    let tail_max = old.len().min(new.len()) - same;
    let tail = old.iter().rev().zip(new.iter().rev()).take_while(|(a, b)| a == b).count().min(tail_max);
    let mut out = vec![format!("@@ line {} @@", same + 1)];
    out.extend(old[same.saturating_sub(2)..same].iter().map(|line| format!("  {line}")));
    out.extend(old[same..old.len() - tail].iter().take(12).map(|line| format!("- {line}")));
    out.extend(new[same..new.len() - tail].iter().take(12).map(|line| format!("+ {line}")));
    out.join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn selections() {
        let words = |line: &str| line.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
        let selection = Selection::parse(&words("mutex --long race")).unwrap();
        assert_eq!(selection.filters, ["mutex", "race"]);
        assert!(selection.long);
        assert!(Selection::parse(&words("--lng")).is_err());
    }

    #[test]
    fn a_diff_shows_what_changed() {
        assert_eq!(diff("a\nb\nc\nd\n", "a\nb\nX\nd\n"), "@@ line 3 @@\n  a\n  b\n- c\n+ X");
        assert_eq!(diff("a\n", "a\nb\n"), "@@ line 2 @@\n  a\n+ b");
        assert_eq!(diff("a\na\n", "a\n"), "@@ line 2 @@\n  a\n- a");
    }
}
