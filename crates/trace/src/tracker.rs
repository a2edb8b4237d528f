//! Follows an execution op by op and tells its story to the [`Recorder`].
//!
//! The machine announces each op just before it executes it, and may then decide not to: a thread
//! stops *before* a visible op. So an announced op is only *pending*; that it was executed shows
//! when the next thing happens.

mod changes;
mod containers;
mod effort;
mod origins;
mod primitives;
mod shared;
mod threads;
mod vanishing;

pub(crate) use effort::{Effort, LAST};
pub(crate) use origins::Origins;
pub(crate) use primitives::Effect;
pub(crate) use shared::Access;
pub(crate) use vanishing::{UNUSED, Vanished};

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use ir::{FuncId, Function, LocId, Op, Trap, Variable};

use crate::cells::{self, Cell};
use crate::execution_view::{ExecutionView, Point, Storage, freed, op_at};
use crate::memory::{FrameInfo, Grave, Known, Occasion, Touched, VarState};
use crate::model::{Action, Choice, Note, Output, Picture, Step, Thread};
use crate::naming::View;
use crate::recorder::{EventId, Key, Opening, Recorder};
use crate::source_map::{SourceMap, Spot};
use crate::vanish::Vanish;

pub(crate) struct Tracker<'p> {
    pub source_map: SourceMap<'p>,
    pub known: Known,
    pub recorder: Recorder,
    pub threads: Vec<Thread>,
    /// Those of them that the library has started for itself.
    pub couriers: BTreeSet<u32>,
    /// Index in `threads` of each live thread, by number.
    pub indices: BTreeMap<u32, u32>,
    /// Objects of the user's globals that were written.
    pub globals: BTreeSet<u32>,
    /// Everything that was printed.
    pub output: Vec<(i32, Vec<u8>)>,
    /// How many more pictures of memory to make, if any are wanted.
    pub pictures: Option<usize>,
    /// What is told in full.
    pub effort: Effort,
    /// What was read, to be named where there is no debug information.
    pub input: String,
    /// Where undefined values come from, if somebody wants to know.
    pub origins: Option<Origins>,
    /// The op after which a block is lost, and what was seen of it.
    pub vanish: Option<Vanish>,
    pub vanished: Option<Vanished>,
    arrivals: u64,
    /// Accesses to memory that threads share, the last of them.
    pub accesses: VecDeque<Access>,
    /// What a transition begins with is told, even if it is a read of what nobody else has written up to now.
    pub first_reads: bool,
    effects: BTreeMap<FuncId, Effect>,
    running: Option<u32>,
    pending: Option<Pending>,
    /// The event with the visible action that the transition began with.
    visible: Option<EventId>,
    /// Where containers were looked at.
    looked_on: Option<Occasion>,
    /// Ops that may have changed something, and how it was when the last picture was made.
    ops: u64,
    pictured: (Option<EventId>, u64),
    /// Where containers were changed since, and which.
    touched_on: Option<Occasion>,
    touched: Vec<Touched>,
}

/// An op that was announced.
struct Pending {
    thread: u32,
    frame: usize,
    point: Point,
    loc: LocId,
    /// Where it is shown; None: nowhere.
    spot: Option<Spot>,
    /// Object, offset and contents of the memory that it will write.
    old: Option<(u32, u32, Vec<Cell>)>,
    /// The heap block that it will free.
    frees: Option<u32>,
    /// The memory that the user's line accesses.
    access: Option<shared::Accessed>,
    /// Alone it is no reason to show its line.
    silent: bool,
    /// The transition began with it, since others can tell.
    first: bool,
}

impl<'p> Tracker<'p> {
    pub(crate) fn new(source_map: SourceMap<'p>) -> Tracker<'p> {
        let effects = primitives::effects(source_map.program());
        let main = Thread { number: 0, name: "main".into(), creator: None, created: None, created_in: 0 };
        Tracker {
            source_map,
            known: Known::default(),
            recorder: Recorder::default(),
            threads: vec![main],
            couriers: BTreeSet::new(),
            indices: BTreeMap::from([(0, 0)]),
            globals: BTreeSet::new(),
            output: Vec::new(),
            pictures: None,
            effort: Effort::default(),
            input: String::new(),
            origins: None,
            vanish: None,
            vanished: None,
            arrivals: 0,
            accesses: VecDeque::new(),
            first_reads: false,
            effects,
            running: None,
            pending: None,
            visible: None,
            looked_on: None,
            ops: 0,
            pictured: (None, 0),
            touched_on: None,
            touched: Vec::new(),
        }
    }

    /// The transition that has just begun has so many ops.
    pub(crate) fn announce(&mut self, ops: u64) {
        self.effort.announce(ops);
    }

    /// A transition begins.
    pub(crate) fn begin(&mut self, thread: u32, choice: Option<Choice>) {
        self.running = Some(thread);
        self.visible = None;
        self.arrivals = 0;
        let index = self.index(thread);
        self.recorder.begin_step(index, choice);
    }

    /// A transition is over; objects still have the numbers they had in it.
    pub(crate) fn end(&mut self, execution: &dyn ExecutionView) {
        let Some(thread) = self.running else { return };
        self.end_of(execution, thread);
        self.take_picture(execution);
    }

    fn end_of(&mut self, execution: &dyn ExecutionView, thread: u32) {
        let stands_at = |pending: &Pending| execution.top(thread) == Some((pending.frame, pending.point));
        let executed = self.pending.as_ref().is_some_and(|pending| !stands_at(pending));
        let quiet = self.effort.end();
        self.speak_again(false);
        match executed {
            true => self.finish_pending(execution),
            false => self.forget_pending(),
        }
        // Others may change what it was when the line began.
        self.settle_containers(execution);
        self.looked_on = None;
        self.follow_frames(execution, thread);
        self.settle_origins(execution, thread);
        if execution.frame_count(thread) == 0 {
            self.known.held.remove(&thread);
            self.note(Note::ThreadEnded);
            self.recorder.end_step(false);
            return;
        }
        self.variable_events(execution, thread);
        let wait = self.waiting(execution, thread);
        self.recorder.end_step(wait.is_none());
        if quiet {
            return;
        }
        let Some(spot) = self.spot(execution, thread) else {
            return;
        };
        match wait {
            Some(on) => {
                self.open_line(thread, spot);
                self.recorder.note(Note::Waits { on });
            }
            // The line goes on later; so far nothing happened in it that others could see.
            None if self.is_open(thread, spot) && self.visible != self.recorder.last_id() => {
                self.recorder.weaken();
            }
            None => {}
        }
    }

    /// The pending op was not executed.
    fn forget_pending(&mut self) {
        self.pending = None;
        self.origins.iter_mut().for_each(Origins::forget);
    }

    /// The pending op went wrong.
    pub(crate) fn fail(&mut self, execution: &dyn ExecutionView) {
        self.speak_again(true);
        // While nothing was told it was not asked where.
        let thread = self.pending.as_ref().map(|pending| pending.thread);
        let spot = thread.and_then(|thread| self.spot(execution, thread));
        if let Some(pending) = &mut self.pending {
            pending.spot = pending.spot.or(spot);
        }
        self.open_pending();
        self.recorder.strengthen();
        self.finish_pending(execution);
        self.settle_containers(execution);
        self.take_picture(execution);
    }

    /// A thread is about to execute the op it stands at.
    pub(crate) fn arrive(&mut self, execution: &dyn ExecutionView, thread: u32) {
        self.arrivals += 1;
        if self.running != Some(thread) {
            // A new thread runs along with its creation.
            self.end(execution);
            self.running = Some(thread);
            self.visible = None;
            let index = self.index(thread);
            self.recorder.begin_along(index);
        }
        if self.effort.is_quiet() && self.pass(execution, thread) {
            return;
        }
        self.finish_pending(execution);
        match self.effort.arrive() {
            true => self.settle_containers(execution),
            false => self.speak_again(false),
        }
        self.follow_frames(execution, thread);
        self.settle_origins(execution, thread);
        self.variable_events(execution, thread);
        self.pending = self.pend(execution, thread);
        self.note_result(execution, thread);
        self.expect_origins(execution, thread);
        self.expect_vanishing(execution, thread);
        if self.effort.is_quiet() {
            return;
        }
        self.watch_containers(execution);
        // The last event is over if another line begins with this op.
        if let Some(spot) = self.pending.as_ref().and_then(|pending| pending.spot)
            && !self.is_open(thread, spot)
        {
            self.take_picture(execution);
        }
    }

    /// Passes over an op of which there is nothing to tell and nothing to know. Tells whether it was one.
    fn pass(&mut self, execution: &dyn ExecutionView, thread: u32) -> bool {
        let Some(pending) = &mut self.pending else { return false };
        let Some((frame, point)) = execution.top(thread) else { return false };
        let known = self.origins.is_some() || self.vanish.is_some() || pending.frees.is_some();
        if (pending.frame, pending.point.func, pending.spot) != (frame, point.func, None) || known {
            return false;
        }
        let function = execution.program().function(point.func);
        let plain = function.ops.get(point.pc.index()).is_some_and(|op| is_plain(*op));
        let at = function.var_events.partition_point(|event| event.pc < point.pc);
        let events = function.var_events.get(at).is_some_and(|event| event.pc == point.pc);
        if !plain || events || !self.effort.pass() {
            return false;
        }
        self.ops += u64::from(!pending.silent);
        pending.point = point;
        pending.loc = self.source_map.loc_of(point, pending.loc);
        pending.silent = false;
        true
    }

    /// Records what memory looks like after the last event. Once there are too many pictures they are
    /// empty, so that nobody takes an old one for how it is now.
    fn take_picture(&mut self, execution: &dyn ExecutionView) {
        let event = self.recorder.last_id();
        let Some(left) = self.pictures.filter(|_| event.is_some() && (event, self.ops) != self.pictured) else {
            return;
        };
        self.pictures = Some(left.saturating_sub(1));
        self.pictured = (event, self.ops);
        let picture = if left > 0 { self.picture(execution) } else { Picture::default() };
        self.recorder.picture(picture);
    }

    /// Records what memory looks like in the end, however many pictures there are.
    pub(crate) fn take_last_picture(&mut self, execution: &dyn ExecutionView) {
        if self.pictures == Some(0) {
            let picture = self.picture(execution);
            self.recorder.picture(picture);
        }
    }

    /// What was left out up to here is mentioned, if there is something.
    pub(crate) fn speak_again(&mut self, over: bool) {
        if let Some((ops, why)) = self.effort.speak(over) {
            self.recorder.leave_out(ops, why);
        }
    }

    /// Adds a note to what is being told.
    fn note(&mut self, note: Note) {
        if !self.effort.is_quiet() {
            self.recorder.note(note);
        }
    }

    pub(crate) fn output(&mut self, fd: i32, bytes: &[u8]) {
        self.open_pending();
        if !self.effort.is_quiet() {
            self.recorder.output(Output { fd, text: String::from_utf8_lossy(bytes).into_owned() });
        }
        match self.output.last_mut() {
            Some((last, text)) if *last == fd => text.extend_from_slice(bytes),
            _ => self.output.push((fd, bytes.to_vec())),
        }
    }

    pub(crate) fn index(&self, thread: u32) -> u32 {
        self.indices.get(&thread).copied().unwrap_or(0)
    }

    pub(crate) fn view<'v>(&'v self, execution: &'v dyn ExecutionView, viewer: Option<(u32, usize)>) -> View<'v> {
        View { execution, source_map: &self.source_map, known: &self.known, viewer }
    }

    /// The innermost place in the user's code where a thread stands.
    pub(crate) fn spot(&self, execution: &dyn ExecutionView, thread: u32) -> Option<Spot> {
        self.spot_at(execution, thread, None)
    }

    /// Likewise, as if the innermost frame stood at `line`, if there is one.
    fn spot_at(&self, execution: &dyn ExecutionView, thread: u32, line: Option<LocId>) -> Option<Spot> {
        let stack = self.known.stack(thread);
        let (top, point) = execution.top(thread)?;
        let last = |at: usize| stack.get(at).map_or(LocId(0), |info| info.last_loc);
        let loc = line.unwrap_or_else(|| self.source_map.loc_of(point, last(top)));
        let below = match stack.get(top).filter(|_| stack.len() == top + 1) {
            Some(info) => info.below,
            // Its frames were not followed.
            None => {
                let frames = execution.frames(thread).into_iter().enumerate().take(top);
                let locs = frames.map(|(i, point)| (point.func, self.source_map.loc_of(point, last(i))));
                self.source_map.spot(locs)
            }
        };
        self.source_map.spot_above(below, top, point.func, loc)
    }

    fn pend(&self, execution: &dyn ExecutionView, thread: u32) -> Option<Pending> {
        let (frame, point) = execution.top(thread)?;
        let op = op_at(execution.program(), point)?;
        let last = self.known.stack(thread).get(frame)?.last_loc;
        let quiet = self.effort.is_quiet();
        let makes = matches!(op, Op::Trap { .. });
        let spot = (!quiet || makes).then(|| self.spot(execution, thread)).flatten();
        let written = if quiet { None } else { changes::written(execution, thread, frame, op) };
        let old = written.map(|(object, offset, len)| (object, offset, execution.cells(object, offset, len)));
        Some(Pending {
            thread,
            frame,
            point,
            loc: self.source_map.loc_of(point, last),
            spot,
            old,
            frees: self.freed_block(execution, thread, frame, op),
            access: self.accessed_by(execution, (thread, frame), op, spot.filter(|_| !quiet)),
            silent: is_silent(op),
            first: self.arrivals == 1,
        })
    }

    /// Makes sure that the pending op's line is the open event.
    fn open_pending(&mut self) {
        if let Some(pending) = &self.pending
            && let Some(spot) = pending.spot
            && !self.effort.is_quiet()
        {
            let thread = pending.thread;
            self.open_line(thread, spot);
        }
    }

    /// The pending op has been executed.
    fn finish_pending(&mut self, execution: &dyn ExecutionView) {
        if self.pending.as_ref().is_some_and(|pending| !pending.silent) {
            self.open_pending();
        }
        let Some(pending) = self.pending.take() else {
            return;
        };
        self.ops += u64::from(!pending.silent);
        if self.visible.is_none() && pending.spot.is_some() && !pending.silent && !self.effort.is_quiet() {
            self.visible = self.recorder.last_id();
            self.recorder.strengthen();
        }
        let stack = self.known.stacks.get_mut(&pending.thread);
        if let Some(info) = stack.and_then(|s| s.get_mut(pending.frame)) {
            info.arrived = None;
            info.last_loc = pending.loc;
        }
        if let Some(access) = pending.access {
            self.note_access(execution, (pending.thread, pending.first && self.first_reads), access);
        }
        if let Some(block) = self.allocated_block(execution, &pending) {
            self.note(Note::Allocated { block });
        }
        let freed_by = Some(self.index(pending.thread));
        if let Some(object) = pending.frees
            && let Some(block) = self.known.blocks.get_mut(&object)
        {
            block.freed = pending.spot.map(|spot| spot.loc);
            block.freed_by = freed_by;
            let (own, block) = (block.is_own(), format!("heap block #{}", block.number));
            if !own {
                self.note(Note::Freed { block });
            }
        }
    }

    fn freed_block(&self, execution: &dyn ExecutionView, thread: u32, frame: usize, op: Op) -> Option<u32> {
        let Op::Trap { trap, args, .. } = op else { return None };
        let position = freed(trap)?;
        let func = execution.frame(thread, frame)?.func;
        let arg = execution.program().function(func).args.get(args.range())?[position];
        let pointer = cells::pointer(&execution.operand(thread, frame, arg.src, 1))?;
        self.known.blocks.contains_key(&pointer.object).then_some(pointer.object)
    }

    fn allocated_block(&mut self, execution: &dyn ExecutionView, pending: &Pending) -> Option<String> {
        let Op::Trap { trap: Trap::Malloc | Trap::Alloc, dst, .. } = op_at(execution.program(), pending.point)? else {
            return None;
        };
        let slot = ir::Src::slot(dst.slot()?);
        let pointer = cells::pointer(&execution.operand(pending.thread, pending.frame, slot, 1))?;
        let facts = execution.object(pointer.object)?;
        if facts.storage != Storage::Heap || !facts.alive {
            return None;
        }
        let loc = pending.spot.map(|spot| spot.loc);
        let own = is_of_machinery(execution, pending);
        let block = self.known.add_block(pointer.object, facts.bytes, loc, own);
        (!own).then(|| format!("heap block #{} ({} bytes)", block.number, block.bytes))
    }

    /// What was recorded since the last time, and for each recorded step its index among these.
    pub(crate) fn finish_steps(&mut self) -> (Vec<Step>, Vec<u32>) {
        let recorder = std::mem::take(&mut self.recorder);
        recorder.finish(|thread, place| self.is_written_by_others(thread, place))
    }

    /// Whether the line at `spot` is the open event.
    fn is_open(&self, thread: u32, spot: Spot) -> bool {
        let info = self.known.stack(thread).get(spot.frame);
        let same = |key: Key| {
            let frame = info.is_some_and(|info| info.uid == key.frame);
            key.thread == thread && frame && self.source_map.same_line(key.loc, spot.loc)
        };
        self.recorder.is_open(same)
    }

    /// Makes the line at `spot` the open event.
    fn open_line(&mut self, thread: u32, spot: Spot) {
        let Some(info) = self.known.stack(thread).get(spot.frame) else {
            return;
        };
        let (uid, last) = (info.uid, info.last_loc);
        let source_map = &self.source_map;
        let open = self
            .recorder
            .is_open(|key| key.thread == thread && key.frame == uid && source_map.same_line(key.loc, spot.loc));
        if open {
            return;
        }
        // The rest of a line after a call in it is worth showing only if something happens.
        let weak = self.recorder.just_left() && self.source_map.same_line(last, spot.loc);
        let opening = self.opening(thread, uid, spot.loc, spot.depth, Action::Line);
        self.recorder.open(opening, weak);
    }

    fn opening(&mut self, thread: u32, frame: u32, loc: LocId, depth: u32, action: Action) -> Opening {
        Opening {
            key: Key { thread, frame, loc },
            action,
            location: self.source_map.location(loc),
            source: self.source_map.source(loc),
            depth,
        }
    }

    /// Calls and returns since the last look.
    fn follow_frames(&mut self, execution: &dyn ExecutionView, thread: u32) {
        let stack = self.known.stack(thread);
        // One op changes the number of frames or only the innermost one.
        let top = |at: usize| Some(execution.frame(thread, at)?.func);
        if stack.len() == execution.frame_count(thread)
            && stack.last().map(|info| info.func) == stack.len().checked_sub(1).and_then(top)
        {
            return;
        }
        let frames = execution.frames(thread);
        let pairs = stack.iter().zip(&frames);
        let same = pairs.take_while(|(info, point)| info.func == point.func).count();
        while self.known.stack(thread).len() > same {
            self.leave(execution, thread);
        }
        for at in same..frames.len() {
            let caller = at.checked_sub(1).map(|caller| frames[caller]);
            let below = self.below(thread, caller);
            self.enter(execution, thread, frames[at], below);
        }
    }

    /// The innermost place in the user's code if a thread's topmost known frame, which stands at `point`, calls
    /// another function.
    fn below(&self, thread: u32, point: Option<Point>) -> Option<Spot> {
        let stack = self.known.stack(thread);
        let info = stack.last()?;
        let loc = point.map_or(info.last_loc, |point| self.source_map.loc_of(point, info.last_loc));
        self.source_map.spot_above(info.below, stack.len() - 1, info.func, loc)
    }

    /// How deep a function called from the topmost known frame is.
    fn depth(&self, thread: u32) -> Option<u32> {
        self.below(thread, None).map(|spot| spot.depth)
    }

    fn enter(&mut self, execution: &dyn ExecutionView, thread: u32, point: Point, below: Option<Spot>) {
        let depth = self.depth(thread).map_or(0, |depth| depth + 1);
        let function = execution.program().function(point.func);
        let info = self.known.push_frame(thread, point.func, function.variables.len());
        info.below = below;
        let uid = info.uid;
        self.enter_primitive(execution, thread, point.func);
        if self.source_map.is_folded_function(point.func) {
            return;
        }
        self.name_thread(thread, &function.display_name);
        if self.effort.is_quiet() {
            return;
        }
        let action = Action::Enter { function: function.display_name.clone(), arguments: Vec::new() };
        let opening = self.opening(thread, uid, function.loc, depth, action);
        let event = self.recorder.open(opening, false);
        let stack = self.known.stacks.get_mut(&thread);
        if let Some(info) = stack.and_then(|s| s.last_mut()) {
            info.enter = event;
        }
    }

    fn leave(&mut self, execution: &dyn ExecutionView, thread: u32) {
        let popped = self.known.stacks.get_mut(&thread).and_then(Vec::pop);
        let Some(info) = popped else { return };
        self.bury(execution, &info);
        self.leave_primitive(execution, thread, &info);
        // The end of a thread's first function is the end of the thread.
        let Some(depth) = self.depth(thread) else {
            return;
        };
        if self.source_map.is_folded_function(info.func) || self.effort.is_quiet() {
            return;
        }
        let action = Action::Leave { function: execution.program().function(info.func).display_name.clone() };
        let opening = self.opening(thread, info.uid, info.last_loc, depth + 1, action);
        self.recorder.open(opening, false);
    }

    /// Remembers the names of variables that die with their frame.
    fn bury(&mut self, execution: &dyn ExecutionView, info: &FrameInfo) {
        let function = execution.program().function(info.func);
        for (state, variable) in info.vars.iter().zip(&function.variables) {
            self.bury_variable(function, variable, state);
        }
    }

    /// Remembers the name of a variable whose memory is not its own any more.
    fn bury_variable(&mut self, function: &Function, variable: &Variable, state: &VarState) {
        if let VarState::Memory { object, offset: 0 } = state {
            let grave = Grave { name: format!("{}::{}", function.display_name, variable.name), ty: variable.ty };
            self.known.graves.insert(*object, grave);
        }
    }
}

/// Ops that neither leave their function nor ask the machine for anything.
fn is_plain(op: Op) -> bool {
    let leaves = matches!(
        op,
        Op::Call { .. } | Op::CallIndirect { .. } | Op::Return { .. } | Op::ReturnVoid { .. } | Op::LongJump { .. }
    );
    !leaves && !matches!(op, Op::Trap { .. } | Op::Landing { .. } | Op::SetJump { .. })
}

/// Is an op executed by what a standard library does for itself, between a function of the program and this one?
fn is_of_machinery(execution: &dyn ExecutionView, pending: &Pending) -> bool {
    let frames = (0..=pending.frame).rev().filter_map(|frame| execution.frame(pending.thread, frame));
    let mut functions = frames.map(|frame| execution.program().function(frame.func));
    let is_theirs = |function: &&ir::Function| function.library || ir::is_rust_library(&function.name);
    let found = functions.find(|function| ir::is_rust_machinery(&function.name) || !is_theirs(function));
    found.is_some_and(|function| ir::is_rust_machinery(&function.name))
}

/// Ops that a user would not think of as doing something.
fn is_silent(op: Op) -> bool {
    matches!(
        op,
        Op::Alloca { .. }
            | Op::LifetimeStart { .. }
            | Op::LifetimeEnd { .. }
            | Op::StackSave { .. }
            | Op::StackRestore { .. }
            | Op::Jump { .. }
            | Op::Mov { .. }
            | Op::MovN { .. }
    )
}
