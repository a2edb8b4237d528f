//! A few lines of source around a place, with a mark under it.

use trace::Location;

use crate::layout::{cut, pad_left, plain, width};
use crate::paint::Ink;
use crate::style::Style;

/// Lines shown before the one in question.
const BEFORE: u32 = 2;
const INDENT: &str = "    ";
/// Longer words are marked at their beginning only.
const MARK_MAX: usize = 24;

/// `text` is the line without the white space around it, as the trace has it. The file is trusted
/// only if it still says the same.
pub(super) fn excerpt(location: &Location, text: Option<&str>, style: &Style<'_>) -> Vec<String> {
    let file = style.source(&location.file);
    let lines: Vec<&str> = file.as_deref().unwrap_or_default().lines().collect();
    let index = (location.line as usize).wrapping_sub(1);
    let (Some(text), Some(line)) = (text, lines.get(index)) else {
        return bare(location, text, style);
    };
    if line.trim() != text && !line.trim().starts_with(text) {
        return bare(location, Some(text), style);
    }
    let margin = location.line.to_string().len();
    if let Some(lines) = far_right(line, location, margin, style) {
        return lines;
    }
    let from = index.saturating_sub(BEFORE as usize);
    let numbers = (from + 1..).map(|n| n.to_string());
    let mut out: Vec<String> = numbers
        .zip(&lines[from..=index])
        .skip_while(|(_, line)| line.trim().is_empty())
        .map(|(number, line)| numbered(&number, margin, line, style))
        .collect();
    out.extend(mark(line, location.column, margin, style));
    out
}

/// If the place lies beyond the right edge: a part of the line around it.
fn far_right(line: &str, location: &Location, margin: usize, style: &Style<'_>) -> Option<Vec<String>> {
    let at = (location.column as usize).checked_sub(1)?;
    let (before, from) = line.split_at_checked(at)?;
    let room = style.width.saturating_sub(INDENT.len() + margin + 3);
    if width(&plain(before)) + MARK_MAX < room {
        return None;
    }
    let kept: String = before.chars().rev().take(room / 3).collect();
    let kept: String = kept.chars().rev().collect();
    let part = format!("…{kept}{from}");
    let column = ('…'.len_utf8() + kept.len() + 1) as u32;
    let mut out = vec![numbered(&location.line.to_string(), margin, &part, style)];
    out.extend(mark(&part, column, margin, style));
    Some(out)
}

fn bare(location: &Location, text: Option<&str>, style: &Style<'_>) -> Vec<String> {
    let number = location.line.to_string();
    let line = text.map(|text| numbered(&number, number.len(), text, style));
    line.into_iter().collect()
}

fn numbered(number: &str, margin: usize, line: &str, style: &Style<'_>) -> String {
    let paint = style.paint();
    let left = format!("{INDENT}{} │ ", pad_left(number, margin));
    let room = style.width.saturating_sub(width(&left)).max(20);
    let line = cut(plain(line).trim_end(), room);
    let left = paint.apply(Ink::Faint, &left);
    format!("{left}{line}").trim_end().to_string()
}

/// Points at the word that begins in `column` (counted in bytes, from 1).
fn mark(line: &str, column: u32, margin: usize, style: &Style<'_>) -> Option<String> {
    let at = (column as usize).checked_sub(1)?;
    let (before, from) = line.split_at_checked(at)?;
    let blanks = " ".repeat(width(&plain(before)));
    let word = from.chars().take_while(|c| c.is_alphanumeric() || *c == '_');
    let word = word.count().clamp(1, MARK_MAX);
    let left = format!("{INDENT}{} │ ", " ".repeat(margin));
    let room = style.width.saturating_sub(width(&left) + width(&blanks));
    (room >= word).then(|| {
        let paint = style.paint();
        let caret = paint.apply(Ink::Bad, &"^".repeat(word));
        format!("{}{blanks}{caret}", paint.apply(Ink::Faint, &left))
    })
}
