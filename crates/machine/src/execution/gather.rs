//! Threads that meet at a barrier: on whom it depends what comes of one that arrives there.
//!
//! Who arrives is one more in a set, whoever was there before, unless it is the last. As long as no more
//! threads use the barrier than must come, a round does not end without each of them, so what the others
//! do before one of them has come does not depend on when it does. `docs/reductions.md` has the argument.

use ir::{LibraryRole, Shadow, Word, contract};

use crate::execution::circle::SET_BYTES;
use crate::execution::judge::EVERYBODY;
use crate::execution::memory::Access;
use crate::execution::vm::Vm;
use crate::image::presumptions::{Presumptions, Region, Rule};
use crate::problem::{ThreadId, Threads};

/// A barrier at which no more threads ever arrive than must come for a round to end.
pub(crate) struct Gathering {
    /// Those that arrive there, sometime, and have not in this round; of those that the set beside the barrier has
    /// no bits for, all.
    missing: Threads,
    /// Those that do anything else with the barrier.
    others: Threads,
}

impl Gathering {
    /// The barrier whose word that says how many must come is at this offset; `peek` reads words of its object.
    /// None if others than are needed may arrive, or nothing is known.
    pub(crate) fn find(
        presumptions: &Presumptions,
        (place, offset): (Region, u32),
        mut peek: impl FnMut(u32) -> Option<u32>,
    ) -> Option<Gathering> {
        let parties = peek(offset)?;
        if parties & contract::GATHERS == 0 {
            return None;
        }
        let start = offset.checked_sub(SET_BYTES)?;
        let words = (0..SET_BYTES / 4).map(|i| Some(u128::from(peek(start + 4 * i)?) << (32 * i)));
        let come = Threads::near(words.sum::<Option<u128>>()?);
        let (users, others) = users(presumptions, place, start, offset + 4)?;
        let enough = users.len() <= parties & !(contract::OWNERS | contract::GATHERS);
        enough.then_some(Gathering { missing: users - come, others })
    }

    /// Whom a thread meets that arrives. If it matters who is last: of two that are missing one is not.
    fn met_by(&self, thread: ThreadId, last_matters: bool) -> Threads {
        match last_matters {
            false => self.others.clone(),
            true if self.far().is_empty() => &self.others | self.partner(thread),
            true => &self.others | &self.missing,
        }
    }

    /// Those of which it is not known whether they are missing.
    fn far(&self) -> Threads {
        &self.missing - Threads::below(ThreadId(contract::SET_MAX))
    }

    /// Another one of those that are missing. As far as that is possible they go in pairs.
    fn partner(&self, thread: ThreadId) -> Threads {
        let before = &self.missing & Threads::below(thread);
        let after = &self.missing - &before - thread.alone();
        let partner = match before.len().is_multiple_of(2) {
            true => after.first().or(before.first()),
            false => before.last(),
        };
        partner.into_iter().collect()
    }

    /// Some of whom one must act before those that wait there can go on.
    pub(crate) fn awaited(&self, living: &Threads) -> Threads {
        let far = self.far();
        let near = &self.missing - &far;
        match (&near & living).first().or(near.first()) {
            Some(missing) => &self.others | missing.alone(),
            None if far.is_empty() => EVERYBODY,
            // One of them is.
            None => &self.others | far,
        }
    }
}

/// Who arrives at the barrier that has these bytes, and who does anything else with it. Who arrives looks at
/// all of them, so it is one of those who are presumed to access any of them that is not only read.
fn users(presumptions: &Presumptions, place: Region, start: u32, end: u32) -> Option<(Threads, Threads)> {
    let (mut at, mut users, mut others) = (start, Threads::NOBODY, Threads::NOBODY);
    while at < end {
        let (rule, next) = presumptions.rule(place, at, end);
        match rule? {
            Rule::Met { writers, readers, sharers } => {
                users |= sharers;
                others |= writers | readers;
            }
            Rule::Staged { writers, .. } if writers.is_empty() => {}
            _ => return None,
        }
        at = next;
    }
    (!users.is_empty()).then_some((users, others))
}

impl Vm<'_> {
    /// If this wait says that its thread arrives at a barrier: who could tell when.
    pub(crate) fn met_at_barrier(&mut self, thread: ThreadId, word: Word, owner: Word) -> Option<Threads> {
        if word != owner || !self.is_within(thread, LibraryRole::Gathers) {
            return None;
        }
        let Ok(Access { object, offset, .. }) = self.memory.check(word, 4, false) else { return Some(EVERYBODY) };
        if !self.visible(object) {
            return None;
        }
        let (Some(place), false) = self.place_of(object) else { return Some(EVERYBODY) };
        let start = offset.saturating_sub(SET_BYTES);
        self.memory.note(object, start, offset + 4 - start);
        let (slot, mixtures) = (&self.memory.slots[object.index()], &mut self.memory.mixtures);
        let peek = |at| {
            let word = slot.object.read(mixtures, at, 32);
            u32::try_from(word.bits).ok().filter(|_| word.shadow == Shadow::CLEAN)
        };
        let found = Gathering::find(self.presuming.presumptions, (place, offset), peek);
        Some(found.map_or(EVERYBODY, |found| found.met_by(thread, self.image.last_matters)))
    }
}
