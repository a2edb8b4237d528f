//! Every call to the system, and many allocations, fail once. Whatever comes of it is one of our outcomes, and
//! nothing is left half written. Needs clang-22.

#![allow(clippy::unwrap_used, reason = "helpers of tests, too")]

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// Two threads that race.
const RACES: &str = "\
@x = global i32 0
declare i32 @pthread_create(ptr, ptr, ptr, ptr)
define ptr @f(ptr %a) {
  store i32 1, ptr @x
  ret ptr null
}
define i32 @main() {
  %t = alloca i64
  %r = call i32 @pthread_create(ptr %t, ptr null, ptr @f, ptr null)
  store i32 2, ptr @x
  ret i32 0
}
";

struct Bench {
    directory: tempfile::TempDir,
    shim: PathBuf,
}

impl Bench {
    fn new() -> Bench {
        let directory = tempfile::tempdir().unwrap();
        let shim = directory.path().join("shim.so");
        let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/faults/shim.c");
        let mut compile = Command::new("clang-22");
        compile.args(["-shared", "-fPIC", "-O1", "-w", "-o"]).arg(&shim).arg(source).arg("-ldl");
        assert!(compile.status().unwrap().success());
        Bench { directory, shim }
    }

    /// Checks the program while one call fails. Tells whether there was such a call.
    fn check(&self, fault: &str) -> (Output, bool) {
        let own = tempfile::tempdir_in(&self.directory).unwrap();
        let temporary = own.path().join("tmp");
        std::fs::create_dir(&temporary).unwrap();
        std::fs::write(own.path().join("prog.ll"), RACES).unwrap();
        let mark = own.path().join("mark");
        std::fs::write(&mark, "").unwrap();
        let mut command = Command::new(env!("CARGO_BIN_EXE_verify"));
        command.args(["prog.ll", "--format", "json", "--save", "saved.json", "--workers", "2", "--time", "20s"]);
        command.current_dir(&own).env("TMPDIR", &temporary).env("FAULT_MARK", &mark);
        let output =
            command.env("FAULT", fault).env("LD_PRELOAD", &self.shim).env_remove("RUST_BACKTRACE").output().unwrap();
        let happened = !mark.exists();
        let saved = own.path().join("saved.json");
        if let Ok(text) = std::fs::read(&saved) {
            serde_json::from_slice::<serde_json::Value>(&text).unwrap();
        }
        let left = std::fs::read_dir(&own).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
        let known = ["tmp", "prog.ll", "mark", "saved.json"];
        let strange: Vec<String> = left.filter(|name| !known.contains(&name.as_str())).collect();
        assert!(strange.is_empty(), "{fault}: {strange:?}");
        assert_eq!(std::fs::read_dir(&temporary).unwrap().count(), 0, "{fault}");
        (output, happened)
    }

    /// The outcome is a violation that is told in full, a limit, or an error that is told.
    fn judge(&self, fault: &str) -> bool {
        let (output, happened) = self.check(fault);
        let (out, err) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
        let json: Option<serde_json::Value> = serde_json::from_str(&out).ok();
        let outcome = json.as_ref().and_then(|json| json["outcome"].as_str()).unwrap_or_default();
        let fine = match output.status.code() {
            Some(1) => outcome == "violation",
            Some(2) => outcome == "usage" || !err.is_empty(),
            Some(4) => outcome == "limit" || !err.is_empty(),
            _ => false,
        };
        assert!(fine, "{fault}: {:?}\n{out}\n{err}", output.status);
        happened
    }
}

#[test]
fn every_call_to_the_system_fails_once() {
    let bench = Bench::new();
    assert!(!bench.judge("nothing:1"));
    let mut failures = 0;
    for function in ["fork", "pthread_create", "open64", "read", "write", "rename", "mmap", "mmap64"] {
        let mut number = 1;
        while bench.judge(&format!("{function}:{number}")) && number < 60 {
            number += 1;
            failures += 1;
        }
    }
    assert!(failures >= 12, "{failures}");
}

#[test]
fn allocations_fail_anywhere() {
    let bench = Bench::new();
    // From LLVM's first ones to those of the search and the report, ever farther apart.
    let (mut number, mut failures) = (1, 0);
    while bench.judge(&format!("malloc:{number}")) {
        failures += 1;
        number += 1 + number / 12;
    }
    assert!(failures >= 50, "{failures}");
}
