//! Leaving functions other than by returning: setjmp and longjmp, and landing in an exception
//! handler.
//!
//! A jump buffer holds three words:
//!
//! ```text
//! pointer to a mark · number of the setjmp op · 0
//! ```
//!
//! The last one tells that no signal mask is saved; sigsetjmp changes it (`libc-stubs/setjmp.c`).
//! The mark is an empty stack object of the frame that called setjmp. It dies with the frame, so a
//! buffer whose function has returned is noticed, and what lies behind it in the list of stack
//! objects is what the jump releases. Atomic sections belong to frames: those of the frames that are left
//! end, and the frame that is jumped to has as many open as it had before the jump. With the number that
//! setjmp saw, a section could be opened by a jump, and others would not be seen to act.

use ir::contract::JUMP_WORDS;
use ir::{Op, Pad, Pc, Shadow, Src, Word};

use crate::execution::cpu::{Cpu, Next};
use crate::execution::vm::Vm;
use crate::problem::{Kind, Run};
use crate::state::object::{Life, ObjectId, ObjectKind};

/// What setjmp writes: less than glibc's jmp_buf and than the buffer of `__builtin_setjmp` hold.
const BUFFER_BYTES: u32 = ir::JUMP_BYTES;

impl Vm<'_> {
    pub(crate) fn set_jump(&mut self, cpu: &mut Cpu, dst: u32, buffer: Src) -> Run<Next> {
        let pointer = self.value(cpu, buffer);
        let access = self.access(cpu, pointer, BUFFER_BYTES, true)?;
        if self.stops_before(cpu, access)? {
            return Ok(Next::Stop);
        }
        let mark = self.mark(cpu);
        let words: [Word; JUMP_WORDS as usize] = [mark, Word::int(cpu.pc as u64), Word::int(0)];
        self.store_words(cpu, access, &words);
        self.put(cpu, dst, &[Word::int(0)]);
        Ok(Next::Step)
    }

    /// A pointer to an empty object behind all others in the running frame's list of stack objects. The
    /// youngest serves if it is one. The offset tells by how much the frame has grown.
    pub(crate) fn mark(&mut self, cpu: &Cpu) -> Word {
        let growth = self.threads[cpu.thread.index()].growth(&self.image.program);
        let state = &self.threads[cpu.thread.index()];
        let start = state.top().map_or(0, |frame| frame.allocas as usize);
        if let Some(last) = state.allocas[start..].last().copied().map(ObjectId) {
            let object = self.memory.object(last);
            if object.life == Life::Alive && object.kind == ObjectKind::Stack && object.size == 0 {
                return Word::pointer(last.0, growth as u32);
            }
        }
        let mark = self.memory.allocate(ObjectKind::Stack, 0, 0, Word::UNDEF);
        self.threads[cpu.thread.index()].allocas.push(mark.0);
        Word::pointer(mark.0, growth as u32)
    }

    pub(crate) fn long_jump(&mut self, cpu: &mut Cpu, buffer: Src, value: Src) -> Run<Next> {
        let pointer = self.value(cpu, buffer);
        let access = self.access(cpu, pointer, BUFFER_BYTES, false)?;
        if self.stops_before(cpu, access)? {
            return Ok(Next::Stop);
        }
        let words = self.load_words(access);
        let value = self.value(cpu, value);
        let [mark, pc, _] = words[..] else { return Err(self.unsupported(cpu, "a jump buffer")) };
        let growth = mark.bits as i32;
        let Some(mark) = self.pointed(mark) else {
            let (kind, message) = match self.memory.mixtures.undef(mark) {
                0 => (Kind::InvalidPointer, "longjmp with a buffer that holds something else"),
                _ => (Kind::Uninit, "longjmp with a buffer that no setjmp has filled"),
            };
            return Err(self.report(cpu.thread, kind, message));
        };
        let state = &self.threads[cpu.thread.index()];
        let Some(at) = state.allocas.iter().rposition(|id| *id == mark.0) else {
            let message = match self.is_alive(mark) {
                true => "longjmp to a setjmp of another thread",
                false => "longjmp to a function that has returned",
            };
            return Err(self.report(cpu.thread, Kind::BadCall, message));
        };
        let depth = state.frames.iter().rposition(|frame| frame.allocas as usize <= at).unwrap_or(0);
        let function = self.image.program.function(state.frames[depth].func);
        let dst = match (pc.shadow, function.ops.get(pc.bits as usize)) {
            (Shadow::CLEAN, Some(Op::SetJump { dst, .. })) => dst.0,
            _ => {
                let message = "longjmp with a buffer that holds something else";
                return Err(self.report(cpu.thread, Kind::InvalidPointer, message));
            }
        };
        if self.stops_before_ends(cpu, at + 1) {
            return Ok(Next::Stop);
        }
        self.unwind_to(cpu, depth);
        self.bury_from(cpu, at + 1);
        let state = &mut self.threads[cpu.thread.index()];
        state.set_growth(&self.image.program, growth);
        // What longjmp passes is an int, and never 0.
        let value = match value.shadow {
            Shadow::CLEAN if value.bits as u32 == 0 => Word::int(1),
            _ => value,
        };
        self.go_on_at(cpu, Pc(pc.bits as u32 + 1));
        self.put(cpu, dst, &[value]);
        Ok(Next::Jump)
    }

    /// Drops the frames above this one.
    fn unwind_to(&mut self, cpu: &mut Cpu, depth: usize) {
        while self.threads[cpu.thread.index()].frames.len() > depth + 1 {
            self.pop_frame(cpu);
        }
        let state = &mut self.threads[cpu.thread.index()];
        state.touch_top();
        state.forget_interruption();
    }

    fn go_on_at(&mut self, cpu: &mut Cpu, pc: Pc) {
        if let Some(frame) = self.threads[cpu.thread.index()].frames.last_mut() {
            frame.pc = pc;
            cpu.base = frame.base as usize;
            cpu.pc = pc.index();
        }
    }

    // ---- unwinding ----

    /// The landing of the frame so many above the running one: its op, if its call is an invoke's.
    /// None: there is no such frame.
    fn landing(&self, cpu: &Cpu, up: u64) -> Option<Option<Op>> {
        let frames = &self.threads[cpu.thread.index()].frames;
        let frame = &frames[(frames.len() as u64).checked_sub(up.checked_add(1)?)? as usize];
        let ops = &self.image.program.function(frame.func).ops;
        let after = ops[frame.pc.index()..].iter().skip(1).find(|op| !matches!(op, Op::LifetimeEnd { .. }));
        Some(after.copied().filter(|op| up > 0 && matches!(op, Op::Landing { .. })))
    }

    pub(crate) fn pad(&self, cpu: &Cpu, up: u64) -> Option<Option<&Pad>> {
        let landing = self.landing(cpu, up)?;
        let frames = &self.threads[cpu.thread.index()].frames;
        let function = self.image.program.function(frames[frames.len() - 1 - up as usize].func);
        Some(match landing {
            Some(Op::Landing { clauses, .. }) => function.pads.get(clauses as usize),
            _ => None,
        })
    }

    /// A pointer into the code of the function so many above the running one: behind its call.
    pub(crate) fn code(&self, cpu: &Cpu, up: u64) -> Word {
        let frames = &self.threads[cpu.thread.index()].frames;
        let at = up.checked_add(1).and_then(|up| (frames.len() as u64).checked_sub(up));
        let Some(frame) = at.map(|at| &frames[at as usize]) else { return Word::int(0) };
        let object = self.image.program.first_code() + frame.func.0;
        Word::pointer(object, frame.pc.0 + 1)
    }

    /// How many functions above the running one has this local variable, if one does.
    pub(crate) fn frame_of(&self, cpu: &Cpu, pointer: Word) -> Option<usize> {
        let object = self.pointed(pointer)?;
        let state = &self.threads[cpu.thread.index()];
        let at = state.allocas.iter().rposition(|id| *id == object.0)?;
        let depth = state.frames.iter().rposition(|frame| frame.allocas as usize <= at)?;
        Some(state.frames.len() - 1 - depth)
    }

    /// Leaves all frames up to that one and enters its landing pad.
    pub(crate) fn land(&mut self, cpu: &mut Cpu, up: u64, exception: Word, selector: Word) -> Run<Next> {
        let Some(Some(Op::Landing { dst, pad, .. })) = self.landing(cpu, up) else {
            return Err(self.report(cpu.thread, Kind::BadCall, "unwinding to a function without a handler"));
        };
        let depth = self.threads[cpu.thread.index()].frames.len() - 1 - up as usize;
        let first = self.threads[cpu.thread.index()].frames[depth + 1].allocas as usize;
        if self.stops_before_ends(cpu, first) {
            return Ok(Next::Stop);
        }
        self.unwind_to(cpu, depth);
        self.go_on_at(cpu, pad);
        self.put(cpu, dst.0, &[exception, selector]);
        Ok(Next::Jump)
    }
}
