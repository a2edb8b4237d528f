//! How a node is written: in full, or as its difference from another node.
//!
//! A node is a sequence of at most [`FAN`] words with a height (0: the words
//! are the caller's; more: they name nodes one lower). It occupies one or
//! more 64-bit cells:
//!
//! ```text
//! full  bit 0 ├kind=1 2┤├height 3┤├len 6┤├width-1 5┤├ len words of `width` bits …
//! many        ├kind=2 2┤├step 4┤├len 6┤├count 6┤├width 6┤├base 32┤
//!                                 ├ count × (position 5, word `width`) …
//! one         ├kind=3 2┤├step 4┤├base 27┤├position 5┤├word 26┤
//! two         ├kind=0 2┤├step 4┤├base 27┤├position 5┤├word 10┤├position 5┤├word 10┤
//! ```
//!
//! `step` counts differences since the full node, which is step 0. The base
//! of step `s` is step `s` with its lowest bit cleared, as in a Fenwick tree:
//! a node is read by following at most 4 bases instead of 15, while a
//! difference grows little (twice as long for every second step, and so on).
//!
//! How a node is written depends on what was known when it came; what it
//! *means* does not, and only that is ever compared.

use crate::sync::{AtomicU64, Ordering};

/// Words per node. Positions are written in 5 bits.
pub(crate) const FAN: usize = 32;
/// Steps are written in 4 bits.
const STEP_BITS: u32 = 4;
/// Most bases to be followed before a full node is reached.
pub(crate) const HOPS_MAX: usize = STEP_BITS as usize;
/// Cells of the longest node: a header and 32 full words.
pub(crate) const CELLS_MAX: usize = 18;

const TWO: u64 = 0;
const FULL: u64 = 1;
const MANY: u64 = 2;
const ONE: u64 = 3;
const FULL_HEADER: u32 = 16;
const MANY_HEADER: u32 = 56;
const POSITION_BITS: u32 = 5;
/// Bases in forms of one cell.
const BASE_BITS: u32 = 27;
/// The word of form one.
const WORD_BITS: u32 = 26;
/// The words of form two.
const SMALL_BITS: u32 = 10;
/// Where changes begin in forms of one cell.
const CHANGES: u32 = 2 + STEP_BITS + BASE_BITS;

const _: () = assert!(FAN == 1 << POSITION_BITS);
const _: () = assert!(CHANGES + POSITION_BITS + WORD_BITS == 64);
const _: () = assert!(CHANGES + 2 * (POSITION_BITS + SMALL_BITS) <= 64);
const _: () = assert!(FULL_HEADER as usize + FAN * 32 <= CELLS_MAX * 64);

/// A node as it is meant.
pub(crate) struct Node {
    pub(crate) height: u32,
    len: usize,
    /// The first `len` count.
    pub(crate) words: [u32; FAN],
}

impl Node {
    pub(crate) fn new() -> Node {
        Node { height: 0, len: 0, words: [0; FAN] }
    }

    #[inline]
    pub(crate) fn words(&self) -> &[u32] {
        &self.words[..self.len]
    }

    #[inline]
    pub(crate) fn words_mut(&mut self) -> &mut [u32] {
        &mut self.words[..self.len]
    }

    pub(crate) fn len(&self) -> usize {
        self.len
    }
}

/// The name of the node that this one is a difference from, if it is one.
#[inline]
pub(crate) fn base(first: u64) -> Option<u32> {
    match first & 3 {
        FULL => None,
        MANY => Some((first >> 24) as u32),
        _ => Some((first >> (2 + STEP_BITS)) as u32 & ((1 << BASE_BITS) - 1)),
    }
}

/// The length of a node, if its own first cell tells; else it is as long as
/// its base.
#[inline]
pub(crate) fn len(first: u64) -> Option<usize> {
    match first & 3 {
        FULL => Some((first >> 5) as usize & 63),
        MANY => Some((first >> 6) as usize & 63),
        _ => None,
    }
}

/// Whether a node may have these words, as far as its own first cell tells.
#[inline]
pub(crate) fn may_be(first: u64, words: &[u32]) -> bool {
    let has = |at: u32, bits: u32| {
        let (position, word) = change(first, at, bits);
        words.get(position) == Some(&word)
    };
    match first & 3 {
        ONE => has(CHANGES, WORD_BITS),
        TWO => has(CHANGES, SMALL_BITS) && has(CHANGES + POSITION_BITS + SMALL_BITS, SMALL_BITS),
        _ => len(first) == Some(words.len()),
    }
}

/// A change in a form of one cell: position and word.
#[inline]
fn change(first: u64, at: u32, bits: u32) -> (usize, u32) {
    let position = (first >> at) as usize % FAN;
    let word = (first >> (at + POSITION_BITS)) as u32 & ((1 << bits) - 1);
    (position, word)
}

/// The height of a full node, which those that come from it share.
#[inline]
pub(crate) fn height(first: u64) -> u32 {
    (first >> 2) as u32 & 7
}

/// Differences since the full node.
pub(crate) fn step(first: u64) -> u32 {
    match first & 3 {
        FULL => 0,
        _ => (first >> 2) as u32 & ((1 << STEP_BITS) - 1),
    }
}

/// The step after `step`, and the step of its base. The last step is followed
/// by the largest power of two, whose base is the full node.
pub(crate) fn next_step(step: u32) -> (u32, u32) {
    let next = match step + 1 {
        next if next >> STEP_BITS == 0 => next,
        _ => 1 << (STEP_BITS - 1),
    };
    (next, next & (next - 1))
}

/// How many cells a node has, as its first one tells; None if no node is written like that.
pub(crate) fn cells(first: u64) -> Option<usize> {
    let (len, count, width) = match first & 3 {
        FULL => ((first >> 5) & 63, (first >> 5) & 63, (first >> 11) % 32 + 1),
        MANY => ((first >> 6) & 63, (first >> 12) & 63, (first >> 18) & 63),
        _ => return (step(first) > 0).then_some(1),
    };
    let bits = match first & 3 {
        FULL => u64::from(FULL_HEADER) + count * width,
        _ => u64::from(MANY_HEADER) + count * (u64::from(POSITION_BITS) + width),
    };
    let fits = len <= FAN as u64 && count <= FAN as u64 && width <= 32;
    let stepped = first & 3 == FULL || step(first) > 0;
    (fits && stepped).then_some(bits.div_ceil(64) as usize)
}

/// The step of the base of a node of this step.
pub(crate) fn base_step(step: u32) -> u32 {
    step & step.wrapping_sub(1)
}

/// Reads a full node.
#[inline]
pub(crate) fn read_full(cells: &[AtomicU64], node: &mut Node) {
    // Relaxed throughout this file: a name is known only after the node was
    // published with it (`Reservation::publish`).
    let first = cells[0].load(Ordering::Relaxed);
    debug_assert_eq!(first & 3, FULL);
    node.height = height(first);
    node.len = (first >> 5) as usize & 63;
    let width = ((first >> 11) as usize & 31) + 1;
    let bits = FULL_HEADER as usize + node.len * width;
    // A copy that can be read at any byte. Two bytes more than the longest
    // node, because words are taken out of eight bytes.
    let mut bytes = [0; CELLS_MAX * 8 + 8];
    for (to, cell) in bytes.chunks_exact_mut(8).zip(&cells[..bits.div_ceil(64)]) {
        to.copy_from_slice(&cell.load(Ordering::Relaxed).to_le_bytes());
    }
    unpack(&bytes, width, node.len, &mut node.words);
}

/// Takes words of `width` bits out of what follows the header.
#[inline]
fn unpack(bytes: &[u8; CELLS_MAX * 8 + 8], width: usize, len: usize, words: &mut [u32; FAN]) {
    const HEADER_BYTES: usize = FULL_HEADER as usize / 8;
    if width == 8 {
        // All of them, because a fixed number is done in few instructions.
        for (word, &byte) in words.iter_mut().zip(&bytes[HEADER_BYTES..HEADER_BYTES + FAN]) {
            *word = u32::from(byte);
        }
        return;
    }
    let mask = u32::MAX >> (32 - width);
    let mut bit = FULL_HEADER as usize;
    for word in &mut words[..len] {
        let eight = bytes[bit / 8..][..8].try_into().expect("eight bytes");
        *word = (u64::from_le_bytes(eight) >> (bit % 8)) as u32 & mask;
        bit += width;
    }
}

/// Turns a base into the node that is written as its difference from it, and
/// tells at which positions, one bit each. `first` is the node's first cell;
/// the others are asked for only if there are any.
#[inline]
pub(crate) fn apply<'a>(first: u64, cells: impl FnOnce() -> &'a [AtomicU64], node: &mut Node) -> u32 {
    match first & 3 {
        ONE => {
            let (position, word) = change(first, CHANGES, WORD_BITS);
            node.words[position] = word;
            1 << position
        }
        TWO => {
            let (one, word) = change(first, CHANGES, SMALL_BITS);
            node.words[one] = word;
            let (two, word) = change(first, CHANGES + POSITION_BITS + SMALL_BITS, SMALL_BITS);
            node.words[two] = word;
            1 << one | 1 << two
        }
        _ => {
            node.len = (first >> 6) as usize & 63;
            let count = (first >> 12) & 63;
            let width = (first >> 18) as u32 & 63;
            let mut reader = Reader::new(cells(), MANY_HEADER);
            let mut changed = 0;
            for _ in 0..count {
                let position = reader.take(POSITION_BITS) as usize;
                node.words[position] = reader.take(width);
                changed |= 1 << position;
            }
            changed
        }
    }
}

/// The word at a position of a node, if that is written with the node itself
/// and not with its base.
#[inline]
pub(crate) fn word<'a>(first: u64, cells: impl FnOnce() -> &'a [AtomicU64], position: usize) -> Option<u32> {
    let change = |at: u32, bits: u32| {
        let word = (first >> (at + POSITION_BITS)) as u32 & ((1 << bits) - 1);
        ((first >> at) as usize % FAN == position).then_some(word)
    };
    match first & 3 {
        FULL => {
            let width = (first >> 11) as u32 % 32 + 1;
            let bit = FULL_HEADER + position as u32 * width;
            Some(Reader::new(&cells()[bit as usize / 64..], bit % 64).take(width))
        }
        ONE => change(CHANGES, WORD_BITS),
        TWO => change(CHANGES, SMALL_BITS).or_else(|| change(CHANGES + POSITION_BITS + SMALL_BITS, SMALL_BITS)),
        _ => {
            let count = (first >> 12) & 63;
            let width = (first >> 18) as u32 & 63;
            let mut reader = Reader::new(cells(), MANY_HEADER);
            let mut changes = (0..count).map(|_| (reader.take(POSITION_BITS), reader.take(width)));
            changes.find(|(at, _)| *at as usize == position).map(|(_, word)| word)
        }
    }
}

/// Positions from `len` on, one bit each.
#[inline]
pub(crate) fn beyond(len: usize) -> u32 {
    !(((1u64 << len) - 1) as u32)
}

/// Positions at which two sequences differ, as far as both reach.
#[inline]
pub(crate) fn differ(old: &[u32], new: &[u32]) -> u32 {
    // Eight at a time, with constant shifts, which the compiler turns into
    // few instructions.
    let (olds, old_rest) = old.as_chunks::<8>();
    let (news, new_rest) = new.as_chunks::<8>();
    let mut all = 0;
    let mut start = 0;
    for (old, new) in olds.iter().zip(news) {
        let mut bits = 0;
        for at in 0..8 {
            bits |= if old[at] != new[at] { 1 << at } else { 0 };
        }
        all |= bits << start;
        start += 8;
    }
    let old_rest = if olds.len() > news.len() { &olds[news.len()][..] } else { old_rest };
    let new_rest = if news.len() > olds.len() { &news[olds.len()][..] } else { new_rest };
    for (at, (old, new)) in old_rest.iter().zip(new_rest).enumerate() {
        all |= u32::from(old != new) << (start + at as u32);
    }
    all
}

/// A node as it will be written.
pub(crate) struct Written {
    cells: [u64; CELLS_MAX],
    bits: u32,
}

impl Written {
    pub(crate) fn cells(&self) -> &[u64] {
        &self.cells[..self.bits.div_ceil(64) as usize]
    }

    pub(crate) fn new() -> Written {
        Written { cells: [0; CELLS_MAX], bits: 0 }
    }

    #[inline]
    fn put(&mut self, value: u64, bits: u32) {
        debug_assert!(bits == 64 || value < 1 << bits);
        if bits == 0 {
            return;
        }
        let (cell, shift) = (self.bits as usize / 64, self.bits % 64);
        self.cells[cell] |= value << shift;
        if shift + bits > 64 {
            self.cells[cell + 1] |= value >> (64 - shift);
        }
        self.bits += bits;
    }
}

fn width_of(words: &[u32]) -> u32 {
    32 - words.iter().fold(0, |all, word| all | word).leading_zeros()
}

/// A node that a new one may be written as a difference from.
pub(crate) struct Base {
    pub(crate) name: u32,
    /// The step of the new node.
    pub(crate) step: u32,
    pub(crate) len: usize,
    /// Where the new node differs, one bit each; perhaps also elsewhere.
    pub(crate) changed: u32,
}

/// The shortest way to write a node; full ones win ties.
#[inline]
pub(crate) fn write(height: u32, words: &[u32], base: Option<Base>, out: &mut Written) {
    let width = width_of(words).max(1);
    let full_bits = FULL_HEADER + words.len() as u32 * width;
    if let Some(base) = base {
        let delta = Delta::new(&base, words);
        if delta.bits.div_ceil(64) < full_bits.div_ceil(64) {
            return delta.write(&base, words, out);
        }
    }
    out.put(FULL, 2);
    out.put(u64::from(height), 3);
    out.put(words.len() as u64, 6);
    out.put(u64::from(width - 1), 5);
    for &word in words {
        out.put(u64::from(word), width);
    }
}

/// What differs, and how long it is when written.
struct Delta {
    /// One bit each.
    positions: u32,
    width: u32,
    form: u64,
    bits: u32,
}

/// The numbers of the bits that are set.
fn ones(mut bits: u32) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let position = bits.trailing_zeros();
        bits &= bits.wrapping_sub(1);
        (position < 32).then_some(position as usize)
    })
}

impl Delta {
    #[inline]
    fn new(base: &Base, words: &[u32]) -> Delta {
        let positions = (base.changed | beyond(base.len)) & !beyond(words.len());
        let all = ones(positions).fold(0, |all, position| all | words[position]);
        let width = 32 - all.leading_zeros();
        let short = base.len == words.len() && base.name >> BASE_BITS == 0;
        let count = positions.count_ones();
        let form = match count {
            1 if short && width <= WORD_BITS => ONE,
            2 if short && width <= SMALL_BITS => TWO,
            _ => MANY,
        };
        let bits = if form == MANY { MANY_HEADER + count * (POSITION_BITS + width) } else { 64 };
        Delta { positions, width, form, bits }
    }

    #[inline]
    fn write(&self, base: &Base, words: &[u32], out: &mut Written) {
        if self.form == MANY {
            return self.write_many(base, words, out);
        }
        let bits = if self.form == ONE { WORD_BITS } else { SMALL_BITS };
        let mut cell = self.form | u64::from(base.step) << 2 | u64::from(base.name) << (2 + STEP_BITS);
        let mut at = CHANGES;
        for position in ones(self.positions) {
            cell |= (position as u64 | u64::from(words[position]) << POSITION_BITS) << at;
            at += POSITION_BITS + bits;
        }
        out.put(cell, 64);
    }

    fn write_many(&self, base: &Base, words: &[u32], out: &mut Written) {
        out.put(self.form, 2);
        out.put(u64::from(base.step), STEP_BITS);
        out.put(words.len() as u64, 6);
        out.put(u64::from(self.positions.count_ones()), 6);
        out.put(u64::from(self.width), 6);
        out.put(u64::from(base.name), 32);
        for position in ones(self.positions) {
            out.put(position as u64, POSITION_BITS);
            out.put(u64::from(words[position]), self.width);
        }
    }
}

/// Takes fields of up to 32 bits from a row of cells.
struct Reader<'a> {
    cells: &'a [AtomicU64],
    next: usize,
    buffer: u128,
    bits: u32,
}

impl<'a> Reader<'a> {
    #[inline]
    fn new(cells: &'a [AtomicU64], skip: u32) -> Reader<'a> {
        Reader { cells, next: 1, buffer: u128::from(cells[0].load(Ordering::Relaxed) >> skip), bits: 64 - skip }
    }

    #[inline]
    fn take(&mut self, width: u32) -> u32 {
        if self.bits < width {
            let cell = self.cells[self.next].load(Ordering::Relaxed);
            self.buffer |= u128::from(cell) << self.bits;
            self.bits += 64;
            self.next += 1;
        }
        let value = self.buffer as u64 & ((1 << width) - 1);
        self.buffer >>= width;
        self.bits -= width;
        value as u32
    }
}

#[cfg(all(test, not(loom)))]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn cells(height: u32, words: &[u32], base: Option<Base>) -> Vec<AtomicU64> {
        let mut written = Written::new();
        write(height, words, base, &mut written);
        written.cells().iter().map(|&c| AtomicU64::new(c)).collect()
    }

    fn words() -> impl Strategy<Value = Vec<u32>> {
        let word = prop_oneof![4 => 0u32..4, 1 => any::<u32>(), 2 => 0u32..1 << 26, 2 => 0u32..1024];
        prop::collection::vec(word, 0..=FAN)
    }

    /// Whatever the step, the next one's base is on the way to the full node.
    #[test]
    fn bases_are_on_the_way() {
        for at in 0..16 {
            let (next, base) = next_step(at);
            assert!(next.count_ones() as usize <= HOPS_MAX);
            let mut way = at;
            while way != base {
                assert!(way > 0, "{base} is not on the way from {at}");
                way &= way - 1;
            }
        }
    }

    proptest! {
        #[test]
        fn full_nodes_come_back(height in 0u32..8, words in words()) {
            let cells = cells(height, &words, None);
            let mut node = Node::new();
            read_full(&cells, &mut node);
            prop_assert_eq!(node.words(), &words[..]);
            prop_assert_eq!(node.height, height);
            prop_assert_eq!(base(cells[0].load(Ordering::Relaxed)), None);
        }

        #[test]
        fn deltas_come_back(
            old in words(), new in words(), name in prop_oneof![any::<u32>(), 0u32..1 << 27],
            step in 1u32..16, extra in prop_oneof![Just(0), any::<u32>()],
            places in prop::collection::vec(0usize..32, 0..6),
        ) {
            let mut words = old.clone();
            words.resize(if step % 2 == 0 { old.len() } else { new.len() }, 3);
            for position in places {
                if let (Some(to), Some(&from)) = (words.get_mut(position), new.get(position)) {
                    *to = from;
                }
            }
            // Saying that more has changed than has is allowed.
            let changed = differ(&old, &words) | extra;
            let cells = cells(3, &words, Some(Base { name, step, len: old.len(), changed }));
            let first = cells[0].load(Ordering::Relaxed);
            let mut node = Node::new();
            if let Some(base) = base(first) {
                prop_assert_eq!(base, name);
                prop_assert_eq!(self::step(first), step);
                read_full(&self::cells(3, &old, None), &mut node);
                let touched = apply(first, || &cells, &mut node);
                let len = old.len().min(words.len());
                prop_assert_eq!(differ(&old, &words) & !touched, 0);
                for at in 0..len {
                    prop_assert_eq!(differ(&old, &words) >> at & 1 == 1, old[at] != words[at]);
                }
            } else {
                read_full(&cells, &mut node);
            }
            prop_assert_eq!(node.words(), &words[..]);
            prop_assert_eq!(node.height, 3);
        }
    }
}
