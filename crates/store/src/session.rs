//! How a worker puts in the successors of the states it reads.
//!
//! A session remembers what it saw last: the parent is read once for all its
//! successors, and the halves of states, which recur very often, are kept in
//! a small table with their names, so that most need not be looked for. What
//! it remembers is exact; it saves time and changes no name.
//!
//! Successors go in in two steps, so that the processor can wait for many at
//! the same time: `prepare` names the halves and starts loading the place
//! where the state would be, `insert` looks there.

use crate::nodes::{Read, Sought};
use crate::states::cut;
use crate::store::number;
use crate::sync::{Guard, pin};
use crate::vectors::Vectors;
use crate::{Full, StateId, Store};

/// Halves that are remembered, as a power of two.
const HALVES_LOG: u32 = if cfg!(any(test, loom)) { 2 } else { 15 };
/// Words of the longest half that is remembered.
const HALF_MAX: usize = 7;

pub struct Session<'s> {
    store: &'s Store,
    /// None while the session rests.
    guard: Option<Guard>,
    parent: (Read, Read),
    halves: Vec<Half>,
}

#[derive(Clone, Copy)]
struct Half {
    name: u32,
    /// [`NO_HALF`] if there is none.
    len: u32,
    words: [u32; HALF_MAX],
}

const NO_HALF: u32 = u32::MAX;

/// A state about to be put in.
#[derive(Clone, Copy, Debug)]
pub struct Prepared {
    halves: (u32, u32),
}

impl Store {
    /// For the use of one worker.
    pub fn session(&self) -> Session<'_> {
        Session { store: self, guard: None, parent: (Read::new(), Read::new()), halves: Vec::new() }
    }
}

impl Session<'_> {
    /// Lets the store free what other workers replaced. To be called now and
    /// then, and whenever the session is not used for a while.
    pub fn rest(&mut self) {
        self.guard = None;
    }

    /// Appends the words of a state, which becomes the parent of those that
    /// are prepared next.
    pub fn open(&mut self, id: StateId, into: &mut Vec<u32>) {
        match &self.store.vectors {
            Vectors::Tree(nodes) => {
                nodes.read_two(self.store.states.get(number(id)), &mut self.parent);
                self.store.vectors.append_two(&self.parent, into);
            }
            Vectors::Plain(_) => self.store.read_state(id, into),
        }
    }

    /// Names the halves of a state.
    pub fn prepare(&mut self, words: &[u32]) -> Result<Prepared, Full> {
        if let Vectors::Plain(_) = &self.store.vectors {
            return Ok(Prepared { halves: (0, 0) });
        }
        let (left, right) = words.split_at(cut(words.len()));
        let halves = (self.half(left, false)?, self.half(right, true)?);
        self.store.states.prefetch_halves(halves, self.guard.get_or_insert_with(pin));
        Ok(Prepared { halves })
    }

    /// Puts in a state that was prepared, and tells whether it is new. A new
    /// state gets `key`; it is offered to others.
    pub fn insert(&mut self, prepared: Prepared, words: &[u32], key: u64) -> Result<(StateId, bool), Full> {
        let Store { states, vectors, .. } = self.store;
        let guard = self.guard.get_or_insert_with(pin);
        let (number, new) = match vectors {
            Vectors::Plain(raw) => states.insert_whole(words, key, raw, guard)?,
            Vectors::Tree(_) => states.insert_halves(prepared.halves, key, vectors, guard)?,
        };
        if !new {
            states.offer_key(number, key);
        }
        Ok((StateId(u64::from(number)), new))
    }

    fn half(&mut self, words: &[u32], is_right: bool) -> Result<u32, Full> {
        let parent = if is_right { &self.parent.1 } else { &self.parent.0 };
        if let Some(same) = parent.if_same(0, words) {
            return Ok(same);
        }
        let Vectors::Tree(nodes) = &self.store.vectors else { unreachable!("halves are of trees") };
        let guard = &*self.guard.get_or_insert_with(pin);
        if words.len() > HALF_MAX {
            return self.store.vectors.insert(words, parent.name(), None, guard);
        }
        let sought = Sought::new(0, words);
        if self.halves.is_empty() {
            self.halves.resize(1 << HALVES_LOG, Half { name: 0, len: NO_HALF, words: [0; HALF_MAX] });
        }
        let place = (sought.hash() >> (64 - HALVES_LOG)) as usize;
        let half = &self.halves[place];
        if half.len as usize == words.len() && half.words[..words.len()] == *words {
            return Ok(half.name);
        }
        let (name, _) = nodes.insert(&sought, Some(parent), guard)?;
        let half = &mut self.halves[place];
        half.name = name;
        half.len = words.len() as u32;
        half.words[..words.len()].copy_from_slice(words);
        Ok(name)
    }
}
