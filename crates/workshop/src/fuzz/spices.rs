//! Chunks about what few programs do: choices and assumptions, threads that leave or end the
//! program, variables of blocks that others know of, keys, barriers, `pthread_once`, cancellation, atomic
//! sections in which a thread may have to wait.

use super::chunks::{Chunks, binary, mutex};
use super::program::{
    BARRIER, Binary, Expr, KEY_COUNT, MUTEX, ONCE, ONCE_COUNT, Object, Place, RW_LOCK, SEMAPHORE, Stmt, Sync,
};

/// What `exit` is called with.
const STATUS: i32 = 70_000;
const NOWHERE: Place = Place::Shared(0);

/// One of the rare things.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Spice {
    Choices,
    Endings,
    Blocks,
    Keys,
    Barriers,
    Once,
    Cancellation,
    Places,
    Sections,
}

impl Chunks {
    pub(super) fn spice(&mut self, spice: Spice) -> Vec<Stmt> {
        match spice {
            Spice::Choices => self.choice(),
            Spice::Endings => self.ending(),
            Spice::Blocks => self.block(),
            Spice::Keys => self.key(),
            Spice::Barriers => self.barrier(),
            Spice::Once => self.once(),
            Spice::Cancellation => self.cancellation(),
            Spice::Places => self.place_of_freed(),
            Spice::Sections => self.waiting_section(),
        }
    }

    fn choice(&mut self) -> Vec<Stmt> {
        let r = self.target();
        let chosen = Expr::Read(Place::Own(r));
        let condition = self.atomic_condition();
        match self.random.below(8) {
            0..3 => vec![Stmt::Choose(r), Stmt::If(chosen, vec![self.atomic()], Vec::new())],
            3 | 4 => {
                let place = self.places[0].0;
                vec![Stmt::Choose(r), Stmt::If(chosen, self.use_of(place), Vec::new())]
            }
            5 => vec![Stmt::Choose(r), Stmt::Assume(chosen)],
            6 => vec![Stmt::Section(vec![self.atomic(), Stmt::Assume(condition)])],
            _ => vec![Stmt::Assume(condition)],
        }
    }

    fn ending(&mut self) -> Vec<Stmt> {
        let end = match self.random.below(4) {
            0 => Stmt::Exit(STATUS + self.thread as i32),
            1 => Stmt::Assume(Expr::Const(0)),
            2 if self.thread > 0 => Stmt::DetachSelf,
            _ => Stmt::Leave,
        };
        match self.random.percent(25) {
            true => vec![end],
            false => vec![Stmt::If(self.rare_condition(), vec![end], Vec::new())],
        }
    }

    /// A variable of a block that others know of for a while, or somebody who uses such a variable.
    fn block(&mut self) -> Vec<Stmt> {
        let lock = |body: Vec<Stmt>| [vec![mutex(Sync::Lock, MUTEX)], body, vec![mutex(Sync::Unlock, MUTEX)]].concat();
        let guarded = self.random.percent(60);
        if self.random.percent(50) {
            let body = self.use_of(Place::Deref);
            let body = vec![Stmt::Aim, Stmt::If(Expr::IsPointer, body, Vec::new())];
            return if guarded { lock(body) } else { body };
        }
        let inner = self.use_of(Place::Block);
        let mut body = if guarded { lock(inner) } else { vec![self.atomic()] };
        if guarded && self.random.percent(80) {
            body.extend(lock(vec![Stmt::Point(NOWHERE)]));
        }
        let block = Stmt::Scope(body);
        if self.random.percent(20) { vec![Stmt::Repeat(2, vec![block])] } else { vec![block] }
    }

    fn key(&mut self) -> Vec<Stmt> {
        let count = Place::Shared(KEY_COUNT);
        if !self.observed.contains(&count) {
            self.observed.push(count);
        }
        let r = self.target();
        match self.random.below(4) {
            0 => vec![Stmt::GetKey(r)],
            1 => vec![Stmt::SetKey(self.small()), self.atomic(), Stmt::GetKey(r)],
            2 => vec![Stmt::Assign(Place::Own(r), Expr::Read(count))],
            _ => vec![Stmt::SetKey(1 + self.small())],
        }
    }

    fn barrier(&mut self) -> Vec<Stmt> {
        let meet = Stmt::Sync(Sync::Meet, Object::Shared(BARRIER));
        self.promise(None, vec![meet.clone()]);
        let place = self.places[0].0;
        match self.random.below(4) {
            0 => vec![self.write_of(place), meet],
            1 => vec![meet, self.read_of(place)],
            _ => vec![self.atomic(), meet, self.atomic()],
        }
    }

    fn once(&mut self) -> Vec<Stmt> {
        let once = Stmt::Sync(Sync::Once, Object::Shared(ONCE));
        let r = self.target();
        let read = Stmt::Assign(Place::Own(r), Expr::Read(Place::Shared(ONCE_COUNT)));
        match self.random.below(4) {
            0 => vec![once],
            1 => vec![Stmt::If(self.rare_condition(), vec![once], Vec::new())],
            _ => vec![once, read],
        }
    }

    /// An atomic section that lets others in where it waits.
    fn waiting_section(&mut self) -> Vec<Stmt> {
        let object = Object::Shared;
        let (lock, take, give) = match self.random.below(5) {
            0 | 1 => (object(self.mutex()), Sync::Lock, Sync::Unlock),
            2 => (object(SEMAPHORE), Sync::Down, Sync::Up),
            3 => (object(RW_LOCK), Sync::ReadLock, Sync::RwUnlock),
            _ => (object(RW_LOCK), Sync::WriteLock, Sync::RwUnlock),
        };
        let (take, give) = (Stmt::Sync(take, lock), Stmt::Sync(give, lock));
        let [before, inner, after] = [(); 3].map(|()| self.atomic());
        match self.random.below(8) {
            0 => {
                let meet = Stmt::Sync(Sync::Meet, object(BARRIER));
                self.promise(None, vec![meet.clone()]);
                vec![Stmt::Section(vec![before, meet, after])]
            }
            1 => vec![Stmt::Section(vec![before, Stmt::Sync(Sync::Once, object(ONCE)), after])],
            2 => vec![Stmt::Section(vec![before, take, inner]), give],
            3 => vec![take, Stmt::Section(vec![before, give, after])],
            4 => vec![take, inner, give],
            _ => vec![Stmt::Section(vec![before, take, inner, give, after])],
        }
    }

    /// Blocks that change hands and are freed, and pointers to them that are compared later.
    fn place_of_freed(&mut self) -> Vec<Stmt> {
        let r = self.target();
        match self.random.below(8) {
            0 => vec![Stmt::Make],
            1 => vec![Stmt::Make, Stmt::Swap],
            2 => vec![Stmt::Release],
            3 => vec![Stmt::Release, Stmt::Same(r)],
            4 => vec![Stmt::If(self.atomic_condition(), vec![Stmt::Release], Vec::new()), Stmt::Same(r)],
            5 => vec![self.atomic(), Stmt::Make, Stmt::Same(r)],
            6 => vec![Stmt::Swap, Stmt::Same(r)],
            _ => vec![Stmt::Make, self.atomic()],
        }
    }

    /// Places where a thread can be cancelled; main cancels.
    fn cancellation(&mut self) -> Vec<Stmt> {
        if self.thread == 0 {
            return vec![self.atomic()];
        }
        let semaphore = |sync| Stmt::Sync(sync, Object::Shared(SEMAPHORE));
        let r = self.target();
        match self.random.below(6) {
            0..3 => vec![self.atomic(), Stmt::TestCancel],
            3 => vec![semaphore(Sync::Down), self.atomic(), semaphore(Sync::Up)],
            4 => vec![mutex(Sync::Lock, MUTEX), mutex(Sync::TimedWait(r), MUTEX), mutex(Sync::Unlock, MUTEX)],
            _ => {
                let last = binary(Binary::Eq, Expr::Read(Place::Own(r)), Expr::Const(1));
                vec![Stmt::If(last, vec![mutex(Sync::Lock, MUTEX)], Vec::new()), Stmt::TestCancel]
            }
        }
    }
}
