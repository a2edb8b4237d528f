//! From a formula to an automaton that accepts exactly the executions of which it holds.
//!
//! The automaton is *generalised*: marks stand on edges, and an execution is accepted if every mark is
//! met again and again. A state is a set of formulas that must hold from there on. What a set demands of
//! the current letter and of the rest is read off the formulas (a tableau, after Couvreur, *On-the-fly
//! verification of linear temporal logic*, FM'99): an *until* either comes true now or is put off, and
//! edges that do not put it off have its mark. Four departures: an edge is left out if another demands
//! less in every respect; what `G (a ∧ …)` demands anyway is not demanded besides, since both have the same
//! edges; a demand that something is so again and again of which a letter tells (`G F p`, as in what is
//! presumed of an environment) is a mark of letters and takes no part in the tableau; and what the tableau
//! yields is made smaller by simulation.

use std::collections::{BTreeMap, BTreeSet};

use crate::Letter;
use crate::formula::{self, Formula};

/// Letters that an edge can be taken on.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default)]
pub struct Label {
    /// These propositions hold.
    pub holding: Letter,
    /// These do not.
    pub failing: Letter,
}

impl Label {
    pub fn allows(self, letter: Letter) -> bool {
        letter & self.holding == self.holding && letter & self.failing == 0
    }

    /// Does the other one allow whatever this one does?
    fn implies(self, other: Label) -> bool {
        other.holding & !self.holding == 0 && other.failing & !self.failing == 0
    }

    pub(crate) fn is_empty(self) -> bool {
        self.holding & self.failing != 0
    }
}

/// Marks of an edge, one bit for each.
pub type Marks = u32;
pub const MARKS_MAX: usize = 32;

#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Edge {
    pub label: Label,
    pub marks: Marks,
    pub to: usize,
}

#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Automaton {
    pub starts: Vec<usize>,
    /// By state.
    pub edges: Vec<Vec<Edge>>,
    /// How many marks there are, those of letters included.
    pub marks: usize,
    /// Marks that every edge has on a letter that one of these labels allows.
    pub of_letters: Vec<(Marks, Vec<Label>)>,
}

/// A tableau with more states or edges is given up.
const STATES_MAX: usize = 1 << 12;
const TERMS_MAX: usize = 1 << 14;
/// So is one that takes more work: comparisons of terms, and copies of formulas, which count for more.
const WORK_MAX: usize = 1 << 26;
const COPY_WORK: usize = 16;
/// Simulation is left at what it has come to after so many comparisons of edges.
const SIMULATED_EDGES_MAX: usize = 1 << 26;
/// Labels whose disjunction says when a letter has a mark.
const LETTER_LABELS_MAX: usize = 64;
/// Simulation is computed for automata of up to so many states.
const SIMULATED_MAX: usize = 300;

/// The automaton would be too large.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TooLarge;

impl Automaton {
    /// The executions of which the formula holds.
    pub fn of(formula: &Formula) -> Result<Automaton, TooLarge> {
        let (rest, again) = split(formula);
        let mut automaton = Automaton::tableau(&rest)?;
        for labels in again {
            if automaton.marks == MARKS_MAX {
                return Err(TooLarge);
            }
            automaton.of_letters.push((1 << automaton.marks, labels));
            automaton.marks += 1;
        }
        Ok(automaton)
    }

    fn tableau(formula: &Formula) -> Result<Automaton, TooLarge> {
        let mut untils = BTreeSet::new();
        collect_untils(formula, &mut untils);
        let untils: Vec<Formula> = untils.into_iter().collect();
        if untils.len() > MARKS_MAX {
            return Err(TooLarge);
        }
        let mut numbers: BTreeMap<Demands, usize> = BTreeMap::new();
        let mut edges: Vec<Vec<Edge>> = Vec::new();
        let mut start = Demands::new();
        demand(&mut start, formula);
        drop_repeated(&mut start);
        numbers.insert(start.clone(), 0);
        let mut waiting = vec![start];
        let mut left = WORK_MAX;
        while let Some(state) = waiting.pop() {
            let number = numbers[&state];
            let mut found = Vec::new();
            for mut term in terms(&state, &mut left)? {
                drop_repeated(&mut term.next);
                let marks = (0..untils.len()).filter(|i| !term.postponed.contains(&untils[*i]));
                let marks = marks.fold(0, |set, i| set | 1 << i);
                let fresh = numbers.len();
                let to = *numbers.entry(term.next.clone()).or_insert(fresh);
                if to == fresh {
                    waiting.push(term.next);
                }
                found.push(Edge { label: term.label, marks, to });
            }
            if numbers.len() > STATES_MAX {
                return Err(TooLarge);
            }
            edges.resize(edges.len().max(number + 1), Vec::new());
            edges[number] = found;
        }
        edges.resize(numbers.len(), Vec::new());
        let mut automaton = Automaton { starts: vec![0], edges, marks: untils.len(), of_letters: Vec::new() };
        automaton.reduce();
        Ok(automaton)
    }

    pub fn states(&self) -> usize {
        self.edges.len()
    }

    pub fn edge_count(&self) -> usize {
        self.edges.iter().map(Vec::len).sum()
    }

    /// The marks that an edge has on a letter.
    pub fn marks_on(&self, edge: &Edge, letter: Letter) -> Marks {
        edge.marks | self.marks_of(letter)
    }

    /// The marks that every edge has on a letter.
    #[inline]
    pub fn marks_of(&self, letter: Letter) -> Marks {
        let of_letter = self.of_letters.iter().filter(|(_, labels)| labels.iter().any(|label| label.allows(letter)));
        of_letter.fold(0, |marks, (mark, _)| marks | mark)
    }

    /// All marks there are.
    pub fn all_marks(&self) -> Marks {
        Marks::try_from((1_u64 << self.marks) - 1).unwrap_or(Marks::MAX)
    }

    /// Is all that can follow accepted once a component is reached in which anything is?
    pub fn is_terminal(&self) -> bool {
        if !self.of_letters.is_empty() {
            return false;
        }
        let component = self.components();
        let all = self.all_marks();
        let accepts = |state: usize| {
            let own: Vec<&Edge> =
                self.edges[state].iter().filter(|edge| component[edge.to] == component[state]).collect();
            (own.iter().any(|edge| edge.marks != 0 || all == 0), own)
        };
        (0..self.states()).all(|state| {
            let (accepts, own) = accepts(state);
            !accepts || own.iter().any(|edge| edge.to == state && edge.label == Label::default() && edge.marks == all)
        })
    }

    /// Is every cycle either without marks or full of them? Then to have met a cycle is enough.
    pub fn is_weak(&self) -> bool {
        if !self.of_letters.is_empty() {
            return false;
        }
        let component = self.components();
        let all = self.all_marks();
        let inside = |from: usize, edge: &Edge| component[from] == component[edge.to];
        let mut kinds: BTreeMap<usize, (bool, bool)> = BTreeMap::new();
        for (from, edges) in self.edges.iter().enumerate() {
            for edge in edges.iter().filter(|edge| inside(from, edge)) {
                let kind = kinds.entry(component[from]).or_default();
                *kind = (kind.0 || edge.marks == all, kind.1 || edge.marks != all);
            }
        }
        kinds.values().all(|(full, bare)| !(*full && *bare))
    }

    /// Makes it smaller; what it accepts stays the same.
    pub(crate) fn reduce(&mut self) {
        for edges in &mut self.edges {
            edges.retain(|edge| !edge.label.is_empty());
        }
        loop {
            let before = (self.states(), self.edge_count());
            self.drop_useless();
            self.simulate();
            if (self.states(), self.edge_count()) == before {
                return;
            }
        }
    }

    /// Drops states from which nothing is accepted, or that cannot be reached, and marks that decide nothing.
    fn drop_useless(&mut self) {
        let component = self.components();
        let count = component.iter().max().map_or(0, |max| max + 1);
        let mut marks = vec![0; count];
        let mut cyclic = vec![false; count];
        for (from, edges) in self.edges.iter().enumerate() {
            for edge in edges.iter().filter(|edge| component[from] == component[edge.to]) {
                marks[component[from]] |= edge.marks;
                cyclic[component[from]] = true;
            }
        }
        let all = self.all_marks();
        let accepts: Vec<bool> = (0..count).map(|i| cyclic[i] && marks[i] == all).collect();
        for (from, edges) in self.edges.iter_mut().enumerate() {
            for edge in edges {
                if component[from] != component[edge.to] || !accepts[component[from]] {
                    edge.marks = 0;
                }
            }
        }
        // Components are numbered from those that lead nowhere else.
        let mut useful = accepts;
        let mut by_component: Vec<usize> = (0..self.states()).collect();
        by_component.sort_by_key(|state| component[*state]);
        for state in by_component {
            let leads_on = self.edges[state].iter().any(|edge| useful[component[edge.to]]);
            useful[component[state]] |= leads_on;
        }
        for edges in &mut self.edges {
            edges.retain(|edge| useful[component[edge.to]]);
        }
        self.starts.retain(|start| useful[component[*start]]);
        self.renumber(&(0..self.states()).collect::<Vec<_>>());
    }

    /// Components of states that lead to each other; those that lead nowhere else have the least numbers.
    pub(crate) fn components(&self) -> Vec<usize> {
        let n = self.states();
        let (mut index, mut low) = (vec![usize::MAX; n], vec![0; n]);
        let mut component = vec![usize::MAX; n];
        let (mut stack, mut next, mut count) = (Vec::new(), 0, 0);
        for root in 0..n {
            if index[root] != usize::MAX {
                continue;
            }
            let mut calls = vec![(root, 0)];
            while let Some((state, at)) = calls.last_mut() {
                let state = *state;
                if *at == 0 {
                    (index[state], low[state]) = (next, next);
                    next += 1;
                    stack.push(state);
                }
                if let Some(edge) = self.edges[state].get(*at) {
                    *at += 1;
                    if index[edge.to] == usize::MAX {
                        calls.push((edge.to, 0));
                    } else if component[edge.to] == usize::MAX {
                        low[state] = low[state].min(index[edge.to]);
                    }
                    continue;
                }
                // A state without edges comes here at once, having been entered above.
                calls.pop();
                if let Some((parent, _)) = calls.last() {
                    low[*parent] = low[*parent].min(low[state]);
                }
                if low[state] == index[state] {
                    while let Some(member) = stack.pop() {
                        component[member] = count;
                        if member == state {
                            break;
                        }
                    }
                    count += 1;
                }
            }
        }
        component
    }

    /// Merges states that can do the same, and leaves out edges where another leads to more.
    fn simulate(&mut self) {
        let n = self.states();
        if n > SIMULATED_MAX {
            return;
        }
        let mut less = vec![vec![true; n]; n];
        let most = self.edge_count();
        let mut left = SIMULATED_EDGES_MAX;
        loop {
            let mut changed = false;
            // One round compares every edge with every other.
            match left.checked_sub(most.saturating_mul(most)) {
                Some(rest) => left = rest,
                None => return,
            }
            for a in 0..n {
                for b in 0..n {
                    if less[a][b] && !self.edges[a].iter().all(|x| self.edges[b].iter().any(|y| matches(x, y, &less))) {
                        less[a][b] = false;
                        changed = true;
                    }
                }
            }
            if !changed {
                break;
            }
        }
        for edges in &mut self.edges {
            let mut kept: Vec<Edge> = Vec::new();
            for (i, edge) in edges.iter().enumerate() {
                let beaten = kept.iter().any(|other| matches(edge, other, &less))
                    || edges[i + 1..].iter().any(|other| matches(edge, other, &less) && !matches(other, edge, &less));
                if !beaten {
                    kept.push(*edge);
                }
            }
            *edges = kept;
        }
        let same = |a: usize, b: usize| less[a][b] && less[b][a];
        let class: Vec<usize> = (0..n).map(|a| (0..n).find(|b| same(a, *b)).unwrap_or(a)).collect();
        self.renumber(&class);
    }

    /// Each state becomes the one that stands for it; those that are not reached are dropped.
    fn renumber(&mut self, class: &[usize]) {
        let mut new: BTreeMap<usize, usize> = BTreeMap::new();
        let mut order = Vec::new();
        let mut number = |state: usize, order: &mut Vec<usize>| {
            let fresh = new.len();
            let number = *new.entry(class[state]).or_insert(fresh);
            if number == fresh {
                order.push(class[state]);
            }
            number
        };
        let mut starts: Vec<usize> = self.starts.iter().map(|start| number(*start, &mut order)).collect();
        starts.sort_unstable();
        starts.dedup();
        let mut edges = Vec::new();
        while let Some(state) = order.get(edges.len()).copied() {
            let mut own: Vec<Edge> =
                self.edges[state].iter().map(|edge| Edge { to: number(edge.to, &mut order), ..*edge }).collect();
            own.sort_unstable();
            own.dedup();
            edges.push(own);
        }
        (self.starts, self.edges) = (starts, edges);
    }
}

/// Can whatever the first edge leads to be done by the second as well?
fn matches(first: &Edge, second: &Edge, less: &[Vec<bool>]) -> bool {
    first.label.implies(second.label) && first.marks & !second.marks == 0 && less[first.to][second.to]
}

/// What must hold from somewhere on: all of these.
type Demands = BTreeSet<Formula>;

/// One way to meet demands.
#[derive(Clone, Default)]
struct Term {
    label: Label,
    next: Demands,
    /// Formulas of the form *until* that this puts off.
    postponed: BTreeSet<Formula>,
}

fn demand(demands: &mut Demands, formula: &Formula) {
    match formula {
        Formula::True => {}
        Formula::And(a, b) => {
            demand(demands, a);
            demand(demands, b);
        }
        formula => drop(demands.insert(formula.clone())),
    }
}

/// Leaves out what something that is always demanded demands as well.
fn drop_repeated(demands: &mut Demands) {
    let always: Vec<Formula> = demands.iter().filter_map(formula::always).flat_map(Formula::conjuncts).collect();
    demands.retain(|demand| !always.contains(demand));
}

/// Takes out what a formula demands again and again of which letters tell: what is left, and the letters.
fn split(formula: &Formula) -> (Formula, Vec<Vec<Label>>) {
    let (mut rest, mut again) = (Formula::True, Vec::new());
    for part in formula.conjuncts() {
        let Some(always) = formula::always(&part) else {
            rest = Formula::and(rest, part);
            continue;
        };
        for part in always.conjuncts() {
            match formula::finally(&part).and_then(labels) {
                Some(labels) => again.push(labels),
                None => rest = Formula::and(rest, Formula::globally(part)),
            }
        }
    }
    (rest, again)
}

/// The letters of which a formula without temporal operators holds, if few labels tell them.
fn labels(formula: &Formula) -> Option<Vec<Label>> {
    let all = match formula {
        Formula::True => vec![Label::default()],
        Formula::False => Vec::new(),
        Formula::Literal { proposition, holds: true } => vec![Label { holding: 1 << proposition, failing: 0 }],
        Formula::Literal { proposition, holds: false } => vec![Label { holding: 0, failing: 1 << proposition }],
        Formula::Or(a, b) => [labels(a)?, labels(b)?].concat(),
        Formula::And(a, b) => {
            let (a, b) = (labels(a)?, labels(b)?);
            let both = |x: &Label, y: &Label| Label { holding: x.holding | y.holding, failing: x.failing | y.failing };
            a.iter().flat_map(|x| b.iter().map(move |y| both(x, y))).filter(|label| !label.is_empty()).collect()
        }
        Formula::Next(_) | Formula::Until(..) | Formula::Release(..) => return None,
    };
    (all.len() <= LETTER_LABELS_MAX).then_some(all)
}

fn collect_untils(formula: &Formula, into: &mut BTreeSet<Formula>) {
    match formula {
        Formula::True | Formula::False | Formula::Literal { .. } => {}
        Formula::Next(a) => collect_untils(a, into),
        Formula::And(a, b) | Formula::Or(a, b) | Formula::Release(a, b) | Formula::Until(a, b) => {
            collect_untils(a, into);
            collect_untils(b, into);
            if matches!(formula, Formula::Until(..)) {
                into.insert(formula.clone());
            }
        }
    }
}

/// All ways to meet demands, but for those that demand more than others.
fn terms(demands: &Demands, left: &mut usize) -> Result<Vec<Term>, TooLarge> {
    let mut done: Vec<Term> = Vec::new();
    let mut open = vec![(Term::default(), demands.iter().cloned().collect::<Vec<_>>())];
    while let Some((mut term, mut todo)) = open.pop() {
        let copies = COPY_WORK * (todo.len() + term.next.len());
        *left = left.checked_sub(1 + done.len() + copies).ok_or(TooLarge)?;
        let Some(formula) = todo.pop() else {
            if !done.iter().any(|other| implies(&term, other)) {
                done.retain(|other| !implies(other, &term));
                done.push(term);
            }
            continue;
        };
        if open.len() + done.len() > TERMS_MAX {
            return Err(TooLarge);
        }
        match &formula {
            Formula::True => {}
            Formula::False => continue,
            Formula::Literal { proposition, holds } => {
                let side = if *holds { &mut term.label.holding } else { &mut term.label.failing };
                *side |= 1 << proposition;
                if term.label.is_empty() {
                    continue;
                }
            }
            Formula::And(a, b) => todo.extend([(**a).clone(), (**b).clone()]),
            Formula::Or(a, b) => {
                let mut other = todo.clone();
                other.push((**b).clone());
                open.push((term.clone(), other));
                todo.push((**a).clone());
            }
            Formula::Next(a) => demand(&mut term.next, a),
            Formula::Until(a, b) => {
                let (mut later, mut rest) = (term.clone(), todo.clone());
                rest.push((**a).clone());
                later.next.insert(formula.clone());
                later.postponed.insert(formula.clone());
                open.push((later, rest));
                todo.push((**b).clone());
            }
            Formula::Release(a, b) => {
                let (mut later, mut rest) = (term.clone(), todo.clone());
                rest.push((**b).clone());
                later.next.insert(formula.clone());
                open.push((later, rest));
                todo.extend([(**a).clone(), (**b).clone()]);
            }
        }
        open.push((term, todo));
    }
    Ok(done)
}

/// Does the first demand whatever the second does?
fn implies(first: &Term, second: &Term) -> bool {
    first.label.implies(second.label)
        && second.next.is_subset(&first.next)
        && second.postponed.is_subset(&first.postponed)
}
