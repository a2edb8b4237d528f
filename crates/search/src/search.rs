//! One search: what its workers share, and how they are started, whatever the strategy.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock};
use std::time::Instant;

use machine::{Break, Covered, Image, Pieces, Presumptions, Stop};
use store::{Full, Spill, Store, StoreOptions};

use crate::checkpoint::{Journal, Refused};
use crate::commute;
use crate::gathered::{Gathered, Tally};
use crate::memory::Watch;
use crate::outcome::{Broken, Options, Outcome, Progress};
use crate::peers;
use crate::pieces::StorePieces;
use crate::scout::Scouts;
use crate::strategy::{Order, Strategy, spread, temporal};
use crate::verdict;
use crate::visited::fingerprints::Fingerprints;
use crate::visited::ranked::Prints;
use crate::visited::stored::Stored;
use crate::visited::{Keep, Visited};
use crate::worker::Worker;

/// What is shown of a search is shown so often.
const SHOW_EVERY_MS: u128 = 100;

/// Somebody who wants to know where a search stands.
pub(crate) type Show<'a> = &'a (dyn Fn(&Progress) + Sync);

/// What all workers share.
pub(crate) struct Search<'a> {
    pub image: &'a Image,
    pub presumptions: &'a Presumptions,
    /// The same program without reductions, if somebody needs it, and no presumptions.
    pub plain: OnceLock<Image>,
    pub nothing: Presumptions,
    pub pieces: &'a dyn Pieces,
    pub options: &'a Options,
    /// What states consist of is kept here, and the states if the visited set says so.
    pub store: &'a Store,
    pub visited: &'a dyn Visited,
    /// When the first round began.
    pub started: Instant,
    pub watch: Watch,
    show: Show<'a>,
    /// What ended the search early, if it was no violation.
    halt: Mutex<Option<Stop>>,
    halted: AtomicBool,
    /// Those who look for violations farther away.
    pub scouts: Scouts,
    /// What workers that are done have reached.
    pub covered: Mutex<Covered>,
    /// How many workers there are, known when all were started.
    workers: OnceLock<usize>,
    /// What is written down for another process, and what this one goes on with.
    pub journal: &'a Journal,
    /// With several ranks: the states of all of them when they last shared that, and of this one then.
    shared: AtomicU64,
    shared_own: AtomicU64,
    other_bytes: AtomicU64,
    /// Nobody else can be reached any more.
    lost: AtomicBool,
    /// When it was noticed that somebody asked for an end.
    pub interrupted_at: Mutex<Option<Instant>>,
}

/// Why a search has to begin anew.
#[derive(Debug)]
pub(crate) enum Anew {
    /// Something was wrongly presumed.
    Broken(Broken),
    /// To leave threads for later saves little: transitions that lead where others do are to be left out instead.
    Together,
    /// There is nothing to go on with after all.
    Refused(Refused),
}

/// Visits every state that can be reached, unless the search has to begin anew.
pub(crate) fn run(
    image: &Image,
    presumptions: &Presumptions,
    options: &Options,
    (started, journal): (Instant, &Journal),
    show: Show<'_>,
) -> Result<Outcome, Anew> {
    let how = StoreOptions {
        compressed: options.compressed,
        memory_bytes_max: options.memory_bytes_max,
        keys: false,
        spill: options.spill.as_deref().map(|directory| Arc::new(Spill::new(directory))),
    };
    let restored = match journal.goes_on() {
        true => peers::agree_to_go_on(options, journal.restore(how.clone(), options.peers.as_deref())),
        false => Ok(None),
    };
    let (store, before) = match restored.map_err(Anew::Refused)? {
        Some((store, notes)) => (store, Mutex::new(Some(notes))),
        None => (Store::new(how), Mutex::default()),
    };
    let pieces = StorePieces(&store);
    let begin = |visited, strategy: &dyn Strategy| {
        let search = Search {
            image,
            presumptions,
            plain: OnceLock::new(),
            nothing: Presumptions::default(),
            pieces: &pieces,
            options,
            store: &store,
            visited,
            started,
            watch: Watch::new(options.memory_bytes_max, options.workers),
            show,
            halt: Mutex::new(None),
            halted: AtomicBool::new(false),
            scouts: Scouts::default(),
            workers: OnceLock::new(),
            covered: Mutex::new(journal.take_covered()),
            journal,
            shared: AtomicU64::new(0),
            shared_own: AtomicU64::new(0),
            other_bytes: AtomicU64::new(0),
            lost: AtomicBool::new(false),
            interrupted_at: Mutex::default(),
        };
        let (gathered, allowed) = lock(&before).take().unwrap_or_default();
        search.scouts.begin_with(allowed);
        if options.peers.is_none() {
            search.scouts.let_go();
        }
        let mut outcome = employ(&search, strategy, gathered)?;
        outcome.covered = std::mem::take(&mut *lock(&search.covered));
        search.sum_up(&mut outcome);
        outcome.lost = search.is_lost();
        Ok(outcome)
    };
    if let (Some(property), None) = (&options.property, &options.peers) {
        let visited = Stored(&store);
        return begin(&visited, &temporal::new(&visited, Arc::clone(property)));
    }
    if let Some(peers) = &options.peers {
        return match options.keep {
            Keep::States => {
                let visited = Stored(&store);
                begin(&visited, &spread::new(&visited, Arc::clone(peers)))
            }
            Keep::Fingerprints => {
                let visited = Prints::new();
                begin(&visited, &spread::new(&visited, Arc::clone(peers)))
            }
        };
    }
    match options.keep {
        Keep::States => {
            let visited = Stored(&store);
            begin(&visited, &*options.order.strategy(&visited))
        }
        Keep::Fingerprints => {
            let visited = Fingerprints::new();
            begin(&visited, &*options.order.strategy(&visited))
        }
    }
}

/// Starts the workers; this thread is the first of them.
fn employ(search: &Search<'_>, strategy: &dyn Strategy, before: Gathered) -> Result<Outcome, Anew> {
    std::thread::scope(|scope| {
        let mut workers = 1;
        for _ in 1..search.options.workers.max(1) {
            let life = || strategy.help(&mut Worker::new(search));
            match std::thread::Builder::new().spawn_scoped(scope, life) {
                Ok(_) => workers += 1,
                // The system has no more threads for us: fewer will do.
                Err(why) => tracing::warn!(%why, workers, "could not start another worker"),
            }
        }
        search.workers.get_or_init(|| workers);
        if search.options.scouts && search.options.order == Order::BreadthFirst && peers::rank(search.options) == 0 {
            search.scouts.man();
            // Without them the search is what it would be with --shortest.
            if std::thread::Builder::new().spawn_scoped(scope, || search.scouts.work(search)).is_err() {
                search.scouts.leave();
            }
        }
        // Whatever happens, the others must not wait for ever.
        let _dismissal = Dismissal(search, strategy);
        lead(search, strategy, before)
    })
}

struct Dismissal<'s>(&'s Search<'s>, &'s dyn Strategy);

impl Drop for Dismissal<'_> {
    fn drop(&mut self) {
        self.1.dismiss(self.0);
        self.0.scouts.dismiss();
    }
}

fn lead(search: &Search<'_>, strategy: &dyn Strategy, mut gathered: Gathered) -> Result<Outcome, Anew> {
    let mut worker = Worker::new(search);
    let start = search.agreed(worker.start());
    let led = start.and_then(|start| strategy.lead(&mut worker, &start, &mut gathered));
    let finished = led.unwrap_or_else(|stop| {
        search.stop(*stop);
        false
    });
    if let Some(refused) = search.journal.take_refused() {
        return Err(Anew::Refused(refused));
    }
    let scouted = gathered.add_scouted(search, finished);
    let broken = !gathered.tally.breaks.is_empty();
    if broken && search.presumptions.is_empty() {
        search.stop(Stop::Defect("something was presumed wrongly though nothing was presumed".into()));
    }
    // What was found is found, whatever was presumed; anything else asks for another round.
    let nothing = gathered.found.is_empty() && gathered.kept.is_empty();
    // Where threads have changed places that are not alike, what was found need not be.
    let distinct = gathered.tally.breaks.contains(&Break::Distinct);
    if (nothing || distinct) && broken && !search.is_halted() {
        let late = search.states() > STATES_LATE;
        return Err(Anew::Broken(Broken { breaks: gathered.tally.breaks.into_iter().collect(), late }));
    }
    if gathered.together && !search.is_halted() {
        return Err(Anew::Together);
    }
    let sample = std::mem::take(&mut gathered.tally.sample);
    let commuted = commute::examine(&mut worker.machine, search, sample, &gathered.tally.counters);
    Ok(Outcome { commuted, scouted, ..verdict::conclude(search, strategy, gathered, finished) })
}

/// After so many states it is clear what it saves to leave threads for later: one in so many transitions, or
/// it is not worth while.
const STATES_SETTLED: u64 = 2000;
const LEFT_SHARE: u64 = 4;

/// A break that comes after so many states comes late.
const STATES_LATE: u64 = 1 << 14;

impl Search<'_> {
    /// Are transitions left out that lead where others do? Not where threads are left for later: then it is
    /// not known that those others are executed.
    pub(crate) fn sleeps(&self) -> bool {
        self.options.sleep && !self.options.company && !self.presumptions.is_indistinct()
    }

    /// Should the search begin anew without leaving threads for later? Then transitions sleep, which saves more
    /// where nearly all threads meet. This is asked after each layer, and settled once.
    pub(crate) fn should_sleep(&self, gathered: &mut Gathered) -> bool {
        let Options { sleep, company, keep, .. } = *self.options;
        if gathered.settled || self.presumptions.is_indistinct() || self.states() < STATES_SETTLED {
            return false;
        }
        let Tally { left, offered, .. } = gathered.tally;
        gathered.settled = true;
        gathered.together = sleep && company && keep == Keep::States && left * LEFT_SHARE < offered;
        gathered.together
    }

    /// Are there so many states that no other layer is to begin?
    pub(crate) fn keep_to_states(&self) -> Result<(), Stop> {
        match self.options.states_before_layer_max.filter(|max| self.states() > *max) {
            Some(max) => Err(Stop::Limit { what: format!("there are more than {max} states"), flag: "--states" }),
            None => Ok(()),
        }
    }

    /// All workers, as soon as they were started.
    pub(crate) fn workers(&self) -> usize {
        *self.workers.wait()
    }

    /// States so far: all that this process has, and those that others had when that was last told.
    pub(crate) fn states(&self) -> u64 {
        // Told between layers, and read by the same thread.
        let (shared, own) = (self.shared.load(Ordering::SeqCst), self.shared_own.load(Ordering::SeqCst));
        shared + self.visited.count().saturating_sub(own)
    }

    /// Those that all ranks together had when that was last told.
    pub(crate) fn states_shared(&self) -> u64 {
        self.shared.load(Ordering::SeqCst)
    }

    /// What the stores of the other ranks take.
    pub(crate) fn set_other_bytes(&self, bytes: u64) {
        self.other_bytes.store(bytes, Ordering::SeqCst);
    }

    /// All ranks together have so many states now.
    pub(crate) fn set_states(&self, all: u64) {
        self.shared_own.store(self.visited.count(), Ordering::SeqCst);
        self.shared.store(all, Ordering::SeqCst);
    }

    /// Others cannot be reached any more, so the search ends, and that is why, if somebody has asked for an end as
    /// well: `mpirun` does when another rank is gone.
    pub(crate) fn lose_peers(&self, why: Stop) {
        self.lost.store(true, Ordering::SeqCst);
        lock(&self.halt).take_if(|_| self.options.is_interrupted());
        self.stop(why);
    }

    pub(crate) fn is_lost(&self) -> bool {
        self.lost.load(Ordering::SeqCst)
    }

    /// Why the search ends, if that is known.
    pub(crate) fn halt_reason(&self) -> Option<Stop> {
        lock(&self.halt).clone()
    }

    /// All ranks have agreed on this reason.
    pub(crate) fn replace_halt(&self, reason: Option<Stop>) {
        if !self.is_lost() {
            *lock(&self.halt) = reason;
        }
    }

    /// Ends the search for a reason that is no violation. The first reason counts.
    pub(crate) fn stop(&self, reason: Stop) {
        let reason = match reason {
            Stop::Limit { flag: "--memory", what } => self.unspilled(what),
            reason => reason,
        };
        lock(&self.halt).get_or_insert(reason);
        self.halted.store(true, Ordering::SeqCst);
    }

    pub(crate) fn is_halted(&self) -> bool {
        self.halted.load(Ordering::SeqCst)
    }

    /// Ends the search: a violation was found, though not by the workers.
    pub(crate) fn end_early(&self) {
        self.halted.store(true, Ordering::SeqCst);
    }

    /// Did a limit end it, which may be another one next time?
    pub(crate) fn is_limited(&self) -> bool {
        matches!(*lock(&self.halt), Some(Stop::Limit { .. }))
    }

    /// How long this search has taken, from its beginning in another process.
    pub(crate) fn seconds(&self) -> f64 {
        (self.journal.spent() + self.started.elapsed()).as_secs_f64()
    }

    /// Must everybody stop at once? How many states there may be does not concern those who keep none.
    pub(crate) fn is_in_a_hurry(&self) -> bool {
        let limited = |halt: &Option<Stop>| matches!(halt, Some(Stop::Limit { flag: "--states", .. }));
        self.is_halted() && !limited(&lock(&self.halt))
    }

    pub(crate) fn take_halt(&self) -> Option<Stop> {
        lock(&self.halt).take()
    }

    /// Does some work. A panic in it ends the search, but not the worker, for whom others may wait.
    pub(crate) fn guard<T>(&self, work: impl FnOnce() -> T) -> Option<T> {
        let done = catch_unwind(AssertUnwindSafe(work)).ok();
        if done.is_none() {
            self.stop(Stop::Defect("a worker of ours panicked".into()));
        }
        done
    }

    /// What it means that the store takes no more.
    pub(crate) fn full(&self, why: Full) -> Stop {
        match why {
            Full::Memory { .. } | Full::Files => self.watch.reached(),
            Full::Names { .. } => Stop::Limit { what: why.to_string(), flag: "" },
        }
    }

    /// What it means that memory is at its end where files could have taken something off it.
    fn unspilled(&self, what: String) -> Stop {
        match self.store.spill().and_then(|spill| Some((spill.directory().display(), spill.trouble()?))) {
            Some((directory, trouble)) => {
                Stop::Limit { what: format!("{what}, and {directory} takes no more: {trouble}"), flag: "--spill" }
            }
            None => Stop::Limit { what, flag: "--memory" },
        }
    }

    /// Shows where the search stands, unless that was done just now.
    pub(crate) fn show(&self, last: &mut Instant, queue: u64, depth: u64) {
        if last.elapsed().as_millis() < SHOW_EVERY_MS {
            return;
        }
        *last = Instant::now();
        (self.show)(&Progress {
            states: self.states(),
            queue,
            depth,
            seconds: self.seconds(),
            memory_bytes: self.store.bytes()
                + self.store.filed_bytes()
                + self.visited.own_bytes()
                + self.other_bytes.load(Ordering::SeqCst),
        });
    }
}

pub(crate) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
}
