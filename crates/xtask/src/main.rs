//! `cargo xtask …`: from a bare machine to the command that was asked for.
//!
//! `verify` is done right here, so that a new user waits for nothing but the set-up and the checker. Every other
//! command is the workshop's, which is built first.
//!
//! Invariant: nothing here, in `ground` or in `workshop` needs LLVM, which is yet to be installed.
#![forbid(unsafe_code)]

use ground::project::Project;
use ground::{build, first};
use std::ffi::OsString;
use std::process::ExitCode;

fn main() -> ExitCode {
    let words: Vec<OsString> = std::env::args_os().skip(1).collect();
    let project = Project::find();
    let reason = match words.split_first() {
        Some((word, arguments)) if word == "verify" => first::verify(project, arguments),
        _ => build::exec_workshop(&project, &words),
    };
    eprintln!("xtask: {reason}");
    ExitCode::FAILURE
}
