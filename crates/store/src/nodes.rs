//! The table of nodes: short sequences of words, each stored once.
//!
//! A node's name is the number of its first cell, so no table of addresses is
//! needed. Names are therefore unique and increasing, but not every number is
//! a name.

use crate::Full;
use crate::budget::Budget;
use crate::code::{
    CELLS_MAX, FAN, Form, HOPS_MAX, Node, Written, apply, form, hops, read_full, write_delta, write_full,
};
use crate::hash;
use crate::index::{Index, Refused, Rows};
use crate::pages::{Fixed, Pages};
use crate::sync::{AtomicU64, Guard, Ordering};

/// Cells per page, as a power of two. A node does not cross pages.
pub(crate) const PAGE_LOG: u32 = if cfg!(any(test, loom)) { 5 } else { 13 };
const PAGE_CELLS: u64 = 1 << PAGE_LOG;
const _: () = assert!(CELLS_MAX as u64 <= PAGE_CELLS);

pub(crate) struct Nodes {
    index: Index,
    cells: Pages<Fixed<PAGE_LOG>>,
    /// The first free cell.
    tail: AtomicU64,
    count: AtomicU64,
}

/// A node of the same height that a new one may be written from.
#[derive(Clone, Copy)]
struct Base<'a> {
    name: u32,
    /// Where its chain of bases ends.
    full: u32,
    node: &'a Node,
}

impl Rows for Nodes {
    fn hash(&self, name: u32) -> u64 {
        let mut node = Node::new();
        self.read(name, &mut node);
        hash::words(node.height, node.words())
    }

    fn names(&self) -> u64 {
        self.tail()
    }
}

impl Nodes {
    pub(crate) fn new(budget: &Budget) -> Nodes {
        Nodes { index: Index::new(budget), cells: Pages::new(), tail: AtomicU64::new(0), count: AtomicU64::new(0) }
    }

    /// A number above all names given so far.
    pub(crate) fn tail(&self) -> u64 {
        // Relaxed: a bound for guesses; names reach us by other ways.
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

    /// From the first cell of a node to the end of its page.
    #[inline]
    fn cells(&self, name: u32) -> &[AtomicU64] {
        let page = self.cells.page((name >> PAGE_LOG) as usize);
        &page[(name & (PAGE_CELLS as u32 - 1)) as usize..]
    }

    #[inline]
    fn first(&self, name: u32) -> u64 {
        // Relaxed: a name is known only after the node was published.
        self.cells(name)[0].load(Ordering::Relaxed)
    }

    /// Reads a node; answers the full node that its chain ends in.
    #[inline]
    pub(crate) fn read(&self, name: u32, node: &mut Node) -> u32 {
        let mut chain: [&[AtomicU64]; HOPS_MAX as usize] = [&[]; HOPS_MAX as usize];
        let mut length = 0;
        let mut at = name;
        let mut cells = self.cells(at);
        // Relaxed: as in `first`; a base was published before the node.
        while let Form::Delta { base } = form(cells[0].load(Ordering::Relaxed)) {
            chain[length] = cells;
            length += 1;
            at = base;
            cells = self.cells(at);
        }
        read_full(cells, node);
        for cells in chain[..length].iter().rev() {
            apply(cells, node);
        }
        at
    }

    /// Names a node. `base`, if any, is a node expected to be similar; it
    /// decides how much space a new node takes and nothing else.
    pub(crate) fn insert(
        &self,
        height: u32,
        words: &[u32],
        base: Option<u32>,
        budget: &Budget,
        guard: &Guard,
    ) -> Result<u32, Full> {
        debug_assert!(words.len() <= FAN);
        let Some(name) = base else {
            return self.find_or_write(height, words, None, budget, guard);
        };
        let mut old = Node::new();
        let full = self.read(name, &mut old);
        if old.height != height {
            return self.find_or_write(height, words, None, budget, guard);
        }
        if old.words() == words {
            return Ok(name);
        }
        let base = Base { name, full, node: &old };
        self.find_or_write(height, words, Some(base), budget, guard)
    }

    /// Changes words of the sequence made of two nodes of height 0. Answers
    /// nothing if they are not.
    ///
    /// # Panics
    /// If a position lies outside.
    pub(crate) fn change_two(
        &self,
        (left, right): (u32, u32),
        changes: &[(u32, u32)],
        budget: &Budget,
        guard: &Guard,
    ) -> Result<Option<(u32, u32)>, Full> {
        let mut node = Node::new();
        let full = self.read(left, &mut node);
        if node.height != 0 {
            return Ok(None);
        }
        let cut = node.words().len() as u32;
        let in_left = |change: &&(u32, u32)| change.0 < cut;
        let new_left = self.change(left, full, &node, changes.iter().filter(in_left).copied(), budget, guard)?;
        if changes.iter().all(|change| change.0 < cut) {
            return Ok(Some((new_left, right)));
        }
        let full = self.read(right, &mut node);
        if node.height != 0 {
            return Ok(None);
        }
        let in_right = |&(position, word): &(u32, u32)| Some((position.checked_sub(cut)?, word));
        let changes = changes.iter().filter_map(in_right);
        let new_right = self.change(right, full, &node, changes, budget, guard)?;
        Ok(Some((new_left, new_right)))
    }

    fn change(
        &self,
        name: u32,
        full: u32,
        old: &Node,
        changes: impl Iterator<Item = (u32, u32)>,
        budget: &Budget,
        guard: &Guard,
    ) -> Result<u32, Full> {
        let mut new = old.clone();
        for (position, word) in changes {
            new.words_mut()[position as usize] = word;
        }
        if new.words() == old.words() {
            return Ok(name);
        }
        let base = Base { name, full, node: old };
        self.find_or_write(old.height, new.words(), Some(base), budget, guard)
    }

    fn find_or_write(
        &self,
        height: u32,
        words: &[u32],
        base: Option<Base<'_>>,
        budget: &Budget,
        guard: &Guard,
    ) -> Result<u32, Full> {
        let hash = hash::words(height, words);
        let mut candidate = Node::new();
        let equal = |name: u32| {
            self.read(name, &mut candidate);
            candidate.height == height && candidate.words() == words
        };
        let create = |limit: u64| {
            let written = self.write(height, words, base);
            self.append(written.cells(), limit, budget)
        };
        let (name, _) = self.index.find_or_insert(hash, self, budget, guard, equal, create)?;
        Ok(name)
    }

    /// The shortest way to write a node; full ones win ties.
    fn write(&self, height: u32, words: &[u32], base: Option<Base<'_>>) -> Written {
        let whole = write_full(height, words);
        let Some(base) = base else {
            return whole;
        };
        let chain = hops(self.first(base.name));
        let delta = if chain < HOPS_MAX {
            write_delta(base.name, chain + 1, base.node.words(), words)
        } else {
            let mut start = Node::new();
            read_full(self.cells(base.full), &mut start);
            write_delta(base.full, 1, start.words(), words)
        };
        match delta {
            Some(delta) if delta.cells().len() < whole.cells().len() => delta,
            _ => whole,
        }
    }

    /// Stores cells under a name below `limit`.
    fn append(&self, cells: &[u64], limit: u64, budget: &Budget) -> Result<u32, Refused> {
        let len = cells.len() as u64;
        let start = loop {
            // Relaxed: confirmed by the exchange below.
            let tail = self.tail.load(Ordering::Relaxed);
            let left = PAGE_CELLS - tail % PAGE_CELLS;
            let start = if left < len { tail + left } else { tail };
            if start + len > u64::from(u32::MAX) {
                return Err(Full::Names { table: "vectors" }.into());
            }
            if start >= limit {
                return Err(Refused::Limit);
            }
            self.cells.ensure((start >> PAGE_LOG) as usize, budget, || 0)?;
            // Relaxed: only makes the space ours; contents are published
            // with the name.
            let taken = self.tail.compare_exchange_weak(tail, start + len, Ordering::Relaxed, Ordering::Relaxed);
            if taken.is_ok() {
                break start as u32;
            }
        };
        for (place, &cell) in self.cells(start).iter().zip(cells) {
            // Relaxed: published with the name by `Reservation::publish`.
            place.store(cell, Ordering::Relaxed);
        }
        // Relaxed: a counter.
        self.count.fetch_add(1, Ordering::Relaxed);
        Ok(start)
    }
}
