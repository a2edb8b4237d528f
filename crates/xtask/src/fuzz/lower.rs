//! A program as steps over registers and cells of memory, for the reference
//! explorer. Together with `reference` this is the second opinion on what a
//! program means, so it is kept plain and short.
//!
//! Cells: plain, atomic, array, structs, box, heads; nodes follow from `HEAP` on,
//! three cells each. A pointer is the number of a cell, null is 0.

use super::print::Printed;
use super::program::{
    ATOMICS, Binary, CELLS, Expr, FIELDS, HEADS, LOCALS, NODES, PLAINS, Place, Program, Rmw, STRUCTS, Stmt,
};

pub type Reg = u8;

const PLAIN: u8 = 1;
const ATOMIC: u8 = PLAIN + PLAINS;
const CELL: u8 = ATOMIC + ATOMICS;
const STRUCT: u8 = CELL + CELLS;
const BOX: u8 = STRUCT + STRUCTS * FIELDS;
const HEAD: u8 = BOX + 1;
pub const HEAP: u8 = HEAD + HEADS;
pub const NODE_CELLS: u8 = 3;

/// Registers: integers, nodes, loop counters, then temporaries.
const NODE: Reg = LOCALS;
const COUNTER: Reg = LOCALS + NODES;
pub const TEMPORARY: Reg = COUNTER + 3;
pub const REGISTERS: usize = TEMPORARY as usize + 8;

/// Some cells: `base`, plus a register masked.
#[derive(Clone, Copy, Debug)]
pub struct Address {
    pub base: u8,
    pub index: Option<(Reg, i32)>,
    pub cells: u8,
    pub atomic: bool,
}

#[derive(Clone, Copy, Debug)]
pub enum Op {
    // Steps of their own, since other threads may look on.
    Load(Reg, Address),
    Store(Address, Reg),
    Rmw(Reg, Address, RmwOp),
    Free(Reg),
    Lock(u8),
    Unlock(u8),
    Sleep(u8),
    Signal(u8),
    Broadcast(u8),
    Create(u8),
    Join(u8),
    End,
    /// Back to the start of an endless loop.
    Again(u16),
    /// A step only if it fails.
    Assert(Reg),
    // Nobody can see these.
    Set(Reg, i32),
    Move(Reg, Reg),
    Binary(Binary, Reg, Reg, Reg),
    New(Reg, i32),
    Jump(u16),
    JumpIfZero(Reg, u16),
    /// The statement is over; its temporaries are dead.
    Clear,
}

#[derive(Clone, Copy, Debug)]
pub enum RmwOp {
    Swap(Reg),
    Add(i32),
    Cas(i32, i32),
}

/// The steps of each thread with their lines; `main` is the first.
pub type Code = Vec<Vec<(Op, u32)>>;

pub fn lower(program: &Program, printed: &Printed) -> Code {
    let mut next = 0;
    let mut code: Code = vec![Vec::new()];
    let lowering = |ops| Lowering { ops, printed, line: 0, temporary: TEMPORARY, loops: 0 };
    for body in program.threads.iter().skip(1) {
        let mut thread = lowering(Vec::new());
        thread.body(body, &mut next);
        thread.emit(Op::End);
        code.push(thread.ops);
    }
    let others = 1..program.threads.len() as u8;
    let mut main = lowering(Vec::new());
    others.clone().for_each(|number| main.emit(Op::Create(number)));
    main.body(&program.threads[0], &mut next);
    others.for_each(|number| main.emit(Op::Join(number)));
    main.body(&program.finale, &mut next);
    main.emit(Op::End);
    code[0] = main.ops;
    code
}

pub fn fixed(place: Place) -> Option<u8> {
    match place {
        Place::Plain(i) => Some(PLAIN + i),
        Place::Atomic(i) => Some(ATOMIC + i),
        Place::Cell(i) => Some(CELL + i),
        Place::Field(s, f) => Some(STRUCT + s * FIELDS + f),
        Place::Box => Some(BOX),
        _ => None,
    }
}

pub fn head(number: u8) -> u8 {
    HEAD + number
}

struct Lowering<'a> {
    ops: Vec<(Op, u32)>,
    printed: &'a Printed,
    line: u32,
    temporary: Reg,
    loops: u8,
}

impl Lowering<'_> {
    fn emit(&mut self, op: Op) {
        self.ops.push((op, self.line));
    }

    fn here(&self) -> u16 {
        self.ops.len() as u16
    }

    fn fresh(&mut self) -> Reg {
        self.temporary += 1;
        self.temporary - 1
    }

    fn patch(&mut self, at: u16) {
        let here = self.here();
        match &mut self.ops[at as usize].0 {
            Op::Jump(to) | Op::JumpIfZero(_, to) => *to = here,
            _ => {}
        }
    }

    fn body(&mut self, body: &[Stmt], next: &mut usize) {
        for stmt in body {
            self.line = self.printed.lines[*next];
            *next += 1;
            self.stmt(stmt, next);
            self.temporary = TEMPORARY;
            self.emit(Op::Clear);
        }
    }

    fn stmt(&mut self, stmt: &Stmt, next: &mut usize) {
        let [get, put, bump] = self.printed.helpers;
        match stmt {
            Stmt::Assign(place, value) => {
                let value = self.expr(value);
                self.write(*place, value);
            }
            Stmt::Rmw(r, place, rmw) => {
                let op = match *rmw {
                    Rmw::Exchange(value) => RmwOp::Swap(self.constant(value)),
                    Rmw::FetchAdd(value) => RmwOp::Add(value),
                    Rmw::Cas(expected, desired) => RmwOp::Cas(expected, desired),
                };
                self.emit(Op::Rmw(*r, address(*place), op));
            }
            Stmt::If(condition, then, other) => {
                let skip = self.branch(condition);
                self.body(then, next);
                let end = self.here();
                self.emit(Op::Jump(0));
                self.patch(skip);
                self.body(other, next);
                self.patch(end);
            }
            Stmt::Repeat(times, body) => {
                let counter = COUNTER + self.loops;
                self.emit(Op::Set(counter, 0));
                let start = self.here();
                let (limit, more) = (self.constant(*times as i32), self.fresh());
                self.emit(Op::Binary(Binary::Lt, more, counter, limit));
                let end = self.here();
                self.emit(Op::JumpIfZero(more, 0));
                self.loops += 1;
                self.body(body, next);
                self.loops -= 1;
                let one = self.constant(1);
                self.emit(Op::Binary(Binary::Add, counter, counter, one));
                self.emit(Op::Clear);
                self.emit(Op::Jump(start));
                self.patch(end);
                self.emit(Op::Set(counter, 0));
            }
            Stmt::Spin(condition) => {
                let start = self.here();
                let end = self.branch(condition);
                self.emit(Op::Clear);
                self.emit(Op::Again(start));
                self.patch(end);
            }
            Stmt::Wait(m, condition) => {
                let start = self.here();
                let end = self.branch(condition);
                self.emit(Op::Clear);
                self.emit(Op::Sleep(*m));
                self.emit(Op::Lock(*m));
                self.emit(Op::Jump(start));
                self.patch(end);
            }
            Stmt::Assert(condition) => {
                let condition = self.expr(condition);
                self.emit(Op::Assert(condition));
            }
            Stmt::Lock(m) => self.emit(Op::Lock(*m)),
            Stmt::Unlock(m) => self.emit(Op::Unlock(*m)),
            Stmt::Signal(c) => self.emit(Op::Signal(*c)),
            Stmt::Broadcast(c) => self.emit(Op::Broadcast(*c)),
            Stmt::Copy(to, from) => {
                self.copy(*from, 0, 2, Some(*to));
                self.copy(*from, 2, 1, Some(*to));
            }
            Stmt::Snapshot(from) => {
                let first = self.copy(*from, 0, 2, None);
                let last = self.copy(*from, 2, 1, None);
                self.emit(Op::Move(0, first));
                self.emit(Op::Move(1, last));
            }
            Stmt::Get(r, place) => {
                self.line = get;
                let value = self.read(*place);
                self.emit(Op::Move(*r, value));
            }
            Stmt::Put(place, value) => {
                let value = self.expr(value);
                self.line = put;
                self.write(*place, value);
            }
            Stmt::Bump(place) => {
                self.line = bump;
                let (old, one, new) = (self.read(*place), self.constant(1), self.fresh());
                self.emit(Op::Binary(Binary::Add, new, old, one));
                self.write(*place, new);
            }
            Stmt::New(n, value) => self.emit(Op::New(NODE + n, *value)),
            Stmt::Free(n) => self.emit(Op::Free(NODE + n)),
            Stmt::Publish(h, n) => self.emit(Op::Store(atomic(HEAD + h), NODE + n)),
            Stmt::Take(n, h) => {
                let null = self.constant(0);
                self.emit(Op::Rmw(NODE + n, atomic(HEAD + h), RmwOp::Swap(null)));
            }
            Stmt::Peek(n, h) => self.emit(Op::Load(NODE + n, atomic(HEAD + h))),
            Stmt::Link(n, m) => self.emit(Op::Store(field(*n, 2, false), NODE + m)),
            Stmt::Follow(m, n) => self.emit(Op::Load(NODE + m, field(*n, 2, false))),
        }
    }

    /// Copies fields through temporaries, a word of eight bytes at a time, as
    /// the checked machine does; without a target, to the stack.
    fn copy(&mut self, from: u8, at: u8, cells: u8, to: Option<u8>) -> Reg {
        let word = |number: u8| Address { base: STRUCT + number * FIELDS + at, index: None, cells, atomic: false };
        let first = self.fresh();
        self.temporary += cells - 1;
        self.emit(Op::Load(first, word(from)));
        if let Some(to) = to {
            self.emit(Op::Store(word(to), first));
        }
        first
    }

    /// Jumps, to where `patch` says, if the condition is 0.
    fn branch(&mut self, condition: &Expr) -> u16 {
        let value = self.expr(condition);
        let at = self.here();
        self.emit(Op::JumpIfZero(value, 0));
        at
    }

    fn constant(&mut self, value: i32) -> Reg {
        let reg = self.fresh();
        self.emit(Op::Set(reg, value));
        reg
    }

    fn read(&mut self, place: Place) -> Reg {
        let reg = self.fresh();
        self.emit(match place {
            Place::Own(r) => Op::Move(reg, r),
            _ => Op::Load(reg, address(place)),
        });
        reg
    }

    fn write(&mut self, place: Place, value: Reg) {
        self.emit(match place {
            Place::Own(r) => Op::Move(r, value),
            _ => Op::Store(address(place), value),
        });
    }

    /// Operands from left to right, as clang evaluates them. The temporaries of
    /// operands are given back.
    fn expr(&mut self, expr: &Expr) -> Reg {
        match expr {
            Expr::Const(value) => self.constant(*value),
            Expr::Read(place) => self.read(*place),
            Expr::IsNode(n) => {
                let (reg, null) = (self.fresh(), self.constant(0));
                self.emit(Op::Binary(Binary::Ne, reg, NODE + n, null));
                reg
            }
            Expr::Binary(op @ (Binary::And | Binary::Or), a, b) => {
                let reg = self.fresh();
                let kept = self.temporary;
                let left = self.expr(a);
                self.emit(Op::Binary(*op, reg, left, left));
                self.temporary = kept;
                let decided = self.fresh();
                if *op == Binary::Or {
                    let zero = self.constant(0);
                    self.emit(Op::Binary(Binary::Eq, decided, reg, zero));
                } else {
                    self.emit(Op::Move(decided, reg));
                }
                let skip = self.here();
                self.emit(Op::JumpIfZero(decided, 0));
                self.temporary = kept;
                let right = self.expr(b);
                self.emit(Op::Binary(*op, reg, right, right));
                self.patch(skip);
                self.temporary = kept;
                reg
            }
            Expr::Binary(op, a, b) => {
                let reg = self.fresh();
                let kept = self.temporary;
                let (a, b) = (self.expr(a), self.expr(b));
                self.emit(Op::Binary(*op, reg, a, b));
                self.temporary = kept;
                reg
            }
        }
    }
}

fn address(place: Place) -> Address {
    match place {
        Place::Indexed(r) => Address { base: CELL, index: Some((r, 1)), cells: 1, atomic: false },
        Place::Value(n) => field(n, 0, false),
        Place::Count(n) => field(n, 1, true),
        _ => Address { base: fixed(place).unwrap_or(0), index: None, cells: 1, atomic: place.is_atomic() },
    }
}

fn atomic(base: u8) -> Address {
    Address { base, index: None, cells: 1, atomic: true }
}

fn field(node: u8, at: u8, atomic: bool) -> Address {
    Address { base: at, index: Some((NODE + node, -1)), cells: 1, atomic }
}
