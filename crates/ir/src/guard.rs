//! Keeps a crash of LLVM on corrupt input from looking like ours.
//!
//! LLVM's readers may abort, fault, overflow the stack or spin on bytes that no compiler wrote.
//! While a [`Guard`] lives, such an end of the process becomes a message and exit code 2, and what
//! [`print_on_crash`] was given goes to standard output. This cannot be an error value: after a
//! fault nothing in the process can be trusted any more.

use std::ffi::{CStr, c_char, c_int};
use std::sync::atomic::{AtomicPtr, AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::Duration;

const SIGNALS: [c_int; 5] = [libc::SIGSEGV, libc::SIGABRT, libc::SIGBUS, libc::SIGILL, libc::SIGFPE];

/// The exit code of "malformed input".
const EXIT_USAGE: c_int = 2;

/// Reading any input that a compiler wrote takes far less: a time for all, and more for large ones.
const HANG_SECONDS: u64 = 20;
const HANG_SECONDS_PER_MIB: u64 = 16;

const STACK_BYTES: usize = 64 * 1024;

const STDOUT: c_int = 1;
const STDERR: c_int = 2;

/// What the handlers print: set while a guard lives, never freed while a handler may read it.
static MESSAGE: AtomicPtr<u8> = AtomicPtr::new(std::ptr::null_mut());
static MESSAGE_BYTES: AtomicUsize = AtomicUsize::new(0);

/// What goes to standard output in a crash, for those who read a report there.
static REPORT: OnceLock<String> = OnceLock::new();

/// Guards alive and the handlers they replaced.
struct Installed {
    guards: usize,
    old: Vec<(c_int, libc::sigaction)>,
}

static INSTALLED: Mutex<Installed> = Mutex::new(Installed { guards: 0, old: Vec::new() });

fn installed() -> MutexGuard<'static, Installed> {
    INSTALLED.lock().unwrap_or_else(PoisonError::into_inner)
}

/// While it lives, a crash or hang of LLVM prints a message and ends the process with code 2.
pub struct Guard {
    /// The signal stack that was in force before, and ours.
    old_stack: libc::stack_t,
    stack: Vec<u8>,
    done: Arc<(Mutex<bool>, Condvar)>,
}

/// From now on a crash of LLVM prints `report` to standard output too. Only the first one counts.
pub fn print_on_crash(report: String) {
    REPORT.get_or_init(|| report);
}

/// Prints `message_on_crash` if LLVM takes the process down before the guard is dropped, or is not
/// done with inputs of so many bytes in a time that must suffice.
pub fn guard_llvm(message_on_crash: &str, input_bytes: usize) -> Guard {
    let mut state = installed();
    state.guards += 1;
    if state.guards == 1 {
        // Leaked on purpose (once per load): a handler may read it at any time.
        let text: &'static str = Box::leak(format!("{message_on_crash}\n").into_boxed_str());
        MESSAGE.store(text.as_ptr().cast_mut(), Ordering::SeqCst);
        MESSAGE_BYTES.store(text.len(), Ordering::SeqCst);
        state.old = SIGNALS.iter().map(|s| (*s, install(*s))).collect();
        // SAFETY: the handler is a function that lives as long as the process.
        unsafe {
            llvm_sys::error_handling::LLVMResetFatalErrorHandler();
            llvm_sys::error_handling::LLVMInstallFatalErrorHandler(Some(on_fatal));
        }
    }
    drop(state);
    let mut stack = vec![0u8; STACK_BYTES];
    let ours = libc::stack_t { ss_sp: stack.as_mut_ptr().cast(), ss_flags: 0, ss_size: STACK_BYTES };
    // SAFETY: stack_t is plain data, for which zero bytes are a value.
    let mut old_stack: libc::stack_t = unsafe { std::mem::zeroed() };
    // SAFETY: the new stack lives in the guard, which restores the old one before freeing it.
    unsafe { libc::sigaltstack(&ours, &mut old_stack) };
    Guard { old_stack, stack, done: watch_for_hangs(input_bytes) }
}

impl Drop for Guard {
    fn drop(&mut self) {
        let (done, wake) = &*self.done;
        *done.lock().unwrap_or_else(PoisonError::into_inner) = true;
        wake.notify_all();
        // SAFETY: this is what the system reported as the stack in force before.
        unsafe { libc::sigaltstack(&self.old_stack, std::ptr::null_mut()) };
        debug_assert_eq!(self.stack.len(), STACK_BYTES);
        let mut state = installed();
        state.guards -= 1;
        if state.guards == 0 {
            for (signal, action) in std::mem::take(&mut state.old) {
                // SAFETY: `action` is what the system reported as in force before.
                unsafe { libc::sigaction(signal, &action, std::ptr::null_mut()) };
            }
            // SAFETY: no LLVM call of a guarded section is under way: no guard is left.
            unsafe { llvm_sys::error_handling::LLVMResetFatalErrorHandler() };
        }
    }
}

fn install(signal: c_int) -> libc::sigaction {
    // SAFETY: sigaction is plain data, for which zero bytes are a value.
    let mut action: libc::sigaction = unsafe { std::mem::zeroed() };
    // SAFETY: as above.
    let mut old: libc::sigaction = unsafe { std::mem::zeroed() };
    let handler: extern "C" fn(c_int) = on_signal;
    action.sa_sigaction = handler as libc::sighandler_t;
    action.sa_flags = libc::SA_ONSTACK;
    // SAFETY: both structures are valid, the handler only makes async-signal-safe calls.
    unsafe { libc::sigaction(signal, &action, &mut old) };
    old
}

extern "C" fn on_signal(_signal: c_int) {
    leave()
}

extern "C" fn on_fatal(reason: *const c_char) {
    if !reason.is_null() {
        // SAFETY: LLVM passes a string that ends in 0.
        let reason = unsafe { CStr::from_ptr(reason) }.to_bytes();
        write(STDERR, b"LLVM: ");
        write(STDERR, reason);
        write(STDERR, b"\n");
    }
    leave()
}

fn leave() -> ! {
    let text = MESSAGE.load(Ordering::SeqCst);
    let len = MESSAGE_BYTES.load(Ordering::SeqCst);
    if !text.is_null() {
        // SAFETY: the message is leaked, so it lives for ever, and has this length.
        write(STDERR, unsafe { std::slice::from_raw_parts(text, len) });
    }
    if let Some(report) = REPORT.get() {
        write(STDOUT, report.as_bytes());
    }
    // SAFETY: _exit is async-signal-safe and does not return.
    unsafe { libc::_exit(EXIT_USAGE) }
}

fn write(to: c_int, bytes: &[u8]) {
    // SAFETY: the slice is valid; nothing sensible can be done if the write fails.
    let _ = unsafe { libc::write(to, bytes.as_ptr().cast(), bytes.len()) };
}

fn watch_for_hangs(input_bytes: usize) -> Arc<(Mutex<bool>, Condvar)> {
    let done = Arc::new((Mutex::new(false), Condvar::new()));
    let seen = Arc::clone(&done);
    let watch = move || {
        let (done, wake) = &*seen;
        let guard = done.lock().unwrap_or_else(PoisonError::into_inner);
        let limit = Duration::from_secs(HANG_SECONDS + HANG_SECONDS_PER_MIB * (input_bytes as u64 >> 20));
        let (finished, _) =
            wake.wait_timeout_while(guard, limit, |done| !*done).unwrap_or_else(PoisonError::into_inner);
        if !*finished {
            leave()
        }
    };
    // Without the watcher a hang is just a hang.
    let _ = std::thread::Builder::new().name("llvm-watch".into()).stack_size(STACK_BYTES).spawn(watch);
    done
}
