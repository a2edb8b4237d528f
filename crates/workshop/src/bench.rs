//! `cargo xtask bench`: what a verdict costs, each time next to baselines that
//! are measured in the same run. Noise only ever slows down, so the best of
//! several runs counts, and time is CPU time wherever others may be busy too.

mod baseline;
mod build;
mod curve;
mod deep;
mod plot;
mod reductions;
mod run;
mod scaling;
mod search;
mod store;
mod temporal;

use crate::peers;
use crate::project::Project;
use clap::{Args, Subcommand};
use std::process::ExitCode;

#[derive(Args, Debug)]
#[command(args_conflicts_with_subcommands = true)]
pub(crate) struct Bench {
    #[command(subcommand)]
    what: Option<What>,
    #[command(flatten)]
    search: search::Options,
}

#[derive(Subcommand, Debug)]
enum What {
    /// Whole programs: states/s, bytes/state, two workers (`bench` alone does the same)
    Search(search::Options),
    /// Bytes/state and states/s over the number of states, as plots in docs/
    Curve {
        /// Stop at so many
        states_max: Option<u64>,
    },
    /// The store on its own
    Store(store::Options),
    /// Against SPIN and GenMC, where they are installed
    Peers { filters: Vec<String> },
    /// States at each level of reduction
    Reductions(reductions::Options),
    /// How soon planted deep bugs are found, with scouts and without
    Deep { filters: Vec<String> },
    /// Temporal properties that hold, next to the same search without them
    Temporal { filters: Vec<String> },
    /// Several ranks on this machine, and a simulation of many
    Scaling(scaling::Options),
    /// Single executions, next to lli and native
    Run { filters: Vec<String> },
    /// A hundred files of public projects, compiled with `verify cc` and with clang alone
    Build {
        /// Only so many of them
        files: Option<usize>,
    },
}

pub(crate) fn run(project: &Project, bench: Bench) -> Result<ExitCode, String> {
    match bench.what.unwrap_or(What::Search(bench.search)) {
        What::Search(options) => search::run(project, &options),
        What::Curve { states_max } => curve::run(project, states_max.unwrap_or(u64::MAX)),
        What::Store(options) => store::run(project, &options),
        What::Peers { filters } => peers::run(project, &filters),
        What::Reductions(options) => reductions::run(project, &options),
        What::Deep { filters } => deep::run(project, &filters),
        What::Temporal { filters } => temporal::run(project, &filters),
        What::Scaling(options) => scaling::run(project, &options),
        What::Run { filters } => run::run(project, &filters),
        What::Build { files } => build::run(project, files),
    }
}
