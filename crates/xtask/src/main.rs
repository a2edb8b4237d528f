//! `cargo xtask …`: everything a contributor does with this repository besides
//! editing it: set-up, build, verify, test, bless, bench, tidy.
//!
//! Reading order: `setup` makes the machine fit, `build` calls cargo, `suite`
//! runs the test programs (`program` is one of them, `directives` what it
//! expects, `config` how it is run, `audit` which ones are doubted, `verdict` what came out, `normalise` makes
//! traces comparable), `conformance` those that are compared with their native
//! build,
//! `snippets` runs the README, `fuzz` checks random programs, `bench` measures,
//! `posix` writes the page about the library, `tidy` holds the house rules.
//!
//! Invariant: nothing here links against LLVM or against another crate of the
//! workspace. xtask must build on a machine that has nothing but cargo, and the
//! test harness sees only what a user sees: the binary, its exit code, its JSON.
#![forbid(unsafe_code)]

mod audit;
mod bench;
mod build;
mod config;
mod conformance;
mod directives;
mod fuzz;
mod normalise;
mod peers;
mod pool;
mod posix;
mod process;
mod program;
mod project;
mod setup;
mod snippets;
mod sources;
mod suite;
mod tidy;
mod unit;
mod verdict;

use project::Project;
use std::process::ExitCode;

const USAGE: &str = "\
usage: cargo xtask COMMAND

  setup                          install LLVM 22 and clang 22 where missing
  build                          build target/release/verify
  verify FILE… [flags] [-- args] build, then verify
  test [--long] [--audit] [FILTER…]
                                 every test; with FILTER only the programs whose path contains it;
                                 with --audit all verdicts are audited, not a quarter of them
  bless [FILTER…]                rewrite the recorded traces beside violating test programs
  bench [search] [--baseline REF] [FILTER…]
                                 whole programs: states/s, bytes/state, two workers;
                                 next to an earlier commit's
  bench curve [STATES]           bytes/state and states/s over the number of states,
                                 up to so many, as plots in docs/
  bench store [--baseline REF] [OPTIONS]
                                 the store on its own, next to an earlier commit's
  bench peers [FILTER…]          against SPIN, where it is installed
  bench reductions [--write] [FILTER…]
                                 states at each level of reduction
  bench run [FILTER…]            single executions, next to lli and native
  fuzz reductions [--count N] [--seed S]
                                 random programs, every reduction against brute force
  fuzz enumerate [--count N] [--from K] [--actions A]
                                 all small programs, a slice of them, against brute force
  fuzz c [--count N] [--seed S]  random C programs, every level against the native build
  fuzz bitcode [--count N] [--seed S]
                                 damaged bitcode ends in a verdict or a clean refusal
  posix                          write docs/posix.md from the comments beside the library's functions
  tidy                           house rules

Every command but posix and tidy runs setup first.";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let Some((command, rest)) = arguments.split_first() else {
        eprintln!("{USAGE}");
        return ExitCode::from(2);
    };
    match dispatch(command, rest) {
        Ok(code) => code,
        Err(message) => {
            eprintln!("xtask {command}: {message}");
            ExitCode::FAILURE
        }
    }
}

fn dispatch(command: &str, rest: &[String]) -> Result<ExitCode, String> {
    let project = Project::find();
    match command {
        "setup" => {
            setup::run()?;
            println!("LLVM 22 and clang 22 are in place");
            Ok(ExitCode::SUCCESS)
        }
        "build" => {
            setup::run()?;
            let verify = build::verify(&project)?;
            println!("{}", verify.display());
            Ok(ExitCode::SUCCESS)
        }
        "verify" => {
            setup::run()?;
            build::verify(&project)?;
            Err(build::exec_verify(&project, rest))
        }
        "test" => {
            setup::run()?;
            project.enter()?;
            test(&project, rest)
        }
        "bless" => {
            setup::run()?;
            project.enter()?;
            build::verify(&project)?;
            suite::bless(&project, rest)
        }
        "bench" => {
            setup::run()?;
            project.enter()?;
            bench::run(&project, rest)
        }
        "fuzz" => {
            project.enter()?;
            fuzz::run(&project, rest)
        }
        "posix" => {
            project.enter()?;
            posix::run(&project)
        }
        "tidy" => {
            project.enter()?;
            tidy::run(&project)
        }
        "help" | "--help" | "-h" => {
            println!("{USAGE}");
            Ok(ExitCode::SUCCESS)
        }
        _ => {
            eprintln!("xtask: no command `{command}`\n\n{USAGE}");
            Ok(ExitCode::from(2))
        }
    }
}

/// Unit tests, programs, README. The closing line is read by scripts: it is
/// exactly `N passed, N failed`.
fn test(project: &Project, arguments: &[String]) -> Result<ExitCode, String> {
    let selection = suite::Selection::parse(arguments)?;
    build::verify(project)?;
    let mut tally = suite::Tally::default();
    // A filter names programs. Whoever wants one unit test has `cargo test`.
    if selection.filters.is_empty() {
        tally.add(unit::run(project, selection.long)?);
    }
    tally.add(suite::run(project, &selection)?);
    if selection.filters.is_empty() {
        tally.add(snippets::run(project)?);
        tally.add(fuzz::test(project, selection.long)?);
    }
    println!("{} passed, {} failed", tally.passed, tally.failed);
    let clean = tally.failed == 0 && tally.passed > 0;
    Ok(if clean { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
