//! A concurrent set of states that shares what states have in common.
//!
//! The store knows bytes and words, not programs: a *leaf* is a byte string,
//! a *vector* is a sequence of words (usually names of leaves or of other
//! vectors), a *state* is a short sequence of words (usually names of
//! vectors). Each is stored once and named by a small integer.
//!
//! Invariant: equal contents have equal names and different contents have
//! different names, whatever the order, worker or route of insertion.

mod ids;
mod options;
mod simple;

pub use ids::{Full, LeafId, StateId, VecId};
pub use options::{StoreOptions, StoreStatistics, TableStatistics};
pub use simple::Store;
