//! In the place of rustc for the packages of the workspace. Whatever is linked with link-time optimisation
//! leaves its bitcode as well, and tests get the harness that runs one of them.

use std::ffi::{OsStr, OsString};
use std::os::unix::process::CommandExt;
use std::process::{Command, ExitCode};

/// As `verify` has it for sources: loops that wait are told by their counters.
const ROLLED: &str = "-Cllvm-args=-unroll-runtime=false";

/// The words are rustc and its arguments.
pub(crate) fn run(words: Vec<OsString>, harness: &OsStr) -> ExitCode {
    let mut words = words.into_iter();
    let Some(rustc) = words.next() else { return ExitCode::FAILURE };
    let given: Vec<OsString> = words.collect();
    let added = added(&given, harness);
    // It takes our place, so that whoever ends us ends it.
    let error = Command::new(&rustc).args(given).args(added).exec();
    crate::say(&mut std::io::stderr(), &format!("error: {}: {error}\n", rustc.display()));
    ExitCode::FAILURE
}

/// What `cfg` a package can ask for, and the flags of a program.
fn added(given: &[OsString], harness: &OsStr) -> Vec<OsString> {
    let words: Vec<&str> = given.iter().map(|word| word.to_str().unwrap_or_default()).collect();
    let mut added: Vec<OsString> =
        ["--cfg", "augur", "--check-cfg", "cfg(augur)"].into_iter().map(OsString::from).collect();
    let is_test = words.contains(&"--test");
    let is_program = is_test || value(&words, "--crate-type").is_some_and(|kind| kind == "bin");
    let is_optimised = codegen(&words, "lto").is_some_and(|how| how == "fat");
    let (Some(name), Some(out), true) =
        (value(&words, "--crate-name"), value(&words, "--out-dir"), is_program && is_optimised)
    else {
        return added;
    };
    let for_tests = words.windows(2).any(|pair| pair == ["--cfg", "test"]);
    let hash = if is_test || for_tests { codegen(&words, "extra-filename").unwrap_or_default() } else { "" };
    let ending = if is_test { "bc" } else { "main.bc" };
    added.push(ROLLED.into());
    added.push(format!("--emit=llvm-bc={out}/{name}{hash}.{ending}").into());
    if is_test {
        let mut named = OsString::from("test=");
        named.push(harness);
        added.extend([OsString::from("--extern"), named]);
    }
    added
}

/// Of a flag: `--flag value` or `--flag=value`.
fn value<'a>(words: &[&'a str], flag: &str) -> Option<&'a str> {
    let joined = words.iter().find_map(|word| word.strip_prefix(flag)?.strip_prefix('='));
    joined.or_else(|| words.iter().position(|word| *word == flag).and_then(|at| words.get(at + 1).copied()))
}

/// Of `-C name=value`.
fn codegen<'a>(words: &[&'a str], name: &str) -> Option<&'a str> {
    let of = |word: &&'a str| word.strip_prefix("-C").unwrap_or(word).strip_prefix(name)?.strip_prefix('=');
    words.iter().find_map(of)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn added_to(line: &str) -> String {
        let words: Vec<OsString> = line.split(' ').map(OsString::from).collect();
        let added = added(&words, OsStr::new("/h/libtest.rlib"));
        added.iter().map(|word| word.to_string_lossy().into_owned()).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn only_programs_leave_bitcode() {
        let test = "--crate-name a --test -C lto=fat -C extra-filename=-12 --out-dir /o";
        assert!(added_to(test).ends_with("--emit=llvm-bc=/o/a-12.bc --extern test=/h/libtest.rlib"));
        let bin = "--crate-name a --crate-type bin -C lto=fat -C extra-filename=-12 --out-dir /o";
        assert!(added_to(bin).ends_with("--emit=llvm-bc=/o/a.main.bc"));
        for other in
            ["--crate-name a --crate-type lib --out-dir /o", "--crate-name build_script_build --crate-type bin"]
        {
            assert_eq!(added_to(other), "--cfg augur --check-cfg cfg(augur)");
        }
    }
}
