//! The C++ libraries as bitcode: fetched and compiled once, on all cores, when
//! the first C++ program or the tests ask for them.
//!
//! Each object is kept under a name that has the sum of its source, its flags
//! and our headers in it, so only what has changed is compiled again. The list
//! of a library's objects is what `verify` looks for: it comes last.

use crate::project::Project;
use crate::sources::{self, Source};
use crate::{pool, process};
use recipe::{FLAGS, files_below};
use std::ffi::OsStr;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

/// One of the two libraries.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stdlib {
    Libcxx,
    Libstdcxx,
}

pub const ALL: [Stdlib; 2] = [Stdlib::Libcxx, Stdlib::Libstdcxx];

impl Stdlib {
    /// As its recipe is called.
    pub fn name(self) -> &'static str {
        match self {
            Stdlib::Libcxx => "libc++",
            Stdlib::Libstdcxx => "libstdc++",
        }
    }

    /// For the native build. Debian's libc++ for programs that run is older than that of its headers,
    /// so it is linked statically.
    pub fn native_flags(self) -> &'static [&'static str] {
        match self {
            Stdlib::Libcxx => &["-static-libstdc++", "-lc++abi"],
            Stdlib::Libstdcxx => &[],
        }
    }

    fn source(self) -> &'static Source {
        match self {
            Stdlib::Libcxx => &sources::LIBCXX,
            Stdlib::Libstdcxx => &sources::LIBSTDCXX,
        }
    }
}

const TIMEOUT: Duration = Duration::from_secs(600);

/// The libraries that `cargo xtask verify` with these arguments may need.
pub fn wanted(arguments: &[std::ffi::OsString]) -> Vec<Stdlib> {
    let is_input = |word: &&std::ffi::OsString| {
        let extension = Path::new(word).extension().and_then(OsStr::to_str);
        matches!(extension, Some("cpp" | "cc" | "cxx" | "C" | "c++" | "ii" | "bc" | "ll"))
    };
    let has = |text: &[u8], part: &str| text.windows(part.len()).any(|window| window == part.as_bytes());
    let mut wanted = Vec::new();
    for input in arguments.iter().filter(is_input) {
        let text = std::fs::read(input).unwrap_or_default();
        let is_source = !matches!(Path::new(input).extension().and_then(OsStr::to_str), Some("bc" | "ll"));
        let asked = is_source && arguments.iter().any(|word| word.to_string_lossy().contains("libc++"));
        if asked || has(&text, "NSt3__1") {
            wanted.push(Stdlib::Libcxx);
        } else if is_source || ["_ZNSt", "_ZNKSt", "_ZSt"].iter().any(|part| has(&text, part)) {
            wanted.push(Stdlib::Libstdcxx);
        }
    }
    wanted.dedup();
    wanted
}

/// Makes the libraries that are not there. What cannot be made is a warning: programs that need it
/// are unsupported then.
pub fn ensure(project: &Project, libraries: &[Stdlib]) {
    for library in libraries {
        if let Err(words) = make(project, *library) {
            eprintln!(
                "set-up: {} cannot be compiled; C++ programs that need it will be unsupported\n{words}",
                library.name()
            );
        }
    }
}

/// Is it there?
pub fn has(project: &Project, library: Stdlib) -> bool {
    place(project, library).is_ok_and(|place| place.index.exists())
}

struct Place {
    /// The recipe.
    recipe: PathBuf,
    /// Our headers for it.
    overlay: PathBuf,
    objects: PathBuf,
    index: PathBuf,
    cache: PathBuf,
}

fn place(project: &Project, library: Stdlib) -> Result<Place, String> {
    let name = library.name();
    let recipes = project.root.join("libc-stubs/cxx");
    let cache = recipe::cache().ok_or("neither AUGUR_SOURCES nor HOME is set")?;
    let objects = recipe::objects(&cache);
    let key = recipe::key(&recipes, name).map_err(|error| format!("{name}.txt: {error}"))?;
    let index = objects.join(recipe::index(name, &key));
    Ok(Place { recipe: recipes.join(format!("{name}.txt")), overlay: recipes.join(name), objects, index, cache })
}

fn make(project: &Project, library: Stdlib) -> Result<(), String> {
    let place = place(project, library)?;
    if place.index.exists() {
        return Ok(());
    }
    crate::setup::cxx_packages()?;
    if !sources::ensure(library.source()) {
        return Ok(());
    }
    let begin = Instant::now();
    eprintln!("set-up: compiling {} to bitcode (once, about a minute) …", library.name());
    std::fs::create_dir_all(&place.objects).map_err(|error| format!("{}: {error}", place.objects.display()))?;
    let text = std::fs::read_to_string(&place.recipe).map_err(|error| error.to_string())?;
    let files = parse(&text, &place)?;
    let headers = headers(&place.overlay)?;
    let made = pool::map(&files, |file| compile(file, &place, library, &headers));
    let mut index = String::new();
    for object in made {
        let object = object?;
        let _ = writeln!(index, "@ {}\n{}", object.name, object.symbols.join("\n"));
    }
    write_whole(&place.index, index.as_bytes())?;
    eprintln!("set-up: {} is ready, {:.0} s", library.name(), begin.elapsed().as_secs_f64());
    Ok(())
}

/// A file of a recipe.
struct File {
    path: String,
    source: PathBuf,
    flags: Vec<String>,
}

fn parse(text: &str, place: &Place) -> Result<Vec<File>, String> {
    let (mut source, mut common, mut more) = (PathBuf::new(), Vec::new(), Vec::new());
    let mut files = Vec::new();
    for line in text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#')) {
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        let fill = |flag: &str| {
            let flag = flag.replace("{source}", &source.display().to_string());
            flag.replace("{overlay}", &place.overlay.display().to_string())
        };
        match word {
            "source" => source = place.cache.join(rest),
            "flags" => common.extend(rest.split_whitespace().map(fill)),
            "with" => more = rest.split_whitespace().map(fill).collect(),
            path if rest.is_empty() => {
                let flags = common.iter().chain(&more).cloned().collect();
                files.push(File { path: path.to_owned(), source: source.clone(), flags });
            }
            _ => return Err(format!("`{line}` means nothing in a recipe")),
        }
    }
    Ok(files)
}

/// Our headers, all in one.
fn headers(overlay: &Path) -> Result<Vec<u8>, String> {
    let texts = files_below(overlay).into_iter().map(std::fs::read).collect::<Result<Vec<_>, _>>();
    Ok(texts.map_err(|error| error.to_string())?.concat())
}

struct Object {
    /// Relative to the list.
    name: String,
    symbols: Vec<String>,
}

fn compile(file: &File, place: &Place, library: Stdlib, headers: &[u8]) -> Result<Object, String> {
    let source = file.source.join(&file.path);
    let text = std::fs::read(&source).map_err(|error| format!("{}: {error}", source.display()))?;
    // Where the tree and the cache lie makes no difference.
    let flags = file.flags.join(" ").replace(&*place.overlay.to_string_lossy(), "");
    let sum = recipe::hash([flags.as_bytes(), FLAGS.join(" ").as_bytes(), &text, headers]);
    let name = format!("{}-{sum}.bc", file.path.replace('/', "_"));
    let object = place.objects.join(&name);
    if !object.exists() {
        let own = place.objects.join(format!("{name}.{}", std::process::id()));
        let mut clang = Command::new(if file.path.ends_with(".c") { "clang-22" } else { "clang++-22" });
        clang.args(FLAGS).args(&file.flags);
        // Debug information names the library, wherever it was compiled.
        clang.arg(format!("-ffile-prefix-map={}=<augur>/{}", file.source.display(), library.name()));
        clang.arg(format!("-fdebug-compilation-dir=<augur>/{}", library.name()));
        process::succeed(clang.arg(&source).arg("-o").arg(&own), TIMEOUT)
            .map_err(|words| format!("{}: {words}", file.path))?;
        std::fs::rename(&own, &object).map_err(|error| format!("{}: {error}", object.display()))?;
    }
    let mut nm = Command::new("llvm-nm-22");
    let list = process::succeed(nm.args(["--extern-only", "--format=posix"]).arg(&object), TIMEOUT)?;
    Ok(Object { name, symbols: list.lines().filter_map(symbol).collect() })
}

/// A line of the list for a line of the listing: what is defined, and what is used of the C library.
fn symbol(line: &str) -> Option<String> {
    let mut words = line.split_whitespace();
    match (words.next()?, words.next()?) {
        (name, "U" | "w" | "v") if name.starts_with("_Z") => None,
        (name, "U" | "w" | "v") => Some(format!("? {name}")),
        (name, _) => Some(name.to_owned()),
    }
}

/// Nobody sees half of the file.
fn write_whole(file: &Path, bytes: &[u8]) -> Result<(), String> {
    let own = file.with_extension(std::process::id().to_string());
    std::fs::write(&own, bytes)
        .and_then(|()| std::fs::rename(&own, file))
        .map_err(|error| format!("{}: {error}", file.display()))
}
