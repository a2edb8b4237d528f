//! Dead heap blocks that something still points to: who may be in their place, in a state that is
//! being named. See `address`.

use super::{Canon, Change, changed_thread, thread_count};
use crate::execution::address;
use crate::naming::delta::FRESH;
use crate::naming::streams::{self, pack_heap};
use crate::state::look::Reached;
use crate::state::object::Grave;
use crate::state::parts;

impl Canon {
    /// What is known of those who came after a dead heap block, after the transition. None if it is
    /// something else.
    pub(super) fn grave<'c>(&self, change: Change<'c>, id: u32) -> Option<&'c [u32]> {
        if !self.graves {
            return None;
        }
        let words = match id.checked_sub(FRESH) {
            Some(fresh) => &change.delta.fresh[self.fresh_at[fresh as usize] as usize..],
            None => match self.marks[id as usize] as usize {
                0 => {
                    let contents = change.loaded.contents(id);
                    return (contents.reached == Reached::Gone).then_some(contents.pointees);
                }
                at => &change.delta.changed[at..],
            },
        };
        let entry = streams::from_leaf(words);
        entry.is_weak().then_some(entry.pointees)
    }

    /// Writes a dead heap block. Whoever is not in the state any more is forgotten; of those that
    /// were dead before, every new block of a size that fits may be an heir.
    pub(super) fn write_grave(&mut self, change: Change<'_>, id: u32, list: &[u32], words: &mut Vec<u32>) {
        let Change { loaded, world, .. } = change;
        let mut grave = Grave::read(list).unwrap_or_default();
        let (body, _) = self.contents(change, id);
        let old = id < FRESH && loaded.contents(id).reached == Reached::Gone;
        let is_known = !grave.loose && parts::head(body, world.pieces).is_known_block();
        self.dangling |= !old && is_known && are_several(change);
        let lives = |id: &u32| self.grave(change, *id).is_none();
        if !grave.loose && !grave.taken && !grave.same.iter().any(lives) {
            let block = |body| {
                let head = parts::head(body, world.pieces);
                (head.kind, head.size)
            };
            let fits = |young: &u32| address::fits(block(body), block(self.contents(change, *young).0));
            let young = if old { self.fresh_at.len() } else { 0 };
            grave.heirs.extend((FRESH..).take(young).filter(fits));
        }
        let number = |id: &u32| self.number(*id, loaded, world.first_dynamic);
        grave.taken |= grave.same.iter().any(|id| lives(id) && number(id).is_none());
        grave.same = grave.same.iter().filter_map(number).collect();
        grave.heirs = grave.heirs.iter().filter_map(number).collect();
        let written = streams::push(
            words,
            |count| pack_heap(count, Reached::Gone),
            |words| {
                grave.write(words);
                Ok::<_, std::convert::Infallible>(body)
            },
        );
        let Ok(()) = written;
    }
}

/// Were there threads besides the one that ran, or is one now? One that was not joined counts: what it
/// has done may have come early.
fn are_several(change: Change<'_>) -> bool {
    let Change { loaded, delta, .. } = change;
    let before = |i: usize| loaded.threads.get(i).is_some_and(|section| !section.words.is_empty());
    let after = |i: usize| changed_thread(delta, i).map_or_else(|| before(i), |changed| !changed.section.is_empty());
    let count = |exists: &dyn Fn(usize) -> bool| (0..thread_count(change)).filter(|i| exists(*i)).count();
    count(&before) > 1 || count(&after) > 1
}
