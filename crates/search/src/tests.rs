//! Wrong answers, planted, are noticed: each way to doubt an answer is given one to doubt.

mod ranks;
mod resume;

use std::process::Command;
use std::time::Instant;

use machine::{Config, Image, Kind, Presumptions, Problem, Reduction};

use crate::checkpoint::Journal;
use crate::outcome::Patience;
use crate::rehearse::rehearse;
use crate::{Options, Outcome, Path, REHEARSALS, Retraced, Verdict, audit, check, retrace, search};

/// Two threads count; one of their steps may get lost.
const LOST_UPDATE: &str = r#"
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
atomic_int n;
void *add(void *arg) { int seen = n; n = seen + 1; return arg; }
int main(void) {
    pthread_t s, t;
    pthread_create(&s, 0, add, 0);
    pthread_create(&t, 0, add, 0);
    pthread_join(s, 0);
    pthread_join(t, 0);
    printf("%d\n", n);
#ifdef CHECKED
    assert(n == 2);
#endif
    return n;
}
"#;

/// Main writes what a thread reads later.
const HANDED_OVER: &str = r#"
#include <pthread.h>
int data;
void *get(void *arg) { *(int *)arg = data; return arg; }
int main(void) {
    pthread_t t;
    int copy = 0;
    data = 1;
    pthread_create(&t, 0, get, &copy);
    pthread_join(t, 0);
    return copy;
}
"#;

/// Two threads count for themselves for a long time, and then something goes wrong.
const LATE_FAILURE: &str = r#"
#include <assert.h>
#include <pthread.h>
int count[2];
void *add(void *own) { for (int i = 0; i < 20; i++) ++*(int *)own; return own; }
int main(void) {
    pthread_t s, t;
    pthread_create(&s, 0, add, &count[0]);
    pthread_create(&t, 0, add, &count[1]);
    pthread_join(s, 0);
    pthread_join(t, 0);
    assert(count[0] != count[1]);
}
"#;

/// Says that `n` belongs to two threads at once, if nobody looks whether they may act beside each other. The
/// accesses of both comply with it, so nothing breaks and much is left out.
const WRONG: [&str; 3] = ["global n 0 4 staged 7 7", "main starts", "main stays"];

fn image(source: &str, flags: &[&str]) -> Image {
    let directory = tempfile::tempdir().expect("a directory");
    std::fs::write(directory.path().join("t.c"), source).expect("written");
    let mut clang = Command::new("clang-22");
    clang.current_dir(directory.path()).args(["-g", "-c", "-emit-llvm", "-o", "t.bc", "t.c"]).args(flags);
    assert!(clang.status().expect("clang-22 runs").success(), "clang accepts the test");
    let bytes = std::fs::read(directory.path().join("t.bc")).expect("read");
    let library = ir::Library::new(runtime::OBJECTS, runtime::ABSENT, Vec::new());
    let program = ir::load(&[ir::Input::whole("t.c", &bytes)], &ir::LoadOptions::default(), &library);
    Image::new(program.unwrap_or_else(|error| panic!("it loads: {error:?}")), Config::default())
}

fn options() -> Options {
    Options { prints: true, pairs_max: 10_000, ..Options::default() }
}

/// Searches with presumptions that nobody has learnt.
fn presuming(image: &Image, lines: &[&str]) -> Outcome {
    let lines: Vec<String> = lines.iter().map(|line| line.to_string()).collect();
    let presumptions = Presumptions::read(&lines, &image.program).credulous();
    search::run(image, &presumptions, &options(), (Instant::now(), &Journal::default()), &|_| {}).expect("no break")
}

fn violation(image: &Image) -> (Presumptions, Problem, Path) {
    let found = check(image, &options(), &|_| {});
    match found.verdict {
        Verdict::Violation { problem, path } => (found.presumptions, problem, path),
        other => panic!("a violation, not {other:?}"),
    }
}

/// Three threads that meet at a few of many places, one of them with a lock, and one that looks at everything.
const THREE: &str = r#"
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int cells[4], sum;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int guarded;
static void *work(void *arg) {
    int i = (int)(long)arg;
    cells[i] = i + 1;
    if (cells[(i + 1) % 3])
        cells[i] += 4;
    if (i == 1) {
        pthread_mutex_lock(&lock);
        guarded++;
        pthread_mutex_unlock(&lock);
    }
    sum += cells[(i + 2) % 3] > 4;
    return 0;
}
#ifndef CROWD
#define CROWD 0
#endif
static pthread_mutex_t gate = PTHREAD_MUTEX_INITIALIZER;
static void *wait(void *arg) {
    pthread_mutex_lock(&gate);
    pthread_mutex_unlock(&gate);
    return arg;
}
int main(void) {
    pthread_t t[3];
    pthread_mutex_lock(&gate);
    for (long i = 0; i < CROWD; i++)
        pthread_create(&t[0], 0, wait, 0);
    for (long i = 0; i < 3; i++)
        pthread_create(&t[i], 0, work, (void *)i);
    int seen = cells[0] + 10 * cells[2];
    pthread_mutex_lock(&lock);
    guarded++;
    pthread_mutex_unlock(&lock);
    for (int i = 0; i < 3; i++)
        pthread_join(t[i], 0);
#ifdef CHECKED
    assert(seen != 71 || sum != 3);
#endif
    return seen + sum;
}
"#;

#[test]
fn asleep_or_not_the_states_are_the_same() {
    let crowds = [&["-DCROWD=30"][..], &["-DCROWD=30", "-DCHECKED"]];
    for flags in [&[][..], &["-O2"], &["-DCHECKED"], &["-O2", "-DCHECKED"]].into_iter().chain(crowds) {
        let image = image(THREE, flags);
        let options = Options { company: false, scouts: false, ..Options::default() };
        let awake = check(&image, &Options { sleep: false, ..options.clone() }, &|_| {});
        // The machine looks at every thread of every state then.
        let executed = check(&image, &Options { sleep: false, recall: false, ..options.clone() }, &|_| {});
        assert_eq!((&executed.verdict, &executed.exits), (&awake.verdict, &awake.exits));
        assert_eq!(executed.statistics.states, awake.statistics.states);
        for workers in [1, 2] {
            let asleep = check(&image, &Options { workers, ..options.clone() }, &|_| {});
            assert_eq!((&asleep.verdict, &asleep.exits), (&awake.verdict, &awake.exits));
            let (slept, plain) = (asleep.statistics, awake.statistics);
            assert_eq!((slept.states, slept.depth), (plain.states, plain.depth));
            assert!(slept.slept > 0 && plain.slept == 0);
            // What else the last layer has is counted by luck if something was found in it.
            if asleep.verdict == Verdict::Safe {
                assert_eq!((slept.transitions + slept.slept, slept.ends), (plain.transitions, plain.ends));
            }
        }
    }
}

#[test]
fn honest_answers_are_confirmed() {
    for flags in [&[][..], &["-DCHECKED"]] {
        let image = image(LOST_UPDATE, flags);
        let found = check(&image, &options(), &|_| {});
        let audited = audit(&image, &options(), &found, &|_| {});
        assert_eq!((audited.defect, audited.unfinished), (None, vec![]));
        assert_eq!(audited.level.map(|level| level.name()), Some("none"));
        assert_eq!((audited.findings, audited.exits, audited.prints), (flags.len(), 2 - flags.len(), 2));
        assert!(audited.commuted.pairs > 0);
    }
}

#[test]
fn actions_that_do_not_commute_are_noticed() {
    let image = image(LOST_UPDATE, &[]);
    let defect = presuming(&image, &WRONG).commuted.defect.expect("a defect");
    assert!(defect.contains("taken to be independent") && defect.contains("t.c:7"), "{defect}");
}

/// Alone, a thread takes shortcuts to what is decoded, and in the middle of a section it asks what time
/// it is.
#[test]
fn names_do_not_depend_on_what_was_decoded() {
    let image = image(include_str!("../../../tests/programs/time/sleep_and_wait_ok.c"), &[]);
    for level in [Reduction::None, Reduction::Tau, Reduction::TauPlus, Reduction::Full, Reduction::Presumed] {
        let found = check(&image.at(level), &options(), &|_| {});
        assert_eq!((found.verdict, found.commuted.defect), (Verdict::Safe, None));
    }
}

#[test]
fn another_search_notices_what_was_left_out() {
    let mut told = Vec::new();
    for flags in [&[][..], &["-DCHECKED"]] {
        let image = image(LOST_UPDATE, flags);
        let mut found = presuming(&image, &WRONG);
        assert_eq!(found.verdict, Verdict::Safe);
        found.commuted.defect = None;
        told.push(audit(&image, &options(), &found, &|_| {}).defect.expect("a defect"));
    }
    assert!(told[0].contains("exit statuses; only at none: 1"), "{}", told[0]);
    assert!(told[1].contains("violations; only at none: assert at t.c:16"), "{}", told[1]);
}

#[test]
fn rehearsals_end_when_time_is_up() {
    let image = image(HANDED_OVER, &[]);
    let learnt = |until| {
        rehearse(&image, REHEARSALS, &Patience { until, interrupted: None }).presumptions.spell(&image.program).len()
    };
    assert!(learnt(Some(Instant::now())) < learnt(None));
}

#[test]
fn a_path_that_does_not_go_wrong_is_noticed() {
    let image = image(LOST_UPDATE, &["-DCHECKED"]);
    let (presumed, problem, path) = violation(&image);
    assert_eq!(retrace(&image, &presumed, &path, &problem), Retraced::Confirmed);
    let other = Problem { kind: Kind::NullDeref, ..problem.clone() };
    assert!(matches!(retrace(&image, &presumed, &path, &other), Retraced::Differs(_)));
    let short = path[..path.len() - 1].to_vec();
    assert!(matches!(retrace(&image, &presumed, &short, &problem), Retraced::Differs(_)));
}

/// To find all violations the search is done over, presuming nothing. That may take too long.
#[test]
fn what_was_found_is_not_lost_in_a_later_round() {
    let image = image(LATE_FAILURE, &[]);
    let options = Options { keep_going: true, states_max: Some(200), ..options() };
    let found = check(&image, &options, &|_| {});
    let Verdict::Violation { problem, path } = &found.verdict else { panic!("a violation, not {:?}", found.verdict) };
    assert_eq!((problem.kind, found.complete, found.statistics.rounds), (Kind::Assert, false, 2));
    assert_eq!(retrace(&image, &found.presumptions, path, problem), Retraced::Confirmed);
    assert!(found.warnings.iter().any(|warning| warning.contains("the limit of 200 states")), "{:?}", found.warnings);
}
