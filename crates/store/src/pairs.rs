//! A growing array of pairs of words, each page packed as tightly as the
//! values known when it was begun suggest.
//!
//! ```text
//! page    [ pair ][ pair ][ pair ] …     left + right bits each, regardless
//!                                        of cell borders
//! form    left bits | right bits << 8
//! ```
//!
//! A pair that does not fit is stored as all ones, and aside in a map: rare,
//! because pages are begun with room for growth.

use std::cell::Cell;
use std::collections::HashMap;
use std::sync::{Arc, PoisonError};

use crate::Full;
use crate::index::Refused;
use crate::memory::Memory;
use crate::pages::{Layout, Pages};
use crate::segment::prefetch;
use crate::sync::{Apart, AtomicU64, Mutex, Ordering};

/// Pairs per page, as a power of two.
pub(crate) const PAGE_LOG: u32 = if cfg!(any(test, loom)) { 4 } else { 11 };
const PAGE_PAIRS: usize = 1 << PAGE_LOG;
/// What a pair costs in the map aside: key, value and a fair share of slack.
const ASIDE_BYTES: usize = 24;

/// Numbers that one worker may give. Workers that give numbers of their own do
/// not write to the same cache lines all the time.
#[derive(Default)]
pub(crate) struct Block {
    next: Cell<u64>,
    end: Cell<u64>,
    /// Pairs stored since that was told last.
    untold: Cell<u64>,
    /// How many numbers are reserved at once.
    pub(crate) size: Cell<u32>,
}

/// Bits per side, by page.
struct Packed;

impl Layout for Packed {
    #[inline]
    fn cells(form: u16) -> usize {
        let (left, right) = widths(form);
        // One cell at least: a page is never empty.
        (PAGE_PAIRS * (left + right) as usize).div_ceil(64).max(1)
    }
}

#[inline]
fn widths(form: u16) -> (u32, u32) {
    (u32::from(form & 0xff), u32::from(form >> 8))
}

#[inline]
fn ones(bits: u32) -> u64 {
    if bits == 64 { u64::MAX } else { (1 << bits) - 1 }
}

pub(crate) struct Pairs {
    pages: Pages<Packed>,
    memory: Arc<Memory>,
    /// The next number.
    end: Apart<AtomicU64>,
    /// Numbers below that have no pair, as far as is known.
    spare: Apart<AtomicU64>,
    /// The bound on values when the last page was begun.
    bound_before: AtomicU64,
    aside: Mutex<HashMap<u32, (u32, u32)>>,
}

impl Pairs {
    pub(crate) fn new(memory: &Arc<Memory>) -> Pairs {
        Pairs {
            pages: Pages::new(memory),
            memory: Arc::clone(memory),
            end: Apart::new(AtomicU64::new(0)),
            spare: Apart::new(AtomicU64::new(0)),
            bound_before: AtomicU64::new(0),
            aside: Mutex::new(HashMap::new()),
        }
    }

    /// Pairs so far; those of a block are told by `Pairs::settle`.
    pub(crate) fn count(&self) -> u64 {
        // Relaxed: counters, exact when all blocks are settled.
        self.end().saturating_sub(self.spare.load(Ordering::Relaxed))
    }

    /// A number above all that were given.
    pub(crate) fn end(&self) -> u64 {
        // Acquire pairs with the Release in `reserve`: numbers below were given.
        self.end.load(Ordering::Acquire)
    }

    pub(crate) fn bytes(&self) -> u64 {
        let aside = self.aside.lock().unwrap_or_else(PoisonError::into_inner);
        self.pages.bytes() + (aside.len() * ASIDE_BYTES) as u64
    }

    /// Takes the next number of the block, which must be below `limit`. `also`
    /// prepares whatever else must exist for the page it is on. The pair itself
    /// is stored by `set`.
    pub(crate) fn push(
        &self,
        limit: u64,
        block: &Block,
        bounds: impl Fn() -> (u64, u64),
        also: impl Fn(u64) -> Result<(), Full>,
    ) -> Result<u32, Refused> {
        let next = block.next.get();
        if next == block.end.get() {
            return self.reserve(limit, block, bounds, also);
        }
        if next >= limit {
            return Err(Refused::Limit);
        }
        block.next.set(next + 1);
        block.untold.set(block.untold.get() + 1);
        Ok(next as u32)
    }

    /// Takes a number, and fills the block with those that follow on its page.
    fn reserve(
        &self,
        limit: u64,
        block: &Block,
        bounds: impl Fn() -> (u64, u64),
        also: impl Fn(u64) -> Result<(), Full>,
    ) -> Result<u32, Refused> {
        loop {
            // Relaxed: confirmed by the exchange below.
            let next = self.end.load(Ordering::Relaxed);
            if next > u64::from(u32::MAX) {
                return Err(Full::Names { table: "states" }.into());
            }
            if next >= limit {
                return Err(Refused::Limit);
            }
            let page = next >> PAGE_LOG;
            self.pages.ensure(page as usize, || self.begin_page(bounds()))?;
            also(next)?;
            let end = (next + u64::from(block.size.get().max(1))).min((page + 1) << PAGE_LOG);
            // Release pairs with the Acquire in `end`. Each number is
            // handed out once because the exchange succeeds once for it.
            let taken = self.end.compare_exchange_weak(next, end, Ordering::Release, Ordering::Relaxed);
            if taken.is_ok() {
                block.next.set(next + 1);
                block.end.set(end);
                if next + 1 < end {
                    // Relaxed: a counter.
                    self.spare.fetch_add(end - next - 1, Ordering::Relaxed);
                }
                return Ok(next as u32);
            }
        }
    }

    /// Counts the pairs that were stored under numbers of the block.
    pub(crate) fn tell(&self, block: &Block) {
        let untold = block.untold.take();
        if untold > 0 {
            // Relaxed: a counter.
            self.spare.fetch_sub(untold, Ordering::Relaxed);
        }
    }

    /// Gives back the numbers that are left of a block, unless others were
    /// reserved since; then nobody ever gets them.
    pub(crate) fn settle(&self, block: &Block) {
        self.tell(block);
        let (next, end) = (block.next.take(), block.end.take());
        // Relaxed: nothing was stored under these numbers.
        if next < end && self.end.compare_exchange(end, next, Ordering::Relaxed, Ordering::Relaxed).is_ok() {
            self.spare.fetch_sub(end - next, Ordering::Relaxed);
        }
    }

    /// Chooses the widths of a page: what is needed now, plus what was added
    /// while the last page was filled and half as much again.
    fn begin_page(&self, (left, right): (u64, u64)) -> u16 {
        let most = left.max(right);
        // Relaxed: a guess; a wrong one costs bytes, not correctness.
        let before = self.bound_before.swap(most, Ordering::Relaxed);
        let added = if before == 0 { 2 * PAGE_PAIRS as u64 } else { most.saturating_sub(before) };
        let room = added * 3 / 2 + 16;
        let bits = |bound: u64| match bound {
            0 => 0,
            // All ones is reserved, hence one more.
            bound => ((bound + room + 1).ilog2() + 1).min(32) as u16,
        };
        bits(left) | bits(right) << 8
    }

    /// Stores a pair under a number got from `push`, by its receiver, once.
    pub(crate) fn set(&self, number: u32, (left, right): (u32, u32)) {
        let (cells, left_bits, right_bits, at) = self.place(number);
        let bits = left_bits + right_bits;
        if bits == 0 {
            let mut aside = self.aside.lock().unwrap_or_else(PoisonError::into_inner);
            aside.insert(number, (left, right));
            self.memory.force(ASIDE_BYTES);
            return;
        }
        let escape = ones(bits);
        let mut value = u64::from(left) | u64::from(right).checked_shl(left_bits).unwrap_or(0);
        let fits = u64::from(left) <= ones(left_bits) && u64::from(right) <= ones(right_bits);
        if !fits || value == escape {
            value = escape;
            let mut aside = self.aside.lock().unwrap_or_else(PoisonError::into_inner);
            aside.insert(number, (left, right));
            self.memory.force(ASIDE_BYTES);
        }
        let (cell, shift) = (at / 64, (at % 64) as u32);
        // Relaxed: published with the name by `Reservation::publish`. `or`,
        // because neighbours share cells; the bits were zero.
        cells[cell].fetch_or(value << shift, Ordering::Relaxed);
        if shift + bits > 64 {
            cells[cell + 1].fetch_or(value >> (64 - shift), Ordering::Relaxed);
        }
    }

    #[inline]
    pub(crate) fn get(&self, number: u32) -> (u32, u32) {
        // Whoever has the number got it after the pair was published.
        self.peek(number).unwrap_or_else(|| self.get_aside(number))
    }

    /// A pair that may be only half written. Returns nothing for those aside.
    #[inline]
    pub(crate) fn peek(&self, number: u32) -> Option<(u32, u32)> {
        let (cells, left_bits, right_bits, at) = self.place(number);
        let bits = left_bits + right_bits;
        let (cell, shift) = (at / 64, (at % 64) as u32);
        // Relaxed: the caller knows that it is written, or makes sure of what
        // it finds.
        let mut value = cells[cell].load(Ordering::Relaxed) >> shift;
        if shift + bits > 64 {
            value |= cells[cell + 1].load(Ordering::Relaxed) << (64 - shift);
        }
        value &= ones(bits);
        let pair = ((value & ones(left_bits)) as u32, value.checked_shr(left_bits).unwrap_or(0) as u32);
        // With no bits at all, all ones is 0.
        (value != ones(bits)).then_some(pair)
    }

    /// Starts loading a pair.
    #[inline]
    pub(crate) fn prefetch(&self, number: u32) {
        let (cells, left_bits, right_bits, at) = self.place(number);
        prefetch(&cells[at / 64]);
        // It may lie on two lines.
        prefetch(&cells[(at + (left_bits + right_bits).max(1) as usize - 1) / 64]);
    }

    #[cold]
    fn get_aside(&self, number: u32) -> (u32, u32) {
        let aside = self.aside.lock().unwrap_or_else(PoisonError::into_inner);
        *aside.get(&number).expect("a pair that did not fit is aside")
    }

    /// Data cells, widths and bit position of a pair.
    #[inline]
    fn place(&self, number: u32) -> (&[AtomicU64], u32, u32, usize) {
        let (form, cells) = self.pages.page_formed((number >> PAGE_LOG) as usize);
        let (left, right) = widths(form);
        let index = number as usize & (PAGE_PAIRS - 1);
        (cells, left, right, index * (left + right) as usize)
    }
}

#[cfg(all(test, not(loom)))]
mod tests {
    use super::*;

    #[test]
    fn pairs_come_back_whatever_their_size() {
        let memory = Arc::new(Memory::new(None));
        for bound in [0, 1, 100, 1 << 31, 1 << 32] {
            let pairs = Pairs::new(&memory);
            let values: Vec<(u32, u32)> = (0..500u32)
                .map(|i| {
                    let spread = i.wrapping_mul(0x9e37_79b9);
                    match i % 4 {
                        0 => (i, i / 2),
                        1 => (spread, 0),
                        2 => (u32::MAX, u32::MAX),
                        _ => (0, spread),
                    }
                })
                .collect();
            for &(left, right) in &values {
                let Ok(number) = pairs.push(1 << 32, &Block::default(), || (bound, bound / 2), |_| Ok(())) else {
                    panic!("there is room");
                };
                pairs.set(number, (left, right));
            }
            for (number, &value) in values.iter().enumerate() {
                assert_eq!(pairs.get(number as u32), value, "bound {bound}");
            }
        }
    }
}
