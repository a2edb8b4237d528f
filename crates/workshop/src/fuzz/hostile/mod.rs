//! `cargo xtask fuzz bitcode`, `assembly`, `objects`, `lines`, `saved`, `properties`, `checkpoints`: what somebody has damaged or
//! made up must end in a verdict, in `unsupported`, in a limit or in a clean refusal, never in a crash, a panic or a defect of ours,
//! and always with its JSON.
//!
//! A [`Target`] says what is damaged and how it is handed over; a new one is a row of [`TARGETS`] and a command in
//! `fuzz`. Each seed gives one file in a directory of its own, with a few programs beside it. What fails is kept
//! as `target/fuzz/NAME-SEED`; once it is understood and mended it goes to `tests/corpus/NAME/`, and everything
//! there is tried before the first seed.
//!
//! Command lines go to a [`warm::Warm`] process, a start being most of what a run costs; one in [`COLD`] is run in
//! the ordinary way too, and must come to the same.

mod assembly;
mod beside;
mod bytes;
mod checkpoints;
mod limits;
mod lines;
mod objects;
mod properties;
mod saved;
mod warm;

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
use warm::Warm;

/// With `--long`, so many times as many.
const LONG: u64 = 50;
const PROGRESS: u64 = 1000;
/// One seed of so many is run by an ordinary process too.
const COLD: u64 = 100;

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
        name: "objects",
        test_count: 150,
        corpus: objects::corpus,
        damage: objects::damaged,
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
    Target {
        name: "checkpoints",
        test_count: 60,
        corpus: checkpoints::corpus,
        damage: checkpoints::damaged,
        command: checkpoints::command,
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
    let ground = Ground { project, target, directory: &directory, corpus: &corpus, warm: Warm::new(project) };
    let results = pool::map(&all, |case| {
        let result = ground.one(case);
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

/// What all cases of a target share.
struct Ground<'a> {
    project: &'a Project,
    target: &'a Target,
    directory: &'a Path,
    corpus: &'a [Vec<u8>],
    warm: Warm<'a>,
}

impl Ground<'_> {
    /// The outcome, or what is wrong with it.
    fn one(&self, case: &Case) -> Result<Result<String, String>, String> {
        let (name, content) = self.content(case)?;
        let own = self.directory.join(format!("in-{name}"));
        let file = lay_out(&own, &content)?;
        let mut command = Command::new(self.project.verify_binary());
        command.current_dir(&own);
        (self.target.command)(&mut command, &file);
        let judged = self.judged(case, &mut command, &own, &content);
        let _ = std::fs::remove_dir_all(&own);
        let judged = judged?;
        if judged.is_err() {
            // Only what fails is kept.
            let kept = self.project.target.join("fuzz").join(&name);
            std::fs::write(&kept, &content).map_err(|error| format!("{}: {error}", kept.display()))?;
        }
        Ok(judged.map_err(|what| format!("DAMAGED {name}: {what}\n  {}", process::show(&command))))
    }

    fn content(&self, case: &Case) -> Result<(String, Vec<u8>), String> {
        match case {
            Case::Seed(seed) => {
                let content = (self.target.damage)(self.corpus, &mut Random::new(*seed));
                Ok((format!("{}-{seed}", self.target.name), content))
            }
            Case::Kept(path) => {
                let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
                Ok((name, std::fs::read(path).map_err(|error| format!("{}: {error}", path.display()))?))
            }
        }
    }

    fn judged(
        &self,
        case: &Case,
        command: &mut Command,
        own: &Path,
        content: &[u8],
    ) -> Result<Result<String, String>, String> {
        let warm = self.warm.run(command, own)?.map(|finished| (self.target.judge)(&finished));
        let is_cold = matches!(case, Case::Seed(seed) if seed.is_multiple_of(COLD)) || matches!(case, Case::Kept(_));
        let warm = match warm {
            Some(judged) if judged.is_err() || !is_cold => return Ok(judged),
            Some(Ok(outcome)) => Some(outcome),
            // Nobody watches a warm process: what kills it may be the library's fault.
            _ => None,
        };
        let _ = std::fs::remove_dir_all(own);
        lay_out(own, content)?;
        let cold = (self.target.judge)(&process::run(command, TIMEOUT)?);
        // Who is slower comes to a limit that the other does not come to.
        let is_limit = |outcome: &str| outcome == "limit" || outcome == "exit 4";
        Ok(cold.and_then(|cold| match warm {
            Some(warm) if warm != cold && !is_limit(&warm) && !is_limit(&cold) => {
                Err(format!("{warm} in a warm process, {cold} in an ordinary one"))
            }
            _ => Ok(cold),
        }))
    }
}

/// A directory as each case finds it, and what is damaged there.
fn lay_out(own: &Path, content: &[u8]) -> Result<PathBuf, String> {
    std::fs::create_dir_all(own).map_err(|error| format!("{}: {error}", own.display()))?;
    beside::write(own)?;
    let file = own.join("damaged");
    std::fs::write(&file, content).map_err(|error| format!("{}: {error}", file.display()))?;
    Ok(file)
}

/// Who says more than this on standard error beside a report lets a library talk, or shows what it should not.
const ERRORS_BYTES_MAX: usize = 4096;

/// The outcome of a report, if it is none that we must be ashamed of.
fn report(finished: &Finished) -> Result<String, String> {
    if finished.stderr.len() > ERRORS_BYTES_MAX {
        return Err(format!("{} bytes on standard error", finished.stderr.len()));
    }
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
