//! `--project DIR`: the files of a build by its `compile_commands.json`, as far as the program needs them.
//!
//! An object that `verify cc` has made and that is not older than its source is taken; any other source
//! is compiled with the flags of the build when somebody needs what it defines. Which source that is, is
//! seen in its text: where the name stands before a list of parameters and a body, or, for names that
//! neither such a place nor the library explains, wherever it stands at all. What is not found in this
//! way is missing, and `unsupported` when it is reached: too few files never make a program safe.

use std::collections::{BTreeMap, BTreeSet};
use std::ffi::{OsStr, OsString};
use std::path::{Component, Path, PathBuf};

use ir::InputRole;
use report::Outcome;
use serde::Deserialize;

use crate::files;
use crate::objects::{self, Part};
use crate::output::usage;

const DATABASE: &str = "compile_commands.json";

const ADVICE: &str = "cmake -DCMAKE_EXPORT_COMPILE_COMMANDS=ON and meson write it; for make there is bear";

/// As the file has it.
#[derive(Deserialize)]
struct Entry {
    directory: PathBuf,
    file: PathBuf,
    #[serde(default)]
    command: Option<String>,
    #[serde(default)]
    arguments: Option<Vec<String>>,
    #[serde(default)]
    output: Option<PathBuf>,
}

/// A source and how it is compiled.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Unit {
    pub source: PathBuf,
    /// For clang, and what they are relative to.
    pub flags: Vec<OsString>,
    pub directory: PathBuf,
    object: Option<PathBuf>,
    /// The same for each way in which the source is compiled.
    number: usize,
}

/// What one of the files that are read defines and what it needs.
pub(crate) struct Symbols {
    pub defined: Vec<String>,
    pub undefined: Vec<String>,
}

/// What reading a project asks of others.
pub(crate) trait Helper {
    fn compile(&mut self, unit: &Unit) -> Result<Vec<u8>, Outcome>;
    fn symbols(&mut self, part: &Part) -> Result<Symbols, Outcome>;
    /// Does the library have this?
    fn is_known(&self, symbol: &str) -> bool;
    /// The name that a symbol has in the source, without a namespace and parameters.
    fn plain_name(&self, symbol: &str) -> String;
}

/// The files that are needed for these names, and for what those need.
pub(crate) fn read(build: &Path, wanted: Vec<String>, helper: &mut dyn Helper) -> Result<Vec<Part>, Outcome> {
    let units = units(build)?;
    let mut reading = Reading {
        rest: Vec::new(),
        parts: Vec::new(),
        defined: BTreeSet::new(),
        compiled: BTreeSet::new(),
        wanted,
        helper,
    };
    for unit in units {
        match built(&unit)? {
            Some(parts) => parts.into_iter().try_for_each(|part| reading.take(part))?,
            None => {
                let text = files::read(&unit.source, "").unwrap_or_default();
                reading.rest.push((unit, text));
            }
        }
    }
    reading.all()?;
    Ok(reading.parts)
}

struct Reading<'a> {
    /// What was not compiled yet, with its text.
    rest: Vec<(Unit, Vec<u8>)>,
    parts: Vec<Part>,
    defined: BTreeSet<String>,
    /// Sources, by their numbers.
    compiled: BTreeSet<usize>,
    wanted: Vec<String>,
    helper: &'a mut dyn Helper,
}

impl Reading<'_> {
    fn all(&mut self) -> Result<(), Outcome> {
        let mut seen = BTreeSet::new();
        while let Some(symbol) = self.wanted.pop() {
            if self.defined.contains(&symbol) || !seen.insert(symbol.clone()) {
                continue;
            }
            let name = self.helper.plain_name(&symbol);
            let mut chosen = self.remove(|text| defines(text, &name));
            if chosen.is_empty() && !self.helper.is_known(&symbol) {
                chosen = self.remove(|text| words(text, &name).next().is_some());
            }
            for (unit, text) in chosen {
                // The same source, compiled in another way, has it.
                if self.defined.contains(&symbol) && self.compiled.contains(&unit.number) {
                    self.rest.push((unit, text));
                    continue;
                }
                self.compiled.insert(unit.number);
                let bytes = self.helper.compile(&unit)?;
                let name = unit.source.display().to_string();
                self.take(Part::new(name, bytes, InputRole::Candidate { source: unit.number }))?;
            }
        }
        Ok(())
    }

    fn remove(&mut self, is_wanted: impl Fn(&[u8]) -> bool) -> Vec<(Unit, Vec<u8>)> {
        self.rest.extract_if(.., |(_, text)| is_wanted(text)).collect()
    }

    fn take(&mut self, part: Part) -> Result<(), Outcome> {
        let symbols = self.helper.symbols(&part)?;
        self.defined.extend(symbols.defined);
        self.wanted.extend(symbols.undefined);
        self.parts.push(part);
        Ok(())
    }
}

/// The bitcode of an object that is up to date; none if it has none.
fn built(unit: &Unit) -> Result<Option<Vec<Part>>, Outcome> {
    let Some(object) = unit.object.as_deref() else { return Ok(None) };
    let time = |path: &Path| std::fs::metadata(path).and_then(|data| data.modified()).ok();
    if time(object) < time(&unit.source) || !object.is_file() {
        return Ok(None);
    }
    let content = files::read(object, "build the project again")?;
    if !objects::is_object(&content) {
        return Ok(None);
    }
    let mut parts = objects::read(object, &content, &mut 0)?;
    parts.iter_mut().for_each(|part| part.role = InputRole::Candidate { source: unit.number });
    Ok(parts.iter().all(|part| !part.bytes.is_empty()).then_some(parts))
}

// ---- the list of commands ----

fn units(build: &Path) -> Result<Vec<Unit>, Outcome> {
    let file = if build.is_dir() { build.join(DATABASE) } else { build.to_path_buf() };
    let place = file.display().to_string();
    let text = files::read_text(&file, ADVICE)?;
    let entries: Vec<Entry> = serde_json::from_str(&text)
        .map_err(|error| usage(format!("this is no list of compile commands: {error}"), place, ADVICE))?;
    let base = file.parent().unwrap_or(Path::new("."));
    // Shared and static libraries are made of the same sources.
    let (mut seen, mut sources, mut found) = (BTreeSet::new(), BTreeMap::new(), Vec::new());
    for entry in entries {
        let mut unit = read_unit(entry, base);
        if driver::is_c(&unit.source) || driver::is_cpp(&unit.source) {
            let plain = |flag: &&OsString| !["-fPIC", "-fpic", "-fPIE", "-DPIC"].iter().any(|pic| flag == pic);
            let meaning: Vec<OsString> = unit.flags.iter().filter(plain).cloned().collect();
            let next = sources.len();
            unit.number = *sources.entry(normal(&unit.source)).or_insert(next);
            if seen.insert((unit.number, meaning)) {
                found.push(unit);
            }
        }
    }
    Ok(found)
}

/// How the project compiles a file that is named on the command line; the first way, if there are several.
pub(crate) fn unit(build: &Path, source: &Path) -> Result<Option<Unit>, Outcome> {
    let Ok(source) = source.canonicalize() else { return Ok(None) };
    let mut units = units(build)?.into_iter();
    Ok(units.find(|unit| unit.source.canonicalize().is_ok_and(|file| file == source)))
}

fn read_unit(entry: Entry, base: &Path) -> Unit {
    let directory = base.join(&entry.directory);
    let given = match (entry.arguments, entry.command) {
        (Some(arguments), _) => arguments.into_iter().map(OsString::from).collect(),
        (None, command) => driver::words(command.unwrap_or_default().as_bytes()),
    };
    let (flags, output) = flags(&given, &entry.file, &directory);
    let object = entry.output.or(output).map(|output| directory.join(output));
    Unit { source: directory.join(&entry.file), flags, directory, object, number: 0 }
}

/// Without `.` and `..`, by its text alone.
fn normal(path: &Path) -> PathBuf {
    path.components().fold(PathBuf::new(), |mut plain, part| {
        match (part, plain.components().next_back()) {
            (Component::ParentDir, Some(Component::Normal(_))) => _ = plain.pop(),
            _ => plain.push(part),
        }
        plain
    })
}

/// Flags that say where results go or how fast they are, not what the source means.
const NO_MEANING: &[&str] = &["-c", "-MD", "-MMD", "-MP", "-MG", "-pipe", "--", "-S", "-save-temps"];
const NO_MEANING_STARTS: &[&str] = &["-O", "-g", "-flto", "-fembed-bitcode", "-Wa,", "-Wl,", "-Wp,-M", "-Werror"];
const NO_MEANING_VALUES: &[&str] = &["-MF", "-MT", "-MQ", "-MJ", "-o"];

/// What the compiler is told about the source, and where the object goes. The compiler's name comes before
/// the first flag, perhaps with others (ccache). The source may be named in another way than the list does (bear).
fn flags(given: &[OsString], source: &Path, directory: &Path) -> (Vec<OsString>, Option<PathBuf>) {
    let plain = |path: &Path| normal(&directory.join(path));
    let source = plain(source);
    let (mut flags, mut output) = (Vec::new(), None);
    let is_flag = |word: &&OsString| word.as_encoded_bytes().starts_with(b"-");
    let mut words = given.iter().skip_while(|word| !is_flag(word));
    while let Some(word) = words.next() {
        let text = word.to_string_lossy();
        if NO_MEANING_VALUES.contains(&&*text) {
            let value = words.next();
            if text == "-o" {
                output = value.map(PathBuf::from);
            }
        } else if plain(Path::new(word)) == source
            || NO_MEANING.contains(&&*text)
            || NO_MEANING_STARTS.iter().any(|start| text.starts_with(start))
        {
            continue;
        } else if let Some(name) = text.strip_prefix("-o").filter(|name| !name.is_empty()) {
            output = Some(PathBuf::from(name));
        } else {
            flags.push(word.clone());
        }
    }
    (flags, output)
}

// ---- the text of a source ----

fn is_name_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}

/// Where a name ends, wherever it stands as a word.
fn words<'a>(text: &'a [u8], name: &'a str) -> impl Iterator<Item = usize> + 'a {
    let length = name.len();
    let starts = text.windows(length.max(1)).enumerate().filter(move |(_, part)| *part == name.as_bytes());
    starts.map(move |(start, _)| (start, start + length)).filter_map(move |(start, end)| {
        let before = start.checked_sub(1).and_then(|at| text.get(at));
        let inside = before.is_some_and(|byte| is_name_byte(*byte)) || text.get(end).is_some_and(|b| is_name_byte(*b));
        (!inside).then_some(end)
    })
}

/// Does a function of this name have its body here: `name (…) {`?
fn defines(text: &[u8], name: &str) -> bool {
    let skip_space = |at: usize| text[at..].iter().position(|byte| !byte.is_ascii_whitespace()).map(|by| at + by);
    words(text, name).any(|end| {
        let Some(open) = skip_space(end).filter(|at| text[*at] == b'(') else { return false };
        let mut depth = 0usize;
        let close = text[open..].iter().position(|byte| {
            match byte {
                b'(' => depth += 1,
                b')' => depth -= 1,
                _ => {}
            }
            depth == 0
        });
        let Some(next) = close.and_then(|by| skip_space(open + by + 1)) else { return false };
        // A body, types of parameters as in the first C, `const`, `noexcept`, an attribute, initialisers.
        text[next] == b'{' || text[next] == b':' || is_name_byte(text[next])
    })
}

/// The last part of a name, without parameters.
pub(crate) fn last_part(name: &str) -> String {
    let name = name.split('(').next().unwrap_or(name).trim_end();
    let mut depth = 0usize;
    let outside = name.chars().filter(|sign| {
        depth += usize::from(*sign == '<');
        let is_outside = depth == 0;
        depth -= usize::from(*sign == '>' && depth > 0);
        is_outside
    });
    let name: String = outside.collect();
    name.rsplit("::").next().unwrap_or(&name).to_owned()
}

/// For the compiler, before all flags: what these are relative to.
pub(crate) fn working_directory(unit: &Unit) -> OsString {
    let mut flag = OsString::from("-working-directory=");
    flag.push(std::path::absolute(&unit.directory).unwrap_or_else(|_| unit.directory.clone()).as_os_str());
    flag
}

/// The name of the list, for reports.
pub(crate) fn name(build: &Path) -> String {
    match build.file_name() == Some(OsStr::new(DATABASE)) {
        true => build.display().to_string(),
        false => build.join(DATABASE).display().to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_read() {
        let words = |line: &str| driver::words(line.as_bytes());
        let line = "ccache gcc -DX='a b' -Iinc -O2 -g -MD -MF a.d -o x/a.o -c ../a.c";
        for source in ["../a.c", "/b/c/../a.c", "/b/a.c"] {
            let (flags, output) = flags(&words(line), Path::new(source), Path::new("/b/c"));
            assert_eq!((flags, output), (vec!["-DX=a b".into(), "-Iinc".into()], Some(PathBuf::from("x/a.o"))));
        }
    }

    #[test]
    fn where_functions_are_defined() {
        for (text, expected) in [
            ("int put(int (*f)(void))\n{", true),
            ("put(a) int a; {", true),
            ("void put() const noexcept {", true),
            ("int put(int);", false),
            ("x = put(1) + 2;", false),
            ("void output(int a) {", false),
            ("void put_all(void) {", false),
            ("put", false),
            ("put(", false),
        ] {
            assert_eq!(defines(text.as_bytes(), "put"), expected, "{text}");
        }
        assert_eq!(last_part("a::b<x::y>::c(int)"), "c");
        assert_eq!(last_part("a::put(std::string)"), "put");
    }

    #[test]
    fn lists_are_read() {
        let directory = tempfile::tempdir().unwrap();
        let file = directory.path().join(DATABASE);
        let text = r#"[{"directory": "/p", "file": "a.c", "command": "cc -fPIC -c a.c -o a.lo"},
            {"directory": "/p", "file": "a.c", "arguments": ["cc", "-c", "a.c", "-o", "a.o"]},
            {"directory": "/p", "file": "a.c", "arguments": ["cc", "-DB", "-c", "a.c"]},
            {"directory": "/p", "file": "b.S", "command": "cc -c b.S"}]"#;
        std::fs::write(&file, text).unwrap();
        let units = units(directory.path()).unwrap_or_default();
        let all: Vec<_> = units.iter().map(|unit| (unit.flags.len(), unit.object.clone())).collect();
        assert_eq!(all, [(1, Some(PathBuf::from("/p/a.lo"))), (1, None)]);
        std::fs::write(&file, "{}").unwrap();
        assert!(super::units(directory.path()).is_err() && super::units(Path::new("/no/such")).is_err());
    }
}
