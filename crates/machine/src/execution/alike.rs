//! What tells threads apart that were presumed to be alike, so that they must not change places: see `arrange`.

use ir::{LibraryRole, Shadow, Word, contract};

use crate::execution::cpu::Cpu;
use crate::execution::memory::Access;
use crate::execution::vm::Vm;
use crate::image::presumptions::{Break, Region, Rule};
use crate::problem::ThreadId;
use crate::state::object::{ObjectId, ObjectKind};
use crate::state::shadow;

/// Where a block for a newborn has what the program hands it.
const LAUNCH_ARGUMENT: usize = contract::LAUNCH_ARGUMENT as usize;
/// Words of control blocks.
const NEXT: usize = contract::BLOCK_NEXT as usize;
const RESULT: usize = contract::BLOCK_RESULT as usize;
const JOINS_AS: usize = contract::BLOCK_JOINS_AS as usize;

impl Vm<'_> {
    /// Somebody can tell which of several threads has done something.
    pub(crate) fn note_distinct(&mut self) {
        if self.presuming.presumptions.indistinct {
            self.presuming.breaks.push(Break::Distinct);
        }
    }

    /// Main is about to do something that others can tell. Where it has joined some threads and not others, it
    /// matters which of them have ended.
    pub(crate) fn note_told(&mut self, thread: ThreadId) {
        if thread.0 == 0 && self.presuming.presumptions.indistinct && self.threads[0].parted {
            let joins = self.is_within(thread, LibraryRole::Joins);
            if !joins && self.threads[1..].iter().any(|other| other.joinable) {
                self.note_distinct();
            }
        }
    }

    /// A thread accesses memory that others can reach. May it come to know an id, or the number of the owner of a
    /// lock, which the library alone looks at?
    pub(crate) fn note_names(&mut self, cpu: &Cpu, access: Access) {
        if !self.presuming.presumptions.indistinct || cpu.solo {
            return;
        }
        self.memory.note(access.object, access.offset, access.bytes);
        if self.shows_id(cpu.thread, access) || self.shows_owner(cpu.thread, access) {
            self.note_distinct();
        }
    }

    fn shows_id(&mut self, thread: ThreadId, access: Access) -> bool {
        let frames = self.threads[thread.index()].frames.iter().rev();
        let mut functions = frames.map(|frame| self.image.program.function(frame.func));
        let has_role = functions.by_ref().take_while(|function| function.library).any(|f| f.role.is_some());
        if thread.0 == 0 || has_role {
            return false;
        }
        let object = self.memory.object(access.object);
        let end = (access.offset.saturating_add(access.bytes).div_ceil(8) as usize).min(object.word_count());
        let words: Vec<Word> = (access.offset as usize / 8..end).map(|at| object.word(at)).collect();
        words.into_iter().any(|word| self.is_id(word))
    }

    /// Of the runtime's own blocks the program has no pointers but ids of threads. A piece of a pointer may be one
    /// of anything.
    pub(crate) fn is_id(&mut self, word: Word) -> bool {
        match word.shadow {
            Shadow::CLEAN => false,
            Shadow::POINTER => self.memory.object(ObjectId::of(word)).kind == ObjectKind::Internal,
            shadow => shadow::undefined_bytes(shadow).is_none(),
        }
    }

    fn shows_owner(&mut self, thread: ThreadId, access: Access) -> bool {
        let (Some(place), _) = self.place_of(access.object) else { return false };
        if self.is_within(thread, LibraryRole::Locks) {
            return false;
        }
        let words = (access.offset & !3..access.offset.saturating_add(access.bytes)).step_by(4);
        words.into_iter().any(|word| self.is_owner_word(place, word) && self.owner_word(access.object, word) != Some(0))
    }

    /// A thread is born with this block of the runtime's. What it was handed must not be an id.
    pub(crate) fn note_handed(&mut self, launch: Word) {
        let Some(block) = self.pointed(launch).filter(|_| self.presuming.presumptions.indistinct) else { return };
        let object = self.memory.object(block);
        let argument = (object.kind == ObjectKind::Internal && object.word_count() > LAUNCH_ARGUMENT)
            .then(|| object.word(LAUNCH_ARGUMENT));
        if argument.is_none_or(|argument| self.is_id(argument)) {
            self.note_distinct();
        }
    }

    /// The control block of each thread that lives or can be joined. None if one of them is not as it should be.
    pub(crate) fn control_blocks(&mut self) -> Option<Vec<Option<ObjectId>>> {
        let Some(Region::Global(list)) = self.image.thread_list else { return None };
        let mut blocks = vec![None; self.threads.len()];
        let mut next = self.memory.object(ObjectId(list)).word(0);
        while next.shadow == Shadow::POINTER {
            let id = ObjectId::of(next);
            let object = self.memory.object(id);
            if object.address != 0 || object.retired || object.word_count() <= JOINS_AS {
                return None;
            }
            let place = (object.word(JOINS_AS).bits >> 32).checked_sub(1)?;
            next = object.word(NEXT);
            *blocks.get_mut(usize::try_from(place).ok()?)? = Some(id);
        }
        Some(blocks)
    }

    /// A thread ends, and may leave something behind.
    pub(crate) fn note_left(&mut self, thread: ThreadId) {
        if !self.presuming.presumptions.indistinct {
            return;
        }
        let block = self.control_blocks().and_then(|blocks| blocks[thread.index()]);
        let left = block.map(|block| self.memory.object(block).word(RESULT));
        // Its number is kept if it owns a lock.
        if self.threads[thread.index()].held > 0 || left != Some(Word::int(0)) {
            self.note_distinct();
        }
    }

    fn is_owner_word(&self, place: Region, word: u32) -> bool {
        matches!(self.presuming.presumptions.rule(place, word, word + 4).0, Some(Rule::Owner { .. }))
    }

    /// A thread has taken a lock: this word names it. That must be where reads of it are noticed.
    pub(crate) fn note_owner(&mut self, word: Word) {
        if !self.presuming.presumptions.indistinct {
            return;
        }
        let known = self.pointed(word).is_some_and(|object| {
            let (place, _) = self.place_of(object);
            let shared = self.memory.slots[object.index()].shared;
            shared && place.is_some_and(|place| self.is_owner_word(place, word.offset()))
        });
        if !known {
            self.note_distinct();
        }
    }
}
