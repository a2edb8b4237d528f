//! The command line. `args` declares it; each command has its module; `exit` decides the exit code;
//! everything that is printed goes through `output`.
//! All but the smallest commands are `supervised`: a second process keeps them to their `budget`.

#![forbid(unsafe_code)]

mod about;
mod allow;
mod args;
mod audit;
mod batch;
mod budget;
mod check;
mod commands;
mod compile;
mod coverage;
mod doctor;
mod draw;
mod exit;
mod explain;
mod files;
mod findings;
mod growth;
mod inputs;
mod launch;
mod library;
mod linking;
mod macros;
mod native;
mod objects;
mod opened;
mod output;
mod panic;
mod pasted;
mod progress;
mod project;
mod property;
mod ranks;
mod replay;
mod resume;
mod run;
mod rust;
mod saved;
mod several;
mod sim;
mod suite;
mod supervised;
mod tools;
mod units;
mod warm;

use std::process::ExitCode;

/// Notes when memory is refused.
#[global_allocator]
static ALLOCATOR: supervisor::Allocator = supervisor::Allocator;

fn main() -> ExitCode {
    ExitCode::from(supervisor::with_room(|| commands::main(std::env::args_os().collect())))
}
