//! The formats as a user asks for them. Needs clang-22.

#![allow(clippy::unwrap_used, reason = "helpers of tests, too")]

mod common;

use common::{Case, case, json, text};

const RACE: &str = r#"
#include <pthread.h>
static int shared;
static void *writer(void *arg) {
    shared = 1;
    return arg;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, writer, NULL);
    int seen = shared;
    pthread_join(t, NULL);
    return seen & 0;
}
"#;

const SAFE: &str = "int main(void) { return 0; }";

fn written(case: &Case, name: &str) -> String {
    std::fs::read_to_string(case.directory.path().join(name)).unwrap()
}

#[test]
fn reports_for_other_programs_go_to_standard_output() {
    let race = case(RACE);
    let log = json(&race.verify(&["--format", "sarif", "prog.c"]));
    let result = &log["runs"][0]["results"][0];
    assert_eq!((&result["ruleId"], &result["level"]), (&"data-race".into(), &"error".into()));
    let place = &result["locations"][0]["physicalLocation"];
    assert_eq!(place["artifactLocation"]["uri"], "prog.c");
    assert!(place["region"]["startLine"].as_u64().is_some());
    let warned = json(&race.verify(&["--format", "sarif", "--races", "warn", "prog.c"]));
    assert_eq!(warned["runs"][0]["invocations"][0]["executionSuccessful"], true);
    let junit = text(&race.verify(&["--format", "junit", "prog.c"]).stdout);
    assert!(junit.contains("<failure type=\"data-race\"") && junit.contains("classname=\"prog.c\""), "{junit}");
    let safe = json(&case(SAFE).verify(&["--format=sarif", "prog.c"]));
    assert_eq!(safe["runs"][0]["results"], serde_json::json!([]));
}

#[test]
fn usage_errors_are_in_the_format_that_was_asked_for() {
    let safe = case(SAFE);
    for args in [&["--format", "sarif", "none.c"][..], &["--format", "sarif", "--nonsense", "prog.c"]] {
        let output = safe.verify(args);
        assert_eq!(output.status.code(), Some(2));
        let invocation = &json(&output)["runs"][0]["invocations"][0];
        assert_eq!(invocation["executionSuccessful"], false);
        assert_eq!(invocation["toolExecutionNotifications"][0]["descriptor"]["id"], "usage");
    }
    assert!(text(&safe.verify(&["--format", "junit", "none.c"]).stdout).contains("<error type=\"usage\""));
}

#[test]
fn a_report_can_go_to_a_file_and_the_text_is_still_seen() {
    let race = case(RACE);
    let output = race.verify(&["--format", "json", "--output", "report.json", "prog.c"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(text(&output.stdout).starts_with("violation: data-race"));
    let report: serde_json::Value = serde_json::from_str(&written(&race, "report.json")).unwrap();
    assert_eq!(report["kind"], "data-race");
    let output = race.verify(&["--format", "json", "-o", "none/report.json", "prog.c"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains("cannot be written"));
}

#[test]
fn pictures_go_to_standard_output() {
    let race = case(RACE);
    let svg = text(&race.verify(&["--format", "svg", "prog.c"]).stdout);
    assert!(svg.starts_with("<?xml") && svg.contains("thread 1: writer") && svg.ends_with("</svg>\n"), "{svg}");
    let dot = text(&race.verify(&["--format", "dot", "prog.c"]).stdout);
    assert!(dot.starts_with("digraph trace {") && dot.contains("label=\"starts\""), "{dot}");
    // Nothing to draw: people are told why.
    let output = race.verify(&["--format", "svg", "none.c"]);
    assert!(output.stdout.is_empty() && text(&output.stderr).contains("none.c"));
    let states = race.verify(&["draw", "prog.c", "--format", "svg", "-o", "states.svg"]);
    assert!(states.status.success() && states.stdout.is_empty());
    assert!(written(&race, "states.svg").contains("data-race"));
    assert!(text(&race.verify(&["draw", "prog.c"]).stdout).starts_with("digraph states {"));
}
