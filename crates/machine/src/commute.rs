//! Executes two actions in both orders and compares what comes out.
//!
//! All reductions rest on one claim: what a thread does within a transition, after the visible
//! action that this begins with, can change places with whatever another thread does next. Here
//! this is done: from a stored state, with the transition executed up to just before some op,
//!
//! ```text
//! state ── first ops of the transition ──► S ── x ──► · ── u ──► A
//!                                          S ── u ──► · ── x ──► B        A and B are one state
//! ```
//!
//! where x is the next op (or, since nobody else may run inside, the next atomic section or the
//! next use of a quiet lock as a whole) and u likewise an action of another thread's next
//! transition, which is executed up to there.
//!
//! Not claimed, and so left out ([`Why`]): that others could run in the middle of a section; that
//! an action that breaks what was presumed commutes (it is noticed instead); which number a thread
//! gets; which of two objects has the lower address.

use crate::execution::notes::{Act, Position};
use crate::execution::schedule::Choice;
use crate::image::presumptions::Break;
use crate::machine::Machine;
use crate::problem::{Problem, Run, Stop, ThreadId};
use crate::state::object::ObjectId;

/// Ops that a section may take beyond those it took.
const SECTION_OPS_MAX: u64 = 1 << 12;

/// Objects that a difference is looked for in.
const OBJECTS_MAX: u32 = 1 << 16;

/// What is to be executed in both orders.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Pair {
    /// The transition.
    pub choice: Choice,
    /// How many of its ops come before x, and whose x is.
    pub before: u64,
    pub mover: ThreadId,
    pub x: Part,
    /// The other thread, what its pending choice yields, and how many of its ops come before u.
    pub other: Choice,
    pub other_before: u64,
    pub u: Part,
}

/// Some ops of a thread: how many, and where they lead if they are more than one. What a thread does
/// in a section may take it more or fewer of them, depending on what the other has done.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Part {
    pub ops: u64,
    pub until: Option<Position>,
}

/// What one order leads to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Ending {
    State(Vec<u32>),
    /// x went wrong.
    MoverFails(Problem),
    /// u went wrong.
    OtherFails(Problem),
    /// u ended the program, or gave the execution up.
    Over(Option<i32>),
    /// One of them cannot run after the other.
    MoverBlocked,
    OtherBlocked,
}

/// Why nothing is claimed of a pair.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Why {
    /// Somebody is in the middle of an atomic section.
    Section,
    /// One of them does not comply with what is presumed, which is noticed.
    Break,
    /// A thread gets another number.
    Numbers,
    /// An object gets its address.
    Layout,
    /// Both go wrong, or do not do the same in both orders.
    Incomparable,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Both {
    Same,
    Excluded(Why),
    /// With x first, and with u first.
    Different(Ending, Ending),
}

/// One order, executed.
struct Order {
    ending: Ending,
    /// Threads that were started.
    born: Vec<ThreadId>,
    observed: bool,
    breaks: Vec<Break>,
    /// Who is in the middle of copying memory, which takes one op or many, depending on who could see it.
    copying: [bool; 2],
}

impl Machine<'_> {
    /// The ops of a transition of the state last visited, however it ends. Threads are then where it
    /// leaves them.
    pub fn script(&mut self, choice: Choice) -> Vec<Act> {
        let mut log = Vec::new();
        self.wake();
        self.vm.memory.begin();
        // What goes wrong is the search's business.
        let _ = self.vm.step_within(choice, u64::MAX, Some(&mut log));
        self.vm.presuming.breaks.clear();
        log
    }

    /// The ops of another thread's next transition after the first ops of a transition.
    pub fn script_of(&mut self, choice: Choice, before: u64, other: Choice) -> Vec<Act> {
        let mut log = Vec::new();
        if self.go_to(choice, before).is_ok() {
            let _ = self.vm.run_noting(other, &mut log);
            self.vm.presuming.breaks.clear();
        }
        log
    }

    /// Who else could act after the first ops of a transition. None if not even the thread that goes
    /// on there may.
    pub fn others(&mut self, choice: Choice, before: u64, mover: ThreadId) -> Option<Vec<Choice>> {
        let mut others = Vec::new();
        if self.go_to(choice, before).is_ok() && self.vm.exit_status.is_none() {
            if !self.vm.may_run(mover).unwrap_or(true) {
                return None;
            }
            let ids = self.vm.numbers().filter(|id| *id != mover);
            for thread in ids {
                if self.vm.may_run(thread).unwrap_or(false) {
                    let last = self.vm.choice_count(thread).unwrap_or(1) - 1;
                    others.push(Choice { thread, value: 0 });
                    others.extend((last > 0).then_some(Choice { thread, value: last }));
                }
            }
        }
        self.vm.presuming.breaks.clear();
        Some(others)
    }

    /// Executes a pair in both orders, starting from the state last visited.
    pub fn both_orders(&mut self, pair: &Pair) -> Run<Both> {
        let [x, u] = [pair.x, pair.u].map(|part| Part { until: None, ..part });
        let exactly = self.both_exactly(&Pair { x, u, ..*pair })?;
        let sections = pair.x.until.is_some() || pair.u.until.is_some();
        if !sections || !matches!(exactly, Both::Different(..)) {
            return Ok(exactly);
        }
        let [x, u] = [pair.x, pair.u].map(|part| match part.until {
            Some(_) => Part { ops: part.ops + SECTION_OPS_MAX, ..part },
            None => part,
        });
        self.both_exactly(&Pair { x, u, ..*pair })
    }

    fn both_exactly(&mut self, pair: &Pair) -> Run<Both> {
        let orders = self.order(pair, true).and_then(|a| Ok((a, self.order(pair, false)?)));
        // Lost blocks are the search's business, too.
        self.vm.take_findings();
        let both = match orders.map_err(|stop| *stop) {
            Ok((Ok(mover_first), Ok(other_first))) => compare(mover_first, other_first),
            Ok((Err(why), _) | (_, Err(why))) => Both::Excluded(why),
            Err(stop @ Stop::Limit { .. }) => return Err(Box::new(stop)),
            Err(_) => Both::Excluded(Why::Incomparable),
        };
        Ok(both)
    }

    fn go_to(&mut self, choice: Choice, before: u64) -> Run<()> {
        self.wake();
        self.vm.memory.begin();
        let (_, result) = self.vm.step_within(choice, before, None);
        self.vm.course.fresh.clear();
        self.vm.presuming.breaks.clear();
        result
    }

    fn order(&mut self, pair: &Pair, mover_first: bool) -> Run<Result<Order, Why>> {
        self.go_to(pair.choice, pair.before)?;
        self.vm.run_ops(pair.other, pair.other_before)?;
        self.vm.course.fresh.clear();
        self.vm.presuming.breaks.clear();
        let (observed, place) = (self.vm.memory.observed, self.vm.place(pair.mover));
        let mut ending = None;
        for movers_turn in [mover_first, !mover_first] {
            let thread = if movers_turn { pair.mover } else { pair.other.thread };
            if movers_turn && self.vm.place(pair.mover) != place {
                // Somebody sent it elsewhere.
                return Ok(Err(Why::Incomparable));
            }
            if !self.vm.may_run(thread)? {
                let others = [pair.mover, pair.other.thread];
                if others.iter().any(|other| *other != thread && self.vm.is_exclusive(*other)) {
                    return Ok(Err(Why::Section));
                }
                ending = Some(if movers_turn { Ending::MoverBlocked } else { Ending::OtherBlocked });
                break;
            }
            let result = match movers_turn {
                true => self.vm.run_until(Choice { thread, value: 0 }, pair.x.ops, pair.x.until),
                false => {
                    let value = if pair.other_before == 0 { pair.other.value } else { 0 };
                    self.vm.run_until(Choice { thread, value }, pair.u.ops, pair.u.until)
                }
            };
            match (result.map_err(|stop| *stop), movers_turn) {
                (Ok(()), _) if self.vm.exit_status.is_some() => ending = Some(Ending::Over(self.vm.exit_status)),
                (Ok(()), _) => continue,
                (Err(Stop::Pruned | Stop::GivenUp(_)), _) => ending = Some(Ending::Over(None)),
                (Err(Stop::Violation(problem)), true) => ending = Some(Ending::MoverFails(problem)),
                (Err(Stop::Violation(problem)), false) => ending = Some(Ending::OtherFails(problem)),
                (Err(stop), _) => return Err(Box::new(stop)),
            }
            break;
        }
        let breaks = self.vm.take_breaks();
        // Who comes after a block that is gone may be in its place.
        let observed = self.vm.memory.observed != observed || self.vm.memory.vacated().next().is_some();
        let born = std::mem::take(&mut self.vm.course.fresh).into_iter().map(|(born, ..)| born).collect();
        let ending = match ending {
            Some(ending) => ending,
            None => {
                let mut state = Vec::new();
                self.save(pair.mover, &mut state)?;
                Ending::State(state)
            }
        };
        let copying = [pair.mover, pair.other.thread].map(|thread| self.vm.is_copying(thread));
        Ok(Ok(Order { ending, born, observed, breaks, copying }))
    }

    /// In which respect two states differ, in words.
    pub fn difference(&mut self, a: &[u32], b: &[u32]) -> String {
        let mut differing = Vec::new();
        for i in 2..a.len().max(b.len()) {
            if a.get(i) != b.get(i) {
                differing.push(format!("thread {}", i - 2));
            }
        }
        let objects = [a, b].map(|state| self.spelt_objects(state));
        let count = objects.iter().map(Vec::len).max().unwrap_or(0);
        let changed = (0..count).filter(|i| objects[0].get(*i) != objects[1].get(*i));
        for i in changed.take(4) {
            let name = match self.vm.image.program.globals.get(i.wrapping_sub(1)) {
                Some(global) => format!("`{}`", global.name),
                None => format!("object {i}"),
            };
            let [first, second] = [0, 1].map(|side| objects[side].get(i).cloned().unwrap_or_else(|| "none".into()));
            differing.push(format!("{name} ({first} / {second})"));
        }
        match differing.is_empty() {
            true => "only in who could reach what".into(),
            false => differing.join(", "),
        }
    }

    /// Each object of a state, up to its first words.
    fn spelt_objects(&mut self, state: &[u32]) -> Vec<String> {
        self.load(state);
        let count = (self.vm.memory.slots.len() as u32).min(OBJECTS_MAX);
        let spell = |id: u32| {
            let facts = self.vm.object_facts(ObjectId(id));
            let words = self.vm.object_words(ObjectId(id), 0..64);
            let words: Vec<String> = words.iter().map(|word| format!("{:x}", word.bits)).collect();
            let life = facts.map(|facts| facts.life);
            match words.is_empty() {
                true => format!("{life:?}"),
                false => format!("{life:?}: {}", words.join(" ")),
            }
        };
        (0..count).map(spell).collect()
    }
}

fn compare(mover_first: Order, other_first: Order) -> Both {
    if !mover_first.breaks.is_empty() || !other_first.breaks.is_empty() {
        return Both::Excluded(Why::Break);
    }
    let same = match (&mover_first.ending, &other_first.ending) {
        (Ending::State(a), Ending::State(b)) => a == b,
        (Ending::MoverFails(a), Ending::MoverFails(b)) | (Ending::OtherFails(a), Ending::OtherFails(b)) => {
            (a.kind, a.thread) == (b.kind, b.thread)
        }
        (Ending::Over(a), Ending::Over(b)) => a == b,
        // One of two that go wrong goes wrong first; and what ends everything may come before.
        (Ending::MoverFails(_), Ending::OtherFails(_) | Ending::Over(_)) => {
            return Both::Excluded(Why::Incomparable);
        }
        _ => false,
    };
    if same {
        return Both::Same;
    }
    if mover_first.born != other_first.born {
        return Both::Excluded(Why::Numbers);
    }
    if mover_first.copying != other_first.copying {
        return Both::Excluded(Why::Incomparable);
    }
    if mover_first.observed || other_first.observed {
        return Both::Excluded(Why::Layout);
    }
    Both::Different(mover_first.ending, other_first.ending)
}
