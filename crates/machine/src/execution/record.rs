//! What is written down while a program is watched for a profile.

use crate::execution::cpu::Cpu;
use crate::execution::profile::{Profile, Sighting};
use crate::execution::vm::Vm;
use crate::image::presumptions::{OFFSET_MAX, Place};
use crate::problem::ThreadId;
use crate::state::object::ObjectId;

const MAIN: u128 = 1;

impl Vm<'_> {
    /// What follows is noted in a profile.
    pub fn profile(&mut self, profile: Profile) {
        self.watch.profile = Some(Box::new(profile));
    }

    /// Grows whenever the profile learns something.
    pub fn profile_news(&self) -> u64 {
        self.watch.profile.as_ref().map_or(0, |profile| profile.news())
    }

    pub fn take_profile(&mut self) -> Option<Profile> {
        self.watch.profile.take().map(|profile| *profile)
    }

    pub(crate) fn note_access(
        &mut self,
        cpu: &Cpu,
        place: Place,
        object: ObjectId,
        offset: u32,
        bytes: u32,
        write: bool,
    ) {
        let end = offset.saturating_add(bytes).min(OFFSET_MAX);
        let living = self.living() & !MAIN;
        let locking = self.is_within(cpu.thread, ir::LibraryRole::Locks);
        let words: Vec<u32> = (offset / 4..end.div_ceil(4)).map(|word| word * 4).collect();
        let strange: Vec<u32> = match locking {
            true => Vec::new(),
            false => words.into_iter().filter(|word| write || !self.names(object, *word, cpu.thread)).collect(),
        };
        let (thread, first_dynamic) = (cpu.thread, self.memory.first_dynamic);
        let Some(profile) = &mut self.watch.profile else { return };
        profile.saw(&Sighting { thread, place, object, start: offset, end, write, living, strange, first_dynamic });
    }

    /// A thread has, or gives back, the lock whose owner this word names.
    pub(crate) fn note_hold(&mut self, thread: ThreadId, word: ir::Word, by: i32) {
        let Some(object) = self.pointed(word) else { return };
        if self.watch.profile.is_none() {
            return;
        }
        let (kind, size) = (self.memory.object(object).kind, self.memory.object(object).size);
        let place = Place::of(object, kind, size, self.memory.first_dynamic);
        if let (Some(profile), Some(place)) = (&mut self.watch.profile, place) {
            profile.saw_hold(thread, (place, object, word.bits as u32), by);
        }
    }
}
