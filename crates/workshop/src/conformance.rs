//! The conformance programs: `tests/programs/conformance/AREA/NAME.c` or `.cpp`.
//!
//! Each has one thread, one subject and no undefined behaviour, prints what it
//! computes and returns a status. Executed by `verify run` at every optimisation
//! level it must print the same and return the same as the native build. There is
//! no search here, so each level is run once, in one configuration; of those that clang compiles alone a part.
//!
//! `-O0` and `-O2` are compiled as our users do it, with `verify cc`; `-O1` and
//! `-O3` by clang alone, whose code brings what `verify cc` keeps out. In C++ the
//! former two use the headers of one standard library and the latter those of
//! the other; the native build has the first.

use crate::audit::Turn;
use crate::process::{self, Finished};
use crate::project::Project;
use crate::results::{Failure, Report, diff};
use crate::times;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

const LEVELS: &[Level] = &[Level::ours("-O0"), Level::clang("-O1"), Level::ours("-O2"), Level::clang("-O3")];
const TIMEOUT: Duration = Duration::from_secs(60);
/// Contraction of `a * b + c` depends on the level; programs that would notice say so themselves.
const NATIVE_FLAGS: &[&str] = &["-O1", "-w", "-pthread"];

/// The standard libraries of C++.
const LIBRARIES: [&str; 2] = ["-stdlib=libc++", "-stdlib=libstdc++"];

/// An optimisation level and who compiles.
struct Level {
    flag: &'static str,
    ours: bool,
}

impl Level {
    const fn ours(flag: &'static str) -> Level {
        Level { flag, ours: true }
    }

    const fn clang(flag: &'static str) -> Level {
        Level { flag, ours: false }
    }
}

/// What a run shows of itself.
#[derive(PartialEq, Eq)]
struct Shown {
    stdout: String,
    code: Option<i32>,
}

impl Shown {
    fn of(finished: &Finished) -> Shown {
        Shown { stdout: finished.stdout.clone(), code: finished.code() }
    }

    fn text(&self) -> String {
        let status = self.code.map_or("none".to_owned(), |code| code.to_string());
        format!("{}[exit status {status}]\n", self.stdout)
    }
}

/// Whether this is one of them.
pub(crate) fn is_conformance(project: &Project, path: &Path) -> bool {
    project.relative(path).starts_with("tests/programs/conformance")
}

pub(crate) fn run(project: &Project, path: &Path, turn: Turn) -> Report {
    let job = Job { project, source: project.relative(path).to_path_buf() };
    let mut report = Report::default();
    let native = match job.native() {
        Ok(native) => native,
        Err(failure) => {
            report.take(Err(failure));
            return report;
        }
    };
    let name = job.source.to_string_lossy();
    let foreign = LEVELS.iter().filter(|level| !level.ours).enumerate();
    let foreign = foreign.filter(|(number, _)| turn.takes_foreign(&name, *number)).map(|(_, level)| level);
    for level in LEVELS.iter().filter(|level| level.ours).chain(foreign) {
        report.take(job.check(level, &native));
    }
    report
}

struct Job<'a> {
    project: &'a Project,
    source: PathBuf,
}

impl Job<'_> {
    fn native(&self) -> Result<Shown, Failure> {
        let binary = self.output("native");
        let mut compile = Command::new(if self.is_cpp() { "clang++-22" } else { "clang-22" });
        compile.args(self.is_cpp().then_some(LIBRARIES[0]));
        compile.args(NATIVE_FLAGS).arg(&self.source).arg("-o").arg(&binary).arg("-lm");
        self.build(&mut compile, &binary, "native")?;
        let mut execute = Command::new(self.project.root.join(&binary));
        let shown = process::show(&execute);
        match self.spend("native run", &mut execute) {
            Ok(finished) if finished.code().is_some() => Ok(Shown::of(&finished)),
            Ok(finished) => Err(self.failure("native", shown, "an exit status", finished.describe())),
            Err(error) => Err(self.failure("native", shown, "an exit status", error)),
        }
    }

    fn is_cpp(&self) -> bool {
        self.source.extension().is_some_and(|extension| extension == "cpp")
    }

    fn check(&self, level: &Level, native: &Shown) -> Result<(), Failure> {
        let bitcode = self.output(&format!("{}.bc", &level.flag[1..]));
        let verify = self.project.relative(&self.project.verify_binary()).to_path_buf();
        let mut compile = match level.ours {
            true => Command::new(&verify),
            false => Command::new("clang-22"),
        };
        compile.args(if level.ours { &["cc"][..] } else { &["-emit-llvm"] });
        compile.args(self.is_cpp().then_some(LIBRARIES[usize::from(!level.ours)]));
        compile.args([level.flag, "-w", "-c"]).arg(&self.source).arg("-o").arg(&bitcode);
        self.build(&mut compile, &bitcode, level.flag)?;
        let mut execute = Command::new(&verify);
        execute.arg("run").arg(&bitcode).env("NO_COLOR", "1");
        let shown = process::show(&execute);
        let finished = self
            .spend("run", &mut execute)
            .map_err(|error| self.failure(level.flag, shown.clone(), "the native run's output", error))?;
        let here = Shown::of(&finished);
        if here == *native {
            return Ok(());
        }
        let said = finished.stderr.lines().take(12).collect::<Vec<_>>().join("\n");
        let actual =
            format!("{}: native -, here +\n{}\n{said}", finished.describe(), diff(&native.text(), &here.text()));
        Err(self.failure(level.flag, shown, "output and exit status of the native build", actual))
    }

    /// Compiles unless the result is newer than the source and the checker.
    fn build(&self, command: &mut Command, result: &Path, level: &str) -> Result<(), Failure> {
        let changed = |path: &Path| std::fs::metadata(path).and_then(|data| data.modified()).ok();
        let source = changed(&self.project.root.join(&self.source));
        let binary = changed(&self.project.verify_binary());
        if changed(result).is_some_and(|made| Some(made) > source && Some(made) > binary) {
            return Ok(());
        }
        let shown = process::show(command);
        let fail = |actual| Err(self.failure(level, shown.clone(), "compiles", actual));
        if let Some(Err(error)) = result.parent().map(std::fs::create_dir_all) {
            return fail(error.to_string());
        }
        match self.spend(&format!("compile {level}"), command) {
            Ok(finished) if finished.success() => Ok(()),
            Ok(finished) => fail(format!("{}\n{}", finished.describe(), finished.tail(15))),
            Err(error) => fail(error),
        }
    }

    /// Runs a command, and says what its time was spent for.
    fn spend(&self, kind: &str, command: &mut Command) -> Result<Finished, String> {
        let language = if self.is_cpp() { "cpp" } else { "c" };
        times::of(|| format!("{language} conformance: {kind}"), || process::run(command, TIMEOUT))
    }

    /// A file of this program below `target/tests`, as seen from the root.
    fn output(&self, suffix: &str) -> PathBuf {
        let tests = self.project.relative(&self.project.target).join("tests");
        tests.join(format!("{}.{suffix}", self.source.display()))
    }

    fn failure(&self, level: &str, command: String, expected: &str, actual: String) -> Failure {
        let test = format!("{} [{level}]", self.source.display());
        Failure { test, command, expected: expected.to_owned(), actual }
    }
}
