//! The flags of `verify suite`.

use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, ValueEnum};

use super::CommonArgs;
use crate::units;

#[derive(Args, Debug)]
pub(crate) struct SuiteArgs {
    /// Programs, each checked by itself: sources, bitcode, or what `verify cc` built
    #[arg(required = true, value_name = "PROGRAM")]
    pub inputs: Vec<PathBuf>,
    /// Check each program once for this function in the place of main; `*` stands for anything: --entry 'test_*'
    #[arg(long, value_name = "FUNCTION")]
    pub entry: Vec<String>,
    /// Check each program once for every test of its framework, which is asked for a list, natively
    #[arg(long, value_enum, value_name = "NAME", conflicts_with = "entry")]
    pub framework: Option<Framework>,
    /// Only this test, where `*` stands for anything; without --framework, `{}` in the arguments of the program stands for it
    #[arg(long, value_name = "TEST", conflicts_with = "entry")]
    pub test: Vec<String>,
    /// Time for each check: 60s, 5m, 1h
    #[arg(long, value_name = "TIME", value_parser = units::duration, default_value = "60s")]
    pub time: Duration,
    /// Memory for each check: 512M, 4G
    #[arg(long, value_name = "SIZE", value_parser = units::size)]
    pub memory: Option<u64>,
    /// Checks at the same time; each has its share of the cores
    #[arg(long, short = 'j', value_name = "N", default_value_t = 1)]
    pub jobs: usize,
    /// Further flags for each check, as in --with '--races warn --set N=2'
    #[arg(long, value_name = "FLAGS", allow_hyphen_values = true)]
    pub with: Vec<String>,
    /// How the report is written
    #[arg(long, value_enum, default_value_t, value_name = "FORMAT", help_heading = "Output")]
    pub format: SuiteFormat,
    /// Write the report to FILE in that format; the table is still printed
    #[arg(long, short = 'o', value_name = "FILE", help_heading = "Output")]
    pub output: Option<PathBuf>,
    #[command(flatten)]
    pub common: CommonArgs,
    /// Arguments of the programs
    #[arg(last = true, value_name = "PROGRAM ARGS")]
    pub args: Vec<OsString>,
}

#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Framework {
    /// GoogleTest
    Gtest,
    Catch2,
    Doctest,
    /// GLib's g_test_…
    Glib,
    /// Unity with UNITY_USE_COMMAND_LINE_ARGS
    Unity,
    /// Check, by CK_RUN_CASE; it needs --test
    Check,
}

#[derive(ValueEnum, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum SuiteFormat {
    /// A table
    #[default]
    Text,
    /// One object with the report of each check
    Json,
    /// JUnit XML, a test case for each check
    Junit,
    /// SARIF 2.1.0, one run with the results of all checks
    Sarif,
}
