//! The search as a whole, and breadth-first exploration in layers.
//!
//! All states at one distance from the start form a layer. The workers share a layer's states; new
//! states form the next one. Between layers the new states are put in the order of their keys
//! (`frontier`), so that which path leads to a state, and which of several violations is reported, depends on the
//! program alone and not on the number of workers or their luck.

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Barrier, Mutex, OnceLock, RwLock, RwLockReadGuard, RwLockWriteGuard};
use std::time::Instant;

use crossbeam_utils::CachePadded;
use machine::{Break, Image, Pieces, Presumptions, Print, Stop, ThreadId};
use store::{Full, StateId, Store, StoreOptions, TableStatistics};

use crate::ancestry::Ancestry;
use crate::commute::{self, Commuted, Sample};
use crate::deep::{self, Pool};
use crate::frontier::{Frontier, ORDER_BYTES};
use crate::key;
use crate::lossy::{self, Fingerprints, Waiting};
use crate::memory::Watch;
use crate::outcome::{Options, Order, Outcome, Path, Progress, Statistics, Table, Verdict};
use crate::path;
use crate::pieces::StorePieces;
use crate::presume;
use crate::worker::{Found, Harvest, PRINTS_MAX, Worker};

/// Layers smaller than this are not worth waking the other workers for.
const LAYER_SHARED_MIN: usize = 64;

/// Further violations kept with `keep_going`.
const FOUND_MAX: usize = 1000;

/// States that are still visited after something was reached that is not modelled, in the hope of a
/// violation elsewhere, unless the search is told to keep going.
const STATES_AFTER_UNSUPPORTED: u64 = 1 << 16;

/// What all workers share.
pub(crate) struct Shared<'a> {
    pub options: &'a Options,
    pub store: &'a Store,
    pub frontier: RwLock<Frontier>,
    /// The next place in the layer that nobody has taken.
    pub next: CachePadded<AtomicUsize>,
    /// Places from here on need not be looked at: a violation was found before them.
    pub cutoff: AtomicU64,
    /// Something ended the search early.
    pub halt: Mutex<Option<Stop>>,
    pub halted: AtomicBool,
    pub started: Instant,
    pub watch: Watch,
    /// What is kept of states, if not all of them.
    pub seen: Option<Fingerprints>,
    /// What a depth-first search has to do.
    pub pool: Pool,
    quit: AtomicBool,
    crew: OnceLock<Crew>,
}

/// The workers besides the first. How many there are is known when all were started.
pub(crate) struct Crew {
    pub helpers: usize,
    barrier: Barrier,
}

/// Visits every reachable state. What is presumed of the program and turns out wrong is left out of
/// another round.
pub fn check(image: &Image, options: &Options, progress: &(dyn Fn(&Progress) + Sync)) -> Outcome {
    let started = Instant::now();
    image.presume(presume::presume(image, options.rehearsals));
    let mut rounds = 1;
    loop {
        match round(image, options, started, progress) {
            // What goes wrong hides what others would have done next, and with it that something was
            // wrongly presumed. One violation is enough to know; to know them all, presume nothing.
            Ok(outcome) if outcome.is_violation() && options.keep_going && !image.presumptions().is_empty() => {
                image.presume(Presumptions::default());
                rounds += 1;
            }
            Ok(mut outcome) => {
                outcome.statistics.rounds = rounds;
                return outcome;
            }
            Err(breaks) => {
                tracing::debug!(?breaks, "presumed in vain");
                image.presume(image.presumptions().without(&breaks));
                rounds += 1;
            }
        }
    }
}

/// A search, or what was wrongly presumed.
pub(crate) fn round(
    image: &Image,
    options: &Options,
    started: Instant,
    progress: &(dyn Fn(&Progress) + Sync),
) -> Result<Outcome, Vec<Break>> {
    let store = Store::new(StoreOptions {
        compressed: options.compressed,
        memory_bytes_max: options.memory_bytes_max,
        keys: false,
    });
    let pieces = StorePieces(&store);
    let shared = Shared {
        options,
        store: &store,
        frontier: RwLock::new(Frontier::new()),
        next: CachePadded::new(AtomicUsize::new(0)),
        cutoff: AtomicU64::new(u64::MAX),
        halt: Mutex::new(None),
        halted: AtomicBool::new(false),
        started,
        watch: Watch::new(options.memory_bytes_max, options.workers),
        seen: options.lossy.then(Fingerprints::new),
        pool: Pool::default(),
        quit: AtomicBool::new(false),
        crew: OnceLock::new(),
    };
    let harvests = Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        let (shared, pieces, harvests) = (&shared, &pieces, &harvests);
        let mut helpers = 0;
        for _ in 1..options.workers.max(1) {
            let started =
                std::thread::Builder::new().spawn_scoped(scope, move || help(image, pieces, shared, harvests));
            match started {
                Ok(_) => helpers += 1,
                // The system has no more threads for us: fewer will do.
                Err(why) => tracing::warn!(%why, helpers, "could not start another worker"),
            }
        }
        shared.crew.get_or_init(|| Crew { helpers, barrier: Barrier::new(helpers + 1) });
        // Whatever happens, the helpers must not wait for ever.
        let release = Release(shared);
        let outcome = lead(image, pieces, shared, harvests, progress);
        drop(release);
        outcome
    })
}

struct Release<'s, 'a>(&'s Shared<'a>);

impl Drop for Release<'_, '_> {
    fn drop(&mut self) {
        self.0.quit.store(true, Ordering::SeqCst);
        self.0.pool.close();
        if self.0.options.order == Order::BreadthFirst {
            self.0.crew().barrier.wait();
        }
    }
}

/// The life of a worker other than the first.
fn help<'a>(image: &'a Image, pieces: &'a dyn Pieces, shared: &Shared<'a>, harvests: &Mutex<Vec<Harvest>>) {
    let mut worker = Worker::new(image, pieces, shared);
    if shared.options.order == Order::DepthFirst {
        let mut gathered = Gathered::default();
        let work = std::panic::AssertUnwindSafe(|| deep::work(&mut worker, shared, &mut gathered, None));
        match std::panic::catch_unwind(work) {
            Ok(finished) => gathered.finished = finished,
            Err(_) => {
                shared.stop(panicked());
                shared.pool.close();
            }
        }
        return shared.pool.bring(gathered);
    }
    let barrier = &shared.crew().barrier;
    loop {
        barrier.wait();
        if shared.quit.load(Ordering::SeqCst) {
            return;
        }
        // A worker that panicked must still arrive at the barrier; its panic ends the search.
        let expand = std::panic::AssertUnwindSafe(|| worker.expand_layer(shared));
        match std::panic::catch_unwind(expand) {
            Ok(harvest) => lock(harvests).push(harvest),
            Err(_) => shared.stop(panicked()),
        }
        barrier.wait();
    }
}

fn panicked() -> Stop {
    Stop::Defect("a worker of ours panicked".into())
}

pub(crate) fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
}

impl Shared<'_> {
    /// All workers, as soon as they are there.
    pub fn crew(&self) -> &Crew {
        self.crew.wait()
    }

    /// Ends the search for a reason that is no violation.
    pub fn stop(&self, reason: Stop) {
        let mut halt = lock(&self.halt);
        if halt.is_none() {
            *halt = Some(reason);
        }
        self.halted.store(true, Ordering::SeqCst);
        self.cutoff.store(0, Ordering::SeqCst);
    }

    /// What it means that the store takes no more.
    pub fn full(&self, why: Full) -> Stop {
        match why {
            Full::Memory { .. } => self.watch.reached(),
            Full::Names { .. } => Stop::Limit { what: why.to_string(), flag: "" },
        }
    }

    /// States so far.
    pub fn state_count(&self) -> u64 {
        self.seen.as_ref().map_or(self.store.state_count(), Fingerprints::count)
    }

    pub fn progress(&self, queue: u64, depth: u64) -> Progress {
        Progress {
            states: self.state_count(),
            queue,
            depth,
            seconds: self.started.elapsed().as_secs_f64(),
            memory_bytes: self.store.bytes() + self.seen.as_ref().map_or(0, Fingerprints::bytes),
        }
    }

    pub fn frontier(&self) -> RwLockReadGuard<'_, Frontier> {
        self.frontier.read().unwrap_or_else(|poisoned| poisoned.into_inner())
    }

    fn frontier_mut(&self) -> RwLockWriteGuard<'_, Frontier> {
        self.frontier.write().unwrap_or_else(|poisoned| poisoned.into_inner())
    }
}

/// What has been gathered so far, over all layers.
#[derive(Default)]
pub(crate) struct Gathered {
    pub statistics: Statistics,
    /// Every state was expanded.
    pub finished: bool,
    /// States expanded by one who works for himself, and whether some were left for being too deep.
    pub expanded: u64,
    pub too_deep: bool,
    /// What ended the search, in the layer it ended in.
    pub found: Vec<Found>,
    /// The first place where something was reached that is not modelled, its layer, and the number of
    /// states to end the search at.
    unsupported: Option<(usize, Found, u64)>,
    /// Violations that did not end the search, different ones only, and the layers they are in.
    kept: Vec<(usize, Found)>,
    ancestry: Ancestry,
    exits: BTreeSet<i32>,
    /// What was wrongly presumed.
    breaks: Vec<Break>,
    prints: BTreeSet<Print>,
    observed: bool,
    sample: Sample,
}

impl Gathered {
    /// Adds up what a worker counted; answers what it found.
    fn add(&mut self, harvest: Harvest) -> (Vec<Found>, Waiting) {
        self.statistics.transitions += harvest.transitions;
        self.statistics.counters += harvest.counters;
        self.breaks.extend(harvest.breaks);
        self.statistics.pruned += harvest.pruned;
        self.statistics.ends += harvest.ends;
        self.exits.extend(harvest.exits);
        self.prints.extend(harvest.prints);
        self.observed |= harvest.observed;
        self.sample.merge(harvest.sample);
        (harvest.found, harvest.waiting)
    }

    /// Adds what another worker gathered for itself.
    pub fn merge(&mut self, mut other: Gathered) {
        self.statistics.transitions += other.statistics.transitions;
        self.statistics.counters += other.statistics.counters;
        self.statistics.pruned += other.statistics.pruned;
        self.statistics.ends += other.statistics.ends;
        self.statistics.depth = self.statistics.depth.max(other.statistics.depth);
        self.expanded += other.expanded;
        self.too_deep |= other.too_deep;
        self.exits.append(&mut other.exits);
        self.breaks.append(&mut other.breaks);
        self.prints.append(&mut other.prints);
        self.observed |= other.observed;
        self.sample.merge(std::mem::take(&mut other.sample));
        self.found.append(&mut other.found);
        if self.unsupported.is_none() {
            self.unsupported = other.unsupported;
        }
        self.keep(0, other.kept.into_iter().map(|(_, found)| found));
    }

    /// Something was found, or what was presumed does not hold.
    pub fn is_over(&self) -> bool {
        !self.found.is_empty() || !self.breaks.is_empty()
    }

    /// Sets aside what is not modelled: the search goes on, for a while.
    fn pass_unsupported(&mut self, layer: usize, shared: &Shared<'_>, found: &mut Vec<Found>) {
        let mut passed = found.extract_if(.., |f| matches!(f.stop, Stop::Unsupported { .. }));
        let first = passed.next();
        passed.for_each(drop);
        if let (None, Some(first)) = (&self.unsupported, first) {
            self.unsupported = Some((layer, first, shared.state_count() + STATES_AFTER_UNSUPPORTED));
        }
    }

    /// Has it gone on long enough?
    pub fn is_spent(&self, shared: &Shared<'_>) -> bool {
        let end = self.unsupported.as_ref().map(|(_, _, end)| *end);
        !shared.options.keep_going && end.is_some_and(|end| shared.state_count() > end)
    }

    /// Takes the findings of one that works alone.
    pub fn take(&mut self, shared: &Shared<'_>, harvest: Harvest) {
        let (mut found, _) = self.add(harvest);
        self.pass_unsupported(0, shared, &mut found);
        if shared.options.keep_going {
            self.keep(0, found.extract_if(.., |f| matches!(f.stop, Stop::Violation(_))));
        }
        self.found.append(&mut found);
        self.statistics.states = shared.state_count();
    }

    fn keep(&mut self, layer: usize, found: impl Iterator<Item = Found>) {
        for new in found {
            let known = self.kept.iter().any(|(_, old)| old.is_like(&new.stop, new.point));
            if self.kept.len() < FOUND_MAX && !known {
                self.kept.push((layer, new));
            }
        }
    }
}

fn lead<'a>(
    image: &'a Image,
    pieces: &'a dyn Pieces,
    shared: &Shared<'a>,
    harvests: &Mutex<Vec<Harvest>>,
    progress: &(dyn Fn(&Progress) + Sync),
) -> Result<Outcome, Vec<Break>> {
    let mut gathered = Gathered::default();
    gathered.statistics.workers = shared.crew().helpers + 1;
    let mut worker = Worker::new(image, pieces, shared);
    match (start(&mut worker, shared), shared.options.order) {
        (Ok(start), Order::DepthFirst) => {
            deep::dive(&mut worker, shared, start, &mut gathered, progress);
        }
        (Ok(_), Order::BreadthFirst) => {
            sweep(&mut worker, shared, &mut gathered, harvests, progress);
        }
        (Err(stop), _) => shared.stop(*stop),
    }
    // What was found is found, whatever was presumed; anything else asks for another round.
    if gathered.found.is_empty() && !gathered.breaks.is_empty() && !shared.halted.load(Ordering::SeqCst) {
        gathered.breaks.sort();
        gathered.breaks.dedup();
        return Err(gathered.breaks);
    }
    let commuted = commute::examine(
        &mut worker.machine,
        shared,
        std::mem::take(&mut gathered.sample),
        &gathered.statistics.counters,
    );
    Ok(Outcome { commuted, ..conclude(image, pieces, shared, gathered) })
}

/// Names the first state, which is the first layer.
fn start<'a>(worker: &mut Worker<'a>, shared: &Shared<'a>) -> machine::Run<StateId> {
    let mut words = Vec::new();
    worker.look(shared)?;
    worker.machine.reset();
    worker.machine.save(ThreadId(0), &mut words)?;
    if let Some(seen) = &shared.seen {
        seen.insert(&words);
        shared.frontier_mut().start_with(&words);
        return Ok(StateId(0));
    }
    let start = shared.store.state(&words, 0).map_err(|why| Box::new(shared.full(why)))?.0;
    shared.frontier_mut().start(start);
    Ok(start)
}

/// Expands layer after layer.
fn sweep<'a>(
    worker: &mut Worker<'a>,
    shared: &Shared<'a>,
    gathered: &mut Gathered,
    harvests: &Mutex<Vec<Harvest>>,
    progress: &(dyn Fn(&Progress) + Sync),
) {
    let mut shown = Instant::now();
    while !shared.halted.load(Ordering::SeqCst) && !shared.frontier().is_empty() {
        let layer_len = shared.frontier().len();
        shared.next.store(0, Ordering::SeqCst);
        let together = layer_len >= LAYER_SHARED_MIN && gathered.statistics.workers > 1;
        if together {
            shared.crew().barrier.wait();
        }
        let mut all = vec![worker.expand_layer(shared)];
        if together {
            shared.crew().barrier.wait();
            all.append(&mut lock(harvests));
        }
        let parts = gather(gathered, shared, all);
        if gathered.is_over() || shared.halted.load(Ordering::SeqCst) {
            return;
        }
        if let Err(stop) = advance(gathered, shared, parts) {
            shared.stop(stop);
        }
        if gathered.is_spent(shared) && !shared.frontier().is_empty() {
            return;
        }
        if shown.elapsed().as_millis() >= 100 {
            shown = Instant::now();
            progress(&shared.progress(shared.frontier().len() as u64, gathered.statistics.depth));
        }
    }
    gathered.finished = shared.frontier().is_empty();
}

/// Takes the workers' findings.
fn gather(gathered: &mut Gathered, shared: &Shared<'_>, harvests: Vec<Harvest>) -> Vec<Waiting> {
    let (mut found, mut parts) = (Vec::new(), Vec::new());
    for harvest in harvests {
        let (more, waiting) = gathered.add(harvest);
        found.extend(more);
        parts.push(waiting);
    }
    found.sort_by_key(|f| (f.place, f.choice));
    let frontier = shared.frontier();
    gathered.statistics.states += frontier.len() as u64;
    gathered.pass_unsupported(gathered.statistics.depth as usize, shared, &mut found);
    if shared.options.keep_going {
        let layer = gathered.statistics.depth as usize;
        gathered.keep(layer, found.extract_if(.., |f| matches!(f.stop, Stop::Violation(_))));
    }
    if let Some(first) = found.first() {
        // States beyond the finding were met by luck; the count leaves them out.
        let bound = key::new(first.place, first.choice.unwrap_or(0));
        gathered.statistics.states -= frontier.len() as u64 - first.place - 1;
        gathered.statistics.states += match shared.seen {
            None => frontier.fresh_below(shared.store.state_end(), bound),
            Some(_) => parts.iter().map(|part| part.below(bound)).sum(),
        };
    }
    gathered.found.append(&mut found);
    parts
}

/// The new states become the layer.
fn advance(gathered: &mut Gathered, shared: &Shared<'_>, parts: Vec<Waiting>) -> Result<(), Stop> {
    let mut frontier = shared.frontier_mut();
    if shared.seen.is_some() {
        frontier.advance_with(parts, &mut gathered.ancestry);
    } else {
        let end = shared.store.state_end();
        shared.watch.allow(frontier.fresh(end) * ORDER_BYTES, shared.store)?;
        frontier.advance(end, &mut gathered.ancestry);
        let (layers, stored) = (gathered.statistics.states + frontier.len() as u64, shared.store.state_count());
        if layers != stored {
            return Err(Stop::Defect(format!("{stored} states were stored, but {layers} are in layers")));
        }
    }
    if frontier.is_empty() {
        return Ok(());
    }
    gathered.statistics.depth += 1;
    if shared.options.depth_max.is_some_and(|max| gathered.statistics.depth > max) {
        let what = format!("there are states more than {} transitions from the start", gathered.statistics.depth - 1);
        return Err(Stop::Limit { what, flag: "--depth" });
    }
    Ok(())
}

/// The one place where a verdict is made. `Safe` needs that nothing was found, nothing ended the
/// search early, and no state is left.
fn conclude<'a>(image: &'a Image, pieces: &'a dyn Pieces, shared: &Shared<'a>, gathered: Gathered) -> Outcome {
    let mut statistics = gathered.statistics;
    let is_violation = |f: &&Found| matches!(f.stop, Stop::Violation(_));
    let worst = gathered.found.iter().find(is_violation);
    let last = statistics.depth as usize;
    let kept = || gathered.kept.iter().map(|(layer, found)| (*layer, found));
    let found = || gathered.found.iter().map(|found| (last, found));
    let unsupported = gathered.unsupported.as_ref().map(|(layer, found, _)| (*layer, found));
    let chosen = worst.map(|found| (last, found)).or(kept().next()).or(found().next()).or(unsupported);
    let path = |layer: usize, found: &Found| {
        if !shared.options.paths {
            return Ok(Path::new());
        }
        if let Some(numbers) = &found.numbers {
            return path::follow(image, pieces, numbers);
        }
        let mut numbers = gathered.ancestry.choices(layer, found.place);
        numbers.extend(found.choice);
        path::follow(image, pieces, &numbers)
    };
    let sightings = found().chain(kept()).filter_map(|(_, found)| match &found.stop {
        Stop::Violation(problem) => Some((problem.kind, found.point)),
        _ => None,
    });
    let sightings = sightings.collect();
    let halt = lock(&shared.halt).take();
    let whole = gathered.finished && gathered.found.is_empty() && unsupported.is_none();
    let complete = whole && halt.is_none() && shared.seen.is_none();
    let mut warnings = Vec::new();
    let violated = chosen.is_some_and(|(_, found)| matches!(found.stop, Stop::Violation(_)));
    if shared.options.keep_going && violated {
        let early = unsupported.iter().map(|(_, found)| &found.stop).chain(&halt);
        warnings.extend(early.filter_map(unfinished));
    }
    if let Some(stop) = halt.as_ref().filter(|_| !violated && unsupported.is_some()) {
        warnings.extend(unfinished(stop));
    } else if !violated && unsupported.is_some() && !gathered.finished {
        warnings.push(format!("violations on other ways were looked for in {STATES_AFTER_UNSUPPORTED} more states only; with --keep-going, in all"));
    }
    let verdict = match (chosen, halt) {
        (_, Some(defect @ Stop::Defect(_))) if !violated => verdict_of(defect, Vec::new()),
        (Some((layer, found)), _) => match path(layer, found) {
            Ok(path) => verdict_of(found.stop.clone(), path),
            Err(why) => Verdict::Defect(why),
        },
        (None, Some(stop)) => verdict_of(stop, Vec::new()),
        (None, None) if gathered.finished && shared.seen.is_some() => {
            let missed_max = lossy::collision_probability(shared.state_count());
            Verdict::Unproved { bits: lossy::FINGERPRINT_BITS, missed_max }
        }
        (None, None) if gathered.finished => Verdict::Safe,
        (None, None) => Verdict::Defect("the search ended with states left to visit".into()),
    };
    let more = gathered.kept.iter().filter_map(|(layer, found)| match (&found.stop, path(*layer, found)) {
        (Stop::Violation(problem), Ok(path)) => Some((problem.clone(), path)),
        _ => None,
    });
    let more = more.skip(worst.is_none() as usize).collect();
    if matches!(verdict, Verdict::Limit { .. }) {
        statistics.states = shared.state_count();
    }
    statistics.seconds = shared.started.elapsed().as_secs_f64();
    statistics.tables = tables(shared, gathered.ancestry.bytes());
    statistics.store_bytes = statistics.tables.iter().map(|table| table.bytes).sum();
    statistics.memory_bytes = crate::memory::held_bytes().unwrap_or(statistics.store_bytes);
    if verdict == Verdict::Safe && statistics.ends == 0 && statistics.pruned > 0 {
        warnings.push("assumptions give up every execution: nothing was checked to its end".into());
    }
    let prints = Some(gathered.prints).filter(|prints| shared.options.prints && prints.len() <= PRINTS_MAX);
    Outcome {
        verdict,
        complete,
        more,
        sightings,
        exits: gathered.exits,
        statistics,
        warnings,
        prints,
        observed: gathered.observed,
        commuted: Commuted::default(),
    }
}

/// What states are kept in, and how much of it there is.
fn tables(shared: &Shared<'_>, ancestry_bytes: u64) -> [Table; 6] {
    let stored = shared.store.statistics();
    let named = [("states", stored.states), ("vectors", stored.vectors), ("leaves", stored.leaves)];
    let [mut states, vectors, leaves] = named.map(|(name, table)| {
        let TableStatistics { entries, .. } = table;
        Table { name, entries, bytes: table.bytes(), load: table.load() }
    });
    if let Some(seen) = &shared.seen {
        states = Table { name: "prints", entries: seen.count(), bytes: seen.bytes(), load: 0.0 };
    }
    let sum = |name, bytes| Table { name, bytes, ..Table::default() };
    let rest = stored.total_bytes - (stored.states.bytes() + stored.vectors.bytes() + stored.leaves.bytes());
    [
        states,
        vectors,
        leaves,
        sum("ways", ancestry_bytes),
        sum("waiting", shared.frontier().bytes()),
        sum("unused", rest),
    ]
}

/// What to say of a search for further violations that something else ended.
fn unfinished(stop: &Stop) -> Option<String> {
    let what = match stop {
        Stop::Limit { what, flag } => format!("{what} ({flag})"),
        Stop::Unsupported { what, .. } => format!("{what} is not modelled"),
        _ => return None,
    };
    Some(format!("the search was not finished, so there may be more violations: {what}"))
}

fn verdict_of(stop: Stop, path: Path) -> Verdict {
    match stop {
        Stop::Violation(problem) => Verdict::Violation { problem, path },
        Stop::Unsupported { what, .. } => Verdict::Unsupported { what, path },
        Stop::Limit { what, flag } => Verdict::Limit { what, flag },
        Stop::Defect(why) => Verdict::Defect(why),
        Stop::Pruned => Verdict::Defect("a pruned execution was taken for a finding".into()),
    }
}
