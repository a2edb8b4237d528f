//! Makes room in the working state of a single long execution.
//!
//! A search names states, and what cannot be reached has no place in their names. An execution
//! that is never saved gathers dead objects instead; here their slots are found and given to new
//! objects. Numbers of objects do not change.

use crate::execution::memory::Memory;
use crate::problem::{Kind, Problem, ThreadId};
use crate::state::object::{Life, ObjectId, ObjectKind};
use crate::state::thread::Thread;

/// Fewer slots than this are not worth a collection.
const SLOTS_MIN: usize = 1 << 12;

/// When to collect next.
#[derive(Default)]
pub(crate) struct Collector {
    slots_max: usize,
    marks: Vec<bool>,
    stack: Vec<u32>,
}

impl Collector {
    /// Recycles the slots of unreachable objects if there are many objects by now. Returns the size
    /// of a heap block that was lost.
    pub(crate) fn make_room(&mut self, memory: &mut Memory<'_>, threads: &mut [Thread]) -> Option<u32> {
        let first_dynamic = memory.first_dynamic;
        // What was noted of objects in transitions that are over is only needed to take them back.
        for list in [&mut memory.touched, &mut memory.published, &mut memory.handed] {
            list.retain(|id| *id < first_dynamic);
        }
        let slots_max = self.slots_max.max(first_dynamic as usize + SLOTS_MIN);
        if memory.slots.len() < slots_max || memory.has_free_slots() {
            return None;
        }
        self.mark_reachable(memory, threads);
        // Dead stack objects that nothing points to cannot come back to life: their frames forget them.
        for thread in threads {
            thread.retain_allocas(|id| self.marks[(id - first_dynamic) as usize]);
        }
        self.sweep(memory)
    }

    fn mark_reachable(&mut self, memory: &Memory<'_>, threads: &[Thread]) {
        let first_dynamic = memory.first_dynamic;
        self.marks.clear();
        self.marks.resize(memory.slots.len() - first_dynamic as usize, false);
        for id in 0..first_dynamic {
            self.push_object(memory, id);
        }
        for thread in threads {
            thread.registers.iter().for_each(|word| memory.push_pointees(*word, &mut self.stack));
            let alive = |id: &&u32| memory.slots[**id as usize].object.life == Life::Alive;
            self.stack.extend(thread.allocas.iter().filter(alive));
            self.stack.extend(thread.locals.iter().map(|(_, object)| object));
        }
        while let Some(id) = self.stack.pop() {
            let Some(index) = id.checked_sub(first_dynamic) else { continue };
            if !std::mem::replace(&mut self.marks[index as usize], true) {
                self.push_object(memory, id);
            }
        }
    }

    fn push_object(&mut self, memory: &Memory<'_>, id: u32) {
        let object = &memory.slots[id as usize].object;
        if !object.is_clean() {
            (0..object.word_count()).for_each(|index| memory.push_pointees(object.word(index), &mut self.stack));
        }
    }

    fn sweep(&mut self, memory: &mut Memory<'_>) -> Option<u32> {
        let (mut kept, mut lost) = (0, None);
        for (index, marked) in self.marks.iter().enumerate() {
            if *marked {
                kept += 1;
                continue;
            }
            let id = ObjectId(memory.first_dynamic + index as u32);
            let object = &memory.slots[id.index()].object;
            if object.kind == ObjectKind::Heap && object.life == Life::Alive {
                lost = Some(object.size);
            }
            memory.recycle(id);
        }
        self.slots_max = memory.first_dynamic as usize + 2 * kept;
        lost
    }
}

/// The leak of a block.
pub(crate) fn lost(size: u32, thread: ThreadId) -> Problem {
    let message = format!("nothing points to a heap block of {size} bytes any more, and it was not freed");
    Problem { kind: Kind::Leak, message, thread, others: Vec::new() }
}
