//! The first command: everything from a bare machine to a verdict.

use crate::project::Project;
use crate::{build, cxx, setup, sources};
use std::ffi::OsString;
use std::path::PathBuf;

/// Makes the machine fit, builds `verify` and becomes it; returns, with the reason, only if that is impossible.
pub fn verify(project: Project, arguments: &[OsString]) -> String {
    let project = project.in_a_hurry();
    match fresh(&project) {
        Err(reason) => reason,
        Ok(_) => {
            cxx::ensure(&project, &cxx::wanted(arguments));
            build::exec_verify(&project, arguments)
        }
    }
}

/// Makes the machine fit. While packages are fetched and unpacked, cargo builds what needs none of them.
pub fn set_up(project: &Project) -> Result<(), String> {
    std::thread::scope(|scope| {
        if !setup::has_packages() {
            scope.spawn(|| build::ahead(project));
        }
        setup::packages()?;
        sources::ensure(&sources::MUSL);
        Ok(())
    })
}

/// Makes the machine fit, builds the checker and says where it is.
pub fn fresh(project: &Project) -> Result<PathBuf, String> {
    set_up(project)?;
    build::verify(project)
}
