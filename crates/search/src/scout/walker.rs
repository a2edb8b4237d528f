//! Executions for a scout: one transition after the other, as the search makes them and with the same
//! presumptions, over a store of its own.

use machine::{Allowed, Choice, Image, Machine, Pieces, Points, Presumptions, Problem, Run, Stop, Successor, ThreadId};

/// Memory that the program may have in an execution.
const ROOM_BYTES: u64 = 16 << 20;

/// Instructions that are as much work as a transition.
const INSTRUCTIONS_PER_WORK: u64 = 64;

/// Transitions of the longest way.
pub(super) const STEPS_MAX: usize = 4096;

/// A transition, and its number among those that were possible.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Step {
    pub choice: Choice,
    pub number: usize,
}

/// Something that goes wrong.
#[derive(Clone, Debug)]
pub(super) struct Wrong {
    pub problem: Problem,
    pub points: Points,
}

/// Why an execution does not go on.
pub(super) enum End {
    /// It has come to its end, or to something that is none of a scout's business: what is not modelled,
    /// what was wrongly presumed, a limit, no room for more states.
    Over,
    Wrong(Wrong),
}

/// What a scout has come back with: the last of the transitions goes wrong, or the state it leads to is.
#[derive(Clone, Debug)]
pub(super) struct Met {
    pub steps: Vec<Step>,
    pub wrong: Wrong,
}

/// The violation that a way is to lead to. Others that an execution survives are passed by, as the search did.
pub(super) struct Aim {
    pub problem: Problem,
    /// None if it is not known yet where it is: any that looks the same will do.
    pub points: Option<Points>,
}

impl Aim {
    fn is_met_by(&self, wrong: &Wrong) -> bool {
        match &self.points {
            Some(points) => wrong.problem.kind == self.problem.kind && wrong.points.is_like(points),
            None => wrong.problem == self.problem,
        }
    }
}

/// How a search goes about its executions.
#[derive(Clone, Copy)]
pub(super) struct Habits<'a> {
    pub recall: bool,
    pub races: bool,
    /// Races that are none.
    pub allowed: Option<&'a dyn Allowed>,
    /// All violations are wanted, not just one.
    pub all: bool,
}

pub(super) struct Walker<'a> {
    machine: Machine<'a>,
    habits: Habits<'a>,
    next: Vec<u32>,
    /// None: whatever comes first.
    pub aim: Option<Aim>,
    /// `enabled` is what can be done in the state that is loaded.
    looked: bool,
    /// What can be done in the state that was looked at last.
    pub enabled: Vec<Choice>,
    /// Ways are not to be longer than this.
    pub steps_max: usize,
    /// How much was done so far: transitions, or more where they are long.
    pub work: u64,
}

impl<'a> Walker<'a> {
    pub(super) fn new(
        (image, presumptions): (&'a Image, &'a Presumptions),
        habits: Habits<'a>,
        pieces: &'a dyn Pieces,
    ) -> Walker<'a> {
        let mut machine = Machine::new(image, presumptions, pieces);
        machine.recall(habits.recall);
        machine.vm.heed_races(habits.races);
        machine.vm.allow_races(habits.allowed);
        machine.vm.put_failures_off(habits.all);
        machine.vm.set_room(ROOM_BYTES);
        Walker {
            machine,
            habits,
            next: Vec::new(),
            aim: None,
            looked: false,
            enabled: Vec::new(),
            steps_max: STEPS_MAX,
            work: 0,
        }
    }

    /// Can a violation be reported in place of another? Any can if one is wanted; if all are, each is to
    /// be found: the same kind in the same place.
    pub(super) fn accepts(&self, found: &Wrong, instead_of: &Wrong) -> bool {
        let same = found.points.is_like(&instead_of.points);
        !self.habits.all || same && found.problem.kind == instead_of.problem.kind
    }

    /// The words of the state that everything starts from.
    pub(super) fn start(&mut self) -> Option<Vec<u32>> {
        let mut words = Vec::new();
        self.machine.reset();
        self.machine.save(ThreadId(0), &mut words).ok()?;
        Some(words)
    }

    /// Looks at a state: what can be done there, unless something is wrong with it.
    pub(super) fn look(&mut self, words: &[u32]) -> Result<(), End> {
        if std::mem::take(&mut self.looked) && self.machine.loaded_state() == words {
            self.looked = true;
            return Ok(());
        }
        self.machine.visit(words);
        let mut enabled = std::mem::take(&mut self.enabled);
        let surveyed = self.machine.survey(self.habits.races, &mut enabled);
        self.enabled = enabled;
        self.judge(surveyed)?;
        self.looked = !self.enabled.is_empty();
        if self.looked { Ok(()) } else { Err(End::Over) }
    }

    /// Executes a transition of the state that was looked at last. Yields the words of the next state.
    pub(super) fn step(&mut self, choice: Choice) -> Result<&[u32], End> {
        let before = self.machine.vm.counters.instructions;
        let stepped = self.machine.successor(choice, &mut self.next);
        let instructions = self.machine.vm.counters.instructions.saturating_sub(before);
        self.work += 1 + instructions / INSTRUCTIONS_PER_WORK;
        match self.judge(stepped)? {
            Successor::Exit(_) => Err(End::Over),
            Successor::State => Ok(&self.next),
        }
    }

    fn judge<T>(&mut self, result: Run<T>) -> Result<T, End> {
        let findings = self.machine.vm.take_findings();
        let broken = !self.machine.vm.take_breaks().is_empty();
        let (done, stopped) = match result.map_err(|stop| *stop) {
            Ok(done) => (Some(done), None),
            Err(Stop::Violation(problem)) => (None, Some(problem)),
            Err(_) => (None, None),
        };
        let vm = &mut self.machine.vm;
        let wrong = |problem: Problem| Wrong { points: vm.take_finding_points(&problem), problem };
        let is_sought = |wrong: &Wrong| self.aim.as_ref().is_none_or(|aim| aim.is_met_by(wrong));
        let wrong = findings.into_iter().chain(stopped).map(wrong).find(is_sought);
        self.machine.vm.forget_finding_points();
        match (wrong, done) {
            _ if broken => Err(End::Over),
            (Some(wrong), _) => Err(End::Wrong(wrong)),
            (None, Some(done)) => Ok(done),
            (None, None) => Err(End::Over),
        }
    }
}

/// Enough to tell whether a state was met before; scouts may be wrong about that.
pub(super) fn fingerprint(words: &[u32]) -> u64 {
    words.iter().fold(words.len() as u64, |hash, word| {
        let mixed = (hash ^ u64::from(*word)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        mixed ^ mixed >> 29
    })
}
