//! Every small program, one after the other: main and two threads, each with up to a
//! few actions on objects that they share.
//!
//! What a thread does is a *body*, a sequence of actions that makes sense by itself: a
//! node is freed by somebody who has one, a section ends that was begun. A program is a
//! body for each thread and a frame, which says how main ends. Programs are numbered
//! through; neighbours in number are far apart in kind, so that every slice is varied.
//! Left out are programs that are others with names or threads exchanged, and those in
//! which a thread uses an object that nobody else does.

use super::chunks::mutex;
use super::program::{ATOMIC, BOX, Expr, HEAD, MUTEX, PLAIN, Place, Program, Rmw, Stmt, Sync};

/// The most actions in a body; more would not fit into a number.
pub(super) const ACTIONS_MAX: u8 = 4;
/// Main, and two more.
const THREADS: usize = 3;
/// What `exit` is called with: no result of a small program is that large.
const STATUS: i32 = 77_777;

/// Declares the actions, and the list of those that all threads may do. An action about one of
/// several objects says which of them that may be.
macro_rules! actions {
    (@one $name:ident) => { &[Action::$name] };
    (@one $name:ident [$($object:literal),*]) => { &[$(Action::$name($object)),*] };
    ($($(#[$about:meta])* $name:ident $(($object_type:ty) [$($object:literal),*])?,)*) => {
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub(super) enum Action {
            $($(#[$about])* $name $(($object_type))?,)*
        }

        const COMMON: &[&[Action]] = &[$(actions!(@one $name $([$($object),*])?)),*];
    };
}

actions! {
    Read,
    Write,
    /// Of the first or the second atomic variable.
    Load(u8) [0, 1],
    Store(u8) [0, 1],
    Add(u8) [0],
    Cas(u8) [0],
    /// The rest only if the first atomic variable is set.
    If,
    Lock(u8) [0, 1],
    /// The rest only if it can be had.
    TryLock(u8) [0],
    Unlock(u8) [0, 1],
    Wait,
    Signal,
    Broadcast,
    /// A thread that nobody starts explicitly is started by main at once.
    Start(u8) [],
    Join(u8) [0],
    Detach(u8) [],
    DetachSelf,
    End,
    Exit,
    Choose,
    /// What was read, loaded or chosen last.
    Assume,
    Assert,
    AssumeAtomic,
    /// Up to `EndSection`, or to the end of the body.
    Begin,
    EndSection,
    Malloc,
    Free,
    Lose,
    Publish,
    Peek,
    Take,
    /// Writes to the node, if there is one.
    Use,
    /// A block with a variable that others learn of, up to `Close` or to the end of the body.
    Open,
    Close,
    /// Accesses to the variable that was learnt of last, if any.
    ReadBlock,
    WriteBlock,
}

use Action::*;

/// What only main or the first thread may do.
const OF_MAIN: [Action; 6] = [Start(1), Start(2), Join(1), Join(2), Detach(1), Detach(2)];
const OF_FIRST: [Action; 3] = [Start(2), Join(2), Detach(2)];

/// How main ends if its body does not say: at once, or after it has joined the others.
const FRAMES: u128 = 2;

type Body = Vec<Action>;

/// All programs with up to so many actions in each thread.
pub(super) struct Space {
    main: Vec<Body>,
    first: Vec<Body>,
    second: Vec<Body>,
    stride: u128,
}

impl Space {
    pub(super) fn new(actions_max: u8) -> Space {
        let bodies = |own: &[Action], thread: usize| {
            let mut alphabet = COMMON.concat();
            alphabet.extend(own);
            alphabet.retain(|action| thread > 0 || !matches!(action, Join(0)));
            all_bodies(&alphabet, actions_max)
        };
        let (main, first, second) = (bodies(&OF_MAIN, 0), bodies(&OF_FIRST, 1), bodies(&[], 2));
        let mut space = Space { main, first, second, stride: 1 };
        let size = space.size();
        // Near the golden section of the whole, so that neighbours are never alike.
        let near = (size as f64 * 0.618_033_988_749_894_9) as u128;
        space.stride = (near..).find(|stride| common_divisor(*stride, size) == 1).unwrap_or(1);
        space
    }

    /// How many numbers there are; not each of them is a program.
    pub(super) fn size(&self) -> u128 {
        self.main.len() as u128 * self.first.len() as u128 * self.second.len() as u128 * FRAMES
    }

    /// The program with a number, unless it says nothing new.
    pub(super) fn program(&self, number: u128) -> Option<Program> {
        let size = self.size();
        let mut rest = (number % size) * self.stride % size;
        let mut next = |bound: usize| {
            let digit = (rest % bound as u128) as usize;
            rest /= bound as u128;
            digit
        };
        let (main, first, second) = (next(self.main.len()), next(self.first.len()), next(self.second.len()));
        let joins = next(FRAMES as usize) == 1;
        let bodies = [&self.main[main], &self.first[first], &self.second[second]];
        (is_sound(bodies, joins) && is_first_of_its_kind(bodies) && is_shared(bodies)).then(|| build(bodies, joins))
    }
}

fn common_divisor(a: u128, b: u128) -> u128 {
    if b == 0 { a } else { common_divisor(b, a % b) }
}

/// Every body that makes sense.
fn all_bodies(alphabet: &[Action], actions_max: u8) -> Vec<Body> {
    let mut all: Vec<Body> = vec![Vec::new()];
    let mut last = all.clone();
    for _ in 0..actions_max {
        let longer = last.iter().flat_map(|body| alphabet.iter().map(|action| [&body[..], &[*action]].concat()));
        last = longer.filter(|body| makes_sense(body)).collect();
        all.extend(last.iter().cloned());
    }
    // What is closed at the end closes by itself, and nothing is done in a section that begins there.
    all.retain(|body| !matches!(body.last(), Some(EndSection | Close | Begin | If | Malloc)));
    all
}

/// Whether the last action makes sense after the others.
fn makes_sense(body: &[Action]) -> bool {
    let Some((last, before)) = body.split_last() else { return true };
    let had = |wanted: &dyn Fn(&Action) -> bool| before.iter().any(wanted);
    let innermost = || {
        let mut open = Vec::new();
        for action in before {
            match action {
                Begin | Open => open.push(*action),
                EndSection | Close => drop(open.pop()),
                _ => {}
            }
        }
        open.pop()
    };
    if matches!(before.last(), Some(End | Exit)) {
        return false;
    }
    match last {
        Free | Publish | Use | Lose => had(&|a| matches!(a, Malloc | Peek | Take)),
        Assume | Assert => had(&|a| matches!(a, Read | Load(_) | Add(_) | Cas(_) | Choose | ReadBlock)),
        EndSection => innermost() == Some(Begin),
        Close => innermost() == Some(Open),
        Begin | Open => innermost().is_none(),
        // Somebody else's lock, or nobody's: once is enough.
        Unlock(m) => before.is_empty() || had(&|a| matches!(a, Lock(n) | TryLock(n) if n == m)),
        Wait => had(&|a| matches!(a, Lock(0) | TryLock(0))),
        Start(t) => !had(&|a| matches!(a, Start(other) | Join(other) | Detach(other) if other == t)),
        _ => true,
    }
}

/// Each thread is started once, and those who join or detach it know it.
fn is_sound(bodies: [&Body; THREADS], joins: bool) -> bool {
    let starts = |body: &Body, thread: u8| body.contains(&Start(thread));
    let ends = matches!(bodies[0].last(), Some(End | Exit));
    let asks = bodies[1].iter().any(|action| matches!(action, Join(2) | Detach(2)));
    let by_main = bodies[0].iter().any(|action| matches!(action, Start(2) | Join(2) | Detach(2)));
    let by_first = starts(bodies[1], 2);
    let order = |body: &Body| {
        let at = |wanted: &dyn Fn(&Action) -> bool| body.iter().position(wanted);
        (1..3).all(|t| match (at(&|a| *a == Start(t)), at(&|a| matches!(a, Join(o) | Detach(o) if *o == t))) {
            (Some(start), Some(use_of)) => start < use_of,
            _ => true,
        })
    };
    let strange = joins && ends || asks && !by_first || by_first && by_main;
    !strange && order(bodies[0]) && order(bodies[1])
}

/// Names of variables and locks can be exchanged, and so can the two threads.
fn is_first_of_its_kind(bodies: [&Body; THREADS]) -> bool {
    let all = || bodies.iter().flat_map(|body| body.iter());
    let named = |name: fn(&Action) -> Option<u8>, tied: fn(&Action) -> bool| {
        let tied = all().any(tied);
        let mut names = all().filter_map(name);
        let first = names.next();
        first != Some(1) || tied && names.any(|name| name == 0)
    };
    let locks = named(
        |a| match a {
            Lock(m) | TryLock(m) | Unlock(m) => Some(*m),
            _ => None,
        },
        |a| matches!(a, Wait | Signal | Broadcast),
    );
    let variables = named(
        |a| match a {
            Load(v) | Store(v) | Add(v) | Cas(v) => Some(*v),
            _ => None,
        },
        |a| matches!(a, If | AssumeAtomic),
    );
    let told_apart = all().any(|a| matches!(a, Start(_) | Join(1 | 2) | Detach(_)));
    let ordered = told_apart || rank(bodies[1]) <= rank(bodies[2]);
    locks && variables && ordered
}

fn rank(body: &Body) -> Vec<usize> {
    body.iter().map(|action| COMMON.iter().copied().flatten().position(|other| other == action).unwrap_or(99)).collect()
}

/// Whether everything that a thread uses is used by another one, too.
fn is_shared(bodies: [&Body; THREADS]) -> bool {
    let object = |action: &Action| match action {
        Read | Write => Some(0),
        Load(v) | Store(v) | Add(v) | Cas(v) => Some(1 + *v as usize),
        If | AssumeAtomic => Some(1),
        Lock(m) | TryLock(m) | Unlock(m) => Some(3 + *m as usize),
        Wait | Signal | Broadcast => Some(5),
        Publish | Peek | Take => Some(6),
        Open | ReadBlock | WriteBlock => Some(7),
        _ => None,
    };
    let users = |wanted: usize| bodies.iter().filter(|body| body.iter().any(|a| object(a) == Some(wanted))).count();
    let waits = users(5) > 1;
    (0..8).all(|object| users(object) != 1 || object == 3 && waits)
}

fn build(bodies: [&Body; THREADS], joins: bool) -> Program {
    let mut threads: Vec<Vec<Stmt>> = bodies.iter().map(|body| statements(body)).collect();
    let has = |thread: usize, action: Action| bodies[thread].contains(&action);
    let mut main = Vec::new();
    for thread in 1..THREADS as u8 {
        if !has(0, Start(thread)) && !has(1, Start(thread)) {
            main.push(Stmt::Create(thread));
        }
    }
    main.append(&mut threads[0]);
    let all = || bodies.iter().flat_map(|body| body.iter());
    if joins {
        for thread in 1..THREADS as u8 {
            let asked = has(0, Join(thread)) || has(0, Detach(thread));
            if !asked && !has(1, Start(thread)) && !has(thread as usize, DetachSelf) {
                main.push(Stmt::Join(thread));
            }
        }
        let told_apart = all().any(|a| matches!(a, Detach(_) | DetachSelf | Start(2)));
        if all().any(|a| matches!(a, Read | Write)) && !told_apart {
            main.push(Stmt::Observe(Expr::Read(Place::Shared(PLAIN))));
        }
        main.extend((0..2).filter(|v| all().any(|a| *a == Store(*v) || *a == Add(*v) || *a == Cas(*v))).map(observe));
    }
    threads[0] = main;
    Program { threads, arguments: vec![BOX; THREADS] }
}

fn observe(variable: u8) -> Stmt {
    Stmt::Observe(Expr::Read(Place::Shared(ATOMIC + variable)))
}

/// The body as statements, with what comes between a beginning and its end inside.
fn statements(body: &[Action]) -> Vec<Stmt> {
    let Some((first, rest)) = body.split_first() else { return Vec::new() };
    let inside = |end: Action| {
        let at = rest.iter().position(|action| *action == end).unwrap_or(rest.len());
        (statements(&rest[..at]), statements(rest.get(at + 1..).unwrap_or_default()))
    };
    let (mut all, rest) = match first {
        Begin => {
            let (inner, rest) = inside(EndSection);
            (vec![Stmt::Section(inner)], rest)
        }
        Open => {
            let (inner, rest) = inside(Close);
            (vec![Stmt::Scope(inner)], rest)
        }
        If => (vec![Stmt::If(atomic(0), statements(rest), Vec::new())], Vec::new()),
        TryLock(m) => {
            let had = Expr::Binary(super::program::Binary::Eq, own(2), Expr::Const(0).into());
            let then = vec![Stmt::If(had, statements(rest), Vec::new())];
            ([vec![mutex(Sync::TryLock(2), MUTEX + m)], then].concat(), Vec::new())
        }
        simple => (statement(*simple), statements(rest)),
    };
    all.extend(rest);
    all
}

fn atomic(variable: u8) -> Expr {
    Expr::Read(Place::Shared(ATOMIC + variable))
}

fn own(r: u8) -> Box<Expr> {
    Expr::Read(Place::Own(r)).into()
}

fn statement(action: Action) -> Vec<Stmt> {
    let (plain, atomic_place) = (Place::Shared(PLAIN), |v: u8| Place::Shared(ATOMIC + v));
    let guarded = |stmt: Stmt| Stmt::If(Expr::IsNode(0), vec![stmt], Vec::new());
    let block = |stmt: Stmt| vec![Stmt::Aim, Stmt::If(Expr::IsPointer, vec![stmt], Vec::new())];
    vec![match action {
        Read => Stmt::Assign(Place::Own(0), Expr::Read(plain)),
        Write => Stmt::Assign(plain, Expr::Const(1)),
        Load(v) => Stmt::Assign(Place::Own(0), atomic(v)),
        Store(v) => Stmt::Assign(atomic_place(v), Expr::Const(1)),
        Add(v) => Stmt::Rmw(0, atomic_place(v), Rmw::FetchAdd(1)),
        Cas(v) => Stmt::Rmw(0, atomic_place(v), Rmw::Cas(0, 2)),
        Lock(m) => mutex(Sync::Lock, MUTEX + m),
        Unlock(m) => mutex(Sync::Unlock, MUTEX + m),
        Wait => mutex(Sync::Wait, MUTEX),
        Signal => mutex(Sync::Signal, MUTEX),
        Broadcast => mutex(Sync::Broadcast, MUTEX),
        Start(t) => Stmt::Create(t),
        Join(t) => Stmt::Join(t),
        Detach(t) => Stmt::Detach(t),
        DetachSelf => Stmt::DetachSelf,
        End => Stmt::Leave,
        Exit => Stmt::Exit(STATUS),
        Choose => Stmt::Choose(0),
        Assume => Stmt::Assume(*own(0)),
        Assert => Stmt::Assert(Expr::Binary(super::program::Binary::Eq, own(0), Expr::Const(0).into())),
        AssumeAtomic => Stmt::Assume(atomic(0)),
        Malloc => Stmt::New(0, 0),
        Free => Stmt::Free(0),
        Lose => Stmt::Drop(0),
        Publish => Stmt::Publish(HEAD, 0),
        Peek => Stmt::Peek(0, HEAD),
        Take => Stmt::Take(0, HEAD),
        Use => guarded(Stmt::Assign(Place::Value(0), Expr::Const(1))),
        ReadBlock => return block(Stmt::Assign(Place::Own(0), Expr::Read(Place::Deref))),
        WriteBlock => return block(Stmt::Assign(Place::Deref, Expr::Const(1))),
        If | TryLock(_) | Begin | EndSection | Open | Close => return Vec::new(),
    }]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_number_is_met_once() {
        let space = Space::new(1);
        let size = space.size();
        let mut seen = vec![false; size as usize];
        for number in 0..size {
            let at = (number * space.stride % size) as usize;
            assert!(!std::mem::replace(&mut seen[at], true));
        }
    }

    #[test]
    fn bodies_make_sense() {
        assert!(makes_sense(&[Malloc, Free]) && !makes_sense(&[Free]));
        assert!(makes_sense(&[Begin, EndSection]) && !makes_sense(&[Begin, Open, EndSection]));
        assert!(!makes_sense(&[Exit, Read]));
        let bodies = all_bodies(&COMMON.concat(), 2);
        assert!(bodies.contains(&vec![Lock(0), Unlock(0)]) && !bodies.contains(&vec![Read, Begin]));
    }

    #[test]
    fn the_smallest_are_told_apart() {
        let (write, read, none) = (vec![Write], vec![Read], Vec::new());
        assert!(is_shared([&none, &write, &read]) && !is_shared([&none, &none, &read]));
        assert!(is_first_of_its_kind([&none, &read, &write]) && !is_first_of_its_kind([&none, &write, &read]));
        assert!(!is_first_of_its_kind([&vec![Load(1)], &vec![Store(1)], &none]));
        let space = Space::new(1);
        let count = (0..space.size()).filter_map(|number| space.program(number)).count();
        assert!(count > 500, "{count}");
    }
}
