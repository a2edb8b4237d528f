//! `--no-shortcuts`: what is left out of standard libraries changes how many states there are, and no answer.
//! The loop is that of libstdc++, by its name; for Rust, programs of the suite say `//@ no-shortcuts`. Needs clang-22.

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

/// Nothing that main leads to installs the handler, unless it is asked to.
const HELPERS: &str = r#"
#include <pthread.h>
#include <signal.h>
#include <unistd.h>

static volatile sig_atomic_t late;
static int part[2];

static void note(int signal) { late = signal; }

void fail_after(unsigned seconds) {
    signal(SIGALRM, note);
    alarm(seconds);
}

static void *work(void *part) {
    for (int i = 0; i < 3; i++)
        ++*(int *)part;
    return NULL;
}

int main(void) {
#ifdef REACHED
    fail_after(1);
#endif
    pthread_t thread;
    pthread_create(&thread, NULL, work, &part[0]);
    work(&part[1]);
    pthread_join(thread, NULL);
    return 0;
}
"#;

#[test]
fn functions_that_nobody_reaches_cost_nothing() {
    let helpers = case(HELPERS);
    let states = |more: &[&str]| {
        let report = json(&helpers.verify(&[&["prog.c", "--format", "json"], more].concat()));
        assert_eq!(report["outcome"], "safe", "{more:?}");
        report["statistics"]["states"].as_u64().unwrap()
    };
    let (plain, reached) = (states(&["--no-shortcuts"]), states(&["-DREACHED"]));
    assert!(states(&[]) < plain.min(reached) / 10, "{plain} and {reached}");
}
