//! Whether an access can be told by others: the checks of what is presumed of memory.
//!
//! Each check looks at nothing that can change while its thread stands still. That is what makes
//! it worth the same wherever in an execution the access is made.

use ir::contract::argument::wait;
use ir::{LibraryRole, Shadow, Trap, contract};
use smallvec::SmallVec;

use crate::execution::counters::Spared;
use crate::execution::cpu::Cpu;
use crate::execution::memory::Access;
use crate::execution::vm::Vm;
use crate::image::Reduction;
use crate::image::presumptions::{Break, Lock, Manner, Presumptions, Region, Rule, Use, after};
use crate::problem::{Run, ThreadId, Threads};
use crate::state::object::{Life, ObjectId, ObjectKind};

/// Can others tell when an access happens?
#[must_use]
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Visibility {
    /// To these threads, and to those that get their numbers later.
    Visible(Threads),
    /// The thread may make it at any time before its next visible action.
    Harmless,
}

/// What an access is, and what has to be recorded for that to be so.
#[must_use]
pub(crate) struct Judgement {
    pub visibility: Visibility,
    /// By which rule it is harmless, if one says so. None: no rule was asked.
    pub rule: Option<Spared>,
    pub events: SmallVec<[Event; 1]>,
    /// Whether others can tell of their actions may depend on it: it writes the word of a lock, or concerns
    /// who lives.
    pub stirs: bool,
}

/// Something that a judgement relies on or gives away.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Event {
    /// What was presumed is not so.
    Broken(Break),
    /// The thread takes a quiet lock.
    Takes((Region, ObjectId, u32)),
    /// It gives one back.
    GivesBack((Region, ObjectId, u32)),
    /// It does what others may wait for, whatever locks it holds.
    Acts,
    /// Another than main joins a thread.
    Joins,
    /// It ends detached, or changes what another hands on to those it starts: what can be told from another's start
    /// of one.
    Scatters,
    /// Main ends.
    Leaves,
    /// It joins a thread within an atomic section: others may act in the middle of it or not, which tells whether
    /// that thread has ended.
    Observes,
}

/// All threads, whatever their numbers.
pub(crate) const EVERYBODY: Threads = Threads::EVERYBODY;

/// What is done in such functions does not concern others in them, or not always.
const SHARING: [LibraryRole; 3] = [LibraryRole::Shares, LibraryRole::Gathers, LibraryRole::Settles];

impl Visibility {
    pub(crate) fn is_visible(&self) -> bool {
        *self != Visibility::Harmless
    }

    /// Of two actions that are one.
    pub(crate) fn and(self, other: Visibility) -> Visibility {
        match (self, other) {
            (Visibility::Visible(meets), Visibility::Visible(more)) => Visibility::Visible(meets | more),
            (Visibility::Harmless, other) => other,
            (visible, Visibility::Harmless) => visible,
        }
    }

    pub(crate) fn new(visible: bool) -> Visibility {
        if visible { Visibility::Visible(EVERYBODY) } else { Visibility::Harmless }
    }
}

impl Judgement {
    fn visible() -> Judgement {
        Judgement { visibility: Visibility::new(true), rule: None, events: SmallVec::new(), stirs: false }
    }
}

/// How an access fares with a rule.
enum Fate {
    /// Nobody can tell when it happens.
    Harmless,
    /// Only these threads can.
    Visible(Threads),
    Broken,
}

impl Vm<'_> {
    /// Can others tell when this access happens? Only asked of memory that others can reach, or could.
    ///
    /// This decides what a search leaves out, and changes nothing: `record` is to be told the outcome.
    /// (What is looked at on the way is noted as looked at, as everywhere.)
    pub(crate) fn judge(&mut self, cpu: &Cpu, access: Access) -> Judgement {
        // What has no bytes can still be freed, and nothing is presumed of that.
        if self.image.config.reduction < Reduction::Presumed || cpu.solo || access.bytes == 0 {
            return Judgement::visible();
        }
        let (place, internal) = self.place_of(access.object);
        if internal {
            return self.judge_life(cpu.thread);
        }
        match place {
            Some(place) if self.watch.profile.is_none() => self.judge_by_rules(cpu, access, place),
            _ => Judgement::visible(),
        }
    }

    /// Where an object is in terms of presumptions, and whether it is the runtime's own.
    pub(crate) fn place_of(&mut self, object: ObjectId) -> (Option<Region>, bool) {
        let first_dynamic = self.memory.first_dynamic;
        let target = self.memory.object(object);
        let kind = target.kind;
        let place = Region::of(object, target, first_dynamic);
        (place, kind == ObjectKind::Internal || place == self.image.thread_list)
    }

    fn judge_by_rules(&mut self, cpu: &Cpu, access: Access, place: Region) -> Judgement {
        let Access { object, offset, bytes, write } = access;
        let (mut at, end) = (offset, offset.saturating_add(bytes));
        let (mut harmless, mut meets) = (true, Threads::NOBODY);
        let mut why = Spared::Staged;
        let mut stirs = false;
        let mut events = SmallVec::new();
        while at < end {
            let presumptions = self.presuming.presumptions;
            let (rule, mut next) = presumptions.rule(place, at, end);
            let fate = match rule {
                None => Fate::Visible(EVERYBODY),
                Some(Rule::Owner { used, users }) => {
                    // The word beside it may name the owner of another lock.
                    let word = at & !3;
                    next = next.min(word + 4);
                    let lock = (place, object, word);
                    stirs |= write;
                    if users.is_several() {
                        events.extend(self.quiet_event(cpu.thread, lock, write, *used));
                    }
                    self.fate_of_lock(cpu, lock, write, (*used, users))
                }
                Some(rule) => self.fate(cpu, (object, at & !3), write, rule),
            };
            if let (Fate::Broken, Some(rule)) = (&fate, rule) {
                let broken = match rule.widened(cpu.thread, self.manner(cpu.thread, write)) {
                    Some(rule) => Break::Company { place, start: at, end: next, rule },
                    None => Break::Access { place, start: at, end: next, rule: rule.clone() },
                };
                events.push(Event::Broken(broken));
            }
            match fate {
                Fate::Harmless => {}
                Fate::Visible(to) => {
                    harmless = false;
                    meets |= to;
                }
                Fate::Broken => (harmless, meets) = (false, EVERYBODY),
            }
            why = match rule {
                Some(Rule::Guarded(_)) => Spared::Guarded,
                Some(Rule::Owner { .. }) => Spared::Release,
                _ => why,
            };
            at = next;
        }
        let visibility = if harmless { Visibility::Harmless } else { Visibility::Visible(meets) };
        Judgement { visibility, rule: Some(why), events, stirs }
    }

    /// Does the program itself look at what may be the number of a thread? A lock names its holder, and others
    /// those that share it or wait there. What is only used before or after others, or under a lock, is none.
    pub(crate) fn may_show_number(&mut self, cpu: &Cpu, access: Access) -> bool {
        let Access { object, offset, bytes, .. } = access;
        if self.is_with_locks(cpu.thread) || self.threads[cpu.thread.index()].top().is_none() {
            return false;
        }
        let Some(place) = self.place_of(object).0 else { return false };
        let (mut at, end) = (offset, offset.saturating_add(bytes));
        while at < end {
            let presumptions = self.presuming.presumptions;
            let (rule, next) = presumptions.rule(place, at, end);
            let shared = match rule {
                Some(Rule::Met { sharers, .. }) => !sharers.is_empty(),
                None => self.image.shares,
                _ => false,
            };
            let data = matches!(rule, Some(Rule::Staged { .. } | Rule::Guarded(_)));
            if !data && (at & !3..next).step_by(4).any(|word| self.may_be_number(object, word, shared)) {
                return true;
            }
            at = next;
        }
        false
    }

    /// May this word name a thread that holds a lock, other than main? If it may be of a set, that is any but 0.
    fn may_be_number(&mut self, object: ObjectId, word: u32, shared: bool) -> bool {
        let Some(found) = self.owner_word(object, word) else { return false };
        let name = (found & u64::from(contract::OWNER)).checked_sub(2);
        let Some(thread) = name.and_then(|name| self.threads.get(1 + usize::try_from(name).ok()?)) else {
            return shared && found != 0;
        };
        // It is another thread that was looked at.
        self.memory.opaque = true;
        shared || thread.held > 0
    }

    fn fate(&mut self, cpu: &Cpu, (object, word): (ObjectId, u32), write: bool, rule: &Rule) -> Fate {
        let thread = cpu.thread;
        let fine = match rule {
            Rule::Staged { writers, readers, back } => {
                let allowed = writers.contains(thread) || !write && readers.contains(thread);
                let besides = match write {
                    true => after(thread, &(writers | readers), *back),
                    false => after(thread, writers, *back),
                };
                let fine = besides.is_empty() || self.presuming.presumptions.credulous;
                allowed && (fine || !besides.meets(&self.may_act_beside(thread)))
            }
            Rule::Guarded(Lock::Global { object, offset }) => self.names(ObjectId(*object), *offset, thread),
            Rule::Guarded(Lock::Inside { offset }) => self.names(object, *offset, thread),
            Rule::Met { writers, readers, sharers } => {
                if write && !sharers.is_empty() && !self.is_with_locks(thread) {
                    return Fate::Broken;
                }
                if sharers.contains(thread) && self.manner(thread, write) == Manner::Share {
                    // Who settles something meets those that do, too, until it is settled.
                    let settles = self.is_within(thread, LibraryRole::Settles);
                    let open = settles && self.owner_word(object, word) != Some(contract::SETTLED.into());
                    let others = writers | readers;
                    return Fate::Visible(if open { others | sharers } else { others });
                }
                if !writers.contains(thread) && (write || !readers.contains(thread)) {
                    return Fate::Broken;
                }
                let meets = sharers | writers;
                return Fate::Visible(if write { meets | readers } else { meets });
            }
            Rule::Owner { .. } => false,
        };
        if fine { Fate::Harmless } else { Fate::Broken }
    }

    /// Is the thread in a function that handles locks? Who waits for one that is shared relies on nobody else
    /// writing its words.
    fn is_with_locks(&self, thread: ThreadId) -> bool {
        self.threads[thread.index()].top().is_some_and(|frame| self.image.keeps_names(frame.func))
    }

    fn fate_of_lock(
        &mut self,
        cpu: &Cpu,
        (_, object, word): (Region, ObjectId, u32),
        write: bool,
        (used, users): (Use, &Threads),
    ) -> Fate {
        let mine = self.names(object, word, cpu.thread);
        let free = self.owner_word(object, word) == Some(0);
        if !users.contains(cpu.thread) || self.is_strange(cpu.thread, mine, write, used) {
            return Fate::Broken;
        }
        match (mine, used) {
            // Nobody else ever looks at it.
            (_, Use::Plain | Use::Quiet) if !users.is_several() => Fate::Harmless,
            (true, Use::Any) => Fate::Visible(users.clone()),
            // The release must not come before the rest of the section.
            (true, _) if write && self.is_in_section(cpu.thread) => Fate::Visible(users.clone()),
            (true, Use::Plain | Use::Quiet) => Fate::Harmless,
            (false, _) if !free && write => Fate::Broken,
            (false, _) if !free => Fate::Visible(users.clone()),
            (false, Use::Quiet) => Fate::Harmless,
            (false, _) => Fate::Visible(users.clone()),
        }
    }

    /// Is a lock that only lock and unlock may look at used otherwise?
    fn is_strange(&self, thread: ThreadId, mine: bool, write: bool, used: Use) -> bool {
        used > Use::Any && self.meddles(thread, mine, write)
    }

    /// Does an access to the word that names the owner of a lock do more than to lock or unlock it? Not even its
    /// owner may write it as it likes: that could make another thread the owner. And within an atomic section of
    /// the program a thread that has to wait lets others in, so it matters whether the lock was free.
    pub(crate) fn meddles(&self, thread: ThreadId, mine: bool, write: bool) -> bool {
        (write || !mine) && !self.is_within(thread, LibraryRole::Locks) || !mine && self.is_in_section(thread)
    }

    /// What becomes of a quiet lock by an access to the word that names its owner.
    fn quiet_event(
        &mut self,
        thread: ThreadId,
        lock: (Region, ObjectId, u32),
        write: bool,
        used: Use,
    ) -> Option<Event> {
        if used != Use::Quiet || !write {
            return None;
        }
        let (_, object, word) = lock;
        let mine = self.names(object, word, thread);
        if self.is_strange(thread, mine, write, used) {
            return None;
        }
        match mine {
            true if self.is_in_section(thread) => None,
            true => Some(Event::GivesBack(lock)),
            false => (self.owner_word(object, word) == Some(0)).then_some(Event::Takes(lock)),
        }
    }

    pub(crate) fn owner_word(&mut self, object: ObjectId, offset: u32) -> Option<u64> {
        let lock = self.memory.object(object);
        if lock.life != Life::Alive || offset + 4 > lock.size {
            return None;
        }
        self.memory.note(object, offset, 4);
        let word = self.memory.slots[object.index()].object.read(&mut self.memory.mixtures, offset, 32);
        (word.shadow == Shadow::CLEAN).then_some(word.bits)
    }

    /// Does this word of a lock name the thread as the owner?
    pub(crate) fn names(&mut self, object: ObjectId, offset: u32, thread: ThreadId) -> bool {
        let owner = self.owner_word(object, offset).map(|word| word & u64::from(contract::OWNER));
        owner == Some(u64::from(thread.0) + 1)
    }

    /// Is the thread in a function of the library with this role, itself or through others of the
    /// library?
    pub(crate) fn is_within(&self, thread: ThreadId, role: LibraryRole) -> bool {
        let frames = self.threads[thread.index()].frames.iter().rev();
        let mut functions = frames.map(|frame| self.image.program.function(frame.func));
        functions.by_ref().take_while(|function| function.library).any(|function| function.role == Some(role))
    }

    /// The roles of all of them, one bit each.
    fn roles_within(&self, thread: ThreadId) -> u32 {
        let frames = self.threads[thread.index()].frames.iter().rev();
        let functions = frames.map(|frame| self.image.program.function(frame.func));
        let roles = functions.take_while(|function| function.library).filter_map(|function| function.role);
        roles.fold(0, |set, role| set | 1 << role as u32)
    }

    /// How the thread accesses memory just now.
    pub(crate) fn manner(&self, thread: ThreadId, write: bool) -> Manner {
        match write {
            _ if SHARING.iter().any(|role| self.is_within(thread, *role)) => Manner::Share,
            true => Manner::Write,
            false => Manner::Read,
        }
    }

    /// Is the thread in an atomic section of the program's own?
    fn is_in_section(&self, thread: ThreadId) -> bool {
        let mut open = self.threads[thread.index()].frames.iter().filter(|frame| frame.masks > 0);
        open.any(|frame| !self.image.program.function(frame.func).library)
    }

    /// The threads that live, or may have ended only just now, as a set. The end of a thread that can
    /// be joined may come early here; what comes before its join is not thereby after its end.
    pub(crate) fn living(&mut self) -> Threads {
        self.memory.opaque = true;
        let alive = self.threads.iter().enumerate().filter(|(_, thread)| thread.is_alive() || thread.joinable);
        alive.map(|(i, _)| ThreadId(i as u32)).collect()
    }

    /// A thread is about to be started: can nobody tell when? This is so if it is known who starts whom, since
    /// then what number it gets does not depend on others. Numbers also matter to a program that asks for them.
    pub(crate) fn starts_unseen(&self, by: ThreadId) -> bool {
        let unnumbered = self.presuming.presumptions.unnumbered || self.watch.profile.is_some();
        let free = (!self.image.numbers_observed || unnumbered) && !self.is_in_section(by);
        self.is_of_family(by) && free
    }

    /// Can nobody tell when this thread starts or joins others?
    fn is_of_family(&self, thread: ThreadId) -> bool {
        let presumptions = self.presuming.presumptions;
        presumptions.main_starts && thread.0 == 0 || presumptions.is_family()
    }

    /// Is what the runtime does with its list of threads such that nobody can tell when it does it?
    /// A thread that ends and can be joined is waited for by whoever wants to know, unless the
    /// program has other ways to ask, or it may be the last one, whose end is that of the program. Its
    /// number is kept until then. That it was joined only matters to who starts threads.
    pub(crate) fn judge_life(&mut self, thread: ThreadId) -> Judgement {
        let rehearses = self.watch.profile.is_some();
        let roles = self.roles_within(thread);
        let is_within = |role: LibraryRole| roles >> role as u32 & 1 != 0;
        // Whoever waits at a barrier is let go by the last to come, and by nobody else.
        if is_within(LibraryRole::Gathers) && !rehearses {
            return Judgement { visibility: Visibility::Visible(Threads::NOBODY), ..Judgement::visible() };
        }
        let unobserved = !self.image.ends_observed || self.presuming.presumptions.unobserved || rehearses;
        let leaves = is_within(LibraryRole::Ends);
        let ends = unobserved && leaves;
        let starts = is_within(LibraryRole::Starts);
        let joins = is_within(LibraryRole::Joins);
        // What a thread hands on to those it starts is then not decided by what it has done itself.
        let steers = is_within(LibraryRole::Steers);
        // There a thread that has to wait lets others in.
        let looks = joins && self.is_in_section(thread);
        let main = thread.0 == 0;
        let Presumptions { main_starts, main_stays, .. } = *self.presuming.presumptions;
        let family = self.is_of_family(thread);
        let stays = main_stays || rehearses;
        let takes_nothing_along = ends && self.takes_nothing_along(thread);
        let state = &self.threads[thread.index()];
        let may_end = state.joinable && state.held == 0 && stays && takes_nothing_along;
        let unseen = ends && may_end || family && (starts || unobserved && joins && !looks);
        // Who ends unseen counts as living until it is joined.
        let stirs = !(ends && unseen) || starts || joins || steers;
        let mut events = SmallVec::new();
        let mut note = |due: bool, event| {
            if due {
                events.push(event)
            }
        };
        note(ends && main, Event::Leaves);
        note(looks, Event::Observes);
        // A detached thread gives its id back, and whoever starts another one may get it.
        let gives_back = leaves && !state.joinable;
        note(joins && !main, Event::Joins);
        note(gives_back && !main || steers && !(main && main_starts), Event::Scatters);
        // Others may wait for just this.
        note(unseen, Event::Acts);
        Judgement { visibility: Visibility::new(!unseen), rule: Some(Spared::Life), events, stirs }
    }

    /// Does the thread end without anything that others can reach? Otherwise they can tell when that ends,
    /// and it ends in the same section in which the thread says that it does.
    fn takes_nothing_along(&mut self, thread: ThreadId) -> bool {
        let state = &self.threads[thread.index()];
        let mut objects = state.allocas.iter().copied().chain(state.locals.iter().map(|(_, object)| *object));
        objects.all(|object| {
            self.memory.object(ObjectId(object));
            !self.memory.slots[object as usize].shared
        })
    }

    /// Does main wait for a thread that has ended by now, so that it could as well have gone on?
    pub(crate) fn joins_unseen(&mut self) -> Run<bool> {
        let main = ThreadId(0);
        self.memory.note_thread(main);
        if !self.threads[0].is_alive() || self.pending_trap(main, Trap::Wait).is_none() {
            return Ok(false);
        }
        let unseen = self.weigh_life(main) == Visibility::Harmless;
        Ok(unseen && !self.has_alarm(main) && self.is_runnable(main)?)
    }

    fn has_alarm(&self, thread: ThreadId) -> bool {
        let alarm = self.pending_trap(thread, Trap::Wait).map(|args| args[wait::ALARM]);
        alarm.is_some_and(|alarm| self.pointed(self.top_value(thread, alarm.src)).is_some())
    }
}
