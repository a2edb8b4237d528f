//! The runtime and the C library as bitcode, embedded by the build script.

/// One source file of `runtime/` or `libc-stubs/`.
pub(crate) struct Object {
    pub name: &'static str,
    pub bytes: &'static [u8],
    pub defined: &'static [&'static str],
}

include!(concat!(env!("OUT_DIR"), "/library.rs"));
