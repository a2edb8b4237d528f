//! What LLVM does when it cannot go on.
//!
//! Left to itself it may end the process with an exit code that means something else here. So whatever it
//! complains of is printed and the process aborts; whoever watches it says what that means. Memory that is
//! refused to LLVM is told to somebody first.

use std::ffi::{CStr, c_char};
use std::sync::Once;
use std::sync::atomic::{AtomicPtr, Ordering};

use crate::llvm::shim;

/// A function that may be called when there is no memory left.
pub type OnExhaustion = extern "C" fn();

static ON_EXHAUSTION: AtomicPtr<()> = AtomicPtr::new(std::ptr::null_mut());

/// Calls this when LLVM gets no memory, before the process aborts.
pub fn on_exhaustion(call: OnExhaustion) {
    ON_EXHAUSTION.store(call as *mut (), Ordering::SeqCst);
}

/// From now on LLVM ends the process by aborting it, and in no other way.
pub(crate) fn install() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        // SAFETY: the handlers are functions that live as long as the process; nothing of LLVM runs yet.
        unsafe {
            llvm_sys::error_handling::LLVMResetFatalErrorHandler();
            llvm_sys::error_handling::LLVMInstallFatalErrorHandler(Some(on_fatal));
            shim::on_exhaustion(exhausted);
            shim::silence_readers();
        }
    });
}

extern "C" fn exhausted() {
    let call = ON_EXHAUSTION.load(Ordering::SeqCst);
    if !call.is_null() {
        // SAFETY: only `on_exhaustion` stores there, and only functions of this type.
        let call: OnExhaustion = unsafe { std::mem::transmute(call) };
        call();
    }
    abort()
}

extern "C" fn on_fatal(reason: *const c_char) {
    if !reason.is_null() {
        // SAFETY: LLVM passes a string that ends in 0.
        let reason = unsafe { CStr::from_ptr(reason) }.to_bytes();
        // Names in it may be anything.
        let plain = reason.iter().map(|byte| if byte.is_ascii_control() { b'?' } else { *byte });
        let line: Vec<u8> = b"LLVM: ".iter().copied().chain(plain).chain(*b"\n").collect();
        // SAFETY: the slice is valid; nothing sensible can be done if the write fails.
        let _ = unsafe { libc::write(libc::STDERR_FILENO, line.as_ptr().cast(), line.len()) };
    }
    abort()
}

fn abort() -> ! {
    // SAFETY: ends the process and does nothing else.
    unsafe { libc::abort() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn readers_can_be_silenced() {
        // SAFETY: sets a switch of LLVM's that every test here would set, too.
        assert!(unsafe { shim::silence_readers() }, "LLVM knows this switch by another name");
    }
}
