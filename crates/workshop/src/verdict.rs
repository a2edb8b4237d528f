//! What `verify check --format json` said, and whether that is what a test
//! expects. Reads only the documented fields.

use crate::directives::{Expectation, Expected};
use crate::process::Finished;
use serde_json::Value;
use std::collections::BTreeSet;
use std::sync::LazyLock;

/// What reports consist of.
static SCHEMA: LazyLock<Value> =
    LazyLock::new(|| serde_json::from_str(include_str!("../../../docs/report.schema.json")).unwrap_or_default());

/// Outcomes and their exit codes, as documented.
const EXIT_CODES: &[(&str, i32)] =
    &[("safe", 0), ("violation", 1), ("usage", 2), ("unsupported", 3), ("limit", 4), ("defect", 5)];

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Place {
    pub file: String,
    pub line: u64,
}

#[derive(Clone, Debug, Default)]
pub(crate) struct Verdict {
    pub outcome: String,
    pub kind: Option<String>,
    pub message: String,
    /// `location` first, then `locations`, then every frame of `threads`.
    pub places: Vec<Place>,
    /// Statuses that the program was seen to exit with.
    pub exits: BTreeSet<i64>,
    pub statistics: Value,
}

impl Verdict {
    /// Reads a finished run. Fails when there is no JSON, when it is not as
    /// documented or when the exit code and the outcome disagree.
    pub(crate) fn read(finished: &Finished) -> Result<Self, String> {
        let said = || format!("{}\n{}", finished.describe(), finished.tail(15));
        let json: Value =
            serde_json::from_str(&finished.stdout).map_err(|error| format!("no JSON verdict ({error}); {}", said()))?;
        let verdict = Verdict::from_json(&json).map_err(|error| format!("{error}; {}", said()))?;
        let complaints = schema::complaints(&SCHEMA, &json, schema::Unnamed::Refused);
        if !complaints.is_empty() {
            return Err(format!("the JSON is not as docs/report.schema.json says: {}", complaints.join("; ")));
        }
        let documented = EXIT_CODES.iter().find(|(outcome, _)| *outcome == verdict.outcome);
        match documented {
            None => Err(format!("`{}` is not an outcome", verdict.outcome)),
            Some((_, code)) if finished.code() != Some(*code) => {
                Err(format!("{verdict} but {} instead of {code}", finished.describe()))
            }
            Some(_) => Ok(verdict),
        }
    }

    fn from_json(json: &Value) -> Result<Self, String> {
        let outcome = json["outcome"].as_str().ok_or("the JSON has no `outcome`")?.to_owned();
        if json["version"].is_null() {
            return Err("the JSON has no `version`".to_owned());
        }
        let kind = json["kind"].as_str().map(str::to_owned);
        if outcome == "violation" && kind.is_none() {
            return Err("a violation without a `kind`".to_owned());
        }
        let mut places: Vec<Place> = place(&json["location"]).into_iter().collect();
        places.extend(array(&json["locations"]).filter_map(place));
        for thread in array(&json["threads"]) {
            places.extend(array(&thread["frames"]).filter_map(place));
        }
        let message = json["message"].as_str().unwrap_or_default().to_owned();
        Ok(Verdict {
            outcome,
            kind,
            message,
            places,
            exits: array(&json["exit_statuses"]).filter_map(Value::as_i64).collect(),
            statistics: json["statistics"].clone(),
        })
    }

    /// The number of stored states, for comparisons between runs.
    pub(crate) fn states(&self) -> Option<u64> {
        self.statistics["states"].as_u64()
    }

    /// One of the statistics.
    pub(crate) fn figure(&self, name: &str) -> Result<f64, String> {
        self.statistics[name].as_f64().ok_or_else(|| format!("no `statistics.{name}` in the JSON"))
    }

    /// `file_name` is the test program's own, without directories: debug
    /// information spells paths in many ways.
    pub(crate) fn meets(&self, expectation: &Expectation, file_name: &str) -> bool {
        match expectation {
            Expectation::Safe => self.outcome == "safe",
            Expectation::Outcome(outcome) => self.outcome == *outcome,
            Expectation::Violation(expected) => {
                self.outcome == "violation" && expected.iter().any(|one| self.is(one, file_name))
            }
        }
    }

    fn is(&self, expected: &Expected, file_name: &str) -> bool {
        let here = |line: u64| {
            let base = |path: &str| path.rsplit('/').next() == Some(file_name);
            self.places.iter().any(|place| place.line == line && base(&place.file))
        };
        self.kind.as_deref() == Some(expected.kind.as_str()) && expected.line.is_none_or(here)
    }
}

impl std::fmt::Display for Verdict {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match &self.kind {
            Some(kind) => write!(f, "{kind}")?,
            None => write!(f, "{}", self.outcome)?,
        }
        if let Some(place) = self.places.first() {
            write!(f, " at {}:{}", place.file, place.line)?;
        }
        if !self.message.is_empty() {
            write!(f, " ({})", self.message)?;
        }
        Ok(())
    }
}

fn place(json: &Value) -> Option<Place> {
    Some(Place { file: json["file"].as_str()?.to_owned(), line: json["line"].as_u64()? })
}

fn array(json: &Value) -> impl Iterator<Item = &Value> {
    json.as_array().into_iter().flatten()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::process::ExitStatusExt;
    use std::process::ExitStatus;

    fn finished(code: i32, stdout: &str) -> Finished {
        let status = Some(ExitStatus::from_raw(code << 8));
        Finished { status, stdout: stdout.to_owned(), stderr: String::new() }
    }

    /// What every report has.
    fn report(outcome: &str, rest: &str) -> String {
        let figures = r#""states": 12, "transitions": 1, "instructions": 1, "seconds": 0.1, "states_per_second": 1.0,
            "bytes_per_state": 1.0, "memory_bytes": 1, "workers": 1"#;
        format!(
            r#"{{"version": 1, "outcome": "{outcome}", "memory_model": "sc", "exit_statuses": [0, 300],
            "statistics": {{{figures}}}{rest}}}"#
        )
    }

    fn race() -> String {
        let rest = r#", "kind": "data-race", "message": "m",
            "location": {"file": "/a/race.c", "line": 7, "column": 3, "function": "f"},
            "locations": [{"thread": 1, "file": "race.c", "line": 9, "column": 1, "function": "g"}],
            "threads": [{"id": 0, "status": "runnable", "frames": [
                {"file": "race.c", "line": 20, "column": 1, "function": "h", "library": false},
                {"function": "start", "library": true}]}]"#;
        report("violation", rest)
    }

    fn expects(kind: &str, line: Option<u64>) -> Expectation {
        Expectation::Violation(vec![Expected { kind: kind.to_owned(), line }])
    }

    #[test]
    fn a_violation_and_its_lines() {
        let verdict = Verdict::read(&finished(1, &race())).unwrap();
        assert_eq!(verdict.states(), Some(12));
        assert_eq!(verdict.exits, BTreeSet::from([0, 300]));
        for line in [7, 9, 20] {
            assert!(verdict.meets(&expects("data-race", Some(line)), "race.c"));
        }
        assert!(verdict.meets(&expects("data-race", None), "race.c"));
        assert!(!verdict.meets(&expects("data-race", Some(8)), "race.c"));
        assert!(!verdict.meets(&expects("data-race", Some(7)), "ace.c"));
        assert!(!verdict.meets(&expects("assert", Some(7)), "race.c"));
        assert!(!verdict.meets(&Expectation::Safe, "race.c"));
        assert_eq!(verdict.to_string(), "data-race at /a/race.c:7 (m)");
    }

    #[test]
    fn exit_codes_must_match() {
        let safe = &report("safe", "");
        assert!(Verdict::read(&finished(0, safe)).unwrap().meets(&Expectation::Safe, "a.c"));
        assert!(Verdict::read(&finished(1, safe)).unwrap_err().contains("instead of 0"));
        assert!(Verdict::read(&finished(0, &race())).unwrap_err().contains("instead of 1"));
        assert!(Verdict::read(&finished(101, "panicked")).unwrap_err().contains("no JSON"));
        assert!(Verdict::read(&finished(0, r#"{"version": 1, "outcome": "fine"}"#)).is_err());
    }
}
