//! What is presumed of memory that several threads can reach.
//!
//! Most of what threads share is written before they start, or belongs to one of them, or is used
//! under one lock. Accesses to such memory need not end a transition: nobody can tell when they
//! happen. Which memory is such memory is guessed from a few executions (`execution::profile`) and
//! then *checked by every access of the search* (`execution::judge`). An access that a guess does not
//! allow is a [`Break`]: the search starts anew without that guess. `docs/reductions.md` says why a
//! search without breaks has missed nothing.

mod alike;
mod births;
mod packed;

use std::collections::{BTreeMap, BTreeSet};

use ahash::AHashMap;
use ir::Program;

pub(crate) use crate::image::presumptions::births::{Births, after};
use crate::problem::{ThreadId, Threads};
use crate::state::object::{Object, ObjectId, ObjectKind};

/// Bytes from here on in an object are not guessed about.
pub(crate) const OFFSET_MAX: u32 = 1 << 16;

/// After so many searches with breaks in one place nothing is presumed of it any more. One that broke late
/// counts for several.
const BREAKS_MAX: u32 = 24;
const LATE_BREAKS: u32 = 6;

/// Where memory is, in terms that mean the same in every state.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Region {
    Global(u32),
    /// Of this size. All blocks of one size are one place, but for those that a thread was handed when it
    /// was born: they are told apart by that thread.
    Heap(Handed),
    Stack(Handed),
    ThreadLocal(u32),
}

/// How large an object is, and who was handed it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Handed {
    pub size: u32,
    /// 1 + the number of the thread, or 0.
    pub to: u16,
}

impl Region {
    pub(crate) fn of(id: ObjectId, object: &Object, first_dynamic: u32) -> Option<Region> {
        Region::of_kind(id, object.kind, Handed { size: object.size, to: object.holder }, first_dynamic)
    }

    pub(crate) fn of_kind(id: ObjectId, kind: ObjectKind, handed: Handed, first_dynamic: u32) -> Option<Region> {
        match kind {
            ObjectKind::Global if id.0 < first_dynamic => Some(Region::Global(id.0)),
            ObjectKind::Global => Some(Region::ThreadLocal(handed.size)),
            ObjectKind::Heap | ObjectKind::Lent => Some(Region::Heap(handed)),
            ObjectKind::Stack => Some(Region::Stack(handed)),
            ObjectKind::Constant | ObjectKind::Code | ObjectKind::Internal | ObjectKind::Varargs => None,
            ObjectKind::Unknown => None,
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
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Rule {
    /// Only these threads write, only these and `readers` read, and each of them does so only while those that
    /// come after it cannot act, of two of which one writes: before they are born, or after it has joined them,
    /// or others who did. Main comes first, then they come by their numbers, or the other way round (`back`).
    Staged { writers: Threads, readers: Threads, back: bool },
    /// Whoever accesses it holds the lock.
    Guarded(Lock),
    /// It names the owner of a lock, and while it does nobody else overwrites it. Only `users` look at it
    /// or write it.
    Owner { used: Use, users: Threads },
    /// Only these threads write it, only these and `readers` read it, whenever they like. What `sharers` do
    /// in functions that take a share of a lock, or give one back, does not concern each other.
    Met { writers: Threads, readers: Threads, sharers: Threads },
}

/// How memory is accessed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Manner {
    Read,
    Write,
    /// By a function whose order with others of the kind nobody can tell, whether it reads or writes.
    Share,
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
    /// Does it rely on who starts whom?
    fn relies_on_births(&self) -> bool {
        match self {
            Rule::Staged { writers, readers, .. } => !writers.is_empty() && (writers | readers).is_several(),
            _ => false,
        }
    }

    /// The rule that allows this thread its access as well, if that is all that was wrong.
    pub(crate) fn widened(&self, thread: ThreadId, manner: Manner) -> Option<Rule> {
        match self {
            Rule::Met { .. } | Rule::Staged { .. } => {
                let of = |wanted| if manner == wanted { thread.alone() } else { Threads::NOBODY };
                let (writers, readers, sharers) = (of(Manner::Write), of(Manner::Read), of(Manner::Share));
                Some(self.clone().union(Rule::Met { writers, readers, sharers })).filter(|wider| wider != self)
            }
            Rule::Owner { used, users } if !users.contains(thread) => {
                Some(Rule::Owner { used: *used, users: users | thread.alone() })
            }
            _ => None,
        }
    }

    /// What one or the other allows, of two that differ in who.
    fn union(self, other: Rule) -> Rule {
        match (self, other) {
            (
                Rule::Met { writers, readers, sharers },
                Rule::Met { writers: more, readers: others, sharers: further },
            ) => Rule::Met { writers: writers | more, readers: readers | others, sharers: sharers | further },
            (Rule::Staged { writers, readers, .. }, other @ Rule::Met { .. }) => {
                Rule::Met { writers, readers, sharers: Threads::NOBODY }.union(other)
            }
            // Who shares a lock does so for a purpose.
            (Rule::Owner { used, users }, Rule::Owner { users: more, .. }) if users.len() == 1 => {
                Rule::Owner { used: used.min(Use::Plain), users: users | more }
            }
            (Rule::Owner { used, users }, Rule::Owner { users: more, .. }) => Rule::Owner { used, users: users | more },
            (rule, _) => rule,
        }
    }
}

#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Presumption {
    pub place: Region,
    pub start: u32,
    pub end: u32,
    pub rule: Rule,
    /// A lock that was held at every access, in case that is not the rule.
    pub under: Option<Lock>,
}

impl Presumption {
    /// Is that the same of the byte that comes next?
    pub(crate) fn continues(&self, next: &Presumption) -> bool {
        self.place == next.place && self.end == next.start && (&self.rule, self.under) == (&next.rule, next.under)
    }

    /// Where the word is that names the owner of the lock which guards it, or may do so.
    pub(crate) fn guard(&self) -> Option<(Region, u32)> {
        let lock = match self.rule {
            Rule::Guarded(lock) => Some(lock),
            _ => self.under,
        };
        lock.map(|lock| match lock {
            Lock::Global { object, offset } => (Region::Global(object), offset),
            Lock::Inside { offset } => (self.place, offset),
        })
    }
}

/// An access, or the start of a thread, that was presumed not to happen.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Break {
    Access {
        place: Region,
        start: u32,
        end: u32,
        rule: Rule,
    },
    /// Another thread did what some were presumed to do alone. This rule has it, too.
    Company {
        place: Region,
        start: u32,
        end: u32,
        rule: Rule,
    },
    /// Somebody else than main started a thread, or joined one.
    Start,
    /// A thread was started by another than was presumed, or has ended detached, or ids of threads were compared
    /// while others than main start threads or join them, or the like.
    Scattered,
    /// Main ended while others lived.
    Leave,
    /// A thread got into a function that can tell whether others have ended.
    Observe,
    /// A thread got into a function that shows the number of a thread.
    Number,
    /// A thread was made to go on elsewhere by another one.
    Divert,
    /// Somebody looked where a freed heap block was, or could have.
    Dangling,
    /// Two heap blocks were compared that could have been one after the other in one place.
    Compared,
    /// A thread was started after the number of another had been given back.
    Again,
    /// Somebody asked who waits for something while there were others.
    Asked,
    /// Which of several threads that do the same has done what can be told apart: by what it has left behind,
    /// by its id, or since main did something after it had joined some of them.
    Distinct,
}

/// All that is presumed, ready to be looked up. Nothing, by default.
///
/// Where transitions end depends on it, so a path means something only together with what was
/// presumed when it was found.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct Presumptions {
    list: Vec<Presumption>,
    breaks: BTreeMap<Region, u32>,
    /// For each place, by offset: 1 + index of the rule, or 0.
    globals: Vec<Vec<u16>>,
    others: AHashMap<Region, Vec<u16>>,
    rules: Vec<Rule>,
    /// Nobody but main starts threads, or joins them.
    pub(crate) main_starts: bool,
    /// Who starts whom. No thread ends detached, and nobody changes what another hands on to those it starts.
    pub(crate) births: Option<Births>,
    /// Main does not end before the others.
    pub(crate) main_stays: bool,
    /// Nobody gets into a function that can tell whether others have ended, or lets them vanish, though the
    /// program has one.
    pub(crate) unobserved: bool,
    /// Nobody gets into a function that shows the number of a thread, though the program has one.
    pub(crate) unnumbered: bool,
    /// Nobody looks where a block was that was freed while there were several threads. So nobody can tell
    /// when others have allocated theirs.
    pub(crate) tidy: bool,
    /// Nobody compares heap blocks one of which might have been freed before the other was allocated. So
    /// threads that cannot meet may be left for later.
    pub(crate) apart: bool,
    /// No thread is started after the number of another was given back. So who has ended will not be met
    /// again.
    pub(crate) once: bool,
    /// Nobody asks who waits for something while there are others. So nobody can tell when a thread comes to its
    /// wait.
    pub(crate) unasked: bool,
    /// Nobody can tell threads apart that the rules do not tell apart, but by what they are doing, so that they
    /// may change places.
    pub(crate) indistinct: bool,
    /// See [`Presumptions::credulous`].
    pub(crate) credulous: bool,
    /// See [`Presumptions::numbers_only`].
    numbers_only: bool,
}

impl Presumptions {
    pub fn new(list: Vec<Presumption>, main_starts: bool, main_stays: bool) -> Presumptions {
        let mut all = Presumptions {
            main_starts,
            main_stays,
            unobserved: true,
            unnumbered: true,
            tidy: true,
            apart: true,
            once: true,
            unasked: true,
            ..Presumptions::default()
        };
        let mut known = AHashMap::new();
        for item in &list {
            let index = *known.entry(&item.rule).or_insert_with(|| {
                all.rules.push(item.rule.clone());
                all.rules.len() - 1
            });
            let (Ok(number), true) = (u16::try_from(index + 1), item.end <= OFFSET_MAX) else { continue };
            let row = match item.place {
                Region::Global(object) => {
                    let rows = all.globals.len().max(object as usize + 1);
                    all.globals.resize(rows, Vec::new());
                    &mut all.globals[object as usize]
                }
                place => all.others.entry(place).or_default(),
            };
            row.resize(row.len().max(item.end as usize), 0);
            row[item.start as usize..item.end as usize].fill(number);
        }
        drop(known);
        all.list = list;
        all
    }

    /// The same, and that threads of which every rule says the same cannot be told apart.
    pub fn indistinct(self) -> Presumptions {
        Presumptions { indistinct: true, ..self }
    }

    /// The same without that.
    pub fn distinct(self) -> Presumptions {
        Presumptions { indistinct: false, ..self }
    }

    pub fn is_indistinct(&self) -> bool {
        self.indistinct
    }

    /// The same, but staged memory is taken to be so whoever may act beside: for tests of what doubts an answer.
    pub fn credulous(self) -> Presumptions {
        Presumptions { credulous: true, ..self }
    }

    pub fn is_empty(&self) -> bool {
        self.list.is_empty() && self.flags() == [false; FLAGS] && self.births.is_none()
    }

    /// Is it presumed who starts whom, while others than main start threads or join them, so that nobody can tell
    /// when they do?
    pub(crate) fn is_family(&self) -> bool {
        self.gives_numbers() && self.tidy
    }

    /// Do others than main start threads or join them, and threads get numbers that do not depend on who is first
    /// to do so? Then nobody may look at numbers.
    pub(crate) fn gives_numbers(&self) -> bool {
        self.presumes_births() && !self.main_starts
    }

    /// Is it presumed who starts whom?
    pub(crate) fn presumes_births(&self) -> bool {
        self.births.is_some() && !self.numbers_only
    }

    /// What decides which numbers threads get, and nothing else. For an execution of the same path that presumes
    /// nothing.
    pub fn numbers_only(&self) -> Presumptions {
        Presumptions { births: self.births.clone(), numbers_only: true, ..Presumptions::default() }
    }

    /// The rule for the byte at `start`, and where it ends being the rule, at most `end`.
    pub(crate) fn rule(&self, place: Region, start: u32, end: u32) -> (Option<&Rule>, u32) {
        let row = match place {
            Region::Global(object) => self.globals.get(object as usize),
            place => self.others.get(&place),
        };
        let Some(row) = row.and_then(|row| row.get(start as usize..)) else { return (None, end) };
        let Some(first) = row.first() else { return (None, end) };
        let same = row.iter().take((end - start) as usize).take_while(|number| *number == first).count();
        (first.checked_sub(1).map(|index| &self.rules[index as usize]), start + same as u32)
    }

    /// What is left when these guesses were wrong. It is always less: if nobody can tell which guess it
    /// was, nothing is presumed any more.
    pub fn without(&self, breaks: &[Break], late: bool) -> Presumptions {
        let left = self.lowered(breaks, late);
        let same = left.list == self.list && left.flags() == self.flags() && left.births == self.births;
        if same { Presumptions::default() } else { left }
    }

    fn flags(&self) -> [bool; FLAGS] {
        let Presumptions { main_starts, main_stays, unobserved, unnumbered, tidy, apart, once, .. } = *self;
        [main_starts, main_stays, unobserved, unnumbered, tidy, apart, once, self.unasked, self.indistinct]
    }

    fn with_flags(self, flags: [bool; FLAGS]) -> Presumptions {
        let [main_starts, main_stays, unobserved, unnumbered, tidy, apart, once, unasked, indistinct] = flags;
        let all = Presumptions { main_starts, main_stays, unobserved, unnumbered, tidy, apart, ..self };
        Presumptions { once, unasked, indistinct, ..all }
    }

    fn lowered(&self, breaks: &[Break], late: bool) -> Presumptions {
        let mut list = self.list.clone();
        let (mut counts, mut broken_places) = (self.breaks.clone(), BTreeSet::new());
        let (mut flags, mut births) = (self.flags(), self.births.clone());
        let [main_starts, main_stays, unobserved, unnumbered, tidy, apart, once, unasked, indistinct] = &mut flags;
        // Whatever concerns locks comes first: what they guard depends on them.
        let locks_first = |broken: &&Break| !matches!(broken, Break::Access { rule: Rule::Owner { .. }, .. });
        for broken in breaks.iter().filter(|b| !locks_first(b)).chain(breaks.iter().filter(locks_first)) {
            match broken {
                Break::Divert => {
                    for flag in [&mut *main_starts, main_stays, unobserved, unnumbered, tidy, apart, once, unasked] {
                        *flag = false;
                    }
                    *indistinct = false;
                    list.clear();
                    births = None;
                }
                Break::Leave => *main_stays = false,
                Break::Observe => *unobserved = false,
                Break::Number => *unnumbered = false,
                Break::Dangling => *tidy = false,
                Break::Compared => *apart = false,
                Break::Again => *once = false,
                Break::Asked => *unasked = false,
                Break::Distinct => *indistinct = false,
                Break::Start => *main_starts = false,
                Break::Scattered => {
                    (*main_starts, births) = (false, None);
                    list.retain(|item| !item.rule.relies_on_births());
                }
                // Somebody meddles with locks: nothing is protected by them.
                Break::Access { rule: Rule::Owner { used: Use::Any, .. }, .. } => {
                    list.retain(|item| !matches!(item.rule, Rule::Guarded(_) | Rule::Owner { .. }));
                    list.iter_mut().for_each(|item| item.under = None);
                }
                Break::Access { rule: Rule::Owner { used: broken, .. }, place, start, .. } => {
                    let less = if *broken == Use::Quiet { Use::Plain } else { Use::Any };
                    let word = start & !3;
                    let items = list.iter_mut().filter(|item| item.place == *place && item.start < word + 4);
                    for item in items.filter(|item| word < item.end) {
                        if let Rule::Owner { used, .. } = &mut item.rule {
                            *used = less.min(*used);
                        }
                    }
                }
                Break::Company { place, start, end, rule } => {
                    broken_places.insert(*place);
                    // Who still comes to one more part of a place after many states will come to all of it.
                    if self.breaks.get(place).is_some_and(|count| *count >= LATE_BREAKS)
                        && let Some(newcomer) = newcomer(&list, (*place, *start), rule)
                    {
                        let met =
                            |item: &&mut Presumption| item.place == *place && matches!(item.rule, Rule::Met { .. });
                        for item in list.iter_mut().filter(met) {
                            item.rule = item.rule.clone().union(newcomer.clone());
                        }
                    }
                    list = list.iter().flat_map(|item| widen(item, *place, (*start, *end), rule)).collect();
                }
                Break::Access { place, start, end, .. } => {
                    broken_places.insert(*place);
                    list = list.iter().flat_map(|item| cut(item, *place, *start, *end)).collect();
                }
            }
        }
        // Numbers that are looked at must be those that they would be if nothing were presumed.
        if !*unnumbered && !*main_starts && births.is_some() {
            births = None;
            list.retain(|item| !item.rule.relies_on_births());
        }
        for place in broken_places {
            let count = counts.entry(place).or_default();
            *count += if late { LATE_BREAKS } else { 1 };
            if *count > BREAKS_MAX {
                list = list.iter().flat_map(|item| cut(item, place, 0, u32::MAX)).collect();
                let everybody = Rule::Owner { used: Use::Any, users: Threads::EVERYBODY };
                list.iter_mut()
                    .filter(|item| item.place == place)
                    .for_each(|item| item.rule = item.rule.clone().union(everybody.clone()));
            }
        }
        let mut left = Presumptions::new(list, false, false).with_flags(flags);
        (left.breaks, left.births) = (counts, births);
        left
    }
}

/// Who is met by a rule and not by the one that is presumed of a byte.
fn newcomer(list: &[Presumption], (place, byte): (Region, u32), rule: &Rule) -> Option<Rule> {
    let before = list.iter().find(|item| item.place == place && (item.start..item.end).contains(&byte))?;
    let nobody = Threads::NOBODY;
    let (before, others, further) = match &before.rule {
        Rule::Met { writers, readers, sharers } => (writers, readers, sharers),
        Rule::Staged { writers, readers, .. } => (writers, readers, &nobody),
        _ => return None,
    };
    match rule {
        Rule::Met { writers, readers, sharers } => {
            Some(Rule::Met { writers: writers - before, readers: readers - others, sharers: sharers - further })
        }
        _ => None,
    }
}

/// What remains of an item without some bytes. Words that name owners are left alone.
fn cut(item: &Presumption, place: Region, start: u32, end: u32) -> impl Iterator<Item = Presumption> {
    let apart = item.place != place || matches!(item.rule, Rule::Owner { .. });
    let before = Presumption { end: if apart { item.end } else { item.end.min(start) }, ..item.clone() };
    let after = Presumption { start: if apart { item.end } else { item.start.max(end) }, ..item.clone() };
    [before, after].into_iter().filter(|item| item.start < item.end)
}

/// An item of which some bytes have this rule as well. Words that name owners stay whole.
fn widen(
    item: &Presumption,
    place: Region,
    (start, end): (u32, u32),
    rule: &Rule,
) -> impl Iterator<Item = Presumption> {
    let (start, end) = match item.rule {
        Rule::Owner { .. } if item.place == place && item.start < end && start < item.end => (item.start, item.end),
        _ => (start, end),
    };
    let rule = match (&item.rule, item.under) {
        (Rule::Staged { .. }, Some(lock)) => Rule::Guarded(lock),
        (before, _) => before.clone().union(rule.clone()),
    };
    let inside = Presumption { start: item.start.max(start), end: item.end.min(end), rule, ..item.clone() };
    let inside = Some(inside).filter(|inside| item.place == place && inside.start < inside.end);
    let outside = match (&inside, &item.rule) {
        (Some(_), Rule::Owner { .. }) => None,
        _ => Some(cut(item, place, start, end)),
    };
    outside.into_iter().flatten().chain(inside)
}

// ---- in words, for files ----

const MAIN_STARTS: &str = "main starts";
const MAIN_STAYS: &str = "main stays";
const TIDY: &str = "tidy";
const APART: &str = "apart";
const UNOBSERVED: &str = "ends unobserved";
const UNNUMBERED: &str = "numbers unseen";
/// What is presumed of the program as a whole.
const FLAGS: usize = 9;
const ONCE: &str = "once";
const UNASKED: &str = "waits unseen";
const INDISTINCT: &str = "indistinct";
/// And who starts whom.
const BIRTHS: &str = "births";
const FACTS: [&str; FLAGS] = [MAIN_STARTS, MAIN_STAYS, UNOBSERVED, UNNUMBERED, TIDY, APART, ONCE, UNASKED, INDISTINCT];

impl Presumptions {
    /// One line each. Globals go by their names, which outlast small changes of the program.
    pub fn spell(&self, program: &Program) -> Vec<String> {
        let name = |object: u32| global_name(program, object);
        let lines = self.list.iter().map(|item| {
            let place = match item.place {
                Region::Global(object) => format!("global {}", name(object)),
                Region::Heap(handed) => format!("heap {}", handed.spell()),
                Region::Stack(handed) => format!("stack {}", handed.spell()),
                Region::ThreadLocal(size) => format!("thread-local {size}"),
            };
            let rule = match &item.rule {
                Rule::Staged { writers, readers, back: false } => format!("staged {writers:x} {readers:x}"),
                Rule::Staged { writers, readers, back: true } => format!("staged {writers:x} {readers:x} back"),
                Rule::Guarded(Lock::Global { object, offset }) => format!("guarded {} {offset}", name(*object)),
                Rule::Guarded(Lock::Inside { offset }) => format!("inside {offset}"),
                Rule::Owner { used, users } => format!("owner {} {users:x}", *used as u32),
                Rule::Met { writers, readers, sharers } if sharers.is_empty() => format!("met {writers:x} {readers:x}"),
                Rule::Met { writers, readers, sharers } => format!("met {writers:x} {readers:x} {sharers:x}"),
            };
            format!("{place} {} {} {rule}", item.start, item.end)
        });
        let facts = self.flags().into_iter().zip(FACTS);
        let births = self.births.iter().map(|births| {
            births.spell().fold(BIRTHS.into(), |line, (number, maker)| format!("{line} {}:{}", number.0, maker.0))
        });
        lines.chain(births).chain(facts.filter(|(holds, _)| *holds).map(|(_, line)| line.into())).collect()
    }

    /// Understands what `spell` has written; leaves out what it does not.
    pub fn read(lines: &[String], program: &Program) -> Presumptions {
        let list = lines.iter().filter_map(|line| Presumption::read(line, program)).collect();
        let has = |wanted| lines.iter().any(|line| line == wanted);
        let births = lines.iter().find_map(|line| Births::read(line.strip_prefix(BIRTHS)?));
        Presumptions { births, ..Presumptions::new(list, false, false).with_flags(FACTS.map(has)) }
    }
}

impl Handed {
    fn spell(self) -> String {
        if self.to == 0 { self.size.to_string() } else { format!("{}@{}", self.size, self.to - 1) }
    }

    fn read(word: &str) -> Option<Handed> {
        match word.split_once('@') {
            Some((size, to)) => Some(Handed { size: size.parse().ok()?, to: to.parse::<u16>().ok()?.checked_add(1)? }),
            None => Some(Handed { size: word.parse().ok()?, to: 0 }),
        }
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
        let set = |i: usize| Threads::from_hex(words.get(i)?);
        let global = |i: usize| global_named(program, words.get(i)?);
        let place = match words[0] {
            "global" => Region::Global(global(1)?),
            "heap" => Region::Heap(Handed::read(words.get(1)?)?),
            "stack" => Region::Stack(Handed::read(words.get(1)?)?),
            "thread-local" => Region::ThreadLocal(number(1)?),
            _ => return None,
        };
        let rule = match *words.get(4)? {
            "staged" => Rule::Staged { writers: set(5)?, readers: set(6)?, back: words.get(7) == Some(&"back") },
            "guarded" => Rule::Guarded(Lock::Global { object: global(5)?, offset: number(6)? }),
            "inside" => Rule::Guarded(Lock::Inside { offset: number(5)? }),
            "owner" => {
                let used = match number(5)? {
                    0 => Use::Any,
                    1 => Use::Plain,
                    _ => Use::Quiet,
                };
                Rule::Owner { used, users: set(6)? }
            }
            "met" => {
                let sharers = if words.len() > 7 { set(7)? } else { Threads::NOBODY };
                Rule::Met { writers: set(5)?, readers: set(6)?, sharers }
            }
            _ => return None,
        };
        let (start, end) = (number(2)?, number(3)?);
        (start < end).then_some(Presumption { place, start, end, rule, under: None })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn heap(size: u32) -> Region {
        Region::Heap(Handed { size, to: 0 })
    }

    fn stack(size: u32) -> Region {
        Region::Stack(Handed { size, to: 0 })
    }

    fn staged(writers: u128, readers: u128) -> Rule {
        Rule::Staged { writers: Threads::near(writers), readers: Threads::near(readers), back: false }
    }

    fn owner(used: Use) -> Rule {
        Rule::Owner { used, users: Threads::near(0b11) }
    }

    fn list() -> Vec<Presumption> {
        let guarded = Rule::Guarded(Lock::Inside { offset: 8 });
        vec![
            Presumption { place: heap(48), start: 8, end: 12, rule: owner(Use::Quiet), under: None },
            Presumption { place: heap(48), start: 40, end: 48, rule: guarded, under: None },
            Presumption { place: stack(16), start: 0, end: 16, rule: staged(0b10, 0b10), under: None },
            Presumption { place: Region::Global(1), start: 4, end: 8, rule: staged(1, 6), under: None },
        ]
    }

    fn broken(place: Region, start: u32, end: u32, rule: Rule) -> Break {
        Break::Access { place, start, end, rule }
    }

    #[test]
    fn rules_are_found_by_byte() {
        let all = Presumptions::new(list(), true, true);
        let staged = staged(0b10, 0b10);
        let staged = Some(&staged);
        assert_eq!(all.rule(stack(16), 3, 9), (staged, 9));
        assert_eq!(all.rule(stack(16), 12, 20), (staged, 16));
        assert_eq!(all.rule(stack(16), 16, 20), (None, 20));
        assert_eq!(all.rule(heap(48), 12, 48), (None, 40));
        assert_eq!(all.rule(heap(32), 0, 4), (None, 4));
        assert_eq!(all.rule(Region::Global(7), 0, 4), (None, 4));
    }

    #[test]
    fn what_is_broken_is_presumed_no_more() {
        let all = Presumptions::new(list(), true, true);
        let staged = staged(0b10, 0b10);
        let left = all.without(&[broken(stack(16), 4, 8, staged.clone())], false);
        assert_eq!(left.rule(stack(16), 0, 16), (Some(&staged), 4));
        assert_eq!(left.rule(stack(16), 4, 8), (None, 8));
        assert_eq!(left.rule(stack(16), 8, 16), (Some(&staged), 16));
        // A lock goes down step by step, and takes what it protects with it in the end.
        let mut left = all;
        for less in [Some(owner(Use::Plain)), Some(owner(Use::Any)), None] {
            let (Some(rule), _) = left.rule(heap(48), 8, 12) else { panic!("no rule") };
            left = left.without(&[broken(heap(48), 8, 12, rule.clone())], false);
            assert_eq!(left.rule(heap(48), 8, 12).0, less.as_ref());
            assert_eq!(left.rule(heap(48), 40, 48).0.is_some(), less.is_some());
        }
        // It is not known who starts whom: nothing is left of what main does before others start.
        let left = left.without(&[Break::Start], false);
        assert!(left.rule(Region::Global(1), 4, 8).0.is_some());
        let left = left.without(&[Break::Scattered], false);
        assert_eq!(left.rule(Region::Global(1), 4, 8), (None, 8));
        assert!(left.rule(stack(16), 0, 16).0.is_some());
        assert!(left.without(&[Break::Divert], false).is_empty());
    }

    #[test]
    fn a_break_always_leaves_less() {
        // A word of which only the third byte is known goes down like any other.
        let byte = Presumption { place: heap(48), start: 10, end: 11, rule: owner(Use::Quiet), under: None };
        let all = Presumptions::new(vec![byte], false, false);
        let left = all.without(&[broken(heap(48), 10, 11, owner(Use::Quiet))], false);
        assert_eq!(left.rule(heap(48), 10, 11).0, Some(&owner(Use::Plain)));
        // What concerns nothing that is presumed puts an end to all of it.
        assert!(!left.is_empty());
        assert!(left.without(&[broken(heap(64), 0, 4, owner(Use::Quiet))], false).is_empty());
        assert!(left.without(&[], false).is_empty());
    }

    #[test]
    fn a_place_that_breaks_often_is_given_up() {
        let staged = staged(0b10, 0b10);
        let whole = Presumption { place: stack(64), start: 0, end: 64, rule: staged.clone(), under: None };
        let mut left = Presumptions::new(vec![whole], false, false);
        for at in 0..=BREAKS_MAX {
            assert!(left.rule(stack(64), 63, 64).0.is_some());
            left = left.without(&[broken(stack(64), at, at + 1, staged.clone())], false);
        }
        let facts = [Break::Observe, Break::Number, Break::Dangling, Break::Compared, Break::Again, Break::Asked];
        assert!(left.without(&facts, false).is_empty());
    }
}
