//! A few lines of source around a place, with a mark under it.

use trace::Location;

use super::Style;
use crate::layout::{cut, pad_left, plain, width};
use crate::paint::Ink;

/// Lines shown before the one in question.
const BEFORE: u32 = 2;
const INDENT: &str = "    ";

/// `text` is the line without the white space around it, as the trace has it. The file is trusted
/// only if it still says the same.
pub fn excerpt(location: &Location, text: Option<&str>, style: &Style<'_>) -> Vec<String> {
    let file = style.source(&location.file);
    let lines: Vec<&str> = file.as_deref().unwrap_or_default().lines().collect();
    let index = (location.line as usize).wrapping_sub(1);
    let (Some(text), Some(line)) = (text, lines.get(index)) else {
        return bare(location, text, style);
    };
    if line.trim() != text && !line.trim().starts_with(text) {
        return bare(location, Some(text), style);
    }
    let from = index.saturating_sub(BEFORE as usize);
    let shown = &lines[from..=index];
    let numbers = (from + 1..).map(|n| n.to_string());
    let margin = location.line.to_string().len();
    let mut out: Vec<String> = numbers
        .zip(shown)
        .skip_while(|(_, line)| line.trim().is_empty())
        .map(|(number, line)| numbered(&number, margin, line, style))
        .collect();
    out.extend(mark(line, location.column, margin, style));
    out
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
    let word = word.count().max(1);
    let left = format!("{INDENT}{} │ ", " ".repeat(margin));
    let room = style.width.saturating_sub(width(&left) + width(&blanks));
    (room >= word).then(|| {
        let paint = style.paint();
        let caret = paint.apply(Ink::Bad, &"^".repeat(word));
        format!("{}{blanks}{caret}", paint.apply(Ink::Faint, &left))
    })
}
