//! Calls to cargo: the release binary, and handing over to it.

use crate::mpi;
use crate::process;
use crate::project::{Project, QUICK};
use std::ffi::OsString;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

const BUILD_TIMEOUT: Duration = Duration::from_secs(3600);
/// Below this a build is not worth a word.
const SLOW: Duration = Duration::from_secs(3);

/// Builds `verify` and says where it is. Silent unless it is slow or fails.
pub fn verify(project: &Project) -> Result<PathBuf, String> {
    let what = ["build", "--profile", &project.profile, "--package", "verify"];
    cargo(project, &[&what, mpi::features()].concat(), "building verify")?;
    let binary = project.verify_binary();
    if binary.exists() { Ok(binary) } else { Err(format!("no {} after the build", binary.display())) }
}

/// Builds what of `verify` can be built without LLVM. Whatever goes wrong shows when all of it is built.
pub fn ahead(project: &Project) {
    let mut command = Command::new(cargo_binary());
    command.current_dir(&project.root).env("CARGO_TARGET_DIR", &project.target);
    // LLVM may be half installed by the time that it is looked for; it must not be found then.
    command.env("LLVM_SYS_221_PREFIX", "/nonexistent");
    command.args(["build", "--profile", &project.profile, "--package", "verify", "--keep-going"]);
    let _ = process::run(&mut command, BUILD_TIMEOUT);
}

/// Becomes the workshop, built before if need be; returns, with the reason, only if that is impossible.
pub fn exec_workshop(project: &Project, arguments: &[OsString]) -> String {
    let built = cargo(project, &["build", "--profile", QUICK, "--package", "workshop"], "building the workshop");
    built.err().unwrap_or_else(|| exec(&project.target.join(QUICK).join("workshop"), arguments))
}

/// Runs cargo with its output held back, which comes with the error if it fails.
pub fn cargo(project: &Project, arguments: &[&str], doing: &str) -> Result<process::Finished, String> {
    let mut command = Command::new(cargo_binary());
    command.current_dir(&project.root).env("CARGO_TARGET_DIR", &project.target).args(arguments);
    let slow = || eprintln!("{doing} (the first time takes a few minutes) …");
    let finished = process::run_watched(&mut command, BUILD_TIMEOUT, SLOW, slow)?;
    if finished.success() {
        return Ok(finished);
    }
    Err(format!("{doing} failed\n\n{}\n{}", finished.stdout, finished.stderr))
}

/// Becomes the verify binary; returns only if that is impossible.
pub fn exec_verify(project: &Project, arguments: &[OsString]) -> String {
    exec(&project.verify_binary(), arguments)
}

fn exec(binary: &Path, arguments: &[OsString]) -> String {
    let error = Command::new(binary).args(arguments).exec();
    format!("cannot run {}: {error}", binary.display())
}

pub fn cargo_binary() -> String {
    std::env::var("CARGO").unwrap_or_else(|_| "cargo".to_owned())
}
