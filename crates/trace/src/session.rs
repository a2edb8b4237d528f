//! An execution that somebody steers: forwards, backwards, and sideways into other schedules.
//!
//! A session is a path of choices and a position on it. The position lies between two transitions or within one,
//! after so many of its ops. States are kept by name (the store shares what they have in common), so that going
//! back means loading one and executing a few transitions again. What a trace knows beside the state (which
//! variable lives where) is kept with it, in a [`Checkpoint`].
//!
//! Nothing here talks to a terminal: questions are answered with the data of [`model`](crate::Trace).

pub(crate) mod inspect;
pub(crate) mod locks;
pub(crate) mod probe;

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use machine::{Choice, Image, Machine, Pieces, Presumptions, Problem, Stop, ThreadId};
use search::{Path, StorePieces};
use store::{Store, StoreOptions};

use crate::memory::Known;
use crate::model::{self, Location, Step, Thread, Violation};
use crate::replay::{ReplayOptions, picked, violation};
use crate::source::Sources;
use crate::source_map::SourceMap;
use crate::tracker::Tracker;
use crate::watch::{VmView, Watch};
use probe::{Hit, Mark, Notes, Probe};

/// Transitions between two states that are kept for ever.
const CHECKPOINT_EVERY: usize = 16;
/// So many are kept at most; beyond that every other one is dropped.
const CHECKPOINTS_MAX: usize = 512;

/// What a session heeds.
#[derive(Clone, Debug, Default)]
pub struct SessionOptions {
    pub replay: ReplayOptions,
    /// Two accesses that collide are something wrong.
    pub races: bool,
}

/// Executes the program under the caller's control.
pub fn session<R>(
    image: &Image,
    presumptions: &Presumptions,
    options: &SessionOptions,
    steer: impl FnOnce(&mut Session<'_>) -> R,
) -> Result<R, String> {
    let store = Store::new(StoreOptions::default());
    let pieces = StorePieces(&store);
    let source_map = SourceMap::new(&image.program, Sources::new(options.replay.source_roots.clone()));
    let tracker = Rc::new(RefCell::new(Tracker::new(source_map)));
    tracker.borrow_mut().first_reads = true;
    let notes = Rc::new(RefCell::new(Notes::default()));
    let mut probe = Probe { watch: Watch(Rc::clone(&tracker)), notes: Rc::clone(&notes) };
    let mut machine = Machine::new(image, presumptions, &pieces as &dyn Pieces);
    machine.vm.observe_with(&mut probe);
    machine.vm.heed_races(options.races);
    machine.vm.put_failures_off(true);
    let mut session = Session {
        machine,
        tracker,
        notes,
        races: options.races,
        trail: Path::new(),
        told: Vec::new(),
        step: 0,
        within: None,
        over: None,
        here: Checkpoint::default(),
        checkpoints: BTreeMap::new(),
        partial: Vec::new(),
    };
    session.begin()?;
    Ok(steer(&mut session))
}

pub struct Session<'a> {
    machine: Machine<'a>,
    tracker: Rc<RefCell<Tracker<'a>>>,
    notes: Rc<RefCell<Notes>>,
    races: bool,
    /// The path: what was done up to the position, and what was done or planned beyond it.
    trail: Path,
    /// What the transitions of the path did, as far as they were executed.
    told: Vec<Told>,
    step: usize,
    /// The position is within transition `step`, after so many ops.
    within: Option<u64>,
    /// Transition `step` was executed, and is the last one.
    over: Option<Over>,
    /// The state before transition `step`.
    here: Checkpoint,
    checkpoints: BTreeMap<usize, Checkpoint>,
    /// What was told of the transition up to the position within it.
    partial: Vec<Step>,
}

/// Why an execution does not go on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Over {
    Exit(i32),
    Violation(Box<Violation>),
    /// Something that is not modelled, an assumption that does not hold, or a bound.
    Stopped(String),
}

/// What a transition did.
#[derive(Clone, Debug, Default)]
pub struct Told {
    pub steps: Vec<Step>,
    /// The lines that were come to, in order.
    pub marks: Vec<Mark>,
    /// How many ops it had.
    pub ops: u64,
}

/// Why a move ended where it did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Halt {
    /// The transition is over.
    Boundary,
    /// A line that was waited for.
    Mark(Mark),
    /// A watched expression has another value: which one, the old value and the new one.
    Change(usize, String, String),
    /// The execution is over.
    Over,
}

/// Is this a line to stop at, given where it is?
pub type Wanted<'w> = &'w dyn Fn(&Mark, Option<&Location>) -> bool;

/// A transition that could be next.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Successor {
    pub choice: Choice,
    /// Index of the thread.
    pub thread: u32,
    /// What it picks, if it does.
    pub picks: Option<model::Choice>,
    pub location: Option<Location>,
    pub source: Option<String>,
}

/// A state, and what a trace knows about it beside its contents.
#[derive(Clone, Default)]
struct Checkpoint {
    words: Vec<u32>,
    known: Known,
    threads: Vec<Thread>,
    indices: BTreeMap<u32, u32>,
    globals: BTreeSet<u32>,
    output: Vec<(i32, Vec<u8>)>,
    /// The line that each thread has come to, by index.
    lines: BTreeMap<u32, Mark>,
    /// What is wrong with it.
    problems: Vec<Violation>,
}

impl<'a> Session<'a> {
    /// The state, for those who have questions of their own.
    pub fn vm(&self) -> &machine::Vm<'a> {
        &self.machine.vm
    }

    fn begin(&mut self) -> Result<(), String> {
        self.machine.reset();
        let mut words = Vec::new();
        self.machine.save(ThreadId(0), &mut words).map_err(|stop| told_stop(*stop))?;
        self.machine.load(&words);
        self.here = self.checkpoint(words);
        self.checkpoints.insert(0, self.here.clone());
        Ok(())
    }

    // ---- where we are ----

    /// How many transitions were executed, the last one included if the execution is over.
    pub fn step(&self) -> usize {
        self.step + usize::from(self.over.is_some())
    }

    /// How many ops of the next transition were executed.
    pub fn within(&self) -> u64 {
        self.within.unwrap_or(0)
    }

    pub fn over(&self) -> Option<&Over> {
        self.over.as_ref()
    }

    /// What is wrong with the state, unless the position is within a transition.
    pub fn problems(&self) -> &[Violation] {
        match self.within.is_some() || self.over.is_some() {
            true => &[],
            false => &self.here.problems,
        }
    }

    /// The whole path, beyond the position too.
    pub fn path(&self) -> &[Choice] {
        &self.trail
    }

    /// What was told of transition `step`, if it was executed.
    pub fn told(&self, step: usize) -> Option<&Told> {
        self.told.get(step)
    }

    /// What happened in the transition that the position is within.
    pub fn partial(&self) -> &[Step] {
        match self.within {
            Some(_) => &self.partial,
            None => &[],
        }
    }

    /// The thread that ran last.
    pub fn ran(&self) -> Option<u32> {
        match self.within.is_some() || self.over.is_some() {
            true => self.notes.borrow().ran,
            false => self.told.get(self.step.checked_sub(1)?)?.steps.last().map(|step| step.thread),
        }
    }

    /// The line that a thread has come to.
    pub fn line(&self, thread: u32) -> Option<Mark> {
        match self.within.is_some() || self.over.is_some() {
            true => self.notes.borrow().lines.get(&thread).copied(),
            false => self.here.lines.get(&thread).copied(),
        }
    }

    // ---- moves ----

    /// What comes next on the path. Within a transition that is its rest.
    pub fn planned(&self) -> Option<Choice> {
        self.trail.get(self.step).copied().filter(|_| self.over.is_none())
    }

    /// Replaces what lies beyond the position by the rest of this path, if it begins as the session's own does.
    pub fn plan(&mut self, path: &[Choice]) -> bool {
        let done = self.step + usize::from(self.within.is_some() || self.over.is_some());
        let fits = self.trail.get(..done).is_some_and(|own| path.starts_with(own));
        if fits && path != self.trail {
            let same = self.trail.iter().zip(path).take_while(|(a, b)| a == b).count();
            self.trail = path.to_vec();
            self.forget_beyond(same);
        }
        fits
    }

    /// What of the future depends on choice `step` is not known any more.
    fn forget_beyond(&mut self, step: usize) {
        self.told.truncate(step);
        self.checkpoints.split_off(&(step + 1));
    }

    /// The transitions that are possible. Within one there is only its rest.
    pub fn successors(&mut self) -> Vec<Successor> {
        if self.over.is_some() {
            return Vec::new();
        }
        let mut enabled = Vec::new();
        match self.within {
            Some(_) => enabled.extend(self.planned()),
            // Whoever cannot tell runs into its fault.
            None => drop(self.machine.vm.enabled(&mut enabled)),
        }
        let tracker = Rc::clone(&self.tracker);
        let mut tracker = tracker.borrow_mut();
        let all = enabled.clone();
        let describe = |choice: Choice| {
            let count = all.iter().filter(|other| other.thread == choice.thread).count();
            let spot = tracker.spot(&VmView::new(&self.machine.vm), choice.thread.0);
            Successor {
                choice,
                thread: tracker.index(choice.thread.0),
                picks: picked(&mut self.machine.vm, choice, count),
                location: spot.and_then(|spot| tracker.source_map.location(spot.loc)),
                source: spot.and_then(|spot| tracker.source_map.source(spot.loc)),
            }
        };
        enabled.into_iter().map(describe).collect()
    }

    /// Executes a transition, or the rest of the one that the position is within, as far as the first line that is
    /// `wanted` or the first change of a watched expression. The choice must be one of the successors.
    pub fn advance(&mut self, choice: Choice, wanted: Wanted<'_>) -> Result<Halt, String> {
        if self.over.is_some() {
            return Ok(Halt::Over);
        }
        if !self.successors().iter().any(|successor| successor.choice == choice) {
            return Err("this is not possible here".into());
        }
        if self.planned() != Some(choice) {
            self.trail.truncate(self.step);
            self.trail.push(choice);
            self.forget_beyond(self.step);
        }
        let (before, from) = (self.here.clone(), self.within());
        self.perform(choice)?;
        let ops = self.told.get(self.done().saturating_sub(1)).map_or(0, |told| told.ops);
        let halt = self.first_halt(from, wanted);
        match halt {
            Some((at, halt)) if at < ops && at > 0 => {
                self.step = self.done().saturating_sub(1);
                self.here = before;
                self.stop_within(at);
                Ok(halt)
            }
            Some((_, halt)) if self.over.is_none() => Ok(halt),
            _ if self.over.is_some() => Ok(Halt::Over),
            _ => Ok(Halt::Boundary),
        }
    }

    /// How many transitions were executed to their ends.
    fn done(&self) -> usize {
        self.step + usize::from(self.over.is_some())
    }

    /// The first thing after so many ops that the last transition should have stopped at, and after how many.
    fn first_halt(&self, from: u64, wanted: Wanted<'_>) -> Option<(u64, Halt)> {
        let notes = self.notes.borrow();
        let is_wanted = |mark: &Mark| wanted(mark, self.location(mark).as_ref());
        let mark = notes.marks.iter().find(|mark| mark.ops > from && is_wanted(mark));
        let hit = notes.hits.iter().find(|hit| hit.ops > from);
        match (mark, hit) {
            (Some(mark), Some(hit)) if mark.ops < hit.ops => Some((mark.ops, Halt::Mark(*mark))),
            (_, Some(Hit { ops, watch, old, new })) => Some((*ops, Halt::Change(*watch, old.clone(), new.clone()))),
            (Some(mark), None) => Some((mark.ops, Halt::Mark(*mark))),
            (None, None) => None,
        }
    }

    /// Goes to the state after so many transitions of the path, or to a place within the next one.
    pub fn goto(&mut self, step: usize, within: u64) -> Result<(), String> {
        if step > self.trail.len() {
            return Err(format!("the path has {} steps", self.trail.len()));
        }
        let fresh = self.step <= step;
        let nearest = self.checkpoints.range(..=step).next_back();
        let (at, checkpoint) = nearest.map(|(at, checkpoint)| (*at, checkpoint.clone())).unwrap_or_default();
        match fresh && at <= self.step {
            true => self.restore(),
            false => {
                (self.step, self.here) = (at, checkpoint);
                self.restore();
            }
        }
        while self.step < step && self.over.is_none() {
            let Some(choice) = self.trail.get(self.step).copied() else { break };
            if !self.successors().iter().any(|successor| successor.choice == choice) {
                return Err(format!("step {} of the path is not possible there", self.step + 1));
            }
            self.perform(choice)?;
        }
        if within > 0 && self.over.is_none() {
            self.stop_within(within);
        }
        Ok(())
    }

    /// The machine and the tracker are put into the state before transition `step`.
    fn restore(&mut self) {
        self.within = None;
        self.over = None;
        let mut tracker = self.tracker.borrow_mut();
        let here = &self.here;
        tracker.known = here.known.clone();
        tracker.threads = here.threads.clone();
        tracker.indices = here.indices.clone();
        tracker.globals = here.globals.clone();
        tracker.output = here.output.clone();
        tracker.recorder = Default::default();
        self.machine.load(&here.words);
        self.machine.vm.take_findings();
    }

    fn checkpoint(&self, words: Vec<u32>) -> Checkpoint {
        let mut tracker = self.tracker.borrow_mut();
        // Events are told one transition at a time: frames have nothing to add to those of earlier ones.
        for frame in tracker.known.stacks.values_mut().flatten() {
            frame.enter = None;
        }
        Checkpoint {
            words,
            known: tracker.known.clone(),
            threads: tracker.threads.clone(),
            indices: tracker.indices.clone(),
            globals: tracker.globals.clone(),
            output: tracker.output.clone(),
            lines: self.notes.borrow().lines.clone(),
            problems: Vec::new(),
        }
    }

    /// Executes a whole transition from the state before it, and tells what happens.
    fn perform(&mut self, choice: Choice) -> Result<(), String> {
        self.restore();
        self.prepare(choice);
        let result = self.machine.transition(choice);
        self.finish_notes();
        {
            let mut tracker = self.tracker.borrow_mut();
            let execution = VmView::new(&self.machine.vm);
            match &result {
                Ok(()) => tracker.end(&execution),
                Err(_) => tracker.fail(&execution),
            }
            let (steps, _) = tracker.finish_steps();
            let notes = self.notes.borrow();
            self.told.truncate(self.step);
            self.told.push(Told { steps, marks: notes.marks.clone(), ops: notes.ops });
        }
        let mut findings = self.machine.vm.take_findings();
        let exit = self.machine.vm.exit_status();
        self.over = match result {
            Err(stop) => Some(self.ending(*stop)),
            Ok(()) => exit.map(Over::Exit),
        };
        if self.over.is_some() {
            // A leak or a circle that is noticed at the end matters more than the end.
            if let Some(problem) = self.wanted(&mut findings) {
                self.over =
                    self.describe(problem).map(|violation| Over::Violation(violation.into())).or(self.over.take());
            }
            return Ok(());
        }
        let mut words = Vec::new();
        self.machine.save(choice.thread, &mut words).map_err(|stop| told_stop(*stop))?;
        findings.extend(self.machine.vm.take_findings());
        let lost: Vec<Violation> = findings.into_iter().filter_map(|problem| self.describe(problem)).collect();
        let machine = &self.machine;
        let number = |object| machine.saved_number(machine::ObjectId(object)).map(|id| id.0);
        self.tracker.borrow_mut().known.rename(&VmView::new(&machine.vm), &number);
        self.machine.load(&words);
        self.step += 1;
        self.here = self.checkpoint(words);
        self.here.problems = lost;
        let wrong = self.wrong();
        self.here.problems.extend(wrong);
        self.keep();
        Ok(())
    }

    /// Tracker and notes are ready for a transition.
    fn prepare(&mut self, choice: Choice) {
        let mut enabled = Vec::new();
        let _ = self.machine.vm.enabled(&mut enabled);
        let count = enabled.iter().filter(|other| other.thread == choice.thread).count();
        let mut notes = self.notes.borrow_mut();
        notes.begin(self.here.lines.clone());
        let mut tracker = self.tracker.borrow_mut();
        notes.look(&tracker, &VmView::new(&self.machine.vm));
        tracker.begin(choice.thread.0, picked(&mut self.machine.vm, choice, count));
    }

    fn finish_notes(&mut self) {
        let mut notes = self.notes.borrow_mut();
        let tracker = self.tracker.borrow();
        let view = VmView::new(&self.machine.vm);
        notes.settle(&view);
        notes.look(&tracker, &view);
    }

    /// Executes so many ops of the next transition of the path.
    fn stop_within(&mut self, ops: u64) {
        let Some(choice) = self.trail.get(self.step).copied() else { return };
        self.restore();
        self.prepare(choice);
        let (done, _) = self.machine.vm.step_within(choice, ops, None);
        self.finish_notes();
        let mut tracker = self.tracker.borrow_mut();
        tracker.end(&VmView::new(&self.machine.vm));
        (self.partial, _) = tracker.finish_steps();
        self.within = Some(done);
    }

    fn keep(&mut self) {
        if self.step.is_multiple_of(CHECKPOINT_EVERY) {
            self.checkpoints.insert(self.step, self.here.clone());
        }
        if self.checkpoints.len() > CHECKPOINTS_MAX {
            let mut nth = 0;
            self.checkpoints.retain(|step, _| {
                nth += 1;
                *step == 0 || nth % 2 == 0
            });
        }
    }

    // ---- what is wrong ----

    /// What is wrong with the state that the machine is in.
    fn wrong(&mut self) -> Vec<Violation> {
        let mut problems = if self.races { self.machine.vm.races() } else { Vec::new() };
        let mut enabled = Vec::new();
        if self.machine.vm.enabled(&mut enabled).is_ok()
            && let Err(stop) = self.machine.vm.check_deadlock(&enabled)
            && let Stop::Violation(problem) = *stop
        {
            problems.push(problem);
        }
        problems.into_iter().filter_map(|problem| self.describe(problem)).collect()
    }

    fn wanted(&self, findings: &mut Vec<Problem>) -> Option<Problem> {
        let exits = matches!(self.over, Some(Over::Exit(_)));
        (exits && !findings.is_empty()).then(|| findings.swap_remove(0))
    }

    fn describe(&mut self, problem: Problem) -> Option<Violation> {
        let mut tracker = self.tracker.borrow_mut();
        violation(&mut tracker, &VmView::new(&self.machine.vm), Stop::Violation(problem))
    }

    fn ending(&mut self, stop: Stop) -> Over {
        match stop {
            Stop::Violation(problem) => {
                let message = problem.message.clone();
                self.describe(problem).map_or(Over::Stopped(message), |violation| Over::Violation(violation.into()))
            }
            stop => Over::Stopped(told_stop(stop)),
        }
    }
}

fn told_stop(stop: Stop) -> String {
    match stop {
        Stop::Violation(problem) => problem.message,
        Stop::Unsupported { what, .. } => format!("{what} is not modelled"),
        Stop::Limit { what, flag } => format!("{what} ({flag})"),
        Stop::Pruned => "an assumption of the program does not hold in this execution".into(),
        Stop::GivenUp(what) => what,
        Stop::Defect(what) => format!("a bug in Augur: {what}"),
    }
}
