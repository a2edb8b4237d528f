//! Brute force: every interleaving of every step, over whole states kept in a
//! hash set. No reduction of any kind, and no code shared with the machine.
//!
//! A violation ends the execution it happens in. Races and threads that wait in
//! a circle are noted and do not end anything: what is found here is the most
//! that any configuration of the checker may report.

use super::flat::{Code, code};
use super::meaning::*;
use super::print::Printed;
use super::program::{Behaviour, LOCALS, Program, RECURSIVE, Rmw, SEMAPHORE, Sync};
use super::random::Mix;
use std::collections::HashSet;
use std::hash::BuildHasherDefault;

/// What `PHASE` may be. From `ASLEEP` on: the mutex whose condition variable the thread sleeps on,
/// times 2, plus 1 if it may wake by itself.
const RUNS: i32 = 1;
const ENDED: i32 = 2;
const GONE: i32 = -1;
const ASLEEP: i32 = 4;
/// A held mutex: its owner plus 1, and above that how often it was locked again. A lock held for
/// writing: the owner plus 1, times this; else the set of its readers.
const HIGH: i32 = 16;
/// Not a violation: this is left to other tests.
const MEANINGLESS: &str = "";
/// Steps of a thread that is left alone.
const ALONE_MAX: usize = 30;
const EBUSY: i32 = 16;
const ETIMEDOUT: i32 = 110;

/// The registers of all threads, then the cells of memory.
type State = Vec<i32>;

/// All behaviours, or None if there are more than `states_max` states or the program is meaningless.
pub fn explore(program: &Program, printed: &Printed, states_max: usize) -> Option<Behaviour> {
    let mut explorer = Explorer { code: code(program, printed), found: Behaviour::default() };
    let mut start = vec![0; explorer.cell(HEAP)];
    start[PHASE] = RUNS;
    start[explorer.cell(SEMAPHORE as usize)] = 1;
    explorer.settle(&mut start, 0);
    let mut seen: HashSet<State, BuildHasherDefault<Mix>> = HashSet::default();
    seen.insert(start.clone());
    let mut open = vec![start];
    while let Some(mut state) = open.pop() {
        if seen.len() > states_max {
            return None;
        }
        for next in explorer.expand(&mut state) {
            if !seen.contains(&next) {
                seen.insert(next.clone());
                open.push(next);
            }
        }
    }
    explorer.found.states = seen.len();
    Some(explorer.found).filter(|found| !found.has(MEANINGLESS))
}

struct Explorer<'a> {
    code: Vec<Code<'a>>,
    found: Behaviour,
}

impl Explorer<'_> {
    fn cell(&self, number: usize) -> usize {
        self.code.len() * REGISTERS + number
    }

    /// Lets a thread do what nobody can see; gives its next step and the line.
    fn settle(&self, state: &mut State, thread: usize) -> (Step, u32) {
        let (mut nodes, end) = (Vec::new(), state.len() - self.cell(0));
        let registers = &mut state[thread * REGISTERS..][..REGISTERS];
        let mut new = |value| {
            nodes.extend([value, 0, 0, 0, 0]);
            (end + nodes.len() - NODE_CELLS) as i32
        };
        loop {
            if let Err(step) = run(&self.code[thread], registers, &mut new) {
                state.append(&mut nodes);
                return step;
            }
        }
    }

    /// The states after one step of any thread.
    fn expand(&mut self, state: &mut State) -> Vec<State> {
        let threads = self.code.len();
        let steps: Vec<(Step, u32)> = (0..threads).map(|thread| self.settle(state, thread)).collect();
        let blocked: Vec<_> = (0..threads).map(|thread| self.blocked(state, thread, steps[thread].0)).collect();
        self.note_races(state, &steps);
        self.note_circles(&blocked);
        let mut next = Vec::new();
        let exclusive = (0..threads).find(|thread| state[thread * REGISTERS + SECTION] > 1);
        let able = |thread: &usize| blocked[*thread].is_none() && exclusive.is_none_or(|other| other == *thread);
        let able: Vec<usize> = (0..threads).filter(able).collect();
        if able.is_empty() {
            self.found.violations.insert(("deadlock", 0));
        }
        for thread in able {
            let (step, line) = steps[thread];
            let choices = match step {
                Step::Sync(Sync::Signal, at) => self.sleepers(state, at.offset).len().max(1),
                _ => 1,
            };
            for choice in 0..choices {
                let mut after = state.clone();
                match self.take(&mut after, thread, step, choice) {
                    Ok(()) if after[PHASE] == ENDED => {
                        let doomed = (1..threads).any(|other| self.is_doomed(after.clone(), other));
                        let found = if doomed { &mut self.found.unsure } else { &mut self.found.outcomes };
                        found.insert(result(&after, 0) & i32::MAX);
                    }
                    Ok(()) => {
                        self.settle(&mut after, thread);
                        next.push(after);
                    }
                    Err(kind) => {
                        self.found.violations.insert((kind, line));
                    }
                }
            }
        }
        next
    }

    /// Whether a thread that runs alone fails.
    fn is_doomed(&self, mut state: State, thread: usize) -> bool {
        for _ in 0..ALONE_MAX {
            let step = self.settle(&mut state, thread).0;
            if matches!(step, Step::End) || self.blocked(&state, thread, step).is_some() {
                return false;
            }
            if self.take(&mut state, thread, step, 0).is_err() {
                return true;
            }
        }
        false
    }

    /// Whether a thread cannot go on, and who must act first, if it is somebody in particular.
    fn blocked(&self, state: &State, thread: usize, step: Step) -> Option<Option<usize>> {
        let (me, phase) = (thread as i32 + 1, state[thread * REGISTERS + PHASE]);
        let somebody = |owner: i32| Some(usize::try_from(owner - 1).ok());
        let (sync, at) = match step {
            _ if phase > ASLEEP && phase % 2 == 1 => return None,
            _ if phase != RUNS => return Some(None),
            Step::Join(other) => {
                return (state[other * REGISTERS + PHASE] > 0 && state[other * REGISTERS + PHASE] != ENDED)
                    .then_some(Some(other));
            }
            Step::Sync(sync, at) => (sync, self.resolve(state, at).ok()?),
            _ => return None,
        };
        match (sync, state[at]) {
            (Sync::Lock, value) if value != 0 && !(self.is_recursive(at) && value % HIGH == me) => {
                somebody(value % HIGH)
            }
            (Sync::ReadLock, value) if value >= HIGH && value / HIGH != me => somebody(value / HIGH),
            (Sync::WriteLock, value) if value != 0 && value / HIGH != me => somebody(value / HIGH),
            (Sync::Down, 0) => Some(None),
            _ => None,
        }
    }

    /// Takes a step and notes the answers.
    fn take(&self, state: &mut State, thread: usize, step: Step, choice: usize) -> Result<(), &'static str> {
        let own = thread * REGISTERS;
        if state[own + PHASE] != RUNS {
            // The time is over. If the mutex is free, it is had at once.
            state[own + PHASE] = RUNS;
            let last = own + ANSWER + state[own + ANSWERS] as usize - 1;
            state[last] = ETIMEDOUT;
            let free = self.blocked(state, thread, step).is_none();
            return if free { self.take(state, thread, step, 0) } else { Ok(()) };
        }
        state[own + SECTION] = 2 * state[own + SECTION].signum();
        for answer in self.answers(state, thread, step, choice)? {
            state[own + ANSWERS] += 1;
            let at = ANSWER - 1 + state[own + ANSWERS] as usize;
            state[own..own + REGISTERS][at] = answer;
        }
        Ok(())
    }

    fn answers(&self, state: &mut State, me: usize, step: Step, choice: usize) -> Result<Vec<i32>, &'static str> {
        let phase = |thread: usize| thread * REGISTERS + PHASE;
        let mut answer = 0;
        match step {
            Step::Load(at) => return self.resolve(state, at).map(|start| state[start..start + at.cells].to_vec()),
            Step::Store(at, values) => {
                let start = self.resolve(state, at)?;
                state[start..start + at.cells].copy_from_slice(&values[..at.cells]);
            }
            Step::Rmw(at, rmw) => {
                let at = self.resolve(state, at)?;
                let old = state[at];
                (state[at], answer) = match rmw {
                    Rmw::Exchange(value) => (value, old),
                    Rmw::FetchAdd(value) => (old.wrapping_add(value), old),
                    Rmw::Cas(expected, desired) if old == expected => (desired, 1),
                    Rmw::Cas(..) => (old, 0),
                };
            }
            Step::Free(0) | Step::Spin => {}
            Step::Free(node) => {
                let freed = self.cell(node + NODE_CELLS - 1);
                if std::mem::replace(&mut state[freed], 1) != 0 {
                    return Err("double-free");
                }
            }
            Step::Sync(sync, at) => {
                let at = self.resolve(state, at)?;
                answer = self.sync(state, me, sync, at, choice)?;
            }
            Step::Sleep(at, timed) => {
                self.sync(state, me, Sync::Unlock, self.resolve(state, at)?, 0)?;
                state[phase(me)] = ASLEEP + 2 * at.offset as i32 + timed as i32;
            }
            Step::Create(other) if state[phase(other)] == 0 => state[phase(other)] = RUNS,
            Step::Join(other) if state[phase(other)] == ENDED => {
                state[phase(other)] = GONE;
                answer = result(state, other);
            }
            Step::Detach(other) if state[phase(other)] > 0 => {}
            Step::Create(_) | Step::Join(_) | Step::Detach(_) => return Err(MEANINGLESS),
            Step::Fail => return Err("assert"),
            Step::End => state[phase(me)] = ENDED,
        }
        Ok(vec![answer])
    }

    fn sync(&self, state: &mut State, me: usize, sync: Sync, at: usize, choice: usize) -> Result<i32, &'static str> {
        let (value, reads, me) = (state[at], 1 << me, me as i32 + 1);
        let mine = value % HIGH == me;
        match sync {
            Sync::TryLock(_) if value != 0 && !(mine && self.is_recursive(at)) => return Ok(EBUSY),
            Sync::Lock | Sync::TryLock(_) => state[at] += if mine { HIGH } else { me },
            Sync::Unlock if mine => state[at] -= if value > HIGH { HIGH } else { me },
            Sync::Unlock if self.is_recursive(at) => {}
            Sync::Signal | Sync::Broadcast => {
                let sleepers = self.sleepers(state, at - self.cell(0));
                let some = if sync == Sync::Signal { choice..choice + 1 } else { 0..sleepers.len() };
                sleepers.get(some).unwrap_or_default().iter().for_each(|other| state[other * REGISTERS + PHASE] = RUNS);
            }
            // Who has it for writing gets an error.
            Sync::ReadLock | Sync::WriteLock if value >= HIGH => {}
            Sync::ReadLock if value & reads != 0 => return Err(MEANINGLESS),
            Sync::ReadLock => state[at] |= reads,
            Sync::WriteLock => state[at] = me * HIGH,
            Sync::RwUnlock if value / HIGH == me => state[at] = 0,
            Sync::RwUnlock if value < HIGH && value & reads != 0 => state[at] &= !reads,
            Sync::Down => state[at] -= 1,
            Sync::Up => state[at] += 1,
            Sync::Unlock | Sync::RwUnlock => return Err("mutex-misuse"),
            Sync::TimedWait(_) => return Err(MEANINGLESS),
        }
        Ok(0)
    }

    fn is_recursive(&self, at: usize) -> bool {
        at == self.cell(RECURSIVE as usize)
    }

    fn sleepers(&self, state: &State, mutex: usize) -> Vec<usize> {
        let asleep = |thread: &usize| state[thread * REGISTERS + PHASE] & !1 == ASLEEP + 2 * mutex as i32;
        (0..self.code.len()).filter(asleep).collect()
    }

    /// Where something lies in the state.
    fn resolve(&self, state: &State, at: At) -> Result<usize, &'static str> {
        match at.base {
            0 if at.checked => Err("null-deref"),
            HEAP.. if state[self.cell(at.base + NODE_CELLS - 1)] != 0 => Err("use-after-free"),
            base => Ok(self.cell(base + at.offset)),
        }
    }

    fn note_races(&mut self, state: &State, steps: &[(Step, u32)]) {
        let access = |thread: usize| {
            let (at, write) = match steps[thread].0 {
                _ if state[thread * REGISTERS + PHASE] != RUNS => return None,
                Step::Load(at) => (at, false),
                Step::Store(at, _) | Step::Rmw(at, _) => (at, true),
                _ => return None,
            };
            let start = self.resolve(state, at).ok()?;
            let section = state[thread * REGISTERS + SECTION] != 0;
            Some((start, start + at.cells, write, at.atomic, steps[thread].1, section))
        };
        let accesses: Vec<_> = (0..steps.len()).filter_map(access).collect();
        for (i, a) in accesses.iter().enumerate() {
            for b in &accesses[i + 1..] {
                if a.0 < b.1 && b.0 < a.1 && (a.2 || b.2) && !(a.3 && b.3) && !(a.5 && b.5) {
                    self.found.violations.extend([("data-race", a.4), ("data-race", b.4)]);
                }
            }
        }
    }

    /// Threads that wait for each other, while others may go on.
    fn note_circles(&mut self, blocked: &[Option<Option<usize>>]) {
        for start in 0..blocked.len() {
            let chain = std::iter::successors(blocked[start].flatten(), |thread| blocked[*thread].flatten());
            if chain.take(blocked.len()).any(|thread| thread == start) {
                self.found.violations.insert(("deadlock", 0));
            }
        }
    }
}

fn result(state: &State, thread: usize) -> i32 {
    let registers = &state[thread * REGISTERS..];
    registers[LOCAL..LOCAL + LOCALS as usize].iter().fold(registers[STATUS], |sum, value| add(sum, *value))
}

#[cfg(test)]
mod tests;
