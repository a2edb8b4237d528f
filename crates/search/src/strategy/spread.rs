//! Breadth-first, in layers that are spread over several processes, the *ranks*.
//!
//! A state belongs to a rank by its contents (`contents`). Each rank expands its states of a layer and sends the
//! successors that are not its own to their owners, as names in a dictionary of the two (`post`), while it goes
//! on. A layer ends when everybody has told everybody so. Then what was found is shared, so that all decide alike,
//! and the new states get the places that they would have in one process (`order`): so keys, paths, numbers of
//! states and verdicts are the same for any number of ranks.
//!
//! Whether threads may be left for later, and whether a state may be a livelock, depends on whether one of its
//! successors is new in this layer. Only their owners know, so they are asked, and the state goes on when the
//! answers are there (`Open`). The answer is a matter of earlier layers alone: it does not depend on who is first.
//!
//! The first worker of a rank talks to the others; if there are more, they expand states and leave what crosses to
//! it (`crew`). Scouts are with the first rank. Each rank writes its part of a checkpoint (`kept`).

mod contents;
mod crew;
mod expand;
mod figures;
mod graph;
mod kept;
mod order;
mod post;
mod sheet;
mod talk;

use std::collections::VecDeque;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize};
use std::sync::{Arc, Barrier, Mutex, OnceLock, RwLock, RwLockReadGuard, RwLockWriteGuard};
use std::time::Instant;

use ahash::AHashMap;
use machine::{Run, Stop, Threads};
use store::StateId;

use super::layers::key::{self, Keys, NO_KEY};
use super::{Outskirts, Strategy};
use crate::checkpoint::numbers::{In, Out};
use crate::gathered::{Gathered, Harvest, Origin};
use crate::peers::{Idle, Peers, nonsense};
use crate::property::Letters;
use crate::search::{Search, lock};
use crate::sleep::Sleepers;
use crate::visited::ranked::Ranked;
use crate::worker::Worker;
use contents::Contents;
use figures::{Figures, timed};
use order::Stretches;
use post::{Inbox, Outbox, Way};
use sheet::{Chart, Sheet};
use talk::{END, HALT, ORDER, PLACES};

/// States taken at once.
const BATCH: usize = 16;
/// A message of so many bytes is sent.
const MESSAGE_BYTES: usize = 1 << 14;
/// Layers with fewer new states for each rank are put in order by everybody.
const ORDER_SHARED_MIN: u64 = 64;
/// What it takes to put a new state in order.
const ORDER_BYTES: u64 = 40;
/// States of the last layer that are looked at, and layers whose sizes are told, if a limit ends the search.
const SAMPLES: u64 = 8;
const LAYERS_TOLD: usize = 4;

struct Spread<'a, V> {
    visited: &'a V,
    peers: Arc<dyn Peers>,
    rank: Mutex<Rank>,
    /// What the workers of this rank expand. Written between layers.
    layer: RwLock<Layer>,
    crew: Crew,
}

/// The workers of this rank but for the first, and what they bring (`crew`).
#[derive(Default)]
struct Crew {
    /// The next state of the layer that nobody has taken.
    next: AtomicUsize,
    /// Places from here on need not be looked at: a violation was found before them.
    cutoff: AtomicU64,
    /// Workers that are still expanding the layer, but for the first.
    busy: AtomicUsize,
    leads: Mutex<Vec<Leads>>,
    harvests: Mutex<Vec<Harvest>>,
    sheets: Mutex<Vec<Sheet>>,
    /// All workers meet here before and after a layer that they share.
    barrier: OnceLock<Barrier>,
    quit: AtomicBool,
}

/// What this rank has of a layer.
#[derive(Default)]
struct Layer {
    number: usize,
    /// This rank's states in order, their places in the layer, and who sleeps there; empty if nobody does.
    states: Vec<u32>,
    places: Vec<u32>,
    asleep: Vec<Sleepers>,
    /// The states of earlier layers have lesser numbers than this.
    first: u64,
    keys: Keys,
}

/// What this rank knows besides.
#[derive(Default)]
struct Rank {
    /// How many states the layer has on all ranks.
    len: u64,
    /// Ways to states; those of new layers are added to the first. There are several if other ranks have begun.
    ways: Vec<Stretches>,
    /// How many states each layer has.
    sizes: Vec<u64>,
    outboxes: Vec<Outbox>,
    inboxes: Vec<Inbox>,
    /// Places about whose successors each rank was asked, in that order.
    asked: Vec<VecDeque<u64>>,
    /// Messages that came before it was their turn.
    early: VecDeque<(usize, Vec<u8>)>,
    /// Who has told that nothing more comes.
    ended: usize,
    /// It is time for a checkpoint, says the first rank.
    due: bool,
    /// The others cannot be reached.
    lost: bool,
    /// What is asked of executions as a whole is asked of a graph.
    chart: Chart,
    figures: Figures,
}

/// A state of which it is not known whether one of its successors is in the next layer.
struct Open {
    /// Among the rank's states, and in the layer.
    index: usize,
    place: u64,
    stage: Stage,
    /// What was done has changed nothing.
    still: bool,
    /// Answers that are not there yet.
    pending: usize,
    further: bool,
}

enum Stage {
    /// These threads were enough so far.
    Partly(Threads),
    /// All have acted that are awake.
    Awake,
    /// All have acted.
    All,
}

/// What a worker works with.
struct Desk<'s, V: Ranked + 's> {
    session: V::Session<'s>,
    contents: Contents,
    words: Vec<u32>,
    leads: Leads,
    /// What goes to the graph, if there is one.
    letters: Letters,
    sheet: Sheet,
}

/// Where the states lead that were just expanded.
#[derive(Default)]
struct Leads {
    /// Successors that others own: to whom, how, and where their words are.
    crossing: Vec<(usize, Way, Range<usize>)>,
    crossing_words: Vec<u32>,
    /// Successors that are this rank's own.
    stayed: u64,
    /// Of the states, those with a question.
    fresh: Vec<Open>,
}

/// States with a question: those that wait for answers, by place, and those whose answers were all no.
#[derive(Default)]
struct Questions {
    open: AHashMap<u64, Open>,
    ready: Vec<Open>,
}

/// Others cannot be reached, or the search is at its end: nothing more is to be done here.
struct Lost;

type Said<T> = Result<T, Lost>;

pub(crate) fn new<V: Ranked>(visited: &V, peers: Arc<dyn Peers>) -> impl Strategy {
    let count = peers.count();
    let rank = Rank {
        outboxes: (0..count).map(|_| Outbox::default()).collect(),
        inboxes: (0..count).map(|_| Inbox::default()).collect(),
        asked: (0..count).map(|_| VecDeque::new()).collect(),
        sizes: vec![1],
        ways: vec![Stretches::default()],
        ..Rank::default()
    };
    Spread { visited, peers, rank: Mutex::new(rank), layer: RwLock::default(), crew: Crew::default() }
}

impl<V: Ranked> Strategy for Spread<'_, V> {
    fn lead(&self, worker: &mut Worker<'_>, start: &[u32], gathered: &mut Gathered) -> Run<bool> {
        let rank = &mut *lock(&self.rank);
        match self.search(rank, worker, start, gathered)? {
            Ok(finished) => Ok(finished),
            Err(Lost) => {
                // Ways to what was found are not known any more.
                gathered.forget_ways();
                rank.lost = true;
                Ok(false)
            }
        }
    }

    fn help(&self, worker: &mut Worker<'_>) {
        self.work(worker);
    }

    fn dismiss(&self, search: &Search<'_>) {
        self.crew.dismiss(search);
    }

    fn choices_to(&self, origin: &Origin) -> Vec<usize> {
        self.choices_to_each(std::slice::from_ref(origin)).pop().unwrap_or_default()
    }

    fn choices_to_each(&self, origins: &[Origin]) -> Vec<Vec<usize>> {
        self.choices(origins).unwrap_or_else(|| vec![Vec::new(); origins.len()])
    }

    fn outskirts(&self) -> Outskirts {
        let rank = lock(&self.rank);
        let count = if rank.lost { 0 } else { SAMPLES };
        let samples = (0..count.min(rank.len)).map(|nth| rank.len * nth / SAMPLES.min(rank.len));
        let samples = samples.map(|place| Origin::Layer { layer: rank.sizes.len() - 1, place }).collect();
        let sizes = &rank.sizes;
        Outskirts { samples, waiting: rank.len, layers: sizes[sizes.len().saturating_sub(LAYERS_TOLD)..].to_vec() }
    }

    fn cycle(&self) -> Option<usize> {
        lock(&self.rank).chart.cycle
    }

    fn ways_bytes(&self) -> u64 {
        let rank = lock(&self.rank);
        rank.ways.iter().map(Stretches::bytes).sum::<u64>() + rank.chart.known.bytes()
    }

    fn waiting_bytes(&self) -> u64 {
        let rank = lock(&self.rank);
        let dictionaries: u64 =
            rank.outboxes.iter().map(Outbox::bytes).chain(rank.inboxes.iter().map(Inbox::bytes)).sum();
        let layer = self.layer();
        let words = layer.states.capacity() + layer.places.capacity() + layer.asleep.capacity();
        layer.keys.bytes() + dictionaries + (words * size_of::<u32>()) as u64
    }
}

impl<V: Ranked> Spread<'_, V> {
    fn search(
        &self,
        rank: &mut Rank,
        worker: &mut Worker<'_>,
        start: &[u32],
        gathered: &mut Gathered,
    ) -> Run<Said<bool>> {
        let search = worker.search;
        let mut desk = self.desk();
        let began = Instant::now();
        self.begin(rank, &mut desk, search, (start, gathered))?;
        let mut shown = Instant::now();
        let finished = loop {
            // All of this comes to the same when a checkpoint is gone on with, whether or not it was done before.
            if self.look(rank, search, gathered).is_err() {
                return Ok(Err(Lost));
            }
            if search.is_halted() || gathered.is_over() {
                if gathered.found.is_empty() && search.is_limited() {
                    self.keep(rank, search, &search.journal.note(search, gathered));
                }
                break false;
            }
            self.keep_to_depth(rank, search, gathered)?;
            search.keep_to_states()?;
            if gathered.is_spent(search) && rank.len > 0 || search.should_sleep(gathered) {
                break false;
            }
            // Until here all ranks have decided alike; scouts are with one of them.
            search.scouts.let_go();
            search.scouts.allow(gathered.tally.transitions, search.states());
            search.show(&mut shown, rank.len, gathered.depth);
            if rank.len == 0 {
                break true;
            }
            let notes = search.journal.note(search, gathered);
            if rank.due {
                self.keep(rank, search, &notes);
            }
            if self.expand_layer(rank, &mut desk, worker).is_err() {
                return Ok(Err(Lost));
            }
            let Some(new) = self.gather(rank, &desk, worker, gathered) else { return Ok(Err(Lost)) };
            if gathered.is_over() || search.is_halted() {
                if gathered.found.is_empty() && search.is_limited() {
                    self.keep(rank, search, &notes);
                }
                break false;
            }
            if new >= key::PLACES_MAX {
                let what = format!("there are {new} states at one distance from the start");
                return Err(Box::new(Stop::Limit { what, flag: "" }));
            }
            if self.add_to_graph(rank, &mut desk, search, gathered).is_err() {
                return Ok(Err(Lost));
            }
            if search.is_halted() || gathered.is_over() {
                break false;
            }
            let begin = Instant::now();
            let advanced = self.advance(rank, search, new);
            rank.figures.ordering += begin.elapsed();
            if advanced.is_err() {
                return Ok(Err(Lost));
            }
            self.settle(rank, search, gathered)?;
        };
        rank.figures.all = began.elapsed();
        self.tell(rank, search);
        Ok(Ok(finished))
    }

    fn desk(&self) -> Desk<'_, V> {
        Desk {
            session: self.visited.session(),
            contents: Contents::default(),
            words: Vec::new(),
            leads: Leads::default(),
            letters: Letters::default(),
            sheet: Sheet::default(),
        }
    }

    fn layer(&self) -> RwLockReadGuard<'_, Layer> {
        self.layer.read().unwrap_or_else(|poisoned| poisoned.into_inner())
    }

    fn layer_mut(&self) -> RwLockWriteGuard<'_, Layer> {
        self.layer.write().unwrap_or_else(|poisoned| poisoned.into_inner())
    }

    fn others(&self) -> impl Iterator<Item = usize> + use<V> {
        let own = self.peers.rank();
        (0..self.peers.count()).filter(move |rank| *rank != own)
    }

    /// The first layer is what a checkpoint says, or the start; one rank has it.
    fn begin(
        &self,
        rank: &mut Rank,
        desk: &mut Desk<'_, V>,
        search: &Search<'_>,
        (start, gathered): (&[u32], &Gathered),
    ) -> Run<()> {
        if self.go_on_with(rank, search, gathered)? {
            return Ok(());
        }
        rank.len = 1;
        let layer = &mut *self.layer_mut();
        let owns = desk.contents.owner(search.store, start, self.peers.count()) == self.peers.rank();
        let state = owns.then(|| self.visited.insert_start(start)).transpose();
        // Who has no room for it ends all.
        if let Some(state) = search.agreed(state.map_err(|why| Box::new(search.full(why))))? {
            (layer.states, layer.places) = (vec![number(state)], vec![0]);
        }
        layer.keys.reset(self.visited.number_end(), 0);
        search.set_states(1);
        self.begin_graph(rank, search, layer.states.first().copied());
        Ok(())
    }

    /// Expands this rank's part of the layer, and puts in what others send, until all of them are done.
    fn expand_layer(&self, rank: &mut Rank, desk: &mut Desk<'_, V>, worker: &mut Worker<'_>) -> Said<()> {
        let search = worker.search;
        rank.ended = 0;
        rank.outboxes.iter_mut().for_each(Outbox::begin_layer);
        rank.inboxes.iter_mut().for_each(Inbox::begin_layer);
        let layer = &*self.layer();
        let _together = self.crew.begin_layer(layer.states.len(), search);
        let (mut questions, mut done, mut idle) = (Questions::default(), false, Idle::default());
        loop {
            if self.listen(rank, (layer, &mut questions), desk, search)? {
                idle = Idle::default();
            }
            if search.is_halted() {
                questions = Questions::default();
                desk.leads = Leads::default();
                if !done {
                    self.tell_all(search, HALT)?;
                    self.tell_all(search, END)?;
                    done = true;
                }
            } else if self.expand_some(rank, (layer, &mut questions), desk, worker)? {
                idle = Idle::default();
                continue;
            } else if !done {
                self.flush(rank, search, 0)?;
                if questions.open.is_empty() && self.crew.is_done() {
                    self.tell_all(search, END)?;
                    done = true;
                }
            }
            if done && rank.ended == self.peers.count() - 1 {
                return Ok(());
            }
            timed(&mut rank.figures.waiting, || idle.pause());
            if let Some(reason) = worker.over_limit() {
                search.stop(reason);
            }
        }
    }

    /// Expands a few states, and sends what they and those of other workers lead to. False if there is nothing to
    /// do.
    fn expand_some(
        &self,
        rank: &mut Rank,
        (layer, questions): (&Layer, &mut Questions),
        desk: &mut Desk<'_, V>,
        worker: &mut Worker<'_>,
    ) -> Said<bool> {
        let search = worker.search;
        let brought = self.crew.take_leads();
        let mut any = !brought.is_empty();
        for mut leads in brought {
            self.deliver(rank, questions, &mut leads, search)?;
        }
        if let Some(reason) = worker.over_limit() {
            search.stop(reason);
            return Ok(true);
        }
        let ready = questions.ready.split_off(questions.ready.len().saturating_sub(BATCH));
        if !ready.is_empty() {
            ready.into_iter().for_each(|open| self.go_on(layer, desk, worker, open));
        } else if let Some(batch) = self.crew.next_batch(layer.states.len()) {
            self.expand_batch(layer, desk, worker, batch);
        } else {
            return Ok(any);
        }
        any = true;
        self.put_in(layer, desk, search);
        self.deliver(rank, questions, &mut desk.leads, search)?;
        Ok(any)
    }

    /// Sends successors to their owners, and asks about them where that matters.
    fn deliver(&self, rank: &mut Rank, questions: &mut Questions, leads: &mut Leads, search: &Search<'_>) -> Said<()> {
        let Leads { crossing, crossing_words, stayed, fresh } = leads;
        let begin = Instant::now();
        for (to, mut way, words) in crossing.drain(..) {
            // Who has a successor in the next layer needs no more of them.
            if let Some(open) = fresh.iter_mut().find(|open| open.place == way.place && !open.further) {
                way.asks = true;
                open.pending += 1;
                rank.asked[to].push_back(way.place);
                rank.figures.asked += 1;
            }
            rank.figures.crossed += 1;
            rank.outboxes[to].push(search.store, way, &crossing_words[words]);
        }
        crossing_words.clear();
        rank.figures.packing += begin.elapsed();
        rank.figures.stayed += std::mem::take(stayed);
        for one in fresh.drain(..).filter(|open| !open.further) {
            if one.pending == 0 {
                questions.ready.push(one);
            } else {
                questions.open.insert(one.place, one);
            }
        }
        self.flush(rank, search, MESSAGE_BYTES)
    }

    /// All ranks tell what they have found, and go on with the same. Tells how many states are new on all of them;
    /// None if others cannot be reached.
    fn gather(
        &self,
        rank: &mut Rank,
        desk: &Desk<'_, V>,
        worker: &mut Worker<'_>,
        gathered: &mut Gathered,
    ) -> Option<u64> {
        let search = worker.search;
        let begin = Instant::now();
        let scouted = search.scouts.settle();
        let layer = self.layer();
        let numbers = self.visited.number_end() - layer.keys.first();
        if let Err(stop) = search.watch.allow(numbers * ORDER_BYTES, search.store) {
            search.stop(stop);
        }
        let mut out = Out::default();
        search.share_halt(&mut out);
        out.number(scouted);
        out.number(search.visited.count());
        out.number(search.store.bytes());
        out.number(layer.states.len() as u64);
        out.number(self.peers.rank() == 0 && search.journal.is_due());
        let (sheets, room) = self.sheet_bytes(desk, search);
        out.number(sheets);
        out.number(room);
        let mut own = worker.harvest();
        self.crew.take_harvests().into_iter().for_each(|harvest| own.add(harvest));
        own.write(&mut out);
        let all = search.share(&out)?;
        rank.figures.waiting += begin.elapsed();
        let (mut reason, mut scouted, mut states, mut bytes, mut most) = (None, false, 0, 0, 0);
        let (mut sheets, mut room) = (0u64, u64::MAX);
        let mut harvest = Harvest::default();
        rank.due = false;
        let mut hear = |from: &mut In<'_>| {
            search.hear_halt(from, &mut reason)?;
            scouted |= from.flag()?;
            states += from.number()?;
            bytes += from.number()?;
            most = from.number()?.max(most);
            rank.due |= from.flag()?;
            sheets = sheets.saturating_add(from.number()?);
            room = from.number()?.min(room);
            harvest.add(Harvest::read(from)?);
            Some(())
        };
        if all.iter().try_for_each(|bytes| hear(&mut In(bytes))).is_none() {
            search.lose_peers(nonsense());
            return None;
        }
        tracing::debug!(layer = layer.number, len = rank.len, most, "expanded");
        let new = states.saturating_sub(search.states_shared());
        search.replace_halt(reason);
        if sheets > room {
            // The graph is the first rank's.
            search.stop(search.watch.reached());
        }
        search.set_states(states);
        search.set_other_bytes(bytes - search.store.bytes().min(bytes));
        if search.is_halted() {
            self.fence(rank, search)?;
        }
        if scouted {
            gathered.states += rank.len;
            return Some(0);
        }
        harvest.found.sort_by_key(|found| (place(&found.origin), found.choice));
        gathered.take(search, harvest);
        gathered.states += match gathered.found.first() {
            _ if search.options.property.is_some() => rank.len,
            None => rank.len,
            Some(first) => {
                let place = place(&first.origin);
                place + 1 + self.new_below(search, key::new(place, first.choice.unwrap_or(0), 0))?
            }
        };
        Some(new)
    }

    /// Of the states that are new, how many have a lesser key, on all ranks. None if others cannot be reached.
    fn new_below(&self, search: &Search<'_>, bound: u64) -> Option<u64> {
        let keys = &self.layer().keys;
        let numbers = self.visited.number_end() - keys.first();
        let mut out = Out::default();
        out.number(keys.each(numbers).filter(|key| *key < bound).count() as u64);
        let sum = search.share(&out)?.iter().map(|bytes| In(bytes).number()).sum::<Option<u64>>();
        if sum.is_none() {
            search.lose_peers(nonsense());
        }
        sum
    }

    /// The new states, so many on all ranks, become the layer.
    fn advance(&self, rank: &mut Rank, search: &Search<'_>, new: u64) -> Said<()> {
        let (own, count) = (self.peers.rank(), self.peers.count());
        let layer = &mut *self.layer_mut();
        let numbers = self.visited.number_end() - layer.keys.first();
        let mut entries: Vec<(u64, u64)> =
            layer.keys.each(numbers).zip(0..).filter(|(key, _)| *key != NO_KEY).collect();
        entries.sort_unstable();
        let keys = entries.iter().map(|(key, _)| *key);
        let lost = |_: ()| {
            search.lose_peers(nonsense());
            Lost
        };
        let places = if new < ORDER_SHARED_MIN * count as u64 {
            // Everybody knows everything; one keeps it.
            let list = order::divide(keys, rank.len, 1).pop().unwrap_or_default();
            let lists = search.share(&list).ok_or(Lost)?;
            rank.figures.order_bytes += list.0.len() as u64;
            let children = order::merge(&lists).ok_or(()).map_err(lost)?;
            rank.ways[0].push((0, if own == 0 { &children } else { &[] }), search.store.spill());
            rank.len = children.len() as u64;
            let mut places = order::places(&children, 0, count);
            order::read_places(&[places.swap_remove(own).0])
        } else {
            let lists = order::divide(keys, rank.len, count);
            let lists = self.exchange(rank, search, ORDER, lists)?;
            let children = order::merge(&lists).ok_or(()).map_err(lost)?;
            let mut out = Out::default();
            out.number(children.len() as u64);
            let lens = search.share(&out).ok_or(Lost)?;
            let lens: Option<Vec<u64>> = lens.iter().map(|bytes| In(bytes).number()).collect();
            let lens = lens.ok_or(()).map_err(lost)?;
            let base = lens[..own].iter().sum();
            rank.ways[0].push((base, &children), search.store.spill());
            rank.len = lens.iter().sum();
            let places = self.exchange(rank, search, PLACES, order::places(&children, base, count))?;
            order::read_places(&places)
        };
        layer.places = places.filter(|places| places.len() == entries.len()).ok_or(()).map_err(lost)?;
        layer.first = layer.keys.first();
        let first = self.visited.begin_layer(layer.first);
        layer.states = entries.iter().map(|(_, index)| number(StateId(first + index))).collect();
        let asleep: Vec<Sleepers> = entries.iter().map(|(key, _)| key::asleep(*key)).collect();
        layer.asleep = if !V::SLEEPS || asleep.iter().all(|sleepers| *sleepers == 0) { Vec::new() } else { asleep };
        layer.keys.reset(self.visited.number_end(), numbers);
        layer.keys.spill_to(search.store.spill());
        Ok(())
    }

    /// The layer is another one now.
    fn settle(&self, rank: &mut Rank, search: &Search<'_>, gathered: &mut Gathered) -> Result<(), Stop> {
        let (layers, stored) = (gathered.states + rank.len, search.states());
        if layers != stored {
            return Err(Stop::Defect(format!("{stored} states were stored, but {layers} are in layers")));
        }
        if rank.len > 0 {
            self.layer_mut().number += 1;
            rank.sizes.push(rank.len);
            gathered.depth += 1;
        }
        Ok(())
    }

    /// The numbers of the choices that lead to each of these. All ranks ask this together. None if nobody answers.
    fn choices(&self, origins: &[Origin]) -> Option<Vec<Vec<usize>>> {
        let rank = lock(&self.rank);
        let mut ways: Vec<(usize, u64, Vec<usize>)> = origins.iter().map(way_back).collect();
        while let Some(layer) = ways.iter().map(|way| way.0).max().filter(|layer| *layer > 0) {
            if rank.lost {
                return None;
            }
            let mut out = Out::default();
            let mut open: Vec<_> = ways.iter_mut().filter(|way| way.0 == layer).collect();
            for (_, place, _) in &open {
                out.option(rank.ways.iter().find_map(|ways| ways.step(layer, *place)), |out, (parent, choice)| {
                    out.number(parent);
                    out.number(choice as u64);
                });
            }
            let mut idle = Idle::default();
            let all = self.peers.share(&out.0, &mut || idle.wait(|| false)).ok()??;
            let mut all: Vec<In<'_>> = all.iter().map(|bytes| In(bytes)).collect();
            for (layer, place, choices) in &mut open {
                let mut told = None;
                for from in &mut all {
                    told = from.option(|from| Some((from.number()?, from.small()?)))?.or(told);
                }
                let (parent, choice) = told?;
                (*layer, *place) = (*layer - 1, parent);
                choices.push(choice);
            }
        }
        ways.iter_mut().for_each(|(.., choices)| choices.reverse());
        Some(ways.into_iter().map(|(.., choices)| choices).collect())
    }

    /// Ends the search if the layer is too far from the start. With more depth another one can go on from here.
    fn keep_to_depth(&self, rank: &Rank, search: &Search<'_>, gathered: &Gathered) -> Result<(), Stop> {
        if rank.len == 0 || search.options.depth_max.is_none_or(|max| gathered.depth <= max) {
            return Ok(());
        }
        self.keep(rank, search, &search.journal.note(search, gathered));
        let what = format!("there are states more than {} transitions from the start", gathered.depth - 1);
        Err(Stop::Limit { what, flag: "--depth" })
    }

    /// What it has cost, all ranks together.
    fn tell(&self, rank: &Rank, search: &Search<'_>) {
        let mut out = Out::default();
        rank.figures.write(&mut out);
        let mut sum = Figures::default();
        for bytes in search.share(&out).unwrap_or_default() {
            let _ = sum.add(&mut In(&bytes));
        }
        sum.tell(self.peers.count());
    }
}

/// Where the way back from something begins, and what is known of it.
fn way_back(origin: &Origin) -> (usize, u64, Vec<usize>) {
    match origin {
        Origin::Layer { layer, place } => (*layer, *place, Vec::new()),
        Origin::Choices(choices) | Origin::Walked(choices) => (0, 0, choices.iter().rev().copied().collect()),
    }
}

/// The place in its layer of a state in which something was found.
fn place(origin: &Origin) -> u64 {
    match origin {
        Origin::Layer { place, .. } => *place,
        Origin::Choices(_) | Origin::Walked(_) => 0,
    }
}

/// The store has no names beyond 32 bits.
fn number(state: StateId) -> u32 {
    u32::try_from(state.0).unwrap_or(u32::MAX)
}
