//! What came of the tests: as libtest says it, as JSON (the form of `verify suite`), as JUnit XML.

use std::time::Duration;

use serde_json::{Value, json};

use crate::check::Case;

pub(crate) fn head(title: &str, tests: usize) -> String {
    format!("     Running {title}\n\nrunning {tests} test{}\n", if tests == 1 { "" } else { "s" })
}

pub(crate) fn line(case: &Case) -> String {
    let word = match case.outcome.as_str() {
        "safe" => "ok",
        "violation" => "FAILED",
        other => other,
    };
    let cost = match case.code {
        None => String::new(),
        Some(_) => {
            let states = if case.states == 1 { "state" } else { "states" };
            format!(" ({} {states}, {:.2} s)", case.states, case.seconds)
        }
    };
    format!("test {} ... {word}{cost}\n", case.name)
}

pub(crate) fn tail(cases: &[Case], filtered: usize, time: Duration) -> String {
    let mut out = String::new();
    let bad: Vec<&Case> = cases.iter().filter(|case| case.code.is_some_and(|code| code != 0)).collect();
    if !bad.is_empty() {
        out.push_str("\nfailures:\n");
        for case in &bad {
            out.push_str(&format!("\n---- {} ----\n{}\n", case.name, case.text.trim_end()));
        }
        out.push_str("\nfailures:\n");
        for case in &bad {
            out.push_str(&format!("    {}\n", case.name));
        }
    }
    let count = |outcome: &str| cases.iter().filter(|case| case.outcome == outcome).count();
    let (passed, failed, ignored) = (count("safe"), count("violation"), count("ignored"));
    let verdict = match (failed, bad.len()) {
        (0, 0) => "ok",
        (0, _) => "not decided",
        _ => "FAILED",
    };
    let open = bad.len() - failed;
    let seconds = time.as_secs_f64();
    out + &format!(
        "\ntest result: {verdict}. {passed} passed; {failed} failed; {open} not decided; {ignored} ignored; \
         {filtered} filtered out; finished in {seconds:.2}s\n\n"
    )
}

pub(crate) fn json(cases: &[Case], code: u8) -> String {
    let cases: Vec<Value> = cases
        .iter()
        .map(|case| json!({"name": case.name, "exit": case.code, "outcome": case.outcome, "report": case.report}))
        .collect();
    format!("{}\n", json!({"version": 1, "exit": code, "cases": cases}))
}

pub(crate) fn junit(cases: &[Case]) -> String {
    let count = |is: fn(&Case) -> bool| cases.iter().filter(|case| is(case)).count();
    let failures = count(|case| case.outcome == "violation");
    let errors = count(|case| case.code.is_some_and(|code| code > 1));
    let skipped = count(|case| case.code.is_none());
    let time: f64 = cases.iter().map(|case| case.seconds).sum();
    let tests = cases.len();
    let mut out = format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\
         <testsuites name=\"augur\" tests=\"{tests}\" failures=\"{failures}\">\n\
         <testsuite name=\"augur\" tests=\"{tests}\" failures=\"{failures}\" errors=\"{errors}\" \
         skipped=\"{skipped}\" time=\"{time:.3}\">\n"
    );
    for case in cases {
        let name = escaped(&case.name);
        out.push_str(&format!("<testcase name=\"{name}\" classname=\"augur\" time=\"{:.3}\">", case.seconds));
        let what = case.text.lines().find(|line| !line.trim().is_empty()).unwrap_or_default();
        let element = match case.outcome.as_str() {
            "safe" => None,
            "ignored" => {
                out.push_str("<skipped/>");
                None
            }
            "violation" => Some("failure"),
            _ => Some("error"),
        };
        if let Some(element) = element {
            let (kind, what, text) = (escaped(&case.outcome), escaped(what), escaped(&case.text));
            out.push_str(&format!("<{element} type=\"{kind}\" message=\"{what}\">{text}</{element}>"));
        }
        out.push_str("</testcase>\n");
    }
    out + "</testsuite>\n</testsuites>\n"
}

/// Characters that XML does not allow become a replacement.
fn escaped(text: &str) -> String {
    let mut out = String::new();
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\n' | '\t' => out.push(c),
            c if c.is_control() => out.push(char::REPLACEMENT_CHARACTER),
            c => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn case(name: &str, code: Option<u8>, outcome: &str) -> Case {
        let text = "data race on <x>\n".to_owned();
        Case { name: name.into(), code, outcome: outcome.into(), states: 4, seconds: 0.5, text, report: Value::Null }
    }

    #[test]
    fn all_forms() {
        let cases = [case("a", Some(0), "safe"), case("b", Some(1), "violation"), case("c", None, "ignored")];
        assert_eq!(line(&cases[0]), "test a ... ok (4 states, 0.50 s)\n");
        let tail = tail(&cases, 2, Duration::ZERO);
        assert!(tail.contains("---- b ----\ndata race on <x>\n"), "{tail}");
        assert!(tail.contains("FAILED. 1 passed; 1 failed; 0 not decided; 1 ignored; 2 filtered out"), "{tail}");
        let xml = junit(&cases);
        assert!(xml.contains("message=\"data race on &lt;x&gt;\"") && xml.contains("skipped=\"1\""), "{xml}");
        assert!(json(&cases, 1).starts_with("{\"cases\":[{\"exit\":0"));
    }
}
