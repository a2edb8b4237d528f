//! Many checks in one report: a table for people, JUnit's XML for build servers.

use crate::figures::{count, duration};
use crate::paint::Ink;
use crate::style::Style;
use crate::xml::Writer;

/// What came of one check.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Case {
    pub name: String,
    /// The outcome by its stable name.
    pub outcome: String,
    /// What is wrong, in a line; empty if it is safe.
    pub what: String,
    pub states: u64,
    pub seconds: f64,
    /// The whole report.
    pub text: String,
}

/// A line for each case, and what is wrong below it.
pub fn suite_text(cases: &[Case], style: &Style<'_>) -> String {
    let wide = |text: fn(&Case) -> String| cases.iter().map(|case| text(case).chars().count()).max().unwrap_or(0);
    let name = wide(|case| case.name.clone()).max(4);
    let states = wide(|case| count(case.states)).max(6);
    let mut out = format!("{:<name$}  {:<11}  {:>states$}  {:>9}\n", "case", "verdict", "states", "time");
    for case in cases {
        let ink = match case.outcome.as_str() {
            "safe" => Ink::Good,
            "violation" | "defect" => Ink::Bad,
            _ => Ink::Caution,
        };
        let verdict = style.paint().apply(ink, &format!("{:<11}", case.outcome));
        let (reached, time) = (count(case.states), duration(case.seconds));
        out.push_str(&format!("{:<name$}  {verdict}  {reached:>states$}  {time:>9}\n", case.name));
        if !case.what.is_empty() {
            out.push_str(&format!("    {}\n", case.what));
        }
    }
    let safe = cases.iter().filter(|case| case.outcome == "safe").count();
    out.push_str(&format!("\n{safe} of {} safe\n", cases.len()));
    out
}

/// One XML document, a test case for each. A violation is a failure, what kept us from an answer an error.
pub fn suite_junit(cases: &[Case]) -> String {
    let failures = cases.iter().filter(|case| case.outcome == "violation").count();
    let errors = cases.iter().filter(|case| !matches!(case.outcome.as_str(), "safe" | "violation")).count();
    let seconds = format!("{:.3}", cases.iter().map(|case| case.seconds).sum::<f64>());
    let mut xml = Writer::new();
    xml.open("testsuites", &[("name", &"augur"), ("tests", &cases.len()), ("failures", &failures)]);
    xml.open(
        "testsuite",
        &[
            ("name", &"augur"),
            ("tests", &cases.len()),
            ("failures", &failures),
            ("errors", &errors),
            ("skipped", &0),
            ("time", &seconds),
        ],
    );
    for case in cases {
        let time = format!("{:.3}", case.seconds);
        xml.open("testcase", &[("name", &case.name), ("classname", &"augur"), ("time", &time)]);
        match case.outcome.as_str() {
            "safe" => {}
            "violation" => xml.text("failure", &[("type", &case.outcome), ("message", &case.what)], &case.text),
            _ => xml.text("error", &[("type", &case.outcome), ("message", &case.what)], &case.text),
        }
        xml.close();
    }
    xml.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_forms() {
        let case = |name: &str, outcome: &str, what: &str| Case {
            name: name.into(),
            outcome: outcome.into(),
            what: what.into(),
            states: 1234,
            seconds: 0.5,
            text: String::new(),
        };
        let cases = [case("a", "safe", ""), case("b", "violation", "leak"), case("c", "limit", "time")];
        let text = suite_text(&cases, &Style::default());
        assert!(text.contains("1 of 3 safe") && text.contains("    leak\n"), "{text}");
        let xml = suite_junit(&cases);
        assert!(xml.contains("tests=\"3\" failures=\"1\" errors=\"1\""), "{xml}");
        assert_eq!((xml.matches("<failure").count(), xml.matches("<error").count()), (1, 1));
    }
}
