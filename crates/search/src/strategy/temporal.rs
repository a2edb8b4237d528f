//! A search for executions that violate a property: the graph of states is built in layers, and looked at
//! whenever it has doubled; or it is walked depth-first (`walk`), as the algorithm wants.
//!
//! Workers share the states of a layer, as in `layers`. What they bring home (which propositions hold in a
//! state, who can run, where each move leads) is put in the order of the layer and added to a graph in
//! which states have numbers of their own, so what is found does not depend on workers or their luck. The
//! product with the automaton is made when the graph is looked at (`ltl::find`), and nothing of it is kept
//! in between: states are stored once, however large the automaton. An execution that violates the property
//! in a part of the graph does so in the whole, so a look after every doubling finds short ones early and
//! costs, all in all, no more than twice the last look.
//!
//! The price is memory: eight bytes for each move and about 28 for each state, besides what the store takes.

mod kept;
pub(super) mod known;
pub(super) mod look;
mod walk;

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Barrier, Mutex, OnceLock, RwLock, RwLockReadGuard, RwLockWriteGuard};
use std::time::Instant;

use ltl::algorithm::{Algorithm, Class};
use ltl::graph::Threads;
use ltl::{Fairness, Letter, Nested};
use machine::{Points, Run, Stop};
use store::StateId;

use super::Strategy;
use crate::checkpoint::numbers::Out;
use crate::gathered::{Found, Gathered, Harvest, Origin};
use crate::property::{Letters, Property};
use crate::search::{Search, lock};
use crate::visited::stored::{Stored, StoredSession};
use crate::visited::{Session, VisitedSet};
use crate::worker::{Part, Worker};
use known::{About, Breach, Known, STATES_FIRST, Step, To, small, thread_of};
use look::Seen;

/// States taken at once.
const BATCH: usize = 16;
/// Layers smaller than this are not worth waking the other workers for.
const LAYER_SHARED_MIN: usize = 64;

/// Numbers for new states that a worker reserves at once, at most, and how often it does so in a layer.
const NUMBERS_MAX: usize = 256;
const NUMBERS_SHARE: usize = 16;

/// What one worker has found out about some states.
#[derive(Default)]
struct Rows {
    rows: Vec<Row>,
    moves: Vec<Way>,
    /// Executions that end: with these propositions, and perhaps a broken invariant.
    ends: Vec<(Letter, Option<usize>)>,
}

impl Rows {
    /// Adds what was found out about a state of the graph; tells of a broken invariant.
    fn note(&self, known: &mut Known, state: u32, row: &Row) -> Option<Breach> {
        let moves = self.moves[row.begin..row.begin + row.len].iter().map(|by| {
            let to = match by.ends {
                false => To::State { rank: 0, stored: by.to },
                true => {
                    let (letter, broken) = self.ends[by.to as usize];
                    To::End { letter, broken }
                }
            };
            Step { choice: by.choice, thread: by.thread, to }
        });
        known.note(state, &row.about, moves)
    }
}

struct Row {
    place: usize,
    about: About,
    /// Where its moves begin, and how many there are.
    begin: usize,
    len: usize,
}

/// A move: to a state of the store, or to one of the ends.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Way {
    row: u32,
    choice: u32,
    to: u32,
    thread: u8,
    ends: bool,
}

pub(crate) struct Temporal<'a> {
    visited: &'a Stored<'a>,
    property: Arc<Property>,
    class: Class,
    /// The depth-first search, if that is what was chosen, and whether it is under way.
    nested: OnceLock<Nested>,
    walking: AtomicBool,
    /// Workers that take part in it have numbers, and bring this home.
    walkers: AtomicUsize,
    walked: Mutex<Vec<Gathered>>,
    known: RwLock<Known>,
    next: AtomicUsize,
    barrier: OnceLock<Barrier>,
    brought: Mutex<Vec<(Harvest, Rows)>>,
    quit: AtomicBool,
    /// Of the violation that was found: how many of its last transitions go round, if it goes on for ever.
    cycle: Mutex<Option<usize>>,
}

pub(crate) fn new<'a>(visited: &'a Stored<'a>, property: Arc<Property>) -> Temporal<'a> {
    Temporal {
        visited,
        class: Class::of(&property.automaton),
        property,
        nested: OnceLock::new(),
        walking: AtomicBool::new(false),
        walkers: AtomicUsize::new(0),
        walked: Mutex::default(),
        known: RwLock::default(),
        next: AtomicUsize::new(0),
        barrier: OnceLock::new(),
        brought: Mutex::default(),
        quit: AtomicBool::new(false),
        cycle: Mutex::new(None),
    }
}

impl Strategy for Temporal<'_> {
    fn lead(&self, worker: &mut Worker<'_>, start: &[u32], gathered: &mut Gathered) -> Run<bool> {
        let search = worker.search;
        let mut look_at = self.begin(search, start)?;
        let (mut desk, mut shown) = (self.desk(), Instant::now());
        let algorithm = self.property.algorithm.chosen(self.class, self.property.fairness, search.workers());
        let walks = matches!(algorithm, Algorithm::Ndfs | Algorithm::Cndfs);
        if walks && !self.walk_all(worker, gathered, algorithm)? {
            return Ok(false);
        }
        loop {
            // All of this comes to the same when a checkpoint is gone on with, whether or not it was done before.
            let (states, waiting) = (self.known().graph.len(), self.known().layer.len());
            if !walks && (states >= look_at || waiting == 0) {
                match look::look(
                    &self.known(),
                    (&search.watch, search.store),
                    &self.property,
                    (algorithm, search.workers()),
                ) {
                    Ok(None) => look_at = look::again_at(states),
                    Ok(Some(seen)) => {
                        self.tell(seen, gathered);
                        return Ok(false);
                    }
                    Err(stop) => {
                        self.keep(search, &search.journal.note(search, gathered), look_at);
                        return Err(stop);
                    }
                }
            }
            if waiting == 0 {
                return Ok(true);
            }
            if gathered.is_spent(search) {
                return Ok(false);
            }
            let notes = search.journal.note(search, gathered);
            if search.options.depth_max.is_some_and(|max| gathered.depth > max) {
                self.keep(search, &notes, look_at);
                let what = format!("there are states more than {} transitions from the start", gathered.depth - 1);
                return Err(Stop::Limit { what, flag: "--depth" }.into());
            }
            search.show(&mut shown, waiting as u64, gathered.depth);
            if search.journal.is_due() {
                self.keep(search, &notes, look_at);
            }
            gathered.states += waiting as u64;
            let rows = self.expand_layer(worker, &mut desk, gathered);
            if gathered.is_over() || search.is_halted() {
                if gathered.found.is_empty() && search.is_limited() {
                    self.keep(search, &notes, look_at);
                }
                return Ok(false);
            }
            if let Some(found) = self.add(&rows) {
                gathered.found.push(found);
                return Ok(false);
            }
            gathered.depth += u64::from(!self.known().layer.is_empty());
        }
    }

    fn help(&self, worker: &mut Worker<'_>) {
        let search = worker.search;
        let mut desk = self.desk();
        loop {
            self.meet_others(search);
            if self.quit.load(Ordering::SeqCst) {
                return;
            }
            if self.walking.load(Ordering::SeqCst) {
                let walked = search.guard(|| self.walk(worker));
                lock(&self.walked).extend(walked);
            } else if let Some(brought) = search.guard(|| self.take_part(worker, &mut desk)) {
                lock(&self.brought).push(brought);
            }
            self.meet_others(search);
        }
    }

    fn dismiss(&self, search: &Search<'_>) {
        self.quit.store(true, Ordering::SeqCst);
        self.meet_others(search);
    }

    fn ways_bytes(&self) -> u64 {
        self.known().bytes() + self.nested.get().map_or(0, Nested::bytes)
    }

    fn cycle(&self) -> Option<usize> {
        *lock(&self.cycle)
    }
}

/// What one worker works with.
struct Desk<'s> {
    session: StoredSession<'s>,
    words: Vec<u32>,
    letters: Letters,
    /// Of the states that are being expanded: their threads by choice, and where those begin.
    threads: Vec<u8>,
    threads_of: Vec<usize>,
}

impl Temporal<'_> {
    /// The graph of the start, or what a checkpoint says. Tells when to look at it.
    fn begin(&self, search: &Search<'_>, start: &[u32]) -> Result<usize, Stop> {
        let mut look_at = STATES_FIRST;
        let resumed = search.journal.read(|from| {
            (*self.known_mut(), look_at) = Known::read(Some(search.store.state_count()), from)?;
            Ok(())
        });
        match resumed {
            Some(Ok(())) => {}
            Some(Err(why)) => {
                search.journal.refuse(why);
                return Err(Stop::Defect("there is nothing to go on with".into()));
            }
            None => {
                let start = self.visited.insert_start(start).map_err(|why| search.full(why))?;
                self.known_mut().begin(0, small(start.0));
            }
        }
        Ok(look_at)
    }

    /// Writes a checkpoint: what was noted when the layer began, and the graph, which is as it was then.
    fn keep(&self, search: &Search<'_>, notes: &Out, look_at: usize) {
        search.journal.write(search, notes, |out| self.known().write(search.store, look_at, out));
    }

    fn known(&self) -> RwLockReadGuard<'_, Known> {
        self.known.read().unwrap_or_else(|poisoned| poisoned.into_inner())
    }

    fn known_mut(&self) -> RwLockWriteGuard<'_, Known> {
        self.known.write().unwrap_or_else(|poisoned| poisoned.into_inner())
    }

    fn meet_others(&self, search: &Search<'_>) {
        self.barrier.get_or_init(|| Barrier::new(search.workers())).wait();
    }

    fn desk(&self) -> Desk<'_> {
        let (threads, threads_of) = (Vec::new(), Vec::new());
        Desk { session: self.visited.session(), words: Vec::new(), letters: Letters::default(), threads, threads_of }
    }

    /// What was found, and how much of it goes round.
    fn tell(&self, seen: Seen, gathered: &mut Gathered) {
        *lock(&self.cycle) = Some(seen.cycle);
        gathered.found.push(found(seen));
    }

    /// Expands the layer, with the others if it is large. The rows come in the order of the layer.
    fn expand_layer(&self, worker: &mut Worker<'_>, desk: &mut Desk<'_>, gathered: &mut Gathered) -> Vec<Rows> {
        let search = worker.search;
        let together = self.known().layer.len() >= LAYER_SHARED_MIN && search.workers() > 1;
        self.next.store(0, Ordering::SeqCst);
        if together {
            self.meet_others(search);
        }
        let mine = search.guard(|| self.take_part(worker, desk));
        if together {
            self.meet_others(search);
        }
        let mut brought: Vec<_> = mine.into_iter().collect();
        brought.append(&mut lock(&self.brought));
        let (mut all, mut rows) = (Harvest::default(), Vec::new());
        for (harvest, own) in brought {
            all.add(harvest);
            rows.push(own);
        }
        let way = |found: &Found| match &found.origin {
            Origin::Choices(way) | Origin::Walked(way) => way.clone(),
            Origin::Layer { .. } => Vec::new(),
        };
        all.found.sort_by_key(|found| (way(found), found.choice));
        gathered.take(search, all);
        rows
    }

    /// One worker's part of the layer.
    fn take_part(&self, worker: &mut Worker<'_>, desk: &mut Desk<'_>) -> (Harvest, Rows) {
        let known = self.known();
        let mut rows = Rows::default();
        // So many that few are lost, compared with the layer, if there is another one.
        let numbers = known.layer.len() / (NUMBERS_SHARE * worker.search.workers());
        desk.session.reserve(small(numbers.clamp(1, NUMBERS_MAX)));
        loop {
            let start = self.next.fetch_add(BATCH, Ordering::SeqCst);
            if start >= known.layer.len() || worker.search.is_halted() {
                break;
            }
            if let Some(reason) = worker.over_limit() {
                worker.search.stop(reason);
                break;
            }
            let batch = start..known.layer.len().min(start + BATCH);
            let mut warm = [StateId(0); BATCH];
            let stored = |place: usize| known.stored[known.layer[place] as usize];
            warm.iter_mut().zip(batch.clone()).for_each(|(state, place)| *state = StateId(stored(place).into()));
            self.visited.0.warm(&warm[..batch.len()]);
            let first = rows.rows.len();
            for place in batch {
                let state = known.layer[place];
                self.expand(worker, desk, &mut rows, (place, stored(place)), &|| known.way(state));
            }
            self.put_in(worker, desk, &mut rows, first);
            desk.session.rest();
        }
        desk.session.settle();
        (worker.harvest(), rows)
    }

    /// Finds out about a state of the store; where it leads is known when that is put in. `way` tells how it was
    /// reached.
    fn expand(
        &self,
        worker: &mut Worker<'_>,
        desk: &mut Desk<'_>,
        rows: &mut Rows,
        (place, stored): (usize, u32),
        way: &dyn Fn() -> Vec<usize>,
    ) {
        let Desk { session, words, letters, threads, threads_of } = desk;
        words.clear();
        session.open_state(StateId(u64::from(stored)), words);
        let (letter, broken) = letters.letter(&self.property, words, || {
            worker.machine.load(words);
            &worker.machine.vm
        });
        let origin = || Origin::Choices(way());
        let row = rows.rows.len();
        let key = |choice: usize| (row as u64) << u32::BITS | choice as u64;
        worker.expand(words, Part::Enough, &origin, |choice, words, _| session.prepare(words, key(choice)));
        let runnable = worker.runnable(words);
        threads_of.push(threads.len());
        threads.extend(worker.choices().iter().map(thread_of));
        for (choice, letter, broken) in worker.exits() {
            let thread = worker.choices().get(*choice).map_or(u8::MAX, thread_of);
            let to = small(rows.ends.len());
            rows.ends.push((*letter, *broken));
            rows.moves.push(Way { row: small(row), choice: small(*choice), to, thread, ends: true });
        }
        keep_to_threads(worker, &self.property);
        rows.rows.push(Row { place, about: About { letter, broken, runnable }, begin: 0, len: 0 });
    }

    /// Puts in the successors of the states that were expanded, from this row on, all at once.
    fn put_in(&self, worker: &Worker<'_>, desk: &mut Desk<'_>, rows: &mut Rows, first: usize) {
        let Desk { session, threads, threads_of, .. } = desk;
        let begin = rows.rows[..first].last().map_or(0, |row| row.begin + row.len);
        let moves = &mut rows.moves;
        let inserted = session.insert_prepared(|key, state, _| {
            let (row, choice) = (small(key >> u32::BITS), small(key & u64::from(u32::MAX)));
            let thread = threads_of.get(row as usize - first).and_then(|of| threads.get(of + choice as usize));
            let thread = thread.copied().unwrap_or(u8::MAX);
            moves.push(Way { row, choice, to: small(state.0), thread, ends: false });
        });
        if let Err(why) = inserted {
            worker.search.stop(worker.search.full(why));
        }
        threads.clear();
        threads_of.clear();
        moves[begin..].sort_unstable();
        let mut at = begin;
        for (number, row) in (first..).zip(&mut rows.rows[first..]) {
            let len = moves[at..].iter().take_while(|by| by.row as usize == number).count();
            (row.begin, row.len) = (at, len);
            at += len;
        }
    }

    /// Adds what is known of a layer to the graph, in its order; the states that are new are the next layer. A
    /// broken invariant is found here.
    fn add(&self, rows: &[Rows]) -> Option<Found> {
        let known = &mut *self.known_mut();
        let layer = std::mem::take(&mut known.layer);
        let mut by_place: Vec<Option<(&Rows, &Row)>> = vec![None; layer.len()];
        for rows in rows {
            rows.rows.iter().for_each(|row| by_place[row.place] = Some((rows, row)));
        }
        let mut broken = None;
        for (rows, row) in by_place.into_iter().flatten() {
            let found = rows.note(known, layer[row.place], row);
            broken = broken.or(found);
        }
        known.layer = std::mem::take(&mut known.fresh);
        Some(found(look::breach(known, &self.property, &broken?)))
    }
}

/// What was seen in the graph, as what any strategy finds.
pub(super) fn found(Seen { problem, way, choice, .. }: Seen) -> Found {
    Found { origin: Origin::Choices(way), choice, stop: Stop::Violation(problem), points: Points::default() }
}

/// Ends the search if a state was expanded with threads that fairness cannot follow.
pub(super) fn keep_to_threads(worker: &Worker<'_>, property: &Property) {
    if property.fairness != Fairness::None && worker.choices().iter().any(|choice| choice.thread.0 >= Threads::BITS) {
        let what = format!("fairness is followed for {} threads, and there are more", Threads::BITS);
        worker.search.stop(Stop::Limit { what, flag: "--fairness" });
    }
}
