//! `llvm.load.relative`: tables that hold the distance from themselves to each target in 32 bits.
//!
//! Objects have no distance here, so such a table is read as what it stands for, a table of
//! pointers. Clang makes them of switches that return strings. Does not model a table that is not a
//! constant of the module; it is `unsupported` when reached.

use crate::llvm::{Kind, Value, opcode};
use crate::op::{Op, Wrap};
use crate::program::{Scalar, Shape};

use super::constant::Trouble;
use super::function::FunctionLowering;

/// Log2 of the bytes of an entry.
const ENTRY_SHIFT: u64 = 2;

impl FunctionLowering<'_> {
    pub(super) fn load_relative(&mut self, call: Value, table: Value, offset: Value) -> Result<(), Trouble> {
        let targets = targets(table).ok_or("a relative table that is no constant".to_string())?;
        let words = self.program.pointer_words(&targets)?;
        let lanes = words.len() as u32;
        let a = self.program.pool.words(&words);
        let (b, c) = (self.operand(offset)?, self.int(ENTRY_SHIFT));
        let bits = self.program.types.value_bits(offset.ty())? as u8;
        let index = self.body.emit_to(1, |dst| Op::LShr { dst, a: b, b: c, bits, wrap: Wrap::default() });
        let ty = self.program.shape_id(Shape { lane: Scalar::Pointer, lanes });
        self.result(call, |dst| Op::ExtractLane { dst, a, index, ty })
    }
}

/// What the entries of a table refer to.
fn targets(table: Value) -> Option<Vec<Value>> {
    if table.kind() != Kind::Variable || !table.is_global_constant() {
        return None;
    }
    let entries = table.initializer().filter(|entries| entries.kind() == Kind::Aggregate)?;
    (0..entries.operands()).map(|index| target(entries.operand(index), table)).collect()
}

/// X of `trunc (sub (ptrtoint X, ptrtoint TABLE))`.
fn target(entry: Value, table: Value) -> Option<Value> {
    let within = |value: Value, opcode: i32| value.kind() == Kind::Expr && value.const_opcode() == opcode;
    let difference = Some(entry).filter(|entry| within(*entry, opcode::TRUNC))?.operand(0);
    if !within(difference, opcode::SUB) {
        return None;
    }
    let (to, from) = (difference.operand(0), difference.operand(1));
    let both = within(to, opcode::PTR_TO_INT) && within(from, opcode::PTR_TO_INT);
    (both && from.operand(0) == table).then(|| to.operand(0))
}
