//! The files of a checkpoint: one, or one of each rank.

use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use machine::Covered;

use super::blocks::{Source, damaged};
use super::numbers::{take, understand};
use super::plan::Plan;

/// What a checkpoint is called in its directory, and one that is being written.
pub(super) const FILE: &str = "checkpoint";
const UNFINISHED: &str = "checkpoint.new";

/// What is to be read of a checkpoint after what all of its files begin with.
pub(crate) struct Pieces {
    file: PathBuf,
    ranks: usize,
    generation: u64,
    notes: Vec<u8>,
    first: Option<Source>,
}

impl Pieces {
    pub(super) fn new(file: PathBuf, plan: &Plan, mut first: Source) -> io::Result<Pieces> {
        let notes = take(&mut first)?;
        Ok(Pieces { file, ranks: plan.ranks, generation: plan.generation, notes, first: Some(first) })
    }

    /// What was noted is the same on all ranks.
    pub(super) fn notes(&self) -> &[u8] {
        &self.notes
    }

    /// How many ranks have written it; 0: a process without ranks.
    pub(crate) fn ranks(&self) -> usize {
        self.ranks
    }

    /// The rest of a piece, and what that rank had covered. Each can be had once.
    pub(crate) fn open(&mut self, rank: usize) -> io::Result<(Covered, Source)> {
        if rank == 0 {
            let first = self.first.take().ok_or_else(|| damaged("it was read before"))?;
            return Ok((Covered::default(), first));
        }
        let mut source = open(&self.file, self.generation, rank)?;
        take(&mut source)?;
        let plan = understand(&take(&mut source)?, Plan::read)?;
        if (plan.ranks, plan.generation) != (self.ranks, self.generation) || take(&mut source)? != self.notes {
            return Err(damaged(&format!("the part of rank {rank} is of another checkpoint")));
        }
        Ok((plan.covered, source))
    }
}

/// The part of a rank, but the first.
pub(super) fn open(first: &Path, generation: u64, rank: usize) -> io::Result<Source> {
    let path = file(first, generation, rank);
    Source::open(&path).map_err(|error| match error.kind() {
        ErrorKind::NotFound => damaged(&format!("the part of rank {rank}, {}, is missing", path.display())),
        _ => error,
    })
}

/// Where a rank's part of a checkpoint is.
pub(super) fn file(first: &Path, generation: u64, rank: usize) -> PathBuf {
    match rank {
        0 => first.into(),
        _ => first.with_file_name(format!("{FILE}.{generation}.{rank}")),
    }
}

/// Where it is while it is being written.
pub(super) fn unfinished(directory: &Path, rank: usize) -> PathBuf {
    match rank {
        0 => directory.join(UNFINISHED),
        _ => directory.join(format!("{UNFINISHED}.{rank}")),
    }
}

/// Removes the parts of other ranks than the first, but for those of one checkpoint.
pub(super) fn remove(directory: &Path, but: Option<u64>) -> io::Result<()> {
    let is_old = |name: &str| {
        let (generation, rank) = name.strip_prefix(FILE)?.strip_prefix('.')?.split_once('.')?;
        rank.parse::<usize>().ok()?;
        (generation == "new" || generation.parse().is_ok_and(|generation: u64| Some(generation) != but)).then_some(())
    };
    for entry in std::fs::read_dir(directory)? {
        let entry = entry?;
        if entry.file_name().to_str().and_then(is_old).is_some() {
            std::fs::remove_file(entry.path())?;
        }
    }
    Ok(())
}
