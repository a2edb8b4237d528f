//! States on their way to another rank, as names that both sides have agreed upon.
//!
//! Each pair of ranks has a dictionary for each direction. Contents are sent once, before the first state that
//! has them, and get the next number; from then on the number is enough. Vectors have numbers by their position in
//! a state, so that numbers stay small, and are told as differences from the last one in that position; states as
//! differences from the last state that went the same way.
//!
//! ```text
//! leaf     0 · length · bytes
//! parts    1 · vector
//! vector   2 · position · vector
//! vector   0 · length · words …   or   1 · count · (words further · word) …
//! state    3 | asks << 2 | other length << 3 | places further << 4 · [places further] · choice << 1 | sleeps ·
//!          [who sleeps] · [length] · which words differ · words …
//! ```
//!
//! All numbers have seven bits to a byte, least first.

use ahash::AHashMap;
use machine::{Anatomy, LeafId, Name, VectorId};
use store::{Full, Store, VecId};

use crate::checkpoint::numbers::{In, Out};
use crate::sleep::Sleepers;

const LEAF: u8 = 0;
const PARTS: u8 = 1;
const VECTOR: u8 = 2;
const STATE: u8 = 3;
const ASKS: u8 = 1 << 2;
const OTHER_LENGTH: u8 = 1 << 3;
const PLACE_SHIFT: u32 = 4;
/// Places further that do not fit into the first byte.
const FAR: u8 = 15;

/// A state that goes to somebody else: how it was reached, and whether it must be told if that is news.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Way {
    pub place: u64,
    pub choice: usize,
    pub asleep: Sleepers,
    pub asks: bool,
}

/// What one rank sends to another.
#[derive(Default)]
pub(super) struct Outbox {
    pub out: Out,
    leaves: AHashMap<u32, u32>,
    parts: Dictionary,
    words: Vec<Dictionary>,
    last: Vec<u32>,
    last_place: u64,
}

/// What the other side knows of vectors.
#[derive(Default)]
struct Dictionary {
    numbers: AHashMap<u32, u32>,
    /// The last one that was told, as it was told.
    last: Vec<u32>,
}

impl Outbox {
    /// The places that come next are those of another layer.
    pub(super) fn begin_layer(&mut self) {
        self.last_place = 0;
    }

    /// What is kept to know what the other side knows, in bytes.
    pub(super) fn bytes(&self) -> u64 {
        let entries = |map: &AHashMap<u32, u32>| (map.capacity() * 9) as u64;
        let words: u64 = self.words.iter().map(|words| entries(&words.numbers)).sum();
        self.out.0.capacity() as u64 + entries(&self.leaves) + entries(&self.parts.numbers) + words
    }

    pub(super) fn push(&mut self, store: &Store, way: Way, state: &[u32]) {
        while self.words.len() < state.len() {
            self.words.push(Dictionary::default());
        }
        let numbers: Vec<u32> =
            state.iter().enumerate().map(|(position, name)| self.vector(store, position, *name)).collect();
        let further = way.place.wrapping_sub(self.last_place).cast_signed();
        self.last_place = way.place;
        let near = u8::try_from(further).ok().filter(|near| *near < FAR);
        let same = numbers.len() == self.last.len() && numbers.len() <= 64;
        let asks = if way.asks { ASKS } else { 0 };
        let length = if same { 0 } else { OTHER_LENGTH };
        self.out.0.push(STATE | asks | length | near.unwrap_or(FAR) << PLACE_SHIFT);
        if near.is_none() {
            self.out.number((further << 1 ^ further >> 63).cast_unsigned());
        }
        self.out.number((way.choice as u64) << 1 | u64::from(way.asleep != 0));
        if way.asleep != 0 {
            self.out.number(way.asleep);
        }
        if same {
            let differ = |position: &usize| self.last[*position] != numbers[*position];
            let mask = (0..numbers.len()).filter(differ).fold(0u64, |mask, position| mask | 1 << position);
            self.out.number(mask);
            (0..numbers.len()).filter(differ).for_each(|position| self.out.number(numbers[position]));
        } else {
            self.out.number(numbers.len() as u64);
            numbers.iter().for_each(|number| self.out.number(*number));
        }
        self.last = numbers;
    }

    /// The number of a state's vector.
    fn vector(&mut self, store: &Store, position: usize, name: u32) -> u32 {
        if let Some(number) = self.words[position].numbers.get(&name) {
            return *number;
        }
        let words = self.tell(store, Anatomy::of_word(position), name);
        self.out.0.push(VECTOR);
        self.out.number(position as u64);
        self.words[position].define(&mut self.out, name, words)
    }

    fn part(&mut self, store: &Store, name: u32) -> u32 {
        if let Some(number) = self.parts.numbers.get(&name) {
            return *number;
        }
        let words = self.tell(store, Anatomy::Parts, name);
        self.out.0.push(PARTS);
        self.parts.define(&mut self.out, name, words)
    }

    fn leaf(&mut self, store: &Store, name: u32) -> u32 {
        let next = number(self.leaves.len());
        *self.leaves.entry(name).or_insert_with(|| {
            self.out.0.push(LEAF);
            self.out.bytes(store.leaf_bytes(store::LeafId(name)));
            next
        })
    }

    /// Tells what a vector names, and how its words are told.
    fn tell(&mut self, store: &Store, anatomy: Anatomy, name: u32) -> Vec<u32> {
        let mut words = Vec::new();
        store.read_vector(VecId(name), &mut words);
        let mut told = words.clone();
        anatomy.names(&words, |at, name| {
            let name = match name {
                Name::Leaf(leaf) => Name::Leaf(LeafId(self.leaf(store, leaf.0))),
                Name::Parts(vector) => Name::Parts(VectorId(self.part(store, vector.0))),
            };
            // There are no more names there than here, and so numbers fit where names did.
            told[at] = anatomy.word(name).unwrap_or(u32::MAX);
        });
        told
    }
}

impl Dictionary {
    fn define(&mut self, out: &mut Out, name: u32, words: Vec<u32>) -> u32 {
        let next = number(self.numbers.len());
        self.numbers.insert(name, next);
        let changed = |at: &usize| words[*at] != self.last[*at];
        let alike = words.len() == self.last.len() && (0..words.len()).filter(changed).count() * 2 < words.len();
        out.number(alike);
        if alike {
            out.number((0..words.len()).filter(changed).count() as u64);
            let mut before = 0;
            for at in (0..words.len()).filter(changed) {
                out.number((at - before) as u64);
                out.number(words[at]);
                before = at;
            }
        } else {
            out.number(words.len() as u64);
            words.iter().for_each(|word| out.number(*word));
        }
        self.last = words;
        next
    }
}

fn number(len: usize) -> u32 {
    u32::try_from(len).expect("a store has no more names")
}

/// What one rank gets from another.
#[derive(Default)]
pub(super) struct Inbox {
    leaves: Vec<u32>,
    parts: Names,
    words: Vec<Names>,
    last: Vec<u32>,
    last_place: u64,
}

/// Vectors by the numbers that the other side has given them.
#[derive(Default)]
struct Names {
    names: Vec<u32>,
    last: Vec<u32>,
}

/// Why a message was not understood to its end.
#[derive(Debug)]
pub(super) enum Misread {
    Full(Full),
    Nonsense,
}

impl From<Full> for Misread {
    fn from(why: Full) -> Misread {
        Misread::Full(why)
    }
}

impl Inbox {
    pub(super) fn begin_layer(&mut self) {
        self.last_place = 0;
    }

    pub(super) fn bytes(&self) -> u64 {
        let names: usize = self.words.iter().map(|words| words.names.capacity()).sum();
        ((self.leaves.capacity() + self.parts.names.capacity() + names) * size_of::<u32>()) as u64
    }

    /// Understands the next thing that is not a definition: a state, as words of this store. None at the end.
    pub(super) fn next(
        &mut self,
        store: &Store,
        from: &mut In<'_>,
        state: &mut Vec<u32>,
    ) -> Result<Option<Way>, Misread> {
        loop {
            let Some((first, rest)) = from.0.split_first() else { return Ok(None) };
            from.0 = rest;
            match first & 3 {
                LEAF => {
                    let name = store.leaf(from.bytes().ok_or(Misread::Nonsense)?)?;
                    self.leaves.push(name.0);
                }
                PARTS => {
                    let mut words = self.parts.told(from).ok_or(Misread::Nonsense)?;
                    self.rename(Anatomy::Parts, &mut words)?;
                    self.parts.names.push(store.vector(&words)?.0);
                }
                VECTOR => {
                    let position: usize = from.small().ok_or(Misread::Nonsense)?;
                    // A state has few words; whoever names a position has named all before.
                    if position > self.words.len() {
                        return Err(Misread::Nonsense);
                    }
                    if position == self.words.len() {
                        self.words.push(Names::default());
                    }
                    let mut words = self.words[position].told(from).ok_or(Misread::Nonsense)?;
                    self.rename(Anatomy::of_word(position), &mut words)?;
                    self.words[position].names.push(store.vector(&words)?.0);
                }
                _ => return self.state(*first, from, state).map(Some).ok_or(Misread::Nonsense),
            }
        }
    }

    fn state(&mut self, first: u8, from: &mut In<'_>, state: &mut Vec<u32>) -> Option<Way> {
        let further = match first >> PLACE_SHIFT {
            FAR => {
                let folded = from.number()?;
                (folded >> 1).cast_signed() ^ -(folded & 1).cast_signed()
            }
            near => i64::from(near),
        };
        self.last_place = self.last_place.wrapping_add_signed(further);
        let choice = from.number()?;
        let asleep = if choice & 1 != 0 { from.small()? } else { 0 };
        if first & OTHER_LENGTH != 0 {
            let len: usize = from.small()?;
            self.last.clear();
            for _ in 0..len {
                self.last.push(from.small()?);
            }
        } else {
            let mask = from.number()?;
            let differ = self.last.iter_mut().enumerate().filter(|(position, _)| mask >> position & 1 != 0);
            for (_, number) in differ {
                *number = from.small()?;
            }
        }
        state.clear();
        for (number, words) in self.last.iter().zip(&self.words) {
            state.push(*words.names.get(*number as usize)?);
        }
        let choice = usize::try_from(choice >> 1).ok()?;
        (state.len() == self.last.len()).then_some(Way {
            place: self.last_place,
            choice,
            asleep,
            asks: first & ASKS != 0,
        })
    }

    /// From numbers of the dictionary to names of this store.
    fn rename(&self, anatomy: Anatomy, words: &mut [u32]) -> Result<(), Misread> {
        let mut renamed = Vec::new();
        anatomy.names(words, |at, name| renamed.push((at, name)));
        for (at, name) in renamed {
            let local = |names: &[u32], number: u32| names.get(number as usize).copied().ok_or(Misread::Nonsense);
            let name = match name {
                Name::Leaf(leaf) => Name::Leaf(LeafId(local(&self.leaves, leaf.0)?)),
                Name::Parts(vector) => Name::Parts(VectorId(local(&self.parts.names, vector.0)?)),
            };
            words[at] = anatomy.word(name).map_err(|_| Misread::Nonsense)?;
        }
        Ok(())
    }
}

impl Names {
    /// The words of the next vector, as they are told.
    fn told(&mut self, from: &mut In<'_>) -> Option<Vec<u32>> {
        if from.flag()? {
            let mut at = 0;
            for _ in 0..from.number()? {
                at += from.small::<usize>()?;
                *self.last.get_mut(at)? = from.small()?;
            }
        } else {
            self.last.clear();
            for _ in 0..from.number()? {
                self.last.push(from.small()?);
            }
        }
        Some(self.last.clone())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use store::StoreOptions;

    /// The contents of a state of these tests: its globals have one object, of this leaf; two threads.
    fn state(store: &Store, i: u32) -> Vec<u32> {
        let leaf = |what: &str| store.leaf(what.as_bytes()).unwrap().0;
        let parts = store.vector(&[leaf("head"), leaf(&format!("part {}", i % 3))]).unwrap().0;
        let long = Anatomy::Heap.word(Name::Parts(VectorId(parts))).unwrap();
        let globals = [4, leaf(&format!("global {}", i % 5)), 1, 7, 5, leaf("same"), 0, 9, leaf("same too"), 0];
        let mut words = vec![store.vector(&globals).unwrap().0, store.vector(&[long, 0]).unwrap().0];
        for thread in 0..1 + i % 2 {
            let section = [0, leaf(&format!("frame {} of {thread}", i % 7)), 0];
            words.push(store.vector(&section).unwrap().0);
        }
        words
    }

    #[test]
    fn states_arrive_as_they_were() {
        let [here, there] = [0, 1].map(|_| Store::new(StoreOptions::default()));
        for i in 0..50u32 {
            there.leaf(&i.to_le_bytes()).unwrap();
        }
        let (mut outbox, mut inbox) = (Outbox::default(), Inbox::default());
        let way = |i: u32| Way {
            place: u64::from(i * i % 90),
            choice: (i % 200) as usize,
            asleep: if i.is_multiple_of(3) { i } else { 0 },
            asks: i.is_multiple_of(2),
        };
        let mut words = Vec::new();
        for message in 0..3 {
            outbox.begin_layer();
            inbox.begin_layer();
            (0..100).for_each(|i| outbox.push(&here, way(i), &state(&here, i + message)));
            let bytes = std::mem::take(&mut outbox.out.0);
            let mut from = In(&bytes);
            for i in 0..100 {
                assert_eq!(inbox.next(&there, &mut from, &mut words).unwrap(), Some(way(i)));
                assert_eq!(words, state(&there, i + message));
            }
            assert_eq!(inbox.next(&there, &mut from, &mut words).unwrap(), None);
            // Contents cross once.
            assert!(message == 0 || bytes.len() < 1200, "{}", bytes.len());
        }
    }

    #[test]
    fn nonsense_is_noticed() {
        let store = Store::new(StoreOptions::default());
        let mut words = Vec::new();
        for bytes in [&[VECTOR, 3, 0, 0][..], &[LEAF, 9, 1], &[STATE, 0, 1], &[PARTS, 0, 1, 5], &[STATE | 8, 0, 1, 0]] {
            let read = Inbox::default().next(&store, &mut In(bytes), &mut words);
            match read {
                // A state without words is none that anybody sends; it is taken for what it is.
                Ok(Some(_)) => assert!(words.is_empty()),
                other => assert!(matches!(other, Err(Misread::Nonsense)), "{bytes:?}"),
            }
        }
    }
}
