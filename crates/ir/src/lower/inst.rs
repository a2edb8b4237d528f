//! The instructions by opcode, and arithmetic.

use crate::llvm::{Value, opcode};
use crate::op::{BinOp, CmpOp, Op, Src, UnOp, Wrap};
use crate::program::{Scalar, Shadow};

use super::constant::Trouble;
use super::function::FunctionLowering;
use super::types::Class;

impl FunctionLowering<'_> {
    pub(super) fn instruction(&mut self, instruction: Value) -> Result<(), Trouble> {
        match instruction.opcode() {
            opcode::ADD..=opcode::XOR => self.binary(instruction),
            opcode::FNEG => self.unary(instruction, UnOp::FNeg),
            opcode::ICMP => self.icmp(instruction),
            opcode::FCMP => self.fcmp(instruction),
            opcode::SELECT => self.select(instruction),
            opcode::TRUNC..=opcode::BIT_CAST | opcode::ADDR_SPACE_CAST | opcode::PTR_TO_ADDR => self.cast(instruction),
            opcode::FREEZE => self.freeze(instruction),
            opcode::ALLOCA => self.alloca(instruction),
            opcode::LOAD => self.load(instruction),
            opcode::STORE => self.store(instruction),
            opcode::GEP => self.gep(instruction),
            opcode::VA_ARG => self.va_arg(instruction),
            opcode::FENCE => self.fence(instruction),
            opcode::CMPXCHG => self.cmpxchg(instruction),
            opcode::ATOMIC_RMW => self.atomic_rmw(instruction),
            opcode::CALL => self.call(instruction),
            opcode::INVOKE => self.invoke(instruction),
            opcode::RESUME => self.resume(instruction),
            // Its value is written on the way there.
            opcode::LANDING_PAD => Ok(()),
            opcode::EXTRACT_VALUE => self.extract_value(instruction),
            opcode::INSERT_VALUE => self.insert_value(instruction),
            opcode::EXTRACT_ELEMENT => self.extract_element(instruction),
            opcode::INSERT_ELEMENT => self.insert_element(instruction),
            opcode::SHUFFLE_VECTOR => self.shuffle(instruction),
            opcode::BR => self.branch(instruction),
            opcode::SWITCH => self.switch(instruction),
            opcode::INDIRECT_BR => self.indirect_branch(instruction),
            opcode::RET => self.ret(instruction),
            opcode::UNREACHABLE => {
                if let Some(call) = instruction.before().filter(|call| call.opcode() == opcode::CALL)
                    && self.ends_program(call)?
                {
                    self.body.last_words.push(self.body.here().0);
                }
                self.body.emit(Op::Unreachable {});
                Ok(())
            }
            other => Err(format!("instruction `{}`", opcode::name(other)).into()),
        }
    }

    fn binary(&mut self, instruction: Value) -> Result<(), Trouble> {
        let op = instruction.binary_op().ok_or("instruction with two operands")?;
        let wrap = wrap_flags(instruction, op);
        let ty = instruction.ty();
        let a = self.operand(instruction.operand(0))?;
        let b = self.operand(instruction.operand(1))?;
        if let Some(bits) = self.program.types.narrow_int(ty) {
            let bits = bits as u8;
            if bits == 1
                && let Some(known) = self.known_logic(op, a, b)
            {
                self.define(instruction, known);
                return Ok(());
            }
            if matches!(op, BinOp::UDiv | BinOp::SDiv | BinOp::URem | BinOp::SRem) {
                self.note_divisor(b, bits);
            }
            return self.result(instruction, |dst| match op {
                BinOp::Add => Op::Add { dst, a, b, bits, wrap },
                BinOp::Sub => Op::Sub { dst, a, b, bits, wrap },
                BinOp::Mul => Op::Mul { dst, a, b, bits, wrap },
                BinOp::UDiv => Op::UDiv { dst, a, b, bits, wrap },
                BinOp::SDiv => Op::SDiv { dst, a, b, bits, wrap },
                BinOp::URem => Op::URem { dst, a, b, bits },
                BinOp::SRem => Op::SRem { dst, a, b, bits },
                BinOp::And => Op::And { dst, a, b, bits },
                BinOp::Or => Op::Or { dst, a, b, bits },
                BinOp::Xor => Op::Xor { dst, a, b, bits },
                BinOp::Shl => Op::Shl { dst, a, b, bits, wrap },
                BinOp::LShr => Op::LShr { dst, a, b, bits, wrap },
                _ => Op::AShr { dst, a, b, bits, wrap },
            });
        }
        if let Some(bits) = self.program.types.host_float(ty) {
            let bits = bits as u8;
            return self.result(instruction, |dst| Op::FBin { op, dst, a, b, bits });
        }
        let shape = self.program.types.shape(ty)?;
        let ty = self.program.shape_id(shape);
        self.result(instruction, |dst| Op::GenBin { op, dst, a, b, ty, wrap })
    }

    /// Says so if any number can be divided by a constant of this width.
    fn note_divisor(&mut self, b: Src, bits: u8) {
        let value = self.program.pool.get(b).filter(|word| b.is_constant() && word.shadow == Shadow::CLEAN);
        let all_ones = u64::MAX >> (u64::BITS - u32::from(bits));
        if value.is_some_and(|word| word.bits != 0 && word.bits != all_ones) {
            self.body.rules.divisors.push((b, bits));
        }
    }

    pub(super) fn unary(&mut self, instruction: Value, op: UnOp) -> Result<(), Trouble> {
        let a = self.operand(instruction.operand(0))?;
        if let (UnOp::FNeg, Some(bits)) = (op, self.program.types.host_float(instruction.ty())) {
            let bits = bits as u8;
            return self.result(instruction, |dst| Op::FNeg { dst, a, bits });
        }
        let shape = self.program.types.shape(instruction.ty())?;
        let ty = self.program.shape_id(shape);
        self.result(instruction, |dst| Op::GenUn { op, dst, a, ty })
    }

    fn icmp(&mut self, instruction: Value) -> Result<(), Trouble> {
        let op = instruction.integer_comparison().ok_or("instruction `icmp`")?;
        let a = self.operand(instruction.operand(0))?;
        let b = self.operand(instruction.operand(1))?;
        let ty = instruction.operand(0).ty();
        if let Some(bits) = self.program.types.narrow_int(ty) {
            let bits = bits as u8;
            if let Some(known) = self.known_comparison(op, a, b) {
                self.define(instruction, known);
                return Ok(());
            }
            return self.result(instruction, |dst| match op {
                CmpOp::Eq => Op::Eq { dst, a, b, bits },
                CmpOp::Ne => Op::Ne { dst, a, b, bits },
                CmpOp::Ult => Op::Ult { dst, a, b, bits },
                CmpOp::Ule => Op::Ule { dst, a, b, bits },
                CmpOp::Ugt => Op::Ult { dst, a: b, b: a, bits },
                CmpOp::Uge => Op::Ule { dst, a: b, b: a, bits },
                CmpOp::Slt => Op::Slt { dst, a, b, bits },
                CmpOp::Sle => Op::Sle { dst, a, b, bits },
                CmpOp::Sgt => Op::Slt { dst, a: b, b: a, bits },
                _ => Op::Sle { dst, a: b, b: a, bits },
            });
        }
        let shape = self.program.types.shape(ty)?;
        let ty = self.program.shape_id(shape);
        self.result(instruction, |dst| Op::GenCmp { op, dst, a, b, ty })
    }

    fn fcmp(&mut self, instruction: Value) -> Result<(), Trouble> {
        let op = instruction.float_comparison().ok_or("instruction `fcmp`")?;
        self.compare_floats(instruction, op)
    }

    pub(super) fn compare_floats(&mut self, instruction: Value, op: CmpOp) -> Result<(), Trouble> {
        let a = self.operand(instruction.operand(0))?;
        let b = self.operand(instruction.operand(1))?;
        let ty = instruction.operand(0).ty();
        if let Some(bits) = self.program.types.host_float(ty) {
            let bits = bits as u8;
            return self.result(instruction, |dst| Op::FCmp { op, dst, a, b, bits });
        }
        let shape = self.program.types.shape(ty)?;
        let ty = self.program.shape_id(shape);
        self.result(instruction, |dst| Op::GenCmp { op, dst, a, b, ty })
    }

    fn select(&mut self, instruction: Value) -> Result<(), Trouble> {
        let condition = instruction.operand(0);
        let c = self.operand(condition)?;
        let a = self.operand(instruction.operand(1))?;
        let b = self.operand(instruction.operand(2))?;
        let ty = instruction.ty();
        if self.program.types.is_vector(condition.ty()) {
            let shape = self.program.types.shape(ty)?;
            let ty = self.program.shape_id(shape);
            return self.result(instruction, |dst| Op::GenSelect { dst, c, a, b, ty });
        }
        if let Some(first) = self.known_bit(c) {
            self.define(instruction, if first { a } else { b });
            return Ok(());
        }
        match self.program.types.words(ty)? {
            1 => self.result(instruction, |dst| Op::Select { dst, c, a, b }),
            words => self.result(instruction, |dst| Op::SelectN { dst, c, a, b, words }),
        }
    }

    fn freeze(&mut self, instruction: Value) -> Result<(), Trouble> {
        let a = self.operand(instruction.operand(0))?;
        let words = self.program.types.words(instruction.ty())?;
        self.result(instruction, |dst| Op::Freeze { dst, a, words })
    }

    /// Bit position and type of the part that the indices of an instruction name.
    fn part_of(&self, instruction: Value) -> Result<(u32, crate::llvm::Type), Trouble> {
        let mut ty = instruction.operand(0).ty();
        let mut offset = 0;
        for index in instruction.indices() {
            let (by, part) = self.program.types.part(ty, u64::from(index))?;
            offset += by;
            ty = part;
        }
        self.program.types.words(instruction.operand(0).ty())?;
        Ok((offset as u32 * 8, ty))
    }

    /// Bits that a part takes within an aggregate: whole bytes, as in memory.
    fn part_bits(&self, ty: crate::llvm::Type) -> Result<u32, Trouble> {
        let bits = self.program.types.value_bits(ty)?;
        Ok(match self.program.types.class(ty)? {
            Class::Scalar(Scalar::Int(_)) => bits.next_multiple_of(8),
            _ => bits,
        })
    }

    fn extract_value(&mut self, instruction: Value) -> Result<(), Trouble> {
        let (at_bit, ty) = self.part_of(instruction)?;
        let a = self.operand(instruction.operand(0))?;
        let bits = self.program.types.value_bits(ty)?;
        self.result(instruction, |dst| Op::Extract { dst, a, at_bit, bits })
    }

    fn insert_value(&mut self, instruction: Value) -> Result<(), Trouble> {
        let (at_bit, ty) = self.part_of(instruction)?;
        let whole = self.operand(instruction.operand(0))?;
        let a = self.operand(instruction.operand(1))?;
        let words = self.program.types.words(instruction.ty())?;
        let bits = self.part_bits(ty)?;
        if words == 0 || bits == 0 {
            self.define(instruction, whole);
            return Ok(());
        }
        let register = self.body.register(words);
        self.body.copy(register, whole);
        let dst = crate::op::Both(register);
        self.body.emit(Op::Insert { dst, a, at_bit, bits });
        self.define(instruction, crate::op::Src::slot(register));
        Ok(())
    }
}

/// The flags of an instruction that computes `op`.
fn wrap_flags(instruction: Value, op: BinOp) -> Wrap {
    let mut wrap = Wrap::default();
    match op {
        BinOp::Add | BinOp::Sub | BinOp::Mul | BinOp::Shl => {
            wrap.0 |= if instruction.nsw() { Wrap::NSW.0 } else { 0 };
            wrap.0 |= if instruction.nuw() { Wrap::NUW.0 } else { 0 };
        }
        BinOp::UDiv | BinOp::SDiv | BinOp::LShr | BinOp::AShr if instruction.exact() => {
            wrap = Wrap::EXACT;
        }
        _ => {}
    }
    wrap
}
