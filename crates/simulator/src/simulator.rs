//! A session with what a person keeps in mind, and the commands that they give.

use std::sync::Arc;

use machine::{Choice, Kind};
use search::property::Property;
use trace::{FrameAt, Location, Over, Session, Violation};

use crate::answer::{Answer, Ended, Position, Reply, Value};
use crate::command::{self, COMMANDS, Verb};
use crate::stops::{self, Stop, Stops};

/// What was found by a search: the path to it, and what it is.
#[derive(Clone, Debug)]
pub struct Goal {
    pub path: Vec<Choice>,
    pub kind: String,
    /// The machine's number of the thread that goes wrong.
    pub thread: u32,
    /// How many of the last choices go round, if the execution goes on for ever; 0 if it ends and stays as it is.
    pub cycle: Option<usize>,
}

pub struct Simulator<'s, 'a> {
    pub(crate) session: &'s mut Session<'a>,
    pub(crate) goal: Option<Goal>,
    /// What is asked of executions as a whole.
    pub(crate) property: Option<Arc<Property>>,
    /// The thread that is looked at, and which of its user frames, innermost first.
    pub(crate) thread: u32,
    pub(crate) frame: usize,
    pub(crate) stops: Stops,
    pub(crate) displays: Vec<String>,
    /// The position before the last move.
    pub(crate) came_from: usize,
    pub(crate) done: bool,
}

pub(crate) type Answered = Result<Answer, String>;

impl<'s, 'a> Simulator<'s, 'a> {
    /// With a goal the session's path leads there.
    pub fn new(session: &'s mut Session<'a>, goal: Option<Goal>, property: Option<Arc<Property>>) -> Simulator<'s, 'a> {
        if let Some(goal) = &goal {
            session.plan(&goal.path);
        }
        Simulator {
            session,
            goal,
            property,
            thread: 0,
            frame: 0,
            stops: Stops::default(),
            displays: Vec::new(),
            came_from: 0,
            done: false,
        }
    }

    /// `quit` was said.
    pub fn is_done(&self) -> bool {
        self.done
    }

    /// Executes a line.
    pub fn execute(&mut self, line: &str) -> Reply {
        let answered = match command::split(line) {
            Ok(Some((entry, rest))) => self.perform(entry.verb, rest),
            Ok(None) => Ok(Answer::Nothing),
            Err(error) => Err(error),
        };
        let (answer, error) = match answered {
            Ok(answer) => (answer, None),
            Err(error) => (Answer::Nothing, Some(error)),
        };
        Reply { command: line.trim().to_string(), error, position: self.position(), answer }
    }

    fn perform(&mut self, verb: Verb, rest: &str) -> Answered {
        match verb {
            Verb::Step => self.step(rest),
            Verb::Line | Verb::Next | Verb::Finish => self.line(verb, rest),
            Verb::Run => self.run(rest),
            Verb::Back => self.back(rest),
            Verb::Goto => self.goto(rest),
            Verb::Choices => self.choose(rest),
            Verb::Break => self.add_break(rest),
            Verb::Watch => self.add_watch(rest),
            Verb::Delete => self.delete(rest),
            Verb::Print => self.print(rest),
            Verb::WhatIs => self.print(rest).map(|answer| match answer {
                Answer::Value { value } => Answer::Value { value: Value { value: value.ty.clone(), ..value } },
                other => other,
            }),
            Verb::Display => self.display(rest),
            Verb::Thread => self.select(rest),
            Verb::Threads => Ok(Answer::Threads { threads: self.thread_rows() }),
            Verb::Backtrace => self.backtrace(rest),
            Verb::Up => self.select_frame(self.frame.saturating_add(command::count(rest)?)),
            Verb::Down => match self.frame.checked_sub(command::count(rest)?) {
                Some(frame) => self.select_frame(frame),
                None => Err("this is the innermost function of the program".into()),
            },
            Verb::Frame => self.select_frame(command::count(rest).map_err(|_| "which frame? `bt` has the numbers")?),
            Verb::Locals => self.locals(),
            Verb::Globals => Ok(Answer::Variables { variables: self.session.globals(), of: String::new() }),
            Verb::Locks => Ok(self.locks()),
            Verb::Heap => Ok(self.heap()),
            Verb::List => self.list(rest),
            Verb::Diff => self.diff(rest),
            Verb::History => self.history(rest),
            Verb::Output => Ok(Answer::Output { output: self.session.output() }),
            Verb::Where => Ok(self.moved(Vec::new(), None)),
            Verb::Help => help(rest),
            Verb::Quit => {
                self.done = true;
                Ok(Answer::Nothing)
            }
        }
    }

    // ---- where we are ----

    pub fn position(&mut self) -> Position {
        let place = self.frame_at(self.frame).and_then(|frame| frame.location);
        Position {
            step: self.session.step(),
            within: self.session.within(),
            steps: self.session.path().len(),
            thread: self.thread,
            name: self.thread_name(self.thread),
            source: self.source(place.as_ref()),
            location: place,
            problems: self.problems(),
            ended: self.session.over().map(|over| match over {
                Over::Exit(status) => Ended::Exit { status: *status },
                Over::Violation(violation) => Ended::Violation { violation: violation.clone() },
                Over::Stopped(why) => Ended::Stopped { why: why.clone() },
            }),
        }
    }

    /// What is wrong here, be it that the execution ends with it or not.
    pub(crate) fn wrong(&self) -> Vec<Violation> {
        match self.session.over() {
            Some(Over::Violation(violation)) => vec![(**violation).clone()],
            _ => self.problems(),
        }
    }

    /// What is wrong with the state: as the machine sees it, and invariants that do not hold. Within a transition
    /// nobody asks for these.
    fn problems(&self) -> Vec<Violation> {
        let mut problems = self.session.problems().to_vec();
        if let Some(property) = self.property.as_ref().filter(|_| self.session.within() == 0) {
            problems.extend(property.broken(self.session.vm()).map(|text| Violation {
                kind: Kind::Invariant.name().into(),
                message: format!("the invariant `{text}` does not hold"),
                thread: 0,
                location: None,
                source: None,
                others: Vec::new(),
                subject: None,
                why: None,
                related: Vec::new(),
            }));
        }
        problems
    }

    pub(crate) fn source(&self, location: Option<&Location>) -> Option<String> {
        let line = self.session.source_line(&location?.file, location?.line)?;
        Some(line.trim().to_string())
    }

    pub(crate) fn thread_name(&self, thread: u32) -> String {
        let threads = self.session.threads();
        let name = usize::try_from(thread).ok().and_then(|at| threads.get(at)).map(|thread| thread.name.clone());
        name.unwrap_or_default()
    }

    /// The frames of the selected thread that are the user's.
    pub(crate) fn user_frames(&self) -> Vec<FrameAt> {
        self.session.frames(self.thread).into_iter().filter(|frame| !frame.library).collect()
    }

    pub(crate) fn frame_at(&self, number: usize) -> Option<FrameAt> {
        self.user_frames().into_iter().nth(number)
    }

    // ---- breakpoints ----

    fn add_break(&mut self, rest: &str) -> Answered {
        if !rest.is_empty() {
            let here = self.frame_at(self.frame).and_then(|frame| frame.location);
            let stop = stops::place(self.session, rest, here.as_ref())?;
            let number = self.stops.add(stop);
            return Ok(self.stop_rows(Some(number)));
        }
        Ok(self.stop_rows(None))
    }

    fn stop_rows(&self, only: Option<usize>) -> Answer {
        let mut stops = self.stops.rows();
        stops.retain(|row| only.is_none_or(|only| row.number == only));
        Answer::Stops { stops }
    }

    fn add_watch(&mut self, rest: &str) -> Answered {
        if rest.is_empty() {
            return Ok(self.stop_rows(None));
        }
        let frame = self.frame_at(self.frame);
        let at = frame.as_ref().map(|frame| (self.thread, frame));
        // What is global is so wherever it is looked at from.
        let global = self.session.print(rest, None).is_ok();
        let number = self.session.watch(rest, at.filter(|_| !global))?;
        let number = self.stops.add(Stop::Watch { number, expression: rest.into() });
        Ok(self.stop_rows(Some(number)))
    }

    fn delete(&mut self, rest: &str) -> Answered {
        let numbers = match rest {
            "" => self.stops.numbers(),
            _ => vec![command::count(rest)?],
        };
        for number in numbers {
            match self.stops.remove(number) {
                Some(Stop::Watch { number, .. }) => self.session.unwatch(number),
                Some(_) => {}
                None => return Err(format!("there is no breakpoint {number}")),
            }
        }
        Ok(self.stop_rows(None))
    }
}

fn help(rest: &str) -> Answered {
    let about = |entry: &command::Entry| {
        let usage = format!("{} {}", entry.names.join(", "), entry.arguments);
        format!("{:<48}  {}\n", usage.trim_end(), entry.about)
    };
    let text = match rest {
        "" => {
            let all: String = COMMANDS.iter().map(about).collect();
            format!("{all}\nA beginning of a name is enough. Threads are named by their numbers in `threads`.\n")
        }
        name => command::split(name)?.map(|(entry, _)| about(entry)).unwrap_or_default(),
    };
    Ok(Answer::Help { text })
}
