//! Introduces the machine to the store.

use machine::{Full, LeafId, Pieces, VectorId};
use store::{Store, VecId};

pub struct StorePieces<'s>(pub &'s Store);

impl Pieces for StorePieces<'_> {
    fn leaf(&self, bytes: &[u8]) -> Result<LeafId, Full> {
        self.0.leaf(bytes).map(|id| LeafId(id.0)).map_err(|_| Full)
    }

    fn leaf_bytes(&self, leaf: LeafId) -> &[u8] {
        self.0.leaf_bytes(store::LeafId(leaf.0))
    }

    fn vector(&self, words: &[u32]) -> Result<VectorId, Full> {
        self.0.vector(words).map(|id| VectorId(id.0)).map_err(|_| Full)
    }

    fn vector_like(&self, old: VectorId, old_words: &[u32], words: &[u32]) -> Result<VectorId, Full> {
        let pairs = || old_words.iter().zip(words);
        let Some(first) = pairs().position(|(a, b)| a != b) else {
            return if old_words.len() == words.len() { Ok(old) } else { self.vector(words) };
        };
        let last = match old_words.len() == words.len() {
            true => pairs().rposition(|(a, b)| a != b).map_or(words.len(), |last| last + 1),
            false => words.len(),
        };
        let changed = first as u32..last as u32;
        self.0
            .vector_from(VecId(old.0), words, std::slice::from_ref(&changed))
            .map(|id| VectorId(id.0))
            .map_err(|_| Full)
    }

    fn read_vector(&self, vector: VectorId, into: &mut Vec<u32>) {
        self.0.read_vector(VecId(vector.0), into);
    }

    fn vector_word(&self, vector: VectorId, position: u32) -> Option<u32> {
        self.0.vector_word(VecId(vector.0), position)
    }

    fn patch_vector(&self, vector: VectorId, changes: &[(u32, u32)]) -> Result<VectorId, Full> {
        self.0.vector_patch(VecId(vector.0), changes).map(|id| VectorId(id.0)).map_err(|_| Full)
    }

    fn read_changes(&self, old: VectorId, vector: VectorId, into: &mut Vec<(u32, u32)>) -> bool {
        self.0.vector_changes(VecId(old.0), VecId(vector.0), into)
    }
}
