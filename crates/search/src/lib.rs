//! Drives the machine over every choice while the store remembers where it has been.
//!
//! A search is put together from parts: a *visited set* (`visited`: which states were met before?), a
//! *strategy* (`strategy`: which state comes next, and by whom?), *rounds* (`rounds`: what may be
//! presumed of the program?) and a *verdict* (`verdict`: what does it all mean?).
//!
//! Reading order: [`outcome`] (the question and the answer), `rounds` and `rehearse` (what is
//! presumed), `search` (one search, its workers), `worker` (one state's transitions), `gathered` (what
//! workers find), `visited`, `strategy`, `verdict`, `statistics`, `path` (how a finding was reached),
//! `memory` (limits), `scout` (a look ahead), `checkpoint` (another process goes on), `peers` (others search with this one; as `threads`, for tests); `property` (what is asked of executions as a whole); `simulate` and `schedule` (a single execution); then how answers are doubted:
//! `audit` (another search), `commute` (actions in both orders), `retrace` (paths op by op).

#![forbid(unsafe_code)]

mod audit;
mod checkpoint;
mod commute;
mod company;
mod gathered;
pub mod memory;
mod outcome;
mod path;
mod peers;
mod pieces;
pub mod property;
mod rehearse;
mod retrace;
mod rounds;
mod schedule;
mod scout;
mod search;
mod simulate;
mod sleep;
mod statistics;
mod strategy;
mod table;
#[cfg(test)]
mod tests;
mod threads;
mod verdict;
mod visited;
mod worker;

pub use audit::{Audited, audit};
pub use checkpoint::blocks::digest;
pub use checkpoint::{Checkpoint, Checkpoints, Header, Refused};
pub use commute::Commuted;
pub use outcome::{Broken, Finding, Growth, Options, Outcome, Path, Patience, Progress, REHEARSALS, Races, Verdict};
pub use peers::{Idle, Peers};
pub use pieces::StorePieces;
pub use retrace::{Retraced, retrace};
pub use rounds::{Round, check, resume, rounds};
pub use schedule::{Schedule, Scheduler};
pub use simulate::{Executed, Simulation, simulate};
pub use statistics::Statistics;
pub use strategy::{About, Order};
pub use table::Table;
pub use threads::differs_over;
pub use visited::Keep;
