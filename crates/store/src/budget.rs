//! How many bytes a store has allocated and how many it may.

use crate::Full;
use crate::sync::{AtomicU64, Ordering};

/// Every allocation of a store is charged here first.
pub(crate) struct Budget {
    used_bytes: AtomicU64,
    bytes_max: u64,
}

impl Budget {
    pub(crate) fn new(bytes_max: Option<u64>) -> Budget {
        Budget { used_bytes: AtomicU64::new(0), bytes_max: bytes_max.unwrap_or(u64::MAX) }
    }

    /// Sets the limit anew.
    pub(crate) fn limit(&mut self, bytes_max: Option<u64>) {
        self.bytes_max = bytes_max.unwrap_or(u64::MAX);
    }

    /// Takes `bytes` from the budget, or says that it is exhausted.
    pub(crate) fn charge(&self, bytes: usize) -> Result<(), Full> {
        // Relaxed: a counter, nothing is published through it.
        let before = self.used_bytes.fetch_add(bytes as u64, Ordering::Relaxed);
        if before.saturating_add(bytes as u64) > self.bytes_max {
            self.release(bytes);
            return Err(Full::Memory { used_bytes: before, bytes_max: self.bytes_max });
        }
        Ok(())
    }

    /// Counts small things that cannot be refused, whatever the limit.
    pub(crate) fn force(&self, bytes: usize) {
        // Relaxed: a counter, nothing is published through it.
        self.used_bytes.fetch_add(bytes as u64, Ordering::Relaxed);
    }

    pub(crate) fn release(&self, bytes: usize) {
        // Relaxed: a counter, nothing is published through it.
        self.used_bytes.fetch_sub(bytes as u64, Ordering::Relaxed);
    }

    /// Allocates through `make` on the budget's account.
    pub(crate) fn allocate<T>(&self, bytes: usize, make: impl FnOnce() -> Option<T>) -> Result<T, Full> {
        self.charge(bytes)?;
        make().ok_or_else(|| {
            self.release(bytes);
            Full::Memory { used_bytes: self.used_bytes(), bytes_max: self.bytes_max }
        })
    }

    pub(crate) fn used_bytes(&self) -> u64 {
        // Relaxed: a counter, nothing is published through it.
        self.used_bytes.load(Ordering::Relaxed)
    }
}
