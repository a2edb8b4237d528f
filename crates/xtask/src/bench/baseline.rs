//! An earlier version of ours to compare with: its sources are laid out below
//! the target directory and built there, once for each commit.

use crate::build;
use crate::process;
use crate::project::Project;
use std::process::Command;
use std::time::Duration;

const TIMEOUT: Duration = Duration::from_secs(120);

/// Takes `--baseline REF` out of the arguments. REF is whatever git knows: a
/// tag, a branch, a commit.
pub fn take(arguments: &[String]) -> Result<(Option<String>, Vec<String>), String> {
    let (mut baseline, mut others) = (None, Vec::new());
    let mut arguments = arguments.iter();
    while let Some(argument) = arguments.next() {
        match argument.strip_prefix("--baseline") {
            Some("") => baseline = Some(arguments.next().ok_or("--baseline needs a commit")?.clone()),
            Some(value) if value.starts_with('=') => baseline = Some(value[1..].to_owned()),
            _ => others.push(argument.clone()),
        }
    }
    Ok((baseline, others))
}

/// The project as it was at that commit, ready to be built; where it lies is
/// its own affair.
pub fn lay_out(project: &Project, reference: &str) -> Result<Project, String> {
    let commit = git(project, &["rev-parse", "--verify", "--short=12", &format!("{reference}^{{commit}}")])?;
    let root = project.target.join("baselines").join(commit.trim());
    let target = root.join("target");
    if !root.join("Cargo.toml").exists() {
        std::fs::create_dir_all(&root).map_err(|error| error.to_string())?;
        let archive = root.join("sources.tar");
        git(project, &["archive", "--format=tar", "--output", &archive.to_string_lossy(), commit.trim()])?;
        succeed(Command::new("tar").arg("-xf").arg(&archive).arg("-C").arg(&root))?;
        std::fs::remove_file(&archive).map_err(|error| error.to_string())?;
    }
    Ok(Project { root, target })
}

/// The same, with `verify` built.
pub fn verify(project: &Project, reference: &str) -> Result<Project, String> {
    let old = lay_out(project, reference)?;
    build::verify(&old)?;
    Ok(old)
}

fn git(project: &Project, arguments: &[&str]) -> Result<String, String> {
    succeed(Command::new("git").arg("-C").arg(&project.root).args(arguments))
}

fn succeed(command: &mut Command) -> Result<String, String> {
    let finished = process::run(command, TIMEOUT)?;
    if finished.success() { Ok(finished.stdout) } else { Err(finished.tail(5)) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_baseline_is_taken_out() {
        let check = |text: &str| take(&text.split(' ').map(str::to_owned).collect::<Vec<_>>());
        assert_eq!(check("a --baseline v1 b"), Ok((Some("v1".to_owned()), vec!["a".to_owned(), "b".to_owned()])));
        assert_eq!(check("--baseline=HEAD~2"), Ok((Some("HEAD~2".to_owned()), vec![])));
        assert!(check("--baseline").is_err());
    }
}
