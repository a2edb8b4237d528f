//! What is presumed of memory that several threads can reach, and the checks that it is so.
//!
//! Most of what threads share is written before they start, or belongs to one of them, or is used
//! under one lock. Accesses to such memory need not end a transition: nobody can tell when they
//! happen. Which memory is such memory is guessed from a few executions ([`crate::execution::profile`]) and
//! then *checked by every access of the search*. An access that a guess does not allow is a
//! [`Break`]: the search starts anew without that guess. `docs/reductions.md` says why a search
//! without breaks has missed nothing.
//!
//! Each check looks at nothing that can change while its thread stands still. That is what makes
//! it worth the same wherever in an execution the access is made.

use std::collections::BTreeMap;

use ahash::AHashMap;
use ir::{LibraryRole, Program, Shadow, Trap};

use crate::execution::address::Question;
use crate::execution::interp::Cpu;
use crate::execution::vm::{Reduction, Spared, Vm};
use crate::problem::{Run, ThreadId};
use crate::state::object::{Life, ObjectId, ObjectKind};

/// Bytes from here on in an object are not guessed about.
pub(crate) const OFFSET_MAX: u32 = 1 << 12;

/// After so many breaks in one place nothing is presumed of it any more.
const BREAKS_MAX: u32 = 4;

/// A thread that a set of threads can hold.
pub(crate) const THREADS_MAX: u32 = 128;

/// Where memory is, in terms that mean the same in every state.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Place {
    Global(u32),
    /// Of this size. All blocks of one size are one place.
    Heap(u32),
    Stack(u32),
    ThreadLocal(u32),
}

impl Place {
    pub(crate) fn of(object: ObjectId, kind: ObjectKind, size: u32, first_dynamic: u32) -> Option<Place> {
        match kind {
            ObjectKind::Global if object.0 < first_dynamic => Some(Place::Global(object.0)),
            ObjectKind::Global => Some(Place::ThreadLocal(size)),
            ObjectKind::Heap => Some(Place::Heap(size)),
            ObjectKind::Stack => Some(Place::Stack(size)),
            ObjectKind::Constant | ObjectKind::Code | ObjectKind::Internal | ObjectKind::Varargs => None,
        }
    }
}

/// Where the word is that names the owner of a lock.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Lock {
    Global {
        object: u32,
        offset: u32,
    },
    /// In the object that it protects.
    Inside {
        offset: u32,
    },
}

/// What is presumed of some bytes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Rule {
    /// Only these threads write, only these and `readers` read; at most one of them besides main
    /// writes, and then nobody besides it reads. Main writes before the others start or after it
    /// joined them, and reads before the other writer starts or after it joined it.
    Staged { writers: u128, readers: u128 },
    /// Whoever accesses it holds the lock.
    Guarded(Lock),
    /// It names the owner of a lock, and while it does nobody else overwrites it.
    Owner(Use),
}

/// How a lock is used. Each way has what the one before has.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Use {
    Any,
    /// Nobody but lock and unlock looks at it.
    Plain,
    /// Whoever takes it does nothing that others can tell, takes no other lock, and gives it back:
    /// it protects nothing.
    Quiet,
}

impl Rule {
    /// Does it rely on main being the only one who starts threads?
    fn relies_on_main(self) -> bool {
        match self {
            Rule::Staged { writers, readers } => {
                let written_by_main = writers & 1 != 0;
                let read_by_main = readers & 1 != 0;
                let (others, other_writers) = ((writers | readers) & !1, writers & !1);
                written_by_main && others != 0 || read_by_main && other_writers != 0
            }
            _ => false,
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Presumption {
    pub place: Place,
    pub start: u32,
    pub end: u32,
    pub rule: Rule,
}

/// An access, or the start of a thread, that was presumed not to happen.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Break {
    Access {
        place: Place,
        start: u32,
        end: u32,
        rule: Rule,
    },
    /// Somebody else than main started a thread, or joined one.
    Start,
    /// Main ended while others lived.
    Leave,
    /// A thread was made to go on elsewhere by another one.
    Divert,
    /// A pointer to a heap block was left when it was freed, or would have been.
    Dangling,
}

/// All that is presumed, ready to be looked up.
#[derive(Default, Debug)]
pub struct Presumptions {
    list: Vec<Presumption>,
    breaks: BTreeMap<Place, u32>,
    /// For each place, by offset: 1 + index of the rule, or 0.
    globals: Vec<Vec<u16>>,
    others: AHashMap<Place, Vec<u16>>,
    rules: Vec<Rule>,
    /// Nobody but main starts threads.
    main_starts: bool,
    /// Main does not end before the others.
    main_stays: bool,
    /// While there are several threads, no pointer to a freed block is left. So nobody can tell when
    /// others have allocated theirs.
    pub(crate) tidy: bool,
}

impl Presumptions {
    pub fn new(list: Vec<Presumption>, main_starts: bool, main_stays: bool) -> Presumptions {
        let mut all = Presumptions { main_starts, main_stays, tidy: true, ..Presumptions::default() };
        for item in &list {
            let known = all.rules.iter().position(|rule| *rule == item.rule);
            let index = known.unwrap_or_else(|| {
                all.rules.push(item.rule);
                all.rules.len() - 1
            });
            let (Ok(number), true) = (u16::try_from(index + 1), item.end <= OFFSET_MAX) else { continue };
            let row = match item.place {
                Place::Global(object) => {
                    let rows = all.globals.len().max(object as usize + 1);
                    all.globals.resize(rows, Vec::new());
                    &mut all.globals[object as usize]
                }
                place => all.others.entry(place).or_default(),
            };
            row.resize(row.len().max(item.end as usize), 0);
            row[item.start as usize..item.end as usize].fill(number);
        }
        all.list = list;
        all
    }

    pub fn is_empty(&self) -> bool {
        self.list.is_empty() && !self.main_starts && !self.main_stays && !self.tidy
    }

    /// The rule for the byte at `start`, and where it ends being the rule, at most `end`.
    fn rule(&self, place: Place, start: u32, end: u32) -> (Option<Rule>, u32) {
        let row = match place {
            Place::Global(object) => self.globals.get(object as usize),
            place => self.others.get(&place),
        };
        let Some(row) = row.and_then(|row| row.get(start as usize..)) else { return (None, end) };
        let Some(first) = row.first() else { return (None, end) };
        let same = row.iter().take((end - start) as usize).take_while(|number| *number == first).count();
        (first.checked_sub(1).map(|index| self.rules[index as usize]), start + same as u32)
    }

    /// What is left when these guesses were wrong.
    pub fn without(&self, breaks: &[Break]) -> Presumptions {
        let mut list = self.list.clone();
        let mut counts = self.breaks.clone();
        let (mut main_starts, mut main_stays, mut tidy) = (self.main_starts, self.main_stays, self.tidy);
        for broken in breaks {
            match *broken {
                Break::Divert => {
                    (main_starts, main_stays, tidy) = (false, false, false);
                    list.clear();
                }
                Break::Leave => main_stays = false,
                Break::Dangling => tidy = false,
                Break::Start => {
                    main_starts = false;
                    list.retain(|item| !item.rule.relies_on_main());
                }
                // Somebody meddles with locks: nothing is protected by them.
                Break::Access { rule: Rule::Owner(Use::Any), .. } => {
                    list.retain(|item| !matches!(item.rule, Rule::Guarded(_) | Rule::Owner(_)));
                }
                Break::Access { rule: Rule::Owner(broken), place, start, .. } => {
                    let less = if broken == Use::Quiet { Use::Plain } else { Use::Any };
                    let word = start & !3;
                    let items = list.iter_mut().filter(|item| item.place == place && item.start <= word);
                    for item in items.filter(|item| word < item.end) {
                        item.rule = match item.rule {
                            Rule::Owner(used) => Rule::Owner(used.min(less)),
                            rule => rule,
                        };
                    }
                }
                Break::Access { place, start, end, .. } => {
                    let count = counts.entry(place).or_default();
                    *count += 1;
                    let (start, end) = if *count > BREAKS_MAX { (0, u32::MAX) } else { (start, end) };
                    list = list.iter().flat_map(|item| cut(item, place, start, end)).collect();
                }
            }
        }
        let mut left = Presumptions::new(list, main_starts, main_stays);
        left.breaks = counts;
        left.tidy = tidy;
        left
    }
}

/// What remains of an item without some bytes. Words that name owners are left alone.
fn cut(item: &Presumption, place: Place, start: u32, end: u32) -> impl Iterator<Item = Presumption> {
    let apart = item.place != place || matches!(item.rule, Rule::Owner(_));
    let before = Presumption { end: if apart { item.end } else { item.end.min(start) }, ..*item };
    let after = Presumption { start: if apart { item.end } else { item.start.max(end) }, ..*item };
    [before, after].into_iter().filter(|item| item.start < item.end)
}

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
        if self.profile.is_some() {
            self.note_access(cpu, place, object, offset, bytes, write);
            return false;
        }
        let (mut at, end) = (offset, offset.saturating_add(bytes));
        let mut harmless = true;
        let mut why = Spared::Staged;
        while at < end {
            let (rule, next) = self.presumptions.rule(place, at, end);
            let fate = rule.map_or(Fate::Visible, |rule| self.fate(cpu, (place, object), at, write, rule));
            if let (Fate::Broken, Some(rule)) = (&fate, rule) {
                self.breaks.push(Break::Access { place, start: at, end: next, rule });
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
        !self.presumptions.tidy && self.memory.recent.iter().any(is_heap)
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
                    self.quiet.retain(|held| *held != (place, object, word));
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
                    self.quiet.push((place, object, word));
                }
                Fate::Harmless
            }
            (false, _) => Fate::Visible,
        }
    }

    /// A thread that holds quiet locks does what it was presumed not to do.
    pub(crate) fn break_quiet(&mut self) {
        let rule = Rule::Owner(Use::Quiet);
        self.breaks.extend(self.quiet.drain(..).map(|(place, _, start)| Break::Access {
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
        self.presumptions.main_starts && by.0 == 0 && free
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
        let main = self.presumptions.main_starts && thread.0 == 0;
        let may_end = state.joinable && state.held == 0 && (self.presumptions.main_stays || self.profile.is_some());
        ends && may_end || main && (starts || unobserved && joins)
    }

    /// Somebody starts a thread, or joins one: if that is not main, main's doing so can be told from
    /// another order.
    fn note_start(&mut self, by: ThreadId) {
        if let Some(profile) = &mut self.profile {
            profile.starts(by);
        }
        if self.presumptions.main_starts && by.0 != 0 {
            self.breaks.push(Break::Start);
        }
    }

    fn note_leave(&mut self) {
        if let Some(profile) = &mut self.profile {
            profile.leaves();
        }
        if self.presumptions.main_stays {
            self.breaks.push(Break::Leave);
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
        if !self.presumptions.is_empty() {
            self.breaks.push(Break::Divert);
        }
    }

    /// The thread's last allocations, of which nobody can tell the moment, are part of the state if
    /// somebody may be left with a pointer to what was freed.
    pub(crate) fn keep_recent(&mut self, thread: ThreadId) {
        let mut recent = std::mem::take(&mut self.memory.recent);
        if self.presumptions.tidy {
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
        if question == Question::Later && self.presumptions.tidy {
            self.breaks.push(Break::Dangling);
        }
    }

    /// Presumptions that turned out wrong since this was last asked.
    pub fn take_breaks(&mut self) -> Vec<Break> {
        std::mem::take(&mut self.breaks)
    }
}

// ---- in words, for files ----

const MAIN_STARTS: &str = "main starts";
const MAIN_STAYS: &str = "main stays";

impl Presumptions {
    /// One line each. Globals go by their names, which outlast small changes of the program.
    pub fn spell(&self, program: &Program) -> Vec<String> {
        let name = |object: u32| global_name(program, object);
        let lines = self.list.iter().map(|item| {
            let place = match item.place {
                Place::Global(object) => format!("global {}", name(object)),
                Place::Heap(size) => format!("heap {size}"),
                Place::Stack(size) => format!("stack {size}"),
                Place::ThreadLocal(size) => format!("thread-local {size}"),
            };
            let rule = match item.rule {
                Rule::Staged { writers, readers } => format!("staged {writers:x} {readers:x}"),
                Rule::Guarded(Lock::Global { object, offset }) => format!("guarded {} {offset}", name(object)),
                Rule::Guarded(Lock::Inside { offset }) => format!("inside {offset}"),
                Rule::Owner(used) => format!("owner {}", used as u32),
            };
            format!("{place} {} {} {rule}", item.start, item.end)
        });
        let main = [(self.main_starts, MAIN_STARTS), (self.main_stays, MAIN_STAYS)];
        lines.chain(main.into_iter().filter(|(holds, _)| *holds).map(|(_, line)| line.into())).collect()
    }

    /// Understands what `spell` has written; leaves out what it does not.
    pub fn read(lines: &[String], program: &Program) -> Presumptions {
        let list = lines.iter().filter_map(|line| Presumption::read(line, program)).collect();
        let has = |wanted| lines.iter().any(|line| line == wanted);
        Presumptions::new(list, has(MAIN_STARTS), has(MAIN_STAYS))
    }
}

/// The name of a global; with a number if others before it have the same one, as in other files.
fn global_name(program: &Program, object: u32) -> String {
    let Some((global, before)) = program.globals.get(..object as usize).and_then(|all| all.split_last()) else {
        return String::new();
    };
    match before.iter().filter(|other| other.name == global.name).count() {
        0 => global.name.clone(),
        namesakes => format!("{}#{namesakes}", global.name),
    }
}

fn global_named(program: &Program, name: &str) -> Option<u32> {
    let numbered = name.rsplit_once('#').and_then(|(name, number)| Some((name, number.parse().ok()?)));
    let (name, namesakes) = numbered.unwrap_or((name, 0));
    let mut all = program.globals.iter().zip(1..).filter(|(global, _)| global.name == name);
    all.nth(namesakes).map(|(_, object)| object)
}

impl Presumption {
    fn read(line: &str, program: &Program) -> Option<Presumption> {
        let words: Vec<&str> = line.split(' ').collect();
        let number = |i: usize| words.get(i)?.parse::<u32>().ok();
        let set = |i: usize| u128::from_str_radix(words.get(i)?, 16).ok();
        let global = |i: usize| global_named(program, words.get(i)?);
        let place = match words[0] {
            "global" => Place::Global(global(1)?),
            "heap" => Place::Heap(number(1)?),
            "stack" => Place::Stack(number(1)?),
            "thread-local" => Place::ThreadLocal(number(1)?),
            _ => return None,
        };
        let rule = match *words.get(4)? {
            "staged" => Rule::Staged { writers: set(5)?, readers: set(6)? },
            "guarded" => Rule::Guarded(Lock::Global { object: global(5)?, offset: number(6)? }),
            "inside" => Rule::Guarded(Lock::Inside { offset: number(5)? }),
            "owner" => Rule::Owner(match number(5)? {
                0 => Use::Any,
                1 => Use::Plain,
                _ => Use::Quiet,
            }),
            _ => return None,
        };
        let (start, end) = (number(2)?, number(3)?);
        (start < end).then_some(Presumption { place, start, end, rule })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn list() -> Vec<Presumption> {
        let staged = Rule::Staged { writers: 0b10, readers: 0b10 };
        let guarded = Rule::Guarded(Lock::Inside { offset: 8 });
        vec![
            Presumption { place: Place::Heap(48), start: 8, end: 12, rule: Rule::Owner(Use::Quiet) },
            Presumption { place: Place::Heap(48), start: 40, end: 48, rule: guarded },
            Presumption { place: Place::Stack(16), start: 0, end: 16, rule: staged },
            Presumption { place: Place::Global(1), start: 4, end: 8, rule: Rule::Staged { writers: 1, readers: 6 } },
        ]
    }

    fn broken(place: Place, start: u32, end: u32, rule: Rule) -> Break {
        Break::Access { place, start, end, rule }
    }

    #[test]
    fn rules_are_found_by_byte() {
        let all = Presumptions::new(list(), true, true);
        let staged = Some(Rule::Staged { writers: 0b10, readers: 0b10 });
        assert_eq!(all.rule(Place::Stack(16), 3, 9), (staged, 9));
        assert_eq!(all.rule(Place::Stack(16), 12, 20), (staged, 16));
        assert_eq!(all.rule(Place::Stack(16), 16, 20), (None, 20));
        assert_eq!(all.rule(Place::Heap(48), 12, 48), (None, 40));
        assert_eq!(all.rule(Place::Heap(32), 0, 4), (None, 4));
        assert_eq!(all.rule(Place::Global(7), 0, 4), (None, 4));
    }

    #[test]
    fn what_is_broken_is_presumed_no_more() {
        let all = Presumptions::new(list(), true, true);
        let staged = Rule::Staged { writers: 0b10, readers: 0b10 };
        let left = all.without(&[broken(Place::Stack(16), 4, 8, staged)]);
        assert_eq!(left.rule(Place::Stack(16), 0, 16), (Some(staged), 4));
        assert_eq!(left.rule(Place::Stack(16), 4, 8), (None, 8));
        assert_eq!(left.rule(Place::Stack(16), 8, 16), (Some(staged), 16));
        // A lock goes down step by step, and takes what it protects with it in the end.
        let mut left = all;
        for less in [Some(Rule::Owner(Use::Plain)), Some(Rule::Owner(Use::Any)), None] {
            let (Some(rule), _) = left.rule(Place::Heap(48), 8, 12) else { panic!("no rule") };
            left = left.without(&[broken(Place::Heap(48), 8, 12, rule)]);
            assert_eq!(left.rule(Place::Heap(48), 8, 12).0, less);
            assert_eq!(left.rule(Place::Heap(48), 40, 48).0.is_some(), less.is_some());
        }
        // Only main was to start threads: nothing is left of what main does before others start.
        let left = left.without(&[Break::Start]);
        assert_eq!(left.rule(Place::Global(1), 4, 8), (None, 8));
        assert!(left.rule(Place::Stack(16), 0, 16).0.is_some());
        assert!(left.without(&[Break::Divert]).is_empty());
    }

    #[test]
    fn a_place_that_breaks_often_is_given_up() {
        let staged = Rule::Staged { writers: 0b10, readers: 0b10 };
        let whole = Presumption { place: Place::Stack(64), start: 0, end: 64, rule: staged };
        let mut left = Presumptions::new(vec![whole], false, false);
        for at in 0..=BREAKS_MAX {
            assert!(left.rule(Place::Stack(64), 63, 64).0.is_some());
            left = left.without(&[broken(Place::Stack(64), at, at + 1, staged)]);
        }
        assert!(left.without(&[Break::Dangling]).is_empty());
    }
}
