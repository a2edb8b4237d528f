//! Sources that are compiled into the tool and are no part of this repository:
//! they come from Debian's archive, by the name of their package, into a cache
//! outside the tree.
//!
//! apt's own helper fetches the file, from the archive that apt is configured
//! to use, and checks it against the pinned sum. Nothing of apt's configuration
//! or state is changed, and root is not needed. Whatever goes wrong here is a
//! warning: the build goes on without, and `verify` calls `unsupported` what
//! would have come from the source.

use crate::process;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

struct Source {
    /// In the pool of the archive.
    path: &'static str,
    sha256: &'static str,
    /// What unpacking it makes.
    directory: &'static str,
}

const SOURCES: &[Source] = &[Source {
    path: "pool/main/m/musl/musl_1.2.3.orig.tar.gz",
    sha256: "7d5b0b6062521e4627e099e4c9dc8248d32a30285e959b7eecaa780cf8cfd4a4",
    directory: "musl-1.2.3",
}];

const TIMEOUT: Duration = Duration::from_secs(300);
const HELPER: &str = "/usr/lib/apt/apt-helper";

/// Fetches what is not in the cache. One `stat` each when all is there.
pub(crate) fn run() {
    let Some(cache) = cache() else {
        eprintln!("set-up: neither AUGUR_SOURCES nor HOME is set, so third-party sources have no place");
        return;
    };
    for source in SOURCES {
        if has(source.directory) {
            continue;
        }
        eprintln!("set-up: fetching the source {} (once)", source.directory);
        if let Err(words) = fetch(source, &cache) {
            eprintln!(
                "set-up: the source {} cannot be had; what it provides will be unsupported\n{words}",
                source.directory
            );
        }
    }
}

/// Is this source there?
pub(crate) fn has(directory: &str) -> bool {
    cache().is_some_and(|cache| cache.join(directory).join("src").is_dir())
}

/// Where sources are kept; the same rule as in the build script of `ir`.
fn cache() -> Option<PathBuf> {
    let of = |name| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    of("AUGUR_SOURCES")
        .or_else(|| of("XDG_CACHE_HOME").map(|dir| dir.join("augur")))
        .or_else(|| of("HOME").map(|dir| dir.join(".cache/augur")))
}

/// Everything happens in a directory of this process; the last step renames, so
/// that several set-ups at once do not meet half of anything.
fn fetch(source: &Source, cache: &Path) -> Result<(), String> {
    let own = cache.join(format!("fetch-{}", std::process::id()));
    std::fs::create_dir_all(&own).map_err(|error| format!("{}: {error}", own.display()))?;
    let result = fetch_in(source, &own).and_then(|unpacked| {
        let place = cache.join(source.directory);
        match std::fs::rename(&unpacked, &place) {
            Ok(()) => Ok(()),
            Err(_) if place.join("src").is_dir() => Ok(()),
            Err(error) => Err(format!("{}: {error}", place.display())),
        }
    });
    // What is left of it harms nobody.
    let _ = std::fs::remove_dir_all(&own);
    result
}

fn fetch_in(source: &Source, own: &Path) -> Result<PathBuf, String> {
    let archive = own.join("source.tar.gz");
    let mut words = String::from("apt is configured for no archive");
    for uri in archives()? {
        let mut download = Command::new(HELPER);
        download.args(["-o", "APT::Sandbox::User=root", "download-file"]);
        download.arg(format!("{uri}{}", source.path)).arg(&archive).arg(format!("SHA256:{}", source.sha256));
        match process::succeed(&mut download, TIMEOUT) {
            Ok(_) => {
                check_sum(&archive, source.sha256)?;
                process::succeed(Command::new("tar").arg("-xzf").arg(&archive).arg("-C").arg(own), TIMEOUT)?;
                return Ok(own.join(source.directory));
            }
            Err(error) => words = error,
        }
    }
    Err(words)
}

/// The archives apt is configured to use, by address: what stands before
/// `dists/` in the files that an update would fetch. Needs no package lists.
fn archives() -> Result<Vec<String>, String> {
    let text = process::succeed(Command::new("apt-get").args(["update", "--print-uris"]), TIMEOUT)?;
    let mut found: Vec<String> = Vec::new();
    for line in text.lines() {
        let uri = line.trim_start_matches('\'').split("dists/").next().unwrap_or_default();
        if !uri.is_empty() && uri.len() < line.len() && !found.iter().any(|known| known == uri) {
            found.push(uri.to_owned());
        }
    }
    Ok(found)
}

/// The helper has checked the sum; an old one might not.
fn check_sum(file: &Path, sha256: &str) -> Result<(), String> {
    let line = process::succeed(Command::new("sha256sum").arg(file), TIMEOUT)?;
    match line.split_whitespace().next() {
        Some(sum) if sum == sha256 => Ok(()),
        sum => Err(format!("the file has the sum {}, not {sha256}", sum.unwrap_or("?"))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_wrong_sum_is_refused() {
        let file = std::env::temp_dir().join(format!("augur-sum-{}", std::process::id()));
        std::fs::write(&file, "abc").unwrap();
        let abc = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
        assert!(check_sum(&file, abc).is_ok());
        assert!(check_sum(&file, SOURCES[0].sha256).is_err());
        std::fs::remove_file(&file).unwrap();
    }
}
