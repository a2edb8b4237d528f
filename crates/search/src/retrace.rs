//! Executes a path again that a search with reductions has found, one op at a time, as the search
//! without any would: whoever acts must be allowed to, there and then.
//!
//! Two machines go side by side. One makes the transitions as they were found and notes their ops;
//! the other, at level `none`, executes one after the other in the order in which the first did,
//! new threads and main's going on after a join included. That thereby the same goes wrong is what
//! is to be shown. Replaying alone would not do: it makes the same transitions again.
//!
//! Where an atomic section begins is a matter of the level: with its first visible access, and with
//! less reduction more is visible. What a thread does in a section before it enters it is put off
//! until it does. If it is interrupted meanwhile (a signal), the handler comes first, over fewer frames.

use std::collections::BTreeMap;

use ir::{Op, Trap};
use machine::{
    Act, Choice, Config, Image, Kind, Machine, Pieces, Presumptions, Problem, Reduction, Run, Stop, ThreadId,
};
use store::{Store, StoreOptions};

use crate::commute::action;
use crate::outcome::Path;
use crate::pieces::StorePieces;

/// Ops of a path that is executed one by one.
pub(crate) const OPS_MAX: u64 = 1 << 21;

/// What came of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Retraced {
    /// The same goes wrong.
    Confirmed,
    /// It was not done, for this reason.
    Skipped(String),
    /// What was found cannot happen, or not so: a bug in us.
    Differs(String),
}

/// Executes the path op by op. It was found with these presumptions, and `problem` is what it ends
/// with.
pub fn retrace(image: &Image, presumptions: &Presumptions, path: &Path, problem: &Problem) -> Retraced {
    let first = attempt(image, presumptions, (path, false), problem);
    // Something else may go wrong in the last transition, and was put off.
    match &first {
        Retraced::Differs(_) if problem.kind.is_finding() => {
            match attempt(image, presumptions, (path, true), problem) {
                Retraced::Differs(_) => first,
                second => second,
            }
        }
        _ => first,
    }
}

fn attempt(image: &Image, presumptions: &Presumptions, (path, patient): (&Path, bool), problem: &Problem) -> Retraced {
    let store = Store::new(StoreOptions::default());
    let pieces = StorePieces(&store);
    // A leak may come before something else goes wrong, and does not matter then.
    let leaks = problem.kind == Kind::Leak;
    let config = Config { reduction: Reduction::None, leaks, ..image.config.clone() };
    let fine = Image::new(image.program.clone(), config);
    let nothing = presumptions.numbers_only();
    let mut retracer = Retracer {
        image,
        coarse: Machine::new(image, presumptions, &pieces as &dyn Pieces),
        fine: Machine::new(&fine, &nothing, &pieces as &dyn Pieces),
        fine_image: &fine,
        nothing: &nothing,
        pieces: &pieces,
        problem,
        patient,
        acts: Vec::new(),
        put_off: BTreeMap::new(),
        interrupted: BTreeMap::new(),
        left: OPS_MAX,
    };
    let races = problem.kind == Kind::DataRace;
    retracer.coarse.vm.heed_races(races);
    retracer.fine.vm.heed_races(races);
    // The order of ops is that of the search, which may allocate earlier than need be.
    match retracer.path(path).map_err(|end| *end) {
        Ok(()) if problem.kind.is_of_execution() => Retraced::Confirmed,
        Ok(()) => Retraced::Differs(format!("nothing goes wrong, instead of {}", describe(problem))),
        Err(End::Stop(Stop::Violation(found))) if is_same(&found, problem) => Retraced::Confirmed,
        Err(End::Stop(Stop::Violation(found))) => {
            Retraced::Differs(format!("it ends with {}, instead of {}", describe(&found), describe(problem)))
        }
        Err(End::Stop(Stop::Unsupported { what, .. })) => Retraced::Skipped(format!("{what} is not modelled there")),
        Err(End::Stop(Stop::Limit { what, .. })) => Retraced::Skipped(what),
        Err(End::Stop(stop)) => Retraced::Differs(format!("it ends with {stop:?}, instead of {}", describe(problem))),
        Err(End::Long) => Retraced::Skipped(format!("it has more than {OPS_MAX} instructions")),
        Err(End::Astray(what)) => Retraced::Differs(what),
    }
}

/// Why it does not go on.
enum End {
    Stop(Stop),
    Long,
    Astray(String),
}

impl From<Box<Stop>> for Box<End> {
    fn from(stop: Box<Stop>) -> Box<End> {
        Box::new(End::Stop(*stop))
    }
}

fn astray(what: String) -> Box<End> {
    Box::new(End::Astray(what))
}

struct Retracer<'a> {
    image: &'a Image,
    coarse: Machine<'a>,
    fine: Machine<'a>,
    fine_image: &'a Image,
    nothing: &'a Presumptions,
    pieces: &'a dyn Pieces,
    problem: &'a Problem,
    /// What goes wrong in the last transition is put off as well.
    patient: bool,
    acts: Vec<Act>,
    /// Ops that threads have done in sections which they have not entered yet, and what their choices
    /// yielded.
    put_off: BTreeMap<ThreadId, Vec<(Act, u32)>>,
    /// The same for threads that were then made to do something else first.
    interrupted: BTreeMap<ThreadId, Vec<Interrupted>>,
    left: u64,
}

struct Interrupted {
    put_off: Vec<(Act, u32)>,
    /// How deep what they do instead was found, and by how much less deep it is here.
    depth: u32,
    less: u32,
}

impl Retracer<'_> {
    fn path(&mut self, path: &Path) -> Result<(), Box<End>> {
        self.coarse.reset();
        self.fine.reset();
        self.settle(ThreadId(0))?;
        for (i, choice) in path.iter().enumerate() {
            self.transition(*choice, i + 1 == path.len())?;
        }
        self.catch_up()?;
        Ok(self.examine()?)
    }

    /// Both machines come to a state as the search stores it.
    fn settle(&mut self, thread: ThreadId) -> Result<(), Box<End>> {
        let mut words = Vec::new();
        self.fine.save(thread, &mut words)?;
        self.fine.load(&words);
        self.coarse.save(thread, &mut words)?;
        self.coarse.load(&words);
        Ok(())
    }

    fn transition(&mut self, choice: Choice, last: bool) -> Result<(), Box<End>> {
        let mut acts = std::mem::take(&mut self.acts);
        let patient = self.patient || !last;
        self.coarse.vm.put_failures_off(patient);
        self.fine.vm.put_failures_off(patient);
        let (mut ops, mut result) = self.coarse.vm.step_within(choice, self.left, Some(&mut acts));
        // What goes wrong on the way was put off (see `Vm::transition`).
        let failed = matches!(&result, Err(stop) if stop.is_failure());
        if failed && patient && ops > 1 {
            self.coarse.rewind();
            (ops, result) = self.coarse.vm.step_within(choice, ops - 1, Some(&mut acts));
        }
        self.left -= ops;
        if self.left == 0 {
            return Err(Box::new(End::Long));
        }
        // What was wrong with earlier states has not ended the execution.
        self.fine.vm.take_findings();
        self.coarse.vm.take_findings();
        // An op with two questions about addresses: this transition answered the first.
        if acts.is_empty() && result.is_ok() {
            acts.extend(self.coarse.vm.asking(choice.thread));
        }
        let followed = self.follow(choice, &acts, last);
        self.acts = acts;
        let over = result.is_err() || self.coarse.vm.exit_status().is_some() || self.fine.vm.exit_status().is_some();
        if over {
            self.fine.survey_ending()?;
        } else {
            self.settle(choice.thread)?;
        }
        let found = self.fine.vm.take_findings().into_iter().find(|found| last && is_same(found, self.problem));
        match found {
            Some(found) => Err(Box::new(End::Stop(Stop::Violation(found)))),
            None => followed,
        }
    }

    /// Does at level none what a transition did: each thread that ran in it in turn.
    fn follow(&mut self, choice: Choice, acts: &[Act], last: bool) -> Result<(), Box<End>> {
        let mut value = choice.value;
        for run in acts.chunk_by(|a, b| a.thread == b.thread) {
            let thread = run[0].thread;
            let values = std::iter::once(std::mem::take(&mut value)).chain(std::iter::repeat(0));
            let mut due = self.due(thread, &run[0]);
            for (act, value) in run.iter().copied().zip(values) {
                self.add(&mut due, act, value);
            }
            let is_end = last && run.as_ptr_range().end == acts.as_ptr_range().end;
            let ends = |act: &Act| matches!(self.op_at(act), Op::Trap { trap: Trap::EndThread, .. });
            let ended = run.last().is_some_and(ends);
            // Another thread may have got the number of one that has ended, and be about to enter.
            if !is_end && !ended && self.coarse.vm.is_about_to_enter(thread) {
                let section = due.iter().rposition(|(act, _)| !act.masked).map_or(0, |at| at + 1);
                self.put_off.insert(thread, due.split_off(section));
            }
            self.execute(thread, &due, (last, is_end))?;
        }
        Ok(())
    }

    /// What the thread has to do before this. If it was interrupted, that is put off again.
    fn due(&mut self, thread: ThreadId, next: &Act) -> Vec<(Act, u32)> {
        let put_off = self.put_off.remove(&thread).unwrap_or_default();
        let place = self.fine.vm.place(thread);
        match (put_off.first(), place) {
            (Some((first, _)), Some((point, depth))) if point == next.point && point != first.point => {
                let (less, depth) = (next.depth - depth, next.depth);
                self.interrupted.entry(thread).or_default().push(Interrupted { put_off, depth, less });
                Vec::new()
            }
            _ => put_off,
        }
    }

    /// Adds an op to what is due, and behind it what was put off until it was done.
    fn add(&mut self, due: &mut Vec<(Act, u32)>, act: Act, value: u32) {
        let over = matches!(self.op_at(&act), Op::Trap { trap: Trap::Resume, .. });
        let stack = self.interrupted.entry(act.thread).or_default();
        let less: u32 = stack.iter().map(|interrupted| interrupted.less).sum();
        due.push((Act { depth: act.depth - less, ..act }, value));
        if over && stack.last().is_some_and(|interrupted| interrupted.depth == act.depth) {
            due.extend(stack.pop().into_iter().flat_map(|interrupted| interrupted.put_off));
        }
    }

    fn op_at(&self, act: &Act) -> Op {
        self.image.program.function(act.point.func).ops[act.point.pc.0 as usize]
    }

    fn execute(&mut self, thread: ThreadId, due: &[(Act, u32)], (last, is_end): (bool, bool)) -> Result<(), Box<End>> {
        for (i, (act, value)) in due.iter().enumerate() {
            while self.fine.vm.place(thread) != Some((act.point, act.depth)) {
                if !self.fine.vm.is_copying(thread) {
                    return Err(astray(format!("{} is not where the thread is", self.describe(act))));
                }
                self.op(Choice { thread, value: 0 }, act)?;
            }
            if is_end && i + 1 == due.len() && self.problem.kind == Kind::DataRace {
                // Somebody may be about to make an access that collides with this one.
                self.catch_up()?;
                self.fine.vm.run_ops(Choice { thread, value: *value }, 1)?;
                break;
            }
            self.op(Choice { thread, value: *value }, act)?;
            // A livelock is one only when everybody goes round.
            if last && self.problem.kind != Kind::Livelock {
                self.examine()?;
            }
        }
        self.finish_copy(thread)
    }

    /// Memory that only one thread can reach is copied at once, but not at level none.
    fn finish_copy(&mut self, thread: ThreadId) -> Result<(), Box<End>> {
        while self.fine.vm.is_copying(thread) && self.fine.vm.place(thread) != self.coarse.vm.place(thread) {
            let Some((point, depth)) = self.fine.vm.place(thread) else { break };
            self.op(Choice { thread, value: 0 }, &Act { thread, point, depth, masked: false, apart: true })?;
        }
        Ok(())
    }

    /// At the end of the path everybody is where the search had them. They only look from there.
    fn catch_up(&mut self) -> Result<(), Box<End>> {
        for (thread, due) in std::mem::take(&mut self.put_off) {
            for (_, value) in due {
                self.fine.vm.run_ops(Choice { thread, value }, 1)?;
            }
            self.fine.vm.stand_outside(thread);
        }
        Ok(())
    }

    fn op(&mut self, choice: Choice, act: &Act) -> Result<(), Box<End>> {
        if !self.fine.vm.may_run(choice.thread)? {
            let what = format!(
                "{} cannot be scheduled there: another is in an atomic section, or it waits",
                self.describe(act)
            );
            return Err(astray(what));
        }
        self.left = self.left.checked_sub(1).ok_or(Box::new(End::Long))?;
        Ok(self.fine.vm.run_ops(choice, 1)?)
    }

    /// What is wrong with a state, if that is what is looked for.
    fn examine(&mut self) -> Run<()> {
        let wrong = match self.problem.kind {
            Kind::DataRace => {
                let Problem { thread, others, .. } = self.problem;
                let both = self.fine.vm.thread_ids().filter(|id| id == thread || others.contains(id));
                let found = self.fine.vm.races_among(both).into_iter().find(|found| is_same(found, self.problem));
                found.map_or(Ok(()), |found| Err(Box::new(Stop::Violation(found))))
            }
            Kind::Deadlock if self.fine.vm.exit_status().is_none() => {
                let mut enabled = Vec::new();
                self.fine.vm.enabled(&mut enabled)?;
                self.fine.vm.check_deadlock(&enabled)
            }
            Kind::Livelock if self.fine.vm.exit_status().is_none() => self.examine_livelock(),
            _ => Ok(()),
        };
        match wrong.map_err(|stop| *stop) {
            Err(Stop::Violation(found)) if is_same(&found, self.problem) => Err(Box::new(Stop::Violation(found))),
            _ => Ok(()),
        }
    }

    /// Looked at by a machine of its own, since that goes on from the state.
    fn examine_livelock(&mut self) -> Run<()> {
        let mut words = Vec::new();
        self.fine.save(ThreadId(0), &mut words)?;
        let found = Machine::new(self.fine_image, self.nothing, self.pieces).livelock(&words);
        found.map_or(Ok(()), |found| Err(Box::new(Stop::Violation(found))))
    }

    fn describe(&self, act: &Act) -> String {
        action(self.coarse.vm.program(), act.thread, act.point)
    }
}

fn is_same(found: &Problem, expected: &Problem) -> bool {
    // Who lost a block is who ran when that was noticed.
    expected.kind == Kind::Leak && found.kind == Kind::Leak
        || (found.kind, found.thread, &found.others) == (expected.kind, expected.thread, &expected.others)
}

fn describe(problem: &Problem) -> String {
    format!("{} by thread {} ({})", problem.kind, problem.thread.0, problem.message)
}
