//! An earlier version of ours to compare with: its sources are laid out below
//! the target directory and built there, once for each commit.

use crate::build;
use crate::process;
use crate::project::Project;
use std::process::Command;
use std::time::Duration;

const TIMEOUT: Duration = Duration::from_secs(120);

/// The project as it was at that commit, ready to be built; where it lies is
/// its own affair.
pub(super) fn lay_out(project: &Project, reference: &str) -> Result<Project, String> {
    let commit = git(project, &["rev-parse", "--verify", "--short=12", &format!("{reference}^{{commit}}")])?;
    let root = project.target.join("baselines").join(commit.trim());
    let target = root.join("target");
    if !root.join("Cargo.toml").exists() {
        std::fs::create_dir_all(&root).map_err(|error| error.to_string())?;
        let archive = root.join("sources.tar");
        git(project, &["archive", "--format=tar", "--output", &archive.to_string_lossy(), commit.trim()])?;
        process::succeed(Command::new("tar").arg("-xf").arg(&archive).arg("-C").arg(&root), TIMEOUT)?;
        std::fs::remove_file(&archive).map_err(|error| error.to_string())?;
    }
    Ok(Project { root, target, profile: project.profile.clone() })
}

/// The same, with `verify` built.
pub(super) fn verify(project: &Project, reference: &str) -> Result<Project, String> {
    let old = lay_out(project, reference)?;
    build::verify(&old)?;
    Ok(old)
}

fn git(project: &Project, arguments: &[&str]) -> Result<String, String> {
    process::succeed(Command::new("git").arg("-C").arg(&project.root).args(arguments), TIMEOUT)
}
