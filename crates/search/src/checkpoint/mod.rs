//! Checkpoints: a search that outlives its process.
//!
//! Between two layers a breadth-first search is little more than its store: the round, what was gathered, the
//! order of the current layer and how each state was reached. That is written to a file, every so often and when
//! a limit ends the search. A limit comes in the middle of a layer; what is written then is the state of things
//! at the beginning of that layer, for which the new states are left out (their numbers are higher), and what
//! was gathered up to then ([`Journal::note`]). So a search that goes on is the same as one that was never
//! interrupted, with any number of workers. Scouts begin anew and are allowed the same work in the same portions
//! as before ([`crate::scout`]), so they find the same.
//!
//! A new file is written beside the old one, brought to the disk and renamed. Whoever is killed meanwhile leaves
//! the old one. `blocks` sees to it that a damaged file is never taken for a whole one.
//!
//! ```text
//! head · plan · notes · store · layers       (head: the caller's; layers: as their strategy says)
//! ```
//!
//! Of several ranks each writes a file like this with what it has. Those of the others have a number of that
//! checkpoint in their names, and are there when the first rank's is renamed: that one makes it the checkpoint.
//! Ranks that go on, the same number or another, read their parts of it, or all parts ([`Pieces`]).

pub(crate) mod blocks;
pub(crate) mod numbers;
mod pieces;
mod plan;

use std::fs::File;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use machine::Covered;
use store::{Store, StoreOptions, Unread};

use crate::gathered::Gathered;
use crate::outcome::Options;
use crate::peers::Peers;
use crate::search::{Search, lock};
use blocks::{Sink, Source, damaged};
use numbers::{Out, take, understand};
use pieces::FILE;
pub(crate) use pieces::Pieces;
pub(crate) use plan::Plan;

/// Between two checkpoints passes at least so many times as long as it took to write the first.
const PAUSE_SHARE: u32 = 25;

/// Where checkpoints go.
pub struct Checkpoints {
    directory: PathBuf,
    /// Which of several processes this is.
    rank: usize,
    /// Held by the first rank as long as this lives, so that nobody else writes there.
    _lock: Option<File>,
    every: Duration,
    /// Tells what whoever goes on needs to know first.
    head: Mutex<Header>,
    /// Called with what writes one, which may take a while.
    around: fn(&mut dyn FnMut()),
}

/// Called for each checkpoint.
pub type Header = Box<dyn FnMut() -> io::Result<Vec<u8>> + Send>;

impl std::fmt::Debug for Checkpoints {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("Checkpoints").field(&self.directory).finish()
    }
}

impl Checkpoints {
    /// Checkpoints of this rank go to this directory from now on, and nobody else's but those of other ranks.
    pub fn new(
        (directory, rank): (&Path, usize),
        every: Duration,
        head: Header,
        around: fn(&mut dyn FnMut()),
    ) -> io::Result<Self> {
        std::fs::create_dir_all(directory)?;
        let lock = (rank == 0).then(|| File::open(directory)).transpose()?;
        lock.as_ref().map_or(Ok(()), File::try_lock).map_err(|why| match why {
            std::fs::TryLockError::WouldBlock => {
                io::Error::new(io::ErrorKind::WouldBlock, "another search writes there")
            }
            std::fs::TryLockError::Error(error) => error,
        })?;
        // To know now whether that can be done.
        let unfinished = pieces::unfinished(directory, rank);
        File::create(&unfinished)?;
        std::fs::remove_file(unfinished)?;
        Ok(Checkpoints { directory: directory.into(), rank, _lock: lock, every, head: Mutex::new(head), around })
    }

    /// The checkpoint in a directory, or the file itself.
    pub fn file(place: &Path) -> PathBuf {
        if place.is_dir() { place.join(FILE) } else { place.into() }
    }

    /// The search has come to its end; nobody will go on with it.
    pub fn remove(place: &Path) -> io::Result<()> {
        match std::fs::remove_file(place.join(FILE)) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
            _ => pieces::remove(place, None),
        }
    }

    /// Writes this rank's part. `agree` gets what has come of it, and tells what has come of all parts.
    fn write(
        &self,
        generation: u64,
        content: &mut dyn FnMut(&mut dyn Write) -> io::Result<()>,
        agree: impl FnOnce(io::Result<u64>) -> io::Result<u64>,
    ) -> io::Result<u64> {
        let unfinished = pieces::unfinished(&self.directory, self.rank);
        let file = pieces::file(&self.directory.join(FILE), generation, self.rank);
        let name = |bytes| {
            std::fs::rename(&unfinished, &file)?;
            // The name has to be on the disk, too.
            File::open(&self.directory)?.sync_all()?;
            Ok(bytes)
        };
        let written = Sink::create(&unfinished).and_then(|mut sink| {
            content(&mut sink)?;
            sink.finish()
        });
        // It is the checkpoint as soon as the first rank's part has its name, so that is the last to get one.
        let written = match self.rank {
            0 => agree(written).and_then(name),
            _ => agree(written.and_then(name)),
        };
        match &written {
            Err(_) => {
                let part = (self.rank > 0).then_some(&file);
                [Some(&unfinished), part].into_iter().flatten().for_each(|file| drop(std::fs::remove_file(file)));
            }
            // Old parts that stay do no harm.
            Ok(_) if self.rank == 0 => drop(pieces::remove(&self.directory, Some(generation))),
            Ok(_) => {}
        }
        written
    }
}

/// A checkpoint to go on with.
pub struct Checkpoint {
    file: PathBuf,
    source: Source,
    head: Vec<u8>,
}

impl Checkpoint {
    /// Opens a checkpoint: the file, or the directory that it is in.
    pub fn open(place: &Path) -> io::Result<Checkpoint> {
        let file = Checkpoints::file(place);
        let mut source = Source::open(&file)?;
        let head = take(&mut source)?;
        Ok(Checkpoint { file, source, head })
    }

    pub fn head(&self) -> &[u8] {
        &self.head
    }

    /// What the parts of other ranks begin with.
    pub fn other_heads(mut self) -> io::Result<Vec<Vec<u8>>> {
        let plan = understand(&take(&mut self.source)?, Plan::read)?;
        let head = |rank| take(&mut pieces::open(&self.file, plan.generation, rank)?);
        (1..plan.ranks).map(head).collect()
    }

    /// What has to be known before the search begins.
    pub(crate) fn plan(mut self) -> io::Result<(Plan, Pieces)> {
        let plan = understand(&take(&mut self.source)?, Plan::read)?;
        let pieces = Pieces::new(self.file, &plan, self.source)?;
        Ok((plan, pieces))
    }
}

/// Why a search does not go on.
#[derive(Debug, thiserror::Error)]
pub enum Refused {
    #[error("{0}")]
    Unfit(String),
    /// It does not fit into memory.
    #[error("{0}")]
    Full(String),
}

impl From<io::Error> for Refused {
    fn from(error: io::Error) -> Refused {
        match error.kind() {
            io::ErrorKind::UnexpectedEof => Refused::Unfit("it ends too early".into()),
            _ => Refused::Unfit(error.to_string()),
        }
    }
}

impl From<Unread> for Refused {
    fn from(why: Unread) -> Refused {
        match why {
            Unread::Io(error) => error.into(),
            Unread::Full(full) => Refused::Full(full.to_string()),
            Unread::Unfit(what) => Refused::Unfit(what.into()),
        }
    }
}

/// What a search writes down, and what it goes on with.
#[derive(Default)]
pub(crate) struct Journal {
    to: Option<Arc<Checkpoints>>,
    /// Nothing is written any more.
    closed: AtomicBool,
    /// What a search before this one has spent.
    spent: Duration,
    /// Its limit on memory, if there was one before.
    memory_bytes_max: Option<Option<u64>>,
    page: Mutex<Page>,
}

#[derive(Default)]
struct Page {
    round: u64,
    /// What is still to be read of the checkpoint to go on with: its pieces, or what is left of this rank's.
    pieces: Option<Pieces>,
    source: Option<Source>,
    covered: Option<Covered>,
    /// When the last checkpoint was there, and how long it took; at first, when all began.
    last: Option<(Instant, Duration)>,
    written: u64,
    generation: u64,
    trouble: Option<String>,
    refused: Option<Refused>,
}

/// What a search had come to, and what its scouts were allowed.
pub(crate) type Notes = (Gathered, Vec<u64>);

impl Journal {
    pub(crate) fn new(options: &Options, resumed: Option<(&Plan, Pieces)>) -> Journal {
        let mut page = Page { last: Some((Instant::now(), Duration::ZERO)), ..Page::default() };
        let (mut spent, mut memory_bytes_max) = (Duration::ZERO, None);
        if let Some((plan, pieces)) = resumed {
            (spent, memory_bytes_max) = (plan.spent, Some(plan.memory_bytes_max));
            (page.pieces, page.covered) = (Some(pieces), Some(plan.covered.clone()));
            // There is one as long as it is not replaced.
            (page.written, page.generation) = (1, plan.generation);
        }
        let to = options.checkpoints.clone();
        Journal { to, closed: AtomicBool::new(false), spent, memory_bytes_max, page: Mutex::new(page) }
    }

    /// Is anything written down?
    pub(crate) fn is_open(&self) -> bool {
        self.to.is_some() && !self.closed.load(Ordering::SeqCst)
    }

    /// From now on nothing is written: what follows is done anew by whoever goes on.
    pub(crate) fn close(&self) {
        self.closed.store(true, Ordering::SeqCst);
    }

    pub(crate) fn begin_round(&self, round: u64) {
        lock(&self.page).round = round;
    }

    pub(crate) fn spent(&self) -> Duration {
        self.spent
    }

    /// The limit on memory that scouts mind. It stays as it was at first, for what they find depends on it.
    pub(crate) fn memory_bytes_max(&self, options: &Options) -> Option<u64> {
        self.memory_bytes_max.unwrap_or(options.memory_bytes_max)
    }

    /// Is there something to go on with?
    pub(crate) fn goes_on(&self) -> bool {
        lock(&self.page).pieces.is_some()
    }

    /// The store and the notes to go on with, if there are any. If there are as many ranks as there were, each has
    /// its store as it was, otherwise an empty one: then all pieces are still to be read.
    pub(crate) fn restore(
        &self,
        options: StoreOptions,
        peers: Option<&dyn Peers>,
    ) -> Result<Option<(Store, Notes)>, Refused> {
        let Some(mut pieces) = lock(&self.page).pieces.take() else { return Ok(None) };
        let notes = understand(pieces.notes(), |from| Some((Gathered::read(from)?, from.numbers()?)))?;
        if peers.map_or(0, |peers| peers.count()) != pieces.ranks() {
            lock(&self.page).pieces = Some(pieces);
            return Ok(Some((Store::new(options), notes)));
        }
        let (covered, mut source) = pieces.open(peers.map_or(0, |peers| peers.rank()))?;
        let store = Store::read_from(options, &mut source)?;
        let mut page = lock(&self.page);
        page.source = Some(source);
        page.covered.get_or_insert_default().merge(&covered);
        Ok(Some((store, notes)))
    }

    /// The pieces that are still to be read, of a search over another number of ranks.
    pub(crate) fn take_pieces(&self) -> Option<Pieces> {
        lock(&self.page).pieces.take()
    }

    /// What was reached before.
    pub(crate) fn take_covered(&self) -> Covered {
        lock(&self.page).covered.take().unwrap_or_default()
    }

    /// A strategy reads its part, the last one, if there is something to go on with. None if not.
    pub(crate) fn read(&self, part: impl FnOnce(&mut dyn Read) -> io::Result<()>) -> Option<io::Result<()>> {
        let mut source = lock(&self.page).source.take()?;
        Some(part(&mut source).and_then(|()| source.end()))
    }

    /// What was to be gone on with does not make sense.
    pub(crate) fn refuse(&self, why: impl Into<Refused>) {
        lock(&self.page).refused = Some(why.into());
    }

    pub(crate) fn take_refused(&self) -> Option<Refused> {
        lock(&self.page).refused.take()
    }

    /// What there is to know at the beginning of a layer, if somebody wants to.
    pub(crate) fn note(&self, search: &Search<'_>, gathered: &Gathered) -> Out {
        let mut out = Out::default();
        if self.is_open() {
            gathered.write(&mut out);
            out.numbers(&search.scouts.allowed());
        }
        out
    }

    /// Is it time for another one?
    pub(crate) fn is_due(&self) -> bool {
        let Some(to) = self.to.as_ref().filter(|_| self.is_open()) else { return false };
        let last = lock(&self.page).last;
        last.is_none_or(|(when, took)| when.elapsed() >= to.every.max(took * PAUSE_SHARE))
    }

    /// Writes a checkpoint: what was noted at the beginning of a layer, and what the strategy says was there.
    pub(crate) fn write(&self, search: &Search<'_>, notes: &Out, part: impl Fn(&mut dyn Write) -> io::Result<()>) {
        let Some(to) = self.to.as_ref().filter(|_| self.is_open()) else { return };
        let begin = Instant::now();
        let (round, generation) = {
            let mut page = lock(&self.page);
            page.generation += 1;
            (page.round, page.generation)
        };
        let plan = Plan {
            round,
            company: search.options.company,
            spent: self.spent + search.started.elapsed(),
            memory_bytes_max: self.memory_bytes_max(search.options),
            presumptions: search.presumptions.clone(),
            covered: lock(&search.covered).clone(),
            ranks: search.options.peers.as_ref().map_or(0, |peers| peers.count()),
            generation,
        };
        let mut circumstances = Out::default();
        plan.write(&mut circumstances);
        let mut content = |out: &mut dyn Write| {
            let head = Out((*lock(&to.head))()?);
            [&head, &circumstances, notes].into_iter().try_for_each(|section| section.put(out))?;
            part(out)
        };
        let mut written = Err(damaged("it was not written"));
        (to.around)(&mut || written = to.write(generation, &mut content, |own| search.agree_on_written(own)));
        let mut page = lock(&self.page);
        page.last = Some((Instant::now(), begin.elapsed()));
        match written {
            Ok(bytes) => {
                page.written += 1;
                page.trouble = None;
                tracing::info!(bytes, time = ?begin.elapsed(), "wrote a checkpoint");
            }
            Err(why) => {
                tracing::warn!(%why, "could not write a checkpoint");
                page.trouble = Some(format!("the last checkpoint could not be written: {why}"));
            }
        }
    }

    /// What to say at the end, and whether there is a checkpoint of this search.
    pub(crate) fn sum_up(&self) -> (Option<String>, bool) {
        let page = lock(&self.page);
        (page.trouble.clone(), page.written > 0)
    }
}
