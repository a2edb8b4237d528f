//! Waiting for another process, and ending it.

use std::io;

use libc::{c_int, pid_t, sigset_t};

/// Waits for one of these signals. None if none came in time.
pub(crate) fn signal_within(set: &sigset_t, milliseconds: u64) -> Option<c_int> {
    let time = libc::timespec {
        tv_sec: i64::try_from(milliseconds / 1000).unwrap_or(i64::MAX),
        tv_nsec: i64::try_from(milliseconds % 1000 * 1_000_000).unwrap_or(0),
    };
    // SAFETY: both structures are valid; nobody asks for more than the number.
    let signal = unsafe { libc::sigtimedwait(set, std::ptr::null_mut(), &time) };
    (signal > 0).then_some(signal)
}

/// How a process has ended, if it has: its exit code, or the signal that killed it.
pub(crate) fn ended(process: pid_t, wait: bool) -> Option<Result<c_int, c_int>> {
    let mut status = 0;
    loop {
        // SAFETY: the status is valid.
        let reaped = unsafe { libc::waitpid(process, &mut status, if wait { 0 } else { libc::WNOHANG }) };
        if reaped == process {
            break;
        }
        if !(reaped == -1 && io::Error::last_os_error().kind() == io::ErrorKind::Interrupted) {
            return None;
        }
    }
    if libc::WIFEXITED(status) {
        return Some(Ok(libc::WEXITSTATUS(status)));
    }
    libc::WIFSIGNALED(status).then(|| Err(libc::WTERMSIG(status)))
}

pub(crate) fn kill(process: pid_t) {
    // SAFETY: a call without pointers; the process is our child and not reaped yet.
    unsafe { libc::kill(process, libc::SIGKILL) };
}
