//! `cargo xtask bench peers`: the same algorithm in C, checked by us, and in
//! Promela, compiled by SPIN (`benches/promela`); and programs whose threads rarely
//! meet, next to GenMC. Nothing is installed; where there is no `spin` or `genmc`,
//! the comparison says so.
//!
//! Transitions are counted per second of CPU time of the whole process, ours
//! with one worker: the machine may be busy with other things. Time in the
//! kernel is left out, because SPIN's depends on the size of the tables that
//! are asked for beforehand. Both tools take turns; the best of several runs
//! counts, because noise only ever slows down.

mod apart;

use crate::build;
use crate::process::{self, Finished};
use crate::project::{Project, files_below};
use crate::suite::matches_any;
use crate::verdict::Verdict;
use std::path::Path;
use std::process::{Command, ExitCode};
use std::time::Duration;

const RUNS: usize = 3;
const TIMEOUT: Duration = Duration::from_secs(600);
/// SPIN's generated C, compiled and run as its manual advises for exhaustive
/// checks of safety; without reduction, as we count every interleaving too.
const PAN_FLAGS: [&str; 4] = ["-O2", "-DSAFETY", "-DNOREDUCE", "-w"];
const PAN_ARGUMENTS: [&str; 2] = ["-m5000000", "-w22"];

#[derive(Clone, Copy, Default)]
struct Figures {
    states: f64,
    transitions: f64,
    cpu_seconds: f64,
    bytes_per_state: f64,
}

impl Figures {
    fn speed(&self) -> f64 {
        self.transitions / self.cpu_seconds.max(1e-3)
    }
}

pub(crate) fn run(project: &Project, filters: &[String]) -> Result<ExitCode, String> {
    build::verify(project)?;
    let code = models(project, filters);
    apart::run(project, filters)?;
    Ok(code)
}

fn models(project: &Project, filters: &[String]) -> ExitCode {
    if process::run(Command::new("spin").arg("-V"), TIMEOUT).is_err() {
        println!("`spin` is not installed (Debian: `apt install spin`); nothing to compare with");
        return ExitCode::SUCCESS;
    }
    println!("{:<12} {:>31} {:>31} {:>6}", "", "ours", "SPIN", "");
    println!(
        "{:<12} {:>9} {:>13} {:>7} {:>9} {:>13} {:>7} {:>6}",
        "program", "states", "transitions/s", "B/state", "states", "transitions/s", "B/state", "×"
    );
    let mut code = ExitCode::SUCCESS;
    for model in files_below(&project.root.join("benches/promela")) {
        let name = model.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        if !matches_any(filters, &name) {
            continue;
        }
        match compare(project, &name, &model) {
            Ok((ours, theirs)) => println!("{}", row(&name, ours, theirs)),
            Err(message) => {
                println!("{name}: {message}");
                code = ExitCode::FAILURE;
            }
        }
    }
    println!("\none worker, CPU time, best of {RUNS}; × is our transitions/s by SPIN's in the same run");
    code
}

fn compare(project: &Project, name: &str, model: &Path) -> Result<(Figures, Figures), String> {
    let directory = project.target.join("benches").join(format!("{name}.spin"));
    std::fs::create_dir_all(&directory).map_err(|error| error.to_string())?;
    let bitcode = directory.join(format!("{name}.bc"));
    let program = project.root.join("benches/programs").join(format!("{name}.c"));
    let mut compile = Command::new(project.verify_binary());
    compile.args(["cc", "-O2", "-c"]).arg(program).arg("-o").arg(&bitcode);
    process::succeed(&mut compile, TIMEOUT)?;
    process::succeed(Command::new("spin").arg("-a").arg(model).current_dir(&directory), TIMEOUT)?;
    let mut pan = Command::new("cc");
    process::succeed(pan.args(PAN_FLAGS).args(["-o", "pan", "pan.c"]).current_dir(&directory), TIMEOUT)?;
    let mut check = Command::new(project.verify_binary());
    check.arg("check").arg(&bitcode).args(["--format", "json", "--workers", "1"]);
    let mut pan = Command::new("./pan");
    pan.args(PAN_ARGUMENTS).current_dir(&directory);
    let (mut ours, mut theirs): (Option<Figures>, Option<Figures>) = (None, None);
    for _ in 0..RUNS {
        let (finished, seconds) = process::run_timed(&check, TIMEOUT)?;
        ours = better(ours, our_figures(&finished, seconds)?);
        let (finished, seconds) = process::run_timed(&pan, TIMEOUT)?;
        theirs = better(theirs, spin_figures(&finished, seconds)?);
    }
    Ok((ours.unwrap_or_default(), theirs.unwrap_or_default()))
}

fn better(best: Option<Figures>, next: Figures) -> Option<Figures> {
    match best {
        Some(best) if best.cpu_seconds <= next.cpu_seconds => Some(best),
        _ => Some(next),
    }
}

fn our_figures(finished: &Finished, cpu_seconds: f64) -> Result<Figures, String> {
    let verdict = Verdict::read(finished)?;
    if verdict.outcome != "safe" {
        return Err(format!("{verdict}, where a bench must be safe"));
    }
    Ok(Figures {
        states: verdict.figure("states")?,
        transitions: verdict.figure("transitions")?,
        cpu_seconds,
        bytes_per_state: verdict.figure("bytes_per_state")?,
    })
}

/// Reads what `pan` prints.
fn spin_figures(finished: &Finished, cpu_seconds: f64) -> Result<Figures, String> {
    let text = &finished.stdout;
    if !text.contains("errors: 0") {
        return Err(finished.tail(10));
    }
    let number = |marker: &str| {
        let line = text.lines().find(|line| line.contains(marker))?;
        line.split_whitespace().find_map(|word| word.parse::<f64>().ok())
    };
    let figure = |marker: &str| number(marker).ok_or_else(|| format!("`pan` tells no `{marker}`"));
    let states = figure("states, stored")?;
    let bytes_per_state =
        number("actual memory usage for states").map_or(0.0, |mebibytes| mebibytes * 1048576.0 / states);
    Ok(Figures { states, transitions: figure("transitions (= stored")?, cpu_seconds, bytes_per_state })
}

fn row(name: &str, ours: Figures, theirs: Figures) -> String {
    format!(
        "{:<12} {:>9} {:>11.2} M {:>7.1} {:>9} {:>11.2} M {:>7.1} {:>6.2}",
        name,
        ours.states,
        ours.speed() / 1e6,
        ours.bytes_per_state,
        theirs.states,
        theirs.speed() / 1e6,
        theirs.bytes_per_state,
        ours.speed() / theirs.speed()
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_pan_prints_is_understood() {
        let stdout = "State-vector 56 byte, depth reached 80976, errors: 0\n   201954 states, stored\n   807814 \
                      transitions (= stored+matched)\n   11.323\tactual memory usage for states (compression: 77.36%)\n";
        let finished = Finished { status: None, stdout: stdout.to_owned(), stderr: String::new() };
        let figures = spin_figures(&finished, 0.227).expect("understood");
        assert_eq!((figures.states, figures.transitions), (201954.0, 807814.0));
        assert!((figures.bytes_per_state - 58.79).abs() < 0.1, "{}", figures.bytes_per_state);
    }
}
