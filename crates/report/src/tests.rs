//! Rendered reports, each recorded as a person reads it (`INSTA_UPDATE=always` records anew).

mod formats;
mod samples;

use crate::model::{Checks, Outcome, Report, Spared, Statistics, Unsupported, Usage};
use crate::{Style, json, text};

fn report(outcome: Outcome) -> Report {
    Report {
        outcome,
        growth: None,
        checks: Some(Checks { races: true, leaks: true, reduction: "full".into(), ..Checks::default() }),
        statistics: Statistics {
            states: 1234,
            transitions: 5678,
            instructions: 90_123,
            spared: Spared { alone: 7, staged: 60, guarded: 500, releases: 0, life: 40 },
            partly: 3,
            slept: 0,
            rounds: 2,
            scout_work: 0,
            seconds: 0.5,
            memory_bytes: 12 << 20,
            store_bytes: 1234 * 32,
            spilled_bytes: 0,
            tables: samples::tables(),
            workers: 2,
            depth: 40,
        },
        warnings: Vec::new(),
        more: Vec::new(),
        races: Vec::new(),
        failing: Vec::new(),
        coverage: None,
        exit_statuses: Vec::new(),
    }
}

/// The source of the samples, so that excerpts have something to show.
fn source(file: &str) -> Option<String> {
    (file == samples::FILE).then(|| samples::SOURCE.to_string())
}

fn style() -> Style<'static> {
    Style { sources: Some(&source), ..Style::default() }
}

#[track_caller]
fn check(name: &str, report: &Report, style: &Style<'_>) {
    let rendered = text(report, style);
    assert!(rendered.ends_with('\n') && !rendered.contains(" \n"));
    insta::assert_snapshot!(name, rendered);
}

#[test]
fn outcomes_without_a_trace() {
    check("safe", &report(Outcome::Safe), &style());
    let mut narrow = report(Outcome::Safe);
    if let Some(checks) = &mut narrow.checks {
        checks.races = false;
        checks.weak_atomics = true;
        checks.faults = vec!["malloc".into(), "io".into()];
        checks.never_spurious = vec!["waits that end without a signal (--faults spurious-wakeup)".into()];
    }
    narrow.warnings = vec!["the clock stands still".into()];
    let table = Style { statistics: true, width: 60, ..style() };
    check("safe_narrow", &narrow, &table);
    let limit = Outcome::Limit { what: "60 s have passed".into(), flag: "--time".into() };
    check("limit", &report(limit), &style());
    check("unproved", &report(Outcome::Unproved { bits: 56, missed_max: 6.94e-6 }), &style());
    let defect = Outcome::Defect { what: "the replay went another way".into() };
    check("defect", &report(defect), &style());
    let usage = Outcome::Usage(Usage {
        what: "no such file".into(),
        place: "prog.bc".into(),
        advice: "verify cc -c prog.c -o prog.bc".into(),
    });
    let usage = Report { checks: None, ..report(usage) };
    check("usage", &usage, &style());
    let unsupported = Outcome::Unsupported(Box::new(Unsupported {
        what: "the function `epoll_wait` is not modelled".into(),
        location: Some(samples::at(17, 3, "main")),
        source: Some(samples::line(17)),
        stack: Some(samples::lost_update().stacks.swap_remove(0)),
    }));
    check("unsupported", &report(unsupported), &style());
}

#[test]
fn columns() {
    let trace = samples::lost_update();
    let violation = report(Outcome::Violation(Box::new(trace)));
    check("lost_update", &violation, &style());
    let narrow = Style { width: 70, ..style() };
    check("lost_update_narrow", &violation, &narrow);
    let coloured = Style { color: true, ..style() };
    check("lost_update_colour", &violation, &coloured);
}

#[test]
fn races_and_deadlocks() {
    let race = report(Outcome::Violation(Box::new(samples::race())));
    check("race", &race, &style());
    let deadlock = report(Outcome::Violation(Box::new(samples::deadlock())));
    check("deadlock", &deadlock, &style());
}

#[test]
fn a_single_thread_has_no_columns() {
    let trace = samples::single();
    check("single", &report(Outcome::Violation(Box::new(trace))), &style());
}

#[test]
fn long_runs_are_folded() {
    let mut trace = samples::single();
    let event = trace.steps[0].events[1].clone();
    for i in 0..200 {
        let mut event = event.clone();
        event.changes[0].new = i.to_string();
        trace.steps[0].events.insert(1, event);
    }
    let long = report(Outcome::Violation(Box::new(trace)));
    let folded = text(&long, &style());
    assert!(folded.contains("more rounds like this (--full-trace shows them)"), "{folded}");
    let full = Style { full: true, ..style() };
    let shown = text(&long, &full).lines().count();
    assert!(shown > folded.lines().count() + 100);
}

#[test]
fn long_runs_without_rounds_are_folded() {
    let mut trace = samples::single();
    let event = trace.steps[0].events[1].clone();
    for i in 0..200 {
        let mut event = event.clone();
        event.changes[0].name = "x".repeat(i + 1);
        event.depth = u32::try_from(i % 2).unwrap();
        trace.steps[0].events.insert(1, event);
    }
    let folded = text(&report(Outcome::Violation(Box::new(trace))), &style());
    assert!(folded.contains("more lines of main (--full-trace shows them)"), "{folded}");
}

#[test]
fn a_choice_stands_where_it_is_made() {
    let mut trace = samples::single();
    trace.steps[0].choice = Some(trace::Choice { value: 2, count: 5, meaning: None });
    let rendered = text(&report(Outcome::Violation(Box::new(trace))), &style());
    let line = rendered.lines().find(|line| line.contains("picks")).unwrap();
    assert!(line.contains("→ increment") && line.ends_with("picks 2 of 0…4"), "{line}");
}

#[test]
fn every_width_works() {
    for trace in [samples::lost_update(), samples::race(), samples::deadlock()] {
        let violation = report(Outcome::Violation(Box::new(trace)));
        for width in 0..160 {
            let style = Style { width, ..style() };
            assert!(text(&violation, &style).contains("violation: "));
        }
    }
}

#[test]
fn json_has_the_stable_names() {
    let violation = report(Outcome::Violation(Box::new(samples::race())));
    let rendered = json(&violation);
    assert!(rendered.starts_with(r#"{"version":1,"outcome":"violation","#));
    let value: serde_json::Value = serde_json::from_str(&rendered).unwrap();
    insta::assert_snapshot!("race_json", serde_json::to_string_pretty(&value).unwrap());
    for outcome in [Outcome::Safe, Outcome::Limit { what: String::new(), flag: "--depth".into() }] {
        let value: serde_json::Value = serde_json::from_str(&json(&report(outcome))).unwrap();
        assert_eq!(value["statistics"]["states"], 1234);
        assert_eq!(value["statistics"]["bytes_per_state"], 32.0);
        assert_eq!(value["statistics"]["states_per_second"], 2468.0);
        assert!(value["outcome"].is_string() && value["memory_model"].is_string());
    }
}
