//! `cargo xtask bench temporal`: what a property costs that holds, next to the same search without it, and what
//! a second worker is good for.
//!
//! Without it: the program is made ready for the property, so that the same actions are visible, and searched as
//! if nothing had been asked (`--unasked`). Times with and without are CPU time in user mode, of one worker; for
//! two workers the wall clock counts.

use crate::build;
use crate::process;
use crate::project::Project;
use crate::suite::matches_any;
use crate::verdict::Verdict;
use std::path::Path;
use std::process::{Command, ExitCode};
use std::time::Duration;

const RUNS: usize = 3;
const TIME: &str = "300s";
const TIMEOUT: Duration = Duration::from_secs(400);

/// Programs of `benches/programs` and what is asked of them. Automata of general class: they need all that there
/// is to do. The first ones go on for ever, so the product has to be looked at; the others end.
const PROPERTIES: &[(&str, &str)] = &[
    ("peterson4", "G F {level[0] == 3} -> G F {inside == 1}"),
    ("lamport4", "G F {inside == 1} -> G F {inside == 0}"),
    ("lamport4", "(G F {wants[1] == 1} && G F {y == 0}) -> G(F {inside == 0} && F {x != 9})"),
    ("barrier", "G F {round_of[0] == 1} -> G F {round_of[1] != 0}"),
    ("hashset", "G F {slots[0] == 0} -> F G {slots[0] == 0}"),
    ("election", "G F {leaders == 1} || F G {leaders == 0}"),
];

/// What one search took.
#[derive(Clone, Copy, Default)]
struct Figures {
    states: f64,
    cpu_seconds: f64,
    wall_seconds: f64,
}

pub(super) fn run(project: &Project, filters: &[String]) -> Result<ExitCode, String> {
    build::verify(project)?;
    println!(
        "{:<10} {:>9} {:>9} {:>9} {:>6} {:>9} {:>9} {:>6}",
        "program", "states", "unasked", "asked", "ratio", "1 worker", "2 workers", "times"
    );
    for (name, formula) in PROPERTIES.iter().filter(|(name, _)| matches_any(filters, name)) {
        let [unasked, asked, two] = measure_all(project, name, formula)?;
        println!(
            "{name:<10} {:>9} {:>7.2} s {:>7.2} s {:>6.2} {:>7.2} s {:>7.2} s {:>6.2}   {formula}",
            asked.states,
            unasked.cpu_seconds,
            asked.cpu_seconds,
            asked.cpu_seconds / unasked.cpu_seconds.max(1e-3),
            asked.wall_seconds,
            two.wall_seconds,
            asked.wall_seconds / two.wall_seconds.max(1e-3),
        );
    }
    println!("\nbest of {RUNS}, under weak fairness; ratio: CPU time of one worker; times: wall clock");
    Ok(ExitCode::SUCCESS)
}

fn measure_all(project: &Project, name: &str, formula: &str) -> Result<[Figures; 3], String> {
    let directory = project.target.join("benches");
    std::fs::create_dir_all(&directory).map_err(|error| error.to_string())?;
    let (program, bitcode) =
        (project.root.join(format!("benches/programs/{name}.c")), directory.join(format!("{name}.bc")));
    let mut compile = Command::new(project.verify_binary());
    process::succeed(compile.args(["cc", "-O2", "-c"]).arg(program).arg("-o").arg(&bitcode), TIMEOUT)?;
    let ways = [
        &["--workers", "1", "--unasked", "--no-company", "--no-sleep", "--no-livelocks", "--shortest"][..],
        &["--workers", "1"],
        &["--workers", "2"],
    ];
    let mut best: [Option<Figures>; 3] = [None; 3];
    // Taking turns, so that a busy moment of the machine hits all.
    for _ in 0..RUNS {
        for (best, way) in best.iter_mut().zip(ways) {
            let next = measure(project, &bitcode, formula, way)?;
            let before = best.unwrap_or(next);
            *best = Some(Figures {
                states: next.states,
                cpu_seconds: next.cpu_seconds.min(before.cpu_seconds),
                wall_seconds: next.wall_seconds.min(before.wall_seconds),
            });
        }
    }
    Ok(best.map(Option::unwrap_or_default))
}

fn measure(project: &Project, bitcode: &Path, formula: &str, way: &[&str]) -> Result<Figures, String> {
    let mut command = Command::new(project.verify_binary());
    command.arg("check").arg(bitcode).args(["--ltl", formula, "--format", "json", "--time", TIME]).args(way);
    let (finished, cpu_seconds) = process::run_timed(&command, TIMEOUT)?;
    let verdict = Verdict::read(&finished)?;
    if verdict.outcome != "safe" {
        return Err(format!("{verdict}, where `{formula}` must hold"));
    }
    Ok(Figures { states: verdict.figure("states")?, cpu_seconds, wall_seconds: verdict.figure("seconds")? })
}
