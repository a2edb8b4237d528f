//! The one place where atomics, locks and reclamation come from.
//!
//! Built with `--cfg loom` the same source runs under loom's model checker;
//! otherwise it is std's atomics and crossbeam's epochs. Under loom retired
//! memory is leaked: loom explores the tables, not crossbeam.

#[cfg(loom)]
pub(crate) use loom::sync::atomic::{AtomicPtr, AtomicU32, AtomicU64, Ordering};
#[cfg(loom)]
pub(crate) use loom::sync::{Mutex, MutexGuard};

#[cfg(not(loom))]
pub(crate) use std::sync::atomic::{AtomicPtr, AtomicU32, AtomicU64, Ordering};
#[cfg(not(loom))]
pub(crate) use std::sync::{Mutex, MutexGuard};

#[cfg(not(loom))]
pub(crate) use crossbeam_epoch::{Guard, pin};

/// What workers write often, on cache lines of its own: they would slow down whoever reads its
/// neighbours.
pub(crate) use crossbeam_utils::CachePadded as Apart;

/// Stands for an epoch guard under loom, where nothing is freed.
#[cfg(loom)]
pub(crate) struct Guard;

#[cfg(loom)]
pub(crate) fn pin() -> Guard {
    Guard
}

/// Runs `cleanup` once no thread that is pinned now is pinned any more.
///
/// # Safety
/// The cleanup may run at any later time on any thread.
pub(crate) unsafe fn defer(guard: &Guard, cleanup: impl FnOnce() + 'static) {
    #[cfg(not(loom))]
    {
        // SAFETY: by the contract of this function.
        unsafe { guard.defer_unchecked(cleanup) };
        guard.flush();
    }
    #[cfg(loom)]
    {
        let _ = guard;
        std::mem::forget(cleanup);
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
