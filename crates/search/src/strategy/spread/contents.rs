//! To whom a state belongs: a number made of its contents, whatever the names in this store.
//!
//! The numbers of vectors are remembered; only speed depends on that, and only balance on how good they are.

use machine::{Anatomy, Name};
use store::{LeafId, Store, VecId};

/// Vectors whose numbers are remembered.
const REMEMBERED: usize = 1 << 16;

const START: u64 = 0x9e37_79b9_7f4a_7c15;
const FACTOR: u64 = 0xd6e8_feb8_6659_fd93;

pub(super) struct Contents {
    /// What a vector is, its name, and its number, each in its place.
    vectors: Vec<(u32, u32, u64)>,
    /// Of leaves, by name; 0: not known.
    leaves: Vec<u64>,
    words: Vec<Vec<u32>>,
}

impl Default for Contents {
    fn default() -> Contents {
        Contents { vectors: vec![(u32::MAX, 0, 0); REMEMBERED], leaves: Vec::new(), words: Vec::new() }
    }
}

impl Contents {
    /// Which of so many owns the state.
    pub(super) fn owner(&mut self, store: &Store, state: &[u32], count: usize) -> usize {
        let mut sum = START ^ state.len() as u64;
        for (position, name) in state.iter().enumerate() {
            sum = step(sum, self.vector(store, Anatomy::of_word(position), *name));
        }
        usize::try_from(finish(sum) % count as u64).unwrap_or(0)
    }

    fn vector(&mut self, store: &Store, anatomy: Anatomy, name: u32) -> u64 {
        let kind = match anatomy {
            Anatomy::Globals => 0,
            Anatomy::Heap => 1,
            Anatomy::Section => 2,
            Anatomy::Parts => 3,
        };
        let place = (name as usize).wrapping_mul(5) + kind as usize;
        let place = place % REMEMBERED;
        if let (known, other, sum) = self.vectors[place]
            && (known, other) == (kind, name)
        {
            return sum;
        }
        let mut words = self.words.pop().unwrap_or_default();
        words.clear();
        store.read_vector(VecId(name), &mut words);
        let (mut sum, mut done) = (START ^ words.len() as u64, 0);
        anatomy.names(&words, |at, name| {
            sum = words[done..at].iter().fold(sum, |sum, word| step(sum, u64::from(*word)));
            sum = step(
                sum,
                match name {
                    Name::Leaf(leaf) => self.leaf(store, leaf.0),
                    Name::Parts(vector) => self.vector(store, Anatomy::Parts, vector.0),
                },
            );
            done = at + 1;
        });
        sum = finish(words[done..].iter().fold(sum, |sum, word| step(sum, u64::from(*word))));
        self.words.push(words);
        self.vectors[place] = (kind, name, sum);
        sum
    }

    fn leaf(&mut self, store: &Store, name: u32) -> u64 {
        let place = name as usize;
        if let Some(known) = self.leaves.get(place).filter(|known| **known != 0) {
            return *known;
        }
        let bytes = store.leaf_bytes(LeafId(name));
        let (eights, rest) = bytes.as_chunks::<8>();
        let mut last = [0; 8];
        last[..rest.len()].copy_from_slice(rest);
        let sum = eights.iter().fold(START ^ bytes.len() as u64, |sum, eight| step(sum, u64::from_le_bytes(*eight)));
        let sum = finish(step(sum, u64::from_le_bytes(last)));
        if self.leaves.len() <= place {
            self.leaves.resize(place + 1, 0);
        }
        self.leaves[place] = sum;
        sum
    }
}

fn step(sum: u64, word: u64) -> u64 {
    let mixed = (sum ^ word).wrapping_mul(FACTOR);
    (mixed ^ mixed >> 29).rotate_left(23)
}

fn finish(sum: u64) -> u64 {
    let once = (sum ^ sum >> 32).wrapping_mul(FACTOR);
    let twice = (once ^ once >> 29).wrapping_mul(FACTOR);
    twice ^ twice >> 32
}

#[cfg(test)]
mod tests {
    use super::*;
    use store::StoreOptions;

    #[test]
    fn contents_decide_and_names_do_not() {
        let [one, other] = [0, 1].map(|_| Store::new(StoreOptions::default()));
        // The other store has names of its own.
        for i in 0..100u32 {
            other.leaf(&i.to_le_bytes()).unwrap();
            other.vector(&[i, i + 1]).unwrap();
        }
        let state = |store: &Store, i: u32| {
            let leaf = store.leaf(format!("contents {i}").as_bytes()).unwrap().0;
            let globals = store.vector(&[3, leaf, 1, 9]).unwrap().0;
            let empty = store.vector(&[]).unwrap().0;
            [globals, empty, store.vector(&[0, leaf, 0]).unwrap().0]
        };
        let (mut of_one, mut of_other) = (Contents::default(), Contents::default());
        let mut counts = [0; 4];
        for i in 0..1000 {
            let owner = of_one.owner(&one, &state(&one, i), 4);
            assert_eq!(owner, of_other.owner(&other, &state(&other, i), 4));
            counts[owner] += 1;
        }
        assert!(counts.iter().all(|count| (200..300).contains(count)), "{counts:?}");
    }
}
