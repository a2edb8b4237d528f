//! One HTML file that needs nothing else: a viewer (`html/viewer.js`, `html/viewer.css`), the report
//! as JSON, the sources, and what memory looks like after each event.
//!
//! Names, messages and sources are not ours. The data stands in a script element that is not executed,
//! with every character escaped that could end it; the viewer makes text of it and never markup; and the
//! page forbids itself to load anything.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use serde::Serialize;
use serde_json::Value;
use trace::{Drawn, Trace};

use crate::model::Report;
use crate::style::Style;
use crate::text::text;
use crate::xml::escape;

const VIEWER: &str = include_str!("html/viewer.js");
const LOOK: &str = include_str!("html/viewer.css");
const POLICY: &str = "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'";

/// Larger files are left out; then only the lines of the trace are shown.
const SOURCE_BYTES_MAX: usize = 1 << 20;
const SOURCES_BYTES_MAX: usize = 8 << 20;

/// The page. `program` is what was checked.
pub fn html(report: &Report, program: &str, style: &Style<'_>) -> String {
    let data = Data {
        program,
        report: without_twins(serde_json::from_str(&crate::json(report)).unwrap_or_default()),
        sources: sources(report, style),
        pictures: Pictures::new(report),
        full: style.full,
    };
    let data = serde_json::to_string(&data).unwrap_or_default();
    let plain = text(report, &Style { color: false, ..*style });
    let title = escape(&format!("{} – {program}", report.outcome.name()));
    [
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n",
        "<meta name=\"viewport\" content=\"width=device-width\">\n",
        &format!("<meta http-equiv=\"Content-Security-Policy\" content=\"{POLICY}\">\n<title>{title}</title>\n"),
        "<style>\n",
        LOOK,
        "</style>\n</head>\n<body>\n<noscript><pre>",
        &escape(&plain),
        "</pre></noscript>\n<div id=\"app\"></div>\n<script type=\"application/json\" id=\"data\">",
        &inert(&data),
        "</script>\n<script>\n",
        VIEWER,
        "</script>\n</body>\n</html>\n",
    ]
    .concat()
}

#[derive(Serialize)]
struct Data<'a> {
    program: &'a str,
    report: Value,
    sources: BTreeMap<String, String>,
    pictures: Pictures<'a>,
    /// Repetitions are shown as well.
    full: bool,
}

/// What the root of the report says of the first finding stands there, too.
fn without_twins(mut report: Value) -> Value {
    if let Some(root) = report.as_object_mut()
        && root.contains_key("findings")
    {
        for twin in ["trace", "threads", "globals", "output", "locations", "more"] {
            root.remove(twin);
        }
    }
    report
}

/// JSON in which nothing can end the element that it stands in.
fn inert(json: &str) -> String {
    let mut out = String::with_capacity(json.len());
    for c in json.chars() {
        match c {
            '<' | '>' | '&' | '\u{2028}' | '\u{2029}' => out += &format!("\\u{:04x}", c as u32),
            c => out.push(c),
        }
    }
    out
}

/// All files that the findings mention, as far as they can be read.
fn sources(report: &Report, style: &Style<'_>) -> BTreeMap<String, String> {
    let mut files = BTreeSet::new();
    for (_, trace) in report.findings() {
        let events = trace.steps.iter().flat_map(|step| &step.events).map(|event| &event.location);
        let frames = trace.stacks.iter().flat_map(|stack| &stack.frames).filter(|frame| !frame.library);
        let ends = trace
            .violation
            .iter()
            .flat_map(|v| std::iter::once(&v.location).chain(v.others.iter().map(|p| &p.location)));
        let places = events.chain(frames.map(|frame| &frame.location)).chain(ends);
        files.extend(places.flatten().map(|at| at.file.as_str()));
    }
    let mut left = SOURCES_BYTES_MAX;
    let mut sources = BTreeMap::new();
    for file in files {
        let Some(text) = style.sources.and_then(|read| read(file)) else { continue };
        if text.len() <= SOURCE_BYTES_MAX.min(left) {
            left -= text.len();
            sources.insert(file.to_string(), text);
        }
    }
    sources
}

/// Most boxes are the same from one event to the next, so each is written once.
#[derive(Serialize)]
struct Pictures<'a> {
    boxes: Vec<&'a Drawn>,
    /// For each finding, step and event the boxes, by their indices; nothing: as before.
    events: Vec<Vec<Vec<Option<Vec<usize>>>>>,
}

impl<'a> Pictures<'a> {
    fn new(report: &'a Report) -> Pictures<'a> {
        let mut known: HashMap<&Drawn, usize> = HashMap::new();
        let mut boxes = Vec::new();
        let mut index = |drawn: &'a Drawn| {
            *known.entry(drawn).or_insert_with(|| {
                boxes.push(drawn);
                boxes.len() - 1
            })
        };
        let mut of_trace = |trace: &'a Trace| {
            let of_event = |event: &'a trace::Event, index: &mut dyn FnMut(&'a Drawn) -> usize| {
                event.picture.as_ref().map(|picture| picture.boxes.iter().map(index).collect())
            };
            let steps = trace.steps.iter();
            steps.map(|step| step.events.iter().map(|event| of_event(event, &mut index)).collect()).collect()
        };
        let events = report.findings().map(|(_, trace)| of_trace(trace)).collect();
        Pictures { boxes, events }
    }
}

#[cfg(test)]
mod tests {
    use super::inert;

    #[test]
    fn data_cannot_end_its_element() {
        assert_eq!(inert("\"</script>&\u{2028}\""), "\"\\u003c/script\\u003e\\u0026\\u2028\"");
    }
}
