//! Makes a program smaller as long as it stays interesting.
//!
//! Greedy: takes the first smaller neighbour that still shows the mismatch, and
//! begins again. Large cuts come first.

use super::program::{Expr, Place, Program, Stmt};

/// Neighbours tried at most, and how many at once.
const ATTEMPTS_MAX: usize = 3000;
const AT_ONCE: usize = 20;

/// `interesting` tells which of several programs is the first that still shows it.
pub(super) fn shrink(program: &Program, mut interesting: impl FnMut(&[Program]) -> Option<usize>) -> Program {
    let mut smallest = program.clone();
    let mut attempts = 0;
    'again: loop {
        for candidates in neighbours(&smallest).chunks(AT_ONCE) {
            attempts += candidates.len();
            if attempts > ATTEMPTS_MAX {
                return smallest;
            }
            if let Some(which) = interesting(candidates) {
                smallest = candidates[which].clone();
                continue 'again;
            }
        }
        return smallest;
    }
}

/// Smaller programs, the smallest first.
fn neighbours(program: &Program) -> Vec<Program> {
    let mut all: Vec<Program> = (1..program.threads.len()).map(|thread| without_thread(program, thread)).collect();
    for body in 0..program.threads.len() {
        let mut copy = program.clone();
        let dear = |stmt: &Stmt| matches!(stmt, Stmt::Create(_) | Stmt::Join(_));
        copy.threads[body].retain(dear);
        if copy.threads[body].len() + 1 < program.threads[body].len() {
            all.push(copy);
        }
    }
    for number in 0..program.statements().len() {
        all.push(replaced(program, number, Vec::new()));
    }
    for (number, stmt) in program.statements().into_iter().enumerate() {
        all.extend(simpler(stmt).into_iter().map(|by| replaced(program, number, by)));
    }
    all
}

/// The thread is gone, and so is what is done with it; later ones move up.
fn without_thread(program: &Program, thread: usize) -> Program {
    fn visit(body: &mut Vec<Stmt>, thread: u8) {
        let about = |stmt: &Stmt| match stmt {
            Stmt::Create(t) | Stmt::Join(t) | Stmt::Detach(t) => *t == thread,
            _ => false,
        };
        body.retain(|stmt| !about(stmt));
        for stmt in body {
            match stmt {
                Stmt::Create(t) | Stmt::Join(t) | Stmt::Detach(t) if *t > thread => *t -= 1,
                other => other.bodies_mut().into_iter().for_each(|body| visit(body, thread)),
            }
        }
    }
    let mut copy = program.clone();
    copy.threads.remove(thread);
    copy.arguments.remove(thread);
    copy.threads.iter_mut().for_each(|body| visit(body, thread as u8));
    copy
}

/// The program with statements in the place of one.
fn replaced(program: &Program, number: usize, by: Vec<Stmt>) -> Program {
    fn visit(body: &mut Vec<Stmt>, next: &mut usize, number: usize, by: &[Stmt]) {
        for at in 0..body.len() {
            *next += 1;
            if *next - 1 == number {
                body.splice(at..=at, by.iter().cloned());
                // Numbers beyond are of no interest any more.
                *next = usize::MAX / 2;
                return;
            }
            for inner in body[at].bodies_mut() {
                visit(inner, next, number, by);
            }
        }
    }
    let mut copy = program.clone();
    let mut next = 0;
    copy.bodies_mut().into_iter().for_each(|body| visit(body, &mut next, number, &by));
    copy
}

/// Statements that could stand for this one.
fn simpler(stmt: &Stmt) -> Vec<Vec<Stmt>> {
    let exprs = |expr: &Expr, make: &dyn Fn(Expr) -> Stmt| -> Vec<Vec<Stmt>> {
        smaller(expr).into_iter().map(|expr| vec![make(expr)]).collect()
    };
    match stmt {
        Stmt::If(condition, then, other) => {
            let mut all = vec![then.clone(), other.clone()];
            if !other.is_empty() {
                all.push(vec![Stmt::If(condition.clone(), then.clone(), Vec::new())]);
            }
            all.extend(exprs(condition, &|e| Stmt::If(e, then.clone(), other.clone())));
            all
        }
        Stmt::Repeat(_, body) | Stmt::Section(body) | Stmt::Scope(body) => vec![body.clone()],
        Stmt::Assume(condition) => exprs(condition, &Stmt::Assume),
        Stmt::Assign(place, value) => exprs(value, &|e| Stmt::Assign(*place, e)),
        Stmt::Put(place, value) => {
            let mut all = vec![vec![Stmt::Assign(*place, value.clone())]];
            all.extend(exprs(value, &|e| Stmt::Put(*place, e)));
            all
        }
        Stmt::Get(r, place) => {
            vec![vec![Stmt::Assign(Place::Own(*r), Expr::Read(*place))]]
        }
        Stmt::Spin(condition) => exprs(condition, &Stmt::Spin),
        Stmt::Assert(condition) => exprs(condition, &Stmt::Assert),
        Stmt::Observe(value) => exprs(value, &Stmt::Observe),
        Stmt::Wait(m, condition) => exprs(condition, &|e| Stmt::Wait(*m, e)),
        _ => Vec::new(),
    }
}

fn smaller(expr: &Expr) -> Vec<Expr> {
    match expr {
        Expr::Const(_) => Vec::new(),
        Expr::Read(_) | Expr::IsNode(_) | Expr::IsPointer | Expr::IsHead(_) => vec![Expr::Const(0), Expr::Const(1)],
        Expr::Binary(op, a, b) => {
            let mut all = vec![(**a).clone(), (**b).clone()];
            all.extend(smaller(a).into_iter().map(|a| Expr::Binary(*op, Box::new(a), b.clone())));
            all.extend(smaller(b).into_iter().map(|b| Expr::Binary(*op, a.clone(), Box::new(b))));
            all
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::generator::generate;
    use super::super::program::Sync;
    use super::*;

    #[test]
    fn neighbours_are_other_programs() {
        for seed in 0..50 {
            let program = generate(seed);
            assert!(neighbours(&program).iter().all(|other| *other != program), "seed {seed}");
        }
    }

    #[test]
    fn finds_the_one_statement() {
        let lock = |stmt: &&Stmt| matches!(stmt, Stmt::Sync(Sync::Lock, _));
        let locks = |program: &Program| program.statements().iter().any(lock);
        let program = (0..).map(generate).find(locks).unwrap();
        let small = shrink(&program, |candidates| candidates.iter().position(locks));
        assert_eq!(small.statements().len(), 1);
        assert!(small.threads.len() <= 2);
    }
}
