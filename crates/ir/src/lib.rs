//! Bitcode in, [`Program`] out. The only crate that knows LLVM.
//!
//! Reading order: [`op`] is the instruction table, [`contract`] what the runtime and we have agreed
//! on, [`program`] what a lowered program consists of,
//! `load` the way there: `link` finds the definition of each symbol, `lower` turns functions into
//! ops on virtual registers, `body` gives those their slots. `llvm` wraps the LLVM-C interface and
//! `fatal` says how it ends when it cannot go on.

// The instruction table is sorted op by op.
#![recursion_limit = "256"]

pub mod contract;
pub mod op;
pub mod program;
mod replaceable;
pub mod signature;

mod binding;
mod body;
mod changes;
mod class;
mod debug;
mod demangle;
pub mod disassemble;
mod error;
mod externals;
mod fatal;
mod gather;
mod libcall;
mod library;
mod link;
mod llvm;
mod load;
mod lower;
mod outside;
mod poll;
mod rust;
mod rust_locks;
mod rust_sections;
mod short;
mod system_call;

pub use binding::{Binding, Symbolic};
pub use changes::Changes;
pub use class::Class;
pub use contract::{LibraryRole, Trap};
pub use demangle::{demangled, is_rust_library, is_rust_machinery, source_name};
pub use error::LoadError;
pub use externals::{External, externals, functions};
pub use fatal::{OnExhaustion, on_exhaustion};
pub use gather::symbols;
pub use library::{Library, Shelf};
pub use llvm::version as llvm_version;
pub use load::{Input, LoadOptions, Programs, Role as InputRole, Yields, load};
pub use op::{
    Access, Arg, Args, BinOp, Both, CastOp, CmpOp, Dst, Index, JUMP_BYTES, MaybeDst, MemoryAccess, Op, OverflowOp,
    PairOp, Pc, ReduceOp, RmwOp, Role, Src, TernOp, UnOp, Wrap,
};
pub use program::{
    DebugField, DebugType, DebugVariant, FuncId, Function, Global, LocId, Location, Pad, PadClause, Program, Scalar,
    Shadow, Shape, SourceFile, SwitchTable, Tag, TypeId, VarEvent, VarPlace, Variable, Word,
};
pub use short::{short_name, template_arguments};
