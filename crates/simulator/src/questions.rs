//! Commands that ask about the state and leave it as it is.

use search::property::{self, Proposition};
use trace::{Action, Event, FrameAt, Scope, Status, Step, Successor};

use crate::answer::{Answer, Block, Change, Choice, Line, Lock, ThreadRow, Transition, Value};
use crate::command;
use crate::simulator::{Answered, Simulator};
use crate::stops;

/// Lines before and after the one that is asked for.
const LINES_AROUND: u32 = 5;

impl Simulator<'_, '_> {
    fn at<'f>(&self, frame: &'f Option<FrameAt>) -> Option<(u32, &'f FrameAt)> {
        frame.as_ref().map(|frame| (self.thread, frame))
    }

    pub(crate) fn evaluated(&self, expression: &str) -> Result<Value, String> {
        let frame = self.frame_at(self.frame);
        let (hexadecimal, expression) = match expression.strip_prefix("/x") {
            Some(rest) => (true, rest.trim()),
            None => (false, expression),
        };
        if let Some(proposition) = self.proposition(expression) {
            let value = proposition?.holds(self.session.vm()).to_string();
            return Ok(Value { expression: expression.into(), ty: "proposition".into(), value });
        }
        let printed = self.session.print(expression, self.at(&frame))?;
        let value = printed.hexadecimal.filter(|_| hexadecimal).unwrap_or(printed.value);
        Ok(Value { expression: expression.into(), ty: printed.ty, value })
    }

    /// What this means as a proposition, if it is one.
    fn proposition(&self, text: &str) -> Option<Result<Proposition, String>> {
        property::proposition(text, self.property.as_deref(), self.session.vm().program())
    }

    pub(crate) fn print(&self, rest: &str) -> Answered {
        Ok(Answer::Value { value: self.evaluated(rest)? })
    }

    pub(crate) fn display(&mut self, rest: &str) -> Answered {
        match rest {
            "" => {}
            "off" => self.displays.clear(),
            expression => {
                let value = self.evaluated(expression)?;
                self.displays.push(expression.into());
                return Ok(Answer::Value { value });
            }
        }
        let values = self.displays.iter().filter_map(|expression| self.evaluated(expression).ok());
        Ok(Answer::Values { values: values.collect() })
    }

    // ---- threads and frames ----

    pub(crate) fn select(&mut self, rest: &str) -> Answered {
        let number = rest.trim_start_matches('@').parse::<u32>();
        let thread = number.map_err(|_| "which thread? `threads` has the numbers".to_string())?;
        if self.session.threads().len() <= usize::try_from(thread).unwrap_or(usize::MAX) {
            return Err(format!("there is no thread {thread}"));
        }
        (self.thread, self.frame) = (thread, 0);
        Ok(self.moved(Vec::new(), None))
    }

    pub(crate) fn select_frame(&mut self, number: usize) -> Answered {
        let frames = self.user_frames();
        let Some(frame) = frames.get(number) else {
            return Err(match frames.len() {
                0 => format!("{} has ended", self.thread_label(self.thread)),
                count => format!("the outermost function of the program is {}", count - 1),
            });
        };
        self.frame = number;
        Ok(Answer::Frame {
            number,
            function: frame.function.clone(),
            source: self.source(frame.location.as_ref()),
            location: frame.location.clone(),
        })
    }

    pub(crate) fn thread_rows(&self) -> Vec<ThreadRow> {
        let row = |stack: trace::Stack| {
            let place = stack.frames.into_iter().find(|frame| !frame.library);
            ThreadRow {
                thread: stack.thread,
                name: self.thread_name(stack.thread),
                status: stack.status,
                location: place.as_ref().and_then(|frame| frame.location.clone()),
                source: place.and_then(|frame| frame.source),
                selected: stack.thread == self.thread,
            }
        };
        self.session.stacks().into_iter().map(row).collect()
    }

    pub(crate) fn backtrace(&self, rest: &str) -> Answered {
        let all = rest == "all";
        let stacks = self.session.stacks();
        let stack = stacks.into_iter().find(|stack| stack.thread == self.thread);
        let mut stack = stack.ok_or("there is no such thread")?;
        stack.frames.retain(|frame| all || !frame.library);
        Ok(Answer::Backtrace { stack, frame: self.frame, all })
    }

    pub(crate) fn locals(&self) -> Answered {
        let frame = self.frame_at(self.frame).ok_or("no function of the program is running")?;
        let stacks = self.session.stacks();
        let stack = stacks.into_iter().find(|stack| stack.thread == self.thread).ok_or("there is no such thread")?;
        let own = stack.frames.into_iter().filter(|frame| !frame.library).nth(self.frame);
        Ok(Answer::Variables { variables: own.map(|frame| frame.variables).unwrap_or_default(), of: frame.function })
    }

    /// Why a thread cannot go on.
    pub(crate) fn why_not(&self, thread: u32) -> String {
        let label = self.thread_label(thread);
        let stack = self.session.stacks().into_iter().find(|stack| stack.thread == thread);
        match stack.map(|stack| stack.status) {
            None => format!("there is no thread {thread}"),
            Some(Status::Ended) => format!("{label} has ended"),
            Some(Status::Waiting { on }) => format!("{label} cannot go on: it {}", report::waits(&on)),
            Some(Status::Runnable) => format!("{label} cannot go on here: another thread is in an atomic section"),
        }
    }

    pub(crate) fn choice_rows(&mut self, successors: Vec<Successor>) -> Vec<Choice> {
        let planned = self.planned();
        let row = |(number, successor): (usize, Successor)| Choice {
            number,
            name: self.thread_name(successor.thread),
            thread: successor.thread,
            picks: successor.picks,
            planned: planned == Some(successor.choice),
            location: successor.location,
            source: successor.source,
        };
        successors.into_iter().enumerate().map(row).collect()
    }

    // ---- memory ----

    pub(crate) fn locks(&self) -> Answer {
        let frame = self.frame_at(self.frame);
        let lock = |lock: trace::Lock| Lock {
            name: lock.name,
            what: lock.what.into(),
            held_by: lock.held_by,
            waiting: lock.waiting,
            value: lock.value,
        };
        let count = u32::try_from(self.session.threads().len()).unwrap_or(u32::MAX);
        Answer::Locks {
            locks: self.session.locks(self.at(&frame)).into_iter().map(lock).collect(),
            threads: (0..count).map(|thread| self.thread_label(thread)).collect(),
        }
    }

    pub(crate) fn heap(&self) -> Answer {
        let frame = self.frame_at(self.frame);
        let block = |block: trace::Block| Block {
            number: block.number,
            bytes: block.bytes,
            name: block.name,
            ty: block.ty,
            value: block.value,
            allocated: block.allocated,
            freed: block.freed,
        };
        Answer::Heap { blocks: self.session.heap(self.at(&frame)).into_iter().map(block).collect() }
    }

    // ---- source and story ----

    pub(crate) fn list(&self, rest: &str) -> Answered {
        let here = self.frame_at(self.frame).and_then(|frame| frame.location);
        let (file, around) = match (rest, &here) {
            ("", Some(here)) => (here.file.clone(), here.line),
            ("", None) => (stops::default_file(self.session, None)?, 1),
            (place, _) => self.place_of(place)?,
        };
        let rows = self.thread_rows();
        let from = around.saturating_sub(LINES_AROUND).max(1);
        let line = |number: u32| {
            let stands = |row: &&ThreadRow| row.location.as_ref().is_some_and(|l| (&l.file, l.line) == (&file, number));
            Some(Line {
                number,
                text: self.session.source_line(&file, number)?,
                threads: rows.iter().filter(stands).map(|row| row.thread).collect(),
                current: here.as_ref().is_some_and(|here| (&here.file, here.line) == (&file, number)),
            })
        };
        let lines: Vec<Line> = (from..=around.saturating_add(LINES_AROUND)).filter_map(line).collect();
        match lines.is_empty() {
            true => Err(format!("{file} cannot be read")),
            false => Ok(Answer::List { file, lines }),
        }
    }

    /// What the transitions between two positions have changed, each variable once.
    pub(crate) fn diff(&self, rest: &str) -> Answered {
        let from = match rest {
            "" => self.came_from,
            text => text.parse().map_err(|_| format!("`{text}` is not a number"))?,
        };
        let here = self.session.step();
        // Who went back sees what was undone.
        let (first, last) = (from.min(here), from.max(here));
        let told = (first..last).filter_map(|step| self.session.told(step));
        let steps = told.flat_map(|told| &told.steps);
        let partial = if from <= here { self.session.partial() } else { &[] };
        let mut changes: Vec<Change> = Vec::new();
        for step in steps.chain(partial) {
            for change in step.events.iter().flat_map(|event| &event.changes) {
                let local = change.scope == Scope::Local;
                let same = |known: &&mut Change| {
                    known.name == change.name && known.local == local && (!local || known.thread == step.thread)
                };
                match changes.iter_mut().find(same) {
                    Some(known) => known.new = change.new.clone(),
                    None => changes.push(Change {
                        thread: step.thread,
                        name: change.name.clone(),
                        old: change.old.clone(),
                        new: change.new.clone(),
                        local,
                    }),
                }
            }
        }
        changes.retain(|change| change.old.as_ref() != Some(&change.new));
        if from > here {
            for change in &mut changes {
                let old = change.old.take().unwrap_or_else(|| "?".into());
                change.old = Some(std::mem::replace(&mut change.new, old));
            }
        }
        Ok(Answer::Diff { from, changes })
    }

    pub(crate) fn history(&self, rest: &str) -> Answered {
        let count = match rest {
            "" => 10,
            _ => command::count(rest)?,
        };
        let here = self.session.step();
        let transition = |number: usize| {
            let steps = self.session.told(number).map(|told| told.steps.clone())?;
            Some(Transition { number: number + 1, steps, unfinished: false })
        };
        let mut transitions: Vec<Transition> = (here.saturating_sub(count)..here).filter_map(transition).collect();
        if self.session.within() > 0 {
            let steps: Vec<Step> = self.session.partial().to_vec();
            transitions.push(Transition { number: here + 1, steps, unfinished: true });
        }
        Ok(Answer::History { transitions, threads: self.session.threads() })
    }
}

/// Is there something to show of an event?
pub(crate) fn is_shown(event: &Event) -> bool {
    !matches!(event.action, Action::Leave { .. })
}
