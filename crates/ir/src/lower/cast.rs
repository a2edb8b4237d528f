//! Conversions.

use crate::llvm::{Type, Value, opcode};
use crate::op::{CastOp, Op, Src};
use crate::program::{Scalar, Shape};

use super::constant::Trouble;
use super::function::FunctionLowering;

impl FunctionLowering<'_> {
    pub(super) fn cast(&mut self, instruction: Value) -> Result<(), Trouble> {
        let value = instruction.operand(0);
        let (from, to) = (value.ty(), instruction.ty());
        let op = match instruction.opcode() {
            opcode::TRUNC => CastOp::Trunc,
            opcode::ZEXT => CastOp::ZExt,
            opcode::SEXT => CastOp::SExt,
            opcode::FP_TO_UI => CastOp::FpToUi,
            opcode::FP_TO_SI => CastOp::FpToSi,
            opcode::UI_TO_FP => CastOp::UiToFp,
            opcode::SI_TO_FP => CastOp::SiToFp,
            opcode::FP_TRUNC => CastOp::FpTrunc,
            opcode::FP_EXT => CastOp::FpExt,
            opcode::PTR_TO_INT | opcode::INT_TO_PTR | opcode::PTR_TO_ADDR => {
                return self.pointer_cast(instruction);
            }
            _ => return self.bitcast(instruction),
        };
        let a = self.operand(value)?;
        self.convert(instruction, op, a, from, to)
    }

    /// A conversion, by the cheapest op that does it.
    pub(super) fn convert(
        &mut self,
        instruction: Value,
        op: CastOp,
        a: Src,
        from: Type,
        to: Type,
    ) -> Result<(), Trouble> {
        let types = &self.program.types;
        let narrow = |ty| types.narrow_int(ty).map(|bits| bits as u8);
        let float = |ty| types.host_float(ty).map(|bits| bits as u8);
        match (op, narrow(from), narrow(to)) {
            (CastOp::Trunc, Some(_), Some(bits)) => {
                return self.result(instruction, |dst| Op::Trunc { dst, a, bits });
            }
            (CastOp::ZExt, Some(1), Some(_)) if self.known_bit(a).is_some() => {
                self.define(instruction, a);
                return Ok(());
            }
            (CastOp::ZExt, Some(from), Some(_)) => {
                return self.result(instruction, |dst| Op::ZExt { dst, a, from });
            }
            (CastOp::SExt, Some(from), Some(to)) => {
                return self.result(instruction, |dst| Op::SExt { dst, a, from, to });
            }
            _ => {}
        }
        let sides = (narrow(from).or_else(|| float(from)), narrow(to).or_else(|| float(to)));
        if let ((Some(from), Some(to)), false) = (sides, is_integer_cast(op)) {
            return self.result(instruction, |dst| Op::FCast { op, dst, a, from, to });
        }
        let from = types.shape(from)?;
        let to = types.shape(to)?;
        let from = self.program.shape_id(from);
        let to = self.program.shape_id(to);
        self.result(instruction, |dst| Op::GenCast { op, dst, a, from, to })
    }

    fn pointer_cast(&mut self, instruction: Value) -> Result<(), Trouble> {
        let value = instruction.operand(0);
        let a = self.operand(value)?;
        let from = self.program.types.shape(value.ty())?;
        let to = self.program.types.shape(instruction.ty())?;
        let (wide, narrow) = (from.lane.bits(), to.lane.bits());
        if wide == narrow {
            self.define(instruction, a);
            return Ok(());
        }
        let op = match wide > narrow {
            true => CastOp::Trunc,
            false => CastOp::ZExt,
        };
        if from.lanes == 1 {
            match op {
                CastOp::Trunc if wide <= 64 => {
                    let bits = narrow as u8;
                    return self.result(instruction, |dst| Op::Trunc { dst, a, bits });
                }
                CastOp::ZExt if narrow <= 64 => {
                    let from = wide as u8;
                    return self.result(instruction, |dst| Op::ZExt { dst, a, from });
                }
                _ => {}
            }
        }
        // The integer of the pointer's width has the pointer's bits.
        let from = self.program.shape_id(as_integers(from));
        let to = self.program.shape_id(as_integers(to));
        self.result(instruction, |dst| Op::GenCast { op, dst, a, from, to })
    }

    /// Values have the layout of memory, so a bitcast changes nothing.
    fn bitcast(&mut self, instruction: Value) -> Result<(), Trouble> {
        let value = instruction.operand(0);
        let types = &self.program.types;
        if types.value_bits(value.ty())? != types.value_bits(instruction.ty())? {
            return Err("instruction `bitcast`".to_string().into());
        }
        let a = self.operand(value)?;
        self.define(instruction, a);
        Ok(())
    }
}

fn as_integers(shape: Shape) -> Shape {
    Shape { lane: Scalar::Int(shape.lane.bits()), lanes: shape.lanes }
}

fn is_integer_cast(op: CastOp) -> bool {
    matches!(op, CastOp::Trunc | CastOp::ZExt | CastOp::SExt)
}
