//! Calls and returns.

use ir::{FuncId, Op, Pc, Shadow, Src, Word};

use crate::execution::convention::Given;
use crate::execution::cpu::{Cpu, Words};
use crate::execution::vm::Vm;
use crate::problem::{Kind, Run, Stop, ThreadId};
use crate::state::object::ObjectKind;

impl Vm<'_> {
    pub(crate) fn callee(&mut self, thread: ThreadId, pointer: Word, signature: u32) -> Run<FuncId> {
        if self.memory.mixtures.undef(pointer) != 0 {
            return Err(self.report(thread, Kind::Uninit, "call through an undefined pointer"));
        }
        let program = &self.image.program;
        let object = pointer.object();
        let function = match pointer.shadow {
            Shadow::POINTER if pointer.offset() == 0 => program.function_of_object(object),
            _ => None,
        };
        match function {
            Some(id)
                if self.image.config.strict_calls
                    && self.is_adapted(id, signature)
                    && !self.is_strict_call(id, signature) =>
            {
                Err(self.wrong_type(thread, id, signature))
            }
            Some(id) => Ok(id),
            None if pointer == Word::int(0) => Err(self.report(thread, Kind::BadCall, "call of the null pointer")),
            None => Err(self.report(thread, Kind::BadCall, "call of something that is no function")),
        }
    }

    pub(crate) fn call(&mut self, cpu: &mut Cpu, callee: FuncId, args: &[ir::Arg]) -> Run<()> {
        let program = &self.image.program;
        let function = program.function(callee);
        let from = cpu.base;
        let base = self.open_call(cpu, callee)?;
        let value = |registers: &[Word], src: Src, word: usize| match src.is_constant() {
            true => program.constants[src.index() + word],
            false => registers[from + src.index() + word],
        };
        for (arg, (slot, words)) in args.iter().zip(&function.params) {
            for word in 0..(*words).min(arg.words) as usize {
                cpu.registers[base + *slot as usize + word] = value(&cpu.registers, arg.src, word);
            }
        }
        if let Some(slot) = function.va_block {
            let rest = args.get(function.params.len()..).unwrap_or(&[]);
            let mut words = Vec::new();
            for arg in rest {
                words.resize(words.len().next_multiple_of(arg.align_words.max(1) as usize), Word::UNDEF);
                words.extend((0..arg.words as usize).map(|word| value(&cpu.registers, arg.src, word)));
            }
            self.variable_arguments(cpu, base + slot as usize, &words);
        }
        cpu.pc = 0;
        cpu.calls += 1;
        Ok(())
    }

    /// A call with the signature that the op says, which need not be the function's.
    pub(crate) fn call_as(&mut self, cpu: &mut Cpu, callee: FuncId, signature: u32, args: &[ir::Arg]) -> Run<()> {
        if !self.is_adapted(callee, signature) {
            return self.call(cpu, callee, args);
        }
        let given = args
            .iter()
            .map(|arg| Given {
                words: self.words(cpu, arg.src, arg.words),
                constant: arg.src.is_constant(),
                align_words: arg.align_words,
            })
            .collect();
        let adapted = self.adapt_arguments(cpu.thread, callee, signature, given)?;
        let base = self.open_call(cpu, callee)?;
        let function = self.image.program.function(callee);
        for ((slot, _), words) in function.params.iter().zip(&adapted.params) {
            let at = base + *slot as usize;
            cpu.registers[at..at + words.len()].copy_from_slice(words);
        }
        if let Some(slot) = function.va_block {
            let mut words = Vec::new();
            for given in &adapted.variable {
                words.resize(words.len().next_multiple_of(given.align_words.max(1) as usize), Word::UNDEF);
                words.extend_from_slice(&given.words);
            }
            self.variable_arguments(cpu, base + slot as usize, &words);
        }
        cpu.pc = 0;
        cpu.calls += 1;
        Ok(())
    }

    /// Opens the frame of a call; tells where its registers begin.
    fn open_call(&mut self, cpu: &mut Cpu, callee: FuncId) -> Run<usize> {
        let function = self.image.program.function(callee);
        let state = &mut self.threads[cpu.thread.index()];
        if state.frames.len() >= self.image.config.depth_max as usize {
            let message = format!("more than {} nested calls (see --stack-depth)", self.image.config.depth_max);
            return Err(self.report(cpu.thread, Kind::StackOverflow, &message));
        }
        let needed = state.stack_bytes.saturating_add_unsigned(function.stack_bytes);
        if needed > self.image.stack_bytes_max() {
            return Err(self.stack_overflow(cpu.thread));
        }
        if let Some(frame) = state.frames.last_mut() {
            frame.pc = Pc(cpu.pc as u32);
        }
        let base = cpu.registers.len();
        state.open_frame(&self.image.program, callee, base as u32);
        if let Some(covered) = &mut self.watch.covered {
            covered.enter(callee);
        }
        cpu.registers.resize(base + function.frame_words as usize, Word::int(0));
        self.note_observer(cpu.thread, function.role);
        Ok(base)
    }

    /// Makes the block of variable arguments; `register` gets the pointer to it.
    fn variable_arguments(&mut self, cpu: &mut Cpu, register: usize, words: &[Word]) {
        let block = self.memory.allocate(ObjectKind::Varargs, words.len() as u32 * 8, 4, Word::UNDEF);
        let object = self.memory.object_mut(block);
        words.iter().enumerate().for_each(|(i, word)| object.set_word(i, *word));
        self.threads[cpu.thread.index()].allocas.push(block.0);
        cpu.registers[register] = Word::pointer(block.0, 0);
    }

    #[cold]
    fn stack_overflow(&self, thread: ThreadId) -> Box<Stop> {
        let bytes = self.image.stack_bytes_max();
        let first = self.threads[thread.index()].frames.first();
        let less = first.map_or(0, |frame| i64::from(frame.growth(&self.image.program)));
        let message = match less {
            0 => format!("more than {bytes} bytes of stack (see --stack-size)"),
            _ => format!("more than the {} bytes of stack that the thread was given", bytes - less),
        };
        self.report(thread, Kind::StackOverflow, &message)
    }

    /// Makes room for a stack object that the frame did not have when its function was called.
    pub(crate) fn grow_stack(&mut self, cpu: &Cpu, bytes: u64) -> Run<()> {
        let program = &self.image.program;
        let state = &mut self.threads[cpu.thread.index()];
        let bytes = bytes.checked_next_multiple_of(8).unwrap_or(u64::MAX);
        let fits = state.stack_bytes.saturating_add_unsigned(bytes) <= self.image.stack_bytes_max();
        let growth = i32::try_from(bytes).ok().and_then(|bytes| state.growth(program).checked_add(bytes));
        match growth.filter(|_| fits) {
            Some(growth) => state.set_growth(program, growth),
            None => return Err(self.stack_overflow(cpu.thread)),
        }
        Ok(())
    }

    /// The thread, in its first function, has a stack of that size: as if it had used what it has less
    /// than others.
    pub(crate) fn set_stack_size(&mut self, cpu: &Cpu, bytes: u64) {
        let bytes = i64::try_from(bytes).unwrap_or(i64::MAX);
        let less = self.image.stack_bytes_max().saturating_sub(bytes);
        let less = less.clamp(i32::MIN.into(), i32::MAX.into()) as i32;
        self.threads[cpu.thread.index()].set_growth(&self.image.program, less);
    }

    pub(crate) fn return_from(&mut self, cpu: &mut Cpu, value: Option<(Src, u32)>) -> Run<()> {
        let program = &self.image.program;
        let one = value.filter(|(_, words)| *words == 1).map(|(src, _)| self.value(cpu, src));
        let many = match (value, one) {
            (Some((src, words)), None) => self.words(cpu, src, words),
            _ => Words::new(),
        };
        let callee = self.threads[cpu.thread.index()].frames.last().map(|frame| frame.func);
        self.pop_frame(cpu);
        if self.threads[cpu.thread.index()].frames.is_empty() {
            self.note_end(cpu.thread);
        }
        let state = &mut self.threads[cpu.thread.index()];
        state.touch_top();
        let Some(frame) = state.frames.last_mut() else {
            state.clear();
            return Ok(());
        };
        let call = program.function(frame.func).ops[frame.pc.index()];
        frame.pc.0 += 1;
        let (dst, signature) = match call {
            Op::Call { dst, .. } => (dst, None),
            Op::CallIndirect { dst, signature, .. } => (dst, Some(signature)),
            _ => return Ok(()),
        };
        let Some(slot) = dst.slot() else { return Ok(()) };
        let at = frame.base as usize + slot as usize;
        if let (Some(signature), Some(callee)) = (signature, callee)
            && self.is_adapted(callee, signature)
        {
            let given = one.map_or(many, |word| Words::from_slice(&[word]));
            let result = self.adapt_result(callee, signature, &given);
            cpu.registers[at..at + result.len()].copy_from_slice(&result);
            return Ok(());
        }
        match one {
            Some(word) => cpu.registers[at] = word,
            None => cpu.registers[at..at + many.len()].copy_from_slice(&many),
        }
        Ok(())
    }
}
