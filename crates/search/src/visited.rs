//! The states that a search has met, so that none is expanded twice.
//!
//! A set decides two things: how sure it is that a state was met before, and what must be kept of a
//! state that waits to be expanded. `stored` keeps every state in the store and finds it again by
//! its number; `fingerprints` keeps a few bits of each, so whoever lets a state wait keeps all of it.
//!
//! Workers use a set through sessions of their own. Successors go in by the handful: a session is
//! told of them one by one and then looks for all of them together, which lets the processor wait
//! for many at the same time.

pub(crate) mod fingerprints;
pub(crate) mod ranked;
pub(crate) mod stored;

use store::Full;

use crate::table::Table;

/// Which set a search uses.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Keep {
    /// All states, each in full.
    #[default]
    States,
    /// A fingerprint of each state: a search that finds nothing has proved nothing.
    Fingerprints,
}

/// What there is to know about a set, whatever it keeps.
pub(crate) trait Visited: Sync {
    /// States so far.
    fn count(&self) -> u64;

    /// Bytes it takes besides those of the store.
    fn own_bytes(&self) -> u64;

    /// What it looks like in the figures.
    fn table(&self) -> Table;

    /// None if no state is ever taken for another. Only then can a search say *safe*. There are so many states, on
    /// all ranks.
    fn doubt(&self, states: u64) -> Option<Doubt>;
}

/// How far a set may be wrong that has only a part of each state.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Doubt {
    /// What it knows of each state.
    pub bits: u32,
    /// How likely it is at most that some state was taken for another.
    pub missed_max: f64,
}

/// A set that workers can put states into.
pub(crate) trait VisitedSet: Visited {
    /// A state that was just met: what the set can tell of it.
    type State<'w>: Copy;

    /// What is kept of a state that waits, to come back to it.
    type Kept: Clone + Send;

    /// One worker's way to the set.
    type Session<'s>: Session<Set = Self>
    where
        Self: 's;

    fn session(&self) -> Self::Session<'_>;

    /// Puts in the state that the search starts from.
    fn insert_start<'w>(&self, words: &'w [u32]) -> Result<Self::State<'w>, Full>;

    fn keep(state: Self::State<'_>) -> Self::Kept;
}

pub(crate) trait Session {
    type Set: VisitedSet;

    /// Appends the words of a state that was kept. Those that are prepared next are its successors.
    fn open(&mut self, state: &<Self::Set as VisitedSet>::Kept, words: &mut Vec<u32>);

    /// Takes note of a successor; the key comes back with it.
    fn prepare(&mut self, words: &[u32], key: u64);

    /// Puts in all that were prepared, one after the other. `meet` gets the key of each, the state,
    /// and whether it is new.
    fn insert_prepared(
        &mut self,
        meet: impl FnMut(u64, <Self::Set as VisitedSet>::State<'_>, bool),
    ) -> Result<(), Full>;

    /// To be called after every handful, and whenever the session is not used for a while.
    fn rest(&mut self);
}
