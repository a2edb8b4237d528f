//! A concurrent set of states that shares what states have in common.
//!
//! The store knows bytes and words, not programs: a *leaf* is a byte string,
//! a *vector* is a sequence of words (usually names of leaves or of other
//! vectors), a *state* is a short sequence of words (usually names of
//! vectors). Each is stored once and named by a small integer.
//!
//! Invariant: equal contents have equal names and different contents have
//! different names, whatever the order, worker or route of insertion.
//!
//! ```text
//!            Store
//!   leaf ──► leaves ─┐                 bytes, in place
//!  vector ─► vectors ┤  index          trees of nodes; nodes are written in
//!            nodes ──┤  (hash → name)  full or as a difference from another
//!   state ─► states ─┘                 dense pairs of vectors, bit-packed
//! ```
//!
//! Follows van der Berg, *Recursive variable-length state compression for
//! multi-core software model checking* (dtree), and departs from it: nodes
//! hold up to 32 words instead of 2 and are written as differences (fewer
//! nodes per changed word), tables grow (dtree's are sized beforehand), and
//! states have dense numbers (parents and keys are plain arrays).
//!
//! Left out on purpose: removal (a verdict needs every state) and more than
//! 2^32 names per table.

mod batch;
mod ids;
mod kept;
mod options;
mod session;
mod store;

mod leaves;
mod states;
mod vectors;

mod code;
mod nodes;
mod pairs;
mod raw;

mod index;
mod segment;

mod hash;
mod memory;
mod pages;
mod spill;
mod sync;

#[cfg(all(test, loom))]
mod loom_tests;
#[cfg(all(test, not(loom)))]
mod tests;

pub use batch::Delta;
pub use ids::{Full, LeafId, StateId, VecId};
pub use kept::Unread;
pub use options::{StoreOptions, StoreStatistics, TableStatistics};
pub use session::{Prepared, Session};
pub use spill::{Plain, Room, Spill};
pub use store::Store;
