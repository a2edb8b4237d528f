//! Which threads are enough: those that the others cannot meet before one of them acts.
//!
//! A transition meets the threads that could tell when it happens, now or in their future
//! ([`Machine::met`]). A set of threads is *closed* if it has everybody whom the transitions of its
//! threads meet and, with each thread that is blocked, one that must act first. What the others do
//! commutes with what a closed set does next, however much it is, so to explore one closed set is
//! enough, as long as nobody is left for later for ever. `docs/reductions.md` has the argument.
//!
//! [`Machine::met`]: machine::Machine::met

use std::cmp::Reverse;

use machine::{ThreadId, Threads, each_thread, first_thread};

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

    /// What a thread brings along, as far as that is known.
    fn brought(&self, thread: ThreadId) -> Threads {
        if self.asked & thread.alone() == 0 { 0 } else { self.brings[thread.index()] }
    }

    /// A thread brings these along, besides those that it is known to bring.
    pub(crate) fn bring(&mut self, thread: ThreadId, others: Threads) {
        let place = thread.index();
        if self.brings.len() <= place {
            self.brings.resize(place + 1, 0);
        }
        self.brings[place] = self.brought(thread) | others;
        self.asked |= thread.alone();
    }

    /// A closed set with few threads that can act; None if that is no fewer than all. Asks `tell` about threads
    /// as it needs them: a thread that is enough by itself ends the matter, and otherwise all have been asked.
    pub(crate) fn enough(&mut self, mut tell: impl FnMut(&mut Self, ThreadId)) -> Option<Threads> {
        let mut rest = self.enabled;
        while let Some(seed) = last(rest) {
            rest &= !seed.alone();
            let set = self.closed(seed, &mut tell);
            if (set & self.enabled).count_ones() == 1 && !self.is_all(set) {
                return Some(set);
            }
        }
        self.smallest()
    }

    /// The closed set of a thread. Asks about those in it that were not asked yet.
    fn closed(&mut self, seed: ThreadId, mut tell: impl FnMut(&mut Self, ThreadId)) -> Threads {
        let (mut set, mut rest) = (seed.alone(), seed.alone());
        while let Some(thread) = first_thread(rest) {
            if self.asked & thread.alone() == 0 {
                tell(self, thread);
            }
            let brought = self.brought(thread);
            rest = (rest | brought & !set) & !thread.alone();
            set |= brought;
        }
        set
    }

    /// The closed set of a thread, of those that were asked; None if it has all that can act.
    fn closed_again(&self, seed: ThreadId) -> Option<Threads> {
        let (mut set, mut rest) = (seed.alone(), seed.alone());
        while let Some(thread) = first_thread(rest) {
            let brought = self.brought(thread);
            rest = (rest | brought & !set) & !thread.alone();
            set |= brought;
            if self.is_all(set) {
                return None;
            }
        }
        Some(set)
    }

    /// The closed set with the fewest threads that can act; None if that is no fewer than all. For when
    /// everybody was asked.
    fn smallest(&self) -> Option<Threads> {
        let sets = each_thread(self.enabled).filter_map(|seed| self.closed_again(seed));
        sets.max_by_key(|set| Reverse((set & self.enabled).count_ones()))
    }

    pub(crate) fn is_enabled(&self, thread: ThreadId) -> bool {
        self.enabled & thread.alone() != 0
    }

    /// Are those all that can act?
    fn is_all(&self, set: Threads) -> bool {
        self.enabled & !set == 0
    }
}

/// Who was started last of them.
fn last(set: Threads) -> Option<ThreadId> {
    (set != 0).then(|| ThreadId(set.ilog2()))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A state in which all threads can act, each of which brings these.
    fn state(brings: &[Threads]) -> (Company, impl Fn(&mut Company, ThreadId)) {
        let mut company = Company::default();
        company.begin((1 << brings.len()) - 1);
        (company, |company: &mut Company, thread: ThreadId| company.bring(thread, brings[thread.index()]))
    }

    #[test]
    fn who_meets_nobody_is_enough() {
        let (mut company, tell) = state(&[0b111, 0b10, 0b111]);
        assert_eq!(company.enough(tell), Some(0b10));
    }

    #[test]
    fn whom_one_meets_comes_along_with_whom_that_one_meets() {
        let (mut company, tell) = state(&[0b10, 0b100, 0b1, 0b1111]);
        assert_eq!(company.enough(&tell), Some(0b111));
        assert_eq!(company.closed(ThreadId(1), &tell), 0b111);
    }

    #[test]
    fn one_is_enough_though_another_brings_two() {
        let (mut company, tell) = state(&[0b1, 0b110, 0b110]);
        assert_eq!(company.enough(&tell), Some(0b1));
        let (mut company, tell) = state(&[0b11, 0b11, 0b1, 0b11000, 0b11000]);
        assert_eq!(company.enough(&tell), Some(0b11000));
    }

    #[test]
    fn who_is_alone_needs_nobody_but_is_everybody() {
        let (mut company, tell) = state(&[0b1]);
        assert_eq!(company.enough(tell), None);
    }

    #[test]
    fn everybody_is_no_smaller_set() {
        let (mut company, tell) = state(&[0b11, 0b11]);
        assert_eq!(company.enough(tell), None);
    }
}
