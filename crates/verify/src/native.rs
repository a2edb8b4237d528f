//! `--native FILE`: a violation's schedule as a C file that makes the natively compiled program follow it.
//!
//! The program is compiled with clang's hooks for its thread sanitizer, and linked with this file in the
//! sanitizer's place: every access to memory that may be shared asks it whether it is its thread's turn. Calls of
//! library functions come through the linker's `--wrap`. What the program does natively is what it does without us:
//! its own code, the system's libraries, the real machine.

use std::collections::BTreeSet;
use std::ffi::OsString;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use machine::{Image, Presumptions, Problem};
use report::Outcome;
use trace::{AccessKind, Hook, Turn, Until};

use crate::args::{ChangeArgs, CompileArgs};
use crate::compile::{is_c, is_cpp};
use crate::files;
use crate::output::{clean, usage};

/// What is compiled natively is the program as it is, from its sources.
pub(crate) fn refuse_changes(change: &ChangeArgs, inputs: &[PathBuf]) -> Result<(), Outcome> {
    let is_source = |path: &PathBuf| is_c(path) || is_cpp(path);
    if !change.is_empty() {
        return Err(usage(
            "--native follows the program as it is",
            "",
            "leave out --entry, --set, --stub and --replace",
        ));
    }
    match inputs.is_empty() || !inputs.iter().all(is_source) {
        true => Err(usage("--native compiles the program anew", "", "name its sources, with the flags they need")),
        false => Ok(()),
    }
}

const RUNTIME: &str = include_str!("native.c");

/// Functions that are wrapped even if no turn ends at them, since the order of their effects matters.
const ALWAYS: &[&str] = &["pthread_mutex_lock", "pthread_mutex_unlock", "pthread_join"];

/// These have wrappers of their own in the file.
const OWN: &[&str] = &[
    "free",
    "_ZdlPv",
    "_ZdlPvm",
    "_ZdaPv",
    "_ZdaPvm",
    "pthread_cond_wait",
    "pthread_cond_signal",
    "pthread_cond_broadcast",
];

/// It is interposed, not wrapped: the C++ library calls it, too.
const INTERPOSED: &str = "pthread_create";

/// Writes the file.
pub(crate) fn write(
    file: &Path,
    image: &Image,
    presumptions: &Presumptions,
    (problem, path): (&Problem, &search::Path),
    (inputs, compile): (&[PathBuf], &CompileArgs),
) -> Result<std::io::Result<()>, Outcome> {
    let turns = trace::turns(image, presumptions, path, problem).map_err(|what| Outcome::Defect { what })?;
    let text = source(&turns, problem, &Recipe::new(file, inputs, compile));
    Ok(files::write(file, clean(&text, false).as_bytes()))
}

fn source(turns: &[Turn], problem: &Problem, recipe: &Recipe) -> String {
    let calls: BTreeSet<&str> = ALWAYS.iter().chain(OWN).copied().chain(turns.iter().filter_map(called)).collect();
    let calls: Vec<&str> = calls.into_iter().filter(|name| *name != INTERPOSED).collect();
    let mut out = recipe.header(&calls, problem);
    let _ = writeln!(out, "struct turn {{ int thread; char kind; int nth; const char *place; }};");
    let _ = writeln!(out, "static const struct turn turns[] = {{");
    for turn in turns {
        let (kind, nth, place) = spelt(&turn.until);
        let _ = writeln!(out, "    {{ {}, '{kind}', {nth}, \"{}\" }},", turn.thread, escaped(&place));
    }
    // An array has at least one element.
    let _ = writeln!(out, "    {{ -1, '*', 0, \"\" }},\n}};");
    let _ = writeln!(out, "enum {{ TURNS = {} }};", turns.len());
    let _ = writeln!(out, "#define KIND \"{}\"", problem.kind);
    let ending = if problem.kind.is_finding() { format!(": {}", problem.kind) } else { String::new() };
    let _ = writeln!(out, "#define ENDING \"{ending}\"");
    let _ = writeln!(out, "#define SYMBOLIZER \"$(command -v llvm-symbolizer-22 || command -v llvm-symbolizer)\"");
    let _ = writeln!(out, "#define TIMEOUT (getenv(\"SCHEDULE_TIMEOUT\") != NULL)");
    let plain = calls.iter().filter(|name| !OWN.contains(name));
    let calls: Vec<String> = plain.map(|name| format!("CALL({name})")).collect();
    let _ = writeln!(out, "#define CALLS {}\n", calls.join(" "));
    out + RUNTIME
}

/// How the program is compiled with the file.
struct Recipe {
    compiler: &'static str,
    sources: Vec<String>,
    flags: String,
    file: String,
}

impl Recipe {
    fn new(file: &Path, inputs: &[PathBuf], compile: &CompileArgs) -> Recipe {
        let cpp = inputs.iter().any(|path| is_cpp(path));
        let with = |flag: &str, values: &[OsString]| -> Vec<String> {
            values.iter().map(|value| format!("{flag}{}", value.to_string_lossy())).collect()
        };
        let mut flags = vec![format!("-O{}", compile.level)];
        flags.extend(with("-D", &compile.define));
        flags.extend(with("-I", &compile.include));
        flags.extend(with("", &compile.cc_arg));
        Recipe {
            compiler: if cpp { "clang++-22" } else { "clang-22" },
            sources: inputs.iter().map(|path| path.display().to_string()).collect(),
            flags: flags.iter().map(|flag| quoted(flag)).collect::<Vec<_>>().join(" "),
            file: quoted(&file.display().to_string()),
        }
    }

    /// The commands that make `./program` and start it.
    fn commands(&self, calls: &[&str]) -> Vec<String> {
        let Recipe { compiler, sources, flags, file } = self;
        let objects: Vec<String> = (1..=sources.len()).map(|number| format!("program{number}.o")).collect();
        let instrument = "-fsanitize=thread -mllvm -tsan-instrument-read-before-write=1";
        let compile = |(source, object): (&String, &String)| {
            format!("{compiler} -g {flags} {instrument} -c {} -o {object}", quoted(source))
        };
        let wraps: Vec<String> = calls.iter().map(|name| format!("-Wl,--wrap={name}")).collect();
        let mut commands: Vec<String> = sources.iter().zip(&objects).map(compile).collect();
        commands.push(format!("clang-22 -O1 -c {file} -o schedule.o"));
        let (objects, wraps) = (objects.join(" "), wraps.join(" "));
        commands.push(format!("{compiler} -no-pie {objects} schedule.o {wraps} -pthread -ldl -o program"));
        commands.push("./program".into());
        commands
    }

    /// What the program is, how it is made, and what one sees.
    fn header(&self, calls: &[&str], problem: &Problem) -> String {
        let commands: String = self.commands(calls).iter().map(|command| format!(" *     {command}\n")).collect();
        let text = format!(
            "/* A schedule for {}: {}, {}.\n *\n{commands} *\n{ADVICE} */\n",
            self.sources.join(", ").replace('\n', " "),
            problem.kind,
            problem.message.replace('\n', " "),
        );
        // A comment ends only once.
        let inner = text.trim_start_matches("/*").trim_end_matches("*/\n").replace("*/", "* /").replace("/*", "/ *");
        format!("/*{inner}*/\n")
    }
}

const ADVICE: &str = "\
\x20* Lines are looked up with llvm-symbolizer. With SCHEDULE_TIMEOUT=1 in the environment, a program
\x20* in which nothing happens any more ends with status 99; without, a debugger can look at it.
";

/// For a shell.
fn quoted(text: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_./=+,:@%".contains(c);
    match !text.is_empty() && text.chars().all(plain) {
        true => text.into(),
        false => format!("'{}'", text.replace('\'', "'\\''")),
    }
}

fn called(turn: &Turn) -> Option<&str> {
    match &turn.until {
        Until::At { hook: Hook::Call { function }, .. } => Some(function),
        _ => None,
    }
}

/// Kind, how often, and where, as the C file has it.
fn spelt(until: &Until) -> (char, u32, String) {
    match until {
        Until::At { hook: Hook::Access { file, line, column, kind }, nth } => {
            let kind = match kind {
                AccessKind::Read => 'r',
                AccessKind::Write => 'w',
                AccessKind::Atomic => 'a',
            };
            let file = Path::new(file).file_name().map_or(file.clone(), |name| name.to_string_lossy().into_owned());
            (kind, *nth, format!("{file}:{line}:{column}"))
        }
        Until::At { hook: Hook::Call { function }, nth } => ('c', *nth, function.clone()),
        Until::Waits => ('b', 0, String::new()),
        Until::Next => ('n', 0, String::new()),
        Until::End => ('e', 0, String::new()),
        Until::Ever => ('*', 0, String::new()),
    }
}

fn escaped(text: &str) -> String {
    text.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n")
}

#[cfg(test)]
mod tests {
    use super::*;
    use machine::{Kind, ThreadId};

    #[test]
    fn whatever_files_are_called_it_is_one_comment() {
        let problem = Problem { kind: Kind::Assert, message: "a */ b".into(), thread: ThreadId(0), others: Vec::new() };
        let recipe = Recipe::new(Path::new("it's.c"), &["a/*.c".into()], &CompileArgs::default());
        let turns = [Turn { thread: 0, until: Until::End }];
        let text = source(&turns, &problem, &recipe);
        let comment = text.split_inclusive("*/").next().unwrap();
        assert!(comment.contains("-o program\n") && comment.contains("it'\\''s.c"), "{comment}");
        assert_eq!(comment.matches("/*").count(), 1, "{comment}");
        assert!(text.contains("    { 0, 'e', 0, \"\" },\n") && text.contains("enum { TURNS = 1 };"));
    }
}
