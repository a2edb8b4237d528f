//! What a session notes while a transition is executed: the lines that threads come to, after how many ops, and
//! where watched expressions change.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

use ir::LocId;
use machine::{ObjectId, Observer, ThreadId, Vm};

use crate::execution_view::{ExecutionView, Point};
use crate::expression::{Evaluator, Expression};
use crate::tracker::Tracker;
use crate::watch::{VmView, Watch};

/// Lines that are noted in one transition; it can only be stopped at these.
const MARKS_MAX: usize = 1 << 16;

/// A thread comes to a line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Mark {
    /// Index of the thread.
    pub thread: u32,
    /// Ops of the transition before it.
    pub ops: u64,
    /// User functions around it.
    pub depth: u32,
    /// The function was just entered.
    pub entered: bool,
    pub(crate) loc: LocId,
    /// Of the frame.
    uid: u32,
}

/// A watched expression has changed.
pub(super) struct Hit {
    pub ops: u64,
    pub watch: usize,
    pub old: String,
    pub new: String,
}

pub(super) struct Watched {
    pub expression: Expression,
    /// Where names are looked up: thread and frame's uid. None: only globally.
    pub frame: Option<(u32, u32)>,
    pub loc: LocId,
    pub last: Option<String>,
}

#[derive(Default)]
pub(super) struct Notes {
    pub marks: Vec<Mark>,
    pub hits: Vec<Hit>,
    pub lines: BTreeMap<u32, Mark>,
    /// Ops that were executed.
    pub ops: u64,
    pub watches: Vec<Option<Watched>>,
    /// Index of the thread that executed something last.
    pub ran: Option<u32>,
    /// The op that was announced last, and by whom.
    pending: Option<(u32, usize, Point)>,
}

impl Notes {
    pub(super) fn begin(&mut self, lines: BTreeMap<u32, Mark>) {
        self.marks.clear();
        self.hits.clear();
        self.lines = lines;
        self.ops = 0;
        self.pending = None;
        self.ran = None;
        self.watches.iter_mut().flatten().for_each(|watch| watch.last = None);
    }

    /// Counts the op that was announced last, unless its thread has stopped before it.
    pub(super) fn settle(&mut self, execution: &dyn ExecutionView) {
        let Some((thread, depth, point)) = self.pending.take() else { return };
        let frames = execution.frames(thread);
        if frames.len() != depth || frames.last() != Some(&point) {
            self.ops += 1;
        }
    }

    fn arrive(&mut self, tracker: &Tracker<'_>, execution: &dyn ExecutionView, thread: u32) {
        match self.pending {
            // An op that is announced by the same thread again was executed, even if it led to itself.
            Some((last, ..)) if last == thread => self.ops += 1,
            _ => self.settle(execution),
        }
        let frames = execution.frames(thread);
        self.pending = frames.last().map(|point| (thread, frames.len(), *point));
        let index = tracker.index(thread);
        self.ran = Some(index);
        let Some(spot) = tracker.spot(execution, thread) else { return };
        // Before the first line of a function its arguments are not in place.
        if spot.loc == execution.program().function(spot.func).loc {
            return;
        }
        let Some(uid) = tracker.known.stack(thread).get(spot.frame).map(|info| info.uid) else { return };
        let last = self.lines.get(&index);
        if last.is_some_and(|last| last.uid == uid && tracker.source_map.same_line(last.loc, spot.loc)) {
            return;
        }
        let entered = last.is_none_or(|last| spot.depth > last.depth || uid > last.uid);
        let mark = Mark { thread: index, ops: self.ops, depth: spot.depth, entered, loc: spot.loc, uid };
        self.lines.insert(index, mark);
        if self.marks.len() < MARKS_MAX {
            self.marks.push(mark);
        }
        self.look(tracker, execution);
    }

    /// Looks at what is watched.
    pub(super) fn look(&mut self, tracker: &Tracker<'_>, execution: &dyn ExecutionView) {
        for (number, watch) in self.watches.iter_mut().enumerate() {
            let Some(watched) = watch else { continue };
            let viewer = watched.frame.map(|(thread, uid)| {
                let frame = tracker.known.stack(thread).iter().position(|info| info.uid == uid);
                frame.map(|frame| (thread, frame))
            });
            // Out of its frame, and before it, an expression means nothing.
            let value = match viewer {
                Some(None) => None,
                viewer => {
                    let view = tracker.view(execution, viewer.flatten());
                    let shown = Evaluator { view, loc: watched.loc }.show(&watched.expression);
                    Some(shown.map_or_else(|why| format!("? ({why})"), |shown| shown.value))
                }
            };
            if let (Some(old), Some(new)) = (&watched.last, &value)
                && old != new
            {
                self.hits.push(Hit { ops: self.ops, watch: number, old: old.clone(), new: new.clone() });
            }
            watched.last = value;
        }
    }
}

/// Passes on what the machine announces to the tracker, and notes it.
pub(super) struct Probe<'p> {
    pub watch: Watch<'p>,
    pub notes: Rc<RefCell<Notes>>,
}

impl Observer for Probe<'_> {
    fn arrive(&mut self, vm: &Vm<'_>, thread: ThreadId) {
        self.watch.arrive(vm, thread);
        self.notes.borrow_mut().arrive(&self.watch.0.borrow(), &VmView::new(vm), thread.0);
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
