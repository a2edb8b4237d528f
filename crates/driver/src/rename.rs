//! Gives the section with the bitcode a name of its own.
//!
//! LLVM calls it `.llvmbc`, and its plugin for binutils takes every object that has such a section
//! for one that is to be optimised when linking: where the plugin is installed, `ar` leaves such
//! objects out of the index of an archive. The new name is as long as the old one, so it is
//! written in its place.

use std::fs::{File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::Path;

use crate::{LLVM_SECTION, SECTION};

const _: () = assert!(SECTION.len() == LLVM_SECTION.len());

/// Offsets in the header of an ELF file of 64 bits, and in that of a section.
const SECTIONS_AT: usize = 0x28;
const COUNT_AT: usize = 0x3c;
const NAMES_AT: usize = 0x3e;
const HEADER_BYTES: usize = 0x40;
const SECTION_BYTES: usize = 0x40;
const CONTENT_AT: usize = 0x18;

/// Renames it in a file that the compiler has written. Anything but an object, a library or a program
/// is left as it is.
pub(crate) fn rename(file: &Path) -> io::Result<()> {
    if !std::fs::metadata(file)?.is_file() {
        return Ok(());
    }
    let mut file = OpenOptions::new().read(true).write(true).open(file)?;
    let mut header = [0; HEADER_BYTES];
    if file.read_exact(&mut header).is_err() || !header.starts_with(b"\x7FELF\x02\x01") {
        return Ok(());
    }
    let mut table = vec![0; half(&header, COUNT_AT) * SECTION_BYTES];
    read_at(&mut file, long(&header, SECTIONS_AT), &mut table)?;
    let Some(names) = table.chunks(SECTION_BYTES).nth(half(&header, NAMES_AT)) else { return Ok(()) };
    let names = long(names, CONTENT_AT);
    for section in table.chunks(SECTION_BYTES) {
        let at = names.saturating_add(u64::from(word(section)));
        let mut name = [0; LLVM_SECTION.len() + 1];
        if read_at(&mut file, at, &mut name).is_ok() && name.strip_suffix(&[0]) == Some(LLVM_SECTION.as_bytes()) {
            file.seek(SeekFrom::Start(at))?;
            file.write_all(SECTION.as_bytes())?;
        }
    }
    Ok(())
}

fn read_at(file: &mut File, at: u64, bytes: &mut [u8]) -> io::Result<()> {
    file.seek(SeekFrom::Start(at))?;
    file.read_exact(bytes)
}

fn half(bytes: &[u8], at: usize) -> usize {
    usize::from(u16::from_le_bytes([bytes[at], bytes[at + 1]]))
}

/// The first field of a section is where its name is.
fn word(section: &[u8]) -> u32 {
    u32::from_le_bytes([section[0], section[1], section[2], section[3]])
}

fn long(bytes: &[u8], at: usize) -> u64 {
    bytes[at..at + 8].iter().rev().fold(0, |sum, byte| sum << 8 | u64::from(*byte))
}
