//! The pieces that random threads are made of: a critical section, an atomic
//! operation, a hand-over through a flag, a node published or taken away.

use super::program::{
    ATOMIC, BOX, BYTE, Binary, CELL, CELLS, CONDITIONS, Expr, FIELDS, LOCALS, MUTEX, Object, PLAIN, Place, RECURSIVE,
    RW_LOCK, Rmw, SEMAPHORE, STRUCT, Stmt, Sync,
};
use super::random::Random;
use super::spices::Spice;

/// What is held while a plain variable is used.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Guard {
    Mutex(u8),
    /// If it can be had.
    Try(u8),
    Recursive,
    ReadWrite,
    /// Mostly to read.
    Readers,
    Semaphore,
    Section,
}

/// How threads keep out of each other's way at a plain variable.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Discipline {
    Guarded(Guard),
    /// This thread does not always.
    AlmostGuarded(Guard, u8, Lapse),
    OwnedBy(u8),
    ReadOnly,
    /// This thread may write after all.
    AlmostReadOnly(u8),
    /// Written by the first, then `a2` is set; others look at `a2` before they read.
    HandedOver(u8),
    /// Written by `main` just before it starts this thread, which reads.
    Staged(u8),
    /// Written by this thread, read by `main` once it has joined it.
    Joined(u8),
    Anarchy,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Lapse {
    RareBranch,
    LastRound,
    OtherLock,
    TooEarly,
    OnlyReads,
}

/// Plain places that a program may be about. The fields of a struct go together.
pub(super) const PLACES: [Place; 13] = [
    Place::Shared(PLAIN),
    Place::Shared(PLAIN + 1),
    Place::Shared(PLAIN + 2),
    Place::Shared(CELL),
    Place::Shared(CELL + 1),
    Place::Shared(CELL + 2),
    Place::Shared(CELL + 3),
    Place::Shared(STRUCT),
    Place::Shared(STRUCT + FIELDS),
    Place::Shared(BYTE),
    Place::Shared(BYTE + 1),
    Place::Shared(BYTE + 2),
    Place::Shared(BOX),
];
const FLAG: Place = Place::Shared(ATOMIC + 2);

/// What a program is mostly about.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Theme {
    Atomics,
    Plain,
    Rendezvous,
    Nodes,
    LockedNodes,
    Nested,
    Pointer,
    /// Locks that mostly protect nothing.
    Idle,
    Spicy,
}

/// What must be done somewhere, lest a thread wait for ever.
pub(super) struct Promise {
    pub waiter: u8,
    /// None: any other thread.
    pub by: Option<u8>,
    pub what: Vec<Stmt>,
}

pub(super) struct Chunks {
    pub random: Random,
    pub theme: Theme,
    /// The plain variables of this program; how many atomics and heads it has.
    pub places: Vec<(Place, Discipline)>,
    pub atomics: u8,
    pub heads: u8,
    pub thread: u8,
    /// Threads fall into two groups, each with an atomic and a mutex of its own that others rarely touch.
    pub apart: bool,
    /// Whether nodes are freed.
    pub frees: bool,
    /// A rare thing that this program does.
    pub spice: Option<Spice>,
    pub next_local: u8,
    pub promises: Vec<Promise>,
    /// What else is looked at in the end.
    pub observed: Vec<Place>,
}

impl Chunks {
    /// Chunks up to about that many shared accesses.
    pub(super) fn body(&mut self, budget: usize) -> Vec<Stmt> {
        let mut body = Vec::new();
        let mut left = budget as i32;
        while left > 0 {
            let mut chunk = self.chunk();
            left -= cost(&chunk).max(1) as i32;
            if self.random.percent(10) {
                chunk = vec![Stmt::If(self.local_condition(), chunk, Vec::new())];
            } else if left > 0 && self.random.percent(8) {
                left -= cost(&chunk) as i32;
                chunk = vec![Stmt::Repeat(2, chunk)];
            }
            body.append(&mut chunk);
            if self.random.percent(12) {
                let r = self.local();
                body.push(Stmt::Assert(self.claim(Expr::Read(Place::Own(r)))));
            }
            if self.random.percent(4) {
                body.extend(self.thread_local());
            }
        }
        body
    }

    fn chunk(&mut self) -> Vec<Stmt> {
        let spiced = self.spice.filter(|_| self.random.percent(30));
        let theme = match self.random.below(10) {
            _ if spiced.is_some() => Theme::Spicy,
            0 => Theme::Plain,
            1 | 2 => Theme::Atomics,
            _ => self.theme,
        };
        match theme {
            Theme::Atomics => self.atomics(),
            Theme::Plain => self.plain(),
            Theme::Rendezvous => self.rendezvous(),
            Theme::Nodes => self.node(),
            Theme::LockedNodes => self.locked_node(),
            Theme::Nested => self.nested(),
            Theme::Pointer => self.pointer(),
            Theme::Idle => self.idle(),
            Theme::Spicy => match spiced.or(self.spice) {
                Some(spice) => self.spice(spice),
                None => self.atomics(),
            },
        }
    }

    // ---- what main does around the threads ----

    /// Before there are threads.
    pub(super) fn preparation(&mut self) -> Vec<Stmt> {
        let mut body = Vec::new();
        for (place, discipline) in self.places.clone() {
            let read_only = matches!(discipline, Discipline::ReadOnly | Discipline::AlmostReadOnly(_));
            if self.random.percent(if read_only { 90 } else { 15 }) {
                body.push(Stmt::Assign(place, Expr::Const(1 + self.small())));
            }
        }
        if self.theme == Theme::LockedNodes || self.theme == Theme::Nodes && self.random.percent(30) {
            body.extend(self.publish_for_all());
        }
        if self.theme == Theme::Pointer {
            let place = self.target_of_pointer();
            body.push(Stmt::Point(place));
        }
        body
    }

    /// Just after a thread was started, before the next one is.
    pub(super) fn between(&mut self, thread: u8) -> Vec<Stmt> {
        let staged = self.places.iter().filter(|(_, d)| matches!(d, Discipline::Staged(t) if *t == thread + 1));
        let places: Vec<Place> = staged.map(|(place, _)| *place).collect();
        let mut body: Vec<Stmt> = places.into_iter().map(|place| self.write_of(place)).collect();
        if self.random.percent(15) {
            body.extend(self.body(2));
        }
        body
    }

    /// Just after a thread was joined, before the next one is.
    pub(super) fn after_join(&mut self, thread: u8) -> Vec<Stmt> {
        let joined = self.places.iter().filter(|(_, d)| match d {
            Discipline::Joined(t) | Discipline::OwnedBy(t) => *t == thread,
            _ => false,
        });
        let places: Vec<Place> = joined.map(|(place, _)| *place).collect();
        let mut body: Vec<Stmt> = places.into_iter().map(|place| self.read_of(place)).collect();
        if self.random.percent(25) {
            body.extend(self.body(2));
        }
        body
    }

    pub(super) fn promise(&mut self, by: Option<u8>, what: Vec<Stmt>) {
        self.promises.push(Promise { waiter: self.thread, by, what });
    }

    // ---- atomics ----

    fn atomics(&mut self) -> Vec<Stmt> {
        match self.random.below(100) {
            0..64 => vec![self.atomic()],
            64..80 => {
                let other = if self.random.percent(30) { vec![self.atomic()] } else { Vec::new() };
                vec![Stmt::If(self.atomic_condition(), vec![self.atomic()], other)]
            }
            80..86 => {
                let place = self.atomic_place();
                let set = Stmt::Assign(place, Expr::Const(1 + self.small()));
                self.promise(None, vec![set]);
                vec![Stmt::Spin(binary(Binary::Eq, Expr::Read(place), Expr::Const(0)))]
            }
            86..92 => {
                let place = self.atomic_place();
                vec![Stmt::Assert(self.claim(Expr::Read(place)))]
            }
            92..97 => vec![Stmt::Section(vec![self.atomic(), self.atomic()])],
            _ => vec![mutex(Sync::Lock, self.mutex()), self.atomic(), mutex(Sync::Unlock, self.mutex())],
        }
    }

    pub(super) fn mutex(&mut self) -> u8 {
        MUTEX + self.group().unwrap_or_else(|| self.random.index(CONDITIONS))
    }

    /// The group of the thread, if it keeps to that.
    fn group(&mut self) -> Option<u8> {
        (self.apart && self.random.percent(93)).then_some(self.thread % CONDITIONS)
    }

    /// A variable to look at.
    fn local(&mut self) -> u8 {
        self.random.index(LOCALS)
    }

    /// A variable to write: in turn, so that what was read is still there at the end.
    pub(super) fn target(&mut self) -> u8 {
        self.next_local = (self.next_local + 1) % LOCALS;
        self.next_local
    }

    pub(super) fn small(&mut self) -> i32 {
        self.random.below(3) as i32
    }

    fn atomic_place(&mut self) -> Place {
        Place::Shared(ATOMIC + self.group().unwrap_or_else(|| self.random.index(self.atomics)))
    }

    pub(super) fn value(&mut self) -> Expr {
        match self.random.below(4) {
            0 => Expr::Read(Place::Own(self.local())),
            1 => binary(Binary::Add, Expr::Read(Place::Own(self.local())), Expr::Const(1)),
            _ => Expr::Const(1 + self.small()),
        }
    }

    pub(super) fn atomic(&mut self) -> Stmt {
        let (place, r) = (self.atomic_place(), self.target());
        match self.random.below(8) {
            0 | 1 => Stmt::Assign(place, self.value()),
            2 | 3 => Stmt::Assign(Place::Own(r), Expr::Read(place)),
            4 => Stmt::Rmw(r, place, Rmw::Exchange(1 + self.small())),
            5 => Stmt::Rmw(r, place, Rmw::FetchAdd(1)),
            6 => Stmt::Rmw(r, place, Rmw::Cas(self.small(), 1 + self.small())),
            _ => {
                let sum = binary(Binary::Add, Expr::Read(self.atomic_place()), Expr::Const(1));
                Stmt::Assign(place, sum)
            }
        }
    }

    // ---- conditions ----

    fn compare(&mut self, left: Expr) -> Expr {
        let op = *self.random.pick(&[Binary::Eq, Binary::Ne, Binary::Lt]);
        let right = Expr::Const(self.small() + (op == Binary::Lt) as i32);
        binary(op, left, right)
    }

    /// Something that is mostly true.
    pub(super) fn claim(&mut self, left: Expr) -> Expr {
        let value = 1 + self.random.below(4) as i32;
        match self.random.percent(75) {
            true => binary(Binary::Ne, left, Expr::Const(value)),
            false => binary(Binary::Lt, left, Expr::Const(2 + value)),
        }
    }

    fn local_condition(&mut self) -> Expr {
        let r = self.local();
        self.compare(Expr::Read(Place::Own(r)))
    }

    pub(super) fn atomic_condition(&mut self) -> Expr {
        let place = self.atomic_place();
        let first = self.compare(Expr::Read(place));
        if self.random.percent(25) {
            let op = *self.random.pick(&[Binary::And, Binary::Or]);
            let place = self.atomic_place();
            return binary(op, first, self.compare(Expr::Read(place)));
        }
        first
    }

    /// Something that is rarely true: it depends on what others did.
    pub(super) fn rare_condition(&mut self) -> Expr {
        let place = if self.random.percent(50) { self.atomic_place() } else { Place::Own(self.local()) };
        binary(Binary::Eq, Expr::Read(place), Expr::Const(1 + self.small()))
    }

    pub(super) fn final_condition(&mut self) -> Expr {
        let place = self.random.pick(&self.places).0;
        let places = [place, self.atomic_place()];
        let [a, b] = places.map(Expr::Read);
        let op = *self.random.pick(&[Binary::Add, Binary::Sub, Binary::Xor]);
        self.claim(binary(op, a, b))
    }

    // ---- plain variables ----

    /// Something with a plain variable, by its discipline.
    fn plain(&mut self) -> Vec<Stmt> {
        let own = self.group().filter(|_| self.places.len() > 1);
        let (place, discipline) =
            own.map_or_else(|| *self.random.pick(&self.places), |group| self.places[group as usize]);
        let me = self.thread;
        match discipline {
            Discipline::Guarded(guard) => self.guarded(guard, place),
            Discipline::AlmostGuarded(guard, thread, lapse) if thread == me => self.lapse(guard, place, lapse),
            Discipline::AlmostGuarded(guard, ..) => self.guarded(guard, place),
            Discipline::OwnedBy(thread) | Discipline::Joined(thread) if thread != me => vec![self.atomic()],
            Discipline::OwnedBy(_) | Discipline::Joined(_) | Discipline::Anarchy => self.use_of(place),
            Discipline::ReadOnly => vec![self.read_of(place)],
            Discipline::AlmostReadOnly(thread) if thread == me && self.random.percent(60) => {
                let write = self.write_of(place);
                vec![Stmt::If(self.rare_condition(), vec![write], Vec::new())]
            }
            Discipline::AlmostReadOnly(_) => vec![self.read_of(place)],
            Discipline::Staged(thread) if thread == me => self.use_of(place),
            Discipline::Staged(_) if self.random.percent(85) => vec![self.atomic()],
            Discipline::Staged(_) => vec![self.read_of(place)],
            Discipline::HandedOver(thread) if thread == me => {
                vec![self.write_of(place), Stmt::Assign(FLAG, Expr::Const(2))]
            }
            Discipline::HandedOver(thread) => {
                let ready = binary(Binary::Eq, Expr::Read(FLAG), Expr::Const(2));
                let read = self.read_of(place);
                match self.random.percent(60) {
                    true => vec![Stmt::If(ready, vec![read], Vec::new())],
                    false => {
                        let promise = vec![self.write_of(place), Stmt::Assign(FLAG, Expr::Const(2))];
                        self.promise(Some(thread), promise);
                        vec![Stmt::Spin(binary(Binary::Eq, ready, Expr::Const(0))), read]
                    }
                }
            }
        }
    }

    fn guarded(&mut self, guard: Guard, place: Place) -> Vec<Stmt> {
        let body = match guard {
            Guard::ReadWrite if self.random.percent(50) => return self.reading(place),
            Guard::Readers if self.random.percent(85) => return self.reading(place),
            _ => self.use_of(place),
        };
        self.within(guard, body)
    }

    fn reading(&mut self, place: Place) -> Vec<Stmt> {
        let lock = |sync| Stmt::Sync(sync, Object::Shared(RW_LOCK));
        vec![lock(Sync::ReadLock), self.read_of(place), lock(Sync::RwUnlock)]
    }

    /// The statements with the guard held. Now and then it is not given back.
    fn within(&mut self, guard: Guard, mut body: Vec<Stmt>) -> Vec<Stmt> {
        let pair = |object, before, after| (vec![Stmt::Sync(before, object)], vec![Stmt::Sync(after, object)]);
        let (mut before, mut after) = match guard {
            Guard::Mutex(m) => {
                let (before, mut after) = pair(Object::Shared(m), Sync::Lock, Sync::Unlock);
                if self.random.percent(15) {
                    after.insert(0, mutex(Sync::Signal, m));
                } else if self.random.percent(12) {
                    after.push(self.atomic());
                    after = vec![Stmt::Section(after)];
                }
                (before, after)
            }
            Guard::Try(m) => {
                let r = self.target();
                body.push(mutex(Sync::Unlock, m));
                let had = binary(Binary::Eq, Expr::Read(Place::Own(r)), Expr::Const(0));
                return vec![mutex(Sync::TryLock(r), m), Stmt::If(had, body, Vec::new())];
            }
            Guard::Recursive => pair(Object::Shared(RECURSIVE), Sync::Lock, Sync::Unlock),
            Guard::ReadWrite | Guard::Readers => pair(Object::Shared(RW_LOCK), Sync::WriteLock, Sync::RwUnlock),
            Guard::Semaphore => pair(Object::Shared(SEMAPHORE), Sync::Down, Sync::Up),
            Guard::Section => return vec![Stmt::Section(body)],
        };
        if guard == Guard::Recursive && self.random.percent(50) {
            before.extend(before.clone());
            after.extend(after.clone());
        }
        if self.random.percent(3) {
            after.pop();
        }
        before.append(&mut body);
        before.append(&mut after);
        before
    }

    /// As `guarded`, but not quite.
    fn lapse(&mut self, guard: Guard, place: Place, lapse: Lapse) -> Vec<Stmt> {
        if self.random.percent(30) {
            return self.guarded(guard, place);
        }
        let good = self.guarded(guard, place);
        let bad = if self.random.percent(50) { vec![self.read_of(place)] } else { vec![self.write_of(place)] };
        match lapse {
            Lapse::RareBranch => vec![Stmt::If(self.rare_condition(), bad, good)],
            Lapse::LastRound => {
                let r = self.target();
                let last = binary(Binary::Eq, Expr::Read(Place::Own(r)), Expr::Const(1));
                vec![Stmt::Repeat(2, vec![Stmt::Round(r), Stmt::If(last, bad, good)])]
            }
            Lapse::OtherLock => {
                let other = match guard {
                    Guard::Mutex(m) => Guard::Mutex(if m == MUTEX { m + 1 } else { MUTEX }),
                    _ => Guard::Mutex(MUTEX),
                };
                self.within(other, bad)
            }
            Lapse::TooEarly => {
                let mut body = good;
                body.extend(bad);
                body
            }
            Lapse::OnlyReads => vec![self.read_of(place)],
        }
    }

    pub(super) fn use_of(&mut self, place: Place) -> Vec<Stmt> {
        if let Place::Shared(s @ (STRUCT..BYTE)) = place {
            let s = STRUCT + (s - STRUCT) / FIELDS * FIELDS;
            match self.random.below(8) {
                0 | 1 => return vec![Stmt::Snapshot(s)],
                2 => return vec![Stmt::Copy(2 * STRUCT + FIELDS - s, s)],
                _ => {}
            }
        }
        match self.random.below(6) {
            0 => vec![self.read_of(place)],
            1 if !place.is_byte() => vec![Stmt::Bump(place)],
            1 | 2 => vec![Stmt::Assign(place, binary(Binary::Add, Expr::Read(place), Expr::Const(1)))],
            3 => vec![self.write_of(place), self.read_of(place)],
            4 => {
                let write = self.write_of(place);
                vec![Stmt::If(self.compare(Expr::Read(place)), vec![write], Vec::new())]
            }
            _ => vec![self.write_of(place)],
        }
    }

    /// Some field of the struct; some cell of the array, if all have the same discipline.
    fn variant(&mut self, place: Place) -> Place {
        let uniform = self.places.iter().all(|(_, discipline)| *discipline == self.places[0].1);
        match place {
            Place::Shared(s @ (STRUCT..BYTE)) => {
                Place::Shared(STRUCT + (s - STRUCT) / FIELDS * FIELDS + self.random.index(FIELDS))
            }
            Place::Shared(i) if (CELL..CELL + CELLS).contains(&i) && uniform && self.random.percent(30) => {
                Place::Indexed(self.local())
            }
            other => other,
        }
    }

    pub(super) fn read_of(&mut self, place: Place) -> Stmt {
        let (r, place) = (self.target(), self.variant(place));
        match self.random.below(5) {
            0 if !place.is_byte() => Stmt::Get(r, place),
            1 => Stmt::Assert(self.claim(Expr::Read(place))),
            2 => {
                let sum = binary(Binary::Add, Expr::Read(place), Expr::Read(self.atomic_place()));
                Stmt::Assign(Place::Own(r), sum)
            }
            _ => Stmt::Assign(Place::Own(r), Expr::Read(place)),
        }
    }

    pub(super) fn write_of(&mut self, place: Place) -> Stmt {
        let place = self.variant(place);
        match self.random.percent(30) && !place.is_byte() {
            true => Stmt::Put(place, self.value()),
            false => Stmt::Assign(place, self.value()),
        }
    }

    fn thread_local(&mut self) -> Vec<Stmt> {
        let r = self.target();
        vec![
            Stmt::Assign(Place::ThreadLocal, self.value()),
            self.atomic(),
            Stmt::Assign(Place::Own(r), Expr::Read(Place::ThreadLocal)),
        ]
    }

    // ---- waiting for each other ----

    /// Waiting for, or announcing, that a guarded variable is set.
    fn rendezvous(&mut self) -> Vec<Stmt> {
        let group = self.group();
        let place = Place::Shared(PLAIN + group.unwrap_or(0));
        let m = MUTEX + group.unwrap_or_else(|| self.random.percent(10) as u8);
        let set = vec![
            mutex(Sync::Lock, m),
            Stmt::Assign(place, Expr::Const(1)),
            mutex(if self.random.percent(50) { Sync::Signal } else { Sync::Broadcast }, m),
            mutex(Sync::Unlock, m),
        ];
        if self.random.percent(40) {
            return set;
        }
        if self.random.percent(20) {
            let r = self.target();
            let write = self.write_of(place);
            return vec![mutex(Sync::Lock, m), mutex(Sync::TimedWait(r), m), write, mutex(Sync::Unlock, m)];
        }
        self.promise(None, set);
        let unset = binary(Binary::Eq, Expr::Read(place), Expr::Const(0));
        vec![mutex(Sync::Lock, m), Stmt::Wait(m, unset), self.write_of(place), mutex(Sync::Unlock, m)]
    }

    /// Two locks, mostly in the same order.
    fn nested(&mut self) -> Vec<Stmt> {
        let place = self.places[0].0;
        let inner = self.use_of(place);
        let (mut a, mut b) = (Guard::Mutex(MUTEX), Guard::Mutex(MUTEX + 1));
        match self.random.below(10) {
            0..3 => std::mem::swap(&mut a, &mut b),
            3 => b = Guard::ReadWrite,
            4 => b = Guard::Recursive,
            5 => b = Guard::Try(MUTEX + 1),
            _ => {}
        }
        let mut body = self.within(b, inner);
        if self.random.percent(30) {
            body.push(self.atomic());
        }
        self.within(a, body)
    }

    /// A lock around nothing, or rarely something, after something that others may wait for.
    fn idle(&mut self) -> Vec<Stmt> {
        let inner = match self.random.below(8) {
            0 | 1 => {
                let m = self.mutex();
                vec![mutex(Sync::Lock, m), mutex(Sync::Unlock, m)]
            }
            2 => vec![Stmt::Sync(Sync::Down, Object::Shared(SEMAPHORE))],
            3 => vec![self.atomic()],
            _ => Vec::new(),
        };
        let body = match inner.is_empty() {
            true => inner,
            false => vec![Stmt::If(self.rare_condition(), inner, Vec::new())],
        };
        let m = self.mutex();
        let mut all = match self.random.below(5) {
            0 => vec![Stmt::Sync(Sync::Up, Object::Shared(SEMAPHORE))],
            1 => vec![Stmt::Sync(Sync::Down, Object::Shared(SEMAPHORE))],
            2 => vec![self.atomic()],
            _ => Vec::new(),
        };
        all.extend(self.within(Guard::Mutex(m), body));
        all
    }

    // ---- a pointer to a variable ----

    /// What a pointer may point to; only the variables of `main` live long enough.
    fn target_of_pointer(&mut self) -> Place {
        let place = self.places[self.random.below(self.places.len())].0;
        match place.is_byte() {
            true => Place::Shared(BOX),
            false if self.thread == 0 && self.random.percent(10) => Place::ThreadLocal,
            false => place,
        }
    }

    fn pointer(&mut self) -> Vec<Stmt> {
        if self.random.percent(25) {
            let place = self.target_of_pointer();
            return vec![Stmt::Point(place)];
        }
        let body = self.use_of(Place::Deref);
        let inner = if self.random.percent(80) { self.within(Guard::Mutex(MUTEX), body) } else { body };
        vec![Stmt::Aim, Stmt::If(Expr::IsPointer, inner, Vec::new())]
    }
}

pub(super) fn mutex(sync: Sync, number: u8) -> Stmt {
    Stmt::Sync(sync, Object::Shared(number))
}

pub(super) fn binary(op: Binary, a: Expr, b: Expr) -> Expr {
    Expr::Binary(op, Box::new(a), Box::new(b))
}

/// About how many steps that others can see the statements take.
pub(super) fn cost(body: &[Stmt]) -> usize {
    let one = |stmt: &Stmt| match stmt {
        Stmt::If(_, then, other) => 1 + cost(then).max(cost(other)),
        Stmt::Repeat(times, body) => *times as usize * cost(body),
        Stmt::Section(_) => 1,
        Stmt::New(..) | Stmt::Link(..) | Stmt::Round(_) => 0,
        Stmt::Assign(Place::Value(_), _) => 0,
        Stmt::Copy(..) => 4,
        Stmt::Bump(_) | Stmt::Snapshot(_) => 2,
        _ => 1,
    };
    body.iter().map(one).sum()
}
