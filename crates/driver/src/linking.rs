//! What a linker is told about names, which decides what the program means.
//!
//! What is linked says nothing of it, so it goes into a section of its own, a line for each:
//!
//! ```text
//!     wrap malloc             references to malloc mean __wrap_malloc (--wrap)
//!     alias other real        references to other mean real (--defsym)
//!     symbolic                a shared library has its own definitions for itself (-Bsymbolic)
//!     symbolic functions      the same for functions alone
//!     first                   of two definitions the first counts (-z muldefs)
//!     partial                 this was said of a part of what is linked later (-r)
//! ```

use std::ffi::OsString;
use std::fmt::Write;

/// The section with these lines.
pub const LINKING: &str = ".augrln";

/// The lines for what compiler arguments hand on to the linker; empty for most.
pub fn names(arguments: &[OsString]) -> String {
    let mut lines = String::new();
    let mut words = for_linker(arguments).into_iter();
    while let Some(word) = words.next() {
        let option = word.strip_prefix("--").or_else(|| word.strip_prefix('-')).unwrap_or_default();
        let (option, value) = option.split_once('=').map_or((option, None), |(option, value)| (option, Some(value)));
        let mut value = || value.map(str::to_owned).or_else(|| words.next());
        let line = match option {
            "wrap" => value().map(|name| format!("wrap {name}")),
            "defsym" => value().and_then(|text| alias(&text)),
            "Bsymbolic" => Some("symbolic".into()),
            "Bsymbolic-functions" => Some("symbolic functions".into()),
            "allow-multiple-definition" => Some("first".into()),
            "z" => value().filter(|word| word == "muldefs").map(|_| "first".into()),
            _ => None,
        };
        if let Some(line) = line {
            let _ = writeln!(lines, "{line}");
        }
    }
    if !lines.is_empty() && arguments.iter().any(|word| word == "-r") {
        lines.push_str("partial\n");
    }
    lines
}

fn for_linker(arguments: &[OsString]) -> Vec<String> {
    let mut words = Vec::new();
    let mut rest = arguments.iter().filter_map(|argument| argument.to_str());
    while let Some(argument) = rest.next() {
        match argument {
            "-Xlinker" => words.extend(rest.next().map(str::to_owned)),
            "-z" => words.extend(["-z".to_owned()].into_iter().chain(rest.next().map(str::to_owned))),
            _ => words
                .extend(argument.strip_prefix("-Wl,").into_iter().flat_map(|list| list.split(',').map(str::to_owned))),
        }
    }
    words
}

/// `other=real`. A number or a sum stands as it is: no definition has such a name, so what is asked of it is
/// `unsupported`.
fn alias(text: &str) -> Option<String> {
    let (name, meaning) = text.split_once('=')?;
    let meaning: String = meaning.split_whitespace().collect();
    Some(format!("alias {} {meaning}", name.trim())).filter(|_| !meaning.is_empty())
}

// ---- as an object ----

const HEADER: usize = 64;
const ROW: usize = 64;

/// An object for x86-64 that has nothing but the section with these lines.
///
/// ```text
///     ELF header │ names of sections │ lines │ four rows of the table of sections
/// ```
pub(crate) fn object(lines: &str) -> Vec<u8> {
    const NOTHING: &str = ".note.GNU-stack";
    const STRINGS: &str = ".shstrtab";
    const PROGBITS: u32 = 1;
    const STRTAB: u32 = 3;
    let names = format!("\0{LINKING}\0{NOTHING}\0{STRINGS}\0");
    let name_at = |name: &str| names.find(name).map_or(0, |at| at as u64);
    let lines_at = HEADER + names.len();
    let table_at = (lines_at + lines.len()).next_multiple_of(8);
    let mut file = Vec::new();
    // Of 64 bits, little-endian, version 1; an object for x86-64, with four sections, the last of which is the names.
    file.extend(b"\x7FELF\x02\x01\x01\0\0\0\0\0\0\0\0\0");
    for (bytes, value) in [(2, 1), (2, 62), (4, 1), (8, 0), (8, 0), (8, table_at as u64), (4, 0), (2, HEADER as u64)] {
        put(&mut file, bytes, value);
    }
    for value in [0, 0, ROW as u64, 4, 3] {
        put(&mut file, 2, value);
    }
    file.extend(names.as_bytes());
    file.extend(lines.as_bytes());
    file.resize(table_at, 0);
    for (name, kind, at, length) in [
        ("", 0, 0, 0),
        (LINKING, PROGBITS, lines_at, lines.len()),
        (NOTHING, PROGBITS, lines_at, 0),
        (STRINGS, STRTAB, HEADER, names.len()),
    ] {
        put(&mut file, 4, if name.is_empty() { 0 } else { name_at(name) });
        put(&mut file, 4, kind.into());
        for value in [0, 0, at as u64, length as u64, 0, u64::from(kind != 0), 0] {
            put(&mut file, 8, value);
        }
    }
    file
}

fn put(file: &mut Vec<u8>, bytes: usize, value: u64) {
    file.extend(&value.to_le_bytes()[..bytes]);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(line: &str, expected: &str) {
        let words: Vec<OsString> = line.split_whitespace().map(OsString::from).collect();
        assert_eq!(names(&words), expected, "{line}");
    }

    #[test]
    fn what_linkers_are_told() {
        check("a.o -Wl,--wrap=malloc,--wrap,free -Wl,-wrap=open -o t", "wrap malloc\nwrap free\nwrap open\n");
        check("-Xlinker --wrap -Xlinker read -Wl,-z,now", "wrap read\n");
        check(
            "-Wl,--defsym=other=real -Wl,--defsym,x=0x10 -Wl,--defsym=y=a+1",
            "alias other real\nalias x 0x10\nalias y a+1\n",
        );
        check("-shared -Wl,-Bsymbolic-functions -Wl,-Bsymbolic", "symbolic functions\nsymbolic\n");
        check("-z muldefs -Wl,-z,relro", "first\n");
        check("-r -Wl,--wrap=f", "wrap f\npartial\n");
        check("-c wrap.c --wrap=f -r", "");
    }

    #[test]
    fn the_object_is_laid_out() {
        let file = object("wrap f\n");
        let long = |at: usize| u64::from_le_bytes(file[at..at + 8].try_into().unwrap()) as usize;
        let row = long(0x28) + ROW;
        assert_eq!(&file[long(row + 0x18)..][..long(row + 0x20)], b"wrap f\n");
        assert_eq!(file.len(), long(0x28) + 4 * ROW);
    }
}
