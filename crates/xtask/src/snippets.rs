//! Console blocks of the README and some other pages are tests: each `$ cargo xtask verify …` line is
//! run with the built binary, its exit code and the output shown are compared.
//!
//!     ```console
//!     $ cargo xtask verify examples/lost_update.c
//!     … output; a line `…` stands for any number of lines …
//!     $ echo $?
//!     1
//!     ```
//!
//! Output is normalised as traces are, and figures of the search (its lines
//! about states) are not compared, because with several workers they vary for a
//! violation. Other commands in the block are for the reader.

use crate::normalise;
use crate::process;
use crate::project::Project;
use crate::results::{self, Failure, Tally, diff};
use std::process::Command;
use std::time::Duration;

const DOCUMENTS: &[&str] = &["README.md", "docs/simulator.md", "docs/native.md", "docs/reports.md"];
const TIMEOUT: Duration = Duration::from_secs(120);
const COMMAND: &str = "cargo xtask verify ";

/// One command of a console block with what the document claims about it.
#[derive(Debug, PartialEq, Eq)]
struct Snippet {
    arguments: Vec<String>,
    output: Vec<String>,
    code: Option<i32>,
}

pub(crate) fn run(project: &Project) -> Result<Tally, String> {
    let mut tally = Tally::default();
    for document in DOCUMENTS {
        let path = project.root.join(document);
        let text = std::fs::read_to_string(&path).map_err(|error| format!("{document}: {error}"))?;
        for snippet in snippets(&text) {
            match check(project, document, &snippet) {
                Ok(()) => tally.passed += 1,
                Err(failure) => {
                    results::print(&[failure]);
                    tally.failed += 1;
                }
            }
        }
    }
    Ok(tally)
}

fn check(project: &Project, document: &str, snippet: &Snippet) -> Result<(), Failure> {
    let mut command = Command::new(project.verify_binary());
    command.env("NO_COLOR", "1").args(&snippet.arguments);
    let fail = |expected: String, actual: String| Failure {
        test: format!("{document} [{COMMAND}{}]", snippet.arguments.join(" ")),
        command: format!("{COMMAND}{}", snippet.arguments.join(" ")),
        expected,
        actual,
    };
    let finished = process::run(&mut command, TIMEOUT).map_err(|error| fail("a verdict".to_owned(), error))?;
    if let Some(code) = snippet.code.filter(|&code| finished.code() != Some(code)) {
        let actual = format!("{}\n{}", finished.describe(), finished.tail(10));
        return Err(fail(format!("exit code {code}"), actual));
    }
    let comparable = |text: &str| without_counts(&normalise::text(text, &project.root));
    let shown = comparable(&snippet.output.join("\n"));
    let printed = comparable(&finished.stdout);
    if shown.trim().is_empty() || matches(&lines(&shown), &lines(&printed)) {
        return Ok(());
    }
    Err(fail(format!("what {document} shows"), diff(&shown, &printed)))
}

fn snippets(text: &str) -> Vec<Snippet> {
    let mut found: Vec<Snippet> = Vec::new();
    let mut inside = false;
    // Where output lines go: to the last snippet, to its exit code, or nowhere.
    let mut sink = Sink::Nothing;
    for line in text.lines() {
        if line.starts_with("```") {
            inside = line.trim() == "```console";
            sink = Sink::Nothing;
        } else if !inside {
            continue;
        } else if let Some(command) = line.strip_prefix("$ ") {
            let (command, remark) = command.split_once('#').unwrap_or((command, ""));
            if let Some(arguments) = command.strip_prefix(COMMAND) {
                let arguments = arguments.split_whitespace().map(str::to_owned).collect();
                found.push(Snippet { arguments, output: Vec::new(), code: code_in(remark) });
                sink = Sink::Output;
            } else {
                sink = if command.trim() == "echo $?" { Sink::Code } else { Sink::Nothing };
            }
        } else if let Some(last) = found.last_mut() {
            match sink {
                Sink::Output => last.output.push(line.to_owned()),
                Sink::Code => last.code = line.trim().parse().ok(),
                Sink::Nothing => {}
            }
        }
    }
    found
}

#[derive(Clone, Copy)]
enum Sink {
    Output,
    Code,
    Nothing,
}

/// The number in a remark such as `# safe, exit code 0`.
fn code_in(remark: &str) -> Option<i32> {
    remark.split_once("exit code")?.1.split_whitespace().next()?.parse().ok()
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
    fn finds_commands_output_and_codes() {
        let text = "```console\n$ cargo xtask verify a.c   # safe, exit code 0\nsafe\n\n\
            $ cargo xtask verify b.c -- 3\nbad\nworse\n$ echo $?\n1\n$ ls\nb.c\n```\n\
            ```sh\n$ cargo xtask verify c.c\n```\n";
        let expected = [
            Snippet {
                arguments: vec!["a.c".to_owned()],
                output: vec!["safe".to_owned(), String::new()],
                code: Some(0),
            },
            Snippet {
                arguments: ["b.c", "--", "3"].map(str::to_owned).to_vec(),
                output: vec!["bad".to_owned(), "worse".to_owned()],
                code: Some(1),
            },
        ];
        assert_eq!(snippets(text), expected);
    }

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
}
