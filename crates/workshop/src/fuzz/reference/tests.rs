use super::super::print::print;
use super::super::program::{
    ATOMIC, BOX, Binary, Expr, HEAD, MUTEX, Object, PLAIN, POINTER, Place, RW_LOCK, Rmw, SEMAPHORE, STRUCT, Stmt,
};
use super::*;
use std::collections::BTreeSet;

/// All threads but the first are started at once and joined in the end.
fn program(threads: Vec<Vec<Stmt>>, observed: Vec<Place>) -> Program {
    let mut threads = threads;
    let others = 1..threads.len() as u8;
    let mut main: Vec<Stmt> = others.clone().map(Stmt::Create).collect();
    main.append(&mut threads[0]);
    main.extend(others.map(Stmt::Join));
    main.extend(observed.into_iter().map(|place| Stmt::Observe(Expr::Read(place))));
    threads[0] = main;
    let arguments = vec![BOX; threads.len()];
    Program { threads, arguments }
}

fn check(program: &Program) -> Behaviour {
    explore(program, &print(program), 100_000).unwrap()
}

fn set(place: Place, value: i32) -> Stmt {
    Stmt::Assign(place, Expr::Const(value))
}

fn load(r: u8, place: Place) -> Stmt {
    Stmt::Assign(Place::Own(r), Expr::Read(place))
}

fn mutex(sync: Sync, number: u8) -> Stmt {
    Stmt::Sync(sync, Object::Shared(MUTEX + number))
}

const P: Place = Place::Shared(PLAIN);
const A: Place = Place::Shared(ATOMIC);

fn kinds(behaviour: &Behaviour) -> Vec<&str> {
    let mut kinds: Vec<&str> = behaviour.violations.iter().map(|v| v.0).collect();
    kinds.dedup();
    kinds
}

#[test]
fn store_buffering() {
    let (x, y) = (A, Place::Shared(ATOMIC + 1));
    let threads = vec![vec![set(x, 1), load(2, y)], vec![set(y, 1), load(2, x)]];
    let found = check(&program(threads, Vec::new()));
    // The other's result first, then the own one.
    let status = |[own, other]: [i32; 2]| (other * 31 * 31 * 31) + own;
    let expected = [[0, 1], [1, 0], [1, 1]].map(status);
    assert_eq!(found.outcomes, BTreeSet::from(expected));
    assert!(found.violations.is_empty());
}

#[test]
fn a_lost_update_and_its_race() {
    let found = check(&program(vec![vec![Stmt::Bump(P)], vec![Stmt::Bump(P)]], vec![P]));
    assert_eq!(found.outcomes, BTreeSet::from([1, 2].map(|n| n * 31 * 31 * 31)));
    assert_eq!(kinds(&found), ["data-race"]);
}

#[test]
fn atomic_updates_are_not_lost() {
    let add = || vec![Stmt::Rmw(0, A, Rmw::FetchAdd(1)), set(Place::Own(0), 0)];
    let found = check(&program(vec![add(), add(), add()], vec![A]));
    assert_eq!(found.outcomes, BTreeSet::from([3 * 31 * 31 * 31]));
}

#[test]
fn sections_are_not_interrupted() {
    let bump = || vec![Stmt::Section(vec![Stmt::Bump(P)])];
    let found = check(&program(vec![bump(), bump()], vec![P]));
    assert_eq!(found.outcomes, BTreeSet::from([2 * 31 * 31 * 31]));
    assert!(found.violations.is_empty());
    let found = check(&program(vec![bump(), vec![Stmt::Bump(P)]], vec![P]));
    assert_eq!(found.outcomes, BTreeSet::from([1, 2].map(|n| n * 31 * 31 * 31)));
}

#[test]
fn locks() {
    let both = |a, b| vec![mutex(Sync::Lock, a), mutex(Sync::Lock, b), mutex(Sync::Unlock, b), mutex(Sync::Unlock, a)];
    assert_eq!(kinds(&check(&program(vec![both(0, 1), both(1, 0)], Vec::new()))), ["deadlock"]);
    assert!(check(&program(vec![both(0, 1), both(0, 1)], Vec::new())).violations.is_empty());
    assert_eq!(kinds(&check(&program(vec![both(0, 0)], Vec::new()))), ["deadlock"]);
    assert!(check(&program(vec![both(2, 2), both(2, 2)], Vec::new())).violations.is_empty());
    assert_eq!(kinds(&check(&program(vec![vec![mutex(Sync::Unlock, 0)]], Vec::new()))), ["mutex-misuse"]);
    let try_it = vec![mutex(Sync::TryLock(0), 0), mutex(Sync::TryLock(1), 0)];
    let found = check(&program(vec![try_it], Vec::new()));
    assert_eq!(found.outcomes, BTreeSet::from([EBUSY * 31]));
}

#[test]
fn readers_and_writers() {
    let rw = |sync| Stmt::Sync(sync, Object::Shared(RW_LOCK));
    let guarded = |sync, body: Stmt| vec![rw(sync), body, rw(Sync::RwUnlock)];
    let (read, write) = (|| guarded(Sync::ReadLock, load(0, P)), || guarded(Sync::WriteLock, Stmt::Bump(P)));
    assert!(check(&program(vec![read(), read(), write()], Vec::new())).violations.is_empty());
    let careless = guarded(Sync::ReadLock, Stmt::Bump(P));
    assert_eq!(kinds(&check(&program(vec![read(), careless], Vec::new()))), ["data-race"]);
    assert_eq!(kinds(&check(&program(vec![vec![rw(Sync::RwUnlock)]], Vec::new()))), ["mutex-misuse"]);
    let upgrade = vec![rw(Sync::ReadLock), rw(Sync::WriteLock)];
    assert_eq!(kinds(&check(&program(vec![upgrade], Vec::new()))), ["deadlock"]);
}

#[test]
fn a_semaphore() {
    let semaphore = |sync| Stmt::Sync(sync, Object::Shared(SEMAPHORE));
    let bump = || vec![semaphore(Sync::Down), Stmt::Bump(P), semaphore(Sync::Up)];
    assert!(check(&program(vec![bump(), bump()], Vec::new())).violations.is_empty());
    assert_eq!(kinds(&check(&program(vec![vec![semaphore(Sync::Down); 2]], Vec::new()))), ["deadlock"]);
}

#[test]
fn a_condition_variable() {
    let unset = Expr::Binary(Binary::Eq, Box::new(Expr::Read(P)), Box::new(Expr::Const(0)));
    let waiter = vec![mutex(Sync::Lock, 0), Stmt::Wait(MUTEX, unset), mutex(Sync::Unlock, 0)];
    let setter = |signal: Option<Sync>| {
        let mut body = vec![mutex(Sync::Lock, 0), set(P, 1)];
        body.extend(signal.map(|sync| mutex(sync, 0)));
        body.push(mutex(Sync::Unlock, 0));
        body
    };
    let silent = program(vec![setter(None), waiter.clone()], vec![P]);
    assert_eq!(kinds(&check(&silent)), ["deadlock"]);
    let one = program(vec![setter(Some(Sync::Signal)), waiter.clone(), waiter.clone()], vec![P]);
    assert_eq!(kinds(&check(&one)), ["deadlock"]);
    let all = program(vec![setter(Some(Sync::Broadcast)), waiter.clone(), waiter], vec![P]);
    assert!(check(&all).violations.is_empty());
    let timed = vec![mutex(Sync::Lock, 0), mutex(Sync::TimedWait(2), 0), mutex(Sync::Unlock, 0)];
    let found = check(&program(vec![timed, setter(Some(Sync::Signal))], Vec::new()));
    assert_eq!(found.outcomes, BTreeSet::from([0, ETIMEDOUT]));
}

#[test]
fn nodes() {
    let publish = vec![Stmt::New(0, 2), Stmt::Publish(HEAD, 0)];
    let take = |then: Vec<Stmt>| vec![Stmt::Take(0, HEAD), Stmt::If(Expr::IsNode(0), then, Vec::new())];
    let use_it = vec![load(2, Place::Value(0)), Stmt::Free(0)];
    let found = check(&program(vec![publish.clone(), take(use_it.clone())], Vec::new()));
    assert_eq!(found.outcomes, BTreeSet::from([0, 2 * 31 * 31 * 31]));
    assert!(found.violations.is_empty());
    let unguarded = vec![Stmt::Take(0, HEAD), load(2, Place::Value(0))];
    assert_eq!(kinds(&check(&program(vec![publish.clone(), unguarded], Vec::new()))), ["leak", "null-deref"]);
    let mut peek = vec![Stmt::Peek(0, HEAD)];
    peek.push(Stmt::If(Expr::IsNode(0), vec![load(0, Place::Value(0)), Stmt::Free(0)], Vec::new()));
    let found = check(&program(vec![publish, take(use_it), peek], Vec::new()));
    assert_eq!(kinds(&found), ["double-free", "use-after-free"]);
}

#[test]
fn a_pointer_to_a_variable() {
    let aim = vec![Stmt::Aim, Stmt::If(Expr::IsPointer, vec![load(2, Place::Deref)], Vec::new())];
    let point = vec![set(P, 5), Stmt::Point(P)];
    let found = check(&program(vec![point, aim], Vec::new()));
    assert_eq!(found.outcomes, BTreeSet::from([0, 5 * 31 * 31 * 31]));
    assert!(found.violations.is_empty(), "{POINTER} is atomic");
}

#[test]
fn copies_break_between_words() {
    let writer = vec![set(Place::Shared(STRUCT), 1), set(Place::Shared(STRUCT + 2), 1)];
    let found = check(&program(vec![writer, vec![Stmt::Snapshot(STRUCT)]], Vec::new()));
    let status = |[x, z]: [i32; 2]| (x * 31 + z).wrapping_mul(31 * 31 * 31 * 31) & i32::MAX;
    let expected = [[0, 0], [1, 0], [0, 1], [1, 1]].map(status);
    assert_eq!(found.outcomes, BTreeSet::from(expected));
}

#[test]
fn loops_count() {
    let body = vec![Stmt::Repeat(3, vec![Stmt::Round(2), Stmt::Observe(Expr::Read(Place::Own(2)))])];
    let found = check(&program(vec![body], Vec::new()));
    assert_eq!(found.outcomes, BTreeSet::from([(31 + 2) * 31 * 31 * 31 + 2]));
}

#[test]
fn an_endless_spin_has_no_outcome() {
    let found = check(&program(vec![vec![Stmt::Spin(Expr::Const(1))], vec![]], Vec::new()));
    assert!(found.outcomes.is_empty() && found.violations.is_empty());
}

#[test]
fn what_is_not_judged() {
    let add = || vec![Stmt::Repeat(3, vec![Stmt::Rmw(0, A, Rmw::FetchAdd(1))])];
    let large = program(vec![add(), add(), add()], Vec::new());
    assert!(explore(&large, &print(&large), 10).is_none());
    let never_started = Program { threads: vec![vec![Stmt::Join(1)], Vec::new()], arguments: vec![BOX; 2] };
    assert!(explore(&never_started, &print(&never_started), 10).is_none());
}

#[test]
fn lost_memory() {
    let found = check(&program(vec![vec![Stmt::New(0, 1)]], Vec::new()));
    assert_eq!(kinds(&found), ["leak"]);
    assert!(found.sure.violations.contains(&("leak", 0)) && found.sure.outcomes.is_empty());
    assert_eq!(found.sure_without_leaks.outcomes, BTreeSet::from([0]));
    let published = vec![Stmt::New(0, 1), Stmt::Publish(HEAD, 0)];
    assert!(check(&program(vec![published.clone()], Vec::new())).violations.is_empty());
    let freed = vec![Stmt::New(0, 1), Stmt::Free(0)];
    assert!(check(&program(vec![freed], Vec::new())).violations.is_empty());
    // Lost before the execution is given up.
    let given_up = [published, vec![Stmt::Take(1, HEAD), Stmt::Assume(Expr::Const(0))]].concat();
    let found = check(&program(vec![given_up], Vec::new()));
    assert_eq!(kinds(&found), ["leak"]);
    assert!(found.outcomes.is_empty());
}

#[test]
fn a_violation_that_another_hides_is_not_sure() {
    let fail = || vec![Stmt::Assert(Expr::Const(0))];
    let found = check(&program(vec![fail(), fail()], Vec::new()));
    assert_eq!(kinds(&found), ["assert"]);
    assert!(found.violations.len() == 2 && found.sure.violations.is_empty());
    let found = check(&program(vec![Vec::new(), fail()], Vec::new()));
    assert_eq!(found.violations, found.sure.violations);
}

#[test]
fn choices_and_endings() {
    let found = check(&program(vec![vec![Stmt::Choose(2)]], Vec::new()));
    assert_eq!(found.outcomes, BTreeSet::from([0, 1]));
    let found = check(&program(vec![vec![Stmt::Choose(2), Stmt::Assume(Expr::Read(Place::Own(2)))]], Vec::new()));
    assert_eq!(found.outcomes, BTreeSet::from([1]));
    let found = check(&program(vec![Vec::new(), vec![Stmt::Exit(7)]], Vec::new()));
    assert_eq!(found.outcomes, BTreeSet::from([7]));
    let found = check(&program(vec![vec![Stmt::Leave], vec![set(A, 1)]], Vec::new()));
    assert_eq!(found.outcomes, BTreeSet::from([0]));
    let found = check(&program(vec![Vec::new(), vec![Stmt::Join(0)]], Vec::new()));
    assert_eq!(kinds(&found), ["deadlock"]);
    let found = check(&program(vec![Vec::new(), vec![Stmt::DetachSelf]], Vec::new()));
    assert_eq!(kinds(&found), ["thread-misuse"]);
}

#[test]
fn waiting_in_a_section_lets_others_in() {
    let join = Stmt::Section(vec![set(A, 1), Stmt::Join(1)]);
    let threads = vec![vec![Stmt::Create(1), join], vec![set(A, 2)]];
    let found = check(&Program { threads, arguments: vec![BOX; 2] });
    assert_eq!(found.outcomes, BTreeSet::from([0]));
    assert!(found.violations.is_empty());
}

#[test]
fn the_variable_of_a_block() {
    let aim = |then: Vec<Stmt>| vec![Stmt::Aim, Stmt::If(Expr::IsPointer, then, Vec::new())];
    let found = check(&program(vec![vec![Stmt::Scope(Vec::new())], aim(vec![load(0, Place::Deref)])], Vec::new()));
    assert_eq!(kinds(&found), ["dead-stack"]);
    let withdrawn = vec![Stmt::Scope(vec![set(Place::Block, 3), Stmt::Point(Place::Shared(0))])];
    assert!(check(&program(vec![withdrawn], Vec::new())).violations.is_empty());
    let twice =
        vec![Stmt::Repeat(2, vec![Stmt::Scope(vec![Stmt::Observe(Expr::Read(Place::Block)), set(Place::Block, 1)])])];
    assert_eq!(check(&program(vec![twice], Vec::new())).outcomes, BTreeSet::from([0]));
}

#[test]
fn keys_barriers_and_once() {
    let keyed = program(vec![Vec::new(), vec![Stmt::SetKey(3)]], vec![Place::Shared(ATOMIC + 2)]);
    assert_eq!(check(&keyed).outcomes, BTreeSet::from([3 * 31 * 31 * 31]));
    let meet = Stmt::Sync(Sync::Meet, Object::Shared(super::super::program::BARRIER));
    let both = vec![vec![meet.clone(), load(0, P)], vec![set(P, 1), meet.clone()]];
    let found = check(&program(both, Vec::new()));
    assert_eq!(found.outcomes, BTreeSet::from([31 * 31]));
    assert!(found.violations.is_empty());
    assert_eq!(kinds(&check(&program(vec![vec![meet]], Vec::new()))), ["deadlock"]);
    let once =
        || vec![Stmt::Sync(Sync::Once, Object::Shared(super::super::program::ONCE)), load(2, Place::Shared(PLAIN + 2))];
    let found = check(&program(vec![once(), once()], Vec::new()));
    assert_eq!(found.outcomes, BTreeSet::from([31 * 31 * 31 + 1]));
    assert!(found.violations.is_empty());
}
