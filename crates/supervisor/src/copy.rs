//! A copy of this process for a few tasks, so that what took long to load is loaded once for many.

use std::fs::File;
use std::io;
use std::os::fd::AsRawFd;
use std::time::Duration;

use libc::c_int;

use crate::page::shared;
use crate::process::ended;

/// What a task reads and writes.
pub struct Streams {
    pub input: File,
    pub output: File,
    pub errors: File,
}

/// What a task may take.
pub struct Task {
    pub time_max: Duration,
    pub memory_bytes_max: u64,
}

/// Which of the two this is.
pub enum Copied {
    /// The copy, which has the tasks before it.
    Copy,
    /// The original, after the copy has ended: with an exit code, or by a signal.
    Original(Result<i32, i32>),
}

/// Makes a copy and waits for its end. There must be no other thread. A copy whose original is gone ends at once.
pub fn copy() -> io::Result<Copied> {
    let original = std::process::id();
    // SAFETY: there is no other thread, so the new process is whole.
    match unsafe { libc::fork() } {
        -1 => Err(io::Error::last_os_error()),
        0 => {
            // SAFETY: calls without pointers.
            unsafe {
                libc::prctl(libc::PR_SET_PDEATHSIG, libc::SIGKILL);
                if u32::try_from(libc::getppid()) != Ok(original) {
                    libc::_exit(1);
                }
            }
            Ok(Copied::Copy)
        }
        copy => ended(copy, true).map(Copied::Original).ok_or_else(io::Error::last_os_error),
    }
}

/// A copy begins a task. One that takes too long ends by the signal of an alarm; memory beyond its limit is refused.
pub fn begin(streams: &Streams, task: &Task) -> io::Result<()> {
    let seconds = u32::try_from(task.time_max.as_secs()).unwrap_or(u32::MAX);
    let most = libc::rlimit { rlim_cur: task.memory_bytes_max, rlim_max: libc::RLIM_INFINITY };
    // SAFETY: calls without pointers, but for a structure that is valid.
    unsafe {
        libc::alarm(seconds);
        libc::setrlimit(libc::RLIMIT_DATA, &most);
    }
    shared().forget();
    replace(&streams.input, libc::STDIN_FILENO)?;
    replace(&streams.output, libc::STDOUT_FILENO)?;
    replace(&streams.errors, libc::STDERR_FILENO)
}

fn replace(file: &File, stream: c_int) -> io::Result<()> {
    // SAFETY: a call without pointers; the file is open.
    match unsafe { libc::dup2(file.as_raw_fd(), stream) } {
        -1 => Err(io::Error::last_os_error()),
        _ => Ok(()),
    }
}
