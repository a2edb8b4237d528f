use super::super::print::print;
use super::super::program::{Expr, Place, Rmw, Stmt};
use super::*;

fn program(threads: Vec<Vec<Stmt>>, observed: Vec<Observed>) -> Program {
    Program { threads, finale: Vec::new(), observed }
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

/// The outcome of values as `print` computes it.
fn status(values: &[i32]) -> i32 {
    values.iter().fold(0, |sum, value| sum * 31 + value)
}

fn kinds(behaviour: &Behaviour) -> Vec<&str> {
    let mut kinds: Vec<&str> = behaviour.violations.iter().map(|v| v.0).collect();
    kinds.dedup();
    kinds
}

#[test]
fn store_buffering() {
    let (x, y) = (Place::Atomic(0), Place::Atomic(1));
    let threads = vec![vec![set(x, 1), load(2, y)], vec![set(y, 1), load(2, x)]];
    let found = check(&program(threads, vec![Observed::Thread(0), Observed::Thread(1)]));
    let expected = [[0, 1], [1, 0], [1, 1]].map(|pair| status(&pair));
    assert_eq!(found.outcomes, BTreeSet::from(expected));
    assert!(found.violations.is_empty());
}

#[test]
fn a_lost_update_and_its_race() {
    let threads = vec![vec![Stmt::Bump(Place::Plain(0))], vec![Stmt::Bump(Place::Plain(0))]];
    let found = check(&program(threads, vec![Observed::Place(Place::Plain(0))]));
    assert_eq!(found.outcomes, BTreeSet::from([1, 2]));
    assert_eq!(kinds(&found), ["data-race"]);
}

#[test]
fn atomic_updates_are_not_lost() {
    let add = || vec![Stmt::Rmw(0, Place::Atomic(0), Rmw::FetchAdd(1))];
    let found = check(&program(vec![add(), add(), add()], vec![Observed::Place(Place::Atomic(0))]));
    assert_eq!(found.outcomes, BTreeSet::from([3]));
}

#[test]
fn locks_in_opposite_order() {
    let both = |a, b| vec![Stmt::Lock(a), Stmt::Lock(b), Stmt::Unlock(b), Stmt::Unlock(a)];
    assert_eq!(kinds(&check(&program(vec![both(0, 1), both(1, 0)], Vec::new()))), ["deadlock"]);
    assert!(check(&program(vec![both(0, 1), both(0, 1)], Vec::new())).violations.is_empty());
    let relock = vec![Stmt::Lock(0), Stmt::Lock(0)];
    assert_eq!(kinds(&check(&program(vec![relock], Vec::new()))), ["deadlock"]);
    assert_eq!(kinds(&check(&program(vec![vec![Stmt::Unlock(0)]], Vec::new()))), ["mutex-misuse"]);
}

#[test]
fn a_condition_variable() {
    let unset = Expr::Binary(Binary::Eq, Box::new(Expr::Read(Place::Plain(0))), Box::new(Expr::Const(0)));
    let waiter = vec![Stmt::Lock(0), Stmt::Wait(0, unset), Stmt::Unlock(0)];
    let setter = |signal: Vec<Stmt>| {
        let mut body = vec![Stmt::Lock(0), set(Place::Plain(0), 1)];
        body.extend(signal);
        body.push(Stmt::Unlock(0));
        body
    };
    let observed = || vec![Observed::Place(Place::Plain(0))];
    let silent = program(vec![setter(vec![]), waiter.clone()], observed());
    assert_eq!(kinds(&check(&silent)), ["deadlock"]);
    let one = program(vec![setter(vec![Stmt::Signal(0)]), waiter.clone(), waiter.clone()], observed());
    assert_eq!(kinds(&check(&one)), ["deadlock"]);
    let all = program(vec![setter(vec![Stmt::Broadcast(0)]), waiter.clone(), waiter], observed());
    assert!(check(&all).violations.is_empty());
}

#[test]
fn nodes() {
    let publish = vec![Stmt::New(0, 2), Stmt::Publish(0, 0)];
    let take = |then: Vec<Stmt>| vec![Stmt::Take(0, 0), Stmt::If(Expr::IsNode(0), then, Vec::new())];
    let use_it = vec![load(2, Place::Value(0)), Stmt::Free(0)];
    let found = check(&program(vec![publish.clone(), take(use_it.clone())], vec![Observed::Thread(1)]));
    assert_eq!(found.outcomes, BTreeSet::from([0, 2]));
    assert!(found.violations.is_empty());
    let unguarded = vec![Stmt::Take(0, 0), load(2, Place::Value(0))];
    assert_eq!(kinds(&check(&program(vec![publish.clone(), unguarded], Vec::new()))), ["null-deref"]);
    let mut peek = vec![Stmt::Peek(0, 0)];
    peek.push(Stmt::If(Expr::IsNode(0), vec![load(0, Place::Value(0)), Stmt::Free(0)], Vec::new()));
    let found = check(&program(vec![publish, take(use_it), peek], Vec::new()));
    assert_eq!(kinds(&found), ["double-free", "use-after-free"]);
}

#[test]
fn copies_break_between_words() {
    let writer = vec![set(Place::Field(0, 0), 1), set(Place::Field(0, 2), 1)];
    let threads = vec![writer, vec![Stmt::Snapshot(0)]];
    let found = check(&program(threads, vec![Observed::Thread(1)]));
    let expected = [[0, 0], [1, 0], [0, 1], [1, 1]].map(|[x, z]| status(&[x, z, 0]));
    assert_eq!(found.outcomes, BTreeSet::from(expected));
}

#[test]
fn an_endless_spin_has_no_outcome() {
    let found = check(&program(vec![vec![Stmt::Spin(Expr::Const(1))], vec![]], Vec::new()));
    assert!(found.outcomes.is_empty() && found.violations.is_empty());
}

#[test]
fn too_large_is_said() {
    let add = || vec![Stmt::Repeat(3, vec![Stmt::Rmw(0, Place::Atomic(0), Rmw::FetchAdd(1))])];
    let program = program(vec![add(), add(), add()], Vec::new());
    assert!(explore(&program, &print(&program), 10).is_none());
}
