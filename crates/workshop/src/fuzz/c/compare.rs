//! One program, natively and by `verify run` at each level.
//!
//! `-O0` and `-O2` are compiled by `verify cc`, `-O1` and `-O3` by clang alone.
//! Contraction of `a * b + c` is off: it would depend on the level.

use crate::process::{self, Finished};
use crate::project::Project;
use std::path::PathBuf;
use std::process::Command;
use std::time::Duration;

pub(super) const LEVELS: &[&str] = &["-O0", "-O1", "-O2", "-O3"];
const FLAGS: &[&str] = &["-w", "-ffp-contract=off"];
const TIMEOUT: Duration = Duration::from_secs(60);

#[derive(Clone, Debug)]
pub(super) struct Mismatch {
    pub level: &'static str,
    pub what: String,
}

/// A place for the files of one program.
pub(super) struct Bench {
    verify: PathBuf,
    directory: PathBuf,
    name: String,
}

impl Bench {
    pub(super) fn new(project: &Project, name: String) -> Bench {
        Bench { verify: project.verify_binary(), directory: project.target.join("fuzz"), name }
    }

    pub(super) fn clean(&self) {
        for suffix in ["c", "native", "bc"] {
            // A file that is not there need not be removed.
            let _ = std::fs::remove_file(self.path(suffix));
        }
    }

    /// The first of the levels at which it does something else.
    pub(super) fn examine(&self, text: &str, levels: &[&'static str]) -> Result<Option<Mismatch>, String> {
        let native = self.native(text)?;
        for level in levels {
            if let Some(mismatch) = self.compare(&native, level)? {
                return Ok(Some(mismatch));
            }
        }
        Ok(None)
    }

    fn path(&self, suffix: &str) -> PathBuf {
        self.directory.join(format!("{}.{suffix}", self.name))
    }

    fn native(&self, text: &str) -> Result<Finished, String> {
        let (source, binary) = (self.path("c"), self.path("native"));
        std::fs::write(&source, text).map_err(|error| format!("{}: {error}", source.display()))?;
        let mut compile = Command::new("clang-22");
        compile.arg("-O1").args(FLAGS).arg(&source).arg("-o").arg(&binary).arg("-lm");
        succeed(&mut compile)?;
        let finished = process::run(&mut Command::new(&binary), TIMEOUT)?;
        match finished.code() {
            Some(_) => Ok(finished),
            None => Err(format!("{}: {}", binary.display(), finished.describe())),
        }
    }

    fn compare(&self, native: &Finished, level: &'static str) -> Result<Option<Mismatch>, String> {
        let bitcode = self.path("bc");
        let ours = matches!(level, "-O0" | "-O2");
        let mut compile = if ours { Command::new(&self.verify) } else { Command::new("clang-22") };
        compile.arg(if ours { "cc" } else { "-emit-llvm" }).arg(level).args(FLAGS);
        compile.arg("-c").arg(self.path("c")).arg("-o").arg(&bitcode);
        succeed(&mut compile)?;
        let mut execute = Command::new(&self.verify);
        execute.arg("run").arg(&bitcode).env("NO_COLOR", "1");
        let finished = process::run(&mut execute, TIMEOUT)?;
        if finished.code() == native.code() && finished.stdout == native.stdout {
            return Ok(None);
        }
        let said: Vec<&str> = finished.stderr.lines().take(6).collect();
        let what = format!(
            "native {}, here {}\nnative {:?}\nhere   {:?}\n{}",
            native.describe(),
            finished.describe(),
            native.stdout,
            finished.stdout,
            said.join("\n")
        );
        Ok(Some(Mismatch { level, what }))
    }
}

fn succeed(command: &mut Command) -> Result<(), String> {
    let finished = process::run(command, TIMEOUT)?;
    match finished.success() {
        true => Ok(()),
        false => Err(format!("{}: {}\n{}", process::show(command), finished.describe(), finished.tail(10))),
    }
}
