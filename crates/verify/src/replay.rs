//! `verify replay`: executes a saved violation again, even if prints were added to the source since.

use std::time::Instant;

use machine::{Image, Kind, Machine, Pieces, Presumptions, ThreadId};
use report::{Checks, Outcome, Report};
use search::property::Property;
use search::{Path, StorePieces};
use store::{Store, StoreOptions};
use supervisor::Phase;
use trace::{Ending, ReplayOptions};

use crate::args::{Races, ReplayArgs};
use crate::check;
use crate::inputs;
use crate::native;
use crate::output::{bare, usage};
use crate::property;
use crate::saved::Saved;

pub(crate) fn run(args: &ReplayArgs, color: bool) -> (Report, Vec<std::path::PathBuf>) {
    match Saved::read(&args.file) {
        Ok(saved) => {
            let report = replay(&saved, args, color).unwrap_or_else(bare);
            (report, saved.paths())
        }
        Err(outcome) => (bare(outcome), Vec::new()),
    }
}

fn replay(saved: &Saved, args: &ReplayArgs, color: bool) -> Result<Report, Outcome> {
    let started = Instant::now();
    let paths = saved.paths();
    let compile = saved.compile_args(args.trust)?;
    let loaded = inputs::read(&paths, &saved.run_args().change, &compile, color)?;
    let changed = saved.changed(&loaded);
    let run = saved.run_args();
    let words = property::words(saved.property());
    let image = check::image(&loaded, &run, (&paths, &saved.program_args()), words)?;
    let (image, property) = property::ask(saved.property(), image)?;
    let presumptions = Presumptions::read(saved.presumed(), &image.program);
    let (Some(problem), Some(path)) = (saved.problem(), saved.path()) else {
        return Err(usage("the saved violation has a path or a kind that cannot be understood", "", "saving it again"));
    };
    let path_fits = fits(&image, &presumptions, &path);
    if !path_fits || !violates(&image, &presumptions, property.as_deref(), (&path, saved.cycle()), problem.kind) {
        return Err(misfit(saved, &changed));
    }
    supervisor::enter(Phase::Replaying).for_good();
    // It may come from anybody: a path that leads elsewhere says nothing about us.
    let unconfirmed = check::confirm(&image, &presumptions, &path, &problem).map_err(|_| misfit(saved, &changed))?;
    let mut unwritten = None;
    if let Some(file) = &args.native {
        native::refuse_changes(&run.change, &paths)?;
        let written = native::write(file, &image, &presumptions, (&problem, &path), (&paths, &compile))?;
        unwritten = check::unwritten(file, written);
    }
    let options = ReplayOptions {
        pictures: args.show.wants_pictures(),
        full: args.show.full_trace,
        cycle: saved.cycle().filter(|_| problem.kind.is_of_execution()),
        ..check::replay_options(&paths, &args.common)
    };
    let trace = trace::replay(&image, &presumptions, &path, &Ending::Violation(problem), &options);
    // Whoever wrote the file may have written another message.
    let trace = trace.map_err(|_| misfit(saved, &changed))?;
    let stale = changed.iter().map(|name| format!("{name} has changed since it was saved, and still fails"));
    Ok(Report {
        checks: Some(Checks {
            property: property.as_deref().map(property::describe),
            ..check::checks(&run, Races::Error, &image.program)
        }),
        warnings: stale.chain(unconfirmed).chain(unwritten).collect(),
        statistics: report::Statistics {
            transitions: path.len() as u64,
            seconds: started.elapsed().as_secs_f64(),
            memory_bytes: search::memory::peak_bytes().unwrap_or(0),
            workers: 1,
            ..Default::default()
        },
        ..bare(Outcome::Violation(Box::new(trace)))
    })
}

/// Whether a violation of a property is one: the path of a file may be any.
pub(crate) fn violates(
    image: &Image,
    presumptions: &Presumptions,
    property: Option<&Property>,
    way: (&Path, Option<usize>),
    kind: Kind,
) -> bool {
    match property {
        _ if !kind.is_of_execution() => true,
        Some(property) => property.is_violated(image, presumptions, (&way.0[..], way.1), kind),
        None => false,
    }
}

/// Whether every transition of the path is possible when its turn comes. Replaying takes that for
/// granted, but this path comes from a file.
pub(crate) fn fits(image: &Image, presumptions: &Presumptions, path: &Path) -> bool {
    let store = Store::new(StoreOptions::default());
    let pieces = StorePieces(&store);
    let mut machine = Machine::new(image, presumptions, &pieces as &dyn Pieces);
    let (mut words, mut enabled) = (Vec::new(), Vec::new());
    machine.vm.put_failures_off(true);
    machine.reset();
    let mut saved = machine.save(ThreadId(0), &mut words);
    for choice in path {
        if saved.is_err() {
            return false;
        }
        machine.load(&words);
        enabled.clear();
        if machine.vm.enabled(&mut enabled).is_err() || !enabled.contains(choice) {
            return false;
        }
        // The last one may go wrong; that is what the path is for.
        saved = machine.transition(*choice).and_then(|()| match machine.vm.exit_status() {
            Some(_) => Ok(()),
            None => machine.save(choice.thread, &mut words),
        });
    }
    true
}

pub(crate) fn misfit(saved: &Saved, changed: &[&str]) -> Outcome {
    let same_version = saved.augur == env!("CARGO_PKG_VERSION");
    let cause = match (changed.is_empty(), same_version) {
        (false, _) => format!("{} has changed since", changed.join(", ")),
        (true, false) => format!("it was written by version {}", saved.augur),
        (true, true) => "the file was changed".to_string(),
    };
    let what = format!("{cause}: the saved path does not lead to the violation any more");
    usage(what, "", "checking the program again without `replay`")
}
