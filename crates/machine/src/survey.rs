//! A state as the search sees it: who can run, is anything wrong already, and what comes next.
//!
//! Everything here is first tried on names alone, without decoding anything: most threads were
//! seen before, and so were most transitions. Whatever looks out of the ordinary is left to the
//! machine, which alone decides what is wrong.

use smallvec::SmallVec;

use crate::execution::ahead::Ahead;
use crate::execution::circle::{self, Owners};
use crate::execution::counters::Counters;
use crate::execution::encounter::{Pending, collide};
use crate::execution::gather::Gathering;
use crate::execution::judge::EVERYBODY;
use crate::execution::schedule::Choice;
use crate::execution::vm::Course;
use crate::image::presumptions::{Births, Handed, Presumptions, Region, Rule};
use crate::image::{Config, Reduction};
use crate::machine::Machine;
use crate::naming::crowd::Wait;
use crate::naming::recall::{Beyond, Recalled};
use crate::problem::{Run, ThreadId, Threads};
use crate::state::look::Body;
use crate::state::object::{ObjectId, ObjectKind};
use crate::state::{parts, thread};

/// The first thread that has to act before one is born that does not live: who starts it, or starts that one, and
/// so on.
fn first_living(births: &Births, thread: ThreadId, living: &Threads) -> Option<ThreadId> {
    let maker = births.maker(thread)?;
    if living.contains(maker) { Some(maker) } else { first_living(births, maker, living) }
}

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
        if self.loaded.threads.len() > Threads::BOUND as usize || races && self.may_race() {
            return None;
        }
        let mut waits = std::mem::take(&mut self.loaded.crowd.waits);
        let all_known = waits.iter_mut().all(|wait| self.look_at(wait).is_some());
        self.loaded.crowd.waits = waits;
        let crowd = &self.loaded.crowd;
        if !all_known || !crowd.unclear.is_empty() || !crowd.asking.is_empty() && !self.loaded.graves().is_empty() {
            return None;
        }
        let can_run = crowd.waits.iter().fold(crowd.moving.clone(), |set, wait| set | &wait.over);
        self.several = can_run.is_several();
        let turn = crowd.exclusive.first().map_or(can_run, ThreadId::alone);
        for thread in &turn {
            match self.loaded.threads[thread.index()].ahead {
                Ahead::Free { choices } => enabled.extend((0..choices).map(|value| Choice { thread, value })),
                _ => enabled.push(Choice { thread, value: 0 }),
            }
        }
        (!crowd.exclusive.is_empty() || !self.may_deadlock(&turn)).then_some(())
    }

    fn may_race(&mut self) -> bool {
        let access = |thread: ThreadId| match &self.loaded.threads[thread.index()].ahead {
            Ahead::Access(pending) => Some(pending),
            _ => None,
        };
        let crowd = &self.loaded.crowd;
        let mut rest = crowd.accessing.clone();
        for first in &crowd.uncompared {
            rest.remove(first);
            let Some(own) = access(first) else { continue };
            // Two atomic ones never do.
            let collides = |other| access(other).is_some_and(|other| collide(own, other));
            let any = if own.atomic { (&rest - &crowd.atomic).iter().any(collides) } else { rest.iter().any(collides) };
            if any {
                return true;
            }
        }
        self.loaded.crowd.uncompared = Threads::NOBODY;
        false
    }

    /// Looks how a wait stands, unless that is known. None: the machine has to tell.
    fn look_at(&self, wait: &mut Wait) -> Option<()> {
        let Ahead::Wait { place, condition, owner, alarm } = wait.ahead else { return None };
        let body = |place: (u32, u32)| match place.0 < self.loaded.len() {
            true => self.loaded.contents(place.0).body,
            false => Body::NONE,
        };
        let bodies = [Some(place), owner, alarm].map(|place| place.map_or(Body::NONE, body));
        if wait.bodies == Some(bodies) {
            return Some(());
        }
        wait.bodies = None;
        wait.found = u64::from(self.peek(place)?);
        wait.alarmed = match alarm {
            Some(alarm) => self.peek(alarm)? != 0,
            None => false,
        };
        let named = owner.map(|owner| self.peek(owner));
        wait.queues = condition.queues() && named.is_some_and(|word| word.is_none_or(circle::may_queue));
        wait.owners = match (owner, named, alarm) {
            (Some((object, offset)), Some(word), None) => {
                let before = |by| self.peek((object, offset.checked_sub(by)?));
                word.and_then(|word| circle::owners(word, before)).and_then(Owners::set)
            }
            _ => Some(Threads::NOBODY),
        };
        let over = |thread: &ThreadId| wait.lets_go(&self.loaded.threads[thread.index()]);
        wait.over = wait.threads.iter().filter(over).collect();
        wait.bodies = Some(bodies);
        Some(())
    }

    /// Can nobody go on, or do some threads wait for each other, or would they if threads had to wait that
    /// need not (see `Vm::may_queue`)? Those that can go on are known.
    fn may_deadlock(&self, can_run: &Threads) -> bool {
        let waits = &self.loaded.crowd.waits;
        if waits.iter().all(|wait| !wait.blocks()) {
            return false;
        }
        let behind = |wait: &Wait| waits.iter().any(|other| other.blocks() && other.owner() == wait.owner());
        let (mut all, mut queued) = (SmallVec::<[(Threads, Threads); 4]>::new(), Threads::NOBODY);
        for wait in waits {
            let mut held_up = wait.blocked();
            if wait.queues && behind(wait) {
                held_up |= &wait.over;
                queued |= &wait.over;
            }
            match &wait.owners {
                _ if held_up.is_empty() => {}
                None => return true,
                Some(owners) => all.push((held_up, owners.clone())),
            }
        }
        *can_run == queued || circle::exists(&all)
    }

    /// The threads that alone can end the wait of a blocked one. None: the machine has to tell.
    fn owners_at_a_glance(&self, thread: ThreadId) -> Option<Threads> {
        let mut wait = self.loaded.crowd.wait_of(thread)?.clone();
        self.look_at(&mut wait)?;
        wait.owners
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
        let (recalling, crowd) = (self.recalls(), self.crowd());
        let pieces = self.vm.memory.pieces();
        let known = match recalling || crowd > 0 {
            true => self.recall.find(&self.loaded, pieces, (section, choice, crowd)),
            false => None,
        };
        if let Some(Recalled { exit: Some(status), delta, counters, meets, .. }) = known {
            let world = self.world();
            self.canon.look_for_lost(&self.loaded, &delta, world);
            if self.canon.take_lost().is_none() {
                counters.add_to(&mut self.vm.counters);
                (self.met, self.calm) = (meets.clone(), false);
                self.note_dangling();
                return Ok(Successor::Exit(status));
            }
        } else if let Some(found) = known {
            let world = self.world();
            let effect = Some(found.effect);
            self.canon.name(&self.loaded, &found.delta, world, effect, state)?;
            // Where a thread is when it loses a block is only known once it got there.
            if self.canon.take_lost().is_none() {
                found.counters.add_to(&mut self.vm.counters);
                self.met.clone_from(found.meets);
                self.calm = found.calm && !self.canon.has_moved();
                self.note_dangling();
                return Ok(Successor::State);
            }
        }
        self.wake();
        self.vm.memory.begin();
        let before = self.vm.counters;
        let doubts = self.doubts();
        (self.met, self.calm) = (EVERYBODY, false);
        self.vm.course.crowd_noted = crowd > 0;
        let done = self.transition(choice);
        self.vm.course.crowd_noted = false;
        done?;
        // In the middle of an atomic section this is part of an action: nobody knows yet whom the rest meets.
        let whole = !self.vm.numbers().any(|thread| self.vm.is_exclusive(thread));
        self.met = self.vm.course.meets.take().filter(|_| whole).unwrap_or(EVERYBODY);
        if let Some(status) = self.vm.exit_status {
            if crowd > 0 && doubts == self.doubts() && self.vm.blocked.is_empty() {
                self.keep_exit((section, choice, crowd), status, before)?;
            }
            return Ok(Successor::Exit(status));
        }
        self.write_draft()?;
        let local = self.is_local(choice.thread);
        self.calm = local && self.keeps_calm(choice.thread);
        let effect = match recalling && local {
            true => {
                let (reads, counters) = (&self.vm.memory.reads, self.vm.counters - before);
                let Course { joined, sectioned, .. } = self.vm.course;
                let beyond = Beyond { joined, sectioned, meets: &self.met, calm: self.calm, crowd: 0, exit: None };
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

    /// Keeps how the program ended while nobody else could run, if that concerned nothing but what was noted.
    fn keep_exit(&mut self, (section, choice, crowd): (u32, Choice, u32), status: i32, before: Counters) -> Run<()> {
        self.write_draft()?;
        if self.is_local_in(crowd, choice.thread) {
            let Course { joined, sectioned, .. } = self.vm.course;
            let beyond = Beyond { joined, sectioned, meets: &self.met, calm: false, crowd, exit: Some(status) };
            let (reads, counters) = (&self.vm.memory.reads, self.vm.counters - before);
            let (what, pieces) = ((section, choice, beyond), self.vm.memory.pieces());
            self.recall.keep(&self.loaded, pieces, what, reads, counters, self.draft.view());
        }
        Ok(())
    }

    /// How much was found wrong, with what happened or with what was presumed.
    fn doubts(&self) -> (usize, usize) {
        (self.vm.findings.list.len(), self.vm.break_count())
    }

    /// How many threads there are, if only one can run in the state last visited, whatever it does; 0 otherwise.
    fn crowd(&self) -> u32 {
        let Config { reduction, watched, .. } = &self.vm.image.config;
        let recalls = self.recall.ends && watched.is_none();
        let lonely = self.glanced && !self.several && *reduction >= Reduction::Full && recalls;
        let len = u32::try_from(self.loaded.threads.len()).unwrap_or(0);
        if lonely && len > 1 { len } else { 0 }
    }

    /// Are transitions of the state last visited worth being recalled?
    fn recalls(&self) -> bool {
        self.recall.on && (self.several || self.vm.image.config.reduction < Reduction::Full)
    }

    /// May threads that cannot meet be left for later?
    pub fn has_company(&self) -> bool {
        let Presumptions { apart, unasked, .. } = *self.vm.presuming.presumptions;
        let known = apart && unasked && !self.vm.image.diverts;
        known && u32::try_from(self.loaded.threads.len()).is_ok_and(|len| len <= Threads::BOUND)
    }

    /// The threads that live in the state last visited.
    pub fn living(&self) -> Threads {
        self.loaded.crowd.living.clone()
    }

    /// Those of the living threads that could tell when the last transition happened, which was this thread's,
    /// now or later.
    pub fn met(&self, thread: ThreadId, living: &Threads) -> Threads {
        self.to_come(thread, &self.met, living)
    }

    /// Whom a transition of the state last visited will probably have met, if that can be told without
    /// executing it: by the rule of the one access that it begins with, or because it was executed before.
    pub fn foresee(&self, choice: Choice, living: &Threads) -> Option<Threads> {
        let met = self.expected(choice.thread).or_else(|| {
            let section = self.loaded.state[2 + choice.thread.index()];
            let pieces = self.vm.memory.pieces();
            self.recalls()
                .then(|| self.recall.find(&self.loaded, pieces, (section, choice, 0)))?
                .map(|found| found.meets.clone())
        });
        met.map(|met| self.to_come(choice.thread, &met, living))
    }

    /// Who may access the global memory that a thread is about to access. Its section decides that, as long as
    /// the same is presumed.
    fn expected(&self, thread: ThreadId) -> Option<Threads> {
        self.loaded.threads[thread.index()].met.get_or_init(|| self.by_rules(thread)).clone()
    }

    fn by_rules(&self, thread: ThreadId) -> Option<Threads> {
        let pending = self.plain_access(thread).filter(|pending| pending.object.0 < self.loaded.first_dynamic)?;
        let (mut at, end) = (pending.offset, pending.offset.checked_add(pending.bytes)?);
        let mut met = Threads::NOBODY;
        while at < end {
            match self.vm.presuming.presumptions.rule(Region::Global(pending.object.0), at, end) {
                (Some(Rule::Met { writers, readers, sharers }), next) => {
                    met = met | sharers | writers;
                    if pending.write {
                        met |= readers;
                    }
                    at = next;
                }
                _ => return None,
            }
        }
        Some(met)
    }

    /// Those of the threads that this one meets that can act, now or later. Who has ended comes back only if
    /// its number does.
    fn to_come(&self, thread: ThreadId, met: &Threads, living: &Threads) -> Threads {
        let present = match met.is_within(living) {
            true => met.clone(),
            false => self.present(met - self.gone(&(met - living), living), living),
        };
        // Where it has to queue up if somebody waits there, or will, everybody could tell that it did not.
        let queues = match self.loaded.threads[thread.index()].ahead {
            Ahead::Wait { condition, .. } => condition.queues(),
            ahead => ahead == Ahead::Unclear,
        };
        if queues && !(&present - thread.alone()).is_empty() { living.clone() } else { present }
    }

    /// Those of some threads that do not live that will not live any more, or are known not to: no number is used
    /// twice.
    fn gone(&self, absent: &Threads, living: &Threads) -> Threads {
        let presumptions = self.vm.presuming.presumptions;
        let known = u32::try_from(self.loaded.threads.len()).unwrap_or(u32::MAX);
        match &presumptions.births {
            _ if absent.is_empty() || !presumptions.once => Threads::NOBODY,
            _ if presumptions.main_starts => Threads::below(ThreadId(known)) - living,
            Some(births) if presumptions.is_family() => {
                absent.iter().filter(|thread| !self.is_to_come(births, *thread, living)).collect()
            }
            _ => Threads::NOBODY,
        }
    }

    /// May a thread that does not live be born yet, if no number is used twice? Who has started some threads has
    /// given them the lowest numbers that it could.
    fn is_to_come(&self, births: &Births, thread: ThreadId, living: &Threads) -> bool {
        let Some(maker) = births.maker(thread) else { return false };
        if !living.contains(maker) {
            return self.is_to_come(births, maker, living);
        }
        let made = self.loaded.threads.get(maker.index()).map_or(0, |section| thread::made(&section.words));
        (births.of(maker) & Threads::below(thread)).len() >= made
    }

    /// Threads that do not live may be started by others, which must act before them.
    fn present(&self, met: Threads, living: &Threads) -> Threads {
        let presumptions = self.vm.presuming.presumptions;
        let main = ThreadId(0);
        match &presumptions.births {
            _ if met.is_within(living) => met,
            _ if presumptions.main_starts && living.contains(main) => met & living | main.alone(),
            Some(births) if presumptions.is_family() && !living.is_within(&met) => {
                let absent = &met - living;
                let mut makers = absent.iter().map(|thread| first_living(births, thread, living));
                let all = makers.try_fold(met & living, |all, maker| Some(all | maker?.alone()));
                all.unwrap_or_else(|| living.clone())
            }
            _ => living.clone(),
        }
    }

    /// Threads one of which must act before this one can, which is blocked.
    pub fn awaited(&self, thread: ThreadId, living: &Threads) -> Threads {
        // Who waits for a thread could be let go by whoever detaches that.
        let presumptions = self.vm.presuming.presumptions;
        let owner = match presumptions.main_starts || presumptions.is_family() {
            true => self.owner_at_a_glance(thread, living),
            false => None,
        };
        let some = owner.map(ThreadId::alone).or_else(|| Some(self.gathering_at_a_glance(thread)?.awaited(living)));
        self.present(some.or_else(|| self.writers_at_a_glance(thread)).unwrap_or(EVERYBODY), living)
    }

    /// One of those that alone can end the wait of a blocked thread, if it lives, and nobody else meddles with the
    /// lock.
    fn owner_at_a_glance(&self, thread: ThreadId, living: &Threads) -> Option<ThreadId> {
        let Ahead::Wait { place, owner: Some(named), .. } = self.loaded.threads[thread.index()].ahead else {
            return None;
        };
        let owner = self.owners_at_a_glance(thread)?.first()?;
        let kept = [place, named].into_iter().all(|word| self.is_left_to_locks(word));
        (kept && living.contains(owner)).then_some(owner)
    }

    /// Do only functions that handle locks write this word?
    fn is_left_to_locks(&self, (object, offset): (u32, u32)) -> bool {
        let Some(place) = self.region_at_a_glance(object) else { return true };
        let (rule, end) = self.vm.presuming.presumptions.rule(place, offset, offset + 4);
        let is_lock = match rule {
            Some(Rule::Owner { .. }) => true,
            Some(Rule::Met { sharers, .. }) => !sharers.is_empty(),
            _ => false,
        };
        is_lock && end == offset + 4
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
        self.is_local_in(0, thread)
    }

    /// The same, or where nobody else can run: then all threads were noted.
    fn is_local_in(&self, crowd: u32, thread: ThreadId) -> bool {
        let known = |id| id == thread || self.vm.memory.has_noted(id);
        let mut threads = self.vm.threads.iter().zip((0..).map(ThreadId));
        !self.vm.memory.opaque
            && self.vm.threads.len() == self.loaded.threads.len()
            && threads.all(|(other, id)| !other.is_dirty() || known(id))
            && (!self.vm.course.joined || crowd > 0 || self.loaded.has_company(thread))
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
        let crowd = &self.loaded.crowd;
        self.glanced
            && self.vm.image.config.reduction >= Reduction::Full
            && self.loaded.graves().is_empty()
            && crowd.moving.iter().nth(2).is_some()
            && crowd.exclusive.is_empty()
    }

    /// Those that are about to make one access, and nothing else that others could tell, in the state last visited.
    pub fn plain(&self) -> &Threads {
        &self.loaded.crowd.plain
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

    /// Whether ends of the program are recalled, too. The machine is not in the state in which it ended, then.
    pub fn recall_ends(&mut self, on: bool) {
        self.recall.ends = on;
    }
}
