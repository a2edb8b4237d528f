//! Where a store's memory comes from, how much it has and how much it may.
//!
//! Tables are read at random places, and on today's machines half of such a
//! read is the search for the page's address. So larger blocks are cut from
//! regions that the system is asked to back with huge pages; small blocks,
//! and the first ones of a store that may stay small, come from the heap.
//!
//! ```text
//! region   ├── block ──┤├ free run ┤├─── block ───┤├──── free run ────┤
//! ```
//!
//! Blocks are zeroed. Regions are counted as a whole as soon as they are
//! mapped, so the limit bounds what the system has to provide.
//!
//! With a [`Spill`], what does not fit goes to regions that are files, which
//! the limit does not concern. Stored contents go there early: they are looked
//! at in the order in which they came, roughly, and old ones seldom. What the
//! indices consist of is read at random places, all of it alike, and goes there
//! last.

use std::collections::BTreeMap;
use std::ptr::NonNull;
use std::sync::{Arc, PoisonError};

use crate::Full;
use crate::spill::{Order, Spill};
use crate::sync::{Apart, AtomicU64, Mutex, Ordering, Zero};

/// Alignment of blocks from regions: a cache line.
const UNIT: usize = 64;
/// Smaller blocks come from the heap.
const SMALL_BYTES: usize = if cfg!(test) { 256 } else { 1024 };
/// The first blocks of a store come from the heap.
const FIRST_BYTES: u64 = if cfg!(test) { 10_000 } else { 1 << 19 };
/// Regions are multiples of a huge page.
const REGION_BYTES: usize = if cfg!(test) { 1 << 14 } else { 1 << 21 };
/// A region is at most this large; before, a 64th of what there is.
const REGION_BYTES_MAX: usize = 1 << 25;
/// Contents go to files when this part of the limit is in use, and leave the rest to indices.
const CONTENTS_SHARE: u64 = 4;

pub(crate) struct Memory {
    used_bytes: Apart<AtomicU64>,
    bytes_max: AtomicU64,
    regions: Mutex<Regions>,
    /// Regions that are files, if there may be any.
    filed: Option<(Arc<Spill>, Mutex<Regions>)>,
}

/// What a block is for.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Use {
    /// To find things.
    Index,
    /// The things themselves.
    Contents,
}

#[derive(Default)]
struct Regions {
    /// They are files from there, or memory.
    spill: Option<Arc<Spill>>,
    /// Mapped regions: address and length.
    mapped: BTreeMap<usize, usize>,
    /// Free runs: address and length.
    free: BTreeMap<usize, Run>,
    mapped_bytes: u64,
    free_bytes: u64,
}

#[derive(Clone, Copy)]
struct Run {
    bytes: usize,
    /// Never handed out before, hence still zero.
    fresh: bool,
}

impl Memory {
    pub(crate) fn new(spill: Option<Arc<Spill>>) -> Memory {
        let filed = |spill: Arc<Spill>| {
            let mut regions = Regions::default();
            regions.spill = Some(Arc::clone(&spill));
            (spill, Mutex::new(regions))
        };
        Memory {
            used_bytes: Apart::new(AtomicU64::new(0)),
            bytes_max: AtomicU64::new(u64::MAX),
            regions: Mutex::new(Regions::default()),
            filed: spill.map(filed),
        }
    }

    pub(crate) fn spill(&self) -> Option<&Arc<Spill>> {
        self.filed.as_ref().map(|(spill, _)| spill)
    }

    /// In files.
    pub(crate) fn filed_bytes(&self) -> u64 {
        self.filed.as_ref().map_or(0, |(_, regions)| locked(regions).mapped_bytes)
    }

    /// In files, but not part of any block.
    pub(crate) fn filed_unused_bytes(&self) -> u64 {
        self.filed.as_ref().map_or(0, |(_, regions)| locked(regions).free_bytes)
    }

    pub(crate) fn limit(&self, bytes_max: u64) {
        // Relaxed: whoever allocates later got the store from the caller.
        self.bytes_max.store(bytes_max, Ordering::Relaxed);
    }

    fn bytes_max(&self) -> u64 {
        self.bytes_max.load(Ordering::Relaxed)
    }

    pub(crate) fn used_bytes(&self) -> u64 {
        // Relaxed here and below: a counter, nothing is published through it.
        self.used_bytes.load(Ordering::Relaxed)
    }

    /// Mapped but not part of any block.
    pub(crate) fn unused_bytes(&self) -> u64 {
        locked(&self.regions).free_bytes
    }

    fn full(&self) -> Full {
        Full::Memory { used_bytes: self.used_bytes(), bytes_max: self.bytes_max() }
    }

    pub(crate) fn charge(&self, bytes: usize) -> Result<(), Full> {
        let before = self.used_bytes.fetch_add(bytes as u64, Ordering::Relaxed);
        if before.saturating_add(bytes as u64) > self.bytes_max() {
            self.release(bytes);
            return Err(self.full());
        }
        Ok(())
    }

    /// Counts small things that cannot be refused, whatever the limit.
    pub(crate) fn force(&self, bytes: usize) {
        self.used_bytes.fetch_add(bytes as u64, Ordering::Relaxed);
    }

    pub(crate) fn release(&self, bytes: usize) {
        self.used_bytes.fetch_sub(bytes as u64, Ordering::Relaxed);
    }

    /// A zeroed block of `len` values.
    pub(crate) fn allocate<T: Zero>(&self, len: usize, purpose: Use) -> Result<NonNull<T>, Full> {
        const { assert!(align_of::<T>() <= UNIT) };
        let mut block = None;
        self.allocate_many(len, 1, purpose, |one| block = Some(one))?;
        Ok(block.expect("one block was asked for"))
    }

    /// Zeroed blocks of `len` values each, wherever there is room for them.
    /// On failure `each` may have been told some that the caller has to free.
    pub(crate) fn allocate_many<T: Zero>(
        &self,
        len: usize,
        count: usize,
        purpose: Use,
        mut each: impl FnMut(NonNull<T>),
    ) -> Result<(), Full> {
        let bytes = block_bytes::<T>(len);
        assert!(bytes > 0, "blocks are never empty");
        let mut missing = count;
        if cfg!(loom) || bytes < SMALL_BYTES || self.used_bytes() < FIRST_BYTES {
            while missing > 0 && self.charge(bytes).is_ok() {
                match heap::allocate(len) {
                    Some(block) => each(block),
                    None => {
                        self.release(bytes);
                        break;
                    }
                }
                missing -= 1;
            }
            if missing == 0 {
                return Ok(());
            }
        }
        let in_memory = (&self.regions, bytes >= SMALL_BYTES && !cfg!(loom));
        let in_files = self.filed.as_ref().map(|(_, regions)| (regions, true));
        let mut places = [Some(in_memory), in_files];
        if self.goes_to_file(purpose) {
            places.reverse();
        }
        let mut result = Err(self.full());
        for (regions, _) in places.into_iter().flatten().filter(|(_, fits)| *fits) {
            result = self.cut(regions, bytes.next_multiple_of(UNIT), missing, &mut each);
            if result.is_ok() {
                break;
            }
        }
        result
    }

    /// Should this be in a file although there may be memory?
    fn goes_to_file(&self, purpose: Use) -> bool {
        let Some((spill, _)) = &self.filed else { return false };
        if self.used_bytes() > self.bytes_max() / CONTENTS_SHARE {
            spill.begin();
        }
        purpose == Use::Contents && spill.has_begun() && spill.trouble().is_none()
    }

    /// Cuts blocks out of regions, and maps another one if need be; all of them, or none.
    fn cut<T: Zero>(
        &self,
        regions: &Mutex<Regions>,
        bytes: usize,
        count: usize,
        each: &mut impl FnMut(NonNull<T>),
    ) -> Result<(), Full> {
        let mut runs = Vec::new();
        let mut regions = locked(regions);
        let mut missing = count - regions.take(bytes, count, &mut runs);
        if missing > 0 {
            if let Err(full) = self.map_region(&mut regions, missing * bytes) {
                for (address, run) in runs {
                    regions.give(address, run);
                }
                return Err(full);
            }
            missing -= regions.take(bytes, missing, &mut runs);
            assert_eq!(missing, 0, "a region with room was just mapped");
        }
        drop(regions);
        for (address, run) in runs {
            let start = std::ptr::with_exposed_provenance_mut::<u8>(address);
            if !run.fresh {
                // SAFETY: the run is ours and holds no values.
                unsafe { start.write_bytes(0, run.bytes) };
            }
            for offset in (0..run.bytes).step_by(bytes) {
                // SAFETY: the run was cut to a multiple of `bytes`.
                let block = unsafe { start.add(offset) }.cast::<T>();
                each(NonNull::new(block).expect("regions are not at address 0"));
            }
        }
        Ok(())
    }

    /// Gives a block back.
    ///
    /// # Safety
    /// The block comes from `allocate(len)` of this memory and is not used
    /// any more. Values are not dropped.
    pub(crate) unsafe fn free<T>(&self, block: NonNull<T>, len: usize) {
        let bytes = block_bytes::<T>(len);
        let address = block.as_ptr().expose_provenance();
        for regions in [&self.regions].into_iter().chain(self.filed.as_ref().map(|(_, regions)| regions)) {
            let mut regions = locked(regions);
            if regions.contains(address) {
                return regions.give(address, Run { bytes: bytes.next_multiple_of(UNIT), fresh: false });
            }
        }
        self.release(bytes);
        // SAFETY: by the contract, and it is not from a region.
        unsafe { heap::free(block, len) };
    }

    fn map_region(&self, regions: &mut Regions, bytes: usize) -> Result<(), Full> {
        let needed = bytes.next_multiple_of(REGION_BYTES);
        let wanted = (regions.mapped_bytes as usize / 64).min(REGION_BYTES_MAX).next_multiple_of(REGION_BYTES);
        let spill = regions.spill.clone();
        for size in [wanted.max(needed), needed] {
            let mapped = match &spill {
                Some(spill) => spill.map(size, Order::Any),
                None if self.charge(size).is_ok() => map(size).or_else(|| {
                    self.release(size);
                    None
                }),
                None => None,
            };
            if let Some(address) = mapped {
                regions.mapped.insert(address, size);
                regions.mapped_bytes += size as u64;
                regions.give(address, Run { bytes: size, fresh: true });
                return Ok(());
            }
        }
        Err(spill.map_or_else(|| self.full(), |_| Full::Files))
    }
}

fn locked(regions: &Mutex<Regions>) -> crate::sync::MutexGuard<'_, Regions> {
    regions.lock().unwrap_or_else(PoisonError::into_inner)
}

/// What a block of `len` values takes.
pub(crate) fn block_bytes<T>(len: usize) -> usize {
    let bytes = len * size_of::<T>();
    if bytes < SMALL_BYTES { bytes } else { bytes.next_multiple_of(UNIT) }
}

impl Regions {
    fn contains(&self, address: usize) -> bool {
        let before = self.mapped.range(..=address).next_back();
        before.is_some_and(|(&start, &len)| address < start + len)
    }

    /// Cuts room for up to `count` times `bytes` out of free runs. Returns how
    /// many. Slabs, which come in numbers, fill the holes that other slabs
    /// left; single blocks are never freed, come in all sizes, and do not
    /// belong there.
    fn take(&mut self, bytes: usize, count: usize, into: &mut Vec<(usize, Run)>) -> usize {
        let first = into.len();
        let mut taken = 0;
        let first_fresh = count == 1;
        let sooner = self.free.iter().filter(|(_, run)| run.fresh == first_fresh);
        let later = self.free.iter().filter(|(_, run)| run.fresh != first_fresh);
        for (&address, run) in sooner.chain(later) {
            let fit = (run.bytes / bytes).min(count - taken);
            if fit > 0 {
                into.push((address, Run { bytes: fit * bytes, ..*run }));
                taken += fit;
            }
            if taken == count {
                break;
            }
        }
        for &(address, cut) in &into[first..] {
            let run = self.free.remove(&address).expect("it was found above");
            if run.bytes > cut.bytes {
                self.free.insert(address + cut.bytes, Run { bytes: run.bytes - cut.bytes, ..run });
            }
        }
        self.free_bytes -= (taken * bytes) as u64;
        taken
    }

    fn give(&mut self, mut address: usize, mut run: Run) {
        self.free_bytes += run.bytes as u64;
        let joins = |run: &Run, other: &Run| run.fresh == other.fresh;
        if let Some((&before, other)) = self.free.range(..address).next_back()
            && before + other.bytes == address
            && joins(&run, other)
        {
            run.bytes += other.bytes;
            self.free.remove(&before);
            address = before;
        }
        if let Some(other) = self.free.get(&(address + run.bytes))
            && joins(&run, other)
        {
            let end = address + run.bytes;
            run.bytes += other.bytes;
            self.free.remove(&end);
        }
        self.free.insert(address, run);
    }
}

impl Drop for Regions {
    fn drop(&mut self) {
        for (&address, &size) in &self.mapped {
            match &self.spill {
                Some(spill) => spill.unmap(address, size),
                None => unmap(address, size),
            }
        }
    }
}

/// Maps memory at a multiple of a huge page.
#[cfg(all(unix, not(loom), not(miri)))]
fn map(size: usize) -> Option<usize> {
    let raw_size = size + REGION_BYTES;
    let protection = libc::PROT_READ | libc::PROT_WRITE;
    let flags = libc::MAP_PRIVATE | libc::MAP_ANONYMOUS;
    // SAFETY: a new private mapping overlaps nothing.
    let raw = unsafe { libc::mmap(std::ptr::null_mut(), raw_size, protection, flags, -1, 0) };
    if raw == libc::MAP_FAILED {
        return None;
    }
    let start = raw.expose_provenance();
    let address = start.next_multiple_of(REGION_BYTES);
    unmap(start, address - start);
    unmap(address + size, start + REGION_BYTES - address);
    #[cfg(target_os = "linux")]
    // SAFETY: advice about a mapping of ours; a refusal costs speed only.
    unsafe {
        libc::madvise(std::ptr::with_exposed_provenance_mut(address), size, libc::MADV_HUGEPAGE);
    }
    Some(address)
}

#[cfg(all(unix, not(loom), not(miri)))]
fn unmap(address: usize, size: usize) {
    if size > 0 {
        // SAFETY: the range was mapped by `map`, and whatever was in it
        // belonged to the store that is being dropped, or was never used.
        unsafe { libc::munmap(std::ptr::with_exposed_provenance_mut(address), size) };
    }
}

/// Elsewhere everything comes from the heap, in blocks as large as regions.
#[cfg(not(all(unix, not(loom), not(miri))))]
fn map(size: usize) -> Option<usize> {
    let layout = std::alloc::Layout::from_size_align(size, REGION_BYTES).ok()?;
    // SAFETY: the size is not 0.
    let block = unsafe { std::alloc::alloc_zeroed(layout) };
    (!block.is_null()).then(|| block.expose_provenance())
}

#[cfg(not(all(unix, not(loom), not(miri))))]
fn unmap(address: usize, size: usize) {
    let layout = std::alloc::Layout::from_size_align(size, REGION_BYTES).expect("as it was allocated");
    // SAFETY: allocated by `map` with this layout.
    unsafe { std::alloc::dealloc(std::ptr::with_exposed_provenance_mut(address), layout) };
}

/// Blocks from the heap.
mod heap {
    use super::{NonNull, Zero};

    #[cfg(not(loom))]
    fn layout<T>(len: usize) -> Option<std::alloc::Layout> {
        let bytes = super::block_bytes::<T>(len);
        std::alloc::Layout::from_size_align(bytes, align_of::<T>()).ok()
    }

    pub(super) fn allocate<T: Zero>(len: usize) -> Option<NonNull<T>> {
        #[cfg(loom)]
        {
            let block: Box<[T]> = (0..len).map(|_| T::zero()).collect();
            NonNull::new(Box::into_raw(block).cast())
        }
        #[cfg(not(loom))]
        {
            // SAFETY: the caller asks for at least one byte; zero bytes are
            // a valid `T` by `Zero`.
            NonNull::new(unsafe { std::alloc::alloc_zeroed(layout::<T>(len)?) }.cast())
        }
    }

    /// # Safety
    /// `block` comes from `allocate(len)` and is not used any more.
    pub(super) unsafe fn free<T>(block: NonNull<T>, len: usize) {
        #[cfg(loom)]
        {
            let block = std::ptr::slice_from_raw_parts_mut(block.as_ptr(), len);
            // SAFETY: boxed by `allocate`.
            drop(unsafe { Box::from_raw(block) });
        }
        #[cfg(not(loom))]
        {
            let layout = layout::<T>(len).expect("as it was allocated");
            // SAFETY: by the contract.
            unsafe { std::alloc::dealloc(block.as_ptr().cast(), layout) };
        }
    }
}

#[cfg(all(test, not(loom)))]
mod tests {
    use super::*;
    use crate::sync::AtomicU32;

    /// Blocks are disjoint, zero, counted, and their memory is used again.
    #[test]
    fn blocks_come_and_go() {
        let memory = Memory::new(None);
        let mut blocks: Vec<(NonNull<AtomicU32>, usize)> = Vec::new();
        for round in 0..2000usize {
            let len = 1 + round * 7919 % 900;
            let block = memory.allocate::<AtomicU32>(len, Use::Index).unwrap();
            for i in 0..len {
                // SAFETY: the block has `len` values.
                let cell = unsafe { block.add(i).as_ref() };
                assert_eq!(cell.swap(round as u32 + 1, Ordering::Relaxed), 0);
            }
            blocks.push((block, len));
            if round % 3 == 0 {
                let (block, len) = blocks.swap_remove(round * 31 % blocks.len());
                // SAFETY: allocated above, forgotten now.
                unsafe { memory.free(block, len) };
            }
        }
        let live: usize = blocks.iter().map(|&(_, len)| block_bytes::<AtomicU32>(len)).sum();
        assert_eq!(memory.used_bytes(), live as u64 + memory.unused_bytes());
        for (block, len) in blocks {
            // SAFETY: allocated above, forgotten now.
            unsafe { memory.free(block, len) };
        }
        assert_eq!(memory.used_bytes(), memory.unused_bytes());
        let regions = memory.regions.lock().unwrap();
        assert!(regions.free.len() <= 2 * regions.mapped.len(), "free runs were joined");
    }
}
