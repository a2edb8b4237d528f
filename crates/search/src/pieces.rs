//! Introduces the machine to the store.

use machine::{Full, Pieces};
use store::{LeafId, Store, VecId};

pub struct StorePieces<'s>(pub &'s Store);

impl Pieces for StorePieces<'_> {
    fn leaf(&self, bytes: &[u8]) -> Result<u32, Full> {
        self.0.leaf(bytes).map(|id| id.0).map_err(|_| Full)
    }

    fn leaf_bytes(&self, leaf: u32) -> &[u8] {
        self.0.leaf_bytes(LeafId(leaf))
    }

    fn vector(&self, words: &[u32]) -> Result<u32, Full> {
        self.0.vector(words).map(|id| id.0).map_err(|_| Full)
    }

    fn vector_like(&self, old: u32, old_words: &[u32], words: &[u32]) -> Result<u32, Full> {
        let pairs = || old_words.iter().zip(words);
        let Some(first) = pairs().position(|(a, b)| a != b) else {
            return if old_words.len() == words.len() { Ok(old) } else { self.vector(words) };
        };
        let last = match old_words.len() == words.len() {
            true => pairs().rposition(|(a, b)| a != b).map_or(words.len(), |last| last + 1),
            false => words.len(),
        };
        let changed = first as u32..last as u32;
        self.0.vector_from(VecId(old), words, std::slice::from_ref(&changed)).map(|id| id.0).map_err(|_| Full)
    }

    fn read_vector(&self, vector: u32, into: &mut Vec<u32>) {
        self.0.read_vector(VecId(vector), into);
    }

    fn vector_word(&self, vector: u32, position: u32) -> Option<u32> {
        self.0.vector_word(VecId(vector), position)
    }

    fn patch_vector(&self, vector: u32, changes: &[(u32, u32)]) -> Result<u32, Full> {
        self.0.vector_patch(VecId(vector), changes).map(|id| id.0).map_err(|_| Full)
    }

    fn read_changes(&self, old: u32, vector: u32, into: &mut Vec<(u32, u32)>) -> bool {
        self.0.vector_changes(VecId(old), VecId(vector), into)
    }
}
