//! `cargo xtask test`: everything a change has to pass.

use crate::parts::Parts;
use crate::project::Project;
use crate::results::Tally;
use crate::suite::Selection;
use crate::{build, fuzz, snippets, suite, tidy, unit};
use std::process::ExitCode;
use std::time::Instant;

/// The closing line is read by scripts: it is exactly `N passed, N failed`.
pub(crate) fn run(project: &Project, selection: &Selection) -> Result<ExitCode, String> {
    let (mut parts, mut warnings) = (Parts::default(), Vec::new());
    let begin = Instant::now();
    build::verify(project)?;
    parts.note("build", Tally::default(), begin.elapsed());
    // A filter names programs. Whoever wants one unit test has `cargo test`.
    let all = selection.filters.is_empty();
    if all {
        parts.run("house rules", || tidy::test(project, &mut warnings));
        parts.run("unit tests", || unit::run(project, selection.long));
    }
    parts.run("programs", || suite::run(project, selection));
    if all {
        parts.run("README", || snippets::run(project));
        fuzz::test(project, selection.long, &mut parts);
    }
    warnings.iter().for_each(|warning| println!("{warning}"));
    let tally = parts.close();
    let clean = tally.failed == 0 && tally.passed > 0;
    Ok(if clean { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
