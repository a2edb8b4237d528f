//! The table of leaves: byte strings, each stored once, read in place.
//!
//! ```text
//! addresses   [ leaf 0 ][ leaf 1 ] …        one cell each
//! block       [ length, 7 bits a byte ][ bytes ][ length ][ bytes ] …
//! ```
//!
//! Invariant: bytes that an address leads to are never moved or changed, so
//! slices live as long as the table. Room for a *new* leaf is taken under a
//! lock (a few instructions); finding and reading take none.

use std::ptr::{self, NonNull};
use std::sync::{Arc, PoisonError};

use crate::hash;
use crate::index::{Index, Refused, Rows};
use crate::memory::{Memory, Use, block_bytes};
use crate::pages::{Fixed, Pages};
use crate::sync::{AtomicU64, Guard, Mutex, Ordering};
use crate::{Full, TableStatistics};

const ADDRESS_PAGE_LOG: u32 = if cfg!(any(test, loom)) { 4 } else { 11 };
/// Longer leaves get a block of their own.
const BLOCK_BYTES: usize = if cfg!(any(test, loom)) { 64 } else { 1 << 16 };

pub(crate) struct Leaves {
    index: Index,
    addresses: Pages<Fixed<ADDRESS_PAGE_LOG>>,
    count: AtomicU64,
    blocks: Mutex<Blocks>,
}

struct Blocks {
    memory: Arc<Memory>,
    all: Vec<(NonNull<u8>, usize)>,
    /// Free part of the youngest block.
    free: *mut u8,
    free_bytes: usize,
    bytes: u64,
}

// SAFETY: the pointers lead to memory that belongs to the table alone.
unsafe impl Send for Blocks {}

impl Blocks {
    /// Room for `len` bytes.
    fn take(&mut self, len: usize) -> Result<*mut u8, Full> {
        if len > self.free_bytes {
            if len > BLOCK_BYTES / 4 {
                return self.allocate(len);
            }
            self.free = self.allocate(BLOCK_BYTES)?;
            self.free_bytes = BLOCK_BYTES;
        }
        let place = self.free;
        // SAFETY: the free part has at least `len` bytes.
        self.free = unsafe { self.free.add(len) };
        self.free_bytes -= len;
        Ok(place)
    }

    fn allocate(&mut self, len: usize) -> Result<*mut u8, Full> {
        let block = self.memory.allocate::<u8>(len, Use::Contents)?;
        self.all.push((block, len));
        self.bytes += block_bytes::<u8>(len) as u64;
        Ok(block.as_ptr())
    }
}

impl Drop for Blocks {
    fn drop(&mut self) {
        for &(block, len) in &self.all {
            // SAFETY: `allocate` got it with this length, and slices of it
            // have ended with the borrow of the table.
            unsafe { self.memory.free(block, len) };
        }
    }
}

impl Rows for Leaves {
    fn hash(&self, name: u32) -> u64 {
        hash::bytes(self.bytes(name))
    }

    fn names(&self) -> u64 {
        self.count()
    }

    fn warm(&self, _names: &[u32]) {}
}

impl Leaves {
    pub(crate) fn new(memory: &Arc<Memory>) -> Leaves {
        Leaves {
            index: Index::new(memory),
            addresses: Pages::new(memory),
            count: AtomicU64::new(0),
            blocks: Mutex::new(Blocks {
                memory: Arc::clone(memory),
                all: Vec::new(),
                free: ptr::null_mut(),
                free_bytes: 0,
                bytes: 0,
            }),
        }
    }

    pub(crate) fn count(&self) -> u64 {
        // Relaxed: a counter; names reach us by other ways.
        self.count.load(Ordering::Relaxed)
    }

    #[inline]
    pub(crate) fn bytes(&self, name: u32) -> &[u8] {
        let page = self.addresses.page((name >> ADDRESS_PAGE_LOG) as usize);
        // Relaxed: a name is known only after the leaf was published.
        let address = page[name as usize % (1 << ADDRESS_PAGE_LOG)].load(Ordering::Relaxed);
        assert!(address != 0, "leaf {name} exists");
        let mut place = ptr::with_exposed_provenance::<u8>(address as usize);
        let mut len = 0;
        let mut shift = 0;
        loop {
            // SAFETY: an address leads to a length, which ends with a byte
            // below 128.
            let byte = unsafe { *place };
            // SAFETY: as above; the bytes follow in the same block.
            place = unsafe { place.add(1) };
            len |= usize::from(byte & 127) << shift;
            shift += 7;
            if byte < 128 {
                break;
            }
        }
        // SAFETY: `len` bytes follow the length, are initialised, never
        // change and live as long as `self`.
        unsafe { std::slice::from_raw_parts(place, len) }
    }

    pub(crate) fn insert(&self, bytes: &[u8], guard: &Guard) -> Result<u32, Full> {
        let (name, _) = self.index.find_or_insert(
            hash::bytes(bytes),
            self,
            guard,
            |name| self.bytes(name) == bytes,
            |limit| self.append(bytes, limit),
        )?;
        Ok(name)
    }

    fn append(&self, bytes: &[u8], limit: u64) -> Result<u32, Refused> {
        let mut prefix = [0; 10];
        let mut prefix_len = 0;
        let mut rest = bytes.len();
        loop {
            let more = rest >= 128;
            prefix[prefix_len] = (rest & 127) as u8 | u8::from(more) << 7;
            prefix_len += 1;
            rest >>= 7;
            if !more {
                break;
            }
        }
        let (name, place) = {
            let mut blocks = self.blocks.lock().unwrap_or_else(PoisonError::into_inner);
            // Relaxed: changed only under the lock.
            let name = self.count.load(Ordering::Relaxed);
            if name > u64::from(u32::MAX) {
                return Err(Full::Names { table: "leaves" }.into());
            }
            if name >= limit {
                return Err(Refused::Limit);
            }
            self.addresses.ensure((name >> ADDRESS_PAGE_LOG) as usize, || 0)?;
            let place = blocks.take(prefix_len + bytes.len())?;
            self.count.store(name + 1, Ordering::Relaxed);
            (name as u32, place)
        };
        // SAFETY: `take` gave us this room alone; it is long enough.
        unsafe {
            ptr::copy_nonoverlapping(prefix.as_ptr(), place, prefix_len);
            ptr::copy_nonoverlapping(bytes.as_ptr(), place.add(prefix_len), bytes.len());
        }
        let page = self.addresses.page((name >> ADDRESS_PAGE_LOG) as usize);
        // Relaxed: published with the name by `Reservation::publish`.
        page[name as usize % (1 << ADDRESS_PAGE_LOG)].store(place.expose_provenance() as u64, Ordering::Relaxed);
        Ok(name)
    }

    pub(crate) fn statistics(&self) -> TableStatistics {
        let blocks = self.blocks.lock().unwrap_or_else(PoisonError::into_inner);
        TableStatistics {
            entries: self.count(),
            index_bytes: self.index.bytes(),
            data_bytes: self.addresses.bytes() + blocks.bytes,
            slots: self.index.slots(),
        }
    }
}
