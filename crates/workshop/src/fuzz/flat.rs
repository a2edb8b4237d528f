//! The statements of each thread in a row, with jumps in the place of nesting.

use super::print::{HELPERS, Printed};
use super::program::{Expr, Object, Place, Program, Stmt};

pub(super) enum Item<'a> {
    Do(&'a Stmt),
    /// Where to go if the condition is 0.
    Branch(&'a Expr, usize),
    Jump(usize),
    /// How often, and where to go then.
    Loop(u8, usize),
    Section(i32),
    /// A block with a variable that others learn of.
    Enter,
    Close,
    End,
}

/// The statements of one thread without nesting; with their lines and the loops around them.
pub(super) struct Code<'a> {
    pub items: Vec<(Item<'a>, u32, usize)>,
    /// For each item, the set of pointers to nodes that may be looked at from there on.
    live: Vec<u8>,
    pub helpers: [u32; HELPERS],
    pub number: u8,
    pub argument: u8,
}

pub(super) fn code<'a>(program: &'a Program, printed: &Printed) -> Vec<Code<'a>> {
    let mut lines = printed.lines.iter().copied();
    let thread = |number: usize| {
        let (helpers, argument) = (printed.helpers, program.arguments[number]);
        let mut code = Code { items: Vec::new(), live: Vec::new(), helpers, number: number as u8, argument };
        code.body(&program.threads[number], &mut lines, 0);
        code.items.push((Item::End, 0, 0));
        code.find_live();
        code
    };
    let mut all: Vec<Code> = (1..program.threads.len()).chain([0]).map(thread).collect();
    all.rotate_right(1);
    all
}

impl<'a> Code<'a> {
    fn body(&mut self, body: &'a [Stmt], lines: &mut impl Iterator<Item = u32>, loops: usize) {
        for stmt in body {
            let (line, start) = (lines.next().unwrap_or(0), self.items.len());
            self.items.push((Item::Do(stmt), line, loops));
            match stmt {
                Stmt::If(condition, then, other) => {
                    self.body(then, lines, loops);
                    let end = self.items.len();
                    self.items.push((Item::End, line, loops));
                    self.items[start].0 = Item::Branch(condition, end + 1);
                    self.body(other, lines, loops);
                    self.items[end].0 = Item::Jump(self.items.len());
                }
                Stmt::Repeat(times, body) => {
                    self.body(body, lines, loops + 1);
                    self.items.push((Item::Jump(start), line, loops));
                    self.items[start].0 = Item::Loop(*times, self.items.len());
                }
                Stmt::Section(body) => {
                    self.items[start].0 = Item::Section(1);
                    self.body(body, lines, loops);
                    self.items.push((Item::Section(0), line, loops));
                }
                Stmt::Scope(body) => {
                    self.items[start].0 = Item::Enter;
                    self.body(body, lines, loops);
                    self.items.push((Item::Close, line, loops));
                }
                _ => {}
            }
        }
    }

    /// The pointers to nodes that may be looked at again, where so many steps of an item were taken.
    pub(super) fn live(&self, item: usize, taken: usize) -> u8 {
        match &self.items[item].0 {
            // It fails, or else it would be over.
            Item::Do(Stmt::Assert(condition)) if taken >= uses_of(condition).len() => 0,
            _ if taken == 0 => self.live[item],
            other => live(other, item, &self.live, taken),
        }
    }

    /// Backwards until nothing changes.
    fn find_live(&mut self) {
        self.live = vec![0; self.items.len()];
        loop {
            let before = self.live.clone();
            for (at, item) in self.items.iter().enumerate().rev() {
                self.live[at] = live(&item.0, at, &before, 0);
            }
            if self.live == before {
                return;
            }
        }
    }
}

fn live(item: &Item, at: usize, all: &[u8], taken: usize) -> u8 {
    let next = |to: usize| all.get(to).copied().unwrap_or(0);
    match item {
        Item::Do(Stmt::Exit(_) | Stmt::Leave) | Item::End => 0,
        Item::Do(stmt) => {
            let (uses, writes) = uses(stmt);
            rest(uses, taken) | next(at + 1) & !writes
        }
        Item::Branch(condition, to) => rest(uses_of(condition), taken) | next(at + 1) | next(*to),
        Item::Jump(to) => next(*to),
        Item::Loop(_, end) => next(at + 1) | next(*end),
        Item::Section(_) | Item::Enter | Item::Close => next(at + 1),
    }
}

fn rest(uses: Vec<u8>, taken: usize) -> u8 {
    uses.iter().skip(taken).fold(0, |all, one| all | one)
}

/// For each step of a statement the set of pointers to nodes that it looks at; and which it changes.
fn uses(stmt: &Stmt) -> (Vec<u8>, u8) {
    let reads = match stmt {
        Stmt::Assign(place, e) | Stmt::Put(place, e) => [uses_of(e), vec![at(*place)]].concat(),
        Stmt::Rmw(_, place, _) | Stmt::Get(_, place) | Stmt::Point(place) => vec![at(*place)],
        Stmt::Bump(place) => vec![at(*place); 2],
        Stmt::Spin(e) | Stmt::Assert(e) | Stmt::Observe(e) | Stmt::Wait(_, e) | Stmt::Assume(e) => uses_of(e),
        Stmt::Sync(_, Object::Node(n)) | Stmt::Free(n) | Stmt::Publish(_, n) | Stmt::Follow(_, n) => vec![1 << n],
        Stmt::Link(n, m) => vec![1 << n | 1 << m],
        _ => Vec::new(),
    };
    let writes = match stmt {
        Stmt::New(n, _) | Stmt::Take(n, _) | Stmt::Peek(n, _) | Stmt::Follow(n, _) | Stmt::Drop(n) => 1 << n,
        _ => 0,
    };
    (reads, writes)
}

/// What takes no step counts with the one that comes next.
fn uses_of(expr: &Expr) -> Vec<u8> {
    match expr {
        Expr::Read(Place::Own(_)) | Expr::Const(_) | Expr::IsPointer => Vec::new(),
        Expr::Read(place) => vec![at(*place)],
        Expr::IsNode(n) => vec![1 << n],
        Expr::IsHead(_) => vec![0],
        Expr::Binary(_, a, b) => [uses_of(a), uses_of(b)].concat(),
    }
}

fn at(place: Place) -> u8 {
    match place {
        Place::Value(n) | Place::Count(n) => 1 << n,
        _ => 0,
    }
}
