//! Terminators.

use crate::llvm::{Block, Value};
use crate::op::{CmpOp, Op, Pc};
use crate::program::SwitchTable;

use super::constant::Trouble;
use super::function::FunctionLowering;

impl FunctionLowering<'_> {
    fn target(&self, block: Block) -> Pc {
        // Every successor of a reachable block is reachable, so it has been numbered.
        self.starts.get(&block).map_or(Pc(0), |start| start.pc())
    }

    pub(super) fn branch(&mut self, instruction: Value) -> Result<(), Trouble> {
        let targets = instruction.successors();
        let op = match (&targets[..], instruction.is_conditional()) {
            ([to], false) => Op::Jump { to: self.target(*to) },
            ([then, other], true) => {
                let (then, other) = (self.target(*then), self.target(*other));
                let c = self.operand(instruction.condition())?;
                match self.known_bit(c) {
                    Some(holds) => Op::Jump { to: if holds { then } else { other } },
                    None => Op::Branch { c, then, other },
                }
            }
            _ => return Err("instruction `br`".to_string().into()),
        };
        self.body.emit(op);
        Ok(())
    }

    pub(super) fn switch(&mut self, instruction: Value) -> Result<(), Trouble> {
        let condition = instruction.operand(0);
        let targets = instruction.successors();
        let Some((default, cases)) = targets.split_first() else {
            return Err("instruction `switch`".to_string().into());
        };
        let default = self.target(*default);
        let a = self.operand(condition)?;
        if self.program.types.narrow_int(condition.ty()).is_none() {
            return self.compare_chain(instruction, default);
        }
        let mut table: Vec<(u64, Pc)> = cases
            .iter()
            .enumerate()
            .map(|(i, block)| {
                let value = instruction.case_value(i as u32 + 1);
                (value.int_low(), self.target(*block))
            })
            .collect();
        table.sort_by_key(|c| c.0);
        self.jump_by_table(a, table, default, false);
        Ok(())
    }

    fn jump_by_table(&mut self, a: crate::op::Src, cases: Vec<(u64, Pc)>, default: Pc, indirect: bool) {
        let table = self.body.switches.len() as u32;
        self.body.switches.push(SwitchTable { cases, default });
        self.body.emit(match indirect {
            true => Op::IndirectJump { a, table },
            false => Op::Switch { a, table },
        });
    }

    /// A switch on an integer of more than 64 bits.
    fn compare_chain(&mut self, instruction: Value, default: Pc) -> Result<(), Trouble> {
        let condition = instruction.operand(0);
        let shape = self.program.types.shape(condition.ty())?;
        let ty = self.program.shape_id(shape);
        let a = self.operand(condition)?;
        let block = instruction.block();
        for (i, target) in instruction.successors().iter().enumerate().skip(1) {
            let b = self.operand(instruction.case_value(i as u32))?;
            let op = CmpOp::Eq;
            let c = self.body.emit_to(1, |dst| Op::GenCmp { op, dst, a, b, ty });
            let then = self.target(*target);
            let next = self.body.block();
            self.body.emit(Op::Branch { c, then, other: next.pc() });
            let here = self.body.here();
            self.exits.entry(block).or_default().push(here);
            self.body.enter(next);
        }
        self.body.emit(Op::Jump { to: default });
        Ok(())
    }

    pub(super) fn indirect_branch(&mut self, instruction: Value) -> Result<(), Trouble> {
        let a = self.operand(instruction.operand(0))?;
        let mut cases: Vec<(u64, Pc)> = instruction
            .successors()
            .iter()
            .map(|block| (self.program.number_of_block(*block), self.target(*block)))
            .collect();
        cases.sort_by_key(|c| c.0);
        cases.dedup();
        // An address that is no label of the list is the machine's to refuse.
        let default = cases.first().map_or(Pc(0), |c| c.1);
        self.jump_by_table(a, cases, default, true);
        Ok(())
    }

    pub(super) fn ret(&mut self, instruction: Value) -> Result<(), Trouble> {
        if instruction.operands() == 0 {
            self.body.emit(Op::ReturnVoid {});
            return Ok(());
        }
        let value = instruction.operand(0);
        let words = self.program.types.words(value.ty())?;
        if words == 0 {
            self.body.emit(Op::ReturnVoid {});
            return Ok(());
        }
        let a = self.operand(value)?;
        self.body.emit(Op::Return { a, words });
        Ok(())
    }
}
