//! `cargo xtask bench build`: what a build costs with `verify cc` next to clang alone, on 100 files of the public
//! projects that the long tests build, too. It fails if that is more than is promised.
//!
//! Everything is the user time of all processes, best of several, the two compilers taking turns. Both write objects
//! and nothing is linked.

use crate::process;
use crate::project::{Project, files_below};
use crate::{build, projects};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::time::Duration;

const RUNS: usize = 2;
const FILES: usize = 100;
const RATIO_MAX: f64 = 1.3;
const TIMEOUT: Duration = Duration::from_secs(900);
const CLANG: &str = "clang-22";
const WAYS: [&str; 2] = ["-O2", "-O2 -g"];

/// A project of `tests/projects/`, where its files are, and what they need.
const PROJECTS: [(&str, &str, &str); 2] = [
    ("zstd", "lib", "-Ilib -Ilib/common -DZSTD_MULTITHREAD -DXXH_NAMESPACE=ZSTD_"),
    ("libuv", "src", "-Iinclude -Isrc -D_GNU_SOURCE"),
];

/// Where to compile, with which flags, and what.
struct Part {
    place: PathBuf,
    flags: &'static str,
    files: Vec<PathBuf>,
}

pub(super) fn run(project: &Project, files: Option<usize>) -> Result<ExitCode, String> {
    build::verify(project)?;
    let compilers = projects::compilers(project)?;
    let mut parts = Vec::new();
    let wanted = files.unwrap_or(FILES);
    let mut left = wanted;
    for (name, folder, flags) in PROJECTS {
        let place = projects::source(project, name)?;
        let files = usable(&place, folder, flags, left)?;
        left -= files.len();
        parts.push(Part { place, flags, files });
    }
    println!("{:<8} {:>10} {:>10} {:>8}", "", "clang", "verify cc", "ratio");
    let mut is_kept = true;
    for way in WAYS {
        let [clang, ours] = measure(&parts, way, &compilers.join("augur-cc"))?;
        is_kept &= ours / clang <= RATIO_MAX;
        println!("{way:<8} {clang:>10.2} {ours:>10.2} {:>8.2}", ours / clang);
    }
    println!("\nuser time in seconds, best of {RUNS}, {} files; at most {RATIO_MAX} is promised", wanted - left);
    Ok(if is_kept { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// The files that compile here; others are for other systems, or are no files of their own.
fn usable(place: &Path, folder: &str, flags: &str, files_max: usize) -> Result<Vec<PathBuf>, String> {
    let mut found = Vec::new();
    for file in files_below(&place.join(folder)).into_iter().filter(|path| path.extension().is_some_and(|e| e == "c")) {
        if found.len() == files_max {
            break;
        }
        let mut check = Command::new(CLANG);
        check.args(["-w", "-fsyntax-only"]).args(flags.split(' ')).arg(&file).current_dir(place);
        if process::run(&mut check, TIMEOUT)?.success() {
            found.push(file);
        }
    }
    Ok(found)
}

/// Best times of clang and ours.
fn measure(parts: &[Part], way: &str, ours: &Path) -> Result<[f64; 2], String> {
    let mut best = [f64::INFINITY; 2];
    for _ in 0..RUNS {
        for (compiler, best) in [Path::new(CLANG), ours].into_iter().zip(&mut best) {
            let mut sum = 0.0;
            for part in parts {
                sum += compile(part, way, compiler)?;
            }
            *best = best.min(sum);
        }
    }
    Ok(best)
}

fn compile(part: &Part, way: &str, compiler: &Path) -> Result<f64, String> {
    let line =
        format!("for file; do {} -w {way} {} -c $file -o bench.o || exit 1; done", compiler.display(), part.flags);
    let mut command = Command::new("sh");
    command.args(["-c", &line, "sh"]).args(&part.files).current_dir(&part.place);
    let (finished, seconds) = process::run_timed(&command, TIMEOUT)?;
    match finished.success() {
        true => Ok(seconds),
        false => Err(format!("{}: {}", compiler.display(), finished.tail(5))),
    }
}
