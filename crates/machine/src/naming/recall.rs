//! Transitions that were executed before.
//!
//! What a transition does depends on the thread's section, the choice, and the contents of the
//! objects and other threads that it looks at; nothing else ([`Memory::opaque`] is set where something else is looked
//! at). Threads run through few sections, compared to the states that these are combined to, so
//! most transitions have been executed before with another state around them. The delta they left
//! is kept here, with all that it depends on.
//!
//! Which object is looked at next depends on those before, so looking up is a walk:
//!
//! ```text
//! hash of (section, thread, choice)        ──► object, thread or part of an object to compare next
//! that hash with its contents              ──► … ──► place on the tape
//! tape: effect · section · thread · value · moved | joined << 2 | spared << 3 | sectioned << 4 | calm << 5 | exits << 6
//!       lengths of reads, changed, fresh, threads · place of `meets` in its list · crowd · exit status
//!       instructions · spared …
//!       reads: (goal · length · contents …) …
//!       changed … · fresh … · threads …
//! ```
//!
//! Hashes only lead the way: what is found on the tape is compared in full with the loaded state.
//!
//! If main went on after a join (`joined`), how far it went also depended on whether anybody else
//! could run; that is kept only where somebody surely could, and found only there.
//!
//! If accesses inside an atomic section were compared with what others were about to do (`sectioned`),
//! that is found only where nobody is about to access what it looked at.
//!
//! What a thread does while nobody else can run depends on all the others. That is kept only if it is the end of
//! the program, and found only where nobody else can run either, and there are as many threads (the *crowd*).
//!
//! Of long objects without pointers only the parts count that were looked at. They stand in a list,
//! and a goal is their place in it.
//!
//! [`Memory::opaque`]: crate::execution::memory::Memory::opaque

use ahash::AHashMap;

use crate::execution::counters::{Counters, SPARED};
use crate::execution::schedule::Choice;
use crate::naming::delta::{Delta, Moved};
use crate::naming::loaded::Loaded;
use crate::naming::streams;
use crate::pieces::Pieces;
use crate::problem::Threads;
use crate::state::look::{Look, WHOLE};

/// Objects that a transition may look at to be worth keeping.
const READS_MAX: usize = 64;
/// Words on the tape for one transition.
const LENGTH_MAX: usize = 1 << 12;
/// Words on the tape. When it is full, everything is forgotten.
const TAPE_MAX: usize = 1 << 22;
/// Steps of walks, as a power of two.
const TABLE_LOG_MIN: u32 = 12;
const TABLE_LOG_MAX: u32 = 20;
/// Places that a step may be kept at.
const WAYS: usize = 4;
const HEADER: usize = COUNTERS + 1 + SPARED;
/// Where the counters stand in it.
const COUNTERS: usize = 12;
/// And who could tell.
const MEETS: usize = 9;
const CROWD: usize = 10;
const STATUS: usize = 11;

/// Beside `moved`: main went on after a join; something was spared.
const JOINED: u32 = 4;
const SPARED_ANY: u32 = 8;
const SECTIONED: u32 = 16;
const CALM: u32 = 32;
const EXITS: u32 = 64;

/// What else a transition depended on.
#[derive(Clone, Copy)]
pub(crate) struct Beyond<'m> {
    /// Main went on after a join.
    pub joined: bool,
    /// What others were about to access was looked at.
    pub sectioned: bool,
    /// The threads that could tell when it happened.
    pub meets: &'m Threads,
    /// It changed nothing but plain memory and its thread.
    pub calm: bool,
    /// How many threads there are, if nobody else could run; 0 otherwise.
    pub crowd: u32,
    /// The status with which the program ended.
    pub exit: Option<i32>,
}

/// A step of a walk: part of the hash, and what to look at or (with this bit) a place on the tape.
#[derive(Clone, Copy)]
struct Step {
    tag: u32,
    goal: u32,
}

const ON_TAPE: u32 = 1 << 31;
const NO_STEP: Step = Step { tag: 0, goal: 0 };

/// Goals from here on, below [`ON_TAPE`], stand for parts.
const PARTS: u32 = 3 << 29;
const PARTS_MAX: usize = 1 << 16;

pub(crate) struct Recall {
    table: Vec<Step>,
    table_log: u32,
    used: usize,
    tape: Vec<u32>,
    /// Parts that were looked at, and where each stands.
    parts: Vec<Look>,
    part_places: AHashMap<Look, u32>,
    /// Sets of threads that could tell when something happened; few.
    meets: Vec<Threads>,
    /// The number of the next effect.
    next_effect: u32,
    pub on: bool,
    /// Ends of the program as well. Who looks at the state in which it ends has them executed.
    pub ends: bool,
}

/// Parts that a walk has looked at first, as many as there is room for.
#[derive(Default)]
struct Seen {
    parts: [(u32, [u32; 2]); 8],
    len: usize,
}

impl Seen {
    #[inline]
    fn push(&mut self, place: u32, part: [u32; 2]) {
        if let Some(free) = self.parts.get_mut(self.len) {
            *free = (place, part);
            self.len += 1;
        }
    }
}

/// A transition that was found.
pub(crate) struct Recalled<'r> {
    pub effect: u32,
    pub meets: &'r Threads,
    pub calm: bool,
    pub exit: Option<i32>,
    pub counters: Counted<'r>,
    pub delta: Delta<'r>,
}

/// What a transition counted, and whether it is more than instructions.
pub(crate) struct Counted<'r>(&'r [u32], bool);

impl Counted<'_> {
    #[inline]
    pub(crate) fn add_to(&self, counters: &mut Counters) {
        let [instructions, spared @ ..] = self.0 else { return };
        counters.instructions += u64::from(*instructions);
        if self.1 {
            counters.spared.iter_mut().zip(spared).for_each(|(sum, more)| *sum += u64::from(*more));
        }
    }
}

impl Default for Recall {
    fn default() -> Recall {
        Recall {
            table: Vec::new(),
            table_log: 0,
            used: 0,
            tape: Vec::new(),
            parts: Vec::new(),
            part_places: AHashMap::new(),
            meets: Vec::new(),
            next_effect: 0,
            on: true,
            ends: true,
        }
    }
}

impl Recall {
    /// What the choice does in this state, if something equal was executed before. `crowd`: see [`Beyond`].
    pub(crate) fn find(&self, loaded: &Loaded, pieces: &dyn Pieces, what: (u32, Choice, u32)) -> Option<Recalled<'_>> {
        if self.table.is_empty() {
            return None;
        }
        let mut hash = start(what);
        let mut seen = Seen::default();
        for _ in 0..=READS_MAX {
            let goal = self.step(hash)?;
            if goal & ON_TAPE != 0 {
                return self.entry((goal & !ON_TAPE) as usize, loaded, pieces, (what, seen));
            }
            hash = match goal.checked_sub(PARTS) {
                None => onward(hash, goal, loaded.looked_at(goal)?),
                Some(place) => {
                    let part = loaded.part_looked_at(self.parts[place as usize], pieces)?;
                    seen.push(place, part);
                    onward(hash, goal, &part)
                }
            };
        }
        None
    }

    /// Where a set of threads stands in its list.
    fn place_of(&mut self, meets: &Threads) -> Option<u32> {
        let known = self.meets.iter().position(|known| known == meets);
        let place = known.unwrap_or_else(|| {
            self.meets.push(meets.clone());
            self.meets.len() - 1
        });
        u32::try_from(place).ok()
    }

    fn goal(&mut self, look: Look) -> u32 {
        if look.position == WHOLE {
            return look.id;
        }
        *self.part_places.entry(look).or_insert_with(|| {
            self.parts.push(look);
            PARTS + self.parts.len() as u32 - 1
        })
    }

    fn step(&self, hash: u64) -> Option<u32> {
        let (tag, place) = (tag(hash), self.place(hash));
        let ways = &self.table[place..place + WAYS];
        ways.iter().find(|step| step.tag == tag).map(|step| step.goal)
    }

    fn place(&self, hash: u64) -> usize {
        (hash >> (64 - self.table_log)) as usize & !(WAYS - 1)
    }

    /// What stands there, if it fits.
    #[inline]
    fn entry(
        &self,
        at: usize,
        loaded: &Loaded,
        pieces: &dyn Pieces,
        ((section, choice, crowd), seen): ((u32, Choice, u32), Seen),
    ) -> Option<Recalled<'_>> {
        let mut seen = seen.parts.into_iter().take(seen.len);
        let tape = &self.tape[at..];
        if (tape[1], tape[2], tape[3], tape[CROWD]) != (section, choice.thread.0, choice.value, crowd) {
            return None;
        }
        let (changed, fresh, threads) = (tape[6] as usize, tape[7] as usize, tape[8] as usize);
        let end = HEADER + tape[5] as usize;
        for (goal, expected) in streams::reads(&tape[HEADER..end]) {
            let fits = match goal.checked_sub(PARTS) {
                None => same(loaded.looked_at(goal)?, expected),
                Some(place) => match seen.next() {
                    Some((known, part)) if known == place => part == expected,
                    _ => loaded.part_looked_at(self.parts[place as usize], pieces)? == expected,
                },
            };
            if !fits {
                return None;
            }
        }
        let delta = Delta {
            changed: &tape[end..end + changed],
            fresh: &tape[end + changed..end + changed + fresh],
            threads: &tape[end + changed + fresh..end + changed + fresh + threads],
            moved: Moved::from_u32(tape[4] & 3),
            used: &[],
            lost: None,
        };
        let counters = Counted(&tape[COUNTERS..HEADER], tape[4] & SPARED_ANY != 0);
        let fits = (tape[4] & JOINED == 0 || crowd > 0 || loaded.has_company(choice.thread))
            && (tape[4] & SECTIONED == 0
                || !loaded.is_awaited(choice.thread, |id| self.looks_at(&tape[HEADER..end], id)));
        let (meets, calm) = (&self.meets[tape[MEETS] as usize], tape[4] & CALM != 0);
        let exit = (tape[4] & EXITS != 0).then(|| tape[STATUS].cast_signed());
        fits.then_some(Recalled { effect: tape[0], meets, calm, exit, counters, delta })
    }

    /// Is the object, or a part of it, in this list of reads?
    fn looks_at(&self, reads: &[u32], object: u32) -> bool {
        let id = |goal: u32| goal.checked_sub(PARTS).map_or(goal, |place| self.parts[place as usize].id);
        streams::reads(reads).any(|(goal, _)| id(goal) == object)
    }

    /// Keeps what the choice did. `reads` are the objects and threads looked at, in order. Returns
    /// the number of the effect, if it was kept.
    pub(crate) fn keep(
        &mut self,
        loaded: &Loaded,
        pieces: &dyn Pieces,
        (section, choice, beyond): (u32, Choice, Beyond<'_>),
        reads: &[Look],
        counters: Counters,
        delta: Delta<'_>,
    ) -> Option<u32> {
        let length_of = |look: &Look| match look.position {
            WHOLE => loaded.looked_at(look.id).map(|words| 2 + words.len()),
            _ => loaded.part_looked_at(*look, pieces).map(|words| 2 + words.len()),
        };
        let spelt: Option<usize> = reads.iter().map(length_of).sum();
        let spelt = spelt?;
        let length = HEADER + spelt + delta.changed.len() + delta.fresh.len() + delta.threads.len();
        let countable = counters.instructions <= u64::from(u32::MAX);
        if reads.len() > READS_MAX
            || length > LENGTH_MAX
            || delta.lost.is_some()
            || !delta.used.is_empty()
            || !countable
        {
            return None;
        }
        self.make_room(length, reads.len() + 1)?;
        let meets = self.place_of(beyond.meets)?;
        let at = self.tape.len();
        let effect = self.next_effect;
        self.next_effect += 1;
        self.tape.extend([effect, section, choice.thread.0, choice.value]);
        let spared = counters.spared.iter().any(|count| *count > 0);
        let flag = |on: bool, flag| if on { flag } else { 0 };
        let flags = flag(beyond.joined, JOINED) | flag(spared, SPARED_ANY) | flag(beyond.sectioned, SECTIONED);
        let flags = flags | flag(beyond.calm, CALM) | flag(beyond.exit.is_some(), EXITS);
        self.tape.push(delta.moved as u32 | flags);
        let lengths = [spelt, delta.changed.len(), delta.fresh.len(), delta.threads.len()];
        self.tape.extend(lengths.map(|len| len as u32));
        self.tape.extend([meets, beyond.crowd, beyond.exit.unwrap_or(0).cast_unsigned()]);
        self.tape.push(counters.instructions as u32);
        self.tape.extend(counters.spared.map(|count| count as u32));
        let mut hash = start((section, choice, beyond.crowd));
        for look in reads {
            let goal = self.goal(*look);
            self.put(hash, goal);
            let part;
            let words = match look.position {
                WHOLE => loaded.looked_at(look.id)?,
                _ => {
                    part = loaded.part_looked_at(*look, pieces)?;
                    &part
                }
            };
            streams::push_read(&mut self.tape, goal, words);
            hash = onward(hash, goal, words);
        }
        self.tape.extend_from_slice(delta.changed);
        self.tape.extend_from_slice(delta.fresh);
        self.tape.extend_from_slice(delta.threads);
        self.put(hash, ON_TAPE | at as u32);
        Some(effect)
    }

    fn make_room(&mut self, length: usize, steps: usize) -> Option<()> {
        if self.next_effect == u32::MAX {
            return None;
        }
        if self.tape.len() + length > TAPE_MAX || self.parts.len() > PARTS_MAX {
            self.tape.clear();
            self.parts.clear();
            self.part_places.clear();
            self.meets.clear();
            self.table.fill(NO_STEP);
            self.used = 0;
        }
        if self.table.is_empty() {
            self.table_log = TABLE_LOG_MIN;
            self.table.resize(1 << self.table_log, NO_STEP);
        }
        if (self.used + steps) * 2 > self.table.len() && self.table_log < TABLE_LOG_MAX {
            self.grow();
        }
        Some(())
    }

    /// Doubles the table. Tags do not tell the whole hash, so the walks are taken anew.
    fn grow(&mut self) {
        self.table_log += 1;
        self.table.clear();
        self.table.resize(1 << self.table_log, NO_STEP);
        self.used = 0;
        let tape = std::mem::take(&mut self.tape);
        let mut at = 0;
        while at < tape.len() {
            let entry = &tape[at..];
            let choice = Choice { thread: crate::ThreadId(entry[2]), value: entry[3] };
            let mut hash = start((entry[1], choice, entry[CROWD]));
            let end = HEADER + entry[5] as usize;
            for (goal, words) in streams::reads(&entry[HEADER..end]) {
                self.put(hash, goal);
                hash = onward(hash, goal, words);
            }
            self.put(hash, ON_TAPE | at as u32);
            at += end + (entry[6] + entry[7] + entry[8]) as usize;
        }
        self.tape = tape;
    }

    fn put(&mut self, hash: u64, goal: u32) {
        let (tag, place) = (tag(hash), self.place(hash));
        let ways = &mut self.table[place..place + WAYS];
        let free = ways.iter().position(|step| step.tag == tag).or(ways.iter().position(|step| step.tag == 0));
        self.used += free.is_none_or(|way| ways[way].tag == 0) as usize;
        ways[free.unwrap_or(hash as usize % WAYS)] = Step { tag, goal };
    }
}

/// Equality of few words, for which a call would take longer than the comparison.
#[inline(always)]
fn same(a: &[u32], b: &[u32]) -> bool {
    a.len() == b.len() && a.iter().zip(b).all(|(a, b)| a == b)
}

/// Never 0, which marks an empty place.
fn tag(hash: u64) -> u32 {
    (hash >> 8) as u32 | 1
}

fn start((section, choice, crowd): (u32, Choice, u32)) -> u64 {
    let choice = u64::from(choice.thread.0) << 32 ^ u64::from(choice.value);
    fold((u64::from(crowd) << 32 | u64::from(section)) ^ 0xa076_1d64_78bd_642f, choice ^ 0xe703_7ed1_a0b4_28db)
}

fn onward(hash: u64, goal: u32, spelt: &[u32]) -> u64 {
    let mut hash = hash ^ u64::from(goal).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    for pair in spelt.chunks(2) {
        let both = u64::from(pair[0]) | pair.get(1).map_or(1 << 63, |word| u64::from(*word) << 32);
        hash = fold(hash ^ 0x8ebc_6af0_9c88_c6e3, both ^ 0x5899_65cc_7537_4cc3);
    }
    fold(hash, 0xa076_1d64_78bd_642f ^ spelt.len() as u64)
}

fn fold(a: u64, b: u64) -> u64 {
    let product = u128::from(a) * u128::from(b);
    product as u64 ^ (product >> 64) as u64
}
