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

use crate::files;
use crate::output::usage;

/// Flags for the compiler, as they are.
const COMPILER: &[&str] = &[
    "-ansi",
    "-pedantic",
    "-pedantic-errors",
    "-pthread",
    "-nostdinc",
    "-nostdinc++",
    "-undef",
    "-trigraphs",
    "-w",
    "-W",
];

/// What asks a compiler for something else than a program.
const OTHER_RESULTS: &[&str] = &["-E", "-S", "-M", "-MM", "-fsyntax-only", "-emit-llvm", "--analyze"];

/// Flags for the compiler that begin like this and go on.
const COMPILER_STARTS: &[&str] = &[
    "-std=",
    "--std=",
    "--sysroot=",
    "--target=",
    "-stdlib=",
    "-W",
    "-f",
    "-m",
    "-U",
    "-isystem",
    "-iquote",
    "-idirafter",
    "-x",
];

/// Those whose value is the next word.
const COMPILER_VALUES: &[&str] = &[
    "-U",
    "-x",
    "-include",
    "-imacros",
    "-isystem",
    "-iquote",
    "-idirafter",
    "-isysroot",
    "--sysroot",
    "-target",
    "-include-pch",
    "-Xclang",
    "-mllvm",
];

/// What only a linker or an assembler would mind, what asks for machine code, and what we do anyway.
const LEFT_OUT: &[&str] = &[
    "-c",
    "-pipe",
    "-rdynamic",
    "-s",
    "-static",
    "-shared",
    "-static-pie",
    "-static-libgcc",
    "-static-libstdc++",
    "-no-pie",
    "-pie",
    "-nostdlib",
    "-nostartfiles",
    "-nodefaultlibs",
    "-pg",
    "-save-temps",
    "-MD",
    "-MMD",
    "-MP",
];
const LEFT_OUT_STARTS: &[&str] = &["-g", "-Wa,", "-flto", "-fuse-ld=", "-save-temps="];
const LEFT_OUT_VALUES: &[&str] = &["-MF", "-MT", "-MQ"];

/// The same where the line begins with a compiler.
const LEFT_OUT_WHOLE: &[&str] = &["--coverage", "-P"];
const LEFT_OUT_WHOLE_STARTS: &[&str] = &["--param=", "-specs=", "--specs=", "-u", "-T"];
const LEFT_OUT_WHOLE_VALUES: &[&str] = &["--param", "-u", "-T"];

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
    if whole_line {
        args = args.into_iter().flat_map(response).collect();
    }
    let command = args.get(1).and_then(|arg| arg.to_str()).unwrap_or_default().to_owned();
    let known = WITH_SOURCES.contains(&command.as_str());
    let is_file = command.starts_with('-') || Path::new(&command).extension().is_some() || Path::new(&command).exists();
    if !known && !is_file && !whole_line {
        return Ok(args);
    }
    let mut translator = Translator {
        directories: Vec::new(),
        out: Vec::new(),
        linker: Vec::new(),
        dump: command == "dump",
        whole_line,
    };
    let mut words = args.into_iter();
    translator.out.extend(words.next());
    if known {
        translator.out.extend(words.next());
    }
    let begin = translator.out.len();
    let mut program = None;
    while let Some(word) = words.next() {
        if word == "--" {
            program = Some(word);
            break;
        }
        let is_input = !word.as_encoded_bytes().starts_with(b"-");
        translator.word(word, &mut words)?;
        if is_input && UP_TO_INPUT.contains(&command.as_str()) {
            break;
        }
    }
    translator.finish(begin);
    translator.out.extend(program.into_iter().chain(words));
    Ok(translator.out)
}

/// The words of a file with arguments, as compilers take it with `@`; what is no such file stays.
fn response(word: OsString) -> Vec<OsString> {
    let file = word.to_str().and_then(|word| word.strip_prefix('@')).map(Path::new);
    let text = file.and_then(|file| files::read(file, "").ok());
    text.map_or_else(|| vec![word], |text| driver::words(&text))
}

struct Translator {
    /// Where libraries are.
    directories: Vec<PathBuf>,
    out: Vec<OsString>,
    /// What goes to a linker.
    linker: Vec<OsString>,
    /// It has a short flag of its own that begins like many of clang's.
    dump: bool,
    /// It began with a compiler.
    whole_line: bool,
}

impl Translator {
    fn word(&mut self, word: OsString, rest: &mut impl Iterator<Item = OsString>) -> Result<(), Outcome> {
        let text = word.to_string_lossy().into_owned();
        let starts = |list: &[&str]| list.iter().any(|start| text.len() > start.len() && text.starts_with(start));
        if OTHER_RESULTS.contains(&text.as_str()) && !self.dump {
            let advice = format!("leave it out, or call the compiler itself: verify cc {text} …");
            return Err(usage("this asks a compiler for something else than a program", text, advice));
        }
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
        } else if text == "-Xlinker" {
            self.linker.extend([word].into_iter().chain(rest.next()));
        } else if text.starts_with("-Wl,") {
            self.linker.push(word);
        } else if LEFT_OUT_VALUES.contains(&text.as_str()) {
            let _ = rest.next();
        } else if self.whole_line && text == "-z" {
            let value = rest.next().unwrap_or_default();
            self.linker.push(glue("-Wl,-z,", &value));
        } else if self.whole_line && LEFT_OUT_WHOLE_VALUES.contains(&text.as_str()) {
            let _ = rest.next();
        } else if self.whole_line && (LEFT_OUT_WHOLE.contains(&text.as_str()) || starts(LEFT_OUT_WHOLE_STARTS)) {
            tracing::debug!("left out: in a compile line it is not ours");
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
        } else if COMPILER.contains(&text.as_str()) && (text != "-w" || self.whole_line) || starts(COMPILER_STARTS) {
            self.pass(&word);
        } else {
            self.out.push(word);
        }
        Ok(())
    }

    /// What a linker is told about names concerns us, too; the rest of its words does not.
    fn finish(&mut self, at: usize) {
        if driver::linking(&self.linker).is_empty() {
            return;
        }
        let rest = self.out.split_off(at);
        for word in std::mem::take(&mut self.linker) {
            self.pass(&word);
        }
        self.out.extend(rest);
    }

    fn pass(&mut self, word: &OsStr) {
        self.out.push(glue("--cc-arg=", word));
    }

    /// A library that the project has built is an input; the system's are modelled.
    fn library(&mut self, name: &str) {
        let names = [format!("lib{name}.so"), format!("lib{name}.a")];
        let files = self.directories.iter().flat_map(|directory| names.iter().map(|name| directory.join(name)));
        self.out.extend(files.into_iter().find(|file| file.is_file()).map(PathBuf::into_os_string));
    }
}

fn glue(start: &str, rest: &OsStr) -> OsString {
    let mut word = OsString::from(start);
    word.push(rest);
    word
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
        check("verify cc -E a.c", "verify cc -E a.c");
        check("verify a.c --coverage", "verify a.c --coverage");
        check("verify gcc --coverage a.c", "verify a.c");
        check("verify gcc -w -W a.c @no-such-file", "verify --cc-arg=-w --cc-arg=-W a.c @no-such-file");
        check("verify ccache /usr/bin/x86_64-linux-gnu-g++-12 a.cc -o a", "verify a.cc");
        check("verify gcc -xc -z now -u f -T x -P --param=a=1 --param b=2 -specs=s a.c", "verify --cc-arg=-xc a.c");
        check("verify gcc a.c -z muldefs", "verify --cc-arg=-Wl,-z,muldefs a.c");
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
    fn what_a_linker_is_told_about_names_is_kept() {
        check("verify a.c -Wl,-z,now -Xlinker -x", "verify a.c");
        check("verify a.c -Wl,--wrap=f -- -Wl,x", "verify --cc-arg=-Wl,--wrap=f a.c -- -Wl,x");
        check("verify run -Xlinker --wrap=f a.c 1", "verify run --cc-arg=-Xlinker --cc-arg=--wrap=f a.c 1");
    }

    #[test]
    fn other_results_are_refused() {
        for line in ["verify -E a.c", "verify check a.c -S", "verify gcc -MM a.c"] {
            assert!(translate(line.split_whitespace().map(OsString::from).collect()).is_err(), "{line}");
        }
    }

    #[test]
    fn arguments_in_a_file() {
        let file = tempfile::NamedTempFile::new().unwrap();
        std::fs::write(&file, "-O2 'a b.c'\n-Wall -o x").unwrap();
        let words = ["verify".into(), "gcc".into(), format!("@{}", file.path().display()).into()];
        let expected: Vec<OsString> = ["verify", "-O2", "a b.c", "--cc-arg=-Wall"].map(OsString::from).to_vec();
        assert_eq!(translate(words.to_vec()).ok(), Some(expected));
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
