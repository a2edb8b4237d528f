//! The README and the book (`docs/`) are tests: files that a page shows are written, every command
//! is run, and its exit code and the output shown are compared. `page` says what a page looks like.
//!
//! `$ cargo xtask verify …` runs in the root of the repository, every other command in a directory
//! of the page's own, where its files are and `verify` is found. Output is normalised as traces are,
//! and figures of the search (its lines about states) are not compared, because with several workers
//! they vary for a violation.
//!
//! The book as a whole is a test, too: chapters are those that `docs/SUMMARY.md` lists, and links
//! and included files exist.

mod page;

use crate::normalise;
use crate::pool;
use crate::process::{self, Finished};
use crate::project::{Project, files_below};
use crate::results::{self, Failure, Report, Tally, diff};
use crate::setup;
use crate::suite::matches_any;
use page::{Command, Item};
use std::path::{Path, PathBuf};
use std::time::Duration;

const TIMEOUT: Duration = Duration::from_secs(120);
/// How the README, whose reader has not built anything yet, calls the checker.
const XTASK: &str = "cargo xtask verify ";
const SUMMARY: &str = "docs/SUMMARY.md";

/// The README and all pages of the book whose path contains one of the filters.
pub(crate) fn pages(project: &Project, filters: &[String]) -> Vec<String> {
    let mut pages = vec!["README.md".to_owned()];
    let markdown = |path: &PathBuf| path.extension().is_some_and(|extension| extension == "md");
    let chapters = files_below(&project.root.join("docs")).into_iter().filter(markdown);
    pages.extend(chapters.map(|path| project.relative(&path).to_string_lossy().into_owned()));
    pages.retain(|page| matches_any(filters, page));
    pages
}

pub(crate) fn run(project: &Project, pages: &[String]) -> Result<Tally, String> {
    let reports = pool::map(pages, |page| {
        let mut report = Report::default();
        report.take(links(project, page));
        match visit(project, page) {
            Ok(visited) => visited.into_iter().for_each(|step| report.take(step.result)),
            Err(message) => report.take(Err(failure(page, "", "a page to read", message))),
        }
        results::print(&report.failures);
        Tally { passed: report.passed, failed: report.failures.len() }
    });
    let mut tally = Tally::default();
    reports.into_iter().for_each(|one| tally.add(one));
    Ok(tally)
}

/// Rewrites the output that pages show where it is not what is printed now. Where `…` stands for
/// lines, the same number of lines stay before the first and after the last of them.
pub(crate) fn bless(project: &Project, filters: &[String]) -> Result<(), String> {
    for page in pages(project, filters) {
        let path = project.root.join(&page);
        let text = read(&path)?;
        let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
        let mut changed = false;
        for step in visit(project, &page)?.into_iter().rev() {
            if step.result.is_err()
                && let Some((place, printed)) = step.printed
            {
                let shown = renewed(&lines[place.clone()], &printed);
                lines.splice(place, shown);
                changed = true;
            }
        }
        if changed {
            std::fs::write(&path, lines.join("\n") + "\n").map_err(|error| format!("{page}: {error}"))?;
            println!("changed {page}");
        }
    }
    Ok(())
}

/// One file or command of a page, and what came of it.
struct Step {
    result: Result<(), Failure>,
    /// Where the page shows output, and what was printed.
    printed: Option<(std::ops::Range<usize>, Vec<String>)>,
}

/// Does everything that a page says, in order, in an empty directory.
fn visit(project: &Project, page: &str) -> Result<Vec<Step>, String> {
    let text = read(&project.root.join(page))?;
    let directory = project.target.join("pages").join(page);
    let io = |error: std::io::Error| format!("{}: {error}", directory.display());
    if directory.exists() {
        std::fs::remove_dir_all(&directory).map_err(io)?;
    }
    std::fs::create_dir_all(&directory).map_err(io)?;
    let mut steps = Vec::new();
    for item in page::items(&text) {
        let step = match item {
            Item::File(file) => {
                std::fs::write(directory.join(file.name), file.text).map_err(io)?;
                continue;
            }
            Item::Unnamed(line) => {
                let expected = "the name of a file in the first line of every program";
                Step { result: Err(failure(page, "", expected, format!("none in line {}", line + 1))), printed: None }
            }
            Item::Command(command) => execute(project, page, &directory, &command),
        };
        steps.push(step);
    }
    Ok(steps)
}

fn execute(project: &Project, page: &str, directory: &Path, command: &Command) -> Step {
    if command.line.starts_with("cmake ")
        && let Err(error) = setup::named_packages(&["cmake".to_owned()])
    {
        return Step { result: Err(failure(page, &command.line, "CMake", error)), printed: None };
    }
    match process::run(&mut shell(project, directory, &command.line), TIMEOUT) {
        Err(error) => Step { result: Err(failure(page, &command.line, "an exit code", error)), printed: None },
        Ok(finished) => {
            let here = format!("{}/", directory.display());
            let stdout = finished.stdout.replace(&here, "").replace(&format!("{}/", project.root.display()), "");
            let printed = stdout.trim_end().lines().map(str::to_owned).collect();
            let result = compare(project, page, command, &finished, &stdout);
            Step { result, printed: Some((command.place.clone(), printed)) }
        }
    }
}

/// A shell that finds the checker that was built, and no colours.
fn shell(project: &Project, directory: &Path, line: &str) -> std::process::Command {
    let built = project.target.join(&project.profile);
    let old = std::env::var_os("PATH").unwrap_or_default();
    let path = std::env::join_paths(std::iter::once(built).chain(std::env::split_paths(&old)));
    let (directory, line) = match line.strip_prefix(XTASK) {
        Some(arguments) => (project.root.as_path(), format!("verify {arguments}")),
        None => (directory, line.to_owned()),
    };
    let mut shell = std::process::Command::new("sh");
    shell.args(["-c", &line]).current_dir(directory).env("NO_COLOR", "1").env("PATH", path.unwrap_or(old));
    shell
}

fn compare(project: &Project, page: &str, command: &Command, finished: &Finished, stdout: &str) -> Result<(), Failure> {
    if let Some(code) = command.code.filter(|&code| finished.code() != Some(code)) {
        let actual = format!("{}\n{}", finished.describe(), finished.tail(10));
        return Err(failure(page, &command.line, &format!("exit code {code}"), actual));
    }
    let comparable = |text: &str| without_counts(&normalise::text(text, &project.root));
    let shown = comparable(&command.output.join("\n"));
    let printed = comparable(stdout);
    if shown.trim().is_empty() || matches(&lines(&shown), &lines(&printed)) {
        return Ok(());
    }
    Err(failure(page, &command.line, &format!("what {page} shows"), diff(&shown, &printed)))
}

/// Whether all that a page links to or includes is there, and the page is a chapter.
fn links(project: &Project, page: &str) -> Result<(), Failure> {
    let path = project.root.join(page);
    let text = read(&path).unwrap_or_default();
    let from = path.parent().unwrap_or(&project.root);
    let mut missing: Vec<&str> = page::links(&text).into_iter().filter(|link| !from.join(link).exists()).collect();
    let summary = read(&project.root.join(SUMMARY)).unwrap_or_default();
    let chapter = page.strip_prefix("docs/").filter(|_| page != SUMMARY);
    if let Some(name) = chapter.filter(|name| !page::links(&summary).contains(name)) {
        missing.push(name);
        return Err(failure(page, "", &format!("a line in {SUMMARY}"), missing.join("\n")));
    }
    if missing.is_empty() {
        return Ok(());
    }
    Err(failure(page, "", "links that lead somewhere", missing.join("\n")))
}

fn failure(page: &str, command: &str, expected: &str, actual: String) -> Failure {
    let test = if command.is_empty() { page.to_owned() } else { format!("{page} [{command}]") };
    let command = format!("cargo xtask test {page}");
    Failure { test, command, expected: expected.to_owned(), actual }
}

fn read(path: &Path) -> Result<String, String> {
    std::fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))
}

/// What a page shows from now on.
fn renewed(shown: &[String], printed: &[String]) -> Vec<String> {
    let ellipsis = |line: &String| line.trim() == "…";
    let (Some(first), Some(last)) = (shown.iter().position(ellipsis), shown.iter().rposition(ellipsis)) else {
        return printed.to_vec();
    };
    let head = first.min(printed.len());
    let tail = (shown.len() - last - 1).min(printed.len() - head);
    [&printed[..head], &shown[first..=last], &printed[printed.len() - tail..]].concat()
}

/// Counts of states differ between numbers of workers when a search is cut
/// short by a violation.
fn without_counts(text: &str) -> String {
    let blank = |line: &str| {
        let statistics = ["states", "transitions", "instructions"];
        if !statistics.iter().any(|word| line.contains(word)) {
            return line.to_owned();
        }
        line.chars().filter(|c| !c.is_ascii_digit() && *c != ',' && *c != '…').collect()
    };
    text.lines().map(blank).collect::<Vec<String>>().join("\n")
}

fn lines(text: &str) -> Vec<&str> {
    text.trim_end().lines().collect()
}

/// Whether `shown` is `printed`, a `…` line standing for any number of lines.
fn matches(shown: &[&str], printed: &[&str]) -> bool {
    match shown.split_first() {
        None => printed.is_empty(),
        Some((first, rest)) if first.trim() == "…" => (0..=printed.len()).any(|skip| matches(rest, &printed[skip..])),
        Some((first, rest)) => match printed.split_first() {
            Some((head, tail)) => head == first && matches(rest, tail),
            None => false,
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_ellipsis_stands_for_lines() {
        assert!(matches(&["a", "…", "d"], &["a", "b", "c", "d"]));
        assert!(matches(&["a", "…"], &["a"]));
        assert!(!matches(&["a", "…", "d"], &["a", "b"]));
        assert!(!matches(&["a"], &["a", "b"]));
    }

    #[test]
    fn counts_are_not_compared() {
        assert_eq!(without_counts("12 states, 30 transitions"), " states  transitions");
        assert_eq!(without_counts("a.c:12"), "a.c:12");
    }

    #[test]
    fn blessing_keeps_what_is_left_out() {
        let check = |shown: &[&str], printed: &[&str], expected: &[&str]| {
            let owned = |lines: &[&str]| lines.iter().map(|&line| line.to_owned()).collect::<Vec<_>>();
            assert_eq!(renewed(&owned(shown), &owned(printed)), expected);
        };
        check(&["a", "b"], &["x", "y", "z"], &["x", "y", "z"]);
        check(&["a", "…", "m", "…", "z"], &["A", "b", "m", "y", "Z"], &["A", "…", "m", "…", "Z"]);
        check(&["a", "…"], &["A", "b"], &["A", "…"]);
    }
}
