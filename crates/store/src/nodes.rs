//! The table of nodes: short sequences of words, each stored once.
//!
//! A node's name is the number of its first cell, so no table of addresses is
//! needed. Names are therefore unique and increasing, but not every number is
//! a name.

use std::sync::Arc;

use crate::Full;
use crate::code::{
    self, CELLS_MAX, FAN, Form, HOPS_MAX, Node, Written, apply, form, next_step, read_full, step, write_delta,
    write_full,
};
use crate::hash;
use crate::index::{Index, Refused, Rows};
use crate::memory::Memory;
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

/// A node as it was read: what it means and how it is written.
pub(crate) struct Read {
    node: Node,
    /// Names from the node itself to the full node that its chain ends in.
    chain: [u32; HOPS_MAX + 1],
    length: usize,
}

impl Read {
    pub(crate) fn new() -> Read {
        Read { node: Node::new(), chain: [0; HOPS_MAX + 1], length: 0 }
    }

    #[inline]
    pub(crate) fn words(&self) -> &[u32] {
        self.node.words()
    }

    #[inline]
    pub(crate) fn height(&self) -> u32 {
        self.node.height
    }

    /// The name, if this is the node in question.
    #[inline]
    pub(crate) fn if_same(&self, height: u32, words: &[u32]) -> Option<u32> {
        (self.height() == height && self.words() == words).then_some(self.chain[0])
    }

    /// The words after changes at the given positions.
    pub(crate) fn changed(&self, changes: impl Iterator<Item = (u32, u32)>) -> Node {
        let mut node = self.node.clone();
        for (position, word) in changes {
            node.words_mut()[position as usize] = word;
        }
        node
    }
}

/// A node that is being looked for.
pub(crate) struct Sought<'w> {
    height: u32,
    words: &'w [u32],
    hash: u64,
}

/// A walk from a node to the full node at the end of its chain.
struct Walk<'a> {
    cells: [&'a [AtomicU64]; HOPS_MAX + 1],
    chain: [u32; HOPS_MAX + 1],
    length: usize,
    next: Option<u32>,
}

impl<'a> Walk<'a> {
    fn new(name: u32) -> Walk<'a> {
        Walk { cells: [&[]; HOPS_MAX + 1], chain: [0; HOPS_MAX + 1], length: 0, next: Some(name) }
    }

    /// Goes one base further, if there is one.
    #[inline]
    fn step(&mut self, nodes: &'a Nodes) -> bool {
        let Some(name) = self.next else {
            return false;
        };
        let cells = nodes.cells(name);
        self.chain[self.length] = name;
        self.cells[self.length] = cells;
        self.length += 1;
        // Relaxed: a name is known only after the node was published, and a
        // base was published before the node.
        self.next = match form(cells[0].load(Ordering::Relaxed)) {
            Form::Full => None,
            Form::Delta { base } => Some(base),
        };
        self.next.is_some()
    }

    #[inline]
    fn finish(self, read: &mut Read) {
        read_full(self.cells[self.length - 1], &mut read.node);
        for cells in self.cells[..self.length - 1].iter().rev() {
            apply(cells, &mut read.node);
        }
        read.chain = self.chain;
        read.length = self.length;
    }
}

impl Rows for Nodes {
    fn hash(&self, name: u32) -> u64 {
        let mut read = Read::new();
        self.read(name, &mut read);
        hash::words(read.height(), read.words())
    }

    fn names(&self) -> u64 {
        self.tail()
    }
}

impl Nodes {
    pub(crate) fn new(memory: &Arc<Memory>) -> Nodes {
        Nodes {
            index: Index::new(memory),
            cells: Pages::new(memory),
            tail: AtomicU64::new(0),
            count: AtomicU64::new(0),
        }
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

    #[inline]
    pub(crate) fn read(&self, name: u32, into: &mut Read) {
        let mut walk = Walk::new(name);
        while walk.step(self) {}
        walk.finish(into);
    }

    /// Reads two nodes at once: their chains are independent, so the
    /// processor can wait for both at the same time.
    #[inline]
    pub(crate) fn read_two(&self, names: (u32, u32), into: &mut (Read, Read)) {
        let mut left = Walk::new(names.0);
        let mut right = Walk::new(names.1);
        while left.step(self) | right.step(self) {}
        left.finish(&mut into.0);
        right.finish(&mut into.1);
    }

    /// Starts looking for a node, to be continued by `insert`.
    #[inline]
    pub(crate) fn seek<'w>(&self, height: u32, words: &'w [u32], guard: &Guard) -> Sought<'w> {
        debug_assert!(words.len() <= FAN);
        let hash = hash::words(height, words);
        self.index.prefetch(hash, guard);
        Sought { height, words, hash }
    }

    /// Names a node. `base`, if any, is a node expected to be similar; it
    /// decides how much space a new node takes and nothing else.
    pub(crate) fn insert(&self, sought: Sought<'_>, base: Option<&Read>, guard: &Guard) -> Result<u32, Full> {
        let Sought { height, words, hash } = sought;
        let base = base.filter(|base| base.height() == height);
        let mut candidate = Read::new();
        let equal = |name: u32| {
            self.read(name, &mut candidate);
            candidate.height() == height && candidate.words() == words
        };
        let create = |limit: u64| {
            let written = self.write(height, words, base);
            self.append(written.cells(), limit)
        };
        let (name, _) = self.index.find_or_insert(hash, self, guard, equal, create)?;
        Ok(name)
    }

    /// The shortest way to write a node; full ones win ties.
    fn write(&self, height: u32, words: &[u32], base: Option<&Read>) -> Written {
        let whole = write_full(height, words);
        let Some(read) = base else {
            return whole;
        };
        let (step, base_step) = next_step(step(self.first(read.chain[0])));
        let chain = &read.chain[..read.length];
        let base = chain.iter().copied().find(|&name| code::step(self.first(name)) == base_step);
        let base = base.expect("the base of the next step is on the way to the full node");
        let delta = if base == chain[0] {
            write_delta(base, step, read.words(), words)
        } else {
            let mut old = Read::new();
            self.read(base, &mut old);
            write_delta(base, step, old.words(), words)
        };
        match delta {
            Some(delta) if delta.cells().len() < whole.cells().len() => delta,
            _ => whole,
        }
    }

    /// Stores cells under a name below `limit`.
    fn append(&self, cells: &[u64], limit: u64) -> Result<u32, Refused> {
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
            self.cells.ensure((start >> PAGE_LOG) as usize, || 0)?;
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
