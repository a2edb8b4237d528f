//! Other processes that search together with this one, each with its own store and a part of the states.
//!
//! All of them run the same program on the same input and come to the same decisions, because whatever a decision
//! depends on is shared first. How messages travel is up to whoever implements [`Peers`].

use std::io;
use std::time::{Duration, Instant};

use machine::{Covered, Presumptions, Run, Stop, ThreadId};

use crate::checkpoint::Refused;
use crate::checkpoint::numbers::{In, Out};
use crate::gathered::Found;
use crate::outcome::{Options, Outcome};
use crate::search::{Search, lock};

/// How long others are waited for after somebody has asked for an end: they are asked, too, and there may be a
/// checkpoint to write. Whoever is gone does not answer; `mpirun` gives those who are left two seconds.
const GRACE: Duration = Duration::from_millis(700);
/// And until they have written their parts of a checkpoint.
const WRITING_MAX: Duration = Duration::from_secs(600);

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

/// A process that searches as one of several would, without others.
#[derive(Debug)]
pub(crate) struct Alone;

impl Peers for Alone {
    fn rank(&self) -> usize {
        0
    }

    fn count(&self) -> usize {
        1
    }

    fn send(&self, _: usize, _: Vec<u8>) -> io::Result<()> {
        Err(io::Error::other("there is nobody else"))
    }

    fn unsent_bytes(&self) -> io::Result<usize> {
        Ok(0)
    }

    fn receive(&self) -> io::Result<Option<(usize, Vec<u8>)>> {
        Ok(None)
    }

    fn share(&self, bytes: &[u8], _: &mut dyn FnMut() -> bool) -> io::Result<Option<Vec<Vec<u8>>>> {
        Ok(Some(vec![bytes.to_vec()]))
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

/// What all ranks have read before they go on with it: if one cannot, none does.
pub(crate) fn agree_to_go_on<T>(options: &Options, own: Result<T, Refused>) -> Result<T, Refused> {
    let Some(peers) = &options.peers else { return own };
    let mut out = Out::default();
    out.option(own.as_ref().err(), |out, why| {
        out.number(matches!(why, Refused::Full(_)));
        out.text(&why.to_string());
    });
    let mut idle = Idle::default();
    let shared = peers.share(&out.0, &mut || idle.wait(|| options.is_interrupted()));
    let unreached = |why: &str| Refused::Full(format!("another rank cannot be reached: {why}"));
    let all = shared.map_err(|why| unreached(&why.to_string()))?.ok_or_else(|| unreached("interrupted"))?;
    let own = own?;
    for (rank, bytes) in all.iter().enumerate() {
        match In(bytes).option(|from| Some((from.flag()?, from.text()?))) {
            Some(None) => {}
            Some(Some((true, why))) => return Err(Refused::Full(format!("rank {rank}: {why}"))),
            Some(Some((false, why))) => return Err(Refused::Unfit(format!("rank {rank}: {why}"))),
            None => return Err(Refused::Unfit(format!("rank {rank} makes no sense"))),
        }
    }
    Ok(own)
}

impl Search<'_> {
    /// A checkpoint is one if all ranks have written their parts. Tells how many bytes these have together. Who is
    /// asked to end meanwhile waits for it: others may have more to write.
    pub(crate) fn agree_on_written(&self, own: io::Result<u64>) -> io::Result<u64> {
        let Some(peers) = self.options.peers.as_ref() else { return own };
        if self.is_lost() {
            return Err(io::Error::other("another rank cannot be reached"));
        }
        let mut out = Out::default();
        out.number(*own.as_ref().unwrap_or(&0));
        out.option(own.as_ref().err(), |out, why| out.text(&why.to_string()));
        let begin = Instant::now();
        let mut idle = Idle::default();
        let is_over = || self.options.is_interrupted() && begin.elapsed() > WRITING_MAX;
        let Some(all) = peers.share(&out.0, &mut || idle.wait(is_over))? else {
            self.lose_peers(interrupted());
            return Err(io::Error::other("another rank has not written its part"));
        };
        self.wait_anew();
        let mut sum = own?;
        for (rank, bytes) in all.iter().enumerate().filter(|(rank, _)| *rank != peers.rank()) {
            let mut from = In(bytes);
            let told = from.number().and_then(|bytes| Some((bytes, from.option(In::text)?)));
            match told.unwrap_or((0, Some("nonsense".into()))) {
                (bytes, None) => sum += bytes,
                (_, Some(why)) => return Err(io::Error::other(format!("rank {rank}: {why}"))),
            }
        }
        Ok(sum)
    }

    /// Tells all what this process has to say, and hears them. None if there are no others, or no more.
    pub(crate) fn share(&self, words: &Out) -> Option<Vec<Vec<u8>>> {
        let peers = self.options.peers.as_ref().filter(|_| !self.is_lost())?;
        let mut idle = Idle::default();
        match peers.share(&words.0, &mut || idle.wait(|| self.is_over())) {
            Ok(Some(all)) => return Some(all),
            Ok(None) => self.lose_peers(interrupted()),
            Err(why) => self.lose_peers(broken(&why)),
        }
        None
    }

    /// Did somebody ask for an end, and are those who do not answer gone?
    pub(crate) fn is_over(&self) -> bool {
        self.options.is_interrupted() && lock(&self.interrupted_at).get_or_insert_with(Instant::now).elapsed() > GRACE
    }

    /// They have all answered.
    fn wait_anew(&self) {
        *lock(&self.interrupted_at) = None;
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

    /// A path that all have followed: if one could not, none has it.
    pub(crate) fn agreed_path<T>(&self, own: Result<T, String>) -> Result<T, String> {
        let mut out = Out::default();
        out.option(own.as_ref().err(), |out, why| out.text(why));
        let all = self.share(&out).unwrap_or_default();
        let trouble = all.iter().find_map(|bytes| In(bytes).option(In::text).flatten());
        match trouble {
            Some(why) => Err(why),
            None => own,
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
const FLAGS: [&str; 7] = ["--memory", "--time", "--states", "--depth", "--spill", "--fairness", ""];
/// Reasons that are no limits.
const UNSUPPORTED: usize = FLAGS.len();
const DEFECT: usize = UNSUPPORTED + 1;

fn write_stop(out: &mut Out, stop: &Stop) {
    match stop {
        Stop::Limit { what, flag } => {
            out.number(FLAGS.iter().position(|other| other == flag).unwrap_or(FLAGS.len() - 1) as u64);
            out.text(what);
        }
        Stop::Unsupported { what, .. } => {
            out.number(UNSUPPORTED as u64);
            out.text(what);
        }
        other => {
            out.number(DEFECT as u64);
            out.text(&match other {
                Stop::Defect(what) => what.clone(),
                other => format!("{other:?}"),
            });
        }
    }
}

fn read_stop(from: &mut In<'_>) -> Option<Stop> {
    let (kind, what) = (from.small::<usize>()?, from.text()?);
    Some(match (FLAGS.get(kind), kind) {
        (Some(flag), _) => Stop::Limit { what, flag },
        (None, UNSUPPORTED) => Stop::Unsupported { what, thread: ThreadId(0) },
        (None, _) => Stop::Defect(what),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_end_for_the_reason_that_one_has() {
        let limits = FLAGS.map(|flag| Stop::Limit { what: format!("the limit of {flag}"), flag });
        let others =
            [Stop::Unsupported { what: "a function".into(), thread: ThreadId(0) }, Stop::Defect("a mistake".into())];
        for stop in limits.into_iter().chain(others) {
            let mut out = Out::default();
            write_stop(&mut out, &stop);
            let read = read_stop(&mut In(&out.0));
            assert_eq!(format!("{read:?}"), format!("{:?}", Some(stop)));
        }
    }
}
