//! Transitions that need not be executed because another order of the same leads to the same state.
//!
//! Let s be reached from p by a transition u, and let t be one of another thread that p has as well, of
//! a thread with a lower number. If t and u commute, then t leads from s to where u leads from the state that
//! t leads to from p. So t is *asleep* in s. Every state is found all the same, at the same distance from the
//! start and by the same path: `docs/reductions.md` has the argument, and what commutes to the letter.
//!
//! What sleeps in a state is decided by the one way to it that counts, and travels in its key
//! (`strategy::layers::key`), so nothing is kept for states that were expanded.

use machine::{Pending, ThreadId};

/// Threads whose transitions can sleep: those with the lowest numbers.
pub(crate) const SLEEPERS_MAX: u32 = 24;

/// Some of these threads, one bit each.
pub(crate) type Sleepers = u32;

/// The bit of a thread, if it is one that can sleep.
fn bit(thread: ThreadId) -> Option<Sleepers> {
    (thread.0 < SLEEPERS_MAX).then(|| 1 << thread.0)
}

pub(crate) fn sleeps(sleepers: Sleepers, thread: ThreadId) -> bool {
    bit(thread).is_some_and(|bit| sleepers & bit != 0)
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

    /// This transition is calm: it makes one access that others can tell, and changes nothing but memory and
    /// its thread.
    pub(crate) fn add(&mut self, thread: ThreadId, access: Pending) {
        self.accesses.extend(bit(thread).map(|bit| (bit, access)));
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
        resting.add(ThreadId(1), access(7, 0, true));
        resting.add(ThreadId(2), access(7, 4, false));
        resting.add(ThreadId(3), access(8, 4, true));
        resting.add(ThreadId(SLEEPERS_MAX), access(9, 0, true));
        assert_eq!(resting.asleep_behind(&access(7, 4, false)), 0b1110);
        assert_eq!(resting.asleep_behind(&access(7, 2, false)), 0b1100);
        assert_eq!(resting.asleep_behind(&access(7, 2, true)), 0b1000);
        assert!(sleeps(0b100, ThreadId(2)) && !sleeps(0b100, ThreadId(1)) && !sleeps(!0, ThreadId(24)));
    }
}
