//! Hash compaction: of a state that was visited only a fingerprint is kept.
//!
//! Two states with the same fingerprint are taken for one, and what only the second leads to is
//! missed; hence a search like this never ends in *safe*. With fingerprints of k bits, no two of n
//! states have the same one but for a probability of n(n-1) / 2^(k+1).
//!
//! ```text
//! fingerprint: which segment (16) · remainder (40)
//! segment:     remainders of five bytes, 0 is free; open addressing, grows by a quarter
//! ```
//!
//! The place of a remainder in its segment follows from itself, so segments grow without the states.
//! States that wait to be expanded are kept in full ([`Waiting`]).

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

use crate::ancestry::Ancestry;
use crate::key;

const SEGMENTS_LOG: u32 = 16;
const REMAINDER_BITS: u32 = 40;
const SLOT_BYTES: usize = REMAINDER_BITS as usize / 8;

/// Bits of a fingerprint.
pub const FINGERPRINT_BITS: u32 = SEGMENTS_LOG + REMAINDER_BITS;

/// The fingerprints of all states so far.
pub(crate) struct Fingerprints {
    segments: Vec<Mutex<Segment>>,
    count: AtomicU64,
    bytes: AtomicU64,
}

#[derive(Default)]
struct Segment {
    slots: Vec<u8>,
    used: usize,
}

impl Fingerprints {
    pub fn new() -> Fingerprints {
        let segments: Vec<_> = (0..1 << SEGMENTS_LOG).map(|_| Mutex::new(Segment::default())).collect();
        let bytes = AtomicU64::new((segments.len() * size_of::<Mutex<Segment>>()) as u64);
        Fingerprints { segments, count: AtomicU64::new(0), bytes }
    }

    /// Is the state new, as far as its fingerprint tells?
    pub fn insert(&self, state: &[u32]) -> bool {
        let print = fingerprint(state);
        let segment = &self.segments[(print >> (64 - SEGMENTS_LOG)) as usize];
        let remainder = (print >> (64 - FINGERPRINT_BITS)) & ((1 << REMAINDER_BITS) - 1);
        let mut segment = segment.lock().unwrap_or_else(PoisonError::into_inner);
        let before = segment.slots.capacity();
        let new = segment.insert(remainder.max(1));
        // Relaxed here and below: counters, nothing is published through them.
        self.bytes.fetch_add((segment.slots.capacity() - before) as u64, Ordering::Relaxed);
        self.count.fetch_add(new as u64, Ordering::Relaxed);
        new
    }

    pub fn count(&self) -> u64 {
        self.count.load(Ordering::Relaxed)
    }

    pub fn bytes(&self) -> u64 {
        self.bytes.load(Ordering::Relaxed)
    }
}

impl Segment {
    fn insert(&mut self, remainder: u64) -> bool {
        let len = self.slots.len() / SLOT_BYTES;
        // At most 85 % are in use.
        if (self.used + 1) * 20 > len * 17 {
            self.grow(len + (len / 4).max(4));
        }
        let new = self.put(remainder);
        self.used += new as usize;
        new
    }

    fn put(&mut self, remainder: u64) -> bool {
        let len = self.slots.len() / SLOT_BYTES;
        let mut at = ((u128::from(remainder) * len as u128) >> REMAINDER_BITS) as usize;
        loop {
            let slot = &mut self.slots[at * SLOT_BYTES..(at + 1) * SLOT_BYTES];
            match number(slot) {
                0 => {
                    slot.copy_from_slice(&remainder.to_le_bytes()[..SLOT_BYTES]);
                    return true;
                }
                found if found == remainder => return false,
                _ => at = if at + 1 == len { 0 } else { at + 1 },
            }
        }
    }

    fn grow(&mut self, len: usize) {
        let mut slots = Vec::new();
        slots.reserve_exact(len * SLOT_BYTES);
        slots.resize(len * SLOT_BYTES, 0);
        let old = std::mem::replace(&mut self.slots, slots);
        for remainder in old.chunks_exact(SLOT_BYTES).map(number).filter(|remainder| *remainder != 0) {
            self.put(remainder);
        }
    }
}

fn number(slot: &[u8]) -> u64 {
    slot.iter().rev().fold(0, |number, byte| number << 8 | u64::from(*byte))
}

fn fingerprint(state: &[u32]) -> u64 {
    let fold = |a: u64, b: u64| {
        let product = u128::from(a) * u128::from(b);
        product as u64 ^ (product >> 64) as u64
    };
    let mut hash = 0x9e37_79b9_7f4a_7c15 ^ state.len() as u64;
    for pair in state.chunks(2) {
        let both = u64::from(pair[0]) | pair.get(1).map_or(0, |word| u64::from(*word) << 32);
        hash = fold(hash ^ 0xa076_1d64_78bd_642f, both ^ 0xe703_7ed1_a0b4_28db).rotate_left(17) ^ hash;
    }
    hash = (hash ^ hash >> 32).wrapping_mul(0xd6e8_feb8_6659_fd93);
    hash = (hash ^ hash >> 32).wrapping_mul(0xd6e8_feb8_6659_fd93);
    hash ^ hash >> 32
}

/// States in full, one after the other, and how each was reached. A state is its length in bytes
/// and its words, all of them seven bits to a byte, least first: names are small numbers.
#[derive(Default)]
pub(crate) struct Waiting {
    bytes: Vec<u8>,
    /// Where every so many states begin.
    starts: Vec<usize>,
    len: usize,
    keys: Vec<u64>,
}

/// States between two that are found without passing others.
const STRIDE: usize = 16;

impl Waiting {
    pub fn push(&mut self, state: &[u32], key: u64) {
        if self.len.is_multiple_of(STRIDE) {
            self.starts.push(self.bytes.len());
        }
        let size: usize = state.iter().map(|word| (word | 1).ilog2() as usize / 7 + 1).sum();
        push_number(&mut self.bytes, size as u32);
        state.iter().for_each(|word| push_number(&mut self.bytes, *word));
        self.len += 1;
        self.keys.push(key);
    }

    pub fn len(&self) -> usize {
        self.len
    }

    /// Appends the words of a state.
    pub fn read(&self, place: usize, into: &mut Vec<u32>) {
        let mut rest = &self.bytes[self.starts[place / STRIDE]..];
        for _ in 0..place % STRIDE {
            let size = take_number(&mut rest) as usize;
            rest = &rest[size..];
        }
        let size = take_number(&mut rest) as usize;
        let mut words = &rest[..size];
        while !words.is_empty() {
            into.push(take_number(&mut words));
        }
    }

    pub fn below(&self, bound: u64) -> u64 {
        self.keys.iter().filter(|key| **key < bound).count() as u64
    }

    /// The ancestry takes how these states were reached. They are in order by themselves, but not
    /// with those of other workers: who was the first to see a state is a matter of luck, and so is
    /// which way to it is remembered.
    pub fn settle(&mut self, ancestry: &mut Ancestry) {
        for key in std::mem::take(&mut self.keys) {
            let (parent, choice) = key::parts(key);
            ancestry.push(parent, choice);
        }
        self.bytes.shrink_to_fit();
    }

    pub fn bytes(&self) -> u64 {
        (self.bytes.capacity() + (self.starts.capacity() + self.keys.capacity()) * 8) as u64
    }
}

fn push_number(bytes: &mut Vec<u8>, mut number: u32) {
    while number >= 0x80 {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
}

fn take_number(bytes: &mut &[u8]) -> u32 {
    let (mut number, mut shift) = (0, 0);
    while let Some((first, rest)) = bytes.split_first() {
        *bytes = rest;
        number |= u32::from(first & 0x7f) << shift;
        shift += 7;
        if *first < 0x80 {
            break;
        }
    }
    number
}

/// How likely it is at most that some two of so many states have the same fingerprint.
pub fn collision_probability(states: u64) -> f64 {
    let pairs = states as f64 * (states as f64 - 1.0) / 2.0;
    (pairs / 2f64.powi(FINGERPRINT_BITS as i32)).clamp(0.0, 1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_state_is_new_once() {
        let seen = Fingerprints::new();
        let state = |i: u32| [7, i % 1000, 3, i / 1000, 9];
        for i in 0..300_000 {
            assert!(seen.insert(&state(i)), "{i}");
        }
        for i in 0..300_000 {
            assert!(!seen.insert(&state(i)), "{i}");
        }
        assert_eq!(seen.count(), 300_000);
    }

    #[test]
    fn segments_grow_and_keep_everything() {
        let mut segment = Segment::default();
        let remainder = |i: u64| i.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 24 | 1;
        assert!((0..10_000).all(|i| segment.insert(remainder(i)) || i > 0));
        let used = segment.used;
        assert!((0..10_000).all(|i| !segment.insert(remainder(i))));
        assert_eq!(segment.used, used);
        assert!(segment.slots.len() < used * 8, "{} bytes for {used}", segment.slots.len());
    }

    #[test]
    fn waiting_states_come_back() {
        let state = |i: u32| -> Vec<u32> { (0..i % 7).map(|k| (i + 1).wrapping_mul(0x9e37_79b9) >> (k * 5)).collect() };
        let mut waiting = Waiting::default();
        (0..100).for_each(|i| waiting.push(&state(i), u64::from(i)));
        for i in 0..100 {
            let mut words = Vec::new();
            waiting.read(i as usize, &mut words);
            assert_eq!(words, state(i));
        }
        assert_eq!((waiting.len(), waiting.below(30)), (100, 30));
    }

    #[test]
    fn probabilities() {
        assert_eq!(collision_probability(1), 0.0);
        assert!((collision_probability(1_000_000) - 6.9e-6).abs() < 1e-6);
        assert_eq!(collision_probability(u64::MAX), 1.0);
    }
}
