//! What is known about the objects of an execution beyond their bytes: which variable lives where,
//! and which heap block is which.
//!
//! Objects are renumbered after every transition; [`Known::rename`] follows. The machine drops what
//! the program can reach no more; if a variable of the source still lives there or points there, a
//! copy is kept under a number of our own, since it can never change again.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};

use ir::{FuncId, LocId, Pc, TypeId};

use crate::cells::Cell;
use crate::execution_view::{ExecutionView, ObjectFacts};
use crate::recorder::EventId;
use crate::source_map::Spot;
use crate::tracker::Effect;

/// Where a variable is to be found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) enum VarState {
    #[default]
    Unknown,
    /// The value, as it was when the variable got it.
    Value(Vec<Cell>),
    Memory {
        object: u32,
        offset: u32,
    },
}

/// What is known about a frame.
#[derive(Clone, Debug)]
pub(crate) struct FrameInfo {
    /// Never used twice.
    pub uid: u32,
    pub func: FuncId,
    /// By index in `Function::variables`.
    pub vars: Vec<VarState>,
    /// Of the last op that had a line.
    pub last_loc: LocId,
    /// The debug records of this pc were seen, and the op was not executed yet.
    pub arrived: Option<Pc>,
    /// Where the function was entered.
    pub enter: Option<EventId>,
    /// Parameters whose first value was shown.
    pub arguments: Vec<u32>,
    /// The innermost place in the user's code in the frames below, which stay as they are for as long as this
    /// one is there.
    pub below: Option<Spot>,
    /// What the function does with a lock, if it is one of those.
    pub primitive: Option<Primitive>,
}

/// A call that does something with a lock.
#[derive(Clone, Debug)]
pub(crate) struct Primitive {
    pub effect: Effect,
    /// Object and offset of the lock.
    pub place: (u32, u32),
    /// Threads that waited there when it began.
    pub waiters: Vec<u32>,
    /// What it is about to return.
    pub result: Option<u64>,
    /// What it has given back for the time being.
    pub given: Option<Held>,
}

/// A lock that a thread has.
#[derive(Clone, Debug)]
pub(crate) struct Held {
    pub place: (u32, u32),
    pub name: String,
    /// Where it was taken.
    pub loc: LocId,
}

/// The number of the first block that is nothing to the program.
const OWN_FIRST: u32 = 1001;

impl Block {
    /// Has a standard library made it for itself?
    pub(crate) fn is_own(&self) -> bool {
        self.number >= OWN_FIRST
    }
}

/// A heap block.
#[derive(Clone, Debug)]
pub(crate) struct Block {
    /// In order of allocation, from 1; of those that a standard library has for itself, from `OWN_FIRST`.
    pub number: u32,
    pub bytes: u32,
    /// What a pointer said that it holds; 0: not known.
    pub ty: TypeId,
    /// Where it was allocated and freed.
    pub allocated: Option<LocId>,
    pub freed: Option<LocId>,
    /// The index of the thread that freed it.
    pub freed_by: Option<u32>,
}

/// A variable whose function has returned.
#[derive(Clone, Debug)]
pub(crate) struct Grave {
    pub name: String,
    pub ty: TypeId,
}

/// Who is changing something: the thread, its frame's uid, and the line.
pub(crate) type Occasion = (u32, u32, LocId);

/// A container that was changed on the line that is being executed.
pub(crate) struct Touched {
    pub event: EventId,
    pub object: u32,
    pub at: u32,
    pub ty: TypeId,
    pub name: String,
}

#[derive(Clone, Default)]
pub(crate) struct Known {
    /// The frames of each thread, oldest first.
    pub stacks: BTreeMap<u32, Vec<FrameInfo>>,
    pub blocks: BTreeMap<u32, Block>,
    pub graves: BTreeMap<u32, Grave>,
    /// Which thread of the trace has which number.
    pub threads: BTreeMap<u32, u32>,
    /// What containers were when a line began to change them, by object and offset.
    containers: BTreeMap<u32, BTreeMap<u32, (TypeId, String)>>,
    /// What the machine has dropped, by a number of ours.
    lost: BTreeMap<u32, Lost>,
    /// Heap blocks that vanished when objects were last renamed, and were never freed.
    pub leaked: Vec<Block>,
    blocks_count: u32,
    own_blocks_count: u32,
    uids_count: u32,
    lost_count: u32,
    pub misses: Misses,
    /// The locks of each thread.
    pub held: BTreeMap<u32, Vec<Held>>,
    /// Signals: the condition variable, the line, who sent it and whom it woke.
    pub signals: Vec<Signal>,
    /// Who wrote what of shared memory: by identity, the index of a thread, offset and bytes.
    pub writers: BTreeMap<u32, Vec<(u32, u32, u32)>>,
    /// Numbers for objects that stay the same.
    pub identities: BTreeMap<u32, u32>,
    identities_count: u32,
}

/// See [`Known::signals`].
pub(crate) type Signal = ((u32, u32), LocId, u32, Vec<u32>);

/// Objects that no variable was found to lead to, and for which frames. They are not searched for again until
/// somebody writes a pointer to them, or objects get other numbers.
#[derive(Clone, Default)]
pub(crate) struct Misses(RefCell<BTreeMap<u32, BTreeSet<u32>>>);

impl Misses {
    pub(crate) fn is_empty(&self) -> bool {
        self.0.borrow().is_empty()
    }

    pub(crate) fn contains(&self, object: u32, viewer: u32) -> bool {
        self.0.borrow().get(&object).is_some_and(|viewers| viewers.contains(&viewer))
    }

    pub(crate) fn add(&self, object: u32, viewer: u32) {
        self.0.borrow_mut().entry(object).or_default().insert(viewer);
    }

    /// Of those that the cells point to.
    pub(crate) fn forget(&self, cells: &[Cell]) {
        let mut misses = self.0.borrow_mut();
        for cell in cells.iter().filter(|cell| cell.object != 0) {
            misses.remove(&cell.object);
        }
    }

    fn clear(&self) {
        self.0.borrow_mut().clear();
    }
}

/// The last contents of an object that the program cannot reach any more.
#[derive(Clone, Debug)]
pub(crate) struct Lost {
    pub facts: ObjectFacts,
    pub cells: Vec<Cell>,
}

/// Numbers from here on are ours: the machine's never get so high.
const FIRST_LOST: u32 = 1 << 31;

/// Of a larger object only the beginning is kept.
const LOST_BYTES_MAX: u32 = 4096;

impl Known {
    pub(crate) fn stack(&self, thread: u32) -> &[FrameInfo] {
        self.stacks.get(&thread).map_or(&[], |s| s)
    }

    pub(crate) fn push_frame(&mut self, thread: u32, func: FuncId, variables: usize) -> &mut FrameInfo {
        self.uids_count += 1;
        let stack = self.stacks.entry(thread).or_default();
        stack.push(FrameInfo {
            uid: self.uids_count,
            func,
            vars: vec![VarState::Unknown; variables],
            last_loc: LocId(0),
            arrived: None,
            enter: None,
            arguments: Vec::new(),
            below: None,
            primitive: None,
        });
        let last = stack.len() - 1;
        &mut stack[last]
    }

    pub(crate) fn add_block(&mut self, object: u32, bytes: u32, allocated: Option<LocId>, own: bool) -> &Block {
        let count = if own { &mut self.own_blocks_count } else { &mut self.blocks_count };
        *count += 1;
        let number = if own { OWN_FIRST - 1 + *count } else { *count };
        let block = Block { number, bytes, ty: TypeId(0), allocated, freed: None, freed_by: None };
        self.blocks.insert(object, block);
        &self.blocks[&object]
    }

    /// A number for an object that stays the same when objects are renamed.
    pub(crate) fn identity(&mut self, object: u32) -> u32 {
        let next = self.identities_count + 1;
        let id = *self.identities.entry(object).or_insert(next);
        self.identities_count = self.identities_count.max(id);
        id
    }

    /// Object, offset and type of each container that is looked after.
    pub(crate) fn containers(&self) -> impl Iterator<Item = (u32, u32, TypeId)> + '_ {
        self.containers.iter().flat_map(|(object, all)| all.iter().map(|(at, (ty, _))| (*object, *at, *ty)))
    }

    pub(crate) fn container(&self, object: u32, at: u32, ty: TypeId) -> Option<String> {
        let (known, text) = self.containers.get(&object)?.get(&at)?;
        (*known == ty).then(|| text.clone())
    }

    pub(crate) fn saw_container(&mut self, object: u32, at: u32, ty: TypeId, text: String) {
        self.containers.entry(object).or_default().insert(at, (ty, text));
    }

    pub(crate) fn forget_container(&mut self, object: u32, at: u32) {
        if let Some(all) = self.containers.get_mut(&object) {
            all.remove(&at);
        }
    }

    pub(crate) fn lost(&self, object: u32) -> Option<&Lost> {
        self.lost.get(&object)
    }

    /// Objects got other numbers; those for which there is none are gone. `execution` still has the
    /// old numbers.
    pub(crate) fn rename(&mut self, execution: &dyn ExecutionView, number: &dyn Fn(u32) -> Option<u32>) {
        let number = |object: u32| if object < FIRST_LOST { number(object) } else { Some(object) };
        self.misses.clear();
        let kept = self.keep_lost(execution, &number);
        let number = |object: u32| number(object).or_else(|| kept.get(&object).copied());
        let gone = |object: &u32, block: &Block| block.freed.is_none() && number(*object).is_none();
        self.leaked =
            self.blocks.iter().filter(|(object, block)| gone(object, block)).map(|(_, b)| b.clone()).collect();
        rename_keys(&mut self.blocks, &number);
        rename_keys(&mut self.graves, &number);
        rename_keys(&mut self.containers, &number);
        for var in self.stacks.values_mut().flatten().flat_map(|frame| &mut frame.vars) {
            match var {
                VarState::Unknown => {}
                VarState::Value(cells) => cells.iter_mut().for_each(|c| rename_cell(c, &number)),
                VarState::Memory { object, .. } => match number(*object) {
                    Some(new) => *object = new,
                    None => *var = VarState::Unknown,
                },
            }
        }
        rename_keys(&mut self.identities, &number);
        for held in self.held.values_mut() {
            held.retain_mut(|held| rename_place(&mut held.place, &number));
        }
        self.signals.retain_mut(|signal| rename_place(&mut signal.0, &number));
        for primitive in self.stacks.values_mut().flatten().filter_map(|frame| frame.primitive.as_mut()) {
            rename_place(&mut primitive.place, &number);
            if let Some(given) = &mut primitive.given {
                rename_place(&mut given.place, &number);
            }
        }
        for lost in self.lost.values_mut() {
            lost.cells.iter_mut().for_each(|c| rename_cell(c, &number));
        }
    }

    /// Copies what variables mention and the machine drops. Says under which numbers.
    fn keep_lost(&mut self, execution: &dyn ExecutionView, number: &dyn Fn(u32) -> Option<u32>) -> BTreeMap<u32, u32> {
        let vars = self.stacks.values().flatten().flat_map(|frame| &frame.vars);
        let mut mentioned: Vec<u32> = Vec::new();
        for var in vars {
            match var {
                VarState::Unknown => {}
                VarState::Value(cells) => mentioned.extend(cells.iter().map(|c| c.object)),
                VarState::Memory { object, .. } => mentioned.push(*object),
            }
        }
        let mut kept = BTreeMap::new();
        let mut alive = BTreeSet::new();
        while let Some(object) = mentioned.pop() {
            if object == 0 || kept.contains_key(&object) {
                continue;
            }
            if let Some(lost) = self.lost.get(&object) {
                if alive.insert(object) {
                    mentioned.extend(lost.cells.iter().map(|c| c.object));
                }
                continue;
            }
            let dropped = number(object).is_none();
            let Some(facts) = execution.object(object).filter(|_| dropped) else {
                continue;
            };
            let cells = execution.cells(object, 0, LOST_BYTES_MAX);
            mentioned.extend(cells.iter().map(|c| c.object));
            let id = FIRST_LOST + self.lost_count;
            self.lost_count += 1;
            kept.insert(object, id);
            alive.insert(id);
            self.lost.insert(id, Lost { facts, cells });
        }
        self.lost.retain(|id, _| alive.contains(id));
        kept
    }
}

/// Tells whether it is still there.
fn rename_place(place: &mut (u32, u32), number: &dyn Fn(u32) -> Option<u32>) -> bool {
    let new = number(place.0);
    place.0 = new.unwrap_or(place.0);
    new.is_some()
}

fn rename_keys<T>(map: &mut BTreeMap<u32, T>, number: &dyn Fn(u32) -> Option<u32>) {
    let old = std::mem::take(map);
    let renamed = old.into_iter().filter_map(|(k, v)| Some((number(k)?, v)));
    map.extend(renamed);
}

/// A pointer to something that is gone becomes undefined: nobody can tell any more where it led.
fn rename_cell(cell: &mut Cell, number: &dyn Fn(u32) -> Option<u32>) {
    if cell.object == 0 {
        return;
    }
    match number(cell.object) {
        Some(object) => {
            cell.object = object;
            if let Some(nth) = usize::from(cell.pointer_byte).checked_sub(4) {
                cell.byte = object.to_le_bytes()[nth];
            }
        }
        None => *cell = Cell::UNDEF,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cells::tests::of_words;
    use crate::execution_view::{Point, Storage};
    use ir::{Program, Src, Word};

    /// Object 9 is about to be dropped; it points to object 7.
    struct Heap;

    impl ExecutionView for Heap {
        fn program(&self) -> &Program {
            unreachable!("no program is needed")
        }
        fn threads(&self) -> Vec<u32> {
            Vec::new()
        }
        fn frames(&self, _: u32) -> Vec<Point> {
            Vec::new()
        }
        fn operand(&self, _: u32, _: usize, _: Src, _: u32) -> Vec<Cell> {
            Vec::new()
        }
        fn object(&self, _: u32) -> Option<ObjectFacts> {
            Some(ObjectFacts { storage: Storage::Stack, alive: true, bytes: 8 })
        }
        fn cells(&self, _: u32, _: u32, _: u32) -> Vec<Cell> {
            of_words(&[Word::pointer(7, 1)])
        }
        fn thread_locals(&self, _: u32) -> Vec<(u32, u32)> {
            Vec::new()
        }
    }

    fn number(object: u32) -> Option<u32> {
        (object != 9).then_some(object + 1)
    }

    #[track_caller]
    fn check(var: VarState, expected: VarState) -> Known {
        let mut known = Known::default();
        known.push_frame(0, FuncId(0), 1).vars[0] = var;
        known.rename(&Heap, &number);
        assert_eq!(known.stack(0)[0].vars[0], expected);
        known
    }

    fn value(word: Word) -> VarState {
        VarState::Value(of_words(&[word]))
    }

    fn memory(object: u32) -> VarState {
        VarState::Memory { object, offset: 4 }
    }

    #[test]
    fn variables_follow_their_objects() {
        check(value(Word::pointer(7, 3)), value(Word::pointer(8, 3)));
        check(value(Word::int(7 << 32)), value(Word::int(7 << 32)));
        check(memory(3), memory(4));
    }

    #[test]
    fn what_a_variable_mentions_is_kept_as_it_was() {
        check(value(Word::pointer(9, 3)), value(Word::pointer(FIRST_LOST, 3)));
        let mut known = check(memory(9), memory(FIRST_LOST));
        known.rename(&Heap, &number);
        assert_eq!(known.stack(0)[0].vars[0], memory(FIRST_LOST));
        let cells = known.lost(FIRST_LOST).map(|lost| lost.cells.clone());
        assert_eq!(cells, Some(of_words(&[Word::pointer(9, 1)])), "renamed twice");
        known.stacks.clear();
        known.rename(&Heap, &number);
        assert!(known.lost(FIRST_LOST).is_none());
    }

    #[test]
    fn blocks_keep_their_numbers() {
        let mut known = Known::default();
        for object in [5, 9, 3] {
            known.add_block(object, 8, None, false);
        }
        known.rename(&Heap, &number);
        let blocks: Vec<_> = known.blocks.iter().map(|(o, b)| (*o, b.number)).collect();
        assert_eq!(blocks, [(4, 3), (6, 1)]);
    }
}
