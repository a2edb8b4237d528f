//! What calls of the library do with locks: who takes which, where, and whom a signal wakes.

use std::collections::BTreeMap;

use ir::{FuncId, LocId, Op, Program, Src};

use super::Tracker;
use crate::cells;
use crate::execution_view::{ExecutionView, op_at};
use crate::memory::{FrameInfo, Held, Primitive};
use crate::model::Note;

/// What a function does with the object that its first argument points to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Effect {
    Takes,
    Gives,
    /// Gives what its second argument points to, and takes it again before it returns.
    Waits,
    Wakes,
    /// The same, if the argument points to a call that has the place as its first word.
    WakesWord,
}

/// What wakes somebody who waits for a futex. Condition variables of Rust's are made of it; elsewhere it is the
/// program's own business.
const FUTEX_WAKE: &str = "futex_wake";

const EFFECTS: &[(Effect, &[&str])] = &[
    (
        Effect::Takes,
        &[
            "pthread_mutex_lock",
            "pthread_mutex_trylock",
            "pthread_mutex_timedlock",
            "pthread_mutex_clocklock",
            "pthread_rwlock_rdlock",
            "pthread_rwlock_tryrdlock",
            "pthread_rwlock_wrlock",
            "pthread_rwlock_trywrlock",
            "pthread_spin_lock",
            "pthread_spin_trylock",
            "augur_rust_lock",
        ],
    ),
    (Effect::Gives, &["pthread_mutex_unlock", "pthread_rwlock_unlock", "pthread_spin_unlock", "augur_rust_unlock"]),
    (Effect::Waits, &["pthread_cond_wait", "pthread_cond_timedwait", "pthread_cond_clockwait"]),
    (Effect::Wakes, &["pthread_cond_signal", "pthread_cond_broadcast"]),
    (Effect::WakesWord, &[FUTEX_WAKE]),
];

/// The functions of the library that do something with locks.
pub(crate) fn effects(program: &Program) -> BTreeMap<FuncId, Effect> {
    let effect = |name: &str| EFFECTS.iter().find(|(_, names)| names.contains(&name)).map(|(effect, _)| *effect);
    let is_told = |function: &ir::Function| function.library && (program.rust || function.name != FUTEX_WAKE);
    let functions = (0..).zip(&program.functions).filter(|(_, function)| is_told(function));
    functions.filter_map(|(id, function)| Some((FuncId(id), effect(&function.name)?))).collect()
}

impl Tracker<'_> {
    /// A thread has entered the function of its innermost frame.
    pub(super) fn enter_primitive(&mut self, execution: &dyn ExecutionView, thread: u32, func: FuncId) {
        let Some(effect) = self.effects.get(&func).copied() else { return };
        let stack = self.known.stack(thread);
        let Some(frame) = stack.len().checked_sub(1) else { return };
        if stack[..frame].iter().any(|info| info.primitive.is_some()) {
            return;
        }
        let argument = |at: usize| {
            let (slot, _) = *execution.program().function(func).params.get(at)?;
            cells::pointer(&execution.operand(thread, frame, Src::slot(slot), 1))
        };
        let at = if effect == Effect::Waits { 1 } else { 0 };
        let Some(mut pointer) = argument(at) else { return };
        let effect = match effect {
            Effect::WakesWord => {
                let word = cells::pointer(&execution.cells(pointer.object, pointer.offset, 8));
                let Some(word) = word else { return };
                pointer = word;
                Effect::Wakes
            }
            effect => effect,
        };
        let place = (pointer.object, pointer.offset);
        let waiters = match effect {
            Effect::Wakes => self.waiters(execution, place),
            _ => Vec::new(),
        };
        let mut primitive = Primitive { effect, place, waiters, result: None, given: None };
        if effect == Effect::Waits {
            let held = self.known.held.entry(thread).or_default();
            primitive.given = held.iter().position(|held| held.place == place).map(|at| held.remove(at));
        }
        if let Some(info) = self.known.stacks.get_mut(&thread).and_then(|stack| stack.last_mut()) {
            info.primitive = Some(primitive);
        }
    }

    /// The threads that wait on a condition variable.
    fn waiters(&self, execution: &dyn ExecutionView, place: (u32, u32)) -> Vec<u32> {
        let waits = |thread: &u32| {
            self.sleeps_on(execution, *thread).is_some_and(|pointer| (pointer.object, pointer.offset) == place)
        };
        execution.threads().into_iter().filter(waits).collect()
    }

    /// A function that does something with locks is about to return this.
    pub(super) fn note_result(&mut self, execution: &dyn ExecutionView, thread: u32) {
        let stack = self.known.stacks.get_mut(&thread);
        let Some(primitive) = stack.and_then(|s| s.last_mut()).and_then(|info| info.primitive.as_mut()) else { return };
        let Some((frame, point)) = execution.top(thread) else { return };
        if let Some(Op::Return { a, .. }) = op_at(execution.program(), point) {
            let cells = execution.operand(thread, frame, a, 1);
            primitive.result = Some(cells::number(&cells) as u64);
        }
    }

    /// A frame was left. `loc` is the line of the user's that called it.
    pub(super) fn leave_primitive(&mut self, execution: &dyn ExecutionView, thread: u32, info: &FrameInfo) {
        let Some(primitive) = info.primitive.clone() else { return };
        let spot = self.below(thread, None).filter(|_| !self.known.stack(thread).is_empty());
        let loc = spot.map_or(LocId(0), |spot| spot.loc);
        let place = primitive.place;
        match primitive.effect {
            Effect::Waits => {
                let held = primitive.given.map(|given| Held { loc, ..given });
                self.known.held.entry(thread).or_default().extend(held);
            }
            Effect::Takes if primitive.result == Some(0) => {
                let name = self.lock_name(execution, thread, place);
                self.tell_unless_in_source(loc, &name, |object| Note::Takes { object });
                self.known.held.entry(thread).or_default().push(Held { place, name, loc });
            }
            Effect::Gives if primitive.result == Some(0) => {
                let name = self.lock_name(execution, thread, place);
                self.tell_unless_in_source(loc, &name, |object| Note::Gives { object });
                if let Some(held) = self.known.held.get_mut(&thread)
                    && let Some(at) = held.iter().rposition(|held| held.place == place)
                {
                    held.remove(at);
                }
            }
            Effect::Wakes => {
                let still = self.waiters(execution, place);
                let woken = primitive.waiters.iter().filter(|thread| !still.contains(thread));
                let threads: Vec<u32> = woken.map(|thread| self.index(*thread)).collect();
                self.known.signals.push((place, loc, self.index(thread), threads.clone()));
                self.note(Note::Wakes { threads });
            }
            _ => {}
        }
    }

    fn tell_unless_in_source(&mut self, loc: LocId, name: &str, note: impl FnOnce(String) -> Note) {
        let source = self.source_map.source(loc).unwrap_or_default();
        if !source.contains(name.trim_start_matches('&')) {
            self.note(note(name.into()));
        }
    }

    /// A lock as the thread would write its address.
    pub(crate) fn lock_name(&self, execution: &dyn ExecutionView, thread: u32, (object, offset): (u32, u32)) -> String {
        let viewer = self.spot(execution, thread).map(|spot| (thread, spot.frame));
        let view = self.view(execution, viewer);
        view.address_name(object, offset).unwrap_or_else(|| format!("a lock in {}", view.nameless(object)))
    }

    /// The locks that a thread has, in the order in which it took them, each with the line.
    pub(crate) fn held(&self, thread: u32) -> &[Held] {
        self.known.held.get(&thread).map_or(&[], |held| held)
    }
}
