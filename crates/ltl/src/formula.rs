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
            _ if a == b || a.implies(&b) => return a,
            _ if b.implies(&a) => return b,
            _ if a == b.negated() => return False,
            // G a ∧ G b = G (a ∧ b)
            (Release(x, p), Release(y, q)) if **x == False && **y == False => {
                return Formula::globally(Formula::and((**p).clone(), (**q).clone()));
            }
            _ => {}
        }
        let (a, b) = if a <= b { (a, b) } else { (b, a) };
        And(a.into(), b.into())
    }

    pub fn or(a: Formula, b: Formula) -> Formula {
        match (&a, &b) {
            (True, _) | (_, True) => return True,
            (False, _) => return b,
            (_, False) => return a,
            _ if a == b || a.implies(&b) => return b,
            _ if b.implies(&a) => return a,
            _ if a == b.negated() => return True,
            // F a ∨ F b = F (a ∨ b)
            (Until(x, p), Until(y, q)) if **x == True && **y == True => {
                return Formula::finally(Formula::or((**p).clone(), (**q).clone()));
            }
            _ => {}
        }
        let (a, b) = if a <= b { (a, b) } else { (b, a) };
        Or(a.into(), b.into())
    }

    pub fn next(a: Formula) -> Formula {
        match a {
            True | False => a,
            a => Next(a.into()),
        }
    }

    pub fn until(a: Formula, b: Formula) -> Formula {
        match (&a, &b) {
            (_, True | False) | (False, _) => return b,
            _ if a.implies(&b) => return b,
            // a U (a U b) = a U b; F (a U b) = F b
            (_, Until(x, y)) if **x == a || a == True => return Formula::until(a, (**y).clone()),
            // F G F a = G F a
            (True, _) if is_infinitely_often(&b) => return b,
            _ => {}
        }
        Until(a.into(), b.into())
    }

    pub fn release(a: Formula, b: Formula) -> Formula {
        match (&a, &b) {
            (_, True | False) | (True, _) => return b,
            _ if b.implies(&a) => return b,
            (_, Release(x, y)) if **x == a || a == False => return Formula::release(a, (**y).clone()),
            // G F G a = F G a
            (False, _) if is_in_the_end(&b) => return b,
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

/// G F …
fn is_infinitely_often(formula: &Formula) -> bool {
    matches!(formula, Release(x, a) if **x == False && matches!(&**a, Until(y, _) if **y == True))
}

/// F G …
fn is_in_the_end(formula: &Formula) -> bool {
    matches!(formula, Until(x, a) if **x == True && matches!(&**a, Release(y, _) if **y == False))
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
