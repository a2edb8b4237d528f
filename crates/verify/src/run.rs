//! `verify run`: one execution, with every check of a search. The program's output goes where ours
//! goes; what we have to say goes to standard error.

use std::io::{BufWriter, IsTerminal, Read, Stdout, Write};
use std::path::PathBuf;
use std::sync::{Arc, LazyLock};

use machine::{ObjectId, Observer, Stop, ThreadId, Vm};
use report::{Outcome, Usage};
use search::{Executed, Simulation};
use supervisor::Phase;
use trace::ReplayOptions;

use crate::args::{ExecuteArgs, Races};
use crate::budget;
use crate::check;
use crate::inputs;
use crate::output::{self, bare};

/// Runs the program; the exit code is its exit status if it gets that far.
pub(crate) fn run(args: &ExecuteArgs, color: bool) -> u8 {
    let paths: Vec<PathBuf> = std::iter::once(&args.input).chain(&args.link).cloned().collect();
    let outcome = match execute(args, &paths, color) {
        Ok(status) => return status as u8,
        Err(outcome) => outcome,
    };
    output::complaint(&bare(outcome), &args.show, &args.common, &inputs::subject(&paths, &args.common))
}

fn execute(args: &ExecuteArgs, paths: &[PathBuf], color: bool) -> Result<i32, Outcome> {
    let loaded = inputs::read(paths, &args.run.change, &args.compile, color)?;
    let mut image = check::image(&loaded, &args.run, (paths, &args.args), Vec::new())?;
    if args.run.stdin.is_none() {
        image.config.live_stdin = Some(Arc::new(LazyLock::new(read_stdin)));
    }
    let simulation = Simulation {
        schedule: args.schedule.unwrap_or_default(),
        races: args.races != Races::Off,
        time_max: args.time,
        spent: budget::spent(),
        interrupted: budget::interrupted(),
        memory_bytes_max: budget::memory_bytes_max(args.memory),
    };
    let options = check::replay_options(paths, &args.common);
    supervisor::enter(Phase::Searching).for_good();
    let mut console = Console::new();
    let mut wrong = None;
    let executed =
        search::simulate(&image, simulation, &mut console, |vm, stop| wrong = Some(judge(vm, stop.clone(), &options)));
    console.flush();
    if args.show.stats {
        output::stderr(&statistics(&executed));
    }
    if let Some(leak) = &executed.leak {
        output::stderr(&format!("warning: leak — {leak}\n"));
    }
    match (executed.end, wrong) {
        (Ok(status), _) => Ok(status),
        (Err(_), Some(outcome)) => Err(outcome),
        (Err(stop), None) => Err(Outcome::Defect { what: format!("{stop:?} was not looked at") }),
    }
}

/// All of our standard input; nothing if it cannot be read.
fn read_stdin() -> Vec<Vec<u8>> {
    let mut bytes = Vec::new();
    let _ = std::io::stdin().read_to_end(&mut bytes);
    vec![bytes]
}

/// The outcome of an execution that was stopped.
fn judge(vm: &Vm<'_>, stop: Stop, options: &ReplayOptions) -> Outcome {
    match stop {
        Stop::Violation(_) => Outcome::Violation(Box::new(trace::snapshot(vm, stop, options))),
        Stop::Unsupported { ref what, .. } => {
            let what = what.clone();
            Outcome::Unsupported(Box::new(check::unsupported(what, Some(trace::snapshot(vm, stop, options)))))
        }
        Stop::Limit { what, flag } => Outcome::Limit { what, flag: flag.into() },
        Stop::GivenUp(what) => Outcome::Limit { what, flag: String::new() },
        Stop::Defect(what) => Outcome::Defect { what },
        Stop::Pruned => Outcome::Usage(Usage {
            what: "an assumption of the program does not hold in this execution".into(),
            advice: "another --schedule random:SEED, or a search of all executions: verify FILE".into(),
            ..Usage::default()
        }),
    }
}

fn statistics(executed: &Executed) -> String {
    let rate = executed.counters.instructions as f64 / executed.seconds.max(1e-9);
    let memory = search::memory::peak_bytes().map_or("unknown".into(), report::bytes);
    let rows = [
        ("instructions", report::count(executed.counters.instructions)),
        ("time", report::duration(executed.seconds)),
        ("speed", format!("{} instructions/s", report::rate(rate))),
        ("transitions", report::count(executed.transitions)),
        ("objects", format!("{} at most", report::count(executed.objects_max))),
        ("memory", memory),
    ];
    rows.iter().map(|(name, value)| format!("{name:<14}{value}\n")).collect()
}

/// The program's output, passed on.
struct Console {
    out: BufWriter<Stdout>,
    /// It is a terminal, where somebody is watching.
    live: bool,
}

impl Console {
    fn new() -> Console {
        let out = std::io::stdout();
        Console { live: out.is_terminal(), out: BufWriter::with_capacity(1 << 16, out) }
    }

    fn flush(&mut self) {
        output::heed(self.out.flush());
    }
}

impl Observer for Console {
    fn follows(&self) -> bool {
        false
    }

    fn arrive(&mut self, _: &Vm<'_>, _: ThreadId) {}

    fn wrote(&mut self, _: &Vm<'_>, _: ThreadId, _: ObjectId, _: u32, _: u32) {}

    fn output(&mut self, fd: i32, bytes: &[u8]) {
        if fd == 2 {
            self.flush();
            let _ = std::io::stderr().write_all(bytes);
            return;
        }
        output::heed(self.out.write_all(bytes));
        if self.live {
            self.flush();
        }
    }

    fn thread_started(&mut self, _: &Vm<'_>, _: ThreadId, _: ThreadId) {}
}
