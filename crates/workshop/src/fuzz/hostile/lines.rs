//! Made-up command lines: flags in any order, with values that are right, wrong or missing. A line of the file is
//! an argument.

use super::beside;
use super::limits::TIMEOUT;
use crate::fuzz::random::Random;
use crate::process::Finished;
use crate::project::Project;
use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt;
use std::path::Path;
use std::process::Command;

const COMMANDS: &[&str] =
    &["check", "run", "replay", "sim", "suite", "dump", "draw", "externals", "explain", "man", "completions"];

/// These start a compiler, which takes ten times as long as everything else.
const COMPILERS: &[&str] = &["cc", "c++", "doctor"];

const ALONE: &[&str] = &[
    "--malloc-may-fail",
    "--spurious-wakeups",
    "--no-leaks",
    "--overflow",
    "--strict-calls",
    "--no-promote",
    "--keep-dead",
    "--no-shortcuts",
    "--shortest",
    "--lossy",
    "--no-recall",
    "--no-company",
    "--no-sleep",
    "--no-livelocks",
    "--liveness",
    "--keep-going",
    "--coverage",
    "--audit",
    "--full-trace",
    "--stats",
    "-v",
    "--help",
    "--version",
    "--trust",
    "--",
    "-",
    "--=",
    "---",
    "",
];

/// With values that make sense.
const WITH_VALUE: &[(&str, &[&str])] = &[
    ("--reduction", &["none", "tau+", "full"]),
    ("--faults", &["malloc", "malloc:1,io"]),
    ("--volatile", &["atomic"]),
    ("--random", &["explore"]),
    ("--stack-depth", &["7"]),
    ("--stack-size", &["64M", "1"]),
    ("--stdin", &["safe.c"]),
    ("--file", &["safe.c=/in"]),
    ("--env", &["a=b"]),
    ("--races", &["off", "warn"]),
    ("--allow-race", &["fn:main", "fails.c:5"]),
    ("--allow-races", &["safe.c"]),
    ("--workers", &["1", "2"]),
    ("--memory", &["64M", "1"]),
    ("--depth", &["7", "0"]),
    ("--states", &["7", "0"]),
    ("--order", &["dfs"]),
    ("--store", &["plain"]),
    ("--rehearsals", &["0", "2"]),
    ("-O", &["2", "1"]),
    ("-D", &["a=b"]),
    ("-I", &["."]),
    ("--format", &["json", "sarif", "html", "junit", "svg", "dot"]),
    ("--output", &["out"]),
    ("--save", &["out"]),
    ("--native", &["out"]),
    ("--coverage-lcov", &["out"]),
    ("--source", &["."]),
    ("--color", &["always"]),
    ("--schedule", &["fair", "random:3"]),
    ("--script", &["safe.c"]),
    ("--function", &["main"]),
    ("--ltl", &["F ended", "G {x == 0}"]),
    ("--invariant", &["x == 0", "x < 5"]),
    ("--ap", &["p=x == 1"]),
    ("--property", &["safe.c"]),
    ("--hoa", &["safe.c"]),
    ("--algorithm", &["ndfs", "cndfs", "owcty", "components"]),
    ("--fairness", &["none", "strong"]),
    ("--entry", &["f", "main"]),
    ("--set", &["x=3"]),
    ("--stub", &["f", "f=0"]),
    ("--replace", &["../safe.bc"]),
    ("--link", &["../safe.bc"]),
    ("--framework", &["unity"]),
    ("--test", &["a"]),
    ("--jobs", &["1"]),
    ("--with", &["--races off"]),
    ("--unknown", &["1"]),
];

const VALUES: &[&[u8]] = &[
    b"0",
    b"1",
    b"-1",
    b"2",
    b"7",
    b"18446744073709551615",
    b"18446744073709551616",
    b"1e9",
    b"64M",
    b"1T",
    b"99999999999G",
    b"0s",
    b"1ms",
    b"none",
    b"full",
    b"tau+",
    b"off",
    b"warn",
    b"malloc",
    b"malloc:1,io",
    b"malloc:0",
    b",",
    b"explore",
    b"dfs",
    b"plain",
    b"json",
    b"sarif",
    b"html",
    b"svg",
    b"junit",
    b"dot",
    b"text",
    b"always",
    b"random:3",
    b"fair",
    b"fn:main",
    b"fails.c:5",
    b"=",
    b"a=b",
    b"safe.c=/in",
    b"/dev/null=/x",
    b"/dev/zero",
    b"/nowhere/at/all",
    b".",
    b"out",
    b"safe.c",
    b"data-race",
    b"bash",
    b"\xff\xfe",
    b"\x1b[31mred",
    b"F ended",
    b"G(x -> {x == 1} U ended)",
    b"x == y + (",
    b"p=",
    b"@",
    b"",
];

/// Most are compiled already.
const INPUTS: &[&str] = &["../fails.bc", "../safe.bc", "../long.bc", "damaged", "nowhere.bc", "/", "/dev/zero", "out"];
const SOURCES: &[&str] = &["fails.c", "safe.c", "long.c", "nowhere.c"];
/// One line in so many starts a compiler.
const SOURCES_RARE: usize = 100;

/// Lines are made up from nothing.
pub(super) fn corpus(project: &Project, directory: &Path) -> Result<Vec<Vec<u8>>, String> {
    beside::compile_all(project, directory)?;
    Ok(Vec::new())
}

pub(super) fn damaged(_: &[Vec<u8>], random: &mut Random) -> Vec<u8> {
    let mut words: Vec<&[u8]> = Vec::new();
    let compiles = random.below(SOURCES_RARE) == 0;
    if compiles && random.percent(30) {
        words.push(random.pick(COMPILERS).as_bytes());
    } else if random.percent(60) {
        let most = if random.percent(70) { 2 } else { COMMANDS.len() };
        words.push(random.pick(&COMMANDS[..most]).as_bytes());
    }
    // What takes long comes third: searches that only wait for their limit tell little.
    let most = [2, 2, 2, 3, INPUTS.len()][random.below(5)];
    words.push(random.pick(if compiles { SOURCES } else { &INPUTS[..most] }).as_bytes());
    for _ in 0..random.below(7) {
        match random.below(10) {
            0 if random.percent(50) => words.push(random.pick(INPUTS).as_bytes()),
            1..3 => words.push(random.pick(ALONE).as_bytes()),
            3 if random.percent(20) => words.push(random.pick::<&[u8]>(VALUES)),
            _ => {
                let (flag, values) = random.pick(WITH_VALUE);
                words.push(flag.as_bytes());
                match random.below(20) {
                    0 => {}
                    1..4 => words.push(random.pick::<&[u8]>(VALUES)),
                    _ => words.push(random.pick(values).as_bytes()),
                }
            }
        }
    }
    words.join(&b'\n')
}

/// What a search may take. Sources must be compiled within it.
const TIME: &str = "80ms";
const TIME_WITH_SOURCES: &str = "2s";

/// The limit of time is ours to give.
pub(super) fn command(command: &mut Command, file: &Path) {
    let lines = std::fs::read(file).unwrap_or_default();
    let words: Vec<&[u8]> = lines.split(|byte| *byte == b'\n').collect();
    let Some((first, rest)) = words.split_first() else { return };
    command.arg(OsStr::from_bytes(first));
    let is = |names: &[&str], word: &[u8]| names.iter().any(|name| name.as_bytes() == word);
    let limited = is(&["check", "run", "replay", "suite", "dump", "draw", "externals"], first);
    if limited || is(INPUTS, first) || is(SOURCES, first) {
        let compiles = words.iter().any(|word| is(SOURCES, word));
        command.args(["--time", if compiles { TIME_WITH_SOURCES } else { TIME }]);
    }
    command.args(rest.iter().map(|word| OsStr::from_bytes(word)));
}

/// Whatever it was, it ends in time, by itself, and not in a defect. What `verify run` executes may end with any
/// status.
pub(super) fn judge(finished: &Finished) -> Result<String, String> {
    let said = || format!("{}\n{}", finished.describe(), finished.tail(15));
    match finished.code() {
        None if finished.status.is_none() => Err(format!("more than {} s; {}", TIMEOUT.as_secs(), said())),
        None => Err(said()),
        Some(code) if code > 4 || finished.stderr.contains("panicked") || finished.stdout.contains("defect:") => {
            Err(said())
        }
        Some(code) => Ok(format!("exit {code}")),
    }
}
