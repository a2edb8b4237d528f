//! What made the states so many when a limit ended a search: a few states at its edge are reached once
//! more, and what happened on the way is counted.

use std::collections::{BTreeMap, BTreeSet};

use machine::{Image, Presumptions};
use report::{Grew, Growth};
use search::Order;
use trace::{Change, Ending, Event, Location, Note, ReplayOptions, Scope, Trace};

/// Longer ways are not followed to their ends: it would take as long as the search.
const TRANSITIONS_MAX: usize = 2000;

/// What took fewer values than this has not grown.
const VALUES_MIN: usize = 3;

/// What is told.
const TOLD_MAX: usize = 3;

/// A way with more threads than this is one that fewer threads would make shorter.
const THREADS_FEW: usize = 2;

/// Where something got its values: its name, and a line.
type Place = (String, Option<(String, u32)>);

/// The values of one place, over all ways.
#[derive(Default)]
struct Values {
    seen: BTreeSet<String>,
    /// The most that one variable took on one way. What each thread has for itself is a variable for each.
    most: usize,
    first: String,
    last: String,
    location: Option<Location>,
    /// On some way a value came again.
    repeated: bool,
}

/// What there is to say about a search in this order, whose ways belong to these presumptions.
pub(crate) fn describe(
    image: &Image,
    presumptions: &Presumptions,
    found: &search::Growth,
    order: Order,
    options: &ReplayOptions,
) -> Growth {
    let begun = found.samples.iter().map(|path| path.iter().take(TRANSITIONS_MAX).copied().collect());
    let replay = |path: &search::Path| trace::replay(image, presumptions, path, &Ending::Open, options).ok();
    let traces: Vec<(usize, Trace)> =
        begun.filter_map(|path: search::Path| Some((path.len(), replay(&path)?))).collect();
    let mut places: BTreeMap<Place, Values> = BTreeMap::new();
    for (_, trace) in &traces {
        add(trace, &mut places);
    }
    let mut grew: Vec<Grew> = places.into_iter().filter_map(|((name, _), values)| told(name, values)).collect();
    grew.sort_by_key(|grew| std::cmp::Reverse((grew.values, grew.always_new)));
    grew.truncate(TOLD_MAX);
    let threads =
        traces.iter().map(|(_, trace)| threads(trace)).max_by_key(|threads| total(threads)).unwrap_or_default();
    Growth {
        waiting: found.waiting,
        layers: found.layers.clone(),
        depth: traces.iter().map(|(len, _)| *len).max().unwrap_or(0),
        examined: traces.len(),
        blocks: traces.iter().map(|(_, trace)| blocks(trace)).max().unwrap_or(0),
        advice: advice(&grew, &threads, order, found),
        grew,
        threads,
    }
}

/// Adds what changed in the course of one way.
fn add(trace: &Trace, places: &mut BTreeMap<Place, Values>) {
    let mut here: BTreeMap<(Place, Option<u32>), BTreeSet<&str>> = BTreeMap::new();
    // What happens while there is one thread is the same on all ways.
    let starts = |event: &Event| event.notes.iter().any(|note| matches!(note, Note::ThreadStarted { .. }));
    let mut events = trace.steps.iter().flat_map(|step| step.events.iter().map(|event| (step.thread, event)));
    if trace.threads.len() > 1 {
        events.find(|(_, event)| starts(event));
    }
    for (thread, event) in events {
        for Change { name, new, scope, .. } in &event.changes {
            let line = event.location.as_ref().map(|at| (at.file.clone(), at.line));
            let place = (without_number(name), line);
            let values = places.entry(place.clone()).or_default();
            let own = here.entry((place, (*scope == Scope::Local).then_some(thread))).or_default();
            values.repeated |= !own.insert(new);
            values.most = values.most.max(own.len());
            if values.seen.insert(new.clone()) {
                if values.first.is_empty() {
                    values.first.clone_from(new);
                }
                values.last.clone_from(new);
            }
            values.location = values.location.take().or_else(|| event.location.clone());
        }
    }
}

/// Heap blocks are numbered as they come; what happens to one happens to all.
fn without_number(name: &str) -> String {
    match name.split_once('#') {
        Some((before, rest)) => format!("{before}{}", rest.trim_start_matches(|c: char| c.is_ascii_digit())),
        None => name.to_owned(),
    }
}

fn told(name: String, values: Values) -> Option<Grew> {
    let Values { most, first, last, location, repeated, .. } = values;
    (most >= VALUES_MIN).then(|| Grew {
        name: name.trim_end().to_owned(),
        location,
        values: most,
        first,
        last,
        always_new: !repeated,
    })
}

/// Heap blocks that were allocated and not freed.
fn blocks(trace: &Trace) -> usize {
    let mut alive = BTreeSet::new();
    for note in trace.steps.iter().flat_map(|step| &step.events).flat_map(|event| &event.notes) {
        match note {
            Note::Allocated { block } => drop(alive.insert(block)),
            Note::Freed { block } => drop(alive.remove(block)),
            _ => {}
        }
    }
    alive.len()
}

/// How many threads ran each start routine.
fn threads(trace: &Trace) -> Vec<(String, usize)> {
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for thread in &trace.threads {
        *counts.entry(&thread.name).or_default() += 1;
    }
    counts.into_iter().map(|(name, count)| (name.to_owned(), count)).collect()
}

fn total(threads: &[(String, usize)]) -> usize {
    threads.iter().map(|(_, count)| count).sum()
}

fn advice(grew: &[Grew], threads: &[(String, usize)], order: Order, found: &search::Growth) -> Vec<String> {
    let mut advice = Vec::new();
    if let Some((grew, at)) =
        grew.iter().find_map(|grew| Some((grew, grew.location.as_ref().filter(|_| grew.always_new)?)))
    {
        advice.push(format!("fewer rounds of what sets {} at {}:{}", grew.name, at.file, at.line));
    }
    let many = threads.iter().filter(|(_, count)| *count >= THREADS_FEW).max_by_key(|(_, count)| *count);
    if let Some((name, count)) = many {
        advice.push(format!("fewer threads ({count} run {name})"));
    }
    let grows = matches!(&found.layers[..], [.., before, last] if last >= before);
    if grows && order == Order::BreadthFirst {
        advice.push("--order dfs, which goes far from the start at once".into());
    }
    advice
}
