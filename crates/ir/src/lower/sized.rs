//! `llvm.objectsize`: what LLVM can tell of the size behind a pointer without running anything.
//!
//! Native code has LLVM's answer in it, so ours must be the same where programs can see it: local
//! and global variables, fresh blocks of `malloc`, places within them, and choices among those.

use crate::link::Definition;
use crate::llvm::{Kind, Linkage, Value, opcode};

use super::constant::Trouble;
use super::function::FunctionLowering;

/// How far pointers are followed.
const DEPTH_MAX: u32 = 32;

/// An object's size, and where in it the pointer points.
type Pointee = (u64, i64);

impl FunctionLowering<'_> {
    pub(super) fn object_size(&mut self, call: Value, args: &[Value]) -> Result<(), Trouble> {
        let least = args[1].as_int() == Some(1);
        let bits = self.program.types.value_bits(call.ty())?;
        let rest = self.bytes_behind(args[0], least, 0);
        let unknown = if least { 0 } else { u64::MAX >> (64 - bits.min(64)) };
        let src = self.int(rest.unwrap_or(unknown));
        self.define(call, src);
        Ok(())
    }

    /// The bytes from the pointer to the end of its object.
    fn bytes_behind(&mut self, pointer: Value, least: bool, depth: u32) -> Option<u64> {
        if depth > DEPTH_MAX {
            return None;
        }
        let choices: Vec<Value> = match pointer.kind() {
            Kind::Instruction if pointer.opcode() == opcode::PHI => {
                pointer.incoming().into_iter().map(|i| i.0).collect()
            }
            Kind::Instruction if pointer.opcode() == opcode::SELECT => vec![pointer.operand(1), pointer.operand(2)],
            _ => {
                let (size, offset) = self.pointee(pointer, depth)?;
                let inside = (0..=size as i64).contains(&offset);
                return Some(if inside { size - offset as u64 } else { 0 });
            }
        };
        let mut all = Vec::new();
        for choice in choices {
            all.push(self.bytes_behind(choice, least, depth + 1)?);
        }
        if least { all.into_iter().min() } else { all.into_iter().max() }
    }

    fn pointee(&mut self, pointer: Value, depth: u32) -> Option<Pointee> {
        if depth > DEPTH_MAX {
            return None;
        }
        let code = match pointer.kind() {
            Kind::Instruction => pointer.opcode(),
            Kind::Expr => pointer.const_opcode(),
            Kind::Variable => return Some((self.variable_size(pointer)?, 0)),
            _ => return None,
        };
        match code {
            opcode::ALLOCA => {
                let bytes = self.program.types.bytes(pointer.allocated_type()).ok()?;
                Some((bytes.checked_mul(pointer.operand(0).as_int()?)?, 0))
            }
            opcode::BIT_CAST | opcode::ADDR_SPACE_CAST => self.pointee(pointer.operand(0), depth + 1),
            opcode::GEP => {
                let (size, start) = self.pointee(pointer.operand(0), depth + 1)?;
                let mut ty = pointer.gep_source_type();
                let mut offset = start;
                for i in 1..pointer.operands() {
                    let index = pointer.operand(i);
                    index.as_int()?;
                    let (by, next) = self.program.gep_step(ty, index, i == 1).ok()?;
                    offset = offset.checked_add(by)?;
                    ty = next;
                }
                Some((size, offset))
            }
            opcode::CALL => Some((self.allocated(pointer)?, 0)),
            _ => None,
        }
    }

    fn variable_size(&mut self, variable: Value) -> Option<u64> {
        let own = !variable.is_declaration() && matches!(variable.linkage(), Linkage::Strong | Linkage::Local);
        own.then(|| self.program.types.bytes(variable.value_type()).ok()).flatten()
    }

    /// What a call of an allocating function gives.
    fn allocated(&mut self, call: Value) -> Option<u64> {
        let called = call.called();
        if called.kind() != Kind::Function {
            return None;
        }
        let args = call.call_args();
        let number = |i: usize| args.get(i).and_then(|a| a.as_int());
        let library = |this: &mut Self| matches!(this.resolve(called), Ok(Definition::Found(f)) if this.program.link.is_library(f));
        let size = match called.name().as_str() {
            "malloc" | "valloc" => number(0)?,
            "calloc" => number(0)?.checked_mul(number(1)?)?,
            "realloc" | "aligned_alloc" | "memalign" => number(1)?,
            _ => return None,
        };
        library(self).then_some(size)
    }
}
