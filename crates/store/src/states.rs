//! The table of states: dense numbers for pairs of sequences.
//!
//! A state's words are cut in two at the largest power of two below their
//! number, and the two parts are vectors. Threads that run independently end
//! up in different parts, so in a product of spaces a state costs little more
//! than its pair. Without compression a state is one raw sequence, and the
//! right side is not used.

use std::sync::Arc;

use crate::hash;
use crate::index::{Index, Rows, Seek};
use crate::memory::Memory;
use crate::pages::{Fixed, Pages};
use crate::pairs::{self, Block, Pairs};
use crate::raw::Raw;
use crate::sync::{AtomicU64, Guard, Ordering};
use crate::vectors::{Named, Vectors};
use crate::{Full, TableStatistics};

/// Cells of nodes that share a place in `births`, as a power of two.
const BIRTH_LOG: u32 = 4;
/// Births are kept in pages of that many cells, as a power of two.
const BIRTH_PAGE_LOG: u32 = if cfg!(any(test, loom)) { 2 } else { 10 };
/// Most states that are looked at for the one a node was born with.
const BIRTH_STATES: u64 = 32;
const KEY_PAGE_LOG: u32 = if cfg!(any(test, loom)) { 4 } else { 11 };
const _: () = assert!(KEY_PAGE_LOG >= pairs::PAGE_LOG, "numbers that are reserved together have keys on one page");

pub(crate) struct States {
    index: Index,
    pairs: Pairs,
    keys: Option<Pages<Fixed<KEY_PAGE_LOG>>>,
    /// For every 16 cells of nodes, by name, the first state whose half lies
    /// there, plus one; 32 bits each. Only a hint, and only for states of
    /// which nothing else is known.
    births: Pages<Fixed<BIRTH_PAGE_LOG>>,
}

/// States of up to this many words, one node, are cut in the middle: each part has far fewer values
/// than the whole, and most so if both are of a size. Longer ones are trees, which share most if
/// they are cut at the same places.
const WORDS_IN_THE_MIDDLE: usize = 32;

/// Where the words of a state of `len` words are cut.
pub(crate) fn cut(len: usize) -> usize {
    match len {
        0 | 1 => len,
        2..=WORDS_IN_THE_MIDDLE => len.div_ceil(2),
        _ => 1 << (len - 1).ilog2(),
    }
}

/// Compressed states, as the index sees them.
struct Halves<'a>(&'a States);

impl Rows for Halves<'_> {
    fn hash(&self, name: u32) -> u64 {
        let (left, right) = self.0.pairs.get(name);
        hash::pair(left, right)
    }

    fn names(&self) -> u64 {
        self.0.end()
    }

    fn warm(&self, names: &[u32]) {
        names.iter().for_each(|&number| self.0.pairs.prefetch(number));
    }
}

/// Uncompressed states, as the index sees them.
struct Whole<'a>(&'a States, &'a Raw);

impl Rows for Whole<'_> {
    fn hash(&self, name: u32) -> u64 {
        self.1.hash(self.0.pairs.get(name).0)
    }

    fn names(&self) -> u64 {
        self.0.end()
    }

    fn warm(&self, names: &[u32]) {
        Halves(self.0).warm(names);
    }
}

/// A pair of vectors that is being looked for.
#[derive(Clone, Copy)]
pub(crate) struct SeekHalves<'g> {
    halves: (u32, u32),
    seek: Seek<'g>,
    /// The state that it may be.
    likely: Option<u32>,
}

impl SeekHalves<'_> {
    /// The same without the borrow.
    ///
    /// # Safety
    /// As for `Seek::unbound`.
    pub(crate) unsafe fn unbound(self) -> SeekHalves<'static> {
        // SAFETY: by the contract.
        SeekHalves { halves: self.halves, seek: unsafe { self.seek.unbound() }, likely: self.likely }
    }
}

impl States {
    pub(crate) fn new(keys: bool, memory: &Arc<Memory>) -> States {
        States {
            index: Index::new(memory),
            pairs: Pairs::new(memory),
            keys: keys.then(|| Pages::new(memory)),
            births: Pages::new(memory),
        }
    }

    pub(crate) fn count(&self) -> u64 {
        self.pairs.count()
    }

    /// A number above all that were given.
    pub(crate) fn end(&self) -> u64 {
        self.pairs.end()
    }

    /// Counts the states that got numbers of a block.
    pub(crate) fn tell(&self, block: &Block) {
        self.pairs.tell(block);
    }

    /// No more states get numbers of this block.
    pub(crate) fn settle(&self, block: &Block) {
        self.pairs.settle(block);
    }

    pub(crate) fn get(&self, number: u32) -> (u32, u32) {
        self.pairs.get(number)
    }

    /// Starts loading a state.
    pub(crate) fn prefetch(&self, number: u32) {
        self.pairs.prefetch(number);
    }

    /// Starts looking for a pair of vectors.
    #[inline]
    pub(crate) fn seek<'g>(&self, halves: (u32, u32), guard: &'g Guard) -> SeekHalves<'g> {
        SeekHalves { halves, seek: self.index.seek(hash::pair(halves.0, halves.1), guard), likely: None }
    }

    /// Goes on looking, as `Index::step`: starts loading what may be the state.
    #[inline]
    pub(crate) fn step(&self, sought: &mut SeekHalves<'_>) -> bool {
        let SeekHalves { seek, likely, .. } = sought;
        self.index.step(seek, |number| {
            self.pairs.prefetch(number);
            *likely = likely.or(Some(number));
        })
    }

    /// Inserts a pair of vectors that is looked for.
    #[inline]
    pub(crate) fn finish(
        &self,
        sought: &SeekHalves<'_>,
        key: u64,
        vectors: &Vectors,
        guard: &Guard,
        block: &Block,
    ) -> Result<(u32, bool), Full> {
        match sought.likely {
            Some(likely) if self.pairs.get(likely) == sought.halves => Ok((likely, false)),
            _ => self.finish_halves(sought.halves, sought.seek, key, vectors, guard, block),
        }
    }

    /// Inserts a pair of vectors.
    pub(crate) fn insert_halves(
        &self,
        halves: (u32, u32),
        key: u64,
        vectors: &Vectors,
        guard: &Guard,
        block: &Block,
    ) -> Result<(u32, bool), Full> {
        let seek = self.index.seek(hash::pair(halves.0, halves.1), guard);
        self.finish_halves(halves, seek, key, vectors, guard, block)
    }

    fn finish_halves(
        &self,
        (left, right): (u32, u32),
        seek: Seek<'_>,
        key: u64,
        vectors: &Vectors,
        guard: &Guard,
        block: &Block,
    ) -> Result<(u32, bool), Full> {
        self.index.finish(
            seek,
            &Halves(self),
            guard,
            |number| self.pairs.get(number) == (left, right),
            |limit| {
                let bound = || (vectors.names(), vectors.names());
                let number = self.pairs.push(limit, block, bound, |next| self.ensure_key(next))?;
                self.pairs.set(number, (left, right));
                self.set_key(number, key);
                Ok(number)
            },
        )
    }

    /// Remembers with which state a new vector was born.
    pub(crate) fn remember_birth(&self, named: &Named, (number, new): (u32, bool)) {
        if named.new && new {
            self.set_birth(named.halves.0.max(named.halves.1), number);
        }
    }

    fn birth_place(name: u32) -> (usize, usize, u32) {
        let place = (name >> BIRTH_LOG) as usize;
        let (cell, half) = (place / 2, place % 2);
        (cell >> BIRTH_PAGE_LOG, cell % (1 << BIRTH_PAGE_LOG), half as u32 * 32)
    }

    /// Without memory for it nothing is remembered.
    fn set_birth(&self, name: u32, number: u32) {
        let (page, cell, shift) = States::birth_place(name);
        if self.births.ensure(page, || 0).is_err() {
            return;
        }
        let cell = &self.births.page(page)[cell];
        // Relaxed: a hint that `partner` checks. The first to come is kept,
        // unless two come at once; then their numbers are mixed.
        if (cell.load(Ordering::Relaxed) >> shift) as u32 == 0 {
            cell.fetch_or((u64::from(number) + 1) << shift, Ordering::Relaxed);
        }
    }

    /// The other half of the state that a node was born with, if it is found
    /// quickly.
    pub(crate) fn partner(&self, name: u32, guard: &Guard) -> Option<u32> {
        let (page, cell, shift) = States::birth_place(name);
        let page = self.births.find(page)?;
        // Relaxed: as in `set_birth`.
        let first = u64::from((page[cell].load(Ordering::Relaxed) >> shift) as u32).checked_sub(1)?;
        let end = self.end().min(first + BIRTH_STATES);
        for number in first..end {
            let number = number as u32;
            // Perhaps not written, or half written.
            let Some((left, right)) = self.pairs.peek(number) else { continue };
            if left == name || right == name {
                // If the index has the state, it is written, and so are its
                // halves; then it is read again.
                self.index.find(hash::pair(left, right), guard, |found| found == number)?;
                let sure = self.pairs.get(number) == (left, right);
                return sure.then_some(if left == name { right } else { left });
            }
        }
        None
    }

    /// Inserts a sequence as it is.
    pub(crate) fn insert_whole(
        &self,
        words: &[u32],
        key: u64,
        raw: &Raw,
        guard: &Guard,
        block: &Block,
    ) -> Result<(u32, bool), Full> {
        self.index.find_or_insert(
            hash::words(0, words),
            &Whole(self, raw),
            guard,
            |number| raw.equals(self.pairs.get(number).0, words),
            |limit| {
                let contents = raw.append(words, u64::MAX)?;
                let bound = || (raw.tail(), 0);
                let number = self.pairs.push(limit, block, bound, |next| self.ensure_key(next))?;
                self.pairs.set(number, (contents, 0));
                self.set_key(number, key);
                Ok(number)
            },
        )
    }

    fn ensure_key(&self, next: u64) -> Result<(), Full> {
        match &self.keys {
            None => Ok(()),
            Some(keys) => keys.ensure((next >> KEY_PAGE_LOG) as usize, || 0),
        }
    }

    fn key_cell(&self, number: u32) -> Option<&AtomicU64> {
        let page = self.keys.as_ref()?.page((number >> KEY_PAGE_LOG) as usize);
        Some(&page[number as usize % (1 << KEY_PAGE_LOG)])
    }

    fn set_key(&self, number: u32, key: u64) {
        if let Some(cell) = self.key_cell(number) {
            // Relaxed: published with the name by `Reservation::publish`.
            cell.store(key, Ordering::Relaxed);
        }
    }

    pub(crate) fn key(&self, number: u32) -> u64 {
        // Relaxed: a key is a number by itself; what it refers to reached
        // the caller by other ways.
        self.key_cell(number).map_or(u64::MAX, |cell| cell.load(Ordering::Relaxed))
    }

    pub(crate) fn offer_key(&self, number: u32, key: u64) {
        if let Some(cell) = self.key_cell(number) {
            // Relaxed: the least key wins in whatever order they come. Most
            // offers are too high, and looking is cheaper than writing.
            if cell.load(Ordering::Relaxed) > key {
                cell.fetch_min(key, Ordering::Relaxed);
            }
        }
    }

    pub(crate) fn statistics(&self) -> TableStatistics {
        TableStatistics {
            entries: self.count(),
            index_bytes: self.index.bytes(),
            data_bytes: self.pairs.bytes() + self.births.bytes(),
            slots: self.index.slots(),
        }
    }

    pub(crate) fn key_bytes(&self) -> u64 {
        self.keys.as_ref().map_or(0, Pages::bytes)
    }
}
