//! Objects, archives, shared libraries and programs that a build has made: what bitcode is in them.
//!
//! `verify cc` puts the bitcode of each source into a section of its object, and linkers concatenate
//! such sections, so a linked file has one module after the other; [`split`] tells them apart. A
//! program also has what its project's shared libraries have. What has no bitcode, because it was
//! assembled or came from elsewhere, is known by the names it defines.

use std::collections::{BTreeSet, VecDeque};
use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use ir::{Binding, InputRole as Role};
use object::elf::{DF_1_PIE, DT_FLAGS_1, DT_NEEDED, DT_RPATH, DT_RUNPATH};
use object::read::archive::ArchiveFile;
use object::read::elf::{DynamicTable, ElfFile64};
use object::{Object, ObjectKind, ObjectSection, ObjectSymbol};
use report::Outcome;

use crate::output::usage;
use crate::{files, linking};

/// A module, or the names of what has none.
pub(crate) struct Part {
    pub name: String,
    pub bytes: Vec<u8>,
    pub role: Role,
    /// What the linker of the file that it is in was told about names.
    pub binding: Option<Arc<Binding>>,
}

impl Part {
    pub(crate) fn new(name: String, bytes: Vec<u8>, role: Role) -> Part {
        Part { name, bytes, role, binding: None }
    }

    pub(crate) fn as_input(&self) -> ir::Input<'_> {
        let (role, binding) = (self.role.clone(), self.binding.clone());
        ir::Input { name: &self.name, bytes: &self.bytes, role, binding }
    }
}

/// A shared library that is needed, and where it may be.
struct Needed {
    name: Vec<u8>,
    directories: Vec<PathBuf>,
}

/// Symbols that every program has from its compiler, whatever it was made of: they say nothing.
pub(crate) const START_FILES: &[&str] = &[
    "_start",
    "_init",
    "_fini",
    "_dl_relocate_static_pie",
    "__libc_csu_init",
    "__libc_csu_fini",
    "__dso_handle",
    "__data_start",
    "data_start",
    "__bss_start",
    "_edata",
    "_end",
    "__TMC_END__",
    "_IO_stdin_used",
    "atexit",
    "at_quick_exit",
    "pthread_atfork",
    "stat",
    "stat64",
    "fstat",
    "fstat64",
    "lstat",
    "lstat64",
    "fstatat",
    "fstatat64",
    "mknod",
    "mknodat",
    "__stack_chk_fail_local",
];

/// More shared libraries than a project has.
const LIBRARIES_MAX: usize = 256;

/// Where the system's own shared libraries are, which the checker models.
const SYSTEM: &[&str] = &[
    "/lib/x86_64-linux-gnu",
    "/usr/lib/x86_64-linux-gnu",
    "/lib64",
    "/usr/lib64",
    "/lib",
    "/usr/lib",
    "/usr/local/lib",
];

const ADVICE: &str = "build it with `verify cc` (augur-cc) as the compiler, which keeps the bitcode beside the code \
                      (not with -S)";

/// Where an ELF file says how many bits it is for, and what it says for 32.
const CLASS: usize = 4;
const CLASS_32: u8 = 1;

/// Is it something that a build makes, and not bitcode by itself?
pub(crate) fn is_object(content: &[u8]) -> bool {
    content.starts_with(b"\x7FELF") || content.starts_with(b"!<arch>\n") || content.starts_with(b"!<thin>\n")
}

/// All parts of a file. `shared` counts the shared libraries of the whole program.
pub(crate) fn read(path: &Path, content: &[u8], shared: &mut u32) -> Result<Vec<Part>, Outcome> {
    let name = path.display().to_string();
    let broken = |error: object::Error| usage(format!("this cannot be read: {error}"), &name, "build it again");
    if !content.starts_with(b"\x7FELF") {
        return archive(path, content).map_err(broken)?;
    }
    if content.get(CLASS).is_some_and(|class| *class == CLASS_32) {
        return Err(usage("this is for 32 bits; only x86-64 Linux is modelled", name, "build it without -m32"));
    }
    let elf: ElfFile64 = ElfFile64::parse(content).map_err(broken)?;
    if linking::is_mixed(&elf).map_err(broken)? {
        let what =
            "a part of this was linked by itself (-r) with --wrap or the like, which may concern that part alone";
        return Err(usage(what, name, "say so when the whole is linked"));
    }
    let parts = match elf.kind() {
        // A program that can be loaded anywhere is a shared library with an interpreter, or says what it is.
        ObjectKind::Dynamic if !is_program(&elf).map_err(broken)? => {
            *shared += 1;
            library(&name, &elf, *shared).map_err(broken)?
        }
        ObjectKind::Dynamic | ObjectKind::Executable => program(path, &elf, &[], shared)?,
        _ => object(&name, &elf, &Role::Whole).map_err(broken)?,
    };
    if parts.iter().all(|part| part.bytes.is_empty()) && elf.kind() != ObjectKind::Relocatable {
        return Err(usage("this is machine code without bitcode", name, ADVICE));
    }
    Ok(parts)
}

// ---- the kinds ----

fn object(name: &str, elf: &ElfFile64<'_>, role: &Role) -> object::Result<Vec<Part>> {
    let mut parts = modules(name, elf, role)?;
    if parts.is_empty() {
        let symbols = defined(elf.symbols());
        parts.push(Part::new(name.into(), Vec::new(), Role::MachineCode { symbols }));
    }
    Ok(parts)
}

fn archive(path: &Path, content: &[u8]) -> object::Result<Result<Vec<Part>, Outcome>> {
    let archive = ArchiveFile::parse(content)?;
    let mut parts = Vec::new();
    for member in archive.members() {
        let member = member?;
        let own = String::from_utf8_lossy(member.name()).into_owned();
        let name = format!("{}({own})", path.display());
        // A thin archive has the names of files.
        let file = path.parent().unwrap_or(Path::new(".")).join(OsStr::from_bytes(member.name()));
        let outside = match member.is_thin() {
            true => match files::read(&file, ADVICE) {
                Ok(bytes) => bytes,
                Err(outcome) => return Ok(Err(outcome)),
            },
            false => Vec::new(),
        };
        let bytes = if member.is_thin() { &outside[..] } else { member.data(content)? };
        if bytes.starts_with(b"\x7FELF") {
            parts.extend(object(&name, &ElfFile64::parse(bytes)?, &Role::Member)?);
        } else if bytes.starts_with(b"BC\xC0\xDE") {
            parts.push(Part::new(name, bytes.to_vec(), Role::Member));
        }
    }
    Ok(Ok(parts))
}

fn library(name: &str, elf: &ElfFile64<'_>, image: u32) -> object::Result<Vec<Part>> {
    let exports = defined(elf.dynamic_symbols()).into_iter().collect::<BTreeSet<_>>();
    let symbols = without_sanitizers(exports.iter().cloned().collect());
    let mut parts = modules(name, elf, &Role::Shared { image, exports: Arc::new(exports) })?;
    if !parts.is_empty() {
        parts.push(Part::new(name.into(), Vec::new(), Role::SharedCode { symbols }));
    }
    Ok(parts)
}

fn is_program(elf: &ElfFile64<'_>) -> object::Result<bool> {
    let says_so =
        |table: DynamicTable<'_, _>| table.iter().any(|entry| entry.tag == DT_FLAGS_1 && entry.val & DF_1_PIE.0 != 0);
    Ok(elf.section_by_name(".interp").is_some() || says_so(elf.elf_dynamic_table()?))
}

/// A program and the shared libraries of its project. Those of the system are not looked for.
fn program(path: &Path, elf: &ElfFile64<'_>, more: &[PathBuf], shared: &mut u32) -> Result<Vec<Part>, Outcome> {
    let broken =
        |name: &str, error: object::Error| usage(format!("this cannot be read: {error}"), name, "build it again");
    let name = path.display().to_string();
    let fail = |error| broken(&name, error);
    let mut parts = modules(&name, elf, &Role::Whole).map_err(fail)?;
    let mut queue: VecDeque<Needed> = needed(path, elf, more).map_err(fail)?.into();
    // In a static program the C library is machine code, too; that is what the checker's own stands for.
    if elf.section_by_name(".interp").is_some() {
        let mut symbols = without_sanitizers(defined(elf.symbols()));
        symbols.retain(|name| !START_FILES.contains(&name.as_str()) && !name.starts_with("_Z"));
        parts.push(Part::new(name.clone(), Vec::new(), Role::MachineCode { symbols }));
    }
    let mut seen = BTreeSet::new();
    while let Some(next) = queue.pop_front() {
        if seen.len() > LIBRARIES_MAX || !seen.insert(next.name.clone()) {
            continue;
        }
        let file = Path::new(OsStr::from_bytes(&next.name));
        // A name with a directory is not looked for.
        let places = match next.name.contains(&b'/') {
            true => vec![file.to_path_buf()],
            false => next.directories.iter().map(|directory| directory.join(file)).collect(),
        };
        let Some(file) = places.into_iter().find(|file| file.is_file()) else {
            tell_missing(&name, &next.name);
            continue;
        };
        let content = files::read(&file, "")?;
        let file_name = file.display().to_string();
        let elf: ElfFile64 = ElfFile64::parse(&content[..]).map_err(|error| broken(&file_name, error))?;
        *shared += 1;
        parts.extend(library(&file_name, &elf, *shared).map_err(|error| broken(&file_name, error))?);
        queue.extend(needed(&file, &elf, more).map_err(|error| broken(&file_name, error))?);
    }
    Ok(parts)
}

/// A library of the project that is not found would only be noticed as functions that nobody defines.
fn tell_missing(program: &str, library: &[u8]) {
    let file = OsStr::from_bytes(library);
    if !SYSTEM.iter().any(|place| Path::new(place).join(file).exists()) {
        let library = file.display();
        crate::output::stderr(&format!(
            "warning: {program} needs {library}, which is not found; LD_LIBRARY_PATH says where it is\n"
        ));
    }
}

// ---- what is in them ----

pub(crate) fn modules(name: &str, elf: &ElfFile64<'_>, role: &Role) -> object::Result<Vec<Part>> {
    let mut parts = Vec::new();
    let binding = linking::of_file(elf)?;
    let is_ours = |name: &str| name == driver::SECTION || name == driver::LLVM_SECTION;
    for section in elf.sections().filter(|section| section.name().is_ok_and(is_ours)) {
        let data = section.uncompressed_data()?;
        let modules = split(&data);
        for (number, bytes) in modules.iter().enumerate() {
            let name = match modules.len() {
                1 => name.to_owned(),
                _ => format!("{name}[{}]", number + 1),
            };
            parts.push(Part { binding: binding.clone(), ..Part::new(name, bytes.to_vec(), role.clone()) });
        }
    }
    Ok(parts)
}

/// Bitcode is a magic number and blocks, each with its length in words; zeros between modules are a
/// linker's.
///
/// ```text
///     42 43 C0 DE │ block header │ length n │ n words │ block header │ …
/// ```
fn split(section: &[u8]) -> Vec<&[u8]> {
    const MAGIC: [u8; 4] = *b"BC\xC0\xDE";
    let word = |at: usize| section.get(at..at + 4).and_then(|bytes| <[u8; 4]>::try_from(bytes).ok());
    let mut modules = Vec::new();
    let mut at = 0;
    while at < section.len() {
        if word(at) != Some(MAGIC) {
            at += 1;
            continue;
        }
        let start = at;
        at += MAGIC.len();
        // A block begins with the abbreviation 1, in two bits.
        while let Some(header) = word(at).filter(|header| *header != MAGIC && header[0] & 3 == 1) {
            let Some(words) = word(at + 4).map(u32::from_le_bytes) else { break };
            debug_assert_ne!(header, MAGIC);
            at = at.saturating_add(8).saturating_add(words as usize * 4);
        }
        modules.push(&section[start..at.min(section.len())]);
    }
    modules
}

/// Names of functions and variables that others can see.
pub(crate) fn defined<'a>(symbols: impl Iterator<Item = impl ObjectSymbol<'a>>) -> Vec<String> {
    let global = symbols.filter(|symbol| symbol.is_definition() && symbol.is_global());
    global.filter_map(|symbol| symbol.name().ok().map(str::to_owned)).filter(|name| !name.is_empty()).collect()
}

/// Sanitizers put themselves before functions of the C library; what they find is looked for here as well, so they are
/// left out.
fn without_sanitizers(mut symbols: Vec<String>) -> Vec<String> {
    const OWN: &[&str] =
        &["__interceptor_", "__ubsan_", "__asan_", "__tsan_", "__msan_", "__lsan_", "__sanitizer_", "__sancov_"];
    let mark = "___interceptor_";
    let before: BTreeSet<String> =
        symbols.iter().filter_map(|name| name.strip_prefix(mark).map(str::to_owned)).collect();
    symbols.retain(|name| {
        !before.contains(name) && !name.starts_with(mark) && !OWN.iter().any(|own| name.starts_with(own))
    });
    symbols
}

/// The shared libraries that a file asks for, and where it says they are.
fn needed(path: &Path, elf: &ElfFile64<'_>, more: &[PathBuf]) -> object::Result<Vec<Needed>> {
    let table = elf.elf_dynamic_table()?;
    let origin = path.parent().unwrap_or(Path::new("."));
    let mut directories = more.to_vec();
    let mut names = Vec::new();
    for entry in table.iter() {
        match entry.tag {
            DT_NEEDED => names.push(table.string(entry)?.to_vec()),
            DT_RPATH | DT_RUNPATH => {
                let paths = table.string(entry)?.split(|byte| *byte == b':').filter(|path| !path.is_empty());
                directories.extend(paths.map(|path| expand_origin(path, origin)));
            }
            _ => {}
        }
    }
    let set = std::env::var_os("LD_LIBRARY_PATH").unwrap_or_default();
    directories.extend(std::env::split_paths(&set).filter(|path| !path.as_os_str().is_empty()));
    Ok(names.into_iter().map(|name| Needed { name, directories: directories.clone() }).collect())
}

fn expand_origin(path: &[u8], origin: &Path) -> PathBuf {
    let rest = path.strip_prefix(b"$ORIGIN").or_else(|| path.strip_prefix(b"${ORIGIN}"));
    match rest {
        None => PathBuf::from(OsStr::from_bytes(path)),
        Some(rest) => origin.join(OsStr::from_bytes(rest.strip_prefix(b"/").unwrap_or(rest))),
    }
}

// ---- libtool ----

/// What a file stands for that libtool wrote: a program that is started by a script, an archive, an
/// object; and where the program finds its libraries.
pub(crate) struct Libtool {
    pub file: PathBuf,
    directories: Vec<PathBuf>,
}

const LIBTOOL_TEXT_MAX: usize = 1 << 16;

pub(crate) fn libtool(path: &Path, content: &[u8]) -> Option<Libtool> {
    if content.len() > LIBTOOL_TEXT_MAX {
        return None;
    }
    let text = std::str::from_utf8(content).ok()?;
    let head = text.lines().take(3).any(|line| line.contains("libtool") || line.contains("wrapper script for"));
    if !head {
        return None;
    }
    let directory = path.parent().unwrap_or(Path::new("."));
    let value = |key: &str| {
        let line = text.lines().find_map(|line| line.trim_start().strip_prefix(key)?.strip_prefix('='))?;
        Some(line.trim_matches(['\'', '"'])).filter(|value| !value.is_empty() && *value != "none")
    };
    if text.starts_with("#!") {
        let path_line = value("LD_LIBRARY_PATH").unwrap_or_default();
        let directories = path_line.split(':').filter(|path| !path.is_empty() && !path.contains('$'));
        let directories = directories.map(PathBuf::from).collect();
        let file = directory.join(".libs").join(path.file_name()?);
        return Some(Libtool { file, directories });
    }
    let file = match value("pic_object").or_else(|| value("non_pic_object")) {
        Some(object) => directory.join(object),
        None => directory.join(".libs").join(value("old_library").or_else(|| value("dlname"))?),
    };
    Some(Libtool { file, directories: Vec::new() })
}

/// The parts of what a script of libtool starts.
pub(crate) fn read_libtool(libtool: &Libtool, shared: &mut u32) -> Result<Vec<Part>, Outcome> {
    let content = files::read(&libtool.file, "make the program again")?;
    let elf = ElfFile64::<object::Endianness>::parse(&content[..]);
    match elf {
        Ok(elf) if is_program(&elf).unwrap_or(false) => program(&libtool.file, &elf, &libtool.directories, shared),
        _ => read(&libtool.file, &content, shared),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A module with blocks of so many words.
    fn module(blocks: &[u32]) -> Vec<u8> {
        let mut bytes = b"BC\xC0\xDE".to_vec();
        for words in blocks {
            bytes.extend([0x35, 0x14, 0, 0]);
            bytes.extend(words.to_le_bytes());
            bytes.extend(vec![0x42; *words as usize * 4]);
        }
        bytes
    }

    #[test]
    fn concatenated_modules() {
        let (one, two) = (module(&[3, 1]), module(&[2]));
        assert_eq!(split(&one), [&one[..]]);
        assert_eq!(split(&[&one[..], &two[..]].concat()), [&one[..], &two[..]]);
        assert_eq!(split(&[&one[..], &[0; 8], &two[..], &[0; 3]].concat()), [&one[..], &two[..]]);
        assert!(split(&[0; 16]).is_empty());
        // The last one was cut off.
        assert_eq!(split(&one[..one.len() - 4]).len(), 1);
    }

    #[test]
    fn sanitizers_are_not_the_programs() {
        let names = ["printf", "___interceptor_printf", "__interceptor_printf", "__asan_init", "own", "puts"];
        let names = names.map(str::to_owned).to_vec();
        assert_eq!(without_sanitizers(names), ["own", "puts"]);
    }

    #[test]
    fn what_libtool_writes() {
        let script =
            b"#! /bin/sh\n# t - temporary wrapper script for .libs/t\nLD_LIBRARY_PATH=\"/b/.libs:$LD_LIBRARY_PATH\"\n";
        let found = libtool(Path::new("/b/t"), script).unwrap();
        assert_eq!((found.file, found.directories), (PathBuf::from("/b/.libs/t"), vec![PathBuf::from("/b/.libs")]));
        let object = b"# a.lo - a libtool object file\npic_object='.libs/a.o'\nnon_pic_object='a.o'\n";
        assert_eq!(libtool(Path::new("x/a.lo"), object).unwrap().file, PathBuf::from("x/.libs/a.o"));
        let library = b"# liba.la - a libtool library file\ndlname='liba.so.1'\nold_library=''\n";
        assert_eq!(libtool(Path::new("x/liba.la"), library).unwrap().file, PathBuf::from("x/.libs/liba.so.1"));
        assert!(libtool(Path::new("a.c"), b"int main(void) {}").is_none());
    }
}
