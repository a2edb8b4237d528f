//! What a thread is about to do, as far as it alone tells.

use ir::{Op, Program, Src, Trap, Word};

use crate::execution::sched::{Comparison, Pending, access_of, target};
use crate::problem::ThreadId;
use crate::state::thread::{Thread, Within};

/// What a thread is about to do, as far as its section tells.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ahead {
    Ended,
    /// Only the machine can tell.
    Odd,
    /// It can go on, in so many ways.
    Free {
        choices: u32,
    },
    /// It can go on; the access is one that others must not collide with, if the object is shared
    /// and alive.
    Access(Pending),
    /// It can go on if the word at this place, masked, is as it should be.
    Wait {
        place: (u32, u32),
        mask: u32,
        wanted: u64,
        how: Comparison,
        /// Where the thread that must act is named.
        owner: Option<(u32, u32)>,
        /// Where a number other than 0 ends the wait as well.
        alarm: Option<(u32, u32)>,
    },
}

pub fn ahead(thread: &Thread, program: &Program) -> Ahead {
    let Some(frame) = thread.top() else { return Ahead::Ended };
    let function = program.function(frame.func);
    let Some(op) = function.ops.get(frame.pc.0 as usize).copied() else { return Ahead::Odd };
    let value = |src: Src| match src.is_constant() {
        true => program.constants[src.index()],
        false => thread.registers[frame.base as usize + src.index()],
    };
    match op {
        Op::Trap { trap: Trap::Wait, args, .. } => {
            let args = &function.args[args.range()];
            wait(args.iter().map(|arg| value(arg.src)).collect())
        }
        Op::Trap { trap: Trap::Choice, args, .. } => {
            let count = function.args[args.range()].first().map(|arg| value(arg.src));
            match count {
                Some(count) if count.shadow == ir::Shadow::CLEAN => {
                    Ahead::Free { choices: (count.bits as u32 as i32).max(1) as u32 }
                }
                _ => Ahead::Odd,
            }
        }
        op => {
            let within = thread.within(program);
            let access = access_of(&op, function, program, value).filter(|_| within < Within::Library);
            let pending = access.and_then(|access| {
                let place = target(&access, value)?;
                Some(Pending::new(ThreadId(0), place, &access, within == Within::Program))
            });
            pending.map_or(Ahead::Free { choices: 1 }, Ahead::Access)
        }
    }
}

fn pointee(word: Word) -> Option<(u32, u32)> {
    (word.shadow == ir::Shadow::POINTER).then_some(((word.bits >> 32) as u32, word.bits as u32))
}

fn wait(args: Vec<Word>) -> Ahead {
    match (args.first().copied().and_then(pointee), &args[..]) {
        (Some(place), [_, mask, wanted, op, _, _, owner, ..]) => Ahead::Wait {
            place,
            mask: mask.bits as u32,
            wanted: wanted.bits,
            how: Comparison::from(op.bits),
            owner: pointee(*owner),
            alarm: args.get(7).copied().and_then(pointee),
        },
        _ => Ahead::Odd,
    }
}
