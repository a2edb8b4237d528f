//! A path as turns that threads take, in terms that a natively compiled program can follow: run up to just before
//! this access on that line, run until the function is called, run to the end.
//!
//! Only what can be noticed from outside counts: accesses to memory in the user's code, calls of library functions
//! from there, and the ends of threads. What a library function does inside is one step natively; a turn that ends
//! in the middle of one is taken to its end, unless the thread waits there.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

use ir::{Op, Trap};
use machine::{Image, Machine, ObjectId, Observer, Pieces, Presumptions, Problem, Run, ThreadId, Vm};
use search::{Path, StorePieces};
use store::{Store, StoreOptions};

use crate::execution_view::{ExecutionView, op_at};
use crate::source::Sources;
use crate::source_map::SourceMap;
use crate::tracker::Tracker;
use crate::watch::{VmView, Watch};

/// A thread runs for a while.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Turn {
    /// In order of creation.
    pub thread: u32,
    pub until: Until,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Until {
    /// It comes here for the `nth` time in this turn.
    At {
        hook: Hook,
        nth: u32,
    },
    /// It waits inside a library function.
    Waits,
    /// It comes to anything that can be noticed.
    Next,
    End,
    /// Nobody else runs any more.
    Ever,
}

/// Something that can be noticed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Hook {
    Access { file: String, line: u32, column: u32, kind: AccessKind },
    Call { function: String },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AccessKind {
    Read,
    Write,
    Atomic,
}

/// The turns of a path that ends with a problem.
pub fn turns(image: &Image, presumptions: &Presumptions, path: &Path, problem: &Problem) -> Result<Vec<Turn>, String> {
    let store = Store::new(StoreOptions::default());
    let pieces = StorePieces(&store);
    let tracker = Rc::new(RefCell::new(Tracker::new(SourceMap::new(&image.program, Sources::new(Vec::new())))));
    let log = Rc::new(RefCell::new(Log::default()));
    let mut listener = Listener { watch: Watch(Rc::clone(&tracker)), log: Rc::clone(&log) };
    let mut machine = Machine::new(image, presumptions, &pieces as &dyn Pieces);
    machine.vm.observe_with(&mut listener);
    machine.reset();
    let mut follower = Follower { machine, tracker, log, turns: Vec::new() };
    follower.settle(ThreadId(0)).map_err(|stop| format!("{stop:?}"))?;
    for (i, choice) in path.iter().enumerate() {
        let last = i + 1 == path.len();
        follower.machine.vm.put_failures_off(!last || problem.kind.is_finding());
        follower.tracker.borrow_mut().begin(choice.thread.0, None);
        let result = follower.machine.transition(*choice);
        follower.tell(result.is_err());
        if result.is_err() || follower.machine.vm.exit_status().is_some() {
            break;
        }
        follower.settle(choice.thread).map_err(|stop| format!("{stop:?}"))?;
    }
    if !problem.kind.is_finding() {
        let thread = follower.tracker.borrow().index(problem.thread.0);
        follower.turns.push(Turn { thread, until: Until::Ever });
    }
    Ok(follower.turns)
}

struct Follower<'a> {
    machine: Machine<'a>,
    tracker: Rc<RefCell<Tracker<'a>>>,
    log: Rc<RefCell<Log>>,
    turns: Vec<Turn>,
}

impl Follower<'_> {
    /// Comes to a state as the search stores it.
    fn settle(&mut self, thread: ThreadId) -> Run<()> {
        let mut words = Vec::new();
        self.machine.save(thread, &mut words)?;
        let machine = &self.machine;
        let number = |object| machine.saved_number(ObjectId(object)).map(|id| id.0);
        let mut tracker = self.tracker.borrow_mut();
        tracker.known.rename(&VmView::new(&machine.vm), &number);
        tracker.recorder = Default::default();
        for frame in tracker.known.stacks.values_mut().flatten() {
            frame.enter = None;
        }
        drop(tracker);
        self.machine.load(&words);
        Ok(())
    }

    /// Makes turns of what was logged.
    fn tell(&mut self, failed: bool) {
        let execution = VmView::new(&self.machine.vm);
        let mut tracker = self.tracker.borrow_mut();
        match failed {
            true => tracker.fail(&execution),
            false => tracker.end(&execution),
        }
        let alive = execution.threads();
        let mut log = self.log.borrow_mut();
        let arrivals = std::mem::take(&mut log.arrivals);
        let chunks: Vec<&[Arrival]> = arrivals.chunk_by(|a, b| a.thread == b.thread).collect();
        for (i, chunk) in chunks.iter().enumerate() {
            let Some(last) = chunk.last() else { continue };
            let gone = !alive.contains(&last.number) && !chunks[i + 1..].iter().any(|c| c[0].thread == last.thread);
            let until = match failed && i + 1 == chunks.len() {
                // What goes wrong happens in a turn of its own.
                true => continue,
                false if gone => Some(Until::End),
                false => until(chunk, log.parked.contains_key(&last.thread)),
            };
            log.parked.insert(last.thread, ());
            self.turns.extend(until.map(|until| Turn { thread: last.thread, until }));
        }
    }
}

/// Where the last arrival of a turn is. A thread that was parked comes to its first op for the second time.
fn until(chunk: &[Arrival], parked: bool) -> Option<Until> {
    let last = chunk.last()?;
    let fresh = &chunk[usize::from(parked && chunk.len() > 1)..];
    let count = |wanted: &Hook| {
        let same = fresh.iter().filter(|arrival| arrival.hook.as_ref() == Some(wanted)).count();
        Until::At { hook: wanted.clone(), nth: u32::try_from(same.max(1)).unwrap_or(u32::MAX) }
    };
    Some(match (&last.hook, &last.call) {
        (Some(hook), None) => count(hook),
        (_, Some((function, uid))) => {
            let entered = fresh.iter().any(|arrival| arrival.entered == Some(*uid));
            match entered {
                true => count(&Hook::Call { function: function.clone() }),
                false if last.waits => Until::Waits,
                false => Until::Next,
            }
        }
        (None, None) => Until::Next,
    })
}

/// A thread comes to an op.
struct Arrival {
    thread: u32,
    number: u32,
    /// What can be noticed of it.
    hook: Option<Hook>,
    /// The library function that the user's code has called, and its frame.
    call: Option<(String, u32)>,
    /// It was just called.
    entered: Option<u32>,
    waits: bool,
}

#[derive(Default)]
struct Log {
    arrivals: Vec<Arrival>,
    /// The library call that each thread is in.
    calls: BTreeMap<u32, u32>,
    /// Threads that have had a turn.
    parked: BTreeMap<u32, ()>,
}

impl Log {
    fn arrive(&mut self, tracker: &Tracker<'_>, execution: &dyn ExecutionView, number: u32) {
        let thread = tracker.index(number);
        let frames = execution.frames(number);
        let (Some(point), Some(spot)) = (frames.last(), tracker.spot(execution, number)) else { return };
        let program = execution.program();
        let Some(op) = op_at(program, *point) else { return };
        let above = frames.iter().enumerate().skip(spot.frame + 1);
        let library = above.into_iter().find(|(_, frame)| program.function(frame.func).library);
        let uid = |at: usize| tracker.known.stack(number).get(at).map(|info| info.uid);
        let call = library.and_then(|(at, frame)| Some((program.function(frame.func).name.clone(), uid(at)?)));
        let entered = call.as_ref().map(|(_, uid)| *uid).filter(|uid| self.calls.get(&thread) != Some(uid));
        match &call {
            Some((_, uid)) => drop(self.calls.insert(thread, *uid)),
            None => drop(self.calls.remove(&thread)),
        }
        let hook = match &call {
            Some((function, _)) => entered.map(|_| Hook::Call { function: function.clone() }),
            None => op.memory_access(&program.shapes).and_then(|access| {
                // Its own place, which may be in a header of the C++ library.
                let last = tracker.known.stack(number).last().map_or(spot.loc, |info| info.last_loc);
                let location = tracker.source_map.location(tracker.source_map.loc_of(*point, last))?;
                let atomic = access.access.is_atomic();
                let kind = match (atomic, access.write) {
                    (true, _) => AccessKind::Atomic,
                    (false, true) => AccessKind::Write,
                    (false, false) => AccessKind::Read,
                };
                Some(Hook::Access { file: location.file, line: location.line, column: location.column, kind })
            }),
        };
        let waits = matches!(op, Op::Trap { trap: Trap::Wait, .. });
        self.arrivals.push(Arrival { thread, number, hook, call, entered, waits });
    }
}

/// Passes on what the machine announces to the tracker, and logs it.
struct Listener<'p> {
    watch: Watch<'p>,
    log: Rc<RefCell<Log>>,
}

impl Observer for Listener<'_> {
    fn arrive(&mut self, vm: &Vm<'_>, thread: ThreadId) {
        self.watch.arrive(vm, thread);
        self.log.borrow_mut().arrive(&self.watch.0.borrow(), &VmView::new(vm), thread.0);
    }

    fn wrote(&mut self, vm: &Vm<'_>, thread: ThreadId, object: ObjectId, offset: u32, len: u32) {
        self.watch.wrote(vm, thread, object, offset, len);
    }

    fn output(&mut self, fd: i32, bytes: &[u8]) {
        self.watch.output(fd, bytes);
    }

    fn thread_started(&mut self, vm: &Vm<'_>, creator: ThreadId, thread: ThreadId) {
        self.watch.thread_started(vm, creator, thread);
    }
}
