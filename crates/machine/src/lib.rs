//! The meaning of a [`ir::Program`]: memory, pointers, threads, traps, one step.
//!
//! Reading order: [`problem`] (how executions stop), `shadow` and `object` (values and memory),
//! `memory` (the objects of a state), `thread`, `vm` (a working state: load, step, save, rewind),
//! `canon` (canonical form), `collect` (long executions), `interp` with `odd` and `calls`, `rare`, `jump`, `math`,
//! `generic`, `trap` (the ops), `sched` (who can run).
//!
//! `Vm::step` is deterministic: no I/O, clock, randomness or global state. This is what makes
//! replay trustworthy and workers independent.

#![forbid(unsafe_code)]

mod address;
mod arith;
mod calls;
mod canon;
mod circle;
mod codec;
mod collect;
mod commute;
mod convention;
mod delta;
mod endings;
mod float;
mod generic;
mod inspect;
mod interp;
mod jump;
mod links;
mod math;
mod memory;
mod meter;
mod moves;
mod object;
mod observe;
mod odd;
mod parts;
mod pieces;
mod presume;
mod problem;
mod profile;
mod question;
mod rare;
mod recall;
mod scene;
mod sched;
mod shadow;
mod survey;
mod thread;
mod trap;
mod vm;

pub use circle::owners;
pub use commute::{Both, Ending, Pair, Part, Why};
pub use inspect::{ObjectFacts, Spelt};
pub use memory::OBJECT_BYTES_MAX;
pub use meter::{Act, Place, Print};
pub use object::{Life, Object, ObjectId, ObjectKind};
pub use observe::Observer;
pub use pieces::{Full, Pieces};
pub use presume::{Break, Presumptions};
pub use problem::{CodePoint, Kind, Problem, Run, Stop, ThreadId};
pub use profile::Profile;
pub use sched::{Choice, Pending, Waiting};
pub use survey::Successor;
pub use thread::{Frame, Thread};
pub use vm::{Config, Counters, FAULT_KINDS, FAULTS_UNBOUNDED, Image, Reduction, SPARED, STACK_BYTES, Spared, Vm};
