//! Whether an access can be told by others: the checks of what is presumed of memory.
//!
//! Each check looks at nothing that can change while its thread stands still. That is what makes
//! it worth the same wherever in an execution the access is made.

use ir::{LibraryRole, Shadow, Trap};

use crate::execution::counters::Spared;
use crate::execution::cpu::Cpu;
use crate::execution::memory::Question;
use crate::execution::vm::Vm;
use crate::image::Reduction;
use crate::image::presumptions::{Break, Lock, Place, Rule, Use};
use crate::problem::{Run, ThreadId};
use crate::state::object::{Life, ObjectId, ObjectKind};

/// How an access fares with a rule.
enum Fate {
    /// Nobody can tell when it happens.
    Harmless,
    Visible,
    Broken,
}

impl Vm<'_> {
    /// May the thread make this access at any time before its next visible action, as far as others
    /// can tell? Only asked of memory that others can reach.
    pub(crate) fn is_harmless(&mut self, cpu: &Cpu, object: ObjectId, offset: u32, bytes: u32, write: bool) -> bool {
        // What has no bytes can still be freed, and nothing is presumed of that.
        if self.image.config.reduction < Reduction::Presumed || cpu.solo || bytes == 0 {
            return false;
        }
        let target = self.memory.object(object);
        let kind = target.kind;
        let place = Place::of(object, kind, target.size, self.memory.first_dynamic);
        if kind == ObjectKind::Internal || place == self.image.thread_list {
            let unseen = self.starts_or_ends_unseen(cpu.thread);
            if unseen {
                // Others may wait for just this.
                self.break_quiet();
            }
            self.spare(cpu, Spared::Life, unseen);
            return unseen;
        }
        let Some(place) = place else { return false };
        if self.watch.profile.is_some() {
            self.note_access(cpu, place, object, offset, bytes, write);
            return false;
        }
        let (mut at, end) = (offset, offset.saturating_add(bytes));
        let mut harmless = true;
        let mut why = Spared::Staged;
        while at < end {
            let (rule, next) = self.presuming.presumptions.rule(place, at, end);
            let fate = rule.map_or(Fate::Visible, |rule| self.fate(cpu, (place, object), at, write, rule));
            if let (Fate::Broken, Some(rule)) = (&fate, rule) {
                self.presuming.breaks.push(Break::Access { place, start: at, end: next, rule });
            }
            harmless &= matches!(fate, Fate::Harmless);
            why = match rule {
                Some(Rule::Guarded(_)) => Spared::Guarded,
                Some(Rule::Owner(_)) => Spared::Release,
                _ => why,
            };
            at = next;
        }
        // A release orders what came before it.
        harmless &= !(why == Spared::Release && write && self.must_date());
        self.spare(cpu, why, harmless);
        harmless
    }

    /// Does it matter when the running thread has allocated its last blocks?
    pub(crate) fn must_date(&self) -> bool {
        let is_heap = |id: &u32| self.memory.slots[*id as usize].object.kind == ObjectKind::Heap;
        !self.presuming.presumptions.tidy && self.memory.recent.iter().any(is_heap)
    }

    fn fate(&mut self, cpu: &Cpu, (place, object): (Place, ObjectId), at: u32, write: bool, rule: Rule) -> Fate {
        let thread = cpu.thread;
        let fine = match rule {
            Rule::Staged { writers, readers } => {
                let own = 1u128.checked_shl(thread.0).unwrap_or(0);
                let allowed = if write { writers } else { writers | readers };
                let besides = if write { writers | readers } else { writers } & !1;
                // While main stands still nobody is born (see `Break::Start`).
                allowed & own != 0 && (thread.0 != 0 || besides == 0 || besides & self.living() == 0)
            }
            Rule::Guarded(lock) => {
                let (lock, offset) = match lock {
                    Lock::Global { object, offset } => (ObjectId(object), offset),
                    Lock::Inside { offset } => (object, offset),
                };
                self.names(lock, offset, thread)
            }
            Rule::Owner(used) => return self.fate_of_lock(cpu, (place, object), at & !3, write, used),
        };
        if fine { Fate::Harmless } else { Fate::Broken }
    }

    fn fate_of_lock(
        &mut self,
        cpu: &Cpu,
        (place, object): (Place, ObjectId),
        word: u32,
        write: bool,
        used: Use,
    ) -> Fate {
        let mine = self.names(object, word, cpu.thread);
        let free = self.owner_word(object, word) == Some(0);
        // Not even its owner may write it as it likes: that could make another thread the owner.
        let strange = used > Use::Any && (write || !mine);
        if strange && !self.is_within(cpu.thread, LibraryRole::Locks) {
            return Fate::Broken;
        }
        match (mine, used) {
            (true, Use::Any) => Fate::Visible,
            // The release must not come before the rest of the section.
            (true, _) if write && self.is_in_section(cpu.thread) => Fate::Visible,
            (true, Use::Plain) => Fate::Harmless,
            (true, Use::Quiet) => {
                if write {
                    self.presuming.quiet.retain(|held| *held != (place, object, word));
                }
                Fate::Harmless
            }
            (false, _) if !free => {
                if write {
                    Fate::Broken
                } else {
                    Fate::Visible
                }
            }
            (false, Use::Quiet) => {
                if write {
                    self.break_quiet();
                    self.presuming.quiet.push((place, object, word));
                }
                Fate::Harmless
            }
            (false, _) => Fate::Visible,
        }
    }

    /// A thread that holds quiet locks does what it was presumed not to do.
    pub(crate) fn break_quiet(&mut self) {
        let rule = Rule::Owner(Use::Quiet);
        self.presuming.breaks.extend(self.presuming.quiet.drain(..).map(|(place, _, start)| Break::Access {
            place,
            start,
            end: start + 4,
            rule,
        }));
    }

    fn owner_word(&mut self, object: ObjectId, offset: u32) -> Option<u64> {
        let lock = self.memory.object(object);
        if lock.life != Life::Alive || offset + 4 > lock.size {
            return None;
        }
        self.memory.note(object, offset, 4);
        let word = self.memory.slots[object.0 as usize].object.read(&mut self.memory.mixtures, offset, 32);
        (word.shadow == Shadow::CLEAN).then_some(word.bits)
    }

    /// Does this word of a lock name the thread as the owner?
    pub(crate) fn names(&mut self, object: ObjectId, offset: u32, thread: ThreadId) -> bool {
        self.owner_word(object, offset) == Some(u64::from(thread.0) + 1)
    }

    /// Is the thread in a function of the library with this role, itself or through others of the
    /// library?
    pub(crate) fn is_within(&self, thread: ThreadId, role: LibraryRole) -> bool {
        let frames = self.threads[thread.0 as usize].frames.iter().rev();
        let mut functions = frames.map(|frame| self.image.program.function(frame.func));
        functions.by_ref().take_while(|function| function.library).any(|function| function.role == Some(role))
    }

    /// Is the thread in an atomic section of the program's own?
    fn is_in_section(&self, thread: ThreadId) -> bool {
        let mut open = self.threads[thread.0 as usize].frames.iter().filter(|frame| frame.masks > 0);
        open.any(|frame| !self.image.program.function(frame.func).library)
    }

    /// The threads that live, or may have ended only just now, as a set. The end of a thread that can
    /// be joined may come early here; what comes before its join is not thereby after its end.
    pub(crate) fn living(&mut self) -> u128 {
        self.memory.opaque = true;
        let alive = self.threads.iter().enumerate().filter(|(_, thread)| thread.is_alive() || thread.joinable);
        alive.fold(0, |set, (i, _)| set | 1u128.checked_shl(i as u32).unwrap_or(0))
    }

    /// A thread is about to be started: can nobody tell when? This is so if all are started by main.
    /// Which number it gets may depend on others, who join threads or end detached; but numbers only
    /// matter to a program that asks for them.
    pub(crate) fn starts_unseen(&mut self, by: ThreadId) -> bool {
        self.note_start(by);
        let free = !self.image.numbers_observed && !self.is_in_section(by);
        self.presuming.presumptions.main_starts && by.0 == 0 && free
    }

    /// Is what the runtime does with its list of threads such that nobody can tell when it does it?
    /// A thread that ends and can be joined is waited for by whoever wants to know, unless the
    /// program has other ways to ask, or it may be the last one, whose end is that of the program. Its
    /// number is kept until then. That it was joined only matters to who starts threads.
    pub(crate) fn starts_or_ends_unseen(&mut self, thread: ThreadId) -> bool {
        let unobserved = !self.image.ends_observed;
        let ends = unobserved && self.is_within(thread, LibraryRole::Ends);
        if ends && thread.0 == 0 {
            self.note_leave();
        }
        let starts = self.is_within(thread, LibraryRole::Starts);
        let joins = self.is_within(thread, LibraryRole::Joins);
        if (starts || joins) && thread.0 != 0 {
            self.note_start(thread);
        }
        let state = &self.threads[thread.0 as usize];
        let main = self.presuming.presumptions.main_starts && thread.0 == 0;
        let may_end = state.joinable
            && state.held == 0
            && (self.presuming.presumptions.main_stays || self.watch.profile.is_some());
        ends && may_end || main && (starts || unobserved && joins)
    }

    /// Somebody starts a thread, or joins one: if that is not main, main's doing so can be told from
    /// another order.
    fn note_start(&mut self, by: ThreadId) {
        if let Some(profile) = &mut self.watch.profile {
            profile.starts(by);
        }
        if self.presuming.presumptions.main_starts && by.0 != 0 {
            self.presuming.breaks.push(Break::Start);
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

    /// Does main wait for a thread that has ended by now, so that it could as well have gone on?
    pub(crate) fn joins_unseen(&mut self) -> Run<bool> {
        let main = ThreadId(0);
        self.memory.note_thread(main);
        let waits = self.threads[0].is_alive() && self.pending_trap(main, Trap::Wait).is_some();
        Ok(waits && self.starts_or_ends_unseen(main) && !self.has_alarm(main) && self.is_runnable(main)?)
    }

    fn has_alarm(&self, thread: ThreadId) -> bool {
        let alarm = self.pending_trap(thread, Trap::Wait).and_then(|args| args.get(7));
        alarm.is_some_and(|alarm| self.pointed(self.top_value(thread, alarm.src)).is_some())
    }

    pub(crate) fn note_divert(&mut self) {
        if !self.presuming.presumptions.is_empty() {
            self.presuming.breaks.push(Break::Divert);
        }
    }

    /// The thread's last allocations, of which nobody can tell the moment, are part of the state if
    /// somebody may be left with a pointer to what was freed.
    pub(crate) fn keep_recent(&mut self, thread: ThreadId) {
        let mut recent = std::mem::take(&mut self.memory.recent);
        if self.presuming.presumptions.tidy {
            recent.retain(|id| self.memory.slots[*id as usize].object.kind == ObjectKind::Internal);
        }
        self.threads[thread.0 as usize].recent.clone_from(&recent);
        recent.clear();
        self.memory.recent = recent;
    }

    /// A thread has a pointer to a block that others may free before it does what it has done
    /// already.
    #[cold]
    pub(crate) fn note_later(&mut self, question: Question) {
        if question == Question::Later && self.presuming.presumptions.tidy {
            self.presuming.breaks.push(Break::Dangling);
        }
    }

    /// Presumptions that turned out wrong since this was last asked.
    pub fn take_breaks(&mut self) -> Vec<Break> {
        std::mem::take(&mut self.presuming.breaks)
    }
}
