//! One segment of an index: a small open-addressing table of names.
//!
//! A segment is an array of cache lines, allocated in slabs of equal length
//! so that the slabs of a segment that grew serve the next one. A slot holds the name of a stored
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
//! A thing that finds its home line full goes on to the lines 1, 3, 6, 10 …
//! further, which spreads crowds. The distance counts these tries; its
//! largest value means "this or more", and then the hash is computed anew
//! from the contents. A line is filled from its first slot on, and compared
//! as a whole.
//!
//! Slots only ever change like this, which is what correctness rests on:
//!
//! ```text
//! EMPTY ──► PENDING ──► name        (one insertion; readers wait for the name)
//!   │          └──────► DEAD        (the insertion failed; the slot is lost)
//!   └──► FROZEN                     (a rebuild has begun)
//! ```
//!
//! No slot becomes EMPTY again, and who takes one has seen all before it in
//! use. So whoever inserts a thing has looked at every slot that an earlier
//! inserter of an equal thing can have taken.

use std::ptr;

use crate::sync::{AtomicPtr, AtomicU32, Backoff, Ordering, Zero};

/// Words per line; a cache line in production, less under loom.
pub(crate) const LINE: usize = if cfg!(loom) { 4 } else { 16 };
const EMPTY: u32 = 0;
/// Names that mean something else, at the top of the range.
const RESERVED: u64 = 4;

#[repr(align(64))]
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

/// Lines of a small slab, as a power of two.
const SMALL_SHIFT: u32 = 4;
/// Lines of a large slab, as a power of two.
const LARGE_SHIFT: u32 = 6;
/// Small slabs in the largest segment that is made of small slabs.
const SMALL_SLABS: u64 = if cfg!(test) { 8 } else { 128 };
/// The size class of that segment.
const SMALL_CLASS: u32 = SMALL_SHIFT - 1 + SMALL_SLABS as u32;
/// The same size in large slabs.
const LARGE_SLABS: u64 = SMALL_SLABS >> (LARGE_SHIFT - SMALL_SHIFT);

/// How many lines a segment of a size class has.
#[inline(always)]
pub(crate) const fn lines_of(class: u32) -> u64 {
    if class <= SMALL_SHIFT {
        1 << class
    } else if class <= SMALL_CLASS {
        ((class - SMALL_SHIFT + 1) as u64) << SMALL_SHIFT
    } else {
        ((class - SMALL_CLASS) as u64 + LARGE_SLABS) << LARGE_SHIFT
    }
}

/// The smallest size class with at least that many lines.
pub(crate) fn class_of(lines: u64) -> u32 {
    if lines <= 1 << SMALL_SHIFT {
        lines.next_power_of_two().ilog2()
    } else if lines <= lines_of(SMALL_CLASS) {
        lines.div_ceil(1 << SMALL_SHIFT) as u32 + SMALL_SHIFT - 1
    } else {
        (lines.div_ceil(1 << LARGE_SHIFT) - LARGE_SLABS) as u32 + SMALL_CLASS
    }
}

/// Everything that decides where and how a segment stores.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Shape {
    /// Size class.
    pub(crate) class: u32,
    /// Bits of the hash that slot and position know together.
    pub(crate) known_bits: u32,
    pub(crate) wide: bool,
    /// As the class says, worked out once.
    lines: u64,
    lines_log: u32,
}

impl Shape {
    #[inline(always)]
    pub(crate) fn new(class: u32, known_bits: u32, wide: bool) -> Shape {
        let lines = lines_of(class);
        // There is a line, so this is its logarithm.
        Shape { class, known_bits, wide, lines, lines_log: 63 - (lines | 1).leading_zeros() }
    }

    const fn distance_bits(wide: bool) -> u32 {
        if wide { 3 } else { 2 }
    }

    /// Bits of a slot shared by name and tag.
    const fn payload_bits(wide: bool) -> u32 {
        (if wide { 40 } else { 32 }) - Shape::distance_bits(wide)
    }

    #[inline(always)]
    fn distance_max(self) -> u64 {
        (1 << Shape::distance_bits(self.wide)) - 1
    }

    #[inline(always)]
    pub(crate) fn lines(self) -> u64 {
        self.lines
    }

    /// Lines per slab, as a power of two. The smallest segments are part of
    /// one slab.
    #[inline(always)]
    fn slab_shift(self) -> u32 {
        if self.class <= SMALL_CLASS { SMALL_SHIFT } else { LARGE_SHIFT }
    }

    /// How many slabs there are and how many lines are in each.
    pub(crate) fn slabs(self) -> (usize, usize) {
        // Small segments have as many lines as a power of two says, large
        // ones a multiple of a slab.
        let slab = self.lines.min(1 << self.slab_shift());
        ((self.lines >> self.slab_shift()).max(1) as usize, slab as usize)
    }

    #[inline(always)]
    pub(crate) fn tag_bits(self) -> u32 {
        self.known_bits - self.lines_log
    }

    #[inline(always)]
    fn name_bits(self) -> u32 {
        (Shape::payload_bits(self.wide) - self.tag_bits()).min(32)
    }

    /// The longest known part of the hash that leaves room for names below
    /// `names`.
    pub(crate) fn known_bits_for(class: u32, wide: bool, names: u64) -> u32 {
        let name_bits = (names + RESERVED).ilog2() + 1;
        let room = Shape::payload_bits(wide).saturating_sub(name_bits);
        (room + lines_of(class).ilog2()).min(32)
    }

    /// Names must be less than this.
    #[inline(always)]
    pub(crate) fn name_limit(self) -> u64 {
        (1 << self.name_bits()) - RESERVED
    }

    #[inline(always)]
    fn name_mask(self) -> u64 {
        (1 << self.name_bits()) - 1
    }

    #[inline(always)]
    fn pending(self) -> u64 {
        self.name_mask()
    }

    #[inline(always)]
    fn frozen(self) -> u64 {
        self.name_mask() - 1
    }

    #[inline(always)]
    fn dead(self) -> u64 {
        self.name_mask() - 2
    }

    #[inline(always)]
    pub(crate) fn slots_per_line(self) -> usize {
        if self.wide { LINE / 4 * 3 } else { LINE }
    }

    pub(crate) fn slots(self) -> u64 {
        self.lines * self.slots_per_line() as u64
    }

    /// Home line and tag.
    #[inline(always)]
    fn place(self, known: u64) -> (u64, u64) {
        let product = known * self.lines;
        let fraction = product & ((1 << self.known_bits) - 1);
        (product >> self.known_bits, fraction >> self.lines_log)
    }

    /// Inverse of `place`: the one multiple of `lines` in the tag's window.
    #[inline]
    fn known(self, home: u64, tag: u64, inverse: Inverse) -> u64 {
        let low = (home << self.known_bits) + (tag << self.lines_log);
        inverse.divide_up(low)
    }

    /// The slot's bits above the name.
    #[inline(always)]
    fn key(self, tag: u64, distance: u64) -> u64 {
        let distance = distance.min(self.distance_max());
        (tag | distance << self.tag_bits()) << self.name_bits()
    }

    /// The known part of a hash whose segment bits are already cut off.
    #[inline(always)]
    fn known_of(self, hash: u64) -> u64 {
        hash >> (64 - self.known_bits)
    }
}

/// Division by a number of lines, as a multiplication wherever it is exact.
#[derive(Clone, Copy)]
struct Inverse {
    lines: u64,
    factor: u64,
    exact_max: u64,
}

impl Inverse {
    fn new(lines: u64) -> Inverse {
        // For one line the factor wraps to 0, and is not used.
        let exact_max = if lines == 1 { 0 } else { u64::MAX / lines };
        Inverse { lines, factor: (u64::MAX / lines).wrapping_add(1), exact_max }
    }

    /// `factor` exceeds `2^64 / lines` by at most one, so that the product
    /// exceeds the quotient by at most `value / 2^64`, which does not matter
    /// while it is less than `1 / lines`.
    #[inline]
    fn divide_up(self, value: u64) -> u64 {
        let value = value + self.lines - 1;
        if value < self.exact_max {
            ((u128::from(value) * u128::from(self.factor)) >> 64) as u64
        } else {
            value / self.lines
        }
    }
}

/// What a walk through a segment came to.
pub(crate) enum Probe<'a> {
    Found(u32),
    Reserved(Reservation<'a>),
    /// A rebuild is under way.
    Frozen,
    /// There is no empty slot.
    Crowded,
}

/// A slot that is PENDING on behalf of the holder. Dropped without being
/// published it becomes DEAD, so that nobody waits for a failed insertion.
pub(crate) struct Reservation<'a> {
    shape: Shape,
    slot: &'a AtomicU32,
    key: u64,
    last: bool,
}

impl Reservation<'_> {
    /// Whether it is the last slot of its line.
    pub(crate) fn is_last(&self) -> bool {
        self.last
    }

    /// Names must be less than this to be published here.
    pub(crate) fn name_limit(&self) -> u64 {
        self.shape.name_limit()
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
        let value = self.shape.dead() | self.key;
        // Release: as in `publish`, for the high bits.
        self.slot.store(value as u32, Ordering::Release);
    }
}

/// How far the search for a thing in a segment has come.
#[derive(Clone, Copy)]
pub(crate) struct Place<'a> {
    line: &'a Line,
    /// The number of the line.
    at: u32,
    distance: u32,
    tag: u32,
}

impl Place<'_> {
    /// The same without the borrow.
    ///
    /// # Safety
    /// It is not used after the segment is freed.
    pub(crate) unsafe fn unbound(self) -> Place<'static> {
        // SAFETY: by the contract.
        Place { line: unsafe { &*ptr::from_ref(self.line) }, at: self.at, distance: self.distance, tag: self.tag }
    }

    /// Starts loading what `step` looks at.
    #[inline]
    pub(crate) fn prefetch(&self) {
        prefetch(self.line);
    }
}

/// A view of a segment, whose memory the index owns.
#[derive(Clone, Copy)]
pub(crate) struct Segment<'a> {
    shape: Shape,
    /// As the shape says, worked out once.
    slab_shift: u32,
    slabs: &'a [AtomicPtr<Line>],
}

impl<'a> Segment<'a> {
    /// # Safety
    /// `slabs` are as many and as long as `shape` says, and live for `'a`.
    #[inline]
    pub(crate) unsafe fn new(shape: Shape, slabs: &'a [AtomicPtr<Line>]) -> Segment<'a> {
        Segment { shape, slab_shift: shape.slab_shift(), slabs }
    }

    pub(crate) fn shape(self) -> Shape {
        self.shape
    }

    /// The line to try after `at`, at `distance` tries from home.
    #[inline(always)]
    fn next(self, at: u64, distance: u64) -> u64 {
        let next = at + distance;
        if next < self.shape.lines { next } else { next - self.shape.lines }
    }

    #[inline(always)]
    fn line(self, number: u64) -> &'a Line {
        assert!(number < self.shape.lines, "lines are counted from their home");
        let shift = self.slab_shift;
        // Relaxed: set before the segment was published.
        let slab = self.slabs[(number >> shift) as usize].load(Ordering::Relaxed);
        // SAFETY: by the contract of `new` the slab has that line.
        unsafe { &*slab.add((number & ((1 << shift) - 1)) as usize) }
    }

    /// Where a thing with this hash, which comes without its segment bits, is
    /// looked for first.
    #[inline(always)]
    pub(crate) fn start(self, hash: u64) -> Place<'a> {
        let (home, tag) = self.shape.place(self.shape.known_of(hash));
        Place { line: self.line(home), at: home as u32, distance: 0, tag: tag as u32 }
    }

    /// Looks at a place. Tells `each` the names of things that may be the one
    /// in question; if it cannot be here, because the line is full of others,
    /// goes to the next place, starts loading that and returns true.
    #[inline(always)]
    pub(crate) fn step(self, place: &mut Place<'a>, mut each: impl FnMut(u32)) -> bool {
        let shape = self.shape;
        let line = place.line;
        let (mut same, empty) = line.scan(shape, shape.key(place.tag.into(), place.distance.into()), shape.name_mask());
        if same | empty == 0 {
            let more = u64::from(place.distance) + 1 < self.shape.lines && !line.is_frozen(shape);
            if more {
                place.distance += 1;
                let at = self.next(place.at.into(), place.distance.into());
                place.at = at as u32;
                place.line = self.line(at);
                prefetch(place.line);
            }
            return more;
        }
        while same != 0 {
            let index = same.trailing_zeros() as usize;
            same &= same - 1;
            // Acquire pairs with the Release in `publish`.
            let name = u64::from(line.0[index].load(Ordering::Acquire)) & shape.name_mask();
            if name < shape.dead() {
                each((name - 1) as u32);
            }
        }
        false
    }

    /// Looks for a thing. Misses one that is only being inserted.
    #[inline]
    pub(crate) fn find(self, hash: u64, mut equal: impl FnMut(u32) -> bool) -> Option<u32> {
        let shape = self.shape;
        let (mut at, tag) = shape.place(shape.known_of(hash));
        let name_mask = shape.name_mask();
        for distance in 0..self.shape.lines {
            at = self.next(at, distance);
            let line = self.line(at);
            let key = shape.key(tag, distance);
            let (mut same, empty) = line.scan(shape, key, name_mask);
            while same != 0 {
                let index = same.trailing_zeros() as usize;
                same &= same - 1;
                // Acquire pairs with the Release in `publish`.
                let name = u64::from(line.0[index].load(Ordering::Acquire)) & name_mask;
                if name < shape.dead() && high(shape, line, index) == key & (0xff << 32) && equal((name - 1) as u32) {
                    return Some((name - 1) as u32);
                }
            }
            if empty != 0 || line.is_frozen(shape) {
                return None;
            }
        }
        None
    }

    /// Looks for a thing and reserves a slot for it if it is not there.
    /// `place` comes from `start` and `step` on this segment for the thing's
    /// hash: lines that were left behind are full of others for good.
    #[inline]
    pub(crate) fn probe(self, place: Place<'a>, mut equal: impl FnMut(u32) -> bool) -> Probe<'a> {
        let shape = self.shape;
        let name_mask = shape.name_mask();
        let Place { mut line, at, distance, tag } = place;
        let (mut at, mut distance) = (u64::from(at), u64::from(distance));
        loop {
            let key = shape.key(tag.into(), distance);
            loop {
                let (mut same, empty) = line.scan(shape, key, name_mask);
                while same != 0 {
                    let index = same.trailing_zeros() as usize;
                    same &= same - 1;
                    let name = settled(shape, &line.0[index]);
                    if name < shape.dead() && high(shape, line, index) == key & (0xff << 32) && equal((name - 1) as u32)
                    {
                        return Probe::Found((name - 1) as u32);
                    }
                }
                if empty == 0 {
                    break;
                }
                let index = empty.trailing_zeros() as usize;
                let slot = &line.0[index];
                if reserve(slot, shape.pending() | key) {
                    set_high(shape, line, index, key);
                    let last = index + 1 == shape.slots_per_line();
                    return Probe::Reserved(Reservation { shape, slot, key, last });
                }
                // Somebody else took it, perhaps for an equal thing.
            }
            if line.is_frozen(shape) {
                return Probe::Frozen;
            }
            distance += 1;
            if distance == self.shape.lines {
                return Probe::Crowded;
            }
            at = self.next(at, distance);
            line = self.line(at);
            // Where one line is full others are; the way is long sometimes.
            if distance + 1 < self.shape.lines {
                prefetch(self.line(self.next(at, distance + 1)));
            }
        }
    }

    /// Stops insertions into a slot for good, waiting for one under way;
    /// returns what is in it.
    #[cold]
    fn freeze(self, slot: &AtomicU32) -> u64 {
        let frozen = self.shape.frozen() as u32;
        let mut backoff = Backoff::default();
        loop {
            // Acquire pairs with the Release in `publish`.
            let low = slot.load(Ordering::Acquire);
            if low == EMPTY {
                // Relaxed: there is nothing to be seen in an empty slot.
                let done = slot.compare_exchange(EMPTY, frozen, Ordering::Relaxed, Ordering::Relaxed);
                if done.is_ok() {
                    return u64::from(frozen);
                }
            } else if u64::from(low) & self.shape.name_mask() == self.shape.pending() {
                backoff.wait();
            } else {
                return u64::from(low);
            }
        }
    }

    /// Freezes a segment and copies it into an empty one that nobody else
    /// sees. `hashes` tells a function the hashes, without segment bits, of
    /// stored things. Returns how many lines are full if everything found
    /// room.
    pub(crate) fn move_into(self, new: Segment<'_>, hashes: impl Fn(&[u32], &mut dyn FnMut(u32, u64))) -> Option<u32> {
        let (shape, goal) = (self.shape, new.shape);
        let inverse = Inverse::new(shape.lines());
        let (lines, name_mask, name_bits, tag_bits) =
            (shape.lines(), shape.name_mask(), shape.name_bits(), shape.tag_bits());
        let (tag_mask, dead, slots) = ((1 << tag_bits) - 1, shape.dead(), shape.slots_per_line());
        // If the goal knows more of a hash, it has to be asked for.
        let less = shape.known_bits.checked_sub(goal.known_bits);
        let distance_max = if less.is_some() { shape.distance_max() } else { 0 };
        let less = less.unwrap_or(0);
        let mut filler = Filler::new(new);
        let mut unknown = Vec::new();
        for at in 0..lines {
            let line = self.line(at);
            for index in 0..slots {
                // Acquire pairs with the Release in `publish`.
                let mut low = u64::from(line.0[index].load(Ordering::Acquire));
                if low & name_mask >= dead || low == u64::from(EMPTY) {
                    low = self.freeze(&line.0[index]);
                }
                let name = low & name_mask;
                if name >= dead {
                    continue;
                }
                let key = (low | high(shape, line, index)) >> name_bits;
                let distance = key >> tag_bits;
                if distance >= distance_max {
                    unknown.push((name - 1) as u32);
                    continue;
                }
                let mut home = at;
                if distance > 0 {
                    let moved = distance * (distance + 1) / 2 % lines;
                    home = if at >= moved { at - moved } else { at + lines - moved };
                }
                let known = shape.known(home, key & tag_mask, inverse) >> less;
                filler.put(known, name)?;
            }
        }
        let mut room = Some(());
        hashes(&unknown, &mut |name, hash| {
            room = room.and_then(|()| filler.put(goal.known_of(hash), u64::from(name) + 1));
        });
        room?;
        Some(filler.filled.iter().filter(|&&filled| filled == filler.slots).count() as u32)
    }
}

/// Fills a segment that nobody else sees. What follows from its shape is
/// worked out once.
struct Filler<'a> {
    segment: Segment<'a>,
    lines_log: u32,
    known_mask: u64,
    distance_max: u64,
    tag_bits: u32,
    name_bits: u32,
    slots: u8,
    /// Slots in use by line.
    filled: Vec<u8>,
}

impl Filler<'_> {
    fn new(segment: Segment<'_>) -> Filler<'_> {
        let shape = segment.shape;
        Filler {
            segment,
            lines_log: shape.lines_log,
            known_mask: (1 << shape.known_bits) - 1,
            distance_max: shape.distance_max(),
            tag_bits: shape.tag_bits(),
            name_bits: shape.name_bits(),
            slots: shape.slots_per_line() as u8,
            filled: vec![0; shape.lines() as usize],
        }
    }

    /// Stores a name that is known to be absent; see `Shape::place`.
    #[inline(always)]
    fn put(&mut self, known: u64, name: u64) -> Option<()> {
        let shape = self.segment.shape;
        let lines = shape.lines;
        let product = known * lines;
        let mut at = product >> shape.known_bits;
        let tag = (product & self.known_mask) >> self.lines_log;
        let mut distance = 0;
        let index = loop {
            let filled = &mut self.filled[at as usize];
            if *filled < self.slots {
                *filled += 1;
                break usize::from(*filled) - 1;
            }
            distance += 1;
            if distance == lines {
                return None;
            }
            at += distance;
            if at >= lines {
                at -= lines;
            }
        };
        let line = self.segment.line(at);
        let value = name | (tag | distance.min(self.distance_max) << self.tag_bits) << self.name_bits;
        // Relaxed: the segment is published as a whole later.
        line.0[index % LINE].store(value as u32, Ordering::Relaxed);
        set_high(shape, line, index, value);
        Some(())
    }
}

impl Line {
    /// Slots whose low bits above the name are those of `key`, and empty
    /// slots, one bit each. The loads are relaxed: whoever takes a name out
    /// of a slot loads it again, and who takes an empty one exchanges it.
    #[inline(always)]
    fn scan(&self, shape: Shape, key: u64, name_mask: u64) -> (u32, u32) {
        let (same, empty) = self.compare(key as u32, !(name_mask as u32));
        let slots = (1 << shape.slots_per_line()) - 1;
        (same & !empty & slots, empty & slots)
    }

    #[cfg(not(all(target_arch = "x86_64", not(loom), not(miri))))]
    fn compare(&self, key: u32, mask: u32) -> (u32, u32) {
        let (mut same, mut empty) = (0, 0);
        for (index, slot) in self.0.iter().enumerate() {
            let low = slot.load(Ordering::Relaxed);
            same |= u32::from(low & mask == key & mask) << index;
            empty |= u32::from(low == EMPTY) << index;
        }
        (same, empty)
    }

    /// Four slots at a time. The compiler does not join atomic loads, so they
    /// are spelled out: aligned loads of 16 bytes, of which each slot is as
    /// good as loaded by itself.
    #[cfg(all(target_arch = "x86_64", not(loom), not(miri)))]
    #[inline]
    fn compare(&self, key: u32, mask: u32) -> (u32, u32) {
        use std::arch::x86_64::*;
        let (a, b, c, d): (__m128i, __m128i, __m128i, __m128i);
        // SAFETY: a line is 64 bytes at a multiple of 64, and the code only
        // reads them.
        unsafe {
            std::arch::asm!(
                "movdqa {a}, [{line}]",
                "movdqa {b}, [{line} + 16]",
                "movdqa {c}, [{line} + 32]",
                "movdqa {d}, [{line} + 48]",
                line = in(reg) self,
                a = out(xmm_reg) a,
                b = out(xmm_reg) b,
                c = out(xmm_reg) c,
                d = out(xmm_reg) d,
                options(nostack, readonly, preserves_flags),
            );
        }
        // SAFETY: every x86-64 processor has these instructions.
        unsafe {
            let (key, mask, zero) =
                (_mm_set1_epi32(key as i32 & mask as i32), _mm_set1_epi32(mask as i32), _mm_setzero_si128());
            let same = |four| _mm_cmpeq_epi32(_mm_and_si128(four, mask), key);
            let empty = |four| _mm_cmpeq_epi32(four, zero);
            let bits = |a, b, c, d| {
                let all = _mm_packs_epi16(_mm_packs_epi32(a, b), _mm_packs_epi32(c, d));
                _mm_movemask_epi8(all) as u32
            };
            (bits(same(a), same(b), same(c), same(d)), bits(empty(a), empty(b), empty(c), empty(d)))
        }
    }

    /// Whether a full line was not full when a rebuild froze it: then the
    /// last slot, which is taken last, is frozen.
    #[inline(always)]
    fn is_frozen(&self, shape: Shape) -> bool {
        // Relaxed: the caller loads the entry of the directory again.
        self.0[shape.slots_per_line() - 1].load(Ordering::Relaxed) == shape.frozen() as u32
    }
}

/// The name in a slot that is in use, once its insertion is over.
#[inline]
fn settled(shape: Shape, slot: &AtomicU32) -> u64 {
    let mut backoff = Backoff::default();
    loop {
        // Acquire pairs with the Release in `publish`.
        let name = u64::from(slot.load(Ordering::Acquire)) & shape.name_mask();
        if name != shape.pending() {
            return name;
        }
        backoff.wait();
    }
}

#[inline(always)]
fn reserve(slot: &AtomicU32, value: u64) -> bool {
    // Relaxed: nothing is published yet, and on failure the slot is loaded
    // again with Acquire.
    slot.compare_exchange(EMPTY, value as u32, Ordering::Relaxed, Ordering::Relaxed).is_ok()
}

/// Bits of a wide slot beyond the first 32; 0 in narrow segments.
#[inline]
fn high(shape: Shape, line: &Line, slot: usize) -> u64 {
    if !shape.wide {
        return 0;
    }
    // Relaxed: the Acquire load of the slot came before.
    let word = line.0[LINE / 4 * 3 + slot / 4].load(Ordering::Relaxed);
    u64::from(word >> (slot % 4 * 8) & 0xff) << 32
}

#[inline]
fn set_high(shape: Shape, line: &Line, slot: usize, value: u64) {
    if shape.wide {
        let byte = (value >> 32) as u32 & 0xff;
        // Relaxed: published by the Release of the slot.
        line.0[LINE / 4 * 3 + slot / 4].fetch_or(byte << (slot % 4 * 8), Ordering::Relaxed);
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
        for class in 0..=50 {
            for known_bits in lines_of(class).ilog2() + 1..=lines_of(class).ilog2() + 5 {
                let shape = Shape::new(class, known_bits, false);
                let inverse = Inverse::new(shape.lines());
                for known in 0..1 << known_bits {
                    let (home, tag) = shape.place(known);
                    assert!(home < shape.lines() && tag < 1 << shape.tag_bits());
                    assert_eq!(shape.known(home, tag, inverse), known, "{shape:?}");
                }
            }
        }
    }

    #[test]
    fn names_fit_where_they_are_said_to() {
        for class in [0, 1, 2, 15, 16, 100, 255] {
            for wide in [false, true] {
                for names in [1, 15, 16, 1000, 1 << 20, 1 << 26, (1 << 32) - 8] {
                    let known_bits = Shape::known_bits_for(class, wide, names);
                    let shape = Shape::new(class, known_bits, wide);
                    if known_bits > lines_of(class).ilog2() {
                        assert!(shape.name_limit() >= names, "{shape:?} {names}");
                    }
                }
            }
        }
    }

    #[test]
    fn classes_are_sizes() {
        for class in 1..400 {
            let (less, more) = (lines_of(class - 1), lines_of(class));
            assert!(more > less);
            assert_eq!((class_of(less), class_of(less + 1), class_of(more)), (class - 1, class, class));
            let (count, slab) = Shape::new(class, 20, false).slabs();
            assert_eq!((count * slab) as u64, more);
        }
    }
}
