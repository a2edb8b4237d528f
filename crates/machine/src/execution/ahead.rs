//! What a thread is about to do, as far as it alone tells.

use ir::contract::argument::{choice, wait};
use ir::{Op, Program, Src, Trap, Word};

use crate::execution::encounter::Pending;
use crate::execution::schedule::{Condition, access_of, counts_within, target};
use crate::problem::ThreadId;
use crate::state::thread::{Thread, Within};

/// What a thread is about to do, as far as its section tells.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Ahead {
    Ended,
    /// Only the machine can tell.
    Unclear,
    /// It can go on, in so many ways.
    Free {
        choices: u32,
    },
    /// It can go on; the access is one that others must not collide with, if the object is shared
    /// and alive.
    Access(Pending),
    /// It can go on if the word at this place is as it should be.
    Wait {
        place: (u32, u32),
        condition: Condition,
        /// Where the thread that must act is named.
        owner: Option<(u32, u32)>,
        /// Where a number other than 0 ends the wait as well.
        alarm: Option<(u32, u32)>,
    },
}

pub(crate) fn ahead(thread: &Thread, program: &Program) -> Ahead {
    let Some(frame) = thread.top() else { return Ahead::Ended };
    let function = program.function(frame.func);
    let Some(op) = function.ops.get(frame.pc.index()).copied() else { return Ahead::Unclear };
    let value = |src: Src| match src.is_constant() {
        true => program.constants[src.index()],
        false => thread.registers[frame.base as usize + src.index()],
    };
    match op {
        Op::Trap { trap: Trap::Wait, args, .. } => {
            let args = &function.args[args.range()];
            waits(|i| value(args[i].src))
        }
        Op::Trap { trap: Trap::Choice, args, .. } => {
            let count = value(function.args[args.range()][choice::COUNT].src);
            match count.shadow {
                ir::Shadow::CLEAN => Ahead::Free { choices: (count.bits as u32 as i32).max(1) as u32 },
                _ => Ahead::Unclear,
            }
        }
        op => {
            let within = thread.within(program);
            let access = access_of(&op, function, program, value).filter(|_| counts_within(within, &op));
            let pending = access.and_then(|access| {
                let place = target(&access, value)?;
                Some(Pending::new(ThreadId(0), place, &access, within == Within::Program))
            });
            pending.map_or(Ahead::Free { choices: 1 }, Ahead::Access)
        }
    }
}

fn pointee(word: Word) -> Option<(u32, u32)> {
    (word.shadow == ir::Shadow::POINTER).then_some((word.object(), word.bits as u32))
}

/// Given the arguments of the wait by position.
fn waits(argument: impl Fn(usize) -> Word) -> Ahead {
    let Some(place) = pointee(argument(wait::WORD)) else { return Ahead::Unclear };
    Ahead::Wait {
        place,
        condition: Condition::read(|i| argument(i).bits),
        owner: pointee(argument(wait::OWNER)),
        alarm: pointee(argument(wait::ALARM)),
    }
}

/// Is the next op of a thread one access to memory, and nothing else that others could tell?
pub(crate) fn is_plain(thread: &Thread, program: &Program) -> bool {
    let op = thread.top().and_then(|frame| program.function(frame.func).ops.get(frame.pc.index()));
    op.is_some_and(|op| {
        op.memory_access(&program.shapes).is_some() && !matches!(op, Op::SetJump { .. } | Op::LongJump { .. })
    })
}
