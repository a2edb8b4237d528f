//! `cargo xtask fuzz bitcode`: damaged bitcode must end in a verdict, in
//! `unsupported`, in a limit or in a clean refusal, never in a crash or a panic
//! of ours, and always with its JSON.
//!
//! A few programs are compiled at two levels; each seed takes one of the files
//! and flips bits, overwrites, cuts, doubles or moves parts of it. What fails is
//! kept as `target/fuzz/bitcode-SEED.bc`.

use super::random::Random;
use super::seeds::Seeds;
use crate::pool;
use crate::process;
use crate::project::Project;
use crate::results::Tally;
use crate::verdict::Verdict;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

/// Files in `cargo xtask test`, and with `--long`.
const TEST_COUNT: u64 = 300;
const TEST_COUNT_LONG: u64 = 10_000;
/// What the checker is given, and what it may take in all: LLVM's reader, too, may hang, and is
/// stopped after 20 seconds.
const SEARCH_FLAGS: &[&str] = &["--format", "json", "--time", "2s", "--memory", "1G", "--workers", "1"];
const TIMEOUT: Duration = Duration::from_secs(60);
const PROGRESS: u64 = 1000;

/// Small programs of many kinds.
const PROGRAMS: &[&str] = &[
    "examples/peterson.c",
    "examples/lost_update.c",
    "tests/programs/conformance/structs/abi_mixed.c",
    "tests/programs/conformance/vectors/shuffle.c",
    "tests/programs/conformance/variadic/mixed.c",
    "tests/programs/conformance/control/computed_goto.c",
    "tests/programs/conformance/floats/long_double.c",
    "tests/programs/conformance/control/switch_sparse.c",
    "tests/programs/conformance/bitfields/packed.c",
    "tests/programs/conformance/integers/bitint_wide.c",
];

/// The part of `cargo xtask test`: always the same damage.
pub(super) fn test(project: &Project, long: bool) -> Result<Tally, String> {
    let count = if long { TEST_COUNT_LONG } else { TEST_COUNT };
    fire(project, Seeds::up_to(count))
}

pub(super) fn fire(project: &Project, seeds: Seeds) -> Result<Tally, String> {
    let begin = Instant::now();
    let directory = project.target.join("fuzz");
    std::fs::create_dir_all(&directory).map_err(|error| format!("{}: {error}", directory.display()))?;
    let corpus = corpus(project, &directory)?;
    let last = seeds.first.saturating_add(seeds.count);
    let all: Vec<u64> = (seeds.first..last).collect();
    let results = pool::map(&all, |seed| {
        let result = one(project, &directory, &corpus, *seed);
        if (seed + 1 - seeds.first).is_multiple_of(PROGRESS) {
            eprintln!("{} files …", seed + 1 - seeds.first);
        }
        result
    });
    let mut tally = Tally::default();
    let mut outcomes = std::collections::BTreeMap::new();
    for result in results {
        match result? {
            Ok(outcome) => {
                tally.passed += 1;
                *outcomes.entry(outcome).or_insert(0) += 1;
            }
            Err(what) => {
                tally.failed += 1;
                println!("{what}");
            }
        }
    }
    eprintln!(
        "damaged bitcode, seeds {}..{last}: {} well received {outcomes:?}, {} not, {:.0} s",
        seeds.first,
        tally.passed,
        tally.failed,
        begin.elapsed().as_secs_f64()
    );
    Ok(tally)
}

fn corpus(project: &Project, directory: &Path) -> Result<Vec<Vec<u8>>, String> {
    let mut files = Vec::new();
    for source in PROGRAMS {
        for level in ["-O0", "-O2"] {
            let path = directory.join("whole.bc");
            let mut command = Command::new(project.verify_binary());
            command.args(["cc", level, "-w", "-c"]).arg(project.root.join(source)).arg("-o").arg(&path);
            let finished = process::run(&mut command, TIMEOUT)?;
            if !finished.success() {
                return Err(format!("{}: {}\n{}", process::show(&command), finished.describe(), finished.tail(10)));
            }
            files.push(std::fs::read(&path).map_err(|error| format!("{}: {error}", path.display()))?);
        }
    }
    Ok(files)
}

/// The outcome, or what is wrong with it.
fn one(project: &Project, directory: &Path, corpus: &[Vec<u8>], seed: u64) -> Result<Result<String, String>, String> {
    let path: PathBuf = directory.join(format!("bitcode-{seed}.bc"));
    std::fs::write(&path, damaged(corpus, seed)).map_err(|error| format!("{}: {error}", path.display()))?;
    let mut command = Command::new(project.verify_binary());
    command.arg("check").arg(&path).args(SEARCH_FLAGS);
    let finished = process::run(&mut command, TIMEOUT)?;
    let judged = match Verdict::read(&finished) {
        Ok(verdict) if verdict.outcome == "defect" => Err(verdict.to_string()),
        Ok(verdict) => Ok(verdict.outcome),
        Err(what) => Err(what),
    };
    if judged.is_ok() {
        // Only what fails is kept.
        let _ = std::fs::remove_file(&path);
    }
    Ok(judged.map_err(|what| format!("DAMAGED seed {seed}: {what}\n  {}", process::show(&command))))
}

fn damaged(corpus: &[Vec<u8>], seed: u64) -> Vec<u8> {
    let mut random = Random::new(seed);
    let mut bytes = random.pick(corpus).clone();
    for _ in 0..1 + random.below(4) {
        damage(&mut bytes, corpus, &mut random);
    }
    bytes
}

fn damage(bytes: &mut Vec<u8>, corpus: &[Vec<u8>], random: &mut Random) {
    // The magic number stays, or nothing is tested.
    const KEPT: usize = 4;
    if bytes.len() < 2 * KEPT {
        return;
    }
    let at = KEPT + random.below(bytes.len() - KEPT);
    let size = (1 + random.below(64)).min(bytes.len() - at);
    match random.below(10) {
        0..4 => bytes[at] ^= 1 << random.below(8),
        4 => bytes[at] = random.next() as u8,
        5 => bytes[at..at + size].iter_mut().for_each(|byte| *byte = random.next() as u8),
        6 => {
            let part = bytes[at..at + size].to_vec();
            let to = KEPT + random.below(bytes.len() - KEPT);
            bytes.splice(to..to, part);
        }
        7 => {
            bytes.drain(at..at + size);
        }
        8 if random.percent(20) => bytes.truncate(at),
        _ => {
            let other = random.pick(corpus);
            let from = random.below(other.len());
            let part = &other[from..(from + size).min(other.len())];
            let end = (at + part.len()).min(bytes.len());
            bytes.splice(at..end, part.iter().copied());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_is_a_damage() {
        let corpus = vec![(0..200).collect::<Vec<u8>>(), vec![7; 100]];
        assert_eq!(damaged(&corpus, 3), damaged(&corpus, 3));
        for seed in 0..200 {
            let bytes = damaged(&corpus, seed);
            assert!(bytes[..4] == corpus[0][..4] || bytes[..4] == corpus[1][..4]);
        }
    }
}
