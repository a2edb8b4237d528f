//! Accesses of different threads that meet: what a data race is.

use std::sync::Arc;

use ir::MemoryAccess;

use crate::problem::{CodePoint, Kind, Points, Problem, ThreadId};
use crate::state::object::ObjectId;

/// A memory access that a thread is about to make.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Pending {
    pub thread: ThreadId,
    pub object: ObjectId,
    pub offset: u32,
    pub bytes: u32,
    pub write: bool,
    pub atomic: bool,
    pub volatile: bool,
    /// It belongs to an atomic section of the program's own.
    pub section: bool,
}

impl Pending {
    pub fn new(thread: ThreadId, (object, offset): (ObjectId, u32), access: &MemoryAccess, section: bool) -> Pending {
        let MemoryAccess { bytes, write, access, .. } = *access;
        let (atomic, volatile) = (access.is_atomic(), access.is_volatile());
        Pending { thread, object, offset, bytes, write, atomic, volatile, section }
    }
}

impl Pending {
    /// Does it matter which of them comes first?
    #[inline]
    pub fn meets(&self, other: &Pending) -> bool {
        let (start, end) = (u64::from(self.offset), u64::from(self.offset) + u64::from(self.bytes));
        let (other_start, other_end) = (u64::from(other.offset), u64::from(other.offset) + u64::from(other.bytes));
        self.object == other.object && (self.write || other.write) && start < other_end && other_start < end
    }
}

/// Two accesses that collide, and where in the user's code they are made.
#[derive(Clone, Copy, Debug)]
pub struct Encounter {
    pub accesses: (Pending, Pending),
    pub points: (Option<CodePoint>, Option<CodePoint>),
}

impl Encounter {
    /// The global variable that they are about: its index in the program.
    pub fn global(&self, program: &ir::Program) -> Option<u32> {
        let index = self.accesses.0.object.0.checked_sub(ir::Program::FIRST_GLOBAL)?;
        ((index as usize) < program.globals.len()).then_some(index)
    }

    /// The race, and where it is.
    pub(crate) fn told(&self, program: &ir::Program) -> (Problem, Points) {
        let Encounter { accesses: (a, b), points: (here, there) } = self;
        let problem = race(a, b);
        let (blamed, other) = if problem.thread == a.thread { (*here, *there) } else { (*there, *here) };
        (problem, Points { blamed, other, global: self.global(program) })
    }
}

/// Who knows which data races the user has called harmless. It must say the same of the same encounter every
/// time.
pub trait Allowed: Send + Sync + std::fmt::Debug {
    fn allows(&self, program: &ir::Program, encounter: &Encounter) -> bool;
}

/// Of the races of an execution the one that is sought: all others count as allowed, so that it goes on to that one.
#[derive(Clone, Debug)]
pub struct AllBut {
    pub problem: Problem,
    /// Where it is, if that is known: others may look the same.
    pub points: Option<Points>,
    /// What is allowed in any case.
    pub allowed: Option<Arc<dyn Allowed>>,
}

impl Allowed for AllBut {
    fn allows(&self, program: &ir::Program, encounter: &Encounter) -> bool {
        let (problem, points) = encounter.told(program);
        let sought = problem == self.problem && self.points.is_none_or(|sought| sought.is_like(&points));
        !sought || self.allowed.as_ref().is_some_and(|allowed| allowed.allows(program, encounter))
    }
}

pub(crate) fn collide(a: &Pending, b: &Pending) -> bool {
    a.object == b.object
        && (a.write || b.write)
        && !(a.atomic && b.atomic)
        && !(a.section && b.section)
        && (a.offset as u64) < b.offset as u64 + b.bytes as u64
        && (b.offset as u64) < a.offset as u64 + a.bytes as u64
}

pub(crate) fn race(a: &Pending, b: &Pending) -> Problem {
    // The non-atomic one is the one to blame; of two, the write.
    let (first, second) = if (b.atomic, !b.write) < (a.atomic, !a.write) { (b, a) } else { (a, b) };
    let describe = |p: &Pending| {
        let atomic = match (p.atomic, p.volatile) {
            (true, _) => "an atomic",
            (false, true) => "a volatile",
            (false, false) => "a plain",
        };
        let access = if p.write { "write" } else { "read" };
        let thread = if p.thread.0 == 0 { "main".into() } else { format!("thread {}", p.thread.0) };
        let s = if p.bytes == 1 { "" } else { "s" };
        let section = if p.section { " in an atomic section" } else { "" };
        format!("{atomic} {access} of {} byte{s}{section} by {thread}", p.bytes)
    };
    let mut message = format!("{} and {} of the same memory at the same time", describe(first), describe(second));
    if [a, b].iter().all(|p| p.volatile || p.atomic) {
        message += "; with `--volatile atomic`, volatile accesses count as atomic";
    }
    Problem { kind: Kind::DataRace, message, thread: first.thread, others: vec![second.thread] }
}
