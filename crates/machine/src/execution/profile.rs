//! What executions show of how memory is used, and what to presume from it.

use std::collections::{BTreeMap, BTreeSet};

use crate::image::presumptions::{Lock, Manner, OFFSET_MAX, Presumption, Presumptions, Region, Rule, Use};
use crate::problem::{ThreadId, Threads};
use crate::state::object::ObjectId;

const MAIN: Threads = 1;

/// How one byte was used while there were several threads.
#[derive(Clone, Default, PartialEq, Eq, PartialOrd, Ord)]
struct Facts {
    writers: Threads,
    readers: Threads,
    /// Those that wrote it, and that read it, in functions whose order nobody can tell.
    share_writers: Threads,
    share_readers: Threads,
    /// The other threads that lived when main wrote it, and when main read it.
    beside_write: Threads,
    beside_read: Threads,
    /// The locks that were held at every access; None before the first.
    locks: Option<BTreeSet<Lock>>,
    /// The locks that were held at some access.
    under: BTreeSet<(Region, u32)>,
}

/// An access that was seen.
pub(crate) struct Sighting {
    pub thread: ThreadId,
    pub place: Region,
    pub object: ObjectId,
    pub start: u32,
    pub end: u32,
    pub write: bool,
    pub manner: Manner,
    /// The threads that live, main aside.
    pub living: Threads,
    /// Words that were not used as lock and unlock use those that name owners.
    pub strange: Vec<u32>,
    pub first_dynamic: u32,
}

/// What was seen so far.
#[derive(Default)]
pub struct Profile {
    bytes: BTreeMap<(Region, u32), Facts>,
    /// Words that name owners of locks; whether only lock and unlock looked at them.
    owners: BTreeMap<(Region, u32), bool>,
    /// The locks that threads hold.
    held: BTreeMap<ThreadId, Vec<(Region, ObjectId, u32)>>,
    starters: Threads,
    /// Main ended while others lived.
    left: bool,
    /// Somebody could tell whether others have ended.
    observed: bool,
    /// Somebody was shown the number of a thread.
    numbered: bool,
    /// Somebody asked who waits for something.
    asked: bool,
    /// A number that a thread could have had was given to another.
    again: bool,
    /// A thread beyond what sets hold was seen.
    crowded: bool,
    /// Grows whenever something is seen for the first time.
    news: u64,
}

impl Facts {
    /// A lock that was held at every access.
    fn lock(&self) -> Option<Lock> {
        self.locks.as_ref()?.first().copied()
    }

    /// How much is known; more of it, or other locks, make another number.
    fn extent(&self) -> ([Threads; 6], usize, usize) {
        let &Facts { writers, readers, share_writers, share_readers, beside_write, beside_read, .. } = self;
        let locks = self.locks.as_ref().map_or(usize::MAX, BTreeSet::len);
        let threads = [writers, readers, share_writers, share_readers, beside_write, beside_read];
        (threads, locks, self.under.len())
    }

    fn sharers(&self) -> Threads {
        self.share_writers | self.share_readers
    }

    fn users(&self) -> Threads {
        self.writers | self.readers | self.sharers()
    }
}

impl Profile {
    pub(crate) fn starts(&mut self, by: ThreadId) {
        self.news += 1;
        self.starters |= by.alone();
    }

    pub(crate) fn leaves(&mut self) {
        self.left = true;
    }

    pub(crate) fn observes(&mut self) {
        self.observed = true;
    }

    pub(crate) fn numbers(&mut self) {
        self.numbered = true;
    }

    pub(crate) fn asks(&mut self) {
        self.asked = true;
    }

    pub(crate) fn numbers_again(&mut self) {
        self.again = true;
    }

    /// Did several threads live at the same time?
    pub fn is_concurrent(&self) -> bool {
        self.starters != 0
    }

    /// Another execution begins.
    pub fn begin(&mut self) {
        self.held.clear();
    }

    fn holds(&mut self, thread: ThreadId, lock: (Region, ObjectId, u32), by: i32) {
        let held = self.held.entry(thread).or_default();
        match held.iter().position(|other| *other == lock) {
            Some(at) if by < 0 => drop(held.remove(at)),
            None if by > 0 => held.push(lock),
            _ => {}
        }
    }

    /// Grows whenever something is learnt.
    pub(crate) fn news(&self) -> u64 {
        self.news
    }

    pub(crate) fn saw(&mut self, seen: &Sighting) {
        self.crowded |= seen.thread.0 >= Threads::BITS;
        let own = seen.thread.alone();
        let held = self.held.get(&seen.thread).map_or(&[][..], |held| held);
        let locks: BTreeSet<Lock> = held
            .iter()
            .filter_map(|(_, lock, at)| match (*lock == seen.object, lock.0 < seen.first_dynamic) {
                (true, _) => Some(Lock::Inside { offset: *at }),
                (_, true) => Some(Lock::Global { object: lock.0, offset: *at }),
                _ => None,
            })
            .collect();
        let under: Vec<(Region, u32)> = held.iter().map(|(place, _, at)| (*place, *at)).collect();
        for at in seen.start..seen.end {
            let facts = self.bytes.entry((seen.place, at)).or_default();
            let before = facts.extent();
            facts.under.extend(&under);
            let main = seen.thread.0 == 0;
            match (seen.manner, seen.write) {
                (Manner::Share, true) => facts.share_writers |= own,
                (Manner::Share, false) => facts.share_readers |= own,
                (_, true) => facts.writers |= own,
                (_, false) => facts.readers |= own,
            }
            facts.beside_write |= if main && seen.write { seen.living } else { 0 };
            facts.beside_read |= if main && !seen.write { seen.living } else { 0 };
            match &mut facts.locks {
                Some(before) => before.retain(|lock| locks.contains(lock)),
                None => facts.locks = Some(locks.clone()),
            }
            self.news += (facts.extent() != before) as u64;
        }
        for word in &seen.strange {
            if let Some(plain) = self.owners.get_mut(&(seen.place, *word)) {
                *plain = false;
            }
        }
    }

    /// A thread has, or gives back, the lock whose owner the word at this place names.
    pub(crate) fn saw_hold(&mut self, thread: ThreadId, lock: (Region, ObjectId, u32), by: i32) {
        let (place, _, offset) = lock;
        if offset.is_multiple_of(4) && offset < OFFSET_MAX {
            self.owners.entry((place, offset)).or_insert(true);
            self.holds(thread, lock, by);
        }
    }

    pub fn presumptions(&self) -> Presumptions {
        let mut list: Vec<Presumption> = Vec::new();
        let mut quiet: BTreeSet<(Region, u32)> = self.owners.keys().copied().collect();
        for ((place, at), facts) in &self.bytes {
            if !matches!(self.rule(facts), Rule::Staged { .. }) {
                let own = (*place, at & !3);
                quiet.retain(|lock| *lock == own || !facts.under.contains(lock));
            }
        }
        let guards = self.guards();
        for ((place, at), facts) in &self.bytes {
            if self.names_owner((*place, at & !3), &guards) {
                continue;
            }
            let next = self.presumption((*place, *at), facts);
            match list.last_mut() {
                Some(last) if last.continues(&next) => last.end += 1,
                _ => list.push(next),
            }
        }
        let mut owners = Vec::new();
        // A name is a word: whoever overwrites a part of it overwrites it. Words of which nothing was seen
        // matter if something is guarded by them.
        for ((place, word), plain) in &self.owners {
            if !self.names_owner((*place, *word), &guards) {
                continue;
            }
            let mut facts = self.bytes.range((*place, *word)..(*place, word + 4)).map(|(_, facts)| facts);
            let users = facts.clone().map(Facts::users).reduce(|all, more| all | more);
            let (users, seen) = (users.unwrap_or(Threads::MAX), facts.next().is_some());
            let used = match (plain, quiet.contains(&(*place, *word))) {
                _ if !seen && guards.contains(&(*place, *word)) => Use::Any,
                _ if !seen => continue,
                (false, _) => Use::Any,
                (true, false) => Use::Plain,
                (true, true) => Use::Quiet,
            };
            owners.push(Presumption {
                place: *place,
                start: *word,
                end: word + 4,
                rule: Rule::Owner { used, users },
                under: None,
            });
        }
        owners.append(&mut list);
        match self.crowded {
            true => Presumptions::default(),
            false => {
                let mut all = Presumptions::new(owners, self.starters & !MAIN == 0, !self.left);
                (all.unobserved, all.unnumbered) = (!self.observed, !self.numbered);
                (all.once, all.unasked) = (!self.again, !self.asked);
                all
            }
        }
    }

    /// The words that name the owners of locks which guard something, or may do so.
    fn guards(&self) -> BTreeSet<(Region, u32)> {
        let bytes = self.bytes.iter().filter(|((place, at), _)| !self.owners.contains_key(&(*place, at & !3)));
        bytes.filter_map(|(place, facts)| self.presumption(*place, facts).guard()).collect()
    }

    /// Is this a word that names the owner of a lock, and is used as such? One that is shared by those that
    /// read guards nothing by itself, mostly, and then it is a word like any other.
    fn names_owner(&self, (place, word): (Region, u32), guards: &BTreeSet<(Region, u32)>) -> bool {
        let mut facts = self.bytes.range((place, word)..(place, word + 4)).map(|(_, facts)| facts);
        let shared = facts.any(|facts| facts.sharers() != 0);
        self.owners.contains_key(&(place, word)) && (!shared || guards.contains(&(place, word)))
    }

    fn presumption(&self, (place, at): (Region, u32), facts: &Facts) -> Presumption {
        Presumption { place, start: at, end: at + 1, rule: self.rule(facts), under: facts.lock() }
    }

    fn rule(&self, facts: &Facts) -> Rule {
        let &Facts { beside_write, beside_read, .. } = facts;
        let (writers, readers) = (facts.writers | facts.share_writers, facts.readers | facts.share_readers);
        if writers == 0 {
            return Rule::Staged { writers: 0, readers: Threads::MAX };
        }
        let (others, other_writers) = ((writers | readers) & !MAIN, writers & !MAIN);
        let alone = other_writers == 0 || other_writers.count_ones() == 1 && others == other_writers;
        let stages = self.starters & !MAIN == 0 && beside_write & others == 0 && beside_read & other_writers == 0;
        let apart = (writers | readers).count_ones() == 1;
        if alone && stages || apart {
            return Rule::Staged { writers, readers };
        }
        let &Facts { writers, readers, .. } = facts;
        facts.lock().map_or(Rule::Met { writers, readers, sharers: facts.sharers() }, Rule::Guarded)
    }
}
