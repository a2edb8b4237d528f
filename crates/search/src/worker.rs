//! One worker: a machine that executes all transitions of one state after the other.
//!
//! Which state comes next, and what becomes of its successors, is up to the strategy.

use machine::{Choice, Machine, Run, Stop, Successor, ThreadId};

use crate::gathered::{Found, Harvest, Origin};
use crate::memory::Looks;
use crate::search::Search;

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
    looks: Looks,
}

impl<'a> Worker<'a> {
    pub(crate) fn new(search: &'a Search<'a>) -> Worker<'a> {
        let options = search.options;
        let mut machine = Machine::new(search.image, search.presumptions, search.pieces);
        machine.recall(options.recall);
        machine.vm.heed_races(options.races);
        machine.vm.put_failures_off(options.keep_going);
        if options.prints {
            machine.vm.note_prints(PRINTS_MAX);
        }
        let looks = Looks::new();
        Worker { search, machine, harvest: Harvest::default(), enabled: Vec::new(), next: Vec::new(), looks }
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
        tally.breaks = self.machine.vm.take_breaks();
        tally.prints = self.machine.vm.take_prints();
        tally.observed = self.machine.vm.has_observed();
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
        let Search { options, started, visited, .. } = self.search;
        let limit = |what: String, flag| Some(Stop::Limit { what, flag });
        if let Some(max) = options.time_max.filter(|max| started.elapsed() > *max) {
            return limit(format!("the time limit of {} s was reached", max.as_secs_f64()), "--time");
        }
        if let Some(max) = options.states_max.filter(|max| visited.count() > *max) {
            return limit(format!("the limit of {max} states was reached"), "--states");
        }
        self.look().err()
    }

    /// Executes every transition of a state. `meet` gets the number of each choice and the words of
    /// the state that it leads to; `origin` is asked only if something is found. Tells whether a
    /// violation was found that ends the search.
    pub(crate) fn expand(
        &mut self,
        words: &[u32],
        origin: &dyn Fn() -> Origin,
        mut meet: impl FnMut(usize, &[u32]),
    ) -> bool {
        let options = self.search.options;
        self.machine.visit(words);
        if options.pairs_max > 0 {
            self.harvest.tally.sample.offer(words);
        }
        let mut enabled = std::mem::take(&mut self.enabled);
        let found_before = self.harvest.found.len();
        let surveyed = self.machine.survey(options.races, &mut enabled);
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
                for (number, choice) in enabled.iter().enumerate() {
                    match self.transition(origin, number, *choice) {
                        Ok(true) => meet(number, &self.next),
                        Ok(false) => {}
                        Err(stop) => match *stop {
                            Stop::Pruned => self.harvest.tally.pruned += 1,
                            Stop::GivenUp(what) => drop(self.harvest.tally.given_up.insert(what)),
                            stop => self.report(origin, Some(number), stop),
                        },
                    }
                }
            }
        }
        self.enabled = enabled;
        !options.keep_going && self.harvest.found[found_before..].iter().any(Found::is_violation)
    }

    /// Executes a transition. True if it leads to a state, whose words are then in `next`.
    fn transition(&mut self, origin: &dyn Fn() -> Origin, number: usize, choice: Choice) -> Run<bool> {
        self.harvest.tally.transitions += 1;
        let successor = self.machine.successor(choice, &mut self.next);
        self.report_findings(origin, Some(number));
        if let Successor::Exit(status) = successor? {
            self.harvest.tally.exits.insert(status);
            self.harvest.tally.ends += 1;
            return Ok(false);
        }
        Ok(true)
    }

    /// Reports what was found by looking at states; tells whether there was anything.
    fn report_findings(&mut self, origin: &dyn Fn() -> Origin, choice: Option<usize>) -> bool {
        let findings = self.machine.vm.take_findings();
        let any = !findings.is_empty();
        findings.into_iter().for_each(|problem| self.report(origin, choice, Stop::Violation(problem)));
        self.machine.vm.forget_finding_points();
        any
    }

    fn report(&mut self, origin: &dyn Fn() -> Origin, choice: Option<usize>, stop: Stop) {
        let point = match &stop {
            Stop::Limit { .. } | Stop::Defect(_) => return self.search.stop(stop),
            Stop::Violation(problem) => self.machine.vm.finding_point(problem),
            _ => None,
        };
        // What the search does not end with may be met in every other state: once is enough.
        let ends = matches!(stop, Stop::Violation(_)) && !self.search.options.keep_going;
        if ends || !self.harvest.found.iter().any(|found| found.is_like(&stop, point)) {
            self.harvest.found.push(Found { origin: origin(), choice, stop, point });
        }
    }
}
