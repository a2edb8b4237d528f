//! `--no-shortcuts`: what is left out of standard libraries changes how many states there are, and no answer.
//! The loop is that of libstdc++, by its name. Needs clang-22.

#![allow(clippy::unwrap_used, reason = "helpers of tests, too")]

mod common;

use common::{case, json};

/// Waits for a value as `std::atomic::wait` does: it looks 16 times, then it sleeps.
const WAIT: &str = r#"
#define _GNU_SOURCE
#include <linux/futex.h>
#include <pthread.h>
#include <stdatomic.h>
#include <sys/syscall.h>
#include <unistd.h>

static atomic_int word;
static int data;

int spin(void) __asm__("_ZNSt8__detail13__atomic_spinIvEEiv");
int spin(void) {
    for (int i = 0; i < 16; ++i)
        if (word)
            return 1;
    return 0;
}

static void *set(void *arg) {
    data = 1;
    word = 1;
#ifndef SILENT
    syscall(SYS_futex, &word, FUTEX_WAKE, 1, NULL, NULL, 0);
#endif
    return NULL;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, set, NULL);
#ifdef EARLY
    data++;
#endif
    if (!spin())
        while (!word)
            syscall(SYS_futex, &word, FUTEX_WAIT, 0, NULL, NULL, 0);
    data++;
    pthread_join(thread, NULL);
    return data;
}
"#;

#[test]
fn shortcuts_change_no_answer() {
    let wait = case(WAIT);
    for define in ["-DWAKING", "-DSILENT", "-DEARLY"] {
        let answer = |more: &[&str]| {
            let flags = ["prog.c", "--format", "json", define];
            let report = json(&wait.verify(&[&flags, more].concat()));
            let answer = [&report["outcome"], &report["kind"]].map(Clone::clone);
            (answer, report["statistics"]["states"].as_u64())
        };
        let (short, plain) = (answer(&[]), answer(&["--no-shortcuts"]));
        assert_eq!(short.0, plain.0, "{define}");
        assert!(define == "-DEARLY" || short.1 < plain.1, "{define}: {:?} {:?}", short.1, plain.1);
    }
}

/// Programs of `tests/programs/rust`, broken ones among them, that end without shortcuts as well.
const RUST: [&str; 15] = [
    "condvar",
    "condvar_ok",
    "lock_order",
    "mutex_ok",
    "own_lock",
    "own_lock_ok",
    "race",
    "relock",
    "std_barrier_ok",
    "std_condvar",
    "std_local_ok",
    "std_once_ok",
    "std_park",
    "std_park_ok",
    "try_lock_ok",
];

/// What is recognised of Rust's `std` is a matter of states, at every level of optimisation. Needs rustc.
#[test]
fn shortcuts_change_no_answer_of_rust() {
    let programs = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/programs/rust");
    let empty = case("");
    let mut spared = 0;
    for (name, level) in RUST.iter().flat_map(|name| [(name, "-O0"), (name, "-O2")]) {
        let program = format!("{programs}/{name}.rs");
        let answer = |more: &[&str]| {
            let flags = [&program, "--format", "json", "--time", "5m", level];
            let report = json(&empty.verify(&[&flags, more].concat()));
            let answer = ["outcome", "kind"].map(|field| report[field].clone());
            (answer, report["statistics"]["states"].as_u64())
        };
        let (short, plain) = (answer(&[]), answer(&["--no-shortcuts"]));
        assert_eq!(short.0, plain.0, "{name} {level}");
        assert!(short.0[0] == "safe" || short.0[0] == "violation", "{name} {level}: {:?}", short.0);
        spared += usize::from(short.1 < plain.1);
    }
    assert!(spared > RUST.len(), "shortcuts spare states in {spared} cases only");
}
