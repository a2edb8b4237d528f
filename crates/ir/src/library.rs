//! The runtime and the C library as bitcode, embedded by the build script.
//!
//! `ABSENT` names the functions that are missing only because a source was, when this was built.

/// One source file of `runtime/`, `libc-stubs/` or musl.
pub(crate) struct Object {
    pub name: &'static str,
    pub bytes: &'static [u8],
    pub defined: &'static [&'static str],
}

include!(concat!(env!("OUT_DIR"), "/library.rs"));

/// Why a function is not there, if it could be.
pub(crate) fn why_missing(name: &str) -> &'static str {
    if ABSENT.contains(&name) { " (this build lacks musl's source; run `cargo xtask build`)" } else { "" }
}
