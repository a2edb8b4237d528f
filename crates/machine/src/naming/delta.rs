//! What a transition has changed, as names.
//!
//! It is three lists (see `streams`): `changed` has each loaded object that differs, `fresh` each new
//! object that something points to, `threads` each thread that differs. Of a long object without
//! pointers `changed` only tells which parts differ: [`PATCHED`] stands in the place of the leaf, and
//! positions and parts in that of pointees. The numbers of dead heap blocks are marked with [`WEAK`]:
//! see `address`.
//!
//! Object numbers are those of the loaded state; new objects are numbered from [`FRESH`], in the
//! order in which they are met. Nothing here depends on how many objects the loaded state has, so
//! a delta means the same in every state in which the transition would do the same.

use crate::execution::memory::Memory;
use crate::naming::loaded::Loaded;
use crate::naming::streams::{self, Entry, ThreadEntry, WEAK};
use crate::pieces::Full;
use crate::state::look::Body;
use crate::state::look::Reached;
use crate::state::object::{Grave, Life, Object, ObjectId, ObjectKind};
use crate::state::parts::{self, Scratch};
use crate::state::thread::Thread;
use crate::state::thread::{self, Encoded};
use ir::Program;

/// Number of the first new object.
pub(crate) const FRESH: u32 = 1 << 31;

/// In place of a leaf: what follows tells in which parts the object differs.
pub(crate) const PATCHED: Body = Body::NONE;

/// Which lists of pointees differ from the loaded state's, so that numbers may change.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
#[repr(u32)]
pub(crate) enum Moved {
    #[default]
    Nothing,
    /// Only those of threads.
    Threads,
    Objects,
}

impl Moved {
    pub(crate) fn from_u32(code: u32) -> Moved {
        match code {
            0 => Moved::Nothing,
            1 => Moved::Threads,
            _ => Moved::Objects,
        }
    }
}

/// A delta, being looked at.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Delta<'d> {
    pub changed: &'d [u32],
    pub fresh: &'d [u32],
    pub threads: &'d [u32],
    pub moved: Moved,
    /// Objects that another thread could use in the middle of the transition.
    pub used: &'d [u32],
    /// Size of a new heap block that nothing points to.
    pub lost: Option<u32>,
}

impl<'d> Delta<'d> {
    /// The changed threads.
    pub(crate) fn each_thread(&self) -> impl Iterator<Item = ThreadEntry<'d>> + use<'d> {
        streams::threads(self.threads)
    }

    /// The changed objects.
    pub(crate) fn each_changed(&self) -> impl Iterator<Item = Entry<'d>> + use<'d> {
        streams::changed(self.changed)
    }
}

/// A delta, being made; the buffers are kept.
#[derive(Default)]
pub(crate) struct Draft {
    changed: Vec<u32>,
    fresh: Vec<u32>,
    threads: Vec<u32>,
    moved: Moved,
    used: Vec<u32>,
    lost: Option<u32>,
    /// There are dead heap blocks among the objects.
    graves: bool,
    /// For each new object of the machine: its number less [`FRESH`], plus 1; 0: not met.
    met: Vec<u32>,
    /// New objects of the machine in the order of their numbers.
    order: Vec<u32>,
    scratch: Scratch,
    bytes: Vec<u8>,
    words: Vec<u32>,
    encoded: Encoded,
}

impl Draft {
    pub(crate) fn view(&self) -> Delta<'_> {
        let Draft { changed, fresh, threads, used, moved, lost, .. } = self;
        Delta { changed, fresh, threads, used, moved: *moved, lost: *lost }
    }

    /// What became of an object that the machine created: its number less [`FRESH`].
    pub(crate) fn fresh_number(&self, index: usize) -> Option<u32> {
        self.met.get(index)?.checked_sub(1)
    }

    fn clear(&mut self, new: usize) {
        self.changed.clear();
        self.fresh.clear();
        self.threads.clear();
        self.order.clear();
        self.met.clear();
        self.met.resize(new, 0);
        self.moved = Moved::Nothing;
        self.used.clear();
        self.lost = None;
        self.graves = false;
    }

    /// Appends the encoding of an object: leaf, number of pointees, pointees.
    fn push_object(to: &mut Vec<u32>, scratch: &mut Scratch, memory: &mut Memory<'_>, id: u32) -> Result<(), Full> {
        let pieces = memory.pieces();
        let slot = &mut memory.slots[id as usize];
        if !slot.object.is_known() {
            slot.object.tidy_shadows();
        }
        let weak = if slot.grave { WEAK } else { 0 };
        let name =
            |to: &mut Vec<u32>| parts::name(&slot.object, slot.parts.as_deref(), &memory.mixtures, pieces, scratch, to);
        streams::push(to, |count| count | weak, name)
    }

    /// Gives a new object its number.
    fn meet(&mut self, id: u32, loaded_len: u32) -> u32 {
        if id < loaded_len {
            return id;
        }
        let met = &mut self.met[(id - loaded_len) as usize];
        if *met == 0 {
            self.order.push(id);
            *met = self.order.len() as u32;
        }
        FRESH + *met - 1
    }

    fn changed_object(&mut self, memory: &mut Memory<'_>, loaded: &Loaded, id: u32) -> Result<(), Full> {
        if self.patched_object(memory, id)? {
            return Ok(());
        }
        let at = self.changed.len();
        self.changed.push(id);
        Self::push_object(&mut self.changed, &mut self.scratch, memory, id)?;
        let old = loaded.contents(id);
        if memory.slots[id as usize].grave {
            // Its list is written when everybody has a number.
            self.changed.truncate(at + 3);
            self.changed[at + 2] = WEAK;
            self.graves = true;
            let left = old.reached != Reached::Gone && old.pointees.iter().any(|id| *id >= memory.first_dynamic);
            self.moved = if left { Moved::Objects } else { self.moved };
            return Ok(());
        }
        if self.changed[at + 1] == old.body.0 && self.changed[at + 3..] == *old.pointees {
            self.changed.truncate(at);
            return Ok(());
        }
        if !same_dynamic(&self.changed[at + 3..], old.pointees, memory.first_dynamic) {
            self.moved = Moved::Objects;
        }
        for i in at + 3..self.changed.len() {
            self.changed[i] = self.meet(self.changed[i], memory.loaded_len as u32);
        }
        Ok(())
    }

    /// Tells only in which parts an object differs, if that says it all.
    fn patched_object(&mut self, memory: &mut Memory<'_>, id: u32) -> Result<bool, Full> {
        let slot = &memory.slots[id as usize];
        let known = slot.object.is_known();
        let parts = slot.parts.as_deref();
        let pieces = memory.pieces();
        match parts::differences(&slot.object, parts, &memory.mixtures, pieces, &mut self.scratch)? {
            Some([]) => return Ok(true),
            Some(changes) => {
                memory.ensure_noted(id, Some(changes));
                self.changed.extend([id, PATCHED.0, 2 * changes.len() as u32]);
                self.changed.extend(changes.iter().flat_map(|(position, leaf)| [*position, *leaf]));
                return Ok(true);
            }
            None => {}
        }
        // The new name tells of parts that were not looked at.
        if known {
            memory.ensure_noted(id, None);
        }
        Ok(false)
    }

    fn changed_thread(&mut self, index: usize, loaded: &Loaded, loaded_len: u32, first_dynamic: u32) {
        let encoded = std::mem::take(&mut self.encoded);
        let old = loaded.threads.get(index).map_or(&[][..], |section| &section.strong);
        if !same_dynamic(&encoded.strong, old, first_dynamic) {
            self.moved = self.moved.max(Moved::Threads);
        }
        // A local variable that counted as shared because it was to end with its frame, or that was only
        // kept because others could reach it once.
        let vanished = |id: &u32| {
            let mut found = false;
            thread::numbers(&encoded.section, |other| found |= other == *id);
            !found
        };
        let numbers = loaded.threads.get(index).map_or(&[][..], |section| &section.numbers);
        if numbers.iter().any(|id| loaded.contents(*id).reached > Reached::Own && vanished(id)) {
            self.moved = Moved::Objects;
        }
        streams::push_thread(&mut self.threads, index as u32, &encoded.section, &encoded.strong);
        for i in self.threads.len() - encoded.strong.len()..self.threads.len() {
            self.threads[i] = self.meet(self.threads[i], loaded_len);
        }
        self.encoded = encoded;
    }

    /// Encodes every new object that was met, and those that they point to.
    fn fresh_objects(&mut self, memory: &mut Memory<'_>) -> Result<(), Full> {
        let mut next = 0;
        while next < self.order.len() {
            let at = self.fresh.len();
            Self::push_object(&mut self.fresh, &mut self.scratch, memory, self.order[next])?;
            for i in at + 2..self.fresh.len() {
                self.fresh[i] = self.meet(self.fresh[i], memory.loaded_len as u32);
            }
            self.graves |= self.fresh[at + 1] & WEAK != 0;
            next += 1;
        }
        Ok(())
    }

    /// Now that it is known which new objects are met, the dead blocks get their lists.
    fn write_graves(&mut self, memory: &mut Memory<'_>) {
        let mut changed = Vec::with_capacity(self.changed.len());
        for entry in streams::changed(&self.changed) {
            changed.push(entry.id);
            self.push_with_grave(memory, entry, entry.id, &mut changed);
        }
        let mut fresh = Vec::with_capacity(self.fresh.len());
        for (entry, id) in streams::fresh(&self.fresh).zip(&self.order) {
            self.push_with_grave(memory, entry, *id, &mut fresh);
        }
        (self.changed, self.fresh) = (changed, fresh);
    }

    /// Appends an entry; that of a dead block with its list.
    fn push_with_grave(&self, memory: &mut Memory<'_>, entry: Entry<'_>, id: u32, into: &mut Vec<u32>) {
        into.extend([entry.body.0, entry.packed]);
        into.extend_from_slice(entry.pointees);
        if entry.is_weak() {
            let start = into.len();
            self.write_grave(memory, id, into);
            into[start - 1] = WEAK | (into.len() - start) as u32;
        }
    }

    /// Appends what is known of those who came after a dead block. Blocks that are new are possible
    /// heirs of those that were dead before anyway: see `canon`.
    fn write_grave(&self, memory: &mut Memory<'_>, id: u32, into: &mut Vec<u32>) {
        let mut grave = memory.slots[id as usize].object.grave.as_deref().cloned().unwrap_or_default();
        let Object { kind, address, .. } = memory.slots[id as usize].object;
        if grave.loose || memory.tidy && kind.is_known_block() && address == 0 {
            Grave::unknown().write(into);
            return;
        }
        if memory.slots[id as usize].died > 0 {
            grave.heirs.extend(memory.new_heirs(id, &self.order));
        }
        let loaded_len = memory.loaded_len as u32;
        for list in [&mut grave.same, &mut grave.heirs] {
            list.retain_mut(|id| match id.checked_sub(loaded_len) {
                None => true,
                Some(new) => {
                    let met = self.met[new as usize];
                    *id = FRESH + met.wrapping_sub(1);
                    met != 0
                }
            });
        }
        grave.write(into);
    }

    /// Now that it is known which new objects are met, the sections get their final numbers.
    fn rename_sections(&mut self, loaded_len: u32) {
        let mut renamed = std::mem::take(&mut self.words);
        let mut all = Vec::new();
        for ThreadEntry { thread, section, strong } in streams::threads(&self.threads) {
            let met = &self.met;
            let rename = |id: u32| match id.checked_sub(loaded_len) {
                None => id,
                Some(new) => met[new as usize].checked_sub(1).map_or(0, |number| FRESH + number),
            };
            thread::rename_section(section, rename, &mut renamed);
            streams::push_thread(&mut all, thread, &renamed, strong);
        }
        self.threads = all;
        self.words = renamed;
    }

    fn find_lost(&mut self, memory: &Memory<'_>) {
        for (i, met) in self.met.iter().enumerate() {
            let object = &memory.slots[memory.loaded_len + i].object;
            if *met == 0 && object.kind == ObjectKind::Heap && object.life == Life::Alive {
                self.lost = Some(object.size);
                return;
            }
        }
    }
}

impl Draft {
    /// Tells how memory and threads differ from the loaded state.
    pub(crate) fn write(
        &mut self,
        memory: &mut Memory<'_>,
        threads: &[Thread],
        loaded: &Loaded,
        program: &Program,
    ) -> Result<(), Full> {
        let loaded_len = memory.loaded_len;
        self.clear(memory.slots.len() - loaded_len);
        for i in 0..memory.touched.len() {
            let id = memory.touched[i];
            if (id as usize) < loaded_len {
                self.changed_object(memory, loaded, id)?;
            }
        }
        for (i, thread) in threads.iter().enumerate() {
            if thread.is_dirty() {
                let pieces = memory.pieces();
                thread.encode(program, pieces, &memory.mixtures, &mut self.bytes, &mut self.encoded)?;
                self.changed_thread(i, loaded, loaded_len as u32, memory.first_dynamic);
            }
        }
        for id in memory.used.iter().filter(|id| memory.slots[**id as usize].object.kind == ObjectKind::Stack) {
            self.meet(*id, loaded_len as u32);
        }
        if !self.met.is_empty() {
            self.fresh_objects(memory)?;
            self.rename_sections(loaded_len as u32);
            self.find_lost(memory);
        }
        if self.graves {
            self.write_graves(memory);
        }
        for id in &memory.used {
            let number = self.number(ObjectId(*id), memory);
            self.used.extend(number);
        }
        if !self.used.is_empty() {
            self.moved = Moved::Objects;
        }
        Ok(())
    }

    /// The number that an object of the machine has here.
    pub(crate) fn number(&self, id: ObjectId, memory: &Memory<'_>) -> Option<u32> {
        match (id.index()).checked_sub(memory.loaded_len) {
            None => Some(id.0),
            Some(new) => self.fresh_number(new).map(|number| FRESH + number),
        }
    }
}

/// Do two lists of pointees agree on those that are numbered at all?
fn same_dynamic(a: &[u32], b: &[u32], first_dynamic: u32) -> bool {
    let dynamic = |id: &&u32| **id >= first_dynamic;
    a == b || a.iter().filter(dynamic).eq(b.iter().filter(dynamic))
}
