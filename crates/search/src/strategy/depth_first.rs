//! Depth-first: soon far from the start, with few states waiting.
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

use machine::{Run, Stop};

use super::{About, Outskirts, Strategy};
use crate::gathered::{Gathered, Origin};
use crate::search::{Search, lock};
use crate::visited::{Session, VisitedSet};
use crate::worker::{Part, Worker};

pub(super) const ABOUT: About = About { name: "dfs", title: "Depth-first", shortest: false, repeatable: false };

/// A state on the stack, and the number of the choice that leads to it.
struct Entry<K> {
    state: K,
    choice: u32,
}

/// The bit of a choice that says that the state was expanded. Choices have 24 bits.
const EXPANDED: u32 = 1 << 31;
/// The bit that says that another worker took the state.
const GONE: u32 = 1 << 30;

/// States expanded between two looks at limits.
const LOOK_EVERY: u64 = 16;

/// A state to go on from, and the choices that lead to it.
struct Job<K> {
    state: K,
    way: Vec<u32>,
}

/// What all workers share.
struct DepthFirst<'a, V: VisitedSet> {
    visited: &'a V,
    pool: Pool<V::Kept>,
}

pub(super) fn new<V: VisitedSet>(visited: &V) -> impl Strategy {
    DepthFirst { visited, pool: Pool::new() }
}

/// Where workers meet that have too much to do, or nothing.
struct Pool<K> {
    jobs: Mutex<Jobs<K>>,
    changed: Condvar,
    /// Jobs that are wanted, roughly.
    wanted: AtomicUsize,
    /// Somebody has found what ends the search.
    over: AtomicBool,
    /// How far somebody was when the search was halted, and how many states were left on the way.
    halted: Mutex<(Vec<usize>, u64)>,
}

struct Jobs<K> {
    list: Vec<Job<K>>,
    waiting: usize,
    /// There will be no more jobs.
    closed: bool,
    /// What workers brought home.
    done: Vec<Done>,
}

/// What a worker brings home.
#[derive(Default)]
struct Done {
    gathered: Gathered,
    /// States that it has expanded.
    expanded: u64,
    /// Some were left, for being too deep.
    too_deep: bool,
    /// All states that its jobs lead to were visited, by whomever.
    finished: bool,
}

impl<K> Pool<K> {
    fn new() -> Pool<K> {
        let jobs = Jobs { list: Vec::new(), waiting: 0, closed: false, done: Vec::new() };
        Pool {
            jobs: Mutex::new(jobs),
            changed: Condvar::new(),
            wanted: AtomicUsize::new(0),
            over: AtomicBool::new(false),
            halted: Mutex::default(),
        }
    }

    fn give(&self, job: Job<K>) {
        let mut jobs = lock(&self.jobs);
        jobs.list.push(job);
        self.note(&jobs);
    }

    /// A job for one of so many workers. None: nobody has any, or ever will.
    fn take(&self, workers: usize) -> Option<Job<K>> {
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

    fn note(&self, jobs: &MutexGuard<'_, Jobs<K>>) {
        self.wanted.store(jobs.waiting.saturating_sub(jobs.list.len()), Ordering::SeqCst);
        self.changed.notify_all();
    }

    /// Nobody goes on.
    fn close(&self) {
        let mut jobs = lock(&self.jobs);
        jobs.closed = true;
        self.over.store(true, Ordering::SeqCst);
        self.note(&jobs);
    }

    fn is_over(&self) -> bool {
        self.over.load(Ordering::SeqCst)
    }

    /// Another worker has ended, with this.
    fn bring(&self, done: Done) {
        let mut jobs = lock(&self.jobs);
        jobs.done.push(done);
        self.note(&jobs);
    }

    /// What so many other workers bring home.
    fn collect(&self, helpers: usize) -> Vec<Done> {
        let mut jobs = lock(&self.jobs);
        while jobs.done.len() < helpers {
            jobs = self.changed.wait(jobs).unwrap_or_else(|poisoned| poisoned.into_inner());
        }
        std::mem::take(&mut jobs.done)
    }
}

impl<V: VisitedSet> Strategy for DepthFirst<'_, V> {
    fn lead(&self, worker: &mut Worker<'_>, start: &[u32], gathered: &mut Gathered) -> Run<bool> {
        let search = worker.search;
        let start = self.visited.insert_start(start).map_err(|why| search.full(why))?;
        self.pool.give(Job { state: V::keep(start), way: Vec::new() });
        let mut mine = Done::default();
        self.work(worker, &mut mine, true);
        let (mut finished, mut too_deep, mut expanded) = (true, false, 0);
        for done in [mine].into_iter().chain(self.pool.collect(search.workers() - 1)) {
            finished &= done.finished;
            too_deep |= done.too_deep;
            expanded += done.expanded;
            gathered.merge(done.gathered);
        }
        gathered.states = self.visited.count();
        finished &= !gathered.is_over();
        if finished && expanded != gathered.states {
            let stored = gathered.states;
            return Err(Stop::Defect(format!("{stored} states were stored, but {expanded} were visited")).into());
        }
        if let Some(max) = search.options.depth_max.filter(|_| too_deep && !gathered.is_over()) {
            let what = format!("there are ways of more than {max} transitions");
            return Err(Stop::Limit { what, flag: "--depth" }.into());
        }
        Ok(finished)
    }

    fn help(&self, worker: &mut Worker<'_>) {
        let mut done = Done::default();
        if worker.search.guard(|| self.work(worker, &mut done, false)).is_none() {
            self.pool.close();
        }
        self.pool.bring(done);
    }

    fn dismiss(&self, _: &Search<'_>) {
        self.pool.close();
    }

    fn outskirts(&self) -> Outskirts {
        let (way, waiting) = lock(&self.pool.halted).clone();
        Outskirts { samples: vec![Origin::Choices(way)], waiting, layers: Vec::new() }
    }
}

impl<V: VisitedSet> DepthFirst<'_, V> {
    /// Does jobs until there are none.
    fn work(&self, worker: &mut Worker<'_>, done: &mut Done, shows: bool) {
        let search = worker.search;
        let mut shown = Instant::now();
        let mut session = self.visited.session();
        while let Some(job) = self.pool.take(search.workers()) {
            let mut dive = Dive::<V>::new(job);
            while !dive.stack.is_empty() {
                dive.step(worker, &mut session, done);
                if self.pool.wanted.load(Ordering::SeqCst) > 0 {
                    dive.share().into_iter().for_each(|job| self.pool.give(job));
                }
                let over = done.gathered.is_over() || done.gathered.is_spent(search) || self.pool.is_over();
                if over || search.is_halted() {
                    let way = way_to(&dive.way, &dive.stack).map(|choice| choice as usize).collect();
                    let left = dive.stack.iter().filter(|entry| entry.choice & (EXPANDED | GONE) == 0).count();
                    *lock(&self.pool.halted) = (way, left as u64);
                    return self.pool.close();
                }
                if shows {
                    search.show(&mut shown, dive.stack.len() as u64, dive.depth_now());
                }
            }
        }
        done.finished = !done.too_deep;
    }
}

/// A job being done.
struct Dive<V: VisitedSet> {
    stack: Vec<Entry<V::Kept>>,
    /// Below, all entries are expanded or gone.
    low: usize,
    /// Expanded entries.
    depth: u64,
    /// What leads to the first entry.
    way: Vec<u32>,
    words: Vec<u32>,
}

impl<V: VisitedSet> Dive<V> {
    fn new(job: Job<V::Kept>) -> Dive<V> {
        let stack = vec![Entry { state: job.state, choice: 0 }];
        Dive { stack, low: 0, depth: 0, way: job.way, words: Vec::new() }
    }

    fn depth_now(&self) -> u64 {
        self.way.len() as u64 + self.depth
    }

    /// Expands the state on top, or leaves it.
    fn step(&mut self, worker: &mut Worker<'_>, session: &mut V::Session<'_>, done: &mut Done) {
        let search = worker.search;
        let depth = self.depth_now();
        let Some(top) = self.stack.last_mut() else { return };
        let too_deep = search.options.depth_max.is_some_and(|max| depth > max);
        if top.choice & (EXPANDED | GONE) != 0 || too_deep {
            done.too_deep |= top.choice & (EXPANDED | GONE) == 0;
            self.depth -= (top.choice & EXPANDED != 0) as u64;
            self.stack.pop();
            self.low = self.low.min(self.stack.len());
            return;
        }
        top.choice |= EXPANDED;
        done.gathered.depth = done.gathered.depth.max(depth);
        self.depth += 1;
        if done.expanded.is_multiple_of(LOOK_EVERY)
            && let Some(reason) = worker.over_limit()
        {
            return search.stop(reason);
        }
        self.expand(worker, session);
        done.expanded += 1;
        done.gathered.take(search, worker.harvest());
    }

    /// Expands the state on top; new states come on top of it, the first one last.
    fn expand(&mut self, worker: &mut Worker<'_>, session: &mut V::Session<'_>) {
        let Dive { stack, words, way, .. } = self;
        let Some(top) = stack.last() else { return };
        words.clear();
        session.open(&top.state, words);
        let origin = || Origin::Choices(way_to(way, stack).map(|choice| choice as usize).collect());
        let siblings = stack.len();
        let (mut part, mut news, mut still) = (Some(Part::Enough), Vec::new(), true);
        while let Some(next) = part.take() {
            let expanded =
                worker.expand(words, next, &origin, |choice, words, _| session.prepare(words, choice as u64));
            let inserted = session.insert_prepared(|choice, state, new| {
                if new {
                    news.push(Entry { state: V::keep(state), choice: choice as u32 });
                }
            });
            if let Err(why) = inserted {
                worker.search.stop(worker.search.full(why));
            }
            still &= expanded.still;
            // Who has led nowhere but back may have left the others for later for ever.
            part = expanded.enough.filter(|_| news.is_empty()).map(Part::Without);
        }
        if still && news.is_empty() {
            worker.find_livelock(words, &origin);
        }
        stack.extend(news);
        stack[siblings..].reverse();
        session.rest();
    }

    /// Gives away the unvisited state that is nearest to the start, unless it is the only one.
    fn share(&mut self) -> Option<Job<V::Kept>> {
        let is_free = |entry: &Entry<V::Kept>| entry.choice & (EXPANDED | GONE) == 0;
        let free = self.stack[self.low..].iter().position(is_free).map(|at| self.low + at);
        self.low = free.unwrap_or(self.stack.len());
        let at = free.filter(|at| at + 1 < self.stack.len())?;
        let entry = &self.stack[at];
        let way = way_to(&self.way, &self.stack[..at]).chain([entry.choice]).collect();
        let job = Job { state: entry.state.clone(), way };
        self.stack[at].choice = GONE;
        Some(job)
    }
}

/// The choices that lead to the last expanded state of a stack, given those that lead to its first.
fn way_to<K>(way: &[u32], stack: &[Entry<K>]) -> impl Iterator<Item = u32> {
    let on_the_way = stack.iter().filter(|entry| entry.choice & EXPANDED != 0).skip(1);
    way.iter().copied().chain(on_the_way.map(|entry| entry.choice & !EXPANDED))
}
