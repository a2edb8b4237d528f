//! Is an execution a violation of a property? For those that come from a file, of which nothing is taken for
//! granted: what holds along it is looked up again, and whether the automaton accepts that.

use ltl::{Explicit, Move};
use machine::{Choice, Image, Kind, Machine, Pieces, Presumptions, Run, ThreadId, Threads};
use store::{Store, StoreOptions};

use super::Property;
use crate::pieces::StorePieces;

impl Property {
    /// Does an execution violate it? The last `cycle` choices go round; none if the program ends. Every choice
    /// must be possible when its turn comes.
    pub fn is_violated(
        &self,
        image: &Image,
        presumptions: &Presumptions,
        (path, cycle): (&[Choice], Option<usize>),
        kind: Kind,
    ) -> bool {
        let store = Store::new(StoreOptions::default());
        let pieces = StorePieces(&store);
        let mut machine = Machine::new(image, presumptions, &pieces as &dyn Pieces);
        machine.vm.put_failures_off(true);
        let cycle = cycle.unwrap_or(0);
        let Some(back) = path.len().checked_sub(cycle) else { return false };
        self.follow(&mut machine, path, back, kind).unwrap_or(false)
    }

    fn follow(&self, machine: &mut Machine<'_>, path: &[Choice], back: usize, kind: Kind) -> Run<bool> {
        let (mut words, mut first, mut enabled) = (Vec::new(), Vec::new(), Vec::new());
        let mut graph = Explicit::default();
        (0..=path.len()).for_each(|_| _ = graph.add_state());
        machine.reset();
        machine.save(ThreadId(0), &mut words)?;
        let mut ended = false;
        for (state, choice) in (0_u32..).zip(path) {
            if ended {
                return Ok(false);
            }
            machine.load(&words);
            if state as usize == back {
                first.clone_from(&words);
            }
            enabled.clear();
            machine.vm.enabled(&mut enabled)?;
            let runnable = runnable(machine, &enabled);
            let thread = u8::try_from(choice.thread.0).ok();
            let last = state as usize + 1 == path.len();
            let to = if last && back < path.len() { u32::try_from(back).unwrap_or(state) } else { state + 1 };
            let by = Move { thread, choice: 0, to };
            graph.expand(state, self.letter(&machine.vm), runnable, [by].into_iter());
            machine.load(&words);
            machine.transition(*choice)?;
            ended = machine.vm.exit_status().is_some();
            if !ended {
                machine.save(choice.thread, &mut words)?;
                machine.load(&words);
            }
        }
        if kind == Kind::Invariant {
            return Ok(self.invariants.iter().any(|(_, invariant)| !invariant.holds(&machine.vm)));
        }
        if back == path.len() {
            let end = u32::try_from(back).unwrap_or(u32::MAX);
            let still = Move { thread: None, choice: 0, to: end };
            graph.expand(end, self.letter(&machine.vm), 0, [still].into_iter());
        }
        let goes_on = if back == path.len() { ended } else { !ended && words == first };
        Ok(goes_on && ltl::find(&graph, &self.automaton, self.fairness).is_some())
    }
}

/// The threads that can act, or could if no other were in the middle of an atomic section.
fn runnable(machine: &mut Machine<'_>, enabled: &[Choice]) -> ltl::graph::Threads {
    let mut runnable: Threads = enabled.iter().map(|choice| choice.thread).collect();
    if runnable.len() == 1 {
        for thread in machine.vm.thread_ids() {
            if machine.vm.is_runnable(thread).unwrap_or(true) {
                runnable.insert(thread);
            }
        }
    }
    runnable.low()
}
