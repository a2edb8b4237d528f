//! Executing by number of ops: so many of a transition, or one at a time. For audits and replays;
//! the search itself never does it.
//!
//! [`Vm::budget`] bounds the ops of all threads that run within a transition; [`Notes`] tell which
//! they were.

use std::collections::BTreeSet;

use ir::{Pc, Trap};

use crate::execution::notes::{Act, Notes, Position, Print, Printed};
use crate::execution::question::{Asks, may_ask};
use crate::execution::schedule::Choice;
use crate::execution::vm::Vm;
use crate::problem::{CodePoint, Problem, Run, ThreadId};

impl Vm<'_> {
    /// How much has been noted; for [`Vm::settle_notes`].
    pub(crate) fn noted(&self) -> Option<usize> {
        Some(self.watch.notes.as_ref()?.log.as_ref().map_or(0, Vec::len))
    }

    /// May the thread execute another op? If so it is noted; it may still stop before it.
    #[inline]
    pub(crate) fn notes(&mut self, thread: ThreadId, pc: usize) -> bool {
        if self.watch.notes.is_none() {
            return true;
        }
        let state = &self.threads[thread.index()];
        let func = state.frames.last().map(|frame| frame.func);
        let (depth, masked) = (state.frames.len() as u32, state.masks > 0);
        let apart = !masked && self.presuming.quiet.is_empty();
        let (Some(notes), Some(func)) = (&mut self.watch.notes, func) else { return true };
        let point = CodePoint { func, pc: Pc(pc as u32) };
        if notes.begun && notes.until == Some((point, depth)) {
            return false;
        }
        notes.begun = true;
        notes.log.iter_mut().for_each(|log| log.push(Act { thread, point, depth, masked, apart }));
        true
    }

    /// A run is over: it may have stopped before the op that was noted last.
    pub(crate) fn settle_notes(&mut self, noted: Option<usize>, executed: u64) {
        let (Some(notes), Some(noted)) = (&mut self.watch.notes, noted) else { return };
        notes.log.iter_mut().for_each(|log| log.truncate(noted + executed as usize));
    }

    /// As [`Vm::step`], but no more than so many ops. Returns how many there were, even if the last
    /// of them went wrong, and notes them in `log` if there is one.
    pub fn step_within(&mut self, choice: Choice, ops_max: u64, log: Option<&mut Vec<Act>>) -> (u64, Run<()>) {
        let wanted = log.is_some().then(Vec::new);
        self.watch.notes = wanted.map(|log| Box::new(Notes { log: Some(log), ..Notes::default() }));
        self.budget = ops_max;
        let result = self.step(choice);
        let left = std::mem::replace(&mut self.budget, u64::MAX);
        if let (Some(log), Some(noted)) = (log, self.watch.notes.take().and_then(|notes| notes.log)) {
            *log = noted;
        }
        (ops_max - left, result)
    }

    /// Lets a thread run until it stops by itself, nobody else, and notes its ops.
    pub(crate) fn run_noting(&mut self, choice: Choice, log: &mut Vec<Act>) -> Run<()> {
        self.watch.notes = Some(Box::new(Notes { log: Some(Vec::new()), ..Notes::default() }));
        let result = self.run(choice.thread, choice.value, false);
        *log = self.watch.notes.take().and_then(|notes| notes.log).unwrap_or_default();
        result
    }

    /// Executes so many ops of a thread and nothing else, each whatever it is. Fewer only if the thread
    /// cannot go on.
    pub fn run_ops(&mut self, choice: Choice, ops: u64) -> Run<()> {
        self.run_until(choice, ops, None)
    }

    /// The same, but at most so many, and if there is an `until` the thread stops there.
    pub(crate) fn run_until(&mut self, choice: Choice, ops_max: u64, until: Option<Position>) -> Run<()> {
        let mut left = ops_max;
        let mut value = choice.value;
        self.watch.notes = until.map(|until| Box::new(Notes { until: Some(until), ..Notes::default() }));
        while left > 0 && self.exit_status.is_none() && self.threads[choice.thread.index()].is_alive() {
            self.budget = left;
            let result = self.run(choice.thread, value, false);
            let after = std::mem::replace(&mut self.budget, u64::MAX);
            if result.is_err() || after == left {
                self.watch.notes = None;
                result?;
                break;
            }
            (left, value) = (after, 0);
        }
        self.watch.notes = None;
        self.rest_in_wait(choice.thread);
        Ok(())
    }

    /// A thread that comes to a wait in the middle of a section lets others run meanwhile.
    fn rest_in_wait(&mut self, thread: ThreadId) {
        if self.pending_trap(thread, Trap::Wait).is_some() {
            self.threads[thread.index()].entered = false;
        }
    }

    /// Nothing that the thread has done in its atomic section could be told: others may still act.
    pub fn stand_outside(&mut self, thread: ThreadId) {
        self.threads[thread.index()].entered = false;
    }

    /// Is the thread in an atomic section that it has not entered yet, at this level of reduction? Who
    /// stands before a wait lets others run at every level.
    pub fn is_about_to_enter(&self, thread: ThreadId) -> bool {
        let state = &self.threads[thread.index()];
        let open = state.is_alive() && state.masks > 0 && !state.entered;
        open && self.pending_trap(thread, Trap::Wait).is_none()
    }

    /// May this thread be scheduled now? Nobody else is in the middle of an atomic section, and it is
    /// not blocked.
    pub fn may_run(&mut self, thread: ThreadId) -> Run<bool> {
        let ids = self.numbers();
        let busy = ids.into_iter().any(|other| other != thread && self.is_exclusive(other));
        let alive = self.threads.get(thread.index()).is_some_and(|thread| thread.is_alive());
        Ok(!busy && alive && self.exit_status.is_none() && self.is_runnable(thread)?)
    }

    /// The op that a thread comes to next, if that may depend on addresses.
    pub fn asking(&self, thread: ThreadId) -> Option<Act> {
        let (point, depth) = self.place(thread)?;
        let state = &self.threads[thread.index()];
        if may_ask(state, &self.image.program) == Asks::Never {
            return None;
        }
        let masked = state.masks > 0;
        Some(Act { thread, point, depth, masked, apart: !masked })
    }

    pub fn place(&self, thread: ThreadId) -> Option<Position> {
        let frames = &self.threads.get(thread.index())?.frames;
        let top = frames.last()?;
        Some((CodePoint { func: top.func, pc: top.pc }, frames.len() as u32))
    }

    /// Is the thread in one of the runtime's loops that copy and fill memory which others can see? How
    /// much memory that is depends on the level of reduction.
    pub fn is_copying(&self, thread: ThreadId) -> bool {
        let top = self.place(thread).map(|(point, _)| point.func);
        top.is_some() && [self.image.copy, self.image.copy_backward, self.image.fill].contains(&top)
    }

    /// Every pair of pending accesses that collide and are not allowed to.
    pub fn races(&mut self) -> Vec<Problem> {
        self.races_among(self.numbers())
    }

    /// Those of these threads.
    pub fn races_among(&mut self, threads: impl IntoIterator<Item = ThreadId>) -> Vec<Problem> {
        self.encounters_among(threads).into_iter().map(|(race, _)| race).collect()
    }

    // ---- what is printed ----

    /// Notes from now on what is printed, as long as there are no more than so many different things.
    pub fn note_prints(&mut self, prints_max: usize) {
        self.watch.printed = Some(Box::new(Printed { prints_max, ..Printed::default() }));
    }

    pub(crate) fn note_printed(&mut self, thread: ThreadId, fd: i32, bytes: Vec<u8>) {
        let point = self.user_point(thread).map(|point| (point.func.0, point.pc.0));
        let Some(printed) = &mut self.watch.printed else { return };
        if printed.prints.len() <= printed.prints_max {
            printed.prints.insert((fd, bytes, point));
        }
    }

    /// What was printed since this was last asked.
    pub fn take_prints(&mut self) -> BTreeSet<Print> {
        self.watch.printed.as_mut().map(|printed| std::mem::take(&mut printed.prints)).unwrap_or_default()
    }

    /// Has the program looked at an address as a number?
    pub fn has_observed(&self) -> bool {
        self.memory.observed > 0
    }
}
