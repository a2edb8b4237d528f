//! How much of a long execution is told: its beginning and its end, and what there is time for.
//!
//! What is not told is executed all the same, and what has to be known later is followed: calls, variables, blocks.
//! So building a report takes time in proportion to the length of the execution, and little for most of it.

use std::time::Instant;

/// Ops at the beginning and at the end of a transition that are told; those in between are not if there are more.
const HEAD_OPS: u64 = 20_000;
const TAIL_OPS: u64 = 60_000;
/// The same in a transition that is neither among the first nor among the last.
const BRIEF_HEAD_OPS: u64 = 200;
const BRIEF_TAIL_OPS: u64 = 600;
/// Ops after which transitions are told more briefly.
const LONG_OPS: u64 = 400_000;
/// How many transitions count as the last.
pub(crate) const LAST: usize = 4;
/// Ops between two looks at the clock.
const LOOK_EVERY: u64 = 256;

const MIDDLE: &str = "in the middle are not shown (--full-trace shows them)";
const LATE: &str = "are not shown: time was up (--time)";

/// See above.
#[derive(Clone, Debug, Default)]
pub(crate) struct Effort {
    /// Everything is told, however long it takes.
    full: bool,
    /// From then on nothing is told.
    deadline: Option<Instant>,
    /// Ops of the transition, as far as they are known, and those that were come to.
    ahead: u64,
    done: u64,
    /// Ops of all transitions so far.
    all: u64,
    /// How many ops are told at the beginning of the transition, and how many at its end.
    told: (u64, u64),
    /// The transition is one of the last.
    pub last: bool,
    late: bool,
    quiet: bool,
    /// Ops that were passed over in silence.
    passed: u64,
}

impl Effort {
    pub(crate) fn new(full: bool, deadline: Option<Instant>) -> Effort {
        Effort { full, deadline, ..Effort::default() }
    }

    /// A transition of so many ops begins.
    pub(crate) fn announce(&mut self, ops: u64) {
        (self.ahead, self.done) = (ops, 0);
        self.told = match self.last || self.all < LONG_OPS {
            true => (HEAD_OPS, TAIL_OPS),
            false => (BRIEF_HEAD_OPS, BRIEF_TAIL_OPS),
        };
        self.all += ops;
    }

    pub(crate) fn is_quiet(&self) -> bool {
        self.quiet
    }

    /// Another op is come to. Tells whether nothing is told from here on, unlike before.
    pub(crate) fn arrive(&mut self) -> bool {
        self.done += 1;
        if self.done % LOOK_EVERY == 1 && !self.late {
            self.late = self.deadline.is_some_and(|deadline| Instant::now() >= deadline);
        }
        let middle = self.done > self.told.0 && self.done + self.told.1 < self.ahead;
        let before = std::mem::replace(&mut self.quiet, self.late || middle && !self.full);
        self.passed += u64::from(self.quiet);
        self.quiet && !before
    }

    /// Another op is come to while nothing is told. Tells whether that goes on.
    pub(crate) fn pass(&mut self) -> bool {
        let goes_on = self.done + 1 + self.told.1 < self.ahead || self.late;
        self.done += u64::from(goes_on);
        self.passed += u64::from(goes_on);
        goes_on
    }

    /// The transition is over. Tells whether to go on in silence: once time is up, to the end.
    pub(crate) fn end(&mut self) -> bool {
        self.quiet = self.late;
        self.quiet
    }

    /// How many ops were passed over and why, if they are to be mentioned now: when silence is over, or because
    /// everything is.
    pub(crate) fn speak(&mut self, over: bool) -> Option<(u64, &'static str)> {
        if self.passed == 0 || self.quiet && !over {
            return None;
        }
        self.quiet = false;
        Some((std::mem::take(&mut self.passed), if self.late { LATE } else { MIDDLE }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Of a transition of so many ops, those that are passed over.
    #[track_caller]
    fn check(mut effort: Effort, ops: u64, passed: u64) {
        effort.announce(ops);
        let mut quiet = 0;
        for _ in 0..ops {
            effort.arrive();
            quiet += u64::from(effort.is_quiet());
            if !effort.is_quiet() {
                assert!(effort.speak(false).is_none_or(|(told, _)| told == passed));
            }
        }
        assert_eq!(quiet, passed);
    }

    #[test]
    fn the_middle_of_a_long_transition_is_passed_over() {
        check(Effort::default(), 10, 0);
        check(Effort::default(), HEAD_OPS + TAIL_OPS, 0);
        check(Effort::default(), 1_000_000, 1_000_000 - HEAD_OPS - TAIL_OPS - 1);
        check(Effort { full: true, ..Effort::default() }, 1_000_000, 0);
    }

    #[test]
    fn nothing_is_told_when_time_is_up() {
        let deadline = Some(Instant::now());
        check(Effort { deadline, ..Effort::default() }, 1000, 1000);
        check(Effort { full: true, deadline, ..Effort::default() }, 1000, 1000);
    }
}
