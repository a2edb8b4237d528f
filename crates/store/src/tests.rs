//! The store against a model, and against itself under several threads.
//!
//! Test builds have small pages, few segments and small blocks, so that
//! borders and rebuilds are met all the time.

#![allow(clippy::unwrap_used, reason = "helpers of tests, too")]

use std::collections::{HashMap, HashSet};
use std::ops::Range;
use std::sync::Arc;

use proptest::prelude::*;
use splitmix::SplitMix;

use crate::{Delta, Full, Spill, StateId, Store, StoreOptions, VecId};

fn store(compressed: bool) -> Store {
    Store::new(StoreOptions { compressed, ..StoreOptions::default() })
}

#[test]
fn names_are_canonical() {
    for compressed in [false, true] {
        let store = store(compressed);
        let a = store.leaf(b"abc").unwrap();
        assert_eq!(a, store.leaf(b"abc").unwrap());
        assert_ne!(a, store.leaf(b"").unwrap());
        assert_eq!(store.leaf_bytes(a), b"abc");
        assert_eq!(store.vector(&[]).unwrap(), VecId::EMPTY);
        let v = store.vector(&[1, 2, 3]).unwrap();
        let changed: Range<u32> = 1..2;
        let w = store.vector_from(v, &[1, 5, 3], &[changed]).unwrap();
        assert_eq!(w, store.vector(&[1, 5, 3]).unwrap());
        assert_eq!(store.vector_word(w, 1), Some(5));
        assert_eq!(store.vector_word(w, 3), None);
        let (s, new) = store.state(&[v.0, w.0], 7).unwrap();
        assert!(new);
        assert_eq!(store.state(&[v.0, w.0], 3).unwrap(), (s, false));
        store.offer_key(s, 3);
        store.offer_key(s, 9);
        assert_eq!(store.key(s), 3);
    }
}

#[test]
fn without_keys_there_is_no_key() {
    let store = Store::new(StoreOptions { keys: false, ..StoreOptions::default() });
    let (s, _) = store.state(&[1, 2, 3], 5).unwrap();
    store.offer_key(s, 1);
    assert_eq!(store.key(s), u64::MAX);
    assert_eq!(store.statistics().key_bytes, 0);
}

/// A tree must not be taken for the sequence of the names it consists of.
#[test]
fn a_tree_is_not_the_sequence_of_its_nodes() {
    let store = store(true);
    let words: Vec<u32> = (0..70).collect();
    let tree = store.vector(&words).unwrap();
    let pieces: Vec<u32> = words.chunks(32).map(|piece| store.vector(piece).unwrap().0).collect();
    assert_ne!(store.vector(&pieces).unwrap(), tree);
    let mut read = Vec::new();
    store.read_vector(tree, &mut read);
    assert_eq!(read, words);
}

#[test]
fn leaves_of_every_length() {
    let store = store(true);
    let contents: Vec<Vec<u8>> =
        (0..300).chain([1000, 70_000]).map(|len| (0..len).map(|i| (i * 7 + len) as u8).collect()).collect();
    let ids: Vec<_> = contents.iter().map(|c| store.leaf(c).unwrap()).collect();
    for (i, (content, &id)) in contents.iter().zip(&ids).enumerate() {
        assert_eq!(id.0, i as u32, "leaf ids are dense");
        assert_eq!(store.leaf_bytes(id), &content[..]);
        assert_eq!(store.leaf(content).unwrap(), id);
    }
}

/// Positions, to be taken modulo the length, and words.
type Changes = Vec<(usize, u32)>;

/// One step of a random history.
#[derive(Clone, Debug)]
enum Step {
    Vector(Vec<u32>),
    /// Changes a stored vector: which, new length, changes.
    Change(usize, usize, Vec<(usize, u32)>),
    /// Changes words of a stored vector in place.
    Patch(usize, Vec<(usize, u32)>),
    State(Vec<u32>),
    /// Changes a stored state.
    StateFrom(usize, usize, Vec<(usize, u32)>),
    StateDelta(usize, Vec<(usize, u32)>),
    /// Changes several stored states together.
    Deltas(Vec<(usize, Changes)>),
    /// Inserts several states together, each a changed stored one.
    States(Vec<(usize, usize, Changes)>),
    /// A vector by way of a session.
    SessionVector(Vec<u32>),
    Leaf(Vec<u8>),
}

fn word() -> impl Strategy<Value = u32> {
    prop_oneof![4 => 0u32..3, 1 => any::<u32>(), 1 => (1u32 << 26)..(1 << 28)]
}

fn words(max: usize) -> impl Strategy<Value = Vec<u32>> {
    prop::collection::vec(word(), 0..max)
}

fn changes() -> impl Strategy<Value = Vec<(usize, u32)>> {
    prop::collection::vec((any::<usize>(), word()), 0..4)
}

fn step() -> impl Strategy<Value = Step> {
    let len = prop_oneof![3 => 0usize..40, 1 => 0usize..2500];
    let state_len = prop_oneof![3 => 0usize..24, 1 => 0usize..150];
    let any = any::<usize>;
    prop_oneof![
        words(8).prop_map(Step::Vector),
        words(1200).prop_map(Step::Vector),
        (any(), len, changes()).prop_map(|(i, len, c)| Step::Change(i, len, c)),
        (any(), changes()).prop_map(|(i, c)| Step::Patch(i, c)),
        words(12).prop_map(Step::State),
        (any(), state_len, changes()).prop_map(|(i, len, c)| Step::StateFrom(i, len, c)),
        (any(), changes()).prop_map(|(i, c)| Step::StateDelta(i, c)),
        prop::collection::vec((any(), changes()), 0..40).prop_map(Step::Deltas),
        prop::collection::vec((any(), 0usize..80, changes()), 0..40).prop_map(Step::States),
        words(20).prop_map(Step::SessionVector),
        prop::collection::vec(0u8..3, 0..6).prop_map(Step::Leaf),
    ]
}

/// Applies changes to a copy; returns it and the changed positions.
fn changed(old: &[u32], len: Option<usize>, changes: &[(usize, u32)]) -> (Vec<u32>, Vec<(u32, u32)>) {
    let mut words = old.to_vec();
    if let Some(len) = len {
        words.resize(len, 7);
    }
    let mut done = Vec::new();
    if !words.is_empty() {
        for &(position, word) in changes {
            let position = position % words.len();
            words[position] = word;
            done.push((position as u32, word));
        }
    }
    (words, done)
}

#[derive(Default)]
struct Model {
    vectors: HashMap<Vec<u32>, VecId>,
    vector_list: Vec<Vec<u32>>,
    states: HashMap<Vec<u32>, StateId>,
    state_list: Vec<Vec<u32>>,
    leaves: HashMap<Vec<u8>, u32>,
}

impl Model {
    fn saw_vector(&mut self, words: Vec<u32>, id: VecId) {
        let next = self.vectors.len();
        let before = *self.vectors.entry(words.clone()).or_insert(id);
        assert_eq!(before, id);
        if self.vectors.len() > next {
            self.vector_list.push(words);
        }
    }

    fn saw_state(&mut self, words: Vec<u32>, (id, new): (StateId, bool)) {
        assert_eq!(new, !self.states.contains_key(&words), "{words:?}");
        if new {
            assert_eq!(id.0, self.state_list.len() as u64, "state ids are dense");
            self.states.insert(words.clone(), id);
            self.state_list.push(words);
        } else {
            assert_eq!(self.states[&words], id);
        }
    }

    #[expect(clippy::too_many_lines, reason = "one arm for every route into the store")]
    fn step(&mut self, store: &Store, step: &Step) {
        match step {
            Step::Vector(words) => {
                let id = store.vector(words).unwrap();
                self.saw_vector(words.clone(), id);
            }
            Step::Change(which, len, changes) => {
                if self.vector_list.is_empty() {
                    return;
                }
                let old = self.vector_list[which % self.vector_list.len()].clone();
                let (words, done) = changed(&old, Some(*len), changes);
                let ranges: Vec<Range<u32>> = done.iter().map(|&(p, _)| p..p + 1).collect();
                let id = store.vector_from(self.vectors[&old], &words, &ranges).unwrap();
                self.saw_vector(words, id);
            }
            Step::Patch(which, changes) => {
                if self.vector_list.is_empty() {
                    return;
                }
                let old = self.vector_list[which % self.vector_list.len()].clone();
                let (words, mut done) = changed(&old, None, changes);
                // The last change of a position counts.
                done.sort_by_key(|&(position, _)| position);
                let id = store.vector_patch(self.vectors[&old], &done).unwrap();
                check_changes(store, (self.vectors[&old], &old), (id, &words));
                self.saw_vector(words, id);
            }
            Step::State(words) => {
                let result = store.state(words, 0).unwrap();
                self.saw_state(words.clone(), result);
            }
            Step::StateFrom(which, len, changes) => {
                if self.state_list.is_empty() {
                    return;
                }
                let which = which % self.state_list.len();
                let (words, _) = changed(&self.state_list[which], Some(*len), changes);
                let result = store.state_from(StateId(which as u64), &words, 0).unwrap();
                self.saw_state(words, result);
            }
            Step::StateDelta(which, changes) => {
                if self.state_list.is_empty() {
                    return;
                }
                let which = which % self.state_list.len();
                let (words, done) = changed(&self.state_list[which], None, changes);
                let result = store.state_delta(StateId(which as u64), &done, 0).unwrap();
                self.saw_state(words, result);
            }
            Step::Deltas(steps) => {
                if self.state_list.is_empty() {
                    return;
                }
                let change = |(which, changes): &(usize, Changes)| {
                    let which = which % self.state_list.len();
                    (StateId(which as u64), changed(&self.state_list[which], None, changes))
                };
                let changes: Vec<_> = steps.iter().map(change).collect();
                let deltas: Vec<_> =
                    changes.iter().map(|(old, (_, changes))| Delta { old: *old, changes, key: 0 }).collect();
                let mut answers = Vec::new();
                store.session().insert_deltas(&deltas, &mut answers).unwrap();
                assert_eq!(answers.len(), changes.len());
                for ((_, (words, _)), answer) in changes.into_iter().zip(answers) {
                    self.saw_state(words, answer);
                }
            }
            Step::States(steps) => {
                let empty = Vec::new();
                let change = |(which, len, changes): &(usize, usize, Vec<_>)| {
                    let old = self.state_list.get(which % self.state_list.len().max(1)).unwrap_or(&empty);
                    changed(old, Some(*len), changes).0
                };
                let states: Vec<Vec<u32>> = steps.iter().map(change).collect();
                let list: Vec<&[u32]> = states.iter().map(Vec::as_slice).collect();
                let mut answers = Vec::new();
                store.session().insert_states(&list, 0, &mut answers).unwrap();
                assert_eq!(answers.len(), states.len());
                for (words, answer) in states.into_iter().zip(answers) {
                    self.saw_state(words, answer);
                }
            }
            Step::SessionVector(words) => {
                let mut session = store.session();
                let id = session.vector(words).unwrap();
                assert_eq!(session.vector(words).unwrap(), id);
                self.saw_vector(words.clone(), id);
                let longer: Vec<u32> = words.iter().copied().chain([1]).collect();
                let id = session.vector_from(id, &longer).unwrap();
                self.saw_vector(longer, id);
            }
            Step::Leaf(bytes) => {
                let id = store.leaf(bytes).unwrap();
                let next = self.leaves.len() as u32;
                assert_eq!(*self.leaves.entry(bytes.clone()).or_insert(next), id.0);
            }
        }
    }

    fn check(&self, store: &Store) {
        let mut ids: Vec<VecId> = self.vectors.values().copied().collect();
        ids.sort_unstable();
        ids.dedup();
        assert_eq!(ids.len(), self.vectors.len(), "one id per vector");
        let mut read = Vec::new();
        for (words, &id) in &self.vectors {
            read.clear();
            store.read_vector(id, &mut read);
            assert_eq!(&read, words);
            assert_eq!(store.vector(words).unwrap(), id);
            for at in (0..words.len() + 2).step_by(1 + words.len() / 50).chain([words.len().wrapping_sub(1)]) {
                assert_eq!(store.vector_word(id, at as u32), words.get(at).copied());
            }
        }
        for pair in self.vector_list.windows(2) {
            check_changes(store, (self.vectors[&pair[0]], &pair[0]), (self.vectors[&pair[1]], &pair[1]));
        }
        for (words, &id) in &self.states {
            read.clear();
            store.read_state(id, &mut read);
            assert_eq!(&read, words);
            assert_eq!(store.state(words, 0).unwrap(), (id, false));
        }
        for (bytes, &id) in &self.leaves {
            assert_eq!(store.leaf_bytes(crate::LeafId(id)), &bytes[..]);
        }
        assert_eq!(store.state_count(), self.states.len() as u64);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]
    #[test]
    fn behaves_like_maps(steps in prop::collection::vec(step(), 1..120)) {
        for compressed in [false, true] {
            let store = store(compressed);
            let mut model = Model::default();
            for step in &steps {
                model.step(&store, step);
            }
            model.check(&store);
            check_bytes(&store);
        }
    }
}

/// The store tells in what two vectors differ.
fn check_changes(store: &Store, old: (VecId, &[u32]), new: (VecId, &[u32])) {
    let mut changes = Vec::new();
    assert_eq!(store.vector_changes(old.0, new.0, &mut changes), old.1.len() == new.1.len());
    if old.1.len() == new.1.len() {
        let differs = |&at: &u32| old.1[at as usize] != new.1[at as usize];
        let expected: Vec<_> = (0..new.1.len() as u32).filter(differs).map(|at| (at, new.1[at as usize])).collect();
        assert_eq!(changes, expected);
    }
}

/// What the tables report adds up to what was charged.
fn check_bytes(store: &Store) {
    let s = store.statistics();
    let live = s.leaves.bytes() + s.vectors.bytes() + s.states.bytes() + s.key_bytes;
    assert!(s.total_bytes >= live + s.unused_bytes, "{s:?}");
    assert_eq!(store.bytes(), s.total_bytes);
}

/// What a session remembers must not show.
#[test]
fn a_session_names_states_as_the_store_does() {
    for compressed in [true, false] {
        let store = Store::new(StoreOptions { compressed, ..StoreOptions::default() });
        let mut session = store.session();
        let (first, _) = store.state(&[0, 1, 2, 3, 4], 0).unwrap();
        let (mut known, mut words, mut seed) = (vec![first], Vec::new(), 1u32);
        for round in 0..1000u64 {
            let mut waiting = Vec::new();
            for _ in 0..=round % 5 {
                seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                let parent = known[(seed >> 8) as usize % known.len()];
                words.clear();
                session.open(parent, &mut words);
                let mut again = Vec::new();
                store.read_state(parent, &mut again);
                assert_eq!(words, again);
                match seed % 7 {
                    0 if words.len() < 40 => words.push(seed >> 30),
                    1 if words.len() > 1 => words.truncate(words.len() - 1),
                    _ => {
                        let place = (seed >> 4) as usize % words.len();
                        words[place] = seed >> 28;
                    }
                }
                waiting.push((session.prepare(&words), words.clone()));
            }
            // In whatever order, and others may come between.
            for (prepared, words) in waiting.into_iter().rev() {
                let count = store.state_count();
                let (id, new) = session.insert(prepared, round).unwrap();
                assert_eq!(new, store.state_count() > count);
                assert_eq!(store.state(&words, round), Ok((id, false)));
                if new {
                    known.push(id);
                }
            }
            if round % 50 == 0 {
                session.rest();
            }
        }
        assert!(known.len() > 1000, "{}", known.len());
    }
}

type Waiting = Vec<(StateId, [(u32, u32); 1], Vec<u32>, (StateId, bool))>;

/// Inserts what is waiting, into one store from earlier states and into
/// another from words.
fn insert_waiting(stores: &[Store; 6], waiting: &mut Waiting) {
    let delta = |(old, changes, ..): &'_ (StateId, [(u32, u32); 1], Vec<u32>, _)| (*old, *changes);
    let deltas: Vec<_> = waiting.iter().map(delta).collect();
    let deltas: Vec<_> = deltas.iter().map(|(old, changes)| Delta { old: *old, changes, key: 0 }).collect();
    let list: Vec<&[u32]> = waiting.iter().map(|(_, _, words, _)| words.as_slice()).collect();
    let expected: Vec<_> = waiting.iter().map(|(.., answer)| *answer).collect();
    let (mut from_states, mut from_words) = (Vec::new(), Vec::new());
    stores[4].session().insert_deltas(&deltas, &mut from_states).unwrap();
    stores[5].session().insert_states(&list, 0, &mut from_words).unwrap();
    assert_eq!(from_states, expected);
    assert_eq!(from_words, expected);
    waiting.clear();
}

/// A random walk as in the benchmarks, by every route, with equal results.
#[test]
fn routes_agree_on_a_long_walk() {
    let stores = [store(false), store(true), store(true), store(true), store(true), store(true)];
    let mut waiting = Waiting::new();
    let mut random = SplitMix::new(1);
    let mut states: Vec<Vec<u32>> = vec![(0..64).map(|i| i * 3 % 256).collect()];
    for store in &stores {
        store.state(&states[0], 0).unwrap();
    }
    let mut seen: HashMap<Vec<u32>, u64> = HashMap::from([(states[0].clone(), 0)]);
    for _ in 0..if cfg!(miri) { 60 } else { 30_000 } {
        let parent = random.below(states.len());
        let change = (random.below(64) as u32, random.below(256) as u32);
        let mut words = states[parent].clone();
        words[change.0 as usize] = change.1;
        let next = seen.len() as u64;
        let expected = *seen.entry(words.clone()).or_insert(next);
        let parent = StateId(parent as u64);
        let results = [
            stores[0].state(&words, 0).unwrap(),
            stores[1].state(&words, 0).unwrap(),
            stores[2].state_from(parent, &words, 0).unwrap(),
            stores[3].state_delta(parent, &[change], 0).unwrap(),
        ];
        let answer = (StateId(expected), expected == next);
        assert_eq!(results, [answer; 4]);
        // Handfuls, as long as none comes from another one of the same.
        if waiting.len() == 21 || waiting.iter().any(|(_, _, _, (id, _))| *id == parent) {
            insert_waiting(&stores, &mut waiting);
        }
        waiting.push((parent, [change], words.clone(), answer));
        if expected == next {
            states.push(words);
        }
    }
    insert_waiting(&stores, &mut waiting);
    let mut read = Vec::new();
    for store in &stores {
        for (id, words) in states.iter().enumerate() {
            read.clear();
            store.read_state(StateId(id as u64), &mut read);
            assert_eq!(&read, words);
        }
        check_bytes(store);
    }
}

/// Workers insert overlapping sets in different orders; every state is new
/// exactly once, and all workers agree on all names. `tests/growth.rs` does
/// this with ten times as many, and the tables as they are in use.
fn stress(workers: u64, distinct: u64) {
    let store = store(true);
    let words = |n: u64| {
        let low = store.vector(&[(n % 1009) as u32, 5]).unwrap();
        [low.0, (n / 7) as u32, (n % 97) as u32, (n >> 3) as u32, n as u32]
    };
    let (new, names): (Vec<u64>, Vec<HashMap<u64, StateId>>) = std::thread::scope(|scope| {
        let threads: Vec<_> = (0..workers)
            .map(|worker| {
                let (store, words) = (&store, &words);
                scope.spawn(move || {
                    let mut new = 0;
                    let mut sample = HashMap::new();
                    // Each worker inserts two thirds of the numbers, beginning
                    // elsewhere and walking with another stride.
                    let stride = [7, 11, 13, 17][worker as usize % 4];
                    let start = distinct / workers * worker;
                    for i in 0..distinct * 2 / 3 {
                        let n = (start + i * stride) % distinct;
                        let (id, fresh) = store.state(&words(n), n).unwrap();
                        new += u64::from(fresh);
                        if n.is_multiple_of(101) {
                            sample.insert(n, id);
                        }
                    }
                    (new, sample)
                })
            })
            .collect();
        threads.into_iter().map(|t| t.join().unwrap()).unzip()
    });
    assert_eq!(new.iter().sum::<u64>(), store.state_count());
    let mut agreed = HashMap::new();
    for (n, id) in names.into_iter().flatten() {
        assert_eq!(*agreed.entry(n).or_insert(id), id);
    }
    let mut read = Vec::new();
    for id in 0..store.state_count() {
        read.clear();
        store.read_state(StateId(id), &mut read);
        assert_eq!(read, words(u64::from(read[4])));
        assert_eq!(store.state(&read, 0).unwrap(), (StateId(id), false));
        assert_eq!(store.key(StateId(id)), u64::from(read[4]));
    }
    check_bytes(&store);
}

#[test]
fn four_workers_grow_a_store_to_a_million() {
    stress(4, if cfg!(miri) { 60 } else { 1_000_000 });
}

/// Workers insert the same few things at the same time, over and over.
#[test]
fn workers_collide_on_new_things() {
    let (rounds, insertions) = if cfg!(miri) { (2, 40) } else { (200, 400) };
    for round in 0..rounds {
        let store = store(round % 2 == 0);
        let ids: Vec<Vec<(StateId, VecId, u32)>> = std::thread::scope(|scope| {
            let threads: Vec<_> = (0..4)
                .map(|_| {
                    scope.spawn(|| {
                        let insert = |n: u32| {
                            let (id, _) = store.state(&[n % 37, n % 11, 3], 0).unwrap();
                            let vector = store.vector(&[n % 5; 40]).unwrap();
                            (id, vector, store.leaf(&[n as u8 % 29; 9]).unwrap().0)
                        };
                        (0..insertions).map(insert).collect()
                    })
                })
                .collect();
            threads.into_iter().map(|t| t.join().unwrap()).collect()
        });
        assert!(ids.windows(2).all(|pair| pair[0] == pair[1]));
        assert_eq!(store.state_count(), u64::from(insertions));
        assert_eq!(store.statistics().leaves.entries, 29);
    }
}

/// Workers change single words of long vectors, each in an order of its own, and arrive at the same.
#[test]
fn workers_patch_long_vectors() {
    let (len, rounds) = if cfg!(miri) { (40, 2) } else { (2500, 20) };
    for round in 0..rounds {
        let store = store(round % 4 != 0);
        let start = store.vector(&vec![0; len]).unwrap();
        let patch = &|worker: usize| {
            let mut at = start;
            for i in 0..24 {
                // A different position for each place.
                let place = (i + worker * 6) % 24;
                let position = (place * 997 + round) % len;
                at = store.vector_patch(at, &[(position as u32, place as u32 + 1)]).unwrap();
            }
            at
        };
        let ends: Vec<VecId> = std::thread::scope(|scope| {
            let threads: Vec<_> = (0..4).map(|worker| scope.spawn(move || patch(worker))).collect();
            threads.into_iter().map(|t| t.join().unwrap()).collect()
        });
        assert!(ends.iter().all(|end| *end == ends[0]));
        let mut words = Vec::new();
        store.read_vector(ends[0], &mut words);
        assert_eq!(store.vector(&words), Ok(ends[0]));
        assert_eq!(words.iter().filter(|word| **word != 0).count(), 24);
    }
}

/// A full store says so, keeps what it has, and goes on answering.
#[test]
fn a_full_store_stays_readable() {
    for compressed in [false, true] {
        for limit in [20_000, 50_000, 200_000] {
            let store =
                Store::new(StoreOptions { compressed, memory_bytes_max: Some(limit), ..StoreOptions::default() });
            let mut stored = 0;
            let full = loop {
                match store.state(&[stored, stored / 2, stored ^ 5, 1], 0) {
                    Ok((id, new)) => {
                        assert_eq!((id.0, new), (u64::from(stored), true));
                        stored += 1;
                    }
                    Err(full) => break full,
                }
            };
            assert!(matches!(full, Full::Memory { bytes_max, .. } if bytes_max == limit));
            assert!(store.bytes() <= limit && stored > 50, "{stored}");
            for n in 0..stored {
                let words = [n, n / 2, n ^ 5, 1];
                assert_eq!(store.state(&words, 0), Ok((StateId(u64::from(n)), false)), "{n} of {stored}");
            }
            assert_eq!(store.state_count(), u64::from(stored));
        }
    }
}

/// What does not fit goes to files, and is the same there: names, answers and contents.
#[test]
#[cfg(not(miri))]
fn a_store_that_spills_is_the_same() {
    for compressed in [false, true] {
        for limit in [0, 20_000, 200_000] {
            let spill = Arc::new(Spill::new(&std::env::temp_dir()));
            let options = StoreOptions { compressed, spill: Some(Arc::clone(&spill)), ..StoreOptions::default() };
            let (spilling, plain) = (Store::new(options), store(compressed));
            spilling.limit(limit);
            for round in 0..2 {
                for n in 0..20_000u32 {
                    let bytes = vec![n as u8; 1 + n as usize % 70];
                    let leaf = spilling.leaf(&bytes);
                    assert_eq!(leaf, plain.leaf(&bytes));
                    assert_eq!(spilling.leaf_bytes(leaf.unwrap()), bytes);
                    let words = [n, n / 2, n ^ 5, 1, n % 97, 3, n / 300, 8];
                    let state = spilling.state(&words, 0);
                    assert_eq!(state, plain.state(&words, 0));
                    assert_eq!(state.unwrap().1, round == 0);
                    let mut read = Vec::new();
                    spilling.read_state(state.unwrap().0, &mut read);
                    assert_eq!(read, words);
                }
            }
            let statistics = spilling.statistics();
            assert!(spilling.bytes() <= limit.max(25_000), "{} of {limit}", spilling.bytes());
            assert_eq!(statistics.filed_bytes, spill.bytes());
            assert!(statistics.filed_bytes > 0 && statistics.states.entries == 20_000);
            drop(spilling);
            // What was replaced may be waiting for other threads.
            while spill.bytes() > 0 {
                crate::sync::pin().flush();
                std::thread::yield_now();
            }
        }
    }
}

/// Where there is no room for files either, a store is full, and stays readable.
#[test]
#[cfg(not(miri))]
fn a_store_without_room_for_files_is_full() {
    let spill = Arc::new(Spill::new(std::path::Path::new("/nowhere")));
    let options = StoreOptions { spill: Some(Arc::clone(&spill)), ..StoreOptions::default() };
    let store = Store::new(StoreOptions { memory_bytes_max: Some(50_000), ..options });
    let words = |n: u32| [n, n / 2, n ^ 5, 1];
    let stored = (0..).find(|n| store.state(&words(*n), 0) == Err(Full::Files)).unwrap();
    assert!(stored > 50 && spill.trouble().is_some());
    assert!((0..stored).all(|n| store.state(&words(n), 0) == Ok((StateId(n.into()), false))));
}

/// Alone, a session that reserves numbers leaves none out.
#[test]
fn reserved_numbers_are_given_back() {
    let store = store(true);
    let mut session = store.session();
    for layer in 0..5u32 {
        session.reserve(7);
        for n in 0..10 {
            let prepared = session.prepare(&[layer, n, 1]);
            assert_eq!(session.insert(prepared, 0), Ok((StateId(u64::from(layer * 10 + n)), true)));
        }
        session.rest();
        session.settle();
        assert_eq!((store.state_count(), store.state_end()), (u64::from(layer + 1) * 10, StateId(store.state_count())));
    }
}

/// With others some are nobody's; the count leaves them out.
#[test]
fn workers_reserve_numbers() {
    let (rounds, insertions) = if cfg!(miri) { (2, 20) } else { (50, 300) };
    for round in 0..rounds {
        let store = store(round % 2 == 0);
        let work = |step: u32| {
            let mut session = store.session();
            session.reserve(1 + round % 9);
            let insert = |n: u32| {
                let n = n * step % insertions;
                let prepared = session.prepare(&[n, n / 7, 3]);
                let (id, new) = session.insert(prepared, 0).unwrap();
                session.rest();
                (n, id, new)
            };
            let ids: Vec<_> = (0..insertions).map(insert).collect();
            session.settle();
            ids
        };
        let ids: Vec<_> = std::thread::scope(|scope| {
            let threads: Vec<_> = [1, 7, 11].map(|step| scope.spawn(move || work(step))).into_iter().collect();
            threads.into_iter().flat_map(|thread| thread.join().unwrap()).collect()
        });
        let mut names = HashMap::new();
        for (n, id, _) in &ids {
            assert_eq!(names.entry(*n).or_insert(*id), id);
            assert!(*id < store.state_end());
        }
        let new = ids.iter().filter(|(_, _, new)| *new).count();
        assert_eq!((names.len(), new as u64), (insertions as usize, store.state_count()));
        assert_eq!(names.values().collect::<HashSet<_>>().len(), names.len());
    }
}
