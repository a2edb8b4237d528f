//! The plainest store that keeps the invariant: one lock, three hash maps.

use std::collections::HashMap;
use std::ops::Range;
use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::{Full, LeafId, StateId, StoreOptions, StoreStatistics, TableStatistics, VecId};

/// See the crate's documentation.
pub struct Store {
    options: StoreOptions,
    inner: Mutex<Inner>,
}

#[derive(Default)]
struct Inner {
    leaf_of: HashMap<Box<[u8]>, u32>,
    leaves: Vec<Box<[u8]>>,
    vector_of: HashMap<Box<[u32]>, u32>,
    vectors: Vec<Box<[u32]>>,
    state_of: HashMap<Box<[u32]>, u64>,
    states: Vec<Box<[u32]>>,
    keys: Vec<u64>,
    bytes: u64,
}

impl Store {
    pub fn new(options: StoreOptions) -> Store {
        let mut inner = Inner::default();
        inner.vector_of.insert(Box::new([]), 0);
        inner.vectors.push(Box::new([]));
        Store {
            options,
            inner: Mutex::new(inner),
        }
    }

    fn lock(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn charge(&self, inner: &mut Inner, bytes: usize) -> Result<(), Full> {
        let bytes_max = self.options.memory_bytes_max.unwrap_or(u64::MAX);
        if inner.bytes + bytes as u64 > bytes_max {
            return Err(Full::Memory {
                used_bytes: inner.bytes,
                bytes_max,
            });
        }
        inner.bytes += bytes as u64;
        Ok(())
    }

    /// Names a byte string of any length.
    pub fn leaf(&self, bytes: &[u8]) -> Result<LeafId, Full> {
        let mut inner = self.lock();
        if let Some(&id) = inner.leaf_of.get(bytes) {
            return Ok(LeafId(id));
        }
        self.charge(&mut inner, 2 * bytes.len() + 40)?;
        let id = u32::try_from(inner.leaves.len()).map_err(|_| Full::Names { table: "leaves" })?;
        inner.leaf_of.insert(bytes.into(), id);
        inner.leaves.push(bytes.into());
        Ok(LeafId(id))
    }

    /// The bytes of a leaf, in place.
    pub fn leaf_bytes(&self, id: LeafId) -> &[u8] {
        let inner = self.lock();
        let bytes: &[u8] = &inner.leaves[id.0 as usize];
        // SAFETY: a boxed leaf is never moved, changed or dropped before the
        // store is, which outlives the borrow of `self`.
        unsafe { std::slice::from_raw_parts(bytes.as_ptr(), bytes.len()) }
    }

    /// Names a sequence of words of any length.
    pub fn vector(&self, words: &[u32]) -> Result<VecId, Full> {
        let mut inner = self.lock();
        if let Some(&id) = inner.vector_of.get(words) {
            return Ok(VecId(id));
        }
        self.charge(&mut inner, 8 * words.len() + 40)?;
        let id =
            u32::try_from(inner.vectors.len()).map_err(|_| Full::Names { table: "vectors" })?;
        inner.vector_of.insert(words.into(), id);
        inner.vectors.push(words.into());
        Ok(VecId(id))
    }

    /// Same as `vector(words)`, quicker when `words` differs from `old` only
    /// within `changed` (positions in `words`; the lengths may differ, then
    /// everything past the shorter length counts as changed).
    pub fn vector_from(
        &self,
        old: VecId,
        words: &[u32],
        changed: &[Range<u32>],
    ) -> Result<VecId, Full> {
        let _ = (old, changed);
        self.vector(words)
    }

    /// Appends the words of a vector.
    pub fn read_vector(&self, id: VecId, into: &mut Vec<u32>) {
        into.extend_from_slice(&self.lock().vectors[id.0 as usize]);
    }

    /// Inserts a state and tells whether it is new. A new state gets `key`.
    pub fn state(&self, words: &[u32], key: u64) -> Result<(StateId, bool), Full> {
        let mut inner = self.lock();
        if let Some(&id) = inner.state_of.get(words) {
            return Ok((StateId(id), false));
        }
        self.charge(&mut inner, 8 * words.len() + 48)?;
        let id = inner.states.len() as u64;
        inner.state_of.insert(words.into(), id);
        inner.states.push(words.into());
        if self.options.keys {
            inner.keys.push(key);
        }
        Ok((StateId(id), true))
    }

    /// Appends the words of a state.
    pub fn read_state(&self, id: StateId, into: &mut Vec<u32>) {
        into.extend_from_slice(&self.lock().states[id.0 as usize]);
    }

    /// The least key offered for a state so far.
    /// Without [`StoreOptions::keys`] it is `u64::MAX`.
    pub fn key(&self, id: StateId) -> u64 {
        let inner = self.lock();
        inner.keys.get(id.0 as usize).copied().unwrap_or(u64::MAX)
    }

    /// Lowers the key of a state to `key` if that is less.
    pub fn offer_key(&self, id: StateId, key: u64) {
        if let Some(old) = self.lock().keys.get_mut(id.0 as usize) {
            *old = key.min(*old);
        }
    }

    pub fn state_count(&self) -> u64 {
        self.lock().states.len() as u64
    }

    /// Allocated bytes.
    pub fn bytes(&self) -> u64 {
        self.lock().bytes
    }

    pub fn statistics(&self) -> StoreStatistics {
        let inner = self.lock();
        let table = |entries: usize, slots: usize| TableStatistics {
            entries: entries as u64,
            slots: slots as u64,
            ..TableStatistics::default()
        };
        StoreStatistics {
            leaves: table(inner.leaves.len(), inner.leaf_of.capacity()),
            vectors: table(inner.vectors.len(), inner.vector_of.capacity()),
            states: table(inner.states.len(), inner.state_of.capacity()),
            key_bytes: 8 * inner.keys.len() as u64,
            total_bytes: inner.bytes,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_canonical() {
        let store = Store::new(StoreOptions::default());
        let a = store.leaf(b"abc").unwrap();
        assert_eq!(a, store.leaf(b"abc").unwrap());
        assert_ne!(a, store.leaf(b"").unwrap());
        assert_eq!(store.leaf_bytes(a), b"abc");
        assert_eq!(store.vector(&[]).unwrap(), VecId::EMPTY);
        let v = store.vector(&[1, 2, 3]).unwrap();
        let w = store.vector_from(v, &[1, 5, 3], &[1..2]).unwrap();
        assert_eq!(w, store.vector(&[1, 5, 3]).unwrap());
        let (s, new) = store.state(&[v.0, w.0], 7).unwrap();
        assert!(new);
        assert_eq!(store.state(&[v.0, w.0], 3).unwrap(), (s, false));
        store.offer_key(s, 3);
        store.offer_key(s, 9);
        assert_eq!(store.key(s), 3);
    }
}
