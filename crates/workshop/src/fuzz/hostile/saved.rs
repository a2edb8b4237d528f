//! Damaged files of `--save`: numbers, paths and names in them become others, parts are left out or doubled.

use super::limits::{LIMITS, TIMEOUT};
use super::{beside, bytes};
use crate::fuzz::random::Random;
use crate::process;
use crate::project::Project;
use std::path::Path;
use std::process::Command;

/// What might stand for a value.
const VALUES: &[&str] = &[
    "null",
    "0",
    "-1",
    "1",
    "4294967295",
    "18446744073709551616",
    "1e400",
    "true",
    "[]",
    "{}",
    "\"\"",
    "\"/dev/zero\"",
    "\"/etc/passwd\"",
    "\"-fplugin=x.so\"",
    "\"safe.c\"",
    "\"0 1 2 3 4 5\"",
    "\"0:7 1:4294967295\"",
    "\"\\u001b[31m\"",
    "\"none\"",
    "\"leak\"",
    "\"deadlock\"",
    "[\"-MMD\", \"-o\", \"x\"]",
    "[[\"safe.c\", \"/in\"]]",
];

/// What is saved: an input and flags. Few have a source, since the compiler takes longer than all the rest.
const COMMANDS: &[(&str, &[&str])] = &[
    ("../fails.bc", &["--races", "off"]),
    ("../fails.bc", &["--malloc-may-fail", "--", "x"]),
    ("../fails.bc", &["--reduction", "none", "--no-leaks"]),
    ("../fails.bc", &["--file", "safe.c=/in", "--env", "a=b", "--stdin", "safe.c"]),
    ("../fails.bc", &["--invariant", "x == 0", "--races", "off"]),
    ("../fails.bc", &["--ltl", "G {x == 0}", "--races", "off"]),
    ("../fails.bc", &["--entry", "f", "--set", "x=3", "--ltl", "F {x == 7}"]),
    ("fails.c", &["--reduction", "none", "-DX=1"]),
];

pub(super) fn corpus(project: &Project, directory: &Path) -> Result<Vec<Vec<u8>>, String> {
    beside::compile_all(project, directory)?;
    let own = directory.join("whole");
    std::fs::create_dir_all(&own).map_err(|error| format!("{}: {error}", own.display()))?;
    beside::write(&own)?;
    let mut files = Vec::new();
    for (input, flags) in COMMANDS {
        let path = own.join("whole.json");
        let mut command = Command::new(project.verify_binary());
        command.current_dir(&own).args([input, "--save", "whole.json"]).args(*flags);
        let finished = process::run(&mut command, TIMEOUT)?;
        if finished.code() != Some(1) {
            return Err(format!("{}: {}\n{}", process::show(&command), finished.describe(), finished.tail(10)));
        }
        files.push(std::fs::read(&path).map_err(|error| format!("{}: {error}", path.display()))?);
    }
    Ok(files)
}

pub(super) fn command(command: &mut Command, file: &Path) {
    command.arg("replay").arg(file).args(["--format", "json"]).args(LIMITS);
}

pub(super) fn damaged(corpus: &[Vec<u8>], random: &mut Random) -> Vec<u8> {
    let mut text = String::from_utf8_lossy(random.pick::<Vec<u8>>(corpus)).into_owned();
    for _ in 0..1 + random.below(3) {
        match random.below(8) {
            0..4 => exchange_value(&mut text, random),
            4 | 5 => exchange_number(&mut text, random),
            6 => {
                let mut lines: Vec<&str> = text.lines().collect();
                lines.remove(random.below(lines.len().max(1)).min(lines.len().saturating_sub(1)));
                text = lines.join("\n");
            }
            _ => {
                let mut damaged = text.into_bytes();
                bytes::damage(&mut damaged, corpus, random);
                text = String::from_utf8_lossy(&damaged).into_owned();
            }
        }
        if text.is_empty() {
            break;
        }
    }
    text.into_bytes()
}

/// Puts something else behind a colon.
fn exchange_value(text: &mut String, random: &mut Random) {
    let colons: Vec<usize> = text.match_indices("\": ").map(|(at, _)| at + 3).collect();
    if colons.is_empty() {
        return;
    }
    let at = *random.pick(&colons);
    let end = text[at..].find(['\n', '}']).map_or(text.len(), |end| at + end);
    let comma = if text[at..end].trim_end().ends_with(',') { "," } else { "" };
    text.replace_range(at..end, &format!("{}{comma}", random.pick(VALUES)));
}

fn exchange_number(text: &mut String, random: &mut Random) {
    let digits: Vec<usize> = text.bytes().enumerate().filter(|(_, b)| b.is_ascii_digit()).map(|(at, _)| at).collect();
    if !digits.is_empty() {
        let at = *random.pick(&digits);
        text.replace_range(at..=at, &(random.next() % 100).to_string());
    }
}
