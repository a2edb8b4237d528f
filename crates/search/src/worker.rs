//! One worker: takes states of the layer, executes their transitions, stores what comes out.

use std::collections::BTreeSet;
use std::ops::Range;
use std::sync::atomic::Ordering;

use machine::{Break, Choice, CodePoint, Counters, Image, Machine, Pieces, Print, Stop, Successor};
use store::{Prepared, Session, StateId};

use crate::commute::Sample;
use crate::explore::Shared;
use crate::frontier::Frontier;
use crate::key::{self, Keys};
use crate::lossy::{Fingerprints, Waiting};
use crate::memory::Looks;

/// States taken at once.
const BATCH: usize = 16;

/// Numbers for new states that a worker reserves at once, at most.
const NUMBERS_MAX: usize = 256;
/// How often it does so in a layer, at least, if that has children as numerous as itself.
const NUMBERS_SHARE: usize = 16;

/// Something that ends the search, and where in its layer it was met.
pub(crate) struct Found {
    /// The state's place in its layer.
    pub place: u64,
    /// Number of the transition; None: the state itself is wrong.
    pub choice: Option<usize>,
    pub stop: Stop,
    /// Where in the user's code the thread to blame was.
    pub point: Option<CodePoint>,
    /// The choices that lead there, if nobody else knows them.
    pub numbers: Option<Vec<usize>>,
}

impl Found {
    /// Is it a violation of the same kind in the same place?
    pub fn is_like(&self, stop: &Stop, point: Option<CodePoint>) -> bool {
        match (&self.stop, stop) {
            (Stop::Violation(a), Stop::Violation(b)) => (a.kind, self.point) == (b.kind, point),
            _ => false,
        }
    }
}

/// Where new states go.
pub(crate) enum Destination<'d> {
    /// To the next layer; how they were reached is compared.
    Layer(&'d Keys),
    /// To a stack, with the number of the choice that led there.
    Stack(&'d mut Vec<(StateId, usize)>),
    /// To the harvest, in full.
    Harvest(&'d Fingerprints),
}

/// What a worker brings home from a layer.
#[derive(Default)]
pub(crate) struct Harvest {
    pub found: Vec<Found>,
    pub transitions: u64,
    pub counters: Counters,
    pub pruned: u64,
    pub ends: u64,
    /// Statuses that the program can exit with.
    pub exits: BTreeSet<i32>,
    /// New states, if nobody else keeps them.
    pub waiting: Waiting,
    /// What was wrongly presumed.
    pub breaks: Vec<Break>,
    pub prints: BTreeSet<Print>,
    /// Addresses were looked at as numbers.
    pub observed: bool,
    pub sample: Sample,
}

/// Different things printed that are kept.
pub(crate) const PRINTS_MAX: usize = 10_000;

pub(crate) struct Worker<'a> {
    pub machine: Machine<'a>,
    session: Session<'a>,
    harvest: Harvest,
    batch: Vec<StateId>,
    words: Vec<u32>,
    enabled: Vec<Choice>,
    next: Vec<u32>,
    /// States that were prepared and must still be put in.
    prepared: Vec<(Option<Prepared>, u64, Range<usize>)>,
    /// Their words, if the session does not keep them.
    prepared_words: Vec<u32>,
    looks: Looks,
}

impl<'a> Worker<'a> {
    pub fn new(image: &'a Image, pieces: &'a dyn Pieces, shared: &Shared<'a>) -> Worker<'a> {
        let mut machine = Machine::new(image, pieces);
        machine.recall(shared.options.recall);
        machine.vm.heed_races(shared.options.races);
        machine.vm.put_failures_off(shared.options.keep_going);
        if shared.options.prints {
            machine.vm.note_prints(PRINTS_MAX);
        }
        Worker {
            machine,
            session: shared.store.session(),
            harvest: Harvest::default(),
            batch: Vec::new(),
            words: Vec::new(),
            enabled: Vec::new(),
            next: Vec::new(),
            prepared: Vec::new(),
            prepared_words: Vec::new(),
            looks: Looks::new(),
        }
    }

    /// Expands states of the current layer until none is left.
    pub fn expand_layer(&mut self, shared: &Shared<'a>) -> Harvest {
        // So many that few are lost, compared with the layer, if there is another one.
        let numbers = shared.frontier().len() / (NUMBERS_SHARE * shared.options.workers.max(1));
        self.session.reserve(numbers.clamp(1, NUMBERS_MAX) as u32);
        self.take_share(shared);
        self.session.settle();
        self.harvest()
    }

    /// Hands over what was gathered since the last time.
    pub fn harvest(&mut self) -> Harvest {
        self.harvest.counters = std::mem::take(&mut self.machine.vm.counters);
        self.harvest.breaks = self.machine.vm.take_breaks();
        self.harvest.prints = self.machine.vm.take_prints();
        self.harvest.observed = self.machine.vm.has_observed();
        std::mem::take(&mut self.harvest)
    }

    /// Expands a single state.
    pub fn expand_one(&mut self, shared: &Shared<'a>, place: u64, state: StateId, to: Destination<'_>) {
        self.words.clear();
        self.session.open(state, &mut self.words);
        self.expand(shared, place);
        self.put_in(shared, to);
        self.session.rest();
    }

    fn take_share(&mut self, shared: &Shared<'a>) {
        let frontier = shared.frontier();
        loop {
            let start = shared.next.fetch_add(BATCH, Ordering::SeqCst);
            if start >= frontier.len() {
                return;
            }
            if let Some(reason) = self.over_limit(shared) {
                shared.stop(reason);
                return;
            }
            let batch = start..frontier.len().min(start + BATCH);
            self.warm(shared, &frontier, batch.clone());
            let done = batch.into_iter().all(|place| {
                let wanted =
                    place as u64 <= shared.cutoff.load(Ordering::SeqCst) && !shared.halted.load(Ordering::SeqCst);
                if wanted {
                    self.words.clear();
                    match &shared.seen {
                        None => self.session.open(frontier.state(place), &mut self.words),
                        Some(_) => frontier.read(place, &mut self.words),
                    }
                    self.expand(shared, place as u64);
                }
                wanted
            });
            let to = shared.seen.as_ref().map_or(Destination::Layer(&frontier.keys), Destination::Harvest);
            self.put_in(shared, to);
            self.session.rest();
            if !done {
                return;
            }
        }
    }

    /// Brings the states of a batch near the processor.
    fn warm(&mut self, shared: &Shared<'a>, frontier: &Frontier, batch: Range<usize>) {
        if shared.seen.is_none() {
            self.batch.clear();
            self.batch.extend(batch.map(|place| frontier.state(place)));
            shared.store.warm(&self.batch);
        }
    }

    /// Puts in the successors that are waiting for it.
    fn put_in(&mut self, shared: &Shared<'a>, mut to: Destination<'_>) {
        for (prepared, key, range) in self.prepared.drain(..) {
            let words = &self.prepared_words[range];
            let inserted = match prepared {
                Some(prepared) => self.session.insert(prepared, 0),
                None => Ok((StateId(0), false)),
            };
            match (inserted, &mut to) {
                (Ok((id, _)), Destination::Layer(keys)) => keys.offer(id, key),
                (Ok((id, true)), Destination::Stack(fresh)) => fresh.push((id, key::parts(key).1)),
                (Ok(_), Destination::Stack(_)) => {}
                (Ok(_), Destination::Harvest(seen)) => {
                    if seen.insert(words) {
                        self.harvest.waiting.push(words, key);
                    }
                }
                (Err(why), _) => {
                    shared.stop(shared.full(why));
                    break;
                }
            }
        }
        self.prepared_words.clear();
    }

    /// Looks at the memory in use, if it is time.
    pub fn look(&mut self, shared: &Shared<'_>) -> Result<(), Stop> {
        if let Some(room) = self.looks.look(&shared.watch, shared.store)? {
            self.machine.vm.set_room(room);
        }
        Ok(())
    }

    pub fn over_limit(&mut self, shared: &Shared<'_>) -> Option<Stop> {
        let options = shared.options;
        let limit = |what: String, flag| Some(Stop::Limit { what, flag });
        if let Some(max) = options.time_max.filter(|max| shared.started.elapsed() > *max) {
            return limit(format!("the time limit of {} s was reached", max.as_secs_f64()), "--time");
        }
        if let Some(max) = options.states_max.filter(|max| shared.state_count() > *max) {
            return limit(format!("the limit of {max} states was reached"), "--states");
        }
        self.look(shared).err()
    }

    /// Executes every transition of the state whose words were read.
    fn expand(&mut self, shared: &Shared<'a>, place: u64) {
        self.machine.visit(&self.words);
        if shared.options.pairs_max > 0 {
            self.harvest.sample.offer(&self.words);
        }
        let mut enabled = std::mem::take(&mut self.enabled);
        let surveyed = self.machine.survey(shared.options.races, &mut enabled);
        let wrong = self.report_findings(shared, place, None);
        match surveyed {
            Err(stop) => self.report(shared, place, None, *stop),
            Ok(()) if wrong && !shared.options.keep_going => {}
            Ok(()) if enabled.len() > key::CHOICES_MAX => {
                let what = format!("a state with {} choices", enabled.len());
                let thread = enabled[0].thread;
                self.report(shared, place, None, Stop::Unsupported { what, thread });
            }
            Ok(()) => {
                self.harvest.ends += (enabled.is_empty() && !wrong) as u64;
                for (number, choice) in enabled.iter().enumerate() {
                    if let Err(stop) = self.transition(shared, place, number, *choice) {
                        match *stop {
                            Stop::Pruned => self.harvest.pruned += 1,
                            stop => self.report(shared, place, Some(number), stop),
                        }
                    }
                }
            }
        }
        self.enabled = enabled;
    }

    fn transition(&mut self, shared: &Shared<'a>, place: u64, number: usize, choice: Choice) -> machine::Run<()> {
        self.harvest.transitions += 1;
        let successor = self.machine.successor(choice, &mut self.next);
        self.report_findings(shared, place, Some(number));
        if let Successor::Exit(status) = successor? {
            self.harvest.exits.insert(status);
            self.harvest.ends += 1;
            return Ok(());
        }
        let prepared = match shared.seen {
            None => Some(self.session.prepare(&self.next)),
            Some(_) => None,
        };
        let start = self.prepared_words.len();
        if prepared.is_none() {
            self.prepared_words.extend_from_slice(&self.next);
        }
        let range = start..self.prepared_words.len();
        self.prepared.push((prepared, key::new(place, number), range));
        Ok(())
    }

    /// Reports what was found by looking at states; tells whether there was anything.
    fn report_findings(&mut self, shared: &Shared<'a>, place: u64, choice: Option<usize>) -> bool {
        let findings = self.machine.vm.take_findings();
        let any = !findings.is_empty();
        findings.into_iter().for_each(|problem| self.report(shared, place, choice, Stop::Violation(problem)));
        self.machine.vm.forget_finding_points();
        any
    }

    fn report(&mut self, shared: &Shared<'a>, place: u64, choice: Option<usize>, stop: Stop) {
        let point = match &stop {
            Stop::Limit { .. } | Stop::Defect(_) => return shared.stop(stop),
            Stop::Violation(problem) => self.machine.vm.finding_point(problem),
            _ => None,
        };
        // What is not modelled on one path does not hide what is wrong on another.
        if matches!(stop, Stop::Violation(_)) && !shared.options.keep_going {
            shared.cutoff.fetch_min(place, Ordering::SeqCst);
        } else if self.harvest.found.iter().any(|found| found.is_like(&stop, point)) {
            // What the search does not end with may be met in every other state.
            return;
        }
        self.harvest.found.push(Found { place, choice, stop, point, numbers: None });
    }
}
