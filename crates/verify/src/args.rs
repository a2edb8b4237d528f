//! The command line, declared once: parsing and `--help` come from here.

use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Args, Parser, Subcommand, ValueEnum};
use ir::contract;
use search::{Order, Schedule};

use crate::units;

mod changes;
mod keep;
mod suite;
pub(crate) use changes::ChangeArgs;
pub(crate) use keep::{KeepArgs, ResumeArgs};
pub(crate) use suite::{Framework, SuiteArgs, SuiteFormat};

const ABOUT: &str = "Explores every interleaving of a multi-threaded program: safe, or a trace of how it goes wrong";

const AFTER_HELP: &str = "\
Exit codes: 0 safe, 1 violation, 2 bad command line or input, 3 reached something not modelled,
4 a limit stopped the search, 5 a bug in Augur.";

const RUN_AFTER_HELP: &str = "\
The exit code is the program's exit status; a leak is only a warning. If the execution goes
wrong, a report is written to standard error, and the exit code is that of `verify`: 1 violation,
3 reached something not modelled, 4 a limit, 5 a bug in Augur; 2 is a bad command line or input.";

const SIM_AFTER_HELP: &str = "\
Among the inputs may be one file that `--save` has written: the path then leads to that violation,
and the flags are those it was found with. `help` lists the commands; docs/simulator.md explains them.";

#[derive(Parser, Debug)]
#[command(
    name = "verify",
    version,
    about = ABOUT,
    after_help = AFTER_HELP,
    args_conflicts_with_subcommands = true,
    subcommand_negates_reqs = true,
    args_override_self = true,
    disable_help_subcommand = true
)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub command: Option<Command>,
    #[command(flatten)]
    pub check: CheckArgs,
}

#[derive(Subcommand, Debug)]
pub(crate) enum Command {
    /// Check a program; this is the default
    #[command(after_help = AFTER_HELP)]
    Check(Box<CheckArgs>),
    /// Execute a program once, with every check; its output and exit status are passed on
    #[command(after_help = RUN_AFTER_HELP)]
    Run(Box<ExecuteArgs>),
    /// The compiler of a build: clang, with bitcode beside the machine code; also called augur-cc
    #[command(disable_help_flag = true)]
    Cc {
        #[arg(trailing_var_arg = true, allow_hyphen_values = true, value_name = "CLANG ARGS")]
        args: Vec<OsString>,
    },
    /// The same for C++; also called augur-cxx
    #[command(name = "c++", disable_help_flag = true)]
    Cxx {
        #[arg(trailing_var_arg = true, allow_hyphen_values = true, value_name = "CLANG ARGS")]
        args: Vec<OsString>,
    },
    /// Check many programs, or many tests of one, each with its own limits; exit code of the worst
    #[command(after_help = AFTER_HELP)]
    Suite(Box<SuiteArgs>),
    /// Execute once more a violation that `--save` has written
    Replay(ReplayArgs),
    /// Go on with a search that wrote checkpoints (`--checkpoint`), to the verdict that it would have had
    #[command(after_help = AFTER_HELP)]
    Resume(Box<ResumeArgs>),
    /// Step through a program or a saved violation, forwards and backwards, and look at its variables
    #[command(after_help = SIM_AFTER_HELP)]
    Sim(Box<SimArgs>),
    /// Print the program as the checker sees it
    Dump(DumpArgs),
    /// Print the state space of a small program as a graph (DOT, SVG)
    Draw(Box<DrawArgs>),
    /// List the functions a program needs from outside, and whether they are modelled
    Externals(ToolArgs),
    /// Check many programs that are in one input, as standard input says (for our own tests)
    #[command(hide = true)]
    Batch(ToolArgs),
    /// Carry out many command lines, as standard input says, each in a copy of this process (for our own tests)
    #[command(hide = true)]
    Warm,
    /// Say what a kind of violation means, with an example and how it is mended; without a kind, list all
    Explain {
        /// As reports name it: data-race, use-after-free, …
        #[arg(value_name = "KIND")]
        kind: Option<String>,
    },
    /// Print the manual page (man -l, or into a directory of MANPATH)
    Man,
    /// Print completions for a shell, to be put where it looks for them
    Completions {
        #[arg(value_enum)]
        shell: clap_complete::Shell,
    },
    /// Look whether everything that is needed is installed, and say what to do if not
    Doctor(CommonArgs),
}

#[derive(Args, Debug, Default)]
pub(crate) struct CheckArgs {
    /// C, C++, LLVM assembly or bitcode; what `verify cc` built (programs, objects, archives, libraries); `-` is C
    /// from standard input; several are linked
    #[arg(required_unless_present = "project", value_name = "INPUT")]
    pub inputs: Vec<PathBuf>,
    #[command(flatten)]
    pub run: RunArgs,
    #[command(flatten)]
    pub search: SearchArgs,
    #[command(flatten)]
    pub property: PropertyArgs,
    #[command(flatten)]
    pub keep: KeepArgs,
    #[command(flatten)]
    pub compile: CompileArgs,
    #[command(flatten)]
    pub show: ShowArgs,
    #[command(flatten)]
    pub common: CommonArgs,
    /// Write a violation to FILE, for `verify replay FILE`
    #[arg(long, value_name = "FILE")]
    pub save: Option<PathBuf>,
    /// Write the schedule of a violation to FILE, as C that makes the natively compiled program follow it
    #[arg(long, value_name = "FILE")]
    pub native: Option<PathBuf>,
    /// Arguments of the program
    #[arg(last = true, value_name = "PROGRAM ARGS")]
    pub args: Vec<OsString>,
}

/// What is asked of executions as a whole; `docs/temporal.md`.
#[derive(Args, Clone, Debug, Default, PartialEq, serde::Serialize, serde::Deserialize)]
#[serde(default)]
#[command(next_help_heading = "Temporal properties")]
pub(crate) struct PropertyArgs {
    /// A formula that every execution has to satisfy: 'G(waiting -> F !waiting)'. Names are marks of the
    /// program (AUGUR_AP), --ap or variables; {…} is an expression over the state
    #[arg(long, value_name = "FORMULA")]
    pub ltl: Option<String>,
    /// An automaton that accepts what must not happen, in the Hanoi omega-automata format; instead of --ltl
    #[arg(long, value_name = "FILE", conflicts_with = "ltl")]
    pub hoa: Option<PathBuf>,
    /// A name for an expression over the state, to be used in formulas: busy='count > 0'
    #[arg(long, value_name = "NAME=EXPR")]
    pub ap: Vec<String>,
    /// An expression that has to hold in every state: 'count(t in threads, t.in(critical)) <= 1'
    #[arg(long, value_name = "EXPR")]
    pub invariant: Vec<String>,
    /// A file with such properties, one in each line: `ltl: …`, `ap NAME: …`, `invariant: …`, `fairness: …`
    #[arg(long, value_name = "FILE")]
    pub property: Option<PathBuf>,
    /// Which executions count: all of them, or those in which a thread runs again if it could from some time on
    /// (weak) or again and again (strong) [default: weak]
    #[arg(long, value_enum, value_name = "WHICH")]
    pub fairness: Option<Fairness>,
    /// Every execution has to end
    #[arg(long, conflicts_with_all = ["ltl", "hoa"])]
    pub liveness: bool,
    /// How executions that violate a property are looked for: in the components of the graph, by nested
    /// depth-first search (one worker; several: cndfs), or by elimination (owcty) [default: auto]
    #[arg(long, value_enum, value_name = "WHICH")]
    pub algorithm: Option<Algorithm>,
    /// The program is made ready for the property, which is not looked for: what the search costs without it
    #[arg(long, hide = true)]
    pub unasked: bool,
}

#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Algorithm {
    Auto,
    Components,
    Ndfs,
    Cndfs,
    Owcty,
}

#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Fairness {
    None,
    Weak,
    Strong,
}

#[derive(Args, Debug)]
pub(crate) struct ExecuteArgs {
    /// C, C++, LLVM assembly or bitcode; files of the program that follow are linked with it
    #[arg(value_name = "INPUT")]
    pub input: PathBuf,
    /// Another input to link with it, whatever it is called
    #[arg(long, value_name = "INPUT")]
    pub link: Vec<PathBuf>,
    /// Who goes next: `fair` (the threads take turns) or `random:SEED`
    #[arg(long, value_name = "HOW", value_parser = schedule)]
    pub schedule: Option<Schedule>,
    /// What a data race counts as
    #[arg(long, value_enum, default_value_t, value_name = "WHAT")]
    pub races: Races,
    /// Stop after this time: 60s, 5m, 1h
    #[arg(long, value_name = "TIME", value_parser = units::duration)]
    pub time: Option<Duration>,
    /// Stop at this much memory: 512M, 4G [default: three quarters of what there is]
    #[arg(long, value_name = "SIZE", value_parser = units::size)]
    pub memory: Option<u64>,
    #[command(flatten)]
    pub run: RunArgs,
    #[command(flatten)]
    pub compile: CompileArgs,
    #[command(flatten)]
    pub show: ShowArgs,
    #[command(flatten)]
    pub common: CommonArgs,
    /// Arguments of the program; after `--` also such as are names of sources
    #[arg(trailing_var_arg = true, allow_hyphen_values = true, value_name = "PROGRAM ARGS")]
    pub args: Vec<OsString>,
}

/// One line that `verify batch` reads: which function stands for `main`, and how to check it.
#[derive(Parser, Debug)]
#[command(no_binary_name = true)]
pub(crate) struct BatchLine {
    pub main: String,
    #[command(flatten)]
    pub run: RunArgs,
    #[command(flatten)]
    pub search: SearchArgs,
}

/// What the program may do and what counts as wrong.
#[derive(Args, Debug, Default)]
pub(crate) struct RunArgs {
    /// Which interleavings that cannot matter are left out; the verdict is the same with each
    #[arg(long, value_enum, default_value_t, value_name = "HOW")]
    pub reduction: Reduction,
    /// Faults that the environment may choose: malloc, spurious-wakeup, thread-create, io, eintr, spurious-failure;
    /// with a bound on their number in one execution: malloc:1
    #[arg(long, value_delimiter = ',', value_name = "LIST", value_parser = fault)]
    pub faults: Vec<(Fault, Option<u32>)>,
    /// The same as --faults malloc
    #[arg(long)]
    pub malloc_may_fail: bool,
    /// The same as --faults spurious-wakeup
    #[arg(long)]
    pub spurious_wakeups: bool,
    /// Do not look for leaks
    #[arg(long)]
    pub no_leaks: bool,
    /// Signed overflow is an error in itself, even if nothing is decided by its result
    #[arg(long)]
    pub overflow: bool,
    /// What accesses to volatile objects count as: `plain` ones can race, as the C standard says;
    /// `atomic` is for programs that use volatile as if it were
    #[arg(long, value_enum, default_value_t, value_name = "WHAT")]
    pub volatile: Volatile,
    /// What rand() and similar functions return: the numbers that glibc gives for the seed (`fixed`),
    /// or any of 32 numbers in each call (`explore`)
    #[arg(long, value_enum, default_value_t, value_name = "HOW")]
    pub random: Random,
    /// How time passes: it may `leap` whenever the program looks at the clock, or it stands `still` unless the
    /// program sleeps, for programs that only measure
    #[arg(long, value_enum, default_value_t, value_name = "HOW")]
    pub clock: Clock,
    /// An exit with a status other than 0 is a violation, as for tests
    #[arg(long)]
    pub exit_zero: bool,
    /// A call through a type that is not the function's is an error, even if it works by the
    /// calling convention
    #[arg(long)]
    pub strict_calls: bool,
    /// Nested calls that a thread may have
    #[arg(long, default_value_t = 10_000, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub stack_depth: u32,
    /// Stack of each thread: 64K, 8M, 1G [default: 8M]
    #[arg(long, value_name = "SIZE", value_parser = units::size)]
    pub stack_size: Option<u64>,
    /// Keep every local variable in memory, even if no other thread can see it
    #[arg(long)]
    pub no_promote: bool,
    /// Keep the values of local variables that nobody will use, so that states differ in them
    #[arg(long)]
    pub keep_dead: bool,
    /// Execute all of the standard libraries of C++ and Rust, even what they do for speed alone: polling
    /// before a wait (slow; for comparison)
    #[arg(long)]
    pub no_shortcuts: bool,
    /// What the program reads from standard input; empty unless given
    #[arg(long, value_name = "FILE", help_heading = "The program's surroundings")]
    pub stdin: Option<PathBuf>,
    /// A file that the program finds at PATH, with the content that HOST has at the start
    #[arg(long, value_name = "HOST=PATH", value_parser = pair, help_heading = "The program's surroundings")]
    pub file: Vec<(String, String)>,
    /// A variable in the program's environment, which is empty otherwise
    #[arg(long, value_name = "NAME=VALUE", value_parser = pair, help_heading = "The program's surroundings")]
    pub env: Vec<(String, String)>,
    #[command(flatten)]
    pub change: ChangeArgs,
}

impl RunArgs {
    /// How to load the program.
    pub(crate) fn load_options(&self) -> ir::LoadOptions {
        ir::LoadOptions {
            promote: !self.no_promote,
            keep_dead: self.keep_dead,
            shortcuts: !self.no_shortcuts,
            volatile_atomic: self.volatile == Volatile::Atomic,
            overflow: self.overflow,
            changes: ir::Changes {
                entry: self.change.entry.clone(),
                set: self.change.set.clone(),
                stubs: self.change.stub.clone(),
            },
            weak_exchanges: self.faults().iter().any(|(fault, _)| *fault == Fault::SpuriousFailure),
            spoken_of: Vec::new(),
        }
    }

    /// All faults asked for, each once, with its bound if it has one. The last mention wins.
    pub(crate) fn faults(&self) -> Vec<(Fault, Option<u32>)> {
        let mut faults = std::collections::BTreeMap::new();
        faults.extend(self.malloc_may_fail.then_some((Fault::Malloc, None)));
        faults.extend(self.spurious_wakeups.then_some((Fault::SpuriousWakeup, None)));
        faults.extend(self.faults.iter().copied());
        faults.into_iter().collect()
    }
}

/// A fault as it is written on the command line.
pub(crate) fn spell_fault((fault, bound): (Fault, Option<u32>)) -> String {
    match bound {
        None => name(fault),
        Some(bound) => format!("{}:{bound}", name(fault)),
    }
}

pub(crate) fn fault(text: &str) -> Result<(Fault, Option<u32>), String> {
    let (kind, bound) = match text.split_once(':') {
        None => (text, None),
        Some((kind, bound)) => match bound.parse() {
            Ok(bound) if (1..=FAULTS_MAX).contains(&bound) => (kind, Some(bound)),
            _ => return Err(format!("`{bound}` is not a number from 1 to {FAULTS_MAX}")),
        },
    };
    let names: Vec<String> = Fault::value_variants().iter().map(|f| name(*f)).collect();
    match Fault::from_str(kind, false) {
        Ok(fault) => Ok((fault, bound)),
        Err(_) => Err(format!("`{kind}` is none of {}", names.join(", "))),
    }
}

/// A bound on faults must fit into an int of the runtime.
const FAULTS_MAX: u32 = 1_000_000;

fn pair(text: &str) -> Result<(String, String), String> {
    match text.split_once('=') {
        Some((left, right)) if !left.is_empty() => Ok((left.into(), right.into())),
        _ => Err(format!("`{text}` has no `=` between two parts")),
    }
}

/// How far and how to look.
#[derive(Args, Debug, Default)]
pub(crate) struct SearchArgs {
    /// What a data race counts as: with `warn` all of them are listed, and the search goes on as if they were
    /// harmless
    #[arg(long, value_enum, default_value_t, value_name = "WHAT")]
    pub races: Races,
    /// A data race that is harmless: at a place (queue.c:41), in a function (fn:peek), or of a variable as
    /// reports name it (head); the search goes on past it
    #[arg(long, value_name = "RULE")]
    pub allow_race: Vec<String>,
    /// A file with such rules, one in each line; what follows a # is a comment
    #[arg(long, value_name = "FILE")]
    pub allow_races: Vec<PathBuf>,
    /// Threads of the checker; the verdict does not depend on them [default: all cores]
    #[arg(long, short = 'w', value_name = "N", value_parser = workers)]
    pub workers: Option<usize>,
    /// Stop after this time: 60s, 5m, 1h
    #[arg(long, value_name = "TIME", value_parser = units::duration)]
    pub time: Option<Duration>,
    /// Stop at this much memory: 512M, 4G [default: three quarters of what there is]
    #[arg(long, value_name = "SIZE", value_parser = units::size)]
    pub memory: Option<u64>,
    /// Put what does not fit there into files in DIR, which have no names and are gone at the end
    #[arg(long, value_name = "DIR")]
    pub spill: Option<PathBuf>,
    /// Go no further than this many transitions from the start
    #[arg(long, value_name = "N")]
    pub depth: Option<u64>,
    /// Stop at this many states
    #[arg(long, value_name = "N")]
    pub states: Option<u64>,
    /// Which states come first: the nearest, which gives the shortest traces, or the last ones found,
    /// which goes deep soon (with one worker, unless --workers says more)
    #[arg(long, default_value = Order::default().about().name, value_name = "HOW", value_parser = orders())]
    pub order: Order,
    /// Insist on the shortest way to a violation: do not let scouts look for one far from the start, which
    /// finds deep ones much sooner
    #[arg(long)]
    pub shortest: bool,
    /// How states are kept
    #[arg(long, value_enum, default_value_t, value_name = "HOW")]
    pub store: Store,
    /// Keep only a few bits of each state: finds errors in programs whose states do not fit into
    /// memory, and never says safe
    #[arg(long)]
    pub lossy: bool,
    /// Execute every transition, even if an equal one was executed before (slow; for comparison)
    #[arg(long)]
    pub no_recall: bool,
    /// Explore what all threads do next, even where some cannot meet the others (slow; for comparison)
    #[arg(long)]
    pub no_company: bool,
    /// Execute every transition, even one that leads where others do that commute with it (slow; for comparison)
    #[arg(long)]
    pub no_sleep: bool,
    /// Take states for one in which threads that do the same have changed places. Leaves out very much where many
    /// threads run the same code with the same argument. Finds violations; such a search is never safe
    #[arg(long)]
    pub symmetry: bool,
    /// Random executions that show how threads share memory; with fewer of them the search may have
    /// to start anew more often, and the verdict is the same
    #[arg(long, default_value_t = search::REHEARSALS, value_name = "N")]
    pub rehearsals: u64,
    /// Do not look for states in which threads can only go round loops that nobody can end
    #[arg(long)]
    pub no_livelocks: bool,
    /// Do not stop at the first violation: list every one, each with its trace
    #[arg(long)]
    pub keep_going: bool,
    /// Tell which functions and lines were never reached (slower)
    #[arg(long)]
    pub coverage: bool,
    /// Write what was reached to a file, as lcov does (slower)
    #[arg(long, value_name = "FILE")]
    pub coverage_lcov: Option<PathBuf>,
    /// Check the verdict once more by a search that leaves (almost) nothing out, and the reductions
    /// by executing actions in both orders; a disagreement is a bug in Augur
    #[arg(long)]
    pub audit: bool,
}

/// For inputs that are sources.
#[derive(Args, Debug, Default, Clone)]
pub(crate) struct CompileArgs {
    /// Optimisation level for sources: 0, 1, 2, 3, s
    #[arg(short = 'O', default_value = "0", value_name = "LEVEL", help_heading = "Compiling sources")]
    pub level: String,
    /// Define a macro
    #[arg(short = 'D', value_name = "NAME[=VALUE]", help_heading = "Compiling sources")]
    pub define: Vec<OsString>,
    /// Look for headers here
    #[arg(short = 'I', value_name = "DIR", help_heading = "Compiling sources")]
    pub include: Vec<OsString>,
    /// Any other argument for clang, as in --cc-arg=-std=c11
    #[arg(long, value_name = "ARG", allow_hyphen_values = true, help_heading = "Compiling sources")]
    pub cc_arg: Vec<OsString>,
    /// A build with compile_commands.json: what the inputs or --entry need is taken from its objects, or compiled
    /// as it is there
    #[arg(long, value_name = "DIR", help_heading = "Compiling sources")]
    pub project: Option<PathBuf>,
}

#[derive(Args, Debug, Default)]
pub(crate) struct ShowArgs {
    #[arg(long, value_enum, default_value_t, value_name = "FORMAT", help_heading = "Output")]
    /// How the verdict is written
    pub format: Format,
    /// Write the report to FILE in that format; the text is still printed
    #[arg(long, short = 'o', value_name = "FILE", help_heading = "Output")]
    pub output: Option<PathBuf>,
    /// Show every line of a long trace
    #[arg(long, help_heading = "Output")]
    pub full_trace: bool,
    /// Show all figures of the search
    #[arg(long, help_heading = "Output")]
    pub stats: bool,
}

impl ShowArgs {
    /// Whether the report shows what memory looks like after each event.
    pub(crate) fn wants_pictures(&self) -> bool {
        self.format == Format::Html
    }
}

#[derive(Args, Debug, Default)]
pub(crate) struct CommonArgs {
    /// Sources lie below DIR as well, not only below the directories of the inputs and this one; others are
    /// not read
    #[arg(long, value_name = "DIR", help_heading = "Output")]
    pub source: Vec<PathBuf>,
    /// Whether to use colours; `auto` does on a terminal, unless NO_COLOR is set
    #[arg(long, value_enum, default_value_t, value_name = "WHEN", help_heading = "Output")]
    pub color: Color,
    /// Say what is being done; twice for more
    #[arg(long, short = 'v', action = clap::ArgAction::Count, help_heading = "Output")]
    pub verbose: u8,
}

/// How long and how much.
#[derive(Args, Debug, Default)]
pub(crate) struct LimitArgs {
    /// Stop after this time: 60s, 5m, 1h
    #[arg(long, value_name = "TIME", value_parser = units::duration)]
    pub time: Option<Duration>,
    /// Stop at this much memory: 512M, 4G [default: three quarters of what there is]
    #[arg(long, value_name = "SIZE", value_parser = units::size)]
    pub memory: Option<u64>,
}

#[derive(Args, Debug)]
pub(crate) struct ReplayArgs {
    /// What `--save` wrote
    pub file: PathBuf,
    /// Write the schedule to FILE, as C that makes the natively compiled program follow it
    #[arg(long, value_name = "FILE")]
    pub native: Option<PathBuf>,
    /// Pass on all flags for the compiler that the file has; they can make it run anything
    #[arg(long)]
    pub trust: bool,
    #[command(flatten)]
    pub limits: LimitArgs,
    #[command(flatten)]
    pub show: ShowArgs,
    #[command(flatten)]
    pub common: CommonArgs,
}

#[derive(Args, Debug)]
pub(crate) struct SimArgs {
    /// C, C++, LLVM assembly or bitcode, several are linked; and what `--save` wrote
    #[arg(required = true, value_name = "INPUT")]
    pub inputs: Vec<PathBuf>,
    /// Pass on all flags for the compiler that the saved violation has; they can make it run anything
    #[arg(long)]
    pub trust: bool,
    /// Take the commands from FILE; they are taken from standard input if that is no terminal
    #[arg(long, value_name = "FILE")]
    pub script: Option<PathBuf>,
    /// What a data race counts as
    #[arg(long, value_enum, default_value_t, value_name = "WHAT")]
    pub races: Races,
    #[command(flatten)]
    pub property: PropertyArgs,
    #[command(flatten)]
    pub run: RunArgs,
    #[command(flatten)]
    pub compile: CompileArgs,
    /// How answers are written: as text, or as JSON, one line for each command
    #[arg(long, value_enum, default_value_t, value_name = "FORMAT", help_heading = "Output")]
    pub format: SimFormat,
    #[command(flatten)]
    pub common: CommonArgs,
    /// Arguments of the program
    #[arg(last = true, value_name = "PROGRAM ARGS")]
    pub args: Vec<OsString>,
}

#[derive(Args, Debug)]
pub(crate) struct ToolArgs {
    /// C, C++, LLVM assembly or bitcode; what `verify cc` built (programs, objects, archives, libraries); `-` is C
    /// from standard input; several are linked
    #[arg(required = true, value_name = "INPUT")]
    pub inputs: Vec<PathBuf>,
    #[command(flatten)]
    pub limits: LimitArgs,
    #[command(flatten)]
    pub compile: CompileArgs,
    #[command(flatten)]
    pub common: CommonArgs,
}

#[derive(Args, Debug)]
pub(crate) struct DumpArgs {
    #[command(flatten)]
    pub tool: ToolArgs,
    /// Only this function
    #[arg(long, short = 'f', value_name = "NAME")]
    pub function: Vec<String>,
    /// The runtime, the C library and global variables, too
    #[arg(long)]
    pub all: bool,
    /// Keep every local variable in memory
    #[arg(long)]
    pub no_promote: bool,
    /// Keep what nobody uses
    #[arg(long)]
    pub keep_dead: bool,
}

#[derive(Args, Debug)]
pub(crate) struct DrawArgs {
    #[command(flatten)]
    pub tool: ToolArgs,
    #[command(flatten)]
    pub run: RunArgs,
    /// Stop at this many states
    #[arg(long, default_value_t = 500, value_name = "N")]
    pub states: u64,
    /// How the graph is written
    #[arg(long, value_enum, default_value_t, value_name = "FORMAT", help_heading = "Output")]
    pub format: GraphFormat,
    /// Write it to FILE
    #[arg(long, short = 'o', value_name = "FILE", help_heading = "Output")]
    pub output: Option<PathBuf>,
    /// Arguments of the program
    #[arg(last = true, value_name = "PROGRAM ARGS")]
    pub args: Vec<OsString>,
}

/// Each leaves out more than the one before.
#[derive(ValueEnum, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Reduction {
    None,
    Tau,
    #[value(name = "tau+")]
    TauPlus,
    Full,
    #[default]
    #[value(alias = "ours")]
    Presumed,
}

/// The faults that the runtime knows, as the command line calls them.
#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Fault {
    /// malloc and similar functions may return NULL
    Malloc,
    /// Waits for condition variables and futexes may end without a signal
    SpuriousWakeup,
    /// pthread_create may fail
    ThreadCreate,
    /// Input and output may fail or stop half-way
    Io,
    /// Calls may be interrupted
    Eintr,
    /// Weak compare-exchanges and mtx_trylock may fail though nothing is in their way
    SpuriousFailure,
}

impl From<Fault> for contract::Fault {
    fn from(fault: Fault) -> contract::Fault {
        match fault {
            Fault::Malloc => contract::Fault::Malloc,
            Fault::SpuriousWakeup => contract::Fault::SpuriousWakeup,
            Fault::ThreadCreate => contract::Fault::ThreadCreate,
            Fault::Io => contract::Fault::Io,
            Fault::Eintr => contract::Fault::Eintr,
            Fault::SpuriousFailure => contract::Fault::SpuriousFailure,
        }
    }
}

#[derive(ValueEnum, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Races {
    #[default]
    Error,
    Warn,
    Off,
}

#[derive(ValueEnum, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Volatile {
    #[default]
    Plain,
    Atomic,
}

#[derive(ValueEnum, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Random {
    #[default]
    Fixed,
    Explore,
}

#[derive(ValueEnum, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Clock {
    #[default]
    Leap,
    Still,
}

#[derive(ValueEnum, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Store {
    #[default]
    Compressed,
    Plain,
}

#[derive(ValueEnum, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Format {
    /// For people
    #[default]
    Text,
    /// One object for scripts, as docs/report.schema.json says
    Json,
    /// SARIF 2.1.0, for code hosts and editors
    Sarif,
    /// JUnit XML, for build servers
    Junit,
    /// One page that shows every step: open it in a browser
    Html,
    /// The trace as a picture, for Graphviz
    Dot,
    /// The trace as a picture
    Svg,
}

#[derive(ValueEnum, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum GraphFormat {
    /// For Graphviz
    #[default]
    Dot,
    /// Drawn by ourselves
    Svg,
}

#[derive(ValueEnum, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum SimFormat {
    #[default]
    Text,
    Json,
}

#[derive(ValueEnum, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Color {
    #[default]
    Auto,
    Always,
    Never,
}

/// The name a value has on the command line.
pub(crate) fn name<T: ValueEnum>(value: T) -> String {
    value.to_possible_value().map(|v| v.get_name().to_string()).unwrap_or_default()
}

/// More would only wait for each other.
const WORKERS_MAX: usize = 1024;

fn workers(text: &str) -> Result<usize, String> {
    match text.parse() {
        Ok(n) if (1..=WORKERS_MAX).contains(&n) => Ok(n),
        Ok(_) => Err(format!("`{text}` is not a number from 1 to {WORKERS_MAX}")),
        Err(_) => Err(format!(
            "`{text}` is not a number from 1 to {WORKERS_MAX}; if no warnings were meant, as with clang: --cc-arg=-w"
        )),
    }
}

/// The strategies that a search can follow.
fn orders() -> impl TypedValueParser<Value = Order> {
    let named = |name: &str| Order::ALL.iter().copied().find(|order| order.about().name == name);
    let values = Order::ALL.iter().map(|order| PossibleValue::new(order.about().name).help(order.about().title));
    PossibleValuesParser::new(values).map(move |name| named(&name).unwrap_or_default())
}

fn schedule(text: &str) -> Result<Schedule, String> {
    match text.split_once(':') {
        None if text == "fair" => Ok(Schedule::Fair),
        Some(("random", seed)) => seed.parse().map(Schedule::Random).map_err(|_| format!("`{seed}` is not a number")),
        _ => Err(format!("`{text}` is neither `fair` nor `random:SEED`")),
    }
}

#[cfg(test)]
mod tests;
