//! The libraries that a program is linked with: objects in memory, and shelves of objects on disk.
//!
//! A shelf is a C++ library that was compiled to bitcode ahead of time. Its index is read only when
//! a program needs something that is nowhere else, and an object of it only when one of its symbols
//! is referred to.

use std::path::PathBuf;
use std::sync::Arc;

use ahash::AHashMap;

use crate::LoadError;

/// One source file of the runtime or the C library, compiled.
#[derive(Clone, Copy)]
pub(crate) struct Object {
    pub name: &'static str,
    pub bytes: &'static [u8],
    pub defined: &'static [&'static str],
}

/// All that programs are linked with.
pub struct Library {
    pub(crate) objects: Vec<Object>,
    /// The functions that are missing only because a source was, when this was built.
    pub(crate) absent: &'static [&'static str],
    pub(crate) shelves: Vec<Shelf>,
}

/// An object in memory: how it is called, its bitcode, what it defines.
type Embedded = (&'static str, &'static [u8], &'static [&'static str]);

impl Library {
    pub fn new(objects: &[Embedded], absent: &'static [&'static str], shelves: Vec<Shelf>) -> Arc<Library> {
        let object = |&(name, bytes, defined): &Embedded| Object { name, bytes, defined };
        Arc::new(Library { objects: objects.iter().map(object).collect(), absent, shelves })
    }
}

impl Library {
    /// Does the runtime or the C library define this?
    pub fn defines(&self, symbol: &str) -> bool {
        is_cpp(symbol) && is_std(symbol) || self.objects.iter().any(|object| object.defined.contains(&symbol))
    }
}

/// A C++ library on disk.
pub struct Shelf {
    /// How people call it.
    pub name: &'static str,
    /// A program that has one of these in the name of a symbol needs the library.
    pub marks: &'static [&'static str],
    /// Serves the C++ programs without any mark.
    pub is_default: bool,
    /// The list of its objects: for each `@ file`, relative to the list, then its symbols, a line
    /// each, and `? symbol` for each that it uses of the C library.
    pub index: PathBuf,
    /// What to do if the list is not there.
    pub advice: String,
}

/// Where each symbol of a shelf is.
pub(crate) struct Index {
    pub files: Vec<PathBuf>,
    pub symbols: AHashMap<String, usize>,
    /// What each file uses of the C library.
    pub used: Vec<Vec<String>>,
}

impl Shelf {
    /// The list, or none if it is not there.
    pub(crate) fn read(&self) -> Result<Option<Index>, LoadError> {
        let place = self.index.display().to_string();
        let text = match std::fs::read_to_string(&self.index) {
            Ok(text) => text,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(LoadError::new(format!("cannot be read: {error}"), place, self.advice.clone())),
        };
        let directory = self.index.parent().unwrap_or(&self.index);
        let mut index = Index { files: Vec::new(), symbols: AHashMap::new(), used: Vec::new() };
        for line in text.lines() {
            if let Some(file) = line.strip_prefix("@ ") {
                index.files.push(directory.join(file));
                index.used.push(Vec::new());
                continue;
            }
            let Some(used) = index.used.last_mut() else {
                return Err(LoadError::new("this is no list of objects", place, self.advice.clone()));
            };
            match line.strip_prefix("? ") {
                Some(symbol) => used.push(symbol.to_string()),
                None => {
                    index.symbols.entry(line.to_string()).or_insert(index.files.len() - 1);
                }
            }
        }
        Ok(Some(index))
    }
}

/// Could a symbol be the C++ library's? So that what is missing in C programs reads no index.
pub(crate) fn is_cpp(symbol: &str) -> bool {
    ["_Z", "__cxa_", "__gxx_", "__dynamic_cast", "__once_proxy"].iter().any(|prefix| symbol.starts_with(prefix))
}

/// Is it in the namespace `std` or one of the library's own? Then nobody but the library has it.
pub(crate) fn is_std(symbol: &str) -> bool {
    let inner = ["_ZN", "_ZNK", "_ZT", "_ZTV", "_ZTI", "_ZTS", "_ZTT", "_ZGV", "_Z"]
        .iter()
        .filter_map(|prefix| symbol.strip_prefix(prefix));
    let own = |rest: &str| {
        ["St", "Sa", "Ss", "Si", "So", "Sd", "NSt", "9__gnu_cxx", "10__cxxabiv1"].iter().any(|ns| rest.starts_with(ns))
    };
    inner.into_iter().any(own)
}
