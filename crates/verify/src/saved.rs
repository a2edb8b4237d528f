//! A violation in a file: everything needed to execute it again, later or elsewhere.

use std::ffi::OsString;
use std::path::{Path as FilePath, PathBuf};

use clap::ValueEnum;
use machine::{Choice, Kind, Problem, ThreadId};
use report::Outcome;
use search::Path;
use serde::{Deserialize, Serialize};

use crate::args::{
    self, ChangeArgs, CheckArgs, Clock, CompileArgs, PropertyArgs, Random, Reduction, RunArgs, Volatile,
};
use crate::files;
use crate::inputs::Loaded;
use crate::output::usage;

/// Raised when files in the old form can no longer be read.
const VERSION: u32 = 1;

#[derive(Serialize, Deserialize, Debug, PartialEq)]
pub(crate) struct Saved {
    pub version: u32,
    /// The version that found it.
    pub augur: String,
    inputs: Vec<Input>,
    compile: Compile,
    run: Run,
    args: Vec<String>,
    /// What was asked of executions as a whole; files are read again at the replay.
    #[serde(default)]
    property: PropertyArgs,
    /// How many of the last transitions go round, if it is an execution that goes on for ever; 0 if it ends and
    /// stays as it is.
    #[serde(default)]
    cycle: Option<usize>,
    violation: Violation,
    /// For each transition its thread and, if that is not 0, `:` and the value picked.
    path: String,
}

#[derive(Serialize, Deserialize, Debug, PartialEq)]
struct Input {
    path: String,
    /// Of the file's content, in hexadecimal.
    hash: String,
}

#[derive(Serialize, Deserialize, Debug, PartialEq)]
struct Compile {
    level: String,
    define: Vec<String>,
    include: Vec<String>,
    cc_arg: Vec<String>,
    #[serde(default)]
    project: Option<String>,
}

#[derive(Serialize, Deserialize, Debug, PartialEq)]
struct Run {
    reduction: String,
    faults: Vec<String>,
    leaks: bool,
    overflow: bool,
    #[serde(default)]
    strict_calls: bool,
    stack_depth: u32,
    #[serde(default)]
    stack_size: Option<u64>,
    promote: bool,
    #[serde(default)]
    keep_dead: bool,
    #[serde(default)]
    no_shortcuts: bool,
    #[serde(default)]
    volatile_atomic: bool,
    #[serde(default)]
    random_explored: bool,
    #[serde(default)]
    clock_stands: bool,
    #[serde(default)]
    exit_zero: bool,
    /// What the search presumed, which decides where transitions end.
    #[serde(default)]
    presumed: Vec<String>,
    /// Host files are read again at the replay.
    #[serde(default)]
    stdin: Option<String>,
    #[serde(default)]
    file: Vec<(String, String)>,
    #[serde(default)]
    env: Vec<(String, String)>,
    #[serde(default)]
    entry: Option<String>,
    #[serde(default)]
    set: Vec<(String, String)>,
    #[serde(default)]
    stub: Vec<(String, Option<String>)>,
    #[serde(default)]
    replace: Vec<String>,
    #[serde(default)]
    open: Vec<String>,
}

#[derive(Serialize, Deserialize, Debug, PartialEq)]
struct Violation {
    kind: String,
    message: String,
    thread: u32,
    others: Vec<u32>,
}

impl Saved {
    pub(crate) fn new(
        args: &CheckArgs,
        loaded: &[Loaded],
        presumed: Vec<String>,
        problem: &Problem,
        (path, cycle): (&Path, Option<usize>),
    ) -> Saved {
        let run = &args.run;
        // What replaces is named apart.
        let named = loaded.iter().take(args.inputs.len());
        let inputs = named.map(|l| Input { path: l.name.clone(), hash: hexadecimal(l.hash) });
        Saved {
            version: VERSION,
            augur: env!("CARGO_PKG_VERSION").into(),
            inputs: inputs.collect(),
            compile: Compile {
                level: args.compile.level.clone(),
                define: strings(&args.compile.define),
                include: strings(&args.compile.include),
                cc_arg: strings(&args.compile.cc_arg),
                project: args.compile.project.as_ref().map(|path| path.to_string_lossy().into_owned()),
            },
            run: Run {
                reduction: args::name(run.reduction),
                faults: run.faults().into_iter().map(args::spell_fault).collect(),
                leaks: !run.no_leaks,
                overflow: run.overflow,
                strict_calls: run.strict_calls,
                stack_depth: run.stack_depth,
                stack_size: run.stack_size,
                promote: !run.no_promote,
                keep_dead: run.keep_dead,
                no_shortcuts: run.no_shortcuts,
                volatile_atomic: run.volatile == Volatile::Atomic,
                random_explored: run.random == Random::Explore,
                clock_stands: run.clock == Clock::Still,
                exit_zero: run.exit_zero,
                presumed,
                stdin: run.stdin.as_ref().map(|path| path.to_string_lossy().into_owned()),
                file: run.file.clone(),
                env: run.env.clone(),
                entry: run.change.entry.clone(),
                set: run.change.set.clone(),
                stub: run.change.stub.clone(),
                replace: run.change.replace.iter().map(|path| path.to_string_lossy().into_owned()).collect(),
                open: run.change.open.iter().map(|path| path.to_string_lossy().into_owned()).collect(),
            },
            args: strings(&args.args),
            property: args.property.clone(),
            cycle,
            violation: Violation {
                kind: problem.kind.name().into(),
                message: problem.message.clone(),
                thread: problem.thread.0,
                others: problem.others.iter().map(|t| t.0).collect(),
            },
            path: path.iter().map(spell).collect::<Vec<_>>().join(" "),
        }
    }

    pub(crate) fn write(&self, file: &FilePath) -> std::io::Result<()> {
        let text = serde_json::to_string_pretty(self)?;
        files::write(file, (text + "\n").as_bytes())
    }

    pub(crate) fn read(file: &FilePath) -> Result<Saved, Outcome> {
        let name = file.display().to_string();
        let advice = "a file that `verify --save` has written";
        let text = files::read_text(file, advice)?;
        let saved: Saved = serde_json::from_str(&text)
            .map_err(|e| usage(format!("this is not a saved violation: {e}"), &name, advice))?;
        match saved.version {
            VERSION => Ok(saved),
            other => Err(usage(format!("its version is {other}, this program reads {VERSION}"), name, "save it again")),
        }
    }

    pub(crate) fn paths(&self) -> Vec<PathBuf> {
        self.inputs.iter().map(|i| PathBuf::from(&i.path)).collect()
    }

    /// The inputs that are not what they were.
    pub(crate) fn changed(&self, loaded: &[Loaded]) -> Vec<&str> {
        let pairs = self.inputs.iter().zip(loaded);
        pairs.filter(|(old, new)| old.hash != hexadecimal(new.hash)).map(|(old, _)| old.path.as_str()).collect()
    }

    /// What to compile with. The file may come from anybody, and there are flags with which the compiler runs
    /// or writes what it is told to. Those that only say what the program means are passed on; others if the
    /// user trusts the file.
    pub(crate) fn compile_args(&self, trusted: bool) -> Result<CompileArgs, Outcome> {
        let args = CompileArgs {
            level: self.compile.level.clone(),
            define: os_strings(&self.compile.define),
            include: os_strings(&self.compile.include),
            cc_arg: os_strings(&self.compile.cc_arg),
            project: self.compile.project.as_ref().map(PathBuf::from),
        };
        match strange(&args).filter(|_| !trusted) {
            Some(what) => {
                let what = format!("the saved violation {what}");
                Err(usage(what, "", "--trust, if you know where the file and the build come from"))
            }
            None => Ok(args),
        }
    }

    pub(crate) fn run_args(&self) -> RunArgs {
        RunArgs {
            reduction: Reduction::from_str(&self.run.reduction, true).unwrap_or_default(),
            faults: self.run.faults.iter().filter_map(|f| args::fault(f).ok()).collect(),
            no_leaks: !self.run.leaks,
            overflow: self.run.overflow,
            strict_calls: self.run.strict_calls,
            stack_depth: self.run.stack_depth,
            stack_size: self.run.stack_size,
            no_promote: !self.run.promote,
            keep_dead: self.run.keep_dead,
            no_shortcuts: self.run.no_shortcuts,
            volatile: if self.run.volatile_atomic { Volatile::Atomic } else { Volatile::Plain },
            random: if self.run.random_explored { Random::Explore } else { Random::Fixed },
            clock: if self.run.clock_stands { Clock::Still } else { Clock::Leap },
            exit_zero: self.run.exit_zero,
            stdin: self.run.stdin.as_ref().map(PathBuf::from),
            file: self.run.file.clone(),
            env: self.run.env.clone(),
            change: ChangeArgs {
                entry: self.run.entry.clone(),
                set: self.run.set.clone(),
                stub: self.run.stub.clone(),
                replace: self.run.replace.iter().map(PathBuf::from).collect(),
                open: self.run.open.iter().map(PathBuf::from).collect(),
            },
            ..RunArgs::default()
        }
    }

    pub(crate) fn presumed(&self) -> &[String] {
        &self.run.presumed
    }

    pub(crate) fn program_args(&self) -> Vec<OsString> {
        os_strings(&self.args)
    }

    pub(crate) fn property(&self) -> &PropertyArgs {
        &self.property
    }

    pub(crate) fn cycle(&self) -> Option<usize> {
        self.cycle
    }

    /// None if it is not a path.
    pub(crate) fn path(&self) -> Option<Path> {
        self.path.split_whitespace().map(choice).collect()
    }

    /// None if this version has no such kind.
    pub(crate) fn problem(&self) -> Option<Problem> {
        let kind = Kind::ALL.iter().find(|kind| kind.name() == self.violation.kind)?;
        Some(Problem {
            kind: *kind,
            message: self.violation.message.clone(),
            thread: ThreadId(self.violation.thread),
            others: self.violation.others.iter().map(|t| ThreadId(*t)).collect(),
        })
    }
}

/// Levels of optimisation.
const LEVELS: &[&str] = &["", "0", "1", "2", "3", "s", "z", "g", "fast"];

/// Flags that change what a source means and nothing else, and how those begin that have a value.
const HARMLESS: &[&str] = &[
    "-ansi",
    "-fcommon",
    "-fexceptions",
    "-fgnu89-inline",
    "-fms-extensions",
    "-fno-builtin",
    "-fno-common",
    "-fno-exceptions",
    "-fno-rtti",
    "-fno-strict-aliasing",
    "-fno-threadsafe-statics",
    "-frtti",
    "-fshort-enums",
    "-fsigned-char",
    "-fstrict-aliasing",
    "-funsigned-char",
    "-fwrapv",
    "-m32",
    "-m64",
    "-pedantic",
    "-pthread",
    "-w",
];
const HARMLESS_WITH_VALUE: &[&str] =
    &["-D", "-I", "-U", "-march=", "-mavx", "-mno-", "-msse", "-mtune=", "-std=", "-stdlib="];

/// What there is among these that says more than what a source means, after the name of the file that has them.
pub(crate) fn strange(args: &CompileArgs) -> Option<String> {
    if args.project.is_some() {
        return Some("is of a project, whose build says how the compiler is called".into());
    }
    if !LEVELS.contains(&args.level.as_str()) {
        return Some(format!("has `-O{}` for the compiler", args.level));
    }
    let flag = args.cc_arg.iter().map(|flag| flag.to_string_lossy()).find(|flag| !is_harmless(flag))?;
    Some(format!("has `{flag}` for the compiler, which could run or write anything"))
}

fn is_harmless(flag: &str) -> bool {
    // These hand something on to other programs.
    let passes_on = ["-Wl,", "-Wa,", "-Wp,"].iter().any(|start| flag.starts_with(start));
    let warns = flag.strip_prefix("-W").is_some_and(|name| !name.is_empty());
    // A value of its own would be another argument, whatever it looks like, and one with `@` a file with more.
    let is_value = |value: &str| !value.is_empty() && !value.starts_with('@');
    let has_value = |start: &&str| flag.strip_prefix(*start).is_some_and(is_value);
    let optimises = flag.strip_prefix("-O").is_some_and(|level| LEVELS.contains(&level));
    !passes_on && (warns || optimises || HARMLESS.contains(&flag) || HARMLESS_WITH_VALUE.iter().any(has_value))
}

fn spell(choice: &Choice) -> String {
    match choice.value {
        0 => choice.thread.0.to_string(),
        value => format!("{}:{value}", choice.thread.0),
    }
}

fn choice(text: &str) -> Option<Choice> {
    let (thread, value) = text.split_once(':').unwrap_or((text, "0"));
    Some(Choice { thread: ThreadId(thread.parse().ok()?), value: value.parse().ok()? })
}

fn hexadecimal(hash: u64) -> String {
    format!("{hash:016x}")
}

fn strings(list: &[OsString]) -> Vec<String> {
    list.iter().map(|s| s.to_string_lossy().into_owned()).collect()
}

fn os_strings(list: &[String]) -> Vec<OsString> {
    list.iter().map(OsString::from).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::args::Fault;

    #[test]
    fn flags_that_could_do_anything() {
        for flag in ["-std=c11", "-DX=1", "-Iinclude", "-Wall", "-fno-exceptions", "-m32", "-O2", "-stdlib=libc++"] {
            assert!(is_harmless(flag), "{flag}");
        }
        for flag in [
            "-fplugin=x.so",
            "-MFx",
            "-MD",
            "-Xclang",
            "-load",
            "-mllvm",
            "-Wp,-MD,x",
            "-ox",
            "-B.",
            "x.c",
            "@x",
            "-D@x",
            "-I@x",
            "-march=@x",
            "-ObjC",
            "-O@x",
            "--config=x",
            "--sysroot=x",
            "-fmodule-map-file=x",
            "-include/etc/passwd",
            "-specs=x",
            "-fuse-ld=x",
            "-gsplit-dwarf",
            "-I",
            "",
        ] {
            assert!(!is_harmless(flag), "{flag}");
        }
    }

    #[test]
    fn what_is_written_can_be_read() {
        let args = CheckArgs {
            inputs: vec!["a.c".into()],
            args: vec!["x".into()],
            run: RunArgs {
                faults: vec![(Fault::Io, Some(2))],
                stack_depth: 7,
                stack_size: Some(4096),
                ..RunArgs::default()
            },
            ..CheckArgs::default()
        };
        let loaded = [Loaded { name: "a.c".into(), parts: Vec::new(), hash: 5, set: Default::default() }];
        let problem =
            Problem { kind: Kind::DataRace, message: "m".into(), thread: ThreadId(1), others: vec![ThreadId(2)] };
        let path = vec![Choice { thread: ThreadId(1), value: 3 }, Choice { thread: ThreadId(0), value: 0 }];
        let saved = Saved::new(&args, &loaded, vec!["main starts".into()], &problem, (&path, Some(1)));
        let directory = tempfile::tempdir().unwrap();
        let file = directory.path().join("v.json");
        saved.write(&file).unwrap();
        let again = Saved::read(&file).unwrap();
        assert_eq!(again, saved);
        assert_eq!((again.problem(), again.cycle()), (Some(problem), Some(1)));
        assert_eq!((again.path.as_str(), again.path()), ("1:3 0", Some(path)));
        assert_eq!((again.run_args().faults(), again.run_args().stack_depth), (vec![(Fault::Io, Some(2))], 7));
        assert_eq!(again.run_args().stack_size, Some(4096));
        assert!(again.changed(&loaded).is_empty());
        let other = [Loaded { name: "a.c".into(), parts: Vec::new(), hash: 6, set: Default::default() }];
        assert_eq!(again.changed(&other), ["a.c"]);
        std::fs::write(&file, "{}").unwrap();
        assert!(matches!(Saved::read(&file), Err(Outcome::Usage(_))));
    }
}
