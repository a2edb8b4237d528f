//! Saving a state in canonical form.
//!
//! Objects that nothing points to are dropped, the others are numbered in depth-first pre-order:
//! from the globals, then from thread 0's frames, oldest first, and so on. If no list of pointers
//! differs from the loaded state's, the old numbers hold and nothing is traversed.
//!
//! The same pass tells which objects more than one thread can reach: those reached from a global
//! or from two threads' stacks.

use crate::codec;
use crate::collect;
use crate::memory::{Contents, NO_LEAF};
use crate::object::{Life, ObjectId, ObjectKind};
use crate::pieces::Full;
use crate::problem::{Run, Stop, ThreadId};
use crate::thread::{self, Encoded};
use crate::vm::Vm;

/// Scratch space, kept between saves.
#[derive(Default)]
pub struct Canon {
    /// New number of each dynamic object; 0: dropped. Not used if `identity`.
    rename: Vec<u32>,
    /// Old numbers of the dynamic objects in their new order.
    order: Vec<u32>,
    /// Who reaches it: 0 nobody, SHARED, or FIRST_THREAD + thread.
    owner: Vec<u32>,
    /// What changed objects point to; [`Contents`] names ranges of it.
    pool: Vec<u32>,
    threads: Vec<Encoded>,
    stack: Vec<u32>,
    bytes: Vec<u8>,
    words: Vec<u32>,
    list: Vec<u32>,
    /// The numbers of the loaded state hold.
    identity: bool,
}

const SHARED: u32 = 1;
const FIRST_THREAD: u32 = 2;

impl Canon {
    fn rename(&self, id: u32, loaded_len: u32, first_dynamic: u32) -> u32 {
        if id < first_dynamic {
            id
        } else if self.identity {
            if id < loaded_len { id } else { 0 }
        } else {
            self.rename[(id - first_dynamic) as usize]
        }
    }
}

impl Vm<'_> {
    /// Names the working state. `thread` is the one that ran: a leak is its fault.
    pub fn save(&mut self, thread: ThreadId, state: &mut Vec<u32>) -> Run<()> {
        let mut canon = std::mem::take(&mut self.canon);
        let result = self.save_with(&mut canon, thread, state);
        self.canon = canon;
        result
    }

    /// The number that an object of the working state has in the state just saved; None if it was
    /// dropped. Good until the next load.
    pub fn saved_number(&self, id: ObjectId) -> Option<ObjectId> {
        let (loaded_len, first_dynamic) = (self.memory.loaded_len as u32, self.memory.first_dynamic);
        let number = self.canon.rename(id.0, loaded_len, first_dynamic);
        (number != 0).then_some(ObjectId(number))
    }

    /// Only looks for blocks that got lost; for states that need no name.
    pub fn check_leaks(&mut self, thread: ThreadId) -> Run<()> {
        let mut canon = std::mem::take(&mut self.canon);
        let result = self.renumber(&mut canon, thread);
        self.canon = canon;
        result
    }

    fn save_with(&mut self, canon: &mut Canon, thread: ThreadId, state: &mut Vec<u32>) -> Run<()> {
        self.renumber(canon, thread)?;
        self.write_sections(canon, state).map_err(full)
    }

    fn renumber(&mut self, canon: &mut Canon, thread: ThreadId) -> Run<()> {
        self.memory.unpublish();
        canon.pool.clear();
        let moved = self.encode_objects(canon).map_err(full)? | self.encode_threads(canon).map_err(full)?;
        canon.identity = !moved;
        if moved {
            self.traverse(canon).map_err(full)?;
        }
        self.report_leaks(canon, thread)
    }

    /// Encodes what changed of the loaded objects. Tells whether a pointer did.
    fn encode_objects(&mut self, canon: &mut Canon) -> Result<bool, Full> {
        let mut moved = false;
        for i in 0..self.memory.touched.len() {
            let id = self.memory.touched[i];
            if (id as usize) < self.memory.loaded_len {
                self.encode_object(canon, id)?;
                let (_, now) = self.contents(canon, id);
                moved |= !self.same_dynamic(now, self.loaded_pointees(id));
            }
        }
        Ok(moved)
    }

    fn encode_object(&mut self, canon: &mut Canon, id: u32) -> Result<(), Full> {
        canon.bytes.clear();
        let start = canon.pool.len() as u32;
        let slot = &mut self.memory.slots[id as usize];
        slot.object.tidy_shadows();
        codec::encode_object(&slot.object, &self.memory.mixtures, &mut canon.bytes, &mut canon.pool);
        let leaf = self.memory.pieces().leaf(&canon.bytes)?;
        self.memory.slots[id as usize].now = Some(Contents { leaf, start, len: canon.pool.len() as u32 - start });
        Ok(())
    }

    /// Do two lists of pointees agree on those that are numbered at all?
    fn same_dynamic(&self, a: &[u32], b: &[u32]) -> bool {
        let dynamic = |id: &&u32| **id >= self.memory.first_dynamic;
        a == b || a.iter().filter(dynamic).eq(b.iter().filter(dynamic))
    }

    fn loaded_pointees(&self, id: u32) -> &[u32] {
        let slot = &self.memory.slots[id as usize];
        if slot.leaf == NO_LEAF {
            return self.initial_leaves.get(id as usize).map_or(&[], |(_, pointees)| pointees);
        }
        let (start, len) = slot.pointees;
        &self.memory.loaded_pointees[start as usize..(start + len) as usize]
    }

    fn encode_threads(&mut self, canon: &mut Canon) -> Result<bool, Full> {
        let mut moved = false;
        canon.threads.resize_with(self.threads.len(), Encoded::default);
        for (thread, encoded) in self.threads.iter().zip(&mut canon.threads) {
            if thread.is_dirty() {
                let pieces = self.memory.pieces();
                thread.encode(&self.image.program, pieces, &self.memory.mixtures, &mut canon.bytes, encoded)?;
                canon.list.clear();
                thread.loaded_strong(&mut canon.list);
                moved |= !self.same_dynamic(&canon.list, &encoded.strong);
            }
        }
        Ok(moved)
    }

    fn traverse(&mut self, canon: &mut Canon) -> Result<(), Full> {
        let len = self.memory.slots.len() - self.memory.first_dynamic as usize;
        canon.rename.clear();
        canon.rename.resize(len, 0);
        canon.owner.clear();
        canon.owner.resize(len, 0);
        canon.order.clear();
        canon.list.clear();
        canon.list.extend_from_slice(self.loaded_globals());
        let first_dynamic = self.memory.first_dynamic;
        canon.list.extend(self.memory.touched.iter().filter(|id| **id < first_dynamic));
        canon.list.sort_unstable();
        canon.list.dedup();
        for i in 0..canon.list.len() {
            self.push_pointees(canon, canon.list[i])?;
            self.visit(canon, SHARED)?;
        }
        for i in 0..self.threads.len() {
            if self.threads[i].is_dirty() {
                canon.stack.extend(canon.threads[i].strong.iter().rev());
            } else {
                canon.list.clear();
                self.threads[i].loaded_strong(&mut canon.list);
                canon.stack.extend(canon.list.iter().rev());
            }
            self.visit(canon, FIRST_THREAD + i as u32)?;
        }
        Ok(())
    }

    /// Numbers everything reachable from the objects on the stack.
    fn visit(&mut self, canon: &mut Canon, owner: u32) -> Result<(), Full> {
        while let Some(id) = canon.stack.pop() {
            if id < self.memory.first_dynamic {
                continue;
            }
            let index = (id - self.memory.first_dynamic) as usize;
            let found = &mut canon.owner[index];
            if *found == 0 {
                *found = owner;
                canon.rename[index] = self.memory.first_dynamic + canon.order.len() as u32;
                canon.order.push(id);
                self.push_pointees(canon, id)?;
            } else if *found != owner && *found != SHARED {
                // Its pointees were all visited for the other thread; now they are shared too.
                *found = SHARED;
                self.push_pointees(canon, id)?;
            }
        }
        Ok(())
    }

    /// Pushes what an object points to, last first. New objects are encoded when first met.
    fn push_pointees(&mut self, canon: &mut Canon, id: u32) -> Result<(), Full> {
        let slot = &self.memory.slots[id as usize];
        if slot.dirty && slot.now.is_none() {
            self.encode_object(canon, id)?;
        }
        let dynamic = |id: &&u32| **id >= self.memory.first_dynamic;
        match self.memory.slots[id as usize].now {
            None => canon.stack.extend(self.loaded_pointees(id).iter().rev().filter(dynamic)),
            Some(Contents { start, len, .. }) => {
                let pointees = &canon.pool[start as usize..(start + len) as usize];
                canon.stack.extend(pointees.iter().rev().filter(dynamic));
            }
        }
        Ok(())
    }

    fn report_leaks(&mut self, canon: &Canon, thread: ThreadId) -> Run<()> {
        if !self.image.config.leaks {
            return Ok(());
        }
        let first_dynamic = self.memory.first_dynamic;
        let first = if canon.identity { self.memory.loaded_len as u32 } else { first_dynamic };
        for id in first..self.memory.slots.len() as u32 {
            if !canon.identity && canon.rename[(id - first_dynamic) as usize] != 0 {
                continue;
            }
            let object = self.memory.object(ObjectId(id));
            if object.kind == ObjectKind::Heap && object.life == Life::Alive {
                return Err(collect::lost(object.size, thread));
            }
        }
        Ok(())
    }

    fn write_sections(&mut self, canon: &mut Canon, state: &mut Vec<u32>) -> Result<(), Full> {
        state.clear();
        state.push(self.write_globals(canon)?);
        state.push(self.write_heap(canon)?);
        let mut words = std::mem::take(&mut canon.words);
        for (thread, encoded) in self.threads.iter().zip(&canon.threads) {
            if let (false, true, Some(name)) = (thread.is_dirty(), canon.identity, thread.section_name()) {
                state.push(name);
                continue;
            }
            let section = if thread.is_dirty() { &encoded.section[..] } else { thread.loaded_section() };
            let (loaded_len, first_dynamic) = (self.memory.loaded_len as u32, self.memory.first_dynamic);
            let renamed = if canon.identity && self.memory.slots.len() == self.memory.loaded_len {
                section
            } else {
                thread::rename_section(section, |id| canon.rename(id, loaded_len, first_dynamic), &mut words);
                &words
            };
            let pieces = self.memory.pieces();
            state.push(match thread.section_name() {
                Some(name) => pieces.vector_like(name, thread.loaded_section(), renamed)?,
                None => pieces.vector(renamed)?,
            });
        }
        canon.words = words;
        // Threads that have ended leave no trace at the end of the list.
        while state.len() > 2 && self.threads[state.len() - 3].is_vacant() {
            state.pop();
        }
        Ok(())
    }

    fn write_globals(&self, canon: &mut Canon) -> Result<u32, Full> {
        let (loaded_len, first_dynamic) = (self.memory.loaded_len as u32, self.memory.first_dynamic);
        let touched = self.memory.touched.iter().filter(|id| **id < first_dynamic);
        if canon.identity && touched.clone().next().is_none() {
            if let Some(name) = self.loaded_state().first() {
                return Ok(*name);
            }
        }
        canon.list.clear();
        canon.list.extend_from_slice(self.loaded_globals());
        canon.list.extend(touched);
        canon.list.sort_unstable();
        canon.list.dedup();
        let mut words = std::mem::take(&mut canon.words);
        words.clear();
        for id in &canon.list {
            let (leaf, pointees) = self.contents(canon, *id);
            let (initial_leaf, initial_pointees) = &self.initial_leaves[*id as usize];
            if leaf != *initial_leaf || pointees != initial_pointees {
                words.extend([*id, leaf, pointees.len() as u32]);
                words.extend(pointees.iter().map(|p| canon.rename(*p, loaded_len, first_dynamic)));
            }
        }
        canon.words = words;
        self.name_section(0, &self.globals_words, &canon.words)
    }

    fn contents<'c>(&'c self, canon: &'c Canon, id: u32) -> (u32, &'c [u32]) {
        let slot = &self.memory.slots[id as usize];
        match slot.now {
            None => (slot.leaf, self.loaded_pointees(id)),
            Some(Contents { leaf, start, len }) => (leaf, &canon.pool[start as usize..(start + len) as usize]),
        }
    }

    fn write_heap(&self, canon: &mut Canon) -> Result<u32, Full> {
        let (loaded_len, first_dynamic) = (self.memory.loaded_len as u32, self.memory.first_dynamic);
        if canon.identity {
            let changed = self.memory.touched.iter().any(|id| (first_dynamic..loaded_len).contains(id));
            if let (false, Some(name)) = (changed, self.loaded_state().get(1)) {
                return Ok(*name);
            }
            canon.order.clear();
            canon.order.extend(first_dynamic..loaded_len);
        }
        let mut words = std::mem::take(&mut canon.words);
        words.clear();
        for id in &canon.order {
            let (leaf, pointees) = self.contents(canon, *id);
            let shared = match canon.identity {
                true => self.memory.slots[*id as usize].shared,
                false => canon.owner[(*id - first_dynamic) as usize] == SHARED,
            };
            words.extend([leaf, (pointees.len() as u32) << 1 | shared as u32]);
            words.extend(pointees.iter().map(|p| canon.rename(*p, loaded_len, first_dynamic)));
        }
        canon.words = words;
        self.name_section(1, &self.heap_words, &canon.words)
    }

    /// Names a section that stood at `index` in the loaded state with the words `old`.
    fn name_section(&self, index: usize, old: &[u32], words: &[u32]) -> Result<u32, Full> {
        let pieces = self.memory.pieces();
        match self.loaded_state().get(index) {
            Some(name) => pieces.vector_like(*name, old, words),
            None => pieces.vector(words),
        }
    }
}

fn full(_: Full) -> Box<Stop> {
    Box::new(Stop::Limit { what: "the store of states is full".into(), flag: "--memory" })
}
