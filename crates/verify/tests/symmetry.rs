//! Threads that are alike: with `--symmetry` the same is found, the program exits with the same statuses, and *safe* is
//! not said where they have changed places.

#![allow(clippy::unwrap_used, reason = "helpers of tests, too")]

use std::path::Path;
use std::process::Command;

use serde_json::Value;

fn check(program: &Path, flags: &[&str]) -> Value {
    let done = Command::new(env!("CARGO_BIN_EXE_verify"))
        .args(["check", "--format", "json", "--workers", "1", "-O1"])
        .args(flags)
        .arg(program)
        .output()
        .unwrap();
    serde_json::from_slice(&done.stdout).unwrap()
}

#[test]
fn the_same_is_found() {
    let directory = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/programs/alike");
    let mut fewer = 0;
    for entry in std::fs::read_dir(directory).unwrap() {
        let program = entry.unwrap().path();
        if program.extension().is_none_or(|extension| extension != "c") {
            continue;
        }
        let (plain, arranged) = (check(&program, &[]), check(&program, &["--symmetry"]));
        let what = program.display();
        if plain["outcome"] == "violation" {
            assert_eq!((&plain["outcome"], &plain["kind"]), (&arranged["outcome"], &arranged["kind"]), "{what}");
            continue;
        }
        assert_eq!(plain["exit_statuses"], arranged["exit_statuses"], "{what}");
        let states = |of: &Value| of["statistics"]["states"].as_u64().unwrap();
        if arranged["outcome"] == "limit" {
            fewer += u64::from(states(&arranged) < states(&plain));
        } else {
            assert_eq!(arranged["outcome"], plain["outcome"], "{what}");
        }
    }
    assert!(fewer > 3, "hardly any program gains by it");
}
