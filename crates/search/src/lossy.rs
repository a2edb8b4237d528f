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

/// States in full, one after the other, and how each was reached.
#[derive(Default)]
pub(crate) struct Waiting {
    words: Vec<u32>,
    ends: Vec<usize>,
    keys: Vec<u64>,
}

impl Waiting {
    pub fn push(&mut self, state: &[u32], key: u64) {
        self.words.extend_from_slice(state);
        self.ends.push(self.words.len());
        self.keys.push(key);
    }

    pub fn len(&self) -> usize {
        self.ends.len()
    }

    pub fn state(&self, place: usize) -> &[u32] {
        let start = place.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.words[start..self.ends[place]]
    }

    pub fn below(&self, bound: u64) -> u64 {
        self.keys.iter().filter(|key| **key < bound).count() as u64
    }

    /// One layer of what several workers found. Who was the first to see a state is a matter of
    /// luck, and so is which way to it is remembered.
    pub fn join(parts: &[Waiting], ancestry: &mut Ancestry) -> Waiting {
        let mut order: Vec<(u64, u32, u32)> = Vec::with_capacity(parts.iter().map(Waiting::len).sum());
        for (number, part) in parts.iter().enumerate() {
            order.extend(part.keys.iter().enumerate().map(|(place, key)| (*key, number as u32, place as u32)));
        }
        order.sort();
        let mut all = Waiting::default();
        all.words.reserve_exact(parts.iter().map(|part| part.words.len()).sum());
        all.ends.reserve_exact(order.len());
        ancestry.begin_layer();
        for (key, number, place) in order {
            all.words.extend_from_slice(parts[number as usize].state(place as usize));
            all.ends.push(all.words.len());
            let (parent, choice) = key::parts(key);
            ancestry.push(parent, choice);
        }
        all
    }

    pub fn bytes(&self) -> u64 {
        (self.words.capacity() * 4 + self.ends.capacity() * 8 + self.keys.capacity() * 8) as u64
    }
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
    fn layers_are_in_order() {
        let (mut one, mut two) = (Waiting::default(), Waiting::default());
        one.push(&[1, 2], key::new(0, 1));
        one.push(&[5], key::new(3, 0));
        two.push(&[3, 4, 5], key::new(1, 7));
        let mut ancestry = Ancestry::default();
        let all = Waiting::join(&[one, two], &mut ancestry);
        assert_eq!((all.state(0), all.state(1), all.state(2)), (&[1, 2][..], &[3, 4, 5][..], &[5][..]));
    }

    #[test]
    fn probabilities() {
        assert_eq!(collision_probability(1), 0.0);
        assert!((collision_probability(1_000_000) - 6.9e-6).abs() < 1e-6);
        assert_eq!(collision_probability(u64::MAX), 1.0);
    }
}
