//! What every search must find, whichever order it takes independent steps in.
//!
//! An execution ends with its first violation, and which one is first may depend
//! on the order of steps that have nothing to do with each other: `x = 1; assert(0);`
//! may be one transition, then nobody ever sees the 1. Two violations of one
//! execution can hide each other. A search that leaves out interleavings follows,
//! for every execution, one with the same steps in some order, in which threads may
//! be further along with steps that concern nobody else. Lost memory stays lost, and
//! threads that wait in a circle go on waiting, whatever the order. So something that
//! can happen in a state must be found if nothing else is wrong in the state already,
//! and nothing else would go wrong if threads went on from there by themselves.

use super::super::meaning::*;
use super::super::program::{HEAD, NODES, Sure, Violation};
use super::{ABANDONED, ENDED, Explorer, GONE, State, has_circle};

/// Steps of a thread that is left alone.
const ALONE_MAX: usize = 30;

/// What is wrong, or may soon be.
#[derive(Clone, Copy, Default)]
pub(super) struct Prospects {
    /// A thread fails.
    pub error: bool,
    /// Nobody can go on, or some wait for each other.
    pub stuck: bool,
    pub leak: bool,
}

impl Prospects {
    fn or(self, other: Prospects) -> Prospects {
        Prospects { error: self.error || other.error, stuck: self.stuck || other.stuck, leak: self.leak || other.leak }
    }

    /// Whether all is well, lost memory aside or not.
    fn is_well(self, leaks: bool) -> bool {
        !(self.error || self.stuck || leaks && self.leak)
    }
}

impl Explorer<'_> {
    /// What is found by looking at a state.
    pub(super) fn note_state(&mut self, state: &State, now: Prospects, races: &[u32]) {
        let mut found: Vec<(Violation, Prospects)> = Vec::new();
        if now.stuck {
            found.push((("deadlock", 0), Prospects { stuck: false, ..now }));
        }
        if now.leak {
            found.push((("leak", 0), Prospects { leak: false, ..now }));
        }
        found.extend(races.iter().map(|line| (("data-race", *line), now)));
        for (violation, besides) in found {
            self.found.violations.insert(violation);
            let mut soon = None;
            for leaks in [true, false] {
                let relevant = leaks || violation.0 != "leak";
                if !relevant || self.sure(leaks).violations.contains(&violation) || !besides.is_well(leaks) {
                    continue;
                }
                let mut soon = *soon.get_or_insert_with(|| self.prospects(state, None));
                soon.stuck &= violation.0 != "deadlock";
                soon.leak &= violation.0 != "leak";
                if soon.is_well(leaks) {
                    self.sure(leaks).violations.insert(violation);
                }
            }
        }
    }

    /// A thread ends the program.
    pub(super) fn note_exit(&mut self, state: &State, thread: usize, now: Prospects, status: i32) {
        self.found.outcomes.insert(status);
        let mut soon = None;
        for leaks in [true, false] {
            if self.sure(leaks).outcomes.contains(&status) || !now.is_well(leaks) {
                continue;
            }
            let soon = soon.get_or_insert_with(|| self.prospects(state, Some(thread)));
            if soon.is_well(leaks) {
                self.sure(leaks).outcomes.insert(status);
            }
        }
    }

    /// A thread fails.
    pub(super) fn note_error(&mut self, state: &State, thread: usize, now: Prospects, violation: Violation) {
        self.found.violations.insert(violation);
        let mut soon = None;
        for leaks in [true, false] {
            if self.sure(leaks).violations.contains(&violation) || !now.is_well(leaks) {
                continue;
            }
            let soon = soon.get_or_insert_with(|| self.prospects(state, Some(thread)));
            if soon.is_well(leaks) {
                self.sure(leaks).violations.insert(violation);
            }
        }
    }

    fn sure(&mut self, leaks: bool) -> &mut Sure {
        if leaks { &mut self.found.sure } else { &mut self.found.sure_without_leaks }
    }

    /// What would go wrong if threads went on one after the other, in some orders.
    fn prospects(&self, state: &State, except: Option<usize>) -> Prospects {
        let threads = self.code.len();
        let mut all = Prospects::default();
        for first in 0..threads {
            let mut ahead = state.clone();
            for thread in (0..threads).map(|i| (first + i) % threads).filter(|thread| Some(*thread) != except) {
                all = all.or(self.alone(&mut ahead, thread));
            }
        }
        all
    }

    /// Lets a thread go on by itself.
    fn alone(&self, state: &mut State, thread: usize) -> Prospects {
        let mut found = Prospects::default();
        for _ in 0..ALONE_MAX {
            let (step, _) = self.settle(state, thread);
            self.suspend(state, thread, step);
            found.leak |= self.leaks(state);
            if self.exclusive(state).is_some_and(|other| other != thread) {
                break;
            }
            if self.blocked(state, thread, step).is_some() {
                found.stuck |= self.is_circle(state);
                break;
            }
            if matches!(step, Step::Spin | Step::Abandon | Step::Exit(_)) || self.choices(state, step) > 1 {
                break;
            }
            match self.take(state, thread, step, 0) {
                Err(ABANDONED) => break,
                Err(_) => {
                    found.error = true;
                    break;
                }
                Ok(()) if matches!(step, Step::End) => {
                    found.leak |= self.leaks(state);
                    break;
                }
                Ok(()) => {}
            }
        }
        found
    }

    fn is_circle(&self, state: &mut State) -> bool {
        let blocked = |thread: usize| {
            let step = self.settle(state, thread).0;
            self.blocked(state, thread, step)
        };
        has_circle(&(0..self.code.len()).map(blocked).collect::<Vec<_>>())
    }

    /// Whether there is a node that nothing leads to any more, and that was not freed.
    pub(super) fn leaks(&self, state: &State) -> bool {
        let count = (state.len() - self.cell(HEAP)) / NODE_CELLS;
        if count == 0 {
            return false;
        }
        let mut seen = vec![false; count];
        let mut open: Vec<i32> = state[self.cell(HEAD as usize)..][..2].to_vec();
        for (thread, code) in self.code.iter().enumerate() {
            let registers = &state[thread * REGISTERS..];
            let live = code.live(registers[PC] as usize, registers[ANSWERS] as usize);
            if !matches!(registers[PHASE], 0 | ENDED | GONE) {
                open.extend((0..NODES as usize).filter(|n| live >> n & 1 != 0).map(|n| registers[NODE + n]));
            }
        }
        while let Some(node) = open.pop() {
            let Some(number) = (node as usize).checked_sub(HEAP).map(|at| at / NODE_CELLS) else { continue };
            let cells = &state[self.cell(node as usize)..][..NODE_CELLS];
            if cells[NODE_CELLS - 1] == 0 && !std::mem::replace(&mut seen[number], true) {
                open.push(cells[NEXT]);
            }
        }
        (0..count).any(|n| !seen[n] && state[self.cell(HEAP + n * NODE_CELLS + NODE_CELLS - 1)] == 0)
    }
}
