//! `cargo xtask …`: everything a contributor does with this repository besides
//! editing it: set-up, build, verify, test, bless, bench, tidy.
//!
//! Reading order: `cli` is what can be asked (`ground` makes the machine fit and builds what is asked about),
//! `suite` runs the test programs (`program` is one of them, `directives` what it expects,
//! `config` how it is run, `audit` which ones are doubted, `verdict` what came out, `results` what is said of it, `normalise`
//! makes traces comparable), `conformance` those that are compared with their native build,
//! `snippets` runs the README and the book, `projects` builds public projects, `crates` uses public crates, `ranks` searches with several processes, `fuzz` checks random programs, `bench` measures, `posix`
//! writes the page about the library, `times` says what tests take, `reproducible` builds that twice, `tidy` holds the house rules. `test` is all of that which a
//! change has to pass, in `parts`.
//!
//! Invariant: nothing here links against LLVM or against a crate of the
//! checker. The workshop must build on a machine that has nothing but cargo, and the
//! test harness sees only what a user sees: the binary, its exit code, its JSON.
#![forbid(unsafe_code)]

mod audit;
mod bench;
mod cli;
mod config;
mod conformance;
mod crates;
mod directives;
mod fuzz;
mod normalise;
mod parts;
mod peers;
mod posix;
mod program;
mod projects;
mod ranks;
mod reproducible;
mod results;
mod snippets;
mod suite;
mod test;
mod tidy;
mod times;
mod unit;
mod verdict;

use cli::Task;
use ground::project::Project;
use ground::{build, cxx, first, mpi, pool, process, project, setup, sources};
use std::process::ExitCode;

fn main() -> ExitCode {
    match dispatch(cli::parse()) {
        Ok(code) => code,
        Err(message) => {
            eprintln!("xtask: {message}");
            ExitCode::FAILURE
        }
    }
}

fn dispatch(task: Task) -> Result<ExitCode, String> {
    let project = Project::find();
    match task {
        Task::Setup { more, mpi } => {
            first::set_up(&project)?;
            if mpi {
                setup::mpi_packages()?;
            }
            if more.is_some() {
                cxx::ensure(&project, &cxx::ALL);
            }
            println!("LLVM 22 and clang 22 are in place");
            Ok(ExitCode::SUCCESS)
        }
        Task::Build => {
            println!("{}", first::fresh(&project)?.display());
            Ok(ExitCode::SUCCESS)
        }
        Task::Verify { arguments } => Err(first::verify(project, &arguments)),
        Task::Test(selection) => {
            let project = project.for_tests(selection.long);
            first::set_up(&project)?;
            setup::test_packages()?;
            project.enter()?;
            test::run(&project, &selection)
        }
        Task::Bless { filters } => {
            project.enter()?;
            first::fresh(&project)?;
            let code = suite::bless(&project, &filters)?;
            snippets::bless(&project, &filters)?;
            Ok(code)
        }
        Task::Bench(bench) => {
            first::set_up(&project)?;
            project.enter()?;
            bench::run(&project, bench)
        }
        Task::Fuzz(fuzz) => {
            project.enter()?;
            fuzz::run(&project, fuzz)
        }
        Task::Posix => {
            project.enter()?;
            posix::run(&project)
        }
        Task::Reproducible => {
            project.enter()?;
            first::fresh(&project)?;
            let tally = reproducible::run(&project)?;
            Ok(if tally.failed == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
        }
        Task::Tidy { lower } => {
            project.enter()?;
            tidy::run(&project, lower)
        }
    }
}
