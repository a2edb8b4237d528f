//! Puts threads that nobody can tell apart into one order, so that states in which they have changed places are
//! one state.
//!
//! What a thread is doing changes places: its section of the state, and what its control block says of it. What
//! names a place stays: the numbers of threads, the list of control blocks, the ids that main has kept. Only threads
//! change places that nothing else names, which is told from their sections ([`thread::standing`]): they own no
//! lock and are in no section. `docs/reductions.md` says why nothing is lost by that, and what has to be presumed.

use ahash::{AHashMap, AHashSet};
use ir::contract::{self, names};
use ir::{LibraryRole, Op, Shadow, Trap, Word};

use crate::execution::ahead::Ahead;
use crate::execution::schedule::Choice;
use crate::image::Image;
use crate::image::presumptions::{Break, Presumptions};
use crate::machine::Machine;
use crate::pieces::VectorId;
use crate::problem::{Run, ThreadId, Threads};
use crate::state::object::ObjectId;
use crate::state::thread::{self, Standing};

/// Beyond this many sections, all are forgotten.
const SECTIONS_MAX: usize = 1 << 16;

/// Who may change places with whom, and what is known of sections.
pub struct Arranger {
    classes: Vec<Threads>,
    standings: AHashMap<u32, Standing>,
    places: Vec<usize>,
    /// For each place that changes: what is to be there stands here now.
    moves: Vec<(usize, usize)>,
    words: Vec<u32>,
    /// Globals, heap and main where main is known to join all others in one go, or waits for no end.
    joining: AHashSet<(u32, u32, u32)>,
}

impl Arranger {
    /// None if the program, or what is presumed of it, tells all threads apart.
    pub fn new(image: &Image, presumptions: &Presumptions) -> Option<Arranger> {
        let classes = if image.names_threads() { Vec::new() } else { presumptions.classes() };
        let (standings, places, moves, words, joining) = Default::default();
        (!classes.is_empty()).then_some(Arranger { classes, standings, places, moves, words, joining })
    }

    /// Are threads of the state out of order?
    pub fn is_due(&mut self, state: &[u32], machine: &Machine<'_>) -> bool {
        self.moves.clear();
        let classes = std::mem::take(&mut self.classes);
        classes.iter().for_each(|class| self.order(class, state, machine));
        self.classes = classes;
        !self.moves.is_empty()
    }

    /// Finds out who of a class has to go where.
    fn order(&mut self, class: &Threads, state: &[u32], machine: &Machine<'_>) {
        let mut places = std::mem::take(&mut self.places);
        places.clear();
        places.extend(self.movable(class, state, machine));
        let keys: Vec<Standing> = places.iter().map(|at| self.standing(state[2 + at], machine)).collect();
        if !keys.is_sorted() {
            let mut sorted = keys.clone();
            sorted.sort_unstable();
            // Whoever can stay does.
            let displaced: Vec<usize> = (0..places.len()).filter(|i| keys[*i] != sorted[*i]).collect();
            let mut order = displaced.clone();
            order.sort_by_key(|i| keys[*i]);
            self.moves.extend(displaced.iter().zip(order).map(|(to, from)| (places[*to], places[from])));
        }
        self.places = places;
    }

    /// The places of a class that may change.
    fn movable(&mut self, class: &Threads, state: &[u32], machine: &Machine<'_>) -> impl Iterator<Item = usize> {
        let places = class.iter().map(ThreadId::index).take_while(|at| 2 + at < state.len());
        places.filter(|at| self.standing(state[2 + at], machine).movable)
    }

    fn standing(&mut self, section: u32, machine: &Machine<'_>) -> Standing {
        if let Some(known) = self.standings.get(&section) {
            return *known;
        }
        if self.standings.len() >= SECTIONS_MAX {
            self.standings.clear();
        }
        let pieces = machine.vm.memory.pieces();
        self.words.clear();
        pieces.read_vector(VectorId(section), &mut self.words);
        let standing = thread::standing(&self.words, pieces);
        self.standings.insert(section, standing);
        standing
    }

    /// Puts the threads of a state in order: `state` is the name of what comes of it. Tells for each place that
    /// has changed whose it was. The machine is then at no state in particular, and has noted a break if main does
    /// not join all others in one go.
    pub fn arrange(&mut self, state: &mut Vec<u32>, machine: &mut Machine<'_>) -> Run<&[(usize, usize)]> {
        self.foresee_joins(state, machine);
        if !self.is_due(state, machine) {
            return Ok(&[]);
        }
        machine.load(state);
        if !machine.exchange(&self.moves) {
            return Ok(&[]);
        }
        machine.save(ThreadId(0), state)?;
        Ok(&self.moves)
    }

    /// Where main waits for a thread to end: what does it do then? It has to join all others before it does anything
    /// that could be told, whoever ends first, and however long that takes.
    fn foresee_joins(&mut self, state: &[u32], machine: &mut Machine<'_>) {
        let &[globals, heap, main, ..] = state else { return };
        // What main does next depends on nothing else.
        let key = (globals, heap, main);
        machine.visit(state);
        let waits = machine.loaded.threads.first().is_some_and(|main| matches!(main.ahead, Ahead::Wait { .. }));
        if !waits || self.joining.contains(&key) {
            return;
        }
        machine.wake();
        if !machine.joins_in_one_go() {
            return machine.vm.note_distinct();
        }
        if self.joining.len() >= SECTIONS_MAX {
            self.joining.clear();
        }
        self.joining.insert(key);
    }
}

impl Image {
    /// Can memory name a thread, but for the owners of locks and the list of threads, or can somebody do something
    /// to a thread by its id but start and join it? Numbers of threads come from one trap; functions that take locks
    /// use it for the names of owners alone.
    fn names_threads(&self) -> bool {
        let is_number = |op: &Op| matches!(op, Op::Trap { trap: Trap::GetTid, .. });
        let names = |f: &ir::Function| match f.role {
            _ if [SELF, names::THREAD_WORD].contains(&f.name.as_str()) => true,
            None => f.ops.iter().any(is_number) && !(f.library && TRIES.contains(&f.name.as_str())),
            Some(LibraryRole::Locks | LibraryRole::Starts | LibraryRole::Joins | LibraryRole::Ends) => false,
            Some(LibraryRole::Inherits | LibraryRole::Settles) => f.ops.iter().any(is_number),
            Some(LibraryRole::Blind) => f.name != names::MUTEX_END_THREAD,
            Some(LibraryRole::Observes | LibraryRole::Steers | LibraryRole::Shares | LibraryRole::Gathers) => true,
            Some(LibraryRole::Numbers | LibraryRole::Exposes) => true,
        };
        self.diverts || self.exposed || self.thread_list.is_none() || self.program.functions.iter().any(names)
    }
}

/// Tells a thread its own id, which it may keep anywhere.
const SELF: &str = "pthread_self";

/// They take a lock if it is free, and are no functions that do nothing else.
const TRIES: [&str; 2] = ["pthread_mutex_trylock", "pthread_spin_trylock"];

/// Words of control blocks that are known here.
const SELF_WORD: usize = contract::BLOCK_SELF as usize;
const NEXT: usize = contract::BLOCK_NEXT as usize;
const NUMBER: usize = contract::BLOCK_NUMBER as usize;
const JOINS_AS: usize = contract::BLOCK_JOINS_AS as usize;

const LOWER: u64 = u32::MAX as u64;

/// In the upper half of the word that has the number: the thread has ended.
const ENDED: u64 = (contract::BLOCK_ENDED as u64) << 32;

/// Transitions that main may take to join all others.
const JOINING_MAX: usize = 1 << 11;

impl Machine<'_> {
    /// Does main, in the loaded state, join all others before it does anything that is told, once all have ended?
    /// Or does it not wait for an end there?
    fn joins_in_one_go(&mut self) -> bool {
        let main = ThreadId(0);
        if !self.vm.is_within(main, LibraryRole::Joins) {
            return true;
        }
        let Some(blocks) = self.vm.control_blocks() else { return false };
        for block in blocks.into_iter().skip(1).flatten() {
            let object = self.vm.memory.object_mut(block);
            let word = object.word(NUMBER);
            object.set_word(NUMBER, Word { bits: word.bits & !LOWER | ENDED, ..word });
        }
        let breaks = self.vm.presuming.breaks.len();
        let mut one_go = false;
        for _ in 0..JOINING_MAX {
            self.vm.memory.begin();
            let went = self.vm.step(Choice { thread: main, value: 0 }).is_ok() && self.vm.exit_status.is_none();
            let all = !self.vm.threads[1..].iter().any(|other| other.joinable);
            let broken = &self.vm.presuming.breaks[breaks..];
            // What it does after the last join is another matter.
            one_go = all && !broken.contains(&Break::Distinct);
            let on_the_way = !all && went && broken.is_empty() && self.vm.is_within(main, LibraryRole::Joins);
            if !on_the_way {
                break;
            }
        }
        // What else was found or broken on the way is found by the search as well, if it is to be found.
        self.vm.presuming.breaks.truncate(breaks);
        self.vm.take_findings();
        self.vm.forget_finding_points();
        self.vm.exit_status = None;
        one_go
    }

    /// Puts what threads are doing into other places: for each, whose it was. False if that cannot be done, and
    /// nothing is changed.
    fn exchange(&mut self, moves: &[(usize, usize)]) -> bool {
        let Some(blocks) = self.vm.control_blocks() else { return false };
        let block = |place: usize| blocks.get(place).copied().flatten();
        if moves.iter().any(|(to, _)| block(*to).is_none()) {
            return false;
        }
        if moves.iter().any(|(_, from)| self.may_keep_ids(*from)) {
            return false;
        }
        let block = |place: usize| blocks[place].unwrap_or(ObjectId(0));
        let contents: Vec<Vec<Word>> = moves.iter().map(|(_, from)| self.words_of(block(*from))).collect();
        let taken: Vec<_> = moves.iter().map(|(_, from)| self.vm.threads[*from].take()).collect();
        for ((to, from), (words, mut thread)) in moves.iter().zip(contents.into_iter().zip(taken)) {
            self.rewrite_block(block(*to), *to, &words);
            let elsewhere = |word: Word| match is_pointer_to(word, block(*from)) {
                true => Word { bits: word.bits & LOWER | u64::from(block(*to).0) << 32, ..word },
                false => word,
            };
            thread.change_registers(elsewhere);
            let own = thread.locals.iter().map(|(_, id)| *id).chain(thread.allocas.iter().copied());
            for id in own.map(ObjectId).collect::<Vec<_>>() {
                for (at, word) in self.words_of(id).into_iter().enumerate() {
                    if elsewhere(word) != word {
                        self.vm.memory.object_mut(id).set_word(at, elsewhere(word));
                    }
                }
            }
            self.vm.threads[*to].replace(thread);
        }
        true
    }

    /// May a variable of the thread have an id that main has put there?
    fn may_keep_ids(&mut self, place: usize) -> bool {
        let thread = &self.vm.threads[place];
        let own: Vec<u32> = thread.locals.iter().map(|(_, id)| *id).chain(thread.allocas.iter().copied()).collect();
        own.into_iter().map(ObjectId).any(|id| {
            let slot = &self.vm.memory.slots[id.index()];
            let known_to_others = slot.shared || slot.regained;
            known_to_others && self.words_of(id).into_iter().any(|word| self.vm.is_id(word))
        })
    }

    fn words_of(&mut self, id: ObjectId) -> Vec<Word> {
        let object = self.vm.memory.object(id);
        (0..object.word_count()).map(|at| object.word(at)).collect()
    }

    /// The block of this place says of its thread what another said of its own.
    fn rewrite_block(&mut self, block: ObjectId, place: usize, words: &[Word]) {
        let object = self.vm.memory.object_mut(block);
        for (at, word) in words.iter().enumerate() {
            let half = |kept: u64, number: u64| Word { bits: word.bits & kept | number, ..*word };
            let number = place as u64 + 1;
            let word = match at {
                SELF_WORD | NEXT => continue,
                // Of one that has ended it is 0.
                NUMBER if word.bits & LOWER != 0 => half(!LOWER, number),
                JOINS_AS => half(LOWER, number << 32),
                _ => *word,
            };
            object.set_word(at, word);
        }
    }
}

fn is_pointer_to(word: Word, id: ObjectId) -> bool {
    word.shadow == Shadow::POINTER && ObjectId::of(word) == id
}
