//! `cargo xtask fuzz reductions`: random concurrent programs, checked with every
//! reduction and compared with brute force. `cargo xtask fuzz enumerate`: the same
//! with all small programs, one after the other. `temporal` does so with formulas, `inputs`
//! with inputs of any value.
//!
//! Reading order: `program` is what is generated, `print` its C, `flat`,
//! `meaning` and `reference` all it can do, `generator` makes it up from `chunks`, `nodes` and
//! `spices` for each of the `seeds`,
//! `enumerate` goes through all small ones, `compare` judges what `checker` sees, `shrink` makes
//! a mismatch small, `fire` puts these together.
//!
//! A mismatch is written to `target/fuzz/`. Once it is understood it becomes a
//! program below `tests/programs`.

mod c;
mod checker;
mod chunks;
mod compare;
mod enumerate;
mod fire;
mod flat;
mod generator;
mod hostile;
mod inputs;
mod meaning;
mod nodes;
mod print;
mod program;
mod random;
mod reference;
mod seeds;
mod shrink;
mod spices;
mod temporal;

use crate::parts::Parts;
use crate::project::Project;
use crate::results::Tally;
use crate::{build, first};
use clap::{Args, Subcommand};
use enumerate::{ACTIONS_MAX, Space};
use fire::Source;
use seeds::Seeds;
use std::process::ExitCode;

/// Programs checked by `cargo xtask test`, and with `--long`.
const TEST_COUNT: u64 = 600;
const TEST_COUNT_LONG: u64 = 20_000;
/// The same of all small programs, for each number of actions.
const TEST_COUNT_SMALL: u64 = 1000;
const TEST_COUNT_SMALL_LONG: u64 = 20_000;
/// For `fuzz show`.
const SHOW_STATES_MAX: usize = 1_000_000;

#[derive(Subcommand, Debug)]
pub(crate) enum Fuzz {
    /// Random programs, every reduction against brute force
    Reductions {
        #[command(flatten)]
        seeds: Seeds,
        #[command(flatten)]
        manner: Manner,
    },
    /// One of them, and all it can do
    Show {
        seed: u64,
        #[command(flatten)]
        manner: Manner,
    },
    /// All small programs, a slice of them, against brute force
    Enumerate {
        /// How many
        #[arg(long, default_value_t = 1000)]
        count: u64,
        /// The number of the first one
        #[arg(long, default_value_t = 0)]
        from: u64,
        #[command(flatten)]
        size: Size,
    },
    /// One of them, and all it can do
    ShowSmall {
        number: u128,
        #[command(flatten)]
        size: Size,
    },
    /// Random programs that go round and random formulas, every algorithm and level against brute force
    Temporal(Seeds),
    /// Random C programs, every level against the native build
    C(Seeds),
    /// The text of one of them
    ShowC { seed: u64 },
    /// Random programs with inputs of any value, against a native build that tries them
    Inputs(Seeds),
    /// Damaged bitcode ends in a verdict or a clean refusal
    Bitcode(Seeds),
    /// So does damaged LLVM assembly
    Assembly(Seeds),
    /// So do damaged objects, archives, shared libraries and programs
    Objects(Seeds),
    /// So do made-up command lines
    Lines(Seeds),
    /// So do damaged files of `--save`
    Saved(Seeds),
    /// So do damaged properties: `--property`, `--hoa`, `--ltl`, `--invariant`, `--ap`
    Properties(Seeds),
    /// So do damaged checkpoints
    Checkpoints(Seeds),
}

#[derive(Args, Clone, Copy, Debug)]
pub(crate) struct Manner {
    /// Smaller programs, of threads in groups that hardly meet; the default against brute force, and
    /// another level or switch for every second program
    #[arg(long)]
    quick: bool,
}

impl Manner {
    fn source(self) -> Source {
        if self.quick { Source::Quick } else { Source::Random }
    }

    fn program(self, seed: u64) -> program::Program {
        if self.quick { generator::generate_small(seed) } else { generator::generate(seed) }
    }
}

#[derive(Args, Clone, Copy, Debug)]
pub(crate) struct Size {
    /// The most actions of a thread
    #[arg(long, default_value_t = 3, value_parser = clap::value_parser!(u8).range(1..=ACTIONS_MAX.into()))]
    actions: u8,
}

pub(crate) fn run(project: &Project, fuzz: Fuzz) -> Result<ExitCode, String> {
    match fuzz {
        Fuzz::Show { seed, manner } => show(&manner.program(seed)),
        Fuzz::ShowC { seed } => print!("{}", c::show(seed)),
        Fuzz::ShowSmall { number, size } => match Space::new(size.actions).program(number) {
            Some(program) => show(&program),
            None => println!("// number {number} says nothing that others do not"),
        },
        check => {
            first::set_up(project)?;
            build::verify(project)?;
            if fire(project, check)?.failed > 0 {
                return Ok(ExitCode::FAILURE);
            }
        }
    }
    Ok(ExitCode::SUCCESS)
}

fn fire(project: &Project, fuzz: Fuzz) -> Result<Tally, String> {
    match fuzz {
        Fuzz::Reductions { seeds, manner } => fire::fire(project, &manner.source(), seeds),
        Fuzz::Enumerate { count, from, size } => {
            fire::fire(project, &Source::small(size.actions), Seeds { count, first: from })
        }
        Fuzz::Temporal(seeds) => temporal::fire(project, seeds),
        Fuzz::C(seeds) => c::fire(project, seeds, true),
        Fuzz::Inputs(seeds) => inputs::fire(project, seeds),
        Fuzz::Bitcode(seeds) => hostile::fire(project, "bitcode", seeds),
        Fuzz::Assembly(seeds) => hostile::fire(project, "assembly", seeds),
        Fuzz::Objects(seeds) => hostile::fire(project, "objects", seeds),
        Fuzz::Lines(seeds) => hostile::fire(project, "lines", seeds),
        Fuzz::Saved(seeds) => hostile::fire(project, "saved", seeds),
        Fuzz::Properties(seeds) => hostile::fire(project, "properties", seeds),
        Fuzz::Checkpoints(seeds) => hostile::fire(project, "checkpoints", seeds),
        Fuzz::Show { .. } | Fuzz::ShowSmall { .. } | Fuzz::ShowC { .. } => Ok(Tally::default()),
    }
}

/// The part of `cargo xtask test`: always the same programs.
pub(crate) fn test(project: &Project, long: bool, parts: &mut Parts) {
    let count = if long { TEST_COUNT_LONG } else { TEST_COUNT };
    parts.run("random programs", || fire::fire(project, &Source::Random, Seeds::up_to(count)));
    let count = if long { TEST_COUNT_SMALL_LONG } else { TEST_COUNT_SMALL };
    parts.run("small programs", || {
        let mut tally = Tally::default();
        for actions in 1..=3 {
            tally.add(fire::fire(project, &Source::small(actions), Seeds::up_to(count))?);
        }
        Ok(tally)
    });
    parts.run("temporal programs", || temporal::test(project, long));
    parts.run("random C programs", || c::test(project, long));
    parts.run("damaged input", || hostile::test(project, long));
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
