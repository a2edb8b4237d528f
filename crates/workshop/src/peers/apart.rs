//! Programs whose threads rarely meet (`benches/independence`), next to GenMC, which looks at one execution of each
//! kind and keeps no states. Both get bitcode or C as they want it; where there is no `genmc`, our own time is told.

use super::{RUNS, TIMEOUT};
use crate::process::{self, Finished};
use crate::project::{Project, files_below};
use crate::suite::matches_any;
use crate::verdict::Verdict;
use std::path::Path;
use std::process::Command;

/// Sizes beside those that the programs have of themselves.
const LARGER: [(&str, &str); 2] = [("last_zero", "WRITERS=12"), ("readers", "READERS=14")];

/// What a program took: states or executions, and seconds of the processor.
type Cost = (f64, f64);

pub(super) fn run(project: &Project, filters: &[String]) -> Result<(), String> {
    let peer = process::run(Command::new("genmc").arg("--version"), TIMEOUT).is_ok();
    let programs = files_below(&project.root.join("benches/independence"));
    let mut rows = Vec::new();
    for program in &programs {
        let name = program.file_stem().unwrap_or_default().to_string_lossy();
        if matches_any(filters, &name) {
            let larger = LARGER.iter().filter(|(of, _)| *of == name).map(|(_, define)| *define);
            rows.extend(std::iter::once("").chain(larger).map(|define| (program, format!("{name} {define}"), define)));
        }
    }
    if rows.is_empty() {
        return Ok(());
    }
    println!(
        "\n{:<24} {:>9} {:>9} {:>11} {:>9} {:>6}",
        "threads apart", "states", "seconds", "executions", "GenMC", "×"
    );
    for (program, name, define) in rows {
        let ours = cheapest(&check(project, program, define)?, our_cost)?;
        let theirs = if peer { cheapest(&genmc(program, define), their_cost) } else { Err("–".to_owned()) };
        println!("{}", row(&name, ours, theirs));
    }
    match peer {
        true => println!("\nuser time of the whole process, best of {RUNS}; × is our time by GenMC's"),
        false => println!("\nuser time of the whole process, best of {RUNS}; `genmc` is not installed"),
    }
    Ok(())
}

fn check(project: &Project, program: &Path, define: &str) -> Result<Command, String> {
    let directory = project.target.join("benches");
    std::fs::create_dir_all(&directory).map_err(|error| error.to_string())?;
    let bitcode = directory.join(format!("{}-{define}.bc", program.file_stem().unwrap_or_default().to_string_lossy()));
    let mut compile = Command::new(project.verify_binary());
    compile.args(["cc", "-c"]).args(defined(define)).arg(program).arg("-o").arg(&bitcode);
    process::succeed(&mut compile, TIMEOUT)?;
    let mut check = Command::new(project.verify_binary());
    check.arg("check").arg(bitcode).args(["--format", "json", "--workers", "1"]);
    Ok(check)
}

fn genmc(program: &Path, define: &str) -> Command {
    let mut genmc = Command::new("genmc");
    genmc.arg("--").args(defined(define)).arg(program);
    genmc
}

fn defined(define: &str) -> Option<String> {
    (!define.is_empty()).then(|| format!("-D{define}"))
}

fn cheapest(command: &Command, cost: fn(&Finished) -> Result<f64, String>) -> Result<Cost, String> {
    let mut best: Option<Cost> = None;
    for _ in 0..RUNS {
        let (finished, seconds) = process::run_timed(command, TIMEOUT)?;
        let count = cost(&finished)?;
        best = best.filter(|(_, least)| *least <= seconds).or(Some((count, seconds)));
    }
    best.ok_or_else(|| "it was not run".to_owned())
}

fn our_cost(finished: &Finished) -> Result<f64, String> {
    let verdict = Verdict::read(finished)?;
    match verdict.outcome.as_str() {
        "safe" => verdict.figure("states"),
        _ => Err(format!("{verdict}, where a bench must be safe")),
    }
}

/// Reads what `genmc` prints.
fn their_cost(finished: &Finished) -> Result<f64, String> {
    let line = finished.stdout.lines().find(|line| line.contains("executions explored"));
    let count = line.and_then(|line| line.split_whitespace().last()?.parse().ok());
    count.filter(|_| finished.success()).ok_or_else(|| finished.tail(10))
}

fn row(name: &str, (states, seconds): Cost, theirs: Result<Cost, String>) -> String {
    let ours = format!("{name:<24} {states:>9} {seconds:>9.2}");
    match theirs {
        Ok((executions, theirs)) => {
            format!("{ours} {executions:>11} {theirs:>9.2} {:>6.2}", seconds / theirs.max(1e-3))
        }
        Err(message) => format!("{ours}   {message}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_genmc_prints_is_understood() {
        let stdout = "*** Verification complete.\nNo errors were detected.\nNumber of complete executions explored: \
                      15360\nTotal wall-clock time: 1.10s\n";
        let finished = Finished { status: Some(Default::default()), stdout: stdout.to_owned(), stderr: String::new() };
        assert_eq!(their_cost(&finished), Ok(15360.0));
        assert_eq!(
            row("last_zero", (500.0, 0.5), Ok((100.0, 1.0))),
            "last_zero                      500      0.50         100      1.00   0.50"
        );
    }
}
