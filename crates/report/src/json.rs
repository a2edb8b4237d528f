//! The report for scripts: one object, `version` first. The names are stable: fields may be added,
//! those that exist keep their names and meaning. `docs/report.schema.json` describes each; a test
//! holds reports of every kind against it, and so does `cargo xtask test` with every report it sees.

use serde::{Serialize, Serializer};
use trace::{Action, Change, Location, Note, Output, Related, Stack, Status, Step, Trace, Variable, Violation, Wait};

use crate::model::{Checks, Coverage, Failing, Growth, MEMORY_MODEL, Outcome, Report, Severity, Statistics, Table};

/// Raised when a name or its meaning changes.
pub const VERSION: u32 = 1;

/// One JSON object, ending in a newline.
pub fn json(report: &Report) -> String {
    // Serialising fails only for maps whose keys are not strings, and there are none.
    serde_json::to_string(&Root::new(report)).unwrap_or_default() + "\n"
}

#[derive(Serialize)]
struct Root<'a> {
    version: u32,
    outcome: &'static str,
    memory_model: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    kind: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    message: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    location: Option<&'a Location>,
    /// All places that matter: both accesses of a race, where each member of a deadlock waits.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    locations: Vec<ThreadLocation<'a>>,
    /// The input or flag a usage error is about.
    #[serde(skip_serializing_if = "Option::is_none")]
    place: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    advice: Option<&'a str>,
    /// The flag that lifts the limit.
    #[serde(skip_serializing_if = "Option::is_none")]
    flag: Option<&'a str>,
    /// How much a search with `--lossy` is worth if it found nothing.
    #[serde(skip_serializing_if = "Option::is_none")]
    lossy: Option<Lossy>,
    /// What made the states so many, if a limit ended the search.
    #[serde(skip_serializing_if = "Option::is_none")]
    growth: Option<&'a Growth>,
    #[serde(skip_serializing_if = "Option::is_none")]
    thread: Option<u32>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    threads: Vec<Thread<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    trace: Option<Vec<StepView<'a>>>,
    #[serde(skip_serializing_if = "is_empty")]
    globals: &'a [Variable],
    #[serde(skip_serializing_if = "Option::is_none")]
    output: Option<&'a [Output]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    checks: Option<&'a Checks>,
    #[serde(skip_serializing_if = "is_empty")]
    warnings: &'a [String],
    /// Further violations.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    more: Vec<Brief<'a>>,
    /// Everything that was found, each with its trace: violations, and races that were only warned of.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    findings: Vec<Finding<'a>>,
    /// Statuses that the program was seen to exit with; all of them if it is safe.
    exit_statuses: &'a [i32],
    /// Executions with a status other than 0, and what they print.
    #[serde(skip_serializing_if = "is_empty")]
    failing: &'a [Failing],
    /// What was reached of the user's code.
    #[serde(skip_serializing_if = "Option::is_none")]
    coverage: Option<&'a Coverage>,
    #[serde(serialize_with = "figures")]
    statistics: &'a Statistics,
}

impl<'a> Root<'a> {
    fn new(report: &'a Report) -> Root<'a> {
        let mut root = Root {
            version: VERSION,
            outcome: report.outcome.name(),
            memory_model: MEMORY_MODEL,
            kind: None,
            message: report.outcome.trouble(),
            location: None,
            locations: Vec::new(),
            place: None,
            advice: None,
            flag: None,
            lossy: None,
            growth: report.growth.as_ref(),
            thread: None,
            threads: Vec::new(),
            trace: None,
            globals: &[],
            output: None,
            checks: report.checks.as_ref(),
            warnings: &report.warnings,
            more: report.more.iter().filter_map(Brief::new).collect(),
            findings: report.findings().filter_map(|(severity, trace)| Finding::new(severity, trace)).collect(),
            exit_statuses: &report.exit_statuses,
            failing: &report.failing,
            coverage: report.coverage.as_ref(),
            statistics: &report.statistics,
        };
        root.add(&report.outcome);
        root
    }

    fn add(&mut self, outcome: &'a Outcome) {
        match outcome {
            Outcome::Safe | Outcome::Defect { .. } => {}
            Outcome::Violation(trace) => self.add_trace(trace),
            Outcome::Usage(usage) => {
                self.place = Some(usage.place.as_str()).filter(|p| !p.is_empty());
                self.advice = Some(usage.advice.as_str()).filter(|a| !a.is_empty());
            }
            Outcome::Unsupported(unsupported) => {
                self.location = unsupported.location.as_ref();
                self.thread = unsupported.stack.as_ref().map(|s| s.thread);
                let stack = unsupported.stack.iter();
                self.threads = stack.map(|s| Thread::new(s, None)).collect();
            }
            Outcome::Limit { flag, .. } => self.flag = Some(flag),
            Outcome::Unproved { bits, missed_max } => {
                self.flag = Some("--lossy");
                self.lossy = Some(Lossy { bits_per_state: *bits, missed_probability_max: *missed_max });
            }
        }
    }

    fn add_trace(&mut self, trace: &'a Trace) {
        if let Some(violation) = &trace.violation {
            self.kind = Some(&violation.kind);
            self.message = Some(&violation.message);
            self.thread = Some(violation.thread);
            self.location = violation.location.as_ref();
            self.locations = locations(violation);
        }
        self.threads = threads(trace);
        self.trace = Some(trace.steps.iter().map(StepView::new).collect());
        self.globals = &trace.globals;
        self.output = Some(&trace.output);
    }
}

fn threads(trace: &Trace) -> Vec<Thread<'_>> {
    trace.stacks.iter().map(|s| Thread::new(s, trace.threads.get(s.thread as usize))).collect()
}

fn is_zero(number: &u32) -> bool {
    *number == 0
}

fn is_empty<T>(slice: &[T]) -> bool {
    slice.is_empty()
}

fn locations(violation: &Violation) -> Vec<ThreadLocation<'_>> {
    let first = (violation.thread, violation.location.as_ref());
    let others = violation.others.iter().map(|p| (p.thread, p.location.as_ref()));
    let all = [first].into_iter().chain(others);
    all.filter_map(|(thread, at)| Some(ThreadLocation { thread, at: at? })).collect()
}

#[derive(Serialize)]
struct Lossy {
    bits_per_state: u32,
    missed_probability_max: f64,
}

/// A violation without its trace.
#[derive(Serialize)]
struct Brief<'a> {
    kind: &'a str,
    message: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    location: Option<&'a Location>,
    locations: Vec<ThreadLocation<'a>>,
}

impl<'a> Brief<'a> {
    fn new(trace: &'a Trace) -> Option<Brief<'a>> {
        let violation = trace.violation.as_ref()?;
        Some(Brief {
            kind: &violation.kind,
            message: &violation.message,
            location: violation.location.as_ref(),
            locations: locations(violation),
        })
    }
}

/// Something that was found, with all that is known of it.
#[derive(Serialize)]
struct Finding<'a> {
    severity: Severity,
    #[serde(flatten)]
    brief: Brief<'a>,
    thread: u32,
    /// The memory that it is about.
    #[serde(skip_serializing_if = "Option::is_none")]
    subject: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    why: Option<&'a str>,
    #[serde(skip_serializing_if = "is_empty")]
    related: &'a [Related],
    threads: Vec<Thread<'a>>,
    trace: Vec<StepView<'a>>,
    #[serde(skip_serializing_if = "is_empty")]
    globals: &'a [Variable],
    output: &'a [Output],
}

impl<'a> Finding<'a> {
    fn new(severity: Severity, trace: &'a Trace) -> Option<Finding<'a>> {
        let violation = trace.violation.as_ref()?;
        Some(Finding {
            severity,
            brief: Brief::new(trace)?,
            thread: violation.thread,
            subject: violation.subject.as_deref(),
            why: violation.why.as_deref(),
            related: &violation.related,
            threads: threads(trace),
            trace: trace.steps.iter().map(StepView::new).collect(),
            globals: &trace.globals,
            output: &trace.output,
        })
    }
}

#[derive(Serialize)]
struct ThreadLocation<'a> {
    thread: u32,
    #[serde(flatten)]
    at: &'a Location,
}

#[derive(Serialize)]
struct Thread<'a> {
    id: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    name: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    creator: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    created: Option<&'a Location>,
    status: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    waits_for: Option<&'a Wait>,
    frames: Vec<Frame<'a>>,
}

impl<'a> Thread<'a> {
    fn new(stack: &'a Stack, thread: Option<&'a trace::Thread>) -> Thread<'a> {
        let (status, waits_for) = match &stack.status {
            Status::Runnable => ("runnable", None),
            Status::Waiting { on } => ("waiting", Some(on)),
            Status::Ended => ("ended", None),
        };
        Thread {
            id: stack.thread,
            name: thread.map(|t| t.name.as_str()),
            creator: thread.and_then(|t| t.creator),
            created: thread.and_then(|t| t.created.as_ref()),
            status,
            waits_for,
            frames: stack.frames.iter().map(Frame::new).collect(),
        }
    }
}

#[derive(Serialize)]
struct Frame<'a> {
    function: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    file: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    column: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    source: Option<&'a str>,
    library: bool,
    #[serde(skip_serializing_if = "is_empty")]
    variables: &'a [Variable],
}

impl<'a> Frame<'a> {
    fn new(frame: &'a trace::Frame) -> Frame<'a> {
        let location = frame.location.as_ref();
        Frame {
            function: &frame.function,
            file: location.map(|l| l.file.as_str()),
            line: location.map(|l| l.line),
            column: location.map(|l| l.column),
            source: frame.source.as_deref(),
            library: frame.library,
            variables: &frame.variables,
        }
    }
}

#[derive(Serialize)]
struct StepView<'a> {
    thread: u32,
    preempts: bool,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    cycle: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    choice: Option<&'a trace::Choice>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    events: Vec<Event<'a>>,
}

impl<'a> StepView<'a> {
    fn new(step: &'a Step) -> StepView<'a> {
        StepView {
            thread: step.thread,
            preempts: step.preempts,
            cycle: step.cycle,
            choice: step.choice.as_ref(),
            events: step.events.iter().map(Event::new).collect(),
        }
    }
}

#[derive(Serialize)]
struct Event<'a> {
    #[serde(flatten)]
    action: &'a Action,
    #[serde(skip_serializing_if = "Option::is_none")]
    location: Option<&'a Location>,
    #[serde(skip_serializing_if = "Option::is_none")]
    source: Option<&'a str>,
    /// How many calls of user functions lead here.
    #[serde(skip_serializing_if = "is_zero")]
    depth: u32,
    #[serde(skip_serializing_if = "is_empty")]
    changes: &'a [Change],
    #[serde(skip_serializing_if = "is_empty")]
    reads: &'a [trace::Read],
    #[serde(skip_serializing_if = "is_empty")]
    output: &'a [Output],
    #[serde(skip_serializing_if = "is_empty")]
    notes: &'a [Note],
}

impl<'a> Event<'a> {
    fn new(event: &'a trace::Event) -> Event<'a> {
        Event {
            action: &event.action,
            location: event.location.as_ref(),
            source: event.source.as_deref(),
            depth: event.depth,
            changes: &event.changes,
            reads: &event.reads,
            output: &event.output,
            notes: &event.notes,
        }
    }
}

fn figures<S: Serializer>(s: &&Statistics, serializer: S) -> Result<S::Ok, S::Error> {
    #[derive(Serialize)]
    struct Figures {
        states: u64,
        transitions: u64,
        instructions: u64,
        spared: std::collections::BTreeMap<&'static str, u64>,
        partly: u64,
        slept: u64,
        rounds: u64,
        scout_work: u64,
        seconds: f64,
        states_per_second: f64,
        bytes_per_state: f64,
        memory_bytes: u64,
        store_bytes: u64,
        #[serde(skip_serializing_if = "Option::is_none")]
        spilled_bytes: Option<u64>,
        tables: Vec<Table>,
        workers: usize,
        depth: u64,
    }
    let figures = Figures {
        states: s.states,
        transitions: s.transitions,
        instructions: s.instructions,
        spared: s.spared.all().into_iter().map(|(name, _, times)| (name, times)).collect(),
        partly: s.partly,
        slept: s.slept,
        rounds: s.rounds,
        scout_work: s.scout_work,
        seconds: s.seconds,
        states_per_second: s.states_per_second(),
        bytes_per_state: s.bytes_per_state(),
        memory_bytes: s.memory_bytes,
        store_bytes: s.store_bytes,
        spilled_bytes: Some(s.spilled_bytes).filter(|bytes| *bytes > 0),
        tables: s.tables.into_iter().filter(|table| table.bytes > 0).collect(),
        workers: s.workers,
        depth: s.depth,
    };
    figures.serialize(serializer)
}
