//! Time and memory, from the first byte that is read to the last one that is printed.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use search::Progress;

use crate::args::{Cli, Command};
use crate::launch::launch;

/// The part of the memory that is used unless a limit was asked for.
const MEMORY_SHARE: (u64, u64) = (3, 4);

static STARTED: Mutex<Option<Instant>> = Mutex::new(None);

/// When this command line began.
pub(crate) fn started() -> Instant {
    *STARTED.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert_with(Instant::now)
}

/// Another command line begins.
pub(crate) fn restart() {
    *STARTED.lock().unwrap_or_else(PoisonError::into_inner) = None;
}

/// Time that is gone.
pub(crate) fn spent() -> Duration {
    started().elapsed()
}

/// Set when somebody asks for an end.
pub(crate) fn interrupted() -> Option<&'static AtomicBool> {
    Some(&supervisor::shared().interrupted)
}

/// The limit that was asked for, or else a part of the memory that there is.
pub(crate) fn memory_bytes_max(asked: Option<u64>) -> Option<u64> {
    // Ranks on one machine share what it has.
    let here = launch().map_or(1, |launch| launch.here as u64);
    asked.or_else(|| search::memory::available_bytes().map(|bytes| bytes / MEMORY_SHARE.1 * MEMORY_SHARE.0 / here))
}

/// Leaves word of how far a search has come.
pub(crate) fn note(progress: &Progress) {
    let shared = supervisor::shared();
    shared.states.store(progress.states, Ordering::SeqCst);
    shared.depth.store(progress.depth, Ordering::SeqCst);
}

/// What a command must keep to; none for those that do nothing that could take long.
pub(crate) fn limits(cli: &Cli) -> Option<supervisor::Limits> {
    let (time_max, memory, tells) = match &cli.command {
        None => (cli.check.search.time, cli.check.search.memory, true),
        Some(Command::Check(args)) => (args.search.time, args.search.memory, true),
        Some(Command::Run(args)) => (args.time, args.memory, true),
        Some(Command::Replay(args)) => (args.limits.time, args.limits.memory, true),
        Some(Command::Dump(args)) => (args.tool.limits.time, args.tool.limits.memory, false),
        Some(Command::Draw(args)) => (args.tool.limits.time, args.tool.limits.memory, false),
        Some(Command::Externals(args) | Command::Batch(args)) => (args.limits.time, args.limits.memory, false),
        Some(Command::Sim(_) | Command::Suite(_)) => (None, None, false),
        Some(Command::Cc { .. } | Command::Cxx { .. } | Command::Explain { .. } | Command::Man) => return None,
        Some(Command::Completions { .. } | Command::Doctor(_) | Command::Resume(_) | Command::Warm) => return None,
    };
    let memory_bytes_max = memory_bytes_max(memory);
    let together = launch().is_some();
    Some(supervisor::Limits { started: started(), time_max, memory_bytes_max, tells, together })
}
