//! What states are called: canonical numbers, changes, and what is known from before.

pub mod cache;
pub mod canon;
pub mod delta;
pub mod links;
pub mod moves;
pub mod recall;
pub mod scene;
pub mod streams;
