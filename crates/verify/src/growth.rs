//! What made the states so many when a limit ended a search: a few states at its edge are reached once
//! more, and what happened on the way is counted.

use std::collections::{BTreeMap, BTreeSet};
use std::time::{Duration, Instant};

use machine::{Image, Presumptions};
use report::{Grew, Growth};
use search::Order;
use trace::{Change, EachChange, Ending, Location, Note, ReplayOptions, Scope, Trace};

/// What took fewer values than this has not grown.
const VALUES_MIN: usize = 3;

/// What is told.
const TOLD_MAX: usize = 3;

/// A way with more threads than this is one that fewer threads would make shorter.
const THREADS_FEW: usize = 2;

/// The time that is spent on it.
const TELLING: Duration = Duration::from_millis(400);

/// Where something got its values: its name, without what tells elements and blocks apart, and a line.
type Place = (String, Option<(String, u32)>);

/// The values that one variable took in one place on one way. What each thread has for itself is a variable for
/// each.
#[derive(Default)]
struct Values {
    seen: BTreeSet<String>,
    first: String,
    last: String,
    /// A value came again.
    repeated: bool,
}

/// What happened in one place, over all ways.
#[derive(Default)]
struct Growing {
    /// The variables that it is about, by their full names.
    names: BTreeSet<String>,
    /// Those of one that took the most.
    most: Values,
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
    let until = Instant::now() + TELLING;
    let options = ReplayOptions { each: true, deadline: Some(until), ..options.clone() };
    let replay = |path: &search::Path| trace::replay(image, presumptions, path, &Ending::Open, &options).ok();
    let mut traces: Vec<(usize, Trace)> =
        found.samples.iter().filter_map(|path| Some((path.len(), replay(path)?))).collect();
    let mut places: BTreeMap<Place, Growing> = BTreeMap::new();
    for (_, trace) in &traces {
        add(trace, &mut places);
    }
    let mut grew: Vec<Grew> = places.into_iter().filter_map(|((name, _), found)| told(name, found)).collect();
    grew.sort_by_key(|grew| std::cmp::Reverse((grew.always_new, grew.values)));
    grew.truncate(TOLD_MAX);
    if grew.is_empty() && Instant::now() >= until {
        // Not everything was looked at, so nobody can tell.
        traces.clear();
    }
    let threads =
        traces.iter().map(|(_, trace)| threads(trace)).max_by_key(|threads| total(threads)).unwrap_or_default();
    Growth {
        waiting: found.waiting,
        layers: found.layers.clone(),
        depth: traces.iter().map(|(len, _)| *len).max().unwrap_or(0),
        examined: traces.len(),
        blocks: traces.iter().map(|(_, trace)| blocks(trace)).max().unwrap_or(0),
        advice: advice(&grew, &threads, (order, presumptions.is_indistinct()), found),
        grew,
        threads,
    }
}

/// Adds what changed in the course of one way.
fn add(trace: &Trace, places: &mut BTreeMap<Place, Growing>) {
    let mut here: BTreeMap<(Place, &str, Option<u32>), Values> = BTreeMap::new();
    for EachChange { thread, location, change: Change { name, new, scope, .. } } in &trace.each {
        let place = (without_numbers(name), location.as_ref().map(|at| (at.file.clone(), at.line)));
        let growing = places.entry(place.clone()).or_default();
        if !growing.names.contains(name) {
            growing.names.insert(name.clone());
        }
        growing.location = growing.location.take().or_else(|| location.clone());
        let values = here.entry((place, name, (*scope == Scope::Local).then_some(*thread))).or_default();
        let is_new = values.seen.insert(new.clone());
        values.repeated |= !is_new;
        if values.first.is_empty() {
            values.first.clone_from(new);
        }
        values.last.clone_from(new);
    }
    for ((place, ..), values) in here {
        let growing = places.entry(place).or_default();
        growing.repeated |= values.repeated;
        if values.seen.len() > growing.most.seen.len() {
            growing.most = values;
        }
    }
}

/// Heap blocks are numbered as they come, and so are elements of an array; what happens to one happens to all.
fn without_numbers(name: &str) -> String {
    let mut out = String::new();
    let mut rest = name;
    while let Some(at) = rest.find(['#', '[']) {
        let (before, after) = rest.split_at(at + 1);
        out += before;
        rest = after.trim_start_matches(|c: char| c.is_ascii_digit());
        if rest.len() < after.len() && before.ends_with('[') {
            out.push('…');
        }
    }
    (out + rest).replace('#', "")
}

fn told(name: String, growing: Growing) -> Option<Grew> {
    let Growing { names, most: Values { seen, first, last, .. }, location, repeated } = growing;
    let only = names.first().filter(|only| names.len() == 1 && !only.contains('#'));
    (seen.len() >= VALUES_MIN).then(|| Grew {
        name: only.unwrap_or(&name).trim_end().to_owned(),
        location,
        values: seen.len(),
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

fn advice(
    grew: &[Grew],
    threads: &[(String, usize)],
    (order, arranged): (Order, bool),
    found: &search::Growth,
) -> Vec<String> {
    let mut advice = Vec::new();
    if let Some((grew, at)) =
        grew.iter().find_map(|grew| Some((grew, grew.location.as_ref().filter(|_| grew.always_new)?)))
    {
        advice.push(format!("fewer rounds of what sets {} at {}:{}", grew.name, at.file, at.line));
    }
    let many = threads.iter().filter(|(_, count)| *count >= THREADS_FEW).max_by_key(|(_, count)| *count);
    if let Some((name, count)) = many {
        let alike = if arranged { "" } else { ", or --symmetry if they do the same" };
        advice.push(format!("fewer threads ({count} run {name}){alike}"));
    }
    let grows = matches!(&found.layers[..], [.., before, last] if last >= before);
    if grows && order == Order::BreadthFirst {
        advice.push("--order dfs, which goes far from the start at once".into());
    }
    advice
}
