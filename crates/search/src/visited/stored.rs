//! Every state is kept in the store, and is known by its number there. Nothing is ever taken for
//! anything else.

use store::{Full, Prepared, StateId, Store};

use super::{Doubt, Session, Visited, VisitedSet};
use crate::table::Table;

pub(crate) struct Stored<'a>(pub &'a Store);

impl Visited for Stored<'_> {
    fn count(&self) -> u64 {
        self.0.state_count()
    }

    fn own_bytes(&self) -> u64 {
        0
    }

    fn table(&self) -> Table {
        Table::of("states", self.0.statistics().states)
    }

    fn doubt(&self, _: u64) -> Option<Doubt> {
        None
    }
}

impl<'a> VisitedSet for Stored<'a> {
    type State<'w> = StateId;
    type Kept = StateNumber;
    type Session<'s>
        = StoredSession<'a>
    where
        Self: 's;

    fn session(&self) -> StoredSession<'a> {
        StoredSession { session: self.0.session(), prepared: Vec::new() }
    }

    fn insert_start(&self, words: &[u32]) -> Result<StateId, Full> {
        self.0.state(words, 0).map(|(state, _)| state)
    }

    fn keep(state: StateId) -> StateNumber {
        // The store has no names beyond 32 bits.
        StateNumber(state.0 as u32)
    }
}

/// A state's number in the store, in half the space.
#[derive(Clone, Copy)]
pub(crate) struct StateNumber(u32);

pub(crate) struct StoredSession<'a> {
    session: store::Session<'a>,
    /// States that must still be put in, and their keys.
    prepared: Vec<(Prepared, u64)>,
}

impl StoredSession<'_> {
    /// Appends the words of the state with this number.
    pub(crate) fn open_state(&mut self, state: StateId, words: &mut Vec<u32>) {
        self.session.open(state, words);
    }

    /// From now on new states get numbers that are reserved so many at a time.
    pub(crate) fn reserve(&mut self, numbers: u32) {
        self.session.reserve(numbers);
    }

    /// Gives back what is left of the reserved numbers.
    pub(crate) fn settle(&mut self) {
        self.session.settle();
    }
}

impl<'a> Session for StoredSession<'a> {
    type Set = Stored<'a>;

    fn open(&mut self, state: &StateNumber, words: &mut Vec<u32>) {
        self.open_state(StateId(u64::from(state.0)), words);
    }

    #[inline]
    fn prepare(&mut self, words: &[u32], key: u64) {
        self.prepared.push((self.session.prepare(words), key));
    }

    fn insert_prepared(&mut self, mut meet: impl FnMut(u64, StateId, bool)) -> Result<(), Full> {
        for (prepared, key) in self.prepared.drain(..) {
            let (state, new) = self.session.insert(prepared, 0)?;
            meet(key, state, new);
        }
        Ok(())
    }

    fn rest(&mut self) {
        self.session.rest();
    }
}
