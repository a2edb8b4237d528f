//! Renumberings that were worked out before.
//!
//! When a pointer moves, objects get other numbers, and every section that mentions them another
//! name. What comes out is decided by
//!
//! - the globals, the heap and the effect (see `known`), which tell what is reached from the
//!   globals: a *reach*;
//! - what each of the other threads points to beyond that: its *anchor*.
//!
//! Threads mostly point to what globals reach, so the same *move* is met with very different
//! sections. It knows the names of the new globals and the new heap, and the new numbers, by which
//! sections are renamed; those that it met are remembered, too.
//!
//! Keys are compared in full, and numbers of reaches, anchors and moves are never used again. When
//! there is no more room, everything is forgotten.

use ahash::AHashMap;

use crate::naming::known::Table;
use crate::naming::loaded::Loaded;
use crate::naming::section::Section;

/// Renumberings, reaches and anchors that are remembered at most, of each.
const KEPT_MAX: usize = 1 << 15;
/// No numbers are given from here on.
const NUMBERS_END: u32 = 1 << 31;
/// Stands between the two lists of an anchor.
const BETWEEN: u32 = 0;

#[derive(Default)]
pub(crate) struct Renumberings {
    /// By globals, heap and effect.
    reaches: AHashMap<(u32, u32, u32), Reach>,
    anchors: AHashMap<Box<[u32]>, u32>,
    /// (section, reach) to anchor.
    anchored: Table,
    /// By reach, effect and anchors.
    moves: AHashMap<Box<[u32]>, Move>,
    /// (section, move) to section.
    sections: Table,
    key: Vec<u32>,
    list: Vec<u32>,
    /// The last number given.
    last: u32,
}

struct Reach {
    number: u32,
    /// The loaded dynamic objects that are reached, one bit each.
    objects: Box<[u64]>,
}

pub(crate) struct Move {
    pub number: u32,
    /// Names of the new globals, the new heap, and the threads that the effect changes.
    pub globals: u32,
    pub heap: u32,
    pub changed: Box<[u32]>,
    /// New number of each dynamic object, the new ones last; 0: dropped. None: all keep theirs.
    pub rename: Option<Box<[u32]>>,
}

impl Reach {
    fn has(&self, index: u32) -> bool {
        self.objects.get(index as usize / 64).is_some_and(|bits| bits >> (index % 64) & 1 != 0)
    }

    /// Of what a section mentions, what matters: what is not reached anyway.
    fn write_anchor(&self, section: &Section, first_dynamic: u32, out: &mut Vec<u32>) {
        let matters = |id: &&u32| id.checked_sub(first_dynamic).is_some_and(|index| !self.has(index));
        out.clear();
        out.extend(section.strong.iter().filter(matters));
        out.push(BETWEEN);
        out.extend(section.numbers.iter().filter(matters));
    }
}

impl Renumberings {
    /// What the effect, which changes these threads, leads to in this state.
    pub(crate) fn find(&mut self, loaded: &Loaded, effect: u32, changed: &[u32]) -> Option<&Move> {
        self.write_key(loaded, effect, changed)?;
        self.moves.get(&self.key[..])
    }

    /// Keeps a move to `state` that was not found. `reached` are the objects that the globals reach,
    /// by index.
    pub(crate) fn keep(
        &mut self,
        loaded: &Loaded,
        effect: u32,
        changed: &[u32],
        reached: &[u32],
        rename: Option<&[u32]>,
        state: &[u32],
    ) {
        let ([globals, heap, ..], true) = (&loaded.state[..], state.len() == loaded.state.len()) else { return };
        if self.moves.len().max(self.reaches.len()).max(self.anchors.len()) >= KEPT_MAX {
            self.reaches.clear();
            self.anchors.clear();
            self.moves.clear();
        }
        self.reaches.entry((*globals, *heap, effect)).or_insert_with(|| {
            self.last += 1;
            let mut objects = vec![0; loaded.heap_len().div_ceil(64)].into_boxed_slice();
            for index in reached.iter().filter(|index| (**index as usize) < loaded.heap_len()) {
                objects[*index as usize / 64] |= 1 << (index % 64);
            }
            Reach { number: self.last, objects }
        });
        if self.write_key(loaded, effect, changed).is_none() {
            return;
        }
        self.last += 1;
        let changed = changed.iter().map(|thread| state[2 + *thread as usize]).collect();
        let (number, rename) = (self.last, rename.map(Box::from));
        let found = Move { number, globals: state[0], heap: state[1], changed, rename };
        self.moves.insert(self.key.as_slice().into(), found);
    }

    fn write_key(&mut self, loaded: &Loaded, effect: u32, changed: &[u32]) -> Option<()> {
        let Renumberings { reaches, anchors, anchored, key, list, last, .. } = self;
        let [globals, heap, ..] = loaded.state[..] else { return None };
        let reach = reaches.get(&(globals, heap, effect)).filter(|_| *last < NUMBERS_END)?;
        key.clear();
        key.extend([reach.number, effect]);
        for (i, section) in loaded.threads.iter().enumerate() {
            if changed.contains(&(i as u32)) {
                continue;
            }
            let pair = (loaded.state[2 + i], reach.number);
            let anchor = anchored.get(pair).copied().unwrap_or_else(|| {
                reach.write_anchor(section, loaded.first_dynamic, list);
                let known = anchors.get(&list[..]).copied();
                let anchor = known.unwrap_or_else(|| {
                    *last += 1;
                    anchors.insert(list.as_slice().into(), *last);
                    *last
                });
                anchored.set(pair, anchor);
                anchor
            });
            key.push(anchor);
        }
        Some(())
    }

    /// The name of an unchanged section after a move.
    pub(crate) fn section(&self, name: u32, after: u32) -> Option<u32> {
        self.sections.get((name, after)).copied()
    }

    pub(crate) fn set_section(&mut self, name: u32, after: u32, renamed: u32) {
        self.sections.set((name, after), renamed);
    }
}
