//! Brute force: every interleaving of every step, over whole states kept in a
//! hash set. No reduction of any kind, and no code shared with the machine.
//!
//! A violation ends the execution it happens in. Races, lost memory and threads
//! that wait in a circle are noted and do not end anything: what is found here is
//! the most that any configuration of the checker may report. What it must report
//! is in `prospects`.

use super::flat::{Code, code};
use super::meaning::*;
use super::print::Printed;
use super::program::{BOX, Behaviour, HEAD, Program, RECURSIVE, Rmw, SEMAPHORE, Stmt, Sync, THREAD_LOCAL};
use super::random::Mix;
use prospects::Prospects;
use std::collections::HashSet;
use std::hash::BuildHasherDefault;

/// What `PHASE` may be. From `ASLEEP` on: the mutex whose condition variable the thread sleeps on,
/// times 2, plus 1 if it may wake by itself.
const RUNS: i32 = 1;
const ENDED: i32 = 2;
const AT_BARRIER: i32 = 3;
const GONE: i32 = -1;
const ASLEEP: i32 = 4;
/// A held mutex: its owner plus 1, and above that how often it was locked again. A lock held for
/// writing: the owner plus 1, times this; else the set of its readers.
const HIGH: i32 = 16;
/// Not a violation: this is left to other tests.
const MEANINGLESS: &str = "";
/// Not a violation either: the execution is given up.
const ABANDONED: &str = "abandoned";
const MISUSE: &str = "mutex-misuse";
const THREAD_MISUSE: &str = "thread-misuse";
const EBUSY: i32 = 16;
const ETIMEDOUT: i32 = 110;

/// The registers of all threads, then the cells of memory.
type State = Vec<i32>;

/// Whether all that the program does is known here.
pub(super) fn knows(program: &Program) -> bool {
    !program.statements().into_iter().any(is_foreign)
}

/// Cancellation, and where memory lies that was freed.
fn is_foreign(stmt: &Stmt) -> bool {
    use Stmt::*;
    matches!(stmt, Cancel(_) | TestCancel | Make | Swap | Release | Same(_))
}

/// All behaviours, or None if there are more than `states_max` states or the program is meaningless.
pub(super) fn explore(program: &Program, printed: &Printed, states_max: usize) -> Option<Behaviour> {
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
        if state[thread * REGISTERS + PHASE] == 0 {
            return (Step::Spin, 0);
        }
        let (mut nodes, end) = (Vec::new(), state.len() - self.cell(0));
        let registers = &mut state[thread * REGISTERS..][..REGISTERS];
        let mut new = |[value, what]: [i32; 2]| {
            nodes.extend([value, 0, 0, 0, what]);
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
        let exclusive = self.exclusive(state);
        let able = |thread: &usize| blocked[*thread].is_none() && exclusive.is_none_or(|other| other == *thread);
        let able: Vec<usize> = (0..threads).filter(able).collect();
        let now = Prospects { stuck: able.is_empty() || has_circle(&blocked), leak: self.leaks(state), error: false };
        self.note_state(state, now, &self.races(state, &steps));
        let mut next = Vec::new();
        for thread in able {
            let (step, line) = steps[thread];
            for choice in 0..self.choices(state, step) {
                let mut after = state.clone();
                match (self.take(&mut after, thread, step, choice), step) {
                    (Ok(()), Step::Exit(status)) => self.note_exit(state, thread, now, status),
                    (Ok(()), _) if self.is_over(&after) => self.note_exit(state, thread, now, 0),
                    (Ok(()), _) => {
                        let step = self.settle(&mut after, thread).0;
                        self.suspend(&mut after, thread, step);
                        next.push(after);
                    }
                    (Err(ABANDONED), _) => {}
                    (Err(kind), _) => self.note_error(state, thread, now, (kind, line)),
                }
            }
        }
        next
    }

    /// Whoever has to wait in an atomic section lets others in; it begins anew when the wait is over.
    fn suspend(&self, state: &mut State, thread: usize, next: Step) {
        if state[thread * REGISTERS + SECTION] > 1 && self.blocked(state, thread, next).is_some() {
            state[thread * REGISTERS + SECTION] = 1;
        }
    }

    /// Who is in the middle of an atomic section.
    fn exclusive(&self, state: &State) -> Option<usize> {
        (0..self.code.len()).find(|thread| state[thread * REGISTERS + SECTION] > 1)
    }

    fn choices(&self, state: &State, step: Step) -> usize {
        match step {
            Step::Sync(Sync::Signal, at) => self.sleepers(state, at.offset).len().max(1),
            Step::Choose => 2,
            _ => 1,
        }
    }

    /// Whether everybody has ended.
    fn is_over(&self, state: &State) -> bool {
        (0..self.code.len()).all(|thread| matches!(state[thread * REGISTERS + PHASE], 0 | ENDED | GONE))
    }

    /// Whether a thread cannot go on, and the set of those who must act first, if they are known.
    fn blocked(&self, state: &State, thread: usize, step: Step) -> Option<u8> {
        let (me, phase) = (thread as i32 + 1, state[thread * REGISTERS + PHASE]);
        let owner = |owner: i32| Some(1 << (owner - 1));
        let (sync, at) = match step {
            _ if phase > ASLEEP && phase % 2 == 1 => return None,
            _ if phase != RUNS => return Some(0),
            Step::Join(other) => {
                let registers = &state[other * REGISTERS..];
                let done = matches!(registers[PHASE], 0 | ENDED | GONE) || registers[DETACHED] != 0;
                return (!done).then_some(1 << other);
            }
            Step::Sync(sync, at) => (sync, self.resolve(state, at).ok()?),
            _ => return None,
        };
        match (sync, state[at]) {
            (Sync::Lock, value) if value != 0 && !(self.is_recursive(at) && value % HIGH == me) => owner(value % HIGH),
            (Sync::ReadLock, value) if value >= HIGH && value / HIGH != me => owner(value / HIGH),
            (Sync::WriteLock, value) if value >= HIGH && value / HIGH != me => owner(value / HIGH),
            // All who read must stop.
            (Sync::WriteLock, readers) if readers != 0 && readers < HIGH => Some(readers as u8),
            (Sync::Down, 0) | (Sync::Once, 1) => Some(0),
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
        if !matches!(step, Step::Choose) {
            state[own + SECTION] = 2 * state[own + SECTION].signum();
        }
        for answer in self.answers(state, thread, step, choice)? {
            state[own + ANSWERS] += 1;
            let at = ANSWER - 1 + state[own + ANSWERS] as usize;
            state[own..own + REGISTERS][at] = answer;
        }
        Ok(())
    }

    fn answers(&self, state: &mut State, me: usize, step: Step, choice: usize) -> Result<Vec<i32>, &'static str> {
        let phase = |thread: usize| thread * REGISTERS + PHASE;
        let detached = |thread: usize| thread * REGISTERS + DETACHED;
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
                if std::mem::replace(&mut state[freed], FREED) != 0 {
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
            Step::Join(other) | Step::Detach(other) if state[phase(other)] == 0 => return Err(MEANINGLESS),
            Step::Join(other) | Step::Detach(other) if state[detached(other)] != 0 || state[phase(other)] == GONE => {
                return Err(THREAD_MISUSE);
            }
            Step::Join(other) => {
                state[phase(other)] = GONE;
                answer = result(&state[other * REGISTERS..]);
            }
            Step::Detach(other) => {
                state[detached(other)] = 1;
                if state[phase(other)] == ENDED {
                    state[phase(other)] = GONE;
                }
            }
            Step::Create(_) => return Err(MEANINGLESS),
            Step::Choose => answer = choice as i32,
            Step::Abandon => return Err(ABANDONED),
            Step::Close(variable) => state[self.cell(variable + NODE_CELLS - 1)] = DEAD,
            Step::Fail => return Err("assert"),
            Step::Exit(_) => {}
            Step::End => {
                state[me * REGISTERS + SECTION] = 0;
                state[phase(me)] = if state[detached(me)] != 0 { GONE } else { ENDED };
                let block = state[me * REGISTERS + BLOCK] as usize;
                if block != 0 {
                    state[self.cell(block + NODE_CELLS - 1)] = DEAD;
                }
            }
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
            Sync::Meet if value == 0 => {
                state[at] = me;
                state[(me as usize - 1) * REGISTERS + PHASE] = AT_BARRIER;
            }
            Sync::Meet => {
                state[at] = 0;
                state[(value as usize - 1) * REGISTERS + PHASE] = RUNS;
            }
            Sync::Once if value == 0 => {
                state[at] = 1;
                return Ok(1);
            }
            Sync::Once => {}
            Sync::Unlock | Sync::RwUnlock => return Err(MISUSE),
            Sync::TimedWait(_) | Sync::Wait => return Err(MEANINGLESS),
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
        let variable_of_main = at.base + at.offset == BOX as usize;
        let has_ended = |thread: usize| matches!(state[thread * REGISTERS + PHASE], ENDED | GONE);
        let local_of = |base: usize| (THREAD_LOCAL as usize..HEAD as usize).position(|own| own == base);
        match at.base {
            0 if at.checked => Err("null-deref"),
            HEAP.. if state[self.cell(at.base + NODE_CELLS - 1)] == FREED => Err("use-after-free"),
            HEAP.. if state[self.cell(at.base + NODE_CELLS - 1)] == DEAD => Err("dead-stack"),
            _ if variable_of_main && has_ended(0) => Err("dead-stack"),
            base if local_of(base).is_some_and(has_ended) => Err("use-after-free"),
            base => Ok(self.cell(base + at.offset)),
        }
    }

    /// The lines of accesses that collide.
    fn races(&self, state: &State, steps: &[(Step, u32)]) -> Vec<u32> {
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
        let mut lines = Vec::new();
        for (i, a) in accesses.iter().enumerate() {
            for b in &accesses[i + 1..] {
                if a.0 < b.1 && b.0 < a.1 && (a.2 || b.2) && !(a.3 && b.3) && !(a.5 && b.5) {
                    lines.extend([a.4, b.4]);
                }
            }
        }
        lines
    }
}

/// Whether threads wait for each other, while others may go on.
fn has_circle(blocked: &[Option<u8>]) -> bool {
    let waits_for = |whom: u8| (0..blocked.len()).filter(move |i| whom >> i & 1 != 0).filter_map(|i| blocked[i]);
    (0..blocked.len()).any(|start| {
        let mut whom = blocked[start].unwrap_or(0);
        for _ in 0..blocked.len() {
            whom = waits_for(whom).fold(whom, |all, more| all | more);
        }
        whom >> start & 1 != 0
    })
}

mod prospects;
#[cfg(test)]
mod tests;
