//! The compiler of a build: clang, with bitcode beside the machine code.
//!
//! `verify cc`, `augur-cc` and `augur-cxx` take clang's arguments and run clang. What they
//! compile is an ordinary object, made by the user's flags, and has one section more, `.augrbc`: the module as
//! the front end made it, before any optimisation (clang's own `-fembed-bitcode`). One run of clang
//! writes both, so it costs little. The linker concatenates these sections, so what is linked has
//! the bitcode of all that it was linked from; `verify` splits them again.
//!
//! Asked for bitcode (`-emit-llvm`, or an output `x.bc`), it writes nothing but that, with the flags
//! that serve the checker best; `verify prog.c` compiles with the same.
//!
//! `arguments` reads command lines, `flags` says what is added, `headers` is what programs may include, `linking`
//! keeps what a linker was told about names.

#![forbid(unsafe_code)]

mod arguments;
mod flags;
mod headers;
mod linking;
mod rename;

use std::ffi::{OsStr, OsString};
use std::fs::DirBuilder;
use std::io::{self, IsTerminal};
use std::os::unix::fs::{DirBuilderExt, MetadataExt};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::Command;

use arguments::Stage;
use supervisor::{Attended, attend};

pub use arguments::{Line, is_c, is_cpp, is_rust, words};
pub use flags::{GCC_WARNS, for_checker};
pub use headers::HEADERS;
pub use linking::{LINKING, names as linking};

/// The section in which an object, a library or a program has its bitcode.
pub const SECTION: &str = ".augrbc";

/// What clang calls it.
pub const LLVM_SECTION: &str = ".llvmbc";

/// What is to be done where clang is missing.
pub const INSTALL: &str = "cargo xtask setup, or install Debian's clang-22; verify doctor tells what else is missing";

const NAMES: &[&str] = &["clang-22", "/usr/lib/llvm-22/bin/clang"];

/// If it is set, every command and what was left out of it go to standard error.
const VERBOSE: &str = "AUGUR_CC_VERBOSE";

/// Which language a compiler's name stands for, and its libraries.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Language {
    C,
    Cxx,
}

impl Language {
    /// A compiler for C++ is one by its name: `augur-cxx`, `verify-c++`.
    pub fn of_name(name: &OsStr) -> Language {
        let name = Path::new(name).file_name().unwrap_or_default().to_string_lossy();
        match name.contains("++") || name.contains("cxx") {
            true => Language::Cxx,
            false => Language::C,
        }
    }
}

/// Does a program of this name stand for the compiler?
pub fn is_compiler(name: &OsStr) -> bool {
    let name = Path::new(name).file_name().unwrap_or_default().to_string_lossy();
    matches!(&*name, "augur-cc" | "augur-c++" | "augur-cxx" | "verify-cc" | "verify-c++" | "verify-cxx")
}

/// Becomes clang, or runs it and looks after what it has written. Returns the exit code, or what went wrong.
pub fn run(language: Language, given: &[OsString]) -> Result<u8, String> {
    let clang = find_clang().ok_or_else(|| format!("there is no clang-22\n  try: {INSTALL}"))?;
    let mut command = Command::new(&clang);
    if language == Language::Cxx {
        command.arg("--driver-mode=g++");
    }
    let line = Line::read(given)?;
    let left_out: Vec<String> = line.left_out.iter().map(|flag| flag.to_string_lossy().into_owned()).collect();
    let outputs = line.outputs();
    let reads_terminal = line.reads_input() && io::stdin().is_terminal();
    let is_linked = line.stage == Stage::Linked;
    let linking = if is_linked { linking(&line.arguments) } else { String::new() };
    let mut arguments = flags::for_build(line);
    let temporary = if is_linked && (!outputs.is_empty() || !linking.is_empty()) { temporary() } else { None };
    let remove_temporary = || temporary.iter().for_each(|directory| drop(std::fs::remove_dir_all(directory)));
    if let Some(directory) = temporary.iter().find(|_| !linking.is_empty()) {
        let object = directory.join("linking.o");
        // What follows this word are names of files.
        let end = arguments.iter().position(|word| word == "--").unwrap_or(arguments.len());
        if std::fs::write(&object, linking::object(&linking)).is_ok() {
            arguments.splice(end..end, ["-Xlinker".into(), object.into()]);
        }
    }
    command.args(arguments);
    if std::env::var_os(VERBOSE).is_some() {
        eprintln!("augur-cc: {command:?}");
        if !left_out.is_empty() {
            eprintln!("augur-cc: left out {}, since objects are linked as machine code", left_out.join(" "));
        }
    }
    let fail = |error: io::Error| format!("cannot run {}: {error}\n  try: {INSTALL}", clang.display());
    if outputs.is_empty() && temporary.is_none() {
        return Err(fail(command.exec()));
    }
    command.envs(temporary.iter().map(|directory| ("TMPDIR", directory)));
    let before: Vec<Option<Stamp>> = outputs.iter().map(|output| stamp(output)).collect();
    let clean_up = || {
        remove_temporary();
        for (output, before) in outputs.iter().zip(&before) {
            // What is as it was before was not begun.
            if stamp(output).is_some_and(|stamp| Some(stamp) != *before) {
                let _ = std::fs::remove_file(output);
            }
        }
    };
    let end = attend(Attended { command: &mut command, reads_terminal, clean_up: &clean_up }).map_err(fail);
    remove_temporary();
    let end = end?;
    if end == Ok(0) {
        for output in outputs.iter().filter(|output| output.exists()) {
            rename::rename(output).map_err(|error| format!("{}: {error}", output.display()))?;
        }
    }
    // A compiler that a signal ended has failed like any other.
    Ok(end.ok().and_then(|code| u8::try_from(code).ok()).unwrap_or(1))
}

/// A directory for what is linked, since clang leaves that behind when it is ended. None if there can be no such
/// directory; then it lies where clang puts it.
fn temporary() -> Option<PathBuf> {
    let directory = std::env::temp_dir().join(format!("augur-cc-{}", std::process::id()));
    DirBuilder::new().mode(0o700).create(&directory).ok().map(|()| directory)
}

/// Tells whether a regular file was written to: which it is, its size, and when it changed.
type Stamp = (u64, u64, i64, i64);

fn stamp(file: &Path) -> Option<Stamp> {
    let data = std::fs::symlink_metadata(file).ok().filter(|data| data.is_file())?;
    Some((data.ino(), data.size(), data.ctime(), data.ctime_nsec()))
}

pub fn find_clang() -> Option<PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let directories: Vec<PathBuf> = std::env::split_paths(&path).collect();
    NAMES.iter().find_map(|name| match Path::new(name).is_absolute() {
        true => Some(PathBuf::from(name)).filter(|p| p.is_file()),
        false => directories.iter().map(|d| d.join(name)).find(|p| p.is_file()),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn compilers_by_name() {
        for (name, compiler, language) in [
            ("/usr/bin/augur-cc", true, Language::C),
            ("augur-c++", true, Language::Cxx),
            ("build/verify-cxx", true, Language::Cxx),
            ("verify", false, Language::C),
        ] {
            assert_eq!(is_compiler(OsStr::new(name)), compiler, "{name}");
            assert_eq!(Language::of_name(OsStr::new(name)), language, "{name}");
        }
    }
}
