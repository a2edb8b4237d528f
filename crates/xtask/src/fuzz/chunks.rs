//! The pieces that random threads are made of: a critical section, an atomic
//! operation, a hand-over through a flag, a node published or taken away.

use super::program::{ATOMICS, Binary, Expr, FIELDS, LOCALS, MUTEXES, Place, Rmw, Stmt};
use super::random::Random;

/// How threads keep out of each other's way at a plain variable.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Discipline {
    Guarded(u8),
    OwnedBy(u8),
    ReadOnly,
    /// Written by the first, then `a2` is set; others look at `a2` before they read.
    HandedOver(u8),
    Anarchy,
}

/// Plain places that have a discipline each; the fields of a struct share one.
pub const PLACES: [Place; 8] = [
    Place::Plain(0),
    Place::Plain(1),
    Place::Plain(2),
    Place::Cell(0),
    Place::Cell(1),
    Place::Field(0, 0),
    Place::Field(1, 0),
    Place::Box,
];
const FLAG: Place = Place::Atomic(ATOMICS - 1);

/// What a program is mostly about.
#[derive(Clone, Copy)]
pub enum Theme {
    Atomics,
    Plain,
    Rendezvous,
    Nodes,
}

/// What must be done somewhere, lest a thread wait for ever.
pub struct Promise {
    pub waiter: u8,
    /// None: any other thread.
    pub by: Option<u8>,
    pub what: Vec<Stmt>,
}

pub struct Chunks {
    pub random: Random,
    pub disciplines: [Discipline; PLACES.len()],
    pub theme: Theme,
    /// The plain variables of this program, as indices; how many atomics and heads it has.
    pub places: Vec<usize>,
    pub atomics: u8,
    pub heads: u8,
    pub thread: u8,
    /// Whether nodes are freed; without, threads may also look at nodes they do not own.
    pub frees: bool,
    pub next_local: u8,
    pub promises: Vec<Promise>,
}

impl Chunks {
    /// Chunks up to about that many shared accesses.
    pub fn body(&mut self, budget: usize) -> Vec<Stmt> {
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
        }
        body
    }

    fn chunk(&mut self) -> Vec<Stmt> {
        let theme = match self.random.below(10) {
            0 => Theme::Plain,
            1 => Theme::Nodes,
            2 | 3 => Theme::Atomics,
            _ => self.theme,
        };
        match theme {
            Theme::Atomics => self.atomics(),
            Theme::Plain => self.plain(),
            Theme::Rendezvous => self.rendezvous(),
            Theme::Nodes => self.node(),
        }
    }

    fn promise(&mut self, by: Option<u8>, what: Vec<Stmt>) {
        self.promises.push(Promise { waiter: self.thread, by, what });
    }

    // ---- atomics ----

    fn atomics(&mut self) -> Vec<Stmt> {
        match self.random.below(100) {
            0..64 => vec![self.atomic()],
            64..82 => {
                let other = if self.random.percent(30) { vec![self.atomic()] } else { Vec::new() };
                vec![Stmt::If(self.atomic_condition(), vec![self.atomic()], other)]
            }
            82..89 => {
                let place = self.atomic_place();
                let set = Stmt::Assign(place, Expr::Const(1 + self.small()));
                self.promise(None, vec![set]);
                vec![Stmt::Spin(binary(Binary::Eq, Expr::Read(place), Expr::Const(0)))]
            }
            89..97 => {
                let place = self.atomic_place();
                vec![Stmt::Assert(self.claim(Expr::Read(place)))]
            }
            _ => vec![Stmt::Lock(self.random.index(MUTEXES)), self.atomic(), Stmt::Unlock(self.random.index(MUTEXES))],
        }
    }

    /// A variable to look at.
    fn local(&mut self) -> u8 {
        self.random.index(LOCALS)
    }

    /// A variable to write: in turn, so that what was read is still there at the end.
    pub fn target(&mut self) -> u8 {
        self.next_local = (self.next_local + 1) % LOCALS;
        self.next_local
    }

    pub fn small(&mut self) -> i32 {
        self.random.below(3) as i32
    }

    fn atomic_place(&mut self) -> Place {
        Place::Atomic(self.random.index(self.atomics))
    }

    pub fn value(&mut self) -> Expr {
        match self.random.below(4) {
            0 => Expr::Read(Place::Own(self.local())),
            1 => binary(Binary::Add, Expr::Read(Place::Own(self.local())), Expr::Const(1)),
            _ => Expr::Const(1 + self.small()),
        }
    }

    pub fn atomic(&mut self) -> Stmt {
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
    pub fn claim(&mut self, left: Expr) -> Expr {
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

    fn atomic_condition(&mut self) -> Expr {
        let place = self.atomic_place();
        let first = self.compare(Expr::Read(place));
        if self.random.percent(25) {
            let op = *self.random.pick(&[Binary::And, Binary::Or]);
            let place = self.atomic_place();
            return binary(op, first, self.compare(Expr::Read(place)));
        }
        first
    }

    pub fn final_condition(&mut self) -> Expr {
        let places = [PLACES[*self.random.pick(&self.places)], self.atomic_place()];
        let [a, b] = places.map(Expr::Read);
        let op = *self.random.pick(&[Binary::Add, Binary::Sub, Binary::Xor]);
        let sum = binary(op, a, b);
        self.claim(sum)
    }

    // ---- plain variables ----

    /// Something with a plain variable, by its discipline.
    fn plain(&mut self) -> Vec<Stmt> {
        let which = *self.random.pick(&self.places);
        let place = PLACES[which];
        match self.disciplines[which] {
            Discipline::Guarded(m) => {
                let mut body = vec![Stmt::Lock(m)];
                body.extend(self.use_of(place));
                if self.random.percent(20) {
                    body.push(Stmt::Signal(m));
                }
                if self.random.percent(96) {
                    body.push(Stmt::Unlock(m));
                }
                body
            }
            Discipline::OwnedBy(thread) if thread != self.thread => vec![self.atomic()],
            Discipline::OwnedBy(_) | Discipline::Anarchy => self.use_of(place),
            Discipline::ReadOnly => vec![self.read_of(place)],
            Discipline::HandedOver(thread) if thread == self.thread => {
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

    fn use_of(&mut self, place: Place) -> Vec<Stmt> {
        if let Place::Field(s, _) = place {
            if self.random.percent(50) {
                return vec![Stmt::Snapshot(s)];
            }
            if self.random.percent(30) && self.disciplines[5] == self.disciplines[6] {
                return vec![Stmt::Copy(1 - s, s)];
            }
        }
        match self.random.below(6) {
            0 => vec![self.read_of(place)],
            1 => vec![Stmt::Bump(place)],
            2 => vec![Stmt::Assign(place, binary(Binary::Add, Expr::Read(place), Expr::Const(1)))],
            3 => vec![self.write_of(place), self.read_of(place)],
            4 => {
                let write = self.write_of(place);
                vec![Stmt::If(self.compare(Expr::Read(place)), vec![write], Vec::new())]
            }
            _ => vec![self.write_of(place)],
        }
    }

    fn some_field(&mut self, place: Place) -> Place {
        match place {
            Place::Field(s, _) => Place::Field(s, self.random.index(FIELDS)),
            Place::Cell(_) if self.disciplines[3] == self.disciplines[4] && self.random.percent(30) => {
                Place::Indexed(self.local())
            }
            other => other,
        }
    }

    fn read_of(&mut self, place: Place) -> Stmt {
        let (r, place) = (self.target(), self.some_field(place));
        match self.random.below(4) {
            0 => Stmt::Get(r, place),
            1 => Stmt::Assert(self.claim(Expr::Read(place))),
            _ => Stmt::Assign(Place::Own(r), Expr::Read(place)),
        }
    }

    fn write_of(&mut self, place: Place) -> Stmt {
        let place = self.some_field(place);
        match self.random.percent(30) {
            true => Stmt::Put(place, self.value()),
            false => Stmt::Assign(place, self.value()),
        }
    }

    /// Waiting for, or announcing, that a guarded variable is set.
    fn rendezvous(&mut self) -> Vec<Stmt> {
        let mut guarded = self.places.iter().filter_map(|i| match self.disciplines[*i] {
            Discipline::Guarded(m) => Some((PLACES[*i], m)),
            _ => None,
        });
        let Some((place, m)) = guarded.next_back() else { return vec![self.atomic()] };
        let set = vec![
            Stmt::Lock(m),
            Stmt::Assign(place, Expr::Const(1)),
            if self.random.percent(50) { Stmt::Signal(m) } else { Stmt::Broadcast(m) },
            Stmt::Unlock(m),
        ];
        if self.random.percent(40) {
            return set;
        }
        self.promise(None, set);
        let unset = binary(Binary::Eq, Expr::Read(place), Expr::Const(0));
        vec![Stmt::Lock(m), Stmt::Wait(m, unset), self.write_of(place), Stmt::Unlock(m)]
    }
}

fn binary(op: Binary, a: Expr, b: Expr) -> Expr {
    Expr::Binary(op, Box::new(a), Box::new(b))
}

/// About how many steps that others can see the statements take.
pub fn cost(body: &[Stmt]) -> usize {
    let one = |stmt: &Stmt| match stmt {
        Stmt::If(_, then, other) => 1 + cost(then).max(cost(other)),
        Stmt::Repeat(times, body) => *times as usize * cost(body),
        Stmt::New(..) | Stmt::Link(..) => 0,
        Stmt::Assign(Place::Value(_), _) => 0,
        Stmt::Copy(..) => 4,
        Stmt::Bump(_) | Stmt::Snapshot(_) => 2,
        _ => 1,
    };
    body.iter().map(one).sum()
}
