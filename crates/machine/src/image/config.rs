//! How a program is run.

use std::sync::{Arc, LazyLock};

use ir::contract::{Fault, Given};

/// Which instructions end a transition. Each level adds to the one before.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Reduction {
    /// Every instruction.
    None,
    /// Every memory access, every trap, and the end of every basic block.
    Tau,
    /// Every memory access and every trap; loops as soon as they close.
    TauPlus,
    /// As above, but accesses to memory that only one thread can reach do not count, nor do
    /// bounded loops.
    Full,
    /// As above, but accesses that comply with what the search presumes do not count either.
    Presumed,
}

impl Reduction {
    /// As on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Reduction::None => "none",
            Reduction::Tau => "tau",
            Reduction::TauPlus => "tau+",
            Reduction::Full => "full",
            Reduction::Presumed => "presumed",
        }
    }
}

/// How the program is run.
#[derive(Clone, Debug)]
pub struct Config {
    pub reduction: Reduction,
    /// How often the environment may choose each fault ([`Fault`]) in one execution;
    /// [`FAULTS_UNBOUNDED`] for any number of times.
    pub faults: [u32; FAULT_KINDS],
    /// The program's argv.
    pub args: Vec<Vec<u8>>,
    /// Its environment, as `NAME=value`.
    pub env: Vec<Vec<u8>>,
    /// Its files: paths, and their contents in the same order.
    pub paths: Vec<Vec<u8>>,
    pub contents: Vec<Vec<u8>>,
    /// What it reads from standard input, as a list of one.
    pub stdin: Vec<Vec<u8>>,
    /// Standard input that is not looked at before the program does; instead of `stdin`.
    pub live_stdin: Option<Arc<LazyLock<Vec<Vec<u8>>>>>,
    /// Report signed overflow itself, not only decisions on its result.
    pub overflow: bool,
    /// Random numbers are choices.
    pub random: bool,
    /// Time passes for those who sleep, and for nobody else.
    pub clock_stands: bool,
    /// An exit with a status other than 0 is a violation.
    pub exit_zero: bool,
    /// Report calls through a type that is not the function's.
    pub strict_calls: bool,
    pub leaks: bool,
    /// What a property is about: whatever changes it is told, wherever it happens.
    pub watched: Option<Arc<Watched>>,
    /// Frames per thread.
    pub depth_max: u32,
    /// Bytes of stack per thread.
    pub stack_bytes_max: u64,
}

/// Memory that somebody watches who sees every state. A write to it ends the transition before it even in an
/// atomic section, and nobody is ever alone.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Watched {
    /// Numbers of global objects.
    pub globals: Vec<u32>,
    /// Whatever globals lead to.
    pub behind: bool,
}

/// Stack of a thread unless told otherwise, as on Linux.
pub const STACK_BYTES: u64 = 8 << 20;

pub const FAULT_KINDS: usize = Fault::ALL.len();
pub const FAULTS_UNBOUNDED: u32 = u32::MAX;

impl Config {
    /// What the program was given from outside, by the number of its kind.
    pub(crate) fn given(&self, kind: u64) -> &[Vec<u8>] {
        match Given::numbered(kind) {
            Some(Given::Arguments) => &self.args,
            Some(Given::Environment) => &self.env,
            Some(Given::Paths) => &self.paths,
            Some(Given::Contents) => &self.contents,
            Some(Given::Stdin) => self.live_stdin.as_ref().map_or(&self.stdin, |live| live),
            None => &[],
        }
    }
}

impl Default for Config {
    fn default() -> Config {
        Config {
            reduction: Reduction::Presumed,
            faults: [0; FAULT_KINDS],
            args: vec![b"program".to_vec()],
            env: Vec::new(),
            paths: Vec::new(),
            contents: Vec::new(),
            stdin: Vec::new(),
            live_stdin: None,
            overflow: false,
            random: false,
            clock_stands: false,
            exit_zero: false,
            strict_calls: false,
            leaks: true,
            watched: None,
            depth_max: 10_000,
            stack_bytes_max: STACK_BYTES,
        }
    }
}
