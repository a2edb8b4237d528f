//! Many insertions at a time.
//!
//! What an insertion waits for is memory: the state it comes from, the nodes
//! that this one is made of, the place of the new node, the place of the new
//! state. One after the other these waits add up. Here a handful of
//! insertions goes through each stage together, each starting to load what
//! its next stage looks at, so that the waits of all overlap. Names and
//! contents are the same as if they had come one by one.

use crate::code::FAN;
use crate::nodes::{Nodes, Sought, Walk};
use crate::session::{Short, recall, remember};
use crate::states::cut;
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
        let guard = &*self.guard.get_or_insert_with(pin);
        for delta in deltas {
            states.prefetch(number(delta.old));
        }
        let start = |delta: &Delta<'_>| {
            let old = states.get(number(delta.old));
            let walk = (Walk::new(old.0), Walk::new(old.1));
            walk.0.prefetch(nodes);
            walk.1.prefetch(nodes);
            (old, walk)
        };
        let mut walks: Vec<_> = deltas.iter().map(start).collect();
        let mut more = true;
        while more {
            more = false;
            for (_, walk) in &mut walks {
                if walk.0.step(nodes) | walk.1.step(nodes) {
                    more = true;
                    walk.0.prefetch(nodes);
                    walk.1.prefetch(nodes);
                }
            }
        }
        let change = |(delta, (old, walk)): (&Delta<'_>, &(_, _))| {
            let change = Change::new(nodes, *old, walk, delta.changes)?;
            nodes.prefetch(&change.sought(), guard);
            Some(change)
        };
        let changes: Vec<Option<Change>> = deltas.iter().zip(&walks).map(change).collect();
        let mut halves = Vec::with_capacity(changes.len());
        for change in &changes {
            let names = change.as_ref().map(|change| change.insert(nodes, guard)).transpose()?;
            if let Some(names) = names {
                states.prefetch_halves(names, guard);
            }
            halves.push(names);
        }
        for (delta, names) in deltas.iter().zip(halves) {
            into.push(match names {
                Some(names) => {
                    let (number, new) = states.insert_halves(names, delta.key, &self.store.vectors, guard)?;
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
        let mut seeking = Vec::with_capacity(list.len());
        for words in list {
            seeking.push(Seeking::new(words, nodes, short, guard));
        }
        let guesses = |seeking: &Seeking<'_>| match seeking {
            Seeking::Halves(left, right) => [nodes.guess(left, guard), nodes.guess(right, guard)],
            _ => [None, None],
        };
        nodes.warm(&mut seeking.iter().flat_map(guesses).flatten().collect());
        for seeking in &mut seeking {
            if let Seeking::Halves(left, right) = seeking {
                let named = insert_two(nodes, (left, right), guard, |name| states.partner(name, guard))?;
                remember(short, left, named.halves.0);
                remember(short, right, named.halves.1);
                states.prefetch_halves(named.halves, guard);
                *seeking = Seeking::Known(named);
            }
        }
        for (words, seeking) in list.iter().zip(seeking) {
            into.push(match seeking {
                Seeking::Known(named) => {
                    let (number, new) = states.insert_named(&named, key, vectors, guard)?;
                    (StateId(u64::from(number)), new)
                }
                _ => self.store.state(words, key)?,
            });
        }
        Ok(())
    }
}

/// How far the insertion of a state is.
enum Seeking<'w> {
    /// Its halves are looked for.
    Halves(Sought<'w>, Sought<'w>),
    Known(Named),
    /// It is too long to be looked for together with others.
    Alone,
}

impl<'w> Seeking<'w> {
    fn new(words: &'w [u32], nodes: &Nodes, short: &[Short], guard: &Guard) -> Seeking<'w> {
        let (left, right) = words.split_at(cut(words.len()));
        if left.len().max(right.len()) > FAN {
            return Seeking::Alone;
        }
        let (left, right) = (Sought::new(0, left), Sought::new(0, right));
        if let (Some(left), Some(right)) = (recall(short, &left), recall(short, &right)) {
            return Seeking::Known(Named { halves: (left, right), new: false });
        }
        nodes.prefetch(&left, guard);
        nodes.prefetch(&right, guard);
        Seeking::Halves(left, right)
    }
}
