//! Sequences of words written as they are: the store without compression,
//! which differential tests and benchmarks compare with.
//!
//! ```text
//! cells   [ len ][ word 0 | word 1 << 32 ][ word 2 | word 3 << 32 ] …
//! ```
//!
//! A name is the number of the first cell; sequences may cross pages.

use std::sync::Arc;

use crate::Full;
use crate::hash;
use crate::index::{Index, Refused, Rows};
use crate::memory::Memory;
use crate::pages::{Fixed, Pages};
use crate::sync::{Apart, AtomicU64, Guard, Ordering};

const PAGE_LOG: u32 = if cfg!(any(test, loom)) { 4 } else { 13 };

pub(crate) struct Raw {
    index: Index,
    cells: Pages<Fixed<PAGE_LOG>>,
    tail: Apart<AtomicU64>,
    count: Apart<AtomicU64>,
}

impl Rows for Raw {
    fn hash(&self, name: u32) -> u64 {
        let mut words = Vec::new();
        self.read(name, &mut words);
        hash::words(0, &words)
    }

    fn names(&self) -> u64 {
        self.tail()
    }

    fn warm(&self, _names: &[u32]) {}
}

impl Raw {
    pub(crate) fn new(memory: &Arc<Memory>) -> Raw {
        Raw {
            index: Index::new(memory),
            cells: Pages::new(memory),
            tail: Apart::new(AtomicU64::new(0)),
            count: Apart::new(AtomicU64::new(0)),
        }
    }

    pub(crate) fn tail(&self) -> u64 {
        // Relaxed: a bound for guesses.
        self.tail.load(Ordering::Relaxed)
    }

    pub(crate) fn count(&self) -> u64 {
        // Relaxed: a counter.
        self.count.load(Ordering::Relaxed)
    }

    pub(crate) fn index(&self) -> &Index {
        &self.index
    }

    pub(crate) fn cell_bytes(&self) -> u64 {
        self.cells.bytes()
    }

    /// Relaxed: a name is known only after its contents were published.
    fn cell(&self, number: u64) -> &AtomicU64 {
        &self.cells.page((number >> PAGE_LOG) as usize)[(number % (1 << PAGE_LOG)) as usize]
    }

    fn iter(&self, name: u32) -> impl ExactSizeIterator<Item = u32> {
        let start = u64::from(name);
        let len = self.cell(start).load(Ordering::Relaxed) as usize;
        (0..len).map(move |i| {
            let cell = self.cell(start + 1 + i as u64 / 2).load(Ordering::Relaxed);
            (cell >> (i % 2 * 32)) as u32
        })
    }

    pub(crate) fn read(&self, name: u32, into: &mut Vec<u32>) {
        into.extend(self.iter(name));
    }

    pub(crate) fn word(&self, name: u32, position: u32) -> Option<u32> {
        self.iter(name).nth(position as usize)
    }

    pub(crate) fn equals(&self, name: u32, words: &[u32]) -> bool {
        let stored = self.iter(name);
        stored.len() == words.len() && stored.eq(words.iter().copied())
    }

    pub(crate) fn insert(&self, words: &[u32], guard: &Guard) -> Result<u32, Full> {
        let (name, new) = self.index.find_or_insert(
            hash::words(0, words),
            self,
            guard,
            |name| self.equals(name, words),
            |limit| self.append(words, limit),
        )?;
        if new {
            // Relaxed: a counter.
            self.count.fetch_add(1, Ordering::Relaxed);
        }
        Ok(name)
    }

    /// Stores words without looking for equal ones.
    pub(crate) fn append(&self, words: &[u32], limit: u64) -> Result<u32, Refused> {
        let len = 1 + words.len().div_ceil(2) as u64;
        let start = loop {
            // Relaxed: confirmed by the exchange below.
            let tail = self.tail.load(Ordering::Relaxed);
            if tail + len > u64::from(u32::MAX) {
                return Err(Full::Names { table: "vectors" }.into());
            }
            if tail >= limit {
                return Err(Refused::Limit);
            }
            for page in tail >> PAGE_LOG..=(tail + len - 1) >> PAGE_LOG {
                self.cells.ensure(page as usize, || 0)?;
            }
            // Relaxed: only makes the space ours.
            let taken = self.tail.compare_exchange_weak(tail, tail + len, Ordering::Relaxed, Ordering::Relaxed);
            if taken.is_ok() {
                break tail;
            }
        };
        // Relaxed: published with the name by `Reservation::publish`.
        self.cell(start).store(words.len() as u64, Ordering::Relaxed);
        for (number, pair) in (start + 1..).zip(words.chunks(2)) {
            let high = pair.get(1).copied().unwrap_or(0);
            let cell = u64::from(pair[0]) | u64::from(high) << 32;
            self.cell(number).store(cell, Ordering::Relaxed);
        }
        Ok(start as u32)
    }
}
