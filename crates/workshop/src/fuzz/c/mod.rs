//! `cargo xtask fuzz c`: random single-threaded C programs, executed by `verify
//! run` at every optimisation level and compared with a native build.
//!
//! Reading order: `choices` is what a program is made from, `types` what occurs in
//! it, `generator` puts it together from `statement` and `expr`, `compare` runs it.

mod choices;
mod compare;
mod expr;
mod generator;
mod statement;
mod types;

use super::seeds::Seeds;
use crate::pool;
use crate::project::Project;
use crate::results::Tally;
use choices::Choices;
use compare::{Bench, LEVELS};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

/// Programs in `cargo xtask test`, each at two of the levels, and with `--long`, at all.
const TEST_COUNT: u64 = 150;
const TEST_COUNT_LONG: u64 = 3000;
/// After so many mismatches, more of them teach nothing.
const MISMATCHES_MAX: usize = 10;
/// Programs tried to make a mismatch smaller.
const ATTEMPTS_MAX: usize = 500;
const PROGRESS: usize = 500;

/// The text of a program.
pub(super) fn show(seed: u64) -> String {
    generator::generate(Choices::from_seed(seed)).0
}

/// The part of `cargo xtask test`: always the same programs.
pub(super) fn test(project: &Project, long: bool) -> Result<Tally, String> {
    let count = if long { TEST_COUNT_LONG } else { TEST_COUNT };
    fire(project, Seeds::up_to(count), long)
}

pub(super) fn fire(project: &Project, seeds: Seeds, all_levels: bool) -> Result<Tally, String> {
    let begin = Instant::now();
    let directory = project.target.join("fuzz");
    std::fs::create_dir_all(&directory).map_err(|error| format!("{}: {error}", directory.display()))?;
    let (mismatches, done) = (AtomicUsize::new(0), AtomicUsize::new(0));
    let last = seeds.first.saturating_add(seeds.count);
    let all: Vec<u64> = (seeds.first..last).collect();
    let results = pool::map(&all, |seed| -> Result<Option<bool>, String> {
        if mismatches.load(Ordering::SeqCst) >= MISMATCHES_MAX {
            return Ok(None);
        }
        let agrees = one(project, *seed, all_levels)?;
        if !agrees {
            mismatches.fetch_add(1, Ordering::SeqCst);
        }
        let done = done.fetch_add(1, Ordering::SeqCst) + 1;
        if done.is_multiple_of(PROGRESS) {
            eprintln!("{done} programs …");
        }
        Ok(Some(agrees))
    });
    let (mut tally, mut skipped) = (Tally::default(), 0);
    for result in results {
        match result? {
            Some(true) => tally.passed += 1,
            Some(false) => tally.failed += 1,
            None => skipped += 1,
        }
    }
    let seconds = begin.elapsed().as_secs_f64();
    let (first, passed, failed) = (seeds.first, tally.passed, tally.failed);
    eprintln!("random C programs, seeds {first}..{last}: {passed} agree, {failed} differ, {seconds:.0} s");
    if skipped > 0 {
        eprintln!("gave up after {MISMATCHES_MAX} mismatches: {skipped} programs were not looked at");
    }
    Ok(tally)
}

/// Whether the program of this seed does the same everywhere. If not, it is made
/// small, saved and printed.
fn one(project: &Project, seed: u64, all_levels: bool) -> Result<bool, String> {
    let (text, choices) = generator::generate(Choices::from_seed(seed));
    let bench = Bench::new(project, format!("c-{seed}"));
    let levels = match (all_levels, seed % 2) {
        (true, _) => LEVELS.to_vec(),
        (false, 0) => vec!["-O0", "-O3"],
        (false, _) => vec!["-O1", "-O2"],
    };
    let found = bench.examine(&text, &levels).map_err(|error| format!("seed {seed}: {error}"))?;
    let Some(mismatch) = found else {
        bench.clean();
        return Ok(true);
    };
    let mut last = mismatch.clone();
    let small = choices::shrink(&choices, ATTEMPTS_MAX, |candidate| {
        let (text, _) = generator::generate(Choices::replay(candidate.to_vec()));
        match bench.examine(&text, &[mismatch.level]) {
            Ok(Some(found)) => {
                last = found;
                true
            }
            _ => false,
        }
    });
    let (text, _) = generator::generate(Choices::replay(small));
    bench.clean();
    let path = project.target.join("fuzz").join(format!("mismatch-c-{seed}.c"));
    let told = format!("seed {seed}, {}: {}", last.level, last.what);
    std::fs::write(&path, format!("{text}// {}\n", told.replace('\n', "\n// ")))
        .map_err(|error| format!("{}: {error}", path.display()))?;
    println!("MISMATCH {told}\n  saved as {}", path.display());
    Ok(false)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_is_a_program() {
        assert_eq!(show(5), show(5));
        assert_ne!(show(5), show(6));
    }

    #[test]
    fn choices_give_the_program_again() {
        for seed in 0..50 {
            let (text, choices) = generator::generate(Choices::from_seed(seed));
            assert_eq!(generator::generate(Choices::replay(choices)).0, text);
        }
    }

    #[test]
    fn no_choices_are_the_smallest_program() {
        let (text, _) = generator::generate(Choices::replay(Vec::new()));
        assert!(text.len() < 4000, "{text}");
    }
}
