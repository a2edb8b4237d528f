//! `cargo xtask reproducible`: the bitcode of the runtime and the C library does not depend on where it is built.
//!
//! The build script that has made the library is run a second time, in a copy of what it reads in another
//! directory. Every object must come out with the same bytes.

use crate::process;
use crate::project::{Project, files_below};
use crate::results::Tally;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, SystemTime};

const TIMEOUT: Duration = Duration::from_secs(1800);

/// What the script reads.
const READ: &[&str] = &["crates/runtime", "runtime", "libc-stubs"];

pub(crate) fn run(project: &Project) -> Result<Tally, String> {
    let scripts = project.target.join(&project.profile).join("build");
    let script = newest(&scripts, "build-script-build")?;
    let first = newest(&scripts, "out/library.rs")?.with_file_name("");
    let copy = project.target.join("reproducible").join("a directory of another name");
    let place = |error: std::io::Error| format!("{}: {error}", copy.display());
    if copy.exists() {
        std::fs::remove_dir_all(&copy).map_err(place)?;
    }
    for file in READ.iter().flat_map(|part| files_below(&project.root.join(part))) {
        let to = copy.join(project.relative(&file));
        std::fs::create_dir_all(to.parent().unwrap_or(&copy)).map_err(place)?;
        std::fs::copy(&file, &to).map_err(place)?;
    }
    let second = copy.join("out");
    std::fs::create_dir_all(&second).map_err(place)?;
    let mut command = Command::new(&script);
    command.current_dir(copy.join("crates/runtime")).env("OUT_DIR", &second);
    command.env("CARGO_MANIFEST_DIR", copy.join("crates/runtime"));
    process::succeed(&mut command, TIMEOUT)?;
    let tally = compare(&first, &second)?;
    std::fs::remove_dir_all(&copy).map_err(place)?;
    println!("{} objects have the same bytes in two directories, {} have not", tally.passed, tally.failed);
    Ok(tally)
}

fn compare(first: &Path, second: &Path) -> Result<Tally, String> {
    let mut tally = Tally::default();
    for file in files_below(second).into_iter().filter(|file| file.extension().is_some_and(|e| e == "bc")) {
        let other = first.join(file.strip_prefix(second).unwrap_or(&file));
        let read = |file: &Path| std::fs::read(file).map_err(|error| format!("{}: {error}", file.display()));
        match read(&file)? == read(&other)? {
            true => tally.passed += 1,
            false => {
                tally.failed += 1;
                println!("DIFFERS {}", other.display());
            }
        }
    }
    match tally.passed + tally.failed {
        0 => Err(format!("there are no objects in {}", second.display())),
        _ => Ok(tally),
    }
}

/// The youngest file of this name that belongs to the build of `runtime`.
fn newest(scripts: &Path, name: &str) -> Result<PathBuf, String> {
    let entries = std::fs::read_dir(scripts).into_iter().flatten().flatten();
    let ours = entries.filter(|entry| entry.file_name().to_string_lossy().starts_with("runtime-"));
    let files = ours.map(|entry| entry.path().join(name)).filter(|file| file.is_file());
    let age = |file: &PathBuf| file.metadata().and_then(|data| data.modified()).unwrap_or(SystemTime::UNIX_EPOCH);
    files.max_by_key(age).ok_or_else(|| format!("there is no {name} of `runtime` in {}", scripts.display()))
}
