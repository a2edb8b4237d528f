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

/// What to say of a function that is nowhere, with the reason if there is one.
pub(crate) fn missing(name: &str) -> String {
    let why = if ABSENT.contains(&name) { " (this build lacks musl's source; run `cargo xtask build`)" } else { "" };
    format!("external function `{name}`{why}")
}
