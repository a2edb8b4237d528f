//! One test program: compiled once per optimisation level, checked in every
//! configuration, run natively where it is safe, its trace compared where it is
//! not. Knows the checker only through its command line, so what passes here is
//! what a user gets.

use crate::audit::{self, Turn};
use crate::config::{self, Config};
use crate::cxx::{self, Stdlib};
use crate::directives::{Directives, Expectation, Level};
use crate::normalise;
use crate::process::{self, Finished};
use crate::project::Project;
use crate::results::{Failure, Report, diff};
use crate::sources;
use crate::times;
use crate::verdict::Verdict;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

/// What the checker is given, and what the harness waits beyond that.
const CHECK_TIME: &str = "60s";
const CHECK_TIMEOUT: Duration = Duration::from_secs(90);
/// Long tests may use this much.
const LONG_TIME: &str = "1800s";
const LONG_TIMEOUT: Duration = Duration::from_secs(2000);
const COST_TABLE: &str = "docs/cost.md";
const COMPILE_TIMEOUT: Duration = Duration::from_secs(60);
const NATIVE_TIMEOUT: Duration = Duration::from_secs(10);

/// A test program and where its compiled forms go.
pub(crate) struct Program<'a> {
    project: &'a Project,
    source: PathBuf,
    directives: Result<Directives, String>,
    /// If it is C++.
    stdlib: Option<Stdlib>,
}

impl<'a> Program<'a> {
    /// The program in a file, as often as there are libraries to compile it with.
    pub(crate) fn load(project: &'a Project, path: &Path) -> Vec<Self> {
        let directives =
            std::fs::read_to_string(path).map_err(|error| error.to_string()).and_then(|text| Directives::parse(&text));
        let stdlibs = match (path.extension().and_then(OsStr::to_str), &directives) {
            (Some("cpp"), Ok(directives)) => directives.stdlibs.iter().copied().map(Some).collect(),
            _ => vec![None],
        };
        let with = |stdlib| Program {
            project,
            source: project.relative(path).to_path_buf(),
            directives: directives.clone(),
            stdlib,
        };
        stdlibs.into_iter().map(with).collect()
    }

    pub(crate) fn run(&self, long: bool, turn: Turn) -> Report {
        let mut report = Report::default();
        let directives = match &self.directives {
            Ok(directives) => directives,
            Err(message) => {
                let (command, actual) = (self.source.display().to_string(), message.clone());
                report.take(Err(self.failure("directives", command, "well-formed", actual)));
                return report;
            }
        };
        if directives.needs_musl && !sources::has(&sources::MUSL) {
            eprintln!("{}: left out, since the source of musl is missing", self.source.display());
            return report;
        }
        if let Some(stdlib) = self.stdlib.filter(|stdlib| !cxx::has(self.project, *stdlib)) {
            eprintln!("{}: left out, since {} is missing", self.source.display(), stdlib.name());
            return report;
        }
        if directives.long && !long {
            return report;
        }
        let levels = self.levels_in(turn, directives);
        if levels.is_empty() {
            return report;
        }
        if directives.same_output {
            self.compare_output(directives, &levels, &mut report);
            return report;
        }
        self.check_all(directives, &levels, turn, &mut report);
        if turn.audits(&self.source.to_string_lossy(), directives) {
            report.take(self.audit(directives));
        }
        if let Some(flags) = turn.divides(&self.source.to_string_lossy(), directives) {
            report.take(self.divide(directives, &flags));
        }
        if let Some(max) = directives.states_max {
            report.take(self.documented(max));
        }
        let natively = directives.native && turn.runs_natively(&self.source.to_string_lossy());
        match directives.expect {
            Expectation::Safe if natively => report.take(self.native(directives).map(|_| ())),
            // One report is enough to read, unless there are others.
            Expectation::Violation(_) if self.has_trace(directives) => report.take(self.trace(directives)),
            _ => {}
        }
        report
    }

    /// Every configuration whose turn it is, each compared with the expectation and, where safe,
    /// with the state count of the first run of the same space.
    fn check_all(&self, directives: &Directives, levels: &[Level], turn: Turn, report: &mut Report) {
        let mut counts: Vec<(Config, u64, bool)> = Vec::new();
        let name = self.source.to_string_lossy();
        let configs = config::all(directives, levels).into_iter().enumerate();
        for (_, config) in configs.filter(|(way, config)| config.is_default() || turn.takes(&name, *way)) {
            let result = self.check(directives, &config);
            if let Ok(Some((states, partly))) = result {
                match counts.iter().find(|(other, ..)| config.same_space(other)) {
                    // In another order other threads may be left for later.
                    Some((other, _, before)) if config.order != other.order && (partly || *before) => {}
                    Some((other, count, _)) if *count != states => {
                        let expected = format!("{count} states, as with {}", other.name());
                        let command = process::show(&self.check_command(directives, &config));
                        let actual = format!("{states} states");
                        report.take(Err(self.failure(&config.name(), command, &expected, actual)));
                        continue;
                    }
                    Some(_) => {}
                    None => counts.push((config, states, partly)),
                }
            }
            report.take(result.map(|_| ()));
        }
    }

    /// One configuration; gives the number of states when the program is safe, and whether threads were
    /// left for later in some of them.
    fn check(&self, directives: &Directives, config: &Config) -> Result<Option<(u64, bool)>, Failure> {
        let mut command = self.check_command(directives, config);
        let shown = process::show(&command);
        let expected = directives.expect.to_string();
        let fail = |command: String, actual: String| self.failure(&config.name(), command, &expected, actual);
        self.compile(config.level).map_err(|(command, actual)| fail(command, actual))?;
        let timeout = if directives.long { LONG_TIMEOUT } else { CHECK_TIMEOUT };
        let kind = format!("check {}", config.flags().join(" ").replace("--workers 1 ", ""));
        let verdict = self
            .spend(&kind, &mut command, timeout)
            .and_then(|finished| Verdict::read(&finished))
            .map_err(|actual| fail(shown.clone(), actual))?;
        if !verdict.meets(&directives.expect, &self.file_name()) {
            return Err(fail(shown, verdict.to_string()));
        }
        if let Some(exits) = directives.exits.as_ref().filter(|exits| **exits != verdict.exits) {
            let expected = format!("{expected}, exit statuses {exits:?}");
            let actual = format!("exit statuses {:?}", verdict.exits);
            return Err(self.failure(&config.name(), shown, &expected, actual));
        }
        let states = verdict.states().filter(|_| verdict.outcome == "safe");
        if let (Some(max), None, Some(states)) = (directives.states_max, config.reduction, states)
            && states > max
        {
            let expected = format!("at most {max} states");
            return Err(self.failure(&config.name(), shown, &expected, format!("{states} states")));
        }
        let partly = verdict.figure("partly").is_ok_and(|count| count > 0.0);
        Ok(states.map(|states| (states, partly)))
    }

    /// The verdict, doubted: a disagreement is a defect. What does not fit the limits passes.
    fn audit(&self, directives: &Directives) -> Result<(), Failure> {
        self.doubt("audit", directives, &mut self.verify(), &audit::flags())
    }

    /// The search, made again over two ranks and over four, which are threads of one process: it is a defect if that
    /// comes to anything else.
    fn divide(&self, directives: &Directives, flags: &[&str]) -> Result<(), Failure> {
        self.doubt("ranks", directives, self.verify().env("AUGUR_RANKS", "2,4"), flags)
    }

    fn doubt(&self, kind: &str, directives: &Directives, command: &mut Command, flags: &[&str]) -> Result<(), Failure> {
        let level = self.levels(directives).first().copied().unwrap_or(Level::O0);
        command.arg("check").arg(self.bitcode(level)).args(["--format", "json"]).args(flags);
        self.finish(command, directives);
        let shown = process::show(command);
        let fail = |command, actual| Err(self.failure(kind, command, &directives.expect.to_string(), actual));
        if let Err((command, actual)) = self.compile(level) {
            return fail(command, actual);
        }
        match self.spend(kind, command, CHECK_TIMEOUT).and_then(|finished| Verdict::read(&finished)) {
            Ok(verdict) if verdict.outcome == "limit" => Ok(()),
            Ok(verdict) if verdict.meets(&directives.expect, &self.file_name()) => Ok(()),
            Ok(verdict) => fail(shown, verdict.to_string()),
            Err(actual) => fail(shown, actual),
        }
    }

    /// What the programs of the cost table cost stands in the documentation.
    fn documented(&self, states_max: u64) -> Result<(), Failure> {
        let table = std::fs::read_to_string(COST_TABLE).unwrap_or_default();
        let name = self.source.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let row = format!("| `{name}` |");
        let end = format!("| {states_max} |");
        match table.lines().any(|line| line.starts_with(&row) && line.ends_with(&end)) {
            true => Ok(()),
            false => {
                let expected = format!("a row of {COST_TABLE} that starts with `{row}` and ends with `{end}`");
                Err(self.failure("documentation", self.source.display().to_string(), &expected, "none".to_owned()))
            }
        }
    }

    /// A program with a single execution, at each level: it must print what it
    /// prints on the real machine.
    fn compare_output(&self, directives: &Directives, levels: &[Level], report: &mut Report) {
        let native = match self.native(directives) {
            Ok(printed) => printed,
            Err(failure) => return report.take(Err(failure)),
        };
        for &level in levels {
            let mut command = self.verify();
            command.arg("run").arg(self.bitcode(level)).args(["--time", CHECK_TIME]);
            self.finish(&mut command, directives);
            let shown = process::show(&command);
            let fail = |command: String, actual: String| {
                self.failure(&format!("output {}", level.name()), command, "the output of the native run", actual)
            };
            let compiled = self.compile(level).map_err(|(command, actual)| fail(command, actual));
            report.take(compiled.and_then(|()| match self.spend("run", &mut command, CHECK_TIMEOUT) {
                Ok(finished) if !finished.success() => {
                    Err(fail(shown, format!("{}\n{}", finished.describe(), finished.tail(15))))
                }
                Ok(finished) if finished.stdout != native => Err(fail(shown, diff(&native, &finished.stdout))),
                Ok(_) => Ok(()),
                Err(error) => Err(fail(shown, error)),
            }));
        }
    }

    /// A safe program must also end well on the real machine. Returns what it printed.
    fn native(&self, directives: &Directives) -> Result<String, Failure> {
        let binary = self.output("native");
        make_parent(&binary).map_err(|(command, actual)| self.failure("native", command, "exit code 0", actual))?;
        let mut compile = self.native_compiler();
        compile.arg(&self.source).arg("-o").arg(&binary);
        if self.extension() != "rs" {
            compile.arg("-lm").args(self.stdlib.map_or(&[][..], Stdlib::native_flags));
        }
        let mut execute = Command::new(self.project.root.join(&binary));
        execute.args(&directives.args);
        let mut printed = String::new();
        let steps = [("native build", &mut compile, COMPILE_TIMEOUT), ("native run", &mut execute, NATIVE_TIMEOUT)];
        for (kind, command, timeout) in steps {
            let shown = process::show(command);
            let finished = self.spend(kind, command, timeout);
            match finished {
                Ok(finished) if finished.success() => printed = finished.stdout,
                Ok(finished) => {
                    let actual = format!("{}\n{}", finished.describe(), finished.tail(10));
                    return Err(self.failure("native", shown, "exit code 0", actual));
                }
                Err(error) => return Err(self.failure("native", shown, "exit code 0", error)),
            }
        }
        Ok(printed)
    }

    fn native_compiler(&self) -> Command {
        if self.extension() == "rs" {
            let mut rustc = Command::new("rustc");
            rustc.args(["--edition=2024", "-O", "-Awarnings", "-Cdebug-assertions=on"]);
            return rustc;
        }
        let mut clang = Command::new(if self.stdlib.is_some() { "clang++-22" } else { "clang-22" });
        clang.args(["-pthread", "-O2", "-w"]).args(self.language());
        clang
    }

    /// Compares the rendered trace with the recorded one.
    fn trace(&self, directives: &Directives) -> Result<(), Failure> {
        let recorded = std::fs::read_to_string(self.trace_path()).ok();
        let recorded = recorded.map(|text| normalise::text(&text, &self.project.root));
        let (command, rendered) = self.render(directives);
        let expected = match &recorded {
            Some(text) => text.as_str(),
            None => "a recorded trace: read it, then `cargo xtask bless` writes it",
        };
        match rendered {
            Ok(text) if recorded.as_ref() == Some(&text) => Ok(()),
            Ok(text) if recorded.is_some() => {
                let expected = format!("the recorded {}", self.trace_path().display());
                let actual =
                    format!("differs (`cargo xtask bless` accepts)\n{}", diff(&recorded.unwrap_or_default(), &text));
                Err(self.failure("trace", command, &expected, actual))
            }
            Ok(text) | Err(text) => Err(self.failure("trace", command, expected, text)),
        }
    }

    pub(crate) fn bless(&self) -> Result<Option<&'static str>, String> {
        let directives = self.directives.as_ref().map_err(Clone::clone)?;
        let path = self.project.root.join(self.trace_path());
        if !self.has_trace(directives) {
            return Ok(None);
        }
        if !matches!(directives.expect, Expectation::Violation(_)) {
            return Ok(std::fs::remove_file(&path).is_ok().then_some("removed the trace of"));
        }
        let Some(reference) = config::all(directives, &self.levels(directives)).into_iter().next() else {
            return Err("compiled at no level".to_owned());
        };
        // A wrong verdict must not be recorded as the right one.
        self.check(directives, &reference).map_err(|failure| failure.actual)?;
        let text = self.render(directives).1?;
        if std::fs::read_to_string(&path).is_ok_and(|old| old == text) {
            return Ok(None);
        }
        std::fs::write(&path, text).map_err(|error| format!("{}: {error}", path.display()))?;
        Ok(Some("blessed"))
    }

    /// The report a person reads, in the reference configuration, and the
    /// command that prints it.
    fn render(&self, directives: &Directives) -> (String, Result<String, String>) {
        let level = self.levels(directives).first().copied().unwrap_or(Level::O0);
        let mut command = self.verify();
        command.arg("check").arg(self.bitcode(level)).args(["--time", CHECK_TIME, "--workers", "1"]);
        self.finish(&mut command, directives);
        let shown = process::show(&command);
        if let Err((command, actual)) = self.compile(level) {
            return (command, Err(actual));
        }
        let result = self.spend("trace", &mut command, CHECK_TIMEOUT);
        let text = result.and_then(|finished| match finished.code() {
            Some(1) => Ok(normalise::text(&finished.stdout, &self.project.root)),
            _ => Err(format!("{}\n{}", finished.describe(), finished.tail(15))),
        });
        (shown, text)
    }

    /// Compiles at `level` unless that has been done in this run: the first
    /// configuration of a level compiles, the others find the file fresh.
    fn compile(&self, level: Level) -> Result<(), (String, String)> {
        let bitcode = self.project.root.join(self.bitcode(level));
        if matches!(self.extension(), "ll" | "rs") || self.is_fresh(&bitcode) {
            return Ok(());
        }
        make_parent(&bitcode)?;
        let mut command = self.verify();
        command.arg("cc").arg(format!("-{}", level.name())).args(self.language()).arg("-c").arg(&self.source);
        command.arg("-o").arg(self.bitcode(level));
        let shown = process::show(&command);
        match self.spend(&format!("compile -{}", level.name()), &mut command, COMPILE_TIMEOUT) {
            Ok(finished) if finished.success() => Ok(()),
            Ok(finished) => Err((shown, compile_error(&finished))),
            Err(error) => Err((shown, error)),
        }
    }

    /// Bitcode newer than its source and than the checker, which compiles.
    fn is_fresh(&self, bitcode: &Path) -> bool {
        let changed = |path: &Path| std::fs::metadata(path).and_then(|data| data.modified()).ok();
        let source = changed(&self.project.root.join(&self.source));
        let binary = changed(&self.project.verify_binary());
        changed(bitcode).is_some_and(|made| Some(made) > source && Some(made) > binary)
    }

    fn check_command(&self, directives: &Directives, config: &Config) -> Command {
        let mut command = self.verify();
        let time = if directives.long { LONG_TIME } else { CHECK_TIME };
        command.arg("check").arg(self.bitcode(config.level)).args(["--format", "json", "--time", time]);
        command.args(config.flags());
        self.finish(&mut command, directives);
        command
    }

    fn finish(&self, command: &mut Command, directives: &Directives) {
        command.args(&directives.flags);
        if !directives.args.is_empty() {
            command.arg("--").args(&directives.args);
        }
    }

    /// Runs a command, and says what its time was spent for.
    fn spend(&self, kind: &str, command: &mut Command, timeout: Duration) -> Result<Finished, String> {
        times::of(|| format!("{}: {kind}", self.extension()), || process::run(command, timeout))
    }

    fn verify(&self) -> Command {
        let mut command = Command::new(self.project.relative(&self.project.verify_binary()));
        command.env("NO_COLOR", "1");
        command
    }

    /// LLVM assembly is tested as it is written: optimising it would replace
    /// the very instructions under test.
    fn levels(&self, directives: &Directives) -> Vec<Level> {
        match self.extension() {
            "ll" | "rs" => vec![Level::O0],
            _ => directives.levels.clone(),
        }
    }

    /// Those whose turn it is. All of C; the first of C++ and some others, each with one of the libraries.
    fn levels_in(&self, turn: Turn, directives: &Directives) -> Vec<Level> {
        let levels = self.levels(directives);
        let Some(stdlib) = self.stdlib else { return levels };
        let before = directives.stdlibs.iter().take_while(|other| **other != stdlib).count() * levels.len();
        let name = self.source.to_string_lossy();
        let chosen = levels.into_iter().enumerate().filter(|(way, _)| turn.builds(&name, before + way));
        chosen.map(|(_, level)| level).collect()
    }

    fn bitcode(&self, level: Level) -> PathBuf {
        match self.extension() {
            "ll" | "rs" => self.source.clone(),
            _ => self.output(&format!("{}.bc", level.name())),
        }
    }

    /// A file of this program below `target/tests`, as seen from the root.
    fn output(&self, suffix: &str) -> PathBuf {
        let tests = self.project.relative(&self.project.target).join("tests");
        let library = self.stdlib.map_or(String::new(), |stdlib| format!("{}.", stdlib.name()));
        tests.join(format!("{}.{library}{suffix}", self.source.display()))
    }

    /// With the first of the libraries that it names there is a trace; with others if somebody made the file.
    fn has_trace(&self, directives: &Directives) -> bool {
        let is_first = self.stdlib.is_none_or(|stdlib| directives.stdlibs.first() == Some(&stdlib));
        is_first || self.project.root.join(self.trace_path()).exists()
    }

    /// What the compiler has to know about the language.
    fn language(&self) -> Vec<String> {
        let standard = self.directives.as_ref().ok().and_then(|directives| directives.standard.as_ref());
        let standard = standard.map(|standard| format!("-std={standard}"));
        self.stdlib.map(|stdlib| format!("-stdlib={}", stdlib.name())).into_iter().chain(standard).collect()
    }

    /// `name.trace`, or `name.libc++.trace` with another library than the first.
    fn trace_path(&self) -> PathBuf {
        let first = self.directives.as_ref().ok().and_then(|directives| directives.stdlibs.first().copied());
        match self.stdlib.filter(|stdlib| first.is_some_and(|first| first != *stdlib)) {
            Some(other) => self.source.with_extension(format!("{}.trace", other.name())),
            None => self.source.with_extension("trace"),
        }
    }

    fn file_name(&self) -> String {
        self.source.file_name().unwrap_or_default().to_string_lossy().into_owned()
    }

    fn extension(&self) -> &str {
        self.source.extension().and_then(OsStr::to_str).unwrap_or_default()
    }

    fn failure(&self, config: &str, command: String, expected: &str, actual: String) -> Failure {
        let library = self.stdlib.map_or(String::new(), |stdlib| format!("{}, ", stdlib.name()));
        let test = format!("{} [{library}{config}]", self.source.display());
        Failure { test, command, expected: expected.to_owned(), actual }
    }
}

/// A failure is the command and what came of it.
fn make_parent(path: &Path) -> Result<(), (String, String)> {
    let Some(directory) = path.parent() else {
        return Ok(());
    };
    std::fs::create_dir_all(directory).map_err(|error| (format!("mkdir -p {}", directory.display()), error.to_string()))
}

fn compile_error(finished: &Finished) -> String {
    format!("does not compile: {}\n{}", finished.describe(), finished.tail(15))
}
