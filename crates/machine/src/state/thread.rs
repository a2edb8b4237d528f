//! A thread of the checked program: a stack of frames over one array of registers.
//!
//! The section of a thread in a state is a sequence of words:
//!
//! ```text
//! thread: number of thread-locals << 6 | kin << 5 | parted << 4 | allocates << 3 | joinable << 2 | holds << 1 | entered
//!         · [held, if holds] · [made · spare × 4, if kin] · [number of recent blocks · recent blocks …, if allocates]
//!         · (index · object) × n · frame …
//! frame:  leaf · counts · strong pointees … · weak pointees …
//! counts: strong | weak << 16, or u32::MAX · strong · weak if one does not fit
//! ```
//!
//! No words: no thread. One that has ended leaves its first words if somebody may still join it or
//! locks name it.
//!
//! Strong pointees are those of the live registers; the weak ones are the frame's stack objects,
//! which must die with it but are not kept alive by it. The frame's leaf holds function, pc, depth
//! of atomic sections, and the live registers. Between the two, if the highest bit of the depth is
//! set: by how many bytes the frame has grown. Further bits of the depth are what is kept of a frame
//! that another thread has interrupted ([`Frame::aside`]).

use std::ops::Range;

use ir::{FuncId, Pc, Program, Word};

use crate::pieces::{Full, Pieces};
use crate::pieces::{LeafId, VectorId};
use crate::problem::Threads;
use crate::state::codec::{self, Reader};
use crate::state::shadow::Mixtures;

#[derive(Clone, Debug)]
pub struct Frame {
    pub func: FuncId,
    /// The next op; in a frame that waits for a call to return, the call.
    pub pc: Pc,
    /// Where its registers start in [`Thread::registers`].
    pub base: u32,
    /// How many atomic sections this frame has open.
    pub masks: u32,
    /// The thread was made to do something else before it goes on here: the sections that this frame
    /// had open then, from bit [`ASIDE`] on, and [`INTERRUPTED`] in the frame that was running.
    pub aside: u32,
    /// Where its stack objects start in [`Thread::allocas`].
    pub allocas: u32,
    /// What it takes of the stack: `Function::stack_bytes`, and by how much it has grown.
    pub stack_bytes: i64,
    /// Its leaf in the loaded state, if it has not run since.
    leaf: Option<LeafId>,
    /// Where it stands in [`Thread::section`].
    at: u32,
}

/// Whose atomic sections a thread is in.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Within {
    Nothing,
    /// The program's own: others cannot get in between, but what is accessed can still race with
    /// what they do without one.
    Program,
    /// The C library's: it may access the program's memory there, and that can race.
    Library,
    /// The runtime's, whose accesses are nobody's business.
    Runtime,
}

impl Frame {
    /// By how many bytes it has grown since its function was called. Less than nothing in the first
    /// frame of a thread whose stack is larger than the others'.
    pub fn growth(&self, program: &Program) -> i32 {
        (self.stack_bytes - bytes(program, self.func)) as i32
    }
}

/// What a new frame of the function takes of the stack.
fn bytes(program: &Program, func: FuncId) -> i64 {
    i64::try_from(program.function(func).stack_bytes).unwrap_or(i64::MAX / 2)
}

/// In a frame's leaf, added to the depth of atomic sections: the frame has grown.
const GROWN: u32 = 1 << 31;

/// The same: the frame is not waiting for the one above it, but was interrupted before its next op.
const INTERRUPTED: u32 = 1 << 30;

/// Where the number of sections starts that were set aside.
const ASIDE: u32 = 16;

#[derive(Default)]
pub struct Thread {
    pub frames: Vec<Frame>,
    pub registers: Vec<Word>,
    pub allocas: Vec<u32>,
    /// (index, object), in order of creation.
    pub locals: Vec<(u32, u32)>,
    /// Sum of the frames' masks.
    pub masks: u32,
    /// How many atomic sections it has left in this machine; not part of the state.
    pub sections: u32,
    /// Sum of the frames' bytes.
    pub stack_bytes: i64,
    /// The open atomic section has done something that others can see. Before that it has not
    /// really begun, and others may still run.
    pub entered: bool,
    /// How many locks name this thread as their owner. Its number is not given to another thread
    /// as long as one does.
    pub held: u32,
    /// Somebody may still join it. Its number is kept until then.
    pub joinable: bool,
    /// It has given the number of another thread back, if that is of interest
    /// (`Presumptions::once`).
    pub parted: bool,
    /// How many threads it has started, if that is of interest (`Presumptions::once`).
    pub made: u32,
    /// Numbers of threads that have ended, whom it has joined, or another that it has joined, and that belong to
    /// neither (see `execution::births`).
    pub spare: Threads,
    /// Heap blocks that it has allocated since it last did something that others can see, so that
    /// it may as well have allocated them later; also those of who started it, and of whom it has
    /// joined. It does not keep them in the state.
    pub recent: Vec<u32>,
    /// The words of the loaded state.
    section: Vec<u32>,
    section_name: Option<VectorId>,
    dirty: bool,
}

/// What a thread points to, in order, and its section with working object numbers.
#[derive(Default)]
pub struct Encoded {
    pub section: Vec<u32>,
    pub strong: Vec<u32>,
}

impl Thread {
    pub fn is_alive(&self) -> bool {
        !self.frames.is_empty()
    }

    /// May a new thread have this one's number?
    pub fn is_vacant(&self) -> bool {
        !self.is_alive() && self.held == 0 && !self.joinable
    }

    pub fn within(&self, program: &Program) -> Within {
        if self.masks == 0 {
            return Within::Nothing;
        }
        let open = self.frames.iter().filter(|frame| frame.masks > 0).map(|frame| program.function(frame.func));
        open.fold(Within::Program, |within, function| match function {
            function if function.runtime => Within::Runtime,
            function if function.library && within == Within::Program => Within::Library,
            _ => within,
        })
    }

    /// Is it in an atomic section of the program's own, whatever else?
    pub fn in_own_section(&self, program: &Program) -> bool {
        self.frames.iter().any(|frame| frame.masks > 0 && !program.function(frame.func).library)
    }

    pub fn is_dirty(&self) -> bool {
        self.dirty
    }

    pub fn section_name(&self) -> Option<VectorId> {
        self.section_name
    }

    /// The thread is about to run: its topmost frame will change.
    pub fn touch(&mut self) {
        self.dirty = true;
        if let Some(frame) = self.frames.last_mut() {
            frame.leaf = None;
        }
    }

    /// Changes the values of registers, wherever they are.
    pub fn change_registers(&mut self, mut change: impl FnMut(Word) -> Word) {
        for register in &mut self.registers {
            let changed = change(*register);
            self.dirty |= changed != *register;
            *register = changed;
        }
        if self.dirty {
            self.frames.iter_mut().for_each(|frame| frame.leaf = None);
        }
    }

    /// The frame becomes the running one again after a return.
    pub fn touch_top(&mut self) {
        if let Some(frame) = self.frames.last_mut() {
            frame.leaf = None;
        }
    }

    pub fn top(&self) -> Option<&Frame> {
        self.frames.last()
    }

    /// A new topmost frame, with its registers.
    pub fn push_frame(&mut self, program: &Program, func: FuncId) -> u32 {
        let base = self.registers.len() as u32;
        self.open_frame(program, func, base);
        let words = program.function(func).frame_words;
        self.registers.resize((base + words) as usize, Word::int(0));
        base
    }

    /// Leaves whatever it was doing, atomic sections included, and goes on in `func`. The frames
    /// stay, for what lies in them, but are not returned to.
    pub fn divert(&mut self, program: &Program, func: FuncId) {
        self.touch();
        for frame in &mut self.frames {
            if frame.masks > 0 {
                frame.masks = 0;
                frame.leaf = None;
            }
        }
        self.masks = 0;
        self.entered = false;
        self.push_frame(program, func);
    }

    /// Makes it call `func` before it does whatever it was about to do. Its atomic sections are set
    /// aside until [`Thread::resume`].
    pub fn interrupt(&mut self, program: &Program, func: FuncId) {
        self.touch();
        for frame in self.frames.iter_mut().filter(|frame| frame.masks > 0) {
            frame.aside |= std::mem::take(&mut frame.masks) << ASIDE;
            frame.leaf = None;
        }
        if let Some(frame) = self.frames.last_mut() {
            frame.aside |= INTERRUPTED;
        }
        self.masks = 0;
        self.entered = false;
        self.push_frame(program, func);
    }

    /// The frame that interrupted others is gone: they go on where they were.
    pub fn resume(&mut self) {
        let mut again = 0;
        for (i, frame) in self.frames.iter_mut().rev().enumerate() {
            if i > 0 && frame.aside & INTERRUPTED != 0 {
                break;
            }
            let aside = std::mem::take(&mut frame.aside);
            if aside != 0 {
                frame.masks = (aside & !INTERRUPTED) >> ASIDE;
                frame.leaf = None;
                again += frame.masks;
            }
        }
        self.masks += again;
    }

    /// The topmost frame goes on elsewhere than where it was interrupted, if it was.
    pub fn forget_interruption(&mut self) {
        if let Some(frame) = self.frames.last_mut() {
            frame.aside = 0;
        }
    }

    /// A new topmost frame; its registers are the caller's to make.
    #[inline]
    pub fn open_frame(&mut self, program: &Program, func: FuncId, base: u32) {
        let allocas = self.allocas.len() as u32;
        let stack_bytes = bytes(program, func);
        self.stack_bytes += stack_bytes;
        self.frames.push(Frame { func, pc: Pc(0), base, masks: 0, aside: 0, allocas, stack_bytes, leaf: None, at: 0 });
    }

    /// By how much the topmost frame has grown.
    pub fn growth(&self, program: &Program) -> i32 {
        self.frames.last().map_or(0, |frame| frame.growth(program))
    }

    /// Sets by how much the topmost frame has grown.
    pub fn set_growth(&mut self, program: &Program, growth: i32) {
        let Some(frame) = self.frames.last_mut() else { return };
        let now = bytes(program, frame.func) + i64::from(growth);
        self.stack_bytes = self.stack_bytes - frame.stack_bytes + now;
        frame.stack_bytes = now;
    }

    /// Drops the topmost frame; its stack objects and registers are the caller's to drop.
    #[inline]
    pub fn close_frame(&mut self) -> Option<Frame> {
        let frame = self.frames.pop()?;
        self.allocas.truncate(frame.allocas as usize);
        self.stack_bytes -= frame.stack_bytes;
        self.close_masks(frame.masks);
        Some(frame)
    }

    /// Drops the stack objects that `keep` refuses.
    pub fn retain_allocas(&mut self, keep: impl Fn(u32) -> bool) {
        let mut kept = Vec::with_capacity(self.allocas.len());
        let ends: Vec<u32> = self.frames.iter().skip(1).map(|f| f.allocas).chain([self.allocas.len() as u32]).collect();
        for (frame, end) in self.frames.iter_mut().zip(ends) {
            let own = frame.allocas as usize..end as usize;
            frame.allocas = kept.len() as u32;
            kept.extend(self.allocas[own].iter().filter(|id| keep(**id)));
        }
        self.allocas = kept;
    }

    pub fn close_masks(&mut self, count: u32) {
        self.masks -= count;
        self.sections = self.sections.wrapping_add((count > 0 && self.masks == 0) as u32);
        self.entered &= self.masks > 0;
    }

    /// What the thread is doing, taken out of its place: for [`Thread::replace`] elsewhere.
    pub(crate) fn take(&mut self) -> Thread {
        let (section, section_name) = (std::mem::take(&mut self.section), self.section_name);
        let mut taken = std::mem::take(self);
        (self.section, self.section_name) = (section, section_name);
        taken.frames.iter_mut().for_each(|frame| frame.leaf = None);
        taken
    }

    /// A new thread takes the place of one that has ended.
    pub fn replace(&mut self, new: Thread) {
        let section = std::mem::take(&mut self.section);
        let section_name = self.section_name;
        *self = Thread { section, section_name, dirty: true, ..new };
    }

    pub fn clear(&mut self) {
        self.frames.clear();
        self.registers.clear();
        self.allocas.clear();
        self.locals.clear();
        self.masks = 0;
        self.stack_bytes = 0;
        self.entered = false;
        self.held = 0;
        self.joinable = false;
        self.parted = false;
        (self.made, self.spare) = (0, Threads::NOBODY);
        self.recent.clear();
        self.dirty = true;
    }

    /// The thread ends; what it holds it keeps.
    pub fn end(&mut self) {
        let (held, joinable, spare) = (self.held, self.joinable, std::mem::take(&mut self.spare));
        self.clear();
        (self.held, self.joinable, self.spare) = (held, joinable, spare);
    }

    /// Reads the thread out of its section. Does nothing if it holds just that already.
    pub fn load(&mut self, name: VectorId, program: &Program, pieces: &dyn Pieces, mixtures: &mut Mixtures) {
        if self.section_name == Some(name) && !self.dirty {
            return;
        }
        if self.section_name != Some(name) {
            self.section.clear();
            pieces.read_vector(name, &mut self.section);
            self.section_name = Some(name);
        }
        self.reload(program, pieces, mixtures);
    }

    /// Forgets that anything is loaded.
    pub fn unload(&mut self) {
        self.clear();
        self.section_name = None;
        self.section.clear();
    }

    /// Throws away every change since the load.
    pub fn reload(&mut self, program: &Program, pieces: &dyn Pieces, mixtures: &mut Mixtures) {
        self.clear();
        self.dirty = false;
        if self.section.is_empty() {
            return;
        }
        let head = Head::read(&self.section);
        self.entered = head.entered;
        self.held = head.held;
        self.joinable = head.joinable;
        self.parted = head.parted;
        (self.made, self.spare) = (head.made, head.spare);
        self.recent.extend_from_slice(&self.section[head.recent.clone()]);
        self.locals.extend(self.section[head.words..head.frames].chunks_exact(2).map(|pair| (pair[0], pair[1])));
        let mut at = head.frames;
        while at < self.section.len() {
            let start = at;
            let leaf = LeafId(self.section[at]);
            let (strong, weak, next) = read_counts(&self.section, at + 1);
            let top = next + strong + weak == self.section.len();
            let pointees = &self.section[next..next + strong];
            let mut reader = Reader(pieces.leaf_bytes(leaf));
            let (func, pc, masks) = (FuncId(reader.u32()), Pc(reader.u32()), reader.u32());
            let growth = if masks & GROWN != 0 { reader.u32() as i32 } else { 0 };
            let aside = masks & !GROWN & (u32::MAX << ASIDE);
            let masks = masks & !(u32::MAX << ASIDE);
            let function = program.function(func);
            let stack_bytes = bytes(program, func) + i64::from(growth);
            let base = self.registers.len() as u32;
            self.registers.resize((base + function.frame_words) as usize, Word::int(0));
            let live = live_slots(program, func, pc, top || aside & INTERRUPTED != 0);
            let registers = &mut self.registers[base as usize..];
            reader.words(live.len(), mixtures, pointees, |i, word| registers[live[i] as usize] = word);
            let allocas = self.allocas.len() as u32;
            self.allocas.extend_from_slice(&self.section[next + strong..next + strong + weak]);
            self.masks += masks;
            self.stack_bytes += stack_bytes;
            let leaf = Some(leaf);
            self.frames.push(Frame { func, pc, base, masks, aside, allocas, stack_bytes, leaf, at: start as u32 });
            at = next + strong + weak;
        }
    }

    /// Writes the thread's section (object numbers as they are now) and the list of what it points
    /// to. Frames that did not run keep their leaves.
    pub fn encode(
        &self,
        program: &Program,
        pieces: &dyn Pieces,
        mixtures: &Mixtures,
        buffer: &mut Vec<u8>,
        out: &mut Encoded,
    ) -> Result<(), Full> {
        out.section.clear();
        out.strong.clear();
        if self.is_vacant() {
            return Ok(());
        }
        let (joinable, holds, allocates) =
            (self.joinable as u32, (self.held > 0) as u32, !self.recent.is_empty() as u32);
        let flags = allocates << 3 | joinable << 2 | holds << 1 | self.entered as u32;
        let kin = self.made > 0 || !self.spare.is_empty();
        let flags = u32::from(kin) << 5 | u32::from(self.parted) << 4 | flags;
        out.section.push((self.locals.len() as u32) << 6 | flags);
        if self.held > 0 {
            out.section.push(self.held);
        }
        if kin {
            push_kin(&mut out.section, self.made, &self.spare);
        }
        push_recent(&mut out.section, self.recent.iter().copied());
        for (index, object) in &self.locals {
            out.section.extend([*index, *object]);
            out.strong.push(*object);
        }
        for (i, frame) in self.frames.iter().enumerate() {
            let top = i + 1 == self.frames.len();
            let allocas_end = self.frames.get(i + 1).map_or(self.allocas.len(), |f| f.allocas as usize);
            let weak = &self.allocas[frame.allocas as usize..allocas_end];
            let start = out.strong.len();
            let leaf = if let Some(leaf) = frame.leaf {
                let (strong, _, next) = read_counts(&self.section, frame.at as usize + 1);
                out.strong.extend_from_slice(&self.section[next..next + strong]);
                leaf
            } else {
                buffer.clear();
                buffer.extend_from_slice(&frame.func.0.to_le_bytes());
                buffer.extend_from_slice(&frame.pc.0.to_le_bytes());
                let growth = frame.growth(program);
                let grown = if growth != 0 { GROWN } else { 0 };
                buffer.extend_from_slice(&(frame.masks | frame.aside | grown).to_le_bytes());
                if growth != 0 {
                    buffer.extend_from_slice(&growth.to_le_bytes());
                }
                let live = live_slots(program, frame.func, frame.pc, top || frame.aside & INTERRUPTED != 0);
                let words = live.iter().map(|slot| self.registers[(frame.base + slot) as usize]);
                codec::encode_words(words, mixtures, buffer, &mut out.strong);
                pieces.leaf(buffer)?
            };
            out.section.push(leaf.0);
            push_counts(&mut out.section, out.strong.len() - start, weak.len());
            out.section.extend_from_slice(&out.strong[start..]);
            out.section.extend_from_slice(weak);
        }
        Ok(())
    }

    /// The registers that matter, wherever they are.
    pub fn live_words(&self, program: &Program, mut f: impl FnMut(Word)) {
        for (i, frame) in self.frames.iter().enumerate() {
            let top = i + 1 == self.frames.len() || frame.aside & INTERRUPTED != 0;
            let live = live_slots(program, frame.func, frame.pc, top);
            live.iter().for_each(|slot| f(self.registers[(frame.base + slot) as usize]));
        }
    }

    /// What the thread pointed to when it was loaded.
    pub fn loaded_strong(&self, into: &mut Vec<u32>) {
        let head = Head::read(&self.section);
        into.extend(self.section[head.words..head.frames].chunks_exact(2).map(|pair| pair[1]));
        let mut at = head.frames;
        while at < self.section.len() {
            let (strong, weak, next) = read_counts(&self.section, at + 1);
            into.extend_from_slice(&self.section[next..next + strong]);
            at = next + strong + weak;
        }
    }

    pub fn loaded_section(&self) -> &[u32] {
        &self.section
    }
}

/// What stands before the frames in a section.
#[derive(Default)]
struct Head {
    entered: bool,
    joinable: bool,
    parted: bool,
    held: u32,
    made: u32,
    spare: Threads,
    /// Where the recent blocks are; their number stands before them.
    recent: Range<usize>,
    /// Where the thread-locals start.
    words: usize,
    /// Where the frames start.
    frames: usize,
}

impl Head {
    fn read(section: &[u32]) -> Head {
        let Some(first) = section.first() else {
            return Head::default();
        };
        let holds = first & 2 != 0;
        let held = if holds { section[1] } else { 0 };
        let mut at = 1 + holds as usize;
        let (mut made, mut spare) = (0, Threads::NOBODY);
        if first & 32 != 0 {
            (made, spare, at) = read_kin(section, at);
        }
        let recent = match first & 8 != 0 {
            true => at + 1..at + 1 + section[at] as usize,
            false => at..at,
        };
        let (words, joinable, parted) = (recent.end, first & 4 != 0, first & 16 != 0);
        let frames = words + 2 * (first >> 6) as usize;
        Head { entered: first & 1 != 0, joinable, parted, held, made, spare, recent, words, frames }
    }
}

/// Beside the number of threads that were started: as many words of a set follow, of which few have more than four.
const WORDS_SHIFT: u32 = 24;
const WORDS_MIN: usize = 4;

/// How many threads it has started, and the set of numbers that are spare.
fn push_kin(out: &mut Vec<u32>, made: u32, spare: &Threads) {
    let low = |word: u64| u32::try_from(word & u64::from(u32::MAX)).unwrap_or_default();
    let words: Vec<u32> = spare.spelt().iter().flat_map(|word| [low(*word), low(word >> 32)]).collect();
    let len = words.iter().rposition(|word| *word != 0).map_or(0, |last| last + 1).max(WORDS_MIN);
    out.push(made | u32::try_from(len).unwrap_or_default() << WORDS_SHIFT);
    out.extend_from_slice(&words[..len]);
}

/// What `push_kin` has written there, and where it ends.
fn read_kin(section: &[u32], at: usize) -> (u32, Threads, usize) {
    let (made, len) = (section[at] & !(u32::MAX << WORDS_SHIFT), (section[at] >> WORDS_SHIFT) as usize);
    let mut spare = Threads::NOBODY.spelt();
    for (word, pair) in spare.iter_mut().zip(section[at + 1..][..len].chunks(2)) {
        *word = pair.iter().rev().fold(0, |word, half| word << 32 | u64::from(*half));
    }
    (made, Threads::read(&spare), at + 1 + len)
}

/// What matters of a section where threads may change places.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Standing {
    /// Nothing but its place in the list of threads names it: it lives, or can be joined, owns no lock, is in no
    /// atomic section and knows of no numbers of others.
    pub movable: bool,
    /// Who has ended comes first.
    pub alive: bool,
    /// The same for threads that do the same, whatever numbers their objects have.
    pub print: u64,
}

/// How the thread of a section stands.
pub(crate) fn standing(section: &[u32], pieces: &dyn Pieces) -> Standing {
    let head = Head::read(section);
    let knows_numbers = section.first().is_some_and(|first| first & (32 | 16) != 0);
    let movable = head.joinable && head.held == 0 && !head.entered && !knows_numbers;
    let mut print = Print::default();
    let mut met: Vec<u32> = Vec::new();
    let mut add_object = |print: &mut Print, id: u32| {
        let place = met.iter().position(|other| *other == id).unwrap_or_else(|| {
            met.push(id);
            met.len() - 1
        });
        print.add(place as u64);
    };
    for pair in section[head.words..head.frames].chunks_exact(2) {
        print.add(pair[0].into());
        add_object(&mut print, pair[1]);
    }
    let mut at = head.frames;
    while at < section.len() {
        let (strong, weak, next) = read_counts(section, at + 1);
        for chunk in pieces.leaf_bytes(LeafId(section[at])).chunks(8) {
            print.add(chunk.iter().rev().fold(0, |word, byte| word << 8 | u64::from(*byte)));
        }
        print.add((strong as u64) << 32 | weak as u64);
        section[next..next + strong + weak].iter().for_each(|id| add_object(&mut print, *id));
        at = next + strong + weak;
    }
    Standing { movable, alive: head.frames < section.len(), print: print.0 }
}

/// A number for a sequence of words, the same in every process.
#[derive(Default)]
struct Print(u64);

impl Print {
    fn add(&mut self, word: u64) {
        self.0 = (self.0.rotate_left(23) ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        self.0 ^= self.0 >> 29;
    }
}

/// How many threads that one has started, by its section, if that is of interest.
pub(crate) fn made(section: &[u32]) -> u32 {
    Head::read(section).made
}

/// Rewrites the object numbers in a section through `rename`; weak ones that it maps to 0 vanish.
pub(crate) fn rename_section(section: &[u32], rename: impl Fn(u32) -> u32, out: &mut Vec<u32>) {
    out.clear();
    let head = Head::read(section);
    if head.recent.is_empty() {
        out.extend_from_slice(&section[..head.words]);
    } else {
        out.extend_from_slice(&section[..head.recent.start - 1]);
        let mut recent: Vec<u32> = section[head.recent].iter().map(|id| rename(*id)).filter(|id| *id != 0).collect();
        // It is a set.
        recent.sort_unstable();
        out[0] &= if recent.is_empty() { !8 } else { !0 };
        push_recent(out, recent.into_iter());
    }
    for pair in section[head.words..head.frames].chunks_exact(2) {
        out.extend([pair[0], rename(pair[1])]);
    }
    let mut at = head.frames;
    while at < section.len() {
        let (strong, weak, next) = read_counts(section, at + 1);
        let weak_list = &section[next + strong..next + strong + weak];
        let kept = weak_list.iter().filter(|w| rename(**w) != 0).count();
        out.push(section[at]);
        push_counts(out, strong, kept);
        out.extend(section[next..next + strong].iter().map(|o| rename(*o)));
        out.extend(weak_list.iter().map(|o| rename(*o)).filter(|o| *o != 0));
        at = next + strong + weak;
    }
}

/// Calls `f` with the place of each frame's leaf in a section.
pub(crate) fn frames(section: &[u32], mut f: impl FnMut(usize)) {
    let mut at = Head::read(section).frames;
    while at < section.len() {
        f(at);
        let (strong, weak, next) = read_counts(section, at + 1);
        at = next + strong + weak;
    }
}

/// Calls `f` for each object number in a section.
pub(crate) fn numbers(section: &[u32], mut f: impl FnMut(u32)) {
    section[Head::read(section).recent].iter().for_each(|id| f(*id));
    own_numbers(section, f);
}

/// The same without the recent blocks, which a section has no part in.
pub(crate) fn own_numbers(section: &[u32], mut f: impl FnMut(u32)) {
    let head = Head::read(section);
    section[head.words..head.frames].chunks_exact(2).for_each(|pair| f(pair[1]));
    let mut at = head.frames;
    while at < section.len() {
        let (strong, weak, next) = read_counts(section, at + 1);
        section[next..next + strong + weak].iter().for_each(|id| f(*id));
        at = next + strong + weak;
    }
}

/// The registers that matter: in the topmost frame (and in one that was interrupted) those live before
/// its next op, in the others those live after the call.
pub(crate) fn live_slots(program: &Program, func: FuncId, pc: Pc, top: bool) -> &[u32] {
    let function = program.function(func);
    let sets = if top { &function.live_in } else { &function.live_across };
    &function.live_sets[sets[pc.index()] as usize]
}

fn push_recent(out: &mut Vec<u32>, recent: impl ExactSizeIterator<Item = u32>) {
    if recent.len() > 0 {
        out.push(recent.len() as u32);
        out.extend(recent);
    }
}

fn push_counts(out: &mut Vec<u32>, strong: usize, weak: usize) {
    if strong < 0xffff && weak < 0xffff {
        out.push((strong | weak << 16) as u32);
    } else {
        out.extend([u32::MAX, strong as u32, weak as u32]);
    }
}

fn read_counts(section: &[u32], at: usize) -> (usize, usize, usize) {
    match section[at] {
        u32::MAX => (section[at + 1] as usize, section[at + 2] as usize, at + 3),
        both => ((both & 0xffff) as usize, (both >> 16) as usize, at + 1),
    }
}
