//! What states are called: canonical numbers, changes, and what is known from before.

/// Lists of objects and threads as words.
pub mod streams;

/// Caches in which each key has one place.
pub mod cache;

/// The loaded state, as names.
pub mod loaded;

/// What a transition has changed, as names.
pub mod delta;

/// Where a section leads under an effect, from before.
pub mod known;

/// Renumberings that were worked out before.
pub mod renumberings;

/// Canonical numbers, and the name of the new state.
pub mod canon;

/// Transitions that were executed before.
pub mod recall;
