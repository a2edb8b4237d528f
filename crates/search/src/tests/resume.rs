//! A search that was interrupted comes to the same as one that was not.

use std::io;
use std::os::unix::fs::FileExt;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use machine::Image;

use super::{LATE_FAILURE, LOST_UPDATE, THREE, image};
use crate::threads::difference;
use crate::{Checkpoint, Checkpoints, Keep, Options, Outcome, Refused, Verdict, check, resume};

/// So often it is tried to have a directory that somebody else still has.
const LOCKED_MAX: usize = 1000;

fn keeping(directory: &Path, options: &Options) -> Options {
    keeping_of((directory, 0), Duration::MAX, options)
}

/// Checkpoints of one of several ranks.
pub(super) fn keeping_of(place: (&Path, usize), every: Duration, options: &Options) -> Options {
    let new = || Checkpoints::new(place, every, Box::new(|| Ok(b"head".to_vec())), |write| write());
    // Another test that starts a compiler has the lock for a moment, as it has all files until the compiler runs.
    let is_locked = |new: &io::Result<_>| new.as_ref().is_err_and(|why| why.kind() == io::ErrorKind::WouldBlock);
    let (mut checkpoints, mut tries) = (new(), 0);
    while is_locked(&checkpoints) && tries < LOCKED_MAX {
        std::thread::sleep(Duration::from_millis(10));
        (checkpoints, tries) = (new(), tries + 1);
    }
    Options { checkpoints: Some(Arc::new(checkpoints.expect("a directory"))), ..options.clone() }
}

/// Interrupts a search by a limit, and goes on with other workers. None if the limit was not reached.
fn in_two(image: &Image, limited: &Options, options: &Options) -> Option<Outcome> {
    let directory = tempfile::tempdir().expect("a directory");
    let first = check(image, &keeping(directory.path(), limited), &|_| {});
    if !matches!(first.verdict, Verdict::Limit { .. }) {
        return None;
    }
    assert!(first.resumable, "{:?}", first.warnings);
    let checkpoint = Checkpoint::open(directory.path()).expect("a checkpoint");
    assert_eq!(checkpoint.head(), b"head");
    Some(resume(image, options, checkpoint, &|_| {}).expect("it goes on"))
}

#[track_caller]
pub(super) fn assert_same(again: &Outcome, whole: &Outcome, what: &str) {
    if let Some(difference) = difference(again, whole) {
        panic!("{what}\n{difference}");
    }
}

#[test]
fn every_layer_is_a_place_to_stop() {
    let mut interrupted = 0;
    for (source, flags) in
        [(THREE, &[][..]), (THREE, &["-DCHECKED"]), (LOST_UPDATE, &["-DCHECKED"]), (LATE_FAILURE, &[])]
    {
        let image = image(source, flags);
        for company in [false, true] {
            let options = Options { company, ..Options::default() };
            let whole = check(&image, &options, &|_| {});
            for depth in 0..whole.statistics.depth {
                let workers = 1 + depth as usize % 2;
                let limited = Options { depth_max: Some(depth), workers, ..options.clone() };
                let other = Options { workers: 3 - workers, ..options.clone() };
                if let Some(again) = in_two(&image, &limited, &other) {
                    assert_same(&again, &whole, &format!("{flags:?} {company} {depth}"));
                    interrupted += 1;
                }
            }
        }
    }
    assert!(interrupted > 20, "{interrupted}");
}

#[test]
fn so_is_the_middle_of_a_layer() {
    let image = image(THREE, &[]);
    for options in [Options::default(), Options { company: false, keep_going: true, ..Options::default() }] {
        let whole = check(&image, &options, &|_| {});
        let mut interrupted = 0;
        for states in (1..whole.statistics.states).step_by(1 + whole.statistics.states as usize / 40) {
            let workers = 1 + states as usize % 2;
            let limited = Options { states_max: Some(states), workers, ..options.clone() };
            if let Some(again) = in_two(&image, &limited, &options) {
                assert_same(&again, &whole, &states.to_string());
                interrupted += 1;
            }
        }
        assert!(interrupted > 10, "{interrupted}");
    }
}

/// So it is where only fingerprints of states are kept, as long as one worker does it.
#[test]
fn fingerprints_are_kept() {
    let image = image(THREE, &[]);
    let options = Options { keep: Keep::Fingerprints, ..Options::default() };
    let whole = check(&image, &options, &|_| {});
    let mut interrupted = 0;
    for states in (1..whole.statistics.states).step_by(1 + whole.statistics.states as usize / 20) {
        let limited = Options { states_max: Some(states), ..options.clone() };
        if let Some(again) = in_two(&image, &limited, &options) {
            assert_same(&again, &whole, &states.to_string());
            let figures = |outcome: &Outcome| (outcome.statistics.transitions, outcome.statistics.partly);
            assert_eq!(figures(&again), figures(&whole), "{states}");
            interrupted += 1;
        }
    }
    assert!(interrupted > 10, "{interrupted}");
}

/// Interrupted again and again.
#[test]
fn a_search_goes_on_more_than_once() {
    let image = image(THREE, &[]);
    let options = Options { company: false, ..Options::default() };
    let whole = check(&image, &options, &|_| {});
    let directory = tempfile::tempdir().expect("a directory");
    let limit = |depth| Options { depth_max: Some(depth), ..keeping(directory.path(), &options) };
    let mut last = check(&image, &limit(0), &|_| {});
    for depth in 1.. {
        if !matches!(last.verdict, Verdict::Limit { .. }) {
            break;
        }
        let checkpoint = Checkpoint::open(directory.path()).expect("a checkpoint");
        last = resume(&image, &limit(depth), checkpoint, &|_| {}).expect("it goes on");
    }
    assert_same(&last, &whole, "again and again");
}

#[test]
fn no_damaged_byte_goes_unnoticed() {
    let image = image(LOST_UPDATE, &[]);
    let directory = tempfile::tempdir().expect("a directory");
    let options = Options { depth_max: Some(2), ..Options::default() };
    check(&image, &keeping(directory.path(), &options), &|_| {});
    let file = Checkpoints::file(directory.path());
    let whole = std::fs::read(&file).expect("a checkpoint");
    let open = std::fs::OpenOptions::new().write(true).open(&file).expect("a checkpoint");
    for (place, byte) in whole.iter().enumerate() {
        open.write_all_at(&[byte ^ 1 << (place % 8)], place as u64).expect("written");
        if let Ok(checkpoint) = Checkpoint::open(&file) {
            let went_on = resume(&image, &options, checkpoint, &|_| {});
            assert!(matches!(went_on, Err(Refused::Unfit(_))), "byte {place} of {}", whole.len());
        }
        open.write_all_at(&[*byte], place as u64).expect("written");
    }
    assert!(Checkpoint::open(&file).is_ok());
}

#[test]
fn nobody_writes_where_another_does() {
    let directory = tempfile::tempdir().expect("a directory");
    let _one = keeping(directory.path(), &Options::default());
    assert!(
        Checkpoints::new((directory.path(), 0), Duration::ZERO, Box::new(|| Ok(Vec::new())), |write| write()).is_err()
    );
}
