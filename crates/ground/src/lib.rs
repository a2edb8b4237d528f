//! What everything that `cargo xtask` does stands on: the machine is made fit, and `verify` is built and started.
//!
//! Reading order: `project` says where things lie, `setup` makes the machine fit, `sources` fetches what is compiled and
//! is no part of the repository, `cxx` makes bitcode of the C++ libraries, `build` calls cargo, `first` is all that
//! `cargo xtask verify` needs. `process` runs commands, `pool` tasks side by side, `mpi` finds MPI.
//!
//! Invariant: this is the first thing that a new user waits for, so it stays small and depends on next to nothing.
#![forbid(unsafe_code)]

pub mod build;
pub mod cxx;
pub mod first;
pub mod mpi;
pub mod pool;
pub mod process;
pub mod project;
pub mod setup;
pub mod sources;
