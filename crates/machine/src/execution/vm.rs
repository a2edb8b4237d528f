//! The working state of one worker: loaded from the store, stepped, saved, rewound.
//!
//! A state is a short sequence of words, each naming a vector:
//!
//! ```text
//! state:   globals · heap · thread 0 · thread 1 …
//! globals: (object · leaf · number of pointees · pointees …) for each that is not as at the start
//! heap:    (leaf · number of pointees << 2 | reached · pointees …) in canonical order
//! ```

use std::sync::{Arc, LazyLock, RwLock};

use ir::{FuncId, LibraryRole, Op, Program, Trap, Word};

use crate::execution::collect::Collector;
use crate::execution::memory::{self, Memory, NO_LEAF};
use crate::execution::observe::Observer;
use crate::execution::presume::{Break, Place, Presumptions};
use crate::execution::profile::Profile;
use crate::meter::{Notes, Printed};
use crate::naming::canon::Canon;
use crate::naming::delta::Draft;
use crate::naming::recall::Recall;
use crate::naming::scene::Scene;
use crate::pieces::Pieces;
use crate::problem::{CodePoint, Problem, ThreadId};
use crate::state::object::{Object, ObjectId};
use crate::state::parts::{self, Scratch};
use crate::state::shadow::Mixtures;
use crate::state::thread::Thread;

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
    /// How often the environment may choose each fault (AUGUR_FAULT_…) in one execution;
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
    /// Report calls through a type that is not the function's.
    pub strict_calls: bool,
    pub leaks: bool,
    /// Frames per thread.
    pub depth_max: u32,
    /// Bytes of stack per thread.
    pub stack_bytes_max: u64,
}

/// Stack of a thread unless told otherwise, as on Linux.
pub const STACK_BYTES: u64 = 8 << 20;

/// Faults that can be chosen, see AUGUR_FAULT_… in traps.h.
pub const FAULT_KINDS: usize = 5;
pub const FAULTS_UNBOUNDED: u32 = u32::MAX;

impl Config {
    /// What the program was given from outside, by AUGUR_GIVEN_… of traps.h.
    pub(crate) fn given(&self, kind: u64) -> &[Vec<u8>] {
        match kind {
            0 => &self.args,
            1 => &self.env,
            2 => &self.paths,
            3 => &self.contents,
            4 => self.live_stdin.as_ref().map_or(&self.stdin, |live| live),
            _ => &[],
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
            strict_calls: false,
            leaks: true,
            depth_max: 10_000,
            stack_bytes_max: STACK_BYTES,
        }
    }
}

/// A program made ready to run; shared by all workers.
pub struct Image {
    pub program: Arc<Program>,
    pub config: Config,
    initial: Vec<Object>,
    /// The mixtures in `initial`.
    mixtures: Mixtures,
    /// The runtime's functions that copy and fill memory that others can see.
    pub copy: Option<FuncId>,
    pub copy_backward: Option<FuncId>,
    pub fill: Option<FuncId>,
    /// For each of `Program::host_functions`.
    pub(crate) math: Vec<Option<hostmath::Function>>,
    /// Something in the program but a join can tell that a thread has ended.
    pub(crate) ends_observed: bool,
    /// The program can ask for the numbers of its threads.
    pub(crate) numbers_observed: bool,
    /// The program can free heap blocks.
    pub(crate) frees: bool,
    /// The head of the runtime's list of threads.
    pub(crate) thread_list: Option<Place>,
    /// What machines presume from when they are made.
    presumptions: RwLock<Arc<Presumptions>>,
}

impl Image {
    pub fn new(program: impl Into<Arc<Program>>, mut config: Config) -> Image {
        let program = program.into();
        let find = |name| program.functions.iter().position(|f| f.name == name).map(|i| FuncId(i as u32));
        let (copy, copy_backward) = (find("__augur_copy_shared"), find("__augur_copy_shared_backward"));
        let fill = find("__augur_fill_shared");
        let (initial, mixtures) = memory::initial_objects(&program);
        let math = program.host_functions.iter().map(|name| hostmath::Function::named(name)).collect();
        let has = |role| program.functions.iter().any(|function| function.role == Some(role));
        let (ends_observed, numbers_observed) = (has(LibraryRole::Observes), has(LibraryRole::Numbers));
        // Who can be turned aside at any time does nothing that others cannot interfere with, so whatever it
        // does to memory is visible, private or not.
        let diverts = |op: &Op| matches!(op, Op::Trap { trap: Trap::Divert, .. });
        if has(LibraryRole::Exposes) && program.functions.iter().any(|function| function.ops.iter().any(diverts)) {
            config.reduction = config.reduction.min(Reduction::TauPlus);
        }
        let thread_list = program.globals.iter().position(|global| global.name == "augur_threads");
        let thread_list = thread_list.map(|index| Place::Global(index as u32 + 1));
        let frees = |op: &Op| matches!(op, Op::Trap { trap: Trap::Free | Trap::Moved | Trap::Retire, .. });
        let frees = program.functions.iter().any(|function| function.ops.iter().any(frees));
        let presumptions = RwLock::default();
        Image {
            program,
            config,
            initial,
            mixtures,
            copy,
            copy_backward,
            fill,
            math,
            ends_observed,
            numbers_observed,
            frees,
            thread_list,
            presumptions,
        }
    }

    /// The same program at another level of reduction. Nothing is presumed of it.
    pub fn at(&self, reduction: Reduction) -> Image {
        Image::new(self.program.clone(), Config { reduction, ..self.config.clone() })
    }

    /// Bytes of stack per thread, as far as they can be counted.
    pub(crate) fn stack_bytes_max(&self) -> i64 {
        i64::try_from(self.config.stack_bytes_max).unwrap_or(i64::MAX)
    }

    /// Machines that are made from now on presume this.
    pub fn presume(&self, presumptions: Presumptions) {
        *self.presumptions.write().unwrap_or_else(|poisoned| poisoned.into_inner()) = Arc::new(presumptions);
    }

    pub fn presumptions(&self) -> Arc<Presumptions> {
        self.presumptions.read().unwrap_or_else(|poisoned| poisoned.into_inner()).clone()
    }
}

/// Instructions executed, and visible actions that did not end a transition after all, by the rule
/// that spared them.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct Counters {
    pub instructions: u64,
    pub spared: [u64; SPARED],
}

/// Why a visible action does not end its transition.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Spared {
    /// Nobody else could run.
    Alone,
    /// Memory that belongs to one thread at a time, or that nobody writes any more.
    Staged,
    /// Memory under a lock.
    Guarded,
    /// The release of a lock.
    Release,
    /// Start, end and join of threads.
    Life,
}

/// The kinds of [`Spared`].
pub const SPARED: usize = 5;

impl std::ops::AddAssign for Counters {
    fn add_assign(&mut self, other: Counters) {
        self.instructions += other.instructions;
        self.spared.iter_mut().zip(other.spared).for_each(|(sum, more)| *sum += more);
    }
}

impl std::ops::Sub for Counters {
    type Output = Counters;

    fn sub(self, other: Counters) -> Counters {
        let spared = std::array::from_fn(|i| self.spared[i] - other.spared[i]);
        Counters { instructions: self.instructions - other.instructions, spared }
    }
}

pub struct Vm<'a> {
    pub(crate) image: &'a Image,
    pub(crate) memory: Memory<'a>,
    pub(crate) threads: Vec<Thread>,
    /// The program has ended with this status; nothing can run any more.
    pub(crate) exit_status: Option<i32>,
    /// Threads that were created in this transition, by whom, and how many atomic sections that one had
    /// left before.
    pub(crate) fresh: Vec<(ThreadId, ThreadId, u32)>,
    /// Main went on in this transition after a join.
    pub(crate) joined: bool,
    /// Accesses inside atomic sections of the program are compared with what others are about to do.
    pub(crate) heeds_races: bool,
    /// That was done in this transition.
    pub(crate) sectioned: bool,
    /// The thread that ran last.
    pub(crate) ran: ThreadId,
    /// Failures are put off.
    pub(crate) patient: bool,
    /// Ops that may still be executed before the transition ends, whatever comes next.
    pub(crate) budget: u64,
    /// What is wrong with states that were looked at, though the execution goes on or has come to its
    /// end.
    pub(crate) findings: Vec<Problem>,
    /// Where in the program the thread to blame was, for those of them whose thread has gone on since.
    pub(crate) finding_points: Vec<(Problem, CodePoint)>,
    /// Threads that `enabled` found waiting.
    pub(crate) blocked: Vec<ThreadId>,
    pub(crate) observer: Option<&'a mut dyn Observer>,
    /// The observer wants to see every op.
    pub(crate) followed: bool,
    pub counters: Counters,
    /// How often a thread may go round loops, and how many calls it may make, within one transition.
    /// Any bound is sound: it only says how often the long private work of a thread is cut into
    /// states, and with that how soon a limit on time is noticed.
    pub(crate) stride: u32,
    pub(crate) canon: Canon,
    pub(crate) collector: Collector,
    /// The loaded state, as names.
    pub(crate) scene: Scene,
    /// What the last step changed.
    pub(crate) draft: Draft,
    pub(crate) recall: Recall,
    pub(crate) presumptions: Arc<Presumptions>,
    /// Presumptions that turned out wrong.
    pub(crate) breaks: Vec<Break>,
    /// Quiet locks that the running thread holds.
    pub(crate) quiet: Vec<(Place, ObjectId, u32)>,
    pub(crate) profile: Option<Box<Profile>>,
    /// The ops that are executed, if anybody wants to know.
    pub(crate) notes: Option<Box<Notes>>,
    /// What was printed, and where, if anybody wants to know.
    pub(crate) printed: Option<Box<Printed>>,
    /// Objects and threads stand for the loaded state (and what was done since). Otherwise they are
    /// what an earlier one left.
    awake: bool,
    /// More than one thread can run in the loaded state, as far as is known.
    pub(crate) several: bool,
    /// Names of the globals and of the heap that `memory` has.
    held: Option<(u32, u32)>,
    /// The globals that `memory` has other contents of than the initial ones.
    held_globals: Vec<u32>,
}

const STRIDE: u32 = 1 << 16;

/// The stride of an execution that is never saved, short so that what it leaves behind is still
/// at hand when it is used again.
const STRIDE_UNSAVED: u32 = 1 << 11;

/// Beyond this many mixtures, decoded copies are thrown away to forget them.
const MIXTURES_MAX: usize = 1 << 12;

impl<'a> Vm<'a> {
    pub fn new(image: &'a Image, pieces: &'a dyn Pieces) -> Vm<'a> {
        let memory = Memory::new(&image.program, &image.initial, image.mixtures.clone(), pieces);
        let scene = Scene::new(memory.first_dynamic);
        let mut vm = Vm {
            image,
            memory,
            threads: Vec::new(),
            exit_status: None,
            fresh: Vec::new(),
            joined: false,
            heeds_races: false,
            sectioned: false,
            ran: ThreadId(0),
            patient: false,
            budget: u64::MAX,
            findings: Vec::new(),
            finding_points: Vec::new(),
            blocked: Vec::new(),
            observer: None,
            followed: false,
            counters: Counters::default(),
            stride: STRIDE,
            canon: Canon::default(),
            collector: Collector::default(),
            scene,
            draft: Draft::default(),
            recall: Recall::default(),
            presumptions: image.presumptions(),
            breaks: Vec::new(),
            quiet: Vec::new(),
            profile: None,
            notes: None,
            printed: None,
            awake: false,
            several: false,
            held: None,
            held_globals: Vec::new(),
        };
        let mut scratch = Scratch::default();
        vm.scene.initial = image.initial.iter().map(|object| vm.initial_leaf(object, &mut scratch)).collect();
        vm.memory.initial_names = vm.scene.initial.clone();
        vm
    }

    fn initial_leaf(&self, object: &Object, scratch: &mut Scratch) -> (u32, Vec<u32>) {
        let mut pointees = Vec::new();
        let Memory { mixtures, .. } = &self.memory;
        let leaf = parts::name(object, None, mixtures, self.memory.pieces(), scratch, &mut pointees);
        // A store too small for the globals will refuse the first state as well.
        (leaf.unwrap_or(NO_LEAF), pointees)
    }

    pub fn program(&self) -> &'a Program {
        &self.image.program
    }

    pub fn config(&self) -> &'a Config {
        &self.image.config
    }

    /// Every later step is shown to the observer.
    pub fn observe_with(&mut self, observer: &'a mut dyn Observer) {
        self.followed = observer.follows();
        self.observer = Some(observer);
    }

    /// Whether steps look for data races inside atomic sections; off unless switched on. Between
    /// steps they are looked for by `check_races`.
    pub fn heed_races(&mut self, on: bool) {
        self.heeds_races = on;
    }

    /// Bytes by which the program's own memory may grow from now on.
    pub fn set_room(&mut self, bytes: u64) {
        self.memory.room_bytes = bytes;
    }

    /// What follows is one execution: nothing will be saved.
    pub fn run_unsaved(&mut self) {
        self.stride = STRIDE_UNSAVED;
        self.memory.by_parts = false;
        self.memory.decides = false;
    }

    /// Puts the machine at the start of the program: one thread, about to run the entry.
    pub fn reset(&mut self) {
        self.clear();
        self.scene.clear();
        self.awake = true;
        let mut main = Thread::default();
        main.push_frame(&self.image.program, self.image.program.entry);
        main.touch();
        self.threads.push(main);
    }

    /// Throws away everything decoded.
    fn clear(&mut self) {
        self.memory.rewind();
        self.memory.truncate(self.memory.first_dynamic as usize);
        self.memory.loaded_len = self.memory.slots.len();
        self.memory.graves.clear();
        self.forget_globals();
        self.held = None;
        self.threads.clear();
        self.exit_status = None;
        self.fresh.clear();
        self.scene.forget_decoded();
        self.memory.clear_mixtures();
    }

    fn forget_globals(&mut self) {
        self.memory.loaded_pointees.clear();
        for id in self.held_globals.drain(..) {
            self.memory.unload(id);
        }
    }

    /// Loads a state that `save` wrote.
    pub fn load(&mut self, state: &[u32]) {
        self.visit(state);
        self.wake();
    }

    /// Loads a state as names only: enough to say who can run, and to recall what was done before.
    pub fn visit(&mut self, state: &[u32]) {
        if self.memory.mixtures.forgettable() > MIXTURES_MAX {
            self.clear();
        }
        self.awake = false;
        self.several = false;
        self.exit_status = None;
        let pieces = self.memory.pieces();
        self.scene.read(state, &self.image.program, pieces, &mut self.memory.mixtures);
    }

    /// Puts objects and threads where the loaded state has them.
    pub(crate) fn wake(&mut self) {
        if self.awake {
            return self.rewind();
        }
        self.awake = true;
        self.memory.rewind();
        self.exit_status = None;
        self.fresh.clear();
        // An empty list of words names the same vector everywhere, so names decide equality.
        let names = (self.scene.state[0], self.scene.state[1]);
        if self.held != Some(names) {
            self.load_globals();
            self.load_heap();
            self.held = Some(names);
        }
        let names = &self.scene.state[2..];
        self.threads.truncate(names.len());
        for (i, name) in names.iter().enumerate() {
            if i == self.threads.len() {
                self.threads.push(Thread::default());
            }
            let pieces = self.memory.pieces();
            self.threads[i].load(*name, &self.image.program, pieces, &mut self.memory.mixtures);
        }
    }

    fn load_globals(&mut self) {
        self.memory.loaded_pointees.clear();
        for id in self.held_globals.drain(..) {
            if self.scene.spelt(id).is_empty() {
                self.memory.unload(id);
            }
        }
        self.held_globals.extend_from_slice(self.scene.changed_globals());
        for id in &self.held_globals {
            let contents = self.scene.contents(*id);
            self.memory.set_loaded(*id as usize, contents);
        }
    }

    fn load_heap(&mut self) {
        let first = self.memory.first_dynamic as usize;
        let len = first + self.scene.heap_len();
        for id in first..len {
            if id == self.memory.slots.len() {
                self.memory.push_slot();
            }
            self.memory.set_loaded(id, self.scene.contents(id as u32));
        }
        self.memory.truncate(len);
        self.memory.loaded_len = len;
        self.memory.graves.clear();
        self.memory.graves.extend_from_slice(self.scene.graves());
    }

    /// Goes back to the loaded state.
    pub fn rewind(&mut self) {
        self.memory.rewind();
        self.exit_status = None;
        self.fresh.clear();
        self.threads.truncate(self.scene.state.len().saturating_sub(2));
        let pieces = self.memory.pieces();
        for thread in self.threads.iter_mut().filter(|t| t.is_dirty()) {
            thread.reload(&self.image.program, pieces, &mut self.memory.mixtures);
        }
    }

    pub fn loaded_state(&self) -> &[u32] {
        &self.scene.state
    }

    // ---- looking at the state ----

    pub fn thread_ids(&self) -> impl Iterator<Item = ThreadId> + use<> {
        let alive: Vec<_> = (0..self.threads.len()).filter(|i| self.threads[*i].is_alive()).collect();
        alive.into_iter().map(|i| ThreadId(i as u32))
    }

    pub fn thread(&self, id: ThreadId) -> &Thread {
        &self.threads[id.0 as usize]
    }

    pub fn exit_status(&self) -> Option<i32> {
        self.exit_status
    }

    /// An operand as seen by a frame.
    pub fn operand(&self, thread: ThreadId, frame: usize, src: ir::Src) -> Word {
        match src.is_constant() {
            true => self.image.program.constants[src.index()],
            false => {
                let thread = self.thread(thread);
                let base = thread.frames[frame].base as usize;
                thread.registers[base + src.index()]
            }
        }
    }
}
