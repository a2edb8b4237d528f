//! Several processes that `mpirun` has started search together, and one of them tells what came of it.
//!
//! The first rank prints; the others are silent unless they end for a reason of their own, which no other rank can
//! tell. They exit with 0 then, so that `mpirun` hands on the exit code of the first.

use std::io;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use ::ranks::World;
use machine::Image;
use report::Outcome;
use search::{Idle, Peers, Verdict};
use supervisor::Phase;

use crate::allow::AllowList;
use crate::args::{CheckArgs, Cli, Command};
use crate::launch::{self, launch};
use crate::output::usage;
use crate::{budget, exit, resume};

/// Commands that do not run on several ranks.
pub(crate) fn refuse(cli: &Cli) -> Option<Outcome> {
    let count = launch()?.count;
    let (what, advice) = match &cli.command {
        None | Some(Command::Check(_) | Command::Resume(_)) if World::IS_BUILT => return None,
        None | Some(Command::Check(_) | Command::Resume(_)) => {
            ("but this verify was built without MPI", "`cargo xtask setup --mpi` and `cargo xtask build`")
        }
        Some(_) => ("but only checks run on several", "without mpirun"),
    };
    Some(usage(format!("{count} ranks were started, {what}"), "", advice))
}

/// What does not work on several ranks, when it is known which check it is.
pub(crate) fn refuse_flags(cli: &Cli) -> Option<Outcome> {
    launch()?;
    let args = match &cli.command {
        Some(Command::Check(args)) => args,
        _ => &cli.check,
    };
    let flag = unfit(args)?;
    Some(usage(format!("several ranks do not go with {flag}"), "", "one process, without mpirun"))
}

/// The same, in a word or two.
fn unfit(args: &CheckArgs) -> Option<&'static str> {
    // A checkpoint has what was read.
    let reads = args.keep.resumed.is_none() && args.inputs.iter().any(|input| input == Path::new("-"));
    reads.then_some("an input that is read from standard input").or_else(|| resume::unkept(args))
}

/// For tests: a search is made again with threads for ranks, as many as this names, one number after the other, and
/// has to come to the same.
const AGAIN: &str = "AUGUR_RANKS";

/// Does that, where it can be done and no limit was met.
pub(crate) fn doubt(
    args: &CheckArgs,
    (image, options): (&Image, &search::Options),
    found: &search::Outcome,
) -> Result<(), Outcome> {
    let Ok(counts) = std::env::var(AGAIN) else { return Ok(()) };
    let limited = matches!(found.verdict, Verdict::Limit { .. }) || options.checkpoints.is_some();
    if launch().is_some() || unfit(args).is_some() || limited {
        return Ok(());
    }
    for ranks in counts.split(',').filter_map(|count| count.parse().ok()) {
        if let Some(difference) = search::differs_over(ranks, image, options, found) {
            return Err(Outcome::Defect {
                what: format!("over {ranks} ranks the search comes to another end: {difference}"),
            });
        }
    }
    Ok(())
}

/// All ranks, as a search sees them.
#[derive(Debug)]
pub(crate) struct Ranks {
    world: World,
    /// Nothing more is said.
    left: AtomicBool,
}

impl Peers for Ranks {
    fn rank(&self) -> usize {
        self.world.rank()
    }

    fn count(&self) -> usize {
        self.world.count()
    }

    fn send(&self, to: usize, bytes: Vec<u8>) -> io::Result<()> {
        self.world.send(to, bytes)
    }

    fn unsent_bytes(&self) -> io::Result<usize> {
        self.world.unsent_bytes()
    }

    fn receive(&self) -> io::Result<Option<(usize, Vec<u8>)>> {
        self.world.receive()
    }

    fn share(&self, bytes: &[u8], wait: &mut dyn FnMut() -> bool) -> io::Result<Option<Vec<Vec<u8>>>> {
        self.world.share(bytes, wait)
    }
}

/// Joins the others, if there are any.
pub(crate) fn join() -> Result<Option<Arc<Ranks>>, Outcome> {
    let Some(launch) = launch() else { return Ok(None) };
    let failed = |why: String| usage(format!("MPI does not start: {why}"), "", "");
    let world = World::join().map_err(|why| failed(why.to_string()))?;
    if (world.rank(), world.count()) != (launch.rank, launch.count) {
        let what = format!("{} ranks were started, but MPI knows of {}", launch.count, world.count());
        return Err(usage(what, "", "the mpirun of the MPI that verify was built with"));
    }
    Ok(Some(Arc::new(Ranks { world, left: AtomicBool::new(false) })))
}

/// This rank has no search to begin, which the others have to hear: they would wait for it. Do they?
pub(crate) fn refuse_all(outcome: &Outcome) -> bool {
    let Some(ranks) = join().ok().flatten().filter(|_| World::IS_BUILT) else { return false };
    let told = ranks.tell(&said_of(outcome)).is_ok_and(|all| all.is_some());
    if told {
        ranks.leave();
    }
    told
}

/// What a rank says that cannot begin.
fn said_of(outcome: &Outcome) -> Vec<u8> {
    [&[0][..], words(outcome).as_bytes()].concat()
}

/// What has to be the same on all ranks: the build of this program, what it is to check, and how.
#[derive(Clone, Copy, Default)]
pub(crate) struct Digests {
    pub build: u64,
    pub program: u64,
    pub command: u64,
}

impl Digests {
    fn bytes(self) -> [u8; 24] {
        let mut bytes = [0; 24];
        let numbers = [self.build, self.program, self.command];
        bytes.chunks_exact_mut(8).zip(numbers).for_each(|(to, number)| to.copy_from_slice(&number.to_le_bytes()));
        bytes
    }
}

/// What is different of another rank's, if both are bytes of digests.
fn difference(own: &[u8], other: &[u8]) -> (&'static str, &'static str) {
    let differs = |nth: usize| own.chunks(8).nth(nth) != other.chunks(8).nth(nth);
    match (differs(0), differs(1)) {
        (true, _) => ("is another build of verify", "the same binary on all machines"),
        (_, true) => ("was given another program, or other flags for it", "the same inputs on all machines"),
        _ => ("was given other flags", "the same flags for all ranks, but for limits"),
    }
}

impl Ranks {
    /// What all ranks have to work with: if one has nothing, or something else, none begins.
    pub(crate) fn agree<T>(&self, own: Result<T, Outcome>, digests: impl Fn(&T) -> Digests) -> Result<T, Outcome> {
        let said = match &own {
            Ok(own) => [&[1][..], &digests(own).bytes()].concat(),
            Err(outcome) => said_of(outcome),
        };
        let all = match self.tell(&said) {
            Ok(Some(all)) => all,
            Ok(None) => return Err(Outcome::Limit { what: "interrupted before the search".into(), flag: "".into() }),
            Err(why) => return Err(usage(format!("another rank cannot be reached: {why}"), "", "")),
        };
        let own = own?;
        for (rank, other) in all.iter().enumerate() {
            match other.split_first() {
                Some((1, _)) if *other == said => {}
                Some((1, other)) => {
                    let (what, advice) = difference(&said[1..], other);
                    return Err(usage(format!("rank {rank} {what}"), "", advice));
                }
                Some((_, words)) => {
                    let what = format!("rank {rank} cannot begin: {}", String::from_utf8_lossy(words));
                    return Err(usage(what, "", "the same inputs on all machines"));
                }
                None => return Err(Outcome::Defect { what: format!("rank {rank} says nothing") }),
            }
        }
        Ok(own)
    }

    /// Says something to all, and hears what all say. None if somebody asks for an end meanwhile.
    fn tell(&self, said: &[u8]) -> io::Result<Option<Vec<Vec<u8>>>> {
        let mut idle = Idle::default();
        self.world.share(said, &mut || idle.wait(interrupted))
    }

    /// Each rank knows which rules its races have needed; now all know that of all.
    pub(crate) fn tell_used(&self, allowed: &AllowList) {
        let all = self.tell(allowed.used().0.join("\n").as_bytes());
        for others in all.ok().flatten().unwrap_or_default() {
            let others = String::from_utf8_lossy(&others);
            allowed.set_used(&others.lines().map(str::to_owned).collect::<Vec<_>>());
        }
    }

    /// To tell what was found takes a while, and only the first rank does, for which the others need not wait. Nor
    /// may it wait for `mpirun`, which answers nobody while it ends all of them.
    pub(crate) fn leave_early(&self) {
        if !(launch::tells() && interrupted()) {
            self.leave();
        }
    }

    /// Nothing more is said between ranks.
    pub(crate) fn leave(&self) {
        if !self.left.swap(true, Ordering::SeqCst) {
            let _stay = supervisor::enter(Phase::Leaving);
            self.world.leave();
        }
    }
}

/// Did somebody ask for an end?
fn interrupted() -> bool {
    budget::interrupted().is_some_and(|flag| flag.load(Ordering::SeqCst))
}

/// What an outcome without a report says.
fn words(outcome: &Outcome) -> String {
    match outcome {
        Outcome::Usage(usage) => [usage.place.as_str(), &usage.what].join(": ").trim_start_matches(": ").to_owned(),
        Outcome::Limit { what, .. } | Outcome::Defect { what } => what.clone(),
        other => other.name().to_owned(),
    }
}

/// A rank that is not the first ends for a reason of its own: says so, and returns the exit code.
pub(crate) fn complain(outcome: &Outcome) -> u8 {
    let rank = launch().map_or(0, |launch| launch.rank);
    crate::output::stderr(&format!("rank {rank}: {}: {}\n", outcome.name(), words(outcome)));
    exit::code(outcome)
}
