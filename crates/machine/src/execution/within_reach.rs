//! Who can reach what in the middle of a transition, in which several threads run: looked at as when a state
//! is named, from the globals and from the live registers of threads.

use crate::execution::memory::Memory;
use crate::execution::vm::Vm;
use crate::image::Reduction;
use crate::problem::ThreadId;
use crate::state::look::Body;
use crate::state::object::{Life, ObjectId, ObjectKind};

impl Vm<'_> {
    /// The thread is about to run for the first time, in the transition in which it was born: what was
    /// published in it and nobody else can reach any more is the thread's own.
    ///
    /// Whatever a new thread is handed is published when it is born. By now its creator has come to its
    /// next visible action and may have forgotten a block that it made for the thread. Then what the thread
    /// does with it is unseen, as it would be if it began in a state of its own.
    pub(crate) fn hand_over_to(&mut self, newborn: ThreadId) {
        if self.image.config.reduction < Reduction::Full || !self.memory.has_published() {
            return;
        }
        let reached = self.reached_by(|thread| thread != newborn);
        self.memory.take_out_of_reach(|id| !reached[id as usize]);
    }

    /// The objects that were published from here on are what a thread was just born with. Those that nobody
    /// but its creator has ever reached are known by it from now on: see `Region`.
    pub(crate) fn label_handed(&mut self, published_from: usize, newborn: ThreadId) {
        let Ok(holder) = u16::try_from(newborn.0 + 1) else { return };
        if self.image.config.reduction < Reduction::Presumed {
            return;
        }
        for at in published_from..self.memory.published.len() {
            let id = ObjectId(self.memory.published[at]);
            let kind = self.memory.object(id).kind;
            let tellable = matches!(kind, ObjectKind::Heap | ObjectKind::Lent | ObjectKind::Stack);
            if tellable && !self.memory.slots[id.index()].regained && self.memory.object(id).life == Life::Alive {
                self.memory.object_mut(id).holder = holder;
                self.note_distinct();
            }
        }
    }

    /// Does anybody have a pointer to a heap block that died in this transition? Then main must not go on
    /// before the state was named: what others have allocated meanwhile may be in its place.
    pub(crate) fn recalls_dead(&mut self) -> bool {
        if self.memory.buried().next().is_none() {
            return false;
        }
        self.memory.opaque = true;
        let reached = self.reached_by(|_| true);
        self.memory.buried().any(|id| reached[id as usize])
    }

    /// The objects that the globals and these threads lead to, by number.
    fn reached_by(&self, counts: impl Fn(ThreadId) -> bool) -> Vec<bool> {
        let mut todo = self.memory.global_roots();
        for id in self.numbers().filter(|id| counts(*id)) {
            let thread = self.thread(id);
            thread.live_words(&self.image.program, |word| self.memory.push_pointees(word, &mut todo));
            todo.extend(thread.locals.iter().map(|(_, object)| *object));
            // A local variable is reached by the thread in whose frame it is.
            todo.extend(thread.allocas.iter().filter(|id| self.memory.slots[**id as usize].shared));
        }
        self.memory.reached_from(todo)
    }
}

impl Memory<'_> {
    /// What the globals point to. Those that are as at the start have pointers to each other only.
    fn global_roots(&self) -> Vec<u32> {
        let mut roots = Vec::new();
        for id in 0..self.first_dynamic {
            let slot = &self.slots[id as usize];
            if slot.dirty || slot.body != Body::NONE {
                self.push_contents(id, &mut roots);
            }
        }
        roots
    }

    /// All that these objects lead to, themselves included.
    fn reached_from(&self, mut todo: Vec<u32>) -> Vec<bool> {
        let mut reached = vec![false; self.slots.len()];
        while let Some(id) = todo.pop() {
            if id >= self.first_dynamic && !std::mem::replace(&mut reached[id as usize], true) {
                self.push_contents(id, &mut todo);
            }
        }
        reached
    }

    /// What an object points to. Dead blocks lead nowhere.
    fn push_contents(&self, id: u32, into: &mut Vec<u32>) {
        let slot = &self.slots[id as usize];
        if slot.dirty {
            let object = &slot.object;
            if object.life == Life::Alive && !object.is_clean() {
                (0..object.word_count()).for_each(|index| self.push_pointees(object.word(index), into));
            }
        } else if !slot.grave {
            let (start, len) = slot.pointees;
            into.extend_from_slice(&self.loaded_pointees[start as usize..(start + len) as usize]);
        }
    }
}
