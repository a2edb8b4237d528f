//! Does an automaton tell apart executions that differ only in how long a letter stays?
//!
//! A formula without X does not, but an automaton from a file may, and then steps that change no proposition
//! must not be left out. What is asked for here is enough and not necessary:
//!
//! - *A letter may come once more*: for each edge and each letter that it allows, the state before or behind
//!   it has an edge to itself on that letter. It is taken a finite number of times for each letter of the
//!   execution, so its marks do not matter.
//! - *A letter may come once less*: if two edges in a row allow a letter, one edge with the marks of both leads
//!   to the same place on that letter. Between components marks do not matter: that happens a finite number
//!   of times. (So many edges in a row become one, from the left.)

use crate::Letter;
use crate::automaton::{Automaton, Edge};

/// Propositions of neighbouring edges whose letters are tried one by one.
const TRIED_MAX: u32 = 12;

impl Automaton {
    /// Only what is plain to see: false may be said of one that does not, either.
    pub fn ignores_stuttering(&self) -> bool {
        let component = self.components();
        (0..self.states()).all(|state| {
            self.edges[state].iter().all(|edge| {
                let near = self.edges[state].iter().chain(&self.edges[edge.to]);
                let Some(letters) = letters(near) else { return false };
                letters.into_iter().filter(|letter| edge.label.allows(*letter)).all(|letter| {
                    self.comes_once_more(state, edge, letter) && self.comes_once_less(state, edge, letter, &component)
                })
            })
        })
    }

    fn on(&self, state: usize, letter: Letter) -> impl Iterator<Item = &Edge> {
        self.edges[state].iter().filter(move |edge| edge.label.allows(letter))
    }

    fn comes_once_more(&self, state: usize, edge: &Edge, letter: Letter) -> bool {
        [state, edge.to].into_iter().any(|at| self.on(at, letter).any(|own| own.to == at))
    }

    fn comes_once_less(&self, state: usize, edge: &Edge, letter: Letter, component: &[usize]) -> bool {
        self.on(edge.to, letter).all(|second| {
            let marks = if component[state] == component[second.to] { edge.marks | second.marks } else { 0 };
            self.on(state, letter).any(|one| one.to == second.to && marks & !one.marks == 0)
        })
    }
}

/// All letters that these edges tell apart, if they are few.
fn letters<'e>(edges: impl Iterator<Item = &'e Edge>) -> Option<Vec<Letter>> {
    let told = edges.fold(0, |told, edge| told | edge.label.holding | edge.label.failing);
    if told.count_ones() > TRIED_MAX {
        return None;
    }
    let bits: Vec<u32> = (0..Letter::BITS).filter(|bit| told >> bit & 1 != 0).collect();
    let spread =
        |number: u32| (0..).zip(&bits).fold(0, |letter, (i, bit)| letter | Letter::from(number >> i & 1) << bit);
    Some((0..1_u32 << bits.len()).map(spread).collect())
}
