//! LLVM 22, clang 22 and their libraries from Debian's packages. A handful of `stat`
//! calls when everything is there; every command calls it first.
//!
//! Only Debian 12 and its kin are served. Elsewhere it says what is missing and
//! leaves the installing to the user.

use crate::process;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

/// A package and the files that show it is there. Any one of `files` is enough
/// (the multi-arch directory differs between machines).
struct Package {
    name: &'static str,
    files: &'static [&'static str],
}

const PACKAGES: &[Package] = &[
    package("llvm-22", &["/usr/lib/llvm-22/bin/llvm-config"]),
    package("llvm-22-runtime", &["/usr/lib/llvm-22/bin/lli"]),
    package("llvm-22-dev", &["/usr/lib/llvm-22/lib/libLLVM.so"]),
    package("libpolly-22-dev", &["/usr/lib/llvm-22/lib/libPolly.a"]),
    package("clang-22", &["/usr/bin/clang-22"]),
    package("zlib1g-dev", &["/usr/include/zlib.h"]),
    package("libzstd-dev", &["/usr/include/zstd.h"]),
    package("gcc", &["/usr/bin/gcc"]),
    package("libc6-dev", &["/usr/include/stdio.h"]),
];

const CXX_PACKAGES: &[Package] = &[
    package("libstdc++-12-dev", &["/usr/include/c++/12/vector"]),
    package("libc++-22-dev", &["/usr/lib/llvm-22/lib/libc++.so"]),
    package("libc++abi-22-dev", &["/usr/lib/llvm-22/lib/libc++abi.so"]),
    package("xz-utils", &["/usr/bin/xz"]),
];

/// The bindings are made by a library of clang's.
const MPI_PACKAGES: &[Package] = &[
    package("libopenmpi-dev", &["/usr/bin/mpicc"]),
    package("openmpi-bin", &["/usr/bin/mpirun"]),
    package("libclang1-22", &["/usr/lib/llvm-22/lib/libclang-22.so.1", "/usr/lib/llvm-22/lib/libclang.so.1"]),
];

/// What `--native` writes is compiled with a sanitizer.
const TEST_PACKAGES: &[Package] = &[package("libclang-rt-22-dev", &["/usr/lib/llvm-22/lib/clang/22/lib/linux"])];

const fn package(name: &'static str, files: &'static [&'static str]) -> Package {
    Package { name, files }
}

/// apt may fetch a few hundred megabytes over a slow line.
const APT_TIMEOUT: Duration = Duration::from_secs(3600);

/// What a build needs.
pub fn packages() -> Result<(), String> {
    install(PACKAGES)
}

/// Are they all there?
pub fn has_packages() -> bool {
    missing(PACKAGES).is_empty()
}

/// What compiling the C++ libraries needs besides.
pub fn cxx_packages() -> Result<(), String> {
    install(CXX_PACKAGES)
}

/// What searches over several processes need besides: `verify` is built with them wherever they are.
pub fn mpi_packages() -> Result<(), String> {
    install(MPI_PACKAGES)
}

/// What the tests need besides.
pub fn test_packages() -> Result<(), String> {
    install(TEST_PACKAGES)
}

/// pip, wherever it is from.
pub fn pip() -> Result<(), String> {
    let mut pip = Command::new("python3");
    match process::succeed(pip.args(["-m", "pip", "--version"]), APT_TIMEOUT) {
        Ok(_) => Ok(()),
        Err(_) => install(&[package("python3-pip", &["/usr/bin/pip3"])]),
    }
}

/// Packages that only a test needs, by name: installed unless dpkg has them.
pub fn named_packages(names: &[String]) -> Result<(), String> {
    let is_there = |name: &&String| {
        let mut query = Command::new("dpkg-query");
        query.args(["-W", "-f", "${db:Status-Status}"]).arg(name);
        process::succeed(&mut query, APT_TIMEOUT).is_ok_and(|status| status == "installed")
    };
    let missing: Vec<&str> = names.iter().filter(|name| !is_there(name)).map(String::as_str).collect();
    if missing.is_empty() { Ok(()) } else { fetch(&missing) }
}

fn install(packages: &[Package]) -> Result<(), String> {
    let missing = missing(packages);
    if missing.is_empty() {
        return Ok(());
    }
    fetch(&missing)?;
    match self::missing(packages).as_slice() {
        [] => Ok(()),
        still => Err(format!(
            "apt-get succeeded, yet these do not look installed: {}\n\
             try: apt-get install --reinstall {}",
            still.join(" "),
            still.join(" ")
        )),
    }
}

fn fetch(missing: &[&str]) -> Result<(), String> {
    let by_hand = format!("apt-get install --no-install-recommends {}", missing.join(" "));
    if !Path::new("/usr/bin/apt-get").exists() {
        return Err(format!(
            "these Debian packages are missing, and there is no apt-get: {}\n\
             install LLVM 22 and clang 22 so that /usr/lib/llvm-22/bin/llvm-config exists",
            missing.join(" ")
        ));
    }
    if !is_root() {
        return Err(format!("packages are missing; run this once, as root:\n\n    {by_hand}\n"));
    }
    eprintln!("set-up: installing {} (once)", missing.join(" "));
    // A fresh container has no package lists, or lists older than the mirror.
    if !known(missing) {
        apt(&["update"]).map_err(|words| failed("apt-get update", &words))?;
    }
    let mut install = vec!["install", "--yes", "--no-install-recommends"];
    install.extend(missing);
    if apt(&install).is_err() {
        apt(&["update"]).map_err(|words| failed("apt-get update", &words))?;
        apt(&install).map_err(|words| failed(&by_hand, &words))?;
    }
    Ok(())
}

fn missing(packages: &[Package]) -> Vec<&'static str> {
    let absent = |package: &&Package| !package.files.iter().any(|file| Path::new(file).exists());
    packages.iter().filter(absent).map(|package| package.name).collect()
}

fn is_root() -> bool {
    let id = process::run(Command::new("id").arg("-u"), Duration::from_secs(10));
    id.is_ok_and(|finished| finished.stdout.trim() == "0")
}

fn known(packages: &[&str]) -> bool {
    let mut command = Command::new("apt-cache");
    command.arg("show").args(packages);
    process::run(&mut command, APT_TIMEOUT).is_ok_and(|finished| finished.success())
}

/// Runs apt-get, silent; what it said comes back only if it fails.
fn apt(arguments: &[&str]) -> Result<(), String> {
    let mut command = Command::new("apt-get");
    command.env("DEBIAN_FRONTEND", "noninteractive").args(["--quiet", "-o", "DPkg::Lock::Timeout=300"]);
    // Most of unpacking is waiting for the disk, file by file.
    command.args(["-o", "Dpkg::Options::=--force-unsafe-io"]).args(arguments);
    let finished = process::run(&mut command, APT_TIMEOUT)?;
    if finished.success() { Ok(()) } else { Err(finished.tail(30)) }
}

fn failed(what: &str, words: &str) -> String {
    format!(
        "`{what}` failed. apt said:\n\n{words}\n\n\
         LLVM 22 is in Debian 12 (bookworm-security, component main). Check that\n\
         /etc/apt/sources.list.d names bookworm-security and that the mirror answers, then try again."
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn missing_names_the_absent_only() {
        let packages = [package("here", &["/nowhere", "/proc"]), package("gone", &["/nowhere"])];
        assert_eq!(missing(&packages), ["gone"]);
    }

    #[test]
    fn the_check_is_quick() {
        // The best of several, since another process may hold the core.
        let once = || {
            let begin = std::time::Instant::now();
            missing(PACKAGES);
            begin.elapsed()
        };
        let best = (0..20).map(|_| once()).min();
        assert!(best < Some(Duration::from_millis(10)));
    }
}
