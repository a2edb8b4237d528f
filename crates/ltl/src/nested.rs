//! Nested depth-first search: is there an execution that is accepted? The graph is walked while it becomes
//! known, and the answer comes as soon as a cycle is closed.
//!
//! One worker walks as Courcoubetis, Vardi, Wolper and Yannakakis taught, with the colours of Schwoon and
//! Esparza: the outer search (*blue*) leaves a node when all behind it was seen; if it is accepting, an inner
//! one (*red*) looks for a way back to the nodes that the outer one is in the middle of (*cyan*).
//!
//! Several workers do the same at once, each in an order of its own, and share what is blue and red (CNDFS:
//! Evangelista, Laarman, Petrucci and van de Pol, *Improved multi-core nested depth-first search*, ATVA'12).
//! What an inner search has seen becomes red when it is over, and not before every other accepting node it
//! saw is red by somebody's doing: else two workers could each rely on the other.
//!
//! If every cycle of the automaton either has all marks on all of its edges or none (it is *weak*), the outer
//! search is enough: of the nodes of an accepted cycle the first one to become blue leads to one that is cyan.

use std::collections::HashSet;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, AtomicU8, Ordering};

use crate::automaton::Automaton;
use crate::buchi::{Arc, Buchi, Node};
use crate::emptiness::Fairness;
use crate::graph::{Row, Walked};

/// What all workers share.
pub struct Nested {
    product: Buchi,
    /// By level, by state and place.
    colours: Vec<Growing>,
    found: AtomicBool,
    /// Somebody cannot go on, so nobody should.
    over: AtomicBool,
}

const BLUE: u8 = 1;
const RED: u8 = 2;

impl Nested {
    /// Fairness is `None` or `Weak`: strong fairness is no matter of single cycles.
    pub fn new(automaton: &Automaton, fairness: Fairness) -> Nested {
        let product = Buchi::new(automaton, fairness);
        let colours = (0..=product.top()).map(|_| Growing::default()).collect();
        Nested { product, colours, found: AtomicBool::new(false), over: AtomicBool::new(false) }
    }

    /// One worker's part, the whole search if there is only one. Workers have different numbers.
    pub fn work(&self, graph: &mut dyn Walked, number: usize) {
        let mut walk =
            Walk { shared: self, graph, number, row: Row::default(), cyan: HashSet::new(), seen: HashSet::new() };
        // Whoever leaves early, for whatever reason, must not be waited for.
        let mut leaving = Leaving { shared: self, early: true };
        let mut starts: Vec<Node> = self.product.starts().collect();
        walk.arrange(&mut starts);
        leaving.early = !starts.into_iter().all(|start| walk.blue(start));
    }

    /// An execution is accepted.
    pub fn has_found(&self) -> bool {
        self.found.load(Ordering::SeqCst)
    }

    /// Nobody goes on.
    pub fn end(&self) {
        self.over.store(true, Ordering::SeqCst);
    }

    /// Bytes that the colours take.
    pub fn bytes(&self) -> u64 {
        self.colours.iter().map(Growing::bytes).sum()
    }

    fn is_over(&self) -> bool {
        self.over.load(Ordering::Relaxed)
    }

    fn colour(&self, node: Node) -> &AtomicU8 {
        let index = u64::from(node.state) * self.product.places() as u64 + u64::from(node.place);
        self.colours[node.level as usize].cell(index)
    }

    fn has(&self, node: Node, colour: u8) -> bool {
        self.colour(node).load(Ordering::SeqCst) & colour != 0
    }

    fn paint(&self, node: Node, colour: u8) {
        self.colour(node).fetch_or(colour, Ordering::SeqCst);
    }
}

struct Leaving<'n> {
    shared: &'n Nested,
    early: bool,
}

impl Drop for Leaving<'_> {
    fn drop(&mut self) {
        if self.early {
            self.shared.end();
        }
    }
}

/// One worker's walk.
struct Walk<'n> {
    shared: &'n Nested,
    graph: &'n mut dyn Walked,
    number: usize,
    row: Row,
    /// On the stack of the outer search.
    cyan: HashSet<Node>,
    /// Seen by the inner search.
    seen: HashSet<Node>,
}

/// A node on a stack: its edges are in a list of all, and these are left.
struct Frame {
    node: Node,
    begin: usize,
    next: usize,
}

impl Walk<'_> {
    /// Every worker has an order of its own, so that they part ways.
    fn arrange<T>(&self, list: &mut [T]) {
        if self.number % 2 == 1 {
            list.reverse();
        }
        if !list.is_empty() {
            list.rotate_left(self.number / 2 % list.len());
        }
    }

    /// Comes to a node. None if the walk has to end.
    fn enter(&mut self, node: Node, arcs: &mut Vec<Arc>) -> Option<Frame> {
        if self.shared.is_over() || !self.graph.row(node.state, &mut self.row) {
            return None;
        }
        let begin = arcs.len();
        self.shared.product.arcs(node, &self.row, arcs);
        self.arrange(&mut arcs[begin..]);
        Some(Frame { node, begin, next: begin })
    }

    fn report(&self) -> bool {
        self.shared.found.store(true, Ordering::SeqCst);
        false
    }

    /// The outer search. False if the walk has to end.
    fn blue(&mut self, start: Node) -> bool {
        if self.shared.has(start, BLUE) {
            return true;
        }
        let (mut arcs, mut stack) = (Vec::new(), Vec::new());
        let Some(first) = self.enter(start, &mut arcs) else { return false };
        self.cyan.insert(start);
        stack.push(first);
        while let Some(top) = stack.last_mut() {
            if let Some(arc) = arcs.get(top.next).copied() {
                top.next += 1;
                let accepting = arc.accepts || self.shared.product.is_accepting(top.node);
                let cyan = self.cyan.contains(&arc.to);
                if cyan && accepting {
                    return self.report();
                }
                if !cyan && !self.shared.has(arc.to, BLUE) {
                    let Some(frame) = self.enter(arc.to, &mut arcs) else { return false };
                    self.cyan.insert(arc.to);
                    stack.push(frame);
                }
                continue;
            }
            let (node, begin) = (top.node, top.begin);
            arcs.truncate(begin);
            self.shared.paint(node, BLUE);
            if self.shared.product.is_accepting(node) && !self.red(node) {
                return false;
            }
            self.cyan.remove(&node);
            stack.pop();
        }
        true
    }

    /// The inner search, from an accepting node. False if the walk has to end.
    fn red(&mut self, start: Node) -> bool {
        if self.shared.has(start, RED) {
            return true;
        }
        self.seen.clear();
        let (mut arcs, mut stack) = (Vec::new(), Vec::new());
        let Some(first) = self.enter(start, &mut arcs) else { return false };
        self.seen.insert(start);
        stack.push(first);
        while let Some(top) = stack.last_mut() {
            let Some(arc) = arcs.get(top.next).copied() else {
                arcs.truncate(top.begin);
                stack.pop();
                continue;
            };
            top.next += 1;
            if self.cyan.contains(&arc.to) {
                return self.report();
            }
            if !self.shared.has(arc.to, RED) && self.seen.insert(arc.to) {
                let Some(frame) = self.enter(arc.to, &mut arcs) else { return false };
                stack.push(frame);
            }
        }
        for node in self.seen.iter().filter(|node| **node != start && self.shared.product.is_accepting(**node)) {
            while !self.shared.has(*node, RED) {
                if self.shared.is_over() {
                    return false;
                }
                std::thread::yield_now();
            }
        }
        self.seen.iter().for_each(|node| self.shared.paint(*node, RED));
        true
    }
}

/// Cells that are there when they are asked for. Each part is twice as long as the one before, so none ever
/// moves.
struct Growing {
    parts: Vec<OnceLock<Box<[AtomicU8]>>>,
}

/// Cells of the first part.
const CELLS_FIRST: u64 = 1 << 8;
/// With so many parts the cells outnumber the nodes that 32 bits of states and 12 of places make.
const PARTS: usize = 40;

impl Default for Growing {
    fn default() -> Growing {
        Growing { parts: (0..PARTS).map(|_| OnceLock::new()).collect() }
    }
}

impl Growing {
    fn cell(&self, index: u64) -> &AtomicU8 {
        let part = (index / CELLS_FIRST + 1).ilog2();
        let length = CELLS_FIRST << part;
        let before = length - CELLS_FIRST;
        let cells = self.parts[part as usize].get_or_init(|| (0..length).map(|_| AtomicU8::new(0)).collect());
        &cells[usize::try_from(index - before).unwrap_or(usize::MAX)]
    }

    fn bytes(&self) -> u64 {
        self.parts.iter().filter_map(OnceLock::get).map(|part| part.len() as u64).sum()
    }
}
