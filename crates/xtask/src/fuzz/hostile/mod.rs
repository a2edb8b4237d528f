//! `cargo xtask fuzz bitcode`, `assembly`, `lines`, `saved`, `properties`: what somebody has damaged or made up must end in a
//! verdict, in `unsupported`, in a limit or in a clean refusal, never in a crash, a panic or a defect of ours,
//! and always with its JSON.
//!
//! A [`Target`] says what is damaged and how it is handed over; a new one is a row of [`TARGETS`] and a command in
//! `fuzz`. Each seed gives one file in a directory of its own, with a few programs beside it. What fails is kept
//! as `target/fuzz/NAME-SEED`; once it is understood and mended it goes to `tests/corpus/NAME/`, and everything
//! there is tried before the first seed.

mod assembly;
mod beside;
mod bytes;
mod limits;
mod lines;
mod properties;
mod saved;

use super::random::Random;
use super::seeds::Seeds;
use crate::pool;
use crate::process::{self, Finished};
use crate::project::{Project, files_below};
use crate::results::Tally;
use crate::verdict::Verdict;
use limits::TIMEOUT;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;

/// With `--long`, so many times as many.
const LONG: u64 = 50;
const PROGRESS: u64 = 1000;

/// Makes what is damaged, in a directory.
type Corpus = fn(&Project, &Path) -> Result<Vec<Vec<u8>>, String>;

/// Something that comes from outside.
pub(super) struct Target {
    pub name: &'static str,
    /// Seeds in `cargo xtask test`.
    test_count: u64,
    /// What is damaged.
    corpus: Corpus,
    damage: fn(&[Vec<u8>], &mut Random) -> Vec<u8>,
    /// Hands it to the checker, which is in the directory where it lies.
    command: fn(&mut Command, &Path),
    judge: fn(&Finished) -> Result<String, String>,
}

pub(super) const TARGETS: &[Target] = &[
    Target {
        name: "bitcode",
        test_count: 300,
        corpus: bytes::corpus,
        damage: bytes::damaged,
        command: bytes::command,
        judge: report,
    },
    Target {
        name: "assembly",
        test_count: 150,
        corpus: assembly::corpus,
        damage: assembly::damaged,
        command: bytes::command,
        judge: report,
    },
    Target {
        name: "lines",
        test_count: 150,
        corpus: lines::corpus,
        damage: lines::damaged,
        command: lines::command,
        judge: lines::judge,
    },
    Target {
        name: "saved",
        test_count: 150,
        corpus: saved::corpus,
        damage: saved::damaged,
        command: saved::command,
        judge: report,
    },
    Target {
        name: "properties",
        test_count: 150,
        corpus: properties::corpus,
        damage: properties::damaged,
        command: properties::command,
        judge: report,
    },
];

/// The part of `cargo xtask test`: always the same damage.
pub(super) fn test(project: &Project, long: bool) -> Result<Tally, String> {
    let mut tally = Tally::default();
    for target in TARGETS {
        let count = if long { target.test_count * LONG } else { target.test_count };
        tally.add(fire(project, target.name, Seeds::up_to(count))?);
    }
    Ok(tally)
}

pub(super) fn fire(project: &Project, name: &str, seeds: Seeds) -> Result<Tally, String> {
    let target = TARGETS.iter().find(|target| target.name == name).ok_or("no such target")?;
    let begin = Instant::now();
    let directory = project.target.join("fuzz").join(name);
    let place = |error| format!("{}: {error}", directory.display());
    std::fs::create_dir_all(&directory).map_err(place)?;
    beside::write(&directory)?;
    let corpus = (target.corpus)(project, &directory)?;
    let last = seeds.first.saturating_add(seeds.count);
    let kept = files_below(&project.root.join("tests/corpus").join(name));
    let mut all: Vec<Case> = kept.into_iter().map(Case::Kept).collect();
    all.extend((seeds.first..last).map(Case::Seed));
    let results = pool::map(&all, |case| {
        let result = one(project, target, &directory, &corpus, case);
        if let Case::Seed(seed) = case
            && (seed + 1 - seeds.first).is_multiple_of(PROGRESS)
        {
            eprintln!("{} of {name} …", seed + 1 - seeds.first);
        }
        result
    });
    let mut tally = Tally::default();
    let mut outcomes = BTreeMap::new();
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
        "damaged {name}, seeds {}..{last}: {} well received {outcomes:?}, {} not, {:.0} s",
        seeds.first,
        tally.passed,
        tally.failed,
        begin.elapsed().as_secs_f64()
    );
    Ok(tally)
}

enum Case {
    /// A file that was found before.
    Kept(PathBuf),
    Seed(u64),
}

/// The outcome, or what is wrong with it.
fn one(
    project: &Project,
    target: &Target,
    directory: &Path,
    corpus: &[Vec<u8>],
    case: &Case,
) -> Result<Result<String, String>, String> {
    let (name, content) = match case {
        Case::Seed(seed) => (format!("{}-{seed}", target.name), (target.damage)(corpus, &mut Random::new(*seed))),
        Case::Kept(path) => {
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            (name, std::fs::read(path).map_err(|error| format!("{}: {error}", path.display()))?)
        }
    };
    let own = directory.join(format!("in-{name}"));
    std::fs::create_dir_all(&own).map_err(|error| format!("{}: {error}", own.display()))?;
    beside::write(&own)?;
    let file = own.join("damaged");
    std::fs::write(&file, &content).map_err(|error| format!("{}: {error}", file.display()))?;
    let mut command = Command::new(project.verify_binary());
    command.current_dir(&own);
    (target.command)(&mut command, &file);
    let finished = process::run(&mut command, TIMEOUT)?;
    let judged = (target.judge)(&finished);
    let _ = std::fs::remove_dir_all(&own);
    if judged.is_err() {
        // Only what fails is kept.
        let kept = project.target.join("fuzz").join(&name);
        std::fs::write(&kept, &content).map_err(|error| format!("{}: {error}", kept.display()))?;
    }
    Ok(judged.map_err(|what| format!("DAMAGED {name}: {what}\n  {}", process::show(&command))))
}

/// The outcome of a report, if it is none that we must be ashamed of.
fn report(finished: &Finished) -> Result<String, String> {
    match Verdict::read(finished) {
        Ok(verdict) if verdict.outcome == "defect" => Err(verdict.to_string()),
        Ok(verdict) => Ok(verdict.outcome),
        Err(what) => Err(what),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_is_a_damage() {
        let corpus =
            vec![b"define i32 @main() {\n  ret i32 0\n}\n".repeat(4), b"{\"path\": \"0 1\", \"n\": 3}".repeat(9)];
        for target in TARGETS {
            let damaged = |seed| (target.damage)(&corpus, &mut Random::new(seed));
            assert!((0..50).all(|seed| damaged(seed) == damaged(seed)), "{}", target.name);
            assert!((0..50).any(|seed| damaged(seed) != damaged(seed + 1)), "{}", target.name);
        }
    }
}
