//! Ops that may have to wait for a decision about addresses or unknown numbers: see `address`, `unknown`.

use ir::contract::argument::{delete, free, moved};
use ir::{BinOp, CmpOp, Function, Op, Program, Shadow, Src, Trap, Word, Wrap};

use crate::execution::address::FIRST_ADDRESS;
use crate::execution::cpu::Cpu;
use crate::execution::memory::Question;
use crate::execution::unknown;
use crate::execution::vm::Vm;
use crate::problem::{Run, ThreadId};
use crate::state::thread::Thread;

impl Vm<'_> {
    /// Answers a question as the transition's choice says. Whoever has a pointer to a freed block that a
    /// living one is in the place of has a pointer to that one: they are the same number.
    pub(crate) fn settle_question(&mut self, cpu: &mut Cpu, question: &Question) -> Run<()> {
        if matches!(question, Question::Within(..) | Question::Value(_) | Question::First(_)) {
            return self.settle_unknown(cpu, question);
        }
        let Some((dead, living)) = self.memory.settle(question, cpu.choice) else { return Ok(()) };
        let to = |id: u32| if dead.contains(&id) { living } else { id };
        self.memory.redirect_objects(&to);
        let mixtures = &mut self.memory.mixtures;
        for register in &mut cpu.registers {
            *register = mixtures.redirect(*register, to);
        }
        for thread in &mut self.threads {
            thread.change_registers(|word| mixtures.redirect(word, to));
        }
        self.memory.publish(Word::pointer(living, 0));
        Ok(())
    }
}

/// What such an op does with its operands.
enum Doubt {
    Int(BinOp, Src, Src, u8),
    Compare(CmpOp, Src, Src, u8),
    Index(Src, Src, u8, i32),
    Narrow(Src, u8),
    Extend(Src, u8, u8),
    Number(Src),
    Exchange(Src, Src, u32),
    End(Src),
    /// Any op on vectors and wide integers.
    Wide,
}

fn doubt(op: Op, function: &Function) -> Option<Doubt> {
    use Doubt::*;
    Some(match op {
        Op::Add { a, b, bits, .. } => Int(BinOp::Add, a, b, bits),
        Op::Sub { a, b, bits, .. } => Int(BinOp::Sub, a, b, bits),
        Op::Mul { a, b, bits, .. } => Int(BinOp::Mul, a, b, bits),
        Op::And { a, b, bits, .. } => Int(BinOp::And, a, b, bits),
        Op::Or { a, b, bits, .. } => Int(BinOp::Or, a, b, bits),
        Op::Xor { a, b, bits, .. } => Int(BinOp::Xor, a, b, bits),
        Op::Shl { a, b, bits, .. } => Int(BinOp::Shl, a, b, bits),
        Op::LShr { a, b, bits, .. } => Int(BinOp::LShr, a, b, bits),
        Op::AShr { a, b, bits, .. } => Int(BinOp::AShr, a, b, bits),
        Op::UDiv { a, b, bits, .. } => Int(BinOp::UDiv, a, b, bits),
        Op::URem { a, b, bits, .. } => Int(BinOp::URem, a, b, bits),
        Op::SDiv { a, b, bits, .. } => Int(BinOp::SDiv, a, b, bits),
        Op::SRem { a, b, bits, .. } => Int(BinOp::SRem, a, b, bits),
        Op::Eq { a, b, bits, .. } | Op::BranchEq { a, b, bits, .. } => Compare(CmpOp::Eq, a, b, bits),
        Op::Ne { a, b, bits, .. } => Compare(CmpOp::Ne, a, b, bits),
        Op::Ult { a, b, bits, .. } | Op::BranchUlt { a, b, bits, .. } => Compare(CmpOp::Ult, a, b, bits),
        Op::Ule { a, b, bits, .. } | Op::BranchUle { a, b, bits, .. } => Compare(CmpOp::Ule, a, b, bits),
        Op::Slt { a, b, bits, .. } | Op::BranchSlt { a, b, bits, .. } => Compare(CmpOp::Slt, a, b, bits),
        Op::Sle { a, b, bits, .. } | Op::BranchSle { a, b, bits, .. } => Compare(CmpOp::Sle, a, b, bits),
        Op::PtrAdd { a, b, .. } => Index(a, b, 64, 1),
        Op::PtrIndex { a, index, bits, scale, .. } => Index(a, index, bits, scale),
        Op::Trunc { a, bits, .. } => Narrow(a, bits),
        Op::ZExt { a, from, .. } => Narrow(a, from),
        Op::SExt { a, from, to, .. } => Extend(a, from, to),
        Op::Switch { a, .. } => Number(a),
        Op::CmpXchg { ptr, expected, bytes, .. } => Exchange(ptr, expected, bytes as u32),
        Op::Trap { trap: Trap::Free | Trap::Moved | Trap::Delete, args, .. } => {
            const { assert!(free::BLOCK == moved::OLD && free::BLOCK == delete::BLOCK) };
            End(function.args[args.range()][free::BLOCK].src)
        }
        op if is_wide(op) => Wide,
        _ => return None,
    })
}

/// Ops that look at no more than their operands, any number of words of them.
pub(crate) fn is_wide(op: Op) -> bool {
    matches!(
        op,
        Op::GenBin { .. }
            | Op::GenUn { .. }
            | Op::GenTern { .. }
            | Op::GenCmp { .. }
            | Op::GenCast { .. }
            | Op::Overflow { .. }
            | Op::Reduce { .. }
    )
}

/// When what a thread is about to do may leave a question.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Asks {
    Never,
    /// If there are dead blocks that something points to.
    OfGraves,
    Always,
}

/// May what the thread is about to do leave a question?
pub(crate) fn may_ask(thread: &Thread, program: &Program) -> Asks {
    let Some(frame) = thread.top() else { return Asks::Never };
    let function = program.function(frame.func);
    let Some(op) = function.ops.get(frame.pc.index()) else { return Asks::Never };
    let word = |src: Src, word: usize| match src.is_constant() {
        true => program.constants[src.index()],
        false => thread.registers.get(frame.base as usize + src.index() + word).copied().unwrap_or(Word::int(0)),
    };
    if unknown::may_depend(*op, function, word, program) {
        return Asks::Always;
    }
    if may_ask_for_address(thread, program) { Asks::OfGraves } else { Asks::Never }
}

/// Is the thread about to do something that may depend on where dead blocks were?
fn may_ask_for_address(thread: &Thread, program: &Program) -> bool {
    let Some(frame) = thread.top() else { return false };
    let function = program.function(frame.func);
    let Some(op) = function.ops.get(frame.pc.index()) else { return false };
    let value = |src: Src| match src.is_constant() {
        true => program.constants[src.index()],
        false => thread.registers[frame.base as usize + src.index()],
    };
    let special = |src| !matches!(value(src).shadow, Shadow::CLEAN | Shadow::UNDEF);
    match doubt(*op, function) {
        None => false,
        Some(Doubt::Wide) => true,
        Some(Doubt::Exchange(_, expected, bytes)) => {
            bytes > 8 || special(expected) || value(expected).bits >> 32 >= u64::from(FIRST_ADDRESS)
        }
        Some(Doubt::Int(_, a, b, _) | Doubt::Compare(_, a, b, _) | Doubt::Index(a, b, ..)) => special(a) || special(b),
        Some(Doubt::Narrow(a, _) | Doubt::Extend(a, ..) | Doubt::Number(a) | Doubt::End(a)) => special(a),
    }
}

impl Vm<'_> {
    /// In how many ways the thread can execute its next op, as far as addresses are concerned.
    pub(crate) fn answers(&mut self, thread: ThreadId) -> u32 {
        self.question(thread).map_or(1, |question| self.memory.answers(&question))
    }

    /// If something about addresses must be decided first: is it whether two blocks have the same?
    pub fn asks_whether_same(&mut self, thread: ThreadId) -> Option<bool> {
        match self.question(thread)? {
            Question::Same(..) => Some(true),
            Question::Number(_) => Some(false),
            Question::Within(..) | Question::Value(_) | Question::First(_) => None,
        }
    }

    /// What must be decided before the thread can execute its next op.
    pub(crate) fn question(&mut self, thread: ThreadId) -> Option<Question> {
        let asks = may_ask(&self.threads[thread.index()], &self.image.program);
        let op = self.current_op(thread).filter(|_| asks != Asks::Never)?;
        let function = self.image.program.function(self.threads[thread.index()].top()?.func);
        if asks == Asks::Always {
            let state = &self.threads[thread.index()];
            let (registers, base) = (state.registers.clone(), state.top()?.base as usize);
            let program = &self.image.program;
            let question =
                self.unknown_question(op, function, &|src, word| program.word(&registers[base..], src, word));
            if question.is_some() || matches!(op, Op::Add { .. } | Op::Sub { .. }) {
                return question;
            }
        }
        if !self.memory.decides || !may_ask_for_address(&self.threads[thread.index()], &self.image.program) {
            return None;
        }
        let value = |vm: &Self, src| vm.top_value(thread, src);
        self.memory.question = None;
        // Only the question matters; no op has an effect before it has none.
        match doubt(op, function)? {
            Doubt::Int(op, a, b, bits) => {
                let (a, b) = (value(self, a), value(self, b));
                let _ = self.memory.special(op, a, b, bits as u32, Wrap(0), Default::default());
            }
            Doubt::Compare(op, a, b, bits) => {
                let (a, b) = (value(self, a), value(self, b));
                self.memory.special_compare(op, a, b, bits as u32);
            }
            Doubt::Index(a, index, bits, scale) => {
                let (a, index) = (value(self, a), value(self, index));
                if crate::execution::arith::indexed(a, index, bits, scale).is_none() {
                    let _ = self.special_index(thread, a, index, bits as u32, scale, Default::default());
                }
            }
            Doubt::Narrow(a, bits) => drop(self.memory.special_truncate(value(self, a), bits as u32)),
            Doubt::Extend(a, from, to) => drop(self.memory.special_sign_extend(value(self, a), from as u32, to as u32)),
            Doubt::Number(a) => drop(self.memory.observe(value(self, a))),
            Doubt::Exchange(ptr, expected, bytes) => self.exchange_question(thread, ptr, expected, bytes),
            Doubt::End(block) => drop(self.memory.asks_before_end(value(self, block))),
            Doubt::Wide => self.wide_question(thread, op),
        }
        self.memory.question.take()
    }

    fn exchange_question(&mut self, thread: ThreadId, ptr: Src, expected: Src, bytes: u32) {
        let Ok(access) = self.memory.check(self.top_value(thread, ptr), bytes, true) else { return };
        let old = self.load_words(access);
        for (i, old) in old.iter().enumerate() {
            let expected: Word = self.top_word(thread, expected, i);
            let bits = (bytes - 8 * i as u32).min(8) * 8;
            if old.shadow.0 | expected.shadow.0 != 0 {
                let same = self.memory.special_compare(CmpOp::Eq, *old, expected, bits);
                if same == Word::int(0) {
                    return;
                }
            } else if old.bits != expected.bits {
                return;
            }
        }
    }

    fn top_word(&self, thread: ThreadId, src: Src, word: usize) -> Word {
        let state = &self.threads[thread.index()];
        match src.is_constant() {
            true => self.image.program.constants[src.index() + word],
            false => state.registers[state.top().map_or(0, |frame| frame.base as usize) + src.index() + word],
        }
    }

    /// Evaluates such an op without writing its result.
    fn wide_question(&mut self, thread: ThreadId, op: Op) {
        let state = &mut self.threads[thread.index()];
        let Some(frame) = state.top() else { return };
        let (base, pc) = (frame.base as usize, frame.pc.index());
        let registers = std::mem::take(&mut state.registers);
        let cpu = Cpu::probe(thread, registers, base, pc);
        self.generic_value(&cpu, op);
        self.threads[thread.index()].registers = cpu.registers;
    }
}
