//! What is known about the objects of an execution beyond their bytes: which variable lives where,
//! and which heap block is which.
//!
//! Objects are renumbered after every transition; [`Known::rename`] follows.

use std::collections::BTreeMap;

use ir::{FuncId, LocId, Pc, TypeId};

use crate::cells::Cell;
use crate::recorder::EventId;

/// Where a variable is to be found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum VarState {
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
pub struct FrameInfo {
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
}

/// A heap block.
#[derive(Clone, Debug)]
pub struct Block {
    /// In order of allocation, from 1.
    pub number: u32,
    pub bytes: u32,
    /// What a pointer said that it holds; 0: not known.
    pub ty: TypeId,
    /// Where it was allocated and freed.
    pub allocated: Option<LocId>,
    pub freed: Option<LocId>,
}

/// A variable whose function has returned.
#[derive(Clone, Debug)]
pub struct Grave {
    pub name: String,
    pub ty: TypeId,
}

#[derive(Default)]
pub struct Known {
    /// The frames of each thread, oldest first.
    pub stacks: BTreeMap<u32, Vec<FrameInfo>>,
    pub blocks: BTreeMap<u32, Block>,
    pub graves: BTreeMap<u32, Grave>,
    blocks_count: u32,
    uids_count: u32,
}

impl Known {
    pub fn stack(&self, thread: u32) -> &[FrameInfo] {
        self.stacks.get(&thread).map_or(&[], |s| s)
    }

    pub fn push_frame(&mut self, thread: u32, func: FuncId, variables: usize) -> &mut FrameInfo {
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
        });
        let last = stack.len() - 1;
        &mut stack[last]
    }

    pub fn add_block(&mut self, object: u32, bytes: u32, allocated: Option<LocId>) -> &Block {
        self.blocks_count += 1;
        let block = Block { number: self.blocks_count, bytes, ty: TypeId(0), allocated, freed: None };
        self.blocks.insert(object, block);
        &self.blocks[&object]
    }

    /// Objects got other numbers; those for which there is none are gone.
    pub fn rename(&mut self, number: &dyn Fn(u32) -> Option<u32>) {
        rename_keys(&mut self.blocks, number);
        rename_keys(&mut self.graves, number);
        let frames = self.stacks.values_mut().flatten();
        for var in frames.flat_map(|frame| &mut frame.vars) {
            match var {
                VarState::Unknown => {}
                VarState::Value(cells) => cells.iter_mut().for_each(|c| rename_cell(c, number)),
                VarState::Memory { object, .. } => match number(*object) {
                    Some(new) => *object = new,
                    None => *var = VarState::Unknown,
                },
            }
        }
    }
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
            cell.byte = object.to_le_bytes()[usize::from(cell.piece) % 4];
        }
        None => *cell = Cell::UNDEF,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cells::tests::of_words;
    use ir::Word;

    #[track_caller]
    fn check(var: VarState, expected: VarState) {
        let mut known = Known::default();
        known.push_frame(0, FuncId(0), 1).vars[0] = var;
        known.rename(&|object| (object != 9).then_some(object + 1));
        assert_eq!(known.stack(0)[0].vars[0], expected);
    }

    fn value(word: Word) -> VarState {
        VarState::Value(of_words(&[word]))
    }

    #[test]
    fn variables_follow_their_objects() {
        check(value(Word::pointer(7, 3)), value(Word::pointer(8, 3)));
        check(value(Word::int(7 << 32)), value(Word::int(7 << 32)));
        let memory = |object| VarState::Memory { object, offset: 4 };
        check(memory(3), memory(4));
        check(memory(9), VarState::Unknown);
    }

    #[test]
    fn blocks_keep_their_numbers() {
        let mut known = Known::default();
        for object in [5, 9, 3] {
            known.add_block(object, 8, None);
        }
        known.rename(&|object| (object != 9).then_some(object + 10));
        let blocks: Vec<_> = known.blocks.iter().map(|(o, b)| (*o, b.number)).collect();
        assert_eq!(blocks, [(13, 3), (15, 1)]);
    }
}
