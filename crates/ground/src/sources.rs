//! Sources that are compiled and are no part of this repository: they come
//! from Debian's archive, by the name of their package, or from the package
//! index of Python, into a cache outside the tree.
//!
//! apt's own helper fetches the file, from the archive that apt is configured
//! to use; pip does the same with its index. Both check it against the pinned
//! sum. Nothing of their configuration or state is changed, and root is not
//! needed. Whatever goes wrong here is a warning: the build goes on without,
//! and `verify` calls `unsupported` what would have come from the source.

use crate::process;
use recipe::cache;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

pub struct Source {
    origin: Origin,
    sha256: &'static str,
    /// What unpacking it makes, in the cache.
    pub directory: &'static str,
}

enum Origin {
    /// In the pool of the archive.
    Debian { path: &'static str },
    /// In the pool, too: an archive in the archive, of which some directories are kept.
    DebianNested { path: &'static str, inner: &'static str, kept: &'static [&'static str] },
    /// A wheel, as pip calls it; the directories kept come out of the first.
    Wheel { requirement: &'static str, below: &'static str, kept: &'static [&'static str] },
}

pub const MUSL: Source = Source {
    origin: Origin::Debian { path: "pool/main/m/musl/musl_1.2.3.orig.tar.gz" },
    sha256: "7d5b0b6062521e4627e099e4c9dc8248d32a30285e959b7eecaa780cf8cfd4a4",
    directory: "musl-1.2.3",
};

pub const LIBSTDCXX: Source = Source {
    origin: Origin::DebianNested {
        path: "pool/main/g/gcc-12/gcc-12_12.2.0.orig.tar.gz",
        inner: "gcc-12-12.2.0/gcc-12.2.0-dfsg.tar.xz",
        kept: &[
            "libstdc++-v3/src",
            "libstdc++-v3/libsupc++",
            "libstdc++-v3/config",
            "libiberty/cp-demangle.[ch]",
            "include",
        ],
    },
    sha256: "b8298be16aeeb96a889c6afed0a8e2241b47452e89cc81fe65ea849d5c740fcb",
    directory: "gcc-12.2.0",
};

pub const LIBCXX: Source = Source {
    origin: Origin::Wheel {
        requirement: "ziglang==0.17.0",
        below: "ziglang/lib",
        kept: &["libcxx/src/", "libcxx/libc/", "libcxxabi/src/"],
    },
    sha256: "97079827064a7492cce5541ceb438ae8003ce1e54e399676da2d62fb7a5dc08b",
    directory: "libcxx-22.1.8",
};

const TIMEOUT: Duration = Duration::from_secs(300);
const HELPER: &str = "/usr/lib/apt/apt-helper";

/// Fetches a source that is not in the cache, one `stat` otherwise. Is it there now?
pub fn ensure(source: &Source) -> bool {
    let Some(cache) = cache() else {
        eprintln!("set-up: neither AUGUR_SOURCES nor HOME is set, so third-party sources have no place");
        return false;
    };
    if has(source) {
        return true;
    }
    eprintln!("set-up: fetching the source {} (once)", source.directory);
    let fetched = fetch(source, &cache);
    if let Err(words) = &fetched {
        eprintln!(
            "set-up: the source {} cannot be had; what it provides will be unsupported\n{words}",
            source.directory
        );
    }
    fetched.is_ok()
}

/// A file of Debian's archive as it is, kept in the cache.
pub fn archive(path: &str, sha256: &str) -> Result<PathBuf, String> {
    let cache = cache().ok_or("neither AUGUR_SOURCES nor HOME is set, so third-party sources have no place")?;
    let directory = cache.join("archives");
    let place = directory.join(path.rsplit('/').next().unwrap_or(path));
    if place.is_file() && check_sum(&place, sha256).is_ok() {
        return Ok(place);
    }
    let own = directory.join(format!("fetch-{}", std::process::id()));
    std::fs::create_dir_all(&own).map_err(|error| format!("{}: {error}", own.display()))?;
    let result = from_debian(path, sha256, &own).and_then(|fetched| {
        check_sum(&fetched, sha256)?;
        std::fs::rename(&fetched, &place).map_err(|error| format!("{}: {error}", place.display()))
    });
    // What is left of it harms nobody.
    let _ = std::fs::remove_dir_all(&own);
    result.map(|()| place)
}

/// Is this source there?
pub fn has(source: &Source) -> bool {
    cache().is_some_and(|cache| cache.join(source.directory).is_dir())
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
            Err(_) if place.is_dir() => Ok(()),
            Err(error) => Err(format!("{}: {error}", place.display())),
        }
    });
    // What is left of it harms nobody.
    let _ = std::fs::remove_dir_all(&own);
    result
}

/// Leaves the unpacked source in a directory, and says where.
fn fetch_in(source: &Source, own: &Path) -> Result<PathBuf, String> {
    let archive = match &source.origin {
        Origin::Debian { path } | Origin::DebianNested { path, .. } => from_debian(path, source.sha256, own)?,
        Origin::Wheel { requirement, .. } => from_pip(requirement, source.sha256, own)?,
    };
    check_sum(&archive, source.sha256)?;
    let unpacked = own.join(source.directory);
    match &source.origin {
        Origin::Debian { .. } => {
            process::succeed(Command::new("tar").arg("-xzf").arg(&archive).arg("-C").arg(own), TIMEOUT)?;
        }
        Origin::DebianNested { inner, kept, .. } => {
            process::succeed(Command::new("tar").arg("-xzf").arg(&archive).arg("-C").arg(own).arg(inner), TIMEOUT)?;
            let mut tar = Command::new("tar");
            tar.arg("-xJf").arg(own.join(inner)).arg("-C").arg(own).arg("--wildcards");
            process::succeed(tar.args(kept.iter().map(|part| format!("{}/{part}", source.directory))), TIMEOUT)?;
        }
        Origin::Wheel { below, kept, .. } => {
            let mut python = Command::new("python3");
            python.args(["-c", UNZIP]).arg(&archive).arg(own);
            process::succeed(python.args(kept.iter().map(|part| format!("{below}/{part}"))), TIMEOUT)?;
            let made = own.join(below);
            std::fs::rename(&made, &unpacked).map_err(|error| format!("{}: {error}", made.display()))?;
        }
    }
    Ok(unpacked)
}

/// Unpacks the members of a zip file that begin with one of several prefixes.
const UNZIP: &str = "import sys, zipfile
archive = zipfile.ZipFile(sys.argv[1])
archive.extractall(sys.argv[2], [name for name in archive.namelist() if name.startswith(tuple(sys.argv[3:]))])";

fn from_debian(path: &str, sha256: &str, own: &Path) -> Result<PathBuf, String> {
    let archive = own.join("source.tar.gz");
    let mut words = String::from("apt is configured for no archive");
    for uri in archives()? {
        let mut download = Command::new(HELPER);
        download.args(["-o", "APT::Sandbox::User=root", "download-file"]);
        download.arg(format!("{uri}{path}")).arg(&archive).arg(format!("SHA256:{sha256}"));
        match process::succeed(&mut download, TIMEOUT) {
            Ok(_) => return Ok(archive),
            Err(error) => words = error,
        }
    }
    Err(words)
}

fn from_pip(requirement: &str, sha256: &str, own: &Path) -> Result<PathBuf, String> {
    crate::setup::pip()?;
    let (list, directory) = (own.join("requirement.txt"), own.join("wheel"));
    std::fs::write(&list, format!("{requirement} --hash=sha256:{sha256}\n")).map_err(|error| error.to_string())?;
    let mut pip = Command::new("python3");
    pip.args(["-m", "pip", "download", "--no-deps", "--no-cache-dir", "--only-binary", ":all:", "--require-hashes"]);
    process::succeed(pip.arg("--dest").arg(&directory).arg("--requirement").arg(&list), TIMEOUT)?;
    let mut entries = std::fs::read_dir(&directory).map_err(|error| error.to_string())?;
    let wheel = entries.find_map(|entry| entry.ok());
    wheel.map(|entry| entry.path()).ok_or("pip left no file".to_owned())
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
        assert!(check_sum(&file, MUSL.sha256).is_err());
        std::fs::remove_file(&file).unwrap();
    }
}
