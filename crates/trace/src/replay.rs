//! Executes a path again from the start of the program, and makes sure that it ends as it did.

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::path::PathBuf;
use std::rc::Rc;
use std::sync::Arc;
use std::time::Instant;

use ir::LocId;
use machine::{
    AllBut, Allowed, Choice, Image, Kind, Machine, Pieces, Points, Presumptions, Problem, Reduction, Run, Stop,
    ThreadId, Vm,
};
use search::{Path, StorePieces};
use store::{Store, StoreOptions};

use crate::execution_view::ExecutionView;
use crate::meaning::{address, meaning};
use crate::model::{self, Action, Event, Location, Note, Output, Party, Related, Step, Trace, Violation};
use crate::source::Sources;
use crate::source_map::SourceMap;
use crate::tracker::{Effort, LAST, Origins, Tracker};
use crate::vanish::{Vanish, vanishing};
use crate::watch::{VmView, Watch};

/// The path does not do what it did when it was found. A bug in us.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Defect(pub String);

impl std::fmt::Display for Defect {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}", self.0)
    }
}

impl std::error::Error for Defect {}

/// How a path ends.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Ending {
    Violation(Problem),
    /// Something that is not modelled was reached. The trace then names it in place of a
    /// violation, with the kind [`UNSUPPORTED`].
    Unsupported(String),
    /// In the middle of nowhere: the path is just a run.
    Open,
}

/// The kind of what stands in place of a violation if the path ends in something unsupported.
pub const UNSUPPORTED: &str = "unsupported";

/// Pictures of one trace; of a longer one only the end has one, too.
const PICTURES_MAX: usize = 4000;

/// What to do besides telling the story.
#[derive(Clone, Debug, Default)]
pub struct ReplayOptions {
    /// Where to look for source files that are not where the compiler saw them.
    pub source_roots: Vec<PathBuf>,
    /// Say with each event what memory looks like after it.
    pub pictures: bool,
    /// How many of the last transitions go round for ever.
    pub cycle: Option<usize>,
    /// The input, to be named where the program has no debug information.
    pub input: String,
    /// Tell everything, however long it is.
    pub full: bool,
    /// Tell of every single change as well ([`Trace::each`]).
    pub each: bool,
    /// Where the race that it ends with is, if that is known.
    pub points: Option<Points>,
    /// Races that are none.
    pub allowed: Option<Arc<dyn Allowed>>,
    /// From then on nothing more is told of how it came to the end.
    pub deadline: Option<Instant>,
}

/// Executes `path` and tells its story. It was found with these presumptions.
pub fn replay(
    image: &Image,
    presumptions: &Presumptions,
    path: &Path,
    ending: &Ending,
    options: &ReplayOptions,
) -> Result<Trace, Defect> {
    let played = play(image, presumptions, (path, false), ending, options);
    // Something else may go wrong in the last transition, and was put off.
    match played {
        Err(differs) if matches!(ending, Ending::Violation(problem) if problem.kind.is_finding()) => {
            play(image, presumptions, (path, true), ending, options).map_err(|_| differs)
        }
        played => played,
    }
}

/// `patient`: what goes wrong in the last transition is put off as well.
fn play(
    image: &Image,
    presumptions: &Presumptions,
    (path, patient): (&Path, bool),
    ending: &Ending,
    options: &ReplayOptions,
) -> Result<Trace, Defect> {
    let store = Store::new(StoreOptions::default());
    let pieces = StorePieces(&store);
    let sources = Sources::new(options.source_roots.clone());
    let source_map = SourceMap::new(&image.program, sources);
    let mut tracker = Tracker::new(source_map);
    tracker.pictures = options.pictures.then_some(PICTURES_MAX);
    tracker.effort = Effort::new(options.full, options.deadline);
    tracker.recorder.keep_all = options.full;
    tracker.recorder.each = options.each.then(Vec::new);
    tracker.input.clone_from(&options.input);
    tracker.origins = undefined(ending).then(Origins::default);
    let tracker = Rc::new(RefCell::new(tracker));
    let mut watch = Watch(Rc::clone(&tracker));
    let (plain, nothing) = (image.at(Reduction::None), Presumptions::default());
    let vanish = match ending {
        Ending::Violation(problem) => vanishing(image, presumptions, (path, patient), problem),
        _ => None,
    };
    let sought = race(ending, options);
    // It stops at the race itself, while everybody is where that was found.
    let others = sought.as_ref().filter(|_| !patient).map(|others| others as &dyn Allowed);
    let mut player = Player {
        vanish,
        machine: Machine::new(image, presumptions, &pieces as &dyn Pieces),
        second: Machine::new(&plain, &nothing, &pieces as &dyn Pieces),
        again: Machine::new(image, presumptions, &pieces as &dyn Pieces),
        cycle: options.cycle.filter(|cycle| *cycle > 0),
        tracker: Rc::clone(&tracker),
        patient,
        words: Vec::new(),
    };
    player.machine.vm.observe_with(&mut watch);
    player.machine.vm.heed_races(sought.is_some());
    player.machine.vm.allow_races(others);
    let end = player.play(path, ending);
    let found = match end {
        Ok(()) => None,
        Err(stop) => Some(*stop),
    };
    agree(found.as_ref(), ending)?;
    Ok(player.trace(found))
}

/// All races but the one that it ends with, if it does.
fn race(ending: &Ending, options: &ReplayOptions) -> Option<AllBut> {
    let Ending::Violation(problem) = ending else { return None };
    let ReplayOptions { points, allowed, .. } = options;
    let all_but = || AllBut { problem: problem.clone(), points: *points, allowed: allowed.clone() };
    (problem.kind == Kind::DataRace).then(all_but)
}

/// Does it end with a decision on an undefined value?
fn undefined(ending: &Ending) -> bool {
    matches!(ending, Ending::Violation(problem) if matches!(problem.kind, Kind::Uninit | Kind::Overflow))
}

/// What there is to tell of an execution that nobody watched: what went wrong, and where everybody
/// is.
pub fn snapshot(vm: &Vm<'_>, stop: Stop, options: &ReplayOptions) -> Trace {
    let source_map = SourceMap::new(vm.program(), Sources::new(options.source_roots.clone()));
    let mut tracker = Tracker::new(source_map);
    tracker.input.clone_from(&options.input);
    tell(&mut tracker, &VmView::new(vm), Some(stop))
}

struct Player<'a> {
    /// Where the last pointer to a lost block vanishes, in the last transition.
    vanish: Option<Vanish>,
    machine: Machine<'a>,
    /// Goes on where nobody watches, without reductions.
    second: Machine<'a>,
    /// Goes round once more.
    again: Machine<'a>,
    cycle: Option<usize>,
    tracker: Rc<RefCell<Tracker<'a>>>,
    patient: bool,
    words: Vec<u32>,
}

impl Player<'_> {
    fn play(&mut self, path: &Path, ending: &Ending) -> Run<()> {
        self.machine.reset();
        self.machine.save(ThreadId(0), &mut self.words)?;
        self.machine.load(&self.words);
        let mut result = Ok(());
        let back = self.cycle.map(|cycle| path.len().saturating_sub(cycle));
        let mut first = Vec::new();
        for (i, choice) in path.iter().enumerate() {
            result?;
            if Some(i) == back {
                first.clone_from(&self.words);
                self.tracker.borrow_mut().recorder.begin_cycle();
            }
            // What goes wrong before the end was put off.
            self.machine.vm.put_failures_off(self.patient || i + 1 < path.len());
            let mut tracker = self.tracker.borrow_mut();
            tracker.effort.last = i + LAST >= path.len();
            tracker.vanish = self.vanish.filter(|_| i + 1 == path.len());
            drop(tracker);
            // What was wrong with earlier states has not ended the execution.
            self.machine.vm.take_findings();
            result = self.transition(*choice);
        }
        if let (Ok(()), Ending::Violation(problem)) = (&result, ending)
            && problem.kind.is_of_execution()
        {
            self.go_round(&first, back.map_or(&[], |back| &path[back..]))?;
            return Err(Box::new(Stop::Violation(problem.clone())));
        }
        // An execution that is given up may show something first.
        let mut found = self.machine.vm.take_findings();
        match result.and_then(|()| self.examine(ending)).map_err(|stop| *stop) {
            Err(Stop::Violation(problem)) => found.push(problem),
            Err(stop) if found.is_empty() => return Err(Box::new(stop)),
            _ => {}
        }
        wanted(found, ending).map_or(Ok(()), |problem| Err(Box::new(Stop::Violation(problem))))
    }

    /// The path has come to where its cycle began, and does so once more.
    fn go_round(&mut self, first: &[u32], cycle: &[Choice]) -> Run<()> {
        if cycle.is_empty() {
            return Ok(());
        }
        let mut words = self.words.clone();
        for choice in cycle {
            self.again.load(&words);
            self.again.transition(*choice)?;
            self.again.save(choice.thread, &mut words)?;
        }
        match self.words == first && words == first {
            true => Ok(()),
            false => Err(Box::new(Stop::Defect("a cycle does not lead back to where it began".into()))),
        }
    }

    /// What the search does with one transition, watched.
    fn transition(&mut self, choice: Choice) -> Run<()> {
        let picked = self.picked(choice);
        let thread = choice.thread.0;
        self.tracker.borrow_mut().begin(thread, picked);
        let result = self.machine.transition(choice);
        let mut tracker = self.tracker.borrow_mut();
        let execution = VmView::new(&self.machine.vm);
        match &result {
            Ok(()) => tracker.end(&execution),
            Err(_) => tracker.fail(&execution),
        }
        drop(tracker);
        result?;
        if self.machine.vm.exit_status().is_some() {
            return Ok(());
        }
        self.machine.save(choice.thread, &mut self.words)?;
        let machine = &self.machine;
        let number = |object| machine.saved_number(machine::ObjectId(object)).map(|id| id.0);
        let mut tracker = self.tracker.borrow_mut();
        tracker.known.rename(&VmView::new(&machine.vm), &number);
        tracker.origins.iter_mut().for_each(|origins| origins.rename(&number));
        drop(tracker);
        self.machine.load(&self.words);
        Ok(())
    }

    /// The value that was picked, if there was something to pick.
    fn picked(&mut self, choice: Choice) -> Option<model::Choice> {
        let mut enabled = Vec::new();
        self.machine.vm.enabled(&mut enabled).ok()?;
        picked(&mut self.machine.vm, choice, enabled.iter().filter(|c| c.thread == choice.thread).count())
    }

    /// Whether the last state is wrong in itself, if that is what is expected.
    fn examine(&mut self, ending: &Ending) -> Run<()> {
        match ending {
            Ending::Violation(problem) if problem.kind == Kind::DataRace => {
                let race = wanted(self.machine.vm.races(), ending);
                race.map_or(Ok(()), |race| Err(Box::new(Stop::Violation(race))))
            }
            Ending::Violation(problem) if problem.kind == Kind::Livelock => {
                let found = self.second.livelock(&self.words);
                found.map_or(Ok(()), |found| Err(Box::new(Stop::Violation(found))))
            }
            Ending::Violation(_) | Ending::Unsupported(_) if self.machine.vm.exit_status().is_none() => {
                let mut enabled = Vec::new();
                self.machine.vm.enabled(&mut enabled)?;
                self.machine.vm.check_deadlock(&enabled)
            }
            _ => Ok(()),
        }
    }

    fn trace(&mut self, found: Option<Stop>) -> Trace {
        tell(&mut self.tracker.borrow_mut(), &VmView::new(&self.machine.vm), found)
    }
}

/// The value that a choice picks out of so many, if there is something to pick.
pub(crate) fn picked(vm: &mut Vm<'_>, choice: Choice, count: usize) -> Option<model::Choice> {
    let (thread, value, count) = (choice.thread.0, choice.value, u32::try_from(count).unwrap_or(u32::MAX));
    if count < 2 {
        return None;
    }
    let unknown = vm.spell_unknown(choice.thread, value);
    let meaning = match vm.asks_whether_same(choice.thread) {
        _ if unknown.is_some() => unknown.map(|values| format!("the unknown number is {values}")),
        Some(same) => Some(address(same, value, count)),
        None => meaning(&VmView::new(vm), thread, value, count),
    };
    Some(model::Choice { value, count, meaning })
}

/// What a thread is called that never comes to the user's code: one that brings signals, say.
pub const LIBRARY_THREAD: &str = "of the library";

/// Everything the tracker has gathered, and the state it ends in.
fn tell(tracker: &mut Tracker<'_>, execution: &VmView<'_, '_>, found: Option<Stop>) -> Trace {
    tracker.speak_again(true);
    let violation = found.and_then(|stop| violation(tracker, execution, stop));
    let stacks = tracker.stacks(execution);
    let globals = tracker.changed_globals(execution);
    tracker.take_last_picture(execution);
    let mut without_turn = tracker.recorder.without_turn();
    // Who stands at a lock may be the reason why others wait.
    if violation.as_ref().is_some_and(|violation| violation.kind == Kind::Deadlock.name()) {
        let execution: &dyn ExecutionView = execution;
        let in_own_code = |thread: u32| {
            let spot = tracker.spot(execution, thread);
            spot.is_some_and(|spot| execution.top(thread).is_some_and(|(top, _)| top == spot.frame))
        };
        without_turn.retain(|index| {
            let known = tracker.indices.iter().find(|(_, known)| *known == index);
            known.is_some_and(|(thread, _)| in_own_code(*thread))
        });
    }
    let each = tracker.recorder.each.take().unwrap_or_default();
    let (mut steps, indices) = tracker.finish_steps();
    let nameless = |thread: &u32| tracker.threads.get(*thread as usize).is_some_and(|thread| thread.name.is_empty());
    let own = |thread: &u32| nameless(thread) && tracker.couriers.contains(thread);
    for event in steps.iter_mut().flat_map(|step| &mut step.events) {
        event.notes.retain(|note| !matches!(note, Note::ThreadStarted { thread } if own(thread)));
    }
    if let Some(violation) = &violation {
        strip(&mut steps, violation, &without_turn);
    }
    for (i, thread) in (0..).zip(&mut tracker.threads) {
        if thread.name.is_empty() {
            thread.name = if tracker.couriers.contains(&i) { LIBRARY_THREAD.into() } else { format!("thread {i}") };
        }
        let created_in = indices.get(thread.created_in as usize);
        thread.created_in = created_in.copied().unwrap_or(0);
    }
    let output = in_order(&steps, &tracker.output);
    Trace { violation, output, threads: std::mem::take(&mut tracker.threads), steps, stacks, globals, each }
}

/// Leaves out what threads did that have no part in the violation, if they had not begun with anything that others
/// could tell of.
fn strip(steps: &mut [Step], violation: &Violation, without_turn: &BTreeSet<u32>) {
    let idle = |thread: u32, event: &Event| {
        let entered =
            event.changes.is_empty() && event.reads.is_empty() && matches!(event.action, Action::Enter { .. });
        event.output.is_empty() && event.notes.is_empty() && (entered || without_turn.contains(&thread))
    };
    let mut busy = vec![violation.thread];
    busy.extend(violation.others.iter().map(|party| party.thread));
    for step in steps.iter_mut().rev().filter(|step| !step.events.is_empty()) {
        if busy.contains(&step.thread) {
            continue;
        }
        match step.events.iter().all(|event| idle(step.thread, event)) && step.choice.is_none() && !step.cycle {
            true => step.events.clear(),
            false => busy.push(step.thread),
        }
    }
}

/// What was printed, in the order in which the steps tell it: some of what happened along with another
/// thread's transition is told later. If the steps do not tell all of it, in the order of execution.
fn in_order(steps: &[Step], executed: &[(i32, Vec<u8>)]) -> Vec<Output> {
    let executed = executed.iter().map(|(fd, bytes)| (*fd, String::from_utf8_lossy(bytes)));
    let executed: Vec<Output> = executed.map(|(fd, text)| Output { fd, text: text.into_owned() }).collect();
    let mut told: Vec<Output> = Vec::new();
    for output in steps.iter().flat_map(|step| &step.events).flat_map(|event| &event.output) {
        match told.last_mut() {
            Some(last) if last.fd == output.fd => last.text.push_str(&output.text),
            _ => told.push(output.clone()),
        }
    }
    let bytes = |outputs: &[Output]| outputs.iter().map(|output| output.text.len()).sum::<usize>();
    if bytes(&told) == bytes(&executed) { told } else { executed }
}

/// Of what is wrong with a state, what was expected, or the first if that is not there.
fn wanted(mut found: Vec<Problem>, ending: &Ending) -> Option<Problem> {
    let at = found.iter().position(|found| matches!(ending, Ending::Violation(expected) if expected == found));
    (!found.is_empty()).then(|| found.swap_remove(at.unwrap_or(0)))
}

/// Whether what happened is what was expected.
fn agree(found: Option<&Stop>, ending: &Ending) -> Result<(), Defect> {
    let same = match (found, ending) {
        (Some(Stop::Violation(found)), Ending::Violation(expected)) => found == expected,
        (Some(Stop::Unsupported { what, .. }), Ending::Unsupported(expected)) => what == expected,
        (None, Ending::Open) => true,
        _ => false,
    };
    if same {
        return Ok(());
    }
    let found = match found {
        Some(stop) => format!("{stop:?}"),
        None => "nothing".into(),
    };
    Err(Defect(format!("the replay of a path ended differently: expected {ending:?}, found {found}")))
}

pub(crate) fn violation(tracker: &mut Tracker<'_>, execution: &dyn ExecutionView, stop: Stop) -> Option<Violation> {
    let mut related = Vec::new();
    let mut why = None;
    let (kind, (message, subject), thread, others) = match stop {
        Stop::Violation(problem) => {
            let described = tracker.described(execution, &problem);
            let block = tracker.concerned(execution, &problem).cloned();
            why = tracker.why(execution, &problem, block.as_ref());
            let mut places: Vec<(&str, LocId)> = Vec::new();
            places.extend(block.as_ref().and_then(|block| block.allocated).map(|loc| ("allocated", loc)));
            places.extend(block.as_ref().and_then(|block| block.freed).map(|loc| ("freed", loc)));
            let origin = tracker.origins.as_ref().and_then(|origins| origins.decided.as_ref());
            places.extend(origin.and_then(|origin| origin.place));
            related.extend(places.into_iter().filter_map(|(what, loc)| place(tracker, what, loc)));
            (problem.kind.name(), described, problem.thread, problem.others)
        }
        Stop::Unsupported { what, thread } => (UNSUPPORTED, (what, None), thread, Vec::new()),
        _ => return None,
    };
    let others = others.iter().map(|other| party(tracker, execution, *other));
    let others: Vec<Party> = others.collect();
    let mut party = party(tracker, execution, thread);
    // What is lost is lost where its last pointer vanished, however late that is noticed.
    if let Some((index, loc)) = tracker.vanished.as_ref().and_then(|vanished| Some((vanished.thread, vanished.loc?))) {
        let (location, source) = (tracker.source_map.location(loc), tracker.source_map.source(loc));
        party = Party { thread: index, location, source };
    }
    Some(Violation {
        kind: kind.into(),
        message,
        thread: party.thread,
        // What is noticed when nobody is in the user's code belongs to where it came from.
        location: party
            .location
            .or_else(|| related.first().map(|related: &Related| related.location.clone()))
            .or_else(|| others.iter().find_map(|other: &Party| other.location.clone()))
            .or_else(|| Some(somewhere(tracker, execution, thread))),
        source: party.source.or_else(|| related.first().and_then(|related| related.source.clone())),
        others,
        subject,
        why,
        related,
    })
}

/// The function that a thread is in, if there is no line to tell.
fn somewhere(tracker: &Tracker<'_>, execution: &dyn ExecutionView, thread: ThreadId) -> Location {
    let frames = execution.frames(thread.0);
    let functions = frames.iter().rev().map(|point| execution.program().function(point.func));
    let function = functions.into_iter().find(|function| !function.library);
    // Nobody is in the program's own code before main is called and after it has returned.
    let function = function.or_else(|| execution.program().functions.iter().find(|f| f.name == "main" && !f.library));
    let location = function.and_then(|function| tracker.source_map.location(function.loc));
    location.filter(|at| at.line != 0).unwrap_or_else(|| Location {
        file: tracker.input.clone(),
        line: 0,
        column: 0,
        function: function.map_or_else(|| "main".into(), |function| function.display_name.clone()),
    })
}

/// A place that matters, if it is known.
fn place(tracker: &mut Tracker<'_>, what: &str, loc: ir::LocId) -> Option<Related> {
    let location = tracker.source_map.location(loc)?;
    Some(Related { what: what.into(), location, source: tracker.source_map.source(loc) })
}

/// A thread and the place in the user's code where it stands.
fn party(tracker: &mut Tracker<'_>, execution: &dyn ExecutionView, thread: ThreadId) -> Party {
    let spot = tracker.spot(execution, thread.0);
    Party {
        thread: tracker.index(thread.0),
        location: spot.and_then(|spot| tracker.source_map.location(spot.loc)),
        source: spot.and_then(|spot| tracker.source_map.source(spot.loc)),
    }
}
