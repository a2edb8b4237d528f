//! The meaning of a [`ir::Program`]: memory, pointers, threads, traps, one step.
//!
//! Layers, each of which sees those above it in this list and none below:
//!
//! | layer | subject |
//! | --- | --- |
//! | `problem`, `pieces` | how executions stop; where pieces of states are kept |
//! | `state` | what a state consists of, and how its pieces are written |
//! | `image` | the program made ready to run, how it is run, what is presumed of it |
//! | `execution` | what ops do to a working state ([`Vm`]); knows no names of states |
//! | `naming` | what states are called; knows no ops |
//! | `machine`, `survey`, `livelock`, `commute`, `arrange` | a worker's [`Machine`]: both together |
//!
//! Each folder's `mod.rs` lists its modules in reading order.
//!
//! A step is deterministic: no I/O, clock, randomness or global state. This is what makes replay
//! trustworthy and workers independent.

#![forbid(unsafe_code)]

mod arrange;
mod commute;
mod execution;
mod image;
mod livelock;
mod machine;
mod naming;
mod pieces;
mod problem;
mod state;
mod survey;

pub use arrange::Arranger;
pub use commute::{Both, Ending, Pair, Part, Why};
pub use execution::circle::{Owners, may_queue, owners};
pub use execution::counters::{Counters, SPARED, Spared};
pub use execution::encounter::{AllBut, Allowed, Encounter, Pending};
pub use execution::inspect::{ObjectFacts, Spelt};
pub use execution::memory::OBJECT_BYTES_MAX;
pub use execution::notes::{Act, Covered, Position, Print};
pub use execution::profile::Profile;
pub use execution::schedule::{Choice, Condition, Waiting};
pub use execution::vm::{Observer, Vm};
pub use image::config::{FAULT_KINDS, FAULTS_UNBOUNDED, STACK_BYTES, Watched};
pub use image::presumptions::{Break, Presumptions};
pub use image::{Config, Image, Reduction};
pub use machine::Machine;
pub use naming::anatomy::{Anatomy, Name};
pub use pieces::{Full, LeafId, Pieces, VectorId};
pub use problem::{CodePoint, Kind, Points, Problem, Run, Stop, ThreadId, Threads};
pub use state::object::{Life, Maker, Object, ObjectId, ObjectKind};
pub use state::thread::{Frame, Thread};
pub use survey::Successor;
