//! `cargo xtask bench`: what a verdict costs, each time next to baselines that
//! are measured in the same run. Noise only ever slows down, so the best of
//! several runs counts, and time is CPU time wherever others may be busy too.

mod baseline;
mod curve;
mod plot;
mod reductions;
mod run;
mod search;
mod store;

use crate::peers;
use crate::project::Project;
use std::process::ExitCode;

pub fn run(project: &Project, arguments: &[String]) -> Result<ExitCode, String> {
    match arguments {
        [what, options @ ..] if what == "store" => store::run(project, options),
        [what, options @ ..] if what == "reductions" => reductions::run(project, options),
        [what, options @ ..] if what == "curve" => curve::run(project, options),
        [what, filters @ ..] if what == "run" => run::run(project, filters),
        [what, filters @ ..] if what == "peers" => peers::run(project, filters),
        [what, options @ ..] if what == "search" => search::run(project, options),
        options => search::run(project, options),
    }
}
