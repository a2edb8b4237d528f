//! The main job: load, search, replay what was found, report.

use std::ffi::OsString;
use std::os::unix::ffi::OsStrExt;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use ir::contract::{Fault, names};
use machine::{Allowed, Config, Image, Presumptions, Problem, Spared};
use report::{Checks, Failing, Outcome, Report, Unsupported};
use search::property::Property;
use search::{About, Finding, Keep, Path, Peers, Retraced, Verdict};
use supervisor::Phase;
use trace::{Ending, ReplayOptions, Trace};

use crate::allow::AllowList;
use crate::args::{self, CheckArgs, Clock, CommonArgs, Races, Random, Reduction, RunArgs, SearchArgs, Store};
use crate::inputs::{self, Loaded};
use crate::output::{bare, usage};
use crate::progress::Line;
use crate::ranks::{Digests, Ranks};
use crate::resume::Asked;
use crate::saved::Saved;
use crate::{audit, budget, coverage, files, findings, growth, launch, library, native, property, ranks, resume};

/// The library's functions that draw random numbers, and the files that hold such.
const RANDOM: [&str; 19] = [
    "arc4random",
    "arc4random_buf",
    "getentropy",
    "getrandom",
    "rand",
    "random",
    "rand_r",
    "random_r",
    "drand48",
    "lrand48",
    "mrand48",
    "erand48",
    "nrand48",
    "jrand48",
    "drand48_r",
    "lrand48_r",
    "mrand48_r",
    "erand48_r",
    "nrand48_r",
];
const RANDOM_FILES: [&[u8]; 2] = [b"/dev/random", b"/dev/urandom"];

fn draws_random_numbers(program: &ir::Program) -> bool {
    let names = |bytes: &[u8], file: &[u8]| bytes.windows(file.len()).any(|part| part == file);
    program.functions.iter().any(|function| RANDOM.contains(&function.name.as_str()))
        || program.globals.iter().any(|global| RANDOM_FILES.iter().any(|file| names(&global.bytes, file)))
}

/// Time for replaying what was found when the search has taken all there was: within the second of grace.
const TELLING: Duration = Duration::from_millis(400);

/// `verify check`.
pub(crate) fn run(args: &CheckArgs, color: bool) -> Report {
    run_with(args, color, None).0
}

/// The same, together with other ranks. Also tells whether they were lost.
pub(crate) fn run_with(args: &CheckArgs, color: bool, ranks: Option<&Arc<Ranks>>) -> (Report, bool) {
    let prepared = prepare(args, color);
    let prepared = match ranks {
        Some(ranks) => {
            let prepared = prepared.and_then(|job| Ok((digests(args, &job)?, job)));
            ranks.agree(prepared, |(digests, _)| *digests).map(|(_, job)| job)
        }
        None => prepared,
    };
    match prepared {
        Ok(mut job) => {
            job.ranks = ranks.cloned();
            let report = job.run(args).unwrap_or_else(bare);
            (report, job.lost)
        }
        Err(outcome) => (bare(outcome), false),
    }
}

/// What must be the same on all ranks. Time and memory are each rank's own.
fn digests(args: &CheckArgs, job: &Job) -> Result<Digests, Outcome> {
    let limits = search::Options { time_max: None, memory_bytes_max: None, ..options(&args.search) };
    let flags = search::Options { spent: Duration::ZERO, interrupted: None, workers: 1, ..limits };
    let build = resume::build().map_err(|error| usage(format!("no program can be read: {error}"), "", ""))?;
    Ok(Digests { build, program: job.asked(None).digest(), command: search::digest(format!("{flags:?}").as_bytes()) })
}

fn prepare(args: &CheckArgs, color: bool) -> Result<Job, Outcome> {
    property::look_over(&args.property)?;
    let loaded = inputs::read(&args.inputs, &args.run.change, &args.compile, color)?;
    let image = image(&loaded, &args.run, (&args.inputs, &args.args), property::words(&args.property))?;
    let (image, property) = property::ask(&args.property, image)?;
    let replay = ReplayOptions {
        pictures: args.show.wants_pictures(),
        full: args.show.full_trace,
        ..replay_options(&args.inputs, &args.common)
    };
    Ok(Job { image, loaded, replay, property, ranks: None, lost: false })
}

/// A program made ready to run: where it is from, its arguments, and the words of what is asked about it.
pub(crate) fn image(
    loaded: &[Loaded],
    run: &RunArgs,
    (paths, args): (&[PathBuf], &[OsString]),
    spoken_of: Vec<String>,
) -> Result<Image, Outcome> {
    let started = Instant::now();
    let _line = Line::new("loading …");
    let _stay = inputs::reading(loaded);
    let mut options = ir::LoadOptions { spoken_of, ..run.load_options() };
    // Macros have their value already.
    options.changes.set.retain(|(name, _)| !loaded.iter().any(|loaded| loaded.set.contains(name)));
    let program = ir::load(&inputs::for_loader(loaded), &options, &library::library()).map_err(inputs::load_error)?;
    let ops: usize = program.functions.iter().map(|f| f.ops.len()).sum();
    tracing::info!(functions = program.functions.len(), ops, time = ?started.elapsed(), "loaded");
    Ok(Image::new(program, config(run, paths, args)?))
}

pub(crate) fn replay_options(paths: &[PathBuf], common: &CommonArgs) -> ReplayOptions {
    ReplayOptions {
        source_roots: inputs::source_roots(paths, &common.source),
        input: paths.first().map(|path| path.display().to_string()).unwrap_or_default(),
        ..ReplayOptions::default()
    }
}

pub(crate) fn config(run: &RunArgs, paths: &[PathBuf], args: &[OsString]) -> Result<Config, Outcome> {
    let name = paths.first().and_then(|p| p.file_stem()).map_or(b"program".to_vec(), |n| n.as_bytes().to_vec());
    let mut argv = vec![name];
    argv.extend(args.iter().map(|a| a.as_bytes().to_vec()));
    let mut faults = [0; machine::FAULT_KINDS];
    for (fault, bound) in run.faults() {
        faults[Fault::from(fault) as usize] = bound.unwrap_or(machine::FAULTS_UNBOUNDED);
    }
    let contents = run.file.iter().map(|(host, _)| content(std::path::Path::new(host), "--file"));
    Ok(Config {
        reduction: match run.reduction {
            Reduction::None => machine::Reduction::None,
            Reduction::Tau => machine::Reduction::Tau,
            Reduction::TauPlus => machine::Reduction::TauPlus,
            Reduction::Full => machine::Reduction::Full,
            Reduction::Presumed => machine::Reduction::Presumed,
        },
        faults,
        args: argv,
        env: run.env.iter().map(|(name, value)| format!("{name}={value}").into_bytes()).collect(),
        paths: run.file.iter().map(|(_, path)| path.clone().into_bytes()).collect(),
        contents: contents.collect::<Result<_, _>>()?,
        stdin: run.stdin.iter().map(|path| content(path, "--stdin")).collect::<Result<_, _>>()?,
        live_stdin: None,
        overflow: run.overflow,
        random: run.random == Random::Explore,
        clock_stands: run.clock == Clock::Still,
        exit_zero: run.exit_zero,
        strict_calls: run.strict_calls,
        leaks: !run.no_leaks,
        watched: None,
        depth_max: run.stack_depth,
        stack_bytes_max: stack_size(run),
    })
}

/// Bytes of stack per thread.
fn stack_size(run: &RunArgs) -> u64 {
    run.stack_size.unwrap_or(machine::STACK_BYTES)
}

/// A file of the host that becomes part of the program's world.
fn content(path: &std::path::Path, option: &str) -> Result<Vec<u8>, Outcome> {
    files::read(path, option)
}

pub(crate) fn options(args: &SearchArgs) -> search::Options {
    let cores = match args.order.about().repeatable {
        true => std::thread::available_parallelism().map_or(1, |n| n.get()),
        // With several workers it is a matter of luck what is found first, so they have to be asked for.
        false => 1,
    };
    // Ranks on one machine share what it has.
    let cores = (cores / launch::launch().map_or(1, |launch| launch.here)).max(1);
    search::Options {
        workers: args.workers.unwrap_or(cores),
        time_max: args.time,
        spent: budget::spent(),
        interrupted: budget::interrupted(),
        memory_bytes_max: budget::memory_bytes_max(args.memory),
        spill: args.spill.clone(),
        depth_max: args.depth,
        states_max: args.states,
        states_before_layer_max: None,
        races: match args.races {
            Races::Off => search::Races::Off,
            Races::Error => search::Races::Error,
            Races::Warn => search::Races::Collect,
        },
        allowed: None,
        property: None,
        livelocks: !args.no_livelocks,
        compressed: args.store == Store::Compressed,
        recall: !args.no_recall,
        // Ways become longer where threads are left for later.
        company: !args.no_company && args.depth.is_none() && !args.shortest,
        sleep: !args.no_sleep,
        symmetry: args.symmetry && args.depth.is_none() && !args.shortest,
        rehearsals: args.rehearsals,
        keep_going: args.keep_going,
        scouts: !args.shortest,
        order: args.order,
        keep: if args.lossy { Keep::Fingerprints } else { Keep::States },
        paths: true,
        prints: args.audit,
        coverage: args.coverage || args.coverage_lcov.is_some(),
        pairs_max: if args.audit { audit::PAIRS_MAX } else { 0 },
        checkpoints: None,
        peers: None,
    }
}

/// Where nothing can be put into files, and what has nothing to put there.
fn refuse_spill(args: &SearchArgs) -> Result<(), Outcome> {
    let Some(directory) = &args.spill else { return Ok(()) };
    if args.lossy {
        let what = "--spill does not go with --lossy, which keeps its few bits of each state in memory";
        return Err(usage(what, "", "leave out one of them"));
    }
    store::Spill::check(directory).map_err(|why| {
        let what = format!("nothing can be put into files there: {why}");
        usage(what, directory.display().to_string(), "--spill with a directory on a disk that you may write to")
    })
}

/// When the report has to be there.
fn deadline(time: Duration) -> Instant {
    budget::started() + time + TELLING
}

/// What shows a program how time passes.
const TIMINGS: [&str; 4] = [names::CLOCK_READ, "alarm", "setitimer", "ualarm"];

/// What may fail or end for no reason, if a fault says so.
struct Spurious {
    fault: Fault,
    functions: &'static [&'static str],
    words: &'static str,
}

const SPURIOUS: [Spurious; 2] = [
    Spurious {
        fault: Fault::SpuriousWakeup,
        functions: &["pthread_cond_wait", "pthread_cond_timedwait", "pthread_cond_clockwait", "syscall"],
        words: "waits that end without a signal (--faults spurious-wakeup)",
    },
    Spurious {
        fault: Fault::SpuriousFailure,
        functions: &["mtx_trylock"],
        words: "weak compare-exchanges and mtx_trylock that fail for no reason (--faults spurious-failure)",
    },
];

/// Those of them that the program has and that do not happen.
fn never_spurious(run: &RunArgs, program: &ir::Program) -> Vec<String> {
    let on: Vec<Fault> = run.faults().into_iter().map(|(fault, _)| Fault::from(fault)).collect();
    let has = |spurious: &Spurious| {
        let names = |function: &ir::Function| spurious.functions.contains(&function.name.as_str());
        let exchanges = spurious.fault == Fault::SpuriousFailure && program.weak_exchanges;
        exchanges || program.functions.iter().any(|function| function.library && names(function))
    };
    let left_out = SPURIOUS.iter().filter(|spurious| !on.contains(&spurious.fault) && has(spurious));
    left_out.map(|spurious| spurious.words.to_owned()).collect()
}

fn reads_clock(program: &ir::Program) -> bool {
    program.functions.iter().any(|function| function.library && TIMINGS.contains(&function.name.as_str()))
}

pub(crate) fn checks(run: &RunArgs, races: Races, program: &ir::Program) -> Checks {
    Checks {
        races: races != Races::Off,
        leaks: !run.no_leaks,
        overflow: run.overflow,
        strict_calls: run.strict_calls,
        stack_bytes: stack_size(run),
        faults: run.faults().into_iter().map(args::spell_fault).collect(),
        never_spurious: never_spurious(run, program),
        reduction: args::name(run.reduction),
        weak_atomics: program.weak_atomics,
        rust: program.rust,
        clock: reads_clock(program),
        addresses: false,
        volatile: args::name(run.volatile),
        random: match draws_random_numbers(program) {
            true => args::name(run.random),
            false => "none".into(),
        },
        property: None,
        audit: None,
        allowed_races: Vec::new(),
        changes: changes(run, program),
    }
}

/// What the user has changed about the program and the world it is in.
fn changes(run: &RunArgs, program: &ir::Program) -> Vec<String> {
    let mut words = run.change.words(&program.replaced);
    words.extend(program.notes.iter().cloned());
    if run.clock == Clock::Still && reads_clock(program) {
        words.push("no time passes unless the program sleeps (--clock still)".into());
    }
    words
}

struct Job {
    image: Image,
    loaded: Vec<Loaded>,
    replay: ReplayOptions,
    property: Option<Arc<Property>>,
    ranks: Option<Arc<Ranks>>,
    /// They could not be reached to the end.
    lost: bool,
}

impl Job {
    fn run(&mut self, args: &CheckArgs) -> Result<Report, Outcome> {
        if args.native.is_some() {
            native::refuse_changes(&args.run.change, &args.inputs)?;
        }
        let allowed = AllowList::read(&args.search.allow_race, &args.search.allow_races)?.map(Arc::new);
        self.agreed(refuse_spill(&args.search))?;
        let mut options = options(&args.search);
        options.races = findings::policy(options.races, allowed.as_deref(), &self.image.program);
        options.allowed = allowed.clone().map(|allowed| allowed as Arc<dyn Allowed>);
        self.replay.allowed.clone_from(&options.allowed);
        if let Some(property) = &self.property {
            options = property::options(options, property)?;
        }
        options.checkpoints = self.agreed(resume::checkpoints(args, &self.asked(allowed.as_ref())))?;
        self.spread(&mut options);
        // Whenever the search ends there is something to tell, and time for it.
        supervisor::enter(Phase::Replaying).for_good();
        let checkpoint = self.agreed(resume::checkpoint(args, &self.asked(allowed.as_ref())))?;
        let mut found = self.search(args, &options, checkpoint)?;
        self.lost = found.lost;
        ranks::doubt(args, (&self.image, &options), &found)?;
        self.part(allowed.as_deref())?;
        remark(&found.verdict);
        if let Verdict::Limit { .. } = found.verdict {
            supervisor::enter(Phase::Explaining).for_good();
        }
        self.replay.deadline = args.search.time.map(deadline);
        let mut checks = checks(&args.run, args.search.races, &self.image.program);
        checks.addresses = found.observed;
        if let Some(property) = &self.property {
            checks.property = Some(property::describe(property));
            checks.reduction = self.image.config.reduction.name().into();
        }
        if args.search.audit {
            checks.audit = Some(self.audit(&options, &found)?);
        }
        let mut warnings = Vec::new();
        let races = self.races(&mut found, args.search.races, allowed.as_deref(), &mut warnings)?;
        if let Some(allowed) = &allowed {
            warnings.extend(findings::unused(allowed, found.complete));
            checks.allowed_races = allowed.used().0;
        }
        warnings.append(&mut found.warnings);
        warnings.extend(order_warnings(&args.search, &found));
        warnings.extend(resume::advice(args, &found));
        warnings.extend(self.keep(args, &found)?);
        let more: Vec<Trace> = found
            .more
            .iter()
            .map(|more| self.trace(&found.presumptions, more, &mut warnings))
            .collect::<Result<_, _>>()?;
        let growth = found.growth.as_ref().map(|found_growth| {
            growth::describe(&self.image, &found.presumptions, found_growth, args.search.order, &self.replay)
        });
        let coverage = coverage::describe(&self.image, &found.covered);
        if let Some(file) = &args.search.coverage_lcov {
            warnings.extend(unwritten(file, files::write(file, coverage::lcov(&coverage).as_bytes())));
        }
        let failing = self.failing(&found);
        let replay = ReplayOptions { cycle: found.cycle, ..self.replay.clone() };
        let outcome = self.outcome(&found.presumptions, found.verdict, &replay, &mut warnings);
        let first = match &outcome {
            Outcome::Violation(trace) => Some(&**trace),
            _ => None,
        };
        Ok(Report {
            growth,
            more: findings::distinct(first, more),
            outcome,
            checks: Some(checks),
            statistics: statistics(&found.statistics),
            warnings,
            exit_statuses: found.exits.iter().copied().collect(),
            races: findings::distinct(None, races),
            failing,
            coverage: Some(coverage),
        })
    }

    /// The search is over, and the first rank goes on alone to tell what was found.
    fn part(&self, allowed: Option<&AllowList>) -> Result<(), Outcome> {
        if let (Some(ranks), false) = (&self.ranks, self.lost) {
            allowed.inspect(|allowed| ranks.tell_used(allowed));
            ranks.leave_early();
        }
        match launch::tells() {
            true => Ok(()),
            false => Err(Outcome::Limit { what: "the first rank tells what was found".into(), flag: String::new() }),
        }
    }

    /// Writes the violation to the files that were asked for. What could not be written is a warning.
    fn keep(&self, args: &CheckArgs, found: &search::Outcome) -> Result<Vec<String>, Outcome> {
        let mut warnings = Vec::new();
        let Verdict::Violation { problem, path } = &found.verdict else { return Ok(warnings) };
        if let Some(file) = &args.save {
            let presumed = found.presumptions.spell(&self.image.program);
            let written = Saved::new(args, &self.loaded, presumed, problem, (path, found.cycle)).write(file);
            warnings.extend(unwritten(file, written));
        }
        if let Some(file) = &args.native {
            let inputs = (&args.inputs[..], &args.compile);
            let written = native::write(file, &self.image, &found.presumptions, (problem, path), inputs)?;
            warnings.extend(unwritten(file, written));
        }
        Ok(warnings)
    }

    fn asked<'a>(&'a self, allowed: Option<&'a Arc<AllowList>>) -> Asked<'a> {
        Asked { image: &self.image, loaded: &self.loaded, allowed, property: self.property.as_deref() }
    }

    /// If another rank cannot begin, this one does not.
    fn agreed<T>(&self, own: Result<T, Outcome>) -> Result<T, Outcome> {
        match &self.ranks {
            Some(ranks) => ranks.agree(own, |_| Digests::default()),
            None => own,
        }
    }

    /// The search is one of several ranks, if there are others.
    fn spread(&self, options: &mut search::Options) {
        if let Some(ranks) = &self.ranks {
            options.peers = Some(Arc::clone(ranks) as Arc<dyn Peers>);
        }
    }

    /// What executions print that exit with a status other than 0.
    fn failing(&self, found: &search::Outcome) -> Vec<Failing> {
        let told = found.failing.iter().filter_map(|(status, path)| {
            let trace = trace::replay(&self.image, &found.presumptions, path, &Ending::Open, &self.replay).ok()?;
            Some(Failing { status: *status, output: trace.output })
        });
        told.collect()
    }

    /// The traces of the races to warn of. Those that are neither to be warned of nor allowed count as
    /// violations.
    fn races(
        &self,
        found: &mut search::Outcome,
        policy: Races,
        allowed: Option<&AllowList>,
        warnings: &mut Vec<String>,
    ) -> Result<Vec<Trace>, Outcome> {
        let (mut warned, mut blamed) = (Vec::new(), Vec::new());
        for race in std::mem::take(&mut found.races) {
            let trace = self.trace(&found.presumptions, &race, warnings)?;
            let subject = trace.violation.as_ref().and_then(|violation| violation.subject.as_deref());
            if subject.is_some_and(|subject| allowed.is_some_and(|allowed| allowed.allows_name(subject))) {
                continue;
            }
            match policy {
                Races::Warn => warned.push(trace),
                _ => blamed.push(race),
            }
        }
        findings::blame(found, blamed);
        Ok(warned)
    }

    fn search(
        &self,
        args: &CheckArgs,
        options: &search::Options,
        checkpoint: Option<search::Checkpoint>,
    ) -> Result<search::Outcome, Outcome> {
        let line = Line::new("rehearsing and searching …");
        let _stay = supervisor::enter(Phase::Searching);
        let show = |progress: &search::Progress| line.show(progress);
        let outcome = match checkpoint {
            None => search::check(&self.image, options, &show),
            Some(checkpoint) => {
                search::resume(&self.image, options, checkpoint, &show).map_err(|why| resume::refused(args, why))?
            }
        };
        tracing::info!(statistics = ?outcome.statistics, "searched");
        Ok(outcome)
    }

    fn audit(&self, options: &search::Options, found: &search::Outcome) -> Result<report::Audit, Outcome> {
        let line = Line::new("auditing …");
        let _stay = supervisor::enter(Phase::Searching);
        let audited = search::audit(&self.image, options, found, &|progress| line.show(progress));
        drop(line);
        audit::report(audited)
    }

    fn outcome(
        &self,
        presumptions: &Presumptions,
        verdict: Verdict,
        replay: &ReplayOptions,
        warnings: &mut Vec<String>,
    ) -> Outcome {
        match verdict {
            Verdict::Safe => Outcome::Safe,
            Verdict::Violation { problem, path } => {
                match self.retell(presumptions, &problem, &path, replay, warnings) {
                    Ok(trace) => Outcome::Violation(Box::new(trace)),
                    Err(outcome) => outcome,
                }
            }
            Verdict::Unsupported { what, path } => {
                let ending = Ending::Unsupported(what.clone());
                let trace = trace::replay(&self.image, presumptions, &path, &ending, &self.replay).ok();
                Outcome::Unsupported(Box::new(unsupported(what, trace)))
            }
            Verdict::Unproved { bits, missed_max } => Outcome::Unproved { bits, missed_max },
            Verdict::Limit { what, flag } => Outcome::Limit { what, flag: flag.into() },
            Verdict::Defect(what) => Outcome::Defect { what },
        }
    }

    /// Nothing is shown before it was executed again, both as it was found and op by op.
    fn trace(
        &self,
        presumptions: &Presumptions,
        finding: &Finding,
        warnings: &mut Vec<String>,
    ) -> Result<Trace, Outcome> {
        let replay = ReplayOptions { points: Some(finding.points), ..self.replay.clone() };
        self.retell(presumptions, &finding.problem, &finding.path, &replay, warnings)
    }

    fn retell(
        &self,
        presumptions: &Presumptions,
        problem: &Problem,
        path: &Path,
        replay: &ReplayOptions,
        warnings: &mut Vec<String>,
    ) -> Result<Trace, Outcome> {
        let _line = Line::new(format!("replaying {} …", problem.kind));
        warnings.extend(confirm(&self.image, presumptions, path, problem)?);
        let ending = Ending::Violation(problem.clone());
        trace::replay(&self.image, presumptions, path, &ending, replay)
            .map_err(|defect| Outcome::Defect { what: defect.0 })
    }
}

/// Executes a path op by op, without reductions. Returns what to say if that was not done.
pub(crate) fn confirm(
    image: &Image,
    presumptions: &Presumptions,
    path: &Path,
    problem: &Problem,
) -> Result<Option<String>, Outcome> {
    match search::retrace(image, presumptions, path, problem) {
        Retraced::Confirmed => Ok(None),
        Retraced::Skipped(why) => Ok(Some(format!("the trace was not replayed at --reduction none: {why}"))),
        Retraced::Differs(what) => {
            let what = format!("a violation that was found does not happen when its path is executed op by op: {what}");
            Err(Outcome::Defect { what })
        }
    }
}

/// Leaves word of a violation, in case there is no time to show how it comes about.
fn remark(verdict: &Verdict) {
    if let Verdict::Violation { problem, .. } = verdict {
        let what = format!("a violation was found ({} — {}), but not replayed in time", problem.kind, problem.message);
        supervisor::shared().remark(&what);
    }
}

/// A file that could not be written takes no verdict away.
pub(crate) fn unwritten(file: &std::path::Path, written: std::io::Result<()>) -> Option<String> {
    written.err().map(|why| format!("{} was not saved: {why}", file.display()))
}

/// What to know of a violation that was found in this order.
fn order_warnings(args: &SearchArgs, found: &search::Outcome) -> Vec<String> {
    let About { name, shortest, repeatable, .. } = args.order.about();
    let mut warnings = Vec::new();
    if found.is_violation() {
        if found.scouted {
            warnings.push("found by a scout ahead of the search: there may be a shorter way there (--shortest)".into());
        }
        if found.detour && !found.scouted {
            warnings.push("found where threads that do not meet had their turn one after the other: there may be a shorter way there (--shortest)".into());
        }
        if !shortest {
            warnings.push(format!("found with --order {name}: there may be a shorter way there"));
        }
        if !repeatable && args.workers.is_some_and(|workers| workers > 1) {
            warnings.push(format!("with several workers, --order {name} may find another violation next time"));
        }
    }
    warnings
}

pub(crate) fn unsupported(what: String, trace: Option<Trace>) -> Unsupported {
    let Some(mut trace) = trace else {
        return Unsupported { what, ..Unsupported::default() };
    };
    let violation = trace.violation.take();
    let thread = violation.as_ref().map(|v| v.thread);
    Unsupported {
        what,
        stack: trace.stacks.into_iter().find(|stack| Some(stack.thread) == thread),
        source: violation.as_ref().and_then(|v| v.source.clone()),
        location: violation.and_then(|v| v.location),
    }
}

fn statistics(found: &search::Statistics) -> report::Statistics {
    report::Statistics {
        states: found.states,
        transitions: found.transitions,
        instructions: found.counters.instructions,
        spared: spared(&found.counters),
        partly: found.partly,
        slept: found.slept,
        rounds: found.rounds,
        scout_work: found.scout_work,
        seconds: found.seconds,
        memory_bytes: found.memory_bytes,
        store_bytes: found.store_bytes,
        spilled_bytes: found.spilled_bytes,
        tables: found.tables.map(|search::Table { name, entries, bytes, load }| report::Table {
            name,
            entries,
            bytes,
            load,
        }),
        workers: found.workers,
        depth: found.depth,
    }
}

fn spared(counters: &machine::Counters) -> report::Spared {
    let mut spared = report::Spared::default();
    for (why, times) in Spared::ALL.into_iter().zip(counters.spared) {
        *match why {
            Spared::Alone => &mut spared.alone,
            Spared::Staged => &mut spared.staged,
            Spared::Guarded => &mut spared.guarded,
            Spared::Release => &mut spared.releases,
            Spared::Life => &mut spared.life,
        } = times;
    }
    spared
}
