//! Which of several processes this is, that `mpirun` has started.

use std::sync::OnceLock;

use ::ranks::{Launch, launched};

static LAUNCH: OnceLock<Option<Launch>> = OnceLock::new();

/// Which of several processes this is, if there are several.
pub(crate) fn launch() -> Option<Launch> {
    *LAUNCH.get_or_init(launched)
}

/// Is this the one that tells what came of it?
pub(crate) fn tells() -> bool {
    launch().is_none_or(|launch| launch.rank == 0)
}
