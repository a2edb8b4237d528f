//! Several processes that `mpirun` has started search together, and one of them tells what came of it.
//!
//! The first rank prints; the others are silent unless they end for a reason of their own, which no other rank can
//! tell. They exit with 0 then, so that `mpirun` hands on the exit code of the first.

use std::io;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use ::ranks::World;
use report::Outcome;
use search::{Idle, Peers};

use crate::allow::AllowList;
use crate::args::{Cli, Command};
use crate::launch::launch;
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
    let refuse = |what: String, advice: &str| Some(usage(what, "", advice));
    let args = match &cli.command {
        Some(Command::Check(args)) => args,
        _ => &cli.check,
    };
    let property = &args.property;
    let temporal = property.ltl.is_some() || property.hoa.is_some() || property.property.is_some();
    let allows = !args.search.allow_race.is_empty() || !args.search.allow_races.is_empty();
    let others = [
        (args.search.lossy, "--lossy"),
        (temporal || property.liveness || !property.invariant.is_empty(), "temporal properties"),
        (allows && args.keep.checkpoint.is_some(), "both --checkpoint and --allow-race or --allow-races"),
        (args.inputs.iter().any(|input| input == Path::new("-")), "an input that is read from standard input"),
    ];
    let other = others.into_iter().find(|(given, _)| *given).map(|(_, flag)| flag).or(resume::unkept(args));
    other.and_then(|flag| refuse(format!("several ranks do not go with {flag}"), "one process, without mpirun"))
}

/// All ranks, as a search sees them.
#[derive(Debug)]
pub(crate) struct Ranks(World);

impl Peers for Ranks {
    fn rank(&self) -> usize {
        self.0.rank()
    }

    fn count(&self) -> usize {
        self.0.count()
    }

    fn send(&self, to: usize, bytes: Vec<u8>) -> io::Result<()> {
        self.0.send(to, bytes)
    }

    fn unsent_bytes(&self) -> io::Result<usize> {
        self.0.unsent_bytes()
    }

    fn receive(&self) -> io::Result<Option<(usize, Vec<u8>)>> {
        self.0.receive()
    }

    fn share(&self, bytes: &[u8], wait: &mut dyn FnMut() -> bool) -> io::Result<Option<Vec<Vec<u8>>>> {
        self.0.share(bytes, wait)
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
    Ok(Some(Arc::new(Ranks(world))))
}

impl Ranks {
    /// What all ranks have to work with: if one has nothing, or something else, none begins.
    pub(crate) fn agree<T>(&self, own: Result<T, Outcome>, program: impl Fn(&T) -> (u64, u64)) -> Result<T, Outcome> {
        let said = match &own {
            Ok(own) => {
                let (program, command) = program(own);
                [&[1][..], &program.to_le_bytes(), &command.to_le_bytes()].concat()
            }
            Err(outcome) => [&[0][..], words(outcome).as_bytes()].concat(),
        };
        let mut idle = Idle::default();
        let all = match self.0.share(&said, &mut || idle.wait(interrupted)) {
            Ok(Some(all)) => all,
            Ok(None) => return Err(Outcome::Limit { what: "interrupted before the search".into(), flag: "".into() }),
            Err(why) => return Err(usage(format!("another rank cannot be reached: {why}"), "", "")),
        };
        let own = own?;
        for (rank, other) in all.iter().enumerate() {
            match other.split_first() {
                Some((1, _)) if *other == said => {}
                Some((1, _)) => {
                    let what = format!("rank {rank} was given another program or other flags");
                    return Err(usage(what, "", "the same inputs on all machines"));
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

    /// Each rank knows which rules its races have needed; now all know that of all.
    pub(crate) fn tell_used(&self, allowed: &AllowList) {
        let (own, mut idle) = (allowed.used().0.join("\n"), Idle::default());
        let all = self.0.share(own.as_bytes(), &mut || idle.wait(interrupted));
        for others in all.ok().flatten().unwrap_or_default() {
            let others = String::from_utf8_lossy(&others);
            allowed.set_used(&others.lines().map(str::to_owned).collect::<Vec<_>>());
        }
    }

    /// Nothing more is said between ranks.
    pub(crate) fn leave(&self) {
        self.0.leave();
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
