//! Looking at the graph for what violates the property.

use ltl::algorithm::Algorithm;
use ltl::{Crew, Lasso, owcty};
use machine::{Kind, Problem, Run, Stop, ThreadId};
use store::Store;

use super::known::{Breach, Known};
use crate::memory::Watch;
use crate::property::Property;

/// From so many states on it is looked at less often.
const STATES_MANY: usize = 1 << 16;
/// Bytes that a look at the graph takes for each state of the product: at its components, and by elimination.
const LOOK_BYTES: u64 = 4;
const ELIMINATION_BYTES: u64 = 18;
/// Nodes of the product that are worth waking other workers for.
const NODES_SHARED_MIN: usize = 1 << 12;

/// When to look next, after a look in vain at so many states.
pub(crate) fn again_at(states: usize) -> usize {
    states * if states < STATES_MANY { 2 } else { 4 }
}

/// What violates the property, and how to get there: by these choices, of which the last ones go round.
pub(crate) struct Seen {
    pub problem: Problem,
    pub way: Vec<usize>,
    pub choice: Option<usize>,
    pub cycle: usize,
}

/// A broken invariant.
pub(crate) fn breach(known: &Known, property: &Property, Breach { state, choice, which }: &Breach) -> Seen {
    let message = format!("the invariant `{}` does not hold", property.invariants[*which].0);
    let problem = Problem { kind: Kind::Invariant, message, thread: ThreadId(0), others: Vec::new() };
    Seen { problem, way: known.way(*state), choice: choice.map(|choice| choice as usize), cycle: 0 }
}

/// Looks for an execution that violates the property in what is known of the graph, as far as memory allows.
pub(crate) fn look(
    known: &Known,
    (watch, store): (&Watch, &Store),
    property: &Property,
    (algorithm, workers): (Algorithm, usize),
) -> Run<Option<Seen>> {
    let Property { automaton, fairness, .. } = property;
    let eliminates = algorithm == Algorithm::Owcty;
    let bytes = if eliminates { ELIMINATION_BYTES } else { LOOK_BYTES };
    let nodes = known.graph.len() as u64 * automaton.states() as u64;
    watch.allow(nodes * bytes, store)?;
    if eliminates {
        let crew = Crew { workers, share_min: NODES_SHARED_MIN };
        if !owcty::is_accepted(&known.graph, automaton, *fairness, crew) {
            return Ok(None);
        }
    }
    let seen = find_lasso(known, property);
    if eliminates && seen.is_none() {
        return Err(Stop::Defect("what elimination has left has no accepted execution".into()).into());
    }
    Ok(seen)
}

/// An execution that violates the property, in what is known of the graph.
pub(super) fn find_lasso(known: &Known, property: &Property) -> Option<Seen> {
    let lasso = ltl::find(&known.graph, &property.automaton, property.fairness)?;
    let choices = |moves: &[(u32, usize)]| -> Vec<usize> {
        let moves = moves.iter().filter(|(state, _)| !known.is_end(*state));
        moves.map(|(state, nth)| known.graph.nth_move(*state, *nth).choice as usize).collect()
    };
    let (mut way, cycle) = (choices(&lasso.prefix), choices(&lasso.cycle));
    way.extend(&cycle);
    let (message, thread, others) = describe(known, property, &lasso, cycle.is_empty());
    let problem = Problem { kind: property.kind, message, thread, others };
    Some(Seen { problem, way, choice: None, cycle: cycle.len() })
}

/// What to say of an execution, and who takes part in its cycle.
fn describe(known: &Known, property: &Property, lasso: &Lasso, ends: bool) -> (String, ThreadId, Vec<ThreadId>) {
    let moving = |(state, nth): &(u32, usize)| known.graph.nth_move(*state, *nth).thread;
    let mut acting: Vec<u8> = lasso.cycle.iter().filter_map(moving).collect();
    acting.sort_unstable();
    acting.dedup();
    let mut acting = acting.into_iter().map(|thread| ThreadId(thread.into()));
    let thread = acting.next().unwrap_or_default();
    let message = match (property.kind, ends) {
        (Kind::Ltl, true) => format!("the program ends, and `{}` does not hold", property.text),
        (Kind::Ltl, false) => format!("`{}` does not hold if this goes on for ever", property.text),
        _ => "this can go on for ever".into(),
    };
    (message, thread, acting.collect())
}
