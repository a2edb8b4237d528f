//! Rust sources to bitcode, by rustc: the whole program with its standard library in one module.

use std::ffi::OsString;
use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::process::Command;

pub(crate) use driver::is_rust;
use report::Outcome;
use supervisor::Phase;
use tempfile::TempDir;

use crate::args::CompileArgs;
use crate::compile::as_file;
use crate::output::usage;
use crate::progress::Line;

/// Unless the user says otherwise.
const EDITION: &str = "--edition=2024";

/// Loops that wait are told by their counters, which are lost where rounds are unrolled.
const FLAGS: &[&str] =
    &["-Clto=fat", "-Ccodegen-units=1", "-g", "--emit=llvm-bc,link", "-Cllvm-args=-unroll-runtime=false"];

const INSTALL: &str = "install a Rust toolchain whose LLVM is 22 (rustc 1.95) and put rustc in the PATH";

/// The bitcode of a program. Its flags are those for the compiler that are given by `--cc-arg`.
pub(crate) fn compile(source: &Path, args: &CompileArgs, color: bool) -> Result<Vec<u8>, Outcome> {
    let place = source.display().to_string();
    let trouble = |error| usage(format!("cannot make a temporary directory: {error}"), "", "set TMPDIR");
    let directory = TempDir::with_prefix(supervisor::temporary_prefix()).map_err(trouble)?;
    let mut command = Command::new("rustc");
    command.args(FLAGS).arg(format!("-Copt-level={}", args.level)).args(&args.cc_arg);
    if !names_edition(&args.cc_arg) {
        command.arg(EDITION);
    }
    command.arg(if color { "--color=always" } else { "--color=never" });
    command.args(["--crate-name", "program"]).arg("--out-dir").arg(directory.path()).arg("--");
    command.arg(as_file(source));
    tracing::info!(?command, "compiling");
    let _line = Line::new(format!("compiling {place} …"));
    let _stay = supervisor::enter(Phase::Compiling);
    let run = supervisor::helper(&mut command).map_err(|e| usage(format!("cannot run rustc: {e}"), &place, INSTALL))?;
    let words = String::from_utf8_lossy(&run.stderr);
    if let Some(signal) = run.status.signal() {
        let what = format!("rustc was killed by signal {signal} while it compiled {place}");
        return Err(Outcome::Limit { what, flag: String::new() });
    }
    if !run.status.success() {
        return Err(usage(format!("rustc cannot compile this\n{}", words.trim_end()), place, ""));
    }
    crate::output::stderr(&words);
    let bitcode = directory.path().join("program.bc");
    std::fs::read(&bitcode).map_err(|e| usage(format!("rustc left no bitcode: {e}"), place, INSTALL))
}

fn names_edition(given: &[OsString]) -> bool {
    given.iter().any(|flag| flag.as_encoded_bytes().starts_with(b"--edition"))
}
