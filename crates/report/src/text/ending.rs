//! What went wrong, and where everybody is at that moment.

use trace::{Stack, Status, Trace, Violation};

use super::excerpt::excerpt;
use super::names;
use super::stacks;
use crate::layout::{pad, plain, width, wrap};
use crate::paint::Ink;
use crate::style::Style;

pub(super) const DATA_RACE: &str = "data-race";
const DEADLOCK: &str = "deadlock";

/// The last part of a violation's report.
pub(super) fn ending(trace: &Trace, violation: &Violation, style: &Style<'_>) -> Vec<String> {
    let paint = style.paint();
    let headline = format!("✗ {}: {}", violation.kind, plain(&violation.message));
    let wrapped = wrap(&headline, style.width, 2);
    let mut lines: Vec<String> = wrapped.iter().map(|l| paint.apply(Ink::Bad, l)).collect();
    let mut shown = Vec::new();
    match violation.kind.as_str() {
        DATA_RACE => shown = race(trace, violation, style, &mut lines),
        DEADLOCK => deadlock(trace, violation, style, &mut lines),
        _ => {
            let (location, source) = (&violation.location, violation.source.as_deref());
            if let Some(location) = location {
                lines.push(format!("  at {}", names::full(location)));
                lines.extend(excerpt(location, source, style));
            }
        }
    }
    stacks::section(trace, &shown, style, &mut lines);
    variables(trace, style, &mut lines);
    output(trace, style, &mut lines);
    lines
}

/// A blank line and a heading.
pub(super) fn open(heading: &str, style: &Style<'_>, lines: &mut Vec<String>) {
    lines.push(String::new());
    lines.push(style.paint().apply(Ink::Bold, heading));
}

/// Both accesses with their stacks and where the threads were created. Returns the threads, whose
/// stacks need not be shown again.
fn race(trace: &Trace, violation: &Violation, style: &Style<'_>, lines: &mut Vec<String>) -> Vec<u32> {
    let first = (violation.thread, &violation.location, violation.source.as_deref());
    let others = violation.others.iter();
    let others = others.map(|p| (p.thread, &p.location, p.source.as_deref()));
    let mut shown = Vec::new();
    for (thread, location, source) in [first].into_iter().chain(others) {
        lines.push(String::new());
        lines.extend(stacks::title(trace, thread, style));
        if let Some(location) = location {
            lines.push(format!("    at {}", names::full(location)));
            lines.extend(excerpt(location, source, style));
        }
        if let Some(stack) = stack(trace, thread) {
            lines.extend(stacks::frames_from(stack, location.as_ref(), style));
        }
        shown.push(thread);
    }
    shown
}

fn stack(trace: &Trace, thread: u32) -> Option<&Stack> {
    trace.stacks.iter().find(|s| s.thread == thread)
}

/// Who waits for whom, in words.
fn deadlock(trace: &Trace, violation: &Violation, style: &Style<'_>, lines: &mut Vec<String>) {
    let mut members = vec![violation.thread];
    members.extend(violation.others.iter().map(|p| p.thread));
    members.sort_unstable();
    members.dedup();
    let rows: Vec<(u32, String, &Stack)> = members
        .iter()
        .filter_map(|t| Some((*t, stack(trace, *t)?)))
        .filter_map(|(t, stack)| Some((t, names::status(&stack.status)?, stack)))
        .collect();
    let titles = rows.iter().map(|(t, ..)| width(&names::title(trace, *t)));
    let column = titles.max().unwrap_or(0);
    for (thread, waits, stack) in &rows {
        let title = pad(&names::title(trace, *thread), column);
        let title = style.paint().apply(Ink::Thread(*thread), &title);
        let gone = if owner_has_ended(trace, stack) { ", which has ended" } else { "" };
        lines.push(format!("  {title}  {waits}{gone}"));
        let frame = stack.frames.iter().find(|f| !f.library);
        if let Some(location) = frame.and_then(|f| f.location.as_ref()) {
            let blanks = " ".repeat(column + 4);
            lines.push(format!("{blanks}at {}", names::full(location)));
        }
    }
    if let Some(circle) = circle(trace, violation.thread) {
        lines.push(format!("  a circle: {}", circle.join(" → ")));
    }
}

fn owner_has_ended(trace: &Trace, waiting: &Stack) -> bool {
    let owner = match &waiting.status {
        Status::Waiting { on } => on.owner,
        _ => None,
    };
    owner.and_then(|owner| stack(trace, owner)).is_some_and(|s| s.status == Status::Ended)
}

/// The threads that wait for each other in a ring, starting and ending with the same.
fn circle(trace: &Trace, from: u32) -> Option<Vec<String>> {
    let next = |thread: u32| match &stack(trace, thread)?.status {
        Status::Waiting { on } => on.owner,
        _ => None,
    };
    let mut path = vec![from];
    loop {
        let owner = next(*path.last()?)?;
        if let Some(start) = path.iter().position(|t| *t == owner) {
            path.drain(..start);
            path.push(owner);
            return Some(path.into_iter().map(names::thread).collect());
        }
        path.push(owner);
    }
}

fn variables(trace: &Trace, style: &Style<'_>, lines: &mut Vec<String>) {
    if trace.globals.is_empty() {
        return;
    }
    open("global variables that changed", style, lines);
    let list = trace.globals.iter();
    let list = list.map(|v| format!("{} = {}", v.name, v.value));
    let text = plain(&list.collect::<Vec<_>>().join(", "));
    for line in wrap(&text, style.width.saturating_sub(2), 2) {
        lines.push(format!("  {line}"));
    }
}

fn output(trace: &Trace, style: &Style<'_>, lines: &mut Vec<String>) {
    let text: String = trace.output.iter().map(|o| o.text.as_str()).collect();
    if text.is_empty() {
        return;
    }
    open("program output", style, lines);
    let bar = style.paint().apply(Ink::Faint, "  │ ");
    for line in text.lines() {
        lines.push(format!("{bar}{}", plain(line)).trim_end().to_string());
    }
}
