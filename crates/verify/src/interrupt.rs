//! Ctrl-C: the first asks the search to end with what it has, the second ends the program at once.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use signal_hook::consts::{SIGINT, SIGTERM};

use crate::exit;

/// A flag that SIGINT or SIGTERM sets from now on. None if the system does not let us; then they end the
/// program as they always do.
pub(crate) fn flag() -> Option<Arc<AtomicBool>> {
    let flag = Arc::new(AtomicBool::new(false));
    for signal in [SIGINT, SIGTERM] {
        // In this order: the first one finds the flag unset, and sets it.
        signal_hook::flag::register_conditional_shutdown(signal, exit::INTERRUPTED, Arc::clone(&flag)).ok()?;
        signal_hook::flag::register(signal, Arc::clone(&flag)).ok()?;
    }
    Some(flag)
}
