//! Tries another claim on a sample of states: what a state is called does not depend on what a machine
//! did before. Names decide which states are one.

use machine::{Choice, Machine, Successor};

use crate::commute::action;
use crate::search::Search;
use crate::worker::Worker;

/// What a transition led to, if it went well.
type Led = Option<(Successor, Vec<u32>)>;

/// Does a machine that has seen nothing call what follows this state as `old` does? If not, a defect in
/// words.
pub(crate) fn differ(old: &mut Machine<'_>, search: &Search<'_>, state: &[u32]) -> Option<String> {
    let mut enabled = Vec::new();
    old.visit(state);
    old.survey(false, &mut enabled).ok()?;
    enabled.into_iter().find_map(|choice| {
        let mut new = Worker::new(search).machine;
        let (here, there) = (follow(old, state, choice), follow(&mut new, state, choice));
        let differs = match (&here, &there) {
            _ if here == there => return None,
            (Some((_, here)), Some((_, there))) => new.difference(here, there),
            _ => "whether it goes well".into(),
        };
        new.load(state);
        let point = new.vm.user_point(choice.thread)?;
        let who = action(new.vm.program(), choice.thread, point);
        Some(format!(
            "where a transition leads depends on what was executed before: {who}; the states differ in {differs}"
        ))
    })
}

fn follow(machine: &mut Machine<'_>, state: &[u32], choice: Choice) -> Led {
    let (mut enabled, mut words) = (Vec::new(), Vec::new());
    machine.visit(state);
    // The search asks in this order, too.
    machine.survey(false, &mut enabled).ok()?;
    let led = machine.successor(choice, &mut words).ok()?;
    machine.vm.take_findings();
    Some((led, if led == Successor::State { words } else { Vec::new() }))
}
