//! A trace as rows: what each thread did, line by line, without saying how rows are laid out.

use trace::{Action, Change, Event, Location, Note, Output, Read, Step, Trace};

use super::names;
use super::rounds::fold_rounds;
use crate::figures::count;
use crate::layout::plain;
use crate::paint::Ink;

/// A longer run of one thread is folded in the middle …
const RUN_ROWS_MAX: usize = 60;
/// … to this many rows at its beginning and end.
const RUN_ROWS_HEAD: usize = 15;
const RUN_ROWS_TAIL: usize = 30;
/// A longer trace loses its middle.
const ROWS_MAX: usize = 1200;
const ROWS_HEAD: usize = 200;
const ROWS_TAIL: usize = 800;

/// Of more things that happened on one line the middle is left out.
const DETAILS_MAX: usize = 24;
const DETAILS_HEAD: usize = 6;
const DETAILS_TAIL: usize = 10;

const LEAK: &str = "leak";

/// Deeper calls are not indented any further.
const INDENT_MAX: u32 = 6;

#[derive(Clone, Debug)]
pub(crate) enum Item {
    Row(Row),
    /// Another thread goes on from here.
    Switch,
    /// What follows goes round for ever.
    Cycle,
    /// Rows that are not shown, of one thread or of several.
    Folded {
        rows: usize,
        thread: Option<u32>,
    },
    /// Rounds that are not shown since they are like those before, and how many rows they have.
    Rounds {
        rounds: usize,
        rows: usize,
    },
}

/// One source line, executed by one thread.
#[derive(Clone, Debug)]
pub(crate) struct Row {
    pub thread: u32,
    pub location: Option<Location>,
    pub indent: usize,
    pub text: String,
    pub ink: Ink,
    pub details: Vec<Detail>,
    /// What the details say of other threads and of blocks.
    pub notes: Vec<Note>,
    /// Names whose change is among the details.
    changed: Vec<String>,
}

/// Stands above what goes round.
pub(crate) const CYCLE: &str = "↻ from here on, for ever:";

/// Something that happened on the line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Detail {
    pub ink: Ink,
    pub text: String,
}

/// The rows of a trace, ending with what went wrong.
pub(crate) fn items(trace: &Trace, fold: bool) -> Vec<Item> {
    let mut items = Vec::new();
    let mut cycling = false;
    for step in &trace.steps {
        if step.cycle && !cycling {
            items.push(Item::Cycle);
            cycling = true;
        }
        add_step(&mut items, trace, step);
    }
    add_problem(&mut items, trace);
    match fold {
        true => {
            items.iter_mut().for_each(fold_details);
            fold_middle(fold_runs(fold_rounds(items)))
        }
        false => items,
    }
}

/// How often another thread went on.
pub(super) fn switches(trace: &Trace) -> u64 {
    let seen = trace.steps.iter().filter(|s| !s.events.is_empty());
    let threads: Vec<u32> = seen.map(|s| s.thread).collect();
    threads.windows(2).filter(|pair| pair[0] != pair[1]).count() as u64
}

/// The value is picked where the step begins.
fn add_step(items: &mut Vec<Item>, trace: &Trace, step: &Step) {
    let chosen = |event: &Event| event.notes.iter().any(|n| matches!(n, Note::Chosen { .. }));
    let mut untold = step.choice.clone().filter(|_| !step.events.iter().any(chosen));
    for event in &step.events {
        if let Some(mut row) = row(trace, step.thread, event) {
            if let Some(note) = untold.take().map(|choice| Note::Chosen { choice }).filter(|note| !is_said(event, note))
            {
                row.details.insert(0, note_detail(trace, &note));
            }
            add(items, row);
        }
    }
}

fn add(items: &mut Vec<Item>, row: Row) {
    match items.last_mut() {
        Some(Item::Row(last)) if last.continues_with(&row) => {
            last.take(row);
            return;
        }
        Some(Item::Row(last)) if last.thread == row.thread => {}
        Some(Item::Cycle) | None => {}
        Some(_) => items.push(Item::Switch),
    }
    items.push(Item::Row(row));
}

impl Row {
    /// Whether it shows the code of that line.
    fn is_at(&self, location: &Option<Location>) -> bool {
        location.is_some() && self.ink == Ink::Plain && same_line(&self.location, location)
    }

    /// Whether `next` is another part of the same line. A variable that changes again belongs to
    /// another round of a loop.
    fn continues_with(&self, next: &Row) -> bool {
        self.thread == next.thread
            && self.location.is_some()
            && same_line(&self.location, &next.location)
            && (&self.text, self.ink) == (&next.text, next.ink)
            && self.indent == next.indent
            && !next.changed.iter().any(|name| self.changed.contains(name))
    }

    fn take(&mut self, next: Row) {
        for detail in next.details {
            if !self.details.contains(&detail) {
                self.details.push(detail);
            }
        }
        self.notes.extend(next.notes);
        self.changed.extend(next.changed);
    }
}

/// None if there is nothing to say: a return that changed nothing.
fn row(trace: &Trace, thread: u32, event: &Event) -> Option<Row> {
    let mut details: Vec<Detail> = event.changes.iter().map(change_detail).collect();
    details.extend(event.reads.iter().map(read_detail));
    details.extend(event.output.iter().map(output_detail));
    details.extend(event.notes.iter().filter(|n| !is_said(event, n)).map(|n| note_detail(trace, n)));
    let (text, ink) = match &event.action {
        Action::Leave { .. } if details.is_empty() => return None,
        Action::Leave { function } => (format!("← {function} returns"), Ink::Faint),
        Action::Enter { function, arguments } => {
            let list = arguments.iter().map(|a| format!("{} = {}", a.name, a.value));
            let list = list.collect::<Vec<_>>().join(", ");
            (format!("→ {function}({list})"), Ink::Faint)
        }
        Action::Line => (source(event.source.as_deref(), &event.location), Ink::Plain),
    };
    Some(Row {
        thread,
        location: event.location.clone(),
        indent: 2 * event.depth.min(INDENT_MAX) as usize,
        text: plain(&text),
        ink,
        details,
        notes: event.notes.clone(),
        changed: event.changes.iter().map(|c| c.name.clone()).collect(),
    })
}

/// Which of the waiting threads is woken is said by who it is.
fn is_said(event: &Event, note: &Note) -> bool {
    let woken = event.notes.iter().any(|note| matches!(note, Note::Wakes { threads } if !threads.is_empty()));
    let meaning = match note {
        Note::Chosen { choice } => choice.meaning.as_deref(),
        _ => None,
    };
    woken && meaning.is_some_and(|meaning| meaning.starts_with("wakes waiter "))
}

fn source(text: Option<&str>, location: &Option<Location>) -> String {
    match (text, location) {
        (Some(text), _) => text.to_string(),
        (None, Some(at)) if !at.function.is_empty() => format!("(in {})", at.function),
        _ => "(code without debug information)".to_string(),
    }
}

fn change_detail(change: &Change) -> Detail {
    Detail { ink: Ink::Change, text: plain(&told_change(change)) }
}

/// A change as a report tells it.
pub fn told_change(change: &Change) -> String {
    match &change.old {
        Some(old) => format!("{}: {old} → {}", change.name, change.new),
        None => format!("{} = {}", change.name, change.new),
    }
}

fn read_detail(read: &Read) -> Detail {
    Detail { ink: Ink::Faint, text: plain(&told_read(read)) }
}

/// What was read, as a report tells it.
pub fn told_read(read: &Read) -> String {
    format!("{} is {}", read.name, read.value)
}

fn output_detail(output: &Output) -> Detail {
    Detail { ink: Ink::Plain, text: format!("prints {:?}", output.text) }
}

fn note_detail(trace: &Trace, note: &Note) -> Detail {
    Detail { ink: Ink::Bold, text: plain(&told_note(trace, note)) }
}

/// A note as a report tells it. Of the trace only the threads count.
pub fn told_note(trace: &Trace, note: &Note) -> String {
    match note {
        Note::ThreadStarted { thread } => format!("starts {}", names::title(trace, *thread)),
        Note::ThreadEnded => "ends".to_string(),
        Note::Waits { on } => names::waits(on),
        Note::Chosen { choice } if choice.meaning.is_some() => choice.meaning.clone().unwrap_or_default(),
        Note::Chosen { choice } if choice.count > 1 => {
            format!("picks {} of 0…{}", choice.value, choice.count - 1)
        }
        Note::Chosen { choice } => format!("picks {}", choice.value),
        Note::Allocated { block } => format!("allocates {block}"),
        Note::Freed { block } => format!("frees {block}"),
        Note::Takes { object } => format!("takes {object}"),
        Note::Gives { object } => format!("gives {object} back"),
        Note::Wakes { threads } if threads.is_empty() => "wakes nobody: nobody waits".to_string(),
        Note::Wakes { threads } => {
            let threads: Vec<String> = threads.iter().map(|thread| names::thread(*thread)).collect();
            format!("wakes {}", threads.join(", "))
        }
    }
}

/// Marks, in the columns of all who have a part in it, where things go wrong.
fn add_problem(items: &mut Vec<Item>, trace: &Trace) {
    let Some(violation) = &trace.violation else {
        return;
    };
    let mark = Detail { ink: Ink::Bad, text: format!("✗ {}", violation.kind) };
    let others = violation.others.iter();
    let others = others.map(|p| (p.thread, &p.location, &p.source));
    let first = (violation.thread, &violation.location, &violation.source);
    // The one whose rows came last goes first, so that no needless switch appears.
    let mut parties: Vec<_> = others.chain([first]).collect();
    parties.sort_by_key(|(thread, ..)| Some(*thread) != last_thread(items));
    for (thread, location, text) in parties {
        // It is noticed later than it happens.
        if violation.kind == LEAK
            && let Some(row) = rows_of(items, thread).find(|row| row.is_at(location))
        {
            row.details.push(mark.clone());
            continue;
        }
        match last_row(items, thread) {
            // It stands there already.
            Some(row) if row.is_at(location) => row.details.push(mark.clone()),
            last => {
                let row = Row {
                    thread,
                    location: location.clone(),
                    indent: last.map_or(0, |row| row.indent),
                    text: plain(&source(text.as_deref(), location)),
                    ink: Ink::Plain,
                    details: vec![mark.clone()],
                    notes: Vec::new(),
                    changed: Vec::new(),
                };
                add(items, row);
            }
        }
    }
}

fn same_line(a: &Option<Location>, b: &Option<Location>) -> bool {
    a.as_ref().map(|l| (l.line, &l.file)) == b.as_ref().map(|l| (l.line, &l.file))
}

fn last_row(items: &mut [Item], thread: u32) -> Option<&mut Row> {
    rows_of(items, thread).next()
}

/// The rows of a thread, the last one first.
fn rows_of(items: &mut [Item], thread: u32) -> impl Iterator<Item = &mut Row> {
    items.iter_mut().rev().filter_map(move |item| match item {
        Item::Row(row) if row.thread == thread => Some(row),
        _ => None,
    })
}

fn last_thread(items: &[Item]) -> Option<u32> {
    match items.last() {
        Some(Item::Row(row)) => Some(row.thread),
        _ => None,
    }
}

/// What happened on a line in many rounds of a loop loses its middle.
fn fold_details(item: &mut Item) {
    let Item::Row(row) = item else { return };
    if row.details.len() > DETAILS_MAX {
        let hidden = DETAILS_HEAD..row.details.len() - DETAILS_TAIL;
        let text = format!("… {} more …", count(hidden.len() as u64));
        row.details.splice(hidden, [Detail { ink: Ink::Faint, text }]);
    }
}

fn fold_runs(items: Vec<Item>) -> Vec<Item> {
    let mut out = Vec::with_capacity(items.len());
    let mut run: Vec<Item> = Vec::new();
    for item in items {
        match item {
            Item::Row(_) | Item::Rounds { .. } => run.push(item),
            other => {
                fold_run(&mut run, &mut out);
                out.push(other);
            }
        }
    }
    fold_run(&mut run, &mut out);
    out
}

fn fold_run(run: &mut Vec<Item>, out: &mut Vec<Item>) {
    if run.len() > RUN_ROWS_MAX {
        let hidden = RUN_ROWS_HEAD..run.len() - RUN_ROWS_TAIL;
        let folded = Item::Folded { rows: hidden.len(), thread: last_thread(run) };
        run.splice(hidden, [folded]);
    }
    out.append(run);
}

fn fold_middle(mut items: Vec<Item>) -> Vec<Item> {
    if items.len() > ROWS_MAX {
        let hidden = ROWS_HEAD..items.len() - ROWS_TAIL;
        let rows = items[hidden.clone()].iter().map(|item| match item {
            Item::Row(_) => 1,
            Item::Folded { rows, .. } | Item::Rounds { rows, .. } => *rows,
            Item::Switch | Item::Cycle => 0,
        });
        let folded = Item::Folded { rows: rows.sum(), thread: None };
        items.splice(hidden, [folded]);
    }
    items
}
