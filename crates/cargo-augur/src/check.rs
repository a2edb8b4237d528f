//! Has `verify` check programs.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;

use serde_json::Value;

use crate::args::{Limits, RunArgs, TestArgs, cores};
use crate::build::Program;

/// Which exit code many have: that of the first of these that one has.
const WORST_FIRST: [u8; 6] = [5, 1, 2, 3, 4, 0];
const DEFECT: u8 = 5;

/// A test that there is.
pub(crate) struct Test {
    pub(crate) name: String,
    pub(crate) ignored: bool,
}

/// What came of a test. No code: it was ignored.
#[derive(Clone, Debug)]
pub(crate) struct Case {
    pub(crate) name: String,
    pub(crate) code: Option<u8>,
    pub(crate) outcome: String,
    pub(crate) states: u64,
    pub(crate) seconds: f64,
    /// As `verify` says it, in words and as JSON.
    pub(crate) text: String,
    pub(crate) report: Value,
}

/// Asks the program itself, which runs natively.
pub(crate) fn tests(program: &Program) -> Result<Vec<Test>, String> {
    if !program.has_harness {
        return Ok(vec![Test { name: program.title.clone(), ignored: false }]);
    }
    let run = Command::new(&program.executable).arg("--list").current_dir(&program.package).output();
    let run = run.map_err(|error| format!("{}: {error}", program.executable.display()))?;
    if !run.status.success() {
        return Err(format!("{} does not list its tests", program.executable.display()));
    }
    let text = String::from_utf8_lossy(&run.stdout);
    let test = |line: &str| {
        let (kind, name) = line.split_once(' ')?;
        (kind == "test" || kind == "ignore").then(|| Test { name: name.to_owned(), ignored: kind == "ignore" })
    };
    Ok(text.lines().filter_map(test).collect())
}

pub(crate) fn is_chosen(args: &TestArgs, test: &Test) -> bool {
    let fits = |filter: &String| if args.exact { test.name == *filter } else { test.name.contains(filter.as_str()) };
    (args.filter.is_empty() || args.filter.iter().any(fits))
        && !args.skip.iter().any(fits)
        && (!args.ignored || test.ignored)
}

/// Checks these, tells of each as soon as those before it are told, and returns all in their order.
pub(crate) fn all(
    program: &Program,
    tests: &[Test],
    args: &TestArgs,
    tell: &dyn Fn(&Case),
) -> Result<Vec<Case>, String> {
    let verify = verify();
    let next = AtomicUsize::new(0);
    let (sender, receiver) = mpsc::channel();
    std::thread::scope(|scope| {
        for _ in 0..args.jobs.clamp(1, tests.len().max(1)) {
            let (sender, next, verify) = (sender.clone(), &next, &verify);
            scope.spawn(move || {
                // Each number is taken once; nothing else is passed on by it.
                while let Some((number, test)) =
                    Some(next.fetch_add(1, Ordering::SeqCst)).and_then(|n| Some((n, tests.get(n)?)))
                {
                    let is_left_out = test.ignored && !args.ignored && !args.include_ignored;
                    let case = if is_left_out { Ok(ignored(test)) } else { check(verify, program, test, args) };
                    if sender.send((number, case)).is_err() {
                        break;
                    }
                }
            });
        }
        drop(sender);
        let (mut early, mut cases) = (BTreeMap::new(), Vec::new());
        for (number, case) in receiver {
            early.insert(number, case?);
            while let Some(case) = early.remove(&cases.len()) {
                tell(&case);
                cases.push(case);
            }
        }
        Ok(cases)
    })
}

fn ignored(test: &Test) -> Case {
    let (outcome, text) = ("ignored".into(), String::new());
    Case { name: test.name.clone(), code: None, outcome, states: 0, seconds: 0.0, text, report: Value::Null }
}

/// The one beside us, or what is installed.
fn verify() -> PathBuf {
    let beside = std::env::current_exe().ok().map(|own| own.with_file_name("verify"));
    beside.filter(|path| path.exists()).unwrap_or_else(|| "verify".into())
}

fn command(verify: &Path, program: &Program, limits: &Limits) -> Command {
    let mut command = Command::new(verify);
    command.arg("check").arg(&program.bitcode).arg("--source").arg(&program.package).args(["--time", &limits.time]);
    if let Some(memory) = &limits.memory {
        command.args(["--memory", memory]);
    }
    command.args(limits.with.iter().flat_map(|flags| flags.split_whitespace()));
    command
}

fn cannot_run(error: std::io::Error) -> String {
    format!("cannot run verify: {error}; it is expected beside cargo-augur or in the PATH")
}

fn check(verify: &Path, program: &Program, test: &Test, args: &TestArgs) -> Result<Case, String> {
    let file = tempfile::NamedTempFile::new().map_err(|error| format!("cannot make a temporary file: {error}"))?;
    let mut command = command(verify, program, &args.limits);
    command.args(["--format", "json", "--color", "never", "-o"]).arg(file.path());
    if args.jobs > 1 {
        command.args(["--workers", &(cores() / args.jobs).max(1).to_string()]);
    }
    let words: Option<OsString> = program.has_harness.then(|| test.name.clone().into());
    let run = command.arg("--").args(words).output().map_err(cannot_run)?;
    let text = String::from_utf8_lossy(&run.stdout).into_owned() + &String::from_utf8_lossy(&run.stderr);
    let report: Option<Value> = std::fs::read(file.path()).ok().and_then(|bytes| serde_json::from_slice(&bytes).ok());
    let report = report.unwrap_or(Value::Null);
    let code = run.status.code().and_then(|code| u8::try_from(code).ok()).unwrap_or(DEFECT);
    let named = ["safe", "violation", "usage", "unsupported", "limit"].get(usize::from(code)).copied();
    let outcome = report["outcome"].as_str().or(named).unwrap_or("defect").to_owned();
    let (states, seconds) = (report["statistics"]["states"].as_u64(), report["statistics"]["seconds"].as_f64());
    Ok(Case {
        name: test.name.clone(),
        code: Some(code),
        outcome,
        states: states.unwrap_or(0),
        seconds: seconds.unwrap_or(0.0),
        text,
        report,
    })
}

/// `cargo augur run`: `verify` takes our place, so what it says is what we say.
pub(crate) fn run(program: &Program, args: &RunArgs) -> Result<u8, String> {
    let mut command = command(&verify(), program, &args.limits);
    Err(cannot_run(command.arg("--").args(&args.args).exec()))
}

pub(crate) fn worst(cases: &[Case]) -> u8 {
    WORST_FIRST.into_iter().find(|code| cases.iter().any(|case| case.code == Some(*code))).unwrap_or_default()
}
