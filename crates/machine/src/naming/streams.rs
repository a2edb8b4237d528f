//! Lists of objects and threads as words: how they are written and read.
//!
//! ```text
//! globals: (object · leaf · number of pointees · pointees …) …
//! heap:    (leaf · number of pointees << 2 | reached · pointees …) …
//! changed: as globals, but the number may be marked with [`WEAK`]
//! fresh:   (leaf · number of pointees, maybe marked with WEAK · pointees …) …
//! threads: (thread · length of section · number of strong · section … · strong …) …
//! reads:   (goal · length · contents …) …
//! ```

use crate::state::look::{Body, Reached};

/// Marks the number of pointees of a dead heap block. They do not count as pointed to.
pub(crate) const WEAK: u32 = 1 << 31;

/// What a list says of one object.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Entry<'s> {
    /// Where the entry begins.
    pub at: u32,
    /// Its number, in lists that tell; otherwise objects stand in the order of their numbers.
    pub id: u32,
    pub body: Body,
    /// The number of pointees, with what else is in that word.
    pub packed: u32,
    pub pointees: &'s [u32],
}

impl Entry<'_> {
    pub(crate) fn is_weak(&self) -> bool {
        self.packed & WEAK != 0
    }
}

/// Entries whose first `HEAD` words tell how many follow.
#[inline(always)]
fn entries<const HEAD: usize>(words: &[u32], count: impl Fn(u32) -> u32) -> impl Iterator<Item = Entry<'_>> {
    let mut at = 0;
    std::iter::from_fn(move || {
        let head = words.get(at..at + HEAD)?;
        let (leaf, packed) = (head[HEAD - 2], head[HEAD - 1]);
        let end = at + HEAD + count(packed) as usize;
        let entry = Entry { at: at as u32, id: head[0], body: Body(leaf), packed, pointees: &words[at + HEAD..end] };
        at = end;
        Some(entry)
    })
}

#[inline]
pub(crate) fn globals(words: &[u32]) -> impl Iterator<Item = Entry<'_>> {
    entries::<3>(words, |packed| packed)
}

#[inline]
pub(crate) fn heap(words: &[u32]) -> impl Iterator<Item = Entry<'_>> {
    entries::<2>(words, |packed| packed >> Reached::BITS)
}

#[inline]
pub(crate) fn changed(words: &[u32]) -> impl Iterator<Item = Entry<'_>> {
    entries::<3>(words, |packed| packed & !WEAK)
}

#[inline]
pub(crate) fn fresh(words: &[u32]) -> impl Iterator<Item = Entry<'_>> {
    entries::<2>(words, |packed| packed & !WEAK)
}

/// What `changed` or `fresh` says from a leaf on.
#[inline]
pub(crate) fn from_leaf(words: &[u32]) -> Entry<'_> {
    let (leaf, packed) = (words[0], words[1]);
    Entry { at: 0, id: 0, body: Body(leaf), packed, pointees: &words[2..2 + (packed & !WEAK) as usize] }
}

/// Writes leaf and pointees of an object; `write` appends the pointees and returns what names the contents.
#[inline]
pub(crate) fn push<E>(
    into: &mut Vec<u32>,
    pack: impl FnOnce(u32) -> u32,
    write: impl FnOnce(&mut Vec<u32>) -> Result<Body, E>,
) -> Result<(), E> {
    let at = into.len();
    into.extend([0, 0]);
    let body = write(into)?;
    let count = (into.len() - at - 2) as u32;
    into[at] = body.0;
    into[at + 1] = pack(count);
    Ok(())
}

/// The last word of an entry of the heap's head.
#[inline]
pub(crate) fn pack_heap(count: u32, reached: Reached) -> u32 {
    count << Reached::BITS | reached as u32
}

/// A thread that changed.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ThreadEntry<'s> {
    pub thread: u32,
    pub section: &'s [u32],
    /// What it points to.
    pub strong: &'s [u32],
}

#[inline]
pub(crate) fn threads(mut words: &[u32]) -> impl Iterator<Item = ThreadEntry<'_>> {
    std::iter::from_fn(move || {
        let [thread, section, strong, ..] = *words else { return None };
        let (section, after) = words[3..].split_at(section as usize);
        let (strong, after) = after.split_at(strong as usize);
        words = after;
        Some(ThreadEntry { thread, section, strong })
    })
}

pub(crate) fn push_thread(into: &mut Vec<u32>, thread: u32, section: &[u32], strong: &[u32]) {
    into.extend([thread, section.len() as u32, strong.len() as u32]);
    into.extend_from_slice(section);
    into.extend_from_slice(strong);
}

/// What was looked at: a goal and what was found there.
#[inline(always)]
pub(crate) fn reads(mut words: &[u32]) -> impl Iterator<Item = (u32, &[u32])> {
    std::iter::from_fn(move || {
        let [goal, length, ..] = *words else { return None };
        let (contents, after) = words[2..].split_at(length as usize);
        words = after;
        Some((goal, contents))
    })
}

pub(crate) fn push_read(into: &mut Vec<u32>, goal: u32, contents: &[u32]) {
    into.extend([goal, contents.len() as u32]);
    into.extend_from_slice(contents);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read() {
        let mut words = vec![7];
        let pointees = |into: &mut Vec<u32>| {
            into.extend([4, 5]);
            Ok::<Body, ()>(Body(90))
        };
        push(&mut words, |count| count | WEAK, pointees).unwrap();
        words.extend([8, 91, 0]);
        let found: Vec<_> = changed(&words).map(|e| (e.at, e.id, e.body.0, e.is_weak(), e.pointees.to_vec())).collect();
        assert_eq!(found, [(0, 7, 90, true, vec![4, 5]), (5, 8, 91, false, vec![])]);
        assert_eq!(from_leaf(&words[1..]).pointees, [4, 5]);
    }

    #[test]
    fn the_heap_tells_who_reaches_what() {
        let mut words = Vec::new();
        for reached in [Reached::Own, Reached::Gone] {
            let pack = |count| pack_heap(count, reached);
            push(&mut words, pack, |into| {
                into.push(3);
                Ok::<Body, ()>(Body(1))
            })
            .unwrap();
        }
        let found: Vec<_> = heap(&words).map(|e| (Reached::unpack(e.packed), e.pointees.to_vec())).collect();
        assert_eq!(found, [(Reached::Own, vec![3]), (Reached::Gone, vec![3])]);
    }

    #[test]
    fn threads_and_reads() {
        let mut words = Vec::new();
        push_thread(&mut words, 1, &[10, 11], &[5]);
        push_thread(&mut words, 2, &[], &[]);
        let found: Vec<_> = threads(&words).map(|t| (t.thread, t.section.to_vec(), t.strong.to_vec())).collect();
        assert_eq!(found, [(1, vec![10, 11], vec![5]), (2, vec![], vec![])]);
        words.clear();
        push_read(&mut words, 4, &[1, 2]);
        push_read(&mut words, 5, &[]);
        assert_eq!(reads(&words).map(|(goal, c)| (goal, c.len())).collect::<Vec<_>>(), [(4, 2), (5, 0)]);
    }
}
