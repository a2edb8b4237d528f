//! Shared libraries that the program may open while it runs (`--open`).
//!
//! Each is its bitcode and a table of what it exports, which is LLVM assembly made here; libc-stubs/dlfcn.c reads it.
//! Its constructors and destructors are called by two functions that stand in the table and in no other place, so
//! they run when the library is opened. Another table has all the libraries.

use std::collections::BTreeSet;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use ir::{InputRole as Role, Yields};
use object::elf::DT_SONAME;
use object::read::elf::ElfFile64;
use object::{Object, ObjectKind, ObjectSymbol, SymbolKind};
use report::Outcome;

use crate::files;
use crate::inputs::{Loaded, hash};
use crate::objects::{self, Part};
use crate::output::usage;

const ADVICE: &str = "build it with `verify cc -shared`, which keeps the bitcode beside the code";

/// The libraries, and the table of all of them. `paths` are the inputs, which are `loaded` already.
pub(crate) fn read(
    libraries: &[PathBuf],
    paths: &[PathBuf],
    loaded: &[Loaded],
    shared: &mut u32,
) -> Result<Vec<Loaded>, Outcome> {
    let visible = visible(paths, loaded)?.map(Arc::new);
    let mut found = Vec::new();
    let mut numbers = Vec::new();
    for path in libraries {
        *shared += 1;
        numbers.push(*shared);
        found.push(library(path, *shared, visible.as_ref())?);
    }
    if !found.is_empty() {
        let name = "the list of libraries to open".to_owned();
        let part = Part::new(name.clone(), list(&numbers).into_bytes(), Role::Whole);
        found.push(Loaded { name, parts: vec![part], hash: 0, set: BTreeSet::new() });
    }
    Ok(found)
}

/// What a built program and its libraries let others see; None if the program is not built yet.
fn visible(paths: &[PathBuf], loaded: &[Loaded]) -> Result<Option<BTreeSet<String>>, Outcome> {
    let mut built = None;
    for path in paths.iter().filter(|path| *path != Path::new("-")) {
        let content = files::read(path, "")?;
        let Ok(elf) = ElfFile64::<object::Endianness>::parse(&content[..]) else { continue };
        if matches!(elf.kind(), ObjectKind::Dynamic | ObjectKind::Executable) {
            built.get_or_insert_with(BTreeSet::new).extend(objects::defined(elf.dynamic_symbols()));
        }
    }
    let parts = loaded.iter().flat_map(|loaded| &loaded.parts);
    let linked = parts.filter_map(|part| match &part.role {
        Role::Shared { exports, .. } => Some(exports),
        _ => None,
    });
    if let Some(names) = &mut built {
        linked.for_each(|exports| names.extend(exports.iter().cloned()));
    }
    Ok(built)
}

fn library(path: &Path, image: u32, visible: Option<&Arc<BTreeSet<String>>>) -> Result<Loaded, Outcome> {
    let name = path.display().to_string();
    let content = files::read(path, ADVICE)?;
    let broken = |error: object::Error| usage(format!("this cannot be read: {error}"), &name, ADVICE);
    let elf: ElfFile64 = match content.starts_with(b"\x7FELF") {
        true => ElfFile64::parse(&content[..]).map_err(broken)?,
        false => return Err(usage("this is no shared library", name, ADVICE)),
    };
    if elf.kind() != ObjectKind::Dynamic {
        return Err(usage("this is no shared library", name, ADVICE));
    }
    let exports: BTreeSet<String> = objects::defined(elf.dynamic_symbols()).into_iter().collect();
    let yields = match visible {
        Some(visible) => Yields::To(Arc::new(exports.intersection(visible).cloned().collect())),
        None => Yields::Exported(Arc::new(exports)),
    };
    let role = Role::Opened { image, yields };
    let mut parts = objects::modules(&name, &elf, &role).map_err(broken)?;
    if parts.is_empty() {
        return Err(usage("this is machine code without bitcode", name, ADVICE));
    }
    let file = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let soname = soname(&elf).map_err(broken)?.unwrap_or_else(|| file.clone());
    let table = table(image, &file, &soname, &symbols(&elf));
    parts.push(Part::new(format!("{name} (its names)"), table.into_bytes(), role));
    Ok(Loaded { name, parts, hash: hash(&content), set: BTreeSet::new() })
}

fn soname(elf: &ElfFile64<'_>) -> object::Result<Option<String>> {
    let table = elf.elf_dynamic_table()?;
    let entry = table.iter().find(|entry| entry.tag == DT_SONAME);
    let name = entry.map(|entry| table.string(entry)).transpose()?;
    Ok(name.map(|name| String::from_utf8_lossy(name).into_owned()))
}

/// Functions and variables that it exports; true for functions. Thread-local variables have no one address.
fn symbols(elf: &ElfFile64<'_>) -> Vec<(String, bool)> {
    let exported = elf.dynamic_symbols().filter(|symbol| symbol.is_definition() && symbol.is_global());
    let known = exported.filter_map(|symbol| match symbol.kind() {
        SymbolKind::Text => Some((symbol.name().ok()?.to_owned(), true)),
        SymbolKind::Data => Some((symbol.name().ok()?.to_owned(), false)),
        _ => None,
    });
    known.filter(|(name, _)| !name.is_empty() && !objects::START_FILES.contains(&name.as_str())).collect()
}

// ---- the tables, as struct opened of libc-stubs/dlfcn.c has them ----

fn table(image: u32, file: &str, soname: &str, symbols: &[(String, bool)]) -> String {
    let mut text = String::new();
    let mut rows = Vec::new();
    let mut put = |line: String| {
        text.push_str(&line);
        text.push('\n');
    };
    put("%symbol = type { ptr, ptr }".into());
    put(constant("file", file));
    put(constant("soname", soname));
    for (number, (name, is_function)) in symbols.iter().enumerate() {
        let quoted = escape(name);
        put(constant(&format!("name.{number}"), name));
        put(match is_function {
            true => format!("declare extern_weak void @\"{quoted}\"()"),
            false => format!("@\"{quoted}\" = extern_weak global i8"),
        });
        rows.push(format!("%symbol {{ ptr @name.{number}, ptr @\"{quoted}\" }}"));
    }
    put("declare void @__augur_call_constructors(i32, ptr, ptr)".into());
    put("declare void @__augur_call_destructors()".into());
    put("define internal void @start(i32 %0, ptr %1, ptr %2) {".into());
    put("  call void @__augur_call_constructors(i32 %0, ptr %1, ptr %2)\n  ret void\n}".into());
    put("define internal void @end() {".into());
    put("  call void @__augur_call_destructors()\n  ret void\n}".into());
    let count = rows.len();
    put(format!(
        "@augur_opened_{image} = constant {{ ptr, ptr, ptr, ptr, i64, [{count} x %symbol] }} {{ ptr @file, ptr @soname, \
         ptr @start, ptr @end, i64 {count}, [{count} x %symbol] [{}] }}",
        rows.join(", ")
    ));
    text
}

fn list(images: &[u32]) -> String {
    let mut text = String::new();
    let mut rows: Vec<String> = images.iter().map(|image| format!("ptr @augur_opened_{image}")).collect();
    for image in images {
        text.push_str(&format!("@augur_opened_{image} = external constant i8\n"));
    }
    rows.push("ptr null".into());
    text + &format!("@augur_opened = constant [{} x ptr] [{}]\n", rows.len(), rows.join(", "))
}

fn constant(name: &str, text: &str) -> String {
    format!("@{name} = private unnamed_addr constant [{} x i8] c\"{}\\00\"", text.len() + 1, escape(text))
}

/// As LLVM assembly has strings and names.
fn escape(text: &str) -> String {
    text.bytes().fold(String::new(), |mut escaped, byte| {
        match byte {
            b'"' | b'\\' | 0..=0x1f | 0x7f.. => _ = write!(escaped, "\\{byte:02X}"),
            _ => escaped.push(char::from(byte)),
        }
        escaped
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strange_names() {
        assert_eq!(escape("a\"b\\c\u{e4}"), "a\\22b\\5Cc\\C3\\A4");
        assert_eq!(constant("n", "ab"), "@n = private unnamed_addr constant [3 x i8] c\"ab\\00\"");
    }

    #[test]
    fn a_table() {
        let text = table(3, "p.so", "p.so.1", &[("run".into(), true), ("level".into(), false)]);
        assert!(text.contains("declare extern_weak void @\"run\"()"));
        assert!(text.contains("@\"level\" = extern_weak global i8"));
        assert!(text.contains("i64 2, [2 x %symbol] [%symbol { ptr @name.0, ptr @\"run\" }"));
        assert!(list(&[3, 4]).contains("[3 x ptr] [ptr @augur_opened_3, ptr @augur_opened_4, ptr null]"));
    }
}
