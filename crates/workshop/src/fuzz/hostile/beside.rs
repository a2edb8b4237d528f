//! Programs that lie beside what is damaged: as sources in the directory of each case, as bitcode in the one above,
//! where they are compiled once.

use super::limits::TIMEOUT;
use crate::process;
use crate::project::Project;
use std::path::{Path, PathBuf};
use std::process::Command;

/// One that fails, one that does not, one that takes long.
const SOURCES: &[(&str, &str)] = &[
    (
        "fails",
        "#include <assert.h>\n#include <pthread.h>\nint x;\nvoid *f(void *a) { x = 1; return a; }\n\
         int main(int argc, char **argv) { pthread_t t; pthread_create(&t, 0, f, 0); assert(x == 0 || argc > 9); \
         pthread_join(t, 0); }\n",
    ),
    ("safe", "#include <stdlib.h>\nint main(void) { free(malloc(8)); return 0; }\n"),
    (
        "long",
        "#include <pthread.h>\n#include <stdatomic.h>\natomic_int x;\n\
         void *f(void *a) { for (int i = 0; i < 99; i++) x = x * 3 + i; return a; }\n\
         int main(void) { pthread_t t[3]; for (int i = 0; i < 3; i++) pthread_create(t + i, 0, f, 0); }\n",
    ),
];

pub(super) fn write(directory: &Path) -> Result<(), String> {
    for (name, text) in SOURCES {
        write_source(directory, name, text)?;
    }
    Ok(())
}

pub(super) fn compile_all(project: &Project, directory: &Path) -> Result<(), String> {
    SOURCES.iter().try_for_each(|(name, text)| compile(project, directory, name, text))
}

/// Compiles a program for all cases.
pub(super) fn compile(project: &Project, directory: &Path, name: &str, text: &str) -> Result<(), String> {
    let source = write_source(directory, name, text)?;
    let mut command = Command::new(project.verify_binary());
    command.args(["cc", "-w", "-g", "-c", "-emit-llvm"]).arg(source);
    command.arg("-o").arg(directory.join(format!("{name}.bc")));
    let finished = process::run(&mut command, TIMEOUT)?;
    match finished.success() {
        true => Ok(()),
        false => Err(format!("{}: {}\n{}", process::show(&command), finished.describe(), finished.tail(10))),
    }
}

/// The bitcode, seen from the directory of a case.
pub(super) fn compiled(name: &str) -> String {
    format!("../{name}.bc")
}

fn write_source(directory: &Path, name: &str, text: &str) -> Result<PathBuf, String> {
    let path = directory.join(format!("{name}.c"));
    std::fs::write(&path, text).map_err(|error| format!("{}: {error}", path.display()))?;
    Ok(path)
}
