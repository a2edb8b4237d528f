//! One segment of an index: a small open-addressing table of names.
//!
//! A segment is an array of cache lines. A slot holds the name of a stored
//! thing, and of its hash exactly what the slot's position does not tell, so
//! that a segment can be rebuilt in another size without reading the things
//! themselves (Cleary, *Compact hash tables using bidirectional linear
//! probing*, 1984, gives the idea; we record the distance instead of keeping
//! runs sorted).
//!
//! ```text
//! hash    ├ segment ┤├── known ──┤├───────── unused ─────────┤
//!                     p bits: home line = known · lines >> p
//!
//! narrow  [s0 s1 … s15]                      16 slots of 32 bits
//! wide    [s0 … s11][h0 … h11][unused]       12 slots of 32 + 8 bits
//!
//! slot    low ├ name + 1 ┤├ tag ┤├ distance ┤ high
//! ```
//!
//! The tag is what `known · lines` leaves below `2^p`, divided by the power
//! of two below `lines`: still different for different `known` of one line.
//! The distance counts lines from the home line; its largest value means
//! "this or more", and then the hash is computed anew from the contents.
//!
//! Slots only ever change like this, which is what correctness rests on:
//!
//! ```text
//! EMPTY ──► PENDING ──► name        (one insertion; readers wait for the name)
//!   │          └──────► DEAD        (the insertion failed; the slot is lost)
//!   └──► FROZEN                     (a rebuild has begun)
//! ```
//!
//! No slot becomes EMPTY again, so whoever inserts a thing passes every slot
//! that an earlier inserter of an equal thing can have taken.

use std::ptr::NonNull;
use std::sync::Arc;

use crate::Full;
use crate::memory::Memory;
use crate::sync::{AtomicU32, Backoff, Ordering, Zero};

/// Words per line; a cache line in production, less under loom.
pub(crate) const LINE: usize = if cfg!(loom) { 4 } else { 16 };
const EMPTY: u32 = 0;
/// A probe that walks this far without finding room asks for a rebuild.
const DISTANCE_MAX: u64 = 24;
/// Names that mean something else, at the top of the range.
const RESERVED: u64 = 4;

#[cfg_attr(not(loom), repr(align(64)))]
pub(crate) struct Line([AtomicU32; LINE]);

#[cfg(not(loom))]
const _: () = assert!(size_of::<Line>() == 64);

// SAFETY: an array of atomics is as zeroable as one.
unsafe impl Zero for Line {
    #[cfg(loom)]
    fn zero() -> Line {
        Line(std::array::from_fn(|_| AtomicU32::new(0)))
    }
}

/// Everything that decides where and how a segment stores.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Shape {
    pub(crate) lines: u64,
    /// Bits of the hash that slot and position know together.
    pub(crate) known_bits: u32,
    pub(crate) wide: bool,
}

impl Shape {
    /// Bits of a slot shared by name and tag.
    fn payload_bits(wide: bool) -> u32 {
        if wide { 40 - 3 } else { 32 - 1 }
    }

    fn distance_max(self) -> u64 {
        if self.wide { 7 } else { 1 }
    }

    pub(crate) fn tag_bits(self) -> u32 {
        self.known_bits - self.lines.ilog2()
    }

    fn name_bits(self) -> u32 {
        (Shape::payload_bits(self.wide) - self.tag_bits()).min(32)
    }

    /// The longest known part of the hash that leaves room for names below
    /// `names`.
    pub(crate) fn known_bits_for(lines: u64, wide: bool, names: u64) -> Option<u32> {
        let name_bits = (names + RESERVED).ilog2() + 1;
        let room = Shape::payload_bits(wide).checked_sub(name_bits)?;
        Some((room + lines.ilog2()).min(32))
    }

    /// Names must be less than this.
    pub(crate) fn name_limit(self) -> u64 {
        (1 << self.name_bits()) - RESERVED
    }

    fn name_mask(self) -> u64 {
        (1 << self.name_bits()) - 1
    }

    fn pending(self) -> u64 {
        self.name_mask()
    }

    fn frozen(self) -> u64 {
        self.name_mask() - 1
    }

    fn dead(self) -> u64 {
        self.name_mask() - 2
    }

    pub(crate) fn slots_per_line(self) -> usize {
        if self.wide { LINE / 4 * 3 } else { LINE }
    }

    pub(crate) fn slots(self) -> u64 {
        self.lines * self.slots_per_line() as u64
    }

    pub(crate) fn bytes(self) -> usize {
        self.lines as usize * size_of::<Line>() + size_of::<Segment>()
    }

    /// Home line and tag.
    #[inline]
    fn place(self, known: u64) -> (u64, u64) {
        let product = known * self.lines;
        let fraction = product & ((1 << self.known_bits) - 1);
        (product >> self.known_bits, fraction >> self.lines.ilog2())
    }

    /// Inverse of `place`: the one multiple of `lines` in the tag's window.
    fn known(self, home: u64, tag: u64) -> u64 {
        let low = (home << self.known_bits) + (tag << self.lines.ilog2());
        low.div_ceil(self.lines)
    }

    /// The slot's bits above the name.
    #[inline]
    fn key(self, tag: u64, distance: u64) -> u64 {
        let distance = distance.min(self.distance_max());
        (tag | distance << self.tag_bits()) << self.name_bits()
    }
}

/// What a walk through a segment came to.
pub(crate) enum Probe<'a> {
    Found(u32),
    Reserved(Reservation<'a>),
    /// A rebuild is under way.
    Frozen,
    /// No room within reach.
    Crowded,
}

/// A slot that is PENDING on behalf of the holder. Dropped without being
/// published it becomes DEAD, so that nobody waits for a failed insertion.
pub(crate) struct Reservation<'a> {
    segment: &'a Segment,
    slot: &'a AtomicU32,
    key: u64,
}

impl Reservation<'_> {
    /// Names must be less than this to be published here.
    pub(crate) fn name_limit(&self) -> u64 {
        self.segment.shape.name_limit()
    }

    pub(crate) fn publish(self, name: u32) {
        let value = (u64::from(name) + 1) | self.key;
        // Release publishes the thing's contents and the slot's high bits to
        // the Acquire load in `probe`.
        self.slot.store(value as u32, Ordering::Release);
        std::mem::forget(self);
    }
}

impl Drop for Reservation<'_> {
    fn drop(&mut self) {
        let value = self.segment.shape.dead() | self.key;
        // Release: as in `publish`, for the high bits.
        self.slot.store(value as u32, Ordering::Release);
    }
}

pub(crate) struct Segment {
    pub(crate) shape: Shape,
    lines: NonNull<Line>,
    memory: Arc<Memory>,
    /// Reserved slots, published, pending or dead.
    used: AtomicU32,
    /// 1 while a thread rebuilds this segment.
    rebuilding: AtomicU32,
}

// SAFETY: the lines are atomics and belong to the segment alone.
unsafe impl Send for Segment {}
// SAFETY: as above.
unsafe impl Sync for Segment {}

impl Drop for Segment {
    fn drop(&mut self) {
        self.memory.release(size_of::<Segment>());
        // SAFETY: allocated by `new` with this length.
        unsafe { self.memory.free(self.lines, self.shape.lines as usize) };
    }
}

impl Segment {
    pub(crate) fn new(shape: Shape, memory: &Arc<Memory>) -> Result<Segment, Full> {
        let lines = memory.allocate(shape.lines as usize)?;
        memory.force(size_of::<Segment>());
        let memory = Arc::clone(memory);
        Ok(Segment { shape, lines, memory, used: AtomicU32::new(0), rebuilding: AtomicU32::new(0) })
    }

    #[inline]
    fn lines(&self) -> &[Line] {
        // SAFETY: allocated by `new` with this length, and zero lines are
        // valid lines.
        unsafe { std::slice::from_raw_parts(self.lines.as_ptr(), self.shape.lines as usize) }
    }

    pub(crate) fn used(&self) -> u64 {
        // Relaxed: a counter, used to decide when to grow.
        u64::from(self.used.load(Ordering::Relaxed))
    }

    /// The known part of a hash whose segment bits are already cut off.
    #[inline]
    fn known_of(&self, hash: u64) -> u64 {
        hash >> (64 - self.shape.known_bits)
    }

    #[inline]
    fn line(&self, home: u64, distance: u64) -> &Line {
        let mut line = home + distance;
        if line >= self.shape.lines {
            line %= self.shape.lines;
        }
        &self.lines()[line as usize]
    }

    /// Bits of a wide slot beyond the first 32; 0 in narrow segments.
    #[inline]
    fn high(&self, line: &Line, slot: usize) -> u64 {
        if !self.shape.wide {
            return 0;
        }
        // Relaxed: the Acquire load of the slot came before.
        let word = line.0[LINE / 4 * 3 + slot / 4].load(Ordering::Relaxed);
        u64::from(word >> (slot % 4 * 8) & 0xff) << 32
    }

    fn set_high(&self, line: &Line, slot: usize, value: u64) {
        if self.shape.wide {
            let byte = (value >> 32) as u32 & 0xff;
            // Relaxed: published by the Release of the slot.
            line.0[LINE / 4 * 3 + slot / 4].fetch_or(byte << (slot % 4 * 8), Ordering::Relaxed);
        }
    }

    /// Starts loading the home line of `hash`.
    #[inline]
    pub(crate) fn prefetch(&self, hash: u64) {
        let (home, _) = self.shape.place(self.known_of(hash));
        prefetch(&self.lines()[home as usize]);
    }

    /// Looks for a thing and reserves a slot for it if it is not there.
    /// `hash` comes without its segment bits.
    #[inline]
    pub(crate) fn probe(&self, hash: u64, mut equal: impl FnMut(u32) -> bool) -> Probe<'_> {
        let shape = self.shape;
        let (home, tag) = shape.place(self.known_of(hash));
        let name_mask = shape.name_mask();
        let key_mask = !(name_mask as u32);
        let frozen = shape.frozen() as u32;
        for distance in 0..shape.lines.min(DISTANCE_MAX) {
            let line = self.line(home, distance);
            let key = shape.key(tag, distance);
            for (index, slot) in line.0[..shape.slots_per_line()].iter().enumerate() {
                let mut backoff = Backoff::default();
                loop {
                    // Acquire pairs with the Release in `publish`.
                    let low = slot.load(Ordering::Acquire);
                    if low == EMPTY {
                        if self.reserve(slot, key) {
                            self.set_high(line, index, key);
                            return Probe::Reserved(Reservation { segment: self, slot, key });
                        }
                        continue;
                    }
                    if low == frozen {
                        return Probe::Frozen;
                    }
                    if (low ^ key as u32) & key_mask != 0 {
                        break;
                    }
                    let name = u64::from(low) & name_mask;
                    if name == shape.pending() {
                        backoff.wait();
                        continue;
                    }
                    if name != shape.dead() && self.high(line, index) == key & (0xff << 32) && equal((name - 1) as u32)
                    {
                        return Probe::Found((name - 1) as u32);
                    }
                    break;
                }
            }
        }
        Probe::Crowded
    }

    fn reserve(&self, slot: &AtomicU32, key: u64) -> bool {
        let value = (self.shape.pending() | key) as u32;
        // Relaxed: nothing is published yet, and on failure the slot is
        // loaded again with Acquire.
        let won = slot.compare_exchange(EMPTY, value, Ordering::Relaxed, Ordering::Relaxed).is_ok();
        if won {
            // Relaxed: a counter.
            self.used.fetch_add(1, Ordering::Relaxed);
        }
        won
    }

    /// Makes the caller the only rebuilder.
    pub(crate) fn begin_rebuild(&self) -> bool {
        // Acquire pairs with the Release in `abandon_rebuild`.
        self.rebuilding.compare_exchange(0, 1, Ordering::Acquire, Ordering::Relaxed).is_ok()
    }

    /// Lets others try. What is frozen stays frozen.
    pub(crate) fn abandon_rebuild(&self) {
        // Release pairs with the Acquire in `begin_rebuild`.
        self.rebuilding.store(0, Ordering::Release);
    }

    pub(crate) fn is_rebuilding(&self) -> bool {
        // Relaxed: only decides whether to go on waiting.
        self.rebuilding.load(Ordering::Relaxed) != 0
    }

    /// Stops insertions for good, waiting for those under way.
    pub(crate) fn freeze(&self) {
        let shape = self.shape;
        for line in self.lines() {
            for slot in &line.0[..shape.slots_per_line()] {
                let mut backoff = Backoff::default();
                loop {
                    // Relaxed: contents are read after the Acquire below.
                    let frozen =
                        slot.compare_exchange(EMPTY, shape.frozen() as u32, Ordering::Relaxed, Ordering::Acquire);
                    match frozen {
                        Err(low) if u64::from(low) & shape.name_mask() == shape.pending() => {
                            backoff.wait();
                        }
                        _ => break,
                    }
                }
            }
        }
    }

    /// Copies a frozen segment into a private one of another shape.
    /// `hash_of` tells the hash, without segment bits, of a stored thing.
    /// Answers whether everything found room.
    pub(crate) fn copy_into(&self, new: &mut Segment, hash_of: impl Fn(u32) -> u64) -> bool {
        let (shape, goal) = (self.shape, new.shape);
        for (at, line) in self.lines().iter().enumerate() {
            for (index, slot) in line.0[..shape.slots_per_line()].iter().enumerate() {
                // Acquire pairs with the Release in `publish`.
                let low = u64::from(slot.load(Ordering::Acquire));
                let name = low & shape.name_mask();
                if name == shape.frozen() || name == shape.dead() {
                    continue;
                }
                let key = (low | self.high(line, index)) >> shape.name_bits();
                let tag = key & ((1 << shape.tag_bits()) - 1);
                let distance = key >> shape.tag_bits();
                let known = if distance == shape.distance_max() || goal.known_bits > shape.known_bits {
                    new.known_of(hash_of((name - 1) as u32))
                } else {
                    let home = (at as u64 + shape.lines - distance % shape.lines) % shape.lines;
                    shape.known(home, tag) >> (shape.known_bits - goal.known_bits)
                };
                if !new.put(known, name) {
                    return false;
                }
            }
        }
        true
    }

    /// Stores a name that is known to be absent, without other threads.
    fn put(&mut self, known: u64, name: u64) -> bool {
        let (home, tag) = self.shape.place(known);
        for distance in 0..self.shape.lines.min(DISTANCE_MAX) {
            let line = self.line(home, distance);
            for (index, slot) in line.0[..self.shape.slots_per_line()].iter().enumerate() {
                // Relaxed here and below: `&mut self`; the segment is
                // published as a whole later.
                if slot.load(Ordering::Relaxed) == EMPTY {
                    let value = name | self.shape.key(tag, distance);
                    slot.store(value as u32, Ordering::Relaxed);
                    self.set_high(line, index, value);
                    self.used.fetch_add(1, Ordering::Relaxed);
                    return true;
                }
            }
        }
        false
    }
}

/// Asks the processor to load a line before it is needed.
#[inline]
pub(crate) fn prefetch<T>(place: *const T) {
    #[cfg(all(target_arch = "x86_64", not(loom), not(miri)))]
    // SAFETY: a prefetch reads nothing and may be given any address.
    unsafe {
        std::arch::x86_64::_mm_prefetch::<{ std::arch::x86_64::_MM_HINT_T0 }>(place.cast());
    }
    #[cfg(not(all(target_arch = "x86_64", not(loom), not(miri))))]
    let _ = place;
}

#[cfg(all(test, not(loom)))]
mod tests {
    use super::*;

    /// Small domain, enumerated: home and tag determine the known bits.
    #[test]
    fn place_is_invertible() {
        for lines in 1..=70 {
            for known_bits in 7..=10 {
                let shape = Shape { lines, known_bits, wide: false };
                for known in 0..1 << known_bits {
                    let (home, tag) = shape.place(known);
                    assert!(home < lines && tag < 1 << shape.tag_bits());
                    assert_eq!(shape.known(home, tag), known, "{shape:?}");
                }
            }
        }
    }

    #[test]
    fn names_fit_where_they_are_said_to() {
        for lines in [1, 2, 3, 100, 1 << 16] {
            for wide in [false, true] {
                for names in [1, 15, 16, 1000, 1 << 20, 1 << 26] {
                    if let Some(known_bits) = Shape::known_bits_for(lines, wide, names) {
                        let shape = Shape { lines, known_bits, wide };
                        assert!(shape.name_limit() >= names, "{shape:?} {names}");
                    }
                }
            }
        }
    }
}
