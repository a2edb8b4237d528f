//! Where pieces of states are kept, as the machine sees it.
//!
//! The machine does not know the store: it names byte strings and sequences of words through this
//! trait, and whoever drives it supplies an implementation. Equal contents have equal names.

/// The store cannot take any more.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Full;

/// The name of a byte string.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct LeafId(pub u32);

/// The name of a sequence of words.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash, Debug)]
pub struct VectorId(pub u32);

pub trait Pieces: Sync {
    fn leaf(&self, bytes: &[u8]) -> Result<LeafId, Full>;
    fn leaf_bytes(&self, leaf: LeafId) -> &[u8];
    fn vector(&self, words: &[u32]) -> Result<VectorId, Full>;
    /// Same as `vector(words)`, for a sequence that resembles `old`, whose words are `old_words`.
    fn vector_like(&self, _old: VectorId, _old_words: &[u32], words: &[u32]) -> Result<VectorId, Full> {
        self.vector(words)
    }
    /// Appends the words of the vector.
    fn read_vector(&self, vector: VectorId, into: &mut Vec<u32>);
    fn vector_word(&self, vector: VectorId, position: u32) -> Option<u32>;
    /// The vector with other words at some positions, which ascend.
    fn patch_vector(&self, vector: VectorId, changes: &[(u32, u32)]) -> Result<VectorId, Full>;
    /// Appends positions at which a vector differs from an older one, and what it has there. Returns
    /// false, and nothing of use, if the two are not of a length.
    fn read_changes(&self, old: VectorId, vector: VectorId, into: &mut Vec<(u32, u32)>) -> bool;
}
