//! Searches that put into files what does not fit into memory. Needs clang-22.

#![allow(clippy::unwrap_used, reason = "helpers of tests, too")]

mod common;

use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::time::Duration;

use common::{Case, case, json, text};
use serde_json::Value;

/// More memory than this is not needed by any of them, in MiB.
const MEMORY_MIB_MAX: u64 = 120;

/// A program of the benches, as bitcode: who compiles needs memory for that.
fn bench(path: &str) -> Case {
    let case = case("");
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../benches").join(path);
    let mut clang = Command::new("clang-22");
    clang.args(["-O2", "-g", "-c", "-emit-llvm", "-o", "prog.bc"]).arg(source).current_dir(&case.directory);
    assert!(clang.status().unwrap().success());
    std::fs::create_dir(case.directory.path().join("files")).unwrap();
    case
}

/// What a report says but for figures of time and memory, and of how far others had come when a violation was found.
fn told(output: &Output) -> Value {
    let mut report = json(output);
    let figures =
        ["seconds", "memory_bytes", "store_bytes", "spilled_bytes", "tables", "states_per_second", "bytes_per_state"];
    let progress = ["transitions", "instructions", "slept"].iter().filter(|_| report["outcome"] == "violation");
    let left_out: Vec<&str> = figures.iter().chain(progress).copied().collect();
    let statistics = report["statistics"].as_object_mut().unwrap();
    for figure in left_out {
        statistics.remove(figure);
    }
    report
}

/// Runs it with as little memory as it can be done with, and tells how much that is, in MiB. Twice as much may be
/// spilled as fits.
fn tightly(case: &Case, flags: &[&str]) -> (Output, u64) {
    for memory in (4..=MEMORY_MIB_MAX).step_by(2) {
        let size = format!("{memory}M");
        let output =
            case.verify(&[&["prog.bc", "--format", "json", "--spill", "files", "--memory", &size], flags].concat());
        if output.status.code() != Some(4) {
            return (output, memory);
        }
    }
    panic!("{flags:?} needs more than {MEMORY_MIB_MAX} MiB");
}

fn check(path: &str, flags: &[&str]) {
    let case = bench(path);
    let whole = case.verify(&[&["prog.bc", "--format", "json"], flags].concat());
    let (tight, memory) = tightly(&case, flags);
    assert_eq!(told(&tight), told(&whole), "{path} {flags:?}");
    let spilled = json(&tight)["statistics"]["spilled_bytes"].as_u64();
    assert!(spilled.is_some_and(|bytes| bytes > 1 << 20), "{path} {flags:?}: {spilled:?} spilled with {memory} MiB");
    assert_eq!(std::fs::read_dir(case.directory.path().join("files")).unwrap().count(), 0);
}

#[test]
fn verdicts_are_the_same() {
    check("programs/peterson4.c", &["-w", "1"]);
    check("programs/lamport4.c", &["-w", "2"]);
    check("programs/treiber.c", &["-w", "1", "--reduction", "full", "--shortest"]);
}

#[test]
fn so_are_traces() {
    for (path, workers) in [("deep/philosophers.c", "1"), ("deep/ring.c", "2"), ("deep/aba.c", "1")] {
        check(path, &["--shortest", "-w", workers]);
    }
}

#[test]
fn other_ways_to_search_spill_too() {
    check("programs/peterson4.c", &["-w", "1", "--order", "dfs"]);
    check("programs/peterson3.c", &["-w", "1", "--store", "plain", "--reduction", "full"]);
    check("programs/peterson3.c", &["-w", "2", "--ltl", "G F {1 == 1}"]);
}

/// It goes on from a checkpoint, and there is nothing left whoever is killed.
#[test]
fn with_checkpoints_and_killed() {
    let case = bench("programs/lamport4.c");
    let whole = case.verify(&["prog.bc", "--format", "json", "-w", "1"]);
    let (_, memory) = tightly(&case, &["-w", "1"]);
    // Who reads a checkpoint needs a little more.
    let memory = format!("{}M", memory + 6);
    let first = ["prog.bc", "--memory", &memory, "--spill", "files", "--checkpoint", "kept", "-w", "1"];
    case.check(&[&first[..], &["--states", "250000"]].concat(), 4, "verify resume kept");
    let last = case.verify(&["resume", "kept", "--states", "99999999", "--format", "json"]);
    assert_eq!(told(&last), told(&whole));
    assert!(json(&last)["statistics"]["spilled_bytes"].as_u64() > Some(0));
    let mut command = Command::new(env!("CARGO_BIN_EXE_verify"));
    command.current_dir(&case.directory).args(first).stdout(Stdio::null()).stderr(Stdio::null());
    for milliseconds in [100, 300, 600] {
        let mut search = command.spawn().unwrap();
        std::thread::sleep(Duration::from_millis(milliseconds));
        let _ = search.kill();
        search.wait().unwrap();
        assert_eq!(std::fs::read_dir(case.directory.path().join("files")).unwrap().count(), 0);
    }
}

#[test]
fn where_nothing_can_be_put() {
    let case = bench("programs/peterson3.c");
    for place in ["nowhere", "prog.bc", "/dev/shm", "/proc"] {
        case.check(&["prog.bc", "--spill", place], 2, "nothing can be put into files there");
    }
    case.check(&["prog.bc", "--spill", "files", "--lossy"], 2, "does not go with --lossy");
}

/// A disk that is full is a limit, and no crash.
#[test]
fn a_full_disk() {
    let case = bench("programs/peterson4.c");
    let (_, memory) = tightly(&case, &["-w", "1"]);
    let verify = env!("CARGO_BIN_EXE_verify");
    // No file may be larger than half a mebibyte.
    let script = format!("ulimit -f 1024; exec {verify} prog.bc -w 1 --spill files --memory {memory}M");
    let output = Command::new("sh").args(["-c", &script]).current_dir(&case.directory).output().unwrap();
    let all = text(&output.stdout) + &text(&output.stderr);
    assert_eq!(output.status.code(), Some(4), "{all}");
    assert!(all.contains("files takes no more: File too large") && all.contains("--spill"), "{all}");
}
