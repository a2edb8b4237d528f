//! `cargo augur test` and `cargo augur run`: a package's tests, or its program, in every interleaving.
//!
//! Reading order: `args` is the command line, `build` has cargo build everything as usual, with this very
//! program in between as `wrapper`, `harness.rs` is what tests are linked with, `check` calls `verify` for
//! each test, `table` prints what came of it. A second process does all that (`attend`), so that whoever ends the
//! first ends everything.
#![forbid(unsafe_code)]

mod args;
mod attend;
mod build;
mod check;
mod table;
mod wrapper;

use std::io::Write;
use std::process::ExitCode;

use clap::Parser;

use crate::args::{Cargo, Command, Format, TestArgs};
use crate::build::Program;
use crate::check::Case;

/// Bad command line, or what cargo cannot build.
const USAGE: u8 = 2;

fn main() -> ExitCode {
    let mut words = std::env::args_os();
    if let Some(harness) = std::env::var_os(build::HARNESS) {
        return wrapper::run(words.skip(1).collect(), &harness);
    }
    // Cargo calls us `cargo-augur augur …`.
    let named = std::env::args_os().nth(1).is_some_and(|word| word == "augur");
    let own = words.next();
    let Cargo { command } = Cargo::parse_from(own.into_iter().chain(words.skip(usize::from(named))));
    let code = match command {
        _ if !attend::is_attended() => attend::run(matches!(command, Command::Run(_))),
        Command::Test(args) => test(&args),
        Command::Run(args) => build::bin(&args).and_then(|program| check::run(&program, &args)),
    };
    match code {
        Ok(code) => ExitCode::from(code),
        Err(message) => {
            say(&mut std::io::stderr(), &format!("error: {message}\n"));
            ExitCode::from(USAGE)
        }
    }
}

fn test(args: &TestArgs) -> Result<u8, String> {
    let begin = std::time::Instant::now();
    let mut stdout = std::io::stdout();
    let is_shown = args.format == Format::Text || args.output.is_some();
    let mut cases: Vec<Case> = Vec::new();
    for program in &build::tests(args)? {
        let Program { title, .. } = program;
        let tests = check::tests(program)?;
        let (chosen, rest): (Vec<_>, Vec<_>) = tests.into_iter().partition(|test| check::is_chosen(args, test));
        if is_shown {
            say(&mut stdout, &table::head(title, chosen.len()));
        }
        let tell = |case: &Case| {
            if is_shown {
                say(&mut std::io::stdout(), &table::line(case));
            }
        };
        let own = check::all(program, &chosen, args, &tell)?;
        if is_shown {
            say(&mut stdout, &table::tail(&own, rest.len(), begin.elapsed()));
        }
        cases.extend(own);
    }
    let code = check::worst(&cases);
    let report = match args.format {
        Format::Text => String::new(),
        Format::Json => table::json(&cases, code),
        Format::Junit => table::junit(&cases),
    };
    match &args.output {
        Some(file) => std::fs::write(file, report).map_err(|error| format!("{}: {error}", file.display()))?,
        None => say(&mut stdout, &report),
    }
    Ok(code)
}

/// Nobody may be listening.
fn say(to: &mut impl Write, text: &str) {
    let _ = to.write_all(text.as_bytes()).and_then(|()| to.flush());
}
