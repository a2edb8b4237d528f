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
//! States that wait to be expanded are kept in full by whoever lets them wait.

use std::io::{self, Read, Write};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

use store::Full;

use super::{Doubt, Session, Visited, VisitedSet};
use crate::checkpoint::blocks::damaged;
use crate::checkpoint::numbers::take;
use crate::table::Table;

const SEGMENTS_LOG: u32 = 16;
const REMAINDER_BITS: u32 = 40;
const REMAINDER_MASK: u64 = (1 << REMAINDER_BITS) - 1;
const SLOT_BYTES: usize = REMAINDER_BITS as usize / 8;

/// Bits of a fingerprint.
const FINGERPRINT_BITS: u32 = SEGMENTS_LOG + REMAINDER_BITS;

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
    pub(crate) fn new() -> Fingerprints {
        let segments: Vec<_> = (0..1 << SEGMENTS_LOG).map(|_| Mutex::new(Segment::default())).collect();
        let bytes = AtomicU64::new((segments.len() * size_of::<Mutex<Segment>>()) as u64);
        Fingerprints { segments, count: AtomicU64::new(0), bytes }
    }

    /// Is the state new, as far as its fingerprint tells?
    fn insert(&self, state: &[u32]) -> bool {
        self.insert_print(print(state))
    }

    pub(crate) fn insert_print(&self, print: u64) -> bool {
        let segment = &self.segments[(print >> REMAINDER_BITS) as usize];
        let mut segment = segment.lock().unwrap_or_else(PoisonError::into_inner);
        let before = segment.slots.capacity();
        let new = segment.insert(print & REMAINDER_MASK);
        // Relaxed here and below: counters, nothing is published through them.
        self.bytes.fetch_add((segment.slots.capacity() - before) as u64, Ordering::Relaxed);
        self.count.fetch_add(new as u64, Ordering::Relaxed);
        new
    }
}

impl Fingerprints {
    /// Writes those that are to be kept: how many a segment has, and their remainders. Nobody may be inserting.
    pub(crate) fn write(&self, keep: impl Fn(u64) -> bool, out: &mut dyn Write) -> io::Result<()> {
        for (number, segment) in (0u64..).zip(&self.segments) {
            let segment = segment.lock().unwrap_or_else(PoisonError::into_inner);
            let slots = segment.slots.chunks_exact(SLOT_BYTES);
            let kept =
                slots.filter(|slot| self::number(slot) != 0 && keep(number << REMAINDER_BITS | self::number(slot)));
            let kept: Vec<u8> = kept.flatten().copied().collect();
            out.write_all(&(kept.len() as u64).to_le_bytes())?;
            out.write_all(&kept)?;
        }
        Ok(())
    }

    /// Puts in what `write` has written.
    pub(crate) fn read(&self, from: &mut dyn Read) -> io::Result<()> {
        for number in 0..1 << SEGMENTS_LOG {
            for slot in take(from)?.chunks(SLOT_BYTES) {
                let remainder = self::number(slot);
                if slot.len() != SLOT_BYTES
                    || remainder == 0
                    || !self.insert_print(number << REMAINDER_BITS | remainder)
                {
                    return Err(damaged("what is known of states makes no sense"));
                }
            }
        }
        Ok(())
    }
}

impl Visited for Fingerprints {
    fn count(&self) -> u64 {
        self.count.load(Ordering::Relaxed)
    }

    fn own_bytes(&self) -> u64 {
        self.bytes.load(Ordering::Relaxed)
    }

    fn table(&self) -> Table {
        Table { name: "prints", entries: self.count(), bytes: self.own_bytes(), load: 0.0 }
    }

    fn doubt(&self, states: u64) -> Option<Doubt> {
        Some(Doubt { bits: FINGERPRINT_BITS, missed_max: collision_probability(states) })
    }
}

impl VisitedSet for Fingerprints {
    type State<'w> = &'w [u32];
    type Kept = Box<[u32]>;
    type Session<'s> = FingerprintSession<'s>;

    fn session(&self) -> FingerprintSession<'_> {
        FingerprintSession { set: self, prepared: Vec::new(), words: Vec::new() }
    }

    fn insert_start<'w>(&self, words: &'w [u32]) -> Result<&'w [u32], Full> {
        self.insert(words);
        Ok(words)
    }

    fn keep(state: &[u32]) -> Box<[u32]> {
        state.into()
    }
}

pub(crate) struct FingerprintSession<'s> {
    set: &'s Fingerprints,
    /// The keys of states that must still be put in, and where the words of each end.
    prepared: Vec<(u64, usize)>,
    words: Vec<u32>,
}

impl<'s> Session for FingerprintSession<'s> {
    type Set = Fingerprints;

    fn open(&mut self, state: &Box<[u32]>, words: &mut Vec<u32>) {
        words.extend_from_slice(state);
    }

    fn prepare(&mut self, words: &[u32], key: u64) {
        self.words.extend_from_slice(words);
        self.prepared.push((key, self.words.len()));
    }

    fn insert_prepared(&mut self, mut meet: impl FnMut(u64, &[u32], bool)) -> Result<(), Full> {
        let mut start = 0;
        for (key, end) in self.prepared.drain(..) {
            let words = &self.words[start..end];
            meet(key, words, self.set.insert(words));
            start = end;
        }
        self.words.clear();
        Ok(())
    }

    fn rest(&mut self) {}
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

/// What is kept of a state: where it is, and what is there, which is never 0.
pub(crate) fn print(state: &[u32]) -> u64 {
    let print = fingerprint(state) >> (64 - FINGERPRINT_BITS);
    if print & REMAINDER_MASK == 0 { print | 1 } else { print }
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

/// How likely it is at most that some two of so many states have the same fingerprint.
fn collision_probability(states: u64) -> f64 {
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
    fn probabilities() {
        assert_eq!(collision_probability(1), 0.0);
        assert!((collision_probability(1_000_000) - 6.9e-6).abs() < 1e-6);
        assert_eq!(collision_probability(u64::MAX), 1.0);
    }
}
