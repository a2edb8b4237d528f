//! The one place where atomics, locks and reclamation come from.
//!
//! Built with `--cfg loom` the same source runs under loom's model checker;
//! otherwise it is std's atomics and crossbeam's epochs. Under loom retired
//! memory is leaked: loom explores the tables, not crossbeam.

use std::ptr::NonNull;
use std::sync::Arc;

use crate::memory::Memory;

#[cfg(loom)]
pub(crate) use loom::sync::Mutex;
#[cfg(loom)]
pub(crate) use loom::sync::atomic::{AtomicPtr, AtomicU32, AtomicU64, Ordering};

#[cfg(not(loom))]
pub(crate) use std::sync::Mutex;
#[cfg(not(loom))]
pub(crate) use std::sync::atomic::{AtomicPtr, AtomicU32, AtomicU64, Ordering};

#[cfg(not(loom))]
pub(crate) use crossbeam_epoch::{Guard, pin};

/// Stands for an epoch guard under loom, where nothing is freed.
#[cfg(loom)]
pub(crate) struct Guard;

#[cfg(loom)]
pub(crate) fn pin() -> Guard {
    Guard
}

/// Frees a block once no thread can still read it.
///
/// # Safety
/// The block comes from `memory.allocate(len)`, is unreachable for threads
/// that pin from now on, and is retired once.
pub(crate) unsafe fn retire<T: 'static>(guard: &Guard, memory: &Arc<Memory>, block: NonNull<T>, len: usize) {
    #[cfg(not(loom))]
    {
        let address = block.as_ptr().expose_provenance();
        let memory = Arc::clone(memory);
        // SAFETY: by the contract of this function nobody who pins later can
        // reach the block, and nobody else frees it.
        unsafe {
            guard.defer_unchecked(move || {
                let block = NonNull::new(std::ptr::with_exposed_provenance_mut::<T>(address));
                memory.free(block.expect("a block is not at address 0"), len);
            });
        }
        guard.flush();
    }
    #[cfg(loom)]
    {
        let _ = (guard, memory, block, len);
    }
}

/// Waits for another thread a little; longer each time it is called.
#[derive(Default)]
pub(crate) struct Backoff {
    #[cfg(not(loom))]
    rounds: u32,
}

impl Backoff {
    pub(crate) fn wait(&mut self) {
        #[cfg(loom)]
        loom::thread::yield_now();
        #[cfg(not(loom))]
        {
            if self.rounds < 64 {
                std::hint::spin_loop();
            } else {
                std::thread::yield_now();
            }
            self.rounds += 1;
        }
    }
}

/// Types for which a block of zero bytes is a valid value.
///
/// # Safety
/// Without loom, all-zero bytes are a valid `Self`, equal to `Self::zero()`.
pub(crate) unsafe trait Zero: Sized {
    #[cfg(loom)]
    fn zero() -> Self;
}

macro_rules! zero {
    ($type:ty, $value:expr $(, $param:ident)?) => {
        // SAFETY: plain integers, and std's atomics, which have the layout of
        // the plain integer or pointer: zero bytes are 0 or null.
        unsafe impl $(<$param>)? Zero for $type {
            #[cfg(loom)]
            fn zero() -> Self {
                $value
            }
        }
    };
}
zero!(u8, 0);
zero!(AtomicU32, AtomicU32::new(0));
zero!(AtomicU64, AtomicU64::new(0));
zero!(AtomicPtr<T>, AtomicPtr::new(std::ptr::null_mut()), T);
