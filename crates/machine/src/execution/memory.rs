//! The objects of the working state: finding, checking, allocating, freeing.
//!
//! Objects are decoded from their leaves when first touched and copied back only if changed. An
//! object's number is its index in `slots`; globals and code keep theirs for ever, the rest is
//! renumbered when a state is saved.

mod reads;

use std::rc::Rc;

use ir::{Program, Shadow, Word};

use crate::pieces::Pieces;
use crate::problem::{Kind, Run, Stop};
use crate::state::look::{Body, Contents, Look, Reached, Variety};
use crate::state::object::{Life, Maker, Object, ObjectId, ObjectKind};
use crate::state::parts::{self, Parts};
use crate::state::ranges::Ranges;
use crate::state::shadow::Mixtures;

/// Largest object, so that every offset fits in the low half of a pointer with room for
/// excursions on both sides.
pub const OBJECT_BYTES_MAX: u64 = 1 << 31;

/// A wrong memory access, before it is known who does it.
#[derive(Debug)]
pub(crate) struct Fault {
    pub kind: Kind,
    pub message: String,
}

/// Some bytes of an object that a thread accesses.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Access {
    pub object: ObjectId,
    pub offset: u32,
    pub bytes: u32,
    pub write: bool,
}

impl Access {
    /// To end an object is as good as to write to all of it.
    pub(crate) fn end_of(object: ObjectId, size: u32) -> Access {
        Access { object, offset: 0, bytes: size, write: true }
    }
}

/// What must be decided about addresses, or about unknown numbers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Question {
    /// Do these two objects have the same address?
    Same(u32, u32),
    /// Which number does this object get?
    Number(u32),
    /// Is this unknown number one of these? They are some of its values.
    Within(u32, Ranges),
    /// Which value has it?
    Value(u32),
    /// The same, where the first one stands for all.
    First(u32),
}

impl Question {
    /// Is it about an unknown number?
    pub(crate) fn is_about_number(&self) -> bool {
        matches!(self, Question::Within(..) | Question::Value(_) | Question::First(_))
    }
}

/// Which objects may be accessed without a second look: those that are shared less than this.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Reach(u8);

impl Reach {
    pub(crate) const NOTHING: Reach = Reach(0);
    /// What no other thread ever could reach.
    pub(crate) const OWN: Reach = Reach(1);
    pub(crate) const PRIVATE: Reach = Reach(2);
    pub(crate) const ALL: Reach = Reach(4);

    #[inline(always)]
    fn of(slot: &Slot) -> Reach {
        Reach((slot.shared as u8) << 1 | slot.regained as u8)
    }
}

pub(crate) struct Slot {
    pub object: Object,
    /// What `object` was decoded from, if it is long and knows what was written since.
    pub parts: Option<Box<Parts>>,
    /// The contents in the loaded state; Body::NONE if there were none (or, for a global, if they are
    /// the initial ones).
    pub body: Body,
    /// Range in [`Memory::loaded_pointees`] of what the loaded contents point to.
    pub pointees: (u32, u32),
    /// `object` holds the current contents.
    pub decoded: bool,
    /// Decoded, and noted in [`Memory::reads`] as a whole.
    ready: bool,
    /// Decoded; what is looked at of it is noted part by part.
    partly: bool,
    /// How often parts of it were looked at in this transition.
    looks: u32,
    /// How many contents it was seen with, if it is short.
    variety: Variety,
    /// `object` differs (or may differ) from the loaded contents.
    pub dirty: bool,
    /// More than one thread can reach it.
    pub shared: bool,
    /// More than one thread could, in an earlier state.
    pub regained: bool,
    /// It is a heap block that is dead, or one that was retired.
    pub grave: bool,
    /// When it was allocated and when it died, if that was since the load.
    pub born: u32,
    pub died: u32,
}

impl Slot {
    /// It was not looked at.
    #[inline(always)]
    fn unnote(&mut self) {
        self.ready = false;
        self.partly = false;
    }
}

pub(crate) struct Memory<'a> {
    pub slots: Vec<Slot>,
    /// How many slots the loaded state has; later ones are new.
    pub loaded_len: usize,
    pub loaded_pointees: Vec<u32>,
    /// Objects that became dirty since the load.
    pub touched: Vec<u32>,
    /// Loaded objects, or parts of them, looked at since `begin`, in order. Constants are left out.
    pub reads: Vec<Look>,
    /// Parts of long objects are noted one by one.
    pub by_parts: bool,
    /// Since `begin` something was looked at that `reads` does not tell.
    pub opaque: bool,
    /// How often an object was given a pretend address.
    pub observed: u64,
    /// The dead heap blocks of the loaded state.
    pub graves: Vec<u32>,
    /// Counts the allocations and deaths since the load.
    pub clock: u32,
    /// Of the running thread: see `Thread::recent`.
    pub recent: Vec<u32>,
    /// Two pointers were compared, and who was allocated or freed first may have decided.
    pub stale: bool,
    /// Something depended on who is where a block was whose heirs were not noted.
    pub sought: bool,
    /// Nobody is presumed to ask for the heirs of freed blocks.
    pub tidy: bool,
    /// Two blocks were compared, and others may free one and allocate the other in its place.
    pub compared: bool,
    /// That is looked for.
    pub heeds_places: bool,
    /// The program asked where blocks of the runtime's own are: of ids of threads.
    pub related: bool,
    /// That is looked for.
    pub heeds_ids: bool,
    /// What is not decided yet about addresses is asked. Otherwise different objects are different,
    /// and numbers are given as they come.
    pub ask: bool,
    /// States are stored, so that there can be several answers.
    pub decides: bool,
    /// What must be decided before the op can be executed. It had no effect, and its result is
    /// void.
    pub question: Option<Question>,
    /// Objects that became shared since the load.
    pub published: Vec<u32>,
    /// Those of them that other threads could use already.
    pub used: Vec<u32>,
    /// Those of them that a new thread has for itself, and was the first to get.
    pub handed: Vec<u32>,
    /// Retired slots, for their buffers.
    spare: Vec<Slot>,
    /// Slots of objects that are out of reach, in an execution that is never saved.
    free: Vec<u32>,
    pub mixtures: Mixtures,
    /// Bytes by which the objects of this machine may still grow.
    pub room_bytes: u64,
    pub first_dynamic: u32,
    initial: &'a [Object],
    /// Leaves and pointees of the same.
    pub initial_names: Rc<[(Body, Vec<u32>)]>,
    pieces: &'a dyn Pieces,
}

impl<'a> Memory<'a> {
    pub(crate) fn new(
        program: &Program,
        initial: &'a [Object],
        mixtures: Mixtures,
        pieces: &'a dyn Pieces,
    ) -> Memory<'a> {
        let slots = initial
            .iter()
            .map(|object| Slot {
                object: object.clone(),
                parts: None,
                body: Body::NONE,
                pointees: (0, 0),
                decoded: true,
                ready: matches!(object.kind, ObjectKind::Constant | ObjectKind::Code),
                partly: false,
                looks: 0,
                variety: Variety::default(),
                dirty: false,
                shared: !matches!(object.kind, ObjectKind::Constant | ObjectKind::Code),
                regained: false,
                grave: false,
                born: 0,
                died: 0,
            })
            .collect::<Vec<_>>();
        Memory {
            loaded_len: slots.len(),
            slots,
            loaded_pointees: Vec::new(),
            touched: Vec::new(),
            reads: Vec::new(),
            by_parts: true,
            opaque: false,
            observed: 0,
            graves: Vec::new(),
            clock: 0,
            recent: Vec::new(),
            stale: false,
            sought: false,
            tidy: false,
            compared: false,
            related: false,
            heeds_ids: false,
            heeds_places: false,
            ask: true,
            decides: true,
            question: None,
            published: Vec::new(),
            used: Vec::new(),
            handed: Vec::new(),
            spare: Vec::new(),
            free: Vec::new(),
            mixtures,
            room_bytes: u64::MAX,
            first_dynamic: program.first_dynamic(),
            initial,
            initial_names: Rc::new([]),
            pieces,
        }
    }

    /// The contents of all objects at program start.
    pub(crate) fn initial(&self) -> &'a [Object] {
        self.initial
    }

    pub(crate) fn pieces(&self) -> &'a dyn Pieces {
        self.pieces
    }

    /// The object with current contents. Who looks at words of it has them noted as well.
    #[inline(always)]
    pub(crate) fn object(&mut self, id: ObjectId) -> &mut Object {
        if !self.slots[id.index()].ready {
            self.prepare(id);
        }
        &mut self.slots[id.index()].object
    }

    #[cold]
    fn decode(&mut self, id: ObjectId) {
        let slot = &mut self.slots[id.index()];
        match slot.body {
            Body::NONE => match self.initial_names.get(id.index()) {
                Some((body, pointees)) if body.vector().is_some() => {
                    let Slot { object, parts, .. } = slot;
                    parts::decode(*body, pointees, &mut self.mixtures, self.pieces, object, parts);
                }
                _ => slot.object.clone_from(&self.initial[id.index()]),
            },
            body => {
                let (start, len) = slot.pointees;
                let pointees = &self.loaded_pointees[start as usize..(start + len) as usize];
                let Slot { object, parts, .. } = slot;
                parts::decode(body, pointees, &mut self.mixtures, self.pieces, object, parts);
            }
        }
        slot.decoded = true;
    }

    /// The object, about to be changed.
    #[inline(always)]
    pub(crate) fn object_mut(&mut self, id: ObjectId) -> &mut Object {
        let slot = &mut self.slots[id.index()];
        if !slot.dirty {
            if !slot.ready {
                self.prepare(id);
            }
            self.slots[id.index()].dirty = true;
            self.touched.push(id.0);
        }
        &mut self.slots[id.index()].object
    }

    /// Makes the slot stand for the contents of a loaded object.
    pub(crate) fn set_loaded(&mut self, id: usize, contents: Contents<'_>) {
        let start = self.loaded_pointees.len() as u32;
        let count = contents.pointees.len() as u32;
        self.loaded_pointees.extend_from_slice(contents.pointees);
        let slot = &mut self.slots[id];
        // A decoded copy without pointers is good for any state that has the same leaf.
        slot.decoded &= slot.body == contents.body && count == 0 && slot.object.grave.is_none();
        slot.unnote();
        slot.body = contents.body;
        slot.pointees = (start, count);
        slot.dirty = false;
        slot.shared = contents.reached == Reached::Shared;
        slot.regained = contents.reached == Reached::Regained;
        slot.grave = contents.reached == Reached::Gone;
        slot.born = 0;
        slot.died = 0;
    }

    /// The global is as at the start again.
    pub(crate) fn unload(&mut self, id: u32) {
        let slot = &mut self.slots[id as usize];
        slot.body = Body::NONE;
        slot.decoded = false;
        slot.unnote();
        slot.pointees = (0, 0);
    }

    /// Another thread runs now, within the same transition: it may use what was published.
    pub(crate) fn note_published(&mut self) {
        self.opaque |= !self.published.is_empty();
        self.used.clone_from(&self.published);
    }

    /// Did objects become shared in this transition?
    pub(crate) fn has_published(&self) -> bool {
        !self.published.is_empty()
    }

    /// Of what was published, only the thread that runs next can reach these. Others could before.
    pub(crate) fn take_out_of_reach(&mut self, is_its_own: impl Fn(u32) -> bool) {
        for id in self.published.iter().filter(|id| is_its_own(**id)) {
            let slot = &mut self.slots[*id as usize];
            if slot.shared && !slot.regained {
                self.handed.push(*id);
            }
            slot.regained |= slot.shared;
            slot.shared = false;
        }
    }

    /// Takes back what `publish` marked; the marks of the loaded state hold again.
    pub(crate) fn unpublish(&mut self) {
        for id in self.published.drain(..) {
            self.slots[id as usize].shared = false;
        }
        for id in self.handed.drain(..) {
            self.slots[id as usize].regained = false;
        }
    }

    /// Throws away every change since the load.
    pub(crate) fn rewind(&mut self) {
        self.unpublish();
        self.used.clear();
        self.free.clear();
        while self.slots.len() > self.loaded_len {
            self.spare.extend(self.slots.pop());
        }
        for id in self.touched.drain(..) {
            if let Some(slot) = self.slots.get_mut(id as usize) {
                slot.dirty = false;
                slot.decoded = false;
                slot.grave &= slot.died == 0;
                slot.died = 0;
                slot.unnote();
            }
        }
        self.clock = 0;
        self.question = None;
    }

    /// Forgets all mixtures but those of the start, and with them what was decoded of long objects.
    pub(crate) fn clear_mixtures(&mut self) {
        self.mixtures.clear();
        self.slots.iter_mut().chain(&mut self.spare).for_each(|slot| slot.object.unsettle());
    }

    /// A slot for the loader to fill in.
    pub(crate) fn push_slot(&mut self) {
        let slot = self.spare.pop().unwrap_or_else(|| Slot {
            object: Object::new(ObjectKind::Heap, 0, 0, Word::int(0)),
            parts: None,
            body: Body::NONE,
            pointees: (0, 0),
            decoded: false,
            ready: false,
            partly: false,
            looks: 0,
            variety: Variety::default(),
            dirty: false,
            shared: false,
            regained: false,
            grave: false,
            born: 0,
            died: 0,
        });
        self.slots.push(slot);
        let slot = self.slots.last_mut().expect("just pushed");
        slot.body = Body::NONE;
        slot.decoded = false;
        slot.unnote();
    }

    pub(crate) fn truncate(&mut self, len: usize) {
        while self.slots.len() > len {
            self.spare.extend(self.slots.pop());
        }
    }

    /// Takes room for an object that the program asks for. Buffers that there are already cost
    /// nothing; they are never given back.
    pub(crate) fn reserve(&mut self, size: u32) -> Run<()> {
        let next = self.free.last().map(|id| &self.slots[*id as usize]).or(self.spare.last());
        let growth = match next {
            Some(slot) => u64::from(size).saturating_sub(slot.object.capacity_bytes()) * 2,
            None => u64::from(size) * 2 + size_of::<Slot>() as u64,
        };
        match self.room_bytes.checked_sub(growth) {
            Some(rest) => self.room_bytes = rest,
            None => {
                let what = format!("the program's own memory does not fit any more: {size} bytes were asked for");
                return Err(Box::new(Stop::Limit { what, flag: "--memory" }));
            }
        }
        Ok(())
    }

    /// A new object, private to the running thread until its address is published.
    pub(crate) fn allocate(&mut self, kind: ObjectKind, size: u32, align_log2: u8, fill: Word) -> ObjectId {
        let id = match self.free.pop() {
            Some(id) => ObjectId(id),
            None => {
                self.push_slot();
                ObjectId(self.slots.len() as u32 - 1)
            }
        };
        let slot = &mut self.slots[id.index()];
        slot.object.renew(kind, size, align_log2, fill);
        slot.body = Body::NONE;
        slot.pointees = (0, 0);
        slot.decoded = true;
        slot.ready = true;
        slot.partly = false;
        slot.dirty = true;
        slot.shared = false;
        slot.regained = false;
        slot.grave = false;
        self.clock += 1;
        slot.born = self.clock;
        slot.died = 0;
        self.touched.push(id.0);
        id
    }

    /// Nothing points to the object any more: its slot may be used for another.
    pub(crate) fn recycle(&mut self, id: ObjectId) {
        let slot = &mut self.slots[id.index()];
        slot.object.kill();
        slot.shared = false;
        self.free.push(id.0);
    }

    /// Objects that came into being since the start and whose numbers are taken.
    pub(crate) fn dynamic_count(&self) -> u64 {
        (self.slots.len() - self.first_dynamic as usize - self.free.len()) as u64
    }

    pub(crate) fn has_free_slots(&self) -> bool {
        !self.free.is_empty()
    }

    /// The value of an access that is fine in the most common way; None asks for a closer look.
    #[inline(always)]
    pub(crate) fn quick_read(&self, pointer: Word, bits: u32, reach: Reach) -> Option<Word> {
        if pointer.shadow != Shadow::POINTER {
            return None;
        }
        let slot = self.slots.get(pointer.object() as usize)?;
        match slot.ready && Reach::of(slot) < reach {
            true => slot.object.quick_read(pointer.offset(), bits),
            false => None,
        }
    }

    /// Makes an access that is fine in the most common way; false asks for a closer look.
    #[inline(always)]
    pub(crate) fn quick_write(&mut self, pointer: Word, bits: u32, value: Word, reach: Reach) -> bool {
        if pointer.shadow != Shadow::POINTER {
            return false;
        }
        let Some(slot) = self.slots.get_mut(pointer.object() as usize) else { return false };
        let published = slot.shared && value.shadow != Shadow::CLEAN;
        slot.ready
            && slot.dirty
            && Reach::of(slot) < reach
            && !published
            && slot.object.quick_write(pointer.offset(), bits, value)
    }

    /// Checks an access of `size` bytes and says where it goes.
    #[inline(always)]
    pub(crate) fn check(&mut self, pointer: Word, size: u32, write: bool) -> Result<Access, Box<Fault>> {
        if pointer.shadow == Shadow::POINTER {
            let id = ObjectId::of(pointer);
            let offset = pointer.offset();
            if !self.slots[id.index()].ready {
                self.prepare(id);
            }
            let Slot { object, ready, .. } = &self.slots[id.index()];
            let inside = offset as u64 + size as u64 <= object.size as u64;
            let writable = !write || object.kind != ObjectKind::Constant;
            if inside && object.life == Life::Alive && writable && object.kind != ObjectKind::Code {
                if !ready {
                    self.note(id, offset, size);
                }
                return Ok(Access { object: id, offset, bytes: size, write });
            }
        }
        Err(self.fault(pointer, size, write))
    }

    #[cold]
    fn fault(&mut self, pointer: Word, size: u32, write: bool) -> Box<Fault> {
        let access = if write { "write" } else { "read" };
        let fault = |kind, message| Box::new(Fault { kind, message });
        if pointer.shadow != Shadow::POINTER {
            return fault_of_integer(pointer, &self.mixtures, access);
        }
        let offset = pointer.bits as u32 as i32;
        let object = self.object(ObjectId::of(pointer));
        match (object.life, object.kind) {
            (Life::Dead, ObjectKind::Stack | ObjectKind::Varargs) => fault(
                Kind::DeadStack,
                format!(
                    "{access} of {size} bytes in a local variable whose function has returned or whose block was left"
                ),
            ),
            (Life::Dead, ObjectKind::Global) => fault(
                Kind::UseAfterFree,
                format!("{access} of {size} bytes in a thread-local variable whose thread has ended"),
            ),
            (Life::Dead, _) => fault(
                Kind::UseAfterFree,
                format!("{access} of {size} bytes at offset {offset} of a freed block of {} bytes", object.size),
            ),
            (_, ObjectKind::Code) => fault(Kind::InvalidPointer, format!("{access} of the code of a function")),
            (_, kind) => {
                let end = offset as i64 + size as i64;
                if offset >= 0 && end <= object.size as i64 {
                    return fault(Kind::WriteToConstant, format!("write of {size} bytes to constant memory"));
                }
                let what = match kind {
                    ObjectKind::Heap | ObjectKind::Internal | ObjectKind::Lent | ObjectKind::Unknown => "a heap block",
                    ObjectKind::Stack => "a local variable",
                    ObjectKind::Varargs => "the variable arguments",
                    _ => "a global variable",
                };
                fault(
                    Kind::OutOfBounds,
                    format!("{access} of {size} bytes at offset {offset} of {what} of {} bytes", object.size),
                )
            }
        }
    }

    /// Frees a heap block.
    /// Frees a block as something that this maker has made; of that size, if a size is given.
    pub(crate) fn free(&mut self, pointer: Word, maker: Maker, size: Option<u32>) -> Result<(), Box<Fault>> {
        let fault = |kind, message: String| Err(Box::new(Fault { kind, message }));
        let (frees, makes) = (maker.frees(), maker.makes());
        if pointer.shadow == Shadow::CLEAN && pointer.bits == 0 {
            return Ok(());
        }
        if self.mixtures.undef(pointer) != 0 {
            return fault(Kind::Uninit, format!("{frees} of an undefined pointer"));
        }
        if pointer.shadow != Shadow::POINTER {
            return fault(Kind::InvalidFree, format!("{frees} of a number that is no pointer"));
        }
        let id = ObjectId::of(pointer);
        let object = self.object(id);
        match (object.kind, object.life, pointer.offset()) {
            (kind, Life::Alive, 0) if kind.is_block() && object.maker != maker => {
                let made = object.maker.makes();
                fault(Kind::InvalidFree, format!("{frees} of a block that {made} has made"))
            }
            (ObjectKind::Heap, Life::Alive, 0) if size.is_some_and(|size| size != object.size) => {
                let (given, made) = (size.unwrap_or(0), object.size);
                let message = format!(
                    "{frees} of an object of {given} bytes where {makes} made one of {made} (is a destructor not virtual?)"
                );
                fault(Kind::InvalidFree, message)
            }
            (kind, Life::Alive, 0) if kind.is_block() => {
                self.bury_block(id);
                Ok(())
            }
            (kind, Life::Dead, _) if kind.is_block() => fault(Kind::DoubleFree, "the block was freed before".into()),
            (kind, _, _) if kind.is_block() => {
                fault(Kind::InvalidFree, format!("{frees} of a pointer into the middle of a block"))
            }
            _ => fault(Kind::InvalidFree, format!("{frees} of memory that did not come from {makes}")),
        }
    }

    /// Everything reachable from a pointer in `word` may now be seen by other threads.
    pub(crate) fn publish(&mut self, word: Word) {
        if word.shadow == Shadow::CLEAN || word.shadow == Shadow::UNDEF {
            return;
        }
        if word.shadow == Shadow::POINTER && self.slots[word.object() as usize].shared {
            return;
        }
        let mut todo = Vec::new();
        self.push_pointees(word, &mut todo);
        self.publish_all(todo);
    }

    /// As `publish`, but a block of the runtime's own goes over to the other thread: whoever passes
    /// it on does not look at it again.
    pub(crate) fn hand_over(&mut self, word: Word) {
        let id = ObjectId::of(word);
        if word.shadow != Shadow::POINTER || self.object(id).kind != ObjectKind::Internal {
            return self.publish(word);
        }
        self.note_whole(id);
        for index in 0..self.object(id).word_count() {
            let word = self.object(id).word(index);
            self.publish(word);
        }
    }

    fn publish_all(&mut self, mut todo: Vec<u32>) {
        while let Some(id) = todo.pop() {
            if !self.slots[id as usize].ready {
                self.prepare(ObjectId(id));
            }
            self.note_whole(ObjectId(id));
            let slot = &mut self.slots[id as usize];
            if slot.shared || matches!(slot.object.kind, ObjectKind::Constant | ObjectKind::Code) {
                continue;
            }
            slot.shared = true;
            self.published.push(id);
            for index in 0..self.slots[id as usize].object.word_count() {
                let word = self.slots[id as usize].object.word(index);
                self.push_pointees(word, &mut todo);
            }
        }
    }

    pub(crate) fn push_pointees(&self, word: Word, into: &mut Vec<u32>) {
        match word.shadow {
            Shadow::CLEAN | Shadow::UNDEF => {}
            Shadow::POINTER => into.push(word.object()),
            _ => into.extend(self.mixtures.get(word).tags.iter().map(|t| t.object).filter(|o| *o != 0)),
        }
    }
}

#[cold]
fn fault_of_integer(pointer: Word, mixtures: &Mixtures, access: &str) -> Box<Fault> {
    let mixture = mixtures.get(pointer);
    let (kind, message) = if mixture.undef != 0 {
        (Kind::Uninit, format!("{access} through an undefined pointer"))
    } else if mixture.has_tags() {
        (Kind::InvalidPointer, format!("{access} through a mixture of pieces of pointers"))
    } else if pointer.bits < 0x10000 {
        let at = if pointer.bits == 0 { String::new() } else { format!(" plus {}", pointer.bits) };
        (Kind::NullDeref, format!("{access} through the null pointer{at}"))
    } else {
        (Kind::InvalidPointer, format!("{access} through the number {:#x}, which is no pointer", pointer.bits))
    };
    Box::new(Fault { kind, message })
}
