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
use std::sync::Arc;

use crate::code::FAN;
use crate::index::Seek;
use crate::memory::Memory;
use crate::nodes::{Nodes, Read, Sought, Walk};
use crate::raw::Raw;
use crate::sync::Guard;
use crate::{Full, TableStatistics};

#[allow(clippy::large_enum_variant, reason = "there is one per store")]
pub(crate) enum Vectors {
    Tree(Nodes),
    Plain(Raw),
}

impl Vectors {
    pub(crate) fn new(compressed: bool, memory: &Arc<Memory>) -> Vectors {
        if compressed { Vectors::Tree(Nodes::new(memory)) } else { Vectors::Plain(Raw::new(memory)) }
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
        guard: &Guard,
    ) -> Result<u32, Full> {
        match self {
            Vectors::Plain(raw) => raw.insert(words, guard),
            Vectors::Tree(nodes) if words.len() <= FAN => insert_piece(nodes, 0, words, old, guard),
            Vectors::Tree(nodes) => insert_long(nodes, words, old, changed, guard),
        }
    }

    /// Names two sequences, expected to be similar to two stored ones.
    /// `guess` may be told the names beforehand, perhaps wrongly.
    pub(crate) fn insert_two_from(
        &self,
        words: (&[u32], &[u32]),
        old: (u32, u32),
        guard: &Guard,
        guess: impl Fn((u32, u32)),
    ) -> Result<(u32, u32), Full> {
        match self {
            Vectors::Tree(nodes) if words.0.len().max(words.1.len()) <= FAN => {
                let mut read = (Read::new(), Read::new());
                nodes.read_two(old, &mut read);
                insert_changed(nodes, words, &read, guard, guess)
            }
            _ => {
                let left = self.insert(words.0, Some(old.0), None, guard)?;
                Ok((left, self.insert(words.1, Some(old.1), None, guard)?))
            }
        }
    }

    /// Names two sequences; see the function for short ones.
    pub(crate) fn insert_two(
        &self,
        words: (&[u32], &[u32]),
        guard: &Guard,
        partner: impl Fn(u32) -> Option<u32>,
    ) -> Result<Named, Full> {
        match self {
            Vectors::Tree(nodes) if words.0.len().max(words.1.len()) <= FAN => {
                // Both are looked for before either is waited for.
                let sought = (Sought::new(0, words.0), Sought::new(0, words.1));
                let seeks = (nodes.seek(&sought.0, guard), nodes.seek(&sought.1, guard));
                insert_two(nodes, (&sought.0, &sought.1), seeks, guard, partner)
            }
            _ => {
                let left = self.insert(words.0, None, None, guard)?;
                Ok(Named { halves: (left, self.insert(words.1, None, None, guard)?), new: false })
            }
        }
    }

    /// Changes words in the concatenation of two sequences. Returns nothing if
    /// one of them is too long for this, or both change.
    ///
    /// # Panics
    /// If a position lies outside.
    pub(crate) fn change_two(
        &self,
        old: (u32, u32),
        changes: &[(u32, u32)],
        guard: &Guard,
        guess: impl Fn((u32, u32)),
    ) -> Result<Option<(u32, u32)>, Full> {
        let Vectors::Tree(nodes) = self else {
            return Ok(None);
        };
        let mut change = Change::new(old);
        while change.step(nodes) {}
        if !change.apply(nodes, changes) {
            return Ok(None);
        }
        let seek = nodes.seek(&change.sought(), guard);
        // If the changed one is new, it will most likely be named so.
        guess(change.halves(nodes.tail() as u32));
        change.insert(nodes, seek, guard).map(Some)
    }

    /// Appends two sequences.
    pub(crate) fn read_two(&self, names: (u32, u32), into: &mut Vec<u32>) {
        let Vectors::Tree(nodes) = self else {
            self.read(names.0, into);
            self.read(names.1, into);
            return;
        };
        let mut read = (Read::new(), Read::new());
        nodes.read_two(names, &mut read);
        self.append_two(&read, into);
    }

    /// Appends two sequences of which the tops were read.
    pub(crate) fn append_two(&self, read: &(Read, Read), into: &mut Vec<u32>) {
        if let Vectors::Tree(nodes) = self {
            for read in [&read.0, &read.1] {
                append_tree(nodes, read, into);
            }
        }
    }

    pub(crate) fn read(&self, name: u32, into: &mut Vec<u32>) {
        match self {
            Vectors::Plain(raw) => raw.read(name, into),
            Vectors::Tree(nodes) => read_tree(nodes, name, into),
        }
    }

    /// Names a sequence that differs from `old` at some positions, which
    /// ascend.
    ///
    /// # Panics
    /// If a position lies outside.
    pub(crate) fn patch(&self, old: u32, changes: &[(u32, u32)], guard: &Guard) -> Result<u32, Full> {
        match self {
            Vectors::Tree(nodes) => patch_tree(nodes, old, 0, changes, guard),
            Vectors::Plain(raw) => {
                let mut words = Vec::new();
                raw.read(old, &mut words);
                changes.iter().for_each(|&(position, word)| words[position as usize] = word);
                raw.insert(&words, guard)
            }
        }
    }

    /// Appends where a sequence differs from an old one; false if they are not
    /// of a length.
    pub(crate) fn changes(&self, old: u32, new: u32, into: &mut Vec<(u32, u32)>) -> bool {
        match self {
            Vectors::Tree(nodes) => tree_changes(nodes, (old, new), 0, into),
            Vectors::Plain(raw) => {
                let (mut before, mut after) = (Vec::new(), Vec::new());
                raw.read(old, &mut before);
                raw.read(new, &mut after);
                let pairs = before.iter().zip(&after).zip(0..);
                into.extend(pairs.filter(|((old, new), _)| old != new).map(|((_, new), at)| (at, *new)));
                before.len() == after.len()
            }
        }
    }

    /// One word of a sequence.
    pub(crate) fn word(&self, name: u32, position: u32) -> Option<u32> {
        let nodes = match self {
            Vectors::Plain(raw) => return raw.word(name, position),
            Vectors::Tree(nodes) => nodes,
        };
        let mut at = name;
        let mut rest = position as usize;
        loop {
            let (height, word) = nodes.word(at, rest)?;
            if height == 0 {
                return Some(word);
            }
            at = word;
            rest %= FAN.pow(height);
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

/// Two sequences of which one is about to be replaced by a similar one.
pub(crate) struct Change {
    old: (u32, u32),
    /// On the way to the full nodes that they come from.
    walks: (Walk, Walk),
    is_left: bool,
    /// The one that is replaced, with its new words.
    read: Read,
    /// Where it differs, one bit each.
    changed: u32,
    hash: u64,
}

impl Change {
    pub(crate) fn new(old: (u32, u32)) -> Change {
        let walks = (Walk::new(old.0), Walk::new(old.1));
        Change { old, walks, is_left: true, read: Read::new(), changed: 0, hash: 0 }
    }

    /// Begins anew with other sequences: walks to both, or only to the left
    /// one if all changes are expected there.
    #[inline]
    pub(crate) fn begin(&mut self, nodes: &Nodes, old: (u32, u32), only_left: bool) {
        self.old = old;
        self.walks.0.begin(old.0);
        self.walks.1.begin(old.1);
        self.walks.0.prefetch(nodes);
        if only_left {
            self.walks.1.pause();
        }
        self.walks.1.prefetch(nodes);
    }

    /// Goes one base further on each way; returns whether there are more.
    #[inline]
    pub(crate) fn step(&mut self, nodes: &Nodes) -> bool {
        self.walks.0.step(nodes) | self.walks.1.step(nodes)
    }

    /// Starts loading where the next steps look.
    #[inline]
    pub(crate) fn prefetch(&self, nodes: &Nodes) {
        self.walks.0.prefetch(nodes);
        self.walks.1.prefetch(nodes);
    }

    /// The length of the left sequence, at the end of the walk.
    #[inline]
    pub(crate) fn cut(&self) -> u32 {
        self.walks.0.size().0 as u32
    }

    /// Reads the one that is replaced, and changes it. Returns false if the
    /// changes are on both sides, or in long sequences.
    ///
    /// # Panics
    /// If a position lies outside.
    #[inline]
    pub(crate) fn apply(&mut self, nodes: &Nodes, changes: &[(u32, u32)]) -> bool {
        let (cut, height) = self.walks.0.size();
        let cut = cut as u32;
        self.is_left = changes.iter().all(|change| change.0 < cut);
        if !self.is_left {
            self.walks.1.complete(self.old.1, nodes);
        }
        // The right one is not longer than the left one; see `states::cut`.
        if height != 0 || !self.is_left && changes.iter().any(|change| change.0 < cut) {
            return false;
        }
        let (walk, start) = if self.is_left { (&self.walks.0, 0) } else { (&self.walks.1, cut) };
        debug_assert_eq!(walk.size().1, 0);
        walk.finish(nodes, &mut self.read);
        self.changed = 0;
        for &(position, word) in changes {
            self.changed |= self.read.change((position - start) as usize, word);
        }
        self.hash = Sought::new(0, self.read.words()).hash();
        true
    }

    /// The sequence that takes the other's place.
    #[inline]
    pub(crate) fn sought(&self) -> Sought<'_> {
        Sought::hashed(0, self.read.words(), self.hash)
    }

    /// Both sequences, if the new one has this name.
    #[inline]
    pub(crate) fn halves(&self, name: u32) -> (u32, u32) {
        if self.is_left { (name, self.old.1) } else { (self.old.0, name) }
    }

    #[inline]
    pub(crate) fn insert(&self, nodes: &Nodes, seek: Seek<'_>, guard: &Guard) -> Result<(u32, u32), Full> {
        let name = nodes.finish_changed(&self.sought(), seek, (&self.read, self.changed), guard)?;
        Ok(self.halves(name))
    }
}

fn read_tree(nodes: &Nodes, name: u32, into: &mut Vec<u32>) {
    let mut read = Read::new();
    nodes.read(name, &mut read);
    append_tree(nodes, &read, into);
}

fn append_tree(nodes: &Nodes, top: &Read, into: &mut Vec<u32>) {
    if top.height() == 0 {
        into.extend_from_slice(top.words());
    } else {
        for &child in top.words() {
            read_tree(nodes, child, into);
        }
    }
}

fn insert_piece(nodes: &Nodes, height: u32, words: &[u32], old: Option<u32>, guard: &Guard) -> Result<u32, Full> {
    let sought = Sought::new(height, words);
    let Some(old) = old else {
        return Ok(nodes.insert(&sought, None, guard)?.0);
    };
    // The old one is read only if it is needed for writing.
    if let Some(name) = nodes.find(&sought, guard) {
        return Ok(name);
    }
    let mut read = Read::new();
    nodes.read(old, &mut read);
    Ok(nodes.insert(&sought, Some(&read), guard)?.0)
}

/// Names two short sequences of which nothing is known. `partner` may know
/// one that came together with a known one: if one side is known and the other
/// is new, that one is likely to be similar, because a step seldom changes
/// both sides.
pub(crate) fn insert_two(
    nodes: &Nodes,
    sought: (&Sought<'_>, &Sought<'_>),
    seeks: (Seek<'_>, Seek<'_>),
    guard: &Guard,
    partner: impl Fn(u32) -> Option<u32>,
) -> Result<Named, Full> {
    let near_left = || partner(nodes.find(sought.1, guard)?);
    let (left, left_new) = nodes.finish_near(sought.0, seeks.0, guard, near_left)?;
    let near_right = || if left_new { None } else { partner(left) };
    let (right, right_new) = nodes.finish_near(sought.1, seeks.1, guard, near_right)?;
    Ok(Named { halves: (left, right), new: left_new || right_new })
}

/// Two sequences' names, and whether one is new.
pub(crate) struct Named {
    pub(crate) halves: (u32, u32),
    pub(crate) new: bool,
}

/// Names two short sequences that resemble two stored ones.
fn insert_changed(
    nodes: &Nodes,
    words: (&[u32], &[u32]),
    old: &(Read, Read),
    guard: &Guard,
    guess: impl Fn((u32, u32)),
) -> Result<(u32, u32), Full> {
    let seek = |words, old: &Read| match old.if_same(0, words) {
        Some(same) => Ok(same),
        None => {
            let sought = Sought::new(0, words);
            let seek = nodes.seek(&sought, guard);
            Err((sought, seek))
        }
    };
    let sought = (seek(words.0, &old.0), seek(words.1, &old.1));
    // If the changed one is new, it will most likely be named so.
    let next = nodes.tail() as u32;
    match (&sought.0, &sought.1) {
        (Ok(left), Err(_)) => guess((*left, next)),
        (Err(_), Ok(right)) => guess((next, *right)),
        _ => {}
    }
    let insert = |(sought, seek), old: &Read| Ok(nodes.finish(&sought, seek, Some(old), guard)?.0);
    let left = sought.0.or_else(|sought| insert(sought, &old.0))?;
    let right = sought.1.or_else(|sought| insert(sought, &old.1))?;
    Ok((left, right))
}

fn insert_long(
    nodes: &Nodes,
    words: &[u32],
    old: Option<u32>,
    changed: Option<&[Range<u32>]>,
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
            names.push(insert_piece(nodes, 0, piece, before.get(i).copied(), guard)?);
        }
    }
    let mut height = 0;
    while names.len() > 1 {
        height += 1;
        let before = old_at(height);
        let mut above = Vec::with_capacity(names.len().div_ceil(FAN));
        for (i, piece) in names.chunks(FAN).enumerate() {
            let base = before.get(i).copied();
            above.push(insert_piece(nodes, height as u32, piece, base, guard)?);
        }
        names = above;
    }
    Ok(names[0])
}

/// Names a tree that differs from another in some words. `start` is the
/// position of its first word in what `changes` speak of.
fn patch_tree(nodes: &Nodes, name: u32, start: usize, changes: &[(u32, u32)], guard: &Guard) -> Result<u32, Full> {
    if changes.is_empty() {
        return Ok(name);
    }
    let mut read = Read::new();
    nodes.read(name, &mut read);
    let (height, len) = (read.height(), read.words().len());
    let span = FAN.pow(height);
    let place = |change: &(u32, u32)| (change.0 as usize - start) / span;
    let mut words = read.words_array();
    for part in changes.chunk_by(|a, b| place(a) == place(b)) {
        let at = place(&part[0]);
        let word = &mut words[..len][at];
        *word = match height {
            0 => part[part.len() - 1].1,
            _ => patch_tree(nodes, *word, start + at * span, part, guard)?,
        };
    }
    match read.if_same(height, &words[..len]) {
        Some(same) => Ok(same),
        None => Ok(nodes.insert(&Sought::new(height, &words[..len]), Some(&read), guard)?.0),
    }
}

/// Appends the words in which the second of two trees differs, and their
/// positions.
fn tree_changes(nodes: &Nodes, names: (u32, u32), start: usize, into: &mut Vec<(u32, u32)>) -> bool {
    if names.0 == names.1 {
        return true;
    }
    let mut read = (Read::new(), Read::new());
    nodes.read_two(names, &mut read);
    let (old, new) = (&read.0, &read.1);
    if (old.height(), old.words().len()) != (new.height(), new.words().len()) {
        return false;
    }
    let span = FAN.pow(old.height());
    let pairs = old.words().iter().zip(new.words()).zip((start..).step_by(span));
    let mut differing = pairs.filter(|((old, new), _)| old != new);
    match old.height() {
        0 => {
            into.extend(differing.map(|((_, new), at)| (at as u32, *new)));
            true
        }
        _ => differing.all(|((old, new), at)| tree_changes(nodes, (*old, *new), at, into)),
    }
}

fn touches(changed: &[Range<u32>], place: &Range<u32>) -> bool {
    changed.iter().any(|range| range.start < place.end && place.start < range.end)
}

fn is_node(nodes: &Nodes, name: u32, words: &[u32]) -> bool {
    let mut read = Read::new();
    nodes.read(name, &mut read);
    read.height() == 0 && read.words() == words
}

/// Names of a tree's nodes by height, lowest first.
fn levels(nodes: &Nodes, top: u32) -> Vec<Vec<u32>> {
    let mut read = Read::new();
    nodes.read(top, &mut read);
    let mut levels = vec![vec![top]];
    for _ in 0..read.height() {
        let mut below = Vec::new();
        for &name in &levels[levels.len() - 1] {
            nodes.read(name, &mut read);
            below.extend_from_slice(read.words());
        }
        levels.push(below);
    }
    levels.reverse();
    levels
}
