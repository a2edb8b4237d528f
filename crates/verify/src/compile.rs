//! Sources to bitcode, by clang.

use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};
use std::process::Command;

use report::Outcome;
use tempfile::TempDir;

use crate::args::CompileArgs;
use crate::output::usage;
use crate::progress::Line;

/// What a checked program may include. Kept in the binary, so that it needs no installation.
const HEADERS: &[(&str, &str)] = &[
    ("augur.h", include_str!("../../../runtime/include/augur.h")),
    ("augur/traps.h", include_str!("../../../runtime/include/augur/traps.h")),
    ("pthread.h", include_str!("../../../runtime/include/posix/pthread.h")),
];

/// What gives the best result: names and lines for the trace, every call visible to the checker.
const FLAGS: &[&str] = &[
    "-emit-llvm",
    "-g",
    "-fno-discard-value-names",
    "-fno-stack-protector",
    "-U_FORTIFY_SOURCE",
    "-D_FORTIFY_SOURCE=0",
    "-pthread",
];

/// Unoptimised code must stay open to the checker's own clean-up of local variables, and say where
/// the blocks of local variables begin and end. The latter is what the address sanitizer
/// asks for; it does not need its instrumentation.
const FLAGS_O0: &[&str] = &["-O0", "-Xclang", "-disable-O0-optnone", "-Xclang", "-fsanitize-address-use-after-scope"];

/// The optimiser may not make up accesses: without the thread sanitizer's attribute it hoists plain
/// loads over the test that guards them, and a correct program would seem to have a data race. The
/// sanitizer's own instrumentation is left out. Nor may it compute where a loop ends from the sum of
/// two addresses, which is nobody's address.
const FLAGS_OPTIMISED: &[&str] = &[
    "-mllvm",
    "-replexitval=never",
    "-fsanitize=thread",
    "-mllvm",
    "-tsan-instrument-memory-accesses=0",
    "-mllvm",
    "-tsan-instrument-atomics=0",
    "-mllvm",
    "-tsan-instrument-func-entry-exit=0",
    "-mllvm",
    "-tsan-instrument-memintrinsics=0",
];

/// Some functions mean something by their name (see `augur.h`); inlined they would lose it.
const NAMED_FUNCTIONS: &[&str] = &["__VERIFIER_atomic_", "assume_abort_if_not"];
const FLAGS_NAMED: &[&str] = &["-fno-inline"];

const NAMES: &[&str] = &["clang-22", "/usr/lib/llvm-22/bin/clang"];

const INSTALL: &str = "cargo xtask setup, or install Debian's clang-22; verify doctor tells what else is missing";

/// Clang and a directory with our headers, which lives as long as this does.
pub(crate) struct Compiler {
    clang: PathBuf,
    headers: TempDir,
}

impl Compiler {
    pub(crate) fn find() -> Result<Compiler, Outcome> {
        let Some(clang) = find_clang() else {
            return Err(usage("there is no clang-22", "", INSTALL));
        };
        let headers = TempDir::with_prefix("augur-").and_then(|directory| {
            std::fs::create_dir(directory.path().join("augur"))?;
            for (name, text) in HEADERS {
                std::fs::write(directory.path().join(name), text)?;
            }
            Ok(directory)
        });
        let trouble = |error| usage(format!("cannot make a temporary directory: {error}"), "", "set TMPDIR");
        Ok(Compiler { clang, headers: headers.map_err(trouble)? })
    }

    /// The bitcode of one source file.
    pub(crate) fn compile(&self, source: &Path, args: &CompileArgs, color: bool) -> Result<Vec<u8>, Outcome> {
        let object = self.headers.path().join("source.bc");
        let mut given: Vec<OsString> = vec![format!("-O{}", args.level).into()];
        given.extend(args.define.iter().map(|d| glue("-D", d)));
        given.extend(args.include.iter().map(|i| glue("-I", i)));
        given.extend(args.cc_arg.iter().cloned());
        if color {
            given.push("-fcolor-diagnostics".into());
        }
        // A name that looks like a flag is still the name of a file.
        let looks_like_a_flag = source.as_os_str().as_encoded_bytes().starts_with(b"-");
        let named = if looks_like_a_flag { Path::new(".").join(source) } else { source.to_path_buf() };
        given.extend(["-c".into(), named.into(), "-o".into(), object.clone().into()]);
        let place = source.display().to_string();
        let mut command = self.command(&given);
        tracing::info!(?command, "compiling");
        let _line = Line::new(format!("compiling {place} …"));
        let run = command.output();
        let run = run.map_err(|e| usage(format!("cannot run {}: {e}", self.clang.display()), &place, INSTALL))?;
        let words = String::from_utf8_lossy(&run.stderr);
        if !run.status.success() {
            let what = format!("clang cannot compile this\n{}", words.trim_end());
            return Err(usage(what, place, ""));
        }
        crate::output::stderr(&words);
        std::fs::read(&object).map_err(|e| usage(format!("clang left no bitcode: {e}"), place, ""))
    }

    /// `verify cc`: the flags of the user win over ours.
    pub(crate) fn pass_through(&self, args: &[OsString]) -> Result<bool, Outcome> {
        let status = self.command(args).status();
        let status = status.map_err(|e| usage(format!("cannot run {}: {e}", self.clang.display()), "", INSTALL))?;
        Ok(status.success())
    }

    fn command(&self, given: &[OsString]) -> Command {
        let mut command = Command::new(&self.clang);
        command.args(added(given)).arg("-isystem").arg(self.headers.path()).args(given);
        command
    }
}

/// The flags that go before those given.
fn added(given: &[OsString]) -> Vec<&'static str> {
    let mut flags = FLAGS.to_vec();
    let is = |arg: &OsString, flags: &[&str]| flags.iter().any(|flag| arg == flag);
    if !given.iter().any(|arg| is(arg, &["-c", "-S", "-E", "-M", "-MM", "-fsyntax-only"])) {
        flags.push("-c");
    }
    let optimised = |arg: &OsString| arg.to_str().is_some_and(|a| a.starts_with("-O") && a != "-O0");
    flags.extend(if given.iter().any(optimised) { FLAGS_OPTIMISED } else { FLAGS_O0 });
    if given.iter().any(optimised) && given.iter().any(|arg| has_named_functions(Path::new(arg))) {
        flags.extend(FLAGS_NAMED);
    }
    flags
}

fn has_named_functions(path: &Path) -> bool {
    let text = if is_c(path) || is_cpp(path) { std::fs::read(path).unwrap_or_default() } else { Vec::new() };
    let has = |name: &&str| text.windows(name.len()).any(|part| part == name.as_bytes());
    NAMED_FUNCTIONS.iter().any(has)
}

pub(crate) fn is_c(path: &Path) -> bool {
    matches!(path.extension().and_then(OsStr::to_str), Some("c" | "i"))
}

pub(crate) fn is_cpp(path: &Path) -> bool {
    matches!(path.extension().and_then(OsStr::to_str), Some("cpp" | "cc" | "cxx" | "C" | "c++" | "ii"))
}

pub(crate) fn find_clang() -> Option<PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let directories: Vec<PathBuf> = std::env::split_paths(&path).collect();
    NAMES.iter().find_map(|name| match Path::new(name).is_absolute() {
        true => Some(PathBuf::from(name)).filter(|p| p.is_file()),
        false => directories.iter().map(|d| d.join(name)).find(|p| p.is_file()),
    })
}

fn glue(flag: &str, value: &OsStr) -> OsString {
    let mut text = OsString::from(flag);
    text.push(value);
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(given: &str, present: &[&str], absent: &[&str]) {
        let given: Vec<OsString> = given.split_whitespace().map(OsString::from).collect();
        let flags = added(&given);
        assert!(present.iter().all(|f| flags.contains(f)), "{flags:?}");
        assert!(!absent.iter().any(|f| flags.contains(f)), "{flags:?}");
    }

    #[test]
    fn flags_fit_what_is_given() {
        check("-c a.c", &["-emit-llvm", "-g", "-O0"], &["-c"]);
        check("a.c -o a.bc", &["-c", "-disable-O0-optnone"], &[]);
        check("-O2 -c a.c", &["-g", "-fsanitize=thread"], &["-O0", "-disable-O0-optnone"]);
        check("-Os -S a.cc", &["-g"], &["-O0", "-c"]);
    }
}
