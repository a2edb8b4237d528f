//! Depth-first exploration: soon far from the start, with few states waiting.
//!
//! One worker, so that what it finds does not depend on luck. The stack holds the states on the way
//! to the current one, and the unvisited siblings of each:
//!
//! ```text
//! start* · a · b* · c · d · e*            * expanded: start, b, e is the way to the current state
//! ```
//!
//! So the way is known without anything kept for states that were left again. It need not be the
//! shortest one.

use std::sync::atomic::Ordering;
use std::time::Instant;

use machine::Stop;
use store::StateId;

use crate::explore::{Gathered, Shared};
use crate::outcome::Progress;
use crate::worker::{Destination, Worker};

/// A state on the stack: its number, and that of the choice that leads to it.
struct Entry {
    state: u32,
    choice: u32,
}

/// The bit of a choice that says that the state was expanded. Choices have 24 bits.
const EXPANDED: u32 = 1 << 31;

/// States expanded between two looks at limits.
const LOOK_EVERY: u64 = 16;

/// Visits every state that can be reached from the start.
pub(crate) fn dive<'a>(
    worker: &mut Worker<'a>,
    shared: &Shared<'a>,
    start: StateId,
    gathered: &mut Gathered,
    progress: &(dyn Fn(&Progress) + Sync),
) {
    let mut stack = vec![Entry { state: start.0 as u32, choice: 0 }];
    let mut fresh: Vec<(StateId, usize)> = Vec::new();
    let (mut depth, mut expanded, mut too_deep) = (0u64, 0u64, false);
    let mut shown = Instant::now();
    while let Some(top) = stack.last_mut() {
        if top.choice & EXPANDED != 0 {
            stack.pop();
            depth -= 1;
            continue;
        }
        if shared.options.depth_max.is_some_and(|max| depth > max) {
            too_deep = true;
            stack.pop();
            continue;
        }
        top.choice |= EXPANDED;
        let state = StateId(u64::from(top.state));
        gathered.statistics.depth = gathered.statistics.depth.max(depth);
        depth += 1;
        if expanded.is_multiple_of(LOOK_EVERY)
            && let Some(reason) = worker.over_limit(shared)
        {
            shared.stop(reason);
        }
        if shared.halted.load(Ordering::SeqCst) {
            return;
        }
        worker.expand_one(shared, expanded, state, Destination::Stack(&mut fresh));
        expanded += 1;
        let mut harvest = worker.harvest();
        for found in &mut harvest.found {
            let on_the_way = stack.iter().filter(|entry| entry.choice & EXPANDED != 0).skip(1);
            let mut numbers: Vec<usize> = on_the_way.map(|entry| (entry.choice & !EXPANDED) as usize).collect();
            numbers.extend(found.choice);
            found.numbers = Some(numbers);
        }
        gathered.take(shared, harvest);
        if gathered.is_over() {
            return;
        }
        stack.extend(fresh.drain(..).rev().map(|(id, choice)| Entry { state: id.0 as u32, choice: choice as u32 }));
        if shown.elapsed().as_millis() >= 100 {
            shown = Instant::now();
            progress(&shared.progress(stack.len() as u64, depth));
        }
    }
    gathered.finished = !too_deep;
    if too_deep {
        let what = format!("there are ways of more than {} transitions", shared.options.depth_max.unwrap_or(0));
        shared.stop(Stop::Limit { what, flag: "--depth" });
    }
}
