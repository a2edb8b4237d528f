//! SARIF 2.1.0 (OASIS): what code hosts and editors show beside the source.
//!
//! Each finding is a result; its trace is a code flow with one thread flow for each thread, whose
//! locations are numbered in the order of execution. What kept us from an answer is a notification of
//! the invocation, never a result. Columns are passed on as the compiler counts them.

use std::collections::BTreeMap;

use serde::Serialize;
use serde_json::{Value, json};
use trace::{Location, Stack, Trace, Violation};

use crate::kinds::KINDS;
use crate::model::{MEMORY_MODEL, Outcome, Report, Severity};
use crate::paint::Ink;
use crate::text::columns;
use crate::text::names;
use crate::text::rows::{self, CYCLE, Item, Row};

const SCHEMA: &str = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";

/// A longer trace loses its middle: code hosts refuse large files.
const FLOW_LOCATIONS_MAX: usize = 5000;

/// One SARIF log, ending in a newline. `subject` tells it from the logs of other checks. Unless it is to be `full`,
/// repetitions are counted and long runs of one thread lose their middle, as in the text.
pub fn sarif(report: &Report, subject: &str, full: bool) -> String {
    log(run(report, subject, full))
}

/// One log of those of many checks, with one run, since code hosts take no two of the same category.
pub fn suite_sarif(logs: &[Value], subject: &str) -> String {
    let mut runs = logs.iter().filter_map(|log| log["runs"].get(0));
    let mut all = runs.next().cloned().unwrap_or_default();
    for run in runs {
        for list in ["invocations", "results"] {
            let more = run[list].as_array().cloned().unwrap_or_default();
            all[list].as_array_mut().into_iter().for_each(|list| list.extend(more.iter().cloned()));
        }
    }
    all["automationDetails"] = details(subject);
    if let Some(run) = all.as_object_mut() {
        run.remove("properties");
    }
    log(all)
}

fn log(run: Value) -> String {
    let log = json!({
        "$schema": SCHEMA,
        "version": "2.1.0",
        "runs": [run],
    });
    // Serialising fails only for maps whose keys are not strings, and there are none.
    serde_json::to_string_pretty(&log).unwrap_or_default() + "\n"
}

/// What stands before the last slash is the category, by which code hosts know which results are the newer ones of
/// the same check.
fn details(subject: &str) -> Value {
    json!({"id": format!("augur/{subject}/")})
}

fn run(report: &Report, subject: &str, full: bool) -> Value {
    let results = report.findings().filter_map(|(severity, trace)| result(severity, trace, full));
    json!({
        "tool": {"driver": {
            "name": "Augur",
            "version": env!("CARGO_PKG_VERSION"),
            "rules": rules(),
        }},
        "automationDetails": details(subject),
        "invocations": [invocation(report)],
        "results": results.collect::<Vec<_>>(),
        "properties": {
            "outcome": report.outcome.name(),
            "memoryModel": MEMORY_MODEL,
            "states": report.statistics.states,
            "exitStatuses": report.exit_statuses,
        },
    })
}

fn rules() -> Vec<Value> {
    let rule = |kind: &crate::kinds::Kind| {
        json!({
            "id": kind.name,
            "shortDescription": {"text": kind.title},
            "fullDescription": {"text": kind.help},
            "help": {"text": kind.help},
            "defaultConfiguration": {"level": "error"},
        })
    };
    KINDS.iter().map(rule).collect()
}

/// Whether the search came to an answer, and all that is to be said besides.
fn invocation(report: &Report) -> Value {
    let warnings = report.warnings.iter().map(|text| json!({"level": "warning", "message": {"text": text}}));
    let mut notifications: Vec<Value> = warnings.collect();
    let trouble = report.outcome.trouble();
    if let Some(text) = trouble {
        let mut notification = json!({
            "level": "error",
            "descriptor": {"id": report.outcome.name()},
            "message": {"text": text},
        });
        if let Outcome::Unsupported(unsupported) = &report.outcome
            && let Some(location) = &unsupported.location
        {
            notification["locations"] = json!([place(location, unsupported.source.as_deref(), None)]);
        }
        notifications.push(notification);
    }
    json!({"executionSuccessful": trouble.is_none(), "toolExecutionNotifications": notifications})
}

fn result(severity: Severity, trace: &Trace, full: bool) -> Option<Value> {
    let violation = trace.violation.as_ref()?;
    let mut result = json!({
        "ruleId": violation.kind,
        "level": severity,
        "message": {"text": match &violation.why {
            Some(why) => format!("{}; {why}", violation.message),
            None => violation.message.clone(),
        }},
        "relatedLocations": related(violation),
        "codeFlows": [{"message": {"text": violation.message}, "threadFlows": thread_flows(trace, full)}],
        "stacks": stacks(trace),
    });
    if let Some(rule) = KINDS.iter().position(|kind| kind.name == violation.kind) {
        result["ruleIndex"] = rule.into();
    }
    if let Some(location) = &violation.location {
        result["locations"] = json!([place(location, violation.source.as_deref(), None)]);
        let key = format!("{} {} {}", violation.kind, location.file, location.function);
        result["partialFingerprints"] = json!({"kindFileFunction/v1": key});
    }
    // SARIF wants what is empty to be absent.
    if let Some(result) = result.as_object_mut() {
        result.retain(|_, value| value.as_array().is_none_or(|all| !all.is_empty()));
    }
    Some(result)
}

/// The other parties and all further places.
fn related(violation: &Violation) -> Vec<Value> {
    let parties = violation.others.iter().filter_map(|party| {
        let text = names::thread(party.thread);
        Some(place(party.location.as_ref()?, party.source.as_deref(), Some(&text)))
    });
    let further = violation
        .related
        .iter()
        .map(|related| place(&related.location, related.source.as_deref(), Some(&related.what)));
    parties.chain(further).collect()
}

fn thread_flows(trace: &Trace, full: bool) -> Vec<Value> {
    let mut flows: BTreeMap<u32, Vec<Value>> = BTreeMap::new();
    let items = rows::items(trace, !full);
    // What goes round, if anything does: what is behind the mark, without what is wrong at the end.
    let is_told = |item: &&Item| !matches!(item, Item::Switch | Item::Cycle);
    let mark = items.iter().position(|item| matches!(item, Item::Cycle)).unwrap_or(items.len());
    let cycle = items[..mark].iter().filter(is_told).count();
    let items: Vec<&Item> = items.iter().filter(is_told).collect();
    let cut = items.len().saturating_sub(FLOW_LOCATIONS_MAX);
    for (order, item) in items.iter().enumerate() {
        let middle = FLOW_LOCATIONS_MAX / 2;
        if (middle..middle + cut).contains(&order) {
            continue;
        }
        // What is said between rows belongs to the thread that goes on there.
        let thread = items[order..].iter().find_map(|item| row(item)).map_or(0, |row| row.thread);
        let bad = row(item).is_some_and(|row| row.details.iter().any(|detail| detail.ink == Ink::Bad));
        let mut location = match item {
            Item::Row(row) => flow_location(row, order, order == cycle && !bad),
            other => remark(&columns::remark(other), order),
        };
        if order >= cycle && !bad {
            location["properties"] = json!({"cycle": true});
        }
        flows.entry(thread).or_default().push(location);
    }
    let flow = |(thread, locations): (u32, Vec<Value>)| {
        json!({
            "id": thread.to_string(),
            "message": {"text": names::title(trace, thread)},
            "locations": locations,
        })
    };
    flows.into_iter().map(flow).collect()
}

fn row(item: &Item) -> Option<&Row> {
    match item {
        Item::Row(row) => Some(row),
        _ => None,
    }
}

/// Something that is said of the trace at this point.
fn remark(text: &str, order: usize) -> Value {
    json!({
        "location": {"message": {"text": text}},
        "executionOrder": order + 1,
        "importance": "unimportant",
    })
}

fn flow_location(row: &Row, order: usize, begins_cycle: bool) -> Value {
    let details = row.details.iter().map(|detail| detail.text.as_str());
    let mark = begins_cycle.then_some(CYCLE);
    let text = mark.into_iter().chain([row.text.as_str()]).chain(details).collect::<Vec<_>>().join("; ");
    let location = match &row.location {
        Some(at) => place(at, None, Some(&text)),
        None => json!({"message": {"text": text}}),
    };
    json!({
        "location": location,
        "executionOrder": order + 1,
        "nestingLevel": row.indent / 2,
        "importance": if row.details.is_empty() { "unimportant" } else { "important" },
    })
}

fn stacks(trace: &Trace) -> Vec<Value> {
    let stack = |stack: &Stack| {
        let status = names::status(&stack.status).unwrap_or_else(|| "can go on".into());
        let frames = stack.frames.iter().filter(|frame| !frame.library);
        let frames = frames.map(|frame| {
            let text = frame.function.as_str();
            let location = frame.location.as_ref().map(|at| place(at, frame.source.as_deref(), Some(text)));
            json!({"location": location.unwrap_or_else(|| json!({"message": {"text": text}}))})
        });
        json!({
            "message": {"text": format!("{} {status}", names::title(trace, stack.thread))},
            "frames": frames.collect::<Vec<_>>(),
        })
    };
    trace.stacks.iter().filter(|stack| !stack.frames.is_empty()).map(stack).collect()
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Region {
    start_line: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    start_column: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    snippet: Option<Value>,
}

fn place(location: &Location, source: Option<&str>, text: Option<&str>) -> Value {
    let mut physical = json!({"artifactLocation": {"uri": uri(&location.file)}});
    if location.line > 0 {
        let region = Region {
            start_line: location.line,
            start_column: Some(location.column).filter(|column| *column > 0),
            snippet: source.map(|text| json!({"text": text})),
        };
        physical["region"] = json!(region);
    }
    let mut place = json!({"physicalLocation": physical});
    if !location.function.is_empty() {
        place["logicalLocations"] = json!([{"fullyQualifiedName": location.function, "kind": "function"}]);
    }
    if let Some(text) = text {
        place["message"] = json!({"text": text});
    }
    place
}

/// A path as a URI: relative ones stay so, and what has a meaning in URIs loses it.
fn uri(path: &str) -> String {
    let mut uri = String::from(if path.starts_with('/') { "file://" } else { "" });
    for byte in path.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'/' | b'.' | b'-' | b'_' | b'~' | b'+' => uri.push(byte.into()),
            other => uri += &format!("%{other:02X}"),
        }
    }
    uri
}

#[cfg(test)]
mod tests {
    use super::uri;

    #[test]
    fn paths_become_uris() {
        for (path, expected) in
            [("src/a.c", "src/a.c"), ("/a b/c#.c", "file:///a%20b/c%23.c"), ("é?.c", "%C3%A9%3F.c"), ("c:x", "c%3Ax")]
        {
            assert_eq!(uri(path), expected);
        }
    }
}
