//! The command line. `args` declares it; each command has its module; `exit` decides the exit code;
//! everything that is printed goes through `output`.

#![forbid(unsafe_code)]

mod about;
mod allow;
mod args;
mod audit;
mod batch;
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
mod interrupt;
mod library;
mod native;
mod objects;
mod output;
mod panic;
mod pasted;
mod progress;
mod replay;
mod run;
mod saved;
mod sim;
mod tools;
mod units;

use std::process::ExitCode;

fn main() -> ExitCode {
    ExitCode::from(commands::main(std::env::args_os().collect()))
}
