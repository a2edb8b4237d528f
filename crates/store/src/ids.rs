//! Names of stored things, and what can go wrong when storing them.

/// Name of a byte string. Never reused; dense from 0 in order of insertion.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct LeafId(pub u32);

/// Name of a sequence of words. Never reused.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct VecId(pub u32);

impl VecId {
    /// The empty sequence, present in every store.
    pub const EMPTY: VecId = VecId(0);
}

/// Name of a state, in order of insertion. Dense, `0..state_count()`, unless
/// sessions reserve numbers.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct StateId(pub u64);

/// The store cannot take another entry. What is already stored stays readable.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Full {
    /// The limit on allocated bytes is reached, or the system refuses more.
    #[error("the store is full: {used_bytes} bytes allocated of at most {bytes_max}")]
    Memory { used_bytes: u64, bytes_max: u64 },
    /// There is no memory left, and no more can be put into files: [`crate::Spill::trouble`] tells why.
    #[error("the store is full: no more can be put into files")]
    Files,
    /// A table has run out of names.
    #[error("the store is full: table of {table} has no names left")]
    Names { table: &'static str },
}
