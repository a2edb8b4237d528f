//! The one seam between threads and memory.
//!
//! Every access that a program makes passes here: [`Vm::access`] says where it goes,
//! [`Vm::stops_before`] whether its thread stops first, [`Vm::load`] is where a load gets its value and
//! [`Vm::store`] where a store leaves its thread, with their twins for several words.
//!
//! Behind the seam is sequential consistency: one value for each byte, the one stored last.
//! `Memory::quick_read` and `quick_write` are shortcuts past it, for objects within [`Vm::reach`]: those
//! that no other thread can see, about which a weaker order has nothing to say either.

use ir::Word;

use crate::execution::counters::Spared;
use crate::execution::cpu::{Cpu, Words};
use crate::execution::judge::Visibility;
use crate::execution::memory::{Access, Reach};
use crate::execution::vm::Vm;
use crate::image::Reduction;
use crate::problem::{Run, Threads};
use crate::state::object::{ObjectId, ObjectKind};

/// What a told action of a thread that others wait for counts as, in loops: it may go round for ever.
const LOOPS_OF_TOLD: u32 = 1 << 6;

impl Vm<'_> {
    /// Which objects may be accessed past the seam.
    pub(crate) fn reach(&self, solo: bool) -> Reach {
        match self.image.config.reduction {
            Reduction::Full | Reduction::Presumed if solo => Reach::ALL,
            Reduction::Full => Reach::PRIVATE,
            Reduction::Presumed => Reach::OWN,
            _ => Reach::NOTHING,
        }
    }

    pub(crate) fn access(&mut self, cpu: &Cpu, pointer: Word, bytes: u32, write: bool) -> Run<Access> {
        self.memory.check(pointer, bytes, write).map_err(|fault| self.violation(cpu.thread, fault))
    }

    // ---- values ----

    /// The value of so many bits at a place that was checked.
    #[inline(always)]
    pub(crate) fn load(&mut self, access: Access, bits: u32) -> Word {
        let object = &self.memory.slots[access.object.index()].object;
        object.read(&mut self.memory.mixtures, access.offset, bits)
    }

    /// Puts a value in a place that was checked.
    #[inline(always)]
    pub(crate) fn store(&mut self, access: Access, value: Word) {
        self.memory.object_mut(access.object);
        let slot = &mut self.memory.slots[access.object.index()];
        slot.object.write(&mut self.memory.mixtures, access.offset, access.bytes * 8, value);
        if slot.shared && value.shadow != ir::Shadow::CLEAN {
            self.memory.publish(value);
        }
    }

    pub(crate) fn load_words(&mut self, access: Access) -> Words {
        let object = &self.memory.slots[access.object.index()].object;
        let word = |i: u32| {
            let bits = (access.bytes - 8 * i).min(8) * 8;
            object.read(&mut self.memory.mixtures, access.offset + 8 * i, bits)
        };
        (0..access.bytes.div_ceil(8)).map(word).collect()
    }

    pub(crate) fn store_words(&mut self, cpu: &mut Cpu, access: Access, words: &[Word]) {
        self.memory.object_mut(access.object);
        let slot = &mut self.memory.slots[access.object.index()];
        for (i, word) in words.iter().enumerate() {
            let done = 8 * i as u32;
            let bits = (access.bytes - done).min(8) * 8;
            slot.object.write(&mut self.memory.mixtures, access.offset + done, bits, *word);
        }
        if slot.shared {
            words.iter().for_each(|word| self.memory.publish(*word));
        }
        self.show_write(cpu, access);
    }

    /// Copies at once, like memmove.
    pub(crate) fn copy_now(&mut self, cpu: &mut Cpu, to: Word, from: Word, bytes: u32) -> Run<()> {
        if bytes == 0 {
            return Ok(());
        }
        let (from, to) = (self.access(cpu, from, bytes, false)?, self.access(cpu, to, bytes, true)?);
        if from.object == to.object {
            let words = self.load_words(from);
            self.store_words(cpu, to, &words);
            return Ok(());
        }
        self.memory.object_mut(to.object);
        let pair = [from.object.index(), to.object.index()];
        if let Ok([source, target]) = self.memory.slots.get_disjoint_mut(pair) {
            target.object.copy_from(&mut self.memory.mixtures, to.offset, &source.object, from.offset, bytes);
        }
        let slot = &self.memory.slots[to.object.index()];
        if slot.shared && !slot.object.is_clean() {
            let words = self.load_words(to);
            words.iter().for_each(|word| self.memory.publish(*word));
        }
        self.show_write(cpu, to);
        Ok(())
    }

    // ---- who can tell ----

    /// Does the thread stop before this access?
    #[inline(always)]
    pub(crate) fn stops_before(&mut self, cpu: &mut Cpu, access: Access) -> Run<bool> {
        let Visibility::Visible(meets) = self.weigh(cpu, access) else { return Ok(false) };
        if self.stops_before_visible(cpu, meets) || self.stops_before_watched(cpu, access) {
            return Ok(true);
        }
        if self.threads[cpu.thread.index()].masks > 0 {
            self.meets(cpu, access)?;
        }
        Ok(false)
    }

    /// Judges whether others can tell when this access happens, and records what the judgement rests on.
    #[inline(always)]
    pub(crate) fn weigh(&mut self, cpu: &Cpu, access: Access) -> Visibility {
        let visible = self.visible(access.object);
        // What others did with a regained object may have come early; nobody must have relied on this
        // access not to happen. So it is judged all the same.
        if !visible && !self.memory.slots[access.object.index()].regained {
            return Visibility::Harmless;
        }
        if self.presuming.presumptions.gives_numbers() && self.may_show_number(cpu, access) {
            self.note_scattered();
        }
        self.note_names(cpu, access);
        let judgement = self.judge(cpu, access);
        self.record(cpu, access, &judgement);
        if visible { judgement.visibility } else { Visibility::Harmless }
    }

    /// Is it a write to memory that somebody watches who sees more states than other threads do: those in
    /// the middle of an atomic section? The section has been entered by then; others do not run.
    #[inline(always)]
    fn stops_before_watched(&self, cpu: &Cpu, access: Access) -> bool {
        match &self.image.config.watched {
            Some(watched) if access.write && cpu.count > 1 => {
                watched.behind || watched.globals.contains(&access.object.0)
            }
            _ => false,
        }
    }

    /// An action that is visible to these threads stops its own first, unless it is what the transition
    /// starts with, the atomic section it belongs to has begun, or nobody else can run.
    #[inline(always)]
    pub(crate) fn stops_before_visible(&mut self, cpu: &mut Cpu, meets: Threads) -> bool {
        self.note_told(cpu.thread);
        // Others could tell, even if none of them can run right now.
        if !self.presuming.quiet.is_empty() {
            self.break_quiet();
        }
        let entered = self.threads[cpu.thread.index()].entered;
        let stops = cpu.count > 1 && !entered && !self.stays_alone(cpu);
        self.spare(cpu, Spared::Alone, !stops);
        // Whatever the thread has allocated was allocated before this.
        self.memory.recent.clear();
        let state = &mut self.threads[cpu.thread.index()];
        state.entered |= !stops && state.masks > 0;
        if !stops {
            self.course.meet(cpu.count, meets);
        }
        stops
    }

    /// Counts what is spared; not what would not have ended the transition anyway.
    #[inline(always)]
    pub(crate) fn spare(&mut self, cpu: &Cpu, why: Spared, spared: bool) {
        let matters = cpu.count > 1 && !self.threads[cpu.thread.index()].entered;
        self.counters.spared[why as usize] += (matters && spared) as u64;
    }

    /// Still nobody else can run. Once somebody could, the thread is not alone for the rest of the
    /// transition.
    #[inline(always)]
    pub(crate) fn stays_alone(&mut self, cpu: &mut Cpu) -> bool {
        cpu.alone = cpu.solo || cpu.alone && self.is_alone(cpu.thread);
        if cpu.alone && !cpu.solo {
            cpu.loops = cpu.loops.saturating_add(LOOPS_OF_TOLD);
        }
        cpu.alone
    }

    /// Can an access to this object matter to other threads?
    #[inline(always)]
    pub(crate) fn visible(&self, object: ObjectId) -> bool {
        let slot = &self.memory.slots[object.index()];
        match self.image.config.reduction {
            Reduction::Full | Reduction::Presumed => slot.shared,
            _ => !matches!(slot.object.kind, ObjectKind::Constant | ObjectKind::Code),
        }
    }
}
