//! Ops outside the hot loop: values of several words, atomics, copies, stack memory.

use ir::{BinOp, CmpOp, FuncId, Op, Pc, RmwOp, Scalar, Shadow, Shape, Src, Word, Wrap};

use crate::execution::cpu::{Cpu, Next, Words};
use crate::execution::endings::renewed;
use crate::execution::interp::extract_bits;
use crate::execution::judge::Visibility;
use crate::execution::memory::Access;
use crate::execution::memory::OBJECT_BYTES_MAX;
use crate::execution::question;
use crate::execution::vm::Vm;
use crate::problem::{Kind, Run, Stop};
use crate::state::object::{ObjectId, ObjectKind};
use crate::state::shadow;

/// Size of the x86-64 va_list.
const VA_LIST_BYTES: u32 = 24;

impl Vm<'_> {
    /// Executes such an op. Only those that look at nothing but their operands, and compare-exchange,
    /// can leave a question about addresses; the others take numbers as they come.
    #[inline(never)]
    pub(crate) fn rare(&mut self, cpu: &mut Cpu, op: Op) -> Run<Next> {
        self.memory.ask = matches!(op, Op::CmpXchg { .. }) || question::is_wide(op);
        let next = self.rare_op(cpu, op);
        self.memory.ask = true;
        next
    }

    #[inline(always)]
    #[expect(clippy::too_many_lines, reason = "one short arm for every rare op")]
    fn rare_op(&mut self, cpu: &mut Cpu, op: Op) -> Run<Next> {
        match op {
            Op::MovN { dst, a, words } => {
                let words = self.words(cpu, a, words);
                self.put(cpu, dst.0, &words);
            }
            Op::SelectN { dst, c, a, b, words } => {
                let c = self.value(cpu, c);
                let (a, b) = (self.words(cpu, a, words), self.words(cpu, b, words));
                let chosen: Words = match c.shadow {
                    Shadow::CLEAN => {
                        if c.bits & 1 != 0 {
                            a
                        } else {
                            b
                        }
                    }
                    _ => a.iter().zip(&b).map(|(a, b)| self.undecided(c, *a, *b)).collect(),
                };
                self.put(cpu, dst.0, &chosen);
            }
            Op::Extract { dst, a, at_bit, bits } => {
                let words = self.words(cpu, a, (at_bit + bits).div_ceil(64));
                let part = extract_bits(self, &words, at_bit, bits);
                self.put(cpu, dst.0, &part);
            }
            Op::Insert { dst, a, at_bit, bits } => {
                let part = self.words(cpu, a, bits.div_ceil(64));
                let place = cpu.base + dst.0 as usize;
                for (i, word) in part.iter().enumerate() {
                    let done = 64 * i as u32;
                    let registers = &mut cpu.registers[place..];
                    shadow::insert(&mut self.memory.mixtures, registers, at_bit + done, (bits - done).min(64), *word);
                }
            }
            Op::Settle { a, words } => {
                let words = self.words(cpu, a, words);
                self.settle(cpu.thread, &words)?;
            }
            Op::Freeze { dst, a, words } => {
                let words: Words = self.words(cpu, a, words).iter().map(|w| self.memory.freeze(*w)).collect();
                self.put(cpu, dst.0, &words);
            }
            Op::LoadN { dst, ptr, bytes, .. } => {
                let pointer = self.value(cpu, ptr);
                let access = self.access(cpu, pointer, bytes, false)?;
                if self.stops_before(cpu, access)? {
                    return Ok(Next::Stop);
                }
                let words = self.load_words(access);
                self.put(cpu, dst.0, &words);
            }
            Op::StoreN { ptr, a, bytes, .. } => {
                let pointer = self.value(cpu, ptr);
                let access = self.access(cpu, pointer, bytes, true)?;
                if self.stops_before(cpu, access)? {
                    return Ok(Next::Stop);
                }
                let words = self.words(cpu, a, bytes.div_ceil(8));
                self.store_words(cpu, access, &words);
            }
            Op::AtomicRmw { op, dst, ptr, a, ty, .. } => return self.atomic_rmw(cpu, op, dst.0, ptr, a, ty),
            Op::CmpXchg { dst, ptr, expected, new, bytes, flag_bit, .. } => {
                return self.compare_exchange(cpu, dst.0, ptr, expected, new, bytes as u32, flag_bit as u32);
            }
            Op::Fence { .. } => {}
            Op::MemCopy { to, from, len, overlap } => return self.mem_copy(cpu, to, from, len, overlap),
            Op::MemSet { to, byte, len } => return self.mem_set(cpu, to, byte, len),
            Op::ThreadLocal { dst, index } => {
                let object = self.thread_local(cpu, index);
                self.put(cpu, dst.0, &[Word::pointer(object.0, 0)]);
            }
            Op::VaStart { list, block } => return self.va_start(cpu, list, block),
            Op::VaCopy { to, from } => {
                let (to, from) = (self.value(cpu, to), self.value(cpu, from));
                let source = self.access(cpu, from, VA_LIST_BYTES, false)?;
                let target = self.access(cpu, to, VA_LIST_BYTES, true)?;
                if self.stops_before(cpu, source)? || self.stops_before(cpu, target)? {
                    return Ok(Next::Stop);
                }
                self.copy_now(cpu, to, from, VA_LIST_BYTES)?;
            }
            Op::Alloca { dst, size, align, dynamic } => {
                let size = self.value(cpu, size);
                if dynamic {
                    let bytes = self.number(cpu.thread, size, "the size of a local array")?;
                    self.grow_stack(cpu, bytes)?;
                }
                let size = self.size(cpu, size, "the size of a local array")?;
                self.memory.reserve(size)?;
                let object = self.memory.allocate(ObjectKind::Stack, size, align.max(1).ilog2() as u8, Word::UNDEF);
                self.threads[cpu.thread.index()].allocas.push(object.0);
                self.put(cpu, dst.0, &[Word::pointer(object.0, 0)]);
            }
            Op::LifetimeStart { dst, a } => return self.lifetime_start(cpu, dst.0, self.value(cpu, a)),
            Op::LifetimeEnd { a } => return Ok(self.lifetime_end(cpu, self.value(cpu, a))),
            Op::Renew { dst, a, old, new } => {
                let [a, old, new] = [a, old, new].map(|src| self.value(cpu, src));
                self.put(cpu, dst.0, &[renewed(a, old, new)]);
            }
            Op::StackSave { dst } => {
                let mark = self.mark(cpu);
                self.put(cpu, dst.0, &[mark]);
            }
            Op::StackRestore { a } => {
                let mark = self.value(cpu, a);
                return Ok(self.stack_restore(cpu, mark));
            }
            Op::Assume { c } => {
                let c = self.value(cpu, c);
                if self.number(cpu.thread, c, "an assumption")? & 1 == 0 {
                    let message = "something the compiler was promised is not true";
                    return Err(self.report(cpu.thread, Kind::Unreachable, message));
                }
            }
            Op::Math { dst, function, args } => return self.host_math(cpu, dst, function, args),
            Op::SetJump { dst, buffer } => return self.set_jump(cpu, dst.0, buffer),
            Op::LongJump { buffer, value } => return self.long_jump(cpu, buffer, value),
            Op::Trap { trap, dst, args } => return self.trap(cpu, trap, dst, args),
            Op::Unreachable {} => {
                let message = "code was reached that cannot be reached in a correct program";
                return Err(self.report(cpu.thread, Kind::Unreachable, message));
            }
            Op::Abort {} => return Err(self.report(cpu.thread, Kind::Abort, "the program trapped")),
            Op::Unsupported { text } => {
                let what = self.image.program.texts[text as usize].clone();
                return Err(Box::new(Stop::Unsupported { what, thread: cpu.thread }));
            }
            op @ ir::generic_ops!() => return self.generic(cpu, op),
            // The loop does not ask for what it executes itself.
            op @ ir::hot_ops!() => return Err(Box::new(Stop::Defect(format!("`{}` outside the loop", op.name())))),
        }
        Ok(Next::Step)
    }

    /// Writes a result of several words.
    pub(crate) fn put(&mut self, cpu: &mut Cpu, slot: u32, words: &[Word]) {
        let at = cpu.base + slot as usize;
        cpu.registers[at..at + words.len()].copy_from_slice(words);
    }

    fn atomic_rmw(&mut self, cpu: &mut Cpu, op: RmwOp, dst: u32, ptr: Src, a: Src, ty: u32) -> Run<Next> {
        let shape = self.image.program.shapes[ty as usize];
        let bytes = shape.bits().div_ceil(8);
        let pointer = self.value(cpu, ptr);
        let access = self.access(cpu, pointer, bytes, true)?;
        if self.stops_before(cpu, access)? {
            return Ok(Next::Stop);
        }
        let old = self.load_words(access);
        let operand = self.words(cpu, a, bytes.div_ceil(8));
        let new = match op {
            RmwOp::Xchg => operand,
            _ => self.rmw_value(cpu, op, &old, &operand, shape)?,
        };
        self.store_words(cpu, access, &new);
        self.put(cpu, dst, &old);
        Ok(Next::Step)
    }

    fn rmw_value(&mut self, cpu: &Cpu, op: RmwOp, old: &[Word], a: &[Word], shape: Shape) -> Run<Words> {
        let clean = shape.lanes == 1 && shape.bits() <= 64 && (old[0].shadow.0 | a[0].shadow.0) == 0;
        if let (true, Scalar::Int(bits), Ok(op)) = (clean, shape.lane, rmw_arithmetic(op))
            && let crate::execution::arith::Plain::Value(value) =
                crate::execution::arith::plain(op, old[0].bits, a[0].bits, bits, Wrap(0))
        {
            return Ok(Words::from_slice(&[Word::int(value)]));
        }
        self.atomic_arithmetic(cpu, rmw_arithmetic(op), old, a, shape)
    }

    pub(crate) fn unsupported(&self, cpu: &Cpu, what: &str) -> Box<Stop> {
        Box::new(Stop::Unsupported { what: what.into(), thread: cpu.thread })
    }

    #[expect(clippy::too_many_arguments, reason = "the operands of the op, as the table declares them")]
    fn compare_exchange(
        &mut self,
        cpu: &mut Cpu,
        dst: u32,
        ptr: Src,
        expected: Src,
        new: Src,
        bytes: u32,
        flag_bit: u32,
    ) -> Run<Next> {
        let pointer = self.value(cpu, ptr);
        let access = self.access(cpu, pointer, bytes, true)?;
        if let Visibility::Visible(meets) = self.weigh(cpu, access)
            && self.stops_before_visible(cpu, meets)
        {
            return Ok(Next::Stop);
        }
        let count = bytes.div_ceil(8);
        let (old, expected, new) =
            (self.load_words(access), self.words(cpu, expected, count), self.words(cpu, new, count));
        let mut equal = true;
        for (i, (old, expected)) in old.iter().zip(&expected).enumerate() {
            let bits = (bytes - 8 * i as u32).min(8) * 8;
            let same = match old.shadow.0 | expected.shadow.0 {
                0 => Word::int((old.bits == expected.bits) as u64),
                _ => self.memory.special_compare(CmpOp::Eq, *old, *expected, bits),
            };
            if self.memory.question.is_some() {
                return Ok(Next::Stop);
            }
            equal &= self.decide_bit(cpu, same)?;
            // A difference decides, whatever the rest is.
            self.memory.ask = equal;
        }
        if self.visible(access.object) && self.threads[cpu.thread.index()].masks > 0 {
            self.meets(cpu, Access { write: equal, ..access })?;
        }
        if equal {
            self.store_words(cpu, access, &new);
        }
        let at = cpu.base + dst as usize;
        let total = (flag_bit + 8).div_ceil(64) as usize;
        cpu.registers[at..at + total].fill(Word::int(0));
        for (i, word) in old.iter().enumerate() {
            let bits = (bytes - 8 * i as u32).min(8) * 8;
            shadow::insert(&mut self.memory.mixtures, &mut cpu.registers[at..], 64 * i as u32, bits, *word);
        }
        let flag = Word::int(equal as u64);
        shadow::insert(&mut self.memory.mixtures, &mut cpu.registers[at..], flag_bit, 8, flag);
        Ok(Next::Step)
    }

    fn decide_bit(&mut self, cpu: &Cpu, word: Word) -> Run<bool> {
        match word.shadow {
            Shadow::CLEAN => Ok(word.bits & 1 != 0),
            _ => Ok(self.decide(cpu.thread, word, 1, "a compare-and-exchange")? & 1 != 0),
        }
    }

    // ---- copies ----

    /// A size or length that fits an object.
    pub(crate) fn size(&mut self, cpu: &Cpu, word: Word, what: &str) -> Run<u32> {
        let size = self.number(cpu.thread, word, what)?;
        if size >= OBJECT_BYTES_MAX {
            return Err(
                self.unsupported(cpu, &format!("{what} is {size} bytes; objects of 2 GiB and more are not modelled"))
            );
        }
        Ok(size as u32)
    }

    /// How many bytes are accessed at these pointers (true: to write). What no object can have is an
    /// access beyond the end of whichever it is.
    pub(crate) fn length(&mut self, cpu: &Cpu, word: Word, what: &str, at: &[(Word, bool)]) -> Run<u32> {
        let length = self.number(cpu.thread, word, what)?;
        if length < OBJECT_BYTES_MAX {
            return Ok(length as u32);
        }
        for (pointer, write) in at {
            let most = OBJECT_BYTES_MAX as u32 - 1;
            if let Err(fault) = self.memory.check(*pointer, most, *write)
                && fault.kind != Kind::OutOfBounds
            {
                return Err(self.violation(cpu.thread, fault));
            }
        }
        let message = format!("{what} is {length} bytes, and no object is as large");
        Err(self.report(cpu.thread, Kind::OutOfBounds, &message))
    }

    /// Only `memmove` copies between places that overlap; a place may be copied to itself.
    fn check_overlap(&mut self, cpu: &Cpu, to: Access, from: Access) -> Run<()> {
        let (distance, bytes) = (to.offset.abs_diff(from.offset), to.bytes);
        if to.object != from.object || distance == 0 || distance >= bytes {
            return Ok(());
        }
        let message = format!("a copy of {bytes} bytes between places {distance} bytes apart, which overlap");
        Err(self.report(cpu.thread, Kind::Overlap, &message))
    }

    /// Copies of memory that others can see go word by word, in the runtime's own loop.
    fn mem_copy(&mut self, cpu: &mut Cpu, to: Src, from: Src, len: Src, overlap: bool) -> Run<Next> {
        let (to_word, from_word) = (self.value(cpu, to), self.value(cpu, from));
        let len_word = self.value(cpu, len);
        let bytes = self.length(cpu, len_word, "the length of a copy", &[(from_word, false), (to_word, true)])?;
        if bytes == 0 {
            return Ok(Next::Step);
        }
        let source = self.access(cpu, from_word, bytes, false)?;
        let target = self.access(cpu, to_word, bytes, true)?;
        if !overlap {
            self.check_overlap(cpu, target, source)?;
        }
        let masked = self.threads[cpu.thread.index()].masks > 0;
        let backward = overlap && source.object == target.object && target.offset > source.offset;
        let copy = if backward { self.image.copy_backward } else { self.image.copy };
        let (read, written) = (self.weigh(cpu, source), self.weigh(cpu, target));
        if let Visibility::Visible(meets) = read.and(written) {
            if !masked && !self.stays_alone(cpu) {
                return self.call_runtime(cpu, copy, [to, from, len]);
            } else if self.stops_before_visible(cpu, meets) {
                return Ok(Next::Stop);
            }
            self.meets(cpu, source)?;
            self.meets(cpu, target)?;
        }
        self.copy_now(cpu, to_word, from_word, bytes)?;
        Ok(Next::Step)
    }

    fn call_runtime(&mut self, cpu: &mut Cpu, function: Option<FuncId>, args: [Src; 3]) -> Run<Next> {
        let Some(function) = function else {
            return Err(Box::new(Stop::Defect("the runtime's copies of shared memory are not linked".into())));
        };
        self.call(cpu, function, &args.map(one_word))?;
        Ok(Next::Frame)
    }

    fn mem_set(&mut self, cpu: &mut Cpu, to: Src, byte: Src, len: Src) -> Run<Next> {
        let (to_word, byte_word, len_word) = (self.value(cpu, to), self.value(cpu, byte), self.value(cpu, len));
        let bytes = self.length(cpu, len_word, "the length of a fill", &[(to_word, true)])?;
        if bytes == 0 {
            return Ok(Next::Step);
        }
        let target = self.access(cpu, to_word, bytes, true)?;
        let masked = self.threads[cpu.thread.index()].masks > 0;
        if let Visibility::Visible(meets) = self.weigh(cpu, target) {
            if !masked && !self.stays_alone(cpu) {
                return self.call_runtime(cpu, self.image.fill, [to, byte, len]);
            } else if self.stops_before_visible(cpu, meets) {
                return Ok(Next::Stop);
            }
            self.meets(cpu, target)?;
        }
        let mut word = [Word::int(0)];
        for at in 0..8 {
            shadow::insert(&mut self.memory.mixtures, &mut word, 8 * at, 8, byte_word);
        }
        let words = vec![word[0]; bytes.div_ceil(8) as usize];
        self.store_words(cpu, target, &words);
        Ok(Next::Step)
    }

    // ---- stack and thread-local memory ----

    fn thread_local(&mut self, cpu: &Cpu, index: u32) -> ObjectId {
        let state = &self.threads[cpu.thread.index()];
        if let Some((_, object)) = state.locals.iter().find(|(i, _)| *i == index) {
            return ObjectId(*object);
        }
        let global = &self.image.program.thread_locals[index as usize];
        let contents = crate::image::initial_object(global, &mut self.memory.mixtures);
        let id = self.memory.allocate(ObjectKind::Global, 0, 0, Word::int(0));
        *self.memory.object_mut(id) = contents;
        self.threads[cpu.thread.index()].locals.push((index, id.0));
        id
    }

    /// An x86-64 va_list whose register areas are used up: everything is in the overflow area.
    fn va_start(&mut self, cpu: &mut Cpu, list: Src, block: Src) -> Run<Next> {
        let (list, block) = (self.value(cpu, list), self.value(cpu, block));
        let access = self.access(cpu, list, VA_LIST_BYTES, true)?;
        if self.stops_before(cpu, access)? {
            return Ok(Next::Stop);
        }
        let offsets = Word::int(48 | 176 << 32);
        self.store_words(cpu, access, &[offsets, block, Word::int(0)]);
        Ok(Next::Step)
    }

    pub(crate) fn current_op(&self, cpu_thread: crate::problem::ThreadId) -> Option<Op> {
        let frame = self.threads[cpu_thread.index()].frames.last()?;
        let Pc(pc) = frame.pc;
        self.image.program.function(frame.func).ops.get(pc as usize).copied()
    }
}

/// The arithmetic that a read-modify-write does, or the kind that no other instruction has.
fn rmw_arithmetic(op: RmwOp) -> Result<BinOp, RmwOp> {
    Ok(match op {
        RmwOp::Add => BinOp::Add,
        RmwOp::Sub => BinOp::Sub,
        RmwOp::And => BinOp::And,
        RmwOp::Or => BinOp::Or,
        RmwOp::Xor => BinOp::Xor,
        RmwOp::Max => BinOp::SMax,
        RmwOp::Min => BinOp::SMin,
        RmwOp::UMax => BinOp::UMax,
        RmwOp::UMin => BinOp::UMin,
        RmwOp::USubSat => BinOp::USubSat,
        RmwOp::FAdd => BinOp::FAdd,
        RmwOp::FSub => BinOp::FSub,
        RmwOp::FMax => BinOp::FMaxNum,
        RmwOp::FMin => BinOp::FMinNum,
        RmwOp::FMaximum => BinOp::FMaximum,
        RmwOp::FMinimum => BinOp::FMinimum,
        RmwOp::Xchg | RmwOp::Nand | RmwOp::UIncWrap | RmwOp::UDecWrap | RmwOp::USubCond => return Err(op),
    })
}

fn one_word(src: Src) -> ir::Arg {
    ir::Arg { src, words: 1, align_words: 1 }
}
