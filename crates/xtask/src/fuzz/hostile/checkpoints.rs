//! Damaged checkpoints: bits are flipped and parts overwritten, cut, doubled or moved. Checksums notice.

use super::limits::{LIMITS, TIMEOUT};
use crate::process;
use crate::project::Project;
use std::path::Path;
use std::process::Command;

/// States after which the search is interrupted.
const STATES: &[&str] = &["3", "10"];

pub(super) fn corpus(project: &Project, directory: &Path) -> Result<Vec<Vec<u8>>, String> {
    let mut files = Vec::new();
    for states in STATES {
        let kept = directory.join("kept");
        let _ = std::fs::remove_dir_all(&kept);
        let mut command = Command::new(project.verify_binary());
        command.current_dir(directory).args(["long.c", "--checkpoint", "kept", "--states", states]);
        let finished = process::run(&mut command, TIMEOUT)?;
        if finished.code() != Some(4) {
            return Err(format!("{}: {}\n{}", process::show(&command), finished.describe(), finished.tail(10)));
        }
        let path = kept.join("checkpoint");
        files.push(std::fs::read(&path).map_err(|error| format!("{}: {error}", path.display()))?);
    }
    Ok(files)
}

pub(super) fn command(command: &mut Command, file: &Path) {
    command.arg("resume").arg(file).args(["--format", "json"]).args(LIMITS);
}
