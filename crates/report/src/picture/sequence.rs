//! A trace as a sequence of messages: a lane for each thread, time from top to bottom, arrows where one
//! thread starts another, waits for it or gets a lock from it, and in red between those that go wrong.

use std::fmt::Write as _;

use trace::{Note, Trace};

use super::drawing::{CHAR, Drawing, LINE, cut, times, width};
use super::quoted;
use crate::layout::{plain, wrap};
use crate::paint::Ink;
use crate::text::names;
use crate::text::rows::{self, CYCLE, Item, Row};

/// Characters of a line of code or of what happens on it.
const CHARS_MAX: usize = 44;
/// Lines below a line of code.
const DETAILS_MAX: usize = 6;
const MARGIN: f64 = 16.0;
/// A lane's box, and the room for arrows beside it.
const BOX: f64 = 44.0 * CHAR + 56.0;
const LANE: f64 = BOX + 90.0;
/// Characters of the title that a lane has room for.
const LANE_CHARS: usize = 60;
/// Above the first mark, besides the title.
const HEAD: f64 = 56.0;
/// Characters of a line of the title, if the lanes have no room for more.
const TITLE_MIN: usize = 90;
const GAP: f64 = 10.0;
const PADDING: f64 = 6.0;

/// The picture in DOT; without a violation it says so.
pub fn dot(trace: Option<&Trace>) -> String {
    let Some(trace) = trace else { return "digraph trace {\n  label=\"nothing went wrong\";\n}\n".into() };
    let sequence = Sequence::new(trace);
    let mut out = String::from("digraph trace {\n  node [shape=box, fontname=\"monospace\", fontsize=10];\n");
    out += "  edge [fontname=\"monospace\", fontsize=9];\n";
    let _ = writeln!(out, "  label={}; labelloc=t; fontname=\"monospace\";", quoted(&title(trace)));
    for (lane, thread) in sequence.lanes.iter().enumerate() {
        let _ =
            writeln!(out, "  subgraph cluster_{lane} {{ label={};", quoted(&cut(&names::title(trace, *thread), 80)));
        let own: Vec<usize> = (0..sequence.marks.len()).filter(|i| sequence.marks[*i].lane == lane).collect();
        for i in &own {
            let mark = &sequence.marks[*i];
            let color = if mark.bad { ", color=red" } else { "" };
            let _ = writeln!(out, "    m{i} [label={}{color}];", quoted(&mark.lines().join("\n")));
        }
        for pair in own.windows(2) {
            let _ = writeln!(out, "    m{} -> m{} [weight=9, arrowhead=none];", pair[0], pair[1]);
        }
        out += "  }\n";
    }
    for i in 1..sequence.marks.len() {
        if sequence.marks[i - 1].lane != sequence.marks[i].lane {
            let _ = writeln!(out, "  m{} -> m{i} [style=dotted, color=gray];", i - 1);
        }
    }
    if let Some(first) = sequence.cycle {
        let last = sequence.last_of_cycle();
        let _ = writeln!(out, "  m{last} -> m{first} [label={}, style=dashed, constraint=false];", quoted(CYCLE));
    }
    for arrow in &sequence.arrows {
        let look = if arrow.bad { "color=red, dir=both, constraint=false" } else { "color=blue" };
        let _ = writeln!(out, "  m{} -> m{} [label={}, {look}];", arrow.from, arrow.to, quoted(&arrow.label));
    }
    out + "}\n"
}

/// The picture as SVG.
pub fn svg(trace: Option<&Trace>) -> String {
    let Some(trace) = trace else {
        let mut drawing = Drawing::new(400.0, 60.0, "nothing went wrong");
        drawing.text((MARGIN, 34.0), "", "nothing went wrong");
        return drawing.finish();
    };
    let sequence = Sequence::new(trace);
    let wide = times(LANE, sequence.lanes.len());
    let title = wrap(&title(trace), (LANE_CHARS * sequence.lanes.len()).max(TITLE_MIN), 2);
    let head = HEAD + times(LINE, title.len());
    let mut tops = Vec::with_capacity(sequence.marks.len());
    let mut y = head;
    for (i, mark) in sequence.marks.iter().enumerate() {
        if sequence.cycle == Some(i) {
            y += LINE;
        }
        tops.push(y);
        y += mark.height() + GAP;
    }
    let wide = title.iter().map(|line| width(line)).fold(wide, f64::max);
    let mut drawing = Drawing::new(wide + 2.0 * MARGIN, y + MARGIN, &title.join(" "));
    for (i, line) in title.iter().enumerate() {
        drawing.text((MARGIN, 8.0 + times(LINE, i + 1)), "bad", line);
    }
    for (lane, thread) in sequence.lanes.iter().enumerate() {
        let x = left(lane);
        drawing.text((x, head - 22.0), "title", &cut(&names::title(trace, *thread), CHARS_MAX));
        drawing.line(&format!("M{x:.1} {:.1} V{y:.1}", head - 14.0), "life");
    }
    for (mark, top) in sequence.marks.iter().zip(&tops) {
        mark.draw(&mut drawing, *top);
    }
    if let Some(top) = sequence.cycle.and_then(|first| tops.get(first)) {
        drawing.line(&format!("M{MARGIN:.1} {:.1} H{wide:.1}", top - LINE - GAP / 2.0), "life");
        drawing.text((MARGIN, top - GAP / 2.0), "care", CYCLE);
    }
    for arrow in &sequence.arrows {
        arrow.draw(&mut drawing, &sequence.marks, &tops);
    }
    drawing.finish()
}

/// `data-race — thread 1 writes …`
fn title(trace: &Trace) -> String {
    let violation = trace.violation.as_ref();
    violation.map_or("a run".into(), |v| format!("{} — {}", v.kind, plain(&v.message)))
}

/// Where a lane's life line is.
fn left(lane: usize) -> f64 {
    MARGIN + times(LANE, lane) + 6.0
}

struct Sequence {
    /// The threads that do something, in order of creation.
    lanes: Vec<u32>,
    marks: Vec<Mark>,
    arrows: Vec<Arrow>,
    /// The mark from which on all is repeated for ever.
    cycle: Option<usize>,
}

/// Something that a thread does.
struct Mark {
    lane: usize,
    place: String,
    text: String,
    details: Vec<(Ink, String)>,
    bad: bool,
}

/// From one mark to another, by their indices.
struct Arrow {
    from: usize,
    to: usize,
    label: String,
    /// Between those that go wrong.
    bad: bool,
}

impl Sequence {
    fn new(trace: &Trace) -> Sequence {
        let items = rows::items(trace, true);
        let mut lanes: Vec<u32> = items.iter().filter_map(thread).collect();
        lanes.sort_unstable();
        lanes.dedup();
        let lane = |thread: u32| lanes.iter().position(|other| *other == thread).unwrap_or(0);
        let (mut marks, mut cycle) = (Vec::new(), None);
        let mut sources: Vec<Option<&Row>> = Vec::new();
        for item in &items {
            match item {
                Item::Switch => {}
                Item::Cycle => cycle = Some(marks.len()),
                Item::Row(row) => {
                    marks.push(Mark::new(lane(row.thread), row));
                    sources.push(Some(row));
                }
                Item::Folded { rows, thread } => {
                    marks.push(Mark::folded(lane(thread.unwrap_or(0)), *rows));
                    sources.push(None);
                }
                Item::Rounds { rows, .. } => {
                    let last = marks.last().map_or(0, |mark: &Mark| mark.lane);
                    marks.push(Mark::folded(last, *rows));
                    sources.push(None);
                }
            }
        }
        let arrows = arrows(&sources, &marks, &lane);
        Sequence { arrows, lanes, cycle: cycle.filter(|first| *first < marks.len()), marks }
    }

    /// The last mark that is repeated.
    fn last_of_cycle(&self) -> usize {
        self.marks.iter().rposition(|mark| !mark.bad).unwrap_or(0).max(self.cycle.unwrap_or(0))
    }
}

fn thread(item: &Item) -> Option<u32> {
    match item {
        Item::Row(row) => Some(row.thread),
        Item::Folded { thread, .. } => *thread,
        Item::Switch | Item::Cycle | Item::Rounds { .. } => None,
    }
}

/// The arrows that notes tell of. Who waits goes on after the last thing that the awaited one does.
fn arrows(rows: &[Option<&Row>], marks: &[Mark], lane: &dyn Fn(u32) -> usize) -> Vec<Arrow> {
    let mut arrows = Vec::new();
    let next = |lane: usize, after: usize| (after + 1..marks.len()).find(|i| marks[*i].lane == lane);
    for (i, row) in rows.iter().enumerate() {
        for note in row.iter().flat_map(|row| &row.notes) {
            match note {
                Note::ThreadStarted { thread } if lane(*thread) != marks[i].lane => {
                    let first = next(lane(*thread), i);
                    arrows.extend(first.map(|to| Arrow { from: i, to, label: "starts".into(), bad: false }));
                }
                Note::Waits { on } => {
                    let Some(owner) = on.owner.map(lane) else { continue };
                    let Some(to) = next(marks[i].lane, i) else { continue };
                    let from = (i + 1..to).rev().find(|j| marks[*j].lane == owner);
                    let label = match &on.object {
                        _ if on.what == "thread" => "ends".into(),
                        Some(object) => plain(object),
                        None => plain(&on.what),
                    };
                    arrows.extend(from.map(|from| Arrow { from, to, label, bad: false }));
                }
                _ => {}
            }
        }
    }
    let bad: Vec<usize> = (0..marks.len()).filter(|i| marks[*i].bad).collect();
    for pair in bad.windows(2) {
        let label = marks[pair[0]].details.iter().find(|(ink, _)| *ink == Ink::Bad);
        let label = label.map_or(String::new(), |(_, text)| text.trim_start_matches("✗ ").to_string());
        arrows.push(Arrow { from: pair[0], to: pair[1], label, bad: true });
    }
    arrows
}

impl Mark {
    fn new(lane: usize, row: &Row) -> Mark {
        let details = row.details.iter().take(DETAILS_MAX).map(|detail| (detail.ink, cut(&detail.text, CHARS_MAX)));
        let mut details: Vec<(Ink, String)> = details.collect();
        if row.details.len() > DETAILS_MAX {
            details.push((Ink::Faint, format!("… and {} more", row.details.len() - DETAILS_MAX)));
        }
        Mark {
            lane,
            place: row.location.as_ref().map_or(String::new(), |at| at.line.to_string()),
            text: cut(&row.text, CHARS_MAX),
            bad: row.details.iter().any(|detail| detail.ink == Ink::Bad),
            details,
        }
    }

    fn folded(lane: usize, rows: usize) -> Mark {
        Mark { lane, place: String::new(), text: format!("… {rows} more lines"), details: Vec::new(), bad: false }
    }

    fn lines(&self) -> Vec<String> {
        let first = if self.place.is_empty() { self.text.clone() } else { format!("{}: {}", self.place, self.text) };
        std::iter::once(first).chain(self.details.iter().map(|(_, text)| text.clone())).collect()
    }

    fn height(&self) -> f64 {
        times(LINE, 1 + self.details.len()) + PADDING
    }

    fn draw(&self, drawing: &mut Drawing, top: f64) {
        let (x, class) = (left(self.lane), if self.bad { "badbox" } else { "box" });
        drawing.rect((x - 4.0, top), (BOX, self.height()), class);
        drawing.text((x + 4.0, top + LINE - 2.0), "faint", &format!("{:>4}", self.place));
        drawing.text((x + 8.0 + 5.0 * CHAR, top + LINE - 2.0), "", &self.text);
        for (i, (ink, text)) in self.details.iter().enumerate() {
            let class = match ink {
                Ink::Bad => "bad",
                Ink::Change => "go",
                Ink::Caution => "care",
                _ => "faint",
            };
            drawing.text((x + 8.0 + 5.0 * CHAR, top + times(LINE, i + 2) - 2.0), class, text);
        }
    }
}

impl Arrow {
    fn draw(&self, drawing: &mut Drawing, marks: &[Mark], tops: &[f64]) {
        let (from, to) = (&marks[self.from], &marks[self.to]);
        let middle = |i: usize| tops[i] + LINE / 2.0 + PADDING / 2.0;
        let (x1, x2) = match from.lane < to.lane {
            true => (left(from.lane) + BOX - 4.0, left(to.lane) - 6.0),
            false => (left(from.lane) - 4.0, left(to.lane) + BOX - 2.0),
        };
        let (y1, y2) = (middle(self.from).min(tops[self.from] + from.height()), middle(self.to));
        let bend = (x2 - x1) / 2.0;
        let path = format!("M{x1:.1} {y1:.1} C{:.1} {y1:.1} {:.1} {y2:.1} {x2:.1} {y2:.1}", x1 + bend, x2 - bend);
        let (class, head, ink) = if self.bad { ("badarrow", "bad", "bad") } else { ("arrow", "go", "go") };
        drawing.arrow(&path, class, head, self.bad);
        let label = cut(&self.label, 24);
        // Beside the head, where there is room between the lanes' boxes.
        drawing.label(((x1 + x2) / 2.0, (y1 + y2) / 2.0 - 3.0), ink, &label);
    }
}
