//! Checkpoints on the command line: what is written into them so that another process knows what to do, and
//! `verify resume`, which becomes the command that the search began with.

use std::ffi::OsString;
use std::fs::File;
use std::io::{ErrorKind, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use clap::Parser;
use machine::Image;
use report::{Outcome, Report};
use search::{Checkpoint, Checkpoints, Order, Refused};
use serde::{Deserialize, Serialize};
use supervisor::Phase;

use crate::args::{CheckArgs, Cli, Command, ResumeArgs, Store};
use crate::inputs::Loaded;
use crate::output::{self, usage};
use crate::pasted;
use crate::saved::is_harmless;

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
    let strange = check.compile.cc_arg.iter().any(|flag| !is_harmless(&flag.to_string_lossy()));
    let writes = check.save.is_some() || check.native.is_some() || check.search.coverage_lcov.is_some();
    if !args.trust && (strange || writes) {
        let what = "the search was begun with flags that write files or that can make the compiler run anything";
        return Err(refuse(what, "--trust, if you know where the checkpoint comes from"));
    }
    let here = std::env::current_dir().unwrap_or_default();
    check.show = args.show;
    check.show.output = check.show.output.map(|output| here.join(output));
    check.common.source.extend(args.common.source.iter().map(|source| here.join(source)));
    (check.common.color, check.common.verbose) = (args.common.color, args.common.verbose);
    let search = &mut check.search;
    search.workers = args.workers.or(search.workers);
    search.time = args.time.or(search.time);
    search.memory = args.memory.or(search.memory);
    search.depth = args.depth.or(search.depth);
    search.states = args.states.or(search.states);
    check.keep.checkpoint_every = args.checkpoint_every.or(check.keep.checkpoint_every);
    check.keep.checkpoint = file.parent().map(Path::to_path_buf);
    check.keep.resumed = Some(file);
    check.keep.command_line = line;
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
pub(crate) fn checkpoints(
    args: &CheckArgs,
    image: &Image,
    loaded: &[Loaded],
) -> Result<Option<Arc<Checkpoints>>, Outcome> {
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
    let head = Head {
        augur: env!("CARGO_PKG_VERSION").into(),
        build: build().map_err(refuse)?,
        program: program(image, loaded),
        directory: here.into(),
        command,
    };
    let head = serde_json::to_vec(&head).map_err(|error| refuse(error.into()))?;
    let every = args.keep.checkpoint_every.unwrap_or(EVERY);
    Checkpoints::new(directory, every, head, keeping).map(|checkpoints| Some(Arc::new(checkpoints))).map_err(refuse)
}

/// The checkpoint that a search goes on with, if it is one of this program.
pub(crate) fn checkpoint(args: &CheckArgs, image: &Image, loaded: &[Loaded]) -> Result<Option<Checkpoint>, Outcome> {
    let Some(place) = &args.keep.resumed else { return Ok(None) };
    let (_, head) = open(place)?;
    if head.program != program(image, loaded) {
        let what = "the checkpoint is of another program: an input, a header or a file that it reads has changed";
        return Err(usage(what, place.display().to_string(), "beginning anew"));
    }
    let unread = |error: std::io::Error| usage(error.to_string(), place.display().to_string(), "");
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
    Some(format!("there is a checkpoint: `verify resume {}` goes on from there", directory.display()))
}

/// A search that has come to its end leaves no checkpoint.
pub(crate) fn clean_up(args: &CheckArgs, report: &Report) {
    let over = matches!(report.outcome, Outcome::Safe | Outcome::Violation(_) | Outcome::Unsupported(_));
    if let Some(directory) = args.keep.checkpoint.as_ref().filter(|_| over)
        && let Err(error) = Checkpoints::remove(directory)
    {
        tracing::warn!(%error, "could not remove the checkpoint");
    }
}

/// What checkpoints do not go with.
fn refuse_others(args: &CheckArgs) -> Result<(), Outcome> {
    let search = &args.search;
    let property = &args.property;
    let temporal = property.ltl.is_some() || property.hoa.is_some() || property.property.is_some();
    let others = [
        (search.order != Order::default(), "--order, other than bfs"),
        (search.lossy, "--lossy"),
        (search.store != Store::Compressed, "--store plain"),
        (search.audit, "--audit"),
        (temporal || property.liveness || !property.invariant.is_empty(), "temporal properties"),
        (!search.allow_race.is_empty() || !search.allow_races.is_empty(), "--allow-race and --allow-races"),
        (args.inputs.iter().any(|input| input == Path::new("-")), "an input that is read from standard input"),
    ];
    match others.into_iter().find(|(given, _)| *given) {
        Some((_, flag)) => Err(usage(format!("--checkpoint does not go with {flag}"), "", "leave out one of them")),
        None => Ok(()),
    }
}

/// While a checkpoint is written, nobody is killed for being late.
fn keeping(write: &mut dyn FnMut()) {
    let _stay = supervisor::enter(Phase::Keeping);
    write();
}

/// Which program it is, and how it is run.
fn program(image: &Image, loaded: &[Loaded]) -> u64 {
    let parts = loaded.iter().flat_map(|loaded| &loaded.parts).map(|part| search::digest(&part.bytes));
    let config = search::digest(format!("{:?}", image.config).as_bytes());
    parts.chain([config]).fold(0, join)
}

/// Which program we are ourselves.
fn build() -> std::io::Result<u64> {
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
