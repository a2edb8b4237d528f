//! Sources to bitcode, by clang.

use std::collections::BTreeSet;
use std::ffi::{OsStr, OsString};
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::Command;

use driver::{HEADERS, INSTALL};
pub(crate) use driver::{find_clang, is_c, is_cpp};
use report::Outcome;
use supervisor::Phase;
use tempfile::TempDir;

use crate::args::CompileArgs;
use crate::macros;
use crate::output::usage;
use crate::progress::Line;

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
        let headers = TempDir::with_prefix(supervisor::temporary_prefix()).and_then(|directory| {
            std::fs::create_dir(directory.path().join("augur"))?;
            for (name, text) in HEADERS {
                std::fs::write(directory.path().join(name), text)?;
            }
            Ok(directory)
        });
        let trouble = |error| usage(format!("cannot make a temporary directory: {error}"), "", "set TMPDIR");
        Ok(Compiler { clang, headers: headers.map_err(trouble)? })
    }

    /// The bitcode of one source file, and which names got another value in it.
    pub(crate) fn compile(
        &self,
        source: &Path,
        set: &[(String, String)],
        args: &CompileArgs,
        color: bool,
    ) -> Result<(Vec<u8>, BTreeSet<String>), Outcome> {
        refuse_lists(source, set, args)?;
        let overlay = macros::overlay(source, set, args, self.headers.path())?;
        let object = self.headers.path().join("source.bc");
        let mut given: Vec<OsString> = vec![format!("-O{}", args.level).into()];
        given.extend(args.define.iter().map(|d| glue("-D", d)));
        given.extend(args.include.iter().map(|i| glue("-I", as_file(Path::new(i)).as_os_str())));
        given.extend(args.cc_arg.iter().cloned());
        given.extend(overlay.flags);
        if color {
            given.push("-fcolor-diagnostics".into());
        }
        given.extend(["-c".into(), as_file(source).into(), "-o".into(), object.clone().into()]);
        let place = source.display().to_string();
        let mut command = self.command(&given);
        tracing::info!(?command, "compiling");
        let _line = Line::new(format!("compiling {place} …"));
        let _stay = supervisor::enter(Phase::Compiling);
        let run = supervisor::helper(&mut command);
        let run = run.map_err(|e| usage(format!("cannot run {}: {e}", self.clang.display()), &place, INSTALL))?;
        let words = String::from_utf8_lossy(&run.stderr);
        if let Some(signal) = run.status.signal() {
            let what = format!("clang was killed by signal {signal} while it compiled {place}");
            return Err(Outcome::Limit { what, flag: String::new() });
        }
        if !run.status.success() {
            let what = format!("clang cannot compile this\n{}", words.trim_end());
            return Err(usage(what, place, advice(&words)));
        }
        crate::output::stderr(&words);
        let bitcode = std::fs::read(&object);
        let bitcode = bitcode.map_err(|e| usage(format!("clang left no bitcode: {e}"), place, ""))?;
        Ok((bitcode, overlay.names))
    }

    /// Those of the flags that clang itself says it does not know, and that do not change what a source means.
    pub(crate) fn unknown(&self, flags: &[OsString]) -> Vec<OsString> {
        let mut command = Command::new(&self.clang);
        command.args(flags).args(["-###", "-c", "-x", "c", "/dev/null"]);
        let said = supervisor::helper(&mut command).map(|run| run.stderr).unwrap_or_default();
        let said = String::from_utf8_lossy(&said).into_owned();
        let unknown: Vec<&str> = said.lines().filter_map(unknown_argument).collect();
        let named = |flag: &&OsString| unknown.iter().any(|name| flag.as_os_str() == *name);
        flags.iter().filter(named).cloned().collect()
    }

    /// A file with C that came from standard input.
    pub(crate) fn put_stdin(&self, text: &[u8]) -> Result<PathBuf, Outcome> {
        let file = self.headers.path().join("stdin.c");
        let written = std::fs::write(&file, text);
        written.map_err(|error| usage(format!("cannot be written: {error}"), "-", "set TMPDIR"))?;
        Ok(file)
    }

    fn command(&self, given: &[OsString]) -> Command {
        let mut command = Command::new(&self.clang);
        command.args(driver::for_checker(given, self.headers.path()));
        command
    }
}

/// A name that begins like a flag, or like the arguments in a file that compilers take with `@`, is still the name
/// of a file. It may come from somebody else, in a saved violation.
pub(crate) fn as_file(source: &Path) -> PathBuf {
    match source.as_os_str().as_encoded_bytes().first() {
        Some(b'-' | b'@') => Path::new(".").join(source),
        _ => source.to_path_buf(),
    }
}

/// Clang hands names on to itself as arguments of their own, and takes each that begins with `@` for a file with
/// flags, whatever stood before it.
fn refuse_lists(source: &Path, set: &[(String, String)], args: &CompileArgs) -> Result<(), Outcome> {
    let is_list = |name: &OsStr| name.as_encoded_bytes().starts_with(b"@");
    let names = set.iter().map(|(name, _)| OsStr::new(name)).chain(args.define.iter().map(OsString::as_os_str));
    match names.chain(source.file_name()).find(|name| is_list(name)) {
        None => Ok(()),
        Some(name) => {
            let what = format!("clang would take `{}` for a file with flags", name.to_string_lossy());
            Err(usage(what, source.display().to_string(), "another name, without the @"))
        }
    }
}

/// What gcc takes and clang does not, and what helps.
const ONLY_GCC: &[(&str, &str)] = &[
    ("must be a pointer to _Atomic type", "gcc takes plain objects here, C does not: declare the object with _Atomic"),
    ("must be a pointer to a trivially-copyable type", "gcc takes this, C++ does not: use a trivially copyable type"),
    ("function definition is not allowed here", "a function within a function is gcc's own: move it out"),
    ("variable length array declaration not allowed", "gcc takes this: allocate the array, or give it a constant size"),
    ("unknown argument", "leave this flag out; it may be gcc's own"),
];

/// Flags of gcc without which a source means something else.
const MEANING: &[&str] = &["-fsso-struct=", "-fsingle-precision-constant"];

/// The flag that a message of clang's driver is about: `unknown argument: '-fipa-pta'`.
fn unknown_argument(line: &str) -> Option<&str> {
    let (_, rest) = line.split_once("error: unknown argument")?;
    let (flag, _) = rest.trim_start_matches(':').trim_start().strip_prefix('\'')?.split_once('\'')?;
    (!MEANING.iter().any(|start| flag.starts_with(start))).then_some(flag)
}

/// What to try after messages of clang.
fn advice(words: &str) -> String {
    let errors = || words.lines().filter(|line| line.contains("error:"));
    if let Some((_, advice)) = ONLY_GCC.iter().find(|(text, _)| errors().any(|line| line.contains(text))) {
        return (*advice).to_owned();
    }
    // An error that is a warning by nature has the warning's name at its end.
    let name = errors().find_map(|line| line.split_once("[-W")?.1.split_once(']'));
    let name = name.map(|(name, _)| name.trim_start_matches("error,-W"));
    name.map_or_else(String::new, |name| format!("--cc-arg=-Wno-error={name}, if other compilers only warn of this"))
}

fn glue(flag: &str, value: &OsStr) -> OsString {
    let mut text = OsString::from(flag);
    text.push(value);
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_no_flags() {
        for (name, file) in [("-x.c", "./-x.c"), ("@x.c", "./@x.c"), ("x.c", "x.c"), ("/@x.c", "/@x.c")] {
            assert_eq!(as_file(Path::new(name)), Path::new(file));
        }
        let define = |define: &str| CompileArgs { define: vec![define.into()], ..CompileArgs::default() };
        let set = |name: &str| vec![(name.to_owned(), String::new())];
        assert!(refuse_lists(Path::new("@a/x.c"), &set("X"), &define("X=@")).is_ok());
        assert!(refuse_lists(Path::new("a/@x.c"), &[], &define("X")).is_err());
        assert!(refuse_lists(Path::new("x.c"), &set("@x"), &define("X")).is_err());
        assert!(refuse_lists(Path::new("x.c"), &[], &define("@x")).is_err());
    }

    #[test]
    fn flags_that_clang_does_not_know() {
        for (line, flag) in [
            ("clang-22: error: unknown argument: '-fipa-pta'", Some("-fipa-pta")),
            ("clang: error: unknown argument '-fanalyzer'; did you mean '-Xanalyzer'?", Some("-fanalyzer")),
            ("clang: error: unknown argument: '-fsso-struct=big-endian'", None),
            ("clang: warning: argument unused during compilation: '-pie'", None),
        ] {
            assert_eq!(unknown_argument(line), flag, "{line}");
        }
    }

    #[test]
    fn what_helps() {
        let wrong = "a.c:1:2: error: incompatible pointer types [-Wincompatible-pointer-types]";
        assert!(advice(wrong).starts_with("--cc-arg=-Wno-error=incompatible-pointer-types,"));
        let strict = "a.c:1:2: error: unused variable 'x' [-Werror,-Wunused-variable]";
        assert!(advice(strict).starts_with("--cc-arg=-Wno-error=unused-variable,"));
        assert!(
            advice("a.c:1: error: address argument to atomic operation must be a pointer to _Atomic type")
                .contains("_Atomic")
        );
        assert_eq!(advice("a.c:1:2: error: expected ';'"), "");
    }
}
