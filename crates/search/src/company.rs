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

static NOBODY: Threads = Threads::NOBODY;

/// What is known of the threads of a state.
#[derive(Default)]
pub(crate) struct Company {
    /// Those that can act.
    enabled: Threads,
    /// Those that were asked.
    asked: Threads,
    /// Whom each thread that was asked brings along.
    brings: Vec<Threads>,
    /// Those whose closed sets are known.
    settled: Threads,
    /// The closed set of each thread for which it is known.
    sets: Vec<Threads>,
}

impl Company {
    /// About another state, in which these can act.
    pub(crate) fn begin(&mut self, enabled: Threads) {
        (self.enabled, self.asked, self.settled) = (enabled, Threads::NOBODY, Threads::NOBODY);
    }

    /// What a thread brings along, as far as that is known.
    fn brought(&self, thread: ThreadId) -> &Threads {
        if self.asked.contains(thread) { &self.brings[thread.index()] } else { &NOBODY }
    }

    /// A thread brings these along, besides those that it is known to bring.
    pub(crate) fn bring(&mut self, thread: ThreadId, others: Threads) {
        let known = self.brought(thread) | others;
        *place_of(&mut self.brings, thread) = known;
        self.asked.insert(thread);
    }

    /// A closed set with few threads that can act; None if that is no fewer than all. Asks `tell` about threads
    /// as it needs them: a thread that is enough by itself ends the matter, and otherwise all have been asked.
    pub(crate) fn enough(&mut self, mut tell: impl FnMut(&mut Self, ThreadId)) -> Option<Threads> {
        let (mut rest, mut fewest) = (self.enabled.clone(), None);
        // Who was started last comes first.
        while let Some(seed) = rest.last() {
            rest.remove(seed);
            let set = self.closed(seed, &mut tell);
            let count = (&set & &self.enabled).len();
            if !self.is_all(&set) && fewest.as_ref().is_none_or(|(least, _)| count < *least) {
                fewest = Some((count, set));
                if count == 1 {
                    break;
                }
            }
        }
        fewest.map(|(_, set)| set)
    }

    /// The closed set of a thread. Asks about those in it that were not asked yet.
    fn closed(&mut self, seed: ThreadId, mut tell: impl FnMut(&mut Self, ThreadId)) -> Threads {
        let (mut set, mut rest) = (seed.alone(), seed.alone());
        while let Some(thread) = rest.first() {
            if self.settled.contains(thread) {
                let closed = &self.sets[thread.index()];
                set |= closed;
                rest = &rest - closed;
                continue;
            }
            if !self.asked.contains(thread) {
                tell(self, thread);
            }
            let brought = self.brought(thread);
            rest |= brought - &set;
            rest.remove(thread);
            set |= brought;
        }
        self.settled.insert(seed);
        place_of(&mut self.sets, seed).clone_from(&set);
        set
    }

    pub(crate) fn is_enabled(&self, thread: ThreadId) -> bool {
        self.enabled.contains(thread)
    }

    /// Are those all that can act?
    fn is_all(&self, set: &Threads) -> bool {
        self.enabled.is_within(set)
    }
}

/// What a list has for a thread.
fn place_of(list: &mut Vec<Threads>, thread: ThreadId) -> &mut Threads {
    if list.len() <= thread.index() {
        list.resize(thread.index() + 1, Threads::NOBODY);
    }
    &mut list[thread.index()]
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A state in which all threads can act, each of which brings these.
    fn state(brings: &[u128]) -> (Company, impl Fn(&mut Company, ThreadId)) {
        let mut company = Company::default();
        company.begin(Threads::near((1 << brings.len()) - 1));
        let bring =
            |company: &mut Company, thread: ThreadId| company.bring(thread, Threads::near(brings[thread.index()]));
        (company, bring)
    }

    fn some(set: u128) -> Option<Threads> {
        Some(Threads::near(set))
    }

    #[test]
    fn who_meets_nobody_is_enough() {
        let (mut company, tell) = state(&[0b111, 0b10, 0b111]);
        assert_eq!(company.enough(tell), some(0b10));
    }

    #[test]
    fn whom_one_meets_comes_along_with_whom_that_one_meets() {
        let (mut company, tell) = state(&[0b10, 0b100, 0b1, 0b1111]);
        assert_eq!(company.enough(&tell), some(0b111));
        assert_eq!(company.closed(ThreadId(1), &tell), Threads::near(0b111));
    }

    #[test]
    fn one_is_enough_though_another_brings_two() {
        let (mut company, tell) = state(&[0b1, 0b110, 0b110]);
        assert_eq!(company.enough(&tell), some(0b1));
        let (mut company, tell) = state(&[0b11, 0b11, 0b1, 0b11000, 0b11000]);
        assert_eq!(company.enough(&tell), some(0b11000));
    }

    #[test]
    fn what_is_known_of_one_does_not_hide_whom_another_brings() {
        let (mut company, tell) = state(&[0b1111, 0b10011, 0b1101, 0b1000, 0b10001]);
        assert_eq!(company.closed(ThreadId(3), &tell), Threads::near(0b1000));
        assert_eq!(company.closed(ThreadId(2), &tell), Threads::near(0b11111));
        assert_eq!(company.closed(ThreadId(1), &tell), Threads::near(0b11111));
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
