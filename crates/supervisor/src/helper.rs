//! Another program that works for the worker.

use std::io;
use std::os::unix::process::CommandExt;
use std::process::{Command, Output, Stdio};
use std::sync::atomic::Ordering;

use crate::page::shared;

/// Runs a program to its end. The watch counts its memory, and it dies with us.
pub fn helper(command: &mut Command) -> io::Result<Output> {
    follower(command).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let child = command.spawn()?;
    shared().helper.store(child.id(), Ordering::SeqCst);
    let output = child.wait_with_output();
    shared().helper.store(0, Ordering::SeqCst);
    output
}

/// What the command starts dies with the thread that has started it.
pub fn follower(command: &mut Command) -> &mut Command {
    let parent = std::process::id();
    let follow = move || {
        // SAFETY: calls that are allowed between fork and exec, without pointers.
        unsafe {
            libc::prctl(libc::PR_SET_PDEATHSIG, libc::SIGKILL);
            // We may be gone already.
            if u32::try_from(libc::getppid()) != Ok(parent) {
                libc::_exit(1);
            }
        }
        Ok(())
    };
    // SAFETY: what is run in the new process makes system calls only.
    unsafe { command.pre_exec(follow) }
}
