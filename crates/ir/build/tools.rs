//! What both build scripts need: this one, and that of `runtime`.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::SystemTime;

/// The directory of the workspace.
pub(crate) fn workspace() -> PathBuf {
    let root = Path::new(&env("CARGO_MANIFEST_DIR")).join("../..").canonicalize();
    root.unwrap_or_else(|e| fail(&format!("cannot find the workspace: {e}")))
}

pub(crate) fn write(file: &Path, text: &str) {
    if let Err(e) = std::fs::write(file, text) {
        fail(&format!("cannot write {}: {e}", file.display()));
    }
}

/// Older than any file.
pub(crate) const NEVER: SystemTime = SystemTime::UNIX_EPOCH;

pub(crate) fn modified(file: &Path) -> SystemTime {
    std::fs::metadata(file).and_then(|m| m.modified()).unwrap_or(NEVER)
}

/// What a program of LLVM 22 prints.
pub(crate) fn run(program: PathBuf, arguments: &[&OsStr]) -> String {
    let name = program.display().to_string();
    let output = Command::new(program)
        .args(arguments)
        .output()
        .unwrap_or_else(|e| fail(&format!("cannot run {name} ({e}); run `cargo xtask setup`")));
    if !output.status.success() {
        fail(&format!("{name}: {}", String::from_utf8_lossy(&output.stderr)));
    }
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// A program of LLVM 22: from the configured prefix, or by its Debian name.
pub(crate) fn tool(name: &str) -> PathBuf {
    println!("cargo:rerun-if-env-changed=LLVM_SYS_221_PREFIX");
    if let Ok(prefix) = std::env::var("LLVM_SYS_221_PREFIX") {
        let path = Path::new(&prefix).join("bin").join(name);
        if path.exists() {
            return path;
        }
    }
    PathBuf::from(format!("{name}-22"))
}

pub(crate) fn env(name: &str) -> String {
    std::env::var(name).unwrap_or_else(|_| fail(&format!("{name} is not set; build with cargo")))
}

pub(crate) fn fail(message: &str) -> ! {
    eprintln!("error: {message}");
    std::process::exit(1);
}
