//! Transitions that need not be executed because another order of the same leads to the same state.
//!
//! Let s be reached from p by a transition u, and let t be one of another thread that p has as well, of
//! a thread with a lower number. If t and u commute, then t leads from s to where u leads from the state that
//! t leads to from p. So t is *asleep* in s. Every state is found all the same, at the same distance from the
//! start and by the same path: `docs/reductions.md` has the argument, and what commutes to the letter.
//!
//! What sleeps in a state is decided by the one way to it that counts, and travels in its key
//! (`strategy::layers::key`), so nothing is kept for states that were expanded.

use machine::{Pending, ThreadId, Threads};

/// Threads whose transitions can sleep: of those that are about to make one access, the ones with the lowest numbers.
pub(crate) const SLEEPERS_MAX: u32 = 24;

/// Some of these threads, one bit each. Who sleeps in s has a lower number than who has acted, so up to there the
/// same threads are about to make an access in s as in p, and a bit means the same thread in both.
pub(crate) type Sleepers = u32;

/// Gives threads their bits, in ascending order.
pub(crate) struct Beds {
    /// Those that are about to make one access, as many as can sleep.
    plain: [Option<ThreadId>; SLEEPERS_MAX as usize],
    /// How many of them have lower numbers than the thread that was asked for last.
    rank: usize,
}

impl Beds {
    pub(crate) fn new(plain: &Threads) -> Beds {
        let mut beds = Beds { plain: [None; SLEEPERS_MAX as usize], rank: 0 };
        beds.plain.iter_mut().zip(plain).for_each(|(bed, thread)| *bed = Some(thread));
        beds
    }

    /// The bit of a thread, or 0 if it is none that can sleep.
    #[inline]
    pub(crate) fn bit(&mut self, thread: ThreadId) -> Sleepers {
        while let Some(Some(first)) = self.plain.get(self.rank) {
            if *first >= thread {
                return if *first == thread { 1 << self.rank } else { 0 };
            }
            self.rank += 1;
        }
        0
    }
}

/// The transitions of a state that may sleep in those that later ones lead to.
#[derive(Default)]
pub(crate) struct Resting {
    accesses: Vec<(Sleepers, Pending)>,
}

impl Resting {
    pub(crate) fn clear(&mut self) {
        self.accesses.clear();
    }

    /// The transition of the thread with this bit is calm: it makes one access that others can tell, and changes
    /// nothing but memory and its thread.
    pub(crate) fn add(&mut self, bit: Sleepers, access: Pending) {
        self.accesses.push((bit, access));
    }

    /// Those that sleep where another calm transition leads, which makes this access.
    pub(crate) fn asleep_behind(&self, access: &Pending) -> Sleepers {
        let asleep = self.accesses.iter().filter(|(_, other)| !other.meets(access));
        asleep.fold(0, |all, (bit, _)| all | bit)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use machine::ObjectId;

    fn access(object: u32, offset: u32, write: bool) -> Pending {
        let (atomic, volatile, section) = (true, false, false);
        Pending { thread: ThreadId(0), object: ObjectId(object), offset, bytes: 4, write, atomic, volatile, section }
    }

    #[test]
    fn who_accesses_something_else_sleeps() {
        let mut resting = Resting::default();
        resting.add(0b1, access(7, 0, true));
        resting.add(0b10, access(7, 4, false));
        resting.add(0b100, access(8, 4, true));
        // This one cannot sleep.
        resting.add(0, access(9, 0, true));
        assert_eq!(resting.asleep_behind(&access(7, 4, false)), 0b111);
        assert_eq!(resting.asleep_behind(&access(7, 2, false)), 0b110);
        assert_eq!(resting.asleep_behind(&access(7, 2, true)), 0b100);
    }

    #[test]
    fn threads_with_higher_numbers_do_not_change_a_bit() {
        let plain: Threads = [1, 70, 127].map(ThreadId).into_iter().collect();
        let bits = |plain: Threads, threads: &[u32]| {
            let mut beds = Beds::new(&plain);
            threads.iter().map(|thread| beds.bit(ThreadId(*thread))).collect::<Vec<_>>()
        };
        assert_eq!(bits(plain.clone(), &[0, 1, 1, 69, 70, 71, 127, 128]), [0, 0b1, 0b1, 0, 0b10, 0, 0b100, 0]);
        assert_eq!(bits(plain | ThreadId(100).alone(), &[70, 100, 127]), [0b10, 0b100, 0b1000]);
        assert_eq!(bits(Threads::EVERYBODY, &[SLEEPERS_MAX - 1, SLEEPERS_MAX]), [1 << (SLEEPERS_MAX - 1), 0]);
    }
}
