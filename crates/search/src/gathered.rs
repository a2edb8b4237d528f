//! What workers find out, and what it adds up to.

mod kept;

use std::collections::{BTreeMap, BTreeSet};

use machine::{Break, Counters, Kind, Points, Print, Stop};

use crate::commute::Sample;
use crate::outcome::Races;
use crate::search::Search;

/// Different violations that are kept with `keep_going`.
const FOUND_MAX: usize = 1000;

/// States that are still visited after something was reached that is not modelled, in the hope of a
/// violation elsewhere, unless the search is told to keep going.
pub(crate) const STATES_AFTER_UNSUPPORTED: u64 = 1 << 16;

/// The state in which something was found, as its strategy knows it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Origin {
    /// Its place in a layer. Layer 0 is the start.
    Layer { layer: usize, place: u64 },
    /// The numbers of the choices that lead there from the start.
    Choices(Vec<usize>),
    /// The same where threads never change places, whatever the search does.
    Walked(Vec<usize>),
}

/// Something that the search may end with.
pub(crate) struct Found {
    pub origin: Origin,
    /// Number of the transition that goes wrong. None: the state itself is wrong.
    pub choice: Option<usize>,
    pub stop: Stop,
    pub points: Points,
}

impl Found {
    /// Is it a violation of the same kind in the same place?
    pub(crate) fn is_like(&self, stop: &Stop, points: &Points) -> bool {
        match (&self.stop, stop) {
            (Stop::Violation(a), Stop::Violation(b)) => a.kind == b.kind && self.points.is_like(points),
            _ => false,
        }
    }

    /// Does it come after this choice in a state of the same layer?
    pub(crate) fn is_after(&self, origin: &dyn Fn() -> Origin, choice: Option<usize>) -> bool {
        let Origin::Layer { place, .. } = self.origin else { return false };
        matches!(origin(), Origin::Layer { place: other, .. } if (other, choice) < (place, self.choice))
    }

    pub(crate) fn is_violation(&self) -> bool {
        matches!(self.stop, Stop::Violation(_))
    }

    pub(crate) fn is_race(&self) -> bool {
        matches!(&self.stop, Stop::Violation(problem) if problem.kind == Kind::DataRace)
    }
}

/// What one worker brings home.
#[derive(Default)]
pub(crate) struct Harvest {
    pub found: Vec<Found>,
    pub tally: Tally,
}

impl Harvest {
    pub(crate) fn add(&mut self, mut other: Harvest) {
        self.found.append(&mut other.found);
        self.tally.add(other.tally);
    }
}

/// What is added up over all workers, whatever the strategy.
#[derive(Default)]
pub(crate) struct Tally {
    pub transitions: u64,
    pub counters: Counters,
    /// States in which some threads were left for later.
    pub partly: u64,
    /// Transitions of states with several threads that can act, and how many of them were left for later.
    pub offered: u64,
    pub left: u64,
    /// Transitions that were left out since others lead there.
    pub slept: u64,
    /// Executions that an assumption gave up.
    pub pruned: u64,
    /// Why the library gave executions up.
    pub given_up: BTreeSet<String>,
    /// Executions that came to a regular end.
    pub ends: u64,
    /// Statuses that the program can exit with.
    pub exits: BTreeSet<i32>,
    /// Where it does so first with each status other than 0.
    pub failing: BTreeMap<i32, (Origin, usize)>,
    /// What was wrongly presumed.
    pub breaks: BTreeSet<Break>,
    pub prints: BTreeSet<Print>,
    /// Addresses were looked at as numbers.
    pub observed: bool,
    pub sample: Sample,
}

impl Tally {
    /// The program exits with this status. Of several places in layers the first one counts.
    pub(crate) fn note_failing(&mut self, status: i32, origin: Origin, choice: usize) {
        let place = |origin: &Origin, choice| match origin {
            Origin::Layer { layer, place } => Some((*layer, *place, choice)),
            Origin::Choices(_) | Origin::Walked(_) => None,
        };
        match self.failing.get(&status) {
            Some((known, number)) if place(known, *number) <= place(&origin, choice) => {}
            _ => drop(self.failing.insert(status, (origin, choice))),
        }
    }

    fn add(&mut self, mut other: Tally) {
        self.transitions += other.transitions;
        self.counters += other.counters;
        self.partly += other.partly;
        self.slept += other.slept;
        self.offered += other.offered;
        self.left += other.left;
        self.pruned += other.pruned;
        self.given_up.append(&mut other.given_up);
        self.ends += other.ends;
        self.exits.append(&mut other.exits);
        for (status, (origin, choice)) in other.failing {
            self.note_failing(status, origin, choice);
        }
        self.breaks.append(&mut other.breaks);
        self.prints.append(&mut other.prints);
        self.observed |= other.observed;
        self.sample.merge(other.sample);
    }
}

/// What a search has come to so far.
#[derive(Default)]
pub(crate) struct Gathered {
    pub tally: Tally,
    /// States that were visited.
    pub states: u64,
    /// Transitions from the start to the state that is farthest away, as far as the strategy knows.
    pub depth: u64,
    /// What ends the search.
    pub found: Vec<Found>,
    /// It is settled whether threads are left for later; none are to be.
    pub settled: bool,
    pub together: bool,
    /// The first place where something was reached that is not modelled.
    pub unsupported: Option<Found>,
    /// The number of states to end the search at, once there is such a place.
    states_end: u64,
    /// What scouts have done: transitions, or more where they are long.
    pub scout_work: u64,
    /// Different violations that did not end the search.
    pub kept: Vec<Found>,
    /// Different data races that were collected.
    pub races: Vec<Found>,
}

impl Gathered {
    /// Takes what a worker brings home. What was found must be in the order in which it counts.
    pub(crate) fn take(&mut self, search: &Search<'_>, harvest: Harvest) {
        let Harvest { mut found, tally } = harvest;
        self.tally.add(tally);
        self.pass_unsupported(search, &mut found);
        if search.options.races == Races::Collect {
            keep(&mut self.races, found.extract_if(.., |found| found.is_race()));
        }
        if search.options.keep_going {
            keep(&mut self.kept, found.extract_if(.., |found| found.is_violation()));
        }
        self.found.append(&mut found);
    }

    /// Adds what another worker gathered.
    pub(crate) fn merge(&mut self, mut other: Gathered) {
        self.tally.add(other.tally);
        self.depth = self.depth.max(other.depth);
        self.found.append(&mut other.found);
        if self.unsupported.is_none() {
            (self.unsupported, self.states_end) = (other.unsupported, other.states_end);
        }
        keep(&mut self.kept, other.kept.into_iter());
        keep(&mut self.races, other.races.into_iter());
    }

    /// Adds what scouts have found, unless the search has seen everything itself. What ends the search
    /// counts more than what the search itself has met meanwhile. True if that is so.
    pub(crate) fn add_scouted(&mut self, search: &Search<'_>, finished: bool) -> bool {
        let (found, work) = search.scouts.dismiss();
        let (found, work) = search.share_scouted(found, work);
        self.scout_work = work;
        let ends = !found.is_empty() && !search.options.keep_going;
        if ends {
            self.found = found;
        } else if !finished {
            keep(&mut self.kept, found.into_iter());
        }
        ends
    }

    /// Whoever knows the ways to what was found is gone: so nothing was.
    pub(crate) fn forget_ways(&mut self) {
        self.tally.failing.clear();
        self.unsupported = None;
        [&mut self.found, &mut self.kept, &mut self.races].into_iter().for_each(Vec::clear);
    }

    /// Something was found, or what was presumed does not hold.
    pub(crate) fn is_over(&self) -> bool {
        !self.found.is_empty() || !self.tally.breaks.is_empty()
    }

    /// Has the search gone on long enough after something that is not modelled?
    pub(crate) fn is_spent(&self, search: &Search<'_>) -> bool {
        !search.options.keep_going && self.unsupported.is_some() && search.states() > self.states_end
    }

    /// Sets aside what is not modelled: the search goes on, for a while.
    fn pass_unsupported(&mut self, search: &Search<'_>, found: &mut Vec<Found>) {
        let mut passed = found.extract_if(.., |found| matches!(found.stop, Stop::Unsupported { .. }));
        let first = passed.next();
        passed.for_each(drop);
        if let (None, Some(first)) = (&self.unsupported, first) {
            self.unsupported = Some(first);
            self.states_end = search.states() + STATES_AFTER_UNSUPPORTED;
        }
    }
}

/// Adds what is not there yet.
fn keep(all: &mut Vec<Found>, found: impl Iterator<Item = Found>) {
    for new in found {
        let known = all.iter().any(|old| old.is_like(&new.stop, &new.points));
        if all.len() < FOUND_MAX && !known {
            all.push(new);
        }
    }
}
