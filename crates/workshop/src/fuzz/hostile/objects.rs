//! Damaged objects, archives, shared libraries and programs that carry bitcode. Most damage is done to what says
//! where things are: headers, tables of sections and symbols, members of archives.

use super::limits::TIMEOUT;
use super::{beside, bytes};
use crate::fuzz::random::Random;
use crate::process;
use crate::project::Project;
use std::path::Path;
use std::process::Command;

/// What offsets and sizes become, beside numbers near the file's own size.
const NUMBERS: &[u64] =
    &[0, 1, 2, 7, 63, 64, 0xff, 0xffff, 0x7fff_ffff, 0xffff_ffff, 1 << 32, 1 << 40, u64::MAX / 2, u64::MAX];

/// The header of an ELF file, and where in it the table of sections is named.
const HEADER_BYTES: usize = 64;
const SECTIONS_AT: usize = 0x28;

pub(super) fn corpus(project: &Project, directory: &Path) -> Result<Vec<Vec<u8>>, String> {
    let build = |flags: &[&str], output: &str| {
        let mut command = Command::new(project.verify_binary());
        command.current_dir(directory).args(["cc", "-w", "-g"]).args(flags).args(["-o", output]);
        process::succeed(&mut command, TIMEOUT)?;
        std::fs::read(directory.join(output)).map_err(|error| format!("{output}: {error}"))
    };
    beside::write(directory)?;
    let object = build(&["-c", "fails.c"], "fails.o")?;
    let small = build(&["-c", "-gz=zlib", "safe.c"], "safe.o")?;
    let shared = build(&["-shared", "-fPIC", "fails.c"], "libfails.so")?;
    let program = build(&["fails.c", "-pthread"], "fails")?;
    let regular = archive(b"!<arch>\n", &[("fails.o", &object[..]), ("safe.o", &small)]);
    let thin = archive(b"!<thin>\n", &[("../fails.o", &[]), ("/proc/self/mem", &[]), ("../safe.o", &[])]);
    Ok(vec![object, small, shared, program, regular, thin])
}

/// An archive as `ar` writes it: a thin one has names and no contents.
fn archive(magic: &[u8], members: &[(&str, &[u8])]) -> Vec<u8> {
    let names: String = members.iter().map(|(name, _)| format!("{name}/\n")).collect();
    let mut file = magic.to_vec();
    let mut add = |name: String, content: &[u8]| {
        file.extend(format!("{name:<16}{:<12}{:<6}{:<6}{:<8}{:<10}`\n", 0, 0, 0, 644, content.len()).bytes());
        file.extend(content);
        file.resize(file.len().next_multiple_of(2), b'\n');
    };
    add("//".into(), names.as_bytes());
    let mut at = 0;
    for (name, content) in members {
        add(format!("/{at}"), content);
        at += name.len() + 2;
    }
    file
}

pub(super) fn damaged(corpus: &[Vec<u8>], random: &mut Random) -> Vec<u8> {
    let mut file = random.pick(corpus).clone();
    for _ in 0..1 + random.below(4) {
        match random.below(10) {
            0..7 => number(&mut file, random),
            _ => bytes::damage(&mut file, corpus, random),
        }
    }
    file
}

/// A number in a header or a table becomes another one.
fn number(file: &mut [u8], random: &mut Random) {
    let size = file.len();
    let table = file.get(SECTIONS_AT..SECTIONS_AT + 8).and_then(|at| Some(u64::from_le_bytes(at.try_into().ok()?)));
    let table = table.and_then(|at| usize::try_from(at).ok()).filter(|at| *at < size).unwrap_or(0);
    let at = match random.below(4) {
        0 => random.below(HEADER_BYTES),
        1 => random.below(size.max(1)),
        _ => table + random.below((size - table).max(1)),
    };
    let near = (size as u64).wrapping_add(random.below(9) as u64).wrapping_sub(4);
    let value = if random.percent(25) { near } else { *random.pick(NUMBERS) };
    let width = *random.pick(&[1, 2, 4, 8]);
    // Most numbers stand at multiples of their size.
    let at = if random.percent(80) { at - at % width } else { at };
    if let Some(place) = file.get_mut(at..at + width) {
        place.copy_from_slice(&value.to_le_bytes()[..width]);
    }
}
