//! Drives the machine over every choice while the store remembers where it has been.
//!
//! Reading order: [`outcome`] (the question and the answer), `explore` (layers and verdicts),
//! `worker` (one state's transitions), `frontier`, `key`, `ancestry` and `path` (what is to be
//! expanded, and how it was reached), `deep` (depth-first), `lossy` (fingerprints), `simulate` (a
//! single execution), `presume` (what a few executions let us hope for); then how answers are
//! doubted: `audit` (another search), `commute` (actions in both orders), `retrace` (paths op by op).

#![forbid(unsafe_code)]

mod ancestry;
mod audit;
mod commute;
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
mod retrace;
mod schedule;
mod simulate;
#[cfg(test)]
mod tests;
mod worker;

pub use audit::{Audited, audit};
pub use commute::Commuted;
pub use explore::check;
pub use outcome::{Options, Order, Outcome, Path, Progress, REHEARSALS, Statistics, Table, Verdict};
pub use pieces::StorePieces;
pub use presume::presume;
pub use retrace::{Retraced, retrace};
pub use schedule::Schedule;
pub use simulate::{Executed, Simulation, simulate};
