//! `cargo xtask fuzz reductions`: random concurrent programs, checked with every
//! reduction and compared with brute force.
//!
//! Reading order: `program` is what is generated, `print` its C, `flat`,
//! `meaning` and `reference` all it can do, `generator` makes it up from `chunks` and `nodes`,
//! `compare` judges what `checker` sees, `shrink` makes a mismatch small.
//!
//! A mismatch is written to `target/fuzz/`. Once it is understood it becomes a
//! program below `tests/programs`.

mod bitcode;
mod c;
mod checker;
mod chunks;
mod compare;
mod flat;
mod generator;
mod meaning;
mod nodes;
mod print;
mod program;
mod random;
mod reference;
mod shrink;

use crate::project::Project;
use crate::suite::Tally;
use crate::{build, pool, setup};
use checker::Checker;
use compare::{Mismatch, Verdict};
use program::Program;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

/// Programs checked by `cargo xtask test`, and with `--long`.
const TEST_COUNT: u64 = 600;
const TEST_COUNT_LONG: u64 = 20_000;
/// After so many mismatches, more of them teach nothing.
const MISMATCHES_MAX: usize = 10;
/// Programs compiled and checked together.
const BATCH: usize = 40;
/// A sign of life after so many programs.
const PROGRESS: usize = 5000;
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
    let batches: Vec<&[u64]> = seeds.chunks(BATCH).collect();
    let results = pool::map(&batches, |seeds| fire.batch(seeds));
    let mut tally = Tally::default();
    let (mut runs, mut given_up, mut left_out, mut skipped) = (0, 0, 0, 0);
    for (result, batch) in results.into_iter().zip(&batches) {
        let Some(verdicts) = result? else {
            skipped += batch.len();
            continue;
        };
        for verdict in verdicts {
            match verdict {
                Verdict::Agrees { runs: count, given_up: some } => {
                    tally.passed += 1;
                    runs += count - some;
                    given_up += some;
                }
                Verdict::LeftOut => left_out += 1,
                Verdict::Differs(_) => tally.failed += 1,
            }
        }
    }
    eprintln!(
        "random programs, seeds {}..{}: {} agree in {runs} runs, {} differ, {left_out} left out, \
         {given_up} runs given up, {:.0} s",
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
    fn checker(&self, name: String) -> Checker {
        Checker { verify: self.verify.clone(), directory: self.directory.clone(), name }
    }

    /// None if there were enough mismatches already.
    fn batch(&self, seeds: &[u64]) -> Result<Option<Vec<Verdict>>, String> {
        if self.mismatches.load(Ordering::SeqCst) >= MISMATCHES_MAX {
            return Ok(None);
        }
        let programs: Vec<Program> = seeds.iter().map(|seed| generator::generate(*seed)).collect();
        let checker = self.checker(format!("seed-{}", seeds[0]));
        let verdicts = compare::examine(&checker, &programs, |i, expected| compare::runs(expected, seeds[i]));
        let verdicts = verdicts.map_err(|error| format!("seeds from {}: {error}", seeds[0]))?;
        for ((seed, program), verdict) in seeds.iter().zip(&programs).zip(&verdicts) {
            if let Verdict::Differs(mismatch) = verdict {
                let earlier = self.mismatches.fetch_add(1, Ordering::SeqCst);
                if earlier < MISMATCHES_MAX {
                    self.report(*seed, program, mismatch)?;
                }
            }
        }
        let done = self.done.fetch_add(seeds.len(), Ordering::SeqCst) + seeds.len();
        if done / PROGRESS > (done - seeds.len()) / PROGRESS {
            eprintln!("{done} programs …");
        }
        Ok(Some(verdicts))
    }

    /// Shrinks, saves and prints.
    fn report(&self, seed: u64, program: &Program, mismatch: &Mismatch) -> Result<(), String> {
        let checker = self.checker(format!("shrink-{seed}"));
        let run = mismatch.run;
        let mut last = mismatch.clone();
        let small = shrink::shrink(program, |candidates| {
            let verdicts = compare::examine(&checker, candidates, |_, _| vec![run]).ok()?;
            let differs = |verdict: Verdict| match verdict {
                Verdict::Differs(other) if other.sort() == mismatch.sort() => Some(*other),
                _ => None,
            };
            let (which, mismatch) = verdicts.into_iter().enumerate().find_map(|(i, v)| Some((i, differs(v)?)))?;
            last = mismatch;
            Some(which)
        });
        let text = print::print(&small).text;
        let path = self.directory.join(format!("mismatch-{seed}.c"));
        let command = format!("{} check -{} {} {}", self.verify.display(), run.level, path.display(), run.flags());
        let told = format!("seed {seed}: {}\n{command}", last.what);
        let comment = told.replace('\n', "\n// ");
        std::fs::write(&path, format!("{text}// {comment}\n"))
            .map_err(|error| format!("{}: {error}", path.display()))?;
        println!(
            "MISMATCH {told}\n  before shrinking: {}\n  cargo xtask fuzz reductions --count 1 --seed {seed}\n{text}",
            mismatch.what,
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
