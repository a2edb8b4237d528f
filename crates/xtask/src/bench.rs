//! `cargo xtask bench`: what a verdict costs, on the programs in
//! `benches/programs`, next to a baseline measured in the same run.
//!
//! The baseline is `--store plain`: the same search over whole, uncompressed
//! states. Ratios are ours by the baseline's; for bytes/state and time smaller
//! is better. One worker, so that figures do not depend on the cores; the best
//! of several runs, because noise only ever slows down.

mod reductions;
mod run;
mod store;

use crate::build;
use crate::peers;
use crate::process;
use crate::project::{Project, files_below};
use crate::verdict::Verdict;
use std::path::Path;
use std::process::{Command, ExitCode};
use std::time::Duration;

const RUNS: usize = 3;
const CHECK_TIME: &str = "300s";
const TIMEOUT: Duration = Duration::from_secs(400);

/// The figures of one program in one configuration.
#[derive(Clone, Copy, Debug, Default)]
struct Figures {
    states: f64,
    seconds: f64,
    states_per_second: f64,
    transitions_per_second: f64,
    bytes_per_state: f64,
    instructions_per_second: f64,
}

pub fn run(project: &Project, arguments: &[String]) -> Result<ExitCode, String> {
    let arguments = match arguments {
        [what, options @ ..] if what == "store" => return store::run(project, options),
        [what, options @ ..] if what == "reductions" => return reductions::run(project, options),
        [what, filters @ ..] if what == "run" => return run::run(project, filters),
        [what, filters @ ..] if what == "peers" => return peers::run(project, filters),
        [what, filters @ ..] if what == "search" => filters,
        filters => filters,
    };
    build::verify(project)?;
    let mut programs = files_below(&project.root.join("benches/programs"));
    programs.retain(|path| path.extension().is_some_and(|extension| extension == "c"));
    programs.retain(|path| {
        let name = path.to_string_lossy();
        arguments.is_empty() || arguments.iter().any(|filter| name.contains(filter.as_str()))
    });
    if programs.is_empty() {
        return Err("no program in benches/programs matches".to_owned());
    }
    println!("{}", header());
    let mut code = ExitCode::SUCCESS;
    for program in &programs {
        let name = program.file_stem().unwrap_or_default().to_string_lossy();
        match measure_all(project, program) {
            Ok((ours, plain, two)) => println!("{}", row(&name, ours, plain, two)),
            Err(message) => {
                println!("{name}: {message}");
                code = ExitCode::FAILURE;
            }
        }
    }
    println!(
        "\none worker, best of {RUNS}; × is ours / `--store plain` in the same run; 2w: two workers' speed / one's"
    );
    Ok(code)
}

fn measure_all(project: &Project, program: &Path) -> Result<(Figures, Figures, Figures), String> {
    let name = program.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let directory = project.target.join("benches");
    std::fs::create_dir_all(&directory).map_err(|error| error.to_string())?;
    let bitcode = directory.join(format!("{name}.bc"));
    let mut compile = Command::new(project.verify_binary());
    compile.args(["cc", "-O2", "-c"]).arg(program).arg("-o").arg(&bitcode);
    let compiled = process::run(&mut compile, TIMEOUT)?;
    if !compiled.success() {
        return Err(format!("does not compile\n{}", compiled.tail(10)));
    }
    let mut ours: Option<Figures> = None;
    let mut plain: Option<Figures> = None;
    let mut two: Option<Figures> = None;
    // Taking turns, so that a busy moment of the machine hits all.
    for _ in 0..RUNS {
        ours = best(ours, measure(project, &bitcode, 1, &[])?);
        plain = best(plain, measure(project, &bitcode, 1, &["--store", "plain"])?);
        two = best(two, measure(project, &bitcode, 2, &[])?);
    }
    Ok((ours.unwrap_or_default(), plain.unwrap_or_default(), two.unwrap_or_default()))
}

fn best(so_far: Option<Figures>, next: Figures) -> Option<Figures> {
    match so_far {
        Some(best) if best.seconds <= next.seconds => Some(best),
        _ => Some(next),
    }
}

fn measure(project: &Project, bitcode: &Path, workers: u32, flags: &[&str]) -> Result<Figures, String> {
    let mut command = Command::new(project.verify_binary());
    command.arg("check").arg(bitcode);
    command.args(["--format", "json", "--workers", &workers.to_string(), "--time", CHECK_TIME]).args(flags);
    let finished = process::run(&mut command, TIMEOUT)?;
    let verdict = Verdict::read(&finished)?;
    if verdict.outcome != "safe" {
        return Err(format!("{verdict}, where a bench must be safe"));
    }
    let figure = |name: &str| verdict.figure(name).ok_or_else(|| format!("no `statistics.{name}` in the JSON"));
    let seconds = figure("seconds")?;
    Ok(Figures {
        states: figure("states")?,
        seconds,
        states_per_second: figure("states_per_second")?,
        transitions_per_second: figure("transitions")? / seconds.max(1e-9),
        bytes_per_state: figure("bytes_per_state")?,
        instructions_per_second: figure("instructions")? / seconds.max(1e-9),
    })
}

fn header() -> String {
    format!(
        "{:<16} {:>9} {:>10} {:>6} {:>13} {:>11} {:>6} {:>14} {:>9} {:>6} {:>6}",
        "program",
        "states",
        "states/s",
        "×",
        "transitions/s",
        "bytes/state",
        "×",
        "instructions/s",
        "verdict",
        "×",
        "2w"
    )
}

fn row(name: &str, ours: Figures, plain: Figures, two: Figures) -> String {
    format!(
        "{:<16} {:>9} {:>10} {:>6} {:>13} {:>11.1} {:>6} {:>14} {:>7.2} s {:>6} {:>6}",
        name,
        ours.states,
        scaled(ours.states_per_second),
        ratio(ours.states_per_second, plain.states_per_second),
        scaled(ours.transitions_per_second),
        ours.bytes_per_state,
        ratio(ours.bytes_per_state, plain.bytes_per_state),
        scaled(ours.instructions_per_second),
        ours.seconds,
        ratio(ours.seconds, plain.seconds),
        ratio(two.states_per_second, ours.states_per_second),
    )
}

/// Three digits and an SI letter.
fn scaled(value: f64) -> String {
    match value {
        v if v >= 1e9 => format!("{:.2} G", v / 1e9),
        v if v >= 1e6 => format!("{:.2} M", v / 1e6),
        v if v >= 1e3 => format!("{:.1} k", v / 1e3),
        v => format!("{v:.0}"),
    }
}

fn ratio(ours: f64, baseline: f64) -> String {
    if baseline > 0.0 { format!("{:.2}", ours / baseline) } else { "-".to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_are_readable() {
        assert_eq!(scaled(999.4), "999");
        assert_eq!(scaled(12_345.0), "12.3 k");
        assert_eq!(scaled(1_234_567.0), "1.23 M");
        assert_eq!(scaled(2.5e9), "2.50 G");
        assert_eq!(ratio(1.0, 2.0), "0.50");
        assert_eq!(ratio(1.0, 0.0), "-");
    }

    #[test]
    fn rows_fit_the_header() {
        let figures = Figures { states: 1e6, seconds: 1.0, ..Figures::default() };
        assert_eq!(row("p", figures, figures, figures).chars().count(), header().chars().count());
    }
}
