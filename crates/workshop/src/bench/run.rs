//! `cargo xtask bench run`: single executions of the programs in `benches/run`,
//! next to `lli --force-interpreter` and the native build in the same run.
//!
//! Everything is the user time that the processes took, best of several. Ratios leave out
//! what each takes for a program that does nothing. Bitcode is compiled without fused multiply-add and without vectors, since lli
//! interprets neither.

use crate::build;
use crate::process;
use crate::project::{Project, files_below};
use crate::suite::matches_any;
use std::path::Path;
use std::process::{Command, ExitCode};
use std::time::Duration;

const RUNS: usize = 3;
const TIMEOUT: Duration = Duration::from_secs(300);
const LEVELS: [&str; 2] = ["-O0", "-O2"];
const CLANG: &str = "clang-22";
const LLI: &str = "lli-22";

pub(super) fn run(project: &Project, filters: &[String]) -> Result<ExitCode, String> {
    build::verify(project)?;
    let mut programs = files_below(&project.root.join("benches/run"));
    programs.retain(|path| {
        let name = path.to_string_lossy();
        name.ends_with(".c") && matches_any(filters, &name)
    });
    let directory = project.target.join("benches");
    std::fs::create_dir_all(&directory).map_err(|error| error.to_string())?;
    println!(
        "{:<12} {:>3} {:>10} {:>10} {:>10} {:>10} {:>10}",
        "program", "", "native", "ours", "lli", "lli/ours", "ours/nat."
    );
    let nothing = directory.join("nothing.c");
    std::fs::write(&nothing, "int main(void) { return 0; }\n").map_err(|error| error.to_string())?;
    let start = measure(project, &nothing, "-O0", &directory)?;
    for program in &programs {
        for level in LEVELS {
            println!("{}", row(program, level, measure(project, program, level, &directory)?, start));
        }
    }
    println!("{}", row(&nothing, "-O0", start, [0.0; 3]));
    println!("\nuser time in seconds, best of {RUNS}; ratios without the time of `nothing`");
    Ok(ExitCode::SUCCESS)
}

/// Best times of the native program, ours and lli's.
fn measure(project: &Project, program: &Path, level: &str, directory: &Path) -> Result<[f64; 3], String> {
    let name = program.file_stem().unwrap_or_default().to_string_lossy();
    let file = |extension: &str| directory.join(format!("{name}{level}.{extension}"));
    let (native, bitcode) = (file("out"), file("bc"));
    let flags = [level, "-ffp-contract=off", "-fno-vectorize", "-fno-slp-vectorize"];
    process::succeed(Command::new(CLANG).args(flags).arg(program).arg("-o").arg(&native), TIMEOUT)?;
    let mut compile = Command::new(CLANG);
    compile.args(flags).args(["-c", "-emit-llvm"]).arg(program).arg("-o").arg(&bitcode);
    process::succeed(&mut compile, TIMEOUT)?;
    let mut commands = [Command::new(native), Command::new(project.verify_binary()), Command::new(LLI)];
    commands[1].arg("run").arg(&bitcode);
    commands[2].arg("--force-interpreter").arg(&bitcode);
    let mut best = [f64::INFINITY; 3];
    let mut output = None;
    // Taking turns, so that a busy moment of the machine hits all.
    for _ in 0..RUNS {
        for (command, best) in commands.iter().zip(&mut best) {
            let (finished, seconds) = process::run_timed(command, TIMEOUT)?;
            let printed = output.get_or_insert_with(|| finished.stdout.clone());
            if finished.success() && finished.stdout == *printed {
                *best = best.min(seconds);
            }
        }
    }
    Ok(best)
}

fn row(program: &Path, level: &str, [native, ours, lli]: [f64; 3], start: [f64; 3]) -> String {
    let name = program.file_stem().unwrap_or_default().to_string_lossy();
    let show = |seconds: f64| if seconds.is_finite() { format!("{seconds:.3}") } else { "fails".to_owned() };
    let ratio = |a: f64, b: f64| if (a / b).is_finite() { format!("{:.1}", a / b) } else { "-".to_owned() };
    let net = |seconds: f64, start: f64| (seconds - start).max(0.001);
    format!(
        "{name:<12} {level:>3} {:>10} {:>10} {:>10} {:>10} {:>10}",
        show(native),
        show(ours),
        show(lli),
        ratio(net(lli, start[2]), net(ours, start[1])),
        ratio(net(ours, start[1]), net(native, start[0])),
    )
}
