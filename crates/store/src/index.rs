//! From a hash to a name: a concurrent table that grows a segment at a time.
//!
//! The first bits of a hash choose a segment, which is replaced by a larger
//! one when it fills up. Only insertions into that segment wait meanwhile (a
//! copy of some kilobytes); readers never do, and the rest of the table does
//! not notice. Segments grow by different factors, so that they do not all
//! grow at the same moment.
//!
//! The index owns no contents: it asks `Rows` for equality and, rarely, for a
//! hash. Invariant: among equal things exactly one has a name in the index.

use std::ptr;
use std::sync::Arc;

use crate::Full;
use crate::memory::Memory;
use crate::segment::{Probe, Segment, Shape};
use crate::sync::{AtomicPtr, AtomicU64, Backoff, Guard, Ordering, retire};

/// Segments of an index, as a power of two.
pub(crate) const SEGMENT_BITS: u32 = if cfg!(loom) {
    0
} else if cfg!(test) {
    2
} else {
    10
};
/// Tags shorter than this let too many different things look alike; then
/// slots become wide.
const TAG_BITS_MIN: u32 = 5;
/// Segments of more lines than this grow before they are full.
const SMALL_LINES: u64 = 4;
/// Percentage of slots in use at which a segment grows.
const LOAD_MAX: u64 = 88;

/// The things that an index names.
pub(crate) trait Rows {
    /// The hash of a stored thing.
    fn hash(&self, name: u32) -> u64;
    /// A number above all names given so far.
    fn names(&self) -> u64;
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

pub(crate) struct Index {
    directory: Box<[AtomicPtr<Segment>]>,
    memory: Arc<Memory>,
    bytes: AtomicU64,
    slots: AtomicU64,
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
        let directory = (0..1 << SEGMENT_BITS).map(|_| AtomicPtr::new(ptr::null_mut())).collect();
        memory.force(8 << SEGMENT_BITS);
        Index {
            memory: Arc::clone(memory),
            bytes: AtomicU64::new(8 << SEGMENT_BITS),
            directory,
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

    /// Starts loading the place where a thing with this hash would be.
    #[inline]
    pub(crate) fn prefetch(&self, hash: u64, _guard: &Guard) {
        // Acquire pairs with the Release in `install` and `rebuild`.
        let segment = self.directory[segment_of(hash)].load(Ordering::Acquire);
        if !segment.is_null() {
            // SAFETY: as in `segment`.
            unsafe { &*segment }.prefetch(inner_hash(hash));
        }
    }

    /// Finds the name of a thing or gives it one. `create` stores the thing
    /// under a name below the limit that it is given; it is called at most
    /// once for success, and only if no equal thing has a name.
    pub(crate) fn find_or_insert(
        &self,
        hash: u64,
        rows: &impl Rows,
        guard: &Guard,
        mut equal: impl FnMut(u32) -> bool,
        mut create: impl FnMut(u64) -> Result<u32, Refused>,
    ) -> Result<(u32, bool), Full> {
        let number = segment_of(hash);
        loop {
            let segment = self.segment(number, rows, guard)?;
            match segment.probe(inner_hash(hash), &mut equal) {
                Probe::Found(name) => return Ok((name, false)),
                Probe::Reserved(slot) => match create(slot.name_limit()) {
                    Ok(name) => {
                        slot.publish(name);
                        if segment.used() >= grow_at(segment.shape) {
                            // A failure is not this insertion's failure; it
                            // will be met again when the segment is full.
                            let _ = self.rebuild(number, segment, rows, guard);
                        }
                        return Ok((name, true));
                    }
                    Err(Refused::Full(full)) => return Err(full),
                    Err(Refused::Limit) => {
                        drop(slot);
                        self.rebuild(number, segment, rows, guard)?;
                    }
                },
                Probe::Crowded | Probe::Frozen => {
                    self.rebuild(number, segment, rows, guard)?;
                }
            }
        }
    }

    #[inline]
    fn segment<'g>(&self, number: usize, rows: &impl Rows, _guard: &'g Guard) -> Result<&'g Segment, Full> {
        // Acquire pairs with the Release in `install` and `rebuild`.
        let mut segment = self.directory[number].load(Ordering::Acquire);
        if segment.is_null() {
            segment = self.install(number, rows)?;
        }
        // SAFETY: a segment in the directory was boxed, and when replaced it
        // is freed only after every guard of that time is gone.
        Ok(unsafe { &*segment })
    }

    /// Hangs the first segment into an entry of the directory.
    fn install(&self, number: usize, rows: &impl Rows) -> Result<*mut Segment, Full> {
        let shape = plan(None, number, rows.names())?;
        let segment = Box::into_raw(Box::new(Segment::new(shape, &self.memory)?));
        // Release publishes the segment; Acquire receives the winner's.
        match self.directory[number].compare_exchange(ptr::null_mut(), segment, Ordering::Release, Ordering::Acquire) {
            Ok(_) => {
                self.count(shape, None);
                Ok(segment)
            }
            Err(winner) => {
                // SAFETY: boxed above and never published.
                drop(unsafe { Box::from_raw(segment) });
                Ok(winner)
            }
        }
    }

    /// Replaces a segment by a larger one, or waits until another thread has.
    #[cold]
    fn rebuild(&self, number: usize, old: &Segment, rows: &impl Rows, guard: &Guard) -> Result<(), Full> {
        let entry = &self.directory[number];
        if !old.begin_rebuild() {
            let mut backoff = Backoff::default();
            // Relaxed: the caller loads the entry again with Acquire.
            while ptr::eq(entry.load(Ordering::Relaxed), old) && old.is_rebuilding() {
                backoff.wait();
            }
            return Ok(());
        }
        let mut shape = old.shape;
        let new = loop {
            let attempt = plan(Some(shape), number, rows.names()).and_then(|shape| Segment::new(shape, &self.memory));
            let mut new = match attempt {
                Ok(new) => new,
                // The old segment stays, perhaps frozen: then everyone who
                // wants to insert comes here again, and fails likewise.
                Err(full) => {
                    old.abandon_rebuild();
                    return Err(full);
                }
            };
            old.freeze();
            if old.copy_into(&mut new, |name| inner_hash(rows.hash(name))) {
                break new;
            }
            shape = Shape { known_bits: shape.known_bits, ..new.shape };
        };
        self.count(new.shape, Some(old.shape));
        let new = Box::into_raw(Box::new(new));
        let replaced = ptr::from_ref(old).cast_mut();
        // Release publishes the copied segment.
        entry.store(new, Ordering::Release);
        // SAFETY: segments in the directory come from `Box::into_raw`; this
        // one has just been taken out, by its only rebuilder.
        unsafe { retire(guard, replaced) };
        Ok(())
    }

    fn count(&self, new: Shape, old: Option<Shape>) {
        // Relaxed: counters.
        self.bytes.fetch_add(new.bytes() as u64, Ordering::Relaxed);
        self.slots.fetch_add(new.slots(), Ordering::Relaxed);
        if let Some(old) = old {
            self.bytes.fetch_sub(old.bytes() as u64, Ordering::Relaxed);
            self.slots.fetch_sub(old.slots(), Ordering::Relaxed);
        }
    }
}

impl Drop for Index {
    fn drop(&mut self) {
        for entry in &self.directory {
            // Relaxed: `&mut self` excludes other threads.
            let segment = entry.load(Ordering::Relaxed);
            if !segment.is_null() {
                // SAFETY: segments in the directory come from `Box::into_raw`.
                drop(unsafe { Box::from_raw(segment) });
            }
        }
    }
}

fn grow_at(shape: Shape) -> u64 {
    if shape.lines <= SMALL_LINES { shape.slots() } else { shape.slots() * LOAD_MAX / 100 }
}

/// The shape that follows `old` in segment `number`, with room for half as
/// many names again.
fn plan(old: Option<Shape>, number: usize, names: u64) -> Result<Shape, Full> {
    let lines = match old {
        None => 1,
        Some(old) if old.lines < SMALL_LINES => old.lines + 1,
        // Factors from 1.14 to 1.36, different for neighbouring segments.
        Some(old) => old.lines + (old.lines * (9 + number as u64 * 5 % 15) / 64).max(1),
    };
    let names = (names + names / 2).clamp(1 << 10, u64::from(u32::MAX) - 8);
    let wide = old.is_some_and(|old| old.wide);
    // What the old segment knows of the hashes is enough most of the time;
    // knowing more costs computing them anew.
    let free = old.map_or(u32::MAX, |old| old.known_bits);
    for (wide, most) in [(wide, free), (wide, u32::MAX), (true, u32::MAX)] {
        let room = Shape::known_bits_for(lines, wide, names).unwrap_or(0);
        let shape = Shape { lines, known_bits: room.min(most), wide };
        if shape.known_bits >= lines.ilog2() + TAG_BITS_MIN {
            return Ok(shape);
        }
    }
    Err(Full::Names { table: "index" })
}
