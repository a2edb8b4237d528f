//! `cargo xtask fuzz reductions`: random concurrent programs, checked with every
//! reduction and compared with brute force.
//!
//! Reading order: `program` is what is generated, `print` its C, `lower` and
//! `reference` its meaning, `generator` makes it up from `chunks` and `nodes`,
//! `compare` runs the checker, `shrink` makes a mismatch small.
//!
//! A mismatch is written to `target/fuzz/`. Once it is understood it becomes a
//! program below `tests/programs`.

mod bitcode;
mod c;
mod chunks;
mod compare;
mod generator;
mod lower;
mod nodes;
mod observe;
mod print;
mod program;
mod random;
mod reference;
mod shrink;

use crate::project::Project;
use crate::suite::Tally;
use crate::{build, pool, setup};
use compare::{Bench, Mismatch, Verdict};
use program::Program;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

/// Programs checked by `cargo xtask test`, and with `--long`.
const TEST_COUNT: u64 = 100;
const TEST_COUNT_LONG: u64 = 2000;
/// After so many mismatches, more of them teach nothing.
const MISMATCHES_MAX: usize = 10;
/// A sign of life after so many programs.
const PROGRESS: usize = 500;
/// For `fuzz show`.
const SHOW_STATES_MAX: usize = 1_000_000;

const USAGE: &str = "\
usage: cargo xtask fuzz reductions [--count N] [--seed S]
       cargo xtask fuzz show SEED
       cargo xtask fuzz c [--count N] [--seed S]
       cargo xtask fuzz show-c SEED
       cargo xtask fuzz bitcode [--count N] [--seed S]";

/// Seeds `first..first + count`.
#[derive(Debug, PartialEq, Eq)]
struct Options {
    count: u64,
    first: u64,
}

impl Options {
    fn parse(arguments: &[String]) -> Result<Options, String> {
        let mut options = Options { count: 1000, first: 0 };
        let mut rest = arguments.iter();
        while let Some(argument) = rest.next() {
            let mut number = || {
                let value = rest.next().ok_or(format!("{argument} needs a number"))?;
                value.parse().map_err(|_| format!("{argument} needs a number, not `{value}`"))
            };
            match argument.as_str() {
                "--count" => options.count = number()?,
                "--seed" => options.first = number()?,
                _ => return Err(format!("no flag `{argument}`\n{USAGE}")),
            }
        }
        Ok(options)
    }
}

pub fn run(project: &Project, arguments: &[String]) -> Result<ExitCode, String> {
    let tally = match arguments.split_first() {
        Some((what, rest)) if what == "reductions" => {
            let options = Options::parse(rest)?;
            setup::run()?;
            build::verify(project)?;
            fire(project, &options)?
        }
        Some((what, rest)) if what == "c" => {
            let options = Options::parse(rest)?;
            setup::run()?;
            build::verify(project)?;
            c::fire(project, &options, true)?
        }
        Some((what, rest)) if what == "bitcode" => {
            let options = Options::parse(rest)?;
            setup::run()?;
            build::verify(project)?;
            bitcode::fire(project, &options)?
        }
        Some((what, [seed])) if what == "show-c" => {
            print!("{}", c::show(seed.parse().map_err(|_| format!("`{seed}` is no seed"))?));
            return Ok(ExitCode::SUCCESS);
        }
        Some((what, [seed])) if what == "show" => {
            show(seed.parse().map_err(|_| format!("`{seed}` is no seed"))?);
            return Ok(ExitCode::SUCCESS);
        }
        _ => return Err(USAGE.to_owned()),
    };
    Ok(if tally.failed == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// The part of `cargo xtask test`: always the same programs.
pub fn test(project: &Project, long: bool) -> Result<Tally, String> {
    let count = if long { TEST_COUNT_LONG } else { TEST_COUNT };
    let mut tally = fire(project, &Options { count, first: 0 })?;
    tally.add(c::test(project, long)?);
    tally.add(bitcode::test(project, long)?);
    Ok(tally)
}

/// Prints a program and all it can do.
fn show(seed: u64) {
    let program = generator::generate(seed);
    let printed = print::print(&program);
    print!("{}", printed.text);
    match reference::explore(&program, &printed, SHOW_STATES_MAX) {
        None => println!("// more than {SHOW_STATES_MAX} states"),
        Some(found) => {
            println!("// {} states", found.states);
            println!("// exit statuses {:?}", found.outcomes);
            println!("// violations {:?}", found.violations);
        }
    }
}

fn fire(project: &Project, options: &Options) -> Result<Tally, String> {
    let begin = Instant::now();
    let fire = Fire {
        verify: project.verify_binary(),
        directory: project.target.join("fuzz"),
        mismatches: AtomicUsize::new(0),
        done: AtomicUsize::new(0),
    };
    std::fs::create_dir_all(&fire.directory).map_err(|error| format!("{}: {error}", fire.directory.display()))?;
    let seeds: Vec<u64> = (options.first..options.first.saturating_add(options.count)).collect();
    let results = pool::map(&seeds, |seed| fire.one(*seed));
    let mut tally = Tally::default();
    let (mut runs, mut left_out, mut skipped) = (0, 0, 0);
    for result in results {
        match result? {
            Some(Verdict::Agrees(count)) => {
                tally.passed += 1;
                runs += count;
            }
            Some(Verdict::LeftOut) => left_out += 1,
            Some(Verdict::Differs(_)) => tally.failed += 1,
            None => skipped += 1,
        }
    }
    eprintln!(
        "random programs, seeds {}..{}: {} agree in {runs} runs, {} differ, {left_out} left out, {:.0} s",
        options.first,
        options.first.saturating_add(options.count),
        tally.passed,
        tally.failed,
        begin.elapsed().as_secs_f64()
    );
    if skipped > 0 {
        eprintln!("gave up after {MISMATCHES_MAX} mismatches: {skipped} programs were not looked at");
    }
    Ok(tally)
}

struct Fire {
    verify: PathBuf,
    directory: PathBuf,
    mismatches: AtomicUsize,
    done: AtomicUsize,
}

impl Fire {
    /// None if there were enough mismatches already.
    fn one(&self, seed: u64) -> Result<Option<Verdict>, String> {
        if self.mismatches.load(Ordering::SeqCst) >= MISMATCHES_MAX {
            return Ok(None);
        }
        let program = generator::generate(seed);
        let name = format!("seed-{seed}");
        let bench = Bench { verify: self.verify.clone(), directory: self.directory.clone(), name };
        let verdict = bench.examine(&program, seed).map_err(|error| format!("seed {seed}: {error}"))?;
        if let Verdict::Differs(mismatch) = &verdict {
            self.mismatches.fetch_add(1, Ordering::SeqCst);
            self.report(seed, &program, mismatch)?;
        }
        bench.clean();
        let done = self.done.fetch_add(1, Ordering::SeqCst) + 1;
        if done.is_multiple_of(PROGRESS) {
            eprintln!("{done} programs …");
        }
        Ok(Some(verdict))
    }

    /// Shrinks, saves and prints.
    fn report(&self, seed: u64, program: &Program, mismatch: &Mismatch) -> Result<(), String> {
        let name = format!("shrink-{seed}");
        let bench = Bench { verify: self.verify.clone(), directory: self.directory.clone(), name };
        let mut last = mismatch.clone();
        let small = shrink::shrink(program, |candidate| match bench.examine_run(candidate, mismatch.run) {
            Ok(Some(found)) => {
                last = found;
                true
            }
            _ => false,
        });
        bench.clean();
        let text = print::print(&small).text;
        let path = self.directory.join(format!("mismatch-{seed}.c"));
        let told = format!("seed {seed}: {:?}\n{}", last.run, last.what);
        let comment = told.replace('\n', "\n// ");
        std::fs::write(&path, format!("{text}// {comment}\n"))
            .map_err(|error| format!("{}: {error}", path.display()))?;
        println!(
            "MISMATCH {told}\n  before shrinking: {}\n  {}\n  saved as {}\n{text}",
            mismatch.what,
            mismatch.command,
            path.display()
        );
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options() {
        let parse = |line: &str| Options::parse(&line.split_whitespace().map(str::to_owned).collect::<Vec<_>>());
        assert_eq!(parse("--count 7 --seed 3"), Ok(Options { count: 7, first: 3 }));
        assert!(parse("--count").is_err());
        assert!(parse("--count x").is_err());
        assert!(parse("--cuont 7").is_err());
    }
}
