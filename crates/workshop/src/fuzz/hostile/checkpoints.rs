//! Damaged checkpoints: bits are flipped and parts overwritten, cut, doubled or moved. Checksums notice; in every
//! other file they are made to fit, as by somebody who knows how.

use super::limits::{LIMITS, TIMEOUT};
use super::{beside, bytes};
use crate::fuzz::random::Random;
use crate::process;
use crate::project::Project;
use std::path::Path;
use std::process::Command;

/// States after which the search is interrupted.
const STATES: &[&str] = &["3", "10"];

/// What else is asked: other searches keep other things.
const FLAGS: &[&[&str]] = &[&[], &["--liveness"]];

pub(super) fn corpus(project: &Project, directory: &Path) -> Result<Vec<Vec<u8>>, String> {
    // Who goes on with a source compiles it first, which takes longer than all the rest.
    beside::compile_all(project, directory)?;
    let mut files = Vec::new();
    for (states, flags) in STATES.iter().flat_map(|states| FLAGS.iter().map(move |flags| (states, flags))) {
        let kept = directory.join("kept");
        let _ = std::fs::remove_dir_all(&kept);
        let mut command = Command::new(project.verify_binary());
        command.current_dir(directory).args(["long.bc", "--checkpoint", "kept", "--states", states]).args(*flags);
        let finished = process::run(&mut command, TIMEOUT)?;
        if finished.code() != Some(4) {
            return Err(format!("{}: {}\n{}", process::show(&command), finished.describe(), finished.tail(10)));
        }
        let path = kept.join("checkpoint");
        files.push(std::fs::read(&path).map_err(|error| format!("{}: {error}", path.display()))?);
    }
    Ok(files)
}

/// What stands before the first block, and before the bytes of each.
const OPENING: usize = 16;
const HEAD: usize = 16;
const LAST: u32 = 1 << 31;

pub(super) fn damaged(corpus: &[Vec<u8>], random: &mut Random) -> Vec<u8> {
    if random.percent(50) {
        return bytes::damaged(corpus, random);
    }
    // These are small enough to be one block each.
    let contents: Vec<Vec<u8>> = corpus.iter().map(|file| file[(OPENING + HEAD).min(file.len())..].to_vec()).collect();
    let content = bytes::damaged(&contents, random);
    let opening = &corpus[0][..OPENING.min(corpus[0].len())];
    let len = u32::try_from(content.len()).unwrap_or(u32::MAX);
    let sum = checksum(len, LAST, &content);
    [opening, &len.to_le_bytes(), &LAST.to_le_bytes(), &sum.to_le_bytes(), &content].concat()
}

/// As `search` has it.
fn checksum(len: u32, number: u32, bytes: &[u8]) -> u64 {
    const FACTOR: u64 = 0x9e37_79b9_7f4a_7c15;
    let step = |sum: u64, word: u64| (sum ^ word).wrapping_mul(FACTOR).rotate_left(29);
    let (eights, rest) = bytes.as_chunks::<8>();
    let mut last = [0; 8];
    last[..rest.len()].copy_from_slice(rest);
    let words = eights.iter().copied().chain([last, [0; 8]]).map(u64::from_le_bytes);
    [len, number].map(u64::from).into_iter().chain(words).fold(FACTOR, step)
}

pub(super) fn command(command: &mut Command, file: &Path) {
    command.arg("resume").arg(file).args(["--format", "json", "--states", "300"]).args(LIMITS);
}
