//! Lays the rows of a trace out: a column for each thread where they fit beside each other,
//! otherwise one after the other under headings.

use trace::Trace;

use super::names;
use super::rows::{CYCLE, Detail, Item, Row};
use crate::figures::{count, counted};
use crate::layout::{cut, pad_left, width, without_comment, wrap};
use crate::paint::Ink;
use crate::style::Style;

/// A narrower column is hard to read.
const COLUMN_MIN: usize = 28;
/// So is a wider one.
const COLUMN_MAX: usize = 64;
const SEPARATOR: &str = " │ ";
/// Where there is less room beside the code, what happened stands below it.
const BESIDE_MIN: usize = 24;
/// Indentation of what follows from a line, and of a line's continuation.
const HANG: usize = 4;
/// A longer text is cut off after so many lines.
const LINES_MAX: usize = 4;

/// The lines of the trace, painted.
pub(super) fn lay_out(trace: &Trace, items: &[Item], style: &Style<'_>) -> Vec<String> {
    let mut threads: Vec<u32> = items.iter().filter_map(thread_of).collect();
    threads.sort_unstable();
    threads.dedup();
    let gutter = Gutter::new(items);
    let room = style.width.saturating_sub(gutter.width + 1) / threads.len().max(1);
    let column = room.saturating_sub(SEPARATOR.len() - 2).min(COLUMN_MAX);
    match threads.len() {
        0 => Vec::new(),
        1 => sequence(trace, items, &gutter, style),
        _ if column < COLUMN_MIN => sequence(trace, items, &gutter, style),
        _ => {
            let grid = Grid { trace, threads, column, gutter, style };
            grid.lines(items)
        }
    }
}

fn thread_of(item: &Item) -> Option<u32> {
    match item {
        Item::Row(row) => Some(row.thread),
        _ => None,
    }
}

/// Line numbers on the left, with file names if there are several.
struct Gutter {
    files: bool,
    width: usize,
}

impl Gutter {
    fn new(items: &[Item]) -> Gutter {
        let rows = || {
            items.iter().filter_map(|item| match item {
                Item::Row(row) => Some(row),
                _ => None,
            })
        };
        let with_line = || rows().filter_map(|r| r.location.as_ref()).filter(|at| at.line != 0);
        let first = with_line().next().map(|l| &l.file);
        let mut locations = with_line();
        let files = locations.any(|l| Some(&l.file) != first);
        let mut gutter = Gutter { files, width: 0 };
        gutter.width = rows().map(|r| width(&gutter.label(r))).max().unwrap_or(0);
        gutter
    }

    fn label(&self, row: &Row) -> String {
        match &row.location {
            Some(at) if at.line == 0 => String::new(),
            Some(at) if self.files => format!("{}:{}", cut(names::base(&at.file), 20), at.line),
            Some(at) => at.line.to_string(),
            None => String::new(),
        }
    }
}

/// The line, without the comment at its end if it would be too long.
fn fitting(text: &str, columns: usize) -> &str {
    match width(text) > columns {
        true => without_comment(text),
        false => text,
    }
}

/// A line with its text wrapped, then what happened on it.
fn block(row: &Row, columns: usize) -> Vec<(Ink, String)> {
    let mut lines = Vec::new();
    let indent = row.indent.min(columns / 3);
    add_wrapped(&mut lines, row.ink, fitting(&row.text, columns - indent), indent, columns);
    for Detail { ink, text } in &row.details {
        add_wrapped(&mut lines, *ink, text, indent + HANG / 2, columns);
    }
    lines
}

fn add_wrapped(lines: &mut Vec<(Ink, String)>, ink: Ink, text: &str, indent: usize, columns: usize) {
    let mut wrapped = wrap(text, columns - indent, HANG);
    if wrapped.len() > LINES_MAX {
        wrapped.truncate(LINES_MAX);
        if let Some(last) = wrapped.last_mut() {
            *last = cut(&format!("{last}…"), columns - indent);
        }
    }
    let blanks = " ".repeat(indent);
    lines.extend(wrapped.into_iter().map(|line| (ink, format!("{blanks}{line}"))));
}

fn folded(rows: usize, thread: Option<u32>) -> String {
    let whose = match thread {
        Some(thread) => format!(" of {}", names::thread(thread)),
        None => String::new(),
    };
    let rows = counted(rows as u64, "more line");
    format!("… {rows}{whose} (--full-trace shows them) …")
}

fn more_rounds(rounds: usize) -> String {
    format!("… {} more rounds like this (--full-trace shows them) …", count(rounds as u64))
}

/// What is said of what is not a row.
pub(crate) fn remark(item: &Item) -> String {
    match item {
        Item::Row(_) | Item::Switch => String::new(),
        Item::Cycle => CYCLE.into(),
        Item::Folded { rows, thread } => folded(*rows, *thread),
        Item::Rounds { rounds, .. } => more_rounds(*rounds),
    }
}

/// Columns beside each other.
struct Grid<'a> {
    trace: &'a Trace,
    threads: Vec<u32>,
    column: usize,
    gutter: Gutter,
    style: &'a Style<'a>,
}

impl Grid<'_> {
    fn lines(&self, items: &[Item]) -> Vec<String> {
        let mut lines = vec![self.header(), self.rule("─", "┼")];
        for item in items {
            match item {
                Item::Row(row) => self.row(row, &mut lines),
                Item::Switch => lines.push(self.rule("┄", "┼")),
                Item::Cycle => {
                    lines.push(self.rule("═", "╪"));
                    lines.push(format!("{}  {CYCLE}", self.left("")));
                }
                Item::Folded { .. } | Item::Rounds { .. } => {
                    lines.push(format!("{}  {}", self.left(""), remark(item)));
                }
            }
        }
        lines
    }

    fn left(&self, label: &str) -> String {
        let paint = self.style.paint();
        paint.apply(Ink::Faint, &pad_left(label, self.gutter.width + 1))
    }

    fn header(&self) -> String {
        let cells = self.threads.iter().map(|t| {
            let title = cut(&names::title(self.trace, *t), self.column);
            (Ink::Thread(*t), title)
        });
        self.line("", cells.collect())
    }

    fn rule(&self, dash: &str, cross: &str) -> String {
        let piece = dash.repeat(self.column);
        let pieces = vec![piece; self.threads.len()];
        let joined = pieces.join(&format!("{dash}{cross}{dash}"));
        let line = format!("{cross}{dash}{joined}");
        let blanks = " ".repeat(self.gutter.width + 2);
        format!("{blanks}{}", self.style.paint().apply(Ink::Faint, &line))
    }

    fn row(&self, row: &Row, lines: &mut Vec<String>) {
        for (i, (ink, text)) in block(row, self.column).into_iter().enumerate() {
            let label = if i == 0 { self.gutter.label(row) } else { String::new() };
            let cells = self.threads.iter().map(|t| match *t == row.thread {
                true => (ink, text.clone()),
                false => (Ink::Plain, String::new()),
            });
            lines.push(self.line(&label, cells.collect()));
        }
    }

    fn line(&self, label: &str, cells: Vec<(Ink, String)>) -> String {
        let paint = self.style.paint();
        let bar = paint.apply(Ink::Faint, SEPARATOR);
        let mut line = self.left(label);
        for (ink, text) in cells {
            line += &bar;
            line += &paint.apply(ink, &text);
            line += &" ".repeat(self.column.saturating_sub(width(&text)));
        }
        line.trim_end().to_string()
    }
}

/// One thread after the other, each run under a heading, what happened to the right of the code.
fn sequence(trace: &Trace, items: &[Item], gutter: &Gutter, style: &Style<'_>) -> Vec<String> {
    let paint = style.paint();
    let columns = style.width.saturating_sub(gutter.width + 4).max(20);
    let code = code_width(items, columns);
    let stacked = columns.saturating_sub(code + 3) < BESIDE_MIN && !details_fit(items, columns.saturating_sub(code));
    let alone = trace.threads.len() <= 1;
    let mut lines = Vec::new();
    let mut last = None;
    for item in items {
        match item {
            Item::Switch => {}
            Item::Cycle => {
                lines.push(format!("  {CYCLE}"));
                last = None;
            }
            Item::Folded { .. } | Item::Rounds { .. } => lines.push(format!("  {}", remark(item))),
            Item::Row(row) => {
                if last != Some(row.thread) && !alone {
                    let ink = Ink::Thread(row.thread);
                    let title = names::title(trace, row.thread);
                    lines.push(paint.apply(ink, &heading(&title, style.width)));
                }
                last = Some(row.thread);
                let label = gutter.label(row);
                lines.extend(match stacked {
                    true => below(row, &label, gutter.width, columns, style),
                    false => side_by_side(row, &label, gutter.width, code, columns, style),
                });
            }
        }
    }
    lines
}

fn heading(title: &str, columns: usize) -> String {
    let used = width(title) + 5;
    format!(" ── {title} {}", "─".repeat(columns.saturating_sub(used)))
}

/// Wide enough for most code, but never more than two thirds.
fn code_width(items: &[Item], columns: usize) -> usize {
    let widths = items.iter().map(|item| match item {
        Item::Row(row) => row.indent + width(&row.text),
        _ => 0,
    });
    widths.max().unwrap_or(0).min(columns * 2 / 3)
}

/// Is there nothing to say that needs more room than there is beside the code?
fn details_fit(items: &[Item], room: usize) -> bool {
    let fits = |detail: &Detail| width(&detail.text) + 3 <= room;
    items.iter().all(|item| match item {
        Item::Row(row) => row.details.iter().all(fits),
        _ => true,
    })
}

/// A line and, below it, what happened on it.
fn below(row: &Row, label: &str, gutter: usize, columns: usize, style: &Style<'_>) -> Vec<String> {
    let paint = style.paint();
    let line = |(i, (ink, text)): (usize, (Ink, String))| {
        let number = if i == 0 { label } else { "" };
        let number = paint.apply(Ink::Faint, &format!("{} │ ", pad_left(number, gutter + 1)));
        format!("{number}{}", paint.apply(ink, &text)).trim_end().to_string()
    };
    block(row, columns).into_iter().enumerate().map(line).collect()
}

fn side_by_side(row: &Row, label: &str, gutter: usize, code: usize, columns: usize, style: &Style<'_>) -> Vec<String> {
    let paint = style.paint();
    let mut left = Vec::new();
    let indent = row.indent.min(code / 3);
    add_wrapped(&mut left, row.ink, fitting(&row.text, code - indent), indent, code);
    let mut right = Vec::new();
    for Detail { ink, text } in &row.details {
        add_wrapped(&mut right, *ink, text, 0, columns.saturating_sub(code + 3).max(12));
    }
    let mut lines = Vec::new();
    for i in 0..left.len().max(right.len()) {
        let number = if i == 0 { label } else { "" };
        let number = paint.apply(Ink::Faint, &format!("{} │ ", pad_left(number, gutter + 1)));
        let (ink, text) = left.get(i).cloned().unwrap_or((Ink::Plain, String::new()));
        let blanks = " ".repeat((code + 3).saturating_sub(width(&text)));
        let mut line = format!("{number}{}", paint.apply(ink, &text));
        if let Some((ink, text)) = right.get(i) {
            line += &format!("{blanks}{}", paint.apply(*ink, text));
        }
        lines.push(line.trim_end().to_string());
    }
    lines
}
