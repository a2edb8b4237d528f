//! Reads a command line of clang, as far as one has to know what it asks for.

use std::ffi::{OsStr, OsString};
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::path::{Path, PathBuf};

/// How far a compilation goes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stage {
    /// Dependencies are found on the way.
    Preprocessed,
    Assembly,
    Object,
    Linked,
}

/// What a command line asks for.
#[derive(Debug)]
pub struct Line {
    /// All arguments, those of response files in their place.
    pub arguments: Vec<OsString>,
    /// Those that make no sense here.
    pub left_out: Vec<OsString>,
    pub stage: Stage,
    /// C or C++ is compiled, not only objects linked.
    pub has_sources: bool,
    pub is_cxx: bool,
    pub is_optimised: bool,
    /// Debugging information with variables was asked for.
    pub has_debug: bool,
    emits_llvm: bool,
    output: Option<OsString>,
    /// What is compiled, by name.
    sources: Vec<OsString>,
}

/// The value is the next argument.
const WITH_VALUE: &[&str] = &[
    "-o",
    "-x",
    "-include",
    "-imacros",
    "-include-pch",
    "-I",
    "-D",
    "-U",
    "-L",
    "-l",
    "-Xclang",
    "-Xlinker",
    "-Xassembler",
    "-Xpreprocessor",
    "-Xarch_host",
    "-mllvm",
    "-MF",
    "-MT",
    "-MQ",
    "-MJ",
    "-isystem",
    "-iquote",
    "-idirafter",
    "-iprefix",
    "-iwithprefix",
    "-iwithprefixbefore",
    "-isysroot",
    "--sysroot",
    "-target",
    "--target",
    "-T",
    "-u",
    "-z",
    "-e",
    "-B",
    "-F",
    "-A",
    "-rpath",
    "-h",
    "-aux-info",
    "--param",
    "-ivfsoverlay",
    "-dumpbase",
    "-dumpdir",
    "-serialize-diagnostics",
    "--serialize-diagnostics",
    "-working-directory",
    "-resource-dir",
    "-fmodule-name",
    "-gcc-toolchain",
    "-arch",
    "-install_name",
    "-current_version",
    "-compatibility_version",
];

/// A response file may name another one.
const NESTED_MAX: u32 = 10;

impl Line {
    pub fn read(given: &[OsString]) -> Result<Line, String> {
        let mut line = Line {
            arguments: Vec::new(),
            left_out: Vec::new(),
            stage: Stage::Linked,
            has_sources: false,
            is_cxx: false,
            is_optimised: false,
            has_debug: false,
            emits_llvm: false,
            output: None,
            sources: Vec::new(),
        };
        let mut all = Vec::new();
        expand(given, &mut all, NESTED_MAX)?;
        let mut language: Option<OsString> = None;
        let mut only_files = false;
        let mut rest = all.into_iter();
        while let Some(argument) = rest.next() {
            if !only_files && is_left_out(&argument) {
                line.left_out.push(argument);
                continue;
            }
            let text = argument.to_string_lossy().into_owned();
            line.arguments.push(argument.clone());
            if only_files || !text.starts_with('-') || text == "-" {
                line.input(&argument, language.as_deref());
                continue;
            }
            only_files = text == "--";
            let value = WITH_VALUE.contains(&text.as_str()).then(|| rest.next()).flatten();
            line.arguments.extend(value.clone());
            match (text.as_str(), value) {
                ("-o", Some(name)) => line.output = Some(name),
                ("-x", Some(name)) => language = Some(name).filter(|name| name != "none"),
                _ => line.option(&text, &mut language),
            }
        }
        Ok(line)
    }

    fn option(&mut self, text: &str, language: &mut Option<OsString>) {
        match text {
            "-E" | "-M" | "-MM" => self.stage = Stage::Preprocessed,
            "-S" | "-fsyntax-only" | "--analyze" | "-###" => self.lower(Stage::Assembly),
            "-c" => self.lower(Stage::Object),
            "-emit-llvm" => self.emits_llvm = true,
            "-g0" | "-g1" | "-gline-tables-only" | "-gmlt" | "-gline-directives-only" => self.has_debug = false,
            "-g" | "-g2" | "-g3" => self.has_debug = true,
            "-O0" => self.is_optimised = false,
            _ if text.starts_with("-O") => self.is_optimised = true,
            _ if text.starts_with("-ggdb") || text.starts_with("-gdwarf") => self.has_debug = true,
            _ if text.starts_with("-x") => {
                *language = Some(OsString::from(&text[2..])).filter(|name| name != "none");
            }
            _ if text.starts_with("-o") => self.output = Some(OsString::from(&text[2..])),
            _ => {}
        }
    }

    /// The earliest stage that is asked for wins.
    fn lower(&mut self, stage: Stage) {
        let rank = |stage: Stage| stage as u32;
        if rank(stage) < rank(self.stage) {
            self.stage = stage;
        }
    }

    fn input(&mut self, name: &OsStr, language: Option<&OsStr>) {
        let path = Path::new(name);
        let (c, cxx) = match language.and_then(OsStr::to_str) {
            Some(language) => (
                matches!(language, "c" | "c-header" | "cpp-output" | "objective-c"),
                language.starts_with("c++") || language.starts_with("objective-c++"),
            ),
            None => (is_c(path) || is_header(path), is_cpp(path)),
        };
        if c || cxx {
            self.sources.push(name.to_owned());
        }
        self.has_sources |= c || cxx;
        self.is_cxx |= cxx;
    }

    /// The files that have bitcode beside machine code when this is done.
    pub(crate) fn outputs(&self) -> Vec<PathBuf> {
        if !self.has_sources || self.wants_bitcode() {
            return Vec::new();
        }
        match (self.stage, &self.output) {
            (Stage::Preprocessed | Stage::Assembly, _) => Vec::new(),
            (_, Some(name)) => vec![PathBuf::from(name)],
            (Stage::Linked, None) => vec![PathBuf::from("a.out")],
            (Stage::Object, None) => {
                let stems = self.sources.iter().filter_map(|source| Path::new(source).file_stem());
                stems.map(|stem| Path::new(stem).with_extension("o")).collect()
            }
        }
    }

    /// Is standard input a source?
    pub(crate) fn reads_input(&self) -> bool {
        self.arguments.iter().any(|argument| argument == "-")
    }

    /// Bitcode and nothing else.
    pub(crate) fn wants_bitcode(&self) -> bool {
        let named = self.output.as_deref().map(Path::new).and_then(Path::extension);
        let named = named.is_some_and(|extension| extension == "bc" || extension == "ll");
        self.has_sources && self.stage != Stage::Preprocessed && (self.emits_llvm || named)
    }
}

/// Link-time optimisation would make objects of bitcode alone, and what they are linked to would have none.
fn is_left_out(argument: &OsStr) -> bool {
    let Some(text) = argument.to_str() else { return false };
    let lto = text == "-flto" || text.starts_with("-flto=") || text.starts_with("-flto-");
    lto || text.starts_with("-fembed-bitcode")
        || matches!(text, "-ffat-lto-objects" | "-fno-fat-lto-objects" | "-fuse-linker-plugin" | "-fwhole-program")
}

/// Puts what response files contain in their place. One that cannot be read stays what it is: clang says why.
fn expand(given: &[OsString], all: &mut Vec<OsString>, nested_max: u32) -> Result<(), String> {
    for argument in given {
        let file = argument.as_bytes().strip_prefix(b"@").filter(|name| !name.is_empty());
        let content = file.and_then(|name| std::fs::read(OsStr::from_bytes(name)).ok());
        match content {
            None => all.push(argument.clone()),
            Some(_) if nested_max == 0 => {
                return Err(format!("{}: response files that name each other", argument.to_string_lossy()));
            }
            Some(content) => expand(&words(&content), all, nested_max - 1)?,
        }
    }
    Ok(())
}

/// Words between white space; quotes and backslashes as in a shell, but nothing is special after a backslash.
pub fn words(text: &[u8]) -> Vec<OsString> {
    let mut words = Vec::new();
    let mut word: Option<Vec<u8>> = None;
    let mut quote = None;
    let mut bytes = text.iter().copied();
    while let Some(byte) = bytes.next() {
        match (byte, quote) {
            (b'\\', None | Some(b'"')) => word.get_or_insert_default().extend(bytes.next()),
            (_, Some(open)) if byte == open => quote = None,
            (_, Some(_)) => word.get_or_insert_default().push(byte),
            (b'"' | b'\'', None) => {
                quote = Some(byte);
                word.get_or_insert_default();
            }
            (_, None) if byte.is_ascii_whitespace() => words.extend(word.take().map(OsString::from_vec)),
            (_, None) => word.get_or_insert_default().push(byte),
        }
    }
    words.extend(word.map(OsString::from_vec));
    words
}

pub fn is_c(path: &Path) -> bool {
    matches!(path.extension().and_then(OsStr::to_str), Some("c" | "i"))
}

pub fn is_cpp(path: &Path) -> bool {
    matches!(path.extension().and_then(OsStr::to_str), Some("cpp" | "cc" | "cp" | "cxx" | "C" | "CPP" | "c++" | "ii"))
}

pub fn is_rust(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension == "rs")
}

/// To be compiled by itself, in advance.
fn is_header(path: &Path) -> bool {
    matches!(path.extension().and_then(OsStr::to_str), Some("h" | "hh" | "hpp" | "hxx" | "H"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(line: &str) -> Line {
        Line::read(&words(line.as_bytes())).unwrap()
    }

    #[test]
    fn how_far() {
        for (line, stage, sources) in [
            ("a.c", Stage::Linked, true),
            ("-c a.c", Stage::Object, true),
            ("-S -c a.c", Stage::Assembly, true),
            ("-c -E a.c", Stage::Preprocessed, true),
            ("-MD -MF a.d -c a.c -o a.o", Stage::Object, true),
            ("-o a.c b.o", Stage::Linked, false),
            ("-include x.c -x assembler a.c", Stage::Linked, false),
            ("-xc -", Stage::Linked, true),
            ("-x c a -x none b.o", Stage::Linked, true),
            ("-Wl,-x.c -L a.c", Stage::Linked, false),
        ] {
            let read = read(line);
            assert_eq!((read.stage, read.has_sources), (stage, sources), "{line}");
        }
    }

    #[test]
    fn what_is_written() {
        for (line, outputs) in [
            ("-c x/a.c b.c", &["a.o", "b.o"][..]),
            ("-c a.c -o x/y.lo", &["x/y.lo"]),
            ("a.c", &["a.out"]),
            ("-S a.c", &[]),
            ("-c a.c -o a.bc", &[]),
            ("a.o -o a", &[]),
        ] {
            assert_eq!(read(line).outputs(), outputs.iter().map(PathBuf::from).collect::<Vec<_>>(), "{line}");
        }
    }

    #[test]
    fn the_last_level_counts() {
        assert!(!read("-O2 -O0 a.c").is_optimised);
        assert!(read("-O0 -Os a.c").is_optimised);
        assert!(!read("-g -g0 a.c").has_debug);
        assert!(read("-ggdb3 a.c").has_debug);
    }

    #[test]
    fn response_files() {
        let directory = tempfile::tempdir().unwrap();
        let file = directory.path().join("x.rsp");
        std::fs::write(&file, "-c 'a b.c'\n\"-DX=\\\"y\\\"\" -flto -o a\\ b.o").unwrap();
        let line = Line::read(&[format!("@{}", file.display()).into(), "@nowhere".into()]).unwrap();
        assert_eq!(line.arguments, ["-c", "a b.c", "-DX=\"y\"", "-o", "a b.o", "@nowhere"]);
        assert_eq!((line.left_out, line.has_sources), (vec![OsString::from("-flto")], true));
        std::fs::write(&file, format!("@{}", file.display())).unwrap();
        assert!(Line::read(&[format!("@{}", file.display()).into()]).is_err());
    }
}
