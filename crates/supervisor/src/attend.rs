//! A program that does the work of this process, as a compiler does in a build.
//!
//! Whoever ends this process means the program, and what it has started: compilers start linkers. So these have a
//! process group of their own, which also has a *guard*. The guard hears of our end, whatever it is, and ends the
//! group.

use std::io;
use std::os::unix::process::CommandExt;
use std::process::Command;

use libc::{c_int, pid_t, sigset_t};

use crate::process::{ended, kill, signal_within};
use crate::split::{block, heeded, set_of, unblock};

/// How long the program may take to remove its own temporary files when it is asked to end.
const GRACE_MS: u64 = 300;

/// Signals are waited for so long at a time; there is nothing to do in between.
const PAUSE_MS: u64 = 60_000;

/// A program, and what it needs.
pub struct Attended<'a> {
    pub command: &'a mut Command,
    /// It reads from a terminal, which only the group of this process may do. Then what it has started is left to
    /// it.
    pub reads_terminal: bool,
    /// Removes what was left unfinished.
    pub clean_up: &'a dyn Fn(),
}

/// Runs a program to its end: its exit code, or the signal that killed it. If this process is asked to end, the
/// program ends, and so does this process, by the same signal. It must have no other threads.
pub fn attend(program: Attended<'_>) -> io::Result<Result<c_int, c_int>> {
    // SAFETY: a number goes in, and a number comes out. Whoever started us may not have cared for its children.
    unsafe { libc::signal(libc::SIGCHLD, libc::SIG_DFL) };
    let mut awaited = heeded();
    awaited.push(libc::SIGCHLD);
    let awaited = set_of(&awaited);
    let before = block(&awaited)?;
    let clean_up = program.clean_up;
    let (end, asked) = match attended(program, &awaited) {
        Ok(ended) => ended,
        Err(error) => {
            unblock(&before);
            return Err(error);
        }
    };
    if asked.is_some() {
        clean_up();
    }
    unblock(&before);
    if let Some(signal) = asked {
        // SAFETY: calls without pointers. Whoever waits for us learns what we ended of.
        unsafe {
            libc::signal(signal, libc::SIG_DFL);
            libc::raise(signal);
        }
    }
    Ok(end)
}

/// How it ended, and the signal that asked for it.
fn attended(program: Attended<'_>, awaited: &sigset_t) -> io::Result<(Result<c_int, c_int>, Option<c_int>)> {
    let guard = if program.reads_terminal { None } else { Some(start_guard(program.clean_up)?) };
    let started = start(program.command, guard);
    let ended = started.map(|process| wait(process, guard, awaited));
    if let Some(guard) = guard {
        if matches!(ended, Ok((_, Some(_)))) {
            // Those that the program has started.
            kill(-guard);
        }
        kill(guard);
        crate::process::ended(guard, true);
    }
    ended
}

fn start(command: &mut Command, guard: Option<pid_t>) -> io::Result<pid_t> {
    let parent = std::process::id();
    let follow = move || {
        // SAFETY: calls that are allowed between fork and exec, without pointers.
        unsafe {
            if let Some(guard) = guard {
                libc::setpgid(0, guard);
            }
            libc::prctl(libc::PR_SET_PDEATHSIG, libc::SIGTERM);
            if u32::try_from(libc::getppid()) != Ok(parent) {
                libc::_exit(1);
            }
        }
        Ok(())
    };
    // SAFETY: what is run in the new process makes system calls only.
    let child = unsafe { command.pre_exec(follow) }.spawn()?;
    pid_t::try_from(child.id()).map_err(io::Error::other)
}

fn wait(process: pid_t, guard: Option<pid_t>, awaited: &sigset_t) -> (Result<c_int, c_int>, Option<c_int>) {
    let mut asked = None;
    loop {
        let signal = signal_within(awaited, PAUSE_MS).filter(|signal| *signal != libc::SIGCHLD);
        if let Some(end) = ended(process, false) {
            return (end, asked.or(signal));
        }
        if let Some(signal) = signal {
            asked = Some(signal);
            // SAFETY: a call without pointers; both are our children and not reaped yet.
            unsafe { libc::kill(guard.unwrap_or(process), libc::SIGTERM) };
        }
    }
}

/// Starts a process that ends its group, with a grace, when it is told to or when we are gone.
fn start_guard(clean_up: &dyn Fn()) -> io::Result<pid_t> {
    let parent = std::process::id();
    // SAFETY: there is no other thread, so the new process is whole.
    match unsafe { libc::fork() } {
        -1 => Err(io::Error::last_os_error()),
        0 => guard(parent, clean_up),
        guard => {
            // SAFETY: a call without pointers. Both do this, since nobody knows who is first.
            unsafe { libc::setpgid(guard, guard) };
            Ok(guard)
        }
    }
}

fn guard(parent: u32, clean_up: &dyn Fn()) -> ! {
    let request = set_of(&[libc::SIGTERM]);
    // SAFETY: calls without pointers.
    unsafe {
        libc::setpgid(0, 0);
        libc::signal(libc::SIGTERM, libc::SIG_DFL);
    }
    let _ = block(&request);
    // SAFETY: as above.
    unsafe { libc::prctl(libc::PR_SET_PDEATHSIG, libc::SIGTERM) };
    // SAFETY: as above.
    while u32::try_from(unsafe { libc::getppid() }) == Ok(parent) && signal_within(&request, PAUSE_MS).is_none() {}
    // SAFETY: as above; the signal is blocked here.
    unsafe { libc::kill(0, libc::SIGTERM) };
    std::thread::sleep(std::time::Duration::from_millis(GRACE_MS));
    clean_up();
    // SAFETY: as above; this process is in the group.
    unsafe {
        libc::kill(0, libc::SIGKILL);
        libc::_exit(1)
    }
}
