//! The formats for other programs, each held against its schema or recorded.

use schema::Unnamed;
use serde_json::Value;
use trace::{Choice, Output};

use super::{report, samples};
use crate::kinds::KINDS;
use crate::model::{
    Audit, Coverage, CoveredFile, CoveredFunction, Failing, Grew, Growth, Outcome, Report, Unsupported, Usage,
};
use crate::{json, junit, sarif};

/// A report of every kind and of every other outcome, each with its name.
fn reports() -> Vec<(String, Report)> {
    let mut reports: Vec<(String, Report)> =
        KINDS.iter().map(|kind| (kind.name.into(), violation(kind.name))).collect();
    let others = [
        Outcome::Safe,
        Outcome::Usage(Usage { what: "no such file".into(), place: "a.c".into(), advice: "another".into() }),
        Outcome::Unsupported(Box::new(Unsupported {
            what: "the function `epoll_wait` is not modelled".into(),
            location: Some(samples::at(17, 3, "main")),
            source: Some(samples::line(17)),
            stack: Some(samples::lost_update().stacks.swap_remove(0)),
        })),
        Outcome::Limit { what: "60 s have passed".into(), flag: "--time".into() },
        Outcome::Unproved { bits: 56, missed_max: 6.94e-6 },
        Outcome::Defect { what: "the replay went another way".into() },
    ];
    for outcome in others {
        let name = if matches!(outcome, Outcome::Unproved { .. }) { "unproved" } else { outcome.name() };
        reports.push((name.into(), report(outcome)));
    }
    let mut busy = violation("assert");
    busy.more = vec![samples::deadlock()];
    busy.races = vec![samples::race()];
    busy.warnings = vec!["the clock stands still".into()];
    busy.exit_statuses = vec![0, 3];
    busy.growth = Some(growth());
    busy.failing = vec![Failing { status: 3, output: vec![Output { fd: 2, text: "usage".into() }] }];
    busy.coverage = Some(coverage());
    if let Some(checks) = &mut busy.checks {
        checks.faults = vec!["malloc".into()];
        checks.allowed_races = vec!["queue.c:41".into()];
        checks.audit = Some(Audit { level: Some("none".into()), compared: vec!["outcome".into()], ..Audit::default() });
    }
    if let Outcome::Violation(trace) = &mut busy.outcome {
        trace.steps[0].choice = Some(Choice { value: 1, count: 2, meaning: Some("malloc fails".into()) });
    }
    reports.push(("busy".into(), busy));
    reports
}

/// A program that goes wrong in this way.
fn violation(kind: &str) -> Report {
    let mut trace = match kind {
        "assert" => samples::lost_update(),
        "data-race" => samples::race(),
        "deadlock" => samples::deadlock(),
        _ => samples::single(),
    };
    if let Some(violation) = &mut trace.violation
        && violation.kind != kind
    {
        violation.kind = kind.into();
        violation.message = format!("an example of {kind}");
    }
    report(Outcome::Violation(Box::new(trace)))
}

fn growth() -> Growth {
    let grew = Grew { name: "n".into(), location: Some(samples::at(9, 3, "main")), ..Grew::default() };
    let grew = vec![grew, Grew::default()];
    let threads = vec![("increment".into(), 2)];
    Growth { layers: vec![1, 2], grew, threads, advice: vec!["--lossy".into()], ..Growth::default() }
}

fn coverage() -> Coverage {
    let function = CoveredFunction { name: "main".into(), file: samples::FILE.into(), line: 14, entered: true };
    let file = CoveredFile { file: samples::FILE.into(), lines: vec![(17, true), (18, false)] };
    Coverage { functions: vec![function], files: vec![file] }
}

fn parsed(text: &str) -> Value {
    serde_json::from_str(text).unwrap()
}

#[test]
fn every_kind_of_the_machine_is_explained() {
    let known: Vec<&str> = machine::Kind::ALL.iter().map(|kind| kind.name()).collect();
    let explained: Vec<&str> = KINDS.iter().map(|kind| kind.name).collect();
    assert_eq!(explained, known);
    let schema = parsed(include_str!("../../../../docs/report.schema.json"));
    assert_eq!(schema["$defs"]["kind"]["enum"], Value::from(known));
}

#[test]
fn json_is_as_its_schema_says() {
    let schema = parsed(include_str!("../../../../docs/report.schema.json"));
    for (name, report) in reports() {
        let found = schema::complaints(&schema, &parsed(&json(&report)), Unnamed::Refused);
        assert!(found.is_empty(), "{name}: {found:#?}");
    }
}

/// Every kind in one file: what is recorded is what differs between them.
#[test]
fn json_of_every_kind() {
    let mut all = serde_json::Map::new();
    for (name, report) in reports() {
        let mut value = parsed(&json(&report));
        if let Some(root) = value.as_object_mut() {
            for common in ["statistics", "checks", "memory_model", "version"] {
                root.remove(common);
            }
            if !["assert", "data-race", "deadlock", "null-deref"].contains(&name.as_str()) {
                root.remove("trace");
                root.remove("threads");
            }
            // The first stands in the root already.
            root.remove("findings").filter(|_| name == "busy").map(|all| root.insert("findings".into(), all));
        }
        all.insert(name, value);
    }
    insta::assert_snapshot!("every_kind_json", serde_json::to_string_pretty(&all).unwrap());
}

#[test]
fn text_of_every_kind() {
    let all = reports().into_iter().map(|(name, report)| {
        let rendered = crate::text(&report, &super::style());
        format!("──── {name}\n{rendered}\n")
    });
    insta::assert_snapshot!("every_kind_text", all.collect::<String>());
}

/// The schema as published. It stands in a package that is only fetched, never compiled; the lock file
/// has its checksum.
fn sarif_schema() -> Value {
    let cargo = std::env::var("CARGO").unwrap_or_else(|_| "cargo".into());
    let manifest = concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml");
    let metadata = std::process::Command::new(cargo)
        .args(["metadata", "--locked", "--format-version", "1", "--manifest-path", manifest])
        .output()
        .unwrap();
    assert!(metadata.status.success(), "{}", String::from_utf8_lossy(&metadata.stderr));
    let metadata = parsed(&String::from_utf8(metadata.stdout).unwrap());
    let package = metadata["packages"].as_array().unwrap().iter().find(|package| package["name"] == "serde-sarif");
    let folder = std::path::Path::new(package.unwrap()["manifest_path"].as_str().unwrap()).parent().unwrap().to_owned();
    parsed(&std::fs::read_to_string(folder.join("src/schema.json")).unwrap())
}

#[test]
fn sarif_is_as_its_schema_says() {
    let schema = sarif_schema();
    assert!(schema["title"].as_str().unwrap().contains("2.1.0"));
    for (name, report) in reports() {
        let found = schema::complaints(&schema, &parsed(&sarif(&report, "a.c", false)), Unnamed::Allowed);
        assert!(found.is_empty(), "{name}: {found:#?}");
    }
}

/// Every kind in one file, without the rules, which are the same in all.
#[test]
fn sarif_of_every_kind() {
    let mut all = serde_json::Map::new();
    for (name, report) in reports() {
        let mut run = parsed(&sarif(&report, "a.c", false))["runs"][0].take();
        let rules = run["tool"]["driver"]["rules"].take();
        assert_eq!(rules.as_array().map(Vec::len), Some(KINDS.len()));
        for result in run["results"].as_array_mut().into_iter().flatten() {
            let index = usize::try_from(result["ruleIndex"].as_u64().unwrap()).unwrap();
            assert_eq!(result["ruleId"], KINDS[index].name);
            if !["assert", "data-race", "deadlock", "null-deref"].contains(&name.as_str()) {
                result["codeFlows"].take();
                result["stacks"].take();
            }
        }
        all.insert(name, run);
    }
    insta::assert_snapshot!("every_kind_sarif", serde_json::to_string_pretty(&all).unwrap());
}

/// Each thread has its flow, and together they tell the order.
#[test]
fn sarif_has_a_flow_for_each_thread() {
    let log = parsed(&sarif(&violation("assert"), "a.c", false));
    let flows = log["runs"][0]["results"][0]["codeFlows"][0]["threadFlows"].as_array().unwrap().clone();
    let ids: Vec<&str> = flows.iter().map(|flow| flow["id"].as_str().unwrap()).collect();
    assert_eq!(ids, ["0", "1", "2"]);
    let steps = flows.iter().flat_map(|flow| flow["locations"].as_array().unwrap());
    let mut orders: Vec<u64> = steps.map(|step| step["executionOrder"].as_u64().unwrap()).collect();
    orders.sort_unstable();
    assert_eq!(orders, (1..=orders.len() as u64).collect::<Vec<_>>());
}

#[test]
fn junit_of_outcomes() {
    let wanted = ["assert", "safe", "unsupported", "limit", "busy"];
    let all = reports().into_iter().filter(|(name, _)| wanted.contains(&name.as_str()));
    let all = all.map(|(_, report)| junit(&report, "lost_update.c", &super::style()));
    insta::assert_snapshot!("junit", all.collect::<String>());
}

#[test]
fn pictures_of_traces() {
    for (name, trace) in
        [("lost_update", samples::lost_update()), ("race", samples::race()), ("deadlock", samples::deadlock())]
    {
        insta::assert_snapshot!(format!("{name}_dot"), crate::dot(Some(&trace)));
        insta::assert_snapshot!(format!("{name}_svg"), crate::svg(Some(&trace)));
    }
    assert!(crate::svg(None).contains("nothing went wrong") && crate::dot(None).contains("nothing went wrong"));
}

#[test]
fn what_goes_round_is_marked_everywhere() {
    let (_, mut report) = reports().into_iter().find(|(name, _)| name == "assert").unwrap();
    let Outcome::Violation(trace) = &mut report.outcome else { panic!("no violation") };
    trace.steps.iter_mut().rev().take(2).for_each(|step| step.cycle = true);
    let trace = (**trace).clone();
    let log = parsed(&sarif(&report, "a.c", false));
    let flows = log["runs"][0]["results"][0]["codeFlows"][0]["threadFlows"].as_array().unwrap();
    let all: Vec<&Value> = flows.iter().flat_map(|flow| flow["locations"].as_array().unwrap()).collect();
    let round = all.iter().filter(|at| at["properties"]["cycle"] == true).count();
    assert!(round > 0 && round < all.len(), "{round} of {}", all.len());
    for (name, written) in [
        ("SARIF", sarif(&report, "a.c", false)),
        ("JUnit", junit(&report, "a.c", &super::style())),
        ("SVG", crate::svg(Some(&trace))),
        ("DOT", crate::dot(Some(&trace))),
    ] {
        assert!(written.contains("↻ from here on, for ever"), "{name}: {written}");
    }
    assert!(crate::html(&report, "a.c", &super::style()).contains("\"cycle\":true"));
}

#[test]
fn every_report_is_a_page() {
    for (name, report) in reports() {
        let page = crate::html(&report, "a <b>.c", &super::style());
        assert_eq!((page.matches("<script").count(), page.matches("</script").count()), (2, 2), "{name}");
        assert!(!page.contains("<b>") && page.contains("a &lt;b&gt;.c"), "{name}");
    }
}
