//! Long objects, cut into parts, so that states share what did not change.
//!
//! A short object is one leaf (see `codec`). A long one is a vector of leaves, its head and then its
//! words in parts of equal size; its name is that of the vector, marked (see [`Body`]):
//!
//! ```text
//! vector:  head · part 0 · part 1 · …
//! head:           kind u8 · life u8 · align_log2 u8 · flags u8 · size u32 · address u32 · holder u16
//! part:           words, with their own shadows
//! ```
//!
//! Whether an object is long depends on its size and life alone, so equal contents still have equal
//! names. Dead objects have no words and are short.
//!
//! A decoded copy knows which parts it was decoded from ([`Parts`]) and which were written since
//! ([`Object::is_written`]). So loading another state decodes what differs, and naming the object encodes
//! what was written. Where pointers are, lists of pointees are still gone through as a whole.
//!
//! A short global variable stays one leaf, but may be looked at number by number ([`follow`]): what a
//! transition does then depends on few of its numbers, and changes few ([`number_at`]).

use std::ops::{Range, RangeInclusive};

use ir::Shadow;
use smallvec::SmallVec;

use crate::pieces::{Full, LeafId, Pieces, VectorId};
use crate::state::codec::{self, HEAD_BYTES, Head, Reader};
use crate::state::look::{Body, BodyKind};
use crate::state::object::{Life, Object, part_log};
use crate::state::shadow::Mixtures;

/// Objects of more words than this are long.
pub(crate) const SHORT_WORDS_MAX: usize = 16;

/// What a long object was decoded from, or a short one that is looked at number by number.
#[derive(Default)]
pub(crate) struct Parts {
    /// Of a short object: see [`follow`].
    leaf: Option<LeafId>,
    vector: VectorId,
    /// The words of the vector.
    names: Vec<u32>,
    pointees: Vec<u32>,
    /// Where the pointees of each part end; empty if there are none at all.
    ends: Vec<u32>,
    /// A bit for each position: it was noted that it is looked at.
    noted: Vec<u64>,
}

/// Scratch space for naming.
#[derive(Default)]
pub(crate) struct Scratch {
    bytes: Vec<u8>,
    /// Position in the vector and new word.
    changes: Vec<(u32, u32)>,
    names: Vec<u32>,
}

/// Names the contents of an object and appends the objects that it points to. `parts` is what it was
/// decoded from, if it was.
#[inline]
pub(crate) fn name(
    object: &Object,
    parts: Option<&Parts>,
    mixtures: &Mixtures,
    pieces: &dyn Pieces,
    scratch: &mut Scratch,
    pointees: &mut Vec<u32>,
) -> Result<Body, Full> {
    if is_long(object) {
        let known = parts.filter(|_| object.is_known());
        write_parts(object, known, mixtures, pieces, scratch, pointees)?;
        let vector = match known {
            Some(parts) => pieces.patch_vector(parts.vector, &scratch.changes)?,
            None => {
                scratch.names.clear();
                scratch.names.extend(scratch.changes.iter().map(|(_, leaf)| *leaf));
                pieces.vector(&scratch.names)?
            }
        };
        return Body::long(vector);
    }
    scratch.bytes.clear();
    codec::encode_object(object, mixtures, &mut scratch.bytes, pointees);
    Body::short(pieces.leaf(&scratch.bytes)?)
}

/// How an object differs from what it was decoded from, as words of the vector, ascending by
/// position. None if there are or were pointers in it, or too little is known of it.
pub(crate) fn differences<'s>(
    object: &Object,
    parts: Option<&Parts>,
    mixtures: &Mixtures,
    pieces: &dyn Pieces,
    scratch: &'s mut Scratch,
) -> Result<Option<&'s [(u32, u32)]>, Full> {
    let known = parts.filter(|parts| object.is_known() && parts.pointees.is_empty());
    let Some(parts) = known else { return Ok(None) };
    if let Some(leaf) = parts.leaf {
        return Ok(number_differences(object, pieces.leaf_bytes(leaf), scratch).then_some(&scratch.changes));
    }
    if !is_long(object) {
        return Ok(None);
    }
    let mut pointees = Vec::new();
    write_parts(object, known, mixtures, pieces, scratch, &mut pointees)?;
    Ok(pointees.is_empty().then_some(&scratch.changes))
}

/// The name of an object that differs from another in these words: position, word, and so on.
pub(crate) fn patch(body: Body, words: &[u32], pieces: &dyn Pieces) -> Result<Body, Full> {
    let changes = words.chunks_exact(2).map(|pair| (pair[0], pair[1]));
    match body.kind() {
        BodyKind::Long(vector) => {
            let changes: SmallVec<[(u32, u32); 8]> = changes.collect();
            Body::long(pieces.patch_vector(vector, &changes)?)
        }
        BodyKind::Short(leaf) => {
            let mut bytes: SmallVec<[u8; SHORT_BYTES_MAX]> = SmallVec::from_slice(pieces.leaf_bytes(leaf));
            for (position, number) in changes {
                bytes[place_of(position)].copy_from_slice(&number.to_le_bytes());
            }
            Body::short(pieces.leaf(&bytes)?)
        }
    }
}

/// Bytes of a short object without pointers and undefined bytes.
const SHORT_BYTES_MAX: usize = HEAD_BYTES + 1 + 8 * SHORT_WORDS_MAX;

/// A short object was decoded from this leaf, which [`is_plain`]: from now on its 32-bit numbers count as parts,
/// at the positions that follow that of its head.
pub(crate) fn follow(leaf: LeafId, object: &mut Object, parts: &mut Option<Box<Parts>>) {
    parts.get_or_insert_default().leaf = Some(leaf);
    object.settle();
}

/// Has a short object with this leaf nothing but numbers?
pub(crate) fn is_plain(leaf: &[u8]) -> bool {
    leaf.get(HEAD_BYTES) == Some(&0)
}

/// Where a short object has the number at a position.
fn place_of(position: u32) -> Range<usize> {
    let start = HEAD_BYTES + 1 + 4 * (position as usize - 1);
    start..start + 4
}

/// What is at a position of a short global variable with this leaf. None if it has anything but numbers.
pub(crate) fn number_at(leaf: &[u8], position: u32) -> Option<[u32; 2]> {
    match position {
        _ if !is_plain(leaf) => None,
        // Kind, size and alignment of a variable are always the same.
        0 => Some([u32::from_le_bytes([leaf[1], leaf[3], leaf[12], leaf[13]]), Head::read(leaf).address]),
        _ => Some([u32::from_le_bytes(leaf.get(place_of(position))?.try_into().ok()?), 0]),
    }
}

/// Lists the numbers of a short object that are not those of a leaf. False if that does not say it all.
fn number_differences(object: &Object, leaf: &[u8], Scratch { bytes, changes, .. }: &mut Scratch) -> bool {
    changes.clear();
    bytes.clear();
    codec::encode_head(object, bytes);
    if !leaf.starts_with(bytes) {
        return false;
    }
    let words = (0..object.word_count()).map(|index| object.word(index));
    for (word, position) in words.zip((1..).step_by(2)) {
        if word.shadow != Shadow::CLEAN {
            return false;
        }
        let halves = [word.bits as u32, (word.bits >> 32) as u32];
        for (number, position) in halves.into_iter().zip(position..) {
            if number_at(leaf, position).is_none_or(|[old, _]| old != number) {
                changes.push((position, number));
            }
        }
    }
    true
}

fn is_long(object: &Object) -> bool {
    object.life == Life::Alive && object.word_count() > SHORT_WORDS_MAX
}

/// Writes those parts whose names are not `known`, and tells in `changes` what the vector has there.
fn write_parts(
    object: &Object,
    known: Option<&Parts>,
    mixtures: &Mixtures,
    pieces: &dyn Pieces,
    scratch: &mut Scratch,
    pointees: &mut Vec<u32>,
) -> Result<(), Full> {
    let Scratch { bytes, changes, .. } = scratch;
    changes.clear();
    bytes.clear();
    codec::encode_head(object, bytes);
    let head = pieces.leaf(bytes)?.0;
    if known.is_none_or(|parts| parts.names[0] != head) {
        changes.push((0, head));
    }
    // Parts are often alike, above all in objects that are new.
    let (mut last, mut last_bytes) = (None, Vec::new());
    let mut write = |part: usize, pointees: &mut Vec<u32>| {
        bytes.clear();
        let words = words_of(object.word_count(), part);
        codec::encode_words(words.map(|i| object.word(i)), mixtures, bytes, pointees);
        let leaf = match last {
            Some(leaf) if *bytes == last_bytes => leaf,
            _ => pieces.leaf(bytes)?.0,
        };
        last = Some(leaf);
        std::mem::swap(bytes, &mut last_bytes);
        if known.is_none_or(|parts| parts.names[1 + part] != leaf) {
            changes.push((1 + part as u32, leaf));
        }
        Ok(())
    };
    match known {
        Some(parts) if parts.pointees.is_empty() => {
            let mut next = 0;
            while let Some(part) = object.next_written(next) {
                write(part, pointees)?;
                next = part + 1;
            }
        }
        _ => {
            for part in 0..part_count(object.word_count()) {
                match known {
                    Some(parts) if !object.is_written(part) => pointees.extend_from_slice(parts.pointees_of(part)),
                    _ => write(part, pointees)?,
                }
            }
        }
    }
    Ok(())
}

fn part_count(words: usize) -> usize {
    words.div_ceil(1 << part_log(words))
}

/// The words in a part of an object of so many words.
fn words_of(words: usize, part: usize) -> Range<usize> {
    let log = part_log(words);
    part << log..((part + 1) << log).min(words)
}

impl Parts {
    pub(crate) fn note_none(&mut self) {
        let positions = if self.leaf.is_some() { 1 + 2 * SHORT_WORDS_MAX } else { self.names.len() };
        self.noted.clear();
        self.noted.resize(positions.div_ceil(64), 0);
    }

    /// The positions at which some bytes of the object are.
    pub(crate) fn positions(&self, object: &Object, offset: u32, bytes: u32) -> RangeInclusive<u32> {
        let (first, last) = match self.leaf {
            Some(_) => (offset / 4, offset.saturating_add(bytes.saturating_sub(1)) / 4),
            None => object.parts_at(offset, bytes).into_inner(),
        };
        1 + first..=1 + last
    }

    /// Notes that the position is looked at. False if that was noted before.
    pub(crate) fn note(&mut self, position: u32) -> bool {
        let (bits, bit) = (&mut self.noted[position as usize / 64], 1 << (position % 64));
        let new = *bits & bit == 0;
        *bits |= bit;
        new
    }

    pub(crate) fn unnote(&mut self, position: u32) {
        self.noted[position as usize / 64] &= !(1 << (position % 64));
    }

    pub(crate) fn is_noted(&self, position: u32) -> bool {
        self.noted[position as usize / 64] >> (position % 64) & 1 != 0
    }

    fn pointees_of(&self, part: usize) -> &[u32] {
        if self.pointees.is_empty() {
            return &[];
        }
        let start = if part == 0 { 0 } else { self.ends[part - 1] };
        &self.pointees[start as usize..self.ends[part] as usize]
    }
}

/// Makes `object` what its name says. `parts` is what it was decoded from before, if anything.
#[inline]
pub(crate) fn decode(
    body: Body,
    pointees: &[u32],
    mixtures: &mut Mixtures,
    pieces: &dyn Pieces,
    object: &mut Object,
    parts: &mut Option<Box<Parts>>,
) {
    let vector = match body.kind() {
        BodyKind::Short(leaf) => return codec::decode_object(pieces.leaf_bytes(leaf), mixtures, pointees, object),
        BodyKind::Long(vector) => vector,
    };
    let parts = parts.get_or_insert_default();
    if object.is_known() && parts.pointees.is_empty() && pointees.is_empty() {
        let mut changes = Vec::new();
        let alike = pieces.read_changes(parts.vector, vector, &mut changes);
        if alike && (changes.first().is_none_or(|(first, _)| *first != 0) || head(body, pieces).size == object.size) {
            return decode_changes(vector, &changes, mixtures, pieces, object, parts);
        }
    }
    decode_all(vector, pointees, mixtures, pieces, object, parts);
}

/// Decodes the parts that were written or are different, of an object of the same size, without
/// pointers.
fn decode_changes(
    vector: VectorId,
    changes: &[(u32, u32)],
    mixtures: &mut Mixtures,
    pieces: &dyn Pieces,
    object: &mut Object,
    parts: &mut Parts,
) {
    parts.vector = vector;
    for &(position, leaf) in changes {
        parts.names[position as usize] = leaf;
        if position > 0 {
            object.mark_written(words_of(object.word_count(), position as usize - 1).start);
        }
    }
    codec::decode_head(&mut Reader(pieces.leaf_bytes(LeafId(parts.names[0]))), object);
    let mut next = 0;
    while let Some(part) = object.next_written(next) {
        decode_part(pieces.leaf_bytes(LeafId(parts.names[1 + part])), part, mixtures, &[], object);
        next = part + 1;
    }
    object.settle();
}

fn decode_all(
    vector: VectorId,
    pointees: &[u32],
    mixtures: &mut Mixtures,
    pieces: &dyn Pieces,
    object: &mut Object,
    parts: &mut Parts,
) {
    let mut names = Vec::with_capacity(parts.names.len());
    pieces.read_vector(vector, &mut names);
    let size = object.size;
    codec::decode_head(&mut Reader(pieces.leaf_bytes(LeafId(names[0]))), object);
    let known = object.is_known() && object.size == size;
    if !known {
        object.fill(ir::Word::int(0));
        parts.pointees.clear();
    }
    let mut ends = Vec::new();
    let mut at = 0;
    for (part, leaf) in names[1..].iter().enumerate() {
        let same = known && !object.is_written(part) && parts.names[1 + part] == *leaf;
        at += match same.then(|| parts.pointees_of(part)) {
            Some(old) if pointees[at..].starts_with(old) => old.len(),
            _ => decode_part(pieces.leaf_bytes(LeafId(*leaf)), part, mixtures, &pointees[at..], object),
        };
        if !pointees.is_empty() {
            ends.push(at as u32);
        }
    }
    object.settle();
    parts.vector = vector;
    parts.names = names;
    parts.ends = ends;
    parts.pointees.clear();
    parts.pointees.extend_from_slice(pointees);
}

/// Returns how many of the pointees belong to the part.
fn decode_part(bytes: &[u8], part: usize, mixtures: &mut Mixtures, pointees: &[u32], object: &mut Object) -> usize {
    let words = words_of(object.word_count(), part);
    Reader(bytes).words(words.len(), mixtures, pointees, |i, word| object.load_word(words.start + i, word))
}

/// What the head of an object says.
#[inline]
pub(crate) fn head(body: Body, pieces: &dyn Pieces) -> Head {
    let leaf = match body.kind() {
        BodyKind::Short(leaf) => leaf,
        BodyKind::Long(vector) => LeafId(pieces.vector_word(vector, 0).expect("a long object has a head")),
    };
    Head::read(pieces.leaf_bytes(leaf))
}

/// A 32-bit number in an object. None if it is not in one word, or anything is special about the
/// word or the object.
pub(crate) fn peek(body: Body, offset: u32, pieces: &dyn Pieces) -> Option<u32> {
    let vector = match body.kind() {
        BodyKind::Short(leaf) => {
            let bytes = pieces.leaf_bytes(leaf);
            let head = Head::read(bytes);
            let words = head.size.div_ceil(8) as usize;
            return head.has_number(offset).then(|| codec::peek(&bytes[HEAD_BYTES..], words, offset as usize))?;
        }
        BodyKind::Long(vector) => vector,
    };
    let head = head(body, pieces);
    if !head.has_number(offset) {
        return None;
    }
    let all = head.size.div_ceil(8) as usize;
    let part = (offset as usize / 8) >> part_log(all);
    let leaf = LeafId(pieces.vector_word(vector, 1 + part as u32)?);
    let words = words_of(all, part);
    codec::peek(pieces.leaf_bytes(leaf), words.len(), offset as usize - 8 * words.start)
}

#[cfg(test)]
mod tests {
    use std::cell::RefCell;
    use std::collections::HashMap;
    use std::sync::Mutex;

    use ir::Word;

    use super::*;
    use crate::state::object::ObjectKind;

    /// Names, and what they stand for.
    type Named<T, K> = Mutex<(HashMap<T, u32>, Vec<K>)>;

    /// Keeps everything as it is.
    #[derive(Default)]
    struct Shelf {
        leaves: Named<Vec<u8>, &'static [u8]>,
        vectors: Named<Vec<u32>, Vec<u32>>,
    }

    impl Shelf {
        fn words(&self, vector: VectorId) -> Vec<u32> {
            self.vectors.lock().expect("no panic before").1[vector.0 as usize].clone()
        }
    }

    impl Pieces for Shelf {
        fn leaf(&self, bytes: &[u8]) -> Result<LeafId, Full> {
            let (names, all) = &mut *self.leaves.lock().expect("no panic before");
            Ok(LeafId(*names.entry(bytes.to_vec()).or_insert_with(|| {
                all.push(bytes.to_vec().leak());
                all.len() as u32 - 1
            })))
        }
        fn leaf_bytes(&self, leaf: LeafId) -> &[u8] {
            self.leaves.lock().expect("no panic before").1[leaf.0 as usize]
        }
        fn vector(&self, words: &[u32]) -> Result<VectorId, Full> {
            let (names, all) = &mut *self.vectors.lock().expect("no panic before");
            Ok(VectorId(*names.entry(words.to_vec()).or_insert_with(|| {
                all.push(words.to_vec());
                all.len() as u32 - 1
            })))
        }
        fn read_vector(&self, vector: VectorId, into: &mut Vec<u32>) {
            into.extend(self.words(vector));
        }
        fn vector_word(&self, vector: VectorId, position: u32) -> Option<u32> {
            self.words(vector).get(position as usize).copied()
        }
        fn patch_vector(&self, vector: VectorId, changes: &[(u32, u32)]) -> Result<VectorId, Full> {
            let mut words = self.words(vector);
            changes.iter().for_each(|(position, word)| words[*position as usize] = *word);
            self.vector(&words)
        }
        fn read_changes(&self, old: VectorId, vector: VectorId, into: &mut Vec<(u32, u32)>) -> bool {
            let (old, new) = (self.words(old), self.words(vector));
            let pairs = (0..).zip(old.iter().zip(&new));
            into.extend(pairs.filter(|(_, (old, new))| old != new).map(|(at, (_, new))| (at, *new)));
            old.len() == new.len()
        }
    }

    fn name_of(object: &Object, parts: Option<&Parts>, mixtures: &Mixtures, shelf: &Shelf) -> (Body, Vec<u32>) {
        let mut pointees = Vec::new();
        let name = name(object, parts, mixtures, shelf, &mut Scratch::default(), &mut pointees);
        (name.expect("there is room"), pointees)
    }

    /// The same however it is named, and the same again if it is read.
    fn check(object: &Object, parts: Option<&Parts>, mixtures: &mut Mixtures, shelf: &Shelf) -> (Body, Vec<u32>) {
        let named = name_of(object, parts, mixtures, shelf);
        let mut unknown = object.clone();
        unknown.unsettle();
        assert_eq!(named, name_of(&unknown, None, mixtures, shelf));
        let mut copy = Object::new(ObjectKind::Heap, 0, 0, Word::int(0));
        decode(named.0, &named.1, mixtures, shelf, &mut copy, &mut None);
        assert_eq!((copy.size, copy.word_count()), (object.size, object.word_count()));
        for i in 0..object.word_count() {
            assert_eq!(mixtures.full(copy.word(i)), mixtures.full(object.word(i)));
        }
        named
    }

    struct Dice(u64);

    impl Dice {
        fn below(&mut self, bound: u32) -> u32 {
            self.0 = self.0.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(1);
            ((self.0 >> 33) % u64::from(bound)) as u32
        }
    }

    fn write(dice: &mut Dice, kinds: u32, mixtures: &mut Mixtures, object: &mut Object) {
        let (bits, value) = match dice.below(kinds) {
            0 => (64, Word::int(dice.below(3).into())),
            1 => (8, Word::int(dice.below(3).into())),
            2 => (64, Word::UNDEF),
            3 => (8, Word::UNDEF),
            _ => (64, Word::pointer(1 + dice.below(3), 8 * dice.below(2))),
        };
        object.write(mixtures, dice.below(object.size - 7), bits, value);
    }

    /// Walks to and fro between states of one object, as a slot of the machine does.
    fn walk(seed: u64, size: u32, fill: Word, kinds: u32) {
        let (shelf, dice, mut mixtures) = (Shelf::default(), &mut Dice(seed), Mixtures::default());
        let mut object = Object::new(ObjectKind::Heap, size, 4, fill);
        let mut parts = None;
        let mut seen = vec![check(&object, None, &mut mixtures, &shelf)];
        for _ in 0..40 {
            let (leaf, pointees) = &seen[dice.below(seen.len() as u32) as usize];
            decode(*leaf, pointees, &mut mixtures, &shelf, &mut object, &mut parts);
            assert_eq!(check(&object, parts.as_deref(), &mut mixtures, &shelf), (*leaf, pointees.clone()));
            for _ in 0..1 + dice.below(2) {
                write(dice, kinds, &mut mixtures, &mut object);
            }
            seen.push(check(&object, parts.as_deref(), &mut mixtures, &shelf));
        }
    }

    #[test]
    fn names_do_not_depend_on_how_they_were_reached() {
        for seed in 0..12 {
            for size in [8, 250, 257, 264, 1000, 16_400] {
                for kinds in [1, 2, 4, 5] {
                    walk(seed, size, if seed % 2 == 0 { Word::int(0) } else { Word::UNDEF }, kinds);
                }
            }
        }
    }

    #[test]
    fn a_write_changes_one_part() {
        let (shelf, mixtures) = (Shelf::default(), RefCell::new(Mixtures::default()));
        let check =
            |object: &Object| check(object, None, &mut mixtures.borrow_mut(), &shelf).0.vector().expect("it is long");
        for fill in [Word::int(0), Word::UNDEF] {
            let object = Object::new(ObjectKind::Global, 1 << 16, 4, fill);
            let old = check(&object);
            for value in [Word::int(1), Word::UNDEF, Word::pointer(7, 4)] {
                for offset in [0, 8, 1001, 40_000, 65_528] {
                    let mut changed = object.clone();
                    changed.write(&mut mixtures.borrow_mut(), offset, 64, value);
                    let mut changes = Vec::new();
                    assert!(shelf.read_changes(old, check(&changed), &mut changes));
                    let part_bytes = 8 << part_log(object.word_count());
                    let both_sides = offset % part_bytes > part_bytes - 8;
                    assert!(changes.len() <= 1 + both_sides as usize, "{offset}: {changes:?}");
                }
            }
        }
    }

    #[test]
    fn numbers_of_short_objects_say_how_they_differ() {
        let (shelf, mut mixtures) = (Shelf::default(), Mixtures::default());
        let mut object = Object::new(ObjectKind::Global, 44, 4, Word::int(0));
        let (body, _) = check(&object, None, &mut mixtures, &shelf);
        let BodyKind::Short(leaf) = body.kind() else { panic!("it is short") };
        let (mut parts, mut scratch) = (None, Scratch::default());
        follow(leaf, &mut object, &mut parts);
        let parts = parts.as_deref();
        object.write(&mut mixtures, 20, 32, Word::int(7));
        object.write(&mut mixtures, 39, 8, Word::int(9));
        let changes = differences(&object, parts, &mixtures, &shelf, &mut scratch).expect("there is room");
        let changes = changes.expect("they are numbers").to_vec();
        assert_eq!(changes, [(6, 7), (10, 9 << 24)]);
        let positions = parts.map(|parts| [(20, 4), (39, 8)].map(|(at, bytes)| parts.positions(&object, at, bytes)));
        assert_eq!(positions, Some([6..=6, 10..=12]));
        let words: Vec<u32> = changes.iter().flat_map(|(position, number)| [*position, *number]).collect();
        let changed = patch(body, &words, &shelf).expect("there is room");
        assert_eq!(changed, check(&object, parts, &mut mixtures, &shelf).0);
        let BodyKind::Short(leaf) = changed.kind() else { panic!("it is short") };
        assert_eq!(number_at(shelf.leaf_bytes(leaf), 6), Some([7, 0]));
        // What is not a number cannot be told so.
        object.write(&mut mixtures, 0, 8, Word::UNDEF);
        assert_eq!(differences(&object, parts, &mixtures, &shelf, &mut scratch).expect("there is room"), None);
        let (undefined, _) = check(&object, None, &mut mixtures, &shelf);
        let BodyKind::Short(leaf) = undefined.kind() else { panic!("it is short") };
        assert_eq!(number_at(shelf.leaf_bytes(leaf), 6), None);
    }

    #[test]
    fn numbers_are_found_where_they_are() {
        let (shelf, mut mixtures) = (Shelf::default(), Mixtures::default());
        for size in [8, 256, 260, 2000] {
            let mut object = Object::new(ObjectKind::Global, size, 4, Word::UNDEF);
            let defined = |word: u32| word % 3 != 1 && 8 * word + 8 <= size;
            for word in (0..size / 8).filter(|word| defined(*word)) {
                let low = u64::from(8 * word);
                object.write(&mut mixtures, 8 * word, 64, Word::int(low | (low + 4) << 32));
            }
            let (leaf, _) = check(&object, None, &mut mixtures, &shelf);
            assert_eq!(head(leaf, &shelf).size, size);
            for offset in 0..size + 8 {
                let plain = defined(offset / 8) && offset.is_multiple_of(4);
                assert_eq!(peek(leaf, offset, &shelf), plain.then_some(offset), "{offset} of {size}");
            }
        }
    }
}
