//! Compile lines that are pasted: clang's flags on our own command line.
//!
//! Flags that cannot be ours become `--cc-arg`; those that only matter to a linker are left out, but
//! for libraries that the project has built. Everything after `--` is the program's. A line may begin with its
//! compiler; what it calls its result (`-o`) does not concern us then.

use std::ffi::{OsStr, OsString};
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

use report::Outcome;

use crate::output::usage;

/// Flags for the compiler, as they are.
const COMPILER: &[&str] =
    &["-ansi", "-pedantic", "-pedantic-errors", "-pthread", "-nostdinc", "-nostdinc++", "-undef", "-trigraphs", "-w"];

/// Flags for the compiler that begin like this and go on.
const COMPILER_STARTS: &[&str] = &["-std=", "-stdlib=", "-W", "-f", "-m", "-U", "-isystem", "-iquote", "-idirafter"];

/// Those whose value is the next word.
const COMPILER_VALUES: &[&str] =
    &["-U", "-x", "-include", "-imacros", "-isystem", "-iquote", "-idirafter", "-Xclang", "-mllvm"];

/// What only a linker or an assembler would mind, what asks for machine code, and what we do anyway.
const LEFT_OUT: &[&str] =
    &["-c", "-pipe", "-rdynamic", "-s", "-static", "-shared", "-no-pie", "-pie", "-MD", "-MMD", "-MP"];
const LEFT_OUT_STARTS: &[&str] = &["-g", "-Wl,", "-Wa,", "-flto", "-fuse-ld="];
const LEFT_OUT_VALUES: &[&str] = &["-MF", "-MT", "-MQ", "-Xlinker"];

/// The commands that take sources, and those whose first input ends our own flags.
const WITH_SOURCES: &[&str] = &["check", "run", "sim", "draw", "dump", "externals"];
const UP_TO_INPUT: &[&str] = &["run"];

/// Ours, with a value in the next word that may look like one of clang's flags.
const OURS_WITH_VALUE: &[&str] = &["-o", "-D", "-I", "-O", "--cc-arg", "--link"];

/// Is this a compiler, or what stands in front of one? `/usr/bin/x86_64-linux-gnu-gcc-12` is.
fn is_compiler(word: &OsStr) -> bool {
    const NAMES: [&str; 8] = ["cc", "gcc", "clang", "c++", "g++", "clang++", "ccache", "distcc"];
    let name = Path::new(word).file_name().unwrap_or_default().to_string_lossy();
    let name = name.trim_end_matches(|c: char| c.is_ascii_digit() || c == '.' || c == '-');
    NAMES.iter().any(|known| name.strip_suffix(known).is_some_and(|rest| rest.is_empty() || rest.ends_with('-')))
}

/// The command line as we understand it.
pub(crate) fn translate(mut args: Vec<OsString>) -> Result<Vec<OsString>, Outcome> {
    // `verify cc` is a command of ours.
    let is_ours = args.get(1).is_some_and(|word| word == "cc" || word == "c++");
    let begin = 1 + args.iter().skip(1).take_while(|word| !is_ours && is_compiler(word)).count();
    let whole_line = begin > 1;
    args.drain(1..begin);
    let command = args.get(1).and_then(|arg| arg.to_str()).unwrap_or_default().to_owned();
    let known = WITH_SOURCES.contains(&command.as_str());
    let is_file = command.starts_with('-') || Path::new(&command).extension().is_some() || Path::new(&command).exists();
    if !known && !is_file && !whole_line {
        return Ok(args);
    }
    let mut translator = Translator { directories: Vec::new(), out: Vec::new(), dump: command == "dump", whole_line };
    let mut words = args.into_iter();
    translator.out.extend(words.next());
    if known {
        translator.out.extend(words.next());
    }
    while let Some(word) = words.next() {
        if word == "--" {
            translator.out.push(word);
            break;
        }
        let is_input = !word.as_encoded_bytes().starts_with(b"-");
        translator.word(word, &mut words)?;
        if is_input && UP_TO_INPUT.contains(&command.as_str()) {
            break;
        }
    }
    translator.out.extend(words);
    Ok(translator.out)
}

struct Translator {
    /// Where libraries are.
    directories: Vec<PathBuf>,
    out: Vec<OsString>,
    /// It has a short flag of its own that begins like many of clang's.
    dump: bool,
    /// It began with a compiler.
    whole_line: bool,
}

impl Translator {
    fn word(&mut self, word: OsString, rest: &mut impl Iterator<Item = OsString>) -> Result<(), Outcome> {
        let text = word.to_string_lossy().into_owned();
        let starts = |list: &[&str]| list.iter().any(|start| text.len() > start.len() && text.starts_with(start));
        if text == "-o" && self.whole_line {
            let _ = rest.next();
        } else if OURS_WITH_VALUE.contains(&text.as_str()) && text != "-O" {
            let value = rest.next();
            if text == "-o" {
                value.as_deref().map_or(Ok(()), spare_programs)?;
            }
            self.out.push(word);
            self.out.extend(value);
        } else if text == "-O" {
            self.out.push("-O1".into());
        } else if self.dump && text.starts_with("-f") {
            self.out.push(word);
        } else if LEFT_OUT_VALUES.contains(&text.as_str()) {
            let _ = rest.next();
        } else if LEFT_OUT.contains(&text.as_str()) || starts(LEFT_OUT_STARTS) || text == "-g" {
            tracing::debug!(flag = text, "left out: it is for machine code");
        } else if COMPILER_VALUES.contains(&text.as_str()) {
            self.pass(&word);
            if let Some(value) = rest.next() {
                self.pass(&value);
            }
        } else if let Some(directory) = text.strip_prefix("-L") {
            let next = directory.is_empty().then(|| rest.next()).flatten();
            self.directories.push(next.map_or_else(|| PathBuf::from(directory), PathBuf::from));
        } else if let Some(library) = text.strip_prefix("-l") {
            let next = library.is_empty().then(|| rest.next()).flatten();
            self.library(&next.map_or_else(|| library.to_owned(), |next| next.to_string_lossy().into_owned()));
        } else if COMPILER.contains(&text.as_str()) && text != "-w" || starts(COMPILER_STARTS) {
            self.pass(&word);
        } else {
            self.out.push(word);
        }
        Ok(())
    }

    fn pass(&mut self, word: &OsStr) {
        let mut flag = OsString::from("--cc-arg=");
        flag.push(word);
        self.out.push(flag);
    }

    /// A library that the project has built is an input; the system's are modelled.
    fn library(&mut self, name: &str) {
        let names = [format!("lib{name}.so"), format!("lib{name}.a")];
        let files = self.directories.iter().flat_map(|directory| names.iter().map(|name| directory.join(name)));
        self.out.extend(files.into_iter().find(|file| file.is_file()).map(PathBuf::into_os_string));
    }
}

/// In a compile line this is the program; a report must not take its place.
fn spare_programs(file: &OsStr) -> Result<(), Outcome> {
    let starts_as_program = || {
        let mut magic = [0; 4];
        let read = File::open(file).and_then(|mut file| file.read_exact(&mut magic));
        read.is_ok() && magic == *b"\x7FELF"
    };
    // To open a pipe may take for ever.
    let is_program = std::fs::metadata(file).is_ok_and(|data| data.is_file()) && starts_as_program();
    match is_program {
        true => Err(usage(
            "-o is where the report goes, and this is a program",
            file.to_string_lossy(),
            "leave -o out; verify cc compiles",
        )),
        false => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(line: &str, expected: &str) {
        let words = |line: &str| line.split_whitespace().map(OsString::from).collect::<Vec<_>>();
        assert_eq!(translate(words(line)).ok(), Some(words(expected)), "{line}");
    }

    #[test]
    fn compile_lines() {
        check(
            "verify -std=c11 -Wall -O2 -g -pthread a.c -lm -DX=1 -Iinc -isystem y",
            "verify --cc-arg=-std=c11 --cc-arg=-Wall -O2 --cc-arg=-pthread a.c -DX=1 -Iinc --cc-arg=-isystem --cc-arg=y",
        );
        check("verify check -O a.c -w 2 -Wl,-z,now -c", "verify check -O1 a.c -w 2");
        check("verify a.c -D -Wall -fno-common", "verify a.c -D -Wall --cc-arg=-fno-common");
    }

    #[test]
    fn whole_lines() {
        check("verify gcc -c -std=c11 a.c -o a.o --time 5s", "verify --cc-arg=-std=c11 a.c --time 5s");
        check("verify ccache /usr/bin/x86_64-linux-gnu-g++-12 a.cc -o a", "verify a.cc");
        check("verify -x c++ -", "verify --cc-arg=-x --cc-arg=c++ -");
        check("verify cc -c a.c -o a.o", "verify cc -c a.c -o a.o");
        check("verify explain cc", "verify explain cc");
    }

    #[test]
    fn what_is_not_ours_to_read() {
        check("verify a.c --time 5s -- -Wall -g", "verify a.c --time 5s -- -Wall -g");
        check("verify run a.c -Wall", "verify run a.c -Wall");
        check("verify run -Wall a.c -Wall", "verify run --cc-arg=-Wall a.c -Wall");
        check("verify dump -f main a.c", "verify dump -f main a.c");
        check("verify explain data-race", "verify explain data-race");
        check("verify replay v.json -v", "verify replay v.json -v");
    }

    #[test]
    fn libraries_of_the_project() {
        let directory = tempfile::tempdir().unwrap();
        let file = directory.path().join("libq.a");
        std::fs::write(&file, "").unwrap();
        let place = directory.path().display();
        check(&format!("verify a.o -L{place} -lq -lpthread"), &format!("verify a.o {}", file.display()));
    }
}
