//! Steps and events under construction.
//!
//! Consecutive ops on one line become one event, consecutive transitions of one thread become one
//! step. Events and steps in which there is nothing to see are dropped at the end.

mod events;

use std::collections::{BTreeMap, BTreeSet};

use ir::LocId;

use crate::model::{Action, Change, Choice, EachChange, Event, Location, Note, Output, Picture, Read, Scope, Step};
use events::{DraftEvent, Events};

/// What makes two ops belong to the same event.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Key {
    pub thread: u32,
    /// The frame's uid.
    pub frame: u32,
    pub loc: LocId,
}

/// An event to be opened.
pub(crate) struct Opening {
    pub key: Key,
    pub action: Action,
    pub location: Option<Location>,
    pub source: Option<String>,
    pub depth: u32,
}

/// Names an event: step and place in it, as recorded.
pub(crate) type EventId = (usize, usize);

/// Memory that threads may share: identity of the object, offset, bytes.
pub(crate) type SharedPlace = (u32, u32, u32);

/// Reads that are remembered of one event.
const READS_MAX: usize = 32;

/// How many changes of variables an event lists; if there are more, it only says so.
const CHANGES_MAX: usize = 32;

/// How many single changes are remembered.
const EACH_MAX: usize = 200_000;

#[derive(Default)]
pub(crate) struct Recorder {
    steps: Vec<Draft>,
    /// What further ops of the same line would belong to.
    open: Option<Key>,
    /// What is recorded from now on goes round for ever.
    cycling: bool,
    /// Events are kept however many there are.
    pub keep_all: bool,
    /// Every single change since there were several threads, if somebody wants to know.
    pub each: Option<Vec<EachChange>>,
    /// A thread was started.
    started: bool,
}

/// A step as recorded.
struct Draft {
    thread: u32,
    choice: Option<Choice>,
    /// The thread could go on when the step was over.
    runnable: bool,
    /// It happened along with another thread's transition, and nobody can tell when.
    along: bool,
    /// It is part of what goes round for ever.
    cycle: bool,
    events: Events,
}

impl Recorder {
    /// The next transition begins. `thread` is an index in the trace.
    pub(crate) fn begin_step(&mut self, thread: u32, choice: Option<Choice>) {
        let cycling = self.cycling;
        let last = self.steps.last_mut();
        let last = last.filter(|step| step.thread == thread && choice.is_none() && step.cycle == cycling);
        if let Some(same) = last {
            same.along = false;
            return;
        }
        self.push_step(thread, choice, false);
    }

    /// What comes now goes round for ever.
    pub(crate) fn begin_cycle(&mut self) {
        self.cycling = true;
    }

    /// Another thread goes on along with a transition; it might as well do so later.
    pub(crate) fn begin_along(&mut self, thread: u32) {
        self.push_step(thread, None, true);
    }

    fn push_step(&mut self, thread: u32, choice: Option<Choice>, along: bool) {
        self.open = None;
        let (cycle, events) = (self.cycling, Events::new(self.keep_all));
        self.steps.push(Draft { thread, choice, runnable: true, along, cycle, events });
    }

    /// The transition is over.
    pub(crate) fn end_step(&mut self, runnable: bool) {
        if let Some(step) = self.steps.last_mut() {
            step.runnable = runnable;
        }
    }

    /// Index of the current step, as recorded.
    pub(crate) fn step_index(&self) -> u32 {
        self.steps.len().saturating_sub(1) as u32
    }

    pub(crate) fn is_open(&self, same: impl FnOnce(Key) -> bool) -> bool {
        self.open.is_some_and(same)
    }

    /// Whether the last thing that happened was a return.
    pub(crate) fn just_left(&self) -> bool {
        let last = self.steps.last().and_then(|step| step.events.last());
        last.is_some_and(|last| matches!(last.event.action, Action::Leave { .. }))
    }

    /// Begins an event; a weak one is dropped if nothing happens in it.
    pub(crate) fn open(&mut self, opening: Opening, weak: bool) -> Option<EventId> {
        let leave = matches!(opening.action, Action::Leave { .. });
        self.open = (!leave).then_some(opening.key);
        let event = Event {
            action: opening.action,
            location: opening.location,
            source: opening.source,
            depth: opening.depth,
            changes: Vec::new(),
            reads: Vec::new(),
            output: Vec::new(),
            notes: Vec::new(),
            picture: None,
        };
        let draft = DraftEvent { event, frame: opening.key.frame, weak, reads: Vec::new() };
        self.steps.last_mut()?.events.push(draft);
        self.last_id()
    }

    /// The event that is being told.
    pub(crate) fn last_id(&self) -> Option<EventId> {
        let step = self.steps.len().checked_sub(1)?;
        Some((step, self.steps[step].events.len().checked_sub(1)?))
    }

    pub(crate) fn event(&mut self, id: EventId) -> Option<&mut Event> {
        let draft = self.steps.get_mut(id.0)?.events.get(id.1)?;
        Some(&mut draft.event)
    }

    /// So many ops were not told of, for this reason.
    pub(crate) fn leave_out(&mut self, ops: u64, why: &str) {
        self.open = None;
        if let Some(step) = self.steps.last_mut() {
            step.events.push(events::left_out(ops, why));
        }
    }

    /// The last event is not worth telling unless something happens in it.
    pub(crate) fn weaken(&mut self) {
        let last = self.steps.last_mut().and_then(|s| s.events.last_mut());
        if let Some(last) = last.filter(|last| last.event.action == Action::Line) {
            last.weak = true;
        }
    }

    /// The last event is worth telling after all.
    pub(crate) fn strengthen(&mut self) {
        let last = self.steps.last_mut().and_then(|s| s.events.last_mut());
        if let Some(last) = last {
            last.weak = false;
        }
    }

    fn last(&mut self) -> Option<&mut Event> {
        self.event(self.last_id()?)
    }

    /// Adds a change to the open event; several changes of one variable become one.
    pub(crate) fn change(&mut self, change: Change) {
        self.remember(&change);
        if let Some(event) = self.last() {
            add_change(event, change);
        }
    }

    fn remember(&mut self, change: &Change) {
        let Some(step) = self.steps.last() else { return };
        if let Some(each) = self.each.as_mut().filter(|each| each.len() < EACH_MAX) {
            let location = step.events.last().and_then(|last| last.event.location.clone());
            each.push(EachChange { thread: step.thread, location, change: change.clone() });
        }
    }

    /// Adds a change of a container, which is all that is to be told of its elements up to now.
    pub(crate) fn container(&mut self, change: Change) {
        self.remember(&change);
        let Some(event) = self.last() else { return };
        let is_element =
            |other: &Change| other.name.strip_prefix(&*change.name).is_some_and(|rest| rest.starts_with('['));
        event.changes.retain(|other| !is_element(other));
        add_change(event, change);
    }

    /// What a container, of which an event tells that it changed, was in the end.
    pub(crate) fn settle(&mut self, event: EventId, name: &str, text: String) {
        let Some(event) = self.event(event) else { return };
        if let Some(change) = event.changes.iter_mut().find(|change| change.name == name) {
            change.new = text;
        }
        // It was in the middle of something and is what it was.
        event.changes.retain(|change| change.name != name || change.old.as_ref() != Some(&change.new));
    }

    /// The open event has read something that another thread may turn out to write; without a place it is told
    /// even if nobody does.
    pub(crate) fn read(&mut self, place: Option<SharedPlace>, read: Read) {
        let last = self.steps.last_mut().and_then(|step| step.events.last_mut());
        if let Some(last) = last.filter(|last| last.reads.len() < READS_MAX) {
            last.reads.push((place, read));
        }
    }

    pub(crate) fn output(&mut self, output: Output) {
        if let Some(event) = self.last() {
            add_output(event, output);
        }
    }

    /// What memory looks like after the last event.
    pub(crate) fn picture(&mut self, picture: Picture) {
        if let Some(event) = self.last() {
            event.picture = Some(Box::new(picture));
        }
    }

    pub(crate) fn note(&mut self, note: Note) {
        if matches!(note, Note::ThreadStarted { .. }) && !std::mem::replace(&mut self.started, true) {
            self.each.iter_mut().for_each(Vec::clear);
        }
        if let Some(event) = self.last() {
            add_note(event, note);
        }
    }

    /// Threads that had no turn of their own: nobody could tell what they did.
    pub(crate) fn without_turn(&self) -> BTreeSet<u32> {
        let all = self.steps.iter().map(|draft| draft.thread);
        let own = self.steps.iter().filter(|draft| !draft.along).map(|draft| draft.thread);
        all.collect::<BTreeSet<u32>>().difference(&own.collect()).copied().collect()
    }

    /// The steps, and for each recorded step its index among them. `shared` says whether others than the thread
    /// write to a place.
    pub(crate) fn finish(self, shared: impl Fn(u32, SharedPlace) -> bool) -> (Vec<Step>, Vec<u32>) {
        let mut steps: Vec<Step> = Vec::new();
        let mut indices = vec![0; self.steps.len()];
        let mut runnable = false;
        let mut last_frame = None;
        for (recorded, draft, mut events) in put_off(self.steps) {
            for event in &mut events {
                keep_shared(event, |place| shared(draft.thread, place));
            }
            // Who only goes round does nothing else that one could tell.
            events.retain(|e| (!e.weak || draft.cycle) && !is_brace(&e.event) || !is_empty(&e.event));
            let last = steps.last();
            let joins = last.is_some_and(|last| last.thread == draft.thread && last.cycle == draft.cycle)
                && draft.choice.is_none();
            let visible = !events.is_empty() || draft.choice.is_some();
            if visible && !joins {
                let preempts = runnable && steps.last().is_some_and(|last| last.thread != draft.thread);
                let (thread, cycle) = (draft.thread, draft.cycle);
                steps.push(Step { thread, preempts, choice: draft.choice, cycle, events: Vec::new() });
                last_frame = None;
            }
            indices[recorded] = steps.len().saturating_sub(1) as u32;
            if let Some(step) = steps.last_mut().filter(|_| visible) {
                runnable = draft.runnable;
                for event in events {
                    append(&mut step.events, event.event, last_frame == Some(event.frame));
                    last_frame = Some(event.frame);
                }
            }
        }
        (steps, indices)
    }
}

/// Keeps the reads that another thread's writes make worth telling, unless the line shows what came of them.
fn keep_shared(draft: &mut DraftEvent, shared: impl Fn(SharedPlace) -> bool) {
    let event = &mut draft.event;
    for (place, read) in std::mem::take(&mut draft.reads) {
        let shown = |change: &Change| change.name == read.name || change.new == read.value;
        if place.is_none_or(&shared) && !event.changes.iter().any(shown) {
            add_read(event, read);
        }
    }
}

/// Of several reads of the same the last is told.
fn add_read(event: &mut Event, read: Read) {
    event.reads.retain(|known| known.name != read.name);
    event.reads.push(read);
}

/// What happened along with another thread's transition is reported when its thread's turn comes,
/// or at the end, which spares the reader some changes of thread. Each draft comes with its number.
fn put_off(drafts: Vec<Draft>) -> Vec<(usize, Draft, Vec<DraftEvent>)> {
    let mut all: Vec<(Draft, Vec<DraftEvent>)> = Vec::new();
    for mut draft in drafts {
        let events = std::mem::take(&mut draft.events).into_vec();
        all.push((draft, events));
    }
    let mut next = vec![None; all.len()];
    let mut latest = BTreeMap::new();
    for (i, (draft, _)) in all.iter().enumerate().rev() {
        next[i] = latest.insert(draft.thread, i);
    }
    for i in 0..all.len() {
        if let Some(j) = next[i].filter(|j| all[i].0.along && all[*j].0.choice.is_none()) {
            let mut events = std::mem::take(&mut all[i].1);
            // When their turn comes memory looks different.
            events.iter_mut().for_each(|event| event.event.picture = None);
            events.append(&mut all[j].1);
            all[j].1 = events;
        }
    }
    let silent = |draft: &DraftEvent| draft.event.output.is_empty() && draft.event.notes.is_empty();
    let is_late = |(at, draft, events): &(usize, Draft, Vec<DraftEvent>)| {
        draft.along && !draft.cycle && next[*at].is_none() && events.iter().all(silent)
    };
    let numbered = all.into_iter().enumerate().map(|(at, (draft, events))| (at, draft, events));
    let (mut late, mut all): (Vec<_>, Vec<_>) = numbered.partition(is_late);
    late.iter_mut().flat_map(|(_, _, events)| events).for_each(|event| event.event.picture = None);
    all.append(&mut late);
    all
}

/// Adds an event, or joins it with the last one if that is on the same line of the same frame.
fn append(events: &mut Vec<Event>, event: Event, same_frame: bool) {
    let last = events.last_mut().filter(|last| {
        let line = |l: &Location| (l.file.clone(), l.line, l.function.clone());
        let same = last.location.as_ref().map(line) == event.location.as_ref().map(line);
        let leave = matches!(last.action, Action::Leave { .. });
        same_frame && same && !leave && event.action == Action::Line
    });
    let Some(last) = last else {
        events.push(event);
        return;
    };
    event.changes.into_iter().for_each(|c| add_change(last, c));
    event.reads.into_iter().for_each(|r| add_read(last, r));
    event.output.into_iter().for_each(|o| add_output(last, o));
    event.notes.into_iter().for_each(|n| add_note(last, n));
    last.picture = event.picture.or(last.picture.take());
}

fn add_change(event: &mut Event, change: Change) {
    let same = |c: &Change| c.name == change.name && c.scope == change.scope;
    match event.changes.iter().position(same) {
        Some(at) => {
            let known = &mut event.changes[at];
            known.new = change.new;
            // Others may have seen what a shared variable was meanwhile.
            if known.scope == Scope::Local && known.old.as_ref() == Some(&known.new) {
                event.changes.remove(at);
            }
        }
        None if event.changes.len() < CHANGES_MAX => event.changes.push(change),
        None if event.changes.len() == CHANGES_MAX => {
            event.changes.push(Change { name: "…".into(), old: None, new: "and others".into(), scope: change.scope })
        }
        None => {}
    }
}

fn add_output(event: &mut Event, output: Output) {
    match event.output.last_mut() {
        Some(last) if last.fd == output.fd => last.text.push_str(&output.text),
        _ => event.output.push(output),
    }
}

fn add_note(event: &mut Event, note: Note) {
    // A wait is over when something else happens on the line.
    event.notes.retain(|n| !matches!(n, Note::Waits { .. }) || *n == note);
    if !event.notes.contains(&note) {
        event.notes.push(note);
    }
}

fn is_empty(event: &Event) -> bool {
    event.changes.is_empty() && event.reads.is_empty() && event.output.is_empty() && event.notes.is_empty()
}

/// A line that only opens or closes a block.
fn is_brace(event: &Event) -> bool {
    let brace = |s: &str| s.chars().all(|c| matches!(c, '{' | '}' | ';' | ' '));
    event.action == Action::Line && event.source.as_deref().is_some_and(brace)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn opening(line: u32, source: &str) -> Opening {
        Opening {
            key: Key { thread: 0, frame: 1, loc: LocId(line) },
            action: Action::Line,
            location: Some(Location { file: "a.c".into(), line, column: 1, function: "f".into() }),
            source: Some(source.into()),
            depth: 0,
        }
    }

    fn change(name: &str, old: &str, new: &str) -> Change {
        Change { name: name.into(), old: Some(old.into()), new: new.into(), scope: Scope::Local }
    }

    /// Lines with changes, as `source: name old>new`.
    #[track_caller]
    fn check(record: impl FnOnce(&mut Recorder), expected: &[&str]) {
        let mut recorder = Recorder::default();
        recorder.begin_step(0, None);
        record(&mut recorder);
        let mut found = Vec::new();
        for event in recorder.finish(|_, _| false).0.into_iter().flat_map(|s| s.events) {
            let changes = event.changes.iter();
            let changes = changes.map(|c| {
                let old = c.old.as_deref().unwrap_or_default();
                format!(" {} {old}>{}", c.name, c.new)
            });
            let changes: String = changes.collect();
            found.push(format!("{}:{changes}", event.source.unwrap_or_default()));
        }
        assert_eq!(found, expected);
    }

    #[test]
    fn changes_of_one_variable_become_one() {
        check(
            |r| {
                r.open(opening(1, "x += 2"), false);
                r.change(change("x", "0", "1"));
                r.change(change("y", "0", "1"));
                r.change(change("x", "1", "2"));
                r.change(change("y", "1", "0"));
            },
            &["x += 2: x 0>2"],
        );
    }

    #[test]
    fn weak_and_empty_events_vanish() {
        check(
            |r| {
                r.open(opening(1, "f()"), false);
                r.open(opening(2, "g()"), true);
                r.open(opening(3, "}"), false);
                r.open(opening(4, "x = 1"), true);
                r.change(change("x", "0", "1"));
            },
            &["f():", "x = 1: x 0>1"],
        );
    }

    /// Transitions as (thread, has a choice, has an event, can go on); steps as
    /// (thread, preempts, number of events).
    #[track_caller]
    fn check_steps(transitions: &[(u32, bool, bool, bool)], expected: &[(u32, bool, usize)]) {
        let mut recorder = Recorder::default();
        for (i, (thread, choice, event, runnable)) in transitions.iter().enumerate() {
            let choice = choice.then_some(Choice { value: 1, count: 2, meaning: None });
            recorder.begin_step(*thread, choice);
            if *event {
                let mut opening = opening(i as u32, "f()");
                opening.key.frame = i as u32;
                recorder.open(opening, false);
            }
            recorder.end_step(*runnable);
        }
        let steps = recorder.finish(|_, _| false).0;
        let found = steps.iter().map(|s| (s.thread, s.preempts, s.events.len()));
        assert_eq!(found.collect::<Vec<_>>(), expected);
    }

    #[test]
    fn transitions_of_one_thread_are_one_step_unless_something_is_chosen() {
        let (event, choice) = ((1, false, true, true), (1, true, true, true));
        check_steps(&[event, event], &[(1, false, 2)]);
        check_steps(&[event, choice, event], &[(1, false, 1), (1, false, 2)]);
    }

    #[test]
    fn steps_without_events_vanish() {
        let (a, b) = ((1, false, true, true), (2, false, false, true));
        check_steps(&[b, a, b, a], &[(1, false, 2)]);
    }

    #[test]
    fn a_step_preempts_a_thread_that_could_go_on() {
        let (a, b) = ((1, false, true, true), (2, false, true, false));
        check_steps(&[a, b, a], &[(1, false, 1), (2, true, 1), (1, false, 1)]);
    }
}
