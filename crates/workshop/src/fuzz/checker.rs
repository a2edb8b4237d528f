//! Runs the checker on many small programs at once.
//!
//! Starting processes costs far more than checking a small program. So programs are compiled side
//! by side in one file, each with its own names, and `verify batch` checks them all. `#line` keeps
//! the lines those of the program alone.

use crate::process::{self, Finished};
use serde_json::Value;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

/// Lower levels of reduction may meet many more states than the reference.
const LOWER_STATES_MAX: &str = "20000";
/// With the default level this many states mean that something is wrong.
const STATES_MAX: &str = "300000";
const TIMEOUT: Duration = Duration::from_secs(600);

/// One way to run the checker.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Run {
    /// `O0` or `O2`
    pub level: &'static str,
    /// Empty for the default.
    pub reduction: &'static str,
    /// Further flags, with blanks between them.
    pub extra: &'static str,
    pub races: bool,
    pub leaks: bool,
}

impl Run {
    pub(super) const DEFAULT: Run = Run { level: "O0", reduction: "", extra: "", races: true, leaks: true };

    /// Whether the checker may give up on too many states.
    pub(super) fn may_give_up(&self) -> bool {
        !self.reduction.is_empty()
    }

    /// The flags as they stand on a command line.
    pub(super) fn flags(&self) -> String {
        let races = if self.races { "error" } else { "off" };
        let leaks = if self.leaks { "" } else { " --no-leaks" };
        // The reference explorer does not look for livelocks.
        let mut flags = format!("--races {races}{leaks} --no-livelocks --keep-going");
        if !self.reduction.is_empty() {
            flags += &format!(" --reduction {}", self.reduction);
        }
        if !self.extra.contains("--workers") {
            flags += " --workers 1";
        }
        let states_max = if self.may_give_up() { LOWER_STATES_MAX } else { STATES_MAX };
        format!("{flags} --states {states_max} {}", self.extra).trim_end().to_owned()
    }
}

/// What the checker said.
#[derive(Clone, Debug, Default)]
pub(super) struct Seen {
    pub outcome: String,
    /// Nothing ended the search early.
    pub complete: bool,
    pub exits: BTreeSet<i32>,
    pub violations: BTreeSet<(String, u32)>,
}

/// A program in C, and how to check it.
pub(super) struct Task {
    pub text: String,
    pub runs: Vec<Run>,
}

/// The checker, and a place for its files.
pub(super) struct Checker {
    pub verify: PathBuf,
    pub directory: PathBuf,
    pub name: String,
}

impl Checker {
    /// What each run of each task sees.
    pub(super) fn check(&self, tasks: &[Task]) -> Result<Vec<Vec<Seen>>, String> {
        let mut seen: Vec<Vec<Seen>> = tasks.iter().map(|task| vec![Seen::default(); task.runs.len()]).collect();
        // What one program of a file names can change others in it: a function that means something
        // by its name is not inlined, and neither is anything beside it; and where `pthread_cancel`
        // is, a thread that joins another may be sent elsewhere, so it is in no circle.
        let names = |task: &Task| ["__VERIFIER_atomic", "pthread_cancel"].map(|name| task.text.contains(name));
        let groups: BTreeSet<[bool; 2]> = tasks.iter().map(names).collect();
        for (level, group) in ["O0", "O2"].into_iter().flat_map(|level| groups.iter().map(move |g| (level, g))) {
            let fits = |task: &Task| names(task) == *group;
            let all = tasks.iter().enumerate().filter(|(_, task)| fits(task));
            let jobs = all.flat_map(|(t, task)| task.runs.iter().enumerate().map(move |(r, run)| (t, r, run)));
            let jobs: Vec<(usize, usize, &Run)> = jobs.filter(|job| job.2.level == level).collect();
            if jobs.is_empty() {
                continue;
            }
            let mut text = String::new();
            for (number, task) in tasks.iter().enumerate() {
                if fits(task) && task.runs.iter().any(|run| run.level == level) {
                    text += &format!("#line 1 \"{number}.c\"\n{}", rename(&task.text, &format!("_{number}")));
                }
            }
            let bitcode = self.compile(&text, level)?;
            let lines: Vec<String> = jobs.iter().map(|(task, _, run)| format!("main_{task} {}", run.flags())).collect();
            let found = self.batch(Command::new(&self.verify).arg("batch").arg(&bitcode), &lines)?;
            for ((task, run, _), found) in jobs.into_iter().zip(found) {
                seen[task][run] = found;
            }
        }
        self.clean();
        Ok(seen)
    }

    /// What each run of a task sees that has a file to itself, with its names as they are. All runs
    /// are at one level.
    pub(super) fn check_alone(&self, task: &Task, file: &Path) -> Result<Vec<Seen>, String> {
        write(file, &task.text)?;
        let seen = self.batch(&mut self.alone(file, &task.runs), &lines_alone(&task.runs))?;
        self.clean();
        Ok(seen)
    }

    /// The command for a shell that does the same, once the file is there.
    pub(super) fn shown_alone(&self, runs: &[Run], file: &Path) -> String {
        let lines: Vec<String> = lines_alone(runs).iter().map(|line| format!("'{line}'")).collect();
        format!("printf '%s\\n' {} | {}", lines.join(" "), process::show(&self.alone(file, runs)))
    }

    fn alone(&self, file: &Path, runs: &[Run]) -> Command {
        let mut command = Command::new(&self.verify);
        command.arg("batch").arg(format!("-{}", runs.first().map_or("O0", |run| run.level))).arg(file);
        command
    }

    fn path(&self, suffix: &str) -> PathBuf {
        self.directory.join(format!("{}.{suffix}", self.name))
    }

    fn clean(&self) {
        for suffix in ["c", "bc", "jobs"] {
            // A file that is not there need not be removed.
            let _ = std::fs::remove_file(self.path(suffix));
        }
    }

    fn compile(&self, text: &str, level: &str) -> Result<PathBuf, String> {
        let (source, bitcode) = (self.path("c"), self.path("bc"));
        write(&source, text)?;
        let mut command = Command::new(&self.verify);
        command.arg("cc").args([&format!("-{level}"), "-w", "-c"]).arg(&source).arg("-o").arg(&bitcode);
        let finished = process::run(&mut command, TIMEOUT)?;
        match finished.success() {
            true => Ok(bitcode),
            false => Err(format!("{} failed: {}", process::show(&command), finished.tail(10))),
        }
    }

    /// One answer for each line. If the process ends early, that is the answer to the line it was
    /// about, and another process takes the rest.
    fn batch(&self, command: &mut Command, lines: &[String]) -> Result<Vec<Seen>, String> {
        let jobs = self.path("jobs");
        let mut found = Vec::new();
        while found.len() < lines.len() {
            write(&jobs, &(lines[found.len()..].join("\n") + "\n"))?;
            let input = std::fs::File::open(&jobs).map_err(|error| format!("{}: {error}", jobs.display()))?;
            let finished = process::run_from(command, input.into(), TIMEOUT)?;
            found.extend(finished.stdout.lines().map_while(read));
            if found.len() < lines.len() {
                found.push(crash(&finished));
            }
        }
        Ok(found)
    }
}

/// What `verify batch` is asked about a program alone.
fn lines_alone(runs: &[Run]) -> Vec<String> {
    runs.iter().map(|run| format!("main {}", run.flags())).collect()
}

fn crash(finished: &Finished) -> Seen {
    Seen { outcome: format!("no verdict: {} {}", finished.describe(), finished.tail(5)), ..Seen::default() }
}

fn write(path: &Path, text: &str) -> Result<(), String> {
    std::fs::write(path, text).map_err(|error| format!("{}: {error}", path.display()))
}

fn read(text: &str) -> Option<Seen> {
    let json: Value = serde_json::from_str(text).ok()?;
    let statuses = json["exit_statuses"].as_array()?;
    let violation = |json: &Value| Some((json[0].as_str()?.to_owned(), json[1].as_u64()? as u32));
    let (outcome, message) = (json["outcome"].as_str()?, json["message"].as_str()?);
    Some(Seen {
        outcome: match outcome {
            "safe" | "violation" | "limit" => outcome.to_owned(),
            _ => format!("{outcome} ({message})"),
        },
        complete: json["complete"].as_bool()?,
        exits: statuses.iter().filter_map(|status| Some(status.as_i64()? as i32)).collect(),
        violations: json["violations"].as_array()?.iter().filter_map(violation).collect(),
    })
}

/// What a program declares outside functions, one letter and digits aside.
const WORDS: [&str; 22] = [
    "main", "wide", "cells", "get", "put", "bump", "new_node", "trio", "node", "b", "tl", "ptr", "rw", "sem", "late",
    "result", "bar", "once", "key", "tm", "init", "destroy",
];
const NUMBERED: [&str; 8] = ["p", "a", "s", "h", "m", "c", "t", "thread"];

/// The text with all names that are not local ending in `suffix`.
fn rename(text: &str, suffix: &str) -> String {
    let word = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let mut out = String::with_capacity(text.len() * 5 / 4);
    let mut rest = text;
    while let Some(start) = rest.find(word) {
        let end = rest[start..].find(|c| !word(c)).map_or(rest.len(), |end| start + end);
        let name = &rest[start..end];
        out += &rest[..end];
        let letters = name.trim_end_matches(|c: char| c.is_ascii_digit());
        if WORDS.contains(&name) || letters.len() < name.len() && NUMBERED.contains(&letters) {
            out += suffix;
        }
        rest = &rest[end..];
    }
    out + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_get_a_suffix() {
        let text = "struct node *h0; int p12 = 3; int main(void) { int r0 = p12 + maine; }";
        let expected = "struct node_7 *h0_7; int p12_7 = 3; int main_7(void) { int r0 = p12_7 + maine; }";
        assert_eq!(rename(text, "_7"), expected);
    }

    #[test]
    fn flags() {
        assert_eq!(Run::DEFAULT.flags(), "--races error --no-livelocks --keep-going --workers 1 --states 300000");
        let run =
            Run { reduction: "tau", extra: "--workers 2 --store plain", races: false, leaks: false, ..Run::DEFAULT };
        let expected = "--races off --no-leaks --no-livelocks --keep-going --reduction tau --states 20000 --workers 2 --store plain";
        assert_eq!(run.flags(), expected);
    }

    #[test]
    fn reading_a_line() {
        let text = r#"{"complete":true,"exit_statuses":[3,300],"message":"","outcome":"violation","states":4,
            "violations":[["assert",4],["deadlock",0]]}"#;
        let seen = read(text).unwrap();
        assert_eq!(seen.exits, BTreeSet::from([3, 300]));
        assert_eq!(seen.violations, BTreeSet::from([("assert".into(), 4), ("deadlock".into(), 0)]));
        assert!(seen.complete && seen.outcome == "violation");
        assert!(read("{}").is_none());
    }
}
