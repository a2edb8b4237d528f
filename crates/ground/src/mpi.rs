//! Whether there is an MPI, and how it starts several processes.

use std::ffi::OsStr;
use std::path::Path;
use std::process::Command;

/// Every cargo call that builds `verify` has these, so that none undoes what another has built.
pub fn features() -> &'static [&'static str] {
    if is_there("mpicc") { &["--features", "verify/mpi"] } else { &[] }
}

/// Can several processes be started?
pub fn can_run() -> bool {
    is_there("mpicc") && is_there("mpirun")
}

/// A command of MPI's in the places where commands are.
fn is_there(name: &str) -> bool {
    let path = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&path).any(|directory| directory.join(name).is_file())
}

/// `mpirun` for so many processes of a program on this machine, whatever it has of cores; OpenMPI refuses root and
/// more processes than cores, and may not read the memory of others inside a container.
pub fn mpirun(ranks: u32, program: &Path) -> Command {
    let mut command = Command::new("mpirun");
    command.args(["--allow-run-as-root", "--oversubscribe", "--mca", "btl_vader_single_copy_mechanism", "none"]);
    also(&mut command, ranks, program, []);
    command
}

/// So many processes of a program, with these arguments.
pub fn also<'a>(command: &mut Command, ranks: u32, program: &Path, with: impl IntoIterator<Item = &'a OsStr>) {
    command.args(["-n", &ranks.to_string()]).arg(program).args(with);
}
