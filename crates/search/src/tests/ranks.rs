//! A search over several ranks comes to the same as one in one process. The ranks are threads here.

use std::collections::VecDeque;
use std::io;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use machine::Image;

use super::resume::{assert_same, keeping_of};
use super::{LATE_FAILURE, LOST_UPDATE, THREE, image};
use crate::search::lock;
use crate::{Checkpoint, Checkpoints, Options, Outcome, Peers, Refused, Verdict, check, resume};

type Mail = Mutex<VecDeque<(usize, Vec<u8>)>>;
/// How often all have said something, what those say who have come so far, and what all said last.
type Talk = (u64, Vec<Option<Vec<u8>>>, Vec<Vec<u8>>);

#[derive(Debug)]
struct Office {
    mail: Vec<Mail>,
    said: Mutex<Talk>,
}

#[derive(Debug)]
struct Local {
    rank: usize,
    office: Arc<Office>,
}

impl Peers for Local {
    fn rank(&self) -> usize {
        self.rank
    }

    fn count(&self) -> usize {
        self.office.mail.len()
    }

    fn send(&self, to: usize, bytes: Vec<u8>) -> io::Result<()> {
        lock(&self.office.mail[to]).push_back((self.rank, bytes));
        Ok(())
    }

    fn unsent_bytes(&self) -> io::Result<usize> {
        Ok(0)
    }

    fn receive(&self) -> io::Result<Option<(usize, Vec<u8>)>> {
        Ok(lock(&self.office.mail[self.rank]).pop_front())
    }

    fn share(&self, bytes: &[u8], wait: &mut dyn FnMut() -> bool) -> io::Result<Option<Vec<Vec<u8>>>> {
        let before = {
            let (times, saying, said) = &mut *lock(&self.office.said);
            let before = *times;
            saying[self.rank] = Some(bytes.to_vec());
            if saying.iter().all(Option::is_some) {
                *said = saying.iter_mut().filter_map(Option::take).collect();
                *times += 1;
            }
            before
        };
        loop {
            {
                let (times, _, said) = &*lock(&self.office.said);
                if *times > before {
                    return Ok(Some(said.clone()));
                }
            }
            if !wait() {
                return Ok(None);
            }
        }
    }
}

/// The outcome that each of so many ranks has.
fn over(ranks: usize, image: &Image, options: &Options) -> Vec<Outcome> {
    each_of(ranks, options, &|_, options| check(image, options, &|_| {}))
}

/// What comes of something that each of so many ranks does.
fn each_of<T: Send>(ranks: usize, options: &Options, work: &(dyn Fn(usize, &Options) -> T + Sync)) -> Vec<T> {
    let office = Arc::new(Office {
        mail: (0..ranks).map(|_| Mail::default()).collect(),
        said: Mutex::new((0, vec![None; ranks], Vec::new())),
    });
    std::thread::scope(|scope| {
        let one = |rank| {
            let peers: Arc<dyn Peers> = Arc::new(Local { rank, office: Arc::clone(&office) });
            let options = Options { peers: Some(peers), ..options.clone() };
            scope.spawn(move || work(rank, &options))
        };
        let all: Vec<_> = (0..ranks).map(one).collect();
        all.into_iter().map(|rank| rank.join().expect("no panic")).collect()
    })
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
    let image = image(LOST_UPDATE, &[]);
    let options = Options { depth_max: Some(3), company: false, ..Options::default() };
    let [older, directory] = [0, 0].map(|_| tempfile::tempdir().expect("a directory"));
    let older_options = Options { depth_max: Some(2), ..options.clone() };
    begin(2, &image, &older_options, older.path());
    begin(2, &image, &options, directory.path());
    let (first, second) = (directory.path().join("checkpoint"), directory.path().join("checkpoint.1.1"));
    let refused = |what: &str| {
        for ranks in [0, 2, 3] {
            // The first file alone is refused when it is opened.
            if Checkpoint::open(directory.path()).is_ok() {
                let went_on = go_on(ranks, &image, &options, directory.path());
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
    assert!(go_on(3, &image, &options, directory.path()).is_ok());
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
    let office = Arc::new(Office {
        mail: (0..2).map(|_| Mail::default()).collect(),
        said: Mutex::new((0, vec![None; 2], Vec::new())),
    });
    // The other rank never comes.
    let peers: Arc<dyn Peers> = Arc::new(Local { rank: 0, office });
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
