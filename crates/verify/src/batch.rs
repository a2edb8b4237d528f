//! `verify batch`: many small programs, checked in one process.
//!
//! The input holds programs side by side, each with its own function in the place of `main`. Every
//! line of standard input names one of these functions and the flags of a check; for each there is
//! a line of JSON on standard output. Nothing is replayed and no trace is made: a violation is a
//! kind and a line. This is for those who compare verdicts by the thousand; what it says is not
//! meant for people, and nobody should take it for a verdict.

use std::io::BufRead;
use std::sync::Arc;

use clap::Parser;
use machine::Image;
use report::Outcome;
use search::Verdict;
use serde_json::{Value, json};

use crate::args::{BatchLine, ChangeArgs, ToolArgs};
use crate::output::{self, usage};
use crate::{check, inputs, library};

pub(crate) fn run(args: &ToolArgs, color: bool) -> Result<(), Outcome> {
    let loaded = inputs::read(&args.inputs, &ChangeArgs::default(), &args.compile, color)?;
    let stay = inputs::reading(&loaded);
    let mut programs =
        ir::Programs::read(&inputs::for_loader(&loaded), &library::library()).map_err(inputs::load_error)?;
    drop(stay);
    let mut last: Option<(String, ir::LoadOptions, Arc<ir::Program>)> = None;
    for line in std::io::stdin().lock().lines() {
        let line = line.map_err(|error| usage(format!("cannot be read: {error}"), "standard input", ""))?;
        let wanted = BatchLine::try_parse_from(line.split_whitespace())
            .map_err(|error| usage(error.to_string(), line.clone(), ""))?;
        let (main, how) = (wanted.main, wanted.run.load_options());
        let program = match last.take() {
            Some((name, before, program)) if name == main && before == how => program,
            _ => {
                let _stay = inputs::reading(&loaded);
                Arc::new(programs.load(&main, &how).map_err(inputs::load_error)?)
            }
        };
        let image = Image::new(program, check::config(&wanted.run, &args.inputs, &[])?);
        let options = search::Options { paths: false, ..check::options(&wanted.search) };
        let found = search::check(&image, &options, &|_| {});
        let found = match wanted.search.audit.then(|| search::audit(&image, &options, &found, &|_| {}).defect) {
            Some(Some(defect)) => search::Outcome { verdict: Verdict::Defect(defect), ..found },
            _ => found,
        };
        output::stdout(&format!("{}\n", summary(&image, found)));
        last = Some((main, how, image.program));
    }
    Ok(())
}

fn summary(image: &Image, found: search::Outcome) -> Value {
    let (outcome, message) = match found.verdict {
        Verdict::Safe => ("safe", String::new()),
        Verdict::Violation { problem, .. } => ("violation", problem.message),
        Verdict::Unsupported { what, .. } => ("unsupported", what),
        Verdict::Unproved { .. } => ("limit", "not proved".into()),
        Verdict::Limit { what, .. } => ("limit", what),
        Verdict::Defect(why) => ("defect", why),
    };
    let line = |point: machine::CodePoint| image.program.location_of(point.func, point.pc).map_or(0, |at| at.line);
    let violations = found.sightings.iter().map(|(kind, point)| json!([kind.name(), point.map_or(0, line)]));
    json!({
        "outcome": outcome,
        "message": message,
        "complete": outcome == "safe" || outcome == "violation" && found.warnings.is_empty(),
        "exit_statuses": found.exits,
        "violations": violations.collect::<Vec<_>>(),
        "states": found.statistics.states,
        "seconds": found.statistics.seconds,
    })
}
