//! Is there a fair execution that an automaton accepts?
//!
//! The states of the product of graph and automaton that lead to each other (strongly connected
//! components, found by Tarjan's algorithm) are looked at together: an execution can stay in a component
//! and do everything that can be done there again and again. So one is accepted there if the edges of the
//! component have all marks, and it is fair
//!
//! - *weakly* (a thread that can act from some time on acts again) if every thread acts in the component
//!   or cannot act in one of its states;
//! - *strongly* (a thread that can act again and again acts again) if every thread that can act in one of
//!   its states acts in it. If one does not, then executions that are fair keep out of the states in which
//!   it could: the rest of the component is looked at in the same way (Emerson and Lei).
//!
//! Both marks and weak fairness only ask for more states, so whole components decide; this takes time
//! linear in the product. What is found in a part of a graph is found in the whole graph.
//!
//! Most graphs need no look at the product. A component of the product that counts is within one component of
//! the automaton, and its states are within one component of those states of the graph on whose letters that one
//! can stay; it has no more marks and, if it is to be weakly fair, no fewer threads that are left out. So if no
//! such part of the graph has letters for all marks, and does right by everybody, there is nothing to find.

use std::collections::{HashMap, HashSet, VecDeque};

use crate::Letter;
use crate::automaton::{Automaton, Edge, Label, Marks};
use crate::graph::{Explicit, RawMove, Threads};

/// What is expected of the scheduler.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Fairness {
    /// Nothing.
    None,
    /// A thread that can act from some time on acts again.
    #[default]
    Weak,
    /// A thread that can act again and again acts again.
    Strong,
}

impl Fairness {
    pub fn name(self) -> &'static str {
        match self {
            Fairness::None => "none",
            Fairness::Weak => "weak",
            Fairness::Strong => "strong",
        }
    }
}

/// An execution that comes to a cycle: states and the number of the move that is made in each.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Lasso {
    pub prefix: Vec<(u32, usize)>,
    pub cycle: Vec<(u32, usize)>,
}

/// Looks for an execution from state 0 of the graph that the automaton accepts and that is fair.
pub fn find(graph: &Explicit, automaton: &Automaton, fairness: Fairness) -> Option<Lasso> {
    if graph.is_empty() {
        return None;
    }
    if !is_likely(graph, automaton, fairness) {
        return None;
    }
    let product = Product { graph, automaton, width: automaton.states().max(1) };
    let starts: Vec<usize> = automaton.starts.iter().map(|state| product.node(0, *state)).collect();
    let found = product.fair_component(&starts, fairness, false, &|_| true)?;
    Some(product.lasso(&starts, &found, fairness))
}

/// Has the graph a component in which the automaton could accept a fair execution, wherever it were?
fn is_likely(graph: &Explicit, automaton: &Automaton, fairness: Fairness) -> bool {
    let component = automaton.components();
    let count = component.iter().max().map_or(0, |max| max + 1);
    (0..count).any(|number| {
        let states = (0..automaton.states()).filter(|state| component[*state] == number);
        let inside: Vec<&Edge> =
            states.flat_map(|state| &automaton.edges[state]).filter(|edge| component[edge.to] == number).collect();
        stays_likely(graph, automaton, &inside, fairness)
    })
}

/// The same of an execution that stays on these edges.
fn stays_likely(graph: &Explicit, automaton: &Automaton, inside: &[&Edge], fairness: Fairness) -> bool {
    let all = automaton.all_marks();
    // By kind of state: the marks that can be met there, if there is an edge at all.
    let marks: Vec<Option<Marks>> = graph
        .letters()
        .map(|letter| {
            let allowed = inside.iter().filter(|edge| edge.label.allows(letter));
            allowed.map(|edge| automaton.marks_on(edge, letter)).reduce(|all, marks| all | marks)
        })
        .collect();
    if marks.iter().flatten().fold(0, |all, marks| all | marks) != all {
        return false;
    }
    let anything = Edge { label: Label::default(), marks: 0, to: 0 };
    let still = Automaton { starts: vec![0], edges: vec![vec![anything]], ..Automaton::default() };
    let product = Product { graph, automaton: &still, width: 1 };
    let marks_in = |node: usize| marks[graph.kind(product.state(node))];
    let mut judge = |nodes: &[usize], order: &Order| {
        if nodes.iter().fold(0, |all, node| all | marks_in(*node).unwrap_or(0)) != all {
            return None;
        }
        let summary = product.summary(nodes, |node| order.get(node) == JUDGED);
        let served = fairness != Fairness::Weak || summary.always_able & !summary.acting == 0;
        (summary.cyclic && served).then_some(())
    };
    let mut tarjan = Tarjan::new(graph.len(), false);
    let stays = |node: usize| marks_in(node).is_some();
    (0..graph.len()).any(|start| stays(start) && tarjan.visit(&product, start, &stays, &mut judge).is_some())
}

struct Product<'a> {
    graph: &'a Explicit,
    automaton: &'a Automaton,
    /// States of the automaton.
    width: usize,
}

/// An edge of the product.
#[derive(Clone, Copy)]
struct Step {
    /// The number of the move in its state.
    nth: usize,
    thread: Option<u8>,
    marks: Marks,
    to: usize,
}

/// Where one is among the edges of a node: which edge of the automaton, and which move of the state.
#[derive(Clone, Copy)]
struct Cursor {
    state: u32,
    place: u32,
    edge: u32,
    nth: u32,
}

/// A node: the letter of its state with its marks, edges of the automaton, and moves of the graph.
struct Row<'a> {
    letter: Letter,
    marks: Marks,
    edges: &'a [Edge],
    moves: &'a [RawMove],
    /// States of the automaton.
    width: usize,
}

impl Row<'_> {
    /// The next edge, if there is another one.
    #[inline]
    fn step(&self, at: &mut Cursor) -> Option<Step> {
        while let Some(edge) = self.edges.get(at.edge as usize) {
            let nth = at.nth as usize;
            if let Some(by) = self.moves.get(nth).filter(|_| edge.label.allows(self.letter)) {
                at.nth += 1;
                let (to, marks) = (by.to() as usize * self.width + edge.to, edge.marks | self.marks);
                return Some(Step { nth, thread: by.thread(), marks, to });
            }
            (at.edge, at.nth) = (at.edge + 1, 0);
        }
        None
    }
}

/// A component: its nodes, and what can be done there.
struct Component {
    nodes: HashSet<usize>,
    marks: Marks,
    acting: Threads,
    /// Threads that can act in some of its states, and in all of them.
    able: Threads,
    always_able: Threads,
    cyclic: bool,
}

const UNSEEN: u32 = 0;
const DONE: u32 = u32::MAX;
/// Of the component that is being judged.
const JUDGED: u32 = u32::MAX - 1;

impl Product<'_> {
    fn node(&self, state: u32, place: usize) -> usize {
        state as usize * self.width + place
    }

    fn state(&self, node: usize) -> u32 {
        u32::try_from(node / self.width).unwrap_or(u32::MAX)
    }

    /// What the edges of a node are made of.
    #[inline]
    fn row(&self, at: Cursor) -> Row<'_> {
        let letter = self.graph.letter(at.state);
        let marks = self.automaton.marks_of(letter);
        let (edges, moves) = (&self.automaton.edges[at.place as usize][..], self.graph.raw_moves(at.state));
        Row { letter, marks, edges, moves, width: self.width }
    }

    fn cursor(&self, node: usize) -> Cursor {
        let place = u32::try_from(node % self.width).unwrap_or(u32::MAX);
        Cursor { state: self.state(node), place, edge: 0, nth: 0 }
    }

    /// All edges of a node.
    fn steps(&self, node: usize) -> impl Iterator<Item = Step> + '_ {
        let mut at = self.cursor(node);
        let row = self.row(at);
        std::iter::from_fn(move || row.step(&mut at))
    }

    /// A component in which a fair execution is accepted, of those that can be reached within the nodes
    /// that are `allowed`.
    fn fair_component(
        &self,
        starts: &[usize],
        fairness: Fairness,
        few: bool,
        allowed: &dyn Fn(usize) -> bool,
    ) -> Option<Component> {
        let mut tarjan = Tarjan::new(self.graph.len() * self.width, few);
        for start in starts.iter().filter(|start| allowed(**start)) {
            let judge = &mut |nodes: &[usize], order: &Order| self.judge(nodes, fairness, order);
            let found = tarjan.visit(self, *start, allowed, judge);
            if found.is_some() {
                return found;
            }
        }
        None
    }

    /// Is a fair execution accepted that stays in these nodes?
    fn judge(&self, nodes: &[usize], fairness: Fairness, order: &Order) -> Option<Component> {
        let summary = self.summary(nodes, |node| order.get(node) == JUDGED);
        if !summary.cyclic || summary.marks != self.automaton.all_marks() {
            return None;
        }
        let left_out = match fairness {
            Fairness::None => 0,
            Fairness::Weak => summary.always_able & !summary.acting,
            Fairness::Strong => summary.able & !summary.acting,
        };
        if left_out == 0 {
            return Some(Component { nodes: nodes.iter().copied().collect(), ..summary });
        }
        if fairness == Fairness::Weak {
            return None;
        }
        let nodes: HashSet<usize> = nodes.iter().copied().collect();
        let stays = |node: usize| nodes.contains(&node) && self.graph.runnable(self.state(node)) & left_out == 0;
        let mut starts: Vec<usize> = nodes.iter().copied().collect();
        starts.sort_unstable();
        self.fair_component(&starts, fairness, true, &stays)
    }

    /// What can be done in these nodes without leaving them.
    fn summary(&self, nodes: &[usize], is_inside: impl Fn(usize) -> bool) -> Component {
        let (mut marks, mut acting, mut able, mut always_able) = (0, 0, 0, Threads::MAX);
        let mut cyclic = false;
        for node in nodes {
            let runnable = self.graph.runnable(self.state(*node));
            able |= runnable;
            always_able &= runnable;
            for step in self.steps(*node).filter(|step| is_inside(step.to)) {
                marks |= step.marks;
                acting |= bit(step.thread);
                cyclic = true;
            }
        }
        Component { nodes: HashSet::new(), marks, acting, able, always_able, cyclic }
    }

    /// A short way into the component, and one round in it that does all that is needed.
    fn lasso(&self, starts: &[usize], component: &Component, fairness: Fairness) -> Lasso {
        let into = |node: usize| component.nodes.contains(&node);
        let (prefix, first) = self.way(starts, &|_| true, &|at| match at {
            At::Node(node) => into(node),
            At::Edge(..) => false,
        });
        let mut needs = Needs {
            marks: self.automaton.all_marks(),
            threads: match fairness {
                Fairness::None => 0,
                Fairness::Weak => Threads::MAX,
                Fairness::Strong => component.able,
            },
            weak: fairness == Fairness::Weak,
        };
        let mut cycle: Vec<(usize, Step)> = Vec::new();
        let mut here = first;
        needs.meet_state(self.graph.runnable(self.state(here)));
        while needs.any() {
            let (way, there) = self.way(&[here], &into, &|at| match at {
                At::Node(node) => needs.helps_state(self.graph.runnable(self.state(node))),
                At::Edge(step) => needs.helps(step),
            });
            if way.is_empty() {
                // Nothing is left that could be met: the component was judged by the same needs.
                break;
            }
            for (node, step) in &way {
                needs.meet_state(self.graph.runnable(self.state(*node)));
                needs.meet(step);
            }
            needs.meet_state(self.graph.runnable(self.state(there)));
            cycle.extend(way);
            here = there;
        }
        if here != first || cycle.is_empty() {
            let (way, _) = self.way(&[here], &into, &|at| matches!(at, At::Edge(step) if step.to == first));
            cycle.extend(way);
        }
        let plain = |way: Vec<(usize, Step)>| way.iter().map(|(node, step)| (self.state(*node), step.nth)).collect();
        Lasso { prefix: plain(prefix), cycle: plain(cycle) }
    }

    /// The shortest way from one of the starts, within what is allowed, to something that is wanted: a node
    /// or the end of an edge. And where it ends.
    fn way(
        &self,
        starts: &[usize],
        allowed: &dyn Fn(usize) -> bool,
        wanted: &dyn Fn(At<'_>) -> bool,
    ) -> (Vec<(usize, Step)>, usize) {
        let mut from: HashMap<usize, Option<(usize, Step)>> = HashMap::new();
        let mut queue = VecDeque::new();
        for start in starts {
            from.insert(*start, None);
            queue.push_back(*start);
        }
        while let Some(node) = queue.pop_front() {
            if wanted(At::Node(node)) {
                return (trail(&from, node), node);
            }
            for step in self.steps(node).filter(|step| allowed(step.to)) {
                if wanted(At::Edge(&step)) {
                    let mut way = trail(&from, node);
                    way.push((node, step));
                    return (way, step.to);
                }
                from.entry(step.to).or_insert_with(|| {
                    queue.push_back(step.to);
                    Some((node, step))
                });
            }
        }
        (Vec::new(), starts.first().copied().unwrap_or(0))
    }
}

/// Where a way may end.
enum At<'s> {
    Node(usize),
    Edge(&'s Step),
}

/// The steps that led to a node.
fn trail(from: &HashMap<usize, Option<(usize, Step)>>, node: usize) -> Vec<(usize, Step)> {
    let mut way = Vec::new();
    let mut at = node;
    while let Some(Some((before, step))) = from.get(&at) {
        way.push((*before, *step));
        at = *before;
    }
    way.reverse();
    way
}

fn bit(thread: Option<u8>) -> Threads {
    thread.and_then(|thread| Threads::from(1_u8).checked_shl(thread.into())).unwrap_or(0)
}

/// What a cycle must still do.
struct Needs {
    marks: Marks,
    threads: Threads,
    /// A thread is also served by a state in which it cannot act.
    weak: bool,
}

impl Needs {
    fn any(&self) -> bool {
        self.marks != 0 || self.threads != 0
    }

    fn helps(&self, step: &Step) -> bool {
        self.marks & step.marks != 0 || self.threads & bit(step.thread) != 0
    }

    fn helps_state(&self, runnable: Threads) -> bool {
        self.weak && self.threads & !runnable != 0
    }

    fn meet(&mut self, step: &Step) {
        self.marks &= !step.marks;
        self.threads &= !bit(step.thread);
    }

    fn meet_state(&mut self, runnable: Threads) {
        if self.weak {
            self.threads &= runnable;
        }
    }
}

/// Tarjan's algorithm, without recursion.
struct Tarjan {
    /// 0: not met; the greatest number: its component is done; else one more than when it was met.
    order: Order,
    next: u32,
    stack: Vec<usize>,
    calls: Vec<Call>,
}

struct Call {
    node: usize,
    at: Cursor,
    low: u32,
    /// It leads to itself.
    loops: bool,
}

/// Few nodes of many are kept in a map.
enum Order {
    All(Vec<u32>),
    Some(HashMap<usize, u32>),
}

impl Order {
    #[inline]
    fn get(&self, node: usize) -> u32 {
        match self {
            Order::All(all) => all[node],
            Order::Some(some) => some.get(&node).copied().unwrap_or(UNSEEN),
        }
    }

    fn set(&mut self, node: usize, value: u32) {
        match self {
            Order::All(all) => all[node] = value,
            Order::Some(some) => drop(some.insert(node, value)),
        }
    }
}

impl Tarjan {
    fn new(nodes: usize, few: bool) -> Tarjan {
        let order = if few { Order::Some(HashMap::new()) } else { Order::All(vec![UNSEEN; nodes]) };
        Tarjan { order, next: 1, stack: Vec::new(), calls: Vec::new() }
    }

    /// Hands every component that can be reached from here to `judge`, until that finds something.
    fn visit<T>(
        &mut self,
        product: &Product<'_>,
        start: usize,
        allowed: &dyn Fn(usize) -> bool,
        judge: &mut dyn FnMut(&[usize], &Order) -> Option<T>,
    ) -> Option<T> {
        if self.order.get(start) != UNSEEN {
            return None;
        }
        self.enter(product, start);
        while let Some(call) = self.calls.last_mut() {
            let node = call.node;
            let row = product.row(call.at);
            let mut further = None;
            while let Some(step) = row.step(&mut call.at) {
                call.loops |= step.to == node;
                if !allowed(step.to) {
                    continue;
                }
                match self.order.get(step.to) {
                    UNSEEN => {
                        further = Some(step.to);
                        break;
                    }
                    DONE => {}
                    order => call.low = call.low.min(order),
                }
            }
            match further {
                Some(next) => self.enter(product, next),
                None => {
                    let (low, loops) = (call.low, call.loops);
                    self.calls.pop();
                    if let Some(parent) = self.calls.last_mut() {
                        parent.low = parent.low.min(low);
                    }
                    if low == self.order.get(node) {
                        let first = self.stack.iter().rposition(|member| *member == node).unwrap_or(0);
                        // Most nodes are on no cycle.
                        if first + 1 == self.stack.len() && !loops {
                            self.stack.truncate(first);
                            self.order.set(node, DONE);
                            continue;
                        }
                        let nodes = self.stack.split_off(first);
                        nodes.iter().for_each(|node| self.order.set(*node, JUDGED));
                        let found = judge(&nodes, &self.order);
                        nodes.iter().for_each(|node| self.order.set(*node, DONE));
                        if found.is_some() {
                            return found;
                        }
                    }
                }
            }
        }
        None
    }

    fn enter(&mut self, product: &Product<'_>, node: usize) {
        self.order.set(node, self.next);
        self.stack.push(node);
        self.calls.push(Call { node, at: product.cursor(node), low: self.next, loops: false });
        self.next += 1;
    }
}
