//! Depth-first exploration: soon far from the start, with few states waiting.
//!
//! A worker's stack holds the states on the way to the current one, and the unvisited siblings of
//! each:
//!
//! ```text
//! start* · a · b* · c · d · e*            * expanded: start, b, e is the way to the current state
//! ```
//!
//! So the way is known without anything kept for states that were left again. It need not be the
//! shortest one.
//!
//! A worker with nothing to do gets from another one the unvisited state that is nearest to the
//! start, and the way there. All that could be reached is reached by somebody, but who finds what
//! first is a matter of luck; a single worker always finds the same.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard};
use std::time::Instant;

use machine::Stop;
use store::StateId;

use crate::explore::{Gathered, Shared, lock};
use crate::outcome::Progress;
use crate::worker::{Destination, Worker};

/// A state on the stack: its number, and that of the choice that leads to it.
struct Entry {
    state: u32,
    choice: u32,
}

/// The bit of a choice that says that the state was expanded. Choices have 24 bits.
const EXPANDED: u32 = 1 << 31;
/// Stands for a state that another worker took.
const GONE: u32 = 1 << 30;

/// States expanded between two looks at limits.
const LOOK_EVERY: u64 = 16;

/// A state to go on from, and the choices that lead to it.
struct Job {
    state: u32,
    way: Vec<u32>,
}

/// Where workers meet that have too much to do, or nothing.
#[derive(Default)]
pub(crate) struct Pool {
    jobs: Mutex<Jobs>,
    changed: Condvar,
    /// Jobs that are wanted, roughly.
    wanted: AtomicUsize,
    /// Somebody has found what ends the search.
    over: AtomicBool,
}

#[derive(Default)]
struct Jobs {
    list: Vec<Job>,
    waiting: usize,
    /// There will be no more jobs.
    closed: bool,
    /// What workers brought home.
    done: Vec<Gathered>,
}

impl Pool {
    fn give(&self, job: Job) {
        let mut jobs = lock(&self.jobs);
        jobs.list.push(job);
        self.note(&jobs);
    }

    /// A job for one of so many workers. None: nobody has any, or ever will.
    fn take(&self, workers: usize) -> Option<Job> {
        let mut jobs = lock(&self.jobs);
        jobs.waiting += 1;
        loop {
            jobs.closed |= jobs.waiting == workers && jobs.list.is_empty();
            let job = if jobs.closed { None } else { jobs.list.pop() };
            if jobs.closed || job.is_some() {
                jobs.waiting -= 1;
                self.note(&jobs);
                return job;
            }
            self.note(&jobs);
            jobs = self.changed.wait(jobs).unwrap_or_else(|poisoned| poisoned.into_inner());
        }
    }

    fn note(&self, jobs: &MutexGuard<'_, Jobs>) {
        self.wanted.store(jobs.waiting.saturating_sub(jobs.list.len()), Ordering::SeqCst);
        self.changed.notify_all();
    }

    /// Nobody goes on.
    pub fn close(&self) {
        let mut jobs = lock(&self.jobs);
        jobs.closed = true;
        self.over.store(true, Ordering::SeqCst);
        self.note(&jobs);
    }

    fn is_over(&self) -> bool {
        self.over.load(Ordering::SeqCst)
    }

    /// Another worker has ended, with this.
    pub fn bring(&self, gathered: Gathered) {
        let mut jobs = lock(&self.jobs);
        jobs.done.push(gathered);
        self.note(&jobs);
    }

    /// What so many other workers bring home.
    fn collect(&self, helpers: usize) -> Vec<Gathered> {
        let mut jobs = lock(&self.jobs);
        while jobs.done.len() < helpers {
            jobs = self.changed.wait(jobs).unwrap_or_else(|poisoned| poisoned.into_inner());
        }
        std::mem::take(&mut jobs.done)
    }
}

/// Visits every state that can be reached from the start, with the help of the other workers.
pub(crate) fn dive<'a>(
    worker: &mut Worker<'a>,
    shared: &Shared<'a>,
    start: StateId,
    gathered: &mut Gathered,
    progress: &(dyn Fn(&Progress) + Sync),
) {
    shared.pool.give(Job { state: start.0 as u32, way: Vec::new() });
    let mut finished = work(worker, shared, gathered, Some(progress));
    for other in shared.pool.collect(shared.crew().helpers) {
        finished &= other.finished;
        gathered.merge(other);
    }
    gathered.statistics.states = shared.state_count();
    gathered.finished = finished && !gathered.is_over();
    let (expanded, stored) = (gathered.expanded, shared.state_count());
    if gathered.finished && expanded != stored {
        shared.stop(Stop::Defect(format!("{stored} states were stored, but {expanded} were visited")));
    }
    let too_deep = gathered.too_deep && !gathered.is_over();
    if let Some(max) = shared.options.depth_max.filter(|_| too_deep) {
        let what = format!("there are ways of more than {max} transitions");
        shared.stop(Stop::Limit { what, flag: "--depth" });
    }
}

/// Does jobs until there are none. True if all states that they lead to were visited, by whomever.
pub(crate) fn work<'a>(
    worker: &mut Worker<'a>,
    shared: &Shared<'a>,
    gathered: &mut Gathered,
    progress: Option<&(dyn Fn(&Progress) + Sync)>,
) -> bool {
    let mut shown = Instant::now();
    while let Some(job) = shared.pool.take(shared.crew().helpers + 1) {
        let stack = vec![Entry { state: job.state, choice: 0 }];
        let mut dive = Dive { stack, low: 0, depth: 0, way: job.way, fresh: Vec::new() };
        while !dive.stack.is_empty() {
            dive.step(worker, shared, gathered);
            let over = gathered.is_over() || gathered.is_spent(shared) || shared.pool.is_over();
            if over || shared.halted.load(Ordering::SeqCst) {
                shared.pool.close();
                return false;
            }
            if let Some(progress) = progress.filter(|_| shown.elapsed().as_millis() >= 100) {
                shown = Instant::now();
                progress(&shared.progress(dive.stack.len() as u64, dive.depth_now()));
            }
        }
    }
    !gathered.too_deep
}

/// A job being done.
struct Dive {
    stack: Vec<Entry>,
    /// Below, all entries are expanded or gone.
    low: usize,
    /// Expanded entries.
    depth: u64,
    /// What leads to the first entry.
    way: Vec<u32>,
    fresh: Vec<(StateId, usize)>,
}

impl Dive {
    fn depth_now(&self) -> u64 {
        self.way.len() as u64 + self.depth
    }

    /// Expands the state on top, or leaves it.
    fn step<'a>(&mut self, worker: &mut Worker<'a>, shared: &Shared<'a>, gathered: &mut Gathered) {
        let depth = self.depth_now();
        let Some(top) = self.stack.last_mut() else { return };
        let too_deep = shared.options.depth_max.is_some_and(|max| depth > max);
        if top.choice & (EXPANDED | GONE) != 0 || too_deep {
            gathered.too_deep |= top.choice & (EXPANDED | GONE) == 0;
            self.depth -= (top.choice & EXPANDED != 0) as u64;
            self.stack.pop();
            self.low = self.low.min(self.stack.len());
            return;
        }
        top.choice |= EXPANDED;
        let state = StateId(u64::from(top.state));
        let statistics = &mut gathered.statistics;
        statistics.depth = statistics.depth.max(depth);
        self.depth += 1;
        if gathered.expanded.is_multiple_of(LOOK_EVERY)
            && let Some(reason) = worker.over_limit(shared)
        {
            return shared.stop(reason);
        }
        worker.expand_one(shared, gathered.expanded, state, Destination::Stack(&mut self.fresh));
        gathered.expanded += 1;
        let mut harvest = worker.harvest();
        for found in &mut harvest.found {
            let numbers = self.way_to(self.stack.len()).into_iter().map(|choice| choice as usize);
            found.numbers = Some(numbers.chain(found.choice).collect());
        }
        gathered.take(shared, harvest);
        let entry = |(id, choice): (StateId, usize)| Entry { state: id.0 as u32, choice: choice as u32 };
        self.stack.extend(self.fresh.drain(..).rev().map(entry));
        if shared.pool.wanted.load(Ordering::SeqCst) > 0 {
            self.share(shared);
        }
    }

    /// The choices that lead to the last expanded state below that place.
    fn way_to(&self, end: usize) -> Vec<u32> {
        let on_the_way = self.stack[..end].iter().filter(|entry| entry.choice & EXPANDED != 0).skip(1);
        self.way.iter().copied().chain(on_the_way.map(|entry| entry.choice & !EXPANDED)).collect()
    }

    /// Gives away the unvisited state that is nearest to the start, unless it is the only one.
    fn share(&mut self, shared: &Shared<'_>) {
        let is_free = |entry: &Entry| entry.choice & (EXPANDED | GONE) == 0;
        let free = self.stack[self.low..].iter().position(is_free).map(|at| self.low + at);
        self.low = free.unwrap_or(self.stack.len());
        let Some(at) = free.filter(|at| at + 1 < self.stack.len()) else { return };
        let mut way = self.way_to(at);
        way.push(self.stack[at].choice);
        self.stack[at].choice = GONE;
        shared.pool.give(Job { state: self.stack[at].state, way });
    }
}
