//! `cargo xtask test`: everything a change has to pass.

use crate::audit::Turn;
use crate::parts::{Begin, Parts};
use crate::project::Project;
use crate::results::Tally;
use crate::suite::Selection;
use crate::{build, crates, fuzz, projects, ranks, reproducible, snippets, suite, tidy, times, unit};
use std::process::ExitCode;

/// The closing line is read by scripts: it is exactly `N passed, N failed`.
pub(crate) fn run(project: &Project, selection: &Selection) -> Result<ExitCode, String> {
    if selection.times {
        times::keep();
    }
    let (mut parts, mut warnings) = (Parts::only(selection.only.clone()), Vec::new());
    let begin = Begin::now();
    build::verify(project)?;
    parts.note("build", Tally::default(), &begin);
    // A filter names programs or pages. Whoever wants one unit test has `cargo test`.
    let all = selection.filters.is_empty();
    if all {
        parts.run("house rules", || tidy::test(project, &mut warnings));
        parts.run("unit tests", || unit::run(project, selection.long));
    }
    // A filter may name pages of the book, too.
    let pages = snippets::pages(project, &selection.filters);
    let recipes = projects::chosen(project, selection);
    let crates = crates::chosen(selection);
    if (pages.is_empty() && recipes.is_empty() && !crates) || suite::has(project, selection) {
        parts.run("programs", || suite::run(project, selection));
    }
    if !pages.is_empty() {
        parts.run("README and book", || snippets::run(project, &pages));
    }
    if !recipes.is_empty() {
        parts.run("projects", || projects::run(project, &recipes));
    }
    if crates {
        parts.run("crates", || crates::run(project));
    }
    if all {
        fuzz::test(project, selection.long, &mut parts);
        let turn = if selection.thorough { Turn::All } else { Turn::rotating() };
        parts.run("ranks", || ranks::run(project, turn));
        if selection.long {
            parts.run("a second build", || reproducible::run(project));
        }
    }
    warnings.iter().for_each(|warning| println!("{warning}"));
    let tally = parts.close();
    let clean = tally.failed == 0 && tally.passed > 0;
    Ok(if clean { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
