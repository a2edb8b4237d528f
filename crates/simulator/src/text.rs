//! Replies as lines of text.

use std::fmt::Write as _;

use report::{told_change, told_note, told_read, waits};
use trace::{Action, Event, Location, Status, Step, Thread, Trace, Variable, Violation};

use crate::answer::{Answer, Block, Choice, Ended, Line, Lock, Position, Reply, ThreadRow, Transition};

impl Reply {
    /// Everything to be shown, with a line end after each line.
    pub fn text(&self) -> String {
        if let Some(error) = &self.error {
            return format!("{error}\n");
        }
        match &self.answer {
            Answer::Nothing => String::new(),
            Answer::Moved { steps, threads, why, displays } => {
                let mut out = String::new();
                let trace = among(threads);
                let mut last = None;
                for step in steps {
                    tell_step(&mut out, step, &trace, last == Some(step.thread));
                    last = Some(step.thread);
                }
                if let Some(why) = why {
                    let _ = writeln!(out, "{why}");
                }
                out += &self.position.text();
                displays.iter().for_each(|value| out += &format!("{} = {}\n", value.expression, value.value));
                out
            }
            Answer::Value { value } => format!("{}\n", value.value),
            Answer::Values { values } => {
                values.iter().map(|value| format!("{} = {}\n", value.expression, value.value)).collect()
            }
            Answer::Choices { choices } => choices.iter().map(choice).collect(),
            Answer::Threads { threads } => threads.iter().map(thread_row).collect(),
            Answer::Backtrace { stack, frame, all } => {
                let line = |(number, at): (usize, &trace::Frame)| {
                    let mark = if number == *frame && !all { '>' } else { ' ' };
                    let source = at.source.as_ref().map_or(String::new(), |text| format!("  {text}"));
                    format!("{mark} {number:>2}  {}(){}{source}\n", at.function, place(at.location.as_ref()))
                };
                match stack.frames.is_empty() {
                    true => "the thread has ended, or is in no function of the program\n".into(),
                    false => stack.frames.iter().enumerate().map(line).collect(),
                }
            }
            Answer::Frame { number, function, location, source } => {
                let source = source.as_ref().map_or(String::new(), |text| format!("  {text}"));
                format!("{number:>4}  {function}(){}{source}\n", place(location.as_ref()))
            }
            Answer::Variables { variables, of } => variables_text(variables, of),
            Answer::Locks { locks, threads } => match locks.is_empty() {
                true => "no variable holds a lock\n".into(),
                false => locks.iter().map(|lock| lock_text(lock, threads)).collect(),
            },
            Answer::Heap { blocks } => match blocks.is_empty() {
                true => "there are no heap blocks\n".into(),
                false => blocks.iter().map(block).collect(),
            },
            Answer::List { file, lines } => format!("{file}\n{}", lines.iter().map(line).collect::<String>()),
            Answer::Diff { from, changes } => match changes.is_empty() {
                true => format!("nothing has changed since step {from}\n"),
                false => changes.iter().map(change).collect(),
            },
            Answer::History { transitions, threads } => {
                let trace = among(threads);
                transitions.iter().map(|transition| history(transition, &trace)).collect()
            }
            Answer::Output { output } => match output.is_empty() {
                true => "nothing was printed\n".into(),
                false => {
                    let mut text: String = output.iter().map(|output| &*output.text).collect();
                    if !text.ends_with('\n') {
                        text.push('\n');
                    }
                    text
                }
            },
            Answer::Stops { stops } => match stops.is_empty() {
                true => "there are no breakpoints\n".into(),
                false => stops.iter().map(|row| format!("{:>3}  {}\n", row.number, row.what)).collect(),
            },
            Answer::Help { text } => text.clone(),
        }
    }
}

impl Position {
    /// Where the execution is, and what is wrong there.
    pub fn text(&self) -> String {
        let mut out = String::new();
        match &self.ended {
            Some(Ended::Exit { status }) => out += &format!("the program exits with {status}\n"),
            Some(Ended::Violation { violation }) => out += &violation_text(violation),
            Some(Ended::Stopped { why }) => out += &format!("the execution ends here: {why}\n"),
            None => {}
        }
        self.problems.iter().for_each(|violation| out += &violation_text(violation));
        let within = if self.within > 0 { ", within a transition" } else { "" };
        let of = if self.steps > self.step { format!(" of {}", self.steps) } else { String::new() };
        let thread = label(self.thread, &self.name);
        let _ = writeln!(out, "[{}{of}{within}] {thread}{}", self.step, place(self.location.as_ref()));
        if let (Some(location), Some(source)) = (&self.location, &self.source) {
            let _ = writeln!(out, "{:>6} │ {source}", location.line);
        }
        out
    }

    /// What stands before the line that is typed.
    pub fn prompt(&self) -> String {
        let within = if self.within > 0 { "+" } else { "" };
        format!("({}{within}) ", self.step)
    }
}

fn label(thread: u32, name: &str) -> String {
    match thread {
        0 => "main".into(),
        _ if name.is_empty() => format!("thread {thread}"),
        _ => format!("thread {thread}: {name}"),
    }
}

/// The threads as reports want them.
fn among(threads: &[Thread]) -> Trace {
    Trace { threads: threads.to_vec(), ..Trace::default() }
}

fn place(location: Option<&Location>) -> String {
    location.map_or(String::new(), |l| format!(" at {}:{}", l.file, l.line))
}

/// What a thread picks, in the program's terms if they are known.
fn picks(choice: Option<&trace::Choice>) -> String {
    match choice {
        None => String::new(),
        Some(trace::Choice { meaning: Some(meaning), .. }) => format!(": {meaning}"),
        Some(choice) => format!(" picks {} of 0…{}", choice.value, choice.count.saturating_sub(1)),
    }
}

fn violation_text(violation: &Violation) -> String {
    format!("✗ {}: {}{}\n", violation.kind, violation.message, place(violation.location.as_ref()))
}

// ---- steps ----

/// `goes_on`: the thread has told something just before.
fn tell_step(out: &mut String, step: &Step, trace: &Trace, goes_on: bool) {
    let picks = picks(step.choice.as_ref());
    if step.events.is_empty() && picks.is_empty() {
        return;
    }
    if !goes_on || !picks.is_empty() {
        let _ = writeln!(out, "{}{picks}", report::title(trace, step.thread));
    }
    step.events.iter().for_each(|event| tell_event(out, event, trace));
}

fn tell_event(out: &mut String, event: &Event, trace: &Trace) {
    let indent = "  ".repeat(usize::try_from(event.depth.min(16)).unwrap_or(0));
    let text = match &event.action {
        Action::Enter { function, arguments } => {
            let arguments: Vec<String> = arguments.iter().map(|v| format!("{} = {}", v.name, v.value)).collect();
            format!("→ {function}({})", arguments.join(", "))
        }
        Action::Leave { function } => format!("← {function}"),
        _ => event.source.clone().unwrap_or_default(),
    };
    let line = event.location.as_ref().map_or(String::new(), |l| l.line.to_string());
    let _ = writeln!(out, "{line:>6} │ {indent}{text}");
    let mut more = |text: String| *out += &format!("       │ {indent}  {text}\n");
    event.changes.iter().for_each(|change| more(told_change(change)));
    event.reads.iter().for_each(|read| more(told_read(read)));
    event.output.iter().for_each(|output| more(format!("prints {:?}", output.text)));
    event.notes.iter().for_each(|note| more(told_note(trace, note)));
}

// ---- rows ----

fn choice(choice: &Choice) -> String {
    let mark = if choice.planned { '>' } else { ' ' };
    let picks = picks(choice.picks.as_ref());
    let source = choice.source.as_ref().map_or(String::new(), |text| format!("  {text}"));
    let thread = label(choice.thread, &choice.name);
    format!("{mark} {:>2}  {thread}{picks}{}{source}\n", choice.number, place(choice.location.as_ref()))
}

fn thread_row(row: &ThreadRow) -> String {
    let mark = if row.selected { '>' } else { ' ' };
    let status = match &row.status {
        Status::Runnable => String::new(),
        Status::Ended => "  ended".into(),
        Status::Waiting { on } => format!("  {}", waits(on)),
    };
    let source = row.source.as_ref().map_or(String::new(), |text| format!("  {text}"));
    format!("{mark} {:>2}  {}{}{source}{status}\n", row.thread, row.name, place(row.location.as_ref()))
}

fn variables_text(variables: &[Variable], of: &str) -> String {
    if variables.is_empty() {
        return match of {
            "" => "there are no global variables\n".into(),
            of => format!("{of} has no variables that have a value here\n"),
        };
    }
    variables.iter().map(|variable| format!("{} = {}\n", variable.name, variable.value)).collect()
}

fn lock_text(lock: &Lock, threads: &[String]) -> String {
    let named = |thread: &u32| {
        let known = usize::try_from(*thread).ok().and_then(|at| threads.get(at));
        known.cloned().unwrap_or_else(|| format!("thread {thread}"))
    };
    let list = |all: &[u32]| all.iter().map(named).collect::<Vec<_>>().join(", ");
    let mut text = format!("{} ({})", lock.name, lock.what);
    if let Some(value) = lock.value {
        let _ = write!(text, "  value {value}");
    }
    if !lock.held_by.is_empty() {
        let _ = write!(text, "  held by {}", list(&lock.held_by));
    }
    if !lock.waiting.is_empty() {
        let _ = write!(text, "  wanted by {}", list(&lock.waiting));
    }
    if lock.held_by.is_empty() && lock.waiting.is_empty() && lock.value.is_none() {
        text += "  free";
    }
    text + "\n"
}

fn block(block: &Block) -> String {
    let name = block.name.as_ref().map_or(String::new(), |name| format!("  {name}"));
    let ty = block.ty.as_ref().map_or(String::new(), |ty| format!("  {ty}"));
    let value = block.value.as_ref().map_or(String::new(), |value| format!(" = {value}"));
    let freed = if block.freed { "  freed" } else { "" };
    let allocated = block.allocated.as_ref().map_or(String::new(), |l| format!("  from {}:{}", l.file, l.line));
    format!("#{}  {} bytes{ty}{name}{value}{freed}{allocated}\n", block.number, block.bytes)
}

fn line(line: &Line) -> String {
    let mark = if line.current { '>' } else { ' ' };
    let threads: Vec<String> = line.threads.iter().map(u32::to_string).collect();
    let threads = if threads.is_empty() { String::new() } else { format!("@{}", threads.join(",")) };
    format!("{mark}{threads:<5}{:>5} │ {}", line.number, line.text).trim_end().to_string() + "\n"
}

fn change(change: &crate::answer::Change) -> String {
    let whose = match (change.local, change.thread) {
        (false, _) => String::new(),
        (true, 0) => "main: ".into(),
        (true, thread) => format!("thread {thread}: "),
    };
    match &change.old {
        Some(old) => format!("{whose}{}: {old} → {}\n", change.name, change.new),
        None => format!("{whose}{} = {}\n", change.name, change.new),
    }
}

fn history(transition: &Transition, trace: &Trace) -> String {
    let mut out = String::new();
    let unfinished = if transition.unfinished { " so far" } else { "" };
    for (i, step) in transition.steps.iter().enumerate() {
        let number = if i == 0 { transition.number.to_string() } else { String::new() };
        let events: Vec<&Event> = step.events.iter().filter(|event| crate::questions::is_shown(event)).collect();
        let first = events.iter().find_map(|event| event.location.as_ref());
        let changes = events.iter().flat_map(|event| &event.changes).map(told_change);
        let reads = events.iter().flat_map(|event| &event.reads).map(told_read);
        let notes = events.iter().flat_map(|event| &event.notes).map(|note| told_note(trace, note));
        let happened: Vec<String> = changes.chain(reads).chain(notes).collect();
        let happened = if happened.is_empty() { String::new() } else { format!("  {}", happened.join(", ")) };
        let picks = picks(step.choice.as_ref());
        let thread = report::title(trace, step.thread);
        let _ = writeln!(out, "{number:>4}  {thread}{picks}{}{unfinished}{happened}", place(first));
    }
    if transition.steps.is_empty() {
        let _ = writeln!(out, "{:>4}  (nothing to be seen)", transition.number);
    }
    out
}
