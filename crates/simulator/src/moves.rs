//! Commands that move the position.

use machine::{Choice, Kind};
use search::{Schedule, Scheduler};
use trace::{Action, Event, Halt, Location, Mark, Step, Successor, Violation, Wanted};

use crate::answer::{Answer, Value};
use crate::command::{self, Mover, Verb};
use crate::simulator::{Answered, Simulator};
use crate::stops::{self, Stop};

/// Transitions that one command executes.
const MOVES_MAX: usize = 100_000;
/// Steps of a move that are told; of a longer one the last.
const TOLD_MAX: usize = 32;

/// Why a series of moves ended: something to say, or nothing.
type End = Result<Option<String>, String>;

impl Simulator<'_, '_> {
    pub(crate) fn step(&mut self, rest: &str) -> Answered {
        let mover = command::mover(rest)?;
        self.travel(|simulator| {
            for i in 0..mover.count.unwrap_or(1).min(MOVES_MAX) {
                let before = simulator.wrong();
                let halt = match simulator.single(&mover, &|_, _| false) {
                    Ok(halt) => halt,
                    Err(why) if i == 0 => return Err(why),
                    Err(why) => return Ok(Some(why)),
                };
                if let Some(why) = simulator.halted(&halt) {
                    return Ok(Some(why));
                }
                if simulator.is_worse(&before) {
                    break;
                }
            }
            Ok(simulator.round_here())
        })
    }

    /// One transition of whoever is to move, as far as the first line that is wanted.
    fn single(&mut self, mover: &Mover, wanted: Wanted<'_>) -> Result<Halt, String> {
        let choice = self.next_choice(mover)?;
        self.session.advance(choice, wanted)
    }

    /// `line`, `next` and `finish`.
    pub(crate) fn line(&mut self, verb: Verb, rest: &str) -> Answered {
        let mover = command::mover(rest)?;
        self.travel(|simulator| {
            for i in 0..mover.count.unwrap_or(1).min(MOVES_MAX) {
                match simulator.one_line(verb, &mover) {
                    Ok(None) => {}
                    Err(why) if i == 0 => return Err(why),
                    Ok(Some(why)) | Err(why) => return Ok(Some(why)),
                }
            }
            Ok(None)
        })
    }

    /// Goes on until a line is come to; says why if it ends otherwise.
    fn one_line(&mut self, verb: Verb, mover: &Mover) -> End {
        let choice = self.next_choice(mover)?;
        let thread = self.thread_of(choice);
        let depth = self.session.line(thread).map_or(0, |mark| mark.depth);
        let own = mover.thread.is_some() || verb != Verb::Line;
        let wanted = move |mark: &Mark, _: Option<&Location>| {
            let deep_enough = match verb {
                Verb::Next => mark.depth <= depth,
                Verb::Finish => mark.depth < depth,
                _ => true,
            };
            deep_enough && (mark.thread == thread || !own)
        };
        for i in 0..MOVES_MAX {
            let before = self.wrong();
            let halt = match self.single(mover, &wanted) {
                Ok(halt) => halt,
                Err(why) if i == 0 => return Err(why),
                Err(why) => return Ok(Some(why)),
            };
            match halt {
                Halt::Mark(_) | Halt::Over => return Ok(None),
                Halt::Change(..) => return Ok(self.halted(&halt)),
                Halt::Boundary if self.is_worse(&before) => return Ok(None),
                Halt::Boundary if verb != Verb::Line && !self.is_alive(thread) => return Ok(None),
                Halt::Boundary => {}
            }
        }
        Ok(Some(format!("still on its way after {MOVES_MAX} transitions")))
    }

    pub(crate) fn run(&mut self, rest: &str) -> Answered {
        let words: Vec<&str> = rest.split_whitespace().collect();
        match &words[..] {
            ["back"] => self.run_back(),
            // A function of that name comes first.
            ["to", "violation"] if !self.session.functions().iter().any(|(name, _)| name == "violation") => {
                self.goto_violation()
            }
            ["to", ..] => {
                let here = self.frame_at(self.frame).and_then(|frame| frame.location);
                let stop = stops::place(self.session, rest.trim_start_matches("to").trim(), here.as_ref())?;
                let number = self.stops.add(stop);
                let answered = self.run_by(&Mover::default(), None);
                self.stops.remove(number);
                answered
            }
            ["random", seed] => {
                let seed = seed.parse().map_err(|_| format!("`{seed}` is not a number"))?;
                self.run_by(&Mover::default(), Some(Schedule::Random(seed)))
            }
            [] => self.run_by(&Mover::default(), Some(Schedule::Fair)),
            _ => self.run_by(&command::mover(rest)?, None),
        }
    }

    /// Goes on to the next stop. Where the path says nothing, the schedule does.
    fn run_by(&mut self, mover: &Mover, schedule: Option<Schedule>) -> Answered {
        let free = mover.thread.is_none();
        self.travel(|simulator| {
            let mut scheduler = Scheduler::new(schedule.unwrap_or_default());
            for _ in 0..MOVES_MAX {
                if simulator.session.over().is_some() {
                    return Ok(None);
                }
                let before = simulator.wrong();
                let planned = simulator.planned().filter(|_| free);
                let choice = match planned {
                    Some(choice) => choice,
                    None if free => {
                        let all = simulator.session.successors();
                        let choices: Vec<Choice> = all.into_iter().map(|successor| successor.choice).collect();
                        match scheduler.pick(&choices) {
                            Some(choice) => choice,
                            None => return Ok(Some("nobody can go on".into())),
                        }
                    }
                    None => match simulator.next_choice(mover) {
                        Ok(choice) => choice,
                        Err(why) => return Ok(Some(why)),
                    },
                };
                let stops = std::mem::take(&mut simulator.stops);
                let halt = simulator.session.advance(choice, &|mark, location| !stops.at(mark, location).is_empty());
                simulator.stops = stops;
                let halt = halt?;
                if simulator.is_worse(&before) {
                    return Ok(None);
                }
                if let Some(why) = simulator.halted(&halt).or_else(|| simulator.round_here().filter(|_| free)) {
                    return Ok(Some(why));
                }
            }
            Ok(Some(format!("still running after {MOVES_MAX} transitions; `run` goes on")))
        })
    }

    /// Goes back to the last stop.
    fn run_back(&mut self) -> Answered {
        let end =
            (self.session.step().saturating_sub(usize::from(self.session.over().is_some())), self.session.within());
        let over = self.session.over().is_some();
        self.travel(|simulator| {
            let mut last = None;
            simulator.session.goto(0, 0)?;
            for _ in 0..MOVES_MAX {
                let Some(choice) = simulator.session.planned() else { break };
                let stops = std::mem::take(&mut simulator.stops);
                let halt = simulator.session.advance(choice, &|mark, location| !stops.at(mark, location).is_empty());
                simulator.stops = stops;
                let halt = halt?;
                let here = (simulator.session.step(), simulator.session.within());
                if here >= end && !over || simulator.session.over().is_some() {
                    break;
                }
                if let Some(why) = simulator.halted(&halt) {
                    last = Some((here, why));
                }
                if here >= end {
                    break;
                }
            }
            let (at, why) = last.map_or(((0, 0), "the start".into()), |(at, why)| (at, why));
            simulator.session.goto(at.0, at.1)?;
            Ok(Some(why))
        })
    }

    pub(crate) fn back(&mut self, rest: &str) -> Answered {
        let line = rest.strip_prefix("line").map(str::trim);
        let mover = command::mover(line.unwrap_or(rest))?;
        self.travel(|simulator| {
            for _ in 0..mover.count.unwrap_or(1).min(MOVES_MAX) {
                let (step, within) = match line {
                    Some(_) => simulator.line_before(mover.thread),
                    None => simulator.step_before(mover.thread),
                }?;
                simulator.session.goto(step, within)?;
            }
            Ok(None)
        })
    }

    /// The last line that was come to before the position.
    fn line_before(&self, thread: Option<u32>) -> Result<(usize, u64), String> {
        let over = usize::from(self.session.over().is_some());
        let mut at = (self.session.step() - over, if over == 1 { u64::MAX } else { self.session.within() });
        loop {
            let (step, within) = at;
            let told = self.session.told(step).filter(|_| within > 0);
            let is_ours = |mark: &&Mark| thread.is_none_or(|thread| mark.thread == thread);
            let marks = told.into_iter().flat_map(|told| &told.marks);
            let mut inside = marks.filter(|mark| mark.ops > 0 && mark.ops < within).filter(is_ours);
            let ops = self.session.told(step).map_or(0, |told| told.ops);
            if let Some(mark) = inside.rfind(|mark| mark.ops < ops) {
                return Ok((step, mark.ops));
            }
            let ran = self.session.told(step).and_then(|told| told.steps.last()).map(|step| step.thread);
            if within > 0 && (thread.is_none() || thread == ran) {
                return Ok((step, 0));
            }
            at = (step.checked_sub(1).ok_or("this is the start")?, u64::MAX);
        }
    }

    fn step_before(&self, thread: Option<u32>) -> Result<(usize, u64), String> {
        let inside = self.session.within() > 0;
        let last = if inside { self.session.step() + 1 } else { self.session.step() };
        let is_ours = |step: &usize| match thread {
            None => true,
            Some(thread) => {
                let told = self.session.told(*step).map_or(&[][..], |told| &told.steps);
                told.first().is_some_and(|step| step.thread == thread)
            }
        };
        let found = (0..last).rev().find(is_ours);
        found.map(|step| (step, 0)).ok_or_else(|| match thread {
            None => "this is the start".into(),
            Some(thread) => format!("{} has not run before this", self.thread_label(thread)),
        })
    }

    pub(crate) fn goto(&mut self, rest: &str) -> Answered {
        let step = match rest {
            "" => return Err("where to? A number of transitions, `start`, `end`, `cycle` or `violation`".into()),
            "cycle" => return self.goto_cycle(),
            "start" => 0,
            "end" => self.session.path().len(),
            "violation" => return self.goto_violation(),
            text => text.parse().map_err(|_| format!("`{text}` is not a number"))?,
        };
        self.travel(|simulator| simulator.session.goto(step, 0).map(|()| None))
    }

    fn goto_violation(&mut self) -> Answered {
        let Some(goal) = self.goal.clone() else {
            return Err("no violation was given: verify sim PROGRAM VIOLATION".into());
        };
        self.travel(|simulator| {
            if !simulator.session.plan(&goal.path) {
                simulator.session.goto(0, 0)?;
                simulator.session.plan(&goal.path);
            }
            simulator.session.goto(goal.path.len(), 0)?;
            simulator.reach_goal()?;
            Ok(None)
        })
    }

    /// Goes to where the violation's execution begins to go round.
    fn goto_cycle(&mut self) -> Answered {
        let Some((path, cycle)) = self.goal.as_ref().and_then(|goal| Some((goal.path.clone(), goal.cycle?))) else {
            return Err("no execution that goes on for ever was given".into());
        };
        self.travel(|simulator| {
            simulator.session.goto(0, 0)?;
            simulator.session.plan(&path);
            simulator.session.goto(path.len() - cycle.min(path.len()), 0)?;
            Ok(simulator.round_here())
        })
    }

    /// What to say if the cycle of the violation's execution begins here.
    fn round_here(&self) -> Option<String> {
        let goal = self.goal.as_ref()?;
        let cycle = goal.cycle.filter(|cycle| *cycle > 0 && *cycle <= goal.path.len())?;
        let (step, back) = (self.session.step(), goal.path.len() - cycle);
        let here = self.session.within() == 0 && step >= back && (step - back).is_multiple_of(cycle);
        (here && self.is_on_the_way()).then(|| match (step - back) / cycle {
            0 => "↻ from here on, for ever".into(),
            rounds => format!("↻ back where the cycle began: round {rounds} is done"),
        })
    }

    /// The choice that the violation's execution has at a step: behind its end it goes round.
    fn on_the_way(&self, step: usize) -> Option<Choice> {
        let goal = self.goal.as_ref()?;
        let cycle = goal.cycle.unwrap_or(0).min(goal.path.len());
        let back = goal.path.len() - cycle;
        let at = if step < back || cycle == 0 { step } else { back + (step - back) % cycle };
        goal.path.get(at).copied()
    }

    /// The next choice of an execution that goes round, behind the end of its path.
    fn next_round(&self) -> Option<Choice> {
        let step = self.session.step();
        let behind = self.goal.as_ref().is_some_and(|goal| step >= goal.path.len() && goal.cycle > Some(0));
        let there = self.session.over().is_none() && self.session.within() == 0;
        self.on_the_way(step).filter(|_| behind && there && self.is_on_the_way())
    }

    /// Has the session done what the violation's execution does, up to here?
    fn is_on_the_way(&self) -> bool {
        let done = self.session.path().iter().take(self.session.step());
        done.enumerate().all(|(at, choice)| Some(*choice) == self.on_the_way(at))
    }

    /// At the end of the path: what goes wrong may be put off by one transition.
    fn reach_goal(&mut self) -> Result<(), String> {
        if let Some(choice) = self.last_choice() {
            self.session.advance(choice, &|_, _| false)?;
        }
        Ok(())
    }

    /// The transition in which the violation happens, if only that one is missing.
    fn last_choice(&mut self) -> Option<Choice> {
        let goal = self.goal.as_ref()?;
        let there = self.session.over().is_none() && self.session.within() == 0;
        let at_end = there && self.session.path() == goal.path && self.session.step() == goal.path.len();
        // What goes on for ever goes wrong in no transition.
        let found = goal.cycle.is_some() || self.wrong().iter().any(|violation| violation.kind == goal.kind);
        let thread = goal.thread;
        if !at_end || found {
            return None;
        }
        let all = self.session.successors();
        all.into_iter().map(|successor| successor.choice).find(|choice| choice.thread.0 == thread)
    }

    pub(crate) fn choose(&mut self, rest: &str) -> Answered {
        let successors = self.session.successors();
        if rest.is_empty() {
            return Ok(Answer::Choices { choices: self.choice_rows(successors) });
        }
        let number: usize = rest.parse().map_err(|_| format!("`{rest}` is not a number"))?;
        let chosen = successors.get(number).map(|successor| successor.choice);
        let chosen = chosen.ok_or_else(|| format!("there is no choice {number}; `choices` lists them"))?;
        self.travel(|simulator| {
            let halt = simulator.session.advance(chosen, &|_, _| false)?;
            Ok(simulator.halted(&halt))
        })
    }

    // ---- who goes next ----

    /// What the path has next, or the violation's path if this is one of its states.
    pub(crate) fn planned(&mut self) -> Option<Choice> {
        if self.session.planned().is_none()
            && let Some(goal) = &self.goal
        {
            let path = goal.path.clone();
            self.session.plan(&path);
        }
        self.session.planned().or_else(|| self.next_round()).or_else(|| self.last_choice())
    }

    fn next_choice(&mut self, mover: &Mover) -> Result<Choice, String> {
        if self.session.over().is_some() {
            return Err("the execution is over; `back` goes back".into());
        }
        if self.session.within() > 0 {
            let rest = self.session.planned().ok_or("the transition cannot be ended")?;
            // Somebody else can only go on when it is over.
            if mover.thread.is_some_and(|thread| thread != self.thread_of(rest)) {
                self.session.advance(rest, &|_, _| false)?;
                return self.next_choice(mover);
            }
            return Ok(rest);
        }
        let planned = self.planned();
        let all = self.session.successors();
        let Some(wanted) = mover.thread else {
            let of_selected: Vec<&Successor> = all.iter().filter(|successor| successor.thread == self.thread).collect();
            return match (planned, &all[..], &of_selected[..]) {
                (Some(choice), ..) => Ok(choice),
                (_, [only], _) => Ok(only.choice),
                (.., [only]) => Ok(only.choice),
                (_, [], _) => Err("nobody can go on".into()),
                _ => Err("who goes next? `choices` lists the possible transitions, `step @THREAD` takes one".into()),
            };
        };
        let own: Vec<&Successor> = all.iter().filter(|successor| successor.thread == wanted).collect();
        let picked = own.iter().find(|successor| Some(successor.choice.value) == mover.value);
        match (&own[..], mover.value, picked) {
            ([], ..) => Err(self.why_not(wanted)),
            (_, Some(value), None) => Err(format!("{} cannot pick {value}", self.thread_label(wanted))),
            (_, Some(_), Some(picked)) => Ok(picked.choice),
            ([only], ..) => Ok(only.choice),
            (several, ..) => match planned.filter(|choice| several.iter().any(|s| s.choice == *choice)) {
                Some(choice) => Ok(choice),
                None => Err(format!(
                    "{} picks one of 0…{}: `step @{wanted}=VALUE`",
                    self.thread_label(wanted),
                    several.len() - 1
                )),
            },
        }
    }

    fn thread_of(&mut self, choice: Choice) -> u32 {
        let all = self.session.successors();
        all.iter().find(|successor| successor.choice == choice).map_or(self.thread, |successor| successor.thread)
    }

    fn is_alive(&self, thread: u32) -> bool {
        !self.session.frames(thread).is_empty()
    }

    // ---- why moves end ----

    /// Is something wrong that was not before?
    fn is_worse(&self, before: &[Violation]) -> bool {
        self.wrong().iter().any(|violation| !before.contains(violation))
    }

    /// What a move stopped for; None if it may go on.
    fn halted(&self, halt: &Halt) -> Option<String> {
        match halt {
            Halt::Boundary | Halt::Over => None,
            Halt::Change(watch, old, new) => {
                let number = self.stops.watching(*watch)?;
                let expression = self.stops.rows().into_iter().find(|row| row.number == number)?.what;
                let expression = expression.trim_start_matches("watch ").to_string();
                Some(format!("breakpoint {number}: {expression}: {old} → {new}"))
            }
            Halt::Mark(mark) => {
                let frames = self.session.frames(mark.thread);
                let frame = frames.iter().find(|frame| !frame.library);
                let at = frame.map(|frame| (mark.thread, frame));
                let holds = |condition: &Option<String>| match condition {
                    None => true,
                    // One that means nothing here had better be seen.
                    Some(text) => self.session.print(text, at).map_or(true, |value| value.truth != Some(false)),
                };
                let stops = self.stops.at(mark, self.session.location(mark).as_ref());
                let number = stops.into_iter().find(|(_, condition)| holds(condition)).map(|(number, _)| number)?;
                Some(format!("breakpoint {number}, {}", self.thread_label(mark.thread)))
            }
        }
    }

    pub(crate) fn thread_label(&self, thread: u32) -> String {
        match thread {
            0 => "main".into(),
            _ => format!("thread {thread}: {}", self.thread_name(thread)),
        }
    }

    // ---- telling a move ----

    /// Makes moves and tells what happened on the way, if it led forwards.
    fn travel(&mut self, moves: impl FnOnce(&mut Self) -> End) -> Answered {
        let before = (self.session.step(), self.session.within());
        let known = self.session.partial().to_vec();
        let why = moves(self)?;
        self.came_from = before.0;
        self.look_at_mover();
        let steps = self.told_since(before, &known);
        Ok(self.moved(steps, why))
    }

    /// The thread that ran is the one to look at, or whoever is next if it has ended.
    fn look_at_mover(&mut self) {
        self.frame = 0;
        let next = self.session.planned().map(|choice| self.thread_of(choice));
        // An invariant is broken by nobody in particular.
        let blames = |violation: &&Violation| violation.kind != Kind::Invariant.name();
        let blamed = self.wrong().iter().find(blames).map(|violation| violation.thread);
        let candidates = [blamed, self.session.ran(), next, Some(self.thread), Some(0)];
        let alive = candidates.into_iter().flatten().find(|thread| self.is_alive(*thread));
        self.thread = alive.unwrap_or(self.thread);
    }

    /// What happened since a position. Of the transition that was begun there, `known` was told already.
    fn told_since(&self, before: (usize, u64), known: &[Step]) -> Vec<Step> {
        let after = (self.session.step(), self.session.within());
        if after <= before {
            return Vec::new();
        }
        let told = (before.0..after.0).filter_map(|step| self.session.told(step));
        let told = told.flat_map(|told| told.steps.iter().cloned());
        let mut steps: Vec<Step> = told.chain(self.session.partial().iter().cloned()).collect();
        for (step, known) in steps.iter_mut().zip(known) {
            let same = step.events.iter().zip(&known.events).take_while(|(new, old)| new == old).count();
            step.events.drain(..same);
            step.choice = None;
        }
        steps.drain(..steps.len().saturating_sub(TOLD_MAX));
        (1..steps.len()).for_each(|next| join_line(&mut steps[next - 1..=next]));
        steps
    }

    pub(crate) fn moved(&self, steps: Vec<Step>, why: Option<String>) -> Answer {
        let shown = |expression: &String| match self.evaluated(expression) {
            Ok(value) => value,
            Err(why) => Value { expression: expression.clone(), ty: String::new(), value: format!("? ({why})") },
        };
        let displays = self.displays.iter().map(shown).collect();
        Answer::Moved { steps, threads: self.session.threads(), why, displays }
    }

    /// A place for `list` and its like.
    pub(crate) fn place_of(&self, text: &str) -> Result<(String, u32), String> {
        let here = self.frame_at(self.frame).and_then(|frame| frame.location);
        match stops::place(self.session, text, here.as_ref())? {
            Stop::Line { file, line, .. } => Ok((file, line)),
            Stop::Function { name, .. } => {
                let functions = self.session.functions();
                let found =
                    functions.into_iter().find(|(known, _)| *known == name || known.ends_with(&format!("::{name}")));
                let location = found.and_then(|(_, location)| location);
                location.map(|l| (l.file, l.line)).ok_or_else(|| format!("`{name}` has no line"))
            }
            Stop::Watch { .. } => Err("this is no place".into()),
        }
    }
}

/// A line that was come to at the end of one step and executed in the next is told once.
fn join_line(pair: &mut [Step]) {
    let [step, next] = pair else { return };
    let idle = |event: &Event| {
        let silent = event.changes.is_empty() && event.reads.is_empty() && event.output.is_empty();
        event.action == Action::Line && silent && event.notes.is_empty()
    };
    let line = |event: &Event| event.location.as_ref().map(|at| (at.file.clone(), at.line, at.function.clone()));
    let same = |last: &Event, first: &Event| line(last).is_some() && line(last) == line(first);
    let pair = step.events.last().zip(next.events.first()).filter(|_| step.thread == next.thread);
    match pair.filter(|(last, first)| same(last, first)).map(|(last, first)| (idle(last), idle(first))) {
        Some((true, _)) => drop(step.events.pop()),
        Some((false, true)) => drop(next.events.remove(0)),
        _ => {}
    }
}
