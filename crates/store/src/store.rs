//! The store itself: three tables and their memory.

use std::ops::Range;
use std::sync::Arc;

use crate::leaves::Leaves;
use crate::memory::Memory;
use crate::pairs::Block;
use crate::spill::Spill;
use crate::states::{States, cut};
use crate::sync::pin;
use crate::vectors::Vectors;
use crate::{Full, LeafId, StateId, StoreOptions, StoreStatistics, VecId};

/// A concurrent set of states and of the pieces they share; see the crate's
/// documentation. Shared by reference among workers.
pub struct Store {
    memory: Arc<Memory>,
    leaves: Leaves,
    pub(crate) vectors: Vectors,
    pub(crate) states: States,
}

const _: () = {
    const fn shared_by_workers<T: Send + Sync>() {}
    shared_by_workers::<Store>();
};

impl Store {
    pub fn new(options: StoreOptions) -> Store {
        // The empty vector comes first, so that it gets the name 0, and
        // whatever the limit is.
        let bytes_max = options.memory_bytes_max.unwrap_or(u64::MAX);
        let store = Store::empty(StoreOptions { memory_bytes_max: None, ..options });
        let empty = store.vectors.insert(&[], None, None, &pin());
        if matches!(empty, Err(Full::Memory { .. })) {
            // There is no limit yet: it is the system that has nothing for even the first name.
            std::alloc::handle_alloc_error(std::alloc::Layout::new::<Store>());
        }
        assert_eq!(empty, Ok(VecId::EMPTY.0), "the first name is 0");
        store.limit(bytes_max);
        store
    }

    /// A store without even the empty vector.
    pub(crate) fn empty(options: StoreOptions) -> Store {
        let memory = Arc::new(Memory::new(options.spill));
        let vectors = Vectors::new(options.compressed, &memory);
        let leaves = Leaves::new(&memory);
        let states = States::new(options.keys, &memory);
        memory.limit(options.memory_bytes_max.unwrap_or(u64::MAX));
        Store { memory, leaves, vectors, states }
    }

    /// Names a byte string of any length.
    pub fn leaf(&self, bytes: &[u8]) -> Result<LeafId, Full> {
        let name = self.leaves.insert(bytes, &pin())?;
        Ok(LeafId(name))
    }

    /// The bytes of a leaf, in place.
    pub fn leaf_bytes(&self, id: LeafId) -> &[u8] {
        self.leaves.bytes(id.0)
    }

    /// Names a sequence of words of any length.
    pub fn vector(&self, words: &[u32]) -> Result<VecId, Full> {
        let name = self.vectors.insert(words, None, None, &pin())?;
        Ok(VecId(name))
    }

    /// Same as `vector(words)`, quicker and smaller when `words` is similar to
    /// `old`. Outside `changed` (positions in `words`) both must be equal as
    /// far as both reach; debug builds check this.
    pub fn vector_from(&self, old: VecId, words: &[u32], changed: &[Range<u32>]) -> Result<VecId, Full> {
        let name = self.vectors.insert(words, Some(old.0), Some(changed), &pin())?;
        Ok(VecId(name))
    }

    /// Same as reading `old`, changing words at the given positions, which
    /// ascend, and calling `vector`: work is proportional to the change.
    ///
    /// # Panics
    /// If a position lies outside `old`.
    pub fn vector_patch(&self, old: VecId, changes: &[(u32, u32)]) -> Result<VecId, Full> {
        let name = self.vectors.patch(old.0, changes, &pin())?;
        Ok(VecId(name))
    }

    /// Appends the positions at which `new` differs from `old`, ascending, and
    /// its words there: work is proportional to the difference. Returns false,
    /// perhaps after appending something, if their lengths differ.
    pub fn vector_changes(&self, old: VecId, new: VecId, into: &mut Vec<(u32, u32)>) -> bool {
        self.vectors.changes(old.0, new.0, into)
    }

    /// Appends the words of a vector.
    pub fn read_vector(&self, id: VecId, into: &mut Vec<u32>) {
        self.vectors.read(id.0, into);
    }

    /// One word of a vector, if it is that long.
    pub fn vector_word(&self, id: VecId, position: u32) -> Option<u32> {
        self.vectors.word(id.0, position)
    }

    /// Inserts a state and tells whether it is new. A new state gets `key`.
    pub fn state(&self, words: &[u32], key: u64) -> Result<(StateId, bool), Full> {
        self.insert_state(None, words, key)
    }

    /// Same as `state(words, key)`, quicker and smaller when `words` is
    /// similar to the state `old`.
    pub fn state_from(&self, old: StateId, words: &[u32], key: u64) -> Result<(StateId, bool), Full> {
        self.insert_state(Some(old), words, key)
    }

    fn insert_state(&self, old: Option<StateId>, words: &[u32], key: u64) -> Result<(StateId, bool), Full> {
        let guard = pin();
        let halves = words.split_at(cut(words.len()));
        let (number, new) = match (&self.vectors, old) {
            (Vectors::Plain(raw), _) => self.states.insert_whole(words, key, raw, &guard, &Block::default())?,
            (vectors, Some(old)) => {
                let old = self.states.get(number(old));
                let halves = vectors.insert_two_from(halves, old, &guard, |halves| {
                    self.states.seek(halves, &guard);
                })?;
                self.states.insert_halves(halves, key, vectors, &guard, &Block::default())?
            }
            (vectors, None) => {
                let named = vectors.insert_two(halves, &guard, |name| self.states.partner(name, &guard))?;
                let answer = self.states.insert_halves(named.halves, key, vectors, &guard, &Block::default())?;
                self.states.remember_birth(&named, answer);
                answer
            }
        };
        Ok((StateId(u64::from(number)), new))
    }

    /// Same as reading `old`, changing words at the given positions and
    /// calling `state`: work is proportional to the change.
    ///
    /// # Panics
    /// If a position lies outside `old`.
    pub fn state_delta(&self, old: StateId, changes: &[(u32, u32)], key: u64) -> Result<(StateId, bool), Full> {
        let guard = pin();
        let old_halves = self.states.get(number(old));
        let guess = |halves| {
            self.states.seek(halves, &guard);
        };
        if let Some(halves) = self.vectors.change_two(old_halves, changes, &guard, guess)? {
            let (number, new) = self.states.insert_halves(halves, key, &self.vectors, &guard, &Block::default())?;
            return Ok((StateId(u64::from(number)), new));
        }
        let mut words = Vec::new();
        self.read_state(old, &mut words);
        for &(position, word) in changes {
            words[position as usize] = word;
        }
        self.insert_state(Some(old), &words, key)
    }

    /// Appends the words of a state.
    pub fn read_state(&self, id: StateId, into: &mut Vec<u32>) {
        let (left, right) = self.states.get(number(id));
        match self.vectors {
            Vectors::Tree(_) => self.vectors.read_two((left, right), into),
            Vectors::Plain(_) => self.vectors.read(left, into),
        }
    }

    /// Brings states that will be read or changed soon near the processor.
    /// Waiting for many at once takes little longer than waiting for one, so
    /// a worker does well to warm a handful of states before it expands them.
    pub fn warm(&self, states: &[StateId]) {
        for &id in states {
            self.states.prefetch(number(id));
        }
        if let Vectors::Tree(nodes) = &self.vectors {
            let mut names = Vec::with_capacity(2 * states.len());
            for &id in states {
                let (left, right) = self.states.get(number(id));
                names.extend([left, right]);
            }
            nodes.warm(&mut names);
        }
    }

    /// The least key offered for a state so far.
    /// Without [`StoreOptions::keys`] it is `u64::MAX`.
    pub fn key(&self, id: StateId) -> u64 {
        self.states.key(number(id))
    }

    /// Lowers the key of a state to `key` if that is less.
    pub fn offer_key(&self, id: StateId, key: u64) {
        self.states.offer_key(number(id), key);
    }

    /// States so far. Another worker may still be writing the youngest ones,
    /// and has not told their ids yet.
    pub fn state_count(&self) -> u64 {
        self.states.count()
    }

    /// An id above all that were given so far.
    pub fn state_end(&self) -> StateId {
        StateId(self.states.end())
    }

    /// Sets another bound on allocated bytes.
    pub fn limit(&self, bytes_max: u64) {
        self.memory.limit(bytes_max);
    }

    /// Where it puts what does not fit into memory.
    pub fn spill(&self) -> Option<&Arc<Spill>> {
        self.memory.spill()
    }

    /// Bytes in files instead of memory.
    pub fn filed_bytes(&self) -> u64 {
        self.memory.filed_bytes()
    }

    /// Allocated bytes in memory.
    pub fn bytes(&self) -> u64 {
        self.memory.used_bytes()
    }

    /// The part of them that is reserved and not used yet.
    pub fn unused_bytes(&self) -> u64 {
        self.memory.unused_bytes()
    }

    pub fn statistics(&self) -> StoreStatistics {
        StoreStatistics {
            leaves: self.leaves.statistics(),
            vectors: self.vectors.statistics(),
            states: self.states.statistics(),
            key_bytes: self.states.key_bytes(),
            unused_bytes: self.memory.unused_bytes() + self.memory.filed_unused_bytes(),
            filed_bytes: self.memory.filed_bytes(),
            total_bytes: self.bytes() + self.memory.filed_bytes(),
        }
    }
}

pub(crate) fn number(id: StateId) -> u32 {
    u32::try_from(id.0).expect("an id given out by this store")
}
