//! How objects end: local variables with their block, their function or their thread, and
//! thread-local ones.
//!
//! To end an object is as good as to write to all of it: whoever accesses it next meets a fault. So
//! an end that others can notice is a visible action, and the thread stops before it, before
//! anything else of the op is done. Objects that end by one op end together.
//!
//! An object that nobody else can reach ends unseen: nobody has a pointer to it, so nobody can tell
//! whether it is still there.

use ir::{Shadow, Word};

use crate::execution::cpu::{Cpu, Next};
use crate::execution::judge::EVERYBODY;
use crate::execution::memory::Access;
use crate::execution::vm::Vm;
use crate::problem::Run;
use crate::state::object::{Life, ObjectId, ObjectKind};

impl Vm<'_> {
    /// Can others tell when the object ends?
    fn is_end_noticed(&mut self, cpu: &Cpu, object: ObjectId) -> bool {
        let target = self.memory.object(object);
        let (size, ended) = (target.size, target.life == Life::Dead);
        !ended && size > 0 && self.weigh(cpu, Access::end_of(object, size)).is_visible()
    }

    /// The same for the thread's stack objects from this one on.
    fn are_ends_noticed(&mut self, cpu: &Cpu, first: usize) -> bool {
        let thread = cpu.thread.index();
        let mut noticed = false;
        for i in first..self.threads[thread].allocas.len() {
            noticed |= self.is_end_noticed(cpu, ObjectId(self.threads[thread].allocas[i]));
        }
        noticed
    }

    /// Does the thread stop before its stack objects end, from this one on?
    pub(crate) fn stops_before_ends(&mut self, cpu: &mut Cpu, first: usize) -> bool {
        self.are_ends_noticed(cpu, first) && self.stops_before_visible(cpu, EVERYBODY)
    }

    /// Does the thread stop before the running function returns?
    #[inline(always)]
    pub(crate) fn stops_before_return(&mut self, cpu: &mut Cpu) -> bool {
        let state = &self.threads[cpu.thread.index()];
        let first = state.top().map_or(0, |frame| frame.allocas as usize);
        first < state.allocas.len() && self.stops_before_ends(cpu, first)
    }

    /// Does the thread stop before it ends, with all its stack objects and thread-local variables?
    pub(crate) fn stops_before_end_of_thread(&mut self, cpu: &mut Cpu) -> bool {
        let mut noticed = self.are_ends_noticed(cpu, 0);
        for i in 0..self.threads[cpu.thread.index()].locals.len() {
            let (_, object) = self.threads[cpu.thread.index()].locals[i];
            noticed |= self.is_end_noticed(cpu, ObjectId(object));
        }
        noticed && self.stops_before_visible(cpu, EVERYBODY)
    }

    // ---- what follows is only done when nothing has stopped the thread ----

    /// Ends an object.
    #[inline]
    pub(crate) fn bury(&mut self, object: ObjectId) {
        self.memory.object_mut(object).kill();
        self.memory.forget_number(object);
    }

    /// Ends the thread's stack objects from this one on.
    pub(crate) fn bury_from(&mut self, cpu: &Cpu, first: usize) {
        for id in self.threads[cpu.thread.index()].allocas.split_off(first) {
            self.bury(ObjectId(id));
        }
    }

    /// Drops the topmost frame and ends its stack objects.
    pub(crate) fn pop_frame(&mut self, cpu: &mut Cpu) {
        let thread = cpu.thread.index();
        let Some(frame) = self.threads[thread].frames.last() else { return };
        for i in frame.allocas as usize..self.threads[thread].allocas.len() {
            self.bury(ObjectId(self.threads[thread].allocas[i]));
        }
        if let Some(frame) = self.threads[thread].close_frame() {
            cpu.registers.truncate(frame.base as usize);
        }
    }

    /// The thread ends. Nothing is left anyway of thread-local variables that nobody else ever could
    /// reach.
    pub(crate) fn bury_thread(&mut self, cpu: &mut Cpu) {
        while !self.threads[cpu.thread.index()].frames.is_empty() {
            self.pop_frame(cpu);
        }
        let mut kept = Vec::new();
        for (index, object) in std::mem::take(&mut self.threads[cpu.thread.index()].locals) {
            let slot = &self.memory.slots[object as usize];
            if slot.shared || slot.regained {
                self.bury(ObjectId(object));
            } else if self.is_no_loss(index, ObjectId(object)) {
                kept.push((index, object));
            }
        }
        let state = &mut self.threads[cpu.thread.index()];
        state.end();
        if !state.is_vacant() {
            state.locals = kept;
        }
    }

    /// Is it a variable of the library with nothing but a pointer to one of the runtime's own blocks? Then it
    /// stays until somebody joins the thread: nobody can tell, and objects of other threads keep their numbers.
    fn is_no_loss(&mut self, index: u32, object: ObjectId) -> bool {
        let global = &self.image.program.thread_locals[index as usize];
        if !global.library || global.size != 8 {
            return false;
        }
        self.memory.object(object);
        let word = self.memory.slots[object.index()].object.read(&mut self.memory.mixtures, 0, 64);
        let pointee = self.pointed(word).filter(|_| word.shadow == ir::Shadow::POINTER);
        pointee.is_some_and(|pointee| self.memory.object(pointee).kind == ObjectKind::Internal)
    }

    /// Ends the running frame's stack objects that are younger than the mark.
    pub(crate) fn stack_restore(&mut self, cpu: &mut Cpu, mark: Word) -> Next {
        let state = &self.threads[cpu.thread.index()];
        let first = state.top().map_or(0, |frame| frame.allocas as usize);
        let number = mark.object();
        let Some(found) = state.allocas[first..].iter().rposition(|id| *id == number) else { return Next::Step };
        if self.stops_before_ends(cpu, first + found + 1) {
            return Next::Stop;
        }
        self.bury_from(cpu, first + found + 1);
        self.threads[cpu.thread.index()].set_growth(&self.image.program, mark.bits as i32);
        Next::Step
    }

    // ---- lifetimes ----

    /// The stack object that a marker names.
    fn marked(&mut self, pointer: Word) -> Option<ObjectId> {
        let id = self.pointed(pointer)?;
        (self.memory.object(id).kind == ObjectKind::Stack).then_some(id)
    }

    pub(crate) fn lifetime_end(&mut self, cpu: &mut Cpu, pointer: Word) -> Next {
        let Some(id) = self.marked(pointer).filter(|id| self.is_alive(*id)) else { return Next::Step };
        if self.is_end_noticed(cpu, id) && self.stops_before_visible(cpu, EVERYBODY) {
            return Next::Stop;
        }
        self.bury(id);
        Next::Step
    }

    /// Each lifetime has an object of its own, in the place of the one before; what has a pointer to
    /// that one still does. Only the first lifetime is that of the object that the frame began with.
    pub(crate) fn lifetime_start(&mut self, cpu: &mut Cpu, dst: u32, pointer: Word) -> Run<Next> {
        let Some(id) = self.marked(pointer) else {
            self.put(cpu, dst, &[pointer]);
            return Ok(Next::Step);
        };
        let object = self.memory.object(id);
        let (size, align_log2, unborn) = (object.size, object.align_log2, object.unborn);
        if unborn && !self.memory.slots[id.index()].shared {
            let object = self.memory.object_mut(id);
            object.unborn = false;
            object.fill(Word::UNDEF);
            self.put(cpu, dst, &[pointer]);
            return Ok(Next::Step);
        }
        if self.is_end_noticed(cpu, id) && self.stops_before_visible(cpu, EVERYBODY) {
            return Ok(Next::Stop);
        }
        self.bury(id);
        self.memory.reserve(size)?;
        let new = self.memory.allocate(ObjectKind::Stack, size, align_log2, Word::UNDEF);
        self.memory.object_mut(new).unborn = false;
        let state = &mut self.threads[cpu.thread.index()];
        let first = state.top().map_or(0, |frame| frame.allocas as usize);
        match state.allocas[first..].iter_mut().find(|other| **other == id.0) {
            Some(place) => *place = new.0,
            None => state.allocas.push(new.0),
        }
        self.put(cpu, dst, &[Word::pointer(new.0, pointer.offset())]);
        Ok(Next::Step)
    }
}

/// A place in an object, moved to the same place in another if it is in the old one.
pub(crate) fn renewed(place: Word, old: Word, new: Word) -> Word {
    let points = place.shadow == Shadow::POINTER && old.shadow == Shadow::POINTER && new.shadow == Shadow::POINTER;
    match points && place.object() == old.object() {
        true => Word::pointer(new.object(), place.offset()),
        false => place,
    }
}
