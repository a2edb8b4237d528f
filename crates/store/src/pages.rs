//! A growing array of 64-bit cells that never move.
//!
//! Pages are found through levels of doubling size, so that no array is ever
//! copied: page `n` is entry `n + 1 - 2^k` of level `k = log2(n + 1)`.
//!
//! ```text
//! levels   0 ──► [page 0]
//!          1 ──► [page 1, page 2]
//!          2 ──► [page 3, page 4, page 5, page 6]
//!          …     each page ──► [cell, cell, …]
//! entry    ├ form 16 ┤├ address of page ┤
//! ```
//!
//! A page's form, a number that its users choose, is told by the bits that an
//! address leaves free, so that it is known before the page itself is loaded.
//!
//! Invariant: a pointer, once set, is not changed until the array is dropped.

use std::marker::PhantomData;
use std::ptr::{self, NonNull};
use std::sync::Arc;

use crate::Full;
use crate::memory::{Memory, Use, block_bytes};
use crate::sync::{AtomicPtr, AtomicU64, Ordering, Zero};

type Page = AtomicPtr<AtomicU64>;

/// Enough for 2^27 pages.
const LEVELS: usize = 27;

/// How long a page is, given its form.
pub(crate) trait Layout {
    fn cells(form: u16) -> usize;
}

/// Pages of `2^LOG` cells.
pub(crate) struct Fixed<const LOG: u32>;

impl<const LOG: u32> Layout for Fixed<LOG> {
    #[inline]
    fn cells(_form: u16) -> usize {
        1 << LOG
    }
}

const FORM_SHIFT: u32 = usize::BITS - 16;

/// A page as an entry has it: address and form in one pointer.
fn formed(page: *mut AtomicU64, form: u16) -> *mut AtomicU64 {
    page.map_addr(|address| {
        assert!(address >> FORM_SHIFT == 0, "pages are below 2^48");
        address | usize::from(form) << FORM_SHIFT
    })
}

#[inline]
fn form_of(entry: *mut AtomicU64) -> u16 {
    (entry.addr() >> FORM_SHIFT) as u16
}

#[inline]
fn page_of(entry: *mut AtomicU64) -> *mut AtomicU64 {
    entry.map_addr(|address| address & ((1 << FORM_SHIFT) - 1))
}

pub(crate) struct Pages<L: Layout> {
    levels: [AtomicPtr<Page>; LEVELS],
    memory: Arc<Memory>,
    bytes: AtomicU64,
    layout: PhantomData<L>,
}

#[inline]
fn place(page: usize) -> (usize, usize) {
    let level = (page + 1).ilog2() as usize;
    (level, page + 1 - (1 << level))
}

impl<L: Layout> Pages<L> {
    pub(crate) fn new(memory: &Arc<Memory>) -> Pages<L> {
        Pages {
            levels: std::array::from_fn(|_| AtomicPtr::new(ptr::null_mut())),
            memory: Arc::clone(memory),
            bytes: AtomicU64::new(0),
            layout: PhantomData,
        }
    }

    /// Allocated bytes.
    pub(crate) fn bytes(&self) -> u64 {
        // Relaxed: a counter, nothing is published through it.
        self.bytes.load(Ordering::Relaxed)
    }

    /// A page that exists.
    #[inline]
    pub(crate) fn page(&self, page: usize) -> &[AtomicU64] {
        self.find(page).expect("a named cell lies on a page")
    }

    /// A page that may not exist.
    #[inline]
    pub(crate) fn find(&self, page: usize) -> Option<&[AtomicU64]> {
        Some(self.find_formed(page)?.1)
    }

    /// A page that exists, and its form.
    #[inline]
    pub(crate) fn page_formed(&self, page: usize) -> (u16, &[AtomicU64]) {
        self.find_formed(page).expect("a named cell lies on a page")
    }

    #[inline]
    fn find_formed(&self, page: usize) -> Option<(u16, &[AtomicU64])> {
        let (level, position) = place(page);
        // Acquire pairs with the Release in `install`: the level is filled.
        let entries = self.levels[level].load(Ordering::Acquire);
        if entries.is_null() {
            return None;
        }
        // SAFETY: level `level` has `2^level` entries and `position` is less;
        // levels live as long as `self`.
        let entry = unsafe { &*entries.add(position) };
        // Acquire pairs with the Release in `install`: the page is filled.
        let entry = entry.load(Ordering::Acquire);
        if entry.is_null() {
            return None;
        }
        let form = form_of(entry);
        // SAFETY: a page was allocated with as many cells as its layout
        // tells, and lives as long as `self`.
        Some((form, unsafe { std::slice::from_raw_parts(page_of(entry), L::cells(form)) }))
    }

    /// Makes sure that a page exists; `choose` tells its form.
    #[inline]
    pub(crate) fn ensure(&self, page: usize, choose: impl FnOnce() -> u16) -> Result<(), Full> {
        if self.find(page).is_some() { Ok(()) } else { self.add(page, choose()) }
    }

    #[cold]
    fn add(&self, page: usize, form: u16) -> Result<(), Full> {
        let (level, position) = place(page);
        if level >= LEVELS {
            return Err(Full::Names { table: "pages" });
        }
        let entries = match self.levels[level].load(Ordering::Acquire) {
            entries if entries.is_null() => self.install(&self.levels[level], 1 << level, Use::Index, |level| level)?,
            entries => entries,
        };
        // SAFETY: as in `find`.
        let entry = unsafe { &*entries.add(position) };
        self.install(entry, L::cells(form), Use::Contents, |page| formed(page, form))?;
        Ok(())
    }

    /// Allocates a block and hangs it into `place`, as `dress` has it, unless
    /// another thread is quicker; returns what hangs there.
    fn install<T: Zero>(
        &self,
        place: &AtomicPtr<T>,
        len: usize,
        purpose: Use,
        dress: impl FnOnce(*mut T) -> *mut T,
    ) -> Result<*mut T, Full> {
        let bytes = block_bytes::<T>(len);
        let block = self.memory.allocate::<T>(len, purpose)?;
        let dressed = dress(block.as_ptr());
        // Release publishes the zeroed block to the Acquire loads of `find`;
        // Acquire on failure receives the winner's block.
        match place.compare_exchange(ptr::null_mut(), dressed, Ordering::Release, Ordering::Acquire) {
            Ok(_) => {
                // Relaxed: a counter.
                self.bytes.fetch_add(bytes as u64, Ordering::Relaxed);
                Ok(dressed)
            }
            Err(winner) => {
                // SAFETY: allocated above and never published.
                unsafe { self.memory.free(block, len) };
                Ok(winner)
            }
        }
    }
}

impl<L: Layout> Drop for Pages<L> {
    fn drop(&mut self) {
        for (level, entries) in self.levels.iter().enumerate() {
            // Relaxed: `&mut self` excludes other threads.
            let Some(entries) = NonNull::new(entries.load(Ordering::Relaxed)) else {
                continue;
            };
            for position in 0..1 << level {
                // SAFETY: level `level` has `2^level` entries.
                let entry = unsafe { entries.add(position).as_ref() };
                let entry = entry.load(Ordering::Relaxed);
                if let Some(page) = NonNull::new(page_of(entry)) {
                    // SAFETY: `install` allocated that many; references to
                    // them have ended with the borrow of `self`.
                    unsafe { self.memory.free(page, L::cells(form_of(entry))) };
                }
            }
            // SAFETY: `install` allocated that many entries.
            unsafe { self.memory.free(entries, 1 << level) };
        }
    }
}

#[cfg(all(test, not(loom)))]
mod tests {
    use super::*;

    #[test]
    fn cells_stay_and_are_counted() {
        let memory = Arc::new(Memory::new(None));
        let pages = Pages::<Fixed<3>>::new(&memory);
        for page in 0..100 {
            pages.ensure(page, || page as u16 + 65_000).unwrap();
            pages.page(page)[0].store(page as u64 + 7, Ordering::Relaxed);
            pages.ensure(page, || 0).unwrap();
        }
        for page in 0..100 {
            let (form, cells) = pages.page_formed(page);
            assert_eq!((form, cells[0].load(Ordering::Relaxed)), (page as u16 + 65_000, page as u64 + 7));
        }
        // Levels of 1 + 2 + … + 64 entries, and 100 pages of 8 cells.
        assert_eq!(pages.bytes(), 127 * 8 + 100 * 64);
        assert_eq!(pages.bytes(), memory.used_bytes());
    }

    #[test]
    fn the_limit_bounds_pages() {
        let memory = Arc::new(Memory::new(None));
        memory.limit(100);
        let pages = Pages::<Fixed<3>>::new(&memory);
        pages.ensure(0, || 0).unwrap();
        let full = pages.ensure(1, || 0).unwrap_err();
        assert!(matches!(full, Full::Memory { bytes_max: 100, .. }));
        assert_eq!(memory.used_bytes(), pages.bytes());
    }
}
