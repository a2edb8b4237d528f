//! Which way to look for an execution that is accepted.

use crate::automaton::Automaton;
use crate::emptiness::Fairness;

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Algorithm {
    /// Whichever suits.
    #[default]
    Auto,
    /// Layers of states; whenever there are twice as many, their components.
    Components,
    /// Nested depth-first, by one worker.
    Ndfs,
    /// The same by several.
    Cndfs,
    /// Layers of states; whenever there are twice as many, elimination by all workers.
    Owcty,
}

/// How much there is to look for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Class {
    /// Once something has happened, whatever follows is a violation: the property is one of safety, or nearly.
    Terminal,
    /// From some time on every cycle is one.
    Weak,
    General,
}

impl Class {
    pub fn of(automaton: &Automaton) -> Class {
        match automaton {
            _ if automaton.is_terminal() => Class::Terminal,
            _ if automaton.is_weak() => Class::Weak,
            _ => Class::General,
        }
    }

    pub fn name(self) -> &'static str {
        match self {
            Class::Terminal => "terminal",
            Class::Weak => "weak",
            Class::General => "general",
        }
    }
}

impl Algorithm {
    pub const ALL: &[Algorithm] =
        &[Algorithm::Auto, Algorithm::Components, Algorithm::Ndfs, Algorithm::Cndfs, Algorithm::Owcty];

    pub fn name(self) -> &'static str {
        match self {
            Algorithm::Auto => "auto",
            Algorithm::Components => "components",
            Algorithm::Ndfs => "ndfs",
            Algorithm::Cndfs => "cndfs",
            Algorithm::Owcty => "owcty",
        }
    }

    /// Strong fairness is no matter of single cycles: what one of them does, a larger one need not undo.
    pub fn knows(self, fairness: Fairness) -> bool {
        fairness != Fairness::Strong || matches!(self, Algorithm::Auto | Algorithm::Components)
    }

    /// What *auto* means. Elimination takes several looks at every node, components one; so elimination
    /// is for several workers, and for properties where one look is not enough.
    #[must_use]
    pub fn chosen(self, class: Class, fairness: Fairness, workers: usize) -> Algorithm {
        match self {
            Algorithm::Auto if workers > 2 && class == Class::General && fairness == Fairness::None => Algorithm::Owcty,
            Algorithm::Auto => Algorithm::Components,
            named => named,
        }
    }
}
