//! Every call to the system, many allocations, and every one that the search or the store makes, fail once. Whatever
//! comes of it is one of our outcomes, and nothing is left half written. Needs clang-22.

#![allow(clippy::unwrap_used, reason = "helpers of tests, too")]

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use object::{Object, ObjectSymbol};

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

/// Two threads that count, under a lock.
const COUNTS: &str = "\
#include <pthread.h>
int x;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
void *f(void *a) { pthread_mutex_lock(&m); x++; pthread_mutex_unlock(&m); return a; }
int main(void) {
  pthread_t t[2];
  for (int i = 0; i < 2; i++) pthread_create(t + i, 0, f, 0);
  for (int i = 0; i < 2; i++) pthread_join(t[i], 0);
  return x;
}
";

/// Ways to search that have code of their own.
const WAYS: &[&[&str]] = &[
    &[],
    &["--order", "dfs"],
    &["--store", "plain"],
    &["--lossy"],
    &["--keep-going", "--coverage"],
    &["--reduction", "none", "--shortest"],
    &["--invariant", "x < 2"],
    &["--ltl", "G F {x == 7}", "--fairness", "strong"],
];

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

/// Where functions of the checker begin, and what they are called.
fn functions() -> BTreeMap<u64, String> {
    let file = std::fs::read(env!("CARGO_BIN_EXE_verify")).unwrap();
    let file = object::File::parse(&file[..]).unwrap();
    let named = file.symbols().filter(|symbol| symbol.is_definition());
    named.filter_map(|symbol| Some((symbol.address(), symbol.name().ok()?.to_owned()))).collect()
}

/// Does a function belong to one of these crates?
fn is_in(name: &str, crates: &[&str]) -> bool {
    crates.iter().any(|one| {
        let length = one.len();
        name.starts_with(&format!("_ZN{length}{one}"))
            || name.contains(&format!("$LT${one}.."))
            || name.starts_with("_R") && name.contains(&format!("_{length}{one}"))
    })
}

/// The places in `search` and `store` that allocate, each with the number of its first allocation. `known` ones are
/// left out.
fn places(list: &str, functions: &BTreeMap<u64, String>, known: &mut BTreeSet<Vec<u64>>) -> Vec<usize> {
    let mut found = Vec::new();
    for (number, line) in list.lines().enumerate() {
        let frames: Vec<u64> = line.split_whitespace().map(|word| u64::from_str_radix(word, 16).unwrap()).collect();
        let name = |at: &u64| functions.range(..*at).next_back().map_or("", |(_, name)| name.as_str());
        let Some(depth) = frames.iter().position(|at| is_in(name(at), &["search", "store"])) else { continue };
        // What they have others do is not theirs.
        let by_others = frames[..depth].iter().any(|at| is_in(name(at), &["ir", "machine", "ltl"]));
        if !by_others && known.insert(frames[..=depth].to_vec()) {
            found.push(number + 1);
        }
    }
    found
}

#[test]
fn every_place_of_search_and_store_can_be_refused_memory() {
    let bench = Bench::new();
    let directory = bench.directory.path();
    std::fs::write(directory.join("prog.c"), COUNTS).unwrap();
    let mut compile = Command::new(env!("CARGO_BIN_EXE_verify"));
    compile.current_dir(directory).args(["cc", "-g", "-c", "-emit-llvm", "prog.c", "-o", "prog.bc"]);
    assert!(compile.status().unwrap().success());
    let (functions, mut known, mut missed) = (functions(), BTreeSet::new(), 0);
    let (list, mark) = (directory.join("list"), directory.join("mark"));
    let run = |way: &[&str], fault: &str| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_verify"));
        command.current_dir(directory).args(["prog.bc", "--format", "json", "--workers", "1"]).args(way);
        command.env("FAULT", fault).env("FAULT_LIST", &list).env("FAULT_MARK", &mark);
        command.env("LD_PRELOAD", &bench.shim).env_remove("RUST_BACKTRACE").output().unwrap()
    };
    for way in WAYS {
        let _ = std::fs::remove_file(&list);
        let whole = run(way, "list:0").status.code();
        // A store that takes one state for another proves nothing.
        assert!(matches!(whole, Some(0 | 1)) || way.contains(&"--lossy"), "{way:?}: {whole:?}");
        for number in places(&std::fs::read_to_string(&list).unwrap(), &functions, &mut known) {
            std::fs::write(&mark, "").unwrap();
            let output = run(way, &format!("own:{number}"));
            let report: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap_or_default();
            // Who can do without goes on.
            let fine = output.status.code() == whole || report["outcome"] == "limit" && output.status.code() == Some(4);
            assert!(fine, "{way:?} {number}: {:?} {report} {}", output.status, String::from_utf8_lossy(&output.stderr));
            // What is written for people differs from run to run, and the last allocations with it.
            missed += usize::from(mark.exists());
        }
    }
    assert!(known.len() >= 100 && missed * 10 < known.len(), "{}, {missed} missed", known.len());
}
