//! Damaged bitcode: a few programs are compiled at two levels; bits are flipped and parts overwritten, cut,
//! doubled or moved.

use super::limits::{LIMITS, TIMEOUT};
use crate::fuzz::random::Random;
use crate::process;
use crate::project::Project;
use std::path::Path;
use std::process::Command;

/// Small programs of many kinds.
const PROGRAMS: &[&str] = &[
    "examples/peterson.c",
    "examples/lost_update.c",
    "tests/programs/conformance/structs/abi_mixed.c",
    "tests/programs/conformance/vectors/shuffle.c",
    "tests/programs/conformance/variadic/mixed.c",
    "tests/programs/conformance/control/computed_goto.c",
    "tests/programs/conformance/floats/long_double.c",
    "tests/programs/conformance/control/switch_sparse.c",
    "tests/programs/conformance/bitfields/packed.c",
    "tests/programs/conformance/integers/bitint_wide.c",
];

pub(super) fn corpus(project: &Project, directory: &Path) -> Result<Vec<Vec<u8>>, String> {
    compiled(project, directory, &["-c"])
}

/// The programs as LLVM's files, made with these flags.
pub(super) fn compiled(project: &Project, directory: &Path, flags: &[&str]) -> Result<Vec<Vec<u8>>, String> {
    let mut files = Vec::new();
    for source in PROGRAMS {
        for level in ["-O0", "-O2"] {
            let path = directory.join("whole");
            let mut command = Command::new(project.verify_binary());
            command.args(["cc", level, "-w", "-emit-llvm"]).args(flags);
            command.arg(project.root.join(source)).arg("-o").arg(&path);
            let finished = process::run(&mut command, TIMEOUT)?;
            if !finished.success() {
                return Err(format!("{}: {}\n{}", process::show(&command), finished.describe(), finished.tail(10)));
            }
            files.push(std::fs::read(&path).map_err(|error| format!("{}: {error}", path.display()))?);
        }
    }
    Ok(files)
}

pub(super) fn command(command: &mut Command, file: &Path) {
    command.arg("check").arg(file).args(["--format", "json", "--workers", "1"]).args(LIMITS);
}

pub(super) fn damaged(corpus: &[Vec<u8>], random: &mut Random) -> Vec<u8> {
    let mut bytes = random.pick(corpus).clone();
    for _ in 0..1 + random.below(4) {
        damage(&mut bytes, corpus, random);
    }
    bytes
}

pub(super) fn damage(bytes: &mut Vec<u8>, corpus: &[Vec<u8>], random: &mut Random) {
    // The magic number stays, or nothing is tested.
    const KEPT: usize = 4;
    if bytes.len() < 2 * KEPT {
        return;
    }
    let at = KEPT + random.below(bytes.len() - KEPT);
    let size = (1 + random.below(64)).min(bytes.len() - at);
    match random.below(10) {
        0..4 => bytes[at] ^= 1 << random.below(8),
        4 => bytes[at] = random.next() as u8,
        5 => bytes[at..at + size].iter_mut().for_each(|byte| *byte = random.next() as u8),
        6 => {
            let part = bytes[at..at + size].to_vec();
            let to = KEPT + random.below(bytes.len() - KEPT);
            bytes.splice(to..to, part);
        }
        7 => {
            bytes.drain(at..at + size);
        }
        8 if random.percent(20) => bytes.truncate(at),
        _ => {
            let other = random.pick(corpus);
            let from = random.below(other.len());
            let part = &other[from..(from + size).min(other.len())];
            let end = (at + part.len()).min(bytes.len());
            bytes.splice(at..end, part.iter().copied());
        }
    }
}
