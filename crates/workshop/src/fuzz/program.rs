//! The small concurrent programs that the fuzzer is about, as a tree.
//!
//! Thread 0 is `main`. A thread starts and joins others by statements; its
//! result is a number made of its variables, and whoever joins it adds that to
//! its own `status`. `main` returns its result, so the set of exit statuses is
//! the set of reachable final outcomes.
//!
//! `print` turns a program into C, `reference` gives it its meaning; the two
//! agree on what each variant does, and on nothing else.

use std::collections::BTreeSet;

/// Integer variables of each thread: `r0`, `r1`, `r2`.
pub(super) const LOCALS: u8 = 3;
/// Pointers to nodes in each thread: `n0`, `n1`.
pub(super) const NODES: u8 = 2;
/// What the threads share, by number: plain integers, atomic ones, an array, two structs, single
/// bytes in one word, a variable on the stack of `main` that threads are handed, a variable
/// that each thread has for itself, atomic pointers to nodes and to an integer, mutexes (the last
/// one is recursive, the others have a condition variable each), a lock, a semaphore, a barrier for
/// two, something to be done once.
pub(super) const SHARED: [&str; 36] = [
    "NULL", "p0", "p1", "p2", "a0", "a1", "a2", "cells[0]", "cells[1]", "cells[2]", "cells[3]", "s0.x", "s0.y", "s0.z",
    "s1.x", "s1.y", "s1.z", "b.w", "b.x", "b.y", "b.z", "box", "tl", "tl", "tl", "tl", "h0", "h1", "ptr", "m0", "m1",
    "m2", "rw", "sem", "bar", "once",
];
pub(super) const PLAIN: u8 = 1;
pub(super) const ATOMIC: u8 = 4;
pub(super) const CELL: u8 = 7;
pub(super) const CELLS: u8 = 4;
pub(super) const STRUCT: u8 = 11;
pub(super) const FIELDS: u8 = 3;
pub(super) const BYTE: u8 = 17;
pub(super) const BOX: u8 = 21;
pub(super) const THREAD_LOCAL: u8 = 22;
pub(super) const HEAD: u8 = 26;
pub(super) const POINTER: u8 = 28;
pub(super) const MUTEX: u8 = 29;
pub(super) const CONDITIONS: u8 = 2;
pub(super) const RECURSIVE: u8 = 31;
pub(super) const RW_LOCK: u8 = 32;
pub(super) const SEMAPHORE: u8 = 33;
pub(super) const BARRIER: u8 = 34;
pub(super) const ONCE: u8 = 35;
/// What `pthread_once` adds 1 to, and what destructors of keys add to.
pub(super) const ONCE_COUNT: u8 = PLAIN + 2;
pub(super) const KEY_COUNT: u8 = ATOMIC + 2;

/// Memory that holds an integer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Place {
    Shared(u8),
    /// `cells[r & 3]`
    Indexed(u8),
    /// `tl`
    ThreadLocal,
    /// The thread's own variable.
    Own(u8),
    /// `n->v`, plain
    Value(u8),
    /// `n->c`, atomic
    Count(u8),
    /// `*q`, plain; `q` is the thread's own.
    Deref,
    /// `v`, plain: the variable of the innermost `Scope`.
    Block,
}

impl Place {
    pub(super) fn is_atomic(self) -> bool {
        matches!(self, Place::Shared(ATOMIC..CELL) | Place::Count(_))
    }

    pub(super) fn is_byte(self) -> bool {
        matches!(self, Place::Shared(BYTE..BOX))
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Binary {
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
pub(super) enum Expr {
    Const(i32),
    Read(Place),
    /// `n != NULL`
    IsNode(u8),
    /// `q != NULL`
    IsPointer,
    /// `atomic_load(&h) != NULL`
    IsHead(u8),
    Binary(Binary, Box<Expr>, Box<Expr>),
}

/// An operation that reads and writes an atomic integer in one step; `r` gets
/// the old value, or for `Cas` whether it succeeded.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Rmw {
    Exchange(i32),
    FetchAdd(i32),
    Cas(i32, i32),
}

/// Something that threads wait for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Object {
    Shared(u8),
    /// `n->m`
    Node(u8),
}

/// What is done with it. The condition variable of a mutex goes by the mutex.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Sync {
    Lock,
    /// The result goes to `r`.
    TryLock(u8),
    Unlock,
    /// One wait, without a loop and with a deadline; the result goes to `r`.
    TimedWait(u8),
    Signal,
    Broadcast,
    ReadLock,
    WriteLock,
    RwUnlock,
    Down,
    Up,
    /// One wait, without a loop.
    Wait,
    /// `pthread_barrier_wait`
    Meet,
    /// `pthread_once`
    Once,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Stmt {
    Assign(Place, Expr),
    Rmw(u8, Place, Rmw),
    If(Expr, Vec<Stmt>, Vec<Stmt>),
    /// A body executed that often; the round is known as `i`, from 0.
    Repeat(u8, Vec<Stmt>),
    /// `r = i`, the round of the innermost loop
    Round(u8),
    /// `__VERIFIER_atomic_begin()` … `end()`
    Section(Vec<Stmt>),
    /// `while (e) ;`
    Spin(Expr),
    Assert(Expr),
    /// The value becomes part of the result.
    Observe(Expr),
    Sync(Sync, Object),
    /// `while (e) pthread_cond_wait(&c, &m);`
    Wait(u8, Expr),
    Create(u8),
    Join(u8),
    Detach(u8),
    /// `memcpy(&s, &t, sizeof s)`
    Copy(u8, u8),
    /// A copy of the struct to the stack; `r0` and `r1` get its first and last field.
    Snapshot(u8),
    /// `r = get(&place)`, `put(&place, e)`, `bump(&place)`; plain `int` places only.
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
    /// `atomic_store(&ptr, &place)`; plain `int` places only.
    Point(Place),
    /// `q = atomic_load(&ptr)`
    Aim,
    /// `n = NULL`
    Drop(u8),
    /// `r = __VERIFIER_nondet_bool()`
    Choose(u8),
    /// `__VERIFIER_assume(e)`
    Assume(Expr),
    /// `exit(status)`, with all bits of the status
    Exit(i32),
    /// `pthread_exit`, with what the thread would return
    Leave,
    /// `{ int v = 0; atomic_store(&ptr, &v); … }`
    Scope(Vec<Stmt>),
    /// `pthread_setspecific(key, value)`; its destructor adds the value to `a2`.
    SetKey(i32),
    GetKey(u8),
    /// `pthread_detach(pthread_self())`
    DetachSelf,
    /// `pthread_cancel(t)` and `pthread_testcancel()`
    Cancel(u8),
    TestCancel,
    /// `if (!mine) mine = malloc(8)`
    Make,
    /// `old = mine; mine = atomic_exchange(&slot, mine)`
    Swap,
    /// `old = mine; free(mine); mine = NULL`
    Release,
    /// Whether `old` is where `mine` is, or what is in `slot`
    Same(u8),
}

impl Stmt {
    pub(super) fn bodies(&self) -> Vec<&Vec<Stmt>> {
        match self {
            Stmt::If(_, then, other) => vec![then, other],
            Stmt::Repeat(_, body) | Stmt::Section(body) | Stmt::Scope(body) => vec![body],
            _ => Vec::new(),
        }
    }

    pub(super) fn bodies_mut(&mut self) -> Vec<&mut Vec<Stmt>> {
        match self {
            Stmt::If(_, then, other) => vec![then, other],
            Stmt::Repeat(_, body) | Stmt::Section(body) | Stmt::Scope(body) => vec![body],
            _ => Vec::new(),
        }
    }
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Program {
    /// The bodies of the threads; the first one is that of `main`. Threads with the same body run the
    /// same function.
    pub threads: Vec<Vec<Stmt>>,
    /// What each thread is handed a pointer to: `box`, or a cell. The thread knows it as `box`.
    pub arguments: Vec<u8>,
}

impl Program {
    /// Every list of statements in the order in which statements are numbered:
    /// the other threads, then `main`.
    pub(super) fn bodies(&self) -> impl Iterator<Item = &Vec<Stmt>> {
        self.threads.iter().skip(1).chain(self.threads.first())
    }

    pub(super) fn bodies_mut(&mut self) -> Vec<&mut Vec<Stmt>> {
        let mut threads: Vec<&mut Vec<Stmt>> = self.threads.iter_mut().collect();
        threads.rotate_left(1);
        threads
    }

    /// Every statement in the order of their numbers.
    pub(super) fn statements(&self) -> Vec<&Stmt> {
        fn visit<'a>(body: &'a [Stmt], all: &mut Vec<&'a Stmt>) {
            for stmt in body {
                all.push(stmt);
                stmt.bodies().into_iter().for_each(|body| visit(body, all));
            }
        }
        let mut all = Vec::new();
        self.bodies().for_each(|body| visit(body, &mut all));
        all
    }

    /// Is the handle of this thread used by others besides the one that starts it?
    pub(super) fn shares_handle(&self, thread: u8) -> bool {
        fn uses(body: &[Stmt], thread: u8) -> bool {
            body.iter().any(|stmt| match stmt {
                Stmt::Create(t) | Stmt::Join(t) | Stmt::Detach(t) | Stmt::Cancel(t) => *t == thread,
                other => other.bodies().into_iter().any(|body| uses(body, thread)),
            })
        }
        self.threads.iter().filter(|body| uses(body, thread)).count() > 1
    }

    /// The first thread that runs the same function.
    pub(super) fn model_of(&self, thread: usize) -> usize {
        (1..thread).find(|other| self.threads[*other] == self.threads[thread]).unwrap_or(thread)
    }
}

/// Kind and line; 0 where the line means nothing.
pub(super) type Violation = (&'static str, u32);

/// Everything that can happen. An execution ends with its first violation, and which one that is
/// may depend on how the search goes: `sure` is what every search must find.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Behaviour {
    pub outcomes: BTreeSet<i32>,
    pub violations: BTreeSet<Violation>,
    /// Where lost memory is a violation.
    pub sure: Sure,
    /// Where it is not.
    pub sure_without_leaks: Sure,
    pub states: usize,
}

/// What no other violation can hide; races aside, which can hide everything but themselves.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Sure {
    pub outcomes: BTreeSet<i32>,
    pub violations: BTreeSet<Violation>,
}

impl Behaviour {
    pub(super) fn has(&self, kind: &str) -> bool {
        self.violations.iter().any(|violation| violation.0 == kind)
    }
}
