//! Checkpoints on the command line: what is written into them so that another process knows what to do, and
//! `verify resume`, which becomes the command that the search began with.

use std::collections::BTreeSet;
use std::ffi::OsString;
use std::fs::File;
use std::io::{ErrorKind, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use clap::Parser;
use driver::is_rust;
use ir::InputRole;
use machine::Image;
use report::{Outcome, Report};
use search::property::Property;
use search::{Checkpoint, Checkpoints, Order, Refused};
use serde::{Deserialize, Serialize};
use supervisor::Phase;

use crate::allow::AllowList;
use crate::args::{Algorithm, CheckArgs, Cli, Command, ResumeArgs, Store};
use crate::inputs::{self, Loaded};
use crate::launch::launch;
use crate::objects::Part;
use crate::output::{self, usage};
use crate::pasted;
use crate::saved::strange;

const EVERY: Duration = Duration::from_secs(600);

/// What a checkpoint begins with.
#[derive(Serialize, Deserialize)]
struct Head {
    /// The version that wrote it, and the very build: what a state is may be another in the next.
    augur: String,
    build: u64,
    /// Of the program as it is searched.
    program: u64,
    /// Where the command was given, and which.
    directory: String,
    command: Vec<String>,
    /// What was read from standard input, where it cannot be read again.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    standard: Option<Standard>,
    /// Rules that some race has needed so far.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    allowed: Vec<String>,
}

/// An input that came from standard input, as it was when it was compiled.
#[derive(Serialize, Deserialize)]
struct Standard {
    /// Its parts: what each is called, and its bytes, two digits each.
    parts: Vec<(String, String)>,
    hash: u64,
    set: BTreeSet<String>,
}

impl Standard {
    /// None if there is no such input; an error if there are several, or it is not one program by itself.
    fn of(loaded: &[Loaded]) -> Result<Option<Standard>, Outcome> {
        let mut standard = loaded.iter().filter(|loaded| loaded.name == inputs::STANDARD);
        let Some(first) = standard.next() else { return Ok(None) };
        if standard.next().is_some() || first.parts.iter().any(|part| part.role != InputRole::Whole) {
            let what = "--checkpoint goes with one input from standard input, C or bitcode";
            return Err(usage(what, inputs::STANDARD, "write it to a file first"));
        }
        let parts = first.parts.iter().map(|part| (part.name.clone(), digits_of(&part.bytes)));
        Ok(Some(Standard { parts: parts.collect(), hash: first.hash, set: first.set.clone() }))
    }

    fn loaded(self) -> Option<Loaded> {
        let part = |(name, digits): (String, String)| Some(Part::new(name, bytes_of(&digits)?, InputRole::Whole));
        let parts = self.parts.into_iter().map(part).collect::<Option<_>>()?;
        Some(Loaded { name: inputs::STANDARD.into(), parts, hash: self.hash, set: self.set })
    }
}

/// What is searched, and for what.
pub(crate) struct Asked<'a> {
    pub image: &'a Image,
    pub loaded: &'a [Loaded],
    pub allowed: Option<&'a Arc<AllowList>>,
    pub property: Option<&'a Property>,
}

impl Asked<'_> {
    /// The same for the same program, run in the same way, and the same question, wherever its parts came from.
    pub(crate) fn digest(&self) -> u64 {
        let parts = self.loaded.iter().flat_map(|loaded| &loaded.parts).map(|part| search::digest(&part.bytes));
        let config = search::digest(format!("{:?}", self.image.config).as_bytes());
        let rules = self.allowed.map(|allowed| search::digest(allowed.texts().join("\n").as_bytes()));
        let property = self.property.map(|property| search::digest(format!("{property:?}").as_bytes()));
        parts.chain([config]).chain(rules).chain(property).fold(0, join)
    }
}

/// The command that a command line stands for: that of a checkpoint, if it says to go on with one.
pub(crate) fn unfold(mut cli: Cli, line: Vec<OsString>) -> Result<Cli, Outcome> {
    match &mut cli.command {
        Some(Command::Resume(_)) => {}
        Some(Command::Check(check)) => check.keep.command_line = line,
        _ => cli.check.keep.command_line = line,
    }
    match cli.command {
        Some(Command::Resume(args)) => resumed(*args).map(|check| Cli { command: None, check }),
        _ => Ok(cli),
    }
}

fn resumed(args: ResumeArgs) -> Result<CheckArgs, Outcome> {
    let place = args.place.display().to_string();
    let refuse = |what: &str, advice: &str| usage(what, &place, advice);
    let (file, head) = open(&args.place)?;
    output::resumed();
    let line: Vec<OsString> = head.command.iter().map(OsString::from).collect();
    let parsed = pasted::translate(line.clone()).map(Cli::try_parse_from);
    let mut check = match parsed {
        Ok(Ok(Cli { command: None, check })) => check,
        Ok(Ok(Cli { command: Some(Command::Check(check)), .. })) => *check,
        _ => return Err(refuse("the command in it is not understood", "beginning anew")),
    };
    let here = std::env::current_dir().unwrap_or_default();
    let writes = check.save.is_some() || check.native.is_some() || check.search.coverage_lcov.is_some();
    // Where rustc is rustup's, a file in the directory says which program that is.
    let chooses_rustc = check.inputs.iter().any(|input| is_rust(input)) && here != Path::new(&head.directory);
    if !args.trust && (writes || chooses_rustc || strange(&check.compile).is_some()) {
        let what = "the search was begun with flags that write files or that can make the compiler run anything";
        return Err(refuse(what, "--trust, if you know where the checkpoint comes from"));
    }
    check.show = args.show;
    check.show.output = check.show.output.map(|output| here.join(output));
    check.common.source.extend(args.common.source.iter().map(|source| here.join(source)));
    (check.common.color, check.common.verbose) = (args.common.color, args.common.verbose);
    let search = &mut check.search;
    search.workers = args.workers.or(search.workers);
    search.time = args.time.or(search.time);
    search.memory = args.memory.or(search.memory);
    search.spill = args.spill.map(|spill| here.join(spill)).or(search.spill.take());
    search.depth = args.depth.or(search.depth);
    search.states = args.states.or(search.states);
    check.keep.checkpoint_every = args.checkpoint_every.or(check.keep.checkpoint_every);
    check.keep.checkpoint = file.parent().map(Path::to_path_buf);
    check.keep.resumed = Some(file);
    check.keep.command_line = line;
    if let Some(standard) = head.standard {
        let loaded = standard.loaded().ok_or_else(|| refuse("its input is not understood", "beginning anew"))?;
        inputs::keep_standard(loaded);
    }
    // Paths on the command line are meant from there.
    std::env::set_current_dir(&head.directory).map_err(|error| {
        let what = format!("the search was begun in {}: {error}", head.directory);
        refuse(&what, "beginning anew")
    })?;
    Ok(check)
}

/// The file of a checkpoint and what it begins with, if this program can go on with it.
fn open(place: &Path) -> Result<(PathBuf, Head), Outcome> {
    let name = place.display().to_string();
    let refuse = |what: String| usage(what, &name, "a directory that --checkpoint named");
    let unread = |error: std::io::Error| match error.kind() {
        ErrorKind::NotFound => refuse("there is no checkpoint".into()),
        ErrorKind::UnexpectedEof => refuse("the checkpoint ends too early".into()),
        _ => refuse(format!("the checkpoint cannot be read: {error}")),
    };
    let checkpoint = Checkpoint::open(place).map_err(unread)?;
    let head: Head = serde_json::from_slice(checkpoint.head())
        .map_err(|_| refuse("the checkpoint begins with something else than a command".into()))?;
    if head.build != build().map_err(unread)? {
        let what = format!("it was written by another build of verify, version {}", head.augur);
        return Err(usage(what, &name, "going on with the same one, or beginning anew"));
    }
    let file = std::fs::canonicalize(Checkpoints::file(place)).map_err(unread)?;
    Ok((file, head))
}

/// Where checkpoints of this search go, if it is to write any.
pub(crate) fn checkpoints(args: &CheckArgs, asked: &Asked<'_>) -> Result<Option<Arc<Checkpoints>>, Outcome> {
    let Some(directory) = &args.keep.checkpoint else {
        return match args.keep.checkpoint_every {
            Some(_) => Err(usage("--checkpoint-every says how often, but not where to", "", "--checkpoint DIR")),
            None => Ok(None),
        };
    };
    let name = directory.display().to_string();
    refuse_others(args)?;
    if args.keep.resumed.is_none() && directory.is_dir() && Checkpoints::file(directory).exists() {
        let advice = format!("`verify resume {name}` to go on with it, or another directory");
        return Err(usage("there is a checkpoint already", &name, advice));
    }
    let refuse = |error: std::io::Error| usage(format!("no checkpoint can be written: {error}"), &name, "");
    let words = args.keep.command_line.iter().map(|word| word.to_str().map(str::to_owned));
    let here = std::env::current_dir().map_err(refuse)?;
    let (Some(command), Some(here)) = (words.collect(), here.to_str()) else {
        return Err(usage("a command line that is not text (UTF-8) cannot be kept in a checkpoint", "", ""));
    };
    let mut head = Head {
        augur: env!("CARGO_PKG_VERSION").into(),
        build: build().map_err(refuse)?,
        program: asked.digest(),
        directory: here.into(),
        command,
        standard: Standard::of(asked.loaded)?,
        allowed: Vec::new(),
    };
    let allowed = asked.allowed.cloned();
    let head = move || {
        head.allowed = allowed.as_ref().map(|allowed| allowed.used().0).unwrap_or_default();
        serde_json::to_vec(&head).map_err(std::io::Error::from)
    };
    let every = args.keep.checkpoint_every.unwrap_or(EVERY);
    let rank = launch().map_or(0, |launch| launch.rank);
    Checkpoints::new((directory, rank), every, Box::new(head), keeping)
        .map(|checkpoints| Some(Arc::new(checkpoints)))
        .map_err(refuse)
}

/// The checkpoint that a search goes on with, if it is one of this program.
pub(crate) fn checkpoint(args: &CheckArgs, asked: &Asked<'_>) -> Result<Option<Checkpoint>, Outcome> {
    let Some(place) = &args.keep.resumed else { return Ok(None) };
    let (_, head) = open(place)?;
    if head.program != asked.digest() {
        let what = "the checkpoint is of another program: an input, a header or a file that it reads has changed";
        return Err(usage(what, place.display().to_string(), "beginning anew"));
    }
    let unread = |error: std::io::Error| usage(error.to_string(), place.display().to_string(), "");
    if let Some(allowed) = asked.allowed {
        allowed.set_used(&head.allowed);
        // Each rank knows by itself which rules its races have needed.
        for other in Checkpoint::open(place).and_then(Checkpoint::other_heads).map_err(unread)? {
            let other: Head = serde_json::from_slice(&other).map_err(|error| unread(error.into()))?;
            allowed.set_used(&other.allowed);
        }
    }
    Checkpoint::open(place).map(Some).map_err(unread)
}

/// Why a search does not go on.
pub(crate) fn refused(args: &CheckArgs, why: Refused) -> Outcome {
    let place = args.keep.resumed.as_ref().map(|place| place.display().to_string()).unwrap_or_default();
    match why {
        Refused::Unfit(what) => {
            usage(format!("the checkpoint cannot be gone on with: {what}"), place, "beginning anew")
        }
        Refused::Full(what) => Outcome::Limit { what, flag: "--memory".into() },
    }
}

/// What to do next, if there is a checkpoint.
pub(crate) fn advice(args: &CheckArgs, found: &search::Outcome) -> Option<String> {
    let directory = args.keep.checkpoint.as_ref().filter(|_| found.resumable && found.growth.is_some())?;
    Some(goes_on(directory))
}

/// The same when a search was ended from outside, if it has left one.
pub(crate) fn advice_after_all(args: &CheckArgs) -> Option<String> {
    let directory = args.keep.checkpoint.as_ref()?;
    Checkpoints::file(directory).is_file().then(|| goes_on(directory))
}

fn goes_on(directory: &Path) -> String {
    format!("there is a checkpoint: `verify resume {}` goes on from there", directory.display())
}

/// A search that has come to its end leaves no checkpoint.
pub(crate) fn clean_up(args: &CheckArgs, report: &Report) {
    let over = match report.outcome {
        Outcome::Safe | Outcome::Unproved { .. } | Outcome::Violation(_) | Outcome::Unsupported(_) => true,
        Outcome::Limit { .. } | Outcome::Usage(_) | Outcome::Defect { .. } => false,
    };
    if let Some(directory) = args.keep.checkpoint.as_ref().filter(|_| over)
        && let Err(error) = Checkpoints::remove(directory)
    {
        tracing::warn!(%error, "could not remove the checkpoint");
    }
}

/// What checkpoints do not go with.
fn refuse_others(args: &CheckArgs) -> Result<(), Outcome> {
    match unkept(args) {
        Some(flag) => Err(usage(format!("--checkpoint does not go with {flag}"), "", "leave out one of them")),
        None => Ok(()),
    }
}

/// What neither checkpoints nor several ranks go with, if it is there.
pub(crate) fn unkept(args: &CheckArgs) -> Option<&'static str> {
    let search = &args.search;
    let property = &args.property;
    let others = [
        (search.order != Order::default(), "--order, other than bfs"),
        (search.store != Store::Compressed, "--store plain"),
        (search.audit, "--audit"),
        (matches!(property.algorithm, Some(Algorithm::Ndfs | Algorithm::Cndfs)), "--algorithm ndfs or cndfs"),
    ];
    others.into_iter().find(|(given, _)| *given).map(|(_, flag)| flag)
}

/// While a checkpoint is written, nobody is killed for being late.
fn keeping(write: &mut dyn FnMut()) {
    let _stay = supervisor::enter(Phase::Keeping);
    write();
}

fn digits_of(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn bytes_of(digits: &str) -> Option<Vec<u8>> {
    let pairs = digits.as_bytes().chunks(2);
    pairs.map(|pair| u8::from_str_radix(std::str::from_utf8(pair).ok()?, 16).ok()).collect()
}

/// Which program we are ourselves.
pub(crate) fn build() -> std::io::Result<u64> {
    let mut file = File::open("/proc/self/exe")?;
    let (mut sum, mut piece) = (0, vec![0; 1 << 20]);
    loop {
        match file.read(&mut piece)? {
            0 => return Ok(sum),
            len => sum = join(sum, search::digest(&piece[..len])),
        }
    }
}

fn join(sum: u64, digest: u64) -> u64 {
    sum.rotate_left(7).wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ digest
}
