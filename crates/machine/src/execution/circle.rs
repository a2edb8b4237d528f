//! Threads that wait for each other while others may go on.
//!
//! A waiting thread needs all the threads to act that it waits for: the owner of a mutex, the thread
//! it joins, every reader of a lock that it wants to write. So some threads are stuck for ever if each
//! of them waits for one of them.

use ir::contract;
use smallvec::SmallVec;

use crate::problem::{ThreadId, Threads};

/// A set in the runtime's memory.
pub(crate) const SET_BYTES: u32 = contract::THREADS_MAX / 8;

/// Blocked threads, and whom each waits for. Nobody in particular is the empty set.
pub(crate) type Waits = SmallVec<[(ThreadId, Threads); 8]>;

/// May somebody who could join the owners have to wait for them instead?
pub fn may_queue(word: u32) -> bool {
    word & (contract::OWNERS | contract::FIRST) == contract::OWNERS
}

/// The owners that a word names, as `owner` of `__augur_wait`. `before` reads the word that lies so many
/// bytes before it.
pub fn owners(word: u32, before: impl Fn(u32) -> Option<u32>) -> Option<Threads> {
    let word_at = |i| Some(Threads::from(before(SET_BYTES - 4 * i)?) << (32 * i));
    let several = word & contract::OWNERS != 0;
    match if several { word & !contract::FIRST } else { word & contract::OWNER } {
        0 => Some(0),
        contract::OWNERS => (0..SET_BYTES / 4).try_fold(0, |set, i| Some(set | word_at(i)?)),
        _ if several => Some(0),
        number => Some(ThreadId(number - 1).alone()),
    }
}

/// Those that wait for each other, directly or through others, and so for ever.
fn stuck(waits: &[(ThreadId, Threads)]) -> Threads {
    let mut stuck = waits.iter().fold(0, |set, (thread, _)| set | thread.alone());
    loop {
        let waiting = waits.iter().filter(|(thread, whom)| thread.alone() & stuck != 0 && whom & stuck != 0);
        let less = waiting.fold(0, |set, (thread, _)| set | thread.alone());
        if less == stuck {
            return stuck;
        }
        stuck = less;
    }
}

pub(crate) fn exists(waits: &[(ThreadId, Threads)]) -> bool {
    waits.iter().any(|(_, whom)| *whom != 0) && stuck(waits) != 0
}

/// A circle of threads that wait for each other, as short as can be, from the lowest thread that is in one.
pub(crate) fn find(waits: &[(ThreadId, Threads)]) -> Option<Vec<ThreadId>> {
    let stuck = stuck(waits);
    let whom = |thread: ThreadId| waits.iter().find(|(t, _)| *t == thread).map_or(0, |(_, whom)| whom & stuck);
    waits.iter().map(|(thread, _)| *thread).find_map(|start| way_back(start, &whom))
}

/// The shortest way from a thread to itself.
fn way_back(start: ThreadId, whom: &impl Fn(ThreadId) -> Threads) -> Option<Vec<ThreadId>> {
    let mut ways = vec![vec![start]];
    let mut seen = 0;
    while !ways.is_empty() {
        let mut longer = Vec::new();
        for way in ways {
            let mut next = whom(*way.last()?) & !seen;
            while next != 0 {
                let thread = ThreadId(next.trailing_zeros());
                if thread == start {
                    return Some(way);
                }
                next &= next - 1;
                seen |= thread.alone();
                longer.push(way.iter().copied().chain([thread]).collect());
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
        let set = |whom: &[u32]| whom.iter().fold(0, |set, t| set | ThreadId(*t).alone());
        let waits: Waits = waits.iter().map(|(t, whom)| (ThreadId(*t), set(whom))).collect();
        let expected = expected.map(|list| list.iter().map(|t| ThreadId(*t)).collect::<Vec<_>>());
        assert_eq!(exists(&waits), expected.is_some());
        assert_eq!(find(&waits), expected);
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
    fn owners_are_read() {
        let before = |by: u32| (by <= 16).then_some([0, 0, 0, 5][(by / 4 - 1) as usize]);
        assert_eq!(owners(0, before), Some(0));
        assert_eq!(owners(3, before), Some(0b100));
        assert_eq!(owners(contract::OWNERS, before), Some(0b101));
        assert_eq!(owners(contract::OWNERS | contract::FIRST, before), Some(0b101));
        assert_eq!(owners(contract::OWNERS | 1, before), Some(0));
        assert_eq!(owners(contract::OWNERS, |_| None), None);
    }
}
