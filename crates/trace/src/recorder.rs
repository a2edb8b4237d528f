//! Steps and events under construction: consecutive ops on one line become one event, consecutive
//! transitions of one thread become one step.

use std::collections::BTreeSet;

use ir::LocId;

use crate::model::{Action, Change, Choice, Event, Location, Note, Output, Step};

/// What makes two ops belong to the same event.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Key {
    pub thread: u32,
    /// The frame's uid.
    pub frame: u32,
    pub loc: LocId,
}

/// An event to be opened.
pub struct Opening {
    pub key: Key,
    pub action: Action,
    pub location: Option<Location>,
    pub source: Option<String>,
    pub depth: u32,
}

#[derive(Default)]
pub struct Recorder {
    steps: Vec<Step>,
    /// What further ops of the same line would belong to.
    open: Option<Key>,
    /// Events that are dropped if nothing happens in them.
    weak: BTreeSet<(usize, usize)>,
}

impl Recorder {
    /// The next transition begins. `thread` is an index in the trace.
    pub fn begin_step(&mut self, thread: u32, preempts: bool, choice: Option<Choice>) {
        let same = self.steps.last().is_some_and(|step| step.thread == thread);
        if same && choice.is_none() {
            return;
        }
        self.open = None;
        self.steps.push(Step { thread, preempts, choice, events: Vec::new() });
    }

    pub fn step_index(&self) -> u32 {
        self.steps.len().saturating_sub(1) as u32
    }

    pub fn is_open(&self, same: impl FnOnce(Key) -> bool) -> bool {
        self.open.is_some_and(same)
    }

    /// Whether the last thing that happened was a return.
    pub fn just_left(&self) -> bool {
        let last = self.steps.last().and_then(|step| step.events.last());
        last.is_some_and(|event| matches!(event.action, Action::Leave { .. }))
    }

    /// Begins an event; a weak one is dropped if nothing happens in it.
    pub fn open(&mut self, opening: Opening, weak: bool) -> Option<(usize, usize)> {
        let at = self.steps.len().checked_sub(1)?;
        let leave = matches!(opening.action, Action::Leave { .. });
        let step = &mut self.steps[at];
        step.events.push(Event {
            action: opening.action,
            location: opening.location,
            source: opening.source,
            depth: opening.depth,
            changes: Vec::new(),
            output: Vec::new(),
            notes: Vec::new(),
        });
        let id = (at, step.events.len() - 1);
        self.open = (!leave).then_some(opening.key);
        if weak {
            self.weak.insert(id);
        }
        Some(id)
    }

    pub fn event(&mut self, id: (usize, usize)) -> Option<&mut Event> {
        self.steps.get_mut(id.0)?.events.get_mut(id.1)
    }

    fn last(&mut self) -> Option<&mut Event> {
        self.steps.last_mut()?.events.last_mut()
    }

    /// Adds a change to the open event; several changes of one variable become one.
    pub fn change(&mut self, change: Change) {
        let Some(event) = self.last() else { return };
        let same = |c: &Change| c.name == change.name && c.scope == change.scope;
        match event.changes.iter().position(same) {
            Some(at) => {
                event.changes[at].new = change.new;
                if event.changes[at].old.as_ref() == Some(&event.changes[at].new) {
                    event.changes.remove(at);
                }
            }
            None => event.changes.push(change),
        }
    }

    pub fn output(&mut self, output: Output) {
        let Some(event) = self.last() else { return };
        match event.output.last_mut() {
            Some(last) if last.fd == output.fd => last.text.push_str(&output.text),
            _ => event.output.push(output),
        }
    }

    pub fn note(&mut self, note: Note) {
        let Some(event) = self.last() else { return };
        if !event.notes.contains(&note) {
            event.notes.push(note);
        }
    }

    pub fn finish(self) -> Vec<Step> {
        let weak = self.weak;
        let mut steps = self.steps;
        for (i, step) in steps.iter_mut().enumerate() {
            let mut index = 0;
            step.events.retain(|event| {
                let weak = weak.contains(&(i, index)) || is_brace(event);
                index += 1;
                !weak || !is_empty(event)
            });
        }
        steps
    }
}

fn is_empty(event: &Event) -> bool {
    event.changes.is_empty() && event.output.is_empty() && event.notes.is_empty()
}

/// A line that only opens or closes a block.
fn is_brace(event: &Event) -> bool {
    let brace = |s: &str| s.chars().all(|c| matches!(c, '{' | '}' | ';' | ' '));
    event.action == Action::Line && event.source.as_deref().is_some_and(brace)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Scope;

    fn opening(line: u32, source: &str) -> Opening {
        Opening {
            key: Key { thread: 0, frame: 1, loc: LocId(line) },
            action: Action::Line,
            location: None,
            source: Some(source.into()),
            depth: 0,
        }
    }

    fn change(name: &str, old: &str, new: &str) -> Change {
        Change { name: name.into(), old: Some(old.into()), new: new.into(), scope: Scope::Global }
    }

    /// Lines with changes, as `source: name old>new`.
    #[track_caller]
    fn check(record: impl FnOnce(&mut Recorder), expected: &[&str]) {
        let mut recorder = Recorder::default();
        recorder.begin_step(0, false, None);
        record(&mut recorder);
        let mut found = Vec::new();
        for event in recorder.finish().into_iter().flat_map(|s| s.events) {
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

    #[test]
    fn transitions_of_one_thread_are_one_step_unless_something_is_chosen() {
        let mut recorder = Recorder::default();
        let choice = Choice { value: 1, count: 2 };
        for (thread, choice) in [(0, None), (0, None), (1, None), (1, Some(choice)), (1, None)] {
            recorder.begin_step(thread, false, choice);
        }
        let steps: Vec<_> = recorder.finish().iter().map(|s| s.thread).collect();
        assert_eq!(steps, [0, 1, 1]);
    }
}
