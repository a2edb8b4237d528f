//! Where things lie: the workspace root, cargo's target directory, the binary.

use std::path::{Path, PathBuf};

/// The two directories every command needs.
#[derive(Clone, Debug)]
pub struct Project {
    pub root: PathBuf,
    pub target: PathBuf,
    /// Which of cargo's profiles `verify` is built with; also the directory below `target`.
    pub profile: String,
}

/// The environment's word on which profile it is.
const PROFILE: &str = "AUGUR_PROFILE";
const FULL: &str = "release";
/// For what is built quickly and not run for long.
pub const QUICK: &str = "quick";

impl Project {
    /// `cargo run` sets `CARGO_MANIFEST_DIR` for the process it starts, so a
    /// moved checkout is found too; the value at compile time is the fallback.
    pub fn find() -> Self {
        let manifest = std::env::var_os("CARGO_MANIFEST_DIR")
            .map(PathBuf::from)
            .unwrap_or_else(|| PathBuf::from(env!("CARGO_MANIFEST_DIR")));
        let root = manifest.ancestors().nth(2).map(Path::to_path_buf).unwrap_or(manifest);
        let target = match std::env::var_os("CARGO_TARGET_DIR") {
            Some(directory) => root.join(directory),
            None => root.join("target"),
        };
        let profile = std::env::var(PROFILE).unwrap_or_else(|_| FULL.to_owned());
        Project { root, target, profile }
    }

    /// For the first look: as long as nobody has built the optimised `verify`, one that is there sooner will do.
    pub fn in_a_hurry(mut self) -> Self {
        if !self.verify_binary().exists() {
            self.profile = QUICK.to_owned();
        }
        self
    }

    /// For tests: the profile of the unit tests, so that `verify` is built once, unless there is time for everything.
    pub fn for_tests(mut self, long: bool) -> Self {
        if !long && std::env::var_os(PROFILE).is_none() {
            self.profile = QUICK.to_owned();
        }
        self
    }

    /// Makes the root the working directory, so that relative paths in the
    /// commands we run and print mean the same everywhere.
    pub fn enter(&self) -> Result<(), String> {
        std::env::set_current_dir(&self.root).map_err(|error| format!("cannot enter {}: {error}", self.root.display()))
    }

    pub fn verify_binary(&self) -> PathBuf {
        self.target.join(&self.profile).join("verify")
    }

    /// `path` as seen from the root, for messages and for commands to repeat.
    pub fn relative<'a>(&self, path: &'a Path) -> &'a Path {
        path.strip_prefix(&self.root).unwrap_or(path)
    }
}

/// All files below `directory`, sorted, so that runs are comparable. A missing
/// directory is an empty one.
pub fn files_below(directory: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut pending = vec![directory.to_path_buf()];
    while let Some(next) = pending.pop() {
        let Ok(entries) = std::fs::read_dir(&next) else {
            continue;
        };
        for entry in entries.flatten() {
            let path = entry.path();
            if path.is_dir() {
                pending.push(path);
            } else {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}
