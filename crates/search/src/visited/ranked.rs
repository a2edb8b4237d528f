//! Sets in which the states of a layer and the new ones have numbers, as a search over ranks wants it.
//!
//! The store has numbers anyway. Of a set of fingerprints those states get numbers that wait, which are kept here in
//! full, and those that are new in the layer, so that it can be told of each whether it was met in this layer or in an
//! earlier one, whoever was first. All earlier states have the number 0.
//!
//! Fingerprints are of names in this rank's store. A rank has all states that a hash of contents gives it, so equal
//! ones meet here, under equal names.

use std::io::{self, Read, Write};
use std::ops::Range;
use std::sync::{PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};

use ahash::AHashMap;
use store::{Full, StateId, Store};

use super::fingerprints::{Fingerprints, print};
use super::stored::Stored;
use super::{Doubt, Session, Visited, VisitedSet};
use crate::checkpoint::blocks::damaged;
use crate::checkpoint::numbers::{In, Out, take, take_number, understand};
use crate::table::Table;

/// States that wait are written so many at a time.
const WRITTEN_AT_ONCE: usize = 1 << 12;

/// A set whose states can be spread over ranks.
pub(crate) trait Ranked: for<'w> VisitedSet<State<'w> = StateId> {
    /// Of several ways to a state the same one counts in any search, so that transitions can be left out by it.
    const SLEEPS: bool;

    /// What was written can be read by other ranks, which have other states. A fingerprint does not say whose it is.
    const IS_DEALT: bool;

    /// All numbers are less than this.
    fn number_end(&self) -> u64;

    /// Brings states near the processor.
    fn warm(&self, _: &[StateId]) {}

    /// What has numbers from `first` on is the layer now. Tells the first of its numbers from now on.
    fn begin_layer(&self, first: u64) -> u64;

    /// Appends the words of the state with this number.
    fn open_state<'s>(session: &mut Self::Session<'s>, state: StateId, words: &mut Vec<u32>)
    where
        Self: 's;

    /// Writes the store, and what is known of all states of earlier layers, which have lesser numbers than `first`,
    /// and of the layer, which is `states`; nothing of those that are new.
    fn write(&self, store: &Store, first: u64, states: &[u32], out: &mut dyn Write) -> io::Result<()>;

    /// Reads what that has written behind the store, which is there.
    fn read(&self, from: &mut dyn Read) -> io::Result<()>;

    /// The numbers of the layer, which has so many states, when all is read. None if it cannot have so many.
    fn layer_of(&self, len: u64) -> Option<Range<u64>>;

    /// From now on new states get numbers that are reserved so many at a time.
    fn reserve<'s>(_: &mut Self::Session<'s>, _: u32)
    where
        Self: 's,
    {
    }

    /// Gives back what is left of the reserved numbers.
    fn settle<'s>(_: &mut Self::Session<'s>)
    where
        Self: 's,
    {
    }
}

impl Ranked for Stored<'_> {
    const SLEEPS: bool = true;
    const IS_DEALT: bool = true;

    fn number_end(&self) -> u64 {
        self.0.state_end().0
    }

    fn warm(&self, states: &[StateId]) {
        self.0.warm(states);
    }

    fn begin_layer(&self, first: u64) -> u64 {
        first
    }

    fn open_state<'s>(session: &mut Self::Session<'s>, state: StateId, words: &mut Vec<u32>)
    where
        Self: 's,
    {
        session.open_state(state, words);
    }

    /// The layer's states are the last ones.
    fn write(&self, store: &Store, first: u64, states: &[u32], out: &mut dyn Write) -> io::Result<()> {
        let older = (0..first).map(StateId).filter(|id| store.has_state(*id));
        store.write_to(older.chain(states.iter().map(|id| StateId(u64::from(*id)))), out)
    }

    fn read(&self, _: &mut dyn Read) -> io::Result<()> {
        Ok(())
    }

    fn layer_of(&self, len: u64) -> Option<Range<u64>> {
        let end = self.0.state_count();
        Some(end.checked_sub(len)?..end)
    }

    fn reserve<'s>(session: &mut Self::Session<'s>, numbers: u32)
    where
        Self: 's,
    {
        session.reserve(numbers);
    }

    fn settle<'s>(session: &mut Self::Session<'s>)
    where
        Self: 's,
    {
        session.settle();
    }
}

/// Fingerprints, and in full the states of the layer and the new ones.
pub(crate) struct Prints {
    prints: Fingerprints,
    layer: RwLock<Waiting>,
}

/// States in the order of their numbers, which begin with 1: those of the layer, then the new ones.
#[derive(Default)]
struct Waiting {
    words: Vec<u32>,
    /// Where the words of each end.
    ends: Vec<usize>,
    /// The new ones, by fingerprint.
    fresh: AHashMap<u64, u64>,
}

impl Waiting {
    fn words_of(&self, number: u64) -> &[u32] {
        let at = usize::try_from(number).unwrap_or(usize::MAX);
        let begin = at.checked_sub(2).map_or(0, |before| self.ends[before]);
        &self.words[begin..self.ends[at - 1]]
    }

    fn push(&mut self, words: &[u32]) -> u64 {
        self.words.extend_from_slice(words);
        self.ends.push(self.words.len());
        self.ends.len() as u64
    }
}

impl Prints {
    pub(crate) fn new() -> Prints {
        Prints { prints: Fingerprints::new(), layer: RwLock::default() }
    }

    fn layer(&self) -> RwLockReadGuard<'_, Waiting> {
        self.layer.read().unwrap_or_else(PoisonError::into_inner)
    }

    fn layer_mut(&self) -> RwLockWriteGuard<'_, Waiting> {
        self.layer.write().unwrap_or_else(PoisonError::into_inner)
    }

    /// The number of a state, and whether it is new, as far as its fingerprint tells.
    fn insert(&self, words: &[u32]) -> Result<(StateId, bool), Full> {
        let waiting = &mut *self.layer_mut();
        let print = print(words);
        if !self.prints.insert_print(print) {
            return Ok((StateId(waiting.fresh.get(&print).copied().unwrap_or(0)), false));
        }
        let number = waiting.push(words);
        if number >= u64::from(u32::MAX) {
            return Err(Full::Names { table: "states that wait" });
        }
        waiting.fresh.insert(print, number);
        Ok((StateId(number), true))
    }
}

impl Visited for Prints {
    fn count(&self) -> u64 {
        self.prints.count()
    }

    fn own_bytes(&self) -> u64 {
        let waiting = self.layer();
        let words = waiting.words.capacity() * size_of::<u32>() + waiting.ends.capacity() * size_of::<usize>();
        // An entry of the table has a byte besides.
        let fresh = waiting.fresh.capacity() * (size_of::<(u64, u64)>() + 1);
        self.prints.own_bytes() + (words + fresh) as u64
    }

    fn table(&self) -> Table {
        self.prints.table()
    }

    fn doubt(&self, states: u64) -> Option<Doubt> {
        self.prints.doubt(states)
    }
}

impl VisitedSet for Prints {
    type State<'w> = StateId;
    type Kept = StateId;
    type Session<'s> = PrintsSession<'s>;

    fn session(&self) -> PrintsSession<'_> {
        PrintsSession { set: self, prepared: Vec::new(), words: Vec::new() }
    }

    fn insert_start(&self, words: &[u32]) -> Result<StateId, Full> {
        self.insert(words).map(|(state, _)| state)
    }

    fn keep(state: StateId) -> StateId {
        state
    }
}

impl Ranked for Prints {
    /// As in one process, where it is a matter of luck which way to a state is found first.
    const SLEEPS: bool = false;
    const IS_DEALT: bool = false;

    fn number_end(&self) -> u64 {
        self.layer().ends.len() as u64 + 1
    }

    fn begin_layer(&self, first: u64) -> u64 {
        let waiting = &mut *self.layer_mut();
        let before = usize::try_from(first).map_or(0, |first| first.saturating_sub(1));
        let gone = before.checked_sub(1).map_or(0, |last| waiting.ends[last]);
        waiting.words.drain(..gone);
        waiting.ends.drain(..before);
        waiting.ends.iter_mut().for_each(|end| *end -= gone);
        waiting.fresh.clear();
        1
    }

    fn open_state<'s>(session: &mut PrintsSession<'s>, state: StateId, words: &mut Vec<u32>)
    where
        Self: 's,
    {
        session.open(&state, words);
    }

    /// The store has only what states consist of.
    fn write(&self, store: &Store, _: u64, states: &[u32], out: &mut dyn Write) -> io::Result<()> {
        store.write_to(std::iter::empty(), out)?;
        let (waiting, len) = (self.layer(), states.len() as u64);
        let is_new = |print: &u64| waiting.fresh.get(print).is_some_and(|number| *number > len);
        self.prints.write(|print| !is_new(&print), out)?;
        out.write_all(&len.to_le_bytes())?;
        for states in states.chunks(WRITTEN_AT_ONCE) {
            let mut all = Out::default();
            for state in states {
                all.list(waiting.words_of(u64::from(*state)).iter(), |out, word| out.number(*word));
            }
            all.put(out)?;
        }
        Ok(())
    }

    fn read(&self, from: &mut dyn Read) -> io::Result<()> {
        self.prints.read(from)?;
        let (waiting, len) = (&mut *self.layer_mut(), take_number(from)?);
        while (waiting.ends.len() as u64) < len {
            let states = understand(&take(from)?, |from| {
                let mut states = Vec::new();
                while !from.0.is_empty() {
                    states.push(from.list(In::small::<u32>)?);
                }
                Some(states)
            })?;
            if states.is_empty() {
                return Err(damaged("fewer states wait than should"));
            }
            for words in states {
                waiting.push(&words);
            }
        }
        Ok(())
    }

    fn layer_of(&self, len: u64) -> Option<Range<u64>> {
        (len + 1 == self.number_end() && len <= self.prints.count()).then_some(1..len + 1)
    }
}

pub(crate) struct PrintsSession<'s> {
    set: &'s Prints,
    /// The keys of states that must still be put in, and where the words of each end.
    prepared: Vec<(u64, usize)>,
    words: Vec<u32>,
}

impl Session for PrintsSession<'_> {
    type Set = Prints;

    fn open(&mut self, state: &StateId, words: &mut Vec<u32>) {
        words.extend_from_slice(self.set.layer().words_of(state.0));
    }

    fn prepare(&mut self, words: &[u32], key: u64) {
        self.words.extend_from_slice(words);
        self.prepared.push((key, self.words.len()));
    }

    fn insert_prepared(&mut self, mut meet: impl FnMut(u64, StateId, bool)) -> Result<(), Full> {
        let mut start = 0;
        for (key, end) in self.prepared.drain(..) {
            let (state, new) = self.set.insert(&self.words[start..end])?;
            meet(key, state, new);
            start = end;
        }
        self.words.clear();
        Ok(())
    }

    fn rest(&mut self) {}
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn layers_come_and_go() {
        let set = Prints::new();
        let state = |i: u32| [1, i, 2];
        assert_eq!(set.insert(&state(0)), Ok((StateId(1), true)));
        assert_eq!(set.begin_layer(1), 1);
        for layer in 1..4u32 {
            let first = set.number_end();
            for i in 0..5 {
                assert_eq!(set.insert(&state(layer * 10 + i)), Ok((StateId(first + u64::from(i)), true)));
            }
            // Of this layer, and of an earlier one.
            assert_eq!(set.insert(&state(layer * 10 + 3)), Ok((StateId(first + 3), false)));
            assert_eq!(set.insert(&state(0)), Ok((StateId(0), false)));
            assert_eq!(set.begin_layer(first), 1);
            let mut words = Vec::new();
            set.session().open(&StateId(4), &mut words);
            assert_eq!(words, state(layer * 10 + 3));
        }
        assert_eq!((set.count(), set.number_end()), (16, 6));
    }
}
