//! What formulas mean on an execution that comes to a cycle, spelt out. For tests, and for showing why a
//! lasso that was found violates a formula.

use crate::Letter;
use crate::formula::Formula;

/// Does the formula hold of the execution that has these letters, the last `cycle` of them for ever?
pub fn holds(formula: &Formula, letters: &[Letter], cycle: usize) -> bool {
    assert!(cycle > 0 && cycle <= letters.len(), "a lasso goes on for ever");
    values(formula, letters, letters.len() - cycle)[0]
}

/// Where it holds.
fn values(formula: &Formula, letters: &[Letter], back: usize) -> Vec<bool> {
    let of = |formula: &Formula| values(formula, letters, back);
    let both = |a: &Formula, b: &Formula, join: fn(bool, bool) -> bool| -> Vec<bool> {
        of(a).into_iter().zip(of(b)).map(|(a, b)| join(a, b)).collect()
    };
    let next = |at: usize| if at + 1 == letters.len() { back } else { at + 1 };
    match formula {
        Formula::True => vec![true; letters.len()],
        Formula::False => vec![false; letters.len()],
        Formula::Literal { proposition, holds } => {
            letters.iter().map(|letter| (letter >> proposition & 1 != 0) == *holds).collect()
        }
        Formula::And(a, b) => both(a, b, |a, b| a && b),
        Formula::Or(a, b) => both(a, b, |a, b| a || b),
        Formula::Next(a) => {
            let a = of(a);
            (0..letters.len()).map(|at| a[next(at)]).collect()
        }
        Formula::Until(a, b) => {
            let (a, b) = (of(a), of(b));
            fixed_point(letters.len(), false, |at, now| b[at] || a[at] && now[next(at)])
        }
        Formula::Release(a, b) => {
            let (a, b) = (of(a), of(b));
            fixed_point(letters.len(), true, |at, now| b[at] && (a[at] || now[next(at)]))
        }
    }
}

fn fixed_point(len: usize, start: bool, step: impl Fn(usize, &[bool]) -> bool) -> Vec<bool> {
    let mut now = vec![start; len];
    loop {
        let then: Vec<bool> = (0..len).map(|at| step(at, &now)).collect();
        if then == now {
            return now;
        }
        now = then;
    }
}
