//! What a program can come to at all, told from its code alone.
//!
//! A Rust program has the whole of `std` in its one module, so that a function of the C library stands
//! there does not say that the program could call it.

use ahash::AHashSet;

use crate::llvm::{Kind, Value};

/// All globals that these lead to: what is called, or whose address stands in code or in initial values.
pub(crate) fn reached(roots: impl IntoIterator<Item = Value>) -> AHashSet<Value> {
    let mut reached = AHashSet::new();
    let mut pending: Vec<Value> = roots.into_iter().collect();
    while let Some(value) = pending.pop() {
        if !value.is_constant() || !reached.insert(value) {
            continue;
        }
        match value.kind() {
            Kind::Function => {
                value.read_body();
                let instructions = value.blocks().into_iter().flat_map(|block| block.instructions());
                pending.extend(instructions.flat_map(operands));
            }
            _ => pending.extend(operands(value)),
        }
    }
    reached
}

fn operands(value: Value) -> impl Iterator<Item = Value> {
    (0..value.operands()).map(move |index| value.operand(index))
}
