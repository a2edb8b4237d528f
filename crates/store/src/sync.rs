//! The one place where atomics, locks and reclamation come from.
//!
//! Built with `--cfg loom` the same source runs under loom's model checker;
//! otherwise it is std's atomics and crossbeam's epochs. Under loom retired
//! memory is leaked: loom explores the tables, not crossbeam.

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

/// Frees `retired` once no thread can still read it.
///
/// # Safety
/// `retired` comes from `Box::into_raw`, is unreachable for threads that pin
/// from now on, and is retired once.
pub(crate) unsafe fn retire<T: 'static>(guard: &Guard, retired: *mut T) {
    #[cfg(not(loom))]
    {
        let address = retired.expose_provenance();
        // SAFETY: by the contract of this function nobody who pins later can
        // reach the box, and nobody else frees it.
        unsafe {
            guard.defer_unchecked(move || {
                drop(Box::from_raw(std::ptr::with_exposed_provenance_mut::<T>(address)));
            });
        }
        guard.flush();
    }
    #[cfg(loom)]
    {
        let _ = (guard, retired);
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
        // SAFETY: std's atomics have the layout of the plain integer or
        // pointer, for which zero bytes are 0 or null.
        unsafe impl $(<$param>)? Zero for $type {
            #[cfg(loom)]
            fn zero() -> Self {
                $value
            }
        }
    };
}
zero!(AtomicU32, AtomicU32::new(0));
zero!(AtomicU64, AtomicU64::new(0));
zero!(AtomicPtr<T>, AtomicPtr::new(std::ptr::null_mut()), T);

/// A zeroed block, or nothing when the system has no memory left.
pub(crate) fn zeroed<T: Zero>(len: usize) -> Option<Box<[T]>> {
    #[cfg(loom)]
    {
        Some((0..len).map(|_| T::zero()).collect())
    }
    #[cfg(not(loom))]
    {
        let layout = std::alloc::Layout::array::<T>(len).ok()?;
        assert!(layout.size() > 0, "blocks are never empty");
        // SAFETY: the layout is not empty (asserted above).
        let block = unsafe { std::alloc::alloc_zeroed(layout) }.cast::<T>();
        if block.is_null() {
            return None;
        }
        let slice = std::ptr::slice_from_raw_parts_mut(block, len);
        // SAFETY: `block` was allocated by the global allocator with the
        // layout of `[T; len]`, and zero bytes are valid by `Zero`.
        Some(unsafe { Box::from_raw(slice) })
    }
}
