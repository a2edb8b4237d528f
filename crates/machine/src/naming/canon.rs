//! Naming the state that a transition leads to, in canonical form.
//!
//! Objects that nothing points to are dropped, the others are numbered in depth-first pre-order:
//! from the globals, then from thread 0's frames, oldest first, and so on. If no list of pointers
//! differs from the loaded state's, the old numbers hold and nothing is traversed. Nor if only
//! threads' lists differ, and only in objects that are reached from the globals: those are numbered
//! before any thread is looked at, and shared whoever points to them.
//!
//! The same pass tells which objects more than one thread can reach: those reached from a global
//! or from two threads' stacks.
//!
//! All this works on names alone: the loaded state as it was read ([`Loaded`]) and what a
//! transition changed ([`Delta`]).

mod graves;

use crate::naming::delta::{Delta, FRESH, Moved, PATCHED};
use crate::naming::known::{KnownNames, NUMBERS_MAX, Renamed, Table};
use crate::naming::loaded::Loaded;
use crate::naming::renumberings::Renumberings;
use crate::naming::streams::{self, Entry, ThreadEntry, pack_heap};
use crate::pieces::{Full, Pieces, VectorId};
use crate::problem::{Run, Stop};
use crate::state::look::{Body, Reached};
use crate::state::parts;
use crate::state::thread;

/// Scratch space, kept between saves.
#[derive(Default)]
pub(crate) struct Canon {
    /// New number of each dynamic object, the new ones last; 0: dropped. Not used unless
    /// `renumbered`.
    rename: Vec<u32>,
    /// The dynamic objects in their new order, as indices into `rename`.
    order: Vec<u32>,
    /// Who reaches it: 0 nobody, SHARED, or FIRST_THREAD + thread.
    owner: Vec<u32>,
    /// For each object: where the delta has its new contents, plus 1; 0: unchanged.
    marks: Vec<u32>,
    /// Of some object, the delta only tells which parts differ.
    patches: bool,
    /// Where the delta has each new object.
    fresh_at: Vec<u32>,
    stack: Vec<u32>,
    words: Vec<u32>,
    list: Vec<u32>,
    /// Where a list of objects differs from the loaded one, and what stands there.
    differing: Vec<(u32, u32)>,
    /// Numbers may differ from those of the loaded state.
    moved: bool,
    /// (globals, heap) to the end of the numbers that are reached from the globals.
    global_ends: Table,
    /// How many of `order` are reached from the globals.
    global_count: usize,
    /// The numbers of the loaded state do not hold any more.
    renumbered: bool,
    /// Some object is reached by others than before.
    reshared: bool,
    /// Which ones, by index, if all have the numbers that they had.
    reshared_ones: Vec<usize>,
    /// A heap block has died that something still points to, while there were other threads.
    pub dangling: bool,
    known: KnownNames,
    renumberings: Renumberings,
    /// Threads that an effect changes.
    changing: Vec<u32>,
    /// Size of a heap block that nothing points to any more, and nobody freed.
    lost: Option<u32>,
    /// There are dead heap blocks that something points to.
    graves: bool,
    /// What is known of them, or which ones there are, may differ from the loaded state.
    graves_differ: bool,
}

/// What is the same for all states.
#[derive(Clone, Copy)]
pub(crate) struct World<'a> {
    pub first_dynamic: u32,
    pub pieces: &'a dyn Pieces,
    pub leaks: bool,
    /// Tell objects that others could reach before from those that they never could.
    pub regained: bool,
}

const SHARED: u32 = 1;
const FIRST_THREAD: u32 = 2;

/// One state and what happened in it.
#[derive(Clone, Copy)]
struct Change<'c> {
    loaded: &'c Loaded,
    delta: &'c Delta<'c>,
    world: World<'c>,
}

impl<'c> Change<'c> {
    /// Index of a dynamic object among all of them, the new ones last.
    fn index(&self, id: u32) -> usize {
        if id >= FRESH {
            self.loaded.heap_len() + (id - FRESH) as usize
        } else {
            (id - self.world.first_dynamic) as usize
        }
    }

    /// The other way round.
    fn id(&self, index: usize) -> u32 {
        match index.checked_sub(self.loaded.heap_len()) {
            None => self.world.first_dynamic + index as u32,
            Some(fresh) => FRESH + fresh as u32,
        }
    }
}

impl Canon {
    /// Names the state. `effect` is a number that belongs to this very delta, if it has one.
    pub(crate) fn name(
        &mut self,
        loaded: &Loaded,
        delta: &Delta<'_>,
        world: World<'_>,
        effect: Option<u32>,
        state: &mut Vec<u32>,
    ) -> Run<()> {
        let change = Change { loaded, delta, world };
        self.lost = None;
        self.moved = self.may_renumber(change);
        if let Some(effect) = effect {
            let named = match self.moved {
                false => self.name_as_before(change, effect, state).is_some(),
                true => self.name_by_move(change, effect, state).map_err(full)?,
            };
            if named {
                return Ok(());
            }
        }
        self.renumber(change);
        let result = self.write_sections(change, effect, state).map_err(full);
        self.clear_marks(change);
        if let (Some(effect), true, Ok(()), None) = (effect, self.moved, &result, self.lost) {
            let rename = self.renumbered.then_some(&self.rename[..]);
            self.renumberings.keep(loaded, effect, &self.changing, &self.order[..self.global_count], rename, state);
        }
        result
    }

    /// Could numbers change, or who reaches what, in the state just named?
    pub(crate) fn has_moved(&self) -> bool {
        self.moved
    }

    /// Can the numbers of the loaded state change?
    fn may_renumber(&mut self, change: Change<'_>) -> bool {
        match change.delta.moved {
            Moved::Nothing => return false,
            Moved::Objects => return true,
            Moved::Threads => {}
        }
        let end = self.global_end(change);
        let counts = |id: &&u32| **id >= end;
        change.delta.each_thread().any(|ThreadEntry { thread, strong: new, .. }| {
            let old = change.loaded.threads.get(thread as usize).map_or(&[][..], |thread| &thread.strong);
            !new.iter().filter(counts).eq(old.iter().filter(counts))
        })
    }

    /// One more than the last number that is reached from the globals of the loaded state. These
    /// numbers come first, without a gap.
    fn global_end(&mut self, change: Change<'_>) -> u32 {
        let Change { loaded, world, .. } = change;
        let [globals, heap, ..] = loaded.state[..] else { return world.first_dynamic };
        if let Some(end) = self.global_ends.get((globals, heap)) {
            return *end;
        }
        // In the order of numbering, a number that is not the next one was met before.
        let mut end = world.first_dynamic;
        for id in loaded.changed_globals() {
            self.push(loaded.contents(*id).pointees, world.first_dynamic);
            while let Some(id) = self.stack.pop() {
                if id == end {
                    end += 1;
                    self.push(loaded.contents(id).strong(), world.first_dynamic);
                }
            }
        }
        self.global_ends.set((globals, heap), end);
        end
    }

    /// Only looks for blocks that got lost.
    pub(crate) fn look_for_lost(&mut self, loaded: &Loaded, delta: &Delta<'_>, world: World<'_>) {
        let change = Change { loaded, delta, world };
        self.moved = self.may_renumber(change);
        self.renumber(change);
        self.clear_marks(change);
    }

    /// Size of a block that was lost in what was looked at last.
    pub(crate) fn take_lost(&mut self) -> Option<u32> {
        self.lost.take()
    }

    /// The number that an object has in the state just named; None if it was dropped.
    pub(crate) fn number(&self, id: u32, loaded: &Loaded, first_dynamic: u32) -> Option<u32> {
        let number = match id {
            _ if id < first_dynamic => id,
            _ if !self.renumbered => {
                if id >= FRESH {
                    0
                } else {
                    id
                }
            }
            _ if id >= FRESH => self.rename[loaded.heap_len() + (id - FRESH) as usize],
            _ => self.rename[(id - first_dynamic) as usize],
        };
        (number != 0).then_some(number)
    }

    /// Names the state if all its sections were named before and no number can change.
    fn name_as_before(&mut self, change: Change<'_>, effect: u32, state: &mut Vec<u32>) -> Option<()> {
        let Change { loaded, delta, world } = change;
        if self.moved {
            return None;
        }
        state.clear();
        state.extend_from_slice(&loaded.state);
        for ThreadEntry { thread, section, .. } in delta.each_thread() {
            // A thread that has ended and was joined is dropped if it is the last one of the state.
            if section.is_empty() {
                return None;
            }
            state[2 + thread as usize] = self.known.thread(effect, thread)?;
        }
        if delta.each_changed().any(|Entry { id, .. }| id < world.first_dynamic) {
            state[0] = self.known.globals(state[0], effect)?;
        }
        if delta.each_changed().any(|Entry { id, .. }| id >= world.first_dynamic) {
            state[1] = self.known.heap(state[1], effect)?;
        }
        self.renumbered = false;
        Some(())
    }

    /// Names the state if the same renumbering was worked out before.
    fn name_by_move(&mut self, change: Change<'_>, effect: u32, state: &mut Vec<u32>) -> Result<bool, Full> {
        let loaded = change.loaded;
        self.changing.clear();
        self.changing.extend(change.delta.each_thread().map(|changed| changed.thread));
        let Some(known) = self.renumberings.find(loaded, effect, &self.changing) else { return Ok(false) };
        state.clear();
        state.extend([known.globals, known.heap]);
        state.extend_from_slice(&loaded.state[2..]);
        for (thread, name) in self.changing.iter().zip(&known.changed) {
            state[2 + *thread as usize] = *name;
        }
        let after = known.number;
        self.renumbered = known.rename.is_some();
        let Some(rename) = &known.rename else { return Ok(true) };
        self.rename.clear();
        self.rename.extend_from_slice(rename);
        for i in 0..loaded.threads.len() {
            if self.changing.contains(&(i as u32)) {
                continue;
            }
            let name = state[2 + i];
            state[2 + i] = match self.renumberings.section(name, after) {
                Some(renamed) => renamed,
                None => {
                    let renamed = self.rename_thread(change, i, name)?;
                    self.renumberings.set_section(name, after, renamed);
                    renamed
                }
            };
        }
        Ok(true)
    }

    fn renumber(&mut self, change: Change<'_>) {
        self.renumbered = false;
        self.reshared = false;
        self.reshared_ones.clear();
        self.mark(change);
        self.lost = change.delta.lost.filter(|_| change.world.leaks);
        if self.moved {
            self.traverse(change);
            self.lost = self.find_leak(change).or(self.lost);
        }
    }

    /// Notes where the delta has what.
    fn mark(&mut self, change: Change<'_>) {
        let Change { loaded, delta, .. } = change;
        if self.marks.len() < loaded.len() as usize {
            self.marks.resize(loaded.len() as usize, 0);
        }
        self.patches = false;
        self.graves = !loaded.graves().is_empty();
        self.graves_differ = !delta.fresh.is_empty();
        for entry in delta.each_changed() {
            self.marks[entry.id as usize] = entry.at + 1;
            self.patches |= entry.body == PATCHED;
            self.graves |= entry.is_weak();
            self.graves_differ |= entry.is_weak();
        }
        self.fresh_at.clear();
        for entry in streams::fresh(delta.fresh) {
            self.fresh_at.push(entry.at);
            self.graves |= entry.is_weak();
        }
    }

    fn clear_marks(&mut self, change: Change<'_>) {
        for entry in change.delta.each_changed() {
            self.marks[entry.id as usize] = 0;
        }
    }

    /// Leaf and pointees of an object after the transition. Dead blocks have none.
    fn contents<'c>(&self, change: Change<'c>, id: u32) -> (Body, &'c [u32]) {
        let pointees = |entry: Entry<'c>| if entry.is_weak() { &[][..] } else { entry.pointees };
        if id >= FRESH {
            let entry = streams::from_leaf(&change.delta.fresh[self.fresh_at[(id - FRESH) as usize] as usize..]);
            return (entry.body, pointees(entry));
        }
        match self.marks[id as usize] as usize {
            0 => {
                let contents = change.loaded.contents(id);
                (contents.body, contents.strong())
            }
            at => {
                let entry = streams::from_leaf(&change.delta.changed[at..]);
                match entry.body {
                    PATCHED => (change.loaded.contents(id).body, &[]),
                    body => (body, pointees(entry)),
                }
            }
        }
    }

    /// The same; `contents` has the old leaf of an object of which only some parts differ.
    #[inline]
    fn patched<'c>(&self, change: Change<'c>, id: u32) -> Result<(Body, &'c [u32]), Full> {
        let (body, pointees) = self.contents(change, id);
        match self.marks.get(id as usize).filter(|_| self.patches) {
            Some(at) if *at > 0 && change.delta.changed[*at as usize] == PATCHED.0 => {
                let patches = streams::from_leaf(&change.delta.changed[*at as usize..]).pointees;
                Ok((parts::patch(body, patches, change.world.pieces)?, pointees))
            }
            _ => Ok((body, pointees)),
        }
    }

    // ---- numbering ----

    fn traverse(&mut self, change: Change<'_>) {
        let Change { loaded, delta, world } = change;
        let len = loaded.heap_len() + self.fresh_at.len();
        self.rename.clear();
        self.rename.resize(len, 0);
        self.owner.clear();
        self.owner.resize(len, 0);
        self.order.clear();
        self.list_globals(change);
        for i in 0..self.list.len() {
            let (_, pointees) = self.contents(change, self.list[i]);
            self.push(pointees, world.first_dynamic);
            self.visit(change, SHARED);
        }
        self.global_count = self.order.len();
        for i in 0..thread_count(change) {
            let strong = match changed_thread(delta, i) {
                Some(changed) => changed.strong,
                None => &loaded.threads[i].strong,
            };
            self.push(strong, world.first_dynamic);
            self.visit(change, FIRST_THREAD + i as u32);
            if world.regained {
                self.push_once_shared(change, i);
                self.visit(change, FIRST_THREAD + i as u32);
            }
        }
        for i in 0..thread_count(change) {
            self.push_used_by_others(change, i);
            self.visit(change, FIRST_THREAD + i as u32);
        }
        self.renumbered = self.order.len() != loaded.heap_len() || self.order.iter().zip(0..).any(|(a, b)| *a != b);
        if !self.renumbered {
            let mut ones = std::mem::take(&mut self.reshared_ones);
            let before = |index: &usize| loaded.contents(change.id(*index)).reached;
            ones.extend((0..loaded.heap_len()).filter(|index| before(index) != self.reached(change, *index)));
            self.reshared_ones = ones;
        }
        self.reshared = self.renumbered || !self.reshared_ones.is_empty();
    }

    /// Local variables that others could reach are kept until their frame ends, even if nobody has a
    /// pointer to them any more: what others did with them may have come early, and then their end
    /// must be seen to be late enough.
    fn push_once_shared(&mut self, change: Change<'_>, thread: usize) {
        let Change { loaded, delta, world } = change;
        let mut stack = std::mem::take(&mut self.stack);
        let keep = |id: u32| {
            let lost = id >= world.first_dynamic && self.owner[change.index(id)] == 0;
            if lost && matches!(self.reached(change, change.index(id)), Reached::Regained | Reached::Shared) {
                stack.push(id);
            }
        };
        match changed_thread(delta, thread) {
            Some(changed) => thread::own_numbers(changed.section, keep),
            None => thread::own_numbers(&loaded.threads[thread].words, keep),
        }
        stack.reverse();
        self.stack = stack;
    }

    /// Local variables of a thread that only another one has a pointer to: they end with their frame,
    /// so both can do something about them.
    fn push_used_by_others(&mut self, change: Change<'_>, thread: usize) {
        let Change { loaded, delta, world } = change;
        let mut stack = std::mem::take(&mut self.stack);
        let own = [0, SHARED, FIRST_THREAD + thread as u32];
        let share = |id: u32| {
            if id >= world.first_dynamic && !own.contains(&self.owner[change.index(id)]) {
                stack.push(id);
            }
        };
        match changed_thread(delta, thread) {
            Some(changed) => thread::own_numbers(changed.section, share),
            None => thread::own_numbers(&loaded.threads[thread].words, share),
        }
        self.stack = stack;
    }

    /// Who reaches an object now that all was traversed.
    fn reached(&self, change: Change<'_>, index: usize) -> Reached {
        let Change { loaded, world, delta } = change;
        if self.grave(change, change.id(index)).is_some() {
            return Reached::Gone;
        }
        if self.owner[index] == SHARED {
            return Reached::Shared;
        }
        let before = match index < loaded.heap_len() {
            true => loaded.contents(world.first_dynamic + index as u32).reached,
            false => Reached::Own,
        };
        let used = || delta.used.iter().any(|id| change.index(*id) == index);
        match world.regained && (before > Reached::Own || used()) {
            true => Reached::Regained,
            false => Reached::Own,
        }
    }

    /// Puts pointees on the stack, last first.
    fn push(&mut self, pointees: &[u32], first_dynamic: u32) {
        for id in pointees.iter().rev() {
            if *id >= first_dynamic {
                self.stack.push(*id);
            }
        }
    }

    /// Numbers everything reachable from the objects on the stack.
    fn visit(&mut self, change: Change<'_>, owner: u32) {
        let first_dynamic = change.world.first_dynamic;
        while let Some(id) = self.stack.pop() {
            let index = change.index(id);
            let found = &mut self.owner[index];
            if *found == 0 {
                *found = owner;
                self.rename[index] = first_dynamic + self.order.len() as u32;
                self.order.push(index as u32);
            } else if *found != owner && *found != SHARED {
                // Its pointees were all visited for the other thread; now they are shared too.
                *found = SHARED;
            } else {
                continue;
            }
            let (_, pointees) = self.contents(change, id);
            self.push(pointees, first_dynamic);
        }
    }

    /// The globals that are or were not as at the start, ascending, into `list`.
    fn list_globals(&mut self, change: Change<'_>) {
        let loaded = change.loaded.changed_globals();
        self.list.clear();
        self.list.extend_from_slice(loaded);
        let mut added = false;
        for Entry { id, .. } in change.delta.each_changed() {
            if id < change.world.first_dynamic && change.loaded.spelt(id).is_empty() {
                self.list.push(id);
                added = true;
            }
        }
        if added {
            self.list.sort_unstable();
        }
    }

    /// The size of a loaded heap block that nothing points to any more.
    fn find_leak(&self, change: Change<'_>) -> Option<u32> {
        if !change.world.leaks || self.order.len() == self.rename.len() {
            return None;
        }
        let dropped = (0..change.loaded.heap_len()).filter(|i| self.rename[*i] == 0);
        dropped.map(|i| self.contents(change, change.world.first_dynamic + i as u32).0).find_map(|body| {
            let head = parts::head(body, change.world.pieces);
            head.is_living_heap().then_some(head.size)
        })
    }

    // ---- writing ----

    fn write_sections(&mut self, change: Change<'_>, effect: Option<u32>, state: &mut Vec<u32>) -> Result<(), Full> {
        let Change { loaded, delta, .. } = change;
        // With the numbers of the loaded state, a section and what happens to it decide the result.
        let known = effect.filter(|_| !self.renumbered && !self.reshared);
        state.clear();
        state.push(self.write_globals(change, known)?);
        state.push(self.write_heap(change, known)?);
        let threads = thread_count(change);
        if self.renumbered || threads > loaded.threads.len() {
            for i in 0..threads {
                state.push(self.name_thread(change, effect, i)?);
            }
        } else {
            state.extend_from_slice(loaded.state.get(2..).unwrap_or_default());
            for ThreadEntry { thread, .. } in delta.each_thread() {
                state[2 + thread as usize] = self.name_thread(change, effect, thread as usize)?;
            }
        }
        // Threads that have ended leave no trace at the end of the list.
        let alive = (0..threads).rev().find(|i| !section_after(change, *i).is_empty());
        state.truncate(alive.map_or(2, |last| 3 + last));
        Ok(())
    }

    fn name_thread(&mut self, change: Change<'_>, effect: Option<u32>, thread: usize) -> Result<u32, Full> {
        let Change { loaded, delta, world } = change;
        let old = loaded.threads.get(thread).map(|section| (loaded.state[2 + thread], &section.words[..]));
        let section = section_after(change, thread);
        match (self.renumbered, changed_thread(delta, thread).is_some(), old) {
            (false, false, Some((name, _))) => Ok(name),
            (true, false, Some((name, _))) => self.rename_thread(change, thread, name),
            (true, _, _) => self.write_renamed(change, section, old),
            (false, _, _) => match effect.and_then(|effect| self.known.thread(effect, thread as u32)) {
                Some(name) => Ok(name),
                None => {
                    let name = name_like(&mut self.known, world.pieces, old, section)?;
                    if let Some(effect) = effect {
                        self.known.set_thread(effect, thread as u32, name);
                    }
                    Ok(name)
                }
            },
        }
    }

    /// The name of an unchanged thread's section under new numbers.
    fn rename_thread(&mut self, change: Change<'_>, thread: usize, name: u32) -> Result<u32, Full> {
        let section = &change.loaded.threads[thread];
        let mut key = Renamed { section: name, numbers: [0; NUMBERS_MAX] };
        let number = |id: &u32| self.number(*id, change.loaded, change.world.first_dynamic).unwrap_or(0);
        let mut same = true;
        for (i, id) in section.numbers.iter().enumerate() {
            let new = number(id);
            same &= new == *id;
            if let Some(place) = key.numbers.get_mut(i) {
                *place = new;
            }
        }
        if same {
            return Ok(name);
        }
        let fits = section.numbers.len() <= NUMBERS_MAX;
        if let (true, Some(known)) = (fits, self.known.renamed(key)) {
            return Ok(known);
        }
        let renamed = self.write_renamed(change, &section.words, Some((name, &section.words)))?;
        if fits {
            self.known.set_renamed(key, renamed);
        }
        Ok(renamed)
    }

    fn write_renamed(&mut self, change: Change<'_>, section: &[u32], old: Option<(u32, &[u32])>) -> Result<u32, Full> {
        let mut words = std::mem::take(&mut self.words);
        let number = |id| self.number(id, change.loaded, change.world.first_dynamic).unwrap_or(0);
        thread::rename_section(section, number, &mut words);
        self.words = words;
        name_like(&mut self.known, change.world.pieces, old, &self.words)
    }

    /// Appends leaf and pointees of an object, with the new numbers.
    fn push_renumbered(
        &self,
        change: Change<'_>,
        (body, pointees): (Body, &[u32]),
        pack: impl FnOnce(u32) -> u32,
        words: &mut Vec<u32>,
    ) {
        words.extend([body.0, pack(pointees.len() as u32)]);
        let number = |id: &u32| self.number(*id, change.loaded, change.world.first_dynamic).unwrap_or(0);
        words.extend(pointees.iter().map(number));
    }

    /// The name of the globals or of the heap, which had this one, if no number differs, no list of pointers and
    /// nothing about dead blocks: then few words do. None: the list has to be written.
    fn patch(&mut self, change: Change<'_>, name: u32, is_heap: bool) -> Result<Option<u32>, Full> {
        let Change { loaded, delta, world } = change;
        if self.renumbered || is_heap && self.graves_differ {
            return Ok(None);
        }
        self.differing.clear();
        for Entry { id, .. } in delta.each_changed().filter(|entry| (entry.id >= world.first_dynamic) == is_heap) {
            let (body, pointees) = self.patched(change, id)?;
            let as_at_start = !is_heap && loaded.initial[id as usize].0 == body;
            let Some(place) = loaded.leaf_place(id).filter(|_| !as_at_start) else { return Ok(None) };
            if loaded.contents(id).pointees != pointees {
                return Ok(None);
            }
            self.differing.push((place, body.0));
        }
        for index in self.reshared_ones.iter().filter(|_| is_heap) {
            let id = change.id(*index);
            let Some(place) = loaded.leaf_place(id) else { return Ok(None) };
            let count = loaded.contents(id).pointees.len() as u32;
            self.differing.push((place + 1, pack_heap(count, self.reached(change, *index))));
        }
        self.differing.sort_unstable();
        Ok(Some(world.pieces.patch_vector(VectorId(name), &self.differing)?.0))
    }

    fn write_globals(&mut self, change: Change<'_>, effect: Option<u32>) -> Result<u32, Full> {
        let Change { loaded, delta, world } = change;
        let old = loaded.state.first().copied();
        if let (false, Some(name)) = (self.renumbered, old) {
            if !delta.each_changed().any(|Entry { id, .. }| id < world.first_dynamic) {
                return Ok(name);
            }
            if let Some(name) = effect.and_then(|effect| self.known.globals(name, effect)) {
                return Ok(name);
            }
            if let Some(patched) = self.patch(change, name, false)? {
                effect.into_iter().for_each(|effect| self.known.set_globals(name, effect, patched));
                return Ok(patched);
            }
        }
        self.list_globals(change);
        let mut words = std::mem::take(&mut self.words);
        words.clear();
        for id in &self.list {
            let (body, pointees) = self.patched(change, *id)?;
            let (initial_body, initial_pointees) = &loaded.initial[*id as usize];
            if body != *initial_body || pointees != initial_pointees {
                words.push(*id);
                self.push_renumbered(change, (body, pointees), |count| count, &mut words);
            }
        }
        self.words = words;
        let name =
            name_like(&mut self.known, world.pieces, old.map(|name| (name, loaded.globals_words())), &self.words)?;
        if let (Some(effect), Some(old)) = (effect, old) {
            self.known.set_globals(old, effect, name);
        }
        Ok(name)
    }

    fn write_heap(&mut self, change: Change<'_>, effect: Option<u32>) -> Result<u32, Full> {
        let Change { loaded, delta, world } = change;
        let old = loaded.state.get(1).copied();
        if let (false, Some(name)) = (self.renumbered || self.reshared, old) {
            if !delta.each_changed().any(|Entry { id, .. }| id >= world.first_dynamic) {
                return Ok(name);
            }
            if let Some(name) = effect.and_then(|effect| self.known.heap(name, effect)) {
                return Ok(name);
            }
        }
        if let Some(name) = old
            && let Some(patched) = self.patch(change, name, true)?
        {
            effect.into_iter().for_each(|effect| self.known.set_heap(name, effect, patched));
            return Ok(patched);
        }
        let moved = self.moved;
        let mut words = std::mem::take(&mut self.words);
        words.clear();
        let count = if moved { self.order.len() } else { loaded.heap_len() };
        for i in 0..count {
            let index = if moved { self.order[i] as usize } else { i };
            let id = change.id(index);
            if let Some(list) = self.grave(change, id) {
                self.write_grave(change, id, list, &mut words);
                continue;
            }
            let (body, pointees) = self.patched(change, id)?;
            let reached = if moved { self.reached(change, index) } else { loaded.contents(id).reached };
            self.push_renumbered(change, (body, pointees), |count| pack_heap(count, reached), &mut words);
        }
        self.words = words;
        let name = name_like(&mut self.known, world.pieces, old.map(|name| (name, loaded.heap_words())), &self.words)?;
        if let (Some(effect), Some(old)) = (effect, old) {
            self.known.set_heap(old, effect, name);
        }
        Ok(name)
    }
}

/// The section of a changed thread and what it points to.
fn changed_thread<'d>(delta: &Delta<'d>, thread: usize) -> Option<ThreadEntry<'d>> {
    delta.each_thread().find(|changed| changed.thread as usize == thread)
}

/// The section of a thread after the transition, before it is renumbered.
fn section_after(change: Change<'_>, thread: usize) -> &[u32] {
    match (changed_thread(change.delta, thread), change.loaded.threads.get(thread)) {
        (Some(changed), _) => changed.section,
        (None, Some(section)) => &section.words,
        (None, None) => &[],
    }
}

fn thread_count(change: Change<'_>) -> usize {
    let changed = change.delta.each_thread().map(|changed| changed.thread as usize + 1);
    changed.max().unwrap_or(0).max(change.loaded.threads.len())
}

/// Names words that may resemble older ones.
fn name_like(
    known: &mut KnownNames,
    pieces: &dyn Pieces,
    old: Option<(u32, &[u32])>,
    words: &[u32],
) -> Result<u32, Full> {
    if let Some(name) = known.written(words) {
        return Ok(name);
    }
    let name = match old {
        Some((name, old_words)) => pieces.vector_like(VectorId(name), old_words, words)?.0,
        None => pieces.vector(words)?.0,
    };
    known.set_written(words, name);
    Ok(name)
}

pub(crate) fn full(_: Full) -> Box<Stop> {
    Box::new(Stop::Limit { what: "the memory for states is used up".into(), flag: "--memory" })
}
