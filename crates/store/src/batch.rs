//! Many insertions at a time.
//!
//! What an insertion waits for is memory: the state it comes from, the nodes
//! that this one is made of, the place of the new node, the place of the new
//! state. One after the other these waits add up. Here a handful of
//! insertions goes through each stage together, each starting to load what
//! its next stage looks at, so that the waits of all overlap. Names and
//! contents are the same as if they had come one by one.

use crate::code::FAN;
use crate::index::Seek;
use crate::nodes::{Nodes, Sought};
use crate::session::{Short, recall, remember};
use crate::states::{SeekHalves, cut};
use crate::store::number;
use crate::sync::{Guard, pin};
use crate::vectors::{Change, Named, Vectors, insert_two};
use crate::{Full, Session, StateId, Store};

/// Most insertions that go through the stages together.
const HANDFUL: usize = 16;

/// A state that comes from a stored one.
#[derive(Clone, Copy, Debug)]
pub struct Delta<'a> {
    pub old: StateId,
    /// Positions, which must lie within the old state, and new words.
    pub changes: &'a [(u32, u32)],
    pub key: u64,
}

impl Session<'_> {
    /// Calls [`crate::Store::state_delta`] for each, in effect, and appends
    /// the answers. After a failure some may have been inserted.
    pub fn insert_deltas(&mut self, deltas: &[Delta<'_>], into: &mut Vec<(StateId, bool)>) -> Result<(), Full> {
        for handful in deltas.chunks(HANDFUL) {
            match &self.store.vectors {
                Vectors::Tree(nodes) => self.deltas(nodes, handful, into)?,
                Vectors::Plain(_) => {
                    for delta in handful {
                        into.push(self.store.state_delta(delta.old, delta.changes, delta.key)?);
                    }
                }
            }
        }
        Ok(())
    }

    fn deltas(&mut self, nodes: &Nodes, deltas: &[Delta<'_>], into: &mut Vec<(StateId, bool)>) -> Result<(), Full> {
        let states = &self.store.states;
        let Session { guard, changes, cut, .. } = self;
        let guard = &*guard.get_or_insert_with(pin);
        for delta in deltas {
            states.prefetch(number(delta.old));
        }
        while changes.len() < deltas.len() {
            changes.push(Change::new((0, 0)));
        }
        let changes = &mut changes[..deltas.len()];
        for (delta, change) in deltas.iter().zip(&mut *changes) {
            // Most likely all states have left halves of one length.
            let only_left = delta.changes.iter().all(|change| change.0 < *cut);
            change.begin(nodes, states.get(number(delta.old)), only_left);
        }
        let mut more = true;
        while more {
            more = false;
            for change in &mut *changes {
                if change.step(nodes) {
                    more = true;
                    change.prefetch(nodes);
                }
            }
        }
        let mut seeks = Vec::with_capacity(deltas.len());
        for (delta, change) in deltas.iter().zip(&mut *changes) {
            *cut = change.cut();
            let short = change.apply(nodes, delta.changes);
            seeks.push(short.then(|| nodes.seek(&change.sought(), guard)));
        }
        together(seeks.iter_mut().flatten(), |seek| nodes.step(seek, |name| nodes.prefetch_node(name)));
        let mut halves = Vec::with_capacity(changes.len());
        for (change, seek) in changes.iter().zip(seeks) {
            let names = seek.map(|seek| change.insert(nodes, seek, guard)).transpose()?;
            halves.push(names.map(|names| states.seek(names, guard)));
        }
        together(halves.iter_mut().flatten(), |halves| states.step(halves));
        for (delta, halves) in deltas.iter().zip(halves) {
            into.push(match halves {
                Some(halves) => {
                    let (number, new) = states.finish(&halves, delta.key, &self.store.vectors, guard, &self.block)?;
                    (StateId(u64::from(number)), new)
                }
                None => self.store.state_delta(delta.old, delta.changes, delta.key)?,
            });
        }
        Ok(())
    }

    /// Calls [`crate::Store::state`] for each, in effect, with the same key,
    /// and appends the answers. After a failure some may have been inserted.
    pub fn insert_states(&mut self, list: &[&[u32]], key: u64, into: &mut Vec<(StateId, bool)>) -> Result<(), Full> {
        for handful in list.chunks(HANDFUL) {
            match &self.store.vectors {
                Vectors::Tree(nodes) => self.states(nodes, handful, key, into)?,
                Vectors::Plain(_) => {
                    for words in handful {
                        into.push(self.store.state(words, key)?);
                    }
                }
            }
        }
        Ok(())
    }

    fn states(
        &mut self,
        nodes: &Nodes,
        list: &[&[u32]],
        key: u64,
        into: &mut Vec<(StateId, bool)>,
    ) -> Result<(), Full> {
        let Store { states, vectors, .. } = self.store;
        let Session { guard, short, .. } = self;
        let guard = &*guard.get_or_insert_with(pin);
        let mut seeking: Vec<_> =
            list.iter().map(|words| Seeking::new(words, self.store, nodes, short, guard)).collect();
        let mut likely = Vec::new();
        together(seeking.iter_mut(), |seeking| match seeking {
            Seeking::Halves { seeks, .. } => {
                nodes.step(&mut seeks.0, |name| likely.push(name)) | nodes.step(&mut seeks.1, |name| likely.push(name))
            }
            _ => false,
        });
        nodes.warm(&mut likely);
        for seeking in &mut seeking {
            if let Seeking::Halves { sought, seeks } = seeking {
                let (left, right) = (&sought.0, &sought.1);
                let named = insert_two(nodes, (left, right), *seeks, guard, |name| states.partner(name, guard))?;
                remember(short, left, named.halves.0);
                remember(short, right, named.halves.1);
                let seek = states.seek(named.halves, guard);
                *seeking = Seeking::Known(named, seek);
            }
        }
        together(seeking.iter_mut(), |seeking| match seeking {
            Seeking::Known(_, seek) => states.step(seek),
            _ => false,
        });
        for (words, seeking) in list.iter().zip(seeking) {
            into.push(match seeking {
                Seeking::Known(named, seek) => {
                    let (number, new) = states.finish(&seek, key, vectors, guard, &self.block)?;
                    states.remember_birth(&named, (number, new));
                    (StateId(u64::from(number)), new)
                }
                _ => self.store.state(words, key)?,
            });
        }
        Ok(())
    }
}

/// Most places that a thing is looked for at together with others.
const STEPS_MAX: usize = 16;

/// Lets each of many make steps until none wants to make another. One alone
/// has nothing to do while it waits, and looks for itself when it is finished.
#[inline]
pub(crate) fn together<T>(mut all: impl Iterator<Item = T>, mut step: impl FnMut(&mut T) -> bool) {
    let (Some(first), Some(second)) = (all.next(), all.next()) else { return };
    let all = [first, second].into_iter().chain(all);
    // Most make only one.
    let mut rest: Vec<T> = all.filter_map(|mut one| step(&mut one).then_some(one)).collect();
    for _ in 1..STEPS_MAX {
        if rest.is_empty() {
            break;
        }
        rest.retain_mut(&mut step);
    }
}

/// How far the insertion of a state is.
enum Seeking<'w, 'g> {
    /// Its halves are looked for.
    Halves { sought: (Sought<'w>, Sought<'w>), seeks: (Seek<'g>, Seek<'g>) },
    /// Its halves are known, and it is looked for itself.
    Known(Named, SeekHalves<'g>),
    /// It is too long to be looked for together with others.
    Alone,
}

impl<'w, 'g> Seeking<'w, 'g> {
    fn new(words: &'w [u32], store: &Store, nodes: &Nodes, short: &[Short], guard: &'g Guard) -> Seeking<'w, 'g> {
        let (left, right) = words.split_at(cut(words.len()));
        if left.len().max(right.len()) > FAN {
            return Seeking::Alone;
        }
        let (left, right) = (Sought::new(0, left), Sought::new(0, right));
        if let (Some(left), Some(right)) = (recall(short, &left), recall(short, &right)) {
            let seek = store.states.seek((left, right), guard);
            return Seeking::Known(Named { halves: (left, right), new: false }, seek);
        }
        let seeks = (nodes.seek(&left, guard), nodes.seek(&right, guard));
        Seeking::Halves { sought: (left, right), seeks }
    }
}
