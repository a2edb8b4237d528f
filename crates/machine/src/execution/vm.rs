//! The working state of one worker: loaded from the store, stepped, saved, rewound.
//!
//! A state is a short sequence of words, each naming a vector:
//!
//! ```text
//! state:   globals · heap · thread 0 · thread 1 …
//! globals: (object · leaf · number of pointees · pointees …) for each that is not as at the start
//! heap:    (leaf · number of pointees << 2 | reached · pointees …) in canonical order
//! ```

use std::sync::Arc;

use ir::{Program, Word};

use crate::execution::collect::Collector;
use crate::execution::counters::Counters;
use crate::execution::memory::Memory;
use crate::execution::meter::{Notes, Printed};
use crate::execution::observe::Observer;
use crate::execution::profile::Profile;
use crate::image::presumptions::{Break, Place, Presumptions};
use crate::image::{Config, Image};
use crate::pieces::Pieces;
use crate::problem::{CodePoint, Problem, ThreadId};
use crate::state::object::ObjectId;
use crate::state::thread::Thread;

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
    pub(crate) collector: Collector,
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
}

const STRIDE: u32 = 1 << 16;

/// The stride of an execution that is never saved, short so that what it leaves behind is still
/// at hand when it is used again.
const STRIDE_UNSAVED: u32 = 1 << 11;

impl<'a> Vm<'a> {
    pub fn new(image: &'a Image, pieces: &'a dyn Pieces) -> Vm<'a> {
        let memory = Memory::new(&image.program, &image.initial, image.mixtures.clone(), pieces);
        Vm {
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
            collector: Collector::default(),
            presumptions: image.presumptions(),
            breaks: Vec::new(),
            quiet: Vec::new(),
            profile: None,
            notes: None,
            printed: None,
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
