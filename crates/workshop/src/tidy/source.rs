//! The files that the rules are about.

use crate::project::{Project, files_below};
use std::path::Path;
use std::process::Command;

/// A file with its text.
pub(super) struct Source {
    pub(super) path: String,
    pub(super) text: String,
}

impl Source {
    /// The crate it belongs to.
    pub(super) fn krate(&self) -> Option<&str> {
        Some(self.path.strip_prefix("crates/")?.split_once('/')?.0)
    }

    /// The rest of the path, for sources of a crate.
    pub(super) fn below_src(&self) -> Option<&str> {
        self.path.strip_prefix("crates/")?.split_once('/')?.1.strip_prefix("src/")
    }
}

/// What git tracks; where git does not answer, all that is not built or hidden.
pub(super) fn all(project: &Project) -> Result<Vec<Source>, String> {
    let mut git = Command::new("git");
    git.current_dir(&project.root).args(["ls-files", "-z"]);
    let paths: Vec<String> = match git.output() {
        Ok(output) if output.status.success() => {
            let names = String::from_utf8_lossy(&output.stdout).into_owned();
            names.split('\0').filter(|name| !name.is_empty()).map(str::to_owned).collect()
        }
        _ => {
            let all = files_below(&project.root).into_iter();
            let all = all.map(|path| project.relative(&path).to_string_lossy().into_owned());
            all.filter(|path| is_ours(path)).collect()
        }
    };
    // Binary files and files deleted but not yet committed have no text.
    let read = |path: String| {
        let text = std::fs::read_to_string(project.root.join(&path)).ok()?;
        Some(Source { path, text })
    };
    let sources: Vec<Source> = paths.into_iter().filter_map(read).collect();
    if sources.is_empty() { Err("there are no files".to_owned()) } else { Ok(sources) }
}

fn is_ours(path: &str) -> bool {
    let first = Path::new(path).iter().next().and_then(|first| first.to_str()).unwrap_or_default();
    first != "target" && (!first.starts_with('.') || matches!(first, ".ci" | ".cargo"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn source(path: &str) -> Source {
        Source { path: path.to_owned(), text: "//! One.\n".to_owned() }
    }

    #[test]
    fn a_path_says_what_it_is() {
        let module = source("crates/ir/src/body/mod.rs");
        assert_eq!((module.krate(), module.below_src()), (Some("ir"), Some("body/mod.rs")));
        let manifest = source("crates/ir/Cargo.toml");
        assert_eq!((manifest.krate(), manifest.below_src()), (Some("ir"), None));
        assert_eq!(source("README.md").krate(), None);
        assert!(is_ours(".ci/run") && is_ours("crates/ir/build.rs") && !is_ours("target/x") && !is_ours(".git/x"));
    }
}
