//! Bitcode in, [`Program`] out. The only crate that knows LLVM.
//!
//! Reading order: [`op`] is the instruction table, [`program`] what a lowered program consists of.

#[allow(dead_code)] // Until the lowering uses all of it.
mod debug;
pub mod op;
pub mod program;

pub use op::{
    Access, Arg, Args, BinOp, Both, CastOp, CmpOp, Dst, MaybeDst, Op, OverflowOp, Pc, ReduceOp,
    RmwOp, Role, Src, TernOp, Trap, UnOp, Wrap,
};
pub use program::{
    DebugField, DebugType, FuncId, Function, Global, LocId, Location, Place, Program, Scalar,
    Shadow, Shape, SourceFile, SwitchTable, TypeId, VarEvent, Variable, Word,
};
