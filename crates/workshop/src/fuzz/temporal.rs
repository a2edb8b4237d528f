//! `cargo xtask fuzz temporal`: random concurrent programs and random formulas, every algorithm at every level of
//! reduction against brute force.
//!
//! The programs are made for cycles: threads go round for ever, wait by spinning or for a mutex, and undo each
//! other's work. `programs` makes them up, prints them and explores all they can do, step by step and without any
//! reduction; `formulas` makes up what is asked. Whether the graph has an execution that violates a formula is
//! decided by `ltl`'s components, which its own tests hold against the meaning of formulas spelt out.

mod formulas;
mod programs;

use super::random::Random;
use super::seeds::Seeds;
use crate::pool;
use crate::process;
use crate::project::Project;
use crate::results::Tally;
use ltl::{Automaton, Fairness};
use programs::Program;
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

/// Programs in `cargo xtask test`.
const TEST_COUNT: u64 = 50;
/// With `--long`, so many times as many.
const LONG: u64 = 40;
const TIMEOUT: Duration = Duration::from_secs(120);
const PROGRESS: u64 = 200;

/// Ways to ask. Strong fairness is known to components alone.
const LEVELS: &[&str] = &["none", "tau", "tau+", "full", "presumed"];
const ALGORITHMS: &[&[&str]] = &[
    &["--algorithm", "components"],
    &["--algorithm", "components", "--workers", "2"],
    &["--algorithm", "ndfs"],
    &["--algorithm", "cndfs", "--workers", "2"],
    &["--algorithm", "owcty"],
    &["--algorithm", "owcty", "--workers", "2"],
];
/// So many of all ways are taken for each program.
const WAYS: usize = 4;

/// The part of `cargo xtask test`.
pub(super) fn test(project: &Project, long: bool) -> Result<Tally, String> {
    fire(project, Seeds::up_to(if long { TEST_COUNT * LONG } else { TEST_COUNT }))
}

pub(super) fn fire(project: &Project, seeds: Seeds) -> Result<Tally, String> {
    let begin = Instant::now();
    let directory = project.target.join("fuzz").join("temporal");
    std::fs::create_dir_all(&directory).map_err(|error| format!("{}: {error}", directory.display()))?;
    let all: Vec<u64> = (seeds.first..seeds.first.saturating_add(seeds.count)).collect();
    let results = pool::map(&all, |seed| {
        let result = one(project, &directory, *seed);
        if (seed + 1 - seeds.first).is_multiple_of(PROGRESS) {
            eprintln!("{} temporal programs …", seed + 1 - seeds.first);
        }
        result
    });
    let (mut tally, mut violated) = (Tally::default(), 0);
    for result in results {
        match result? {
            Ok(is_violated) => {
                tally.passed += 1;
                violated += usize::from(is_violated);
            }
            Err(what) => {
                tally.failed += 1;
                println!("{what}");
            }
        }
    }
    eprintln!(
        "temporal programs, seeds {}..: {} agree, of {violated} the formula does not hold, {} differ, {:.0} s",
        seeds.first,
        tally.passed,
        tally.failed,
        begin.elapsed().as_secs_f64()
    );
    Ok(tally)
}

/// Is the formula violated, or what does not agree?
fn one(project: &Project, directory: &Path, seed: u64) -> Result<Result<bool, String>, String> {
    let mut random = Random::new(seed);
    let program = Program::random(&mut random);
    let formula = formulas::random(&mut random, programs::VARIABLES);
    let fairness = *random.pick(&[Fairness::None, Fairness::Weak, Fairness::Weak, Fairness::Strong]);
    let parsed = ltl::parse(&formula).map_err(|mistake| format!("{formula}: {}", mistake.what))?;
    let negated = Automaton::of(&parsed.formula.negated()).map_err(|_| format!("{formula} is too large"))?;
    let atoms: Vec<&str> = parsed.atoms.iter().map(|atom| atom.text.as_str()).collect();
    let expected = ltl::find(&program.graph(&atoms), &negated, fairness).is_some();
    let (source, bitcode) = (directory.join(format!("{seed}.c")), directory.join(format!("{seed}.bc")));
    std::fs::write(&source, program.print()).map_err(|error| format!("{}: {error}", source.display()))?;
    let mut compile = Command::new(project.verify_binary());
    compile.args(["cc", "-O0", "-w", "-c"]).arg(&source).arg("-o").arg(&bitcode);
    process::succeed(&mut compile, TIMEOUT)?;
    for way in 0..WAYS {
        // The default comes first; levels take turns, so that all are met soon.
        let level = LEVELS[(way + LEVELS.len() - 1 + random.below(2) * way) % LEVELS.len()];
        let algorithm = match (way, fairness) {
            (0, _) => &["--algorithm", "auto"][..],
            (_, Fairness::Strong) => ALGORITHMS[random.below(2)],
            _ => *random.pick(ALGORITHMS),
        };
        let mut command = Command::new(project.verify_binary());
        command.arg(&bitcode).args(["--ltl", &formula, "--fairness", fairness.name(), "--reduction", level]);
        command.args(algorithm);
        let finished = process::run(&mut command, TIMEOUT)?;
        let agrees = match finished.code() {
            Some(0) => !expected,
            Some(1) => expected && finished.stdout.starts_with("violation: ltl"),
            _ => false,
        };
        if !agrees {
            let kept = project.target.join("fuzz").join(format!("temporal-{seed}.c"));
            let _ = std::fs::copy(&source, &kept);
            let wanted = if expected { "a violation" } else { "safe" };
            let shown = process::show(&command);
            return Ok(Err(format!("TEMPORAL {seed}: {wanted} expected; {}\n  {shown}\n", finished.tail(4))));
        }
    }
    let _ = (std::fs::remove_file(&source), std::fs::remove_file(&bitcode));
    Ok(Ok(expected))
}
