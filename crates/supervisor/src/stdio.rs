//! What the standard streams were before anything of ours ran.

use std::sync::atomic::{AtomicBool, Ordering};

static CLOSED: AtomicBool = AtomicBool::new(false);

/// Was standard output closed when this process began? Rust opens `/dev/null` in its place, and what is
/// written there goes nowhere without an error.
pub fn output_was_closed() -> bool {
    CLOSED.load(Ordering::SeqCst)
}

extern "C" fn look() {
    // SAFETY: asks about a number, whatever it stands for.
    let closed = unsafe { libc::fcntl(libc::STDOUT_FILENO, libc::F_GETFD) } == -1;
    CLOSED.store(closed, Ordering::SeqCst);
}

/// The loader calls what stands here before `main`, and before Rust's own start.
// SAFETY: the section is a table of such functions, and this one needs nothing that is not there yet.
#[used]
#[unsafe(link_section = ".init_array")]
static LOOK: extern "C" fn() = look;
