//! `verify suite`: many checks, each in a process of its own with its own limits, and one report.
//!
//! A case is a program, a program with one of its functions in the place of `main`, or a program with
//! the arguments that make its test framework run one test. What each gives is read from its JSON.

use std::ffi::OsString;
use std::io::IsTerminal;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use report::{Case, Outcome, Style};
use serde_json::{Value, json};
use supervisor::Phase;
use tempfile::TempDir;

use crate::args::{ChangeArgs, CompileArgs, Framework, SuiteArgs, SuiteFormat};
use crate::output::{self, usage};
use crate::{inputs, library};

/// Which exit code a suite has: that of the first of these that a case has.
const WORST_FIRST: [u8; 6] = [5, 1, 2, 3, 4, 0];

/// What is checked.
struct Job {
    name: String,
    program: PathBuf,
    entry: Option<String>,
    env: Vec<String>,
    args: Vec<OsString>,
}

/// A case and the whole report of it.
struct Done {
    case: Case,
    code: u8,
    report: Value,
}

/// How a test framework lists its tests and runs one of them.
struct Framed {
    /// Arguments that make it print them: the first that make it print anything.
    lists: &'static [&'static [&'static str]],
    /// `{}` stands for the test.
    filter: &'static [&'static str],
    env: &'static [&'static str],
}

/// Where a framework can end the program at a check that fails, it is told to: the report then shows that check.
fn framed(framework: Framework) -> Framed {
    let (lists, filter, env): (&[&[&str]], &[&str], &[&str]) = match framework {
        Framework::Gtest => (&[&["--gtest_list_tests"]], &["--gtest_filter={}", "--gtest_break_on_failure"], &[]),
        // The first is that of version 2, which breaks long names otherwise.
        Framework::Catch2 => (&[&["--list-test-names-only"], &["--list-tests", "--verbosity", "quiet"]], &["{}"], &[]),
        Framework::Doctest => (&[&["--list-test-cases", "--no-version"]], &["--test-case={}"], &[]),
        Framework::Glib => (&[&["-l"]], &["-p", "{}"], &[]),
        Framework::Unity => (&[&["-l"]], &["-n", "{}"], &[]),
        // It would start a process for each test.
        Framework::Check => (&[], &[], &["CK_FORK=no", "CK_RUN_CASE={}"]),
    };
    Framed { lists, filter, env }
}

/// Runs all; the exit code is that of the worst.
pub(crate) fn run(args: &SuiteArgs, color: bool) -> Result<u8, Outcome> {
    let jobs = jobs(args, color)?;
    if jobs.is_empty() {
        return Err(usage("there is nothing to check", "", "name programs, entries or tests"));
    }
    let done = check_all(args, &jobs)?;
    let cases: Vec<Case> = done.iter().map(|done| done.case.clone()).collect();
    let code = WORST_FIRST.into_iter().find(|code| done.iter().any(|done| done.code == *code)).unwrap_or_default();
    let text = report::suite_text(
        &cases,
        &Style { color: output::colored(args.common.color, std::io::stdout().is_terminal()), ..Style::default() },
    );
    let formatted = match args.format {
        SuiteFormat::Text => text.clone(),
        SuiteFormat::Junit => report::suite_junit(&cases),
        SuiteFormat::Sarif => {
            let logs: Vec<Value> = done.iter().map(|done| done.report.clone()).collect();
            let name = args.output.as_deref().and_then(Path::file_stem).unwrap_or_else(|| "suite".as_ref());
            report::suite_sarif(&logs, &name.to_string_lossy())
        }
        SuiteFormat::Json => {
            let cases: Vec<Value> = done
                .iter()
                .map(|done| json!({"name": done.case.name, "exit": done.code, "report": done.report}))
                .collect();
            format!("{}\n", json!({"version": 1, "exit": code, "cases": cases}))
        }
    };
    match &args.output {
        Some(file) => {
            output::save(file, &formatted)?;
            output::stdout(&text);
        }
        None => output::stdout(&formatted),
    }
    Ok(code)
}

// ---- which cases there are ----

fn jobs(args: &SuiteArgs, color: bool) -> Result<Vec<Job>, Outcome> {
    let mut jobs = Vec::new();
    for program in &args.inputs {
        let name = program.display().to_string();
        let plain = |name: String, entry, env, args| Job { name, program: program.clone(), entry, env, args };
        if let Some(framework) = args.framework {
            let how = framed(framework);
            for test in named(&args.test, program, &how)? {
                let pattern = escaped(&test, framework);
                let own = how.filter.iter().map(|word| OsString::from(word.replace("{}", &pattern)));
                let all = args.args.iter().cloned().chain(own).collect();
                let env = how.env.iter().map(|env| env.replace("{}", &test)).collect();
                jobs.push(plain(format!("{name} {test}"), None, env, all));
            }
        } else if !args.test.is_empty() {
            for test in &args.test {
                let words = args.args.iter().map(|word| OsString::from(word.to_string_lossy().replace("{}", test)));
                jobs.push(plain(format!("{name} {test}"), None, Vec::new(), words.collect()));
            }
        } else if !args.entry.is_empty() {
            for entry in entries(program, args, color)? {
                jobs.push(plain(format!("{name} {entry}"), Some(entry), Vec::new(), args.args.clone()));
            }
        } else {
            jobs.push(plain(name, None, Vec::new(), args.args.clone()));
        }
    }
    Ok(jobs)
}

/// The functions that are named, and those that a name with `*` stands for.
fn entries(program: &Path, args: &SuiteArgs, color: bool) -> Result<Vec<String>, Outcome> {
    let mut found = Vec::new();
    let mut known: Option<Vec<String>> = None;
    for pattern in &args.entry {
        if !pattern.contains('*') {
            found.push(pattern.clone());
            continue;
        }
        if known.is_none() {
            let paths = [program.to_path_buf()];
            let compile = CompileArgs { level: "0".into(), ..CompileArgs::default() };
            let loaded = inputs::read(&paths, &ChangeArgs::default(), &compile, color)?;
            let names = ir::functions(&inputs::for_loader(&loaded), &library::library());
            known = Some(names.map_err(inputs::load_error)?);
        }
        let before = found.len();
        found.extend(known.iter().flatten().filter(|name| matches(pattern, name)).cloned());
        if found.len() == before {
            let place = program.display().to_string();
            return Err(usage(format!("no function is called `{pattern}`"), place, "verify dump lists them"));
        }
    }
    Ok(found)
}

/// `*` stands for anything. What stands between two of them may as well be found where it is first.
fn matches(pattern: &str, name: &str) -> bool {
    let Some((start, rest)) = pattern.split_once('*') else { return pattern == name };
    let (between, end) = rest.rsplit_once('*').unwrap_or(("", rest));
    let inner = name.strip_prefix(start).and_then(|name| name.strip_suffix(end));
    inner.is_some_and(|inner| {
        let mut left = Some(inner);
        between.split('*').for_each(|part| left = left.and_then(|left| left.split_once(part)).map(|(_, after)| after));
        left.is_some()
    })
}

/// The tests that are wanted: all, or those that are named, where `*` stands for anything. A framework that is asked
/// for a test it does not have runs none, and nothing goes wrong.
fn named(wanted: &[String], program: &Path, how: &Framed) -> Result<Vec<String>, Outcome> {
    let all = match list(program, how) {
        Err(_) if !wanted.is_empty() => return Ok(wanted.to_vec()),
        all => all?,
    };
    let lost = wanted.iter().find(|pattern| !all.iter().any(|test| matches(pattern, test)));
    match lost {
        Some(pattern) => {
            let place = program.display().to_string();
            Err(usage(format!("no test is called `{pattern}`"), place, format!("one of {}", all.join(", "))))
        }
        None if wanted.is_empty() => Ok(all),
        None => Ok(all.into_iter().filter(|test| wanted.iter().any(|pattern| matches(pattern, test))).collect()),
    }
}

/// The pattern of a framework that stands for this test alone.
fn escaped(test: &str, framework: Framework) -> String {
    let special: &[char] = match framework {
        Framework::Catch2 => &['\\', ',', '[', '"'],
        Framework::Doctest => &['\\', ','],
        _ => &[],
    };
    let mut pattern = String::new();
    for letter in test.chars() {
        pattern.extend(special.contains(&letter).then_some('\\'));
        pattern.push(letter);
    }
    pattern
}

/// Asks the program itself, which runs natively.
fn list(program: &Path, how: &Framed) -> Result<Vec<String>, Outcome> {
    let name = program.display().to_string();
    let path = if program.components().count() == 1 { Path::new(".").join(program) } else { program.to_path_buf() };
    let _stay = supervisor::enter(Phase::Compiling);
    for arguments in how.lists {
        let run = supervisor::helper(Command::new(&path).args(*arguments));
        let trouble = |error| usage(format!("cannot be run to list its tests: {error}"), &name, "--test NAME");
        let tests = tests(&String::from_utf8_lossy(&run.map_err(trouble)?.stdout));
        if !tests.is_empty() {
            return Ok(tests);
        }
    }
    let what = match how.lists.last() {
        None => "this framework does not list its tests".to_owned(),
        Some(arguments) => format!("`{}` lists no tests", arguments.join(" ")),
    };
    Err(usage(what, name, "--test NAME for each of them"))
}

/// One test in a line; a line that ends with a dot is a group, and the indented ones below belong to it. GoogleTest
/// lists tests, too, that it is not to run.
fn tests(text: &str) -> Vec<String> {
    let mut group = String::new();
    let mut found = Vec::new();
    for line in text.lines() {
        let own = line.split("  #").next().unwrap_or_default().trim();
        let remark =
            ["[", "=", "-", "Running main", "All available", "Matching"].iter().any(|start| own.starts_with(start));
        if own.is_empty() || remark {
            continue;
        }
        let indented = line.starts_with([' ', '\t']);
        if own.ends_with('.') && !indented {
            group = own.to_owned();
        } else {
            found.push(format!("{}{own}", if indented { group.as_str() } else { "" }));
        }
    }
    found.retain(|test| !test.split(['.', '/']).any(|part| part.starts_with("DISABLED_")));
    found
}

// ---- running them ----

fn check_all(args: &SuiteArgs, jobs: &[Job]) -> Result<Vec<Done>, Outcome> {
    let own = std::env::current_exe();
    let own = own.map_err(|error| usage(format!("our own program cannot be found: {error}"), "", ""))?;
    let next = AtomicUsize::new(0);
    let results: Mutex<Vec<Option<Result<Done, Outcome>>>> = Mutex::new(jobs.iter().map(|_| None).collect());
    std::thread::scope(|scope| {
        for _ in 0..args.jobs.clamp(1, jobs.len()) {
            scope.spawn(|| {
                // Each number is taken once; nothing else is passed on by it.
                while let Some((number, job)) =
                    Some(next.fetch_add(1, Ordering::SeqCst)).and_then(|n| Some((n, jobs.get(n)?)))
                {
                    let done = check(&own, args, job);
                    if let Ok(mut results) = results.lock() {
                        results[number] = Some(done);
                    }
                }
            });
        }
    });
    let results = results.into_inner().unwrap_or_default();
    let lost = || Err(Outcome::Defect { what: "a check was lost".into() });
    results.into_iter().map(|done| done.unwrap_or_else(lost)).collect()
}

fn check(own: &Path, args: &SuiteArgs, job: &Job) -> Result<Done, Outcome> {
    // What a check leaves behind when it is killed lies in here, too.
    let directory = TempDir::with_prefix(supervisor::temporary_prefix());
    let directory =
        directory.map_err(|error| usage(format!("cannot make a temporary directory: {error}"), "", "set TMPDIR"))?;
    let file = directory.path().join("report.json");
    let format = if args.format == SuiteFormat::Sarif { "sarif" } else { "json" };
    let start = Instant::now();
    let mut command = Command::new(own);
    command.env("TMPDIR", directory.path());
    command.arg("check").arg(&job.program).args(["--format", format, "--color", "never", "-o"]).arg(&file);
    command.arg("--time").arg(format!("{}s", args.time.as_secs_f64()));
    if let Some(memory) = args.memory {
        command.args(["--memory", &memory.to_string()]);
    }
    if args.jobs > 1 {
        let cores = std::thread::available_parallelism().map_or(1, |n| n.get());
        command.args(["--workers", &(cores / args.jobs).max(1).to_string()]);
    }
    // Frameworks tell by the status that a test has failed, and have much to do after that, state by state.
    let for_framework: &[&str] = if args.framework.is_some() { &["--exit-zero", "--order", "dfs"] } else { &[] };
    command.args(for_framework);
    command.args(args.with.iter().flat_map(|flags| flags.split_whitespace()));
    command.args(job.entry.iter().flat_map(|entry| ["--entry", entry]));
    command.args(job.env.iter().flat_map(|env| ["--env", env]));
    command.arg("--").args(&job.args);
    tracing::info!(?command, "checking");
    let run = supervisor::follower(&mut command).output();
    let run = run.map_err(|error| usage(format!("our own program cannot be run: {error}"), "", ""))?;
    let text = String::from_utf8_lossy(&run.stdout).into_owned() + &String::from_utf8_lossy(&run.stderr);
    let report = std::fs::read(&file).ok().and_then(|bytes| serde_json::from_slice(&bytes).ok());
    Ok(done(job, run.status.code(), text, report, start.elapsed()))
}

fn done(job: &Job, code: Option<i32>, text: String, report: Option<Value>, took: Duration) -> Done {
    let report = report.unwrap_or(Value::Null);
    let code = code.and_then(|code| u8::try_from(code).ok()).unwrap_or(5);
    let named = ["safe", "violation", "usage", "unsupported", "limit"].get(usize::from(code)).copied();
    let outcome = report["outcome"].as_str().or(named).unwrap_or("defect").to_owned();
    let what = match outcome.as_str() {
        "safe" => String::new(),
        _ => text.lines().find(|line| !line.trim().is_empty()).unwrap_or_default().to_owned(),
    };
    let statistics = &report["statistics"];
    // SARIF has its own place for the number of states, and none for the time.
    let states = [&statistics["states"], &report["runs"][0]["properties"]["states"]];
    let case = Case {
        name: job.name.clone(),
        outcome,
        what,
        states: states.into_iter().find_map(Value::as_u64).unwrap_or(0),
        seconds: statistics["seconds"].as_f64().unwrap_or(took.as_secs_f64()),
        text,
    };
    Done { case, code, report }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_of_tests() {
        assert_eq!(
            tests("Running main() from x\nQueue.\n  Push\n  Pop  # TypeParam = int\n"),
            ["Queue.Push", "Queue.Pop"]
        );
        assert_eq!(tests("Queue.\n  DISABLED_Push\n  Pop\nA/DISABLED_Queue.\n  Push/0\n"), ["Queue.Pop"]);
        assert_eq!(tests("/queue/push\n/queue/pop\n"), ["/queue/push", "/queue/pop"]);
        assert_eq!(tests("[doctest] listing all test case names\n=====\none\n[doctest] 1\n"), ["one"]);
    }

    #[test]
    fn names_are_no_patterns() {
        assert_eq!(escaped("a, [b]", Framework::Catch2), r"a\, \[b]");
        assert_eq!(escaped("a, [b]", Framework::Doctest), r"a\, [b]");
        assert_eq!(escaped("A.B/0", Framework::Gtest), "A.B/0");
    }

    #[test]
    fn patterns() {
        for (pattern, name, fits) in [
            ("test_*", "test_a", true),
            ("*_a", "test_a", true),
            ("t*t*", "test", true),
            ("test_*", "tes", false),
            ("*", "", true),
            ("a*a", "a", false),
            ("*ab*b*", "xabyb", true),
            ("*ab*ab*", "xaby", false),
            ("a*b*", "a*b", true),
            ("main", "main", true),
        ] {
            assert_eq!(matches(pattern, name), fits, "{pattern} {name}");
        }
        // This would never end if every way were tried.
        assert!(!matches(&("*a".repeat(30) + "b"), &"a".repeat(3000)));
    }
}
