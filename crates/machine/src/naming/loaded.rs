//! The loaded state as names: which leaf and which pointees each object has, which section each
//! thread. Nothing is decoded here; what the machine needs decoded it gets from the same words.
//!
//! Threads' sections recur in very many states, so what can be told from a section alone is kept
//! with it: what it points to, and what the thread is about to do.

use std::cell::{OnceCell, RefCell};
use std::rc::Rc;

use ahash::AHashMap;
use ir::Program;

use crate::execution::ahead::{Ahead, ahead, is_plain};
use crate::execution::question;
use crate::naming::cache::Cache;
use crate::naming::crowd::Crowd;
use crate::naming::known::Table;
use crate::naming::section::Section;
use crate::naming::streams;
use crate::pieces::{Pieces, VectorId};
use crate::problem::ThreadId;
use crate::state::look::{Body, BodyKind, Contents, LIFE, Look, Reached, THREADS};
use crate::state::parts;
use crate::state::shadow::Mixtures;
use crate::state::thread::{self, Thread};

/// Beyond this many sections, all are forgotten.
const SECTIONS_MAX: usize = 1 << 14;

#[derive(Default)]
pub(crate) struct Loaded {
    pub state: Vec<u32>,
    pub threads: Vec<Rc<Section>>,
    pub crowd: Crowd,
    globals: Vec<u32>,
    heap: Vec<u32>,
    /// Objects in `globals`, ascending.
    changed_globals: Vec<u32>,
    /// Dead heap blocks, ascending.
    graves: Vec<u32>,
    /// For each object: where it stands in `globals` or `heap`, plus 1; 0 for a global that is as
    /// at the start.
    place: Vec<u32>,
    pub first_dynamic: u32,
    /// Leaf and pointees of each global at program start.
    pub initial: Rc<[(Body, Vec<u32>)]>,
    sections: AHashMap<u32, Rc<Section>>,
    /// Those of them that were asked for lately.
    recent: Cache<u32, Option<Rc<Section>>, 10>,
    vectors: Remembered,
    scratch: Thread,
    /// Parts of long objects that were looked at lately, by vector and position.
    parts: RefCell<Table>,
}

/// Words of the longest vector that is remembered.
const REMEMBERED_WORDS_MAX: usize = 256;

/// Vectors that were read lately.
#[derive(Default)]
struct Remembered(Cache<u32, Vec<u32>, 12>);

impl Remembered {
    fn read(&mut self, name: u32, pieces: &dyn Pieces, into: &mut Vec<u32>) {
        into.clear();
        if let Some(words) = self.0.get(name) {
            return into.extend_from_slice(words);
        }
        pieces.read_vector(VectorId(name), into);
        if into.len() <= REMEMBERED_WORDS_MAX && name != u32::MAX {
            self.0.take_place(name).clone_from(into);
        }
    }
}

/// The first place from here on at which two lists differ, as far as both go.
fn difference(a: &[u32], b: &[u32], from: usize) -> Option<usize> {
    let (a, b) = (a.get(from..)?, b.get(from..)?);
    if a.len() < 16 {
        return a.iter().zip(b).position(|(a, b)| a != b).map(|at| from + at);
    }
    // Most of a long list is as it was.
    let (octets, other_octets) = (a.as_chunks::<8>().0, b.as_chunks::<8>().0);
    let same = octets.iter().zip(other_octets).take_while(|(a, b)| a == b).count();
    let rest = a.iter().zip(b).skip(8 * same).position(|(a, b)| a != b)?;
    Some(from + 8 * same + rest)
}

impl Loaded {
    pub(crate) fn new(first_dynamic: u32) -> Loaded {
        Loaded { place: vec![0; first_dynamic as usize], first_dynamic, ..Loaded::default() }
    }

    /// No state at all: that before the start of the program.
    pub(crate) fn clear(&mut self) {
        self.forget_globals();
        self.globals.clear();
        self.heap.clear();
        self.graves.clear();
        self.place.truncate(self.first_dynamic as usize);
        self.threads.clear();
        self.crowd = Crowd::default();
        self.state.clear();
    }

    /// Forgets whatever refers to the machine's table of mixtures.
    pub(crate) fn forget_decoded(&mut self) {
        self.scratch.unload();
    }

    /// Reads a state; what it shares with the last one is not read again.
    pub(crate) fn read(&mut self, state: &[u32], program: &Program, pieces: &dyn Pieces, mixtures: &mut Mixtures) {
        if self.state.first() != state.first() {
            self.read_globals(state[0], pieces);
        }
        if self.state.get(1) != state.get(1) {
            self.read_heap(state[1], pieces);
        }
        while self.threads.len() > state.len() - 2 {
            let gone = self.threads.pop();
            gone.iter().for_each(|gone| self.crowd.leave(self.threads.len(), gone));
        }
        let known = self.threads.len();
        let mut next = 2;
        while let Some(place) = difference(&self.state, state, next) {
            let section = self.section(state[place], program, pieces, mixtures);
            self.crowd.change(place - 2, &self.threads[place - 2], &section);
            self.threads[place - 2] = section;
            next = place + 1;
        }
        for (i, name) in state[2..].iter().enumerate().skip(known) {
            let section = self.section(*name, program, pieces, mixtures);
            self.crowd.join(i, &section);
            self.threads.push(section);
        }
        self.state.clear();
        self.state.extend_from_slice(state);
    }

    fn forget_globals(&mut self) {
        for id in self.changed_globals.drain(..) {
            self.place[id as usize] = 0;
        }
    }

    fn read_globals(&mut self, name: u32, pieces: &dyn Pieces) {
        self.forget_globals();
        self.vectors.read(name, pieces, &mut self.globals);
        for entry in streams::globals(&self.globals) {
            self.place[entry.id as usize] = entry.at + 1;
            self.changed_globals.push(entry.id);
        }
    }

    fn read_heap(&mut self, name: u32, pieces: &dyn Pieces) {
        self.vectors.read(name, pieces, &mut self.heap);
        self.place.truncate(self.first_dynamic as usize);
        self.graves.clear();
        for entry in streams::heap(&self.heap) {
            if Reached::unpack(entry.packed) == Reached::Gone {
                self.graves.push(self.place.len() as u32);
            }
            self.place.push(entry.at + 1);
        }
    }

    fn section(&mut self, name: u32, program: &Program, pieces: &dyn Pieces, mixtures: &mut Mixtures) -> Rc<Section> {
        if let Some(Some(section)) = self.recent.get(name) {
            return Rc::clone(section);
        }
        let section = self.known_section(name, program, pieces, mixtures);
        if name != u32::MAX {
            self.recent.set(name, Some(Rc::clone(&section)));
        }
        section
    }

    fn known_section(
        &mut self,
        name: u32,
        program: &Program,
        pieces: &dyn Pieces,
        mixtures: &mut Mixtures,
    ) -> Rc<Section> {
        if let Some(section) = self.sections.get(&name) {
            return Rc::clone(section);
        }
        if self.sections.len() >= SECTIONS_MAX {
            self.sections.clear();
        }
        self.scratch.load(VectorId(name), program, pieces, mixtures);
        let thread = &self.scratch;
        let mut strong = Vec::new();
        thread.loaded_strong(&mut strong);
        let words = thread.loaded_section().to_vec();
        let mut numbers = Vec::new();
        thread::numbers(&words, |id| numbers.extend((id >= self.first_dynamic).then_some(id)));
        let (ahead, asks) = (ahead(thread, program), question::may_ask(thread, program));
        let plain = thread.masks == 0 && is_plain(thread, program);
        let section = Rc::new(Section {
            words,
            strong,
            numbers,
            ahead,
            entered: thread.entered,
            asks,
            plain,
            met: OnceCell::new(),
        });
        self.sections.insert(name, Rc::clone(&section));
        section
    }

    // ---- looking ----

    /// One more than the last object's number.
    pub(crate) fn len(&self) -> u32 {
        self.place.len() as u32
    }

    pub(crate) fn heap_len(&self) -> usize {
        self.place.len() - self.first_dynamic as usize
    }

    /// The globals that are not as at the start, ascending.
    pub(crate) fn changed_globals(&self) -> &[u32] {
        &self.changed_globals
    }

    /// The dead heap blocks, ascending.
    pub(crate) fn graves(&self) -> &[u32] {
        &self.graves
    }

    /// Is there another thread, not main, that can go on whatever this one and main do?
    pub(crate) fn has_company(&self, thread: ThreadId) -> bool {
        let others = self.threads.iter().enumerate().skip(1).filter(|(i, _)| *i != thread.index());
        others.map(|(_, section)| section.ahead).any(|ahead| matches!(ahead, Ahead::Access(_) | Ahead::Free { .. }))
    }

    /// Is another thread than this one about to access one of these objects, as far as races are
    /// concerned?
    pub(crate) fn is_awaited(&self, thread: ThreadId, objects: impl Fn(u32) -> bool) -> bool {
        let others = self.threads.iter().enumerate().filter(|(i, _)| *i != thread.index());
        let mut ahead = others.map(|(_, section)| section.ahead);
        ahead.any(|ahead| matches!(ahead, Ahead::Access(pending) if objects(pending.object.0)))
    }

    pub(crate) fn globals_words(&self) -> &[u32] {
        &self.globals
    }

    pub(crate) fn heap_words(&self) -> &[u32] {
        &self.heap
    }

    /// The words that tell everything about an object: equal ones mean equal contents. Empty for a
    /// global that is as at the start.
    #[inline]
    pub(crate) fn spelt(&self, id: u32) -> &[u32] {
        let place = self.place[id as usize] as usize;
        if id >= self.first_dynamic {
            &self.heap[place - 1..place + 1 + (self.heap[place] >> Reached::BITS) as usize]
        } else if place != 0 {
            &self.globals[place..place + 2 + self.globals[place + 1] as usize]
        } else {
            &[]
        }
    }

    /// Where the name of an object's contents stands among the words of the globals or of the heap. None for a
    /// global that is as at the start.
    pub(crate) fn leaf_place(&self, id: u32) -> Option<u32> {
        let place = self.place[id as usize];
        if id >= self.first_dynamic { Some(place - 1) } else { (place != 0).then_some(place) }
    }

    /// What decides the contents of something that a transition looked at: an object, or a thread
    /// (from [`THREADS`] on). None if there is none.
    #[inline]
    pub(crate) fn looked_at(&self, id: u32) -> Option<&[u32]> {
        match id.checked_sub(THREADS) {
            Some(thread) => self.state.get(2 + thread as usize).map(std::slice::from_ref),
            None => (id < self.len()).then(|| self.spelt(id)),
        }
    }

    /// The same for a part of a long object without pointers, or for a number of a short one.
    #[inline(never)]
    pub(crate) fn part_looked_at(&self, look: Look, pieces: &dyn Pieces) -> Option<[u32; 2]> {
        if look.id >= self.len() {
            return None;
        }
        let Contents { body, reached, pointees } = self.contents(look.id);
        if look.position == LIFE {
            return Some([(reached == Reached::Gone) as u32, 0]);
        }
        let vector = match body.kind() {
            _ if body == Body::NONE || !pointees.is_empty() => return None,
            BodyKind::Long(vector) => vector,
            BodyKind::Short(leaf) => return parts::number_at(pieces.leaf_bytes(leaf), look.position),
        };
        let place = (vector.0, look.position);
        let known = self.parts.borrow().get(place).copied();
        let part = match known {
            Some(part) => part,
            None => {
                let part = pieces.vector_word(vector, look.position)?;
                self.parts.borrow_mut().set(place, part);
                part
            }
        };
        Some([part, reached as u32])
    }

    #[inline]
    pub(crate) fn contents(&self, id: u32) -> Contents<'_> {
        match self.spelt(id) {
            [] => {
                let (body, pointees) = &self.initial[id as usize];
                Contents { body: *body, reached: Reached::Shared, pointees }
            }
            [leaf, packed, pointees @ ..] => {
                let global = id < self.first_dynamic;
                let reached = if global { Reached::Shared } else { Reached::unpack(*packed) };
                Contents { body: Body(*leaf), reached, pointees }
            }
            [_] => unreachable!("a leaf comes with a count"),
        }
    }
}
