//! What states are called: canonical numbers, changes, and what is known from before.

pub mod cache;
pub mod canon;
pub mod delta;
pub mod known;
pub mod loaded;
pub mod recall;
pub mod renumberings;
pub mod streams;
