//! Threads that wait for each other while others may go on.
//!
//! A waiting thread needs all the threads to act that it waits for: the owner of a mutex, the thread
//! it joins, every reader of a lock that it wants to write. So some threads are stuck for ever if each
//! of them waits for one of them.

use std::collections::{BTreeMap, BTreeSet};

use ir::contract;
use smallvec::SmallVec;

use crate::problem::{ThreadId, Threads};

/// A set in the runtime's memory.
pub(crate) const SET_BYTES: u32 = contract::SET_MAX / 8;

/// Whom a thread waits for, who must all act.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Owners {
    Nobody,
    One(ThreadId),
    All(Threads),
}

impl Owners {
    /// One of them, the lowest.
    pub fn first(&self) -> Option<ThreadId> {
        self.list().next()
    }

    pub fn list(&self) -> impl Iterator<Item = ThreadId> + '_ {
        let (one, set) = match self {
            Owners::Nobody => (None, None),
            Owners::One(thread) => (Some(*thread), None),
            Owners::All(set) => (None, Some(set)),
        };
        one.into_iter().chain(set.into_iter().flatten())
    }

    /// As a set. None if there are some that no set has.
    pub(crate) fn set(self) -> Option<Threads> {
        match self {
            Owners::Nobody => Some(Threads::NOBODY),
            Owners::One(thread) => Some(thread.alone()).filter(|set| !set.is_empty()),
            Owners::All(set) => Some(set),
        }
    }
}

/// Blocked threads, and whom each waits for.
pub(crate) type Waits = SmallVec<[(ThreadId, Owners); 8]>;

/// May somebody who could join the owners have to wait for them instead?
pub fn may_queue(word: u32) -> bool {
    word & (contract::OWNERS | contract::FIRST) == contract::OWNERS
}

/// The owners that a word names, as `owner` of `__augur_wait`. `before` reads the word that lies so many
/// bytes before it.
pub fn owners(word: u32, before: impl Fn(u32) -> Option<u32>) -> Option<Owners> {
    let word_at = |i| Some(u128::from(before(SET_BYTES - 4 * i)?) << (32 * i));
    let several = word & contract::OWNERS != 0;
    match if several { word & !contract::FIRST } else { word & contract::OWNER } {
        0 => Some(Owners::Nobody),
        contract::OWNERS => {
            let set = (0..SET_BYTES / 4).try_fold(0, |set, i| Some(set | word_at(i)?))?;
            Some(Owners::All(Threads::near(set)))
        }
        _ if several => Some(Owners::Nobody),
        number => Some(Owners::One(ThreadId(number - 1))),
    }
}

/// Those that wait for each other, directly or through others, and so for ever.
fn stuck(waits: &[(ThreadId, Owners)]) -> SmallVec<[ThreadId; 8]> {
    let alone = |thread: ThreadId| Some(thread.alone()).filter(|set| !set.is_empty());
    let sets = waits.iter().map(|(thread, whom)| Some((alone(*thread)?, whom.clone().set()?)));
    match sets.collect::<Option<SmallVec<[(Threads, Threads); 8]>>>() {
        Some(sets) => Owners::All(stuck_few(&sets)).list().collect(),
        None => stuck_many(waits),
    }
}

fn stuck_few(waits: &[(Threads, Threads)]) -> Threads {
    let mut stuck = waits.iter().fold(Threads::NOBODY, |set, (thread, _)| set | thread);
    loop {
        let waiting = waits.iter().filter(|(thread, whom)| thread.meets(&stuck) && whom.meets(&stuck));
        let less = waiting.fold(Threads::NOBODY, |set, (thread, _)| set | thread);
        if less == stuck {
            return stuck;
        }
        stuck = less;
    }
}

/// The same without sets of bits.
#[cold]
fn stuck_many(waits: &[(ThreadId, Owners)]) -> SmallVec<[ThreadId; 8]> {
    let mut stuck: BTreeSet<ThreadId> = waits.iter().map(|(thread, _)| *thread).collect();
    loop {
        let waiting = waits
            .iter()
            .filter(|(thread, whom)| stuck.contains(thread) && whom.list().any(|other| stuck.contains(&other)));
        let less: BTreeSet<ThreadId> = waiting.map(|(thread, _)| *thread).collect();
        if less.len() == stuck.len() {
            return stuck.into_iter().collect();
        }
        stuck = less;
    }
}

/// Do some of these wait for each other? Threads that wait for the same may come together.
pub(crate) fn exists(waits: &[(Threads, Threads)]) -> bool {
    waits.iter().any(|(_, whom)| !whom.is_empty()) && !stuck_few(waits).is_empty()
}

/// A circle of threads that wait for each other, as short as can be, from the lowest thread that is in one.
pub(crate) fn find(waits: &[(ThreadId, Owners)]) -> Option<Vec<ThreadId>> {
    let stuck: BTreeSet<ThreadId> = stuck(waits).into_iter().collect();
    let waits_for: BTreeMap<ThreadId, &Owners> = waits.iter().map(|(thread, whom)| (*thread, whom)).collect();
    let whom = |thread: ThreadId| {
        let whom = waits_for.get(&thread).copied().unwrap_or(&Owners::Nobody);
        whom.list().filter(|other| stuck.contains(other)).collect::<Vec<_>>()
    };
    waits.iter().map(|(thread, _)| *thread).find_map(|start| way_back(start, &whom))
}

/// The shortest way from a thread to itself.
fn way_back(start: ThreadId, whom: &impl Fn(ThreadId) -> Vec<ThreadId>) -> Option<Vec<ThreadId>> {
    let mut ways = vec![vec![start]];
    let mut seen = BTreeSet::new();
    while !ways.is_empty() {
        let mut longer = Vec::new();
        for way in ways {
            for thread in whom(*way.last()?) {
                if thread == start {
                    return Some(way);
                }
                if seen.insert(thread) {
                    longer.push(way.iter().copied().chain([thread]).collect());
                }
            }
        }
        ways = longer;
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(waits: &[(u32, &[u32])], expected: Option<&[u32]>) {
        let set = |whom: &[u32], by: u32| match whom {
            [] => Owners::Nobody,
            [one] => Owners::One(ThreadId(*one + by)),
            _ => Owners::All(whom.iter().map(|t| ThreadId(*t)).collect()),
        };
        let by = |by: u32| -> Waits { waits.iter().map(|(t, whom)| (ThreadId(*t + by), set(whom, by))).collect() };
        let single = waits.iter().all(|(_, whom)| whom.len() < 2);
        let waits = by(0);
        let expected = expected.map(|list| list.iter().map(|t| ThreadId(*t)).collect::<Vec<_>>());
        let sets: Vec<_> = waits.iter().map(|(thread, whom)| (thread.alone(), whom.clone().set().unwrap())).collect();
        assert_eq!(exists(&sets), expected.is_some());
        assert_eq!(find(&waits), expected);
        // The same among threads that are in no set.
        if single {
            let far = expected.map(|list| list.iter().map(|t| ThreadId(t.0 + Threads::BOUND)).collect::<Vec<_>>());
            assert_eq!(find(&by(Threads::BOUND)), far);
        }
    }

    #[test]
    fn circles_are_found() {
        check(&[(0, &[]), (1, &[2])], None);
        check(&[(1, &[1])], Some(&[1]));
        check(&[(0, &[1]), (1, &[2]), (2, &[1])], Some(&[1, 2]));
        check(&[(0, &[3]), (1, &[2]), (2, &[3])], None);
        // A writer waits for two readers, one of which waits for it.
        check(&[(0, &[1, 2]), (2, &[0])], Some(&[0, 2]));
        check(&[(0, &[1, 2]), (1, &[3]), (2, &[4]), (4, &[0])], Some(&[0, 2, 4]));
    }

    #[test]
    fn threads_that_wait_for_the_same_come_together() {
        let exists = |waits: &[(u128, u128)]| {
            let sets = waits.iter().map(|(threads, whom)| (Threads::near(*threads), Threads::near(*whom)));
            exists(&sets.collect::<Vec<_>>())
        };
        assert!(!exists(&[(0b110, 0b1), (0b1000, 0b10)]));
        assert!(exists(&[(0b110, 0b1000), (0b1000, 0b100)]));
        assert!(exists(&[(0b110, 0b10)]));
        assert!(!exists(&[(0b110, 0), (0b1000, 0)]));
    }

    #[test]
    fn owners_are_read() {
        let before = |by: u32| (by <= 16).then_some([0, 0, 0, 5][(by / 4 - 1) as usize]);
        assert_eq!(owners(0, before), Some(Owners::Nobody));
        assert_eq!(owners(3, before), Some(Owners::One(ThreadId(2))));
        assert_eq!(owners(contract::OWNERS, before), Some(Owners::All(Threads::near(0b101))));
        assert_eq!(owners(contract::OWNERS | contract::FIRST, before), Some(Owners::All(Threads::near(0b101))));
        assert_eq!(owners(contract::OWNERS | 1, before), Some(Owners::Nobody));
        assert_eq!(owners(contract::OWNERS, |_| None), None);
    }
}
