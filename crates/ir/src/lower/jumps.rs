//! Ways out of a function other than returning: setjmp and longjmp, and unwinding.
//!
//! An invoke is a call followed by [`Op::Landing`], which knows the landing pad. How exceptions are
//! found and matched is the runtime's business (`runtime/unwind.c`); here stands only which types
//! a landing pad names, and the numbers ("selectors") by which it tells them apart.

use crate::contract::names;
use crate::llvm::{Block, Value, opcode};
use crate::op::{Arg, MaybeDst, Op, Src};
use crate::program::{Pad, PadClause, Word};

use super::constant::Trouble;
use super::function::FunctionLowering;

/// What `resume` calls.
const RESUME: &str = "_Unwind_Resume";

/// What clang's landing pads call that end the program.
const TERMINATE: &str = "__clang_call_terminate";

/// The names of functions that may return several times.
const SET_JUMP: [&str; 4] = ["setjmp", "_setjmp", "sigsetjmp", "__sigsetjmp"];
const LONG_JUMP: [&str; 4] = ["longjmp", "_longjmp", "siglongjmp", "__longjmp_chk"];

/// Those that save the mask of signals.
const SIGNALS: [&str; 2] = ["sigsetjmp", "__sigsetjmp"];

pub(super) fn is_jump(name: &str) -> bool {
    SET_JUMP.contains(&name) || LONG_JUMP.contains(&name)
}

fn is_call(instruction: Value) -> bool {
    matches!(instruction.opcode(), opcode::CALL | opcode::INVOKE)
}

/// Does the code behind this landing pad do nothing but end the program? That is how clang has
/// `noexcept` functions, and destructors that are called while the stack is unwound.
fn terminates(pad: Value) -> bool {
    let mut rest = pad.block().instructions().skip_while(|i| *i != pad).skip(1);
    let next = rest.find(|i| i.opcode() != opcode::EXTRACT_VALUE);
    next.is_some_and(|call| is_call(call) && call.called().name() == TERMINATE)
}

fn landing_pad(block: Block) -> Option<Value> {
    block.instructions().find(|i| i.opcode() == opcode::LANDING_PAD)
}

impl FunctionLowering<'_> {
    // ---- setjmp and longjmp ----

    /// A call of one of the names above.
    pub(super) fn jump(&mut self, call: Value, name: &str) -> Result<(), Trouble> {
        let args = call.call_args();
        let Some(buffer) = args.first() else {
            return Err(format!("a call of `{name}` without arguments").into());
        };
        let buffer = self.operand(*buffer)?;
        let second = match args.get(1) {
            Some(second) => Some(self.operand(*second)?),
            None => None,
        };
        if SET_JUMP.contains(&name) {
            self.set_jump(call, buffer)?;
            return match second {
                Some(save) if SIGNALS.contains(&name) => {
                    self.call_library(names::SAVE_SIGNAL_MASK, MaybeDst::NONE, &[buffer, save])
                }
                _ => Ok(()),
            };
        }
        let value = second.ok_or_else(|| format!("a call of `{name}` without a value"))?;
        let mut saves_signals = false;
        for name in SIGNALS {
            saves_signals |= self.program.link.user_mentions(name)?;
        }
        if saves_signals {
            self.call_library(names::RESTORE_SIGNAL_MASK, MaybeDst::NONE, &[buffer])?;
        }
        self.body.emit(Op::LongJump { buffer, value });
        Ok(())
    }

    pub(super) fn set_jump(&mut self, call: Value, buffer: Src) -> Result<(), Trouble> {
        self.result(call, |dst| Op::SetJump { dst, buffer })
    }

    /// The body of `longjmp`, for those who take its address. A setjmp by another name returns to
    /// where it was called, so there is nothing to go back to.
    pub(super) fn jump_body(&mut self, name: &str) {
        match self.body.params[..] {
            [buffer, value] if LONG_JUMP.contains(&name) => {
                let (buffer, value) = (Src::slot(buffer), Src::slot(value));
                self.body.emit(Op::LongJump { buffer, value });
            }
            _ => self.unsupported(&format!("`{name}` called through a pointer")),
        }
    }

    // ---- unwinding ----

    /// Gives the result of a landing pad its register: the invokes that lead there write it.
    pub(super) fn declare_pad(&mut self, block: Block) {
        let Some(pad) = landing_pad(block) else { return };
        let words = self.program.types.words(pad.ty()).unwrap_or(0).max(1);
        let register = self.body.register(words);
        self.define(pad, Src::slot(register));
    }

    pub(super) fn invoke(&mut self, instruction: Value) -> Result<(), Trouble> {
        self.call(instruction)?;
        let block = instruction.unwind_dest();
        let pad = landing_pad(block).ok_or("an exception handler of another kind".to_string())?;
        let (to, at) = (self.starts.get(&instruction.normal_dest()), self.starts.get(&block));
        let (Some(to), Some(at)) = (to, at) else {
            return Err("instruction `invoke`".to_string().into());
        };
        let (to, at) = (to.pc(), at.pc());
        let register = self.operand(pad)?;
        let clauses = self.body.pads.len() as u32;
        let entry = self.pad(pad)?;
        self.body.pads.push(entry);
        let dst = crate::op::Dst(register.0);
        let never_returns =
            instruction.normal_dest().instructions().next().map(Value::opcode) == Some(opcode::UNREACHABLE);
        if never_returns && self.ends_program(instruction)? {
            self.body.last_words.push(self.body.here().0);
        }
        self.body.emit(Op::Landing { dst, to, pad: at, clauses });
        Ok(())
    }

    fn pad(&mut self, pad: Value) -> Result<Pad, Trouble> {
        let mut clauses = Vec::new();
        for index in 0..pad.clauses() {
            let clause = pad.clause(index);
            let filter = self.program.types.is_array(clause.ty());
            let types = match filter {
                true => self.filter_types(clause)?,
                false => vec![self.operand(clause)?],
            };
            let selector = match filter {
                true => -(index as i32) - 1,
                false => self.type_number(types[0])?,
            };
            clauses.push(PadClause { filter, selector, types });
        }
        let noexcept = pad.block().function().has_attribute(self.program.attributes.nounwind);
        Ok(Pad { cleanup: pad.is_cleanup(), terminates: terminates(pad), noexcept, clauses })
    }

    fn filter_types(&mut self, clause: Value) -> Result<Vec<Src>, Trouble> {
        let count = clause.ty().array_length() as u32;
        let elements = (0..count).filter_map(|i| clause.element(i));
        elements.map(|element| self.operand(element)).collect()
    }

    /// The number of a type among those that the program catches.
    fn type_number(&mut self, ty: Src) -> Result<i32, Trouble> {
        if !ty.is_constant() {
            return Err("a caught type that is no constant".to_string().into());
        }
        let numbers = &mut self.program.type_numbers;
        let known = numbers.iter().position(|t| *t == ty);
        if known.is_none() {
            numbers.push(ty);
        }
        Ok(known.unwrap_or(numbers.len() - 1) as i32 + 1)
    }

    /// `llvm.eh.typeid.for`: the selector of a caught type.
    pub(super) fn type_id_for(&mut self, call: Value, ty: Value) -> Result<(), Trouble> {
        let ty = self.operand(ty)?;
        let number = self.type_number(ty)?;
        let src = self.program.pool.word(Word::int(number as u64));
        self.define(call, src);
        Ok(())
    }

    /// Goes on unwinding after a cleanup.
    pub(super) fn resume(&mut self, instruction: Value) -> Result<(), Trouble> {
        let state = self.operand(instruction.operand(0))?;
        let exception = self.body.emit_to(1, |dst| Op::Extract { dst, a: state, at_bit: 0, bits: 64 });
        let Some(function) = self.program.link.find(RESUME)? else {
            return Err(format!("external function `{RESUME}`").into());
        };
        let callee = self.program.function_id(function);
        let args = self.body.add_args(&[Arg { src: exception, words: 1, align_words: 1 }]);
        self.body.emit(Op::Call { dst: MaybeDst::NONE, callee, args });
        self.body.emit(Op::Unreachable {});
        Ok(())
    }
}
