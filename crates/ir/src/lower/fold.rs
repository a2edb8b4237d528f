//! Questions that the library asks about the program and that have one answer.
//!
//! A weak reference from the library is null unless the program names the function. What follows
//! from that is decided when the library is lowered: asking costs nothing, and what only other
//! programs need is not even read. Only constants that are defined are looked at, and only in the
//! library; the program is executed as it stands.

use crate::op::{BinOp, CmpOp, Src};
use crate::program::{Shadow, Word};

use super::function::FunctionLowering;

impl FunctionLowering<'_> {
    fn known(&self, src: Src) -> Option<Word> {
        (self.library && src.is_constant()).then(|| self.program.pool.get(src)).flatten()
    }

    /// A condition that is known.
    pub(super) fn known_bit(&self, src: Src) -> Option<bool> {
        self.known(src).filter(|word| word.shadow == Shadow::CLEAN).map(|word| word.bits & 1 != 0)
    }

    /// The result of a comparison of two numbers, or of the address of something with null.
    pub(super) fn known_comparison(&mut self, op: CmpOp, a: Src, b: Src) -> Option<Src> {
        let (a, b) = (self.known(a)?, self.known(b)?);
        let equal = match (a.shadow, b.shadow) {
            (Shadow::CLEAN, Shadow::CLEAN) => a.bits == b.bits,
            (Shadow::POINTER, Shadow::CLEAN) if b.bits == 0 => false,
            (Shadow::CLEAN, Shadow::POINTER) if a.bits == 0 => false,
            _ => return None,
        };
        let holds = match op {
            CmpOp::Eq => equal,
            CmpOp::Ne => !equal,
            _ => return None,
        };
        Some(self.program.pool.int(u64::from(holds)))
    }

    /// Of two conditions, if one of them is known.
    pub(super) fn known_logic(&mut self, op: BinOp, a: Src, b: Src) -> Option<Src> {
        let (known, other) = match (self.known_bit(a), self.known_bit(b)) {
            (Some(known), _) => (known, b),
            (None, Some(known)) => (known, a),
            (None, None) => return None,
        };
        match (op, known) {
            (BinOp::And, true) | (BinOp::Or, false) => Some(other),
            (BinOp::And, false) => Some(self.program.pool.int(0)),
            (BinOp::Or, true) => Some(self.program.pool.int(1)),
            _ => None,
        }
    }
}
