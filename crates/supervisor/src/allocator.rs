//! The system's allocator, which notes when there is nothing left.
//!
//! What a program can do about that is little: a `Vec` that cannot grow ends the process. In a worker this is
//! noted first, so that the watch can say why it ended. A process without a watch says so itself.

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicBool, Ordering};

use crate::page::exhausted;

/// Somebody watches this process.
pub(crate) static WATCHED: AtomicBool = AtomicBool::new(false);

/// The exit code of a limit.
const EXIT_LIMIT: libc::c_int = 4;
const MESSAGE: &[u8] = b"limit: there is no memory left\n";

/// To be declared as `#[global_allocator]`.
pub struct Allocator;

// SAFETY: all of it is done by `System`.
unsafe impl GlobalAlloc for Allocator {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        // SAFETY: by the contract of this function.
        heed(unsafe { System.alloc(layout) })
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        // SAFETY: by the contract of this function.
        heed(unsafe { System.alloc_zeroed(layout) })
    }

    unsafe fn realloc(&self, block: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        // SAFETY: by the contract of this function.
        heed(unsafe { System.realloc(block, layout, size) })
    }

    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        // SAFETY: by the contract of this function.
        unsafe { System.dealloc(block, layout) }
    }
}

#[inline]
fn heed(block: *mut u8) -> *mut u8 {
    if block.is_null() {
        refused();
    }
    block
}

#[cold]
fn refused() {
    exhausted();
    if !WATCHED.load(Ordering::SeqCst) {
        // SAFETY: the message is valid, and neither call needs memory.
        unsafe {
            let _ = libc::write(libc::STDERR_FILENO, MESSAGE.as_ptr().cast(), MESSAGE.len());
            libc::_exit(EXIT_LIMIT)
        }
    }
}
