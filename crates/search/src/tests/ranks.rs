//! A search over several ranks comes to the same as one in one process. The ranks are threads here.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use ltl::{Algorithm, Automaton, Fairness, Formula};
use machine::{Image, Kind};

use super::resume::{assert_same, keeping_of};
use super::{LATE_FAILURE, LOST_UPDATE, THREE, image};
use crate::property::{Looks, Property, Proposition};
use crate::threads::{self, Local};
use crate::{Checkpoint, Checkpoints, Keep, Options, Outcome, Refused, Verdict, check, resume};

/// The outcome that each of so many ranks has.
fn over(ranks: usize, image: &Image, options: &Options) -> Vec<Outcome> {
    each_of(ranks, options, &|_, options| check(image, options, &|_| {}))
}

/// What comes of something that each of so many ranks does.
fn each_of<T: Send>(ranks: usize, options: &Options, work: &(dyn Fn(usize, &Options) -> T + Sync)) -> Vec<T> {
    threads::each_of(ranks, options, work).expect("no panic")
}

/// Threads that wait for each other for ever, each in a loop that others could end.
const SPINNING: &str = r#"
#include <pthread.h>
#include <stdatomic.h>
static atomic_int turn, go[3];
static void *wait(void *arg) {
    int i = (int)(long)arg;
    turn = i;
    while (!go[i] && turn != (i + 1) % 3) { }
    return 0;
}
int main(void) {
    pthread_t t[3];
    for (long i = 0; i < 3; i++)
        pthread_create(&t[i], 0, wait, (void *)i);
#ifdef ENDS
    for (int i = 0; i < 3; i++)
        go[i] = 1;
#endif
    for (int i = 0; i < 3; i++)
        pthread_join(t[i], 0);
    return 0;
}
"#;

/// Blocks of memory that come and go, and a long array.
const BLOCKS: &str = r#"
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
static _Atomic(int *) shared;
static atomic_int cells[40];
static void *work(void *arg) {
    int i = (int)(long)arg;
    int *own = malloc(sizeof *own);
    if (!own) exit(1);
    *own = i;
    int *before = atomic_exchange(&shared, own);
    cells[7 * i + 3] = before ? *before : 9;
    cells[5 * i] += i;
    free(before);
    return 0;
}
int main(void) {
    pthread_t t[3];
    for (long i = 0; i < 3; i++)
        pthread_create(&t[i], 0, work, (void *)i);
    for (int i = 0; i < 3; i++)
        pthread_join(t[i], 0);
    free(shared);
    return cells[10] + cells[3];
}
"#;

#[test]
fn ranks_change_nothing() {
    let programs: [(&str, &[&str]); 8] = [
        (THREE, &[]),
        (THREE, &["-DCHECKED"]),
        (LOST_UPDATE, &[]),
        (LOST_UPDATE, &["-DCHECKED"]),
        (LATE_FAILURE, &[]),
        (SPINNING, &[]),
        (SPINNING, &["-DENDS"]),
        (BLOCKS, &[]),
    ];
    for (source, flags) in programs {
        let image = image(source, flags);
        for (company, sleep, keep_going) in
            [(true, true, false), (true, true, true), (false, true, false), (false, false, false)]
        {
            let options = Options { company, sleep, keep_going, ..Options::default() };
            let whole = check(&image, &options, &|_| {});
            for (ranks, workers) in [(1, 2), (2, 1), (3, 1 + usize::from(company))] {
                let options = Options { workers, ..options.clone() };
                let what =
                    format!("{flags:?} company {company} sleep {sleep} going {keep_going}, {ranks} ranks\n{source}");
                let mut all = over(ranks, &image, &options);
                // What was found is made easier to read by the first one, which tells it.
                let first = all.swap_remove(0);
                assert_same(&first, &whole, &what);
                assert_eq!(first.failing, whole.failing, "{what}");
                for other in all {
                    let figures = |outcome: &Outcome| (outcome.is_violation(), outcome.statistics.states);
                    assert_eq!(figures(&other), figures(&whole), "{what}");
                }
            }
        }
    }
}

/// A set of fingerprints is spread like any other, and never says *safe*.
#[test]
fn lossy_ranks_change_nothing() {
    for (source, flags) in
        [(THREE, &[][..]), (THREE, &["-DCHECKED"]), (LOST_UPDATE, &[]), (SPINNING, &[]), (BLOCKS, &[])]
    {
        let image = image(source, flags);
        for (company, keep_going, workers) in [(false, false, 1), (true, false, 3), (false, true, 3)] {
            let exact = Options { company, keep_going, workers, sleep: false, ..Options::default() };
            let lossy = Options { keep: Keep::Fingerprints, ..exact.clone() };
            // In these few states no fingerprint is there twice. With threads left for later a single process
            // knows less of what is new in the layer, and may visit more states.
            let like = if company { &exact } else { &lossy };
            let whole = check(&image, like, &|_| {});
            let in_doubt = check(&image, &lossy, &|_| {}).verdict;
            for ranks in [2, 4] {
                let what = format!("{flags:?} company {company} going {keep_going}, {ranks} ranks\n{source}");
                let all = over(ranks, &image, &lossy);
                for outcome in &all {
                    assert_ne!(outcome.verdict, Verdict::Safe, "{what}");
                    assert_eq!(outcome.is_violation(), whole.is_violation(), "{what}");
                    assert_eq!(outcome.statistics.depth, whole.statistics.depth, "{what}");
                    if !whole.is_violation() {
                        assert_eq!(outcome.statistics.states, whole.statistics.states, "{what}");
                    }
                }
                if let (Verdict::Unproved { .. }, false) = (&in_doubt, company) {
                    assert_eq!(all[0].verdict, in_doubt, "{what}");
                }
            }
        }
    }
}

/// Begins with so many ranks, or in one process if there are none, until a limit is met.
fn begin(ranks: usize, image: &Image, limited: &Options, directory: &Path) -> Outcome {
    let keeping = |rank, options: &Options| keeping_of((directory, rank), Duration::MAX, options);
    match ranks {
        0 => check(image, &keeping(0, limited), &|_| {}),
        _ => each_of(ranks, limited, &|rank, options| check(image, &keeping(rank, options), &|_| {})).swap_remove(0),
    }
}

/// Goes on with so many.
fn go_on(ranks: usize, image: &Image, options: &Options, directory: &Path) -> Result<Outcome, Refused> {
    let go_on = |rank, options: &Options| {
        let checkpoint = Checkpoint::open(directory).expect("a checkpoint");
        resume(image, &keeping_of((directory, rank), Duration::MAX, options), checkpoint, &|_| {})
    };
    match ranks {
        0 => go_on(0, options),
        _ => each_of(ranks, options, &go_on).swap_remove(0),
    }
}

/// That every execution comes to an end.
fn ends(fairness: Fairness, algorithm: Algorithm) -> Options {
    let property = Property {
        kind: Kind::NonTermination,
        text: String::new(),
        automaton: Automaton::of(&Formula::globally(Formula::proposition(0).negated())).expect("a small one"),
        fairness,
        algorithm,
        propositions: vec![Proposition::Ended],
        names: vec!["ended".into()],
        invariants: Vec::new(),
        looks: Looks::Globals,
    };
    let (company, scouts, livelocks, rehearsals) = (false, false, false, 0);
    Options { property: Some(Arc::new(property)), company, scouts, livelocks, rehearsals, ..Options::default() }
}

/// A search for executions that go on for ever has the same graph over ranks, and finds the same ones in it.
#[test]
fn ranks_have_one_graph() {
    let (mut endless, mut finite) = (0, 0);
    for (source, flags) in [(THREE, &[][..]), (SPINNING, &[]), (SPINNING, &["-DENDS"])] {
        let image = image(source, flags);
        for fairness in [Fairness::None, Fairness::Weak, Fairness::Strong] {
            for algorithm in [Algorithm::Components, Algorithm::Owcty] {
                if (fairness, algorithm) == (Fairness::Strong, Algorithm::Owcty) {
                    continue;
                }
                let options = ends(fairness, algorithm);
                let whole = check(&image, &options, &|_| {});
                endless += usize::from(whole.cycle.is_some());
                finite += usize::from(whole.verdict == Verdict::Safe);
                for (ranks, workers) in [(2, 1), (3, 2)] {
                    let first = over(ranks, &image, &Options { workers, ..options.clone() }).swap_remove(0);
                    assert_same(&first, &whole, &format!("{flags:?} {fairness:?} {algorithm:?} {ranks}\n{source}"));
                }
            }
        }
    }
    assert!(endless > 3 && finite > 3, "{endless} {finite}");
}

/// The graph goes on with the states, wherever these are then.
#[test]
fn a_graph_goes_on_over_other_ranks() {
    let mut interrupted = 0;
    for (source, flags) in [(THREE, &[][..]), (SPINNING, &["-DENDS"])] {
        let image = image(source, flags);
        let options = ends(Fairness::Weak, Algorithm::Components);
        let whole = check(&image, &options, &|_| {});
        for (nth, (from, to)) in (0..4).flat_map(|from| (0..4).map(move |to| (from, to))).enumerate().skip(1) {
            let directory = tempfile::tempdir().expect("a directory");
            let limited = match nth % 3 {
                0 => Options { depth_max: Some(whole.statistics.depth * nth as u64 / 16), ..options.clone() },
                _ => Options { states_max: Some(whole.statistics.states * nth as u64 / 16), ..options.clone() },
            };
            let first = begin(from, &image, &limited, directory.path());
            if !matches!(first.verdict, Verdict::Limit { .. }) {
                continue;
            }
            let what = format!("{flags:?}, from {from} to {to} at {nth}");
            assert!(first.resumable, "{what}: {:?}", first.warnings);
            let again = go_on(to, &image, &options, directory.path()).expect(&what);
            assert_same(&again, &whole, &what);
            interrupted += 1;
        }
    }
    assert!(interrupted > 15, "{interrupted}");
}

/// A search over ranks that a limit has ended goes on over as many, over others, or in one process.
#[test]
fn ranks_go_on_where_others_were() {
    let mut interrupted = 0;
    for (source, flags) in [(THREE, &[][..]), (THREE, &["-DCHECKED"]), (LATE_FAILURE, &[]), (BLOCKS, &[])] {
        let image = image(source, flags);
        for company in [false, true] {
            let options = Options { company, ..Options::default() };
            let whole = check(&image, &options, &|_| {});
            for (nth, (from, to)) in (0..4).flat_map(|from| (0..4).map(move |to| (from, to))).enumerate().skip(1) {
                let directory = tempfile::tempdir().expect("a directory");
                let states = whole.statistics.states * nth as u64 / 16;
                let limited = match nth % 3 {
                    0 => Options { depth_max: Some(whole.statistics.depth * nth as u64 / 16), ..options.clone() },
                    _ => Options { states_max: Some(states), ..options.clone() },
                };
                let first = begin(from, &image, &limited, directory.path());
                if !matches!(first.verdict, Verdict::Limit { .. }) {
                    continue;
                }
                let what = format!("{flags:?} company {company}, from {from} to {to} at {nth}");
                assert!(first.resumable, "{what}: {:?}", first.warnings);
                let again = go_on(to, &image, &options, directory.path()).expect(&what);
                assert_same(&again, &whole, &what);
                interrupted += 1;
            }
        }
    }
    assert!(interrupted > 60, "{interrupted}");
}

/// Fingerprints are of names in a rank's store, so as many ranks go on, and no others.
#[test]
fn fingerprints_go_on_over_as_many_ranks() {
    let mut interrupted = 0;
    for (source, flags) in [(THREE, &[][..]), (THREE, &["-DCHECKED"]), (BLOCKS, &[])] {
        let image = image(source, flags);
        let options = Options { keep: Keep::Fingerprints, company: false, ..Options::default() };
        let whole = check(&image, &options, &|_| {});
        for (nth, ranks) in (1..8).flat_map(|nth| (1..4).map(move |ranks| (nth, ranks))) {
            let directory = tempfile::tempdir().expect("a directory");
            let states = whole.statistics.states * nth / 8;
            let limited = match nth % 3 {
                0 => Options { depth_max: Some(whole.statistics.depth * nth / 8), ..options.clone() },
                _ => Options { states_max: Some(states), ..options.clone() },
            };
            let first = begin(ranks, &image, &limited, directory.path());
            if !matches!(first.verdict, Verdict::Limit { .. }) {
                continue;
            }
            let what = format!("{flags:?}, {ranks} ranks at {nth}");
            assert!(first.resumable, "{what}: {:?}", first.warnings);
            for others in (0..4).filter(|others| *others != ranks && (ranks, *others) != (1, 0)) {
                let went_on = go_on(others, &image, &options, directory.path());
                assert!(matches!(&went_on, Err(Refused::Unfit(why)) if why.contains("--lossy")), "{what}: {went_on:?}");
            }
            let again = go_on(ranks, &image, &options, directory.path()).expect(&what);
            if let Some(difference) = threads::lossy_difference(&again, &whole, &options) {
                panic!("{what}\n{difference}");
            }
            interrupted += 1;
        }
    }
    assert!(interrupted > 30, "{interrupted}");
}

/// Interrupted after every layer, over another number of ranks each time.
#[test]
fn ranks_come_and_go() {
    let image = image(THREE, &[]);
    let options = Options { company: false, ..Options::default() };
    let whole = check(&image, &options, &|_| {});
    let directory = tempfile::tempdir().expect("a directory");
    let limit = |depth| Options { depth_max: Some(depth), ..options.clone() };
    let mut last = begin(2, &image, &limit(1), directory.path());
    for depth in 2.. {
        if !matches!(last.verdict, Verdict::Limit { .. }) {
            break;
        }
        last = go_on([3, 0, 2, 2, 4][depth as usize % 5], &image, &limit(depth), directory.path()).expect("it goes on");
    }
    assert_same(&last, &whole, "again and again");
}

/// Parts that are damaged, missing or of another checkpoint are noticed, by all ranks.
#[test]
fn no_part_is_taken_for_another() {
    for keep in [Keep::States, Keep::Fingerprints] {
        no_part_is_taken(&Options { keep, depth_max: Some(3), company: false, ..Options::default() });
    }
}

fn no_part_is_taken(options: &Options) {
    let image = image(LOST_UPDATE, &[]);
    // Fingerprints are gone on with by as many ranks, and refused to others anyway.
    let again = if options.keep == Keep::States { 3 } else { 2 };
    let [older, directory] = [0, 0].map(|_| tempfile::tempdir().expect("a directory"));
    let older_options = Options { depth_max: Some(2), ..options.clone() };
    begin(2, &image, &older_options, older.path());
    begin(2, &image, options, directory.path());
    let (first, second) = (directory.path().join("checkpoint"), directory.path().join("checkpoint.1.1"));
    let refused = |what: &str| {
        for ranks in [0, 2, 3] {
            // The first file alone is refused when it is opened.
            if Checkpoint::open(directory.path()).is_ok() {
                let went_on = go_on(ranks, &image, options, directory.path());
                assert!(matches!(went_on, Err(Refused::Unfit(_))), "{what}, {ranks} ranks");
            }
        }
    };
    for file in [&first, &second] {
        let whole = std::fs::read(file).expect("a part");
        for place in (0..whole.len()).step_by(1 + whole.len() / 100) {
            let mut damaged = whole.clone();
            damaged[place] ^= 1 << (place % 8);
            std::fs::write(file, &damaged).expect("written");
            refused(&format!("byte {place} of {}", file.display()));
        }
        std::fs::write(file, &whole).expect("written");
    }
    let whole = std::fs::read(&second).expect("a part");
    std::fs::copy(older.path().join("checkpoint.1.1"), &second).expect("copied");
    refused("a part of another checkpoint");
    std::fs::remove_file(&second).expect("removed");
    refused("a part is missing");
    std::fs::write(&second, whole).expect("written");
    assert!(go_on(again, &image, options, directory.path()).is_ok());
    Checkpoints::remove(directory.path()).expect("removed");
    assert_eq!(std::fs::read_dir(directory.path()).expect("a directory").count(), 0);
}

#[test]
fn what_one_rank_meets_ends_all() {
    let image = image(THREE, &[]);
    for options in [
        Options { states_max: Some(300), ..Options::default() },
        Options { memory_bytes_max: Some(1 << 20), ..Options::default() },
        Options { depth_max: Some(5), company: false, ..Options::default() },
    ] {
        let whole = check(&image, &options, &|_| {});
        assert!(matches!(whole.verdict, Verdict::Limit { .. }), "{:?}", whole.verdict);
        for outcome in over(3, &image, &options) {
            assert_eq!(outcome.verdict, whole.verdict);
        }
    }
}

#[test]
fn who_waits_for_ever_is_interrupted() {
    static ASKED: AtomicBool = AtomicBool::new(false);
    let image = image(THREE, &[]);
    // The other rank never comes.
    let peers = Local::all(2).swap_remove(0);
    let options = Options { peers: Some(peers), interrupted: Some(&ASKED), ..Options::default() };
    let outcome = std::thread::scope(|scope| {
        let search = scope.spawn(|| check(&image, &options, &|_| {}));
        std::thread::sleep(std::time::Duration::from_millis(100));
        assert!(!search.is_finished());
        ASKED.store(true, Ordering::SeqCst);
        search.join().expect("no panic")
    });
    assert!(matches!(outcome.verdict, Verdict::Limit { .. }), "{:?}", outcome.verdict);
}
