//! How a C++ library is made from its source, and where that is kept. Three use this: `xtask`, which
//! fetches and compiles, the build script, which asks for the key, and `verify`, which looks for
//! the result.
//!
//! A recipe is a text file in `libc-stubs/cxx/`, whose words `libstdc++.txt` explains. Its key
//! changes with the recipe and with the headers beside it, so each version of the checker finds
//! what was made for it, however many there are on a machine.
#![forbid(unsafe_code)]

use std::path::{Path, PathBuf};

/// For all files of both libraries.
pub const FLAGS: &[&str] = &[
    "-c",
    "-emit-llvm",
    // Half as many instructions as with -O1, and no lines, which nobody is shown: a program that
    // prints a word takes in a thousand functions before it starts.
    "-Oz",
    // It may compute where a loop over a string ends from the sum of two addresses.
    "-mllvm",
    "-replexitval=never",
    "-fno-vectorize",
    "-fno-slp-vectorize",
    "-fno-stack-protector",
    "-U_FORTIFY_SOURCE",
    "-pthread",
    "-w",
];

/// Changes with the form of the lists.
const FORM: &[u8] = b"2";

/// Where what is fetched and made once is kept, outside the tree.
pub fn cache() -> Option<PathBuf> {
    let of = |name| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    of("AUGUR_SOURCES")
        .or_else(|| of("XDG_CACHE_HOME").map(|dir| dir.join("augur")))
        .or_else(|| of("HOME").map(|dir| dir.join(".cache/augur")))
}

/// Where the compiled objects are, and the lists of them.
pub fn objects(cache: &Path) -> PathBuf {
    cache.join("c++")
}

/// The list of a library's objects, in that directory.
pub fn index(name: &str, key: &str) -> String {
    format!("{name}-{key}.index")
}

/// FNV-1a over several texts, as 16 digits.
pub fn hash<'a>(texts: impl IntoIterator<Item = &'a [u8]>) -> String {
    let step = |hash: u64, byte: &u8| (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
    let mut hash = 0xcbf2_9ce4_8422_2325;
    for text in texts {
        // What ends here and what begins there make a difference.
        hash = text.iter().fold(step(hash, &0xff), step);
    }
    format!("{hash:016x}")
}

/// The key of a recipe in a directory, and the headers it depends on.
pub fn key(directory: &Path, name: &str) -> std::io::Result<String> {
    let mut files = vec![directory.join(format!("{name}.txt"))];
    files.extend(files_below(&directory.join(name)));
    let texts = files.iter().map(std::fs::read).collect::<Result<Vec<_>, _>>()?;
    let flags = FLAGS.join(" ");
    Ok(hash([FORM, flags.as_bytes()].into_iter().chain(texts.iter().map(Vec::as_slice))))
}

/// All files below a directory, in order; none if there is no such directory.
pub fn files_below(directory: &Path) -> Vec<PathBuf> {
    let mut entries: Vec<PathBuf> =
        std::fs::read_dir(directory).into_iter().flatten().flatten().map(|entry| entry.path()).collect();
    entries.sort();
    entries.into_iter().flat_map(|path| if path.is_dir() { files_below(&path) } else { vec![path] }).collect()
}
