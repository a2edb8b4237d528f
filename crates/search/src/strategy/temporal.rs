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
mod walk;

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Barrier, Mutex, OnceLock, RwLock, RwLockReadGuard, RwLockWriteGuard};
use std::time::Instant;

use ltl::algorithm::{Algorithm, Class};
use ltl::graph::{Explicit, Move, Threads};
use ltl::{Crew, Fairness, Lasso, Letter, Nested, owcty};
use machine::{Kind, Points, Problem, Run, Stop, ThreadId};
use store::StateId;

use super::Strategy;
use crate::checkpoint::numbers::Out;
use crate::gathered::{Found, Gathered, Harvest, Origin};
use crate::property::{Letters, Property};
use crate::search::{Search, lock};
use crate::visited::stored::{Stored, StoredSession};
use crate::visited::{Session, VisitedSet};
use crate::worker::{Part, Worker};

/// States taken at once.
const BATCH: usize = 16;
/// Layers smaller than this are not worth waking the other workers for.
const LAYER_SHARED_MIN: usize = 64;
/// The graph is looked at for the first time when it has so many states, or is complete.
const STATES_FIRST: usize = 1 << 10;
/// From so many states on it is looked at less often.
const STATES_MANY: usize = 1 << 16;
/// Bytes that a look at the graph takes for each state of the product: at its components, and by elimination.
const LOOK_BYTES: u64 = 4;
const ELIMINATION_BYTES: u64 = 18;
/// Nodes of the product that are worth waking other workers for.
const NODES_SHARED_MIN: usize = 1 << 12;

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

struct Row {
    place: usize,
    letter: Letter,
    /// The first invariant that does not hold.
    broken: Option<usize>,
    runnable: Threads,
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

/// An invariant that does not hold in a state, or where a choice there ends the program.
struct Breach {
    state: u32,
    choice: Option<u32>,
    which: usize,
}

/// What is known of the graph. Written between layers.
#[derive(Default)]
struct Known {
    graph: Explicit,
    /// By state of the graph: its number in the store; an execution that has ended has none.
    stored: Vec<u32>,
    /// By number in the store: the state of the graph.
    numbers: Vec<u32>,
    /// How each state was met first: from where, and by which choice.
    parents: Vec<(u32, u32)>,
    ends: HashMap<Letter, u32>,
    /// The states to expand, and those that were met meanwhile.
    layer: Vec<u32>,
    fresh: Vec<u32>,
    /// Room for the moves of one state.
    moves: Vec<Move>,
}

const NOBODY: u32 = u32::MAX;

/// Where a search stands besides what it knows.
#[derive(Clone, Copy)]
struct Stage {
    /// The graph is looked at when it has so many states.
    look_at: usize,
    /// The layer's distance from the start is counted.
    counted: bool,
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
        let mut stage = self.begin(search, start)?;
        let (mut desk, mut shown) = (self.desk(), Instant::now());
        let algorithm = self.property.algorithm.chosen(self.class, self.property.fairness, search.workers());
        let walks = matches!(algorithm, Algorithm::Ndfs | Algorithm::Cndfs);
        if walks && !self.walk_all(worker, gathered, algorithm)? {
            return Ok(false);
        }
        loop {
            // All of this comes to the same when a checkpoint is gone on with, whether or not it was done before.
            let (states, waiting) = (self.known().graph.len(), self.known().layer.len());
            if !walks && (states >= stage.look_at || waiting == 0) {
                match self.look(search, algorithm) {
                    Ok(None) => stage.look_at = states * if states < STATES_MANY { 2 } else { 4 },
                    Ok(Some(found)) => {
                        gathered.found.push(found);
                        return Ok(false);
                    }
                    Err(stop) => {
                        self.keep(search, &search.journal.note(search, gathered), stage);
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
            gathered.depth += u64::from(!stage.counted);
            stage.counted = true;
            let notes = search.journal.note(search, gathered);
            if search.options.depth_max.is_some_and(|max| gathered.depth > max) {
                self.keep(search, &notes, stage);
                let what = format!("there are states more than {} transitions from the start", gathered.depth - 1);
                return Err(Stop::Limit { what, flag: "--depth" }.into());
            }
            search.show(&mut shown, waiting as u64, gathered.depth);
            if search.journal.is_due() {
                self.keep(search, &notes, stage);
            }
            gathered.states += waiting as u64;
            let rows = self.expand_layer(worker, &mut desk, gathered);
            if gathered.is_over() || search.is_halted() {
                if gathered.found.is_empty() && search.is_limited() {
                    self.keep(search, &notes, stage);
                }
                return Ok(false);
            }
            if let Some(found) = self.add(&rows) {
                gathered.found.push(found);
                return Ok(false);
            }
            stage.counted = false;
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
        let known = self.known();
        known.graph.bytes()
            + (known.stored.capacity() * 4 + known.numbers.capacity() * 4) as u64
            + (known.parents.capacity() * 8) as u64
            + self.nested.get().map_or(0, Nested::bytes)
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
    /// The graph of the start, or what a checkpoint says.
    fn begin(&self, search: &Search<'_>, start: &[u32]) -> Result<Stage, Stop> {
        let mut stage = Stage { look_at: STATES_FIRST, counted: true };
        let resumed = search.journal.read(|from| {
            (*self.known_mut(), stage) = Known::read(search.store, from)?;
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
                let known = &mut *self.known_mut();
                let first = known.meet(small(start.0), (NOBODY, 0));
                known.fresh.clear();
                known.layer = vec![first];
            }
        }
        Ok(stage)
    }

    /// Writes a checkpoint: what was noted when the layer began, and the graph, which is as it was then.
    fn keep(&self, search: &Search<'_>, notes: &Out, stage: Stage) {
        search.journal.write(search, notes, |out| self.known().write(search.store, stage, out));
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
            Origin::Choices(way) => way.clone(),
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
        threads.extend(worker.choices().iter().map(|choice| u8::try_from(choice.thread.0).unwrap_or(u8::MAX)));
        for (choice, letter, broken) in worker.exits() {
            let thread = worker
                .choices()
                .get(*choice)
                .map_or(u8::MAX, |choice| u8::try_from(choice.thread.0).unwrap_or(u8::MAX));
            let to = small(rows.ends.len());
            rows.ends.push((*letter, *broken));
            rows.moves.push(Way { row: small(row), choice: small(*choice), to, thread, ends: true });
        }
        if self.property.fairness != Fairness::None && worker.choices().iter().any(|choice| choice.thread.alone() == 0)
        {
            let what = format!("fairness is followed for {} threads, and there are more", Threads::BITS);
            worker.search.stop(Stop::Limit { what, flag: "--fairness" });
        }
        rows.rows.push(Row { place, letter, broken, runnable, begin: 0, len: 0 });
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
            let found = known.note(layer[row.place], rows, row);
            broken = broken.or(found);
        }
        known.layer = std::mem::take(&mut known.fresh);
        Some(self.breach(known, broken?))
    }

    /// A broken invariant.
    fn breach(&self, known: &Known, Breach { state, choice, which }: Breach) -> Found {
        let message = format!("the invariant `{}` does not hold", self.property.invariants[which].0);
        self.found(Kind::Invariant, message, known.way(state), choice.map(|choice| choice as usize))
    }

    fn found(&self, kind: Kind, message: String, way: Vec<usize>, choice: Option<usize>) -> Found {
        let problem = Problem { kind, message, thread: ThreadId(0), others: Vec::new() };
        Found { origin: Origin::Choices(way), choice, stop: Stop::Violation(problem), points: Points::default() }
    }

    /// Looks for an execution that violates the property in what is known of the graph, as far as memory allows.
    fn look(&self, search: &Search<'_>, algorithm: Algorithm) -> Run<Option<Found>> {
        let Property { automaton, fairness, .. } = &*self.property;
        let eliminates = algorithm == Algorithm::Owcty;
        let bytes = if eliminates { ELIMINATION_BYTES } else { LOOK_BYTES };
        let nodes = self.known().graph.len() as u64 * automaton.states() as u64;
        search.watch.allow(nodes * bytes, search.store)?;
        if eliminates {
            let crew = Crew { workers: search.workers(), share_min: NODES_SHARED_MIN };
            if !owcty::is_accepted(&self.known().graph, automaton, *fairness, crew) {
                return Ok(None);
            }
        }
        let found = self.find_lasso();
        if eliminates && found.is_none() {
            return Err(Stop::Defect("what elimination has left has no accepted execution".into()).into());
        }
        Ok(found)
    }

    /// An execution that violates the property, in what is known of the graph.
    fn find_lasso(&self) -> Option<Found> {
        let known = self.known();
        let lasso = ltl::find(&known.graph, &self.property.automaton, self.property.fairness)?;
        let choices = |moves: &[(u32, usize)]| -> Vec<usize> {
            let moves = moves.iter().filter(|(state, _)| !known.is_end(*state));
            moves.map(|(state, nth)| known.graph.nth_move(*state, *nth).choice as usize).collect()
        };
        let (mut way, cycle) = (choices(&lasso.prefix), choices(&lasso.cycle));
        *lock(&self.cycle) = Some(cycle.len());
        way.extend(&cycle);
        let (message, thread, others) = self.describe(&known, &lasso, cycle.is_empty());
        let mut found = self.found(self.property.kind, message, way, None);
        if let Stop::Violation(problem) = &mut found.stop {
            (problem.thread, problem.others) = (thread, others);
        }
        Some(found)
    }

    /// What to say of an execution, and who takes part in its cycle.
    fn describe(&self, known: &Known, lasso: &Lasso, ends: bool) -> (String, ThreadId, Vec<ThreadId>) {
        let moving = |(state, nth): &(u32, usize)| known.graph.nth_move(*state, *nth).thread;
        let mut acting: Vec<u8> = lasso.cycle.iter().filter_map(moving).collect();
        acting.sort_unstable();
        acting.dedup();
        let mut acting = acting.into_iter().map(|thread| ThreadId(thread.into()));
        let thread = acting.next().unwrap_or_default();
        let message = match (self.property.kind, ends) {
            (Kind::Ltl, true) => format!("the program ends, and `{}` does not hold", self.property.text),
            (Kind::Ltl, false) => format!("`{}` does not hold if this goes on for ever", self.property.text),
            _ => "this can go on for ever".into(),
        };
        (message, thread, acting.collect())
    }
}

impl Known {
    /// The number in the graph of a state of the store.
    fn meet(&mut self, stored: u32, from: (u32, u32)) -> u32 {
        let place = stored as usize;
        if self.numbers.len() <= place {
            self.numbers.resize(place + 1, NOBODY);
        }
        if self.numbers[place] == NOBODY {
            self.numbers[place] = self.add(stored, from);
            self.fresh.push(self.numbers[place]);
        }
        self.numbers[place]
    }

    /// Adds what was found out about a state; tells of a broken invariant.
    fn note(&mut self, state: u32, rows: &Rows, row: &Row) -> Option<Breach> {
        let mut found = row.broken.map(|which| Breach { state, choice: None, which });
        let mut moves = std::mem::take(&mut self.moves);
        moves.clear();
        for by in &rows.moves[row.begin..row.begin + row.len] {
            let choice = by.choice;
            let to = match by.ends {
                false => self.meet(by.to, (state, choice)),
                true => {
                    let (letter, broken) = rows.ends[by.to as usize];
                    found = found.or(broken.map(|which| Breach { state, choice: Some(choice), which }));
                    self.end(letter)
                }
            };
            moves.push(Move { thread: Some(by.thread), choice, to });
        }
        self.graph.expand(state, row.letter, row.runnable, moves.iter().copied());
        self.moves = moves;
        found
    }

    fn add(&mut self, stored: u32, from: (u32, u32)) -> u32 {
        self.stored.push(stored);
        self.parents.push(from);
        self.graph.add_state()
    }

    /// An execution that has ended with these propositions, which stay as they are.
    fn end(&mut self, letter: Letter) -> u32 {
        if let Some(end) = self.ends.get(&letter) {
            return *end;
        }
        let end = self.add(NOBODY, (NOBODY, 0));
        self.graph.expand(end, letter, 0, [Move { thread: None, choice: 0, to: end }].into_iter());
        self.ends.insert(letter, end);
        end
    }

    fn is_end(&self, state: u32) -> bool {
        self.stored[state as usize] == NOBODY
    }

    /// The choices that lead to a state from the start.
    fn way(&self, mut state: u32) -> Vec<usize> {
        let mut way = Vec::new();
        while let Some((from, choice)) = self.parents.get(state as usize).filter(|(from, _)| *from != NOBODY) {
            way.push(*choice as usize);
            state = *from;
        }
        way.reverse();
        way
    }
}

/// Numbers of states and choices have 32 bits.
fn small(number: impl TryInto<u32>) -> u32 {
    number.try_into().unwrap_or(NOBODY)
}
