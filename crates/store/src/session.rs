//! How a worker puts in the successors of the states it reads.
//!
//! A session remembers what it saw last: the parent is read once for all its
//! successors, and short vectors, such as the halves of states, which recur
//! very often, are kept in a small table with their names, so that most need
//! not be looked for. What it remembers is exact; it saves time and changes
//! no name.
//!
//! Successors go in in two steps, so that the processor can wait for many at
//! the same time: `prepare` names the halves and starts loading the place
//! where the state would be, `insert` looks there.

use crate::nodes::{Read, Sought};
use crate::states::cut;
use crate::store::number;
use crate::sync::{Guard, pin};
use crate::vectors::Vectors;
use crate::{Full, StateId, Store, VecId};

/// Vectors that are remembered, as a power of two.
const SHORT_LOG: u32 = if cfg!(any(test, loom)) { 2 } else { 15 };
/// Words of the longest vector that is remembered.
const SHORT_MAX: usize = 8;

pub struct Session<'s> {
    pub(crate) store: &'s Store,
    /// None while the session rests.
    pub(crate) guard: Option<Guard>,
    parent: (Read, Read),
    pub(crate) short: Vec<Short>,
}

/// A short vector that is remembered.
#[derive(Clone, Copy)]
pub(crate) struct Short {
    name: u32,
    /// [`NONE`] if there is none.
    len: u32,
    /// The first `len` count.
    words: [u32; SHORT_MAX],
}

const NONE: u32 = u32::MAX;

/// A state about to be put in.
#[derive(Clone, Copy, Debug)]
pub struct Prepared {
    halves: (u32, u32),
}

impl Store {
    /// For the use of one worker.
    pub fn session(&self) -> Session<'_> {
        Session { store: self, guard: None, parent: (Read::new(), Read::new()), short: Vec::new() }
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

    /// Same as [`Store::vector`].
    pub fn vector(&mut self, words: &[u32]) -> Result<VecId, Full> {
        self.vector_near(words, None).map(VecId)
    }

    /// Same as [`Store::vector_from`], if anything may have changed.
    pub fn vector_from(&mut self, old: VecId, words: &[u32]) -> Result<VecId, Full> {
        self.vector_near(words, Some(old.0)).map(VecId)
    }

    fn vector_near(&mut self, words: &[u32], old: Option<u32>) -> Result<u32, Full> {
        let Session { store, guard, short, .. } = self;
        let guard = &*guard.get_or_insert_with(pin);
        let Vectors::Tree(nodes) = &store.vectors else {
            return store.vectors.insert(words, old, None, guard);
        };
        if words.len() > SHORT_MAX {
            return store.vectors.insert(words, old, None, guard);
        }
        remembered(short, words, |sought| Ok(nodes.insert_near(sought, guard, || old)?.0))
    }

    fn half(&mut self, words: &[u32], is_right: bool) -> Result<u32, Full> {
        let Session { store, guard, parent, short } = self;
        let parent = if is_right { &parent.1 } else { &parent.0 };
        if let Some(same) = parent.if_same(0, words) {
            return Ok(same);
        }
        let Vectors::Tree(nodes) = &store.vectors else { unreachable!("halves are of trees") };
        let guard = &*guard.get_or_insert_with(pin);
        if words.len() > SHORT_MAX {
            return store.vectors.insert(words, parent.name(), None, guard);
        }
        remembered(short, words, |sought| Ok(nodes.insert(sought, Some(parent), guard)?.0))
    }
}

/// The name of a short vector; `look` is asked for one that is not remembered.
#[inline]
fn remembered(
    short: &mut Vec<Short>,
    words: &[u32],
    look: impl FnOnce(&Sought<'_>) -> Result<u32, Full>,
) -> Result<u32, Full> {
    let sought = Sought::new(0, words);
    if let Some(name) = recall(short, &sought) {
        return Ok(name);
    }
    let name = look(&sought)?;
    remember(short, &sought, name);
    Ok(name)
}

/// The name of a vector, if it is remembered.
#[inline]
pub(crate) fn recall(short: &[Short], sought: &Sought<'_>) -> Option<u32> {
    let place = short.get(place(sought))?;
    let words = sought.words();
    let same = place.len as usize == words.len() && place.words[..words.len()] == *words;
    same.then_some(place.name)
}

/// Remembers the name of a vector, if it is short.
#[inline]
pub(crate) fn remember(short: &mut Vec<Short>, sought: &Sought<'_>, name: u32) {
    let words = sought.words();
    if words.len() > SHORT_MAX {
        return;
    }
    if short.is_empty() {
        short.resize(1 << SHORT_LOG, Short { name: 0, len: NONE, words: [0; SHORT_MAX] });
    }
    let place = &mut short[place(sought)];
    place.name = name;
    place.len = words.len() as u32;
    place.words[..words.len()].copy_from_slice(words);
}

fn place(sought: &Sought<'_>) -> usize {
    (sought.hash() >> (64 - SHORT_LOG)) as usize
}
