//! Many programs through the checker, on all cores; what does not agree is made
//! small, saved and printed.

use super::checker::Checker;
use super::compare::{self, Mismatch, Verdict};
use super::enumerate::Space;
use super::program::{Behaviour, Program};
use super::seeds::Seeds;
use super::{generator, print, reference, shrink};
use crate::pool;
use crate::project::Project;
use crate::results::Tally;
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

/// After so many mismatches, more of them teach nothing.
const MISMATCHES_MAX: usize = 10;
/// A sign of life after so many programs.
const PROGRESS: usize = 5000;

/// Where programs come from.
pub(super) enum Source {
    /// Numbers are seeds.
    Random,
    /// The same, of programs that are soon checked.
    Quick,
    /// All small ones, with so many actions.
    Small(Box<Space>, u8),
}

impl Source {
    pub(super) fn small(actions: u8) -> Source {
        Source::Small(Box::new(Space::new(actions)), actions)
    }

    /// Programs compiled and checked together.
    fn batch(&self) -> usize {
        match self {
            Source::Random => 40,
            Source::Quick => 400,
            Source::Small(..) => 200,
        }
    }

    /// The program with a number. Not every number is one.
    fn program(&self, number: u64) -> Option<Program> {
        match self {
            Source::Random => Some(generator::generate(number)),
            Source::Quick => Some(generator::generate_small(number)),
            Source::Small(space, _) => space.program(number.into()),
        }
    }

    /// The numbers of so many programs.
    fn numbers(&self, seeds: Seeds) -> Vec<u64> {
        let end = match self {
            Source::Random | Source::Quick => u64::MAX,
            Source::Small(space, _) => u64::try_from(space.size()).unwrap_or(u64::MAX),
        };
        let all = (seeds.first..end).filter(|number| self.is_program(*number));
        all.take(seeds.count as usize).collect()
    }

    fn is_program(&self, number: u64) -> bool {
        matches!(self, Source::Random | Source::Quick) || self.program(number).is_some()
    }

    fn runs(&self, expected: Option<&Behaviour>, number: u64, place: usize) -> Vec<super::checker::Run> {
        match self {
            Source::Random => compare::runs(expected, number),
            Source::Quick => compare::quick_runs(expected, number),
            Source::Small(..) => compare::few_runs(expected, place as u64),
        }
    }

    fn describe(&self, numbers: &[u64]) -> String {
        let (first, last) = (numbers.first().unwrap_or(&0), numbers.last().unwrap_or(&0));
        match self {
            Source::Random => format!("random programs, seeds {first}..{}", last.saturating_add(1)),
            Source::Quick => format!("random programs, quick, seeds {first}..{}", last.saturating_add(1)),
            Source::Small(space, actions) => {
                format!("small programs, up to {actions} actions, numbers {first}..={last} of {}", space.size())
            }
        }
    }

    /// How to see programs again that were compiled and checked together.
    fn command(&self, numbers: &[u64]) -> String {
        let (first, count) = (numbers.first().unwrap_or(&0), numbers.len());
        match self {
            Source::Random => format!("cargo xtask fuzz reductions --count {count} --seed {first}"),
            Source::Quick => format!("cargo xtask fuzz reductions --quick --count {count} --seed {first}"),
            Source::Small(_, actions) => {
                format!("cargo xtask fuzz enumerate --count {count} --from {first} --actions {actions}")
            }
        }
    }

    fn name(&self, number: u64) -> String {
        match self {
            Source::Random => format!("{number}"),
            Source::Quick => format!("quick-{number}"),
            Source::Small(_, actions) => format!("small-{actions}-{number}"),
        }
    }
}

pub(super) fn fire(project: &Project, source: &Source, seeds: Seeds) -> Result<Tally, String> {
    let begin = Instant::now();
    let fire = Fire {
        source,
        verify: project.relative(&project.verify_binary()).to_path_buf(),
        directory: project.relative(&project.target).join("fuzz"),
        mismatches: AtomicUsize::new(0),
        done: AtomicUsize::new(0),
    };
    std::fs::create_dir_all(&fire.directory).map_err(|error| format!("{}: {error}", fire.directory.display()))?;
    let numbers = source.numbers(seeds);
    let batches: Vec<&[u64]> = numbers.chunks(source.batch()).collect();
    let results = pool::map(&batches, |numbers| fire.batch(numbers));
    let mut tally = Tally::default();
    let (mut runs, mut given_up, mut left_out, mut foreign, mut skipped) = (0, 0, 0, 0, 0);
    for (result, batch) in results.into_iter().zip(&batches) {
        let Some(verdicts) = result? else {
            skipped += batch.len();
            continue;
        };
        for verdict in verdicts {
            match verdict {
                Verdict::Agrees { runs: count, given_up: some, foreign: by_itself } => {
                    foreign += by_itself as usize;
                    tally.passed += 1;
                    runs += count - some;
                    given_up += some;
                }
                Verdict::LeftOut => left_out += 1,
                Verdict::Differs(_) => tally.failed += 1,
            }
        }
    }
    eprintln!(
        "{}: {} agree in {runs} runs ({foreign} of them judged by `--reduction none`), \
         {} differ, {left_out} left out, {given_up} runs given up, {:.0} s",
        source.describe(&numbers),
        tally.passed,
        tally.failed,
        begin.elapsed().as_secs_f64()
    );
    if skipped > 0 {
        eprintln!("gave up after {MISMATCHES_MAX} mismatches: {skipped} programs were not looked at");
    }
    Ok(tally)
}

struct Fire<'a> {
    source: &'a Source,
    verify: PathBuf,
    directory: PathBuf,
    mismatches: AtomicUsize,
    done: AtomicUsize,
}

impl Fire<'_> {
    fn checker(&self, name: String) -> Checker {
        Checker { verify: self.verify.clone(), directory: self.directory.clone(), name }
    }

    /// None if there were enough mismatches already.
    fn batch(&self, numbers: &[u64]) -> Result<Option<Vec<Verdict>>, String> {
        if self.mismatches.load(Ordering::SeqCst) >= MISMATCHES_MAX {
            return Ok(None);
        }
        let programs: Vec<Program> = numbers.iter().filter_map(|number| self.source.program(*number)).collect();
        let checker = self.checker(format!("batch-{}", self.source.name(numbers[0])));
        let verdicts = compare::examine(&checker, &programs, |i, expected| self.source.runs(expected, numbers[i], i));
        let verdicts = verdicts.map_err(|error| format!("programs from {}: {error}", numbers[0]))?;
        for ((number, program), verdict) in numbers.iter().zip(&programs).zip(&verdicts) {
            if let Verdict::Differs(mismatch) = verdict {
                let earlier = self.mismatches.fetch_add(1, Ordering::SeqCst);
                if earlier < MISMATCHES_MAX {
                    self.report(numbers, *number, program, mismatch)?;
                }
            }
        }
        let done = self.done.fetch_add(numbers.len(), Ordering::SeqCst) + numbers.len();
        if done / PROGRESS > (done - numbers.len()) / PROGRESS {
            eprintln!("{done} programs …");
        }
        Ok(Some(verdicts))
    }

    /// Shrinks, saves and prints. Programs beside it in one file may have a part in what was seen,
    /// so only what the program shows in a file of its own is made smaller and said of that file.
    fn report(&self, batch: &[u64], number: u64, program: &Program, mismatch: &Mismatch) -> Result<(), String> {
        let (name, run) = (self.source.name(number), mismatch.run);
        let path = self.directory.join(format!("mismatch-{name}.c"));
        let checker = self.checker(format!("shrink-{name}"));
        let alone = |program: &Program| {
            let found = compare::differs_alone(&checker, program, run, &path).ok()?;
            found.filter(|found| found.sort() == mismatch.sort())
        };
        let again = format!("with the programs beside it: {}\n  {}", mismatch.what, self.source.command(batch));
        let Some(mut last) = alone(program) else {
            println!("MISMATCH {name} {again}\n  not in a file of its own, {}", path.display());
            return Ok(());
        };
        let small = shrink::shrink(program, |candidates| {
            let verdicts =
                compare::examine(&checker, candidates, |_, expected| compare::again(expected.is_some(), run)).ok()?;
            let differs = verdicts.iter().enumerate().filter(|(_, verdict)| matches!(verdict, Verdict::Differs(_)));
            let (which, found) = differs.map(|(i, _)| i).find_map(|i| Some((i, alone(&candidates[i])?)))?;
            last = found;
            Some(which)
        });
        let runs = compare::again(reference::knows(&small), run);
        let text = print::print(&small).text;
        let told = format!("{name}: {}\n{}", last.what, checker.shown_alone(&runs, &path));
        let comment = told.replace('\n', "\n// ");
        std::fs::write(&path, format!("{text}// {comment}\n"))
            .map_err(|error| format!("{}: {error}", path.display()))?;
        println!("MISMATCH {told}\n  before shrinking, {again}\n{text}");
        Ok(())
    }
}
