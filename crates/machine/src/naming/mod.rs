//! What states are called: canonical numbers, changes, and what is known from before.

/// Lists of objects and threads as words.
pub(crate) mod streams;

/// Caches in which each key has one place.
pub(crate) mod cache;

/// What one thread's section tells.
pub(crate) mod section;

/// What all threads are about to do.
pub(crate) mod crowd;

/// The loaded state, as names.
pub(crate) mod loaded;

/// What a transition has changed, as names.
pub(crate) mod delta;

/// Where a section leads under an effect, from before.
pub(crate) mod known;

/// Renumberings that were worked out before.
pub(crate) mod renumberings;

/// Canonical numbers, and the name of the new state.
pub(crate) mod canon;

/// Transitions that were executed before.
pub(crate) mod recall;

/// Where names stand in a state.
pub(crate) mod anatomy;
