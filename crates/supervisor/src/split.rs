//! One process becomes two.

use std::io;
use std::sync::OnceLock;
use std::sync::atomic::Ordering;

use libc::{c_int, sigset_t};

use crate::allocator::WATCHED;
use crate::page;
use crate::watch::Watch;

/// Signals that ask for an end, or would be one if nobody heeded them.
const REQUESTS: [c_int; 7] =
    [libc::SIGINT, libc::SIGTERM, libc::SIGHUP, libc::SIGQUIT, libc::SIGUSR1, libc::SIGUSR2, libc::SIGALRM];

/// Which of the two processes this is.
pub enum Side {
    Worker,
    Watch(Watch),
}

/// The process that the user has started: the watch, or the only one.
static FIRST: OnceLock<u32> = OnceLock::new();

/// How the names of all our temporary directories begin. Only this run's do.
pub fn temporary_prefix() -> String {
    format!("augur-{}-", FIRST.get_or_init(std::process::id))
}

/// Splits this process in two. It must have no threads yet.
pub fn split() -> io::Result<Side> {
    FIRST.get_or_init(std::process::id);
    page::make()?;
    // SAFETY: a number goes in, and a number comes out. A file that may not grow is an error that can be told.
    unsafe { libc::signal(libc::SIGXFSZ, libc::SIG_IGN) };
    // SAFETY: as above. Whoever started us may have said that it does not care for its children.
    unsafe { libc::signal(libc::SIGCHLD, libc::SIG_DFL) };
    let requests = heeded();
    let mut awaited = requests.clone();
    awaited.extend([libc::SIGCHLD, libc::SIGCONT]);
    let awaited = set_of(&awaited);
    let before = block(&awaited)?;
    // SAFETY: there is no other thread, so the new process is whole.
    match unsafe { libc::fork() } {
        -1 => {
            let error = io::Error::last_os_error();
            unblock(&before);
            Err(error)
        }
        0 => {
            let watch = *FIRST.get_or_init(std::process::id);
            become_worker(watch, &requests);
            unblock(&before);
            Ok(Side::Worker)
        }
        worker => Ok(Side::Watch(Watch::new(worker, awaited))),
    }
}

/// The requests that this process was not told to ignore (`nohup`, jobs in the background of a script).
pub(crate) fn heeded() -> Vec<c_int> {
    let heeds = |signal: &c_int| {
        // SAFETY: sigaction is plain data, for which zero bytes are a value.
        let mut action: libc::sigaction = unsafe { std::mem::zeroed() };
        // SAFETY: asks only; the structure is valid.
        let asked = unsafe { libc::sigaction(*signal, std::ptr::null(), &mut action) };
        asked == 0 && action.sa_sigaction != libc::SIG_IGN
    };
    REQUESTS.into_iter().filter(heeds).collect()
}

/// Signals are the watch's to heed; a worker whose watch is gone has nobody to tell.
fn become_worker(watch: u32, requests: &[c_int]) {
    WATCHED.store(true, Ordering::SeqCst);
    // SAFETY: calls without pointers, but for a structure that is valid.
    unsafe {
        libc::prctl(libc::PR_SET_PDEATHSIG, libc::SIGKILL);
        if u32::try_from(libc::getppid()) != Ok(watch) {
            libc::_exit(1);
        }
        // A crash of LLVM is no news, and leaves no file.
        let none = libc::rlimit { rlim_cur: 0, rlim_max: 0 };
        libc::setrlimit(libc::RLIMIT_CORE, &none);
    }
    let handler: extern "C" fn(c_int) = on_abort;
    // SAFETY: the handler looks at a number and writes to a page that is there for good; then the process aborts.
    unsafe { libc::signal(libc::SIGABRT, handler as libc::sighandler_t) };
    for signal in requests {
        // A handler, and not to ignore it: the worker's helpers begin with what the user is used to.
        let handler: extern "C" fn(c_int) = nothing;
        // SAFETY: the handler does nothing, and so does no harm.
        unsafe { libc::signal(*signal, handler as libc::sighandler_t) };
    }
}

/// Not every library asks our allocator. Who aborts because it got no memory does so with this error.
extern "C" fn on_abort(_signal: c_int) {
    // SAFETY: the location is the thread's own.
    if unsafe { *libc::__errno_location() } == libc::ENOMEM {
        page::exhausted();
    }
}

extern "C" fn nothing(_signal: c_int) {}

pub(crate) fn set_of(signals: &[c_int]) -> sigset_t {
    // SAFETY: sigset_t is plain data, for which zero bytes are a value.
    let mut set: sigset_t = unsafe { std::mem::zeroed() };
    // SAFETY: the set is valid, and so are the signals.
    unsafe {
        libc::sigemptyset(&mut set);
        for signal in signals {
            libc::sigaddset(&mut set, *signal);
        }
    }
    set
}

/// Blocks these signals. Returns which were blocked before.
pub(crate) fn block(set: &sigset_t) -> io::Result<sigset_t> {
    let mut before = set_of(&[]);
    // SAFETY: both sets are valid.
    match unsafe { libc::sigprocmask(libc::SIG_BLOCK, set, &mut before) } {
        0 => Ok(before),
        _ => Err(io::Error::last_os_error()),
    }
}

pub(crate) fn unblock(before: &sigset_t) {
    // SAFETY: this is what the system reported as blocked before.
    unsafe { libc::sigprocmask(libc::SIG_SETMASK, before, std::ptr::null_mut()) };
}
