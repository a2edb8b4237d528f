//! Makes room in the working state of a single long execution.
//!
//! A search names states, and what cannot be reached has no place in their names. An execution
//! that is never saved gathers dead objects instead; here their slots are found and given to new
//! objects. Numbers of objects do not change.

use ir::Word;

use crate::execution::vm::Vm;
use crate::problem::{Kind, Problem, ThreadId};
use crate::state::object::{Life, ObjectId, ObjectKind};

/// Fewer slots than this are not worth a collection.
const SLOTS_MIN: usize = 1 << 12;

/// When to collect next.
#[derive(Default)]
pub(crate) struct Collector {
    slots_max: usize,
    marks: Vec<bool>,
    stack: Vec<u32>,
}

impl Vm<'_> {
    /// Recycles the slots of unreachable objects if there are many objects by now. Answers the size
    /// of a heap block that was lost.
    pub fn make_room(&mut self) -> Option<u32> {
        let first_dynamic = self.memory.first_dynamic;
        self.memory.touched.retain(|id| *id < first_dynamic);
        let slots_max = self.collector.slots_max.max(first_dynamic as usize + SLOTS_MIN);
        if self.memory.slots.len() < slots_max || self.memory.has_free_slots() {
            return None;
        }
        let mut collector = std::mem::take(&mut self.collector);
        self.mark_reachable(&mut collector);
        self.forget_dead(&collector);
        let lost = self.sweep(&mut collector);
        self.collector = collector;
        lost
    }

    fn mark_reachable(&mut self, collector: &mut Collector) {
        let first_dynamic = self.memory.first_dynamic;
        collector.marks.clear();
        collector.marks.resize(self.memory.slots.len() - first_dynamic as usize, false);
        for id in 0..first_dynamic {
            self.push_object(collector, id);
        }
        for thread in &self.threads {
            thread.registers.iter().for_each(|word| self.push_word(collector, *word));
            let alive = |id: &&u32| self.memory.slots[**id as usize].object.life == Life::Alive;
            collector.stack.extend(thread.allocas.iter().filter(alive));
            collector.stack.extend(thread.locals.iter().map(|(_, object)| object));
        }
        while let Some(id) = collector.stack.pop() {
            let Some(index) = id.checked_sub(first_dynamic) else { continue };
            if !std::mem::replace(&mut collector.marks[index as usize], true) {
                self.push_object(collector, id);
            }
        }
    }

    /// Dead stack objects that nothing points to cannot come back to life: their frames forget them.
    fn forget_dead(&mut self, collector: &Collector) {
        let first_dynamic = self.memory.first_dynamic;
        for thread in &mut self.threads {
            thread.retain_allocas(|id| collector.marks[(id - first_dynamic) as usize]);
        }
    }

    fn push_object(&self, collector: &mut Collector, id: u32) {
        let object = &self.memory.slots[id as usize].object;
        if !object.is_clean() {
            (0..object.word_count()).for_each(|index| self.push_word(collector, object.word(index)));
        }
    }

    fn push_word(&self, collector: &mut Collector, word: Word) {
        self.memory.push_pointees(word, &mut collector.stack);
    }

    fn sweep(&mut self, collector: &mut Collector) -> Option<u32> {
        let (mut kept, mut lost) = (0, None);
        for (index, marked) in collector.marks.iter().enumerate() {
            if *marked {
                kept += 1;
                continue;
            }
            let id = ObjectId(self.memory.first_dynamic + index as u32);
            let object = &self.memory.slots[id.0 as usize].object;
            if object.kind == ObjectKind::Heap && object.life == Life::Alive {
                lost = Some(object.size);
            }
            self.memory.recycle(id);
        }
        collector.slots_max = self.memory.first_dynamic as usize + 2 * kept;
        lost
    }
}

/// The leak of a block.
pub(crate) fn lost(size: u32, thread: ThreadId) -> Problem {
    let message = format!("nothing points to a heap block of {size} bytes any more, and it was not freed");
    Problem { kind: Kind::Leak, message, thread, others: Vec::new() }
}
