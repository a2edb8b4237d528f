//! Which threads are enough: those that the others cannot meet before one of them acts.
//!
//! A transition meets the threads that could tell when it happens, now or in their future
//! ([`Machine::met`]). A set of threads is *closed* if it has everybody whom the transitions of its
//! threads meet and, with each thread that is blocked, one that must act first. What the others do
//! commutes with what a closed set does next, however much it is, so to explore one closed set is
//! enough, as long as nobody is left for later for ever. `docs/reductions.md` has the argument.
//!
//! [`Machine::met`]: machine::Machine::met

use machine::{ThreadId, Threads};

/// What is known of the threads of a state.
#[derive(Default)]
pub(crate) struct Company {
    /// Those that can act.
    enabled: Threads,
    /// Those that were asked.
    asked: Threads,
    /// Whom each thread that was asked brings along.
    brings: Vec<Threads>,
}

impl Company {
    /// About another state, in which these can act.
    pub(crate) fn begin(&mut self, enabled: Threads) {
        (self.enabled, self.asked) = (enabled, 0);
    }

    /// What a thread brings along, if that is known.
    fn brought(&self, thread: ThreadId) -> Option<Threads> {
        (self.asked & thread.alone() != 0).then(|| self.brings[thread.index()])
    }

    /// A thread brings these along, besides those that it is known to bring.
    pub(crate) fn bring(&mut self, thread: ThreadId, others: Threads) {
        let place = thread.index();
        if self.brings.len() <= place {
            self.brings.resize(place + 1, 0);
        }
        self.brings[place] = self.brought(thread).unwrap_or(0) | others;
        self.asked |= thread.alone();
    }

    /// The closed set of this thread or, if that cannot be told yet, one that must be asked first.
    pub(crate) fn closed(&self, seed: ThreadId) -> Result<Threads, ThreadId> {
        let (mut set, mut asked): (Threads, Threads) = (seed.alone(), 0);
        while let Some(thread) = first(set & !asked) {
            set |= self.brought(thread).ok_or(thread)?;
            asked |= thread.alone();
        }
        Ok(set)
    }

    /// The closed set with the fewest threads that can act; None if that is no fewer than all. For when
    /// everybody was asked.
    pub(crate) fn smallest(&self) -> Option<Threads> {
        let sets = members(self.enabled).filter_map(|seed| self.closed(seed).ok());
        let smallest = sets.min_by_key(|set| (set & self.enabled).count_ones())?;
        (smallest & self.enabled != self.enabled).then_some(smallest)
    }

    pub(crate) fn is_enabled(&self, thread: ThreadId) -> bool {
        self.enabled & thread.alone() != 0
    }

    /// Are those all that can act?
    pub(crate) fn is_all(&self, set: Threads) -> bool {
        self.enabled & !set == 0
    }
}

fn first(set: Threads) -> Option<ThreadId> {
    (set != 0).then(|| ThreadId(set.trailing_zeros()))
}

fn members(mut set: Threads) -> impl Iterator<Item = ThreadId> {
    std::iter::from_fn(move || {
        let thread = first(set)?;
        set &= !thread.alone();
        Some(thread)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_meets_nobody_is_enough() {
        let mut company = Company::default();
        company.begin(0b111);
        assert_eq!(company.closed(ThreadId(1)), Err(ThreadId(1)));
        company.bring(ThreadId(1), 0b10);
        assert_eq!(company.closed(ThreadId(1)), Ok(0b10));
    }

    #[test]
    fn whom_one_meets_comes_along_with_whom_that_one_meets() {
        let mut company = Company::default();
        company.begin(0b1111);
        company.bring(ThreadId(0), 0b10);
        assert_eq!(company.closed(ThreadId(0)), Err(ThreadId(1)));
        company.bring(ThreadId(1), 0b100);
        company.bring(ThreadId(2), 0);
        assert_eq!(company.closed(ThreadId(0)), Ok(0b111));
        company.bring(ThreadId(3), 0b1111);
        assert_eq!(company.smallest(), Some(0b100));
    }

    #[test]
    fn everybody_is_no_smaller_set() {
        let mut company = Company::default();
        company.begin(0b11);
        company.bring(ThreadId(0), 0b11);
        company.bring(ThreadId(1), 0b11);
        assert_eq!(company.smallest(), None);
    }
}
