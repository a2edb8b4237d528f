//! What programs are linked with: the embedded runtime and C library, and the C++ libraries that
//! set-up has compiled.

use std::path::PathBuf;
use std::sync::Arc;

use ir::{Library, Shelf};

/// What makes it.
pub(crate) const SETUP: &str = "cargo xtask setup c++";

/// What tells of a library in the names of symbols: its inline namespaces and its own ones.
fn marks(name: &str) -> &'static [&'static str] {
    match name {
        // Its headers mark each of their functions with how they were configured and their version.
        "libc++" => {
            &["St3__1", "St13exception_ptr", "B8ne2", "B9nqe2", "B8fe2", "B9fqe2", "B8ee2", "B9eqe2", "B8de2", "B9dqe2"]
        }
        _ => &["7__cxx11", "9__gnu_cxx", "St8ios_base4Init"],
    }
}

/// The library that clang takes on Linux unless told otherwise.
const DEFAULT: &str = "libstdc++";

pub(crate) fn library() -> Arc<Library> {
    let shelf = |(name, index)| Shelf {
        name,
        marks: marks(name),
        is_default: name == DEFAULT,
        index,
        advice: format!("`{SETUP}` fetches and compiles it"),
    };
    Library::new(runtime::OBJECTS, runtime::ABSENT, indices().into_iter().map(shelf).collect())
}

/// The C++ libraries, each with the list of its objects, which is there if it was made.
pub(crate) fn indices() -> Vec<(&'static str, PathBuf)> {
    let directory = recipe::cache().map(|cache| recipe::objects(&cache)).unwrap_or_default();
    runtime::CXX.iter().map(|(name, key)| (*name, directory.join(recipe::index(name, key)))).collect()
}
