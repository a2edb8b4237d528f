//! JUnit's XML, as build servers read it: a suite with one test case for each thing that was found, or
//! a single one if nothing was. A violation is a failure; what kept us from an answer is an error.

use trace::Violation;

use crate::model::{Report, Severity};
use crate::style::Style;
use crate::text::{names, text};
use crate::xml::Writer;

/// One XML document. `program` is what was checked, `style` how the report of a case is written.
pub fn junit(report: &Report, program: &str, style: &Style<'_>) -> String {
    let found: Vec<(Severity, &Violation)> =
        report.findings().filter_map(|(severity, trace)| Some((severity, trace.violation.as_ref()?))).collect();
    let failures = found.iter().filter(|(severity, _)| *severity == Severity::Error).count();
    let trouble = report.outcome.trouble();
    let cases = found.len() + usize::from(failures == 0);
    let seconds = format!("{:.3}", report.statistics.seconds);
    let mut xml = Writer::new();
    xml.open("testsuites", &[("name", &"augur"), ("tests", &cases), ("failures", &failures)]);
    xml.open(
        "testsuite",
        &[
            ("name", &program),
            ("tests", &cases),
            ("failures", &failures),
            ("errors", &usize::from(trouble.is_some())),
            ("skipped", &0),
            ("time", &seconds),
        ],
    );
    for (severity, violation) in &found {
        case(&mut xml, *severity, violation, program);
    }
    if failures == 0 {
        xml.open("testcase", &[("name", &"every interleaving"), ("classname", &program), ("time", &seconds)]);
        if let Some(what) = trouble {
            xml.empty("error", &[("type", &report.outcome.name()), ("message", &what)]);
        }
        xml.close();
    }
    // The whole report, for whoever looks at the build's page.
    xml.text("system-out", &[], &text(report, &Style { color: false, ..*style }));
    xml.finish()
}

fn case(xml: &mut Writer, severity: Severity, violation: &Violation, program: &str) {
    let place = violation.location.as_ref().map_or(String::new(), names::full);
    let name = format!("{} {place}", violation.kind);
    let mut attributes: Vec<(&'static str, &dyn std::fmt::Display)> = vec![("name", &name), ("classname", &program)];
    let at = violation.location.as_ref();
    if let Some(at) = at {
        attributes.extend([("file", &at.file as &dyn std::fmt::Display), ("line", &at.line)]);
    }
    xml.open("testcase", &attributes);
    let others = violation.others.iter().filter_map(|party| party.location.as_ref());
    let places: Vec<String> = at.into_iter().chain(others).map(names::full).collect();
    let body = format!("{}\n{}\n", violation.message, places.join("\n"));
    match severity {
        Severity::Error => {
            xml.text("failure", &[("type", &violation.kind), ("message", &violation.message)], &body);
        }
        Severity::Warning => xml.text("system-err", &[], &format!("warning: {body}")),
    }
    xml.close();
}
