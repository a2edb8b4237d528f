//! Temporal properties: formulas, the automata they are translated to, and whether a graph of states has
//! an execution that an automaton accepts.
//!
//! Nothing here knows what a state is or how it is stored. A *proposition* is a number; a *letter* says
//! which propositions hold, one bit for each; a *graph* says which letter each of its states has, which
//! threads could act there, and where the actions of threads lead.
//!
//! Reading order: [`formula`] (what is meant, and its normal form), [`parser`], [`automaton`] (from a
//! formula to an automaton), [`hoa`] (automata from files), `stutter` (which of those may be used with
//! reductions), [`graph`] (what is searched); then the ways to tell
//! whether there is a fair execution that is accepted: [`emptiness`] (components, and the execution itself),
//! [`nested`] (depth-first), [`owcty`] (by elimination), [`algorithm`] (which of them);
//! [`lasso`] (the meaning of formulas spelt out), [`predicate`] (expressions over a state).

#![forbid(unsafe_code)]

pub mod algorithm;
pub mod automaton;
mod buchi;
pub mod emptiness;
pub mod formula;
pub mod graph;
pub mod hoa;
pub mod lasso;
pub mod nested;
pub mod owcty;
pub mod parser;
pub mod predicate;
mod stutter;
#[cfg(test)]
mod tests;

pub use algorithm::Algorithm;
pub use automaton::{Automaton, Edge, Label};
pub use emptiness::{Fairness, Lasso, find};
pub use formula::Formula;
pub use graph::{Explicit, Move};
pub use nested::Nested;
pub use owcty::Crew;
pub use parser::{Mistake, Parsed, parse};

/// Propositions that hold in a state, one bit for each.
pub type Letter = u64;

/// So many propositions can be told apart.
pub const PROPOSITIONS_MAX: usize = 64;
