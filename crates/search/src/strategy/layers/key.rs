//! Which way to a new state counts.
//!
//! Within a layer several workers may reach a new state; the least key wins, which does not depend
//! on who was faster. Keys are kept only for the states that are new in this layer; between layers
//! the [`Ancestry`] takes what they say.
//!
//! ```text
//! key: parent's place in its layer (32) · 0 · number of the choice (7) · who sleeps in the state (24)
//!      or, with a larger number:         · 1 · number of the choice (24) · 0 (7)
//! ```
//!
//! New states have consecutive numbers, so keys are an array in chunks, which grow by a quarter.
//!
//! [`Ancestry`]: super::ancestry::Ancestry

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};

use store::{Room, Spill, StateId};

use crate::sleep::{SLEEPERS_MAX, Sleepers};
use crate::worker::CHOICE_BITS;

/// Keys order ways by place and choice; no two ways have the same. Nobody sleeps behind a choice with a
/// large number.
pub(crate) fn new(place: u64, choice: usize, asleep: Sleepers) -> u64 {
    let choice = choice as u64;
    let low = match choice < CHOICE_LARGE {
        true => choice << SLEEPERS_MAX | u64::from(asleep),
        false => LARGE | choice << (LOW_BITS - 1 - CHOICE_BITS),
    };
    place << LOW_BITS | low
}

/// Place of the parent and number of the choice.
pub(crate) fn parts(key: u64) -> (u64, usize) {
    let low = key & (2 * LARGE - 1);
    let choice = match low & LARGE {
        0 => low >> SLEEPERS_MAX,
        _ => (low & (LARGE - 1)) >> (LOW_BITS - 1 - CHOICE_BITS),
    };
    (key >> LOW_BITS, choice as usize)
}

/// Whose transitions are asleep in the state.
pub(crate) fn asleep(key: u64) -> Sleepers {
    match key & LARGE {
        0 => Sleepers::try_from(key & ((1 << SLEEPERS_MAX) - 1)).unwrap_or(0),
        _ => 0,
    }
}

/// A layer can have so many states, less the last one, which is needed for [`NO_KEY`].
pub(crate) const PLACES_MAX: u64 = 1 << (64 - LOW_BITS);

const LOW_BITS: u32 = 32;
/// Numbers of choices from here on are large.
const CHOICE_LARGE: u64 = 1 << (LOW_BITS - 1 - SLEEPERS_MAX);
const LARGE: u64 = 1 << (LOW_BITS - 1);
const _: () = assert!(CHOICE_BITS < LOW_BITS);

const FIRST_LOG: u32 = 8;
/// Chunks of the same size, before they double.
const ALIKE_LOG: u32 = 2;
/// Enough for as many states as can have numbers.
const CHUNKS: usize = ((33 - FIRST_LOG) << ALIKE_LOG) as usize;
/// No state was reached under this number.
pub(crate) const NO_KEY: u64 = u64::MAX;

/// The keys of the states that are new in this layer.
pub(crate) struct Keys {
    /// Number of the first of them.
    first: u64,
    chunks: Vec<OnceLock<Room<AtomicU64>>>,
    /// Where chunks go if memory is short.
    spill: Option<Arc<Spill>>,
}

impl Default for Keys {
    fn default() -> Keys {
        Keys { first: 0, chunks: (0..CHUNKS).map(|_| OnceLock::new()).collect(), spill: None }
    }
}

impl Keys {
    pub(crate) fn first(&self) -> u64 {
        self.first
    }

    pub(crate) fn bytes(&self) -> u64 {
        self.chunks.iter().filter_map(|chunk| chunk.get()).map(Room::bytes).sum()
    }

    /// Chunks that are begun from now on go to files there, if need be.
    pub(crate) fn spill_to(&mut self, spill: Option<&Arc<Spill>>) {
        self.spill = spill.cloned();
    }

    /// Says how a state was reached, unless it was reached in an earlier layer.
    #[inline]
    pub(crate) fn offer(&self, id: StateId, key: u64) {
        let Some(index) = id.0.checked_sub(self.first) else { return };
        let cell = self.cell(index);
        // Relaxed: the least key wins in whatever order they come, and they are read after the
        // barrier at the end of the layer. Looking is cheaper than writing.
        if cell.load(Ordering::Relaxed) > key {
            cell.fetch_min(key, Ordering::Relaxed);
        }
    }

    fn cell(&self, index: u64) -> &AtomicU64 {
        let (chunk, len, at) = place(index);
        let chunk = self.chunks[chunk].get_or_init(|| {
            let mut chunk = Room::<AtomicU64>::new(len, self.spill.as_ref());
            chunk.iter_mut().for_each(|cell| *cell.get_mut() = NO_KEY);
            chunk
        });
        &chunk[at]
    }

    /// The key of the new state with this index.
    pub(crate) fn get(&self, index: u64) -> u64 {
        let (chunk, _, at) = place(index);
        // A chunk that was not begun has no keys; those after it may.
        self.chunks[chunk].get().map_or(NO_KEY, |chunk| chunk[at].load(Ordering::Relaxed))
    }

    /// The keys of the first so many new states.
    pub(crate) fn each(&self, count: u64) -> impl Iterator<Item = u64> + '_ {
        (0..count).map(|index| self.get(index))
    }

    /// Forgets the keys of so many states; what is new from now on has numbers from `first`.
    pub(crate) fn reset(&mut self, first: u64, count: u64) {
        let mut left = count as usize;
        for (number, chunk) in self.chunks.iter_mut().enumerate() {
            let used = left.min(chunk_len(number));
            left -= used;
            if let Some(chunk) = chunk.get_mut() {
                chunk[..used].iter_mut().for_each(|cell| *cell.get_mut() = NO_KEY);
            }
        }
        self.first = first;
    }
}

/// The length of a chunk.
fn chunk_len(number: usize) -> usize {
    1 << (FIRST_LOG - ALIKE_LOG + (number as u32 >> ALIKE_LOG))
}

/// Chunk, its length, and the place in it.
fn place(index: u64) -> (usize, usize, usize) {
    let moved = index + (1 << FIRST_LOG);
    let log = moved.ilog2();
    let which = (moved >> (log - ALIKE_LOG)) - (1 << ALIKE_LOG);
    let len = 1usize << (log - ALIKE_LOG);
    ((((log - FIRST_LOG) << ALIKE_LOG) as u64 + which) as usize, len, moved as usize & (len - 1))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::worker::CHOICES_MAX;

    #[test]
    fn keys_order_and_come_apart() {
        let choices = [0, 1, 127, 128, 129, CHOICES_MAX - 1];
        let ways = [0, 1, PLACES_MAX - 1].map(|place| choices.map(|choice| (place, choice)));
        let ways = ways.as_flattened();
        for pair in ways.windows(2) {
            let [(place, choice), (next_place, next_choice)] = [pair[0], pair[1]];
            assert!(new(place, choice, (1 << SLEEPERS_MAX) - 1) < new(next_place, next_choice, 0));
        }
        for (place, choice) in ways {
            let key = new(*place, *choice, 0b101);
            assert_eq!(parts(key), (*place, *choice));
            assert_eq!(asleep(key), if *choice < 128 { 0b101 } else { 0 });
            assert!(key < NO_KEY);
        }
    }

    #[test]
    fn every_index_has_a_place_of_its_own() {
        let mut before = (0, 0, usize::MAX);
        for index in 0..3_000_000 {
            let (chunk, len, at) = place(index);
            assert!(at < len);
            match at {
                0 => assert_eq!(chunk, before.0 + (index > 0) as usize),
                _ => assert_eq!((chunk, at), (before.0, before.2 + 1)),
            }
            before = (chunk, len, at);
        }
        assert!(place(u64::from(u32::MAX)).0 < CHUNKS);
    }

    #[test]
    fn numbers_without_a_key_do_not_hide_those_with_one() {
        let mut keys = Keys::default();
        keys.offer(StateId(3), 5);
        keys.offer(StateId(5000), 6);
        let found = |keys: &Keys| keys.each(6000).enumerate().filter(|(_, key)| *key != NO_KEY).collect::<Vec<_>>();
        assert_eq!(found(&keys), [(3, 5), (5000, 6)]);
        keys.reset(0, 6000);
        assert_eq!(found(&keys), []);
        assert!((0..CHUNKS).all(|chunk| place((0..chunk).map(|c| chunk_len(c) as u64).sum()).1 == chunk_len(chunk)));
    }

    #[test]
    fn the_least_key_wins() {
        let mut keys = Keys::default();
        keys.reset(10, 0);
        keys.offer(StateId(12), 8);
        keys.offer(StateId(12), 5);
        keys.offer(StateId(12), 6);
        keys.offer(StateId(9), 1);
        assert_eq!(keys.get(2), 5);
        keys.reset(20, 3);
        assert_eq!(keys.get(2), NO_KEY);
    }
}
