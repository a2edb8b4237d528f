//! Other processes that search together with this one, each with its own store and a part of the states.
//!
//! All of them run the same program on the same input and come to the same decisions, because whatever a decision
//! depends on is shared first. How messages travel is up to whoever implements [`Peers`].

use std::io;
use std::time::Duration;

use machine::{Covered, Presumptions, Run, Stop};

use crate::checkpoint::numbers::{In, Out};
use crate::gathered::Found;
use crate::outcome::{Options, Outcome};
use crate::search::Search;

/// The processes of one search. Only one thread of each process calls this, always the same.
pub trait Peers: Send + Sync + std::fmt::Debug {
    /// The number of this process, from 0.
    fn rank(&self) -> usize;

    /// How many there are.
    fn count(&self) -> usize;

    /// Begins to send a message. Those to one process arrive in the order in which they were sent.
    fn send(&self, to: usize, bytes: Vec<u8>) -> io::Result<()>;

    /// Bytes of messages that may still be on their way.
    fn unsent_bytes(&self) -> io::Result<usize>;

    /// A message that is there, and who has sent it.
    fn receive(&self) -> io::Result<Option<(usize, Vec<u8>)>>;

    /// Each process says something, and hears what all have said, in the order of their numbers. Between two looks
    /// whether all have spoken, `wait` is called. None if that is false: then nothing more can be said.
    fn share(&self, bytes: &[u8], wait: &mut dyn FnMut() -> bool) -> io::Result<Option<Vec<Vec<u8>>>>;
}

/// Somebody who waits for others and looks again and again whether they are there: at first at once, then less and
/// less often, so that those who share a processor with him get it.
#[derive(Default)]
pub struct Idle(u32);

impl Idle {
    /// So many times there is hardly a pause.
    const ATTENTIVE: u32 = 32;
    /// The longest pause is this power of two, in microseconds.
    const PAUSE_LOG_MAX: u32 = 8;

    pub fn pause(&mut self) {
        match self.0.checked_sub(Idle::ATTENTIVE) {
            None => std::thread::yield_now(),
            Some(later) => std::thread::sleep(Duration::from_micros(1 << (later / 2).min(Idle::PAUSE_LOG_MAX))),
        }
        self.0 = self.0.saturating_add(1);
    }

    /// The same. False if it is over.
    pub fn wait(&mut self, is_over: impl Fn() -> bool) -> bool {
        self.pause();
        !is_over()
    }
}

/// The number of this process among those that search together.
pub(crate) fn rank(options: &Options) -> usize {
    options.peers.as_ref().map_or(0, |peers| peers.rank())
}

/// Those of the first process, so that all presume the same even if time was short for some.
pub(crate) fn agree(options: &Options, presumptions: Presumptions) -> Presumptions {
    let Some(peers) = &options.peers else { return presumptions };
    let mut out = Out::default();
    out.numbers(&presumptions.pack());
    let mut idle = Idle::default();
    let shared = peers.share(&out.0, &mut || idle.wait(|| options.is_interrupted()));
    let first = |all: Vec<Vec<u8>>| Presumptions::unpack(&In(all.first()?).numbers()?);
    shared.ok().flatten().and_then(first).unwrap_or_default()
}

impl Search<'_> {
    /// Tells all what this process has to say, and hears them. None if there are no others, or no more.
    pub(crate) fn share(&self, words: &Out) -> Option<Vec<Vec<u8>>> {
        let peers = self.options.peers.as_ref().filter(|_| !self.is_lost())?;
        let mut idle = Idle::default();
        match peers.share(&words.0, &mut || idle.wait(|| self.options.is_interrupted())) {
            Ok(Some(all)) => return Some(all),
            Ok(None) => self.lose_peers(interrupted()),
            Err(why) => self.lose_peers(broken(&why)),
        }
        None
    }

    /// All end for the same reason: that of the first process that has one.
    pub(crate) fn share_halt(&self, out: &mut Out) {
        out.number(self.is_halted());
        out.option(self.halt_reason(), |out, stop| write_stop(out, &stop));
    }

    /// Hears that from one of them.
    pub(crate) fn hear_halt(&self, from: &mut In<'_>, reason: &mut Option<Stop>) -> Option<()> {
        if from.flag()? {
            self.end_early();
        }
        let told = from.option(read_stop)?;
        *reason = reason.take().or(told);
        Some(())
    }

    /// What all ranks have done before they begin to talk: if one has failed, all have.
    pub(crate) fn agreed<T>(&self, own: Run<T>) -> Run<T> {
        if self.options.peers.is_none() {
            return own;
        }
        let own = own.map_err(|stop| self.stop(*stop)).ok();
        let mut out = Out::default();
        self.share_halt(&mut out);
        let mut reason = None;
        for bytes in self.share(&out).unwrap_or_default() {
            if self.hear_halt(&mut In(&bytes), &mut reason).is_none() {
                self.lose_peers(nonsense());
            }
        }
        match own.filter(|_| !self.is_halted()) {
            Some(own) => Ok(own),
            None => Err(Box::new(reason.or(self.halt_reason()).unwrap_or_else(interrupted))),
        }
    }

    /// Adds what the other ranks have reached and what they use.
    pub(crate) fn sum_up(&self, outcome: &mut Outcome) {
        let mut out = Out::default();
        let statistics = &outcome.statistics;
        let figures = [statistics.memory_bytes, statistics.store_bytes, statistics.workers as u64];
        figures.into_iter().for_each(|figure| out.number(figure));
        for table in &statistics.tables {
            out.number(table.entries);
            out.number(table.bytes);
        }
        out.flags(&outcome.covered.functions);
        out.list(outcome.covered.ops.iter(), |out, ops| out.flags(ops));
        let Some(all) = self.share(&out) else { return };
        let own = rank(self.options);
        let mut hear = |from: &mut In<'_>| {
            let statistics = &mut outcome.statistics;
            statistics.memory_bytes += from.number()?;
            statistics.store_bytes += from.number()?;
            statistics.workers += from.small::<usize>()?;
            for table in &mut statistics.tables {
                table.entries += from.number()?;
                table.bytes += from.number()?;
            }
            outcome.covered.merge(&Covered { functions: from.flags()?, ops: from.list(In::flags)? });
            Some(())
        };
        let others = all.iter().enumerate().filter(|(rank, _)| *rank != own);
        // These are figures only.
        let _ = others.map(|(_, bytes)| hear(&mut In(bytes))).collect::<Option<()>>();
    }

    /// What scouts have found and done, which one process alone has, and why the search ends, if it does.
    pub(crate) fn share_scouted(&self, found: Vec<Found>, work: u64) -> (Vec<Found>, u64) {
        let mut out = Out::default();
        self.share_halt(&mut out);
        out.list(found.iter(), |out, found| found.write(out));
        out.number(work);
        let Some(all) = self.share(&out) else { return (found, work) };
        let (mut reason, mut scouted) = (None, None);
        let mut hear = |from: &mut In<'_>| {
            self.hear_halt(from, &mut reason)?;
            let one = (from.list(Found::read)?, from.number()?);
            scouted.get_or_insert(one);
            Some(())
        };
        if all.iter().try_for_each(|bytes| hear(&mut In(bytes))).is_none() {
            self.lose_peers(nonsense());
        }
        self.replace_halt(reason);
        scouted.unwrap_or_default()
    }
}

/// Why there is nobody to talk to.
pub(crate) fn interrupted() -> Stop {
    let what = "the search was interrupted: another rank has ended, or somebody asked for an end".into();
    Stop::Limit { what, flag: "" }
}

pub(crate) fn broken(why: &io::Error) -> Stop {
    Stop::Limit { what: format!("another rank cannot be reached: {why}"), flag: "" }
}

pub(crate) fn nonsense() -> Stop {
    Stop::Defect("a message of another rank makes no sense".into())
}

/// Flags that a limit can name: they have to live for ever.
const FLAGS: [&str; 5] = ["--memory", "--time", "--states", "--depth", ""];

fn write_stop(out: &mut Out, stop: &Stop) {
    match stop {
        Stop::Limit { what, flag } => {
            out.number(FLAGS.iter().position(|other| other == flag).unwrap_or(FLAGS.len() - 1) as u64);
            out.text(what);
        }
        other => {
            out.number(FLAGS.len() as u64);
            out.text(&match other {
                Stop::Defect(what) => what.clone(),
                other => format!("{other:?}"),
            });
        }
    }
}

fn read_stop(from: &mut In<'_>) -> Option<Stop> {
    let (kind, what) = (from.small::<usize>()?, from.text()?);
    Some(match FLAGS.get(kind) {
        Some(flag) => Stop::Limit { what, flag },
        None => Stop::Defect(what),
    })
}
