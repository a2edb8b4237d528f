//! Threads that can do nothing any more but go round in loops that nobody can end.
//!
//! A state is a *livelock* if every thread that can run, left alone, comes back to where it was without
//! having changed anything that another thread can see, and at least one of them waits: it reads what
//! others could change, in a loop that could be left. What a thread does depends on its own
//! section, on its own objects and on memory that others can see; the latter stays as it is, whoever runs.
//! So this goes on for ever, in whatever order they run, and the program cannot end.
//!
//! A loop without a way out (`for (;;)`) waits for nothing, whatever is tested within it: a server that
//! looks for work for ever is meant to. A way out leads to where its function returns; to fail an
//! assertion is none. Nor is it a livelock if a thread has a choice on its way, for the
//! environment may choose otherwise, or if the program has handlers for signals, which may come from outside.

use std::collections::BTreeSet;

use ir::{FuncId, Function, Op};

use crate::execution::notes::Act;
use crate::execution::schedule::Choice;
use crate::machine::Machine;
use crate::naming::streams;
use crate::pieces::VectorId;
use crate::problem::{Kind, Problem, ThreadId};
use crate::state::look::Reached;
use crate::state::object::ObjectKind;

/// A thread that does not come back after so many transitions does not go round.
const ROUND_MAX: usize = 1 << 11;
/// Loops within one of these transitions, see `Vm::stride`. Rounds in which nothing happens are all alike.
const STRIDE: u32 = 4;
/// Ops in one of them.
const OPS_MAX: u64 = 1 << 16;

impl Machine<'_> {
    /// Is the state a livelock? The machine is then in some other state, and must not have an observer.
    pub fn livelock(&mut self, state: &[u32]) -> Option<Problem> {
        if self.vm.image.exposed {
            return None;
        }
        let stride = std::mem::replace(&mut self.vm.stride, STRIDE);
        let findings = self.vm.findings.list.len();
        let breaks = self.vm.presuming.breaks.len();
        let found = self.look_for_livelock(state);
        self.vm.stride = stride;
        // What was found or broken on the way is found by the search as well, if it is to be found.
        self.vm.findings.list.truncate(findings);
        self.vm.presuming.breaks.truncate(breaks);
        found
    }

    fn look_for_livelock(&mut self, state: &[u32]) -> Option<Problem> {
        let state = self.outside_of_sections(state)?;
        let (mut waiting, mut idle) = (Vec::new(), Vec::new());
        for thread in self.runnable(&state)? {
            match self.go_round(&state, thread)? {
                Round::Waits => waiting.push(thread),
                Round::Idles => idle.push(thread),
                Round::Blocks => {}
            }
        }
        let thread = *waiting.first()?;
        let mut others: Vec<ThreadId> = waiting.into_iter().skip(1).chain(idle).collect();
        others.sort_unstable();
        let message = match others.len() {
            0 => "a thread goes round a loop that nobody can end any more".into(),
            more => format!("{} threads go round loops that nobody can end any more", more + 1),
        };
        Some(Problem { kind: Kind::Livelock, message, thread, others })
    }

    /// The threads that can run, if each has but one way to go on.
    fn runnable(&mut self, state: &[u32]) -> Option<Vec<ThreadId>> {
        self.load(state);
        let mut enabled = Vec::new();
        self.vm.enabled(&mut enabled).ok()?;
        let one_each = enabled.windows(2).all(|pair| pair[0].thread != pair[1].thread);
        (one_each && !enabled.is_empty()).then(|| enabled.iter().map(|choice| choice.thread).collect())
    }

    /// The state in which nobody is in the middle of an atomic section: who is in one acts alone until then.
    fn outside_of_sections(&mut self, state: &[u32]) -> Option<Vec<u32>> {
        let mut state = state.to_vec();
        for _ in 0..ROUND_MAX {
            self.load(&state);
            let Some(thread) = self.vm.numbers().find(|thread| self.vm.is_exclusive(*thread)) else {
                return Some(state);
            };
            (state, _) = self.act(&state, thread)?;
        }
        None
    }

    /// Where one transition of a thread leads that has no choice, and the ops that it executes.
    fn act(&mut self, state: &[u32], thread: ThreadId) -> Option<(Vec<u32>, Acts)> {
        self.load(state);
        if self.vm.choice_count(thread).ok()? != 1 {
            return None;
        }
        let (mut acts, mut next) = (Vec::new(), Vec::new());
        let (before, breaks) = (self.vm.findings.list.len(), self.vm.presuming.breaks.len());
        self.vm.memory.begin();
        let (ops, result) = self.vm.step_within(Choice { thread, value: 0 }, OPS_MAX, Some(&mut acts));
        result.ok()?;
        let by_others = acts.iter().any(|act| act.thread != thread);
        if ops == OPS_MAX || by_others || self.vm.exit_status.is_some() {
            return None;
        }
        let looks = self.vm.memory.reads.iter().any(|look| self.is_common(look.id));
        self.save(thread, &mut next).ok()?;
        let quiet = self.vm.findings.list.len() == before && self.vm.presuming.breaks.len() == breaks;
        quiet.then_some((next, Acts { acts, looks }))
    }

    /// Is it memory that others could write?
    fn is_common(&self, object: u32) -> bool {
        let slot = self.vm.memory.slots.get(object as usize);
        slot.is_some_and(|slot| slot.shared && slot.object.kind != ObjectKind::Constant)
            || object < self.vm.memory.first_dynamic
                && self.vm.image.initial.get(object as usize).is_some_and(|global| global.kind == ObjectKind::Global)
    }

    /// Lets a thread run alone until it is where it was before. None if it does anything that matters.
    fn go_round(&mut self, state: &[u32], thread: ThreadId) -> Option<Round> {
        let mut states = vec![state.to_vec()];
        let mut rounds: Vec<Acts> = Vec::new();
        while states.len() <= ROUND_MAX {
            let current = states.last()?;
            self.load(current);
            if !self.vm.is_runnable(thread).ok()? {
                return Some(Round::Blocks);
            }
            let current = current.clone();
            let (next, acts) = self.act(&current, thread)?;
            if !self.is_unnoticed(state, &next, thread) {
                return None;
            }
            rounds.push(acts);
            if let Some(back) = states.iter().position(|earlier| *earlier == next) {
                let round = rounds.split_off(back);
                let looks = round.iter().any(|acts| acts.looks);
                let acts: Vec<Act> = round.into_iter().flat_map(|acts| acts.acts).collect();
                let waits = looks && has_exit(&self.vm.image.program, &acts);
                return Some(if waits { Round::Waits } else { Round::Idles });
            }
            states.push(next);
        }
        None
    }

    /// Do two states look the same to all threads but this one?
    fn is_unnoticed(&self, before: &[u32], after: &[u32], thread: ThreadId) -> bool {
        let own = 2 + thread.index();
        let same = |place: usize| before[place] == after[place];
        before.len() == after.len()
            && (0..before.len()).filter(|place| *place != 1 && *place != own).all(same)
            && (same(1) || self.is_heap_alike(before[1], after[1]))
    }

    /// Do two heaps differ only in objects that one thread has for itself?
    fn is_heap_alike(&self, before: u32, after: u32) -> bool {
        let pieces = self.vm.memory.pieces();
        let (mut a, mut b) = (Vec::new(), Vec::new());
        pieces.read_vector(VectorId(before), &mut a);
        pieces.read_vector(VectorId(after), &mut b);
        let (a, b): (Vec<_>, Vec<_>) = (streams::heap(&a).collect(), streams::heap(&b).collect());
        let private = |packed| matches!(Reached::unpack(packed), Reached::Own | Reached::Regained);
        a.len() == b.len()
            && a.iter().zip(&b).all(|(a, b)| {
                let both = private(a.packed) && private(b.packed);
                both || (a.body, a.packed, a.pointees) == (b.body, b.packed, b.pointees)
            })
    }
}

/// What a thread does in one transition.
struct Acts {
    acts: Vec<Act>,
    /// It looks at memory that others could write.
    looks: bool,
}

/// How a thread comes back to where it was.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Round {
    /// By a loop that could be left.
    Waits,
    /// By one that could not.
    Idles,
    /// Not at all: it comes to a wait.
    Blocks,
}

/// Could the outermost loop that these ops go round be left?
fn has_exit(program: &ir::Program, acts: &[Act]) -> bool {
    let Some(depth) = acts.iter().map(|act| act.depth).min() else { return false };
    let outermost = || acts.iter().filter(|act| act.depth == depth);
    let functions: BTreeSet<FuncId> = outermost().map(|act| act.point.func).collect();
    functions.iter().any(|func| {
        let looping = outermost().filter(|act| act.point.func == *func).map(|act| act.point.pc.0).collect();
        leaves(program.function(*func), &looping)
    })
}

/// Is there a branch from these ops to others from which the function can return?
fn leaves(function: &Function, looping: &BTreeSet<u32>) -> bool {
    let next: Vec<Vec<u32>> = (0..function.ops.len()).map(|pc| successors(function, pc)).collect();
    let returns = |pc: usize| matches!(function.ops[pc], Op::Return { .. } | Op::ReturnVoid { .. });
    let ends = leading(&next, &returns);
    let out = |to: &u32| !looping.contains(to) && ends.get(*to as usize).is_some_and(|ends| *ends);
    looping.iter().any(|pc| is_branch(&function.ops[*pc as usize]) && next[*pc as usize].iter().any(out))
}

/// Which ops lead to those that are wanted: all are gone over until nothing changes.
fn leading(next: &[Vec<u32>], wanted: &dyn Fn(usize) -> bool) -> Vec<bool> {
    let mut leads: Vec<bool> = (0..next.len()).map(wanted).collect();
    loop {
        let mut changed = false;
        for pc in (0..next.len()).rev() {
            if !leads[pc] && next[pc].iter().any(|to| leads.get(*to as usize).is_some_and(|leads| *leads)) {
                leads[pc] = true;
                changed = true;
            }
        }
        if !changed {
            return leads;
        }
    }
}

fn is_branch(op: &Op) -> bool {
    matches!(
        op,
        Op::Branch { .. }
            | Op::BranchEq { .. }
            | Op::BranchUlt { .. }
            | Op::BranchUle { .. }
            | Op::BranchSlt { .. }
            | Op::BranchSle { .. }
            | Op::Switch { .. }
            | Op::IndirectJump { .. }
    )
}

/// Where an op may lead within its function.
fn successors(function: &Function, pc: usize) -> Vec<u32> {
    let mut all = Vec::new();
    let mut op = function.ops[pc];
    op.targets(&mut |to| all.push(to.0));
    if let Op::Switch { table, .. } | Op::IndirectJump { table, .. } = op
        && let Some(table) = function.switches.get(table as usize)
    {
        all.push(table.default.0);
        all.extend(table.cases.iter().map(|case| case.1.0));
    }
    let ends = matches!(op, Op::Return { .. } | Op::ReturnVoid { .. } | Op::Unreachable { .. } | Op::LongJump { .. });
    if all.is_empty() && !ends {
        all.extend(u32::try_from(pc + 1).ok());
    }
    all
}
