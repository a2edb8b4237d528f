//! What the statements of a program mean, for the reference explorer. Together
//! with `reference` this is the second opinion, so it is kept plain and short.
//!
//! A statement is a script that takes steps: accesses to memory, locks, threads.
//! A thread remembers what the steps of its current statement gave. To find its
//! next step the script runs from its start, taking the remembered answers; the
//! first step without an answer is the one that comes next. Only a script that
//! gets to its end changes the thread's variables.
//!
//! A pointer is the number of a cell, null is 0; nodes follow from `HEAP` on.

use super::flat::{Code, Item};
use super::program::{
    ATOMIC, BOX, Binary, CELL, CELLS, Expr, HEAD, KEY_COUNT, LOCALS, NODES, ONCE_COUNT, Object, POINTER, Place, Rmw,
    SHARED, Stmt, Sync, THREAD_LOCAL,
};

pub(super) const HEAP: usize = SHARED.len();
/// A node: value, counter, next, mutex, what became of it. The variable of a block is one, too.
pub(super) const NODE_CELLS: usize = 5;
pub(super) const NEXT: usize = 2;
/// What may have become of a node.
pub(super) const FREED: i32 = 1;
/// The variable of a block, and after its block.
pub(super) const LOCAL_VARIABLE: i32 = 2;
pub(super) const DEAD: i32 = 3;

/// What a state knows of a thread: its phase, its place, whether it is in an atomic section, its
/// result so far, integers, nodes, `q`, the variable of the block it is in, the value of its key,
/// whether it is detached, loop counters, how many answers it has, and these.
pub(super) const PHASE: usize = 0;
pub(super) const PC: usize = 1;
pub(super) const SECTION: usize = 2;
pub(super) const STATUS: usize = 3;
pub(super) const LOCAL: usize = 4;
pub(super) const NODE: usize = LOCAL + LOCALS as usize;
const AIM: usize = NODE + NODES as usize;
pub(super) const BLOCK: usize = AIM + 1;
const KEY: usize = BLOCK + 1;
pub(super) const DETACHED: usize = KEY + 1;
const COUNTER: usize = DETACHED + 1;
pub(super) const ANSWERS: usize = COUNTER + 2;
pub(super) const ANSWER: usize = ANSWERS + 1;
pub(super) const REGISTERS: usize = ANSWER + 7;

/// Where something lies; `base` is a pointer that may be null or dangling if `checked`.
#[derive(Clone, Copy)]
pub(super) struct At {
    pub base: usize,
    pub offset: usize,
    /// How many cells.
    pub cells: usize,
    pub checked: bool,
    pub atomic: bool,
}

/// Something that others may notice.
#[derive(Clone, Copy)]
pub(super) enum Step {
    Load(At),
    Store(At, [i32; 2]),
    Rmw(At, Rmw),
    Free(usize),
    Sync(Sync, At),
    /// Gives the mutex up and sleeps on its condition variable, maybe not for ever.
    Sleep(At, bool),
    Create(usize),
    Detach(usize),
    Join(usize),
    /// A round of an endless loop.
    Spin,
    Choose,
    /// The execution is given up.
    Abandon,
    /// The variable of a block dies.
    Close(usize),
    Fail,
    End,
    Exit(i32),
}

/// Runs the item a thread is at. If that needs a step, says which, and the line.
pub(super) fn run(code: &Code, thread: &mut [i32], new: &mut dyn FnMut([i32; 2]) -> i32) -> Result<(), (Step, u32)> {
    let (item, line, loops) = &code.items[thread[PC] as usize];
    let mut next = thread[PC] as usize + 1;
    let counter = COUNTER + loops;
    let mut script = Script { code, thread, taken: 0, line: *line, new };
    let done = match item {
        Item::Do(stmt) => script.stmt(stmt, *loops).map(|over| next -= !over as usize),
        Item::Branch(condition, to) => script.expr(condition).map(|value| next = if value == 0 { *to } else { next }),
        Item::Enter => script.enter(),
        Item::Close => script.step(Step::Close(script.thread[BLOCK] as usize)).map(|_| script.thread[BLOCK] = 0),
        Item::End if code.number == 0 => Err(Step::Exit(result(script.thread) & i32::MAX)),
        Item::End => Err(script.end()),
        _ => Ok(()),
    };
    done.map_err(|step| (step, script.line))?;
    match item {
        Item::Jump(to) => next = *to,
        Item::Loop(times, end) if thread[counter] == *times as i32 => (thread[counter], next) = (0, *end),
        Item::Loop(..) => thread[counter] += 1,
        Item::Section(on) => thread[SECTION] = *on,
        _ => {}
    }
    thread[ANSWERS..].fill(0);
    thread[PC] = next as i32;
    Ok(())
}

struct Script<'a> {
    code: &'a Code<'a>,
    thread: &'a mut [i32],
    taken: usize,
    line: u32,
    /// Makes a node with a value, and with what is to be known of it.
    new: &'a mut dyn FnMut([i32; 2]) -> i32,
}

impl Script<'_> {
    fn step(&mut self, step: Step) -> Result<i32, Step> {
        self.taken += 1;
        if self.taken <= self.thread[ANSWERS] as usize { Ok(self.thread[ANSWER + self.taken - 1]) } else { Err(step) }
    }

    /// The second answer to the same step.
    fn second(&mut self) -> Result<i32, Step> {
        self.step(Step::Spin)
    }

    fn load(&mut self, at: At) -> Result<i32, Step> {
        self.step(Step::Load(at))
    }

    fn store(&mut self, at: At, value: i32) -> Result<i32, Step> {
        self.step(Step::Store(at, [value, 0]))
    }

    /// A variable comes to life and others learn of it.
    fn enter(&mut self) -> Result<(), Step> {
        if self.thread[BLOCK] == 0 {
            self.thread[BLOCK] = (self.new)([0, LOCAL_VARIABLE]);
        }
        self.store(fixed(POINTER), self.thread[BLOCK]).map(drop)
    }

    /// The destructor of the key, then the end.
    fn end(&mut self) -> Step {
        let key = self.thread[KEY];
        if key != 0 {
            self.line = self.code.helpers[4];
            if let Err(step) = self.step(Step::Rmw(fixed(KEY_COUNT), Rmw::FetchAdd(key))) {
                return step;
            }
        }
        Step::End
    }

    /// Whether the statement is over; if not, it starts again.
    #[expect(clippy::too_many_lines, reason = "one short arm for every kind of statement")]
    fn stmt(&mut self, stmt: &Stmt, loops: usize) -> Result<bool, Step> {
        let local = |r: &u8| LOCAL + *r as usize;
        let node = |n: &u8| NODE + *n as usize;
        let (mut to, mut value) = (ANSWERS, 0);
        match stmt {
            Stmt::Assign(Place::Own(r), e) => (to, value) = (local(r), self.expr(e)?),
            Stmt::Assign(place, e) => {
                let value = self.expr(e)?;
                self.store(self.at(*place), if place.is_byte() { value as i8 as i32 } else { value })?;
            }
            Stmt::Rmw(r, place, rmw) => (to, value) = (local(r), self.step(Step::Rmw(self.at(*place), *rmw))?),
            Stmt::Round(r) if loops == 0 => to = local(r),
            Stmt::Round(r) => (to, value) = (local(r), self.thread[COUNTER + loops - 1] - 1),
            Stmt::Spin(e) => {
                if self.expr(e)? != 0 {
                    self.step(Step::Spin)?;
                    return Ok(false);
                }
            }
            Stmt::Assert(e) => {
                if self.expr(e)? == 0 {
                    self.step(Step::Fail)?;
                }
            }
            Stmt::Observe(e) => (to, value) = (STATUS, add(self.thread[STATUS], self.expr(e)?)),
            Stmt::Wait(m, e) => {
                if self.expr(e)? != 0 {
                    let mutex = fixed(*m);
                    self.step(Step::Sleep(mutex, false))?;
                    self.step(Step::Sync(Sync::Lock, mutex))?;
                    return Ok(false);
                }
            }
            Stmt::Sync(sync, object) => {
                let at = match object {
                    Object::Shared(object) => fixed(*object),
                    Object::Node(n) => self.field(*n, 3),
                };
                match sync {
                    Sync::TimedWait(r) => {
                        (to, value) = (local(r), self.step(Step::Sleep(at, true))?);
                        self.step(Step::Sync(Sync::Lock, at))?;
                    }
                    Sync::Wait => {
                        self.step(Step::Sleep(at, false))?;
                        self.step(Step::Sync(Sync::Lock, at))?;
                    }
                    Sync::Once => {
                        if self.step(Step::Sync(*sync, at))? != 0 {
                            self.line = self.code.helpers[3];
                            let count = self.load(fixed(ONCE_COUNT))?;
                            self.store(fixed(ONCE_COUNT), count.wrapping_add(1))?;
                            self.store(At { atomic: true, ..at }, 2)?;
                        }
                    }
                    Sync::TryLock(r) => (to, value) = (local(r), self.step(Step::Sync(*sync, at))?),
                    _ => drop(self.step(Step::Sync(*sync, at))?),
                }
            }
            Stmt::Create(thread) => drop(self.step(Step::Create(*thread as usize))?),
            Stmt::Join(thread) => {
                (to, value) = (STATUS, add(self.thread[STATUS], self.step(Step::Join(*thread as usize))?));
            }
            // A word of eight bytes at a time, as the checked machine does.
            Stmt::Copy(into, from) => {
                let both = [self.step(Step::Load(pair(*from)))?, self.second()?];
                self.step(Step::Store(pair(*into), both))?;
                let last = self.load(fixed(from + 2))?;
                self.store(fixed(into + 2), last)?;
            }
            Stmt::Snapshot(from) => {
                let both = [self.step(Step::Load(pair(*from)))?, self.second()?];
                self.thread[LOCAL + 1] = self.load(fixed(from + 2))?;
                self.thread[LOCAL] = both[0];
            }
            Stmt::Get(r, place) => {
                self.line = self.code.helpers[0];
                (to, value) = (local(r), self.load(self.at(*place))?);
            }
            Stmt::Put(place, e) => {
                let value = self.expr(e)?;
                self.line = self.code.helpers[1];
                self.store(self.at(*place), value)?;
            }
            Stmt::Bump(place) => {
                self.line = self.code.helpers[2];
                let old = self.load(self.at(*place))?;
                self.store(self.at(*place), old.wrapping_add(1))?;
            }
            Stmt::New(n, v) => (to, value) = (node(n), (self.new)([*v, 0])),
            Stmt::Drop(n) => to = node(n),
            Stmt::Choose(r) => (to, value) = (local(r), self.step(Step::Choose)?),
            Stmt::Assume(e) => {
                if self.expr(e)? == 0 {
                    self.step(Step::Abandon)?;
                }
            }
            Stmt::Exit(status) => drop(self.step(Step::Exit(*status))?),
            Stmt::Leave => return Err(self.end()),
            Stmt::SetKey(v) => (to, value) = (KEY, *v),
            Stmt::GetKey(r) => (to, value) = (local(r), self.thread[KEY]),
            Stmt::DetachSelf => drop(self.step(Step::Detach(self.code.number as usize))?),
            Stmt::Free(n) => drop(self.step(Step::Free(self.thread[node(n)] as usize))?),
            Stmt::Publish(h, n) => drop(self.store(fixed(*h), self.thread[node(n)])?),
            Stmt::Take(n, h) => (to, value) = (node(n), self.step(Step::Rmw(fixed(*h), Rmw::Exchange(0)))?),
            Stmt::Peek(n, h) => (to, value) = (node(n), self.load(fixed(*h))?),
            Stmt::Link(n, m) => drop(self.store(self.field(*n, 2), self.thread[node(m)])?),
            Stmt::Follow(m, n) => (to, value) = (node(m), self.load(self.field(*n, 2))?),
            Stmt::Point(place) => {
                let at = self.at(*place);
                self.store(fixed(POINTER), (at.base + at.offset) as i32)?;
            }
            Stmt::Aim => (to, value) = (AIM, self.load(fixed(POINTER))?),
            Stmt::Detach(thread) => drop(self.step(Step::Detach(*thread as usize))?),
            Stmt::If(..) | Stmt::Repeat(..) | Stmt::Section(_) | Stmt::Scope(_) => {}
            // Left to the checker itself: see `reference::knows`.
            Stmt::Cancel(_) | Stmt::TestCancel | Stmt::Make | Stmt::Swap | Stmt::Release | Stmt::Same(_) => {}
        }
        self.thread[to] = value;
        Ok(true)
    }

    /// Operands from left to right, as clang evaluates them.
    fn expr(&mut self, expr: &Expr) -> Result<i32, Step> {
        Ok(match expr {
            Expr::Const(value) => *value,
            Expr::Read(Place::Own(r)) => self.thread[LOCAL + *r as usize],
            Expr::Read(place) => self.load(self.at(*place))?,
            Expr::IsNode(n) => (self.thread[NODE + *n as usize] != 0) as i32,
            Expr::IsPointer => (self.thread[AIM] != 0) as i32,
            Expr::IsHead(h) => (self.load(fixed(*h))? != 0) as i32,
            Expr::Binary(Binary::And, a, b) => (self.expr(a)? != 0 && self.expr(b)? != 0) as i32,
            Expr::Binary(Binary::Or, a, b) => (self.expr(a)? != 0 || self.expr(b)? != 0) as i32,
            Expr::Binary(op, a, b) => match (op, self.expr(a)?, self.expr(b)?) {
                (Binary::Add, a, b) => a.wrapping_add(b),
                (Binary::Sub, a, b) => a.wrapping_sub(b),
                (Binary::Xor, a, b) => a ^ b,
                (Binary::Eq, a, b) => (a == b) as i32,
                (Binary::Ne, a, b) => (a != b) as i32,
                (_, a, b) => (a < b) as i32,
            },
        })
    }

    fn at(&self, place: Place) -> At {
        match place {
            Place::Shared(BOX) => fixed(self.code.argument),
            Place::Shared(i) => fixed(i),
            Place::Indexed(r) => fixed(CELL + (self.thread[LOCAL + r as usize] & (CELLS as i32 - 1)) as u8),
            Place::ThreadLocal | Place::Own(_) => fixed(THREAD_LOCAL + self.code.number),
            Place::Value(n) => self.field(n, 0),
            Place::Count(n) => At { atomic: true, ..self.field(n, 1) },
            Place::Deref => At { base: self.thread[AIM] as usize, checked: true, ..fixed(0) },
            Place::Block => At { base: self.thread[BLOCK] as usize, checked: true, ..fixed(0) },
        }
    }

    fn field(&self, n: u8, offset: u8) -> At {
        At { base: self.thread[NODE + n as usize] as usize, checked: true, ..fixed(offset) }
    }
}

/// In a node these are numbers of its cells, which are plain.
fn fixed(cell: u8) -> At {
    let atomic = matches!(cell, ATOMIC..CELL | HEAD..=POINTER);
    At { base: 0, offset: cell as usize, cells: 1, checked: false, atomic }
}

fn pair(cell: u8) -> At {
    At { cells: 2, ..fixed(cell) }
}

/// What a thread returns.
pub(super) fn result(registers: &[i32]) -> i32 {
    registers[LOCAL..LOCAL + LOCALS as usize].iter().fold(registers[STATUS], |sum, value| add(sum, *value))
}

/// How results are put together.
pub(super) fn add(sum: i32, value: i32) -> i32 {
    sum.wrapping_mul(31).wrapping_add(value)
}
