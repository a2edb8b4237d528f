//! Ranks that are threads of one process, to be compared with one search: nothing of MPI is needed for that.

use std::collections::VecDeque;
use std::fmt::{Debug, Write};
use std::io;
use std::sync::{Arc, Mutex};

use machine::Image;

use crate::outcome::{Options, Outcome, Verdict};
use crate::peers::Peers;
use crate::rounds::check;
use crate::search::lock;
use crate::visited::Keep;

/// Of what differs so many letters are shown.
const SHOWN_MAX: usize = 400;

type Mail = Mutex<VecDeque<(usize, Vec<u8>)>>;
/// How often all have said something, what those say who have come so far, and what all said last.
type Talk = (u64, Vec<Option<Vec<u8>>>, Vec<Vec<u8>>);

#[derive(Debug)]
struct Office {
    mail: Vec<Mail>,
    said: Mutex<Talk>,
}

/// A rank that shares its memory with the others.
#[derive(Debug)]
pub(crate) struct Local {
    rank: usize,
    office: Arc<Office>,
}

impl Local {
    /// So many of them.
    pub(crate) fn all(ranks: usize) -> Vec<Arc<dyn Peers>> {
        let mail = (0..ranks).map(|_| Mail::default()).collect();
        let office = Arc::new(Office { mail, said: Mutex::new((0, vec![None; ranks], Vec::new())) });
        let one = |rank| Arc::new(Local { rank, office: Arc::clone(&office) }) as Arc<dyn Peers>;
        (0..ranks).map(one).collect()
    }
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

/// What comes of something that each of so many ranks does. None if one of them panics.
pub(crate) fn each_of<T: Send>(
    ranks: usize,
    options: &Options,
    work: &(dyn Fn(usize, &Options) -> T + Sync),
) -> Option<Vec<T>> {
    std::thread::scope(|scope| {
        let one = |peers: Arc<dyn Peers>| {
            let (rank, options) = (peers.rank(), Options { peers: Some(peers), ..options.clone() });
            scope.spawn(move || work(rank, &options))
        };
        let all: Vec<_> = Local::all(ranks).into_iter().map(one).collect();
        all.into_iter().map(|rank| rank.join().ok()).collect()
    })
}

/// Makes a search again over so many ranks, and tells how that differs from what came of it in one process.
pub fn differs_over(ranks: usize, image: &Image, options: &Options, whole: &Outcome) -> Option<String> {
    let Some(all) = each_of(ranks, options, &|_, options| check(image, options, &|_| {})) else {
        return Some("one of them panics".into());
    };
    if options.keep == Keep::Fingerprints {
        return all.iter().find_map(|one| lossy_difference(one, whole, options));
    }
    // The first one tells what was found; what the others have found is not made easier to read.
    let alike = |other: &&Outcome| {
        (other.is_violation(), other.statistics.states) == (whole.is_violation(), whole.statistics.states)
    };
    match all.iter().find(|other| !alike(other)) {
        Some(other) => Some(format!("one of them has {:?}, {} states", other.verdict, other.statistics.states)),
        None => difference(all.first()?, whole),
    }
}

/// The same of searches that keep fingerprints: which way leads to a state is a matter of luck there, and with threads
/// left for later so is the number of states.
pub(crate) fn lossy_difference(one: &Outcome, other: &Outcome, options: &Options) -> Option<String> {
    let mut told = String::new();
    let verdict = |outcome: &Outcome| match &outcome.verdict {
        Verdict::Violation { .. } => "violation".to_owned(),
        Verdict::Unsupported { .. } => "unsupported".to_owned(),
        // How many states may be missing depends on how many there are.
        Verdict::Unproved { .. } => "unproved".to_owned(),
        verdict => format!("{verdict:?}"),
    };
    tell(&mut told, "verdict", &verdict(one), &verdict(other));
    if !options.company && matches!(other.verdict, Verdict::Unproved { .. }) {
        tell(&mut told, "states", &one.statistics.states, &other.statistics.states);
        tell(&mut told, "depth", &one.statistics.depth, &other.statistics.depth);
    }
    (!told.is_empty()).then_some(told)
}

/// What of two outcomes should be the same and is not.
pub(crate) fn difference(one: &Outcome, other: &Outcome) -> Option<String> {
    let mut told = String::new();
    let all = |outcome: &Outcome| (outcome.more.clone(), outcome.races.clone(), outcome.complete);
    let figures = |outcome: &Outcome| {
        let found = &outcome.statistics;
        (found.states, found.depth, found.rounds, found.scout_work)
    };
    tell(&mut told, "verdict", &one.verdict, &other.verdict);
    tell(&mut told, "cycle", &one.cycle, &other.cycle);
    tell(&mut told, "all that was found", &all(one), &all(other));
    tell(&mut told, "presumed", &one.presumptions, &other.presumptions);
    tell(&mut told, "states, depth, rounds, work of scouts", &figures(one), &figures(other));
    // What else the last layer has is counted by luck if something was found in it.
    if other.verdict == Verdict::Safe {
        let figures = |outcome: &Outcome| {
            let found = &outcome.statistics;
            (found.transitions, found.ends, found.pruned, found.partly, found.slept)
        };
        tell(&mut told, "transitions, ends, pruned, partly, slept", &figures(one), &figures(other));
        tell(&mut told, "exits", &(&one.exits, &one.failing), &(&other.exits, &other.failing));
        tell(&mut told, "covered", &one.covered, &other.covered);
    }
    (!told.is_empty()).then_some(told)
}

fn tell<T: PartialEq + Debug>(told: &mut String, name: &str, one: &T, other: &T) {
    if one != other {
        let shown = |what: &T| format!("{what:?}").chars().take(SHOWN_MAX).collect::<String>();
        let _ = writeln!(told, "{name}: {}, and not {}", shown(one), shown(other));
    }
}
