//! How a worker puts in the successors of the states it reads.
//!
//! A session remembers what it saw last: the parent is read once for all its
//! successors, and short vectors, such as the halves of states, which recur
//! very often, are kept in a small table with their names, so that most need
//! not be looked for. Longer ones are known by the vector that they come from
//! and the few words in which they differ from it, however long they are.
//! What it remembers is exact; it saves time and changes no name.
//!
//! Successors go in in two steps, so that the processor can wait for many at
//! the same time: `prepare` takes note of one and starts loading where its
//! halves are remembered; the first `insert` after that looks for all that
//! were prepared together, stage by stage (`approach`).

use crate::batch::together;
use crate::code::FAN;
use crate::hash;
use crate::nodes::{Nodes, Read, Sought, same_words};
use crate::pairs::Block;
use crate::segment::prefetch;
use crate::states::{SeekHalves, cut};
use crate::store::number;
use crate::sync::{Guard, pin};
use crate::vectors::{Change, Vectors};
use crate::{Full, StateId, Store, VecId};

/// Vectors that are remembered, as a power of two.
const SHORT_LOG: u32 = if cfg!(any(test, loom)) { 2 } else { 15 };
/// Words of the longest vector that is remembered by its words.
const SHORT_MAX: usize = 8;
/// Words in which a longer one may differ from that it comes from to be remembered.
const CHANGES_MAX: usize = 3;

pub struct Session<'s> {
    pub(crate) store: &'s Store,
    /// None while the session rests.
    pub(crate) guard: Option<Guard>,
    pub(crate) short: Vec<Short>,
    /// As many longer ones.
    long: Vec<(LongKey, u32)>,
    /// The states that were opened, for those that were prepared since.
    parents: Vec<Parent>,
    /// The youngest of them.
    parent: usize,
    /// Those that were prepared and may still be inserted. Empty while the
    /// session rests: what they look for is protected by the guard.
    pending: Vec<Pending>,
    /// How many of them were approached.
    approached: usize,
    /// What [`Half::Changed`] says of those that were prepared.
    keys: Vec<LongKey>,
    /// Their words.
    words: Vec<u32>,
    /// Room for those that are changed together.
    pub(crate) changes: Vec<Change>,
    /// The length of the left half of the last one.
    pub(crate) cut: u32,
    /// Numbers for new states.
    pub(crate) block: Block,
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

/// A state that was opened.
struct Parent {
    halves: (Read, Read),
    /// Its words, if some half is long.
    words: Vec<u32>,
}

/// A long vector: the one that it comes from, and where it differs from it.
#[derive(Clone, Copy, PartialEq, Eq)]
struct LongKey {
    old: u32,
    /// Positions and words. What is not used is [`NONE`].
    changes: [(u32, u32); CHANGES_MAX],
}

const NO_KEY: LongKey = LongKey { old: NONE, changes: [(NONE, NONE); CHANGES_MAX] };

/// A state about to be put in, until the session rests.
#[derive(Clone, Copy, Debug)]
pub struct Prepared(u32);

/// What is known of one.
struct Pending {
    /// Where its words begin, where its right half does, and where they end.
    start: u32,
    middle: u32,
    end: u32,
    parent: u32,
    halves: [Half; 2],
    /// Once it was approached. Its lifetime is that of the guard.
    seek: Option<Result<SeekHalves<'static>, Full>>,
}

#[derive(Clone, Copy)]
enum Half {
    Named(u32),
    /// It may be remembered.
    Hashed(u64),
    /// The place in the session's keys.
    Changed(u32),
    Long,
}

impl Parent {
    fn new() -> Parent {
        Parent { halves: (Read::new(), Read::new()), words: Vec::new() }
    }
}

impl LongKey {
    /// How words differ from as many others; None if in too many.
    fn new(old: u32, before: &[u32], words: &[u32]) -> Option<LongKey> {
        let mut key = LongKey { old, ..NO_KEY };
        let mut changes = key.changes.iter_mut();
        let (octets, rest) = words.as_chunks::<8>();
        let (old_octets, old_rest) = before.as_chunks::<8>();
        let mut note = |at: usize, words: &[u32], before: &[u32]| {
            let pairs = words.iter().zip(before).zip(u32::try_from(at).unwrap_or(NONE)..);
            let mut differing = pairs.filter(|((new, old), _)| new != old);
            differing.try_for_each(|((new, _), at)| changes.next().map(|change| *change = (at, *new)))
        };
        for (i, (new, old)) in octets.iter().zip(old_octets).enumerate() {
            if new != old {
                note(8 * i, new, old)?;
            }
        }
        note(8 * octets.len(), rest, old_rest)?;
        Some(key)
    }

    /// The changes that are used.
    fn changes(&self) -> &[(u32, u32)] {
        let used = self.changes.iter().position(|(at, _)| *at == NONE);
        &self.changes[..used.unwrap_or(CHANGES_MAX)]
    }

    fn place(&self) -> usize {
        let [a, b, c] = self.changes;
        (hash::words(self.old, &[a.0, a.1, b.0, b.1, c.0, c.1]) >> (64 - SHORT_LOG)) as usize
    }
}

impl Pending {
    /// The words of a half.
    fn half<'w>(&self, words: &'w [u32], side: usize) -> &'w [u32] {
        let (start, end) = if side == 0 { (self.start, self.middle) } else { (self.middle, self.end) };
        &words[start as usize..end as usize]
    }

    /// The names of both halves, if they are known.
    fn names(&self) -> Option<(u32, u32)> {
        match self.halves {
            [Half::Named(left), Half::Named(right)] => Some((left, right)),
            _ => None,
        }
    }
}

impl Store {
    /// For the use of one worker.
    pub fn session(&self) -> Session<'_> {
        Session {
            store: self,
            guard: None,
            short: Vec::new(),
            long: Vec::new(),
            parents: vec![Parent::new()],
            parent: 0,
            pending: Vec::new(),
            approached: 0,
            keys: Vec::new(),
            words: Vec::new(),
            changes: Vec::new(),
            cut: 0,
            block: Block::default(),
        }
    }
}

impl Session<'_> {
    /// Lets the store free what other workers replaced, and forgets what was
    /// prepared. To be called after every handful, and whenever the session
    /// is not used for a while.
    pub fn rest(&mut self) {
        self.pending.clear();
        self.keys.clear();
        self.words.clear();
        self.approached = 0;
        self.guard = None;
        self.store.states.tell(&self.block);
    }

    /// From now on the session gives states numbers that it reserves so many at
    /// a time. Until it settles, states do not have consecutive numbers, and
    /// [`Store::state_count`] knows of the last ones only after `rest`.
    pub fn reserve(&mut self, numbers: u32) {
        self.block.size.set(numbers);
    }

    /// Gives back what is left of reserved numbers. Some may get lost, if
    /// others have reserved numbers, too.
    pub fn settle(&mut self) {
        self.store.states.settle(&self.block);
        self.block.size.set(1);
    }

    /// Appends the words of a state, which becomes the parent of those that
    /// are prepared next.
    pub fn open(&mut self, id: StateId, into: &mut Vec<u32>) {
        match &self.store.vectors {
            Vectors::Tree(nodes) => {
                // The parents of those that wait are kept.
                self.parent = if self.pending.is_empty() { 0 } else { self.parent + 1 };
                if self.parent == self.parents.len() {
                    self.parents.push(Parent::new());
                }
                let Parent { halves, words } = &mut self.parents[self.parent];
                nodes.read_two(self.store.states.get(number(id)), halves);
                let start = into.len();
                self.store.vectors.append_two(halves, into);
                words.clear();
                if into.len() - start > 2 * SHORT_MAX {
                    words.extend_from_slice(&into[start..]);
                }
            }
            Vectors::Plain(_) => self.store.read_state(id, into),
        }
    }

    /// Takes note of a state that will be inserted.
    pub fn prepare(&mut self, words: &[u32]) -> Prepared {
        let (left, right) = words.split_at(cut(words.len()));
        let Session { short, long, keys, .. } = self;
        let Parent { halves, words: before } = &self.parents[self.parent];
        let before = if before.len() == words.len() { before.split_at(left.len()) } else { (&[][..], &[][..]) };
        let mut half = |words: &[u32], parent: &Read, before: &[u32]| {
            if words.len() > SHORT_MAX {
                return long_half(long, keys, (words, before), parent);
            }
            if let Some(same) = parent.if_same(0, words) {
                return Half::Named(same);
            }
            let sought = Sought::new(0, words);
            if let Some(place) = short.get(place(&sought)) {
                prefetch(place);
                prefetch(&place.words[SHORT_MAX - 1]);
            }
            Half::Hashed(sought.hash())
        };
        let halves = [half(left, &halves.0, before.0), half(right, &halves.1, before.1)];
        let start = self.words.len() as u32;
        let middle = start + left.len() as u32;
        self.pending.push(Pending {
            start,
            middle,
            end: middle + right.len() as u32,
            parent: self.parent as u32,
            halves,
            seek: None,
        });
        self.words.extend_from_slice(words);
        Prepared(self.pending.len() as u32 - 1)
    }

    /// Puts in a state that was prepared, and tells whether it is new. A new
    /// state gets `key`; it is offered to others.
    ///
    /// # Panics
    /// If the session has rested since.
    pub fn insert(&mut self, prepared: Prepared, key: u64) -> Result<(StateId, bool), Full> {
        let Store { states, vectors, .. } = self.store;
        if self.approached < self.pending.len() {
            if let Vectors::Tree(nodes) = vectors {
                self.approach(nodes);
            }
            self.approached = self.pending.len();
        }
        let guard = self.guard.get_or_insert_with(pin);
        let pending = &self.pending[prepared.0 as usize];
        let (number, new) = match (vectors, &pending.seek) {
            (Vectors::Plain(raw), _) => {
                let words = &self.words[pending.start as usize..pending.end as usize];
                states.insert_whole(words, key, raw, guard, &self.block)?
            }
            (Vectors::Tree(_), Some(seek)) => states.finish(&(*seek)?, key, vectors, guard, &self.block)?,
            (Vectors::Tree(_), None) => unreachable!("it was approached"),
        };
        if !new {
            states.offer_key(number, key);
        }
        Ok((StateId(u64::from(number)), new))
    }

    /// Looks for all that were prepared: names their halves, begins to load
    /// where they would be, and looks there.
    fn approach(&mut self, nodes: &Nodes) {
        let Session { store, guard, short, long, parents, pending, words, approached, keys, .. } = self;
        let key_at = |place: u32| keys[place as usize];
        let guard = &*guard.get_or_insert_with(pin);
        let pending = &mut pending[*approached..];
        // SAFETY: only for `pending`, which `rest` clears before it gives up
        // the guard.
        let seek = |names| Ok(unsafe { store.states.seek(names, guard).unbound() });
        let mut unknown = Vec::new();
        for (number, one) in pending.iter_mut().enumerate() {
            for side in 0..2 {
                match one.halves[side] {
                    Half::Named(_) => {}
                    Half::Long => unknown.push((number, side, None)),
                    Half::Hashed(hash) => {
                        let sought = Sought::hashed(0, one.half(words, side), hash);
                        match recall(short, &sought) {
                            Some(name) => one.halves[side] = Half::Named(name),
                            None => unknown.push((number, side, Some((hash, nodes.seek(&sought, guard))))),
                        }
                    }
                    Half::Changed(place) => {
                        let key = key_at(place);
                        match long.get(key.place()).filter(|known| known.0 == key) {
                            Some((_, name)) => one.halves[side] = Half::Named(*name),
                            None => {
                                let half = one.half(words, side);
                                let sought = (half.len() <= FAN).then(|| Sought::new(0, half));
                                let seek = sought.map(|sought| (sought.hash(), nodes.seek(&sought, guard)));
                                unknown.push((number, side, seek));
                            }
                        }
                    }
                }
            }
            one.seek = one.names().map(&seek);
        }
        together(unknown.iter_mut().filter_map(|(.., seek)| seek.as_mut()), |(_, seek)| {
            nodes.step(seek, |name| nodes.prefetch_node(name))
        });
        for (number, side, found) in unknown {
            let one = &mut pending[number];
            let parents = &parents[one.parent as usize].halves;
            let parent = if side == 0 { &parents.0 } else { &parents.1 };
            let half = one.half(words, side);
            let name = match (found, one.halves[side]) {
                (Some((hash, found)), _) => {
                    let sought = Sought::hashed(0, half, hash);
                    let name = nodes.finish(&sought, found, Some(parent), guard).map(|(name, _)| name);
                    name.inspect(|&name| remember(short, &sought, name))
                }
                (None, Half::Changed(place)) => {
                    let key = key_at(place);
                    store.vectors.patch(key.old, key.changes(), guard)
                }
                (None, _) => store.vectors.insert(half, parent.name(), None, guard),
            };
            if let (Ok(name), Half::Changed(place)) = (name, one.halves[side]) {
                remember_long(long, key_at(place), name);
            }
            match name {
                Ok(name) => one.halves[side] = Half::Named(name),
                Err(full) => one.seek = Some(Err(full)),
            }
            if let Some(names) = one.names() {
                one.seek = Some(seek(names));
            }
        }
        together(pending.iter_mut().filter_map(|one| one.seek.as_mut()?.as_mut().ok()), |seek| store.states.step(seek));
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
        remembered(short, words, |sought| Ok(nodes.finish_near(sought, nodes.seek(sought, guard), guard, || old)?.0))
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
    let same = place.len as usize == words.len() && same_words(&place.words[..words.len()], words);
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

/// What is known of a long half. `before` are the parent's words, if there are as many.
fn long_half(
    long: &[(LongKey, u32)],
    keys: &mut Vec<LongKey>,
    (words, before): (&[u32], &[u32]),
    parent: &Read,
) -> Half {
    let old = parent.name().filter(|_| before.len() == words.len());
    let Ok(place) = u32::try_from(keys.len()) else { return Half::Long };
    match old.and_then(|old| LongKey::new(old, before, words)) {
        None => Half::Long,
        Some(key) if key.changes().is_empty() => Half::Named(key.old),
        Some(key) => {
            long.get(key.place()).into_iter().for_each(|known| prefetch(known));
            keys.push(key);
            Half::Changed(place)
        }
    }
}

fn remember_long(long: &mut Vec<(LongKey, u32)>, key: LongKey, name: u32) {
    if long.is_empty() {
        long.resize(1 << SHORT_LOG, (NO_KEY, 0));
    }
    long[key.place()] = (key, name);
}

fn place(sought: &Sought<'_>) -> usize {
    (sought.hash() >> (64 - SHORT_LOG)) as usize
}
