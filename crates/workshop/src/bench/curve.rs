//! `cargo xtask bench curve`: bytes/state and states/s over the number of
//! states, written as plots into `docs/`. The same program is stopped at more
//! and more states, so that only their number differs.

use super::plot::{self, Better, Series};
use crate::build;
use crate::process;
use crate::project::Project;
use crate::verdict::Verdict;
use std::path::Path;
use std::process::{Command, ExitCode};
use std::time::Duration;

const TIMEOUT: Duration = Duration::from_secs(1200);
const STATES: [u64; 7] = [100_000, 300_000, 1_000_000, 3_000_000, 10_000_000, 30_000_000, 100_000_000];

/// Programs with a space that is large enough, how they become so, and how far to go: without and
/// with pointers that move.
const PROGRAMS: [(&str, &str, &[&str], u64); 2] = [
    ("Anderson's lock, 8 threads", "anderson6", &["-DTHREADS=8"], 100_000_000),
    ("Michael-Scott queue, 4 + 4", "msqueue33", &["-DENQUEUES=4", "-DDEQUEUES=4"], 10_000_000),
];

pub(super) fn run(project: &Project, states_max: u64) -> Result<ExitCode, String> {
    build::verify(project)?;
    let (mut bytes, mut speed) = (Vec::new(), Vec::new());
    for (title, name, defines, enough) in PROGRAMS {
        let bitcode = compile(project, name, defines)?;
        println!("{title}");
        println!("{:>12} {:>12} {:>12} {:>14}", "states", "bytes/state", "CPU time", "states/s of it");
        let (mut of_bytes, mut of_speed) = (Vec::new(), Vec::new());
        for states in STATES.into_iter().filter(|states| *states <= states_max.min(enough)) {
            let (states, bytes_per_state, seconds) = measure(project, &bitcode, states)?;
            println!("{states:>12} {bytes_per_state:>12.1} {seconds:>10.2} s {:>14.0}", states / seconds);
            of_bytes.push((states, bytes_per_state));
            of_speed.push((states, states / seconds));
        }
        bytes.push(Series { name: title.to_owned(), points: of_bytes });
        speed.push(Series { name: title.to_owned(), points: of_speed });
    }
    for (file, title, unit, better, series) in [
        ("curve-bytes.svg", "Memory for each state, over the number of states", "bytes/state", Better::Lower, &bytes),
        ("curve-speed.svg", "Speed of one worker, over the number of states", "states/s", Better::Higher, &speed),
    ] {
        for series in series {
            if let Some((states, value)) = plot::trend(series, better) {
                println!("{}: {value:.1} {unit} at {states:e} states, if it goes on like that", series.name);
            }
        }
        let path = project.root.join("docs").join(file);
        std::fs::write(&path, plot::svg(title, unit, better, series)).map_err(|error| error.to_string())?;
        println!("wrote {}", project.relative(&path).display());
    }
    Ok(ExitCode::SUCCESS)
}

fn compile(project: &Project, name: &str, defines: &[&str]) -> Result<std::path::PathBuf, String> {
    let directory = project.target.join("benches");
    std::fs::create_dir_all(&directory).map_err(|error| error.to_string())?;
    let bitcode = directory.join(format!("{name}.curve.bc"));
    let source = project.root.join("benches/programs").join(format!("{name}.c"));
    let mut command = Command::new(project.verify_binary());
    command.args(["cc", "-O2", "-c"]).args(defines).arg(source).arg("-o").arg(&bitcode);
    let compiled = process::run(&mut command, TIMEOUT)?;
    if compiled.success() { Ok(bitcode) } else { Err(compiled.tail(10)) }
}

/// States, bytes for each of them, and seconds of CPU time.
fn measure(project: &Project, bitcode: &Path, states: u64) -> Result<(f64, f64, f64), String> {
    let mut command = Command::new(project.verify_binary());
    command.arg("check").arg(bitcode).args([
        "--format",
        "json",
        "--workers",
        "1",
        "--states",
        &states.to_string(),
        "--reduction",
        "full",
    ]);
    let (finished, seconds) = process::run_timed(&command, TIMEOUT)?;
    let verdict = Verdict::read(&finished)?;
    if verdict.outcome != "limit" {
        return Err(format!("{verdict}, where the space should not end"));
    }
    Ok((verdict.figure("states")?, verdict.figure("bytes_per_state")?, seconds))
}
