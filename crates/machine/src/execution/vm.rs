//! The working state of one worker: loaded from the store, stepped, saved, rewound.
//!
//! A state is a short sequence of words, each naming a vector:
//!
//! ```text
//! state:   globals · heap · thread 0 · thread 1 …
//! globals: (object · leaf · number of pointees · pointees …) for each that is not as at the start
//! heap:    (leaf · number of pointees << 2 | reached · pointees …) in canonical order
//! ```

use ir::{Program, Word};

use crate::execution::collect::Collector;
use crate::execution::counters::Counters;
use crate::execution::encounter::Allowed;
use crate::execution::memory::Memory;
use crate::execution::notes::{Covered, Notes, Printed};
use crate::execution::profile::Profile;
use crate::image::presumptions::{Break, Presumptions, Region};
use crate::image::{Config, Image};
use crate::pieces::Pieces;
use crate::problem::{Points, Problem, ThreadId, Threads};
use crate::state::object::ObjectId;
use crate::state::thread::Thread;

/// A working state: what a step needs.
pub struct Vm<'a> {
    pub(crate) image: &'a Image,
    pub(crate) memory: Memory<'a>,
    pub(crate) threads: Vec<Thread>,
    /// The program has ended with this status; nothing can run any more.
    pub(crate) exit_status: Option<i32>,
    pub(crate) course: Course,
    pub(crate) presuming: Presuming<'a>,
    pub(crate) findings: Findings,
    pub(crate) watch: Watch<'a>,
    pub counters: Counters,
    /// Accesses inside atomic sections of the program are compared with what others are about to do.
    pub(crate) heeds_races: bool,
    /// Executions go on after races.
    pub(crate) collects_races: bool,
    /// Races that are none.
    pub(crate) allowed: Option<&'a dyn Allowed>,
    /// Failures are put off.
    pub(crate) patient: bool,
    /// Ops that may still be executed before the transition ends, whatever comes next.
    pub(crate) budget: u64,
    /// How often a thread may go round loops, and how many calls it may make, within one transition.
    /// Any bound is sound: it only says how often the long private work of a thread is cut into
    /// states, and with that how soon a limit on time is noticed.
    pub(crate) stride: u32,
    /// Threads that `enabled` found waiting.
    pub(crate) blocked: Vec<ThreadId>,
    pub(crate) collector: Collector,
}

/// What has happened in this transition.
#[derive(Default)]
pub(crate) struct Course {
    /// Threads that were created, by whom, and how many atomic sections that one had left before.
    pub fresh: Vec<(ThreadId, ThreadId, u32)>,
    /// Main went on after a join.
    pub joined: bool,
    /// Accesses inside an atomic section were compared with what others are about to do.
    pub sectioned: bool,
    /// The thread that ran last.
    pub ran: ThreadId,
    /// The threads that could tell when this happened: those that what was done is visible to. None
    /// unless that is known from the first op on.
    pub meets: Option<Threads>,
    /// A lock was taken or given back, or somebody started, ended or joined a thread.
    pub stirred: bool,
    /// Nobody else can run, and what it depends on that nobody can is noted. Set by who begins the transition.
    pub crowd_noted: bool,
}

impl Course {
    /// The op with this number in its transition is visible to these threads.
    #[inline(always)]
    pub(crate) fn meet(&mut self, count: u64, meets: Threads) {
        self.meets = match self.meets {
            None if count > 1 => None,
            _ => Some(self.meets.take().map_or(meets.clone(), |before| before | meets)),
        };
    }
}

/// What is presumed, and what came of it.
pub(crate) struct Presuming<'a> {
    pub presumptions: &'a Presumptions,
    /// Presumptions that turned out wrong.
    pub breaks: Vec<Break>,
    /// Quiet locks that the running thread holds.
    pub quiet: Vec<(Region, ObjectId, u32)>,
}

/// What is wrong with states that were looked at, though the execution goes on or has come to its end.
#[derive(Default)]
pub(crate) struct Findings {
    pub list: Vec<Problem>,
    /// Where in the program that was, for races and for those whose thread has gone on since.
    pub points: Vec<(Problem, Points)>,
}

/// Who watches, and what is written down for them.
#[derive(Default)]
pub(crate) struct Watch<'a> {
    pub observer: Option<&'a mut dyn Observer>,
    /// The observer wants to see every op.
    pub followed: bool,
    pub profile: Option<Box<Profile>>,
    /// The ops that are executed, if anybody wants to know.
    pub notes: Option<Box<Notes>>,
    /// What was reached, if anybody wants to know.
    pub covered: Option<Box<Covered>>,
    /// What was printed, and where, if anybody wants to know.
    pub printed: Option<Box<Printed>>,
}

const STRIDE: u32 = 1 << 16;

/// The stride of an execution that is never saved, short so that what it leaves behind is still
/// at hand when it is used again.
const STRIDE_UNSAVED: u32 = 1 << 11;

impl<'a> Vm<'a> {
    pub fn new(image: &'a Image, presumptions: &'a Presumptions, pieces: &'a dyn Pieces) -> Vm<'a> {
        let mut memory = Memory::new(&image.program, &image.initial, image.mixtures.clone(), pieces);
        memory.tidy = presumptions.tidy;
        memory.heeds_ids = presumptions.is_family() || presumptions.indistinct;
        memory.heeds_places = presumptions.apart && presumptions.tidy && image.frees;
        let presuming = Presuming { presumptions, breaks: Vec::new(), quiet: Vec::new() };
        Vm {
            image,
            memory,
            threads: Vec::new(),
            exit_status: None,
            course: Course::default(),
            presuming,
            findings: Findings::default(),
            watch: Watch::default(),
            counters: Counters::default(),
            heeds_races: false,
            collects_races: false,
            allowed: None,
            patient: false,
            budget: u64::MAX,
            stride: STRIDE,
            blocked: Vec::new(),
            collector: Collector::default(),
        }
    }

    pub fn program(&self) -> &'a Program {
        &self.image.program
    }

    pub fn config(&self) -> &'a Config {
        &self.image.config
    }

    /// Every later step is shown to the observer.
    pub fn observe_with(&mut self, observer: &'a mut dyn Observer) {
        self.watch.followed = observer.follows();
        self.watch.observer = Some(observer);
    }

    /// Whether steps look for data races inside atomic sections; off unless switched on. Between
    /// steps they are looked for by `check_races`.
    pub fn heed_races(&mut self, on: bool) {
        self.heeds_races = on;
    }

    /// Races are noted, and the execution goes on as if they were harmless.
    pub fn collect_races(&mut self, on: bool) {
        self.collects_races = on;
    }

    /// These races are not reported; the execution goes on.
    pub fn allow_races(&mut self, allowed: Option<&'a dyn Allowed>) {
        self.allowed = allowed;
    }

    /// Notes from now on what is reached.
    pub fn cover(&mut self, covered: Covered) {
        self.watch.covered = Some(Box::new(covered));
    }

    /// What was reached so far, if that is noted.
    pub fn covered(&self) -> Option<&Covered> {
        self.watch.covered.as_deref()
    }

    pub fn take_covered(&mut self) -> Option<Covered> {
        self.watch.covered.take().map(|covered| *covered)
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

    /// Recycles the slots of unreachable objects if there are many objects by now. Returns the size
    /// of a heap block that was lost.
    pub fn make_room(&mut self) -> Option<u32> {
        self.collector.make_room(&mut self.memory, &mut self.threads)
    }

    // ---- looking at the state ----

    pub fn thread_ids(&self) -> impl Iterator<Item = ThreadId> + use<> {
        let alive: Vec<_> = (0..self.threads.len()).filter(|i| self.threads[*i].is_alive()).collect();
        alive.into_iter().map(|i| ThreadId(i as u32))
    }

    /// The numbers of all threads, whether they live or not.
    pub(crate) fn numbers(&self) -> impl Iterator<Item = ThreadId> + use<> {
        (0..self.threads.len() as u32).map(ThreadId)
    }

    pub fn thread(&self, id: ThreadId) -> &Thread {
        &self.threads[id.index()]
    }

    /// None if there is no such thread, or it has ended.
    pub fn living_thread(&self, id: ThreadId) -> Option<&Thread> {
        self.threads.get(id.index()).filter(|thread| thread.is_alive())
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

/// What a spectator of an execution gets to see: used by replays, never by the search.
pub trait Observer {
    /// Whether it wants to see every op and every write. If not, execution is as fast as without it.
    fn follows(&self) -> bool {
        true
    }
    /// A transition of so many ops is about to be executed.
    fn announce(&mut self, _ops: u64) {}
    /// The thread is about to execute the op at its topmost frame's pc.
    fn arrive(&mut self, vm: &Vm<'_>, thread: ThreadId);
    /// The thread changed these bytes.
    fn wrote(&mut self, vm: &Vm<'_>, thread: ThreadId, object: ObjectId, offset: u32, len: u32);
    /// The program printed.
    fn output(&mut self, fd: i32, bytes: &[u8]);
    fn thread_started(&mut self, vm: &Vm<'_>, creator: ThreadId, thread: ThreadId);
}
