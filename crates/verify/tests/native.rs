//! `--native`: the commands in the file make a program that goes wrong as the checker says, every time. Needs
//! clang-22 and llvm-symbolizer.

#![allow(clippy::unwrap_used, reason = "helpers of tests, too")]

use std::path::Path;
use std::process::{Command, Output};

const ATOMIC: &str = r#"
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int n;
static void *add(void *arg) {
    for (int i = 0; i < 2; i++) {
        int seen = n;
        n = seen + 1;
    }
    return arg;
}
int main(void) {
    pthread_t s, t;
    pthread_create(&s, NULL, add, NULL);
    pthread_create(&t, NULL, add, NULL);
    pthread_join(s, NULL);
    pthread_join(t, NULL);
    assert(n == 4);
}
"#;

const RACE: &str = r#"
#include <pthread.h>
static int n;
static void *add(void *arg) { n++; return arg; }
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, add, 0);
    add(0);
    pthread_join(t, 0);
    return n == 7;
}
"#;

const PLAIN: &str = r#"
#include <assert.h>
#include <pthread.h>
static int n;
static void *add(void *arg) { n++; return arg; }
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, add, 0);
    add(0);
    pthread_join(t, 0);
    assert(n == 2);
}
"#;

const DEADLOCK: &str = r#"
#include <pthread.h>
static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
static void both(pthread_mutex_t *first, pthread_mutex_t *second) {
    pthread_mutex_lock(first);
    pthread_mutex_lock(second);
    pthread_mutex_unlock(second);
    pthread_mutex_unlock(first);
}
static void *other(void *arg) { both(&b, &a); return arg; }
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, other, 0);
    both(&a, &b);
    pthread_join(t, 0);
}
"#;

/// Two threads wait, both are woken, one is enough to take what there is.
const CONDITION: &str = r#"
#include <assert.h>
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int ready, waiting;
static void *take(void *arg) {
    pthread_mutex_lock(&m);
    if (!ready) {
        waiting++;
        pthread_cond_wait(&c, &m);
    }
    ready--;
    assert(ready >= 0);
    pthread_mutex_unlock(&m);
    return arg;
}
int main(void) {
    pthread_t s, t;
    pthread_create(&s, 0, take, 0);
    pthread_create(&t, 0, take, 0);
    pthread_mutex_lock(&m);
    ready = waiting == 2 ? 1 : 2;
    pthread_cond_broadcast(&c);
    pthread_mutex_unlock(&m);
    pthread_join(s, 0);
    pthread_join(t, 0);
}
"#;

const FREED: &str = r#"
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
static void *read(void *shared) { return *(atomic_int *)shared ? shared : NULL; }
int main(void) {
    pthread_t t;
    atomic_int *shared = calloc(1, sizeof *shared);
    pthread_create(&t, NULL, read, shared);
    free(shared);
    pthread_join(t, NULL);
}
"#;

fn verify(directory: &Path, args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_verify")).current_dir(directory).args(args).output().unwrap()
}

/// Executes what the comment at the top of a schedule says; returns what the program said and its status.
fn follow(directory: &Path, file: &str) -> (String, Option<i32>) {
    let text = std::fs::read_to_string(directory.join(file)).unwrap();
    let commands: Vec<&str> = text.lines().filter_map(|line| line.strip_prefix(" *     ")).collect();
    let (run, make) = commands.split_last().unwrap();
    for command in make {
        let made = Command::new("sh").current_dir(directory).args(["-c", command]).output().unwrap();
        assert!(made.status.success(), "{command}\n{}", String::from_utf8_lossy(&made.stderr));
    }
    let mut program = Command::new("sh");
    program.current_dir(directory).env("SCHEDULE_TIMEOUT", "1").args(["-c", &format!("exec {run}")]);
    let done = program.output().unwrap();
    (String::from_utf8_lossy(&done.stderr).into_owned(), done.status.code())
}

#[track_caller]
fn check(source: &str, flags: &[&str], status: Option<i32>, said: &[&str]) {
    let directory = tempfile::tempdir().unwrap();
    let directory = directory.path();
    std::fs::write(directory.join("prog.c"), source).unwrap();
    let found = verify(directory, &[&["prog.c", "--native", "schedule.c", "--save", "v.json"], flags].concat());
    assert_eq!(found.status.code(), Some(1), "{}", String::from_utf8_lossy(&found.stdout));
    let (text, code) = follow(directory, "schedule.c");
    assert_eq!(code, status, "{text}");
    said.iter().for_each(|part| assert!(text.contains(part), "{part} is not in {text}"));
    assert!(!text.contains("cannot be taken"), "{text}");
    // A saved violation has the same schedule.
    assert_eq!(verify(directory, &["replay", "v.json", "--native", "again.c"]).status.code(), Some(1));
    let turns = |file: &str| {
        let text = std::fs::read_to_string(directory.join(file)).unwrap();
        text.split_once("struct turn").unwrap().1.to_string()
    };
    assert_eq!(turns("schedule.c"), turns("again.c"));
}

#[test]
fn a_lost_update_is_lost() {
    check(ATOMIC, &[], None, &["Assertion `n == 4' failed"]);
    check(PLAIN, &["--races", "off"], None, &["Assertion `n == 2' failed"]);
}

#[test]
fn racing_accesses_stand_side_by_side() {
    let said = ["everybody runs: data-race", "thread 0 is about to ", "thread 1 is about to ", "prog.c:4:"];
    check(RACE, &[], Some(0), &said);
}

#[test]
fn a_deadlock_locks() {
    let said = ["everybody runs: deadlock", "thread 0 is in or before pthread_mutex_lock", "nobody comes to anything"];
    check(DEADLOCK, &[], Some(99), &said);
}

#[test]
fn waiting_threads_wake_in_order() {
    check(CONDITION, &[], None, &["Assertion `ready >= 0' failed"]);
}

#[test]
fn freed_memory_is_used() {
    check(FREED, &[], None, &["thread 1 accesses at ", "what was freed at "]);
}
