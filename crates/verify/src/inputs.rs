//! From what the user names to bitcode in memory.

use std::collections::BTreeSet;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex, PoisonError};

use ir::{InputRole, Library};
use report::Outcome;
use supervisor::{Phase, Stay};

use crate::args::{ChangeArgs, CommonArgs, CompileArgs};
use crate::compile::{Compiler, is_c, is_cpp};
use crate::files;
use crate::library;
use crate::linking;
use crate::objects::{self, Part};
use crate::opened;
use crate::output::{Subject, usage};
use crate::project::{self, Helper, Symbols, Unit};
use crate::rust::{self, is_rust};

/// What builds programs, which we do not.
const BUILDERS: &[&str] = &["make", "cmake", "ninja", "meson", "configure", "./configure", "bazel"];

/// Commands, which somebody may have put after a flag.
const COMMANDS: &[&str] = &[
    "check",
    "run",
    "cc",
    "c++",
    "replay",
    "resume",
    "sim",
    "dump",
    "draw",
    "externals",
    "doctor",
    "explain",
    "suite",
];

/// An input, compiled if it was a source.
pub(crate) struct Loaded {
    pub name: String,
    pub parts: Vec<Part>,
    /// Of the file as it was named.
    pub hash: u64,
    /// Names that got their value from `--set` while it was compiled.
    pub set: BTreeSet<String>,
}

/// Bitcode, and the names that got their value from `--set`.
type Compiled = (Vec<u8>, BTreeSet<String>);

/// What standard input is called.
pub(crate) const STANDARD: &str = "-";

/// What stands for standard input, if it was read by another process, and compiled.
static KEPT: Mutex<Option<Loaded>> = Mutex::new(None);

/// The first input that is called `-` is this.
pub(crate) fn keep_standard(loaded: Loaded) {
    *KEPT.lock().unwrap_or_else(PoisonError::into_inner) = Some(loaded);
}

/// Reads all inputs; compiles sources.
pub(crate) fn read(
    paths: &[PathBuf],
    change: &ChangeArgs,
    args: &CompileArgs,
    color: bool,
) -> Result<Vec<Loaded>, Outcome> {
    let mut reader = Reader { compiler: None, args, set: &change.set, color, shared: 0 };
    let mut loaded: Vec<Loaded> = paths.iter().map(|path| reader.read(path)).collect::<Result<_, _>>()?;
    if let Some(build) = &args.project {
        let entry = change.entry.as_deref();
        let project = reader.read_project(build, entry, &loaded)?;
        loaded.push(project);
    }
    for path in &change.replace {
        let mut replacement = reader.read(path)?;
        for part in &mut replacement.parts {
            part.role = InputRole::Replacement;
        }
        loaded.push(replacement);
    }
    if let Some(binding) = linking::of_flags(&args.cc_arg) {
        let parts = loaded.iter_mut().flat_map(|loaded| &mut loaded.parts);
        let own = parts.filter(|part| part.binding.is_none() && is_linked_now(&part.role));
        own.for_each(|part| part.binding = Some(binding.clone()));
    }
    let opened = opened::read(&change.open, paths, &loaded, &mut reader.shared)?;
    loaded.extend(opened);
    Ok(loaded)
}

/// Not a part of what others have linked.
fn is_linked_now(role: &InputRole) -> bool {
    matches!(role, InputRole::Whole | InputRole::Member | InputRole::Candidate { .. })
}

struct Reader<'a> {
    compiler: Option<Compiler>,
    args: &'a CompileArgs,
    set: &'a [(String, String)],
    color: bool,
    /// How many shared libraries there are so far.
    shared: u32,
}

impl Reader<'_> {
    fn read(&mut self, path: &Path) -> Result<Loaded, Outcome> {
        let name = path.display().to_string();
        if path == Path::new(STANDARD)
            && let Some(loaded) = KEPT.lock().unwrap_or_else(PoisonError::into_inner).take()
        {
            return Ok(loaded);
        }
        let content = match path == Path::new("-") {
            true => files::read_stdin()?,
            false => read_file(path)?,
        };
        let mut hash = hash(&content);
        let mut set = BTreeSet::new();
        let parts = if is_source(path, &content) {
            let (bytes, names) = self.compile(path, &content)?;
            set = names;
            vec![Part::new(name.clone(), bytes, InputRole::Whole)]
        } else if objects::is_object(&content) {
            objects::read(path, &content, &mut self.shared)?
        } else if let Some(libtool) = objects::libtool(path, &content) {
            objects::read_libtool(&libtool, &mut self.shared)?
        } else if path.extension().is_some_and(|end| end == "s" || end == "S") {
            let advice = "build the program with `verify cc`: what assembler files define is unsupported only when it \
                          is reached; --replace FILE.c gives its meaning in C";
            return Err(usage("this is assembler, which is not checked", name, advice));
        } else {
            vec![Part::new(name.clone(), content, InputRole::Whole)]
        };
        // A program is also what its libraries are.
        if let [_, others @ ..] = &parts[..] {
            hash = others.iter().fold(hash, |sum, part| sum.rotate_left(1) ^ self::hash(&part.bytes));
        }
        Ok(Loaded { name, parts, hash, set })
    }

    /// What the inputs and the entry need of a project.
    fn read_project(&mut self, build: &Path, entry: Option<&str>, loaded: &[Loaded]) -> Result<Loaded, Outcome> {
        let mut wanted: Vec<String> = entry.map(project::last_part).into_iter().collect();
        let mut files = ProjectFiles { reader: self, library: library::library(), set: BTreeSet::new() };
        for part in loaded.iter().flat_map(|loaded| &loaded.parts).filter(|part| !part.bytes.is_empty()) {
            wanted.extend(files.symbols(part)?.undefined);
        }
        if loaded.is_empty() && entry.is_none() {
            wanted.push("main".into());
        }
        let parts = project::read(build, wanted, &mut files)?;
        let set = files.set;
        let hash = parts.iter().fold(0, |sum: u64, part| sum.rotate_left(1) ^ self::hash(&part.bytes));
        Ok(Loaded { name: project::name(build), parts, hash, set })
    }

    fn compile(&mut self, path: &Path, content: &[u8]) -> Result<Compiled, Outcome> {
        if is_rust(path) {
            return Ok((rust::compile(path, self.args, self.color)?, BTreeSet::new()));
        }
        // A file of the project is compiled as the project compiles it.
        let build = self.args.project.as_deref();
        if let Some(unit) = build.map(|build| project::unit(build, path)).transpose()?.flatten() {
            return self.compile_unit(&unit);
        }
        let (args, set, color) = (self.args, self.set, self.color);
        let compiler = self.compiler()?;
        if path == Path::new("-") {
            let file = compiler.put_stdin(content)?;
            let mut args = args.clone();
            args.cc_arg.extend(["-iquote".into(), std::env::current_dir().unwrap_or_default().into()]);
            return compiler.compile(&file, set, &args, color);
        }
        compiler.compile(path, set, args, color)
    }

    fn compile_unit(&mut self, unit: &Unit) -> Result<Compiled, Outcome> {
        let mut args = self.args.clone();
        let own = std::mem::take(&mut args.cc_arg);
        let with = |flags: &[OsString]| {
            let first = std::iter::once(project::working_directory(unit));
            first.chain(flags.iter().cloned()).chain(own.iter().cloned()).collect()
        };
        args.cc_arg = with(&unit.flags);
        // These are relative to where we are, the flags of the project to where it compiles.
        let absolute = |path: &Path| std::path::absolute(path).unwrap_or_else(|_| path.to_path_buf());
        args.include.iter_mut().for_each(|include| *include = absolute(Path::new(include)).into());
        let (set, color, source) = (self.set, self.color, absolute(&unit.source));
        let compiler = self.compiler()?;
        let compiled = compiler.compile(&source, set, &args, color);
        // The project's compiler may be another one, with flags of its own for the same C.
        let unknown = if compiled.is_err() { compiler.unknown(&unit.flags) } else { Vec::new() };
        if unknown.is_empty() {
            return compiled;
        }
        tracing::info!(?unknown, ?source, "left out: clang does not know these flags of the project");
        let known: Vec<OsString> = unit.flags.iter().filter(|flag| !unknown.contains(flag)).cloned().collect();
        args.cc_arg = with(&known);
        compiler.compile(&source, set, &args, color)
    }

    fn compiler(&mut self) -> Result<&Compiler, Outcome> {
        Ok(match &mut self.compiler {
            Some(compiler) => compiler,
            none => none.insert(Compiler::find()?),
        })
    }
}

/// What reading a project needs from us.
struct ProjectFiles<'a, 'b> {
    reader: &'a mut Reader<'b>,
    library: Arc<Library>,
    /// Names that got their value from `--set`.
    set: BTreeSet<String>,
}

impl Helper for ProjectFiles<'_, '_> {
    fn compile(&mut self, unit: &Unit) -> Result<Vec<u8>, Outcome> {
        let (bytes, names) = self.reader.compile_unit(unit)?;
        self.set.extend(names);
        Ok(bytes)
    }

    fn symbols(&mut self, part: &Part) -> Result<Symbols, Outcome> {
        let input = part.as_input();
        let (defined, undefined) = ir::symbols(&input).map_err(load_error)?;
        Ok(Symbols { defined, undefined })
    }

    fn is_known(&self, symbol: &str) -> bool {
        self.library.defines(symbol)
    }

    fn plain_name(&self, symbol: &str) -> String {
        project::last_part(&ir::source_name(symbol))
    }
}

/// As the loader takes them.
pub(crate) fn for_loader(loaded: &[Loaded]) -> Vec<ir::Input<'_>> {
    let parts = loaded.iter().flat_map(|loaded| &loaded.parts);
    parts.map(Part::as_input).collect()
}

/// LLVM reads these as long as what is returned lives.
pub(crate) fn reading(loaded: &[Loaded]) -> Stay {
    let bytes: usize = loaded.iter().flat_map(|input| &input.parts).map(|part| part.bytes.len()).sum();
    supervisor::shared().input_bytes.store(bytes as u64, Ordering::SeqCst);
    supervisor::enter(Phase::Reading)
}

/// Where sources may lie: below the directories of the inputs, those that the user names and the one that
/// the user is in; and in a project that is built in one of its own directories.
pub(crate) fn source_roots(paths: &[PathBuf], named: &[PathBuf]) -> Vec<PathBuf> {
    let mut roots: Vec<PathBuf> = paths.iter().filter_map(|p| p.parent()).map(Path::to_path_buf).collect();
    roots.push(PathBuf::from("."));
    let projects: Vec<PathBuf> = roots.iter().filter_map(|root| project_of(root)).collect();
    roots.extend(projects);
    roots.extend(named.iter().cloned());
    roots.dedup();
    roots
}

/// The directory of the project that is built here or above, if that lies above, too.
fn project_of(directory: &Path) -> Option<PathBuf> {
    const BUILT: &[&str] = &["CMakeCache.txt", "meson-info", "config.status"];
    const PROJECT: &[&str] = &["CMakeLists.txt", "meson.build", "configure"];
    let has = |directory: &Path, names: &[&str]| names.iter().any(|name| directory.join(name).exists());
    let directory = if directory.as_os_str().is_empty() { Path::new(".") } else { directory };
    let directory = directory.canonicalize().ok()?;
    let build = directory.ancestors().find(|place| has(place, BUILT))?;
    build.ancestors().find(|place| has(place, PROJECT)).map(Path::to_path_buf)
}

/// What a report on these inputs is about.
pub(crate) fn subject(paths: &[PathBuf], common: &CommonArgs) -> Subject {
    let program = paths.iter().map(|path| path.display().to_string()).collect::<Vec<_>>().join(" ");
    Subject { program, entry: None, roots: source_roots(paths, &common.source) }
}

pub(crate) fn load_error(error: ir::LoadError) -> Outcome {
    usage(error.what, error.place, error.advice)
}

/// FNV-1a: tells whether a file has changed, nothing more.
pub(crate) fn hash(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3))
}

fn read_file(path: &Path) -> Result<Vec<u8>, Outcome> {
    let name = path.display().to_string();
    let advice = match path {
        _ if path.is_dir() => "name the files of the program".into(),
        _ if !path.exists() && COMMANDS.contains(&name.as_str()) => format!("put the command first: verify {name} …"),
        _ if !path.exists() && BUILDERS.contains(&name.as_str()) => {
            format!(
                "let {name} call `verify cc` (augur-cc) as its compiler, and check what it builds: verify ./program"
            )
        }
        _ if !path.exists() => "verify --help".into(),
        _ => String::new(),
    };
    files::read(path, &advice)
}

/// Bitcode that has the name of a source is still bitcode.
fn is_source(path: &Path, content: &[u8]) -> bool {
    let bitcode = content.starts_with(b"BC\xC0\xDE") || content.starts_with(b"\xDE\xC0\x17\x0B");
    (is_c(path) || is_cpp(path) || is_rust(path) || path == Path::new("-")) && !bitcode
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sources_by_name_unless_the_content_says_otherwise() {
        let source = |name: &str, content: &[u8]| is_source(Path::new(name), content);
        assert!(source("a.c", b"int main(void) {}"));
        assert!(source("a.cc", b""));
        assert!(source("a.rs", b"fn main() {}"));
        assert!(!source("a.c", b"BC\xC0\xDE1234"));
        assert!(!source("a.ll", b"define i32 @main()"));
        assert!(!source("a.bc", b""));
        assert!(!source("a", b"int main(void) {}"));
    }

    #[test]
    fn what_is_wrong_with_a_file() {
        let message = |path: &str| match read_file(Path::new(path)) {
            Err(Outcome::Usage(usage)) => format!("{} / {}", usage.what, usage.advice),
            _ => panic!("{path} can be read"),
        };
        assert_eq!(message("/no/such.c"), "there is no such file / verify --help");
        assert_eq!(message("draw"), "there is no such file / put the command first: verify draw …");
        assert_eq!(message("/"), "this is a directory / name the files of the program");
    }

    #[test]
    fn hashes_differ() {
        assert_eq!(hash(b""), 0xcbf2_9ce4_8422_2325);
        assert_ne!(hash(b"ab"), hash(b"ba"));
    }
}
