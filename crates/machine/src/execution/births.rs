//! Which numbers threads get, and who may act while one stands still.
//!
//! A number belongs to the thread that gives it to those it starts ([`Births`]). When a thread that has ended is
//! joined by another than the one to whom its number belongs, the number is *spare* with whoever has joined it,
//! and is handed on as that one is joined, until it comes back to where it belongs: then its owner knows that
//! the thread is gone.

use crate::execution::vm::Vm;
use crate::image::presumptions::{Births, Break};
use crate::problem::{ThreadId, Threads};
use crate::state::thread::Thread;

impl Vm<'_> {
    /// Who starts whom, if that is presumed, or being learnt.
    pub(crate) fn births(&self) -> Option<&Births> {
        match &self.watch.profile {
            Some(profile) => profile.births(),
            None => self.presuming.presumptions.births.as_ref(),
        }
    }

    /// The number of a thread that is started now.
    pub(crate) fn number_of_newborn(&mut self, by: ThreadId) -> usize {
        let free = self.threads.iter().position(Thread::is_vacant).unwrap_or(self.threads.len());
        if self.births().is_none() {
            return free;
        }
        let mut taken = Threads::NOBODY;
        for (thread, id) in self.threads.iter().zip((0..).map(ThreadId)) {
            taken |= &thread.spare;
            if !thread.is_vacant() {
                taken.insert(id);
            }
        }
        let number = match &mut self.watch.profile {
            Some(profile) => profile.number_of_newborn(by, &taken),
            None => self.births().and_then(|births| births.next(by, &taken)),
        };
        match number {
            Some(number) => number.index(),
            // There are too many for sets.
            None if free >= Threads::BOUND as usize => free,
            None => {
                self.note_scattered();
                free
            }
        }
    }

    /// A thread with this number is about to be there.
    pub(crate) fn make_room_for(&mut self, newborn: usize, by: ThreadId) {
        while self.threads.len() < newborn {
            let mut unborn = Thread::default();
            unborn.touch();
            self.threads.push(unborn);
        }
        let Some(number) = u32::try_from(newborn).ok().map(ThreadId) else { return };
        let Some(births) = self.births() else { return };
        let offspring = births.with_offspring(&number.alone(), &Threads::NOBODY);
        // The new thread and those it starts would know that these are free. Those that the number's last owner has
        // left behind, if there are any, would not.
        if self.threads[by.index()].spare.meets(&offspring) {
            self.note_scattered();
        }
        self.threads[by.index()].made += u32::from(self.counts_births());
    }

    /// Does it matter how many threads each one has started? It does to tell those that have ended from those that
    /// are yet to be born, if no number is used twice.
    fn counts_births(&self) -> bool {
        let presumptions = self.presuming.presumptions;
        presumptions.once && presumptions.is_family()
    }

    /// Nobody can join that thread any more. If it has ended, its number, and those that were spare with it, are
    /// now this one's, or spare with it.
    pub(crate) fn take_over_numbers(&mut self, by: ThreadId, ended: ThreadId) {
        let Some(own) = self.births().map(|births| births.of(by).clone()) else { return };
        let spare = match self.threads.get_mut(ended.index()) {
            Some(state) if !state.is_alive() => std::mem::take(&mut state.spare) | ended.alone(),
            _ => return,
        };
        self.threads[by.index()].spare |= spare - own;
    }

    /// Those that may act before this thread does, as far as it can know; always the same while it stands still.
    /// A thread counts until this one has joined it, or has joined one that did.
    pub(crate) fn may_act_beside(&mut self, thread: ThreadId) -> Threads {
        self.memory.opaque = true;
        let (mut others, mut still) = (Threads::NOBODY, thread.alone());
        for (state, id) in self.threads.iter().zip((0..).map(ThreadId)) {
            if id == thread {
                still |= &state.spare;
            } else {
                others |= &state.spare;
                if state.is_alive() || state.joinable {
                    others.insert(id);
                }
            }
        }
        self.births().map_or(Threads::EVERYBODY, |births| births.with_offspring(&others, &still))
    }

    /// A thread ends. If nobody can join it its number is free at once, and not by anything that its starter does.
    pub(crate) fn note_end(&mut self, thread: ThreadId) {
        if thread.0 != 0 && !self.threads[thread.index()].joinable {
            self.note_scattered();
        }
    }

    /// Somebody asks whether two threads have one id, of which one may have been joined before the other was started.
    pub(crate) fn note_related(&mut self) {
        match &mut self.watch.profile {
            Some(profile) => profile.relates(),
            None => {
                if self.presuming.presumptions.is_family() {
                    self.note_scattered();
                }
                self.note_distinct();
            }
        }
    }

    /// Who starts whom is not as presumed, or numbers do not go back to those to whom they belong.
    pub(crate) fn note_scattered(&mut self) {
        if let Some(profile) = &mut self.watch.profile {
            profile.scatters();
        }
        if self.presuming.presumptions.presumes_births() {
            self.presuming.breaks.push(Break::Scattered);
        }
    }
}
