//! Has cargo build programs whose whole bitcode is left beside them.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde_json::Value;

use crate::args::{BuildArgs, RunArgs, TestArgs};

/// The environment variable by which rustc's stand-in knows what it is, and where the harness is.
pub(crate) const HARNESS: &str = "AUGUR_HARNESS";

/// The crate `test` of ours.
const SOURCE: &str = include_str!("harness.rs");

/// What is particular to the checker in a profile: one module that has everything in it, with debug information.
const PROFILE: &[&str] =
    &["lto='fat'", "codegen-units=1", "debug='full'", "strip='none'", "split-debuginfo='off'", "incremental=false"];
const PROFILE_NAME: &str = "augur";

/// A program that was built.
pub(crate) struct Program {
    /// As cargo calls it.
    pub(crate) title: String,
    pub(crate) executable: PathBuf,
    pub(crate) bitcode: PathBuf,
    /// Does it have tests that can be run one by one? Otherwise it is one.
    pub(crate) has_harness: bool,
    /// Where its package is.
    pub(crate) package: PathBuf,
}

/// The programs that have the tests.
pub(crate) fn tests(args: &TestArgs) -> Result<Vec<Program>, String> {
    let mut words: Vec<OsString> = vec!["test".into(), "--no-run".into()];
    if args.lib {
        words.push("--lib".into());
    }
    for (flag, names) in [("--test", &args.test), ("--bin", &args.bin)] {
        words.extend(names.iter().flat_map(|name| [OsString::from(flag), name.into()]));
    }
    if !args.lib && args.test.is_empty() && args.bin.is_empty() {
        words.push("--tests".into());
    }
    let artifacts = cargo(words, &args.build)?;
    let tests = artifacts.iter().filter(|artifact| artifact["profile"]["test"] == true);
    tests.filter_map(program).collect()
}

/// The one program.
pub(crate) fn bin(args: &RunArgs) -> Result<Program, String> {
    let mut words: Vec<OsString> = vec!["build".into()];
    for (flag, name) in [("--bin", &args.bin), ("--example", &args.example)] {
        words.extend(name.iter().flat_map(|name| [OsString::from(flag), name.into()]));
    }
    if args.bin.is_none() && args.example.is_none() {
        words.push("--bins".into());
    }
    let artifacts = cargo(words, &args.build)?;
    let mut programs: Vec<Program> = artifacts.iter().filter_map(program).collect::<Result<_, _>>()?;
    match programs.len() {
        1 => Ok(programs.remove(0)),
        0 => Err("there is no program to run; `cargo augur test` checks the tests of a library".into()),
        _ => Err("which program? name it: --bin NAME".into()),
    }
}

fn cargo_command() -> Command {
    Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()))
}

fn metadata(build: &BuildArgs) -> Result<Value, String> {
    let mut command = cargo_command();
    command.args(["metadata", "--no-deps", "--format-version", "1"]);
    if let Some(path) = &build.manifest_path {
        command.arg("--manifest-path").arg(path);
    }
    let run = command.output().map_err(|error| format!("cannot run cargo: {error}"))?;
    if !run.status.success() {
        return Err(String::from_utf8_lossy(&run.stderr).trim().to_owned());
    }
    serde_json::from_slice(&run.stdout).map_err(|error| format!("cargo metadata: {error}"))
}

/// Builds, and returns what cargo says of each artifact. What rustc says goes where it always goes.
fn cargo(words: Vec<OsString>, build: &BuildArgs) -> Result<Vec<Value>, String> {
    let target = match &build.target_dir {
        Some(target) => target.clone(),
        None => Path::new(metadata(build)?["target_directory"].as_str().unwrap_or("target")).join("augur"),
    };
    let own = std::env::current_exe().map_err(|error| format!("our own program cannot be found: {error}"))?;
    let mut command = cargo_command();
    command.env("RUSTC_WORKSPACE_WRAPPER", own).env(HARNESS, harness(&target)?);
    command.args(words).args(["--message-format=json-render-diagnostics", "--profile", PROFILE_NAME]);
    command.arg("--target-dir").arg(&target);
    command.arg("--config").arg(format!("profile.{PROFILE_NAME}.inherits='{}'", build.profile));
    for setting in PROFILE {
        command.arg("--config").arg(format!("profile.{PROFILE_NAME}.{setting}"));
    }
    for (flag, values) in [("--package", &build.package), ("--features", &build.features)] {
        command.args(values.iter().flat_map(|value| [flag, value]));
    }
    for (flag, given) in [
        ("--workspace", build.workspace),
        ("--all-features", build.all_features),
        ("--no-default-features", build.no_default_features),
    ] {
        command.args(given.then_some(flag));
    }
    if let Some(path) = &build.manifest_path {
        command.arg("--manifest-path").arg(path);
    }
    command.args(&build.cargo_arg).stdin(Stdio::null()).stdout(Stdio::piped());
    let run = command.spawn().and_then(|child| child.wait_with_output());
    let run = run.map_err(|error| format!("cannot run cargo: {error}"))?;
    if !run.status.success() {
        return Err("cargo did not build it".into());
    }
    let messages = run.stdout.split(|byte| *byte == b'\n').filter_map(|line| serde_json::from_slice(line).ok());
    Ok(messages.filter(|message: &Value| message["reason"] == "compiler-artifact").collect())
}

/// The harness, compiled; it is there already unless it or the compiler has changed.
fn harness(target: &Path) -> Result<PathBuf, String> {
    let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let version = Command::new(&rustc).arg("-vV").output();
    let version = version.map_err(|error| format!("cannot run {}: {error}", rustc.display()))?.stdout;
    let key = version
        .iter()
        .chain(SOURCE.as_bytes())
        .fold(OFFSET, |hash, byte| (hash ^ u64::from(*byte)).wrapping_mul(PRIME));
    let directory = target.join(format!("harness-{key:016x}"));
    let library = directory.join("libtest.rlib");
    if library.exists() {
        return Ok(library);
    }
    let trouble = |error: std::io::Error| format!("{}: {error}", directory.display());
    std::fs::create_dir_all(&directory).map_err(trouble)?;
    let source = directory.join("test.rs");
    std::fs::write(&source, SOURCE).map_err(trouble)?;
    // Several may do this at once; what is there is whole.
    let place = tempfile::tempdir_in(&directory).map_err(trouble)?;
    let mut command = Command::new(&rustc);
    command.args(["--edition=2024", "--crate-name=test", "--crate-type=rlib", "-Cembed-bitcode=yes"]);
    let status = command.arg("--out-dir").arg(place.path()).arg(&source).status();
    match status.map_err(|error| format!("cannot run {}: {error}", rustc.display()))?.success() {
        true => std::fs::rename(place.path().join("libtest.rlib"), &library).map_err(trouble).map(|()| library),
        false => Err("our harness cannot be compiled; rustc 1.95 is needed".into()),
    }
}

/// FNV-1a.
const OFFSET: u64 = 0xcbf2_9ce4_8422_2325;
const PRIME: u64 = 0x0100_0000_01b3;

/// What was built, if it can be executed.
fn program(artifact: &Value) -> Option<Result<Program, String>> {
    let executable = PathBuf::from(artifact["executable"].as_str()?);
    let target = &artifact["target"];
    let name = target["name"].as_str().unwrap_or_default();
    let package = Path::new(artifact["manifest_path"].as_str().unwrap_or_default()).parent().unwrap_or(Path::new(""));
    let source = Path::new(target["src_path"].as_str().unwrap_or_default());
    let title = format!("{} ({name})", source.strip_prefix(package).unwrap_or(source).display());
    // It runs in the compiler, and is compiled as the compiler wants it.
    if target["kind"].as_array().is_some_and(|kinds| kinds.iter().any(|kind| kind == "proc-macro")) {
        eprintln!("{title}: not checked, since it is a procedural macro");
        return None;
    }
    let with = |ending: &str| PathBuf::from(format!("{}.{ending}", executable.display()));
    // Programs are linked from `deps` to where they are wanted, examples beside themselves.
    let crate_name = format!("{}.main.bc", name.replace('-', "_"));
    let parent = executable.parent().unwrap_or(Path::new(""));
    let found = [
        (with("bc"), true),
        (with("main.bc"), false),
        (parent.join("deps").join(&crate_name), false),
        (parent.join(&crate_name), false),
    ];
    let Some((bitcode, has_harness)) = found.into_iter().find(|(path, _)| path.exists()) else {
        return Some(Err(format!("{title}: rustc has left no bitcode")));
    };
    Some(Ok(Program { title, executable, bitcode, has_harness, package: package.to_path_buf() }))
}
