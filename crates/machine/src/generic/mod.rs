//! Lane-by-lane ops on any shape: vectors, wide integers, floats the host has no type for.

use ir::Op;

use crate::interp::{Cpu, Next};
use crate::problem::Run;
use crate::vm::Vm;

impl Vm<'_> {
    pub(crate) fn generic(&mut self, cpu: &mut Cpu, op: Op) -> Run<Next> {
        Err(self.unsupported(cpu, &format!("operation `{}`", op.name())))
    }
}
