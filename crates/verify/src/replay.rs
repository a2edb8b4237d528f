//! `verify replay`: executes a saved violation again, even if the source has got a few prints since.

use report::{Outcome, Report};
use trace::Ending;

use crate::args::{Races, ReplayArgs};
use crate::check;
use crate::inputs;
use crate::output::{bare, usage};
use crate::saved::Saved;

pub fn run(args: &ReplayArgs, color: bool) -> (Report, Vec<std::path::PathBuf>) {
    match Saved::read(&args.file) {
        Ok(saved) => {
            let report = replay(&saved, color).unwrap_or_else(bare);
            (report, inputs::source_roots(&saved.paths()))
        }
        Err(outcome) => (bare(outcome), Vec::new()),
    }
}

fn replay(saved: &Saved, color: bool) -> Result<Report, Outcome> {
    let paths = saved.paths();
    let loaded = inputs::read(&paths, &saved.compile_args(), color)?;
    let changed = saved.changed(&loaded);
    let run = saved.run_args();
    let image = check::image(&loaded, &run, &paths, &saved.program_args())?;
    let Some(problem) = saved.problem() else {
        return Err(usage("it has a kind of violation that is not known", "", "save it again"));
    };
    let replayed = trace::replay(&image, &saved.path(), &Ending::Violation(problem), &check::replay_options(&paths));
    match replayed {
        Ok(trace) => Ok(Report {
            checks: Some(check::checks(&run, Races::Error, image.program.weak_atomics)),
            warnings: changed.iter().map(|name| format!("{name} has changed since; it still fails")).collect(),
            ..bare(Outcome::Violation(Box::new(trace)))
        }),
        Err(defect) if changed.is_empty() => Err(Outcome::Defect { what: defect.0 }),
        Err(_) => Err(usage(
            format!(
                "{} has changed since, and the saved path does not lead to the violation any more",
                changed.join(", ")
            ),
            "",
            "checking it again without `replay`",
        )),
    }
}
