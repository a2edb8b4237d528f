//! Brute force: every interleaving of every step, over whole states kept in a
//! hash set. No reduction of any kind, and no code shared with the machine.
//!
//! Every access to memory, every operation on a mutex, condition variable or
//! thread is one step; so is an assertion that fails, since others may still run
//! before it does. A violation ends the execution it happens in. Races and
//! threads that wait in a circle are noted and do not end anything: what is
//! found here is the most that any configuration of the checker may report.

use super::lower::{Address, Code, HEAP, NODE_CELLS, Op, REGISTERS, Reg, RmwOp, TEMPORARY, fixed, head, lower};
use super::print::Printed;
use super::program::{Binary, LOCALS, MUTEXES, Observed, Program};
use std::collections::{BTreeSet, HashSet};

/// Kind and line; 0 where the line means nothing.
pub type Violation = (&'static str, u32);

/// Everything that can happen.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Behaviour {
    pub outcomes: BTreeSet<i32>,
    pub violations: BTreeSet<Violation>,
    pub states: usize,
}

impl Behaviour {
    pub fn has(&self, kind: &str) -> bool {
        self.violations.iter().any(|violation| violation.0 == kind)
    }
}

#[derive(Clone, PartialEq, Eq, Hash)]
enum Status {
    Absent,
    Runs,
    Sleeps(u8),
    Ended,
}

#[derive(Clone, PartialEq, Eq, Hash)]
struct Thread {
    status: Status,
    pc: u16,
    registers: [i32; REGISTERS],
}

#[derive(Clone, PartialEq, Eq, Hash)]
struct State {
    cells: Vec<i32>,
    /// For each node, whether it was freed.
    freed: Vec<bool>,
    /// Who holds each mutex.
    owners: [Option<u8>; MUTEXES as usize],
    threads: Vec<Thread>,
}

/// All behaviours, or None if there are more than `states_max` states.
pub fn explore(program: &Program, printed: &Printed, states_max: usize) -> Option<Behaviour> {
    let mut explorer = Explorer { code: lower(program, printed), program, found: Behaviour::default() };
    let thread = Thread { status: Status::Absent, pc: 0, registers: [0; REGISTERS] };
    let mut start = State {
        cells: vec![0; HEAP as usize],
        freed: Vec::new(),
        owners: [None; MUTEXES as usize],
        threads: vec![thread; program.threads.len()],
    };
    start.threads[0].status = Status::Runs;
    explorer.settle(&mut start, 0);
    let mut seen = HashSet::from([start.clone()]);
    let mut open = vec![start];
    while let Some(state) = open.pop() {
        if seen.len() > states_max {
            return None;
        }
        for next in explorer.expand(&state) {
            if !seen.contains(&next) {
                seen.insert(next.clone());
                open.push(next);
            }
        }
    }
    explorer.found.states = seen.len();
    Some(explorer.found)
}

struct Explorer<'a> {
    code: Code,
    program: &'a Program,
    found: Behaviour,
}

impl Explorer<'_> {
    fn op(&self, state: &State, thread: usize) -> (Op, u32) {
        self.code[thread][state.threads[thread].pc as usize]
    }

    /// The states after one step of any thread.
    fn expand(&mut self, state: &State) -> Vec<State> {
        self.note_races(state);
        self.note_circles(state);
        let mut next = Vec::new();
        let mut alive = false;
        let mut moved = false;
        for thread in 0..state.threads.len() {
            alive |= matches!(state.threads[thread].status, Status::Runs | Status::Sleeps(_));
            if state.threads[thread].status != Status::Runs || self.waits_for(state, thread).is_some() {
                continue;
            }
            moved = true;
            let (op, line) = self.op(state, thread);
            for choice in 0..choices(state, op) {
                let mut after = state.clone();
                match self.step(&mut after, thread, choice) {
                    Ok(true) => {
                        self.found.outcomes.insert(self.outcome(&after));
                    }
                    Ok(false) => {
                        self.settle(&mut after, thread);
                        next.push(after);
                    }
                    Err(kind) => {
                        self.found.violations.insert((kind, line));
                    }
                }
            }
        }
        if alive && !moved {
            self.found.violations.insert(("deadlock", 0));
        }
        next
    }

    /// The thread that must act before this one can go on.
    fn waits_for(&self, state: &State, thread: usize) -> Option<usize> {
        match self.op(state, thread).0 {
            Op::Lock(m) => state.owners[m as usize].map(usize::from),
            Op::Join(other) if state.threads[other as usize].status != Status::Ended => Some(other as usize),
            _ => None,
        }
    }

    /// Executes the pending step; says whether the program has ended.
    fn step(&self, state: &mut State, number: usize, choice: usize) -> Result<bool, &'static str> {
        let op = self.op(state, number).0;
        let me = Some(number as u8);
        state.threads[number].pc += 1;
        match op {
            Op::Load(dst, address) => {
                let at = state.resolve(number, address)?;
                for i in 0..address.cells as usize {
                    state.threads[number].registers[dst as usize + i] = state.cells[at + i];
                }
            }
            Op::Store(address, src) => {
                let at = state.resolve(number, address)?;
                for i in 0..address.cells as usize {
                    state.cells[at + i] = state.threads[number].registers[src as usize + i];
                }
            }
            Op::Rmw(dst, address, rmw) => {
                let at = state.resolve(number, address)?;
                let old = state.cells[at];
                let (new, result) = match rmw {
                    RmwOp::Swap(src) => (state.get(number, src), old),
                    RmwOp::Add(value) => (old.wrapping_add(value), old),
                    RmwOp::Cas(expected, desired) if old == expected => (desired, 1),
                    RmwOp::Cas(..) => (old, 0),
                };
                state.cells[at] = new;
                state.set(number, dst, result);
            }
            Op::Free(reg) => {
                let pointer = state.get(number, reg);
                if pointer != 0 && std::mem::replace(&mut state.freed[node_of(pointer)], true) {
                    return Err("double-free");
                }
            }
            Op::Lock(m) => state.owners[m as usize] = me,
            Op::Unlock(m) | Op::Sleep(m) => {
                if state.owners[m as usize] != me {
                    return Err("mutex-misuse");
                }
                state.owners[m as usize] = None;
                if matches!(op, Op::Sleep(_)) {
                    state.threads[number].status = Status::Sleeps(m);
                }
            }
            Op::Signal(c) => {
                if let Some(thread) = sleepers(state, c).get(choice) {
                    state.threads[*thread].status = Status::Runs;
                }
            }
            Op::Broadcast(c) => {
                for thread in sleepers(state, c) {
                    state.threads[thread].status = Status::Runs;
                }
            }
            Op::Create(other) => {
                state.threads[other as usize].status = Status::Runs;
                self.settle(state, other as usize);
            }
            Op::Join(_) => {}
            Op::Again(to) => state.threads[number].pc = to,
            Op::End => {
                state.threads[number].status = Status::Ended;
                return Ok(number == 0);
            }
            Op::Assert(_) => return Err("assert"),
            _ => unreachable!("settled threads are at a step"),
        }
        Ok(false)
    }

    /// Lets a thread do what nobody can see, up to its next step.
    fn settle(&self, state: &mut State, number: usize) {
        while state.threads[number].status == Status::Runs {
            let op = self.op(state, number).0;
            let mut next = state.threads[number].pc + 1;
            match op {
                Op::Assert(reg) if state.get(number, reg) != 0 => {}
                Op::Set(dst, value) => state.set(number, dst, value),
                Op::Move(dst, src) => state.set(number, dst, state.get(number, src)),
                Op::Binary(op, dst, a, b) => {
                    state.set(number, dst, evaluate(op, state.get(number, a), state.get(number, b)));
                }
                Op::New(dst, value) => {
                    state.set(number, dst, state.cells.len() as i32);
                    state.cells.extend([value, 0, 0]);
                    state.freed.push(false);
                }
                Op::Jump(to) => next = to,
                Op::JumpIfZero(reg, to) => {
                    if state.get(number, reg) == 0 {
                        next = to;
                    }
                }
                Op::Clear => state.threads[number].registers[TEMPORARY as usize..].fill(0),
                _ => return,
            }
            state.threads[number].pc = next;
        }
    }

    /// The access a thread is about to make: cells, writes, atomic.
    fn pending(&self, state: &State, thread: usize) -> Option<(usize, usize, bool, bool)> {
        if state.threads[thread].status != Status::Runs {
            return None;
        }
        let (address, write) = match self.op(state, thread).0 {
            Op::Load(_, address) => (address, false),
            Op::Store(address, _) | Op::Rmw(_, address, _) => (address, true),
            _ => return None,
        };
        let at = state.resolve(thread, address).ok()?;
        Some((at, at + address.cells as usize, write, address.atomic))
    }

    fn note_races(&mut self, state: &State) {
        for a in 0..state.threads.len() {
            let Some(first) = self.pending(state, a) else { continue };
            for b in a + 1..state.threads.len() {
                let Some(second) = self.pending(state, b) else { continue };
                let overlap = first.0 < second.1 && second.0 < first.1;
                if overlap && (first.2 || second.2) && !(first.3 && second.3) {
                    for thread in [a, b] {
                        self.found.violations.insert(("data-race", self.op(state, thread).1));
                    }
                }
            }
        }
    }

    /// Threads that wait for each other, while others may go on.
    fn note_circles(&mut self, state: &State) {
        let waits = |thread: usize| match state.threads[thread].status {
            Status::Runs => self.waits_for(state, thread),
            _ => None,
        };
        for start in 0..state.threads.len() {
            let mut at = waits(start);
            for _ in 0..state.threads.len() {
                if at == Some(start) {
                    self.found.violations.insert(("deadlock", 0));
                    return;
                }
                at = at.and_then(waits);
            }
        }
    }

    fn outcome(&self, state: &State) -> i32 {
        let mut status = 0u32;
        for observed in &self.program.observed {
            let value = match *observed {
                Observed::Place(place) => state.cells[fixed(place).unwrap_or(0) as usize] as u32,
                Observed::Head(number) => (state.cells[head(number) as usize] != 0) as u32,
                Observed::Thread(number) => {
                    let locals = &state.threads[number as usize].registers[..LOCALS as usize];
                    locals.iter().fold(0u32, |sum, value| sum.wrapping_mul(31).wrapping_add(*value as u32))
                }
            };
            status = status.wrapping_mul(31).wrapping_add(value);
        }
        (status & 0x7fff_ffff) as i32
    }
}

/// A signal wakes any one of those who sleep.
fn choices(state: &State, op: Op) -> usize {
    match op {
        Op::Signal(c) => sleepers(state, c).len().max(1),
        _ => 1,
    }
}

fn sleepers(state: &State, condition: u8) -> Vec<usize> {
    let sleeps = |i: &usize| state.threads[*i].status == Status::Sleeps(condition);
    (0..state.threads.len()).filter(sleeps).collect()
}

fn node_of(pointer: i32) -> usize {
    (pointer as usize - HEAP as usize) / NODE_CELLS as usize
}

fn evaluate(op: Binary, a: i32, b: i32) -> i32 {
    match op {
        Binary::Add => a.wrapping_add(b),
        Binary::Sub => a.wrapping_sub(b),
        Binary::Xor => a ^ b,
        Binary::Eq => (a == b) as i32,
        Binary::Ne => (a != b) as i32,
        Binary::Lt => (a < b) as i32,
        Binary::And => (a != 0 && b != 0) as i32,
        Binary::Or => (a != 0 || b != 0) as i32,
    }
}

impl State {
    fn get(&self, thread: usize, reg: Reg) -> i32 {
        self.threads[thread].registers[reg as usize]
    }

    fn set(&mut self, thread: usize, reg: Reg, value: i32) {
        self.threads[thread].registers[reg as usize] = value;
    }

    /// The first cell of an address; an index from the base 0 to 2 is a pointer.
    fn resolve(&self, thread: usize, address: Address) -> Result<usize, &'static str> {
        let Some((reg, mask)) = address.index else { return Ok(address.base as usize) };
        let index = self.get(thread, reg) & mask;
        if mask == -1 {
            if index == 0 {
                return Err("null-deref");
            }
            if self.freed[node_of(index)] {
                return Err("use-after-free");
            }
        }
        Ok(address.base as usize + index as usize)
    }
}

#[cfg(test)]
mod tests;
