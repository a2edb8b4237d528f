//! Which local variables can live in registers.
//!
//! An alloca whose address is used for nothing but loads and stores of one size cannot be seen by
//! anybody else, so it becomes a register that is written several times. This is not SSA
//! construction on purpose: LLVM's own promotion merges undefined values away, and with them the
//! reads of uninitialised variables that we have to report.

use crate::llvm::{Block, Kind, Type, Value, opcode};

use super::types::{Class, Types};

/// The allocas to promote, with the number of words each needs.
pub(super) fn candidates(types: &Types, blocks: &[Block]) -> Vec<(Value, u32)> {
    let mut found = Vec::new();
    for block in blocks {
        for instruction in block.instructions() {
            if instruction.opcode() == opcode::ALLOCA {
                found.extend(words(types, instruction).map(|words| (instruction, words)));
            }
        }
    }
    found
}

/// How many words the alloca needs as a register; `None` if it must stay in memory.
fn words(types: &Types, alloca: Value) -> Option<u32> {
    if alloca.operand(0).as_int() != Some(1) {
        return None;
    }
    let room = types.bytes(alloca.allocated_type()).ok()?;
    let mut bits = None;
    for user in alloca.users() {
        let ty = match access(alloca, user)? {
            Access::Marker => continue,
            Access::Of(ty) => ty,
        };
        let (Class::Scalar(_) | Class::Vector(_)) = types.class(ty).ok()? else {
            return None;
        };
        let these = types.value_bits(ty).ok()?;
        if *bits.get_or_insert(these) != these || u64::from(types.store_bytes(ty).ok()?) > room {
            return None;
        }
    }
    // One that is never accessed needs no memory either.
    Some(bits.unwrap_or(1).div_ceil(64).max(1))
}

enum Access {
    Of(Type),
    Marker,
}

/// What a user of the alloca does with it; `None` if the address gets out.
fn access(alloca: Value, user: Value) -> Option<Access> {
    if user.kind() != Kind::Instruction {
        return None;
    }
    match user.opcode() {
        opcode::LOAD => Some(Access::Of(user.ty())),
        opcode::STORE if user.operand(0) != alloca => Some(Access::Of(user.operand(0).ty())),
        opcode::CALL if is_lifetime_marker(user) => Some(Access::Marker),
        _ => None,
    }
}

pub(super) fn is_lifetime_marker(call: Value) -> bool {
    let called = call.called();
    called.kind() == Kind::Function
        && called.intrinsic_id() != 0
        && called.intrinsic_name().starts_with("llvm.lifetime.")
}
