//! From a hash to a name: a concurrent table that grows a segment at a time.
//!
//! The first bits of a hash choose a segment, which is replaced by a larger
//! one when it fills up. Only insertions into that segment wait meanwhile (a
//! copy of some kilobytes); readers never do, and the rest of the table does
//! not notice. Segments grow by different factors, so that they do not all
//! grow at the same moment.
//!
//! ```text
//! directory   [ entry ][ entry ] …
//! entry       ├ class 15, wide 1 ┤├ address of table ┤├ known bits 6 ┤
//! table       [ slab ][ slab ] …
//! slab        [ line ][ line ] …
//! ```
//!
//! An entry tells a segment's shape in the bits that an aligned address
//! leaves free, so little is read before the slots, and that stays in caches.
//!
//! The index owns no contents: it asks `Rows` for equality and, rarely, for a
//! hash. Invariant: among equal things exactly one has a name in the index.

use std::ptr::{self, NonNull};
use std::sync::Arc;

use crate::Full;
use crate::memory::{Memory, Use, block_bytes};
use crate::segment::{Line, Place, Probe, Segment, Shape, class_of};
use crate::sync::{AtomicPtr, AtomicU32, AtomicU64, Backoff, Guard, Ordering, Zero, defer};

/// Segments of an index, as a power of two.
pub(crate) const SEGMENT_BITS: u32 = if cfg!(loom) {
    0
} else if cfg!(test) {
    2
} else {
    8
};
/// Tags shorter than this let too many different things look alike; then
/// slots become wide.
const TAG_BITS_MIN: u32 = 5;
/// Segments of more lines than this grow before they are full.
const FEW_LINES: u64 = 4;
/// Full lines, of 128, at which a segment grows: then about 96 % of its slots are
/// in use. Lines are counted because they are fewer than slots.
const FULL_MAX: u64 = 102;

/// Things that are loaded together.
const TOGETHER: usize = 32;

/// The things that an index names.
pub(crate) trait Rows {
    /// The hash of a stored thing.
    fn hash(&self, name: u32) -> u64;
    /// A number above all names given so far.
    fn names(&self) -> u64;
    /// Brings stored things near, whose hashes will be asked for.
    fn warm(&self, names: &[u32]);
}

/// Why a thing could not be created.
pub(crate) enum Refused {
    Full(Full),
    /// Its name would not be below the limit.
    Limit,
}

impl From<Full> for Refused {
    fn from(full: Full) -> Refused {
        Refused::Full(full)
    }
}

/// Pointers to slabs; a cache line, so that addresses have free bits.
#[repr(align(64))]
#[allow(dead_code, reason = "used as an array of pointers")]
pub(crate) struct Table([AtomicPtr<Line>; TABLE]);

const TABLE: usize = 8;

// SAFETY: an array of atomics is as zeroable as one.
unsafe impl Zero for Table {
    #[cfg(loom)]
    fn zero() -> Table {
        Table(std::array::from_fn(|_| AtomicPtr::new(ptr::null_mut())))
    }
}

pub(crate) struct Index {
    directory: Box<[AtomicPtr<Table>]>,
    gauges: Box<[Gauge]>,
    memory: Arc<Memory>,
    bytes: AtomicU64,
    slots: AtomicU64,
}

/// A thing that is being looked for: `Index::seek` begins, any number of
/// steps may follow, `Index::finish` ends. Many may be under way at once, and
/// wait for memory together.
///
/// It borrows the guard, because what it points to may be freed without.
#[derive(Clone, Copy)]
pub(crate) struct Seek<'g> {
    hash: u64,
    /// The segment in which it is looked for. It may be replaced meanwhile;
    /// then `finish` begins anew.
    entry: *mut Table,
    place: Option<Place<'g>>,
}

impl Seek<'_> {
    /// The same without the borrow.
    ///
    /// # Safety
    /// It is not used after the guard is given up.
    pub(crate) unsafe fn unbound(self) -> Seek<'static> {
        // SAFETY: only the lifetime changes; the caller keeps to it.
        let place = self.place.map(|place| unsafe { place.unbound() });
        Seek { hash: self.hash, entry: self.entry, place }
    }
}

/// What is known about a segment besides its shape.
struct Gauge {
    /// Full lines, roughly: decides when to grow.
    full: AtomicU32,
    /// 1 while a thread replaces the segment.
    rebuilding: AtomicU32,
}

const KNOWN_MASK: usize = 63;
const CLASS_SHIFT: u32 = usize::BITS - 16;
const ADDRESS_MASK: usize = ((1 << CLASS_SHIFT) - 1) & !KNOWN_MASK;

/// A segment as the directory has it: table and shape in one pointer.
fn tagged(table: NonNull<Table>, shape: Shape) -> *mut Table {
    assert!(shape.known_bits as usize <= KNOWN_MASK && shape.class < 1 << 15, "{shape:?} fits");
    table.as_ptr().map_addr(|address| {
        assert!(address & !ADDRESS_MASK == 0, "tables are aligned and below 2^48");
        address | shape.known_bits as usize | (shape.class as usize * 2 + usize::from(shape.wide)) << CLASS_SHIFT
    })
}

#[inline]
fn shape_of(entry: *mut Table) -> Shape {
    let class = entry.addr() >> CLASS_SHIFT;
    let known_bits = (entry.addr() & KNOWN_MASK) as u32;
    Shape::new(class as u32 / 2, known_bits, class % 2 == 1)
}

fn table_of(entry: *mut Table) -> *mut Table {
    entry.map_addr(|address| address & ADDRESS_MASK)
}

fn table_len(shape: Shape) -> usize {
    shape.slabs().0.div_ceil(TABLE)
}

/// Bytes of a segment of this shape.
fn shape_bytes(shape: Shape) -> u64 {
    let (count, slab) = shape.slabs();
    (count * block_bytes::<Line>(slab) + block_bytes::<Table>(table_len(shape))) as u64
}

/// # Safety
/// `entry` comes from `allocate` and its segment lives as long as `'a`.
#[inline]
unsafe fn view<'a>(entry: *mut Table) -> Segment<'a> {
    let shape = shape_of(entry);
    let table = table_of(entry).cast::<AtomicPtr<Line>>();
    // SAFETY: by the contract; a table is an array of as many pointers as
    // there are slabs, or a few more.
    unsafe { Segment::new(shape, std::slice::from_raw_parts(table, shape.slabs().0)) }
}

/// Gives a segment's memory back.
///
/// # Safety
/// `entry` comes from `allocate` with this memory and is not used any more.
unsafe fn free(memory: &Memory, entry: *mut Table) {
    let Some(table) = NonNull::new(table_of(entry)) else {
        return;
    };
    let shape = shape_of(entry);
    let (count, slab) = shape.slabs();
    let slabs = table.cast::<AtomicPtr<Line>>();
    for number in 0..count {
        // SAFETY: the table has `count` pointers, each to a slab or null.
        let lines = unsafe { slabs.add(number).as_ref() };
        // Relaxed: by the contract nobody else uses it.
        if let Some(lines) = NonNull::new(lines.load(Ordering::Relaxed)) {
            // SAFETY: `allocate` got it with this length.
            unsafe { memory.free(lines, slab) };
        }
    }
    // SAFETY: `allocate` got it with this length.
    unsafe { memory.free(table, table_len(shape)) };
}

#[inline]
fn segment_of(hash: u64) -> usize {
    // Two shifts, because shifting by all 64 bits is not allowed.
    ((hash >> 1) >> (63 - SEGMENT_BITS)) as usize
}

#[inline]
fn inner_hash(hash: u64) -> u64 {
    hash << SEGMENT_BITS
}

impl Index {
    pub(crate) fn new(memory: &Arc<Memory>) -> Index {
        let segments = 0..1 << SEGMENT_BITS;
        let gauge = || Gauge { full: AtomicU32::new(0), rebuilding: AtomicU32::new(0) };
        let bytes = (size_of::<Gauge>() + size_of::<*mut Table>()) << SEGMENT_BITS;
        memory.force(bytes);
        Index {
            directory: segments.clone().map(|_| AtomicPtr::new(ptr::null_mut())).collect(),
            gauges: segments.map(|_| gauge()).collect(),
            memory: Arc::clone(memory),
            bytes: AtomicU64::new(bytes as u64),
            slots: AtomicU64::new(0),
        }
    }

    /// Allocated bytes.
    pub(crate) fn bytes(&self) -> u64 {
        // Relaxed: a counter.
        self.bytes.load(Ordering::Relaxed)
    }

    pub(crate) fn slots(&self) -> u64 {
        // Relaxed: a counter.
        self.slots.load(Ordering::Relaxed)
    }

    /// Begins to look for a thing with this hash: starts loading where it
    /// would be.
    #[inline]
    pub(crate) fn seek<'g>(&self, hash: u64, _guard: &'g Guard) -> Seek<'g> {
        // Acquire pairs with the Release in `install` and `replace`.
        let entry = self.directory[segment_of(hash)].load(Ordering::Acquire);
        let place = (!entry.is_null()).then(|| {
            // SAFETY: an entry that is replaced is freed only after every
            // guard of that time is gone; the place lives no longer.
            let place = unsafe { view(entry) }.start(inner_hash(hash));
            place.prefetch();
            place
        });
        Seek { hash, entry, place }
    }

    /// Looks at the place that was loaded. Tells `each` the names of things
    /// that may be the one in question. If it cannot be here, starts loading
    /// the next place and returns true.
    #[inline]
    pub(crate) fn step(&self, seek: &mut Seek<'_>, each: impl FnMut(u32)) -> bool {
        let Some(place) = &mut seek.place else { return false };
        // SAFETY: the guard that `seek` was given is still held.
        unsafe { view(seek.entry) }.step(place, each)
    }

    /// Finds the name of a thing, unless it is only being inserted.
    #[inline]
    pub(crate) fn find(&self, hash: u64, _guard: &Guard, equal: impl FnMut(u32) -> bool) -> Option<u32> {
        // Acquire pairs with the Release in `install` and `replace`.
        let entry = self.directory[segment_of(hash)].load(Ordering::Acquire);
        if entry.is_null() {
            return None;
        }
        // SAFETY: as in `find_or_insert`; the guard outlives the call.
        unsafe { view(entry) }.find(inner_hash(hash), equal)
    }

    /// Finds the name of a thing or gives it one. `create` stores the thing
    /// under a name below the limit that it is given; it is called at most
    /// once for success, and only if no equal thing has a name.
    #[inline]
    pub(crate) fn find_or_insert(
        &self,
        hash: u64,
        rows: &impl Rows,
        guard: &Guard,
        equal: impl FnMut(u32) -> bool,
        create: impl FnMut(u64) -> Result<u32, Refused>,
    ) -> Result<(u32, bool), Full> {
        self.finish(Seek { hash, entry: ptr::null_mut(), place: None }, rows, guard, equal, create)
    }

    /// The same for a thing that is already looked for.
    #[inline]
    pub(crate) fn finish(
        &self,
        seek: Seek<'_>,
        rows: &impl Rows,
        guard: &Guard,
        mut equal: impl FnMut(u32) -> bool,
        mut create: impl FnMut(u64) -> Result<u32, Refused>,
    ) -> Result<(u32, bool), Full> {
        let number = segment_of(seek.hash);
        loop {
            let entry = self.entry(number, rows)?;
            // SAFETY: an entry that is replaced is freed only after every
            // guard of that time is gone, and we hold one.
            let segment = unsafe { view(entry) };
            let place = match seek.place {
                // As long as there is a seek, its segment is not freed, and
                // no other has the same address.
                Some(place) if seek.entry == entry => place,
                _ => segment.start(inner_hash(seek.hash)),
            };
            match segment.probe(place, &mut equal) {
                Probe::Found(name) => return Ok((name, false)),
                Probe::Reserved(slot) => match create(slot.name_limit()) {
                    Ok(name) => {
                        let last = slot.is_last();
                        slot.publish(name);
                        if last {
                            self.count_full(number, entry, rows, guard);
                        }
                        return Ok((name, true));
                    }
                    Err(Refused::Full(full)) => return Err(full),
                    Err(Refused::Limit) => {
                        drop(slot);
                        self.rebuild(number, entry, rows, guard)?;
                    }
                },
                Probe::Crowded | Probe::Frozen => self.rebuild(number, entry, rows, guard)?,
            }
        }
    }

    /// Counts a line that is full now.
    fn count_full(&self, number: usize, entry: *mut Table, rows: &impl Rows, guard: &Guard) {
        // Relaxed: a counter.
        let full = self.gauges[number].full.fetch_add(1, Ordering::Relaxed) + 1;
        if u64::from(full) >= grow_at(shape_of(entry)) {
            // A failure is not the insertion's failure; it will be met again
            // when the segment is full.
            let _ = self.rebuild(number, entry, rows, guard);
        }
    }

    #[inline]
    fn entry(&self, number: usize, rows: &impl Rows) -> Result<*mut Table, Full> {
        // Acquire pairs with the Release in `install` and `replace`.
        let entry = self.directory[number].load(Ordering::Acquire);
        if entry.is_null() { self.install(number, rows) } else { Ok(entry) }
    }

    /// An empty segment that nobody else knows.
    fn allocate(&self, shape: Shape) -> Result<*mut Table, Full> {
        let table = self.memory.allocate::<Table>(table_len(shape), Use::Index)?;
        let entry = tagged(table, shape);
        let (count, slab) = shape.slabs();
        let slabs = table.cast::<AtomicPtr<Line>>();
        let mut number = 0;
        let filled = self.memory.allocate_many::<Line>(slab, count, Use::Index, |lines| {
            // SAFETY: the table has room for `count` pointers.
            let place = unsafe { slabs.add(number).as_ref() };
            // Relaxed: published with the entry.
            place.store(lines.as_ptr(), Ordering::Relaxed);
            number += 1;
        });
        match filled {
            Ok(()) => Ok(entry),
            Err(full) => {
                // SAFETY: allocated above and never published.
                unsafe { free(&self.memory, entry) };
                Err(full)
            }
        }
    }

    /// Hangs the first segment into an entry of the directory.
    #[cold]
    fn install(&self, number: usize, rows: &impl Rows) -> Result<*mut Table, Full> {
        let shape = plan(None, number, rows.names())?;
        let entry = self.allocate(shape)?;
        // Release publishes the segment; Acquire receives the winner's.
        match self.directory[number].compare_exchange(ptr::null_mut(), entry, Ordering::Release, Ordering::Acquire) {
            Ok(_) => {
                self.count(shape, None);
                Ok(entry)
            }
            Err(winner) => {
                // SAFETY: allocated above and never published.
                unsafe { free(&self.memory, entry) };
                Ok(winner)
            }
        }
    }

    /// Replaces a segment by a larger one, or waits until another thread has.
    #[cold]
    #[inline(never)]
    fn rebuild(&self, number: usize, old: *mut Table, rows: &impl Rows, guard: &Guard) -> Result<(), Full> {
        let rebuilding = &self.gauges[number].rebuilding;
        // Relaxed: the caller loads the entry again with Acquire.
        let is_current = || self.directory[number].load(Ordering::Relaxed) == old;
        // Acquire pairs with the Release below: the last rebuild is over.
        if rebuilding.compare_exchange(0, 1, Ordering::Acquire, Ordering::Relaxed).is_err() {
            let mut backoff = Backoff::default();
            // Relaxed: only decides whether to go on waiting.
            while is_current() && rebuilding.load(Ordering::Relaxed) != 0 {
                backoff.wait();
            }
            return Ok(());
        }
        let result = if is_current() { self.replace(number, old, rows, guard) } else { Ok(()) };
        // Release pairs with the Acquire above.
        rebuilding.store(0, Ordering::Release);
        result
    }

    /// Replaces a segment; only one thread does. On failure the old one
    /// stays, perhaps frozen: then everyone who wants to insert comes here
    /// again, and fails likewise.
    fn replace(&self, number: usize, old: *mut Table, rows: &impl Rows, guard: &Guard) -> Result<(), Full> {
        // SAFETY: it is the current entry and only this thread replaces it.
        let segment = unsafe { view(old) };
        let mut shape = segment.shape();
        loop {
            let known = Shape::new(shape.class, segment.shape().known_bits, shape.wide);
            shape = plan(Some(known), number, rows.names())?;
            let new = self.allocate(shape)?;
            // SAFETY: allocated above for this shape, and still ours.
            let goal = unsafe { view(new) };
            let hashes = |names: &[u32], each: &mut dyn FnMut(u32, u64)| {
                for some in names.chunks(TOGETHER) {
                    rows.warm(some);
                    some.iter().for_each(|&name| each(name, inner_hash(rows.hash(name))));
                }
            };
            let Some(full) = segment.move_into(goal, hashes) else {
                // SAFETY: allocated above and never published.
                unsafe { free(&self.memory, new) };
                continue;
            };
            self.count(shape, Some(segment.shape()));
            // Relaxed: a counter; insertions that are counted late or twice
            // make the next rebuild a little early or late.
            self.gauges[number].full.store(full, Ordering::Relaxed);
            // Release publishes the copied segment.
            self.directory[number].store(new, Ordering::Release);
            let memory = Arc::clone(&self.memory);
            // SAFETY: the old segment has just been taken out of the
            // directory, by the only thread that does this: who pins from
            // now on cannot reach it.
            unsafe { defer(guard, move || free(&memory, old)) };
            return Ok(());
        }
    }

    fn count(&self, new: Shape, old: Option<Shape>) {
        // Relaxed: counters.
        self.bytes.fetch_add(shape_bytes(new), Ordering::Relaxed);
        self.slots.fetch_add(new.slots(), Ordering::Relaxed);
        if let Some(old) = old {
            self.bytes.fetch_sub(shape_bytes(old), Ordering::Relaxed);
            self.slots.fetch_sub(old.slots(), Ordering::Relaxed);
        }
    }
}

impl Drop for Index {
    fn drop(&mut self) {
        for entry in &self.directory {
            // Relaxed: `&mut self` excludes other threads.
            let entry = entry.load(Ordering::Relaxed);
            // SAFETY: segments in the directory come from `allocate`, and
            // nobody uses them any more.
            unsafe { free(&self.memory, entry) };
        }
    }
}

#[inline]
fn grow_at(shape: Shape) -> u64 {
    if shape.lines() <= FEW_LINES { shape.lines() } else { shape.lines() * FULL_MAX / 128 }
}

/// The shape that follows `old` in segment `number`, with room for half as
/// many names again.
fn plan(old: Option<Shape>, number: usize, names: u64) -> Result<Shape, Full> {
    let class = match old {
        None => 0,
        Some(old) => {
            // Steps of different size, so that segments do not grow in
            // unison.
            let wanted = old.lines() + old.lines() * (64 + number as u64 % 32) / 512;
            (class_of(wanted + 1) - 1).max(old.class + 1)
        }
    };
    let names = (names + names / 2).clamp(1 << 10, u64::from(u32::MAX) - 8);
    let wide = old.is_some_and(|old| old.wide);
    // What the old segment knows of the hashes is enough most of the time;
    // knowing more costs computing them anew.
    let free = old.map_or(u32::MAX, |old| old.known_bits);
    for (wide, most) in [(wide, free), (wide, u32::MAX), (true, u32::MAX)] {
        let known_bits = Shape::known_bits_for(class, wide, names).min(most);
        let shape = Shape::new(class, known_bits, wide);
        if known_bits >= shape.lines().ilog2() + TAG_BITS_MIN {
            return Ok(shape);
        }
    }
    Err(Full::Names { table: "index" })
}

#[cfg(all(test, not(loom)))]
mod tests {
    use std::sync::{Mutex, MutexGuard};

    use super::*;
    use crate::sync::pin;

    /// Things that are numbers, under names that are far apart.
    struct Numbers {
        stride: u64,
        hash: fn(u64) -> u64,
        list: Mutex<Vec<u64>>,
    }

    impl Numbers {
        fn new(stride: u64, hash: fn(u64) -> u64) -> Numbers {
            Numbers { stride, hash, list: Mutex::new(Vec::new()) }
        }

        fn list(&self) -> MutexGuard<'_, Vec<u64>> {
            self.list.lock().expect("no panic")
        }

        fn insert(&self, index: &Index, number: u64) -> Result<(u32, bool), Full> {
            let (stride, hash) = (self.stride, (self.hash)(number));
            let equal = |name: u32| self.list()[(u64::from(name) / stride) as usize] == number;
            index.find_or_insert(hash, self, &pin(), equal, |limit| {
                let mut list = self.list();
                let name = list.len() as u64 * stride;
                if name > u64::from(u32::MAX) - 8 {
                    return Err(Full::Names { table: "numbers" }.into());
                }
                if name >= limit {
                    return Err(Refused::Limit);
                }
                list.push(number);
                Ok(name as u32)
            })
        }
    }

    impl Rows for Numbers {
        fn hash(&self, name: u32) -> u64 {
            (self.hash)(self.list()[(u64::from(name) / self.stride) as usize])
        }

        fn names(&self) -> u64 {
            self.list().len() as u64 * self.stride
        }

        fn warm(&self, _names: &[u32]) {}
    }

    fn spread(number: u64) -> u64 {
        crate::hash::pair(number as u32, 0)
    }

    /// From the narrowest slots to the widest: names up to 2^32.
    #[test]
    fn every_name_is_found_again() {
        for stride in [1, 7, 1000, 60_000] {
            let memory = Arc::new(Memory::new(None));
            let index = Index::new(&memory);
            let numbers = Numbers::new(stride, spread);
            let mut stored = 0;
            let mut wide = false;
            for number in 0..70_000 {
                match numbers.insert(&index, number) {
                    Ok((name, new)) => {
                        assert_eq!((u64::from(name), new), (number * stride, true));
                        stored += 1;
                    }
                    Err(full) => {
                        assert!(matches!(full, Full::Names { .. }), "{full}");
                        break;
                    }
                }
                wide |= index.directory.iter().any(|entry| shape_of(entry.load(Ordering::Relaxed)).wide);
            }
            assert!(stored == 70_000 || stride * stored > 3 << 30, "{stored} with stride {stride}");
            assert_eq!(wide, stride > 7, "stride {stride}");
            for number in 0..stored {
                let found = numbers.insert(&index, number).unwrap();
                assert_eq!(found, ((number * stride) as u32, false));
                let found = index.find(spread(number), &pin(), |name| u64::from(name) == number * stride);
                assert_eq!(found, Some((number * stride) as u32));
            }
            assert_eq!(index.find(spread(stored), &pin(), |_| false), None);
        }
    }

    /// Things whose hashes agree must not be taken for each other, and find
    /// room although they all want the same place.
    #[test]
    fn equal_hashes_are_not_equal_things() {
        let memory = Arc::new(Memory::new(None));
        let index = Index::new(&memory);
        let numbers = Numbers::new(1, |_| 5 << 40);
        for number in 0..1000 {
            assert_eq!(numbers.insert(&index, number), Ok((number as u32, true)));
        }
        for number in 0..1000 {
            assert_eq!(numbers.insert(&index, number), Ok((number as u32, false)));
        }
    }
}
