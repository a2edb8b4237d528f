//! The product of a graph and an automaton, one node after the other, with a single condition: nodes that
//! must be met again and again.
//!
//! An automaton has several marks, and each must be met again and again. So does weak fairness ask of every
//! thread that again and again it acts or cannot: that is a mark as well, on the edges where it does. A node
//! says which mark is waited for (its *level*); an edge that has it leads on to the next level, or over
//! several. Who has passed the last one is *accepting*, and begins anew (Choueka). Threads that do not exist
//! cannot act, so their marks are everywhere and their levels are not met.

use crate::automaton::{Automaton, Marks};
use crate::emptiness::Fairness;
use crate::graph::{Row, Threads};

/// A node of the product.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub(crate) struct Node {
    pub state: u32,
    /// In the automaton.
    pub place: u32,
    /// The mark that is waited for.
    pub level: u32,
}

/// An edge of the product.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Arc {
    pub to: Node,
    /// A cycle with this edge is accepted.
    pub accepts: bool,
}

pub(crate) struct Buchi {
    automaton: Automaton,
    fair: bool,
    /// Every cycle is either accepted or has no mark: there are no levels.
    pub weak: bool,
}

impl Buchi {
    pub(crate) fn new(automaton: &Automaton, fairness: Fairness) -> Buchi {
        let fair = fairness != Fairness::None;
        Buchi { automaton: automaton.clone(), fair, weak: !fair && automaton.is_weak() }
    }

    /// Accepting nodes have this level.
    pub(crate) fn top(&self) -> u32 {
        match (self.weak, self.fair) {
            (true, _) => 0,
            (_, false) => self.marks(),
            (_, true) => self.marks() + Threads::BITS,
        }
    }

    pub(crate) fn places(&self) -> usize {
        self.automaton.states()
    }

    fn marks(&self) -> u32 {
        u32::try_from(self.automaton.marks).unwrap_or(u32::MAX)
    }

    pub(crate) fn starts(&self) -> impl Iterator<Item = Node> + '_ {
        self.automaton.starts.iter().map(|place| Node { state: 0, place: small(*place), level: 0 })
    }

    pub(crate) fn is_accepting(&self, node: Node) -> bool {
        !self.weak && node.level == self.top()
    }

    /// Appends the edges of a node whose state has this row.
    pub(crate) fn arcs(&self, node: Node, row: &Row, arcs: &mut Vec<Arc>) {
        let edges = &self.automaton.edges[node.place as usize];
        for edge in edges.iter().filter(|edge| edge.label.allows(row.letter)) {
            let marks = self.automaton.marks_on(edge, row.letter);
            for by in &row.moves {
                let served = served(by.thread, row.runnable);
                let level = if self.weak { 0 } else { self.raised(node.level, marks, served) };
                let to = Node { state: by.to, place: small(edge.to), level };
                let accepts = if self.weak { marks == self.automaton.all_marks() } else { level == self.top() };
                arcs.push(Arc { to, accepts });
            }
        }
    }

    /// The level behind an edge.
    fn raised(&self, level: u32, marks: Marks, served: Threads) -> u32 {
        let mut level = if level == self.top() { 0 } else { level };
        if level < self.marks() {
            let met = (marks >> level).trailing_ones();
            level = (level + met).min(self.marks());
        }
        if self.fair && level >= self.marks() {
            let passed = level - self.marks();
            let met = served.checked_shr(passed).map_or(0, Threads::trailing_ones);
            level = (level + met).min(self.top());
        }
        level
    }
}

/// The threads that an edge does right by: who acts, and who cannot.
pub(crate) fn served(thread: Option<u8>, runnable: Threads) -> Threads {
    let acts = thread.and_then(|thread| Threads::from(1_u8).checked_shl(thread.into())).unwrap_or(0);
    acts | !runnable
}

fn small(place: usize) -> u32 {
    u32::try_from(place).unwrap_or(u32::MAX)
}
