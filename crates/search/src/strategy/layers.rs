//! Breadth-first, in layers.
//!
//! All states at one distance from the start form a layer. The workers share a layer's states; new
//! states form the next one. Between layers the new states are put in the order of their keys
//! (`numbered`), so that which path leads to a state, and which of several violations is reported,
//! depends on the program alone and not on the number of workers or their luck.
//!
//! Sets that keep only a part of each state cannot tell who else met it: there (`waiting`) the way to
//! a state is that of the worker who was first.

pub(super) mod ancestry;
pub(super) mod key;
mod numbered;
mod waiting;

use std::io::{Read, Write};
use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Barrier, Mutex, OnceLock, RwLock, RwLockReadGuard, RwLockWriteGuard};
use std::time::Instant;

use crossbeam_utils::CachePadded;
use machine::{Run, Stop, Threads};
use store::Store;

use super::{About, Outskirts, Strategy};
use crate::checkpoint::blocks::damaged;
use crate::checkpoint::numbers::{Out, take, understand};
use crate::gathered::{Gathered, Harvest, Origin};
use crate::search::{Search, lock};
use crate::sleep::Sleepers;
use crate::visited::{Session, VisitedSet};
use crate::worker::{Part, Worker};
use ancestry::Ancestry;

pub(super) const ABOUT: About = About { name: "bfs", title: "Breadth-first", shortest: true, repeatable: true };

/// Layers smaller than this are not worth waking the other workers for.
const LAYER_SHARED_MIN: usize = 64;

/// States of the last layer that are looked at, and layers whose sizes are told, if a limit ends the search.
const SAMPLES: usize = 8;
const LAYERS_TOLD: usize = 4;

/// States taken at once.
const BATCH: usize = 16;

/// A visited set whose states can wait in layers.
pub(crate) trait Layered: VisitedSet + Sized {
    type Frontier: Frontier<Self>;
}

/// The layer that is being expanded, and what is known of the next one.
pub(crate) trait Frontier<V: VisitedSet>: Default + Send + Sync {
    /// The new states that one worker has met, as far as nobody else keeps them.
    type Share: Default + Send;

    /// The first layer: only the start.
    fn start(&mut self, state: V::State<'_>);

    fn len(&self) -> usize;

    /// A worker, one of so many, begins to expand states of the layer, or has ended.
    fn enter(&self, session: &mut V::Session<'_>, workers: usize);
    fn leave(&self, session: &mut V::Session<'_>);

    /// Brings a few states of the layer near the processor.
    fn warm(&self, visited: &V, places: Range<usize>);

    /// Appends the words of a state of the layer. Those that are prepared next are its successors.
    fn open(&self, session: &mut V::Session<'_>, place: usize, words: &mut Vec<u32>);

    /// Whose transitions are asleep in a state of the layer.
    fn asleep(&self, place: usize) -> Sleepers;

    /// A successor was met by a worker who has this share of the next layer. Tells whether it is in
    /// there, as far as that is known.
    fn meet(&self, share: &mut Self::Share, key: u64, state: V::State<'_>, new: bool) -> bool;

    /// Of the states that are new, how many have a key less than this.
    fn new_below(&self, visited: &V, shares: &[Self::Share], bound: u64) -> u64;

    /// Bytes that it may take to make the new states the layer.
    fn advance_bytes(&self, visited: &V) -> u64;

    /// The new states become the layer. The ancestry learns how they were reached.
    fn advance(&mut self, visited: &V, shares: Vec<Self::Share>, ancestry: &mut Ancestry);

    /// Writes the store with the visited states and the layer, as they were when it began: what workers have
    /// met since is not among them.
    fn write(&self, visited: &V, store: &Store, met: &[Self::Share], out: &mut dyn Write) -> std::io::Result<()>;

    /// Reads the layer; the visited states are there.
    fn read(&mut self, visited: &V, from: &mut dyn Read) -> std::io::Result<()>;

    fn bytes(&self) -> u64;
}

/// What all workers share.
struct Layers<'a, V: Layered> {
    visited: &'a V,
    /// The number of the layer, and its states.
    layer: RwLock<(usize, V::Frontier)>,
    /// The next place in the layer that nobody has taken.
    next: CachePadded<AtomicUsize>,
    /// Places from here on need not be looked at: a violation was found before them.
    cutoff: AtomicU64,
    /// How the states of earlier layers were reached.
    ancestry: Mutex<Ancestry>,
    /// All workers meet here before and after a layer that they share.
    barrier: OnceLock<Barrier>,
    /// What the others brought home from the layer.
    brought: Mutex<Vec<(Harvest, Share<V>)>>,
    quit: AtomicBool,
    /// How many states each layer has.
    sizes: Mutex<Vec<u64>>,
}

/// What one worker works with.
struct Desk<'s, V: VisitedSet + 's> {
    session: V::Session<'s>,
    words: Vec<u32>,
    /// States of the batch of which some threads were enough so far, which these are, and whether what
    /// they did has changed nothing.
    partly: Vec<(u64, Threads, bool)>,
    /// States of the batch in which nothing can be changed.
    still: Vec<u64>,
}

type Share<V> = <<V as Layered>::Frontier as Frontier<V>>::Share;

pub(super) fn new<V: Layered>(visited: &V) -> impl Strategy {
    Layers {
        visited,
        layer: RwLock::default(),
        next: CachePadded::new(AtomicUsize::new(0)),
        cutoff: AtomicU64::new(u64::MAX),
        ancestry: Mutex::default(),
        barrier: OnceLock::new(),
        brought: Mutex::default(),
        quit: AtomicBool::new(false),
        sizes: Mutex::new(vec![1]),
    }
}

impl<V: Layered> Strategy for Layers<'_, V> {
    fn lead(&self, worker: &mut Worker<'_>, start: &[u32], gathered: &mut Gathered) -> Run<bool> {
        let search = worker.search;
        let mut desk = self.desk();
        self.begin(search, start, gathered)?;
        let mut shown = Instant::now();
        loop {
            // All of this comes to the same when a checkpoint is gone on with, whether or not it was done before.
            self.keep_to_depth(search, gathered)?;
            search.keep_to_states()?;
            let waiting = self.layer().1.len();
            if gathered.is_spent(search) && waiting > 0 {
                return Ok(false);
            }
            if search.should_sleep(gathered) {
                return Ok(false);
            }
            search.scouts.allow(gathered.tally.transitions, search.visited.count());
            search.show(&mut shown, waiting as u64, gathered.depth);
            if waiting == 0 {
                return Ok(true);
            }
            let notes = search.journal.note(search, gathered);
            let write = |met: &[Share<V>]| search.journal.write(search, &notes, |out| self.write(search, met, out));
            if search.journal.is_due() {
                write(&[]);
            }
            let shares = self.expand_layer(worker, &mut desk, gathered);
            if gathered.is_over() || search.is_halted() {
                if gathered.found.is_empty() && search.is_limited() {
                    write(&shares);
                }
                return Ok(false);
            }
            let bytes = self.layer().1.advance_bytes(self.visited);
            if let Err(stop) = search.watch.allow(bytes, search.store) {
                write(&shares);
                return Err(Box::new(stop));
            }
            self.advance(shares, gathered)?;
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
            if let Some(brought) = search.guard(|| self.take_part(worker, &mut desk)) {
                lock(&self.brought).push(brought);
            }
            self.meet_others(search);
        }
    }

    fn dismiss(&self, search: &Search<'_>) {
        self.quit.store(true, Ordering::SeqCst);
        self.meet_others(search);
    }

    fn choices_to(&self, origin: &Origin) -> Vec<usize> {
        match origin {
            Origin::Layer { layer, place } => lock(&self.ancestry).choices(*layer, *place),
            Origin::Choices(choices) | Origin::Walked(choices) => choices.clone(),
        }
    }

    fn outskirts(&self) -> Outskirts {
        let (layer, frontier) = &*self.layer();
        let (layer, len) = (*layer, frontier.len());
        let places = (0..SAMPLES.min(len)).map(|nth| (len * nth / SAMPLES.min(len)) as u64);
        let samples = places.map(|place| Origin::Layer { layer, place }).collect();
        let sizes = lock(&self.sizes);
        let left = len - self.next.load(Ordering::SeqCst).min(len);
        let waiting = self.visited.count().saturating_sub(sizes.iter().sum()) + left as u64;
        Outskirts { samples, waiting, layers: sizes[sizes.len().saturating_sub(LAYERS_TOLD)..].to_vec() }
    }

    fn ways_bytes(&self) -> u64 {
        lock(&self.ancestry).bytes()
    }

    fn waiting_bytes(&self) -> u64 {
        self.layer().1.bytes()
    }
}

impl<V: Layered> Layers<'_, V> {
    fn layer(&self) -> RwLockReadGuard<'_, (usize, V::Frontier)> {
        self.layer.read().unwrap_or_else(|poisoned| poisoned.into_inner())
    }

    fn layer_mut(&self) -> RwLockWriteGuard<'_, (usize, V::Frontier)> {
        self.layer.write().unwrap_or_else(|poisoned| poisoned.into_inner())
    }

    fn meet_others(&self, search: &Search<'_>) {
        self.barrier.get_or_init(|| Barrier::new(search.workers())).wait();
    }

    /// Expands the layer, with the others if it is large, and takes what all of them found. What they
    /// have of the next layer is handed back.
    fn expand_layer(&self, worker: &mut Worker<'_>, desk: &mut Desk<'_, V>, gathered: &mut Gathered) -> Vec<Share<V>> {
        let search = worker.search;
        let together = self.layer().1.len() >= LAYER_SHARED_MIN && search.workers() > 1;
        self.next.store(0, Ordering::SeqCst);
        let others = together.then(|| Together::begin(self, search));
        let mut brought = vec![self.take_part(worker, desk)];
        drop(others);
        brought.append(&mut lock(&self.brought));
        if search.scouts.settle() {
            gathered.states += self.layer().1.len() as u64;
            return Vec::new();
        }
        let (mut all, mut shares) = (Harvest::default(), Vec::new());
        for (harvest, share) in brought {
            all.add(harvest);
            shares.push(share);
        }
        all.found.sort_by_key(|found| (place(&found.origin), found.choice));
        gathered.take(search, all);
        self.count(gathered, &shares);
        shares
    }

    /// Counts the states of the layer. Those beyond what ends the search were met by luck; the count
    /// leaves them out.
    fn count(&self, gathered: &mut Gathered, shares: &[Share<V>]) {
        let (_, frontier) = &*self.layer();
        gathered.states += match gathered.found.first() {
            None => frontier.len() as u64,
            Some(first) => {
                let place = place(&first.origin);
                place + 1 + frontier.new_below(self.visited, shares, key::new(place, first.choice.unwrap_or(0), 0))
            }
        };
    }

    fn desk(&self) -> Desk<'_, V> {
        Desk { session: self.visited.session(), words: Vec::new(), partly: Vec::new(), still: Vec::new() }
    }

    /// One worker's part of the layer: expands states until none is left.
    fn take_part(&self, worker: &mut Worker<'_>, desk: &mut Desk<'_, V>) -> (Harvest, Share<V>) {
        let search = worker.search;
        let mut share = Share::<V>::default();
        let (number, frontier) = &*self.layer();
        frontier.enter(&mut desk.session, search.options.workers.max(1));
        while let Some(batch) = self.next_batch(worker, frontier.len()) {
            let done = self.expand_batch(worker, desk, (*number, frontier), batch);
            self.insert(worker, desk, frontier, &mut share);
            // Who has led nowhere but back may have left the others for later for ever.
            for (place, enough, still) in std::mem::take(&mut desk.partly) {
                self.expand_place(worker, desk, (*number, frontier), (place, Part::Without(enough)));
                desk.still.retain(|other| *other != place || still);
            }
            self.insert(worker, desk, frontier, &mut share);
            // Who sleeps might have led somewhere.
            for place in std::mem::take(&mut desk.still) {
                match usize::try_from(place).map_or(0, |place| frontier.asleep(place)) {
                    0 => desk.still.push(place),
                    asleep => self.expand_place(worker, desk, (*number, frontier), (place, Part::Asleep(asleep))),
                }
            }
            self.insert(worker, desk, frontier, &mut share);
            for place in std::mem::take(&mut desk.still) {
                self.look_for_livelock(worker, desk, (*number, frontier), place);
            }
            desk.session.rest();
            if !done {
                break;
            }
        }
        frontier.leave(&mut desk.session);
        (worker.harvest(), share)
    }

    /// Puts in what was prepared. States that have a successor in the next layer are not `partly` done, and
    /// not `still`.
    fn insert(&self, worker: &Worker<'_>, desk: &mut Desk<'_, V>, frontier: &V::Frontier, share: &mut Share<V>) {
        let Desk { session, partly, still, .. } = desk;
        let meet = |key, state: V::State<'_>, new| {
            if frontier.meet(share, key, state, new) && !(partly.is_empty() && still.is_empty()) {
                partly.retain(|(place, ..)| *place != key::parts(key).0);
                still.retain(|place| *place != key::parts(key).0);
            }
        };
        if let Err(why) = session.insert_prepared(meet) {
            worker.search.stop(worker.search.full(why));
        }
    }

    /// A few places of the layer that nobody has taken, if there are any and no limit was reached.
    fn next_batch(&self, worker: &mut Worker<'_>, len: usize) -> Option<Range<usize>> {
        let start = self.next.fetch_add(BATCH, Ordering::SeqCst);
        if start >= len {
            return None;
        }
        if let Some(reason) = worker.over_limit() {
            worker.search.stop(reason);
            self.next.fetch_sub(BATCH, Ordering::SeqCst);
            return None;
        }
        Some(start..len.min(start + BATCH))
    }

    /// Expands a few states. Their successors are prepared, not yet put in. False if the rest of the
    /// layer does not matter any more.
    fn expand_batch(
        &self,
        worker: &mut Worker<'_>,
        desk: &mut Desk<'_, V>,
        (layer, frontier): (usize, &V::Frontier),
        batch: Range<usize>,
    ) -> bool {
        frontier.warm(self.visited, batch.clone());
        for place in batch {
            let number = place as u64;
            if number > self.cutoff.load(Ordering::SeqCst) || worker.search.is_halted() {
                return false;
            }
            let part = match worker.search.sleeps() {
                true => Part::Awake(frontier.asleep(place)),
                false => Part::Enough,
            };
            self.expand_place(worker, desk, (layer, frontier), (number, part));
        }
        true
    }

    fn expand_place(
        &self,
        worker: &mut Worker<'_>,
        desk: &mut Desk<'_, V>,
        (layer, frontier): (usize, &V::Frontier),
        (place, part): (u64, Part),
    ) {
        let Desk { session, words, partly, still } = desk;
        words.clear();
        frontier.open(session, place as usize, words);
        let origin = || Origin::Layer { layer, place };
        let meet = |choice, words: &[u32], asleep| session.prepare(words, key::new(place, choice, asleep));
        let expanded = worker.expand(words, part, &origin, meet);
        match expanded.enough {
            Some(enough) => partly.push((place, enough, expanded.still)),
            None => still.extend(expanded.still.then_some(place)),
        }
        if expanded.over {
            self.cutoff.fetch_min(place, Ordering::SeqCst);
        }
    }

    /// A state from which nothing leads further, and in which nothing can be changed.
    fn look_for_livelock(
        &self,
        worker: &mut Worker<'_>,
        desk: &mut Desk<'_, V>,
        (layer, frontier): (usize, &V::Frontier),
        place: u64,
    ) {
        desk.words.clear();
        frontier.open(&mut desk.session, place as usize, &mut desk.words);
        if worker.find_livelock(&desk.words, &|| Origin::Layer { layer, place }) {
            self.cutoff.fetch_min(place, Ordering::SeqCst);
        }
    }

    /// The first layer is the start, or what a checkpoint says.
    fn begin(&self, search: &Search<'_>, start: &[u32], gathered: &Gathered) -> Result<(), Stop> {
        match search.journal.read(|from| self.read(search, from, gathered)) {
            Some(Ok(())) => {}
            Some(Err(why)) => {
                search.journal.refuse(why);
                return Err(Stop::Defect("there is nothing to go on with".into()));
            }
            None => {
                let start = self.visited.insert_start(start).map_err(|why| search.full(why))?;
                self.layer_mut().1.start(start);
            }
        }
        Ok(())
    }

    /// Writes all that is to be known of the layer that is being expanded, as it was in the beginning.
    fn write(&self, search: &Search<'_>, met: &[Share<V>], out: &mut dyn Write) -> std::io::Result<()> {
        self.layer().1.write(self.visited, search.store, met, out)?;
        let mut sizes = Out::default();
        sizes.numbers(&lock(&self.sizes));
        sizes.put(out)?;
        lock(&self.ancestry).write(out)
    }

    /// Reads what `write` has written.
    fn read(&self, search: &Search<'_>, from: &mut dyn Read, gathered: &Gathered) -> std::io::Result<()> {
        let (number, frontier) = &mut *self.layer_mut();
        frontier.read(self.visited, from)?;
        let sizes = understand(&take(from)?, |from| from.numbers())?;
        let ancestry = Ancestry::read(from, search.store.spill())?;
        *number = sizes.len().wrapping_sub(1);
        let (layers, last) = (gathered.states + frontier.len() as u64, sizes.last().copied());
        if layers != self.visited.count() || last != Some(frontier.len() as u64) || !ancestry.has_layers(*number) {
            return Err(damaged("its layers are not those of its states"));
        }
        *lock(&self.sizes) = sizes;
        *lock(&self.ancestry) = ancestry;
        Ok(())
    }

    /// Ends the search if the layer is too far from the start. With more depth another one can go on from here.
    fn keep_to_depth(&self, search: &Search<'_>, gathered: &Gathered) -> Result<(), Stop> {
        if self.layer().1.len() == 0 || search.options.depth_max.is_none_or(|max| gathered.depth <= max) {
            return Ok(());
        }
        let notes = search.journal.note(search, gathered);
        search.journal.write(search, &notes, |out| self.write(search, &[], out));
        let what = format!("there are states more than {} transitions from the start", gathered.depth - 1);
        Err(Stop::Limit { what, flag: "--depth" })
    }

    /// The new states become the layer.
    fn advance(&self, shares: Vec<Share<V>>, gathered: &mut Gathered) -> Result<(), Stop> {
        let (number, frontier) = &mut *self.layer_mut();
        frontier.advance(self.visited, shares, &mut lock(&self.ancestry));
        let (layers, stored) = (gathered.states + frontier.len() as u64, self.visited.count());
        if layers != stored {
            return Err(Stop::Defect(format!("{stored} states were stored, but {layers} are in layers")));
        }
        if frontier.len() as u64 >= key::PLACES_MAX {
            let what = format!("there are {} states at one distance from the start", frontier.len());
            return Err(Stop::Limit { what, flag: "" });
        }
        if frontier.len() == 0 {
            return Ok(());
        }
        *number += 1;
        lock(&self.sizes).push(frontier.len() as u64);
        self.next.store(0, Ordering::SeqCst);
        gathered.depth += 1;
        Ok(())
    }
}

/// The time in which all workers expand a layer. It ends with everybody there, even if the first
/// worker panics.
struct Together<'s, 'a, V: Layered>(&'s Layers<'a, V>, &'s Search<'s>);

impl<'s, 'a, V: Layered> Together<'s, 'a, V> {
    fn begin(layers: &'s Layers<'a, V>, search: &'s Search<'s>) -> Together<'s, 'a, V> {
        layers.meet_others(search);
        Together(layers, search)
    }
}

impl<V: Layered> Drop for Together<'_, '_, V> {
    fn drop(&mut self) {
        self.0.meet_others(self.1);
    }
}

/// The place in its layer of a state in which something was found.
fn place(origin: &Origin) -> u64 {
    match origin {
        Origin::Layer { place, .. } => *place,
        Origin::Choices(_) | Origin::Walked(_) => 0,
    }
}
