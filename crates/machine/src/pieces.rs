//! Where pieces of states are kept, as the machine sees it.
//!
//! The machine does not know the store: it names byte strings and sequences of words through this
//! trait, and whoever drives it supplies an implementation. Equal contents have equal names.

/// The store cannot take any more.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Full;

pub trait Pieces: Sync {
    fn leaf(&self, bytes: &[u8]) -> Result<u32, Full>;
    fn leaf_bytes(&self, leaf: u32) -> &[u8];
    fn vector(&self, words: &[u32]) -> Result<u32, Full>;
    /// Same as `vector(words)`, for a sequence that resembles `old`, whose words are `old_words`.
    fn vector_like(&self, _old: u32, _old_words: &[u32], words: &[u32]) -> Result<u32, Full> {
        self.vector(words)
    }
    /// Appends the words of the vector.
    fn read_vector(&self, vector: u32, into: &mut Vec<u32>);
    fn vector_word(&self, vector: u32, position: u32) -> Option<u32>;
    /// The vector with other words at some positions, which ascend.
    fn patch_vector(&self, vector: u32, changes: &[(u32, u32)]) -> Result<u32, Full>;
    /// Appends positions at which a vector differs from an older one, and what it has there. Answers
    /// false, and nothing of use, if the two are not of a length.
    fn read_changes(&self, old: u32, vector: u32, into: &mut Vec<(u32, u32)>) -> bool;
}
