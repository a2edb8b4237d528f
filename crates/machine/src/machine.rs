//! A worker's machine: a working state with the names of what it was loaded from.
//!
//! A state is a short sequence of words, each naming a vector:
//!
//! ```text
//! state:   globals · heap · thread 0 · thread 1 …
//! globals: (object · leaf · number of pointees · pointees …) for each that is not as at the start
//! heap:    (leaf · number of pointees << 2 | reached · pointees …) in canonical order
//! ```
//!
//! [`Vm`] executes and knows no names; `naming` names and knows no ops. Here they meet: states are
//! loaded, stepped, named and rewound.

use crate::execution::collect;
use crate::execution::schedule::Choice;
use crate::execution::vm::Vm;
use crate::image::presumptions::{Break, Presumptions};
use crate::image::{Image, Reduction};
use crate::naming::canon::{Canon, World, full};
use crate::naming::delta::Draft;
use crate::naming::loaded::Loaded;
use crate::naming::recall::Recall;
use crate::pieces::{Pieces, VectorId};
use crate::problem::{Run, ThreadId, Threads};
use crate::state::look::Body;
use crate::state::object::{Object, ObjectId};
use crate::state::parts::{self, Scratch};
use crate::state::thread::Thread;

pub struct Machine<'a> {
    pub vm: Vm<'a>,
    /// The loaded state, as names.
    pub(crate) loaded: Loaded,
    /// What the last step changed.
    pub(crate) draft: Draft,
    pub(crate) canon: Canon,
    pub(crate) recall: Recall,
    /// Objects and threads stand for the loaded state (and what was done since). Otherwise they are
    /// what an earlier one left.
    awake: bool,
    /// More than one thread can run in the loaded state, as far as is known.
    pub(crate) several: bool,
    /// The threads that could tell when the last transition happened.
    pub(crate) met: Threads,
    /// The last transition changed nothing but plain memory and its thread.
    pub(crate) calm: bool,
    /// The last survey was done on names alone.
    pub(crate) glanced: bool,
    /// Names of the globals and of the heap that `memory` has.
    held: Option<(u32, u32)>,
    /// The globals that `memory` has other contents of than the initial ones.
    held_globals: Vec<u32>,
}

/// Beyond this many mixtures, decoded copies are thrown away to forget them.
const MIXTURES_MAX: usize = 1 << 12;

impl<'a> Machine<'a> {
    pub fn new(image: &'a Image, presumptions: &'a Presumptions, pieces: &'a dyn Pieces) -> Machine<'a> {
        let vm = Vm::new(image, presumptions, pieces);
        let loaded = Loaded::new(vm.memory.first_dynamic);
        let mut machine = Machine {
            vm,
            loaded,
            draft: Draft::default(),
            canon: Canon::default(),
            recall: Recall::default(),
            awake: false,
            several: false,
            met: Threads::NOBODY,
            calm: false,
            glanced: false,
            held: None,
            held_globals: Vec::new(),
        };
        let mut scratch = Scratch::default();
        machine.loaded.initial =
            image.initial.iter().map(|object| machine.initial_body(object, &mut scratch)).collect();
        machine.vm.memory.initial_names = machine.loaded.initial.clone();
        machine
    }

    fn initial_body(&self, object: &Object, scratch: &mut Scratch) -> (Body, Vec<u32>) {
        let mut pointees = Vec::new();
        let mixtures = &self.vm.memory.mixtures;
        let body = parts::name(object, None, mixtures, self.vm.memory.pieces(), scratch, &mut pointees);
        // A store too small for the globals will refuse the first state as well.
        (body.unwrap_or(Body::NONE), pointees)
    }

    /// Puts the machine at the start of the program: one thread, about to run the entry.
    pub fn reset(&mut self) {
        self.clear();
        self.loaded.clear();
        self.awake = true;
        let mut main = Thread::default();
        main.push_frame(&self.vm.image.program, self.vm.image.program.entry);
        main.touch();
        self.vm.threads.push(main);
    }

    /// Throws away everything decoded.
    fn clear(&mut self) {
        self.vm.memory.rewind();
        self.vm.memory.truncate(self.vm.memory.first_dynamic as usize);
        self.vm.memory.loaded_len = self.vm.memory.slots.len();
        self.vm.memory.graves.clear();
        self.forget_globals();
        self.held = None;
        self.vm.threads.clear();
        self.vm.exit_status = None;
        self.vm.course.fresh.clear();
        self.loaded.forget_decoded();
        self.vm.memory.clear_mixtures();
    }

    fn forget_globals(&mut self) {
        self.vm.memory.loaded_pointees.clear();
        for id in self.held_globals.drain(..) {
            self.vm.memory.unload(id);
        }
    }

    /// Loads a state that `save` wrote.
    pub fn load(&mut self, state: &[u32]) {
        self.visit(state);
        self.wake();
    }

    /// Loads a state as names only: enough to say who can run, and to recall what was done before.
    pub fn visit(&mut self, state: &[u32]) {
        if self.vm.memory.mixtures.forgettable() > MIXTURES_MAX {
            self.clear();
        }
        self.awake = false;
        self.several = false;
        self.vm.exit_status = None;
        let pieces = self.vm.memory.pieces();
        self.loaded.read(state, &self.vm.image.program, pieces, &mut self.vm.memory.mixtures);
    }

    /// Puts objects and threads where the loaded state has them.
    pub(crate) fn wake(&mut self) {
        if self.awake {
            return self.rewind();
        }
        self.awake = true;
        self.vm.memory.rewind();
        self.vm.exit_status = None;
        self.vm.course.fresh.clear();
        // An empty list of words names the same vector everywhere, so names decide equality.
        let names = (self.loaded.state[0], self.loaded.state[1]);
        if self.held != Some(names) {
            self.load_globals();
            self.load_heap();
            self.held = Some(names);
        }
        let names = &self.loaded.state[2..];
        self.vm.threads.truncate(names.len());
        for (i, name) in names.iter().enumerate() {
            if i == self.vm.threads.len() {
                self.vm.threads.push(Thread::default());
            }
            let pieces = self.vm.memory.pieces();
            self.vm.threads[i].load(VectorId(*name), &self.vm.image.program, pieces, &mut self.vm.memory.mixtures);
        }
    }

    fn load_globals(&mut self) {
        self.vm.memory.loaded_pointees.clear();
        for id in self.held_globals.drain(..) {
            if self.loaded.spelt(id).is_empty() {
                self.vm.memory.unload(id);
            }
        }
        self.held_globals.extend_from_slice(self.loaded.changed_globals());
        for id in &self.held_globals {
            let contents = self.loaded.contents(*id);
            self.vm.memory.set_loaded(*id as usize, contents);
        }
    }

    fn load_heap(&mut self) {
        let first = self.vm.memory.first_dynamic as usize;
        let len = first + self.loaded.heap_len();
        for id in first..len {
            if id == self.vm.memory.slots.len() {
                self.vm.memory.push_slot();
            }
            self.vm.memory.set_loaded(id, self.loaded.contents(id as u32));
        }
        self.vm.memory.truncate(len);
        self.vm.memory.loaded_len = len;
        self.vm.memory.graves.clear();
        self.vm.memory.graves.extend_from_slice(self.loaded.graves());
    }

    /// Goes back to the loaded state.
    pub fn rewind(&mut self) {
        self.vm.memory.rewind();
        self.vm.exit_status = None;
        self.vm.course.fresh.clear();
        self.vm.threads.truncate(self.loaded.state.len().saturating_sub(2));
        let pieces = self.vm.memory.pieces();
        for thread in self.vm.threads.iter_mut().filter(|t| t.is_dirty()) {
            thread.reload(&self.vm.image.program, pieces, &mut self.vm.memory.mixtures);
        }
    }

    pub fn loaded_state(&self) -> &[u32] {
        &self.loaded.state
    }

    /// Executes one transition of the loaded state, and looks at the state in which the execution ends,
    /// if it does.
    ///
    /// Something that goes wrong may be put off (see `put_failures_off`) if it is not the first thing to
    /// happen: the transition then ends just before it. So others may still act before it does, and the
    /// state before it is looked at like any other.
    pub fn transition(&mut self, choice: Choice) -> Run<()> {
        self.vm.findings.points.clear();
        let before = self.vm.counters;
        let (observer, followed) = (self.vm.watch.observer.take(), std::mem::take(&mut self.vm.watch.followed));
        let mut result = self.vm.step(choice);
        let ops = self.vm.counters.instructions - before.instructions;
        let fails = matches!(&result, Err(stop) if stop.is_failure());
        let early = self.vm.patient && fails && ops > 1;
        if early || observer.is_some() {
            (self.vm.watch.observer, self.vm.watch.followed) = (observer, followed);
            self.vm.counters = before;
            self.rewind();
            self.vm.memory.begin();
            self.vm.budget = if early { ops - 1 } else { u64::MAX };
            if let Some(observer) = &mut self.vm.watch.observer {
                observer.announce(ops);
            }
            result = self.vm.step(choice);
            self.vm.budget = u64::MAX;
        }
        let given_up = matches!(&result, Err(stop) if stop.is_given_up());
        if given_up || self.vm.exit_status.is_some() {
            self.survey_ending()?;
        }
        result
    }

    /// The execution has ended here: what is found by looking at a state is looked for once more.
    pub fn survey_ending(&mut self) -> Run<()> {
        self.vm.find_blocked();
        let queued = self.vm.queued();
        let circle = self.vm.check_circles(&queued);
        self.vm.find(circle)?;
        self.look_for_leaks()
    }

    /// Names the working state. `thread` is the one that ran: a leak is its fault, and is found.
    pub fn save(&mut self, thread: ThreadId, state: &mut Vec<u32>) -> Run<()> {
        self.write_draft()?;
        let world = self.world();
        self.canon.name(&self.loaded, &self.draft.view(), world, None, state)?;
        self.find_lost(thread);
        Ok(())
    }

    /// What the state just named tells beside its name: a block that was lost, or a pointer to one
    /// that was freed.
    pub(crate) fn find_lost(&mut self, thread: ThreadId) {
        let lost = self.canon.take_lost();
        self.vm.findings.list.extend(lost.map(|size| collect::lost(size, thread)));
        self.note_dangling();
    }

    /// A pointer to a freed block that the state just named has may have been presumed not to be.
    pub(crate) fn note_dangling(&mut self) {
        if std::mem::take(&mut self.canon.dangling) && self.vm.presuming.presumptions.tidy {
            self.vm.presuming.breaks.push(Break::Dangling);
        }
    }

    /// The number that an object of the working state has in the state just saved; None if it was
    /// dropped. Good until the next load.
    pub fn saved_number(&self, id: ObjectId) -> Option<ObjectId> {
        let drafted = self.draft.number(id, &self.vm.memory)?;
        self.canon.number(drafted, &self.loaded, self.vm.memory.first_dynamic).map(ObjectId)
    }

    /// Only looks for blocks that got lost; for states that need no name.
    pub(crate) fn look_for_leaks(&mut self) -> Run<()> {
        if self.vm.image.config.leaks {
            self.write_draft()?;
            let world = self.world();
            self.canon.look_for_lost(&self.loaded, &self.draft.view(), world);
            self.find_lost(self.vm.course.ran);
        }
        Ok(())
    }

    pub(crate) fn write_draft(&mut self) -> Run<()> {
        self.vm.memory.unpublish();
        let program = &self.vm.image.program;
        self.draft.write(&mut self.vm.memory, &self.vm.threads, &self.loaded, program).map_err(full)
    }

    pub(crate) fn world(&self) -> World<'a> {
        let config = &self.vm.image.config;
        World {
            first_dynamic: self.vm.memory.first_dynamic,
            pieces: self.vm.memory.pieces(),
            leaks: config.leaks,
            regained: config.reduction >= Reduction::Presumed,
        }
    }
}
