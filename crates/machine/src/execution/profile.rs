//! What executions show of how memory is used, and what to presume from it.

use std::collections::{BTreeMap, BTreeSet};

use smallvec::SmallVec;

use crate::image::presumptions::{
    Births, Lock, Manner, OFFSET_MAX, Presumption, Presumptions, Region, Rule, Use, after,
};
use crate::problem::{ThreadId, Threads};
use crate::state::object::ObjectId;

/// How one byte was used while there were several threads.
#[derive(Clone, Default, PartialEq, Eq, PartialOrd, Ord)]
struct Facts {
    writers: Threads,
    readers: Threads,
    /// Those that wrote it, and that read it, in functions whose order nobody can tell.
    share_writers: Threads,
    share_readers: Threads,
    /// For each of these the other threads that could have acted when it wrote it, and when it read it.
    beside: SmallVec<[(ThreadId, Threads, Threads); 2]>,
    /// The same for all of them together.
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
    /// The threads that may act before this one does.
    pub beside: Threads,
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
    /// A thread was started.
    started: bool,
    /// Another than main has started a thread, or joined one.
    kin: bool,
    /// Who starts whom.
    births: Births,
    /// The numbers that threads had.
    born: Threads,
    /// Numbers do not go back to those to whom they belong.
    scattered: bool,
    /// Somebody asked where the blocks are that ids of threads point to.
    related: bool,
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

/// More may be in the set. Is that new?
fn grow(set: &mut Threads, more: &Threads) -> bool {
    let grows = !more.is_within(set);
    if grows {
        *set |= more;
    }
    grows
}

impl Facts {
    /// A lock that was held at every access.
    fn lock(&self) -> Option<Lock> {
        self.locks.as_ref()?.first().copied()
    }

    /// How many locks there are of either kind: these become fewer, and those more.
    fn locks_seen(&self) -> (usize, usize) {
        (self.locks.as_ref().map_or(usize::MAX, BTreeSet::len), self.under.len())
    }

    /// What could have acted beside a thread that accesses the byte. Is that more than for any thread before?
    fn note_beside(&mut self, thread: ThreadId, write: bool, beside: &Threads) -> bool {
        let at = match self.beside.binary_search_by_key(&thread, |(other, ..)| *other) {
            Ok(known) => known,
            Err(place) => {
                self.beside.insert(place, (thread, Threads::NOBODY, Threads::NOBODY));
                place
            }
        };
        let (_, beside_write, beside_read) = &mut self.beside[at];
        grow(if write { beside_write } else { beside_read }, beside);
        grow(if write { &mut self.beside_write } else { &mut self.beside_read }, beside)
    }

    /// Did each thread access the byte only when those after it could not, of two of which one writes?
    fn is_staged(&self, back: bool) -> bool {
        let (all, writers) = (self.users(), &self.writers | &self.share_writers);
        self.beside.iter().all(|(thread, beside_write, beside_read)| {
            !beside_write.meets(&after(*thread, &all, back)) && !beside_read.meets(&after(*thread, &writers, back))
        })
    }

    fn sharers(&self) -> Threads {
        &self.share_writers | &self.share_readers
    }

    fn users(&self) -> Threads {
        self.sharers() | &self.writers | &self.readers
    }
}

impl Profile {
    pub(crate) fn starts(&mut self) {
        self.news += 1;
        self.started = true;
    }

    pub(crate) fn is_kin(&mut self, by: ThreadId) {
        self.kin |= by.0 != 0;
    }

    pub(crate) fn scatters(&mut self) {
        self.scattered = true;
    }

    pub(crate) fn relates(&mut self) {
        self.related = true;
    }

    /// Who starts whom, as far as it was seen.
    pub(crate) fn births(&self) -> Option<&Births> {
        (!self.scattered).then_some(&self.births)
    }

    /// Can nothing be presumed of who starts whom?
    fn is_scattered(&self) -> bool {
        self.scattered || self.kin && (self.related || self.numbered)
    }

    /// The number of the next thread that this one starts, if those are taken. Once it has got one it keeps it.
    pub(crate) fn number_of_newborn(&mut self, by: ThreadId, taken: &Threads) -> Option<ThreadId> {
        let unused = self.births.of(ThreadId(0)) - taken - &self.born;
        let number = self.births.next(by, taken).or_else(|| unused.first())?;
        self.births.give(number, by);
        self.born.insert(number);
        Some(number)
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
        self.started
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
        self.crowded |= seen.thread.0 >= Threads::BOUND;
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
            let before = facts.locks_seen();
            facts.under.extend(&under);
            let users = match (seen.manner, seen.write) {
                (Manner::Share, true) => &mut facts.share_writers,
                (Manner::Share, false) => &mut facts.share_readers,
                (_, true) => &mut facts.writers,
                (_, false) => &mut facts.readers,
            };
            let mut more = !users.contains(seen.thread);
            users.insert(seen.thread);
            more |= facts.note_beside(seen.thread, seen.write, &seen.beside);
            match &mut facts.locks {
                Some(before) => before.retain(|lock| locks.contains(lock)),
                None => facts.locks = Some(locks.clone()),
            }
            self.news += u64::from(more || facts.locks_seen() != before);
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
                facts.under.iter().filter(|lock| **lock != own).for_each(|lock| _ = quiet.remove(lock));
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
            let (users, seen) = (users.unwrap_or(Threads::EVERYBODY), facts.next().is_some());
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
                let mut all = Presumptions::new(owners, !self.kin && !self.scattered, !self.left);
                all.births = (!self.is_scattered()).then(|| self.births.clone());
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
        let shared = facts.any(|facts| !facts.sharers().is_empty());
        self.owners.contains_key(&(place, word)) && (!shared || guards.contains(&(place, word)))
    }

    fn presumption(&self, (place, at): (Region, u32), facts: &Facts) -> Presumption {
        Presumption { place, start: at, end: at + 1, rule: self.rule(facts), under: facts.lock() }
    }

    fn rule(&self, facts: &Facts) -> Rule {
        let (writers, readers) = (&facts.writers | &facts.share_writers, &facts.readers | &facts.share_readers);
        if writers.is_empty() {
            return Rule::Staged { writers, readers: Threads::EVERYBODY, back: false };
        }
        if self.kin && !facts.sharers().is_empty() {
            // Its words have names of threads, which the program must not read.
            let (writers, readers) = (facts.writers.clone(), facts.readers.clone());
            return Rule::Met { writers, readers, sharers: facts.sharers() };
        }
        let apart = facts.users().len() == 1;
        let order = [false, true].into_iter().find(|back| apart || !self.is_scattered() && facts.is_staged(*back));
        if let Some(back) = order {
            return Rule::Staged { writers, readers, back };
        }
        let (writers, readers) = (facts.writers.clone(), facts.readers.clone());
        facts.lock().map_or_else(|| Rule::Met { writers, readers, sharers: facts.sharers() }, Rule::Guarded)
    }
}
