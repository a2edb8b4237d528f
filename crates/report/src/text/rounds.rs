//! Rounds of a loop that are like each other: the first ones and the last are shown, those between are counted.

use super::rows::{Detail, Item, Row};

/// Rows of the longest round that is noticed.
const ROUND_ROWS_MAX: usize = 48;
/// Rounds that are shown before and after those that are not.
const ROUNDS_HEAD: usize = 2;
const ROUNDS_TAIL: usize = 1;
/// Fewer rounds are not worth a remark.
const ROUNDS_MIN: usize = 3;

/// What two rows have in common that belong to different rounds of a loop: everything but the values.
#[derive(PartialEq, Eq, Hash)]
struct Shape(u32, Option<(String, u32)>, String, Vec<String>);

fn shape(item: &Item) -> Option<Shape> {
    let Item::Row(row) = item else { return None };
    let at = row.location.as_ref().map(|at| (at.file.clone(), at.line));
    Some(Shape(row.thread, at, without_numbers(&row.text), row.details.iter().map(of_detail).collect()))
}

/// A detail without values: the name that changes, or what happens.
fn of_detail(detail: &Detail) -> String {
    let text = detail.text.split([':', '=']).next().unwrap_or_default();
    let text = text.split(" is ").next().unwrap_or_default();
    let text = text.split(" prints ").next().unwrap_or_default();
    let text = if text.starts_with("prints ") { "prints" } else { text };
    without_numbers(text)
}

fn without_numbers(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c.is_ascii_digit() {
            true if out.ends_with('#') => {}
            true => out.push('#'),
            false => out.push(c),
        }
    }
    out
}

/// Does something go wrong there?
fn is_marked(row: &Row) -> bool {
    row.details.iter().any(|detail| detail.text.starts_with('✗'))
}

/// Replaces rounds that are like those before them. A switch between threads is part of a round, too.
pub(super) fn fold_rounds(items: Vec<Item>) -> Vec<Item> {
    let mut numbers = std::collections::HashMap::new();
    let mut number = |item: &Item| match shape(item) {
        // What goes wrong is like nothing else.
        Some(_) if matches!(item, Item::Row(row) if is_marked(row)) => usize::MAX - 1,
        Some(shape) => {
            let next = numbers.len();
            *numbers.entry(shape).or_insert(next)
        }
        None if matches!(item, Item::Switch) => usize::MAX,
        // Where the trace begins to go round, or something is left out already.
        None => usize::MAX - 1,
    };
    let shapes: Vec<usize> = items.iter().map(&mut number).collect();
    let mut out = Vec::with_capacity(items.len());
    let mut items = items.into_iter();
    let mut at = 0;
    while at < shapes.len() {
        let Some((period, rounds)) = repetition(&shapes[at..]) else {
            out.extend(items.next());
            at += 1;
            continue;
        };
        let hidden = rounds - ROUNDS_HEAD - ROUNDS_TAIL;
        out.extend(items.by_ref().take(period * ROUNDS_HEAD));
        let folded: Vec<Item> = items.by_ref().take(period * hidden).collect();
        let rows = folded.iter().filter(|item| matches!(item, Item::Row(_))).count();
        out.push(Item::Rounds { rounds: hidden, rows });
        out.extend(items.by_ref().take(period * ROUNDS_TAIL));
        at += period * rounds;
    }
    out
}

/// The length of the round that the shapes begin with, and how many follow each other.
fn repetition(shapes: &[usize]) -> Option<(usize, usize)> {
    for period in 1..=ROUND_ROWS_MAX.min(shapes.len() / 2) {
        if shapes[period] != shapes[0] {
            continue;
        }
        let same = shapes.iter().zip(&shapes[period..]).take_while(|(a, b)| a == b).count();
        let rounds = same / period + 1;
        let rows = shapes[..period].iter().filter(|shape| **shape != usize::MAX).count();
        if rounds >= ROUNDS_HEAD + ROUNDS_TAIL + ROUNDS_MIN && rows > 0 {
            return Some((period, rounds));
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(shapes: &[usize], expected: Option<(usize, usize)>) {
        assert_eq!(repetition(shapes), expected);
    }

    #[test]
    fn rounds_are_found() {
        check(&[1, 2, 3, 4], None);
        check(&[1; 5], None);
        check(&[1; 6], Some((1, 6)));
        check(&[1, 2, 1, 2, 1, 2, 1, 2, 1, 2, 1, 2, 1, 3], Some((2, 6)));
        check(&[7, 1, 2, 1, 2, 1, 2, 1, 2, 1, 2, 1, 2], None);
    }

    #[test]
    fn numbers_do_not_matter() {
        assert_eq!(without_numbers("heap block #17 (24 bytes)"), without_numbers("heap block #2003 (8 bytes)"));
        let detail = |text: &str| of_detail(&Detail { ink: crate::paint::Ink::Plain, text: text.into() });
        assert_eq!(detail("a[3]: 4 → 5"), detail("a[12]: ? → 70"));
        assert_ne!(detail("a: 4 → 5"), detail("b: 4 → 5"));
    }
}
