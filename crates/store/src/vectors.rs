//! Sequences of any length, as trees of nodes.
//!
//! A sequence of at most [`FAN`] words is one node. A longer one is cut at
//! multiples of `FAN`; the names of the pieces form a sequence that is stored
//! likewise, one higher, until one node is left. Cuts depend on positions
//! only, so a change in one place leaves the other pieces' names as they are.
//!
//! ```text
//! 70 words   height 1            [a b c]
//!            height 0   [0..32] [32..64] [64..70]
//! ```
//!
//! The height is part of a node, so a tree is never confused with a sequence
//! that happens to consist of the same names.

use std::ops::Range;

use crate::budget::Budget;
use crate::code::{FAN, Node};
use crate::nodes::Nodes;
use crate::raw::Raw;
use crate::sync::Guard;
use crate::{Full, TableStatistics};

pub(crate) enum Vectors {
    Tree(Nodes),
    Plain(Raw),
}

impl Vectors {
    pub(crate) fn new(compressed: bool, budget: &Budget) -> Vectors {
        if compressed { Vectors::Tree(Nodes::new(budget)) } else { Vectors::Plain(Raw::new(budget)) }
    }

    /// A number above all names given so far.
    pub(crate) fn names(&self) -> u64 {
        match self {
            Vectors::Tree(nodes) => nodes.tail(),
            Vectors::Plain(raw) => raw.tail(),
        }
    }

    /// Names a sequence. `old` is one expected to be similar; with `changed`
    /// it is equal to the new one outside these positions.
    pub(crate) fn insert(
        &self,
        words: &[u32],
        old: Option<u32>,
        changed: Option<&[Range<u32>]>,
        budget: &Budget,
        guard: &Guard,
    ) -> Result<u32, Full> {
        match self {
            Vectors::Plain(raw) => raw.insert(words, budget, guard),
            Vectors::Tree(nodes) if words.len() <= FAN => nodes.insert(0, words, old, budget, guard),
            Vectors::Tree(nodes) => insert_long(nodes, words, old, changed, budget, guard),
        }
    }

    pub(crate) fn read(&self, name: u32, into: &mut Vec<u32>) {
        match self {
            Vectors::Plain(raw) => raw.read(name, into),
            Vectors::Tree(nodes) => read_tree(nodes, name, into),
        }
    }

    /// One word of a sequence.
    pub(crate) fn word(&self, name: u32, position: u32) -> Option<u32> {
        let nodes = match self {
            Vectors::Plain(raw) => return raw.word(name, position),
            Vectors::Tree(nodes) => nodes,
        };
        let mut node = Node::new();
        let mut at = name;
        let mut rest = position as usize;
        loop {
            nodes.read(at, &mut node);
            let span = FAN.pow(node.height);
            let word = *node.words().get(rest / span)?;
            if node.height == 0 {
                return Some(word);
            }
            at = word;
            rest %= span;
        }
    }

    pub(crate) fn statistics(&self) -> TableStatistics {
        let (entries, index, data_bytes) = match self {
            Vectors::Tree(nodes) => (nodes.count(), nodes.index(), nodes.cell_bytes()),
            Vectors::Plain(raw) => (raw.count(), raw.index(), raw.cell_bytes()),
        };
        TableStatistics { entries, index_bytes: index.bytes(), data_bytes, slots: index.slots() }
    }
}

fn read_tree(nodes: &Nodes, name: u32, into: &mut Vec<u32>) {
    let mut node = Node::new();
    nodes.read(name, &mut node);
    if node.height == 0 {
        into.extend_from_slice(node.words());
    } else {
        for &child in node.words() {
            read_tree(nodes, child, into);
        }
    }
}

fn insert_long(
    nodes: &Nodes,
    words: &[u32],
    old: Option<u32>,
    changed: Option<&[Range<u32>]>,
    budget: &Budget,
    guard: &Guard,
) -> Result<u32, Full> {
    let old_levels = old.map(|old| levels(nodes, old)).unwrap_or_default();
    let old_at = |height: usize| old_levels.get(height).map_or(&[][..], Vec::as_slice);
    let mut names = Vec::with_capacity(words.len().div_ceil(FAN));
    for (i, piece) in words.chunks(FAN).enumerate() {
        let before = old_at(0);
        let place = (i * FAN) as u32..(i * FAN + piece.len()) as u32;
        // All old pieces but the last have `FAN` words.
        let same =
            i + 1 < before.len() && piece.len() == FAN && changed.is_some_and(|changed| !touches(changed, &place));
        if same {
            debug_assert!(is_node(nodes, before[i], piece), "words differ outside `changed`");
            names.push(before[i]);
        } else {
            names.push(nodes.insert(0, piece, before.get(i).copied(), budget, guard)?);
        }
    }
    let mut height = 0;
    while names.len() > 1 {
        height += 1;
        let before = old_at(height);
        let mut above = Vec::with_capacity(names.len().div_ceil(FAN));
        for (i, piece) in names.chunks(FAN).enumerate() {
            let base = before.get(i).copied();
            above.push(nodes.insert(height as u32, piece, base, budget, guard)?);
        }
        names = above;
    }
    Ok(names[0])
}

fn touches(changed: &[Range<u32>], place: &Range<u32>) -> bool {
    changed.iter().any(|range| range.start < place.end && place.start < range.end)
}

fn is_node(nodes: &Nodes, name: u32, words: &[u32]) -> bool {
    let mut node = Node::new();
    nodes.read(name, &mut node);
    node.height == 0 && node.words() == words
}

/// Names of a tree's nodes by height, lowest first.
fn levels(nodes: &Nodes, top: u32) -> Vec<Vec<u32>> {
    let mut node = Node::new();
    nodes.read(top, &mut node);
    let mut levels = vec![vec![top]];
    for _ in 0..node.height {
        let mut below = Vec::new();
        for &name in &levels[levels.len() - 1] {
            nodes.read(name, &mut node);
            below.extend_from_slice(node.words());
        }
        levels.push(below);
    }
    levels.reverse();
    levels
}
