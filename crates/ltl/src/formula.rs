//! Formulas of linear temporal logic.
//!
//! What is parsed becomes a [`Formula`] at once: negations stand at propositions only, and what can be
//! said with the operators below is said with them. Constructors simplify; they never change the meaning,
//! which `tests` checks against [`crate::lasso`].

use std::fmt;
use std::rc::Rc;

/// A formula in negation normal form.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Formula {
    True,
    False,
    /// The proposition with this number holds, or does not.
    Literal {
        proposition: usize,
        holds: bool,
    },
    And(Rc<Formula>, Rc<Formula>),
    Or(Rc<Formula>, Rc<Formula>),
    Next(Rc<Formula>),
    /// The second holds some time, and until then the first.
    Until(Rc<Formula>, Rc<Formula>),
    /// The second holds up to and including when the first does, or for ever.
    Release(Rc<Formula>, Rc<Formula>),
}

/// Pairs of formulas that are looked at to see whether one implies the other.
const LOOKS_MAX: u32 = 1000;

use Formula::{And, False, Literal, Next, Or, Release, True, Until};

impl Formula {
    pub fn proposition(proposition: usize) -> Formula {
        Literal { proposition, holds: true }
    }

    /// The opposite.
    #[must_use]
    pub fn negated(&self) -> Formula {
        match self {
            True => False,
            False => True,
            Literal { proposition, holds } => Literal { proposition: *proposition, holds: !holds },
            And(a, b) => Formula::or(a.negated(), b.negated()),
            Or(a, b) => Formula::and(a.negated(), b.negated()),
            Next(a) => Formula::next(a.negated()),
            Until(a, b) => Formula::release(a.negated(), b.negated()),
            Release(a, b) => Formula::until(a.negated(), b.negated()),
        }
    }

    pub fn and(a: Formula, b: Formula) -> Formula {
        match (&a, &b) {
            (False, _) | (_, False) => return False,
            (True, _) => return b,
            (_, True) => return a,
            _ if a.implies(&b) => return a,
            _ if b.implies(&a) => return b,
            _ => {}
        }
        let mut parts = a.conjuncts();
        for part in b.conjuncts() {
            if !conjoin(&mut parts, part) {
                return False;
            }
        }
        parts.sort_unstable();
        parts.into_iter().rev().reduce(|rest, part| And(part.into(), rest.into())).unwrap_or(True)
    }

    pub fn or(a: Formula, b: Formula) -> Formula {
        match (&a, &b) {
            (True, _) | (_, True) => return True,
            (False, _) => return b,
            (_, False) => return a,
            _ if a.implies(&b) => return b,
            _ if b.implies(&a) => return a,
            _ => {}
        }
        let mut parts = a.disjuncts();
        for part in b.disjuncts() {
            if !disjoin(&mut parts, part) {
                return True;
            }
        }
        parts.sort_unstable();
        parts.into_iter().rev().reduce(|rest, part| Or(part.into(), rest.into())).unwrap_or(False)
    }

    pub fn next(a: Formula) -> Formula {
        match a {
            a if a.is_suspendable() => a,
            a => Next(a.into()),
        }
    }

    pub fn until(a: Formula, b: Formula) -> Formula {
        match (&a, &b) {
            (_, True | False) | (False, _) => return b,
            _ if a.implies(&b) => return b,
            // a U (a U b) = a U b; F (a U b) = F b
            (_, Until(x, y)) if **x == a || a == True => return Formula::until(a, (**y).clone()),
            _ if b.is_suspendable() => return b,
            // F (a ∧ GF b) = F a ∧ GF b; F (a ∨ FG b) = F a ∨ FG b
            (True, And(..) | Or(..)) if b.has_suspendable_part() => return b.part_by_part(Formula::finally),
            _ => {}
        }
        Until(a.into(), b.into())
    }

    pub fn release(a: Formula, b: Formula) -> Formula {
        match (&a, &b) {
            (_, True | False) | (True, _) => return b,
            _ if b.implies(&a) => return b,
            (_, Release(x, y)) if **x == a || a == False => return Formula::release(a, (**y).clone()),
            _ if b.is_suspendable() => return b,
            (False, And(..) | Or(..)) if b.has_suspendable_part() => return b.part_by_part(Formula::globally),
            _ => {}
        }
        Release(a.into(), b.into())
    }

    pub fn finally(a: Formula) -> Formula {
        Formula::until(True, a)
    }

    pub fn globally(a: Formula) -> Formula {
        Formula::release(False, a)
    }

    /// What it is a conjunction of.
    pub(crate) fn conjuncts(&self) -> Vec<Formula> {
        let (mut parts, mut open) = (Vec::new(), vec![self]);
        while let Some(formula) = open.pop() {
            match formula {
                And(a, b) => open.extend([&**b, &**a]),
                part => parts.push(part.clone()),
            }
        }
        parts
    }

    fn disjuncts(&self) -> Vec<Formula> {
        let (mut parts, mut open) = (Vec::new(), vec![self]);
        while let Some(formula) = open.pop() {
            match formula {
                Or(a, b) => open.extend([&**b, &**a]),
                part => parts.push(part.clone()),
            }
        }
        parts
    }

    /// Does it hold before wherever it holds, whatever comes first? Only what is plain to see.
    fn is_eventual(&self) -> bool {
        match self {
            True | False => true,
            Literal { .. } => false,
            And(a, b) | Or(a, b) => a.is_eventual() && b.is_eventual(),
            Next(a) => a.is_eventual(),
            Until(a, b) => **a == True || b.is_eventual(),
            Release(a, b) => **a == False && b.is_eventual(),
        }
    }

    /// Does it hold for ever once it holds? Only what is plain to see.
    fn is_universal(&self) -> bool {
        match self {
            True | False => true,
            Literal { .. } => false,
            And(a, b) | Or(a, b) => a.is_universal() && b.is_universal(),
            Next(a) => a.is_universal(),
            Until(a, b) => **a == True && b.is_universal(),
            Release(a, b) => **a == False || b.is_universal(),
        }
    }

    /// Does it hold always or never, as `G F a` and `F G a` do? (Etessami and Holzmann, *Optimizing Büchi automata*,
    /// CONCUR 2000.)
    fn is_suspendable(&self) -> bool {
        self.is_eventual() && self.is_universal()
    }

    fn has_suspendable_part(&self) -> bool {
        let parts = if matches!(self, And(..)) { self.conjuncts() } else { self.disjuncts() };
        parts.iter().any(Formula::is_suspendable)
    }

    /// F or G of a conjunction or disjunction, of which some parts hold always or never.
    fn part_by_part(&self, operator: fn(Formula) -> Formula) -> Formula {
        let (parts, join, none): (_, fn(Formula, Formula) -> Formula, _) = match self {
            And(..) => (self.conjuncts(), Formula::and, True),
            _ => (self.disjuncts(), Formula::or, False),
        };
        let (still, moving): (Vec<_>, Vec<_>) = parts.into_iter().partition(Formula::is_suspendable);
        let moving = operator(moving.into_iter().fold(none, join));
        still.into_iter().fold(moving, join)
    }

    /// Is it plainly the opposite of the other?
    fn is_opposite(&self, other: &Formula) -> bool {
        let both = |a: &Formula, b: &Formula, c: &Formula, d: &Formula| a.is_opposite(c) && b.is_opposite(d);
        match (self, other) {
            (True, False) | (False, True) => true,
            (Literal { proposition: a, holds }, Literal { proposition: b, holds: other }) => a == b && holds != other,
            (Next(a), Next(b)) => a.is_opposite(b),
            (And(a, b), Or(c, d)) | (Or(a, b), And(c, d)) => both(a, b, c, d),
            (Until(a, b), Release(c, d)) | (Release(a, b), Until(c, d)) => both(a, b, c, d),
            _ => false,
        }
    }

    /// Does the second hold wherever this does? Only what is plain to see.
    fn implies(&self, other: &Formula) -> bool {
        let mut looks = LOOKS_MAX;
        self.implies_plainly(other, &mut looks)
    }

    /// The same; what takes more looks than these is not plain.
    fn implies_plainly(&self, other: &Formula, looks: &mut u32) -> bool {
        if *looks == 0 {
            return false;
        }
        *looks -= 1;
        let mut is = |a: &Formula, b: &Formula| a.implies_plainly(b, looks);
        match (self, other) {
            _ if self == other => true,
            (False, _) | (_, True) => true,
            (_, And(a, b)) => is(self, a) && is(self, b),
            (Or(a, b), _) => is(a, other) && is(b, other),
            (Release(x, a), Release(y, b)) if is(x, y) && is(a, b) => true,
            (Until(x, a), Until(y, b)) if is(x, y) && is(a, b) => true,
            (Release(_, a), _) if is(a, other) => true,
            (_, Until(_, b)) if is(self, b) => true,
            (Until(a, b), _) if is(a, other) && is(b, other) => true,
            (_, Release(a, b)) if is(self, a) && is(self, b) => true,
            (And(a, b), _) => is(a, other) || is(b, other),
            (_, Or(a, b)) => is(self, a) || is(self, b),
            _ => false,
        }
    }

    /// Has it more operators and literals than this, written out?
    pub fn is_larger_than(&self, size: usize) -> bool {
        let (mut count, mut all) = (0, vec![self]);
        while let Some(formula) = all.pop() {
            count += 1;
            if count > size {
                return true;
            }
            match formula {
                True | False | Literal { .. } => {}
                Next(a) => all.push(a),
                And(a, b) | Or(a, b) | Until(a, b) | Release(a, b) => all.extend([&**a, &**b]),
            }
        }
        false
    }

    /// Does it speak of the next step?
    pub fn has_next(&self) -> bool {
        match self {
            True | False | Literal { .. } => false,
            Next(_) => true,
            And(a, b) | Or(a, b) | Until(a, b) | Release(a, b) => a.has_next() || b.has_next(),
        }
    }

    /// Can it only be violated by something that happens at some moment? (No *until* is left to keep.)
    pub fn is_safety(&self) -> bool {
        match self {
            True | False | Literal { .. } => true,
            Next(a) => a.is_safety(),
            Until(..) => false,
            And(a, b) | Or(a, b) | Release(a, b) => a.is_safety() && b.is_safety(),
        }
    }
}

/// Adds a part to a conjunction. False if nothing can hold of it any more.
fn conjoin(parts: &mut Vec<Formula>, part: Formula) -> bool {
    // G a ∧ G b = G (a ∧ b); FG a ∧ FG b = FG (a ∧ b)
    for (matching, join) in [(always as Inside, Formula::globally as Join), (in_the_end, in_the_end_of)] {
        let Some(inside) = matching(&part).cloned() else { continue };
        if let Some(at) = parts.iter().position(|other| matching(other).is_some())
            && let Some(other) = matching(&parts[at]).cloned()
        {
            parts.swap_remove(at);
            return join(Formula::and(other, inside)).conjuncts().into_iter().all(|part| conjoin(parts, part));
        }
    }
    if part == False || parts.iter().any(|other| other.is_opposite(&part)) {
        return false;
    }
    if part != True && !parts.iter().any(|other| other.implies(&part)) {
        parts.retain(|other| !part.implies(other));
        parts.push(part);
    }
    true
}

/// Adds a part to a disjunction. False if it always holds.
fn disjoin(parts: &mut Vec<Formula>, part: Formula) -> bool {
    // F a ∨ F b = F (a ∨ b); GF a ∨ GF b = GF (a ∨ b)
    for (matching, join) in [(finally as Inside, Formula::finally as Join), (again, again_of)] {
        let Some(inside) = matching(&part).cloned() else { continue };
        if let Some(at) = parts.iter().position(|other| matching(other).is_some())
            && let Some(other) = matching(&parts[at]).cloned()
        {
            parts.swap_remove(at);
            return join(Formula::or(other, inside)).disjuncts().into_iter().all(|part| disjoin(parts, part));
        }
    }
    if part == True || parts.iter().any(|other| other.is_opposite(&part)) {
        return false;
    }
    if part != False && !parts.iter().any(|other| part.implies(other)) {
        parts.retain(|other| !other.implies(&part));
        parts.push(part);
    }
    true
}

type Inside = fn(&Formula) -> Option<&Formula>;
type Join = fn(Formula) -> Formula;

/// Of G a: a.
pub(crate) fn always(formula: &Formula) -> Option<&Formula> {
    matches!(formula, Release(x, _) if **x == False).then(|| second(formula))
}

/// Of F a: a.
pub(crate) fn finally(formula: &Formula) -> Option<&Formula> {
    matches!(formula, Until(x, _) if **x == True).then(|| second(formula))
}

/// Of G F a: a.
fn again(formula: &Formula) -> Option<&Formula> {
    always(formula).and_then(finally)
}

/// Of F G a: a.
fn in_the_end(formula: &Formula) -> Option<&Formula> {
    finally(formula).and_then(always)
}

fn again_of(a: Formula) -> Formula {
    Formula::globally(Formula::finally(a))
}

fn in_the_end_of(a: Formula) -> Formula {
    Formula::finally(Formula::globally(a))
}

/// The second operand of an operator that has two.
fn second(formula: &Formula) -> &Formula {
    match formula {
        And(_, b) | Or(_, b) | Until(_, b) | Release(_, b) => b,
        other => other,
    }
}

impl fmt::Display for Formula {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            True => write!(f, "true"),
            False => write!(f, "false"),
            Literal { proposition, holds } => write!(f, "{}p{proposition}", if *holds { "" } else { "!" }),
            And(a, b) => write!(f, "({a} && {b})"),
            Or(a, b) => write!(f, "({a} || {b})"),
            Next(a) => write!(f, "X {a}"),
            Until(a, b) if **a == True => write!(f, "F {b}"),
            Until(a, b) => write!(f, "({a} U {b})"),
            Release(a, b) if **a == False => write!(f, "G {b}"),
            Release(a, b) => write!(f, "({a} R {b})"),
        }
    }
}
