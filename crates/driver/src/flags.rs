//! What is added to a command line, and why.

use std::ffi::{OsStr, OsString};
use std::path::Path;

use crate::arguments::{Line, Stage, is_c, is_cpp};
use crate::headers;

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
const UNOPTIMISED: &[&str] = &["-Xclang", "-disable-O0-optnone", "-Xclang", "-fsanitize-address-use-after-scope"];

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

/// A build that asks for fortified functions. They are calls of others, which hide what they do.
const FORTIFIED: &[&str] = &["-D_FORTIFY_SOURCE", "-Wp,-D_FORTIFY_SOURCE", "-Wp,-U_FORTIFY_SOURCE"];

/// Some functions mean something by their name (see `augur.h`); inlined they would lose it.
const NAMED_FUNCTIONS: &[&str] = &["__VERIFIER_atomic_", "assume_abort_if_not"];
const FLAGS_NAMED: &[&str] = &["-fno-inline"];

/// Counters of lines and functions, which the checker does not need.
const NATIVE: &[&str] = &["--coverage", "-fcoverage-mapping", "-fcoverage-mcdc", "-ftest-coverage", "-pg"];

/// What clang refuses today and gcc 12, which much code was written for, only warns of.
pub const GCC_WARNS: &[&str] = &[
    "-Wno-error=implicit-function-declaration",
    "-Wno-error=implicit-int",
    "-Wno-error=incompatible-function-pointer-types",
    "-Wno-error=incompatible-pointer-types",
    "-Wno-error=int-conversion",
    "-Wno-error=return-mismatch",
    // Only where the project asks for -Werror.
    "-Wno-error=strict-prototypes",
    "-Wno-error=deprecated-non-prototype",
];

/// The module as the front end made it goes into a section of the object. The optimiser comes later,
/// so it need not be kept from anything. Fortified functions are calls of others, which hide what
/// they do.
const EMBEDDING: &[&str] = &["-U_FORTIFY_SOURCE", "-fno-discard-value-names", "-Xclang", "-fembed-bitcode=bitcode"];

/// The arguments for clang, to compile for the checker alone: what is added goes before what is given.
pub fn for_checker(given: &[OsString], headers: &Path) -> Vec<OsString> {
    let mut all: Vec<OsString> = added(given).into_iter().map(OsString::from).collect();
    all.extend([OsString::from("-isystem"), headers.into()]);
    all.extend(without_native(given));
    all
}

/// What matters to machine code alone: a linker's flags, and instrumentation that calls what the checker does by
/// itself.
fn without_native(given: &[OsString]) -> Vec<OsString> {
    const OWN: &[&str] =
        &["address", "fuzzer", "fuzzer-no-link", "hwaddress", "kernel-address", "leak", "memory", "thread"];
    let mut kept = Vec::new();
    let mut rest = given.iter();
    while let Some(word) = rest.next() {
        let text = word.to_string_lossy();
        if text == "-Xlinker" {
            rest.next();
        } else if FORTIFIED.iter().any(|start| text.starts_with(start)) {
            // Ours says that there is none, and two that differ are a warning.
        } else if let Some(list) = text.strip_prefix("-fsanitize=") {
            let others: Vec<&str> = list.split(',').filter(|name| !OWN.contains(name)).collect();
            kept.extend((!others.is_empty()).then(|| OsString::from(format!("-fsanitize={}", others.join(",")))));
        } else if !text.starts_with("-Wl,")
            && !text.starts_with("-fsanitize-coverage")
            && !NATIVE.contains(&&*text)
            && !text.starts_with("-fprofile-")
        {
            kept.push(word.clone());
        }
    }
    kept
}

/// The arguments for clang, as a part of a build.
pub(crate) fn for_build(line: Line) -> Vec<OsString> {
    if line.wants_bitcode() {
        let headers = headers::directory(true).unwrap_or_default();
        return for_checker(&line.arguments, &headers);
    }
    if !line.has_sources || line.stage == Stage::Assembly {
        return line.arguments;
    }
    let mut all: Vec<OsString> = Vec::new();
    if !line.is_cxx {
        all.extend(GCC_WARNS.iter().map(OsString::from));
    }
    if let Some(headers) = headers::directory(false) {
        all.extend([OsString::from("-isystem"), headers.into()]);
    }
    // What follows this word are names of files.
    let end = line.arguments.iter().position(|arg| arg == "--").unwrap_or(line.arguments.len());
    let (options, files) = line.arguments.split_at(end);
    all.extend(options.iter().cloned());
    match line.stage {
        Stage::Preprocessed => all.push("-U_FORTIFY_SOURCE".into()),
        _ => {
            all.extend(EMBEDDING.iter().map(OsString::from));
            if !line.has_debug {
                all.push("-g".into());
            }
            if !line.is_optimised {
                all.extend(UNOPTIMISED.iter().map(OsString::from));
            }
        }
    }
    all.extend(files.iter().cloned());
    all
}

/// The flags that go before those given, for the checker alone.
fn added(given: &[OsString]) -> Vec<&'static str> {
    let mut flags = FLAGS.to_vec();
    let is = |arg: &OsString, flags: &[&str]| flags.iter().any(|flag| arg == flag);
    if !given.iter().any(|arg| is(arg, &["-c", "-S", "-E", "-M", "-MM", "-fsyntax-only"])) {
        flags.push("-c");
    }
    let optimised = |arg: &OsString| arg.to_str().is_some_and(|a| a.starts_with("-O") && a != "-O0");
    match given.iter().any(optimised) {
        true => flags.extend(FLAGS_OPTIMISED),
        false => {
            flags.push("-O0");
            flags.extend(UNOPTIMISED);
        }
    }
    if given.iter().any(optimised) && given.iter().any(|arg| has_named_functions(arg)) {
        flags.extend(FLAGS_NAMED);
    }
    if !given.iter().any(|arg| is_cpp(Path::new(arg))) {
        flags.extend(GCC_WARNS);
    }
    flags
}

fn has_named_functions(arg: &OsStr) -> bool {
    let path = Path::new(arg);
    let text = if is_c(path) || is_cpp(path) { std::fs::read(path).unwrap_or_default() } else { Vec::new() };
    let has = |name: &&str| text.windows(name.len()).any(|part| part == name.as_bytes());
    NAMED_FUNCTIONS.iter().any(has)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(line: &str) -> Vec<OsString> {
        line.split_whitespace().map(OsString::from).collect()
    }

    fn check(given: &str, present: &[&str], absent: &[&str]) {
        let flags = added(&words(given));
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

    fn build(given: &str, present: &[&str], absent: &[&str]) {
        let flags = for_build(Line::read(&words(given)).unwrap());
        assert!(present.iter().all(|f| flags.iter().any(|flag| flag == f)), "{given}: {flags:?}");
        assert!(!absent.iter().any(|f| flags.iter().any(|flag| flag == f)), "{given}: {flags:?}");
    }

    #[test]
    fn what_matters_to_machine_code_is_left_out() {
        let given = words(
            "-O2 -fsanitize=address,undefined -fsanitize=thread -Wl,-z,now -Xlinker -r --coverage -DX -D_FORTIFY_SOURCE=2 a.c",
        );
        assert_eq!(without_native(&given), words("-O2 -fsanitize=undefined -DX a.c"));
    }

    #[test]
    fn objects_have_their_bitcode() {
        build("-c a.c -o a.o", &["-fembed-bitcode=bitcode", "-disable-O0-optnone", "-g"], &["-emit-llvm"]);
        build("-O2 -g3 -flto=thin a.c b.o", &["-fembed-bitcode=bitcode", "b.o"], &["-g", "-flto=thin", "-emit-llvm"]);
        build("-x c - -o t", &["-fembed-bitcode=bitcode"], &[]);
        build("-c -- a.c", &["-fembed-bitcode=bitcode", "--"], &[]);
        build("-c a.c -o a.bc", &["-emit-llvm"], &["-fembed-bitcode=bitcode"]);
        build("-c a.cpp", &["-fembed-bitcode=bitcode"], &["-Wno-error=implicit-int"]);
    }

    #[test]
    fn what_compiles_nothing_is_passed_on() {
        for given in ["a.o b.o -o prog", "--version", "-print-search-dirs", "-c a.S", "-S a.c", "-shared a.o -flto.c"] {
            build(given, &[], &["-fembed-bitcode=bitcode", "-g", "-emit-llvm"]);
        }
        build("-E a.c", &["-U_FORTIFY_SOURCE"], &["-fembed-bitcode=bitcode"]);
    }
}
