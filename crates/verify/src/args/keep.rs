//! Searches that outlive their process.

use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;

use clap::Args;

use super::{CommonArgs, ShowArgs, workers};
use crate::units;

#[derive(Args, Debug, Default)]
pub(crate) struct KeepArgs {
    /// Write what the search has so far to DIR, every now and then and when a limit or Ctrl-C ends it:
    /// `verify resume DIR` goes on from there
    #[arg(long, value_name = "DIR", help_heading = "Checkpoints")]
    pub checkpoint: Option<PathBuf>,
    /// How much time passes between two checkpoints, at least: 90s, 10m, 1h [default: 10m]
    #[arg(long, value_name = "TIME", value_parser = units::duration, help_heading = "Checkpoints")]
    pub checkpoint_every: Option<Duration>,
    /// The checkpoint that the search goes on with.
    #[arg(skip)]
    pub resumed: Option<PathBuf>,
    /// The command line that it began with.
    #[arg(skip)]
    pub command_line: Vec<OsString>,
}

#[derive(Args, Debug)]
pub(crate) struct ResumeArgs {
    /// The directory that `--checkpoint` named, or the file in it
    #[arg(value_name = "DIR")]
    pub place: PathBuf,
    /// Threads of the checker; the verdict does not depend on them [default: as in the first command]
    #[arg(long, short = 'w', value_name = "N", value_parser = workers)]
    pub workers: Option<usize>,
    /// Stop after this time, counted from now [default: as in the first command]
    #[arg(long, value_name = "TIME", value_parser = units::duration)]
    pub time: Option<Duration>,
    /// Stop at this much memory [default: as in the first command]
    #[arg(long, value_name = "SIZE", value_parser = units::size)]
    pub memory: Option<u64>,
    /// Put what does not fit there into files in DIR [default: as in the first command]
    #[arg(long, value_name = "DIR")]
    pub spill: Option<PathBuf>,
    /// Go no further than this many transitions from the start [default: as in the first command]
    #[arg(long, value_name = "N")]
    pub depth: Option<u64>,
    /// Stop at this many states, counted from the start [default: as in the first command]
    #[arg(long, value_name = "N")]
    pub states: Option<u64>,
    /// How much time passes between two checkpoints, at least [default: as in the first command]
    #[arg(long, value_name = "TIME", value_parser = units::duration)]
    pub checkpoint_every: Option<Duration>,
    /// Do all that the first command asked for, even pass any flag to the compiler and write files that it names
    #[arg(long)]
    pub trust: bool,
    #[command(flatten)]
    pub show: ShowArgs,
    #[command(flatten)]
    pub common: CommonArgs,
}
