//! One worker: a machine that executes all transitions of one state after the other.
//!
//! Which state comes next, and what becomes of its successors, is up to the strategy.

use std::ops::Range;

use ltl::Letter;
use machine::{
    Allowed, Arranger, Choice, Counters, Covered, Kind, Machine, Reduction, Run, Stop, Successor, ThreadId, Threads,
};

use crate::company::Company;
use crate::gathered::{Found, Harvest, Origin};
use crate::memory::Looks;
use crate::outcome::Races;
use crate::search::{Search, lock};
use crate::sleep::{Beds, Resting, Sleepers};

/// More choices than this in one state cannot be told apart.
pub(crate) const CHOICES_MAX: usize = (1 << CHOICE_BITS) - 1;
pub(crate) const CHOICE_BITS: u32 = 24;

/// Different things printed that are kept.
pub(crate) const PRINTS_MAX: usize = 10_000;

pub(crate) struct Worker<'a> {
    pub search: &'a Search<'a>,
    pub machine: Machine<'a>,
    harvest: Harvest,
    enabled: Vec<Choice>,
    next: Vec<u32>,
    /// Successors that wait for it to be known whether they count.
    held: Vec<Held>,
    /// Transitions of which it is known whom they meet, and that are executed if they count.
    foreseen: Vec<usize>,
    company: Company,
    resting: Resting,
    looks: Looks,
    /// Looks for livelocks, if there was ever a reason to: instruction by instruction, whatever the level.
    second: Option<Box<Machine<'a>>>,
    /// Puts threads that are alike in order, if any are, and the machine for that.
    arranger: Option<(Arranger, Machine<'a>)>,
    /// How the transitions of the last state ended that ended the program: their numbers, the propositions
    /// that hold at the end, and the first invariant that does not.
    exits: Vec<(usize, Letter, Option<usize>)>,
}

/// A transition that was executed to know whom it meets.
#[derive(Default)]
struct Held {
    number: usize,
    /// The words of the state that it leads to, if it does.
    words: Vec<u32>,
    leads_on: bool,
    counted: Counters,
}

/// Which transitions of a state are executed.
#[derive(Clone)]
pub(crate) enum Part {
    /// Those of as many threads as are enough.
    Enough,
    /// Those of all threads but these, which lead where others do. Tells who sleeps in each successor.
    Awake(Sleepers),
    /// Those that were asleep, after all.
    Asleep(Sleepers),
    /// Those of all threads but these.
    Without(Threads),
}

/// What came of expanding a state.
pub(crate) struct Expanded {
    /// A violation was found that ends the search.
    pub over: bool,
    /// The threads that were enough, if others were left for later.
    pub enough: Option<Threads>,
    /// All that was done has left the globals and all other threads as they were: if nothing leads further
    /// from the start, this may be a livelock.
    pub still: bool,
}

/// What a worker has reached is known when it is done.
impl Drop for Worker<'_> {
    fn drop(&mut self) {
        if let Some(covered) = self.machine.vm.take_covered() {
            lock(&self.search.covered).merge(&covered);
        }
    }
}

impl<'a> Worker<'a> {
    pub(crate) fn new(search: &'a Search<'a>) -> Worker<'a> {
        let options = search.options;
        let mut machine = Machine::new(search.image, search.presumptions, search.pieces);
        machine.recall(options.recall);
        machine.recall_ends(options.property.is_none());
        machine.vm.heed_races(options.races != Races::Off);
        machine.vm.collect_races(options.races == Races::Collect);
        machine.vm.allow_races(options.allowed.as_deref().map(|allowed| allowed as &dyn Allowed));
        machine.vm.put_failures_off(options.keep_going);
        if options.prints {
            machine.vm.note_prints(PRINTS_MAX);
        }
        machine.vm.cover(Covered::new(&search.image.program, options.coverage));
        let looks = Looks::new();
        let arranger = match search.presumptions.is_indistinct() {
            true => Arranger::new(search.image, search.presumptions),
            false => None,
        };
        let arranger =
            arranger.map(|arranger| (arranger, Machine::new(search.image, search.presumptions, search.pieces)));
        Worker {
            search,
            machine,
            harvest: Harvest::default(),
            enabled: Vec::new(),
            next: Vec::new(),
            held: Vec::new(),
            foreseen: Vec::new(),
            company: Company::default(),
            resting: Resting::default(),
            looks,
            second: None,
            arranger,
            exits: Vec::new(),
        }
    }

    /// The words of the state that everything starts from.
    pub(crate) fn start(&mut self) -> Run<Vec<u32>> {
        let mut words = Vec::new();
        self.look()?;
        self.machine.reset();
        self.machine.save(ThreadId(0), &mut words)?;
        Ok(words)
    }

    /// Hands over what was gathered since the last time.
    pub(crate) fn harvest(&mut self) -> Harvest {
        let tally = &mut self.harvest.tally;
        tally.counters = std::mem::take(&mut self.machine.vm.counters);
        tally.breaks.extend(self.machine.vm.take_breaks());
        tally.prints = self.machine.vm.take_prints();
        tally.observed = self.machine.vm.has_observed();
        if let Some(covered) = self.machine.vm.covered().filter(|_| self.search.journal.is_open()) {
            lock(&self.search.covered).merge(covered);
        }
        std::mem::take(&mut self.harvest)
    }

    /// Looks at the memory in use, if it is time.
    fn look(&mut self) -> Result<(), Stop> {
        if let Some(room) = self.looks.look(&self.search.watch, self.search.store)? {
            self.machine.vm.set_room(room);
        }
        Ok(())
    }

    /// Why the search must not go on, if it has reached a limit.
    pub(crate) fn over_limit(&mut self) -> Option<Stop> {
        let Search { options, started, .. } = self.search;
        let limit = |what: String, flag| Some(Stop::Limit { what, flag });
        if let Some(max) = options.time_max.filter(|max| started.elapsed() > max.saturating_sub(options.spent)) {
            return limit(format!("the time limit of {} s was reached", max.as_secs_f64()), "--time");
        }
        if options.is_interrupted() {
            return limit("the search was interrupted".into(), "");
        }
        if let Some(max) = options.states_max.filter(|max| self.search.states() > *max) {
            return limit(format!("the limit of {max} states was reached"), "--states");
        }
        self.look().err()
    }

    /// Executes transitions of a state. `meet` gets the number of each choice and the words of the
    /// state that it leads to; `origin` is asked only if something is found.
    ///
    /// If some threads were enough, the others must have their turn as well ([`Part::Without`]) unless
    /// one of the successors is further from the start than the state itself.
    pub(crate) fn expand(
        &mut self,
        words: &[u32],
        part: Part,
        origin: &dyn Fn() -> Origin,
        mut meet: impl FnMut(usize, &[u32], Sleepers),
    ) -> Expanded {
        let options = self.search.options;
        self.exits.clear();
        self.machine.visit(words);
        let mut enabled = std::mem::take(&mut self.enabled);
        let found_before = self.harvest.found.len();
        let surveyed = self.machine.survey(options.races != Races::Off, &mut enabled);
        if let Part::Without(done) = &part {
            self.harvest.tally.partly -= 1;
            // What is wrong with the state itself was found the first time.
            self.machine.vm.take_findings();
            self.machine.vm.forget_finding_points();
            let rest = |choice: &Choice| !done.contains(choice.thread);
            let still = self.execute_all(words, &enabled, rest, origin, &mut meet);
            self.enabled = enabled;
            return Expanded { over: self.is_over_since(found_before), enough: None, still };
        }
        if let Part::Asleep(asleep) = part {
            self.machine.vm.take_findings();
            self.machine.vm.forget_finding_points();
            let mut beds = Beds::new(self.machine.plain());
            let slept = enabled.iter().filter(|choice| beds.bit(choice.thread) & asleep != 0);
            let slept: Threads = slept.map(|choice| choice.thread).collect();
            let asleep = |choice: &Choice| slept.contains(choice.thread);
            self.harvest.tally.slept -= enabled.iter().filter(|choice| asleep(choice)).count() as u64;
            let still = self.execute_all(words, &enabled, asleep, origin, &mut meet);
            self.enabled = enabled;
            return Expanded { over: self.is_over_since(found_before), enough: None, still };
        }
        if options.pairs_max > 0 {
            self.harvest.tally.sample.offer(words);
        }
        let (mut enough, mut still) = (None, false);
        let wrong = self.report_findings(origin, None);
        match surveyed {
            Err(stop) => self.report(origin, None, *stop),
            Ok(()) if wrong && !options.keep_going => {}
            Ok(()) if enabled.len() > CHOICES_MAX => {
                let what = format!("a state with {} choices", enabled.len());
                let thread = enabled[0].thread;
                self.report(origin, None, Stop::Unsupported { what, thread });
            }
            Ok(()) => {
                self.harvest.tally.ends += (enabled.is_empty() && !wrong) as u64;
                let several = enabled.iter().any(|choice| choice.thread != enabled[0].thread);
                if let Part::Awake(asleep) = part {
                    still = self.expand_awake(words, &enabled, asleep, origin, &mut meet);
                } else if several && options.company && self.machine.has_company() {
                    (enough, still) = self.expand_enough(words, &enabled, origin, &mut meet);
                    self.harvest.tally.partly += enough.is_some() as u64;
                } else {
                    still = self.execute_all(words, &enabled, |_| true, origin, &mut meet);
                }
            }
        }
        self.enabled = enabled;
        Expanded { over: self.is_over_since(found_before), enough, still }
    }

    /// Executes transitions, those that are `due`. True if all is as it was before, but for who acted.
    fn execute_all(
        &mut self,
        words: &[u32],
        enabled: &[Choice],
        due: impl Fn(&Choice) -> bool,
        origin: &dyn Fn() -> Origin,
        meet: &mut impl FnMut(usize, &[u32], Sleepers),
    ) -> bool {
        let mut still = !enabled.is_empty();
        for (number, choice) in enabled.iter().enumerate().filter(|(_, choice)| due(choice)) {
            let leads_on = self.execute(origin, number, *choice);
            still = still && leads_on && is_still(words, &self.next, choice.thread);
            if leads_on && self.arrange_next(origin, number) {
                meet(number, &self.next, 0);
            }
        }
        still
    }

    /// The choices of the state that was expanded last.
    pub(crate) fn choices(&self) -> &[Choice] {
        &self.enabled
    }

    /// How some of its transitions ended the program.
    pub(crate) fn exits(&self) -> &[(usize, Letter, Option<usize>)] {
        &self.exits
    }

    /// The threads that could act in that state if no other were in the middle of an atomic section: to wait
    /// for the end of a section is not to be blocked.
    pub(crate) fn runnable(&mut self, words: &[u32]) -> ltl::graph::Threads {
        let mut runnable: Threads = self.enabled.iter().map(|choice| choice.thread).collect();
        if runnable.len() == 1 && words.len() > 3 {
            self.machine.load(words);
            for thread in self.machine.vm.thread_ids() {
                if self.machine.vm.is_runnable(thread).unwrap_or(true) {
                    runnable.insert(thread);
                }
            }
        }
        runnable.low()
    }

    /// Looks whether a state is a livelock. True if that ends the search.
    pub(crate) fn find_livelock(&mut self, words: &[u32], origin: &dyn Fn() -> Origin) -> bool {
        let Search { image, plain, nothing, pieces, options, .. } = self.search;
        if !options.livelocks {
            return false;
        }
        let plain = plain.get_or_init(|| image.at(Reduction::None));
        let machine = self.second.get_or_insert_with(|| Box::new(Machine::new(plain, nothing, *pieces)));
        let Some(problem) = machine.livelock(words) else { return false };
        let found_before = self.harvest.found.len();
        self.machine.load(words);
        self.report(origin, None, Stop::Violation(problem));
        self.is_over_since(found_before)
    }

    fn is_over_since(&self, found_before: usize) -> bool {
        let ends = |found: &Found| found.is_violation() && !(self.collects_races() && found.is_race());
        !self.search.options.keep_going && self.harvest.found[found_before..].iter().any(ends)
    }

    fn collects_races(&self) -> bool {
        self.search.options.races == Races::Collect
    }

    /// Executes all transitions but those that are asleep, and tells of each successor who sleeps there. True
    /// if those that were executed have left all as it was, but for who acted.
    fn expand_awake(
        &mut self,
        words: &[u32],
        enabled: &[Choice],
        asleep: Sleepers,
        origin: &dyn Fn() -> Origin,
        meet: &mut impl FnMut(usize, &[u32], Sleepers),
    ) -> bool {
        let mut still = !enabled.is_empty();
        let mut resting = std::mem::take(&mut self.resting);
        resting.clear();
        let mut beds = Beds::new(self.machine.plain());
        let may_rest = enabled.len() > 1 && self.machine.may_rest();
        for (number, choice) in enabled.iter().enumerate() {
            let is_one = |other: Option<&Choice>| other.is_none_or(|other| other.thread != choice.thread);
            let only = is_one(enabled.get(number + 1)) && is_one(enabled.get(number.wrapping_sub(1)));
            let access = if may_rest && only { self.machine.plain_access(choice.thread) } else { None };
            let bit = beds.bit(choice.thread);
            if bit & asleep != 0 {
                self.harvest.tally.slept += 1;
                // What it would do is what it would have done in the state before.
                access.into_iter().for_each(|access| resting.add(bit, access));
                continue;
            }
            let broken_before = self.machine.vm.break_count();
            if !self.execute(origin, number, *choice) {
                still = false;
                continue;
            }
            still = still && is_still(words, &self.next, choice.thread);
            let calm = self.machine.was_calm() && self.machine.vm.break_count() == broken_before;
            let access = access.filter(|_| calm);
            meet(number, &self.next, access.map_or(0, |access| resting.asleep_behind(&access)));
            access.into_iter().for_each(|access| resting.add(bit, access));
        }
        self.resting = resting;
        still
    }

    /// Executes the transitions of a closed set of threads, and tells which these are if they are not
    /// all that can act; and whether all is as it was before, but for who acted.
    fn expand_enough(
        &mut self,
        before: &[u32],
        enabled: &[Choice],
        origin: &dyn Fn() -> Origin,
        meet: &mut impl FnMut(usize, &[u32], Sleepers),
    ) -> (Option<Threads>, bool) {
        let all: Threads = enabled.iter().map(|choice| choice.thread).collect();
        let living = self.machine.living();
        let mut company = std::mem::take(&mut self.company);
        company.begin(all.clone());
        let (mut held, mut foreseen) = (std::mem::take(&mut self.held), std::mem::take(&mut self.foreseen));
        foreseen.clear();
        let (mut len, mut still, mut surprised) = (0, true, false);
        let mut enough = company.enough(|company, thread| {
            if !company.is_enabled(thread) {
                return company.bring(thread, self.machine.awaited(thread, &living));
            }
            let own = enabled.iter().enumerate().filter(|(_, choice)| choice.thread == thread);
            for (number, choice) in own {
                if let Some(met) = self.machine.foresee(*choice, &living) {
                    company.bring(thread, met);
                    foreseen.push(number);
                    continue;
                }
                self.hold((&mut held, &mut len), origin, (number, *choice));
                company.bring(thread, self.machine.met(thread, &living));
            }
        });
        let mut chosen = enough.clone().unwrap_or(all.clone());
        for number in foreseen.iter().copied().filter(|number| chosen.contains(enabled[*number].thread)) {
            self.hold((&mut held, &mut len), origin, (number, enabled[number]));
            surprised |= !self.machine.met(enabled[number].thread, &living).is_within(&chosen);
        }
        if surprised && enough.is_some() {
            // It has met more than was foreseen.
            for (number, choice) in enabled.iter().enumerate() {
                if held[..len].iter().all(|one| one.number != number) {
                    self.hold((&mut held, &mut len), origin, (number, *choice));
                }
            }
            (chosen, enough) = (all, None);
        }
        let is_chosen = |number: usize| chosen.contains(enabled[number].thread);
        self.harvest.tally.offered += enabled.len() as u64;
        self.harvest.tally.left += (0..enabled.len()).filter(|number| !is_chosen(*number)).count() as u64;
        // In order, whatever was foreseen: who comes first counts where ways are a matter of luck.
        held[..len].sort_unstable_by_key(|one| one.number);
        for Held { number, words, leads_on, counted } in &mut held[..len] {
            if !is_chosen(*number) {
                // What was foreseen in its place depends on what this worker remembers, and counts do not.
                self.machine.vm.counters = self.machine.vm.counters - *counted;
                self.harvest.tally.transitions -= 1;
                continue;
            }
            still = still && *leads_on && is_still(before, words, enabled[*number].thread);
            std::mem::swap(words, &mut self.next);
            if *leads_on && self.arrange_next(origin, *number) {
                meet(*number, &self.next, 0);
            }
            std::mem::swap(words, &mut self.next);
        }
        (self.held, self.foreseen, self.company) = (held, foreseen, company);
        (enough, still)
    }

    /// Executes a transition and keeps where it leads among so many that are held.
    fn hold(
        &mut self,
        (held, len): (&mut Vec<Held>, &mut usize),
        origin: &dyn Fn() -> Origin,
        (number, choice): (usize, Choice),
    ) {
        if *len == held.len() {
            held.push(Held::default());
        }
        let before = self.machine.vm.counters;
        let leads_on = self.execute(origin, number, choice);
        let one = &mut held[*len];
        (one.number, one.leads_on, one.counted) = (number, leads_on, self.machine.vm.counters - before);
        std::mem::swap(&mut one.words, &mut self.next);
        *len += 1;
    }

    /// Puts threads of the state in `next` in order, if that is done. True if there is such a state then.
    fn arrange_next(&mut self, origin: &dyn Fn() -> Origin, number: usize) -> bool {
        let Some((arranger, machine)) = &mut self.arranger else { return true };
        let arranged = arranger.arrange(&mut self.next, machine).map(drop);
        self.harvest.tally.breaks.extend(machine.vm.take_breaks());
        match arranged {
            Ok(()) => true,
            Err(stop) => {
                self.report(origin, Some(number), *stop);
                false
            }
        }
    }

    /// Executes a transition and takes note of how it ends. True if it leads to a state, whose words
    /// are then in `next`.
    fn execute(&mut self, origin: &dyn Fn() -> Origin, number: usize, choice: Choice) -> bool {
        match self.transition(origin, number, choice) {
            Ok(leads_on) => return leads_on,
            Err(stop) => match *stop {
                Stop::Pruned => self.harvest.tally.pruned += 1,
                Stop::GivenUp(what) => drop(self.harvest.tally.given_up.insert(what)),
                stop => self.report(origin, Some(number), stop),
            },
        }
        false
    }

    /// Executes a transition. True if it leads to a state, whose words are then in `next`.
    fn transition(&mut self, origin: &dyn Fn() -> Origin, number: usize, choice: Choice) -> Run<bool> {
        self.harvest.tally.transitions += 1;
        let broken_before = self.machine.vm.break_count();
        let successor = self.machine.successor(choice, &mut self.next);
        if self.machine.vm.break_count() > broken_before {
            // Others may be where nobody was to meet them, so what goes wrong need not be real.
            self.machine.vm.take_findings();
            self.machine.vm.forget_finding_points();
            return Ok(matches!(successor, Ok(Successor::State)));
        }
        self.report_findings(origin, Some(number));
        if let Successor::Exit(status) = successor? {
            self.harvest.tally.exits.insert(status);
            if status != 0 {
                self.harvest.tally.note_failing(status, origin(), number);
            }
            self.harvest.tally.ends += 1;
            if let Some(property) = &self.search.options.property {
                let vm = &self.machine.vm;
                let broken = property.invariants.iter().position(|(_, invariant)| !invariant.holds(vm));
                self.exits.push((number, property.letter(vm), broken));
            }
            return Ok(false);
        }
        Ok(true)
    }

    /// Reports what was found by looking at states; tells whether any of it is a violation.
    fn report_findings(&mut self, origin: &dyn Fn() -> Origin, choice: Option<usize>) -> bool {
        let findings = self.machine.vm.take_findings();
        let any = findings.iter().any(|found| !(self.collects_races() && found.kind == Kind::DataRace));
        findings.into_iter().for_each(|problem| self.report(origin, choice, Stop::Violation(problem)));
        self.machine.vm.forget_finding_points();
        any
    }

    fn report(&mut self, origin: &dyn Fn() -> Origin, choice: Option<usize>, stop: Stop) {
        let (points, collected) = match &stop {
            Stop::Limit { .. } | Stop::Defect(_) => return self.search.stop(stop),
            Stop::Violation(problem) => {
                (self.machine.vm.take_finding_points(problem), self.collects_races() && problem.kind == Kind::DataRace)
            }
            _ => Default::default(),
        };
        // What the search does not end with may be met in every other state: once is enough.
        let ends = matches!(stop, Stop::Violation(_)) && !self.search.options.keep_going && !collected;
        let mut known = self.harvest.found.iter_mut().filter(|_| !ends);
        match known.find(|found| found.is_like(&stop, &points)) {
            None => self.harvest.found.push(Found { origin: origin(), choice, stop, points }),
            // Which states of a layer are looked at first is a matter of luck; their order is not.
            Some(known) if known.is_after(origin, choice) => *known = Found { origin: origin(), choice, stop, points },
            Some(_) => {}
        }
    }
}

/// Are the globals and all threads but this one as they were?
fn is_still(before: &[u32], after: &[u32], thread: ThreadId) -> bool {
    let own = 2 + thread.index();
    let same = |range: Range<usize>| before[range.clone()] == after[range];
    before.len() == after.len() && before[0] == after[0] && same(2..own) && same(own + 1..before.len())
}
