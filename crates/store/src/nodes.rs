//! The table of nodes: short sequences of words, each stored once.
//!
//! A node's name is the number of its first cell, so no table of addresses is
//! needed. Names are therefore unique and increasing, but not every number is
//! a name.
//!
//! A new node is best written as a difference from a similar one. Callers who
//! know one say so. For those who do not, nodes that come in twos (the halves
//! of a state) remember their first partner: when a state has one half that
//! is known and one that is new, the partner of the known half is likely to
//! be similar to the new one, because a step seldom changes both.

use std::sync::Arc;

use crate::Full;
use crate::code::{self, Base, CELLS_MAX, FAN, HOPS_MAX, Node, Written, apply, beyond, differ, read_full, write};
use crate::hash;
use crate::index::{Index, Refused, Rows};
use crate::memory::Memory;
use crate::pages::{Fixed, Pages};
use crate::segment::prefetch;
use crate::sync::{AtomicU64, Guard, Ordering};

/// Cells per page, as a power of two. A node does not cross pages.
pub(crate) const PAGE_LOG: u32 = if cfg!(any(test, loom)) { 5 } else { 13 };
const PAGE_CELLS: u64 = 1 << PAGE_LOG;
const _: () = assert!(CELLS_MAX as u64 <= PAGE_CELLS);

pub(crate) struct Nodes {
    index: Index,
    cells: Pages<Fixed<PAGE_LOG>>,
    /// Partners by name, 32 bits each; 0 is none. Pages exist only where
    /// they were needed.
    partners: Pages<Fixed<{ PAGE_LOG - 1 }>>,
    /// The first free cell.
    tail: AtomicU64,
    count: AtomicU64,
}

/// A node as it was read: what it means and how it is written.
pub(crate) struct Read {
    node: Node,
    /// From the node itself to the full node that its chain ends in.
    chain: [Link; HOPS_MAX + 1],
    length: usize,
}

/// A node on the way to a full one.
#[derive(Clone, Copy)]
struct Link {
    name: u32,
    step: u32,
    /// Positions at which it differs from the next one, one bit each.
    changed: u32,
    len: u32,
}

const NO_LINK: Link = Link { name: 0, step: 0, changed: 0, len: 0 };

impl Read {
    pub(crate) fn new() -> Read {
        Read { node: Node::new(), chain: [NO_LINK; HOPS_MAX + 1], length: 0 }
    }

    #[inline]
    pub(crate) fn words(&self) -> &[u32] {
        self.node.words()
    }

    #[inline]
    pub(crate) fn height(&self) -> u32 {
        self.node.height
    }

    /// The name, if anything was read.
    pub(crate) fn name(&self) -> Option<u32> {
        (self.length > 0).then_some(self.chain[0].name)
    }

    /// The name, if this is the node in question.
    #[inline]
    pub(crate) fn if_same(&self, height: u32, words: &[u32]) -> Option<u32> {
        (self.length > 0 && self.height() == height && self.words() == words).then_some(self.chain[0].name)
    }

    /// The words and whatever follows them, for changing.
    #[inline]
    pub(crate) fn words_array(&self) -> [u32; FAN] {
        self.node.words
    }
}

/// A node that is being looked for.
pub(crate) struct Sought<'w> {
    height: u32,
    words: &'w [u32],
    hash: u64,
}

impl<'w> Sought<'w> {
    #[inline]
    pub(crate) fn new(height: u32, words: &'w [u32]) -> Sought<'w> {
        debug_assert!(words.len() <= FAN);
        Sought { height, words, hash: hash::words(height, words) }
    }

    #[inline]
    pub(crate) fn hash(&self) -> u64 {
        self.hash
    }
}

/// A walk from a node to the full node at the end of its chain.
struct Walk {
    names: [u32; HOPS_MAX + 1],
    firsts: [u64; HOPS_MAX + 1],
    length: usize,
    next: Option<u32>,
}

impl Walk {
    #[inline]
    fn new(name: u32) -> Walk {
        Walk { names: [0; HOPS_MAX + 1], firsts: [0; HOPS_MAX + 1], length: 0, next: Some(name) }
    }

    /// Goes one base further; answers whether there is another.
    #[inline]
    fn step(&mut self, nodes: &Nodes) -> bool {
        let Some(name) = self.next else {
            return false;
        };
        let first = nodes.first(name);
        self.names[self.length] = name;
        self.firsts[self.length] = first;
        self.length += 1;
        self.next = code::base(first);
        self.next.is_some()
    }

    #[inline]
    fn finish(&self, nodes: &Nodes, read: &mut Read) {
        let last = self.length - 1;
        read_full(nodes.cells(self.names[last]), &mut read.node);
        read.chain[last] = Link { name: self.names[last], step: 0, changed: 0, len: read.node.len() as u32 };
        for at in (0..last).rev() {
            let (name, first) = (self.names[at], self.firsts[at]);
            let changed = apply(first, || nodes.cells(name), &mut read.node);
            read.chain[at] = Link { name, step: code::step(first), changed, len: read.node.len() as u32 };
        }
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
            partners: Pages::new(memory),
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
        self.cells.bytes() + self.partners.bytes()
    }

    /// From the first cell of a node to the end of its page.
    #[inline]
    fn cells(&self, name: u32) -> &[AtomicU64] {
        let page = self.cells.page((name >> PAGE_LOG) as usize);
        &page[(name & (PAGE_CELLS as u32 - 1)) as usize..]
    }

    #[inline]
    fn first(&self, name: u32) -> u64 {
        // Relaxed: a name is known only after the node was published, and a
        // base was published before the node.
        self.cells(name)[0].load(Ordering::Relaxed)
    }

    #[inline]
    pub(crate) fn read(&self, name: u32, into: &mut Read) {
        let mut walk = Walk::new(name);
        while walk.step(self) {}
        walk.finish(self, into);
    }

    /// Reads two nodes at once: their chains are independent, so the
    /// processor can wait for both at the same time.
    #[inline]
    pub(crate) fn read_two(&self, names: (u32, u32), into: &mut (Read, Read)) {
        let mut left = Walk::new(names.0);
        let mut right = Walk::new(names.1);
        while left.step(self) | right.step(self) {}
        left.finish(self, &mut into.0);
        right.finish(self, &mut into.1);
    }

    /// Loads nodes and the chains they end in, waiting for all of them at
    /// once instead of one by one. `names` is used up.
    pub(crate) fn warm(&self, names: &mut Vec<u32>) {
        while !names.is_empty() {
            for &name in names.iter() {
                prefetch(&self.cells(name)[0]);
            }
            names.retain_mut(|name| match code::base(self.first(*name)) {
                Some(base) => {
                    *name = base;
                    true
                }
                None => false,
            });
        }
    }

    /// Starts looking for a node, to be continued by `find` or `insert`.
    #[inline]
    pub(crate) fn prefetch(&self, sought: &Sought<'_>, guard: &Guard) {
        self.index.prefetch(sought.hash, guard);
    }

    /// The name of a node that is stored.
    pub(crate) fn find(&self, sought: &Sought<'_>, guard: &Guard) -> Option<u32> {
        let mut candidate = Read::new();
        self.index.find(sought.hash, guard, |name| {
            self.read(name, &mut candidate);
            candidate.if_same(sought.height, sought.words).is_some()
        })
    }

    /// Names a node and tells whether it is new. `base`, if any, is a node
    /// expected to be similar; it decides how much space a new node takes and
    /// nothing else.
    pub(crate) fn insert(&self, sought: &Sought<'_>, base: Option<&Read>, guard: &Guard) -> Result<(u32, bool), Full> {
        let &Sought { height, words, hash } = sought;
        let base = base.filter(|base| base.length > 0 && base.height() == height);
        let mut candidate = Read::new();
        let equal = |name: u32| {
            self.read(name, &mut candidate);
            candidate.if_same(height, words).is_some()
        };
        let create = |limit: u64| {
            let written = self.write(height, words, base);
            self.append(written.cells(), limit)
        };
        self.index.find_or_insert(hash, self, guard, equal, create)
    }

    /// Names a node whose partner is known. A new one is written from the
    /// node that the partner came with first.
    pub(crate) fn insert_beside(&self, sought: &Sought<'_>, partner: u32, guard: &Guard) -> Result<u32, Full> {
        let mut read = Read::new();
        let base = self.partner(partner).map(|base| {
            self.read(base, &mut read);
            &read
        });
        let (name, new) = self.insert(sought, base, guard)?;
        if new {
            self.set_partner(name, partner);
        }
        Ok(name)
    }

    fn partner(&self, name: u32) -> Option<u32> {
        let page = self.partners.find((name >> PAGE_LOG) as usize)?;
        let at = (name & (PAGE_CELLS as u32 - 1)) as usize;
        // Acquire pairs with the Release in `set_partner`: the partner's
        // contents can be read.
        let two = page[at / 2].load(Ordering::Acquire);
        ((two >> (at % 2 * 32)) as u32).checked_sub(1)
    }

    /// Remembers the first partner of a new node; its creator calls this
    /// once. Without memory for it nothing is remembered.
    pub(crate) fn set_partner(&self, name: u32, partner: u32) {
        let number = (name >> PAGE_LOG) as usize;
        if self.partners.ensure(number, || 0).is_ok() {
            let at = (name & (PAGE_CELLS as u32 - 1)) as usize;
            let value = (u64::from(partner) + 1) << (at % 2 * 32);
            // Release pairs with the Acquire in `partner`: who reads the
            // partner's name may read the partner. The bits were zero.
            self.partners.page(number)[at / 2].fetch_or(value, Ordering::Release);
        }
    }

    #[inline]
    fn write(&self, height: u32, words: &[u32], base: Option<&Read>) -> Written {
        let Some(read) = base else {
            return write(height, words, None);
        };
        let chain = &read.chain[..read.length];
        let (step, base_step) = code::next_step(chain[0].step);
        let mut changed = differ(read.words(), words) | beyond(read.words().len());
        let mut at = 0;
        // Differences add up on the way to the base of the next step. A link
        // that is longer than the next one has changed all that is beyond.
        while chain[at].step != base_step {
            changed |= chain[at].changed;
            at += 1;
        }
        let Link { name, len, .. } = chain[at];
        write(height, words, Some(Base { name, step, len: len as usize, changed }))
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
