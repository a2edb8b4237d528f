//! The command line in a process of its own, and what is said when that ends otherwise than it should.

use std::io::IsTerminal;
use std::path::PathBuf;
use std::sync::atomic::Ordering;
use std::time::Duration;

use report::{Outcome, Report};
use supervisor::{End, Limits, Phase, Reason, Side};

use crate::args::{CheckArgs, Cli, Command, CommonArgs, ShowArgs};
use crate::output::{self, Subject, bare, usage};
use crate::{budget, inputs, launch, ranks, resume};

/// To do without a second process, for debuggers and profilers: no limits but those that a search keeps to by
/// itself, and a crash is a crash.
const ALONE: &str = "AUGUR_ALONE";

/// A directory that somebody still writes to is removed again, so often and so much later.
const REMOVALS_MAX: usize = 10;
const BETWEEN_REMOVALS: Duration = Duration::from_millis(20);

/// Does the work and ends the worker, or waits for it and returns the exit code.
pub(crate) fn run(cli: Cli, work: impl FnOnce(Cli) -> u8) -> u8 {
    let Some(limits) = budget::limits(&cli).filter(|_| std::env::var_os(ALONE).is_none()) else {
        return work(cli);
    };
    match supervisor::split() {
        Ok(Side::Worker) => {
            ir::on_exhaustion(supervisor::exhausted);
            supervisor::conclude(work(cli))
        }
        Ok(Side::Watch(watch)) => match watch.wait(&limits) {
            End::Exit(code) => code,
            end => clean_up_and_tell(&cli, &limits, end),
        },
        Err(error) => {
            let what = format!("the system refuses another process: {error}");
            tell(&cli, bare(Outcome::Limit { what, flag: String::new() }))
        }
    }
}

fn clean_up_and_tell(cli: &Cli, limits: &Limits, end: End) -> u8 {
    remove_temporary();
    if let Some(file) = supervisor::shared().unfinished() {
        let _ = std::fs::remove_file(file);
    }
    if std::io::stderr().is_terminal() {
        // What was being done stands there.
        output::clear_line();
    }
    let shared = supervisor::shared();
    let mut report = bare(match (end, spill(cli)) {
        (End::Crash { signal: Some(libc::SIGBUS), phase }, Some(directory)) => {
            let what =
                format!("a file in {} could not be read or written while {}", directory.display(), phase.words());
            Outcome::Limit { what, flag: "--spill".into() }
        }
        _ => outcome(&inputs_of(cli), limits, end),
    });
    let remark = shared.last_remark();
    if !remark.is_empty() {
        report.warnings.push(remark);
    }
    if let (Outcome::Limit { .. }, Some(args)) = (&report.outcome, check(cli)) {
        report.warnings.extend(resume::advice_after_all(args));
    }
    report.statistics.states = shared.states.load(Ordering::SeqCst);
    report.statistics.depth = shared.depth.load(Ordering::SeqCst);
    report.statistics.seconds = budget::spent().as_secs_f64();
    if !launch::tells() {
        return ranks::complain(&report.outcome);
    }
    if shared.telling.load(Ordering::SeqCst) {
        // Half a report was written; a second one makes no sense of it.
        output::stderr("limit: interrupted while the report was written\n");
        return crate::exit::code(&report.outcome);
    }
    tell(cli, report)
}

/// What a worker was killed in the middle of. Those that worked for it die after it, and may write until then.
fn remove_temporary() {
    let prefix = supervisor::temporary_prefix();
    for _ in 0..REMOVALS_MAX {
        let entries = std::fs::read_dir(std::env::temp_dir()).into_iter().flatten().flatten();
        let ours: Vec<_> = entries.filter(|entry| entry.file_name().to_string_lossy().starts_with(&prefix)).collect();
        // Whoever else owns it may keep it.
        if ours.iter().filter(|entry| std::fs::remove_dir_all(entry.path()).is_err()).count() == 0 {
            return;
        }
        std::thread::sleep(BETWEEN_REMOVALS);
    }
}

fn outcome(inputs: &str, limits: &Limits, end: End) -> Outcome {
    let limit = |what: String, flag: &str| Outcome::Limit { what, flag: flag.into() };
    match end {
        End::Stopped { reason: Reason::Time, phase } => {
            let seconds = limits.time_max.unwrap_or_default().as_secs_f64();
            limit(format!("the time limit of {seconds} s was reached while {}", phase.words()), "--time")
        }
        End::Stopped { reason: Reason::Memory, phase } => {
            let mebibytes = limits.memory_bytes_max.unwrap_or_default() >> 20;
            limit(format!("the memory limit of {mebibytes} MiB was reached while {}", phase.words()), "--memory")
        }
        End::Stopped { reason: Reason::Interrupted, phase } => {
            limit(format!("interrupted while {}", phase.words()), "")
        }
        End::Stopped { reason: Reason::Reading(max), .. } => {
            let what = format!("LLVM has not read {inputs} in {} s; the file may be damaged", max.as_secs());
            limit(what, "--time")
        }
        End::Exhausted { phase } => limit(format!("there is no memory left while {}", phase.words()), "--memory"),
        // Nobody else kills without a word.
        End::Crash { signal: Some(9), phase } => {
            let what = format!("the system ended this while {}, probably for want of memory", phase.words());
            limit(what, "--memory")
        }
        End::Crash { phase: Phase::Reading, .. } => {
            let what = format!("LLVM crashed while reading {inputs}: the file is damaged");
            usage(what, "", "compile with `clang-22 -c -emit-llvm -g` for x86-64 Linux")
        }
        End::Crash { signal: Some(signal), phase } => {
            Outcome::Defect { what: format!("killed by signal {signal} while {}", phase.words()) }
        }
        End::Crash { signal: None, phase } => {
            Outcome::Defect { what: format!("a library ended the process while {}", phase.words()) }
        }
        End::Exit(code) => Outcome::Defect { what: format!("exit code {code}") },
    }
}

/// Where a search puts what does not fit into memory. Room is made there beforehand, but disks fail, and some file
/// systems promise more than they have.
fn spill(cli: &Cli) -> Option<&PathBuf> {
    check(cli)?.search.spill.as_ref()
}

/// The check that a command line asks for.
fn check(cli: &Cli) -> Option<&CheckArgs> {
    match &cli.command {
        None => Some(&cli.check),
        Some(Command::Check(args)) => Some(args),
        _ => None,
    }
}

/// The files that a command line names.
fn inputs_of(cli: &Cli) -> String {
    subject(cli).program
}

/// Tells it as the command would have.
fn tell(cli: &Cli, report: Report) -> u8 {
    let subject = subject(cli);
    match &cli.command {
        None => output::report(&report, &cli.check.show, &cli.check.common, &subject),
        Some(Command::Check(args)) => output::report(&report, &args.show, &args.common, &subject),
        Some(Command::Replay(args)) => output::report(&report, &args.show, &args.common, &subject),
        Some(Command::Run(args)) => output::complaint(&report, &args.show, &args.common, &subject),
        _ => output::report(&report, &ShowArgs::default(), &CommonArgs::default(), &subject),
    }
}

fn subject(cli: &Cli) -> Subject {
    let common = CommonArgs::default();
    let of = |paths: &[PathBuf]| inputs::subject(paths, &common);
    match &cli.command {
        None => Subject { entry: cli.check.run.change.entry.clone(), ..of(&cli.check.inputs) },
        Some(Command::Check(args)) => Subject { entry: args.run.change.entry.clone(), ..of(&args.inputs) },
        Some(Command::Run(args)) => of(std::slice::from_ref(&args.input)),
        Some(Command::Replay(args)) => of(std::slice::from_ref(&args.file)),
        Some(Command::Sim(args)) => of(&args.inputs),
        Some(Command::Suite(args)) => of(&args.inputs),
        Some(Command::Dump(args)) => of(&args.tool.inputs),
        Some(Command::Draw(args)) => of(&args.tool.inputs),
        Some(Command::Externals(args) | Command::Batch(args)) => of(&args.inputs),
        _ => Subject::default(),
    }
}
