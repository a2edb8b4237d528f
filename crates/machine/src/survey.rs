//! A state as the search sees it: who can run, is anything wrong already, and what comes next.
//!
//! Everything here is first tried on names alone, without decoding anything: most threads were
//! seen before, and so were most transitions. Whatever looks out of the ordinary is left to the
//! machine, which alone decides what is wrong.

use crate::execution::ahead::Ahead;
use crate::execution::circle::{self, Owners};
use crate::execution::encounter::{Pending, collide};
use crate::execution::gather::Gathering;
use crate::execution::judge::EVERYBODY;
use crate::execution::question::Asks;
use crate::execution::schedule::Choice;
use crate::execution::vm::Course;
use crate::image::Reduction;
use crate::image::presumptions::{Handed, Presumptions, Region, Rule};
use crate::machine::Machine;
use crate::naming::loaded::Section;
use crate::naming::recall::Beyond;
use crate::problem::{Run, ThreadId, Threads};
use crate::state::object::{ObjectId, ObjectKind};
use crate::state::parts;

/// What a transition led to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Successor {
    /// A state, which was named.
    State,
    /// The end of the program, with this status.
    Exit(i32),
}

impl Machine<'_> {
    /// Lists every transition that is possible in the state last visited. If the state itself is wrong
    /// (a data race, if `races`, or a deadlock), that is found.
    pub fn survey(&mut self, races: bool, enabled: &mut Vec<Choice>) -> Run<()> {
        enabled.clear();
        self.glanced = self.recall.on && self.glance(races, enabled) == Some(());
        if self.glanced {
            return Ok(());
        }
        self.wake();
        enabled.clear();
        if races && self.vm.goes_on_after_races() {
            let races = self.vm.encounters();
            self.vm.findings.list.extend(races.iter().map(|(race, _)| race.clone()));
            self.vm.findings.points.extend(races);
        } else if races {
            let race = self.vm.check_races();
            self.vm.find(race)?;
        }
        self.vm.enabled(enabled)?;
        self.several = enabled.iter().any(|choice| choice.thread != enabled[0].thread);
        let deadlock = self.vm.check_deadlock(enabled);
        self.vm.find(deadlock)
    }

    /// The same on names alone. None: the machine has to tell.
    fn glance(&mut self, races: bool, enabled: &mut Vec<Choice>) -> Option<()> {
        if races && self.may_race() {
            return None;
        }
        self.vm.blocked.clear();
        let (mut runnable, mut queues) = (0, false);
        let threads = &self.loaded.threads;
        let exclusive = threads.iter().position(|section| is_exclusive(section));
        for (i, section) in threads.iter().enumerate() {
            let thread = ThreadId(i as u32);
            let choices = match section.ahead {
                Ahead::Ended => continue,
                Ahead::Unclear => return None,
                _ if section.asks == Asks::Always => return None,
                _ if section.asks == Asks::OfGraves && !self.loaded.graves().is_empty() => return None,
                Ahead::Access(_) => 1,
                Ahead::Free { choices } => choices,
                Ahead::Wait { place, condition, alarm, .. } => {
                    let found = u64::from(self.peek(place)?);
                    let alarmed = match alarm {
                        Some(alarm) => self.peek(alarm)? != 0,
                        None => false,
                    };
                    queues |= condition.queues();
                    (condition.holds(found) || alarmed) as u32
                }
            };
            runnable += (choices > 0) as usize;
            if exclusive.is_some_and(|exclusive| exclusive != i) {
                continue;
            }
            match choices {
                0 => self.vm.blocked.push(thread),
                _ => enabled.extend((0..choices).map(|value| Choice { thread, value })),
            }
        }
        self.several = runnable > 1;
        let fine = self.vm.blocked.is_empty() || !enabled.is_empty() && !self.may_deadlock();
        (fine && !(queues && self.may_queue_at_a_glance(enabled))).then_some(())
    }

    fn may_race(&self) -> bool {
        let accesses = self.loaded.threads.iter().filter_map(|section| match &section.ahead {
            Ahead::Access(pending) => Some(pending),
            _ => None,
        });
        let mut rest = accesses;
        while let Some(first) = rest.next() {
            if rest.clone().any(|second: &Pending| collide(first, second)) {
                return true;
            }
        }
        false
    }

    /// Do some blocked threads wait for each other?
    fn may_deadlock(&self) -> bool {
        let waits = self.vm.blocked.iter().map(|thread| Some((*thread, self.owners_at_a_glance(*thread)?)));
        let waits: Option<circle::Waits> = waits.collect();
        waits.is_none_or(|waits| circle::exists(&waits))
    }

    /// Might there be a deadlock if threads had to wait that need not? See `Vm::may_queue`.
    fn may_queue_at_a_glance(&self, enabled: &[Choice]) -> bool {
        let place = |thread: ThreadId| match self.loaded.threads[thread.index()].ahead {
            Ahead::Wait { owner, condition, .. } => owner.map(|owner| (owner, condition.queues())),
            _ => None,
        };
        let blocked = &self.vm.blocked;
        let behind = |owner| blocked.iter().any(|other| place(*other).is_some_and(|(other, _)| other == owner));
        let queues = |thread: ThreadId| match place(thread) {
            Some((owner, true)) => behind(owner) && self.peek(owner).is_none_or(circle::may_queue),
            _ => false,
        };
        let queued: Vec<ThreadId> = enabled.iter().map(|choice| choice.thread).filter(|t| queues(*t)).collect();
        let all = blocked.iter().chain(&queued);
        let waits = all.map(|thread| Some((*thread, self.owners_at_a_glance(*thread)?)));
        let waits: Option<circle::Waits> = waits.collect();
        !queued.is_empty() && (queued.len() == enabled.len() || waits.is_none_or(|waits| circle::exists(&waits)))
    }

    /// The threads that alone can end the wait of a blocked one. None: the machine has to tell.
    fn owners_at_a_glance(&self, thread: ThreadId) -> Option<Owners> {
        match self.loaded.threads[thread.index()].ahead {
            Ahead::Wait { alarm: Some(_), .. } | Ahead::Wait { owner: None, .. } => Some(Owners::Nobody),
            Ahead::Wait { owner: Some((object, offset)), .. } => {
                circle::owners(self.peek((object, offset))?, |by| self.peek((object, offset.checked_sub(by)?)))
            }
            _ => None,
        }
    }

    /// A plain 32-bit number in the loaded state.
    fn peek(&self, (object, offset): (u32, u32)) -> Option<u32> {
        if object >= self.loaded.len() {
            return None;
        }
        let body = self.loaded.contents(object).body;
        parts::peek(body, offset, self.vm.memory.pieces())
    }

    /// Executes a transition of the state last visited and names the state it leads to.
    pub fn successor(&mut self, choice: Choice, state: &mut Vec<u32>) -> Run<Successor> {
        let section = self.loaded.state[2 + choice.thread.index()];
        let recalling = self.recalls();
        let pieces = self.vm.memory.pieces();
        let known = match recalling {
            true => self.recall.find(&self.loaded, pieces, section, choice),
            false => None,
        };
        if let Some(found) = known {
            let world = self.world();
            let effect = Some(found.effect);
            self.canon.name(&self.loaded, &found.delta, world, effect, state)?;
            // Where a thread is when it loses a block is only known once it got there.
            if self.canon.take_lost().is_none() {
                found.counters.add_to(&mut self.vm.counters);
                self.met = found.meets;
                self.calm = found.calm && !self.canon.has_moved();
                self.note_dangling();
                return Ok(Successor::State);
            }
        }
        self.wake();
        self.vm.memory.begin();
        let before = self.vm.counters;
        (self.met, self.calm) = (EVERYBODY, false);
        self.transition(choice)?;
        self.met = self.vm.course.meets.unwrap_or(EVERYBODY);
        if let Some(status) = self.vm.exit_status {
            return Ok(Successor::Exit(status));
        }
        self.write_draft()?;
        let local = self.is_local(choice.thread);
        self.calm = local && self.keeps_calm(choice.thread);
        let effect = match recalling && local {
            true => {
                let (reads, counters) = (&self.vm.memory.reads, self.vm.counters - before);
                let Course { joined, sectioned, .. } = self.vm.course;
                let beyond = Beyond { joined, sectioned, meets: self.met, calm: self.calm };
                let what = (section, choice, beyond);
                self.recall.keep(&self.loaded, pieces, what, reads, counters, self.draft.view())
            }
            false => None,
        };
        let world = self.world();
        self.canon.name(&self.loaded, &self.draft.view(), world, effect, state)?;
        self.calm &= !self.canon.has_moved();
        self.find_lost(choice.thread);
        Ok(Successor::State)
    }

    /// Are transitions of the state last visited worth being recalled?
    fn recalls(&self) -> bool {
        self.recall.on && (self.several || self.vm.image.config.reduction < Reduction::Full)
    }

    /// May threads that cannot meet be left for later?
    pub fn has_company(&self) -> bool {
        let Presumptions { apart, unasked, .. } = *self.vm.presuming.presumptions;
        let known = apart && unasked && !self.vm.image.diverts;
        known && u32::try_from(self.loaded.threads.len()).is_ok_and(|len| len <= Threads::BITS)
    }

    /// The threads that live in the state last visited.
    pub fn living(&self) -> Threads {
        let living = self.loaded.threads.iter().zip((0..).map(ThreadId));
        let living = living.filter(|(section, _)| section.ahead != Ahead::Ended);
        living.fold(0, |set, (_, thread)| set | thread.alone())
    }

    /// Those of the living threads that could tell when the last transition happened, which was this thread's,
    /// now or later.
    pub fn met(&self, thread: ThreadId, living: Threads) -> Threads {
        self.to_come(thread, self.met, living)
    }

    /// Whom a transition of the state last visited will probably have met, if that can be told without
    /// executing it: by the rule of the one access that it begins with, or because it was executed before.
    pub fn foresee(&self, choice: Choice, living: Threads) -> Option<Threads> {
        let met = self.expected(choice.thread).or_else(|| {
            let section = self.loaded.state[2 + choice.thread.index()];
            let pieces = self.vm.memory.pieces();
            self.recalls().then(|| self.recall.find(&self.loaded, pieces, section, choice))?.map(|found| found.meets)
        });
        met.map(|met| self.to_come(choice.thread, met, living))
    }

    /// Who may access the global memory that a thread is about to access.
    fn expected(&self, thread: ThreadId) -> Option<Threads> {
        let pending = self.plain_access(thread).filter(|pending| pending.object.0 < self.loaded.first_dynamic)?;
        let (mut at, end) = (pending.offset, pending.offset.checked_add(pending.bytes)?);
        let mut met = 0;
        while at < end {
            match self.vm.presuming.presumptions.rule(Region::Global(pending.object.0), at, end) {
                (Some(Rule::Met { writers, readers, sharers }), next) => {
                    met |= sharers | if pending.write { writers | readers } else { writers };
                    at = next;
                }
                _ => return None,
            }
        }
        Some(met)
    }

    /// Those of the threads that this one meets that can act, now or later. Who has ended comes back only if
    /// its number does.
    fn to_come(&self, thread: ThreadId, met: Threads, living: Threads) -> Threads {
        let known = u32::try_from(self.loaded.threads.len()).unwrap_or(u32::MAX);
        let Presumptions { once, main_starts, .. } = *self.vm.presuming.presumptions;
        let ended = match once && main_starts {
            true => !(Threads::MAX.checked_shl(known).unwrap_or(0) | living),
            false => 0,
        };
        let present = self.present(met & !ended, living);
        // Where it has to queue up if somebody waits there, or will, everybody could tell that it did not.
        let queues = match self.loaded.threads[thread.index()].ahead {
            Ahead::Wait { condition, .. } => condition.queues(),
            ahead => ahead == Ahead::Unclear,
        };
        if queues && present & !thread.alone() != 0 { living } else { present }
    }

    /// Threads that do not live may be started by main.
    fn present(&self, met: Threads, living: Threads) -> Threads {
        let main = ThreadId(0).alone();
        match met & !living {
            0 => met,
            _ if self.vm.presuming.presumptions.main_starts && living & main != 0 => met & living | main,
            _ => living,
        }
    }

    /// Threads one of which must act before this one can, which is blocked.
    pub fn awaited(&self, thread: ThreadId, living: Threads) -> Threads {
        // Who waits for a thread could be let go by whoever detaches that.
        let owners = match self.vm.presuming.presumptions.main_starts {
            true => self.owners_at_a_glance(thread),
            false => None,
        };
        let one = owners.and_then(Owners::first).map(ThreadId::alone).filter(|set| *set != 0);
        let some = one.or_else(|| Some(self.gathering_at_a_glance(thread)?.awaited(living)));
        self.present(some.or_else(|| self.writers_at_a_glance(thread)).unwrap_or(EVERYBODY), living)
    }

    /// Those who may write the word that a thread waits for, or free it: nobody else lets it go on. A variable of
    /// a function ends when that does, whoever may write it.
    fn writers_at_a_glance(&self, thread: ThreadId) -> Option<Threads> {
        let Ahead::Wait { place: (object, offset), alarm: None, .. } = self.loaded.threads[thread.index()].ahead else {
            return None;
        };
        let place = self.region_at_a_glance(object)?;
        let (rule, end) = self.vm.presuming.presumptions.rule(place, offset, offset + 4);
        match (place, rule?) {
            (Region::Global(_) | Region::Heap(_), Rule::Met { writers, sharers, .. }) if end == offset + 4 => {
                Some(writers | sharers)
            }
            _ => None,
        }
    }

    /// Where an object of the state last visited is, in terms of presumptions.
    fn region_at_a_glance(&self, object: u32) -> Option<Region> {
        if object >= self.loaded.len() {
            return None;
        }
        let head = parts::head(self.loaded.contents(object).body, self.vm.memory.pieces());
        let handed = Handed { size: head.size, to: head.holder };
        Region::of_kind(ObjectId(object), ObjectKind::from_u8(head.kind)?, handed, self.loaded.first_dynamic)
    }

    /// The barrier at which a thread waits.
    fn gathering_at_a_glance(&self, thread: ThreadId) -> Option<Gathering> {
        let Ahead::Wait { owner: Some((object, offset)), alarm: None, .. } = self.loaded.threads[thread.index()].ahead
        else {
            return None;
        };
        let place = self.region_at_a_glance(object)?;
        Gathering::find(self.vm.presuming.presumptions, (place, offset), |at| self.peek((object, at)))
    }

    /// Did the transition concern nothing but this thread and the objects and threads that it noted?
    /// How far main went after a join also depends on whether anybody else can run.
    fn is_local(&self, thread: ThreadId) -> bool {
        let known = |id| id == thread || self.vm.memory.has_noted(id);
        let mut threads = self.vm.threads.iter().zip((0..).map(ThreadId));
        !self.vm.memory.opaque
            && self.vm.threads.len() == self.loaded.threads.len()
            && threads.all(|(other, id)| !other.is_dirty() || known(id))
            && (!self.vm.course.joined || self.loaded.has_company(thread))
    }

    /// Did the transition change nothing but memory and its thread, as far as names tell? Then nobody else
    /// can tell more or less of what others do by it.
    fn keeps_calm(&self, thread: ThreadId) -> bool {
        let mut others = self.vm.threads.iter().zip((0..).map(ThreadId)).filter(|(_, id)| *id != thread);
        let Course { joined, sectioned, stirred, .. } = self.vm.course;
        let delta = self.draft.view();
        let whole = delta.used.is_empty() && delta.lost.is_none() && delta.fresh.is_empty();
        whole && !joined && !sectioned && !stirred && others.all(|(other, _)| !other.is_dirty())
    }

    /// Was the last transition such that it commutes, to the letter, with another such one that accesses other
    /// memory? See `sleep` of the search.
    pub fn was_calm(&self) -> bool {
        self.calm
    }

    /// May transitions of the state last visited be asleep in the states that they lead to? Three threads must
    /// be able to go on whatever the others do, so that none of two is alone without the other.
    pub fn may_rest(&self) -> bool {
        let moves = |section: &&std::rc::Rc<Section>| matches!(section.ahead, Ahead::Access(_) | Ahead::Free { .. });
        let threads = &self.loaded.threads;
        self.glanced
            && self.vm.image.config.reduction >= Reduction::Full
            && self.loaded.graves().is_empty()
            && threads.iter().filter(moves).take(3).count() == 3
            && !threads.iter().any(|section| is_exclusive(section))
    }

    /// The one access that a thread of the state last visited is about to make, if it is about to do just that.
    pub fn plain_access(&self, thread: ThreadId) -> Option<Pending> {
        let section = &self.loaded.threads[thread.index()];
        match section.ahead {
            Ahead::Access(pending) if section.plain => Some(pending),
            _ => None,
        }
    }

    /// Whether transitions that were executed before are recalled; on unless switched off.
    pub fn recall(&mut self, on: bool) {
        self.recall.on = on;
    }
}

fn is_exclusive(section: &Section) -> bool {
    section.entered && !matches!(section.ahead, Ahead::Ended | Ahead::Wait { .. })
}
