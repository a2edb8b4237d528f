//! Makes one op out of two where the first only serves the second.
//!
//! - a comparison and the branch on it,
//! - a sign extension and the address computed with it,
//! - an address and the load or store there.
//!
//! The first op's result must be read by the second alone, and what it reads must not be written
//! in between. Besides, a jump to a block that is
//! nothing but such a branch becomes the branch, so that loops test at their end.

use crate::op::{Arg, Op, Role, Src};

use super::copies::{drop_removed, refers_to};
use super::liveness::has_setjmp;
use super::{Body, BodyBlock};

/// How far apart two ops may be.
const DISTANCE_MAX: usize = 8;

pub(super) fn fuse(body: &mut Body) {
    let uses = uses(body);
    let Body { blocks, args, .. } = body;
    // A setjmp may return again with other values in the same registers.
    for block in blocks.iter_mut().filter(|block| !has_setjmp(&block.ops)) {
        let mut removed = vec![false; block.ops.len()];
        // A fused op may be the second half of another pair.
        for at in 1..block.ops.len() {
            for before in (at.saturating_sub(DISTANCE_MAX)..at).rev() {
                if !removed[before]
                    && let Some(op) = pair(block, before, at, &uses)
                    && moves(&block.ops[before..at], args)
                {
                    block.ops[at] = op;
                    removed[before] = true;
                }
            }
        }
        if removed.contains(&true) {
            drop_removed(block, &removed);
        }
    }
    rotate_loops(body);
}

/// May the first op be executed after the others? Nothing that it reads is written by them.
fn moves(ops: &[Op], args: &mut [Arg]) -> bool {
    let mut read = Vec::new();
    ops[0].clone().operands(args, &mut |role, register| {
        if role == Role::Read {
            read.push(*register);
        }
    });
    let mut still = true;
    for op in &ops[1..] {
        op.clone().operands(args, &mut |role, register| still &= role == Role::Read || !read.contains(register));
    }
    still
}

/// Occurrences of each register: (reads, writes).
fn uses(body: &mut Body) -> Vec<(u32, u32)> {
    let mut uses = vec![(0, 0); body.words.len()];
    for op in body.blocks.iter().flat_map(|block| &block.ops) {
        op.clone().operands(&mut body.args, &mut |role, register| {
            let (reads, writes) = &mut uses[*register as usize];
            *reads += u32::from(role != Role::Write);
            *writes += u32::from(role != Role::Read);
        });
    }
    uses
}

/// One op for two.
fn pair(block: &BodyBlock, first: usize, second: usize, uses: &[(u32, u32)]) -> Option<Op> {
    let (between, fused) = fused(&block.ops[first], &block.ops[second])?;
    let once = uses[between.0 as usize] == (1, 1);
    let named = block.events.iter().any(|event| refers_to(event.place, between.0));
    (once && !named).then_some(fused)
}

/// The register between two ops that fit, and the op that does the work of both.
fn fused(first: &Op, second: &Op) -> Option<(Src, Op)> {
    macro_rules! branch {
        ($dst:expr, $op:expr) => {
            match *second {
                Op::Branch { c, .. } if c == Src::slot($dst.0) => Some((c, $op)),
                _ => None,
            }
        };
    }
    let (then, other) = match *second {
        Op::Branch { then, other, .. } => (then, other),
        _ => return fused_address(first, second),
    };
    match *first {
        Op::Eq { dst, a, b, bits } => branch!(dst, Op::BranchEq { a, b, bits, then, other }),
        // The other way round.
        Op::Ne { dst, a, b, bits } => branch!(dst, Op::BranchEq { a, b, bits, then: other, other: then }),
        Op::Ult { dst, a, b, bits } => branch!(dst, Op::BranchUlt { a, b, bits, then, other }),
        Op::Ule { dst, a, b, bits } => branch!(dst, Op::BranchUle { a, b, bits, then, other }),
        Op::Slt { dst, a, b, bits } => branch!(dst, Op::BranchSlt { a, b, bits, then, other }),
        Op::Sle { dst, a, b, bits } => branch!(dst, Op::BranchSle { a, b, bits, then, other }),
        _ => None,
    }
}

fn fused_address(first: &Op, second: &Op) -> Option<(Src, Op)> {
    let (dst, base, index, index_bits, scale) = match *first {
        Op::PtrAdd { dst, a, b } => (dst, a, b, 64, 1),
        Op::PtrIndex { dst, a, index, bits, scale } => (dst, a, index, bits, scale),
        Op::SExt { dst, a: index, from, to: 64 } => {
            return match *second {
                Op::PtrIndex { dst: to, a, index: read, bits: 64, scale } if read == Src::slot(dst.0) && a != read => {
                    Some((read, Op::PtrIndex { dst: to, a, index, bits: from, scale }))
                }
                _ => None,
            };
        }
        _ => return None,
    };
    let between = Src::slot(dst.0);
    match *second {
        Op::Load { dst, ptr, bits, access } if ptr == between => {
            Some((between, Op::LoadIndex { dst, base, index, scale, index_bits, bits, access }))
        }
        Op::Store { ptr, a, bits, access } if ptr == between && a != between => {
            Some((between, Op::StoreIndex { base, index, a, scale, index_bits, bits, access }))
        }
        _ => None,
    }
}

fn rotate_loops(body: &mut Body) {
    let tests: Vec<Option<(Op, crate::program::LocId)>> = body
        .blocks
        .iter()
        .map(|block| match (&block.ops[..], &block.events[..]) {
            ([op], []) if is_test(op) => Some((*op, block.locs[0])),
            _ => None,
        })
        .collect();
    for block in &mut body.blocks {
        if let Some(Op::Jump { to }) = block.ops.last().copied()
            && let Some((test, loc)) = tests[to.0 as usize]
        {
            let last = block.ops.len() - 1;
            block.ops[last] = test;
            block.locs[last] = loc;
        }
    }
}

fn is_test(op: &Op) -> bool {
    use Op::{BranchEq, BranchSle, BranchSlt, BranchUle, BranchUlt};
    matches!(op, BranchEq { .. } | BranchUlt { .. } | BranchUle { .. } | BranchSlt { .. } | BranchSle { .. })
}
