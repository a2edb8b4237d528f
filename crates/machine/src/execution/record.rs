//! What is written down of an execution: what judgements rest on, and what a profile learns.

use crate::execution::cpu::Cpu;
use crate::execution::judge::{EVERYBODY, Event, Judgement, Visibility};
use crate::execution::memory::Access;
use crate::execution::profile::{Profile, Sighting};
use crate::execution::vm::Vm;
use crate::image::Reduction;
use crate::image::presumptions::{Break, OFFSET_MAX, Region, Rule, Use};
use crate::problem::ThreadId;
use ir::LibraryRole;

impl Vm<'_> {
    /// What follows is noted in a profile.
    pub fn profile(&mut self, profile: Profile) {
        self.watch.profile = Some(Box::new(profile));
        self.memory.heeds_ids = true;
    }

    /// Grows whenever the profile learns something.
    pub fn profile_news(&self) -> u64 {
        self.watch.profile.as_ref().map_or(0, |profile| profile.news())
    }

    pub fn take_profile(&mut self) -> Option<Profile> {
        self.watch.profile.take().map(|profile| *profile)
    }

    /// Writes down what a judgement of this access rests on.
    #[inline]
    pub(crate) fn record(&mut self, cpu: &Cpu, access: Access, judgement: &Judgement) {
        for event in &judgement.events {
            self.record_event(cpu.thread, event);
        }
        self.course.stirred |= judgement.stirs;
        if let Some(rule) = judgement.rule {
            self.spare(cpu, rule, judgement.visibility == Visibility::Harmless);
        }
        if self.watch.profile.is_some() && self.image.config.reduction >= Reduction::Presumed && !cpu.solo {
            self.note_access(cpu, access);
        }
    }

    /// Judges and records what a thread is about to do to the list of threads. Nothing is counted.
    pub(crate) fn weigh_life(&mut self, thread: ThreadId) -> Visibility {
        let judgement = self.judge_life(thread);
        self.course.stirred |= judgement.stirs;
        for event in judgement.events.iter().filter(|event| **event != Event::Acts) {
            self.record_event(thread, event);
        }
        judgement.visibility
    }

    fn record_event(&mut self, thread: ThreadId, event: &Event) {
        match event {
            Event::Broken(broken) => self.presuming.breaks.push(broken.clone()),
            Event::Takes(lock) => {
                self.break_quiet();
                self.presuming.quiet.push(*lock);
            }
            Event::GivesBack(lock) => self.presuming.quiet.retain(|held| held != lock),
            Event::Acts => self.break_quiet(),
            Event::Joins => self.note_kin(thread),
            Event::Scatters => self.note_scattered(),
            Event::Leaves => self.note_leave(),
            Event::Observes => self.note_look_at_ends(),
        }
    }

    /// A thread is about to be started.
    pub(crate) fn note_start(&mut self, by: ThreadId) {
        if let Some(profile) = &mut self.watch.profile {
            profile.starts();
        }
        self.note_kin(by);
    }

    /// Somebody starts a thread or joins one: is it another than main?
    fn note_kin(&mut self, by: ThreadId) {
        if let Some(profile) = &mut self.watch.profile {
            profile.is_kin(by);
        }
        if self.presuming.presumptions.main_starts && by.0 != 0 {
            self.presuming.breaks.push(Break::Start);
        }
    }

    /// A thread gets into a function. Can that tell whether others have ended, or what numbers they have?
    pub(crate) fn note_observer(&mut self, thread: ThreadId, role: Option<LibraryRole>) {
        match role {
            Some(LibraryRole::Observes) => self.note_look_at_ends(),
            Some(LibraryRole::Numbers) => self.note_look_at_numbers(),
            Some(LibraryRole::Inherits) => self.note_distinct(),
            // Whoever it waits for may wait for the lock.
            Some(LibraryRole::Joins) if self.threads[thread.index()].held > 0 => self.note_distinct(),
            _ => {}
        }
    }

    fn note_look_at_ends(&mut self) {
        if let Some(profile) = &mut self.watch.profile {
            profile.observes();
        }
        if self.presuming.presumptions.unobserved {
            self.presuming.breaks.push(Break::Observe);
        }
    }

    pub(crate) fn note_look_at_numbers(&mut self) {
        if let Some(profile) = &mut self.watch.profile {
            profile.numbers();
        }
        if self.presuming.presumptions.unnumbered {
            self.presuming.breaks.push(Break::Number);
        }
    }

    /// Somebody asks who waits for something.
    pub(crate) fn note_question(&mut self, by: ThreadId) {
        if self.living().is_within(&by.alone()) {
            return;
        }
        if let Some(profile) = &mut self.watch.profile {
            profile.asks();
        }
        if self.presuming.presumptions.unasked {
            self.presuming.breaks.push(Break::Asked);
        }
    }

    fn note_leave(&mut self) {
        if let Some(profile) = &mut self.watch.profile {
            profile.leaves();
        }
        if self.presuming.presumptions.main_stays {
            self.presuming.breaks.push(Break::Leave);
        }
    }

    /// The number of a thread may have been given back. (Who ends detached breaks *family*.)
    pub(crate) fn note_vacancy(&mut self, by: ThreadId, thread: ThreadId) {
        let wanted = self.presuming.presumptions.once || self.watch.profile.is_some();
        let vacant = self.threads.get(thread.index()).is_some_and(|state| state.is_vacant());
        if wanted && vacant {
            self.threads[by.index()].parted = true;
        }
    }

    /// A thread starts another one, which gets this number: was it, or could it have been, another's before? Nobody
    /// gives a number that it does not know to be free.
    pub(crate) fn note_number(&mut self, by: ThreadId, number: usize) {
        let used = self.births().is_none() && number < self.threads.len();
        if !used && !self.threads[by.index()].parted {
            return;
        }
        if let Some(profile) = &mut self.watch.profile {
            profile.numbers_again();
        }
        if self.presuming.presumptions.once {
            self.presuming.breaks.push(Break::Again);
        }
    }

    /// A thread that holds quiet locks does what it was presumed not to do.
    pub(crate) fn break_quiet(&mut self) {
        let rule = Rule::Owner { used: Use::Quiet, users: EVERYBODY };
        self.presuming.breaks.extend(self.presuming.quiet.drain(..).map(|(place, _, start)| Break::Access {
            place,
            start,
            end: start + 4,
            rule: rule.clone(),
        }));
    }

    pub(crate) fn note_divert(&mut self) {
        if !self.presuming.presumptions.is_empty() {
            self.presuming.breaks.push(Break::Divert);
        }
    }

    /// The thread's last allocations, of which nobody can tell the moment, are part of the state. If it has
    /// ended they are for who joins it.
    pub(crate) fn keep_recent(&mut self, thread: ThreadId) {
        let recent = std::mem::take(&mut self.memory.recent);
        let state = &mut self.threads[thread.index()];
        state.recent = if state.is_vacant() { Vec::new() } else { recent };
    }

    /// A thread that has no others beside it does nothing that they can see. Its accesses take shortcuts
    /// that would not have noted it, so what was noted depends on which objects were decoded already.
    pub(crate) fn forget_what_nobody_saw(&mut self, thread: ThreadId) {
        let state = &mut self.threads[thread.index()];
        state.entered = false;
        state.recent.clear();
    }

    /// A comparison of pointers may have come out as it did because of when blocks were allocated and
    /// freed, which nobody is to tell. Of a block whose heirs nobody has noted, that may have been long ago.
    pub(crate) fn note_stale(&mut self, solo: bool) {
        if (self.memory.stale && !solo || self.memory.sought) && self.presuming.presumptions.tidy {
            self.presuming.breaks.push(Break::Dangling);
        }
        if self.memory.compared && !solo {
            self.presuming.breaks.push(Break::Compared);
        }
        if self.memory.related {
            self.note_related();
        }
    }

    /// Presumptions that turned out wrong since this was last asked.
    pub fn take_breaks(&mut self) -> Vec<Break> {
        std::mem::take(&mut self.presuming.breaks)
    }

    /// How many there are by now.
    pub fn break_count(&self) -> usize {
        self.presuming.breaks.len()
    }

    fn note_access(&mut self, cpu: &Cpu, access: Access) {
        let Access { object, offset, bytes, write } = access;
        let (Some(place), false) = self.place_of(object) else { return };
        if bytes == 0 {
            return;
        }
        let end = offset.saturating_add(bytes).min(OFFSET_MAX);
        let beside = self.may_act_beside(cpu.thread);
        let mut strange: Vec<u32> = (offset / 4..end.div_ceil(4)).map(|word| word * 4).collect();
        strange.retain(|word| {
            let mine = self.names(object, *word, cpu.thread);
            self.meddles(cpu.thread, mine, write)
        });
        let (thread, first_dynamic) = (cpu.thread, self.memory.first_dynamic);
        let manner = self.manner(thread, write);
        let Some(profile) = &mut self.watch.profile else { return };
        profile.saw(&Sighting {
            thread,
            place,
            object,
            start: offset,
            end,
            write,
            manner,
            beside,
            strange,
            first_dynamic,
        });
    }

    /// A lock names the thread there: will it be noticed if that is read, where it must not be?
    pub(crate) fn note_name(&mut self, thread: ThreadId, name: ir::Word) {
        if thread.0 == 0 || !self.presuming.presumptions.gives_numbers() || self.watch.profile.is_some() {
            return;
        }
        let Some(object) = self.pointed(name) else { return };
        // Of a lock that nobody else can reach its holder could read the name unseen. What is staged or guarded is
        // read as mere data.
        let start = name.offset();
        let is_data = self.place_of(object).0.is_some_and(|place| {
            let (rule, _) = self.presuming.presumptions.rule(place, start, start.saturating_add(4));
            matches!(rule, Some(Rule::Staged { .. } | Rule::Guarded(_)))
        });
        if is_data || !self.visible(object) {
            self.note_scattered();
        }
    }

    /// A thread has, or gives back, the lock whose owner this word names.
    pub(crate) fn note_hold(&mut self, thread: ThreadId, word: ir::Word, by: i32) {
        let Some(object) = self.pointed(word).filter(|_| self.watch.profile.is_some()) else { return };
        let first_dynamic = self.memory.first_dynamic;
        let place = Region::of(object, self.memory.object(object), first_dynamic);
        if let (Some(profile), Some(place)) = (&mut self.watch.profile, place) {
            profile.saw_hold(thread, (place, object, word.bits as u32), by);
        }
    }
}
