//! `cargo xtask fuzz reductions`: random concurrent programs, checked with every
//! reduction and compared with brute force. `cargo xtask fuzz enumerate`: the same
//! with all small programs, one after the other.
//!
//! Reading order: `program` is what is generated, `print` its C, `flat`,
//! `meaning` and `reference` all it can do, `generator` makes it up from `chunks`, `nodes` and
//! `spices`,
//! `enumerate` goes through all small ones, `compare` judges what `checker` sees, `shrink` makes
//! a mismatch small, `fire` puts these together.
//!
//! A mismatch is written to `target/fuzz/`. Once it is understood it becomes a
//! program below `tests/programs`.

mod bitcode;
mod c;
mod checker;
mod chunks;
mod compare;
mod enumerate;
mod fire;
mod flat;
mod generator;
mod meaning;
mod nodes;
mod print;
mod program;
mod random;
mod reference;
mod shrink;
mod spices;

use crate::project::Project;
use crate::suite::Tally;
use crate::{build, setup};
use enumerate::Space;
use fire::Source;
use std::process::ExitCode;

/// Programs checked by `cargo xtask test`, and with `--long`.
const TEST_COUNT: u64 = 600;
const TEST_COUNT_LONG: u64 = 20_000;
/// The same of all small programs, for each number of actions.
const TEST_COUNT_SMALL: u64 = 1000;
const TEST_COUNT_SMALL_LONG: u64 = 20_000;
/// For `fuzz show`.
const SHOW_STATES_MAX: usize = 1_000_000;

const USAGE: &str = "\
usage: cargo xtask fuzz reductions [--count N] [--seed S]
       cargo xtask fuzz show SEED
       cargo xtask fuzz enumerate [--count N] [--from K] [--actions A]
       cargo xtask fuzz show-small NUMBER [--actions A]
       cargo xtask fuzz c [--count N] [--seed S]
       cargo xtask fuzz show-c SEED
       cargo xtask fuzz bitcode [--count N] [--seed S]";

/// Seeds `first..first + count`, or as many programs from that number on.
#[derive(Debug, PartialEq, Eq)]
struct Options {
    count: u64,
    first: u64,
    /// The most actions of a thread.
    actions: usize,
}

impl Options {
    /// The first so many.
    fn first(count: u64) -> Options {
        Options { count, first: 0, actions: 3 }
    }

    fn parse(arguments: &[String]) -> Result<Options, String> {
        let mut options = Options::first(1000);
        let mut rest = arguments.iter();
        while let Some(argument) = rest.next() {
            let mut number = || {
                let value = rest.next().ok_or(format!("{argument} needs a number"))?;
                value.parse().map_err(|_| format!("{argument} needs a number, not `{value}`"))
            };
            match argument.as_str() {
                "--count" => options.count = number()?,
                "--seed" | "--from" => options.first = number()?,
                "--actions" => options.actions = number()? as usize,
                _ => return Err(format!("no flag `{argument}`\n{USAGE}")),
            }
        }
        match options.actions {
            1..=enumerate::ACTIONS_MAX => Ok(options),
            _ => Err(format!("--actions goes from 1 to {}", enumerate::ACTIONS_MAX)),
        }
    }
}

pub fn run(project: &Project, arguments: &[String]) -> Result<ExitCode, String> {
    let tally = match arguments.split_first() {
        Some((what, rest)) if what == "reductions" => {
            let options = Options::parse(rest)?;
            setup::run()?;
            build::verify(project)?;
            fire::fire(project, &Source::Random, &options)?
        }
        Some((what, rest)) if what == "enumerate" => {
            let options = Options::parse(rest)?;
            setup::run()?;
            build::verify(project)?;
            fire::fire(project, &Source::small(options.actions), &options)?
        }
        Some((what, [number, rest @ ..])) if what == "show-small" => {
            let number = number.parse().map_err(|_| format!("`{number}` is no number"))?;
            match Space::new(Options::parse(rest)?.actions).program(number) {
                Some(program) => show(&program),
                None => println!("// number {number} says nothing that others do not"),
            }
            return Ok(ExitCode::SUCCESS);
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
            show(&generator::generate(seed.parse().map_err(|_| format!("`{seed}` is no seed"))?));
            return Ok(ExitCode::SUCCESS);
        }
        _ => return Err(USAGE.to_owned()),
    };
    Ok(if tally.failed == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// The part of `cargo xtask test`: always the same programs.
pub fn test(project: &Project, long: bool) -> Result<Tally, String> {
    let count = if long { TEST_COUNT_LONG } else { TEST_COUNT };
    let mut tally = fire::fire(project, &Source::Random, &Options::first(count))?;
    let count = if long { TEST_COUNT_SMALL_LONG } else { TEST_COUNT_SMALL };
    for actions in 1..=3 {
        tally.add(fire::fire(project, &Source::small(actions), &Options::first(count))?);
    }
    tally.add(c::test(project, long)?);
    tally.add(bitcode::test(project, long)?);
    Ok(tally)
}

/// Prints a program and all it can do.
fn show(program: &program::Program) {
    let printed = print::print(program);
    print!("{}", printed.text);
    match reference::explore(program, &printed, SHOW_STATES_MAX) {
        None => println!("// more than {SHOW_STATES_MAX} states"),
        Some(found) => {
            println!("// {} states", found.states);
            println!("// exit statuses {:?}", found.outcomes);
            println!("// violations {:?}", found.violations);
            println!("// none hides {:?}", found.sure);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options() {
        let parse = |line: &str| Options::parse(&line.split_whitespace().map(str::to_owned).collect::<Vec<_>>());
        assert_eq!(parse("--count 7 --seed 3"), Ok(Options { count: 7, first: 3, actions: 3 }));
        assert_eq!(parse("--from 9 --actions 2"), Ok(Options { count: 1000, first: 9, actions: 2 }));
        assert!(parse("--actions 0").is_err());
        assert!(parse("--count").is_err());
        assert!(parse("--count x").is_err());
        assert!(parse("--cuont 7").is_err());
    }
}
