//! The runtime and the C library as bitcode, embedded by the build script, and where the C++
//! libraries lie. Data alone: `ir` reads it, and whoever loads programs hands it over. So a change
//! of the library compiles nothing else anew.
//!
//! - `OBJECTS`: one for each source file of `runtime/`, `libc-stubs/` and musl: its name, its
//!   bitcode, the symbols it defines.
//! - `ABSENT`: the functions that are missing only because a source was, when this was built.
//! - `CXX`: the C++ libraries that can be made, each with the key of its recipe.
#![forbid(unsafe_code)]

include!(concat!(env!("OUT_DIR"), "/library.rs"));
