//! Drives the machine over every choice while the store remembers where it has been.
//!
//! Reading order: [`outcome`] (the question and the answer), `explore` (layers and verdicts),
//! `worker` (one state's transitions), `frontier`, `key`, `ancestry` and `path` (what is to be
//! expanded, and how it was reached), `deep` (depth-first), `lossy` (fingerprints), `simulate` (a
//! single execution), `presume` (what a few executions let us hope for).

#![forbid(unsafe_code)]

mod ancestry;
mod deep;
mod explore;
mod frontier;
mod key;
mod lossy;
pub mod memory;
mod outcome;
mod path;
mod pieces;
mod presume;
mod schedule;
mod simulate;
mod worker;

pub use explore::check;
pub use outcome::{Options, Order, Outcome, Path, Progress, REHEARSALS, Statistics, Table, Verdict};
pub use pieces::StorePieces;
pub use presume::presume;
pub use schedule::Schedule;
pub use simulate::{Executed, Simulation, simulate};
