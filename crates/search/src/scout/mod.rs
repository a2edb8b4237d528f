//! Scouts: executions beside a breadth-first search that look for violations far from the start.
//!
//! Breadth-first visits nearly all states before a deep bug. So, once a search has seen some thousands
//! of states, a bounded share of what it does is spent on walks and dives from the start (`walk`,
//! `dive`). What they meet is real: it was executed as the search would have. It is made shorter
//! (`shorten`) and ends the search. A scout says *violation* or nothing at all: what is not modelled,
//! what was wrongly presumed and what does not fit into its memory ends an execution of a scout, and
//! only the search ever says *safe*.
//!
//! **The answer does not depend on time or workers.** Scouts have a thread and a store of their own and
//! draw from one stream of numbers. After each layer they are allowed so much work, which depends on
//! what the search has done by then; they do it while the next layer is expanded, and that layer ends
//! when they are done. What they find then counts more than what the layer has: so the search can stop
//! at once, and what the layer would have brought is the same in no two runs and is left out.
//!
//! With `keep_going` what scouts find is kept until the end, and added if the search was not finished.

mod dive;
mod fewer;
mod shorten;
mod walk;
mod walker;

use std::sync::{Condvar, Mutex, MutexGuard};

use machine::{Allowed, Stop};
use store::{Store, StoreOptions};

use crate::gathered::{Found, Origin};
use crate::outcome::{Options, Races};
use crate::pieces::StorePieces;
use crate::search::{Search, lock};
use dive::Dive;
pub(crate) use fewer::{at_the_end, fewer};
use shorten::{length, shorten};
use walk::Walks;
use walker::{Habits, Met, STEPS_MAX, Walker, Wrong};

/// Scouts wait until the search has seen so many states: what is nearer it finds by itself.
const STATES_MIN: u64 = 2000;

/// Work that scouts do at first, to which comes a part of the search's transitions.
const WORK_FIRST: u64 = 5000;
const WORK_PER_ROOT: u64 = 10;
const TRANSITIONS_PER_WORK: u64 = 200;

/// Work that is worth waking the scouts for.
const WORK_MIN: u64 = 1000;

/// Work of one scout before it is another's turn.
const SLICE: u64 = 500;

/// Work to make the first way to a violation shorter, to look for others, and to make each of them
/// shorter.
const SHORTEN_MAX: u64 = 100_000;
const IMPROVE_MAX: u64 = 20_000;
const SHORTEN_OTHER_MAX: u64 = 5_000;

/// Bytes of the store of scouts. When they are full, scouts start afresh.
const STORE_BYTES: u64 = 64 << 20;
const STORE_PART: u64 = 16;

/// The scouts of a search, as it sees them.
#[derive(Default)]
pub(crate) struct Scouts {
    talk: Mutex<Talk>,
    changed: Condvar,
}

#[derive(Default)]
struct Talk {
    /// Somebody is there who scouts.
    manned: bool,
    /// Work that is allowed altogether, after each layer that allowed more; and that was done.
    allowed: Vec<u64>,
    done: u64,
    /// What was allowed before does not count yet.
    held: bool,
    /// The search is over.
    closed: bool,
    /// What was found ends the search.
    ends: bool,
    found: Vec<Found>,
}

impl Talk {
    /// All that is allowed so far.
    fn all(&self) -> u64 {
        self.allowed.last().copied().unwrap_or(0)
    }

    /// What is left of what a layer allowed. The next one counts when that is done, so that the portions are the
    /// same if all of them are known from the start.
    fn left(&self) -> Option<u64> {
        if self.held {
            return None;
        }
        self.allowed.iter().find(|allowed| **allowed > self.done).map(|allowed| allowed - self.done)
    }
}

impl Scouts {
    /// There is somebody who scouts from now on.
    pub(crate) fn man(&self) {
        self.talk().manned = true;
    }

    /// What was allowed before another process goes on: they do it all again, when they are let go.
    pub(crate) fn begin_with(&self, allowed: Vec<u64>) {
        let mut talk = self.talk();
        (talk.allowed, talk.held) = (allowed, true);
    }

    /// From now on what they find may end the search.
    pub(crate) fn let_go(&self) {
        self.talk().held = false;
        self.changed.notify_all();
    }

    /// What was allowed altogether, after each layer that allowed more.
    pub(crate) fn allowed(&self) -> Vec<u64> {
        self.talk().allowed.clone()
    }

    /// Nobody scouts any more, so nobody waits for it.
    pub(crate) fn leave(&self) {
        self.talk().manned = false;
        self.changed.notify_all();
    }

    /// The search has made so many transitions and seen so many states. More work may be allowed now.
    pub(crate) fn allow(&self, transitions: u64, states: u64) {
        if states < STATES_MIN {
            return;
        }
        let work = WORK_FIRST + WORK_PER_ROOT * transitions.isqrt() + transitions / TRANSITIONS_PER_WORK;
        let mut talk = self.talk();
        if work >= talk.all() + WORK_MIN {
            talk.allowed.push(work);
            self.changed.notify_all();
        }
    }

    /// Waits until all work that was allowed is done. True if what was found ends the search.
    pub(crate) fn settle(&self) -> bool {
        let mut talk = self.talk();
        while talk.manned && !talk.held && talk.done < talk.all() {
            talk = self.wait(talk);
        }
        talk.ends
    }

    /// Nothing more is wanted. Hands over what was found, and how much was done.
    pub(crate) fn dismiss(&self) -> (Vec<Found>, u64) {
        let mut talk = self.talk();
        talk.closed = true;
        self.changed.notify_all();
        (std::mem::take(&mut talk.found), talk.done)
    }

    /// The life of scouts: whenever work is allowed they do it.
    pub(crate) fn work(&self, search: &Search<'_>) {
        let _leaving = Leaving(self);
        let mut seed = 0;
        while search.guard(|| self.outing(search, seed)) == Some(true) {
            seed += 1;
        }
    }

    /// Scouts until the store is full. False if all is over.
    fn outing(&self, search: &Search<'_>, seed: u64) -> bool {
        if self.await_work(search, 0).is_none() {
            return false;
        }
        let bytes_max = search.journal.memory_bytes_max(search.options);
        let bytes_max = bytes_max.map_or(STORE_BYTES, |max| STORE_BYTES.min(max / STORE_PART));
        let store = Store::new(StoreOptions { memory_bytes_max: Some(bytes_max), ..StoreOptions::default() });
        let pieces = StorePieces(&store);
        let Options { recall, keep_going: all, .. } = *search.options;
        // Races that do not end the search are left to those who see all states.
        let races = search.options.races == Races::Error;
        let allowed = search.options.allowed.as_deref().map(|allowed| allowed as &dyn Allowed);
        let habits = Habits { recall, races, all, allowed };
        let mut walker = Walker::new((search.image, search.presumptions), habits, &pieces);
        let Some(start) = walker.start() else { return false };
        let mut crew = Crew::new(seed);
        let mut counted = 0;
        while store.bytes() < bytes_max - bytes_max / 8 {
            let Some(left) = self.await_work(search, walker.work - counted) else { return false };
            counted = walker.work;
            // Whoever does nothing has done something, so that there is an end to it.
            walker.work += 1;
            let met = crew.go(&mut walker, &start, left.min(SLICE));
            if let Some(met) = met.filter(|met| !self.has(&met.wrong)) {
                let work = walker.work;
                let met = match all {
                    true => shorten(&mut walker, &start, met, SHORTEN_OTHER_MAX),
                    false => improve(&mut walker, &start, &mut crew, met),
                };
                // What was done to make it shorter is not held against the scouts.
                counted += walker.work - work;
                self.report(search, met);
            }
        }
        true
    }

    /// So much more was done. Waits until there is more to do, and tells how much. None: never.
    fn await_work(&self, search: &Search<'_>, done: u64) -> Option<u64> {
        let mut talk = self.talk();
        talk.done += done;
        if talk.done >= talk.all() {
            self.changed.notify_all();
        }
        loop {
            if talk.closed || talk.ends || search.is_in_a_hurry() {
                return None;
            }
            match talk.left() {
                Some(left) => return Some(left),
                None => talk = self.wait(talk),
            }
        }
    }

    /// Has the like of it been reported?
    fn has(&self, wrong: &Wrong) -> bool {
        let stop = Stop::Violation(wrong.problem.clone());
        self.talk().found.iter().any(|found| found.is_like(&stop, &wrong.points))
    }

    /// Reports something new.
    fn report(&self, search: &Search<'_>, Met { steps, wrong }: Met) {
        let origin = Origin::Walked(steps.iter().map(|step| step.number).collect());
        let mut talk = self.talk();
        talk.found.push(Found { origin, choice: None, stop: Stop::Violation(wrong.problem), points: wrong.points });
        if !search.options.keep_going {
            talk.ends = true;
            search.end_early();
            self.changed.notify_all();
        }
    }

    fn talk(&self) -> MutexGuard<'_, Talk> {
        lock(&self.talk)
    }

    fn wait<'t>(&self, talk: MutexGuard<'t, Talk>) -> MutexGuard<'t, Talk> {
        self.changed.wait(talk).unwrap_or_else(|poisoned| poisoned.into_inner())
    }
}

struct Leaving<'s>(&'s Scouts);

impl Drop for Leaving<'_> {
    fn drop(&mut self) {
        self.0.leave();
    }
}

/// Scouts with different habits, who take turns.
struct Crew {
    turn: usize,
    walks: Walks,
    dives: [Dive; 2],
}

impl Crew {
    fn new(seed: u64) -> Crew {
        // One raises its bound step by step, the other has none.
        let downward = seed % 2 == 1;
        Crew {
            turn: 0,
            walks: Walks::new(seed),
            dives: [Dive::new((0, 1), downward), Dive::new((u32::MAX, 0), !downward)],
        }
    }

    /// The next one goes, for about so much work.
    fn go(&mut self, walker: &mut Walker<'_>, start: &[u32], work: u64) -> Option<Met> {
        let until = walker.work + work;
        self.turn += 1;
        match self.turn % 4 {
            0 => self.dives[0].dive(walker, start, until),
            2 => self.dives[1].dive(walker, start, until),
            _ => {
                let mut met = None;
                while met.is_none() && walker.work < until {
                    walker.work += 1;
                    met = self.walks.walk(walker, start);
                }
                met
            }
        }
    }
}

/// Makes a way shorter, and looks for others that are.
fn improve(walker: &mut Walker<'_>, start: &[u32], crew: &mut Crew, met: Met) -> Met {
    let mut best = shorten(walker, start, met, SHORTEN_MAX);
    let until = walker.work + IMPROVE_MAX;
    while walker.work < until {
        walker.steps_max = best.steps.len();
        walker.work += 1;
        if let Some(met) = crew.go(walker, start, SLICE)
            && walker.accepts(&met.wrong, &best.wrong)
        {
            let met = shorten(walker, start, met, SHORTEN_OTHER_MAX);
            if length(&met.steps) < length(&best.steps) {
                best = met;
            }
        }
    }
    walker.steps_max = STEPS_MAX;
    shorten(walker, start, best, SHORTEN_MAX)
}
