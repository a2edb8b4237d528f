//! The small concurrent programs that the fuzzer is about, as a tree.
//!
//! Thread 0 is `main`: it creates the others, runs its own body, joins them,
//! runs `finale`, and returns a number made of everything in `observed`. So the
//! set of exit statuses is the set of reachable final outcomes.
//!
//! `print` turns a program into C, `reference` gives it its meaning; the two
//! agree on what each variant does, and on nothing else.

/// Integer variables of each thread: `r0`, `r1`, `r2`.
pub const LOCALS: u8 = 3;
/// Pointers to nodes in each thread: `n0`, `n1`.
pub const NODES: u8 = 2;
/// Shared plain integers `p0`…, atomic ones `a0`…, array cells, structs, fields,
/// atomic pointers `h0`…, mutexes `m0`… each with its condition variable `c0`….
pub const PLAINS: u8 = 3;
pub const ATOMICS: u8 = 3;
pub const CELLS: u8 = 2;
pub const STRUCTS: u8 = 2;
pub const FIELDS: u8 = 3;
pub const HEADS: u8 = 2;
pub const MUTEXES: u8 = 2;

/// Memory that holds an integer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Place {
    Plain(u8),
    Atomic(u8),
    /// `cells[i]`
    Cell(u8),
    /// `cells[r & 1]`
    Indexed(u8),
    /// `s0.x`
    Field(u8, u8),
    /// A variable on the stack of `main`, handed to every thread as its argument.
    Box,
    /// The thread's own variable.
    Own(u8),
    /// `n->v`, plain
    Value(u8),
    /// `n->c`, atomic
    Count(u8),
}

impl Place {
    pub fn is_atomic(self) -> bool {
        matches!(self, Place::Atomic(_) | Place::Count(_))
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Binary {
    Add,
    Sub,
    Xor,
    Eq,
    Ne,
    Lt,
    /// `&&` and `||`, which may leave out their right side.
    And,
    Or,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Expr {
    Const(i32),
    Read(Place),
    /// `n != NULL`
    IsNode(u8),
    Binary(Binary, Box<Expr>, Box<Expr>),
}

/// An operation that reads and writes an atomic integer in one step; `r` gets
/// the old value, or for `Cas` whether it succeeded.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Rmw {
    Exchange(i32),
    FetchAdd(i32),
    Cas(i32, i32),
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Stmt {
    Assign(Place, Expr),
    Rmw(u8, Place, Rmw),
    If(Expr, Vec<Stmt>, Vec<Stmt>),
    /// A body executed that often.
    Repeat(u8, Vec<Stmt>),
    /// `while (e) ;`
    Spin(Expr),
    Assert(Expr),
    Lock(u8),
    Unlock(u8),
    /// `while (e) pthread_cond_wait(&c, &m);`
    Wait(u8, Expr),
    Signal(u8),
    Broadcast(u8),
    /// `memcpy(&s, &t, sizeof s)`
    Copy(u8, u8),
    /// A copy of the struct to the stack; `r0` and `r1` get its first and last field.
    Snapshot(u8),
    /// `r = get(&place)`, `put(&place, e)`, `bump(&place)`; plain places only.
    Get(u8, Place),
    Put(Place, Expr),
    Bump(Place),
    New(u8, i32),
    Free(u8),
    /// `atomic_store(&h, n)`
    Publish(u8, u8),
    /// `n = atomic_exchange(&h, NULL)`
    Take(u8, u8),
    /// `n = atomic_load(&h)`
    Peek(u8, u8),
    /// `n->next = m`
    Link(u8, u8),
    /// `m = n->next`
    Follow(u8, u8),
}

impl Stmt {
    pub fn bodies(&self) -> Vec<&Vec<Stmt>> {
        match self {
            Stmt::If(_, then, other) => vec![then, other],
            Stmt::Repeat(_, body) => vec![body],
            _ => Vec::new(),
        }
    }

    pub fn bodies_mut(&mut self) -> Vec<&mut Vec<Stmt>> {
        match self {
            Stmt::If(_, then, other) => vec![then, other],
            Stmt::Repeat(_, body) => vec![body],
            _ => Vec::new(),
        }
    }
}

/// What the exit status is made of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Observed {
    Place(Place),
    /// Whether the pointer is null.
    Head(u8),
    /// The integer variables of a thread at its end.
    Thread(u8),
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Program {
    /// Bodies; the first one is that of `main`.
    pub threads: Vec<Vec<Stmt>>,
    pub finale: Vec<Stmt>,
    pub observed: Vec<Observed>,
}

impl Program {
    /// Every list of statements in the order in which statements are numbered:
    /// the other threads, then `main`, then what follows the joins.
    pub fn bodies(&self) -> impl Iterator<Item = &Vec<Stmt>> {
        self.threads.iter().skip(1).chain(self.threads.first()).chain([&self.finale])
    }

    pub fn bodies_mut(&mut self) -> Vec<&mut Vec<Stmt>> {
        let mut threads: Vec<&mut Vec<Stmt>> = self.threads.iter_mut().collect();
        threads.rotate_left(1);
        threads.push(&mut self.finale);
        threads
    }

    /// The program with all assertions gone but the one with this number, each
    /// replaced by nothing at all on its line.
    pub fn with_only_assertion(&self, keep: usize) -> Program {
        fn visit(body: &mut [Stmt], number: &mut usize, keep: usize) {
            for stmt in body {
                if matches!(stmt, Stmt::Assert(_)) && *number != keep {
                    *stmt = Stmt::Assert(Expr::Const(1));
                }
                *number += 1;
                stmt.bodies_mut().into_iter().for_each(|body| visit(body, number, keep));
            }
        }
        let mut copy = self.clone();
        let mut number = 0;
        copy.bodies_mut().into_iter().for_each(|body| visit(body, &mut number, keep));
        copy
    }
}
