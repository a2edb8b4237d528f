//! The table of nodes: short sequences of words, each stored once.
//!
//! A node's name is the number of its first cell, so no table of addresses is
//! needed. Names are therefore unique and increasing, but not every number is
//! a name.
//!
//! A new node is best written as a difference from a similar one, which
//! callers tell if they know one.

mod kept;

use std::sync::Arc;

use crate::Full;
use crate::code::{self, Base, CELLS_MAX, FAN, HOPS_MAX, Node, Written, apply, beyond, differ, read_full, write};
use crate::hash;
use crate::index::{Index, Refused, Rows, Seek};
use crate::memory::Memory;
use crate::pages::{Fixed, Pages};
use crate::segment::prefetch;
use crate::sync::{Apart, AtomicU64, Guard, Ordering};

/// Cells per page, as a power of two. A node does not cross pages.
pub(crate) const PAGE_LOG: u32 = if cfg!(any(test, loom)) { 5 } else { 13 };
const PAGE_CELLS: u64 = 1 << PAGE_LOG;
const _: () = assert!(CELLS_MAX as u64 <= PAGE_CELLS);
/// Few full nodes have more cells than this after the first.
const USUAL_CELLS: usize = 4;

pub(crate) struct Nodes {
    index: Index,
    cells: Pages<Fixed<PAGE_LOG>>,
    /// The first free cell, and above it in 32 bits how many nodes there are.
    tail: Apart<AtomicU64>,
}

/// One more node, as `Nodes::tail` counts them.
const ONE_NODE: u64 = 1 << 32;
/// Cells that are loaded before they are written.
const CELLS_AHEAD: usize = 24;

/// A node as it was read: what it means and how it is written.
pub(crate) struct Read {
    node: Node,
    /// Names from the node itself to the full node that its chain ends in.
    chain: [u32; HOPS_MAX + 1],
    /// What is known of these: differences since the full node, length, and
    /// positions that differ from the next one, one bit each.
    steps: [u8; HOPS_MAX + 1],
    lens: [u8; HOPS_MAX + 1],
    changed: [u32; HOPS_MAX + 1],
    length: usize,
}

impl Read {
    pub(crate) fn new() -> Read {
        const EACH: usize = HOPS_MAX + 1;
        Read { node: Node::new(), chain: [0; EACH], steps: [0; EACH], lens: [0; EACH], changed: [0; EACH], length: 0 }
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
        (self.length > 0).then_some(self.chain[0])
    }

    /// The name, if this is the node in question.
    #[inline]
    pub(crate) fn if_same(&self, height: u32, words: &[u32]) -> Option<u32> {
        (self.length > 0 && self.height() == height && same_words(self.words(), words)).then_some(self.chain[0])
    }

    /// The words and whatever follows them, for changing.
    #[inline]
    pub(crate) fn words_array(&self) -> [u32; FAN] {
        self.node.words
    }

    /// Changes a word: what was read is then only good for being a base.
    /// Returns the position as a bit, if the word was another one.
    ///
    /// # Panics
    /// If the position lies outside.
    #[inline]
    pub(crate) fn change(&mut self, position: usize, word: u32) -> u32 {
        let place = &mut self.node.words_mut()[position];
        let differs = *place != word;
        *place = word;
        u32::from(differs) << position
    }
}

/// Whether two sequences are equal. They are short, and calling the library
/// for them takes longer than comparing.
#[inline]
pub(crate) fn same_words(a: &[u32], b: &[u32]) -> bool {
    if a.len() != b.len() {
        return false;
    }
    let (quads, rest) = a.as_chunks::<4>();
    let (other_quads, other_rest) = b.as_chunks::<4>();
    quads.iter().zip(other_quads).all(|(a, b)| a.iter().zip(b).fold(0, |all, (a, b)| all | (a ^ b)) == 0)
        && rest.iter().zip(other_rest).all(|(a, b)| a == b)
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

    /// One whose hash is known.
    #[inline]
    pub(crate) fn hashed(height: u32, words: &'w [u32], hash: u64) -> Sought<'w> {
        debug_assert_eq!(hash, hash::words(height, words));
        Sought { height, words, hash }
    }

    #[inline]
    pub(crate) fn hash(&self) -> u64 {
        self.hash
    }

    #[inline]
    pub(crate) fn words(&self) -> &'w [u32] {
        self.words
    }
}

/// A walk from a node to the full node at the end of its chain.
pub(crate) struct Walk {
    names: [u32; HOPS_MAX + 1],
    firsts: [u64; HOPS_MAX + 1],
    length: usize,
    next: Option<u32>,
}

impl Walk {
    #[inline]
    pub(crate) fn new(name: u32) -> Walk {
        Walk { names: [0; HOPS_MAX + 1], firsts: [0; HOPS_MAX + 1], length: 0, next: Some(name) }
    }

    /// Begins anew.
    #[inline]
    pub(crate) fn begin(&mut self, name: u32) {
        self.length = 0;
        self.next = Some(name);
    }

    /// Does not go on for the time being.
    #[inline]
    pub(crate) fn pause(&mut self) {
        self.next = None;
    }

    /// Goes to the end, if it has not: from `name`, where it began.
    #[inline]
    pub(crate) fn complete(&mut self, name: u32, nodes: &Nodes) {
        if self.length == 0 {
            self.begin(name);
            while self.step(nodes) {}
        }
    }

    /// Goes one base further; returns whether there is another.
    #[inline]
    pub(crate) fn step(&mut self, nodes: &Nodes) -> bool {
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

    /// Starts loading where the next step looks.
    #[inline]
    pub(crate) fn prefetch(&self, nodes: &Nodes) {
        if let Some(name) = self.next {
            nodes.prefetch_node(name);
        }
    }

    /// Length and height, without reading the node.
    #[inline]
    pub(crate) fn size(&self) -> (usize, u32) {
        let firsts = &self.firsts[..self.length];
        let len = firsts.iter().find_map(|&first| code::len(first));
        (len.expect("a full node tells its length"), code::height(firsts[self.length - 1]))
    }

    /// Reads the node that the walk began with.
    #[inline]
    pub(crate) fn finish(&self, nodes: &Nodes, read: &mut Read) {
        let last = self.length - 1;
        read_full(nodes.cells(self.names[last]), &mut read.node);
        read.lens[last] = read.node.len() as u8;
        read.steps[last] = 0;
        for at in (0..last).rev() {
            let (name, first) = (self.names[at], self.firsts[at]);
            read.changed[at] = apply(first, || nodes.cells(name), &mut read.node);
            read.lens[at] = read.node.len() as u8;
            read.steps[at] = code::step(first) as u8;
        }
        read.chain = self.names;
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

    fn warm(&self, names: &[u32]) {
        Nodes::warm(self, &mut names.to_vec());
    }
}

impl Nodes {
    pub(crate) fn new(memory: &Arc<Memory>) -> Nodes {
        Nodes { index: Index::new(memory), cells: Pages::new(memory), tail: Apart::new(AtomicU64::new(0)) }
    }

    /// A number above all names given so far.
    pub(crate) fn tail(&self) -> u64 {
        // Relaxed: a bound for guesses; names reach us by other ways.
        self.tail.load(Ordering::Relaxed) % ONE_NODE
    }

    pub(crate) fn count(&self) -> u64 {
        // Relaxed: a counter.
        self.tail.load(Ordering::Relaxed) / ONE_NODE
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

    /// The height of a node and the word in it that leads to a position, or
    /// is there: little is read.
    #[inline]
    pub(crate) fn word(&self, name: u32, position: usize) -> Option<(u32, u32)> {
        let mut walk = Walk::new(name);
        while walk.step(self) {}
        let (len, height) = walk.size();
        let place = position / FAN.pow(height);
        if place >= len {
            return None;
        }
        let chain = walk.names.iter().zip(walk.firsts).take(walk.length);
        let mut words = chain.map(|(name, first)| code::word(first, || self.cells(*name), place));
        Some((height, words.find_map(|word| word).expect("a full node has every word")))
    }

    /// Reads two nodes at once: their chains are independent, so the
    /// processor can wait for both at the same time.
    #[inline]
    pub(crate) fn read_two(&self, names: (u32, u32), into: &mut (Read, Read)) {
        let (left, right) = self.walk_two(names);
        left.finish(self, &mut into.0);
        right.finish(self, &mut into.1);
    }

    /// Goes to the full nodes that two nodes come from.
    #[inline(always)]
    pub(crate) fn walk_two(&self, names: (u32, u32)) -> (Walk, Walk) {
        let mut left = Walk::new(names.0);
        let mut right = Walk::new(names.1);
        while left.step(self) | right.step(self) {}
        (left, right)
    }

    /// Starts loading a node. Most are short, but cross a cache line.
    #[inline]
    pub(crate) fn prefetch_node(&self, name: u32) {
        let cells = self.cells(name);
        prefetch(&cells[0]);
        prefetch(cells.get(USUAL_CELLS).unwrap_or(&cells[0]));
    }

    /// Loads nodes and the chains they end in, waiting for all of them at
    /// once instead of one by one. `names` is used up.
    pub(crate) fn warm(&self, names: &mut Vec<u32>) {
        while !names.is_empty() {
            for &name in names.iter() {
                self.prefetch_node(name);
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

    /// Starts looking for a node.
    #[inline]
    pub(crate) fn seek<'g>(&self, sought: &Sought<'_>, guard: &'g Guard) -> Seek<'g> {
        self.index.seek(sought.hash, guard)
    }

    /// Goes on looking, as `Index::step`.
    #[inline]
    pub(crate) fn step(&self, seek: &mut Seek<'_>, each: impl FnMut(u32)) -> bool {
        self.index.step(seek, each)
    }

    /// The name of a node that is stored.
    pub(crate) fn find(&self, sought: &Sought<'_>, guard: &Guard) -> Option<u32> {
        self.index.find(sought.hash, guard, |name| self.is(name, sought))
    }

    /// Names a node and tells whether it is new. `base`, if any, is a node
    /// expected to be similar; it decides how much space a new node takes and
    /// nothing else.
    pub(crate) fn insert(&self, sought: &Sought<'_>, base: Option<&Read>, guard: &Guard) -> Result<(u32, bool), Full> {
        self.finish(sought, self.seek(sought, guard), base, guard)
    }

    /// The same for a node that is looked for.
    pub(crate) fn finish(
        &self,
        sought: &Sought<'_>,
        seek: Seek<'_>,
        base: Option<&Read>,
        guard: &Guard,
    ) -> Result<(u32, bool), Full> {
        self.finish_with(sought, seek, guard, |written| self.write(sought, base, written))
    }

    /// Same as `finish`, with a base that was changed into the node itself,
    /// at these positions.
    pub(crate) fn finish_changed(
        &self,
        sought: &Sought<'_>,
        seek: Seek<'_>,
        (base, changed): (&Read, u32),
        guard: &Guard,
    ) -> Result<u32, Full> {
        let write = |written: &mut Written| self.write_changed(sought, base, changed, written);
        Ok(self.finish_with(sought, seek, guard, write)?.0)
    }

    /// Same as `finish`, with a base that is asked for only if the node is
    /// new.
    pub(crate) fn finish_near(
        &self,
        sought: &Sought<'_>,
        seek: Seek<'_>,
        guard: &Guard,
        base: impl Fn() -> Option<u32>,
    ) -> Result<(u32, bool), Full> {
        self.finish_with(sought, seek, guard, |written| {
            let mut read = Read::new();
            let base = base().map(|name| {
                self.read(name, &mut read);
                &read
            });
            self.write(sought, base, written);
        })
    }

    #[inline]
    fn finish_with(
        &self,
        sought: &Sought<'_>,
        seek: Seek<'_>,
        guard: &Guard,
        write: impl Fn(&mut Written),
    ) -> Result<(u32, bool), Full> {
        let create = |limit: u64| {
            let mut written = Written::new();
            write(&mut written);
            self.append(written.cells(), limit)
        };
        self.index.finish(seek, self, guard, |name| self.is(name, sought), create)
    }

    /// Whether a node is the one in question.
    fn is(&self, name: u32, sought: &Sought<'_>) -> bool {
        // Most of those that are not are told by what they changed last.
        if !code::may_be(self.first(name), sought.words) {
            return false;
        }
        let mut read = Read::new();
        self.read(name, &mut read);
        read.if_same(sought.height, sought.words).is_some()
    }

    #[inline]
    fn write(&self, sought: &Sought<'_>, base: Option<&Read>, out: &mut Written) {
        match base.filter(|base| base.length > 0 && base.height() == sought.height) {
            None => write(sought.height, sought.words, None, out),
            Some(read) => {
                let changed = differ(read.words(), sought.words) | beyond(read.words().len());
                self.write_changed(sought, read, changed, out);
            }
        }
    }

    /// Writes what differs from a node, at these positions.
    #[inline]
    fn write_changed(&self, sought: &Sought<'_>, read: &Read, mut changed: u32, out: &mut Written) {
        let (step, base_step) = code::next_step(u32::from(read.steps[0]));
        let mut at = 0;
        // Differences add up on the way to the base of the next step. A link
        // that is longer than the next one has changed all that is beyond.
        while u32::from(read.steps[at]) != base_step {
            changed |= read.changed[at];
            at += 1;
        }
        let (name, len) = (read.chain[at], usize::from(read.lens[at]));
        write(sought.height, sought.words, Some(Base { name, step, len, changed }), out);
    }

    /// Stores cells under a name below `limit`.
    fn append(&self, cells: &[u64], limit: u64) -> Result<u32, Refused> {
        let len = cells.len() as u64;
        let start = loop {
            // Relaxed: confirmed by the exchange below.
            let before = self.tail.load(Ordering::Relaxed);
            let tail = before % ONE_NODE;
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
            let after = (before - tail + ONE_NODE) | (start + len);
            let taken = self.tail.compare_exchange_weak(before, after, Ordering::Relaxed, Ordering::Relaxed);
            if taken.is_ok() {
                break start as u32;
            }
        };
        let places = self.cells(start);
        for (place, &cell) in places.iter().zip(cells) {
            // Relaxed: published with the name by `Reservation::publish`.
            place.store(cell, Ordering::Relaxed);
        }
        // Those of the next nodes; writing waits as reading does.
        if let Some(ahead) = places.get(CELLS_AHEAD) {
            prefetch(ahead);
        }
        Ok(start)
    }
}
