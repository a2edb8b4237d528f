//! The scheduler's view of a state: who can run, who waits for whom, which accesses collide.

use std::cell::RefCell;

use ir::contract::argument::{choice, touch, wait};
use ir::contract::{self, Comparison};
use ir::{Arg, CmpOp, Index, MemoryAccess, Op, Shadow, Src, Trap, Word};

use crate::execution::arith;
use crate::execution::circle::{self, Owners};
use crate::execution::cpu::{Cpu, Words};
use crate::execution::encounter::{Encounter, Pending, collide, race};
use crate::execution::memory::Access;
use crate::execution::vm::Vm;
use crate::image::Reduction;
use crate::problem::{CodePoint, Kind, Points, Problem, Run, Stop, ThreadId};
use crate::state::look::Look;
use crate::state::object::{Life, Maker, ObjectId, ObjectKind};
use crate::state::thread::Within;

/// How often main may go on within one transition because a thread has ended. Any bound is sound.
const JOINS_MAX: u32 = 1 << 10;

/// What a wait waits for: that its word, less what the mask hides, compares like this with a value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Condition {
    mask: u64,
    how: Comparison,
    wanted: u64,
}

impl Condition {
    /// Given the arguments of the trap by position.
    pub fn read(argument: impl Fn(usize) -> u64) -> Condition {
        let how = Comparison::numbered(argument(wait::OP)).unwrap_or(Comparison::Free);
        Condition { mask: argument(wait::MASK), how, wanted: argument(wait::VALUE) }
    }

    /// May who could go on have to wait behind somebody all the same? See `Vm::may_queue`.
    pub fn queues(self) -> bool {
        self.how == Comparison::Queued
    }

    /// What it has in common with those of others who wait for the same, each with its own number.
    pub(crate) fn common(self) -> Condition {
        match self.how {
            Comparison::Eq | Comparison::Ne => self,
            Comparison::Free | Comparison::Queued => Condition { wanted: 0, ..self },
        }
    }

    pub fn holds(self, word: u64) -> bool {
        let found = word & self.mask;
        match self.how {
            Comparison::Eq => found == self.wanted,
            Comparison::Ne => found != self.wanted,
            Comparison::Free | Comparison::Queued => found == 0 || found == self.wanted,
        }
    }
}

/// One transition: which thread goes, and what its pending choice yields (0 if it has none).
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Choice {
    pub thread: ThreadId,
    pub value: u32,
}

/// What a blocked thread waits for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Waiting {
    pub thread: ThreadId,
    /// "mutex", "thread" …
    pub what: String,
    /// The thing itself.
    pub object: Word,
    /// The thread that must act.
    pub owner: Option<ThreadId>,
}

impl<'a> Vm<'a> {
    /// Whether a failure ends the transition before it. Who wants to know all that can go wrong needs it:
    /// a failure hides what others would have done in its place. One violation is found either way.
    pub fn put_failures_off(&mut self, patient: bool) {
        self.patient = patient;
    }

    /// Executes one transition, whatever happens in it. On success the working state is the next one.
    pub fn step(&mut self, choice: Choice) -> Run<()> {
        self.course.joined = false;
        self.course.sectioned = false;
        self.course.meets = None;
        self.course.stirred = false;
        if self.course.crowd_noted {
            // What they wait for is looked at when the thread begins to run.
            self.memory.reads.extend(self.threads.iter().zip(0..).map(|(_, id)| Look::thread(ThreadId(id))));
        }
        self.run(choice.thread, choice.value, false)?;
        // A new thread runs up to its first visible action along with its creation, since nobody
        // can tell the difference.
        let mut ended = !self.threads[choice.thread.index()].is_alive();
        let mut joins = 0;
        loop {
            while let Some((thread, creator, sections)) = self.course.fresh.pop() {
                let creator = &self.threads[creator.index()];
                let born = creator.masks == 0 || creator.sections != sections;
                if born && self.may_follow() && self.image.config.reduction > Reduction::None {
                    self.memory.note_published();
                    self.hand_over_to(thread);
                    self.run(thread, 0, true)?;
                    ended |= !self.threads[thread.index()].is_alive();
                }
            }
            // The same holds for main if it waits for the end of one of them.
            let stirred = self.course.stirred;
            if !ended || joins == JOINS_MAX || !self.may_follow() || !self.joins_unseen()? || self.recalls_dead() {
                // It was only asked what main would do.
                self.course.stirred = stirred;
                return Ok(());
            }
            joins += 1;
            self.course.joined = true;
            self.memory.note_published();
            self.run(ThreadId(0), 0, true)?;
        }
    }

    /// May another thread run in the same transition? Not inside somebody's atomic section.
    fn may_follow(&self) -> bool {
        let exclusive = self.numbers().any(|thread| self.is_exclusive(thread));
        self.exit_status.is_none() && self.budget > 0 && !exclusive
    }

    /// Something may be wrong with the state that was looked at. That does not end the execution.
    pub(crate) fn find(&mut self, looked: Run<()>) -> Run<()> {
        match looked.map_err(|stop| *stop) {
            Err(Stop::Violation(problem)) => self.findings.list.push(problem),
            Err(stop) => return Err(Box::new(stop)),
            Ok(()) => {}
        }
        Ok(())
    }

    /// What was found since this was last asked by looking at states.
    pub fn take_findings(&mut self) -> Vec<Problem> {
        std::mem::take(&mut self.findings.list)
    }

    /// Where the thread to blame for a finding was, and the other one if it is a race; they may have gone
    /// on since. Of findings that look the same the first one is first.
    pub fn take_finding_points(&mut self, problem: &Problem) -> Points {
        let at = self.findings.points.iter().position(|(found, _)| found == problem);
        let noted = at.map(|at| self.findings.points.remove(at));
        let (blamed, other) = (problem.thread, problem.others.first().filter(|_| problem.kind == Kind::DataRace));
        let other = other.and_then(|thread| self.user_point(*thread));
        noted.map_or_else(|| Points { blamed: self.user_point(blamed), other, global: None }, |(_, points)| points)
    }

    pub fn forget_finding_points(&mut self) {
        self.findings.points.clear();
    }

    /// As `user_point`, in the middle of a transition: only `cpu` knows how far its thread is.
    fn user_point_at(&self, thread: ThreadId, cpu: &Cpu) -> Option<CodePoint> {
        let frames = &self.threads.get(thread.index())?.frames;
        let (at, user) = frames.iter().enumerate().rev().find(|(_, f)| self.image.is_users(f.func))?;
        let runs = thread == cpu.thread && at + 1 == frames.len();
        Some(CodePoint { func: user.func, pc: if runs { ir::Pc(cpu.pc as u32) } else { user.pc } })
    }

    /// Where a thread is in the user's code: its innermost frame that is no library's.
    pub fn user_point(&self, thread: ThreadId) -> Option<CodePoint> {
        let frames = &self.threads.get(thread.index())?.frames;
        let user = frames.iter().rev().find(|frame| self.image.is_users(frame.func));
        user.map(|frame| CodePoint { func: frame.func, pc: frame.pc })
    }

    /// Appends every transition that is possible in the working state.
    pub fn enabled(&mut self, into: &mut Vec<Choice>) -> Run<()> {
        if self.exit_status.is_some() {
            return Ok(());
        }
        self.blocked.clear();
        let exclusive = (0..self.threads.len()).find(|i| self.is_exclusive(ThreadId(*i as u32)));
        for i in 0..self.threads.len() {
            let thread = ThreadId(i as u32);
            if !self.threads[i].is_alive() || exclusive.is_some_and(|e| e != i) {
                continue;
            }
            // Whoever cannot even tell runs into its fault.
            if self.is_runnable(thread).unwrap_or(true) {
                let count = self.choice_count(thread).unwrap_or(1);
                into.extend((0..count).map(|value| Choice { thread, value }));
            } else {
                self.blocked.push(thread);
            }
        }
        Ok(())
    }

    /// Lists the threads that wait for something that does not hold.
    pub(crate) fn find_blocked(&mut self) {
        self.blocked.clear();
        for i in 0..self.threads.len() {
            let thread = ThreadId(i as u32);
            if self.threads[i].is_alive() && !self.is_runnable(thread).unwrap_or(true) {
                self.blocked.push(thread);
            }
        }
    }

    /// A thread that stopped in the middle of an atomic section, other than to wait, goes on before
    /// anyone else.
    pub(crate) fn is_exclusive(&self, thread: ThreadId) -> bool {
        let state = &self.threads[thread.index()];
        state.is_alive() && state.entered && self.pending_trap(thread, Trap::Wait).is_none()
    }

    pub(crate) fn pending_trap(&self, thread: ThreadId, wanted: Trap) -> Option<&'a [Arg]> {
        let image = self.image;
        let frame = self.threads[thread.index()].frames.last()?;
        match self.current_op(thread)? {
            Op::Trap { trap, args, .. } if trap == wanted => {
                Some(&image.program.function(frame.func).args[args.range()])
            }
            _ => None,
        }
    }

    pub(crate) fn top_value(&self, thread: ThreadId, src: Src) -> Word {
        self.operand(thread, self.threads[thread.index()].frames.len() - 1, src)
    }

    pub fn is_runnable(&mut self, thread: ThreadId) -> Run<bool> {
        match self.pending_trap(thread, Trap::Wait) {
            None => Ok(true),
            Some(args) => self.condition_holds(thread, |vm, src| vm.top_value(thread, src), args),
        }
    }

    /// Nobody else can run: what this thread does next has no alternative, and nobody is about to
    /// access memory.
    #[inline]
    pub(crate) fn is_alone(&mut self, thread: ThreadId) -> bool {
        let noted = self.memory.reads.len();
        let alone = (0..self.threads.len()).all(|i| {
            i == thread.index()
                || !self.threads[i].is_alive()
                || self.is_runnable(ThreadId(i as u32)).is_ok_and(|runnable| !runnable)
        });
        if alone {
            // What it does now depends on what the others wait for.
            self.memory.opaque |= !self.course.crowd_noted;
        } else {
            self.memory.forget_reads(noted);
        }
        alone
    }

    pub(crate) fn choice_count(&mut self, thread: ThreadId) -> Run<u32> {
        let Some(count) = self.pending_trap(thread, Trap::Choice).map(|args| args[choice::COUNT].src) else {
            return Ok(self.answers(thread));
        };
        let count = self.top_value(thread, count);
        let count = self.number(thread, count, "the number of choices")? as u32 as i32;
        Ok(count.max(1) as u32)
    }

    /// Evaluates the condition of a wait. Memory that is gone lets the thread run into its fault.
    pub(crate) fn condition_holds(
        &mut self,
        thread: ThreadId,
        value: impl Fn(&Self, Src) -> Word,
        args: &[Arg],
    ) -> Run<bool> {
        let condition = Condition::read(|i| value(self, args[i].src).bits);
        let fault = match self.memory.check(value(self, args[wait::WORD].src), 4, false) {
            Ok(access) => {
                let found = self.load(access, 32);
                if self.memory.mixtures.unknown(found).is_some() {
                    let what = "a wait for memory that has a number from __VERIFIER_nondet_…".into();
                    return Err(Box::new(Stop::Unsupported { what, thread }));
                }
                let found = self.number(thread, found, "a wait")?;
                return Ok(condition.holds(found) || self.alarm(args, value).is_some_and(|word| word != 0));
            }
            Err(fault) => fault,
        };
        Err(self.violation(thread, fault))
    }

    /// The word that ends a wait from outside, if the wait has one.
    pub(crate) fn alarm(&mut self, args: &[Arg], value: impl Fn(&Self, Src) -> Word) -> Option<u32> {
        let pointer = value(self, args[wait::ALARM].src);
        self.pointed(pointer)?;
        let access = self.memory.check(pointer, 4, false).ok()?;
        Some(self.load(access, 32).bits as u32)
    }

    /// What a blocked thread waits for; None if it is not at a wait.
    pub fn waiting(&mut self, thread: ThreadId) -> Option<Waiting> {
        let args = self.pending_trap(thread, Trap::Wait)?;
        let (what, object) = (args[wait::WHAT].src, args[wait::OBJECT].src);
        let (what, object) = (self.peek_text(self.top_value(thread, what)), self.top_value(thread, object));
        let owner = self.owners(thread).first();
        Some(Waiting { thread, what, object, owner })
    }

    /// The threads that must all act before a waiting one can go on, as far as they are known.
    fn owners(&mut self, thread: ThreadId) -> Owners {
        let Some(args) = self.pending_trap(thread, Trap::Wait) else { return Owners::Nobody };
        let pointer = self.top_value(thread, args[wait::OWNER].src);
        let Ok(Access { object: id, offset, .. }) = self.memory.check(pointer, 4, false) else { return Owners::Nobody };
        let start = offset.saturating_sub(circle::SET_BYTES);
        self.memory.note(id, start, offset + 4 - start);
        let (object, mixtures) = (&self.memory.slots[id.index()].object, RefCell::new(&mut self.memory.mixtures));
        let read = |offset| object.read(&mut mixtures.borrow_mut(), offset, 32).bits as u32;
        circle::owners(read(offset), |by| offset.checked_sub(by).map(read)).unwrap_or(Owners::Nobody)
    }

    fn peek_text(&mut self, pointer: Word) -> String {
        let Some(object) = self.pointed(pointer).filter(|id| self.is_alive(*id)) else { return String::new() };
        let size = self.memory.object(object).size;
        let bytes = (pointer.offset()..size).map_while(|i| self.byte(object, i).filter(|b| *b != 0));
        String::from_utf8_lossy(&bytes.collect::<Vec<_>>()).into_owned()
    }

    /// Nobody can run, or some threads wait for each other in a circle. Looks at what `enabled`
    /// found just before.
    pub fn check_deadlock(&mut self, enabled: &[Choice]) -> Run<()> {
        if self.exit_status.is_some() || self.blocked.is_empty() {
            return Ok(());
        }
        let queued = self.queued();
        if enabled.iter().all(|choice| queued.contains(&choice.thread)) {
            let message = match queued.is_empty() {
                true => "no thread can go on",
                false => "no thread can go on if a reader waits behind a writer",
            };
            return Err(deadlock(message, self.blocked.iter().copied().chain(queued).collect()));
        }
        self.check_circles(&queued)
    }

    /// Do some of the blocked threads, or of those that may have to queue up, wait for each other?
    pub(crate) fn check_circles(&mut self, queued: &[ThreadId]) -> Run<()> {
        let threads: Vec<ThreadId> = self.blocked.iter().chain(queued).copied().collect();
        let waits: circle::Waits = threads.into_iter().map(|thread| (thread, self.only_owners(thread))).collect();
        match circle::find(&waits) {
            Some(circle) if circle.iter().any(|thread| queued.contains(thread)) => {
                Err(deadlock("threads wait for each other if a reader waits behind a writer", circle))
            }
            Some(circle) => Err(deadlock("threads wait for each other, while others go on", circle)),
            None => Ok(()),
        }
    }

    /// The threads that can go on and may as well have to wait: see `may_queue`.
    pub(crate) fn queued(&mut self) -> Vec<ThreadId> {
        let threads = self.numbers();
        let others = threads.filter(|thread| !self.blocked.contains(thread)).collect::<Vec<_>>();
        others.into_iter().filter(|thread| self.may_queue(*thread)).collect()
    }

    /// Is the thread about to take its share of something that others have a share of, while a blocked
    /// thread wants all of it? Then it may have to wait as well until they have given it back
    /// (AUGUR_QUEUED of traps.h). Whatever else it may do instead it can do later, so nothing but a
    /// deadlock comes of it, and it need not be tried out.
    fn may_queue(&mut self, thread: ThreadId) -> bool {
        let Some(args) = self.pending_trap(thread, Trap::Wait) else { return false };
        let place = |vm: &Self, thread, args: &[Arg]| vm.top_value(thread, args[wait::OWNER].src);
        if !Condition::read(|i| self.top_value(thread, args[i].src).bits).queues() {
            return false;
        }
        let owner = place(self, thread, args);
        let behind =
            self.blocked.clone().into_iter().any(|other| {
                self.pending_trap(other, Trap::Wait).is_some_and(|args| place(self, other, args) == owner)
            });
        let Ok(Access { object: id, offset, .. }) = self.memory.check(owner, 4, false) else { return false };
        let object = &self.memory.slots[id.0 as usize].object;
        behind && circle::may_queue(object.read(&mut self.memory.mixtures, offset, 32).bits as u32)
    }

    /// As `owners`, but nobody if others can end the wait as well.
    fn only_owners(&mut self, thread: ThreadId) -> Owners {
        let Some(args) = self.pending_trap(thread, Trap::Wait) else { return Owners::Nobody };
        match self.alarm(args, |vm, src| vm.top_value(thread, src)) {
            Some(_) => Owners::Nobody,
            None => self.owners(thread),
        }
    }

    /// Two pending accesses of different threads that overlap, at least one of them a write, not
    /// both atomic: a data race.
    pub fn check_races(&mut self) -> Run<()> {
        let mut seen: [Option<Pending>; 16] = [None; 16];
        let mut more = Vec::new();
        let mut count = 0;
        for i in 0..self.threads.len() as u32 {
            let Some(pending) = self.pending_access(ThreadId(i)) else { continue };
            let earlier = seen[..count.min(16)].iter().flatten().chain(&more);
            for other in earlier {
                if collide(other, &pending) && !self.is_allowed(&self.encounter((*other, pending))) {
                    return Err(Box::new(Stop::Violation(race(other, &pending))));
                }
            }
            match seen.get_mut(count) {
                Some(place) => *place = Some(pending),
                None => more.push(pending),
            }
            count += 1;
        }
        Ok(())
    }

    /// The access that a thread is about to make, if it is one to memory that others can reach.
    pub fn pending_access(&mut self, thread: ThreadId) -> Option<Pending> {
        let state = &self.threads[thread.index()];
        let within = state.within(&self.image.program);
        if !state.is_alive() {
            return None;
        }
        let op = self.current_op(thread).filter(|op| counts_within(within, op))?;
        let function = self.image.program.function(state.frames.last()?.func);
        let access = access_of(&op, function, &self.image.program, |src| self.top_value(thread, src))?;
        let place = target(&access, |src| self.top_value(thread, src))?;
        let object = place.0;
        let reachable = object.0 < self.memory.slots.len() as u32 && self.visible(object);
        let alive = reachable && self.memory.object(object).life == Life::Alive;
        let mut pending = Pending::new(thread, place, &access, within == Within::Program);
        if let Op::CmpXchg { expected, .. } = op
            && alive
        {
            let expected = self.top_values(thread, expected, access.bytes.div_ceil(8));
            pending.write = !self.exchange_fails(place, access.bytes, &expected);
        }
        alive.then_some(pending)
    }

    /// Is what is there surely something else than what a compare-and-exchange expects? Then it is only a read.
    fn exchange_fails(&mut self, (object, offset): (ObjectId, u32), bytes: u32, expected: &[Word]) -> bool {
        if u64::from(offset) + u64::from(bytes) > u64::from(self.memory.object(object).size) {
            return false;
        }
        self.memory.note(object, offset, bytes);
        let found = self.load_words(Access { object, offset, bytes, write: false });
        found.iter().zip(expected).enumerate().any(|(i, (found, expected))| {
            let bits = (bytes - 8 * i as u32).min(8) * 8;
            let same = self.memory.special_compare(CmpOp::Eq, *found, *expected, bits);
            let asked = self.memory.question.take().is_some();
            !asked && same.shadow == Shadow::CLEAN && same.bits & 1 == 0
        })
    }

    /// Is the object memory of the program, and not of the library?
    fn is_programs(&self, object: ObjectId) -> bool {
        let own = |global: &ir::Global| !global.library;
        let object_there = &self.memory.slots[object.index()].object;
        match object_there.kind {
            ObjectKind::Global if object.0 < self.memory.first_dynamic => {
                let global = object.0.checked_sub(1).and_then(|index| self.image.program.globals.get(index as usize));
                global.is_some_and(own)
            }
            ObjectKind::Internal | ObjectKind::Constant | ObjectKind::Code | ObjectKind::Unknown => false,
            _ => object_there.maker != Maker::Library,
        }
    }

    fn top_values(&self, thread: ThreadId, src: Src, words: u32) -> Words {
        let at = |word| {
            if src.is_constant() {
                Src::constant(src.index() as u32 + word)
            } else {
                Src::slot(src.index() as u32 + word)
            }
        };
        (0..words).map(|word| self.top_value(thread, at(word))).collect()
    }

    /// The running thread makes an access inside an atomic section of the program's own, or the C library
    /// makes one to the program's memory inside one of its sections, and nobody could be scheduled before
    /// it: is another thread about to make an access that collides with it?
    #[cold]
    pub(crate) fn meets(&mut self, cpu: &Cpu, access: Access) -> Run<()> {
        let Access { object, offset, bytes, write } = access;
        let state = &self.threads[cpu.thread.index()];
        let Some(frame) = state.frames.last() else { return Ok(()) };
        let function = self.image.program.function(frame.func);
        let op = function.ops[cpu.pc];
        let counts = match state.within(&self.image.program) {
            Within::Nothing => false,
            Within::Program => true,
            _ if is_touch(&op) => true,
            Within::Library => self.is_programs(object),
            Within::Runtime => false,
        };
        if !self.heeds_races || !counts {
            return Ok(());
        }
        self.course.sectioned = true;
        let section = state.in_own_section(&self.image.program);
        let access = access_of(&op, function, &self.image.program, |src| self.value(cpu, src));
        let (atomic, volatile) = access.map_or((false, false), |a| (a.access.is_atomic(), a.access.is_volatile()));
        let mine = Pending { thread: cpu.thread, object, offset, bytes, write, atomic, volatile, section };
        // What others are about to do is compared wherever this is done again, see `recall`.
        let noted = self.memory.reads.len();
        let others = self.numbers().filter(|other| *other != cpu.thread);
        let met: Vec<Pending> = others.into_iter().filter_map(|other| self.pending_access(other)).collect();
        self.memory.forget_reads(noted);
        let met = met.into_iter().filter(|theirs| collide(theirs, &mine));
        let met = met.map(|theirs| Encounter {
            accesses: (theirs, mine),
            points: (self.user_point(theirs.thread), self.user_point_at(cpu.thread, cpu)),
        });
        let met =
            met.filter(|encounter| !self.is_allowed(encounter)).map(|encounter| encounter.told(&self.image.program));
        for (race, points) in met.collect::<Vec<_>>() {
            if !self.goes_on_after_races() {
                return Err(Box::new(Stop::Violation(race)));
            }
            // As with races between stored states, the execution goes on.
            self.findings.points.push((race.clone(), points));
            self.findings.list.push(race);
            self.memory.opaque = true;
        }
        Ok(())
    }

    /// Are races noted while the execution goes on?
    pub(crate) fn goes_on_after_races(&self) -> bool {
        self.patient || self.collects_races
    }

    fn encounter(&self, accesses: (Pending, Pending)) -> Encounter {
        Encounter { accesses, points: (self.user_point(accesses.0.thread), self.user_point(accesses.1.thread)) }
    }

    fn is_allowed(&self, encounter: &Encounter) -> bool {
        self.allowed.is_some_and(|allowed| allowed.allows(&self.image.program, encounter))
    }

    /// Every pair of pending accesses that collide and are not allowed to.
    pub(crate) fn encounters(&mut self) -> Vec<(Problem, Points)> {
        self.encounters_among(self.numbers())
    }

    pub(crate) fn encounters_among(&mut self, threads: impl IntoIterator<Item = ThreadId>) -> Vec<(Problem, Points)> {
        let pending: Vec<_> = threads.into_iter().filter_map(|thread| self.pending_access(thread)).collect();
        let pairs = pending.iter().enumerate().flat_map(|(i, b)| pending[..i].iter().map(move |a| (*a, *b)));
        let met = pairs.filter(|(a, b)| collide(a, b)).map(|accesses| self.encounter(accesses));
        met.filter(|encounter| !self.is_allowed(encounter))
            .map(|encounter| encounter.told(&self.image.program))
            .collect()
    }
}

/// The access that an op makes, or that the library says the program made by calling it.
pub(crate) fn access_of(
    op: &Op,
    function: &ir::Function,
    program: &ir::Program,
    value: impl Fn(Src) -> Word,
) -> Option<MemoryAccess> {
    let Op::Trap { trap: Trap::Touch, args, .. } = op else { return op.memory_access(&program.shapes) };
    let arg = |i: usize| function.args[args.range()][i].src;
    let bytes = value(arg(touch::SIZE)).bits.min(u64::from(u32::MAX)) as u32;
    let how = value(arg(touch::HOW)).bits;
    let write = how & u64::from(contract::WRITES) != u64::from(contract::READS);
    let atomic = how & u64::from(contract::ATOMICALLY) != 0;
    let access = if atomic { ir::Access::ATOMIC } else { ir::Access::PLAIN };
    Some(MemoryAccess { base: arg(touch::POINTER), index: None, bytes, write, access })
}

/// Does an access that is about to be made in such a section count? In those of the library and the
/// runtime only what they say themselves.
pub(crate) fn counts_within(within: Within, op: &Op) -> bool {
    within < Within::Library || is_touch(op)
}

fn is_touch(op: &Op) -> bool {
    matches!(op, Op::Trap { trap: Trap::Touch, .. })
}

/// Where an access goes, given the values of operands. None if that is no plain pointer.
pub(crate) fn target(access: &MemoryAccess, value: impl Fn(Src) -> Word) -> Option<(ObjectId, u32)> {
    let base = value(access.base);
    let pointer = match access.index {
        None => base,
        Some(Index { index, bits, scale }) => arith::indexed(base, value(index), bits, scale)?,
    };
    (pointer.shadow == Shadow::POINTER).then_some((ObjectId::of(pointer), pointer.offset()))
}

fn deadlock(message: &str, mut threads: Vec<ThreadId>) -> Box<Stop> {
    let thread = threads.remove(0);
    Box::new(Stop::Violation(Problem { kind: Kind::Deadlock, message: message.into(), thread, others: threads }))
}
