//! Where the threads are: backtraces with the library's part folded away.

use trace::{Frame, LIBRARY_THREAD, Location, Stack, Status, Trace};

use super::ending::open;
use super::names;
use crate::layout::{cut, pad, plain, width, wrap};
use crate::paint::Ink;
use crate::style::Style;

/// A deeper stack loses its middle.
const FRAMES_MAX: usize = 24;
const FRAMES_HEAD: usize = 12;
const FRAMES_TAIL: usize = 6;
/// More lines of variables are cut off.
const VARIABLE_LINES_MAX: usize = 3;

/// All threads that have not been shown yet.
pub(super) fn section(trace: &Trace, told: &[u32], style: &Style<'_>, lines: &mut Vec<String>) {
    let rest = || trace.stacks.iter().filter(|s| !told.contains(&s.thread));
    let mut alive = rest().filter(|s| s.status != Status::Ended).peekable();
    if alive.peek().is_some() {
        let heading = match told.is_empty() {
            true => "where the threads are",
            false => "where the other threads are",
        };
        open(heading, style, lines);
    }
    for stack in alive {
        lines.extend(title(trace, stack.thread, style));
        lines.extend(frames(stack, style));
    }
    let is_librarys = |thread: u32| trace.threads.get(thread as usize).is_some_and(|t| t.name == LIBRARY_THREAD);
    let ended = rest().filter(|s| s.status == Status::Ended && !is_librarys(s.thread));
    let ended: Vec<String> = ended.map(|s| names::title(trace, s.thread)).collect();
    if !ended.is_empty() {
        let text = format!("ended: {}", ended.join(", "));
        let wrapped = wrap(&text, style.width.saturating_sub(2), 2);
        lines.extend(wrapped.iter().map(|line| format!("  {line}")));
    }
}

/// `thread 2: consumer (created by main at a.c:12), waits for mutex &lock, held by main`
pub(super) fn title(trace: &Trace, thread: u32, style: &Style<'_>) -> Vec<String> {
    let name = names::title(trace, thread);
    let mut text = name.clone();
    let origin = trace.threads.get(thread as usize).and_then(names::origin);
    if let Some(origin) = origin {
        text += &format!(" ({origin})");
    }
    let stack = trace.stacks.iter().find(|s| s.thread == thread);
    if let Some(status) = stack.and_then(|s| names::status(&s.status)) {
        text += &format!(", {status}");
    }
    let mut lines = wrap(&text, style.width.saturating_sub(2), 6);
    if let Some(rest) = lines[0].strip_prefix(&name) {
        lines[0] = format!("{}{rest}", style.paint().apply(Ink::Thread(thread), &name));
    }
    lines.iter().map(|line| format!("  {line}")).collect()
}

/// The frames of a stack, innermost first, with their variables.
pub(super) fn frames(stack: &Stack, style: &Style<'_>) -> Vec<String> {
    let mut lines = Vec::new();
    let rows = fold(stack);
    let calls = rows.iter().filter_map(|row| match row {
        Row::Call(frame) => Some(width(&call(frame))),
        Row::Text(_) => None,
    });
    let column = calls.max().unwrap_or(0).min(32);
    for row in rows {
        match row {
            Row::Text(text) => lines.push(format!("    {}", style.paint().apply(Ink::Faint, &text))),
            Row::Call(frame) => frame_lines(frame, column, style, &mut lines),
        }
    }
    lines
}

/// The frames of a stack whose innermost place in the user's code has been shown already.
pub(super) fn frames_from(stack: &Stack, shown: Option<&Location>, style: &Style<'_>) -> Vec<String> {
    let user = stack.frames.iter().position(|frame| !frame.library);
    let line = |at: &Location| (at.file.clone(), at.line);
    let told = user.filter(|at| shown.is_some() && stack.frames[*at].location.as_ref().map(line) == shown.map(line));
    let Some(at) = told else {
        return frames(stack, style);
    };
    let mut lines = Vec::new();
    variables(&stack.frames[at], style, &mut lines);
    let rest = Stack { frames: stack.frames[at + 1..].to_vec(), ..stack.clone() };
    if rest.frames.iter().any(|frame| !frame.library) {
        lines.push("    called from".to_string());
        lines.extend(frames(&rest, style));
    }
    lines
}

enum Row<'a> {
    Call(&'a Frame),
    Text(String),
}

/// What programs call of `augur.h`; all other names that begin like these are ours alone.
const OFFERED: [&str; 3] = ["augur_choice", "augur_range", "augur_assume"];

/// What a program has called of the library.
fn library_call(frame: &Frame) -> String {
    let function = &*frame.function;
    let ours = function.starts_with("augur_") || function.starts_with("__augur_");
    match ours && !OFFERED.contains(&function) {
        true => "in the library".into(),
        false => format!("in {}", call(frame)),
    }
}

fn call(frame: &Frame) -> String {
    format!("{}()", plain(&frame.function))
}

fn frame_lines(frame: &Frame, column: usize, style: &Style<'_>, lines: &mut Vec<String>) {
    let mut line = format!("    {}", pad(&call(frame), column));
    if let Some(location) = &frame.location {
        line += &format!("  {}", names::short(location));
    }
    if let Some(source) = &frame.source {
        let room = style.width.saturating_sub(width(&line) + 2);
        if room >= 12 {
            let source = cut(&plain(source), room);
            line += &format!("  {}", style.paint().apply(Ink::Faint, &source));
        }
    }
    lines.push(line.trim_end().to_string());
    variables(frame, style, lines);
}

fn variables(frame: &Frame, style: &Style<'_>, lines: &mut Vec<String>) {
    let list = frame.variables.iter();
    let list = list.map(|v| format!("{} = {}", v.name, v.value));
    let text = plain(&list.collect::<Vec<_>>().join(", "));
    if !text.is_empty() {
        let wrapped = wrap(&text, style.width.saturating_sub(6), 2);
        let more = wrapped.len() > VARIABLE_LINES_MAX;
        let shown = wrapped.iter().take(VARIABLE_LINES_MAX);
        lines.extend(shown.map(|line| format!("      {line}")));
        if more {
            lines.push("        …".to_string());
        }
    }
}

/// Neighbouring library frames become one line, named after the function the user called; those
/// below the user's code vanish.
fn fold(stack: &Stack) -> Vec<Row<'_>> {
    let frames = &stack.frames;
    let bottom = frames.iter().rposition(|f| !f.library);
    if bottom.is_none() && stack.thread == 0 {
        return vec![Row::Text("outside of main()".into())];
    }
    let shown = &frames[..bottom.map_or(frames.len(), |at| at + 1)];
    let mut rows = Vec::new();
    for (i, frame) in shown.iter().enumerate() {
        let entered_by_user = shown.get(i + 1).is_none_or(|caller| !caller.library);
        match frame.library {
            false => rows.push(Row::Call(frame)),
            true if entered_by_user => rows.push(Row::Text(library_call(frame))),
            true => {}
        }
    }
    if rows.len() > FRAMES_MAX {
        let hidden = FRAMES_HEAD..rows.len() - FRAMES_TAIL;
        let text = format!("… {} more calls …", hidden.len());
        rows.splice(hidden, [Row::Text(text)]);
    }
    rows
}
