//! The command line.

use std::ffi::OsString;
use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueEnum};

const CODES: &str = "Exit codes: 0 all safe, 1 violation, 2 bad command line or build, 3 something not modelled, \
                     4 a limit stopped a search, 5 a bug in Augur; of several, the worst.";

/// Checks Rust packages in every interleaving of their threads
#[derive(Debug, Parser)]
#[command(name = "cargo augur", bin_name = "cargo augur", version, after_help = CODES)]
pub(crate) struct Cargo {
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Check each test by itself
    Test(TestArgs),
    /// Check the program
    Run(RunArgs),
}

#[derive(Debug, Args)]
pub(crate) struct TestArgs {
    /// Only tests whose names contain one of these
    pub(crate) filter: Vec<String>,

    /// The filters are whole names
    #[arg(long)]
    pub(crate) exact: bool,

    /// Leave out tests whose names contain this
    #[arg(long, value_name = "FILTER")]
    pub(crate) skip: Vec<String>,

    /// Check only ignored tests
    #[arg(long)]
    pub(crate) ignored: bool,

    /// Check ignored tests as well
    #[arg(long, conflicts_with = "ignored")]
    pub(crate) include_ignored: bool,

    /// Only the tests in the library
    #[arg(long)]
    pub(crate) lib: bool,

    /// Only this test target
    #[arg(long, value_name = "NAME")]
    pub(crate) test: Vec<String>,

    /// Only the tests in this program
    #[arg(long, value_name = "NAME")]
    pub(crate) bin: Vec<String>,

    /// Tests checked at the same time; each has its share of the cores
    #[arg(short, long, value_name = "N", default_value_t = cores())]
    pub(crate) jobs: usize,

    /// How the report is written: as libtest does, as one JSON object with the report of each test, or as JUnit XML
    #[arg(long, default_value = "text")]
    pub(crate) format: Format,

    /// Write the report to FILE in that format; the table is still printed
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,

    #[command(flatten)]
    pub(crate) limits: Limits,

    #[command(flatten)]
    pub(crate) build: BuildArgs,
}

#[derive(Debug, Args)]
pub(crate) struct RunArgs {
    /// This program
    #[arg(long, value_name = "NAME")]
    pub(crate) bin: Option<String>,

    /// This example
    #[arg(long, value_name = "NAME", conflicts_with = "bin")]
    pub(crate) example: Option<String>,

    #[command(flatten)]
    pub(crate) limits: Limits,

    #[command(flatten)]
    pub(crate) build: BuildArgs,

    /// Arguments of the program
    #[arg(last = true, value_name = "PROGRAM ARGS")]
    pub(crate) args: Vec<OsString>,
}

/// What `verify` gets.
#[derive(Debug, Args)]
pub(crate) struct Limits {
    /// Time for each check: 60s, 5m, 1h
    #[arg(long, default_value = "60s")]
    pub(crate) time: String,

    /// Memory for each check: 512M, 4G
    #[arg(long, value_name = "SIZE")]
    pub(crate) memory: Option<String>,

    /// Further flags of `verify`, as in --with '--races warn'
    #[arg(long, value_name = "FLAGS", allow_hyphen_values = true)]
    pub(crate) with: Vec<String>,
}

/// What cargo gets.
#[derive(Debug, Args)]
#[command(next_help_heading = "Building")]
pub(crate) struct BuildArgs {
    /// This package of the workspace
    #[arg(short, long, value_name = "SPEC")]
    pub(crate) package: Vec<String>,

    /// All packages of the workspace
    #[arg(long, alias = "all")]
    pub(crate) workspace: bool,

    /// Features of the package
    #[arg(short = 'F', long, value_name = "LIST")]
    pub(crate) features: Vec<String>,

    #[arg(long)]
    pub(crate) all_features: bool,

    #[arg(long)]
    pub(crate) no_default_features: bool,

    /// The profile whose settings are used; what is particular to the checker is added
    #[arg(long, value_name = "NAME", default_value = "dev")]
    pub(crate) profile: String,

    #[arg(long, value_name = "FILE")]
    pub(crate) manifest_path: Option<PathBuf>,

    /// Where to build [default: augur in the target directory]
    #[arg(long, value_name = "DIR")]
    pub(crate) target_dir: Option<PathBuf>,

    /// Any other argument for cargo, as in --cargo-arg=--offline
    #[arg(long, value_name = "ARG", allow_hyphen_values = true)]
    pub(crate) cargo_arg: Vec<OsString>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    Text,
    Json,
    Junit,
}

pub(crate) fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, |n| n.get())
}
