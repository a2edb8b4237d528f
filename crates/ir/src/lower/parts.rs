//! Local variables that are in several registers: see `split.rs`.

use ahash::AHashMap;

use crate::llvm::Value;

/// A stretch of a variable that is a register.
#[derive(Clone, Copy, Debug)]
pub(super) struct Part {
    pub offset: u32,
    pub bytes: u32,
    pub register: u32,
}

impl Part {
    /// The bits of a part that fits in a word.
    pub(super) fn narrow_bits(self) -> Option<u8> {
        u8::try_from(8 * self.bytes).ok().filter(|bits| *bits <= 64)
    }
}

/// A variable in parts.
#[derive(Default)]
pub(super) struct Split {
    /// Sorted by offset.
    pub parts: Vec<Part>,
    /// The register that points to the scratch object, if one is needed.
    pub scratch: Option<u32>,
}

impl Split {
    /// The parts that an access consists of.
    pub(super) fn parts_of(&self, offset: u32, bytes: u32) -> Vec<Part> {
        let within = |part: &&Part| offset <= part.offset && part.offset + part.bytes <= offset + bytes;
        self.parts.iter().filter(within).copied().collect()
    }
}

/// All variables of a function that are in parts, and where their addresses lead.
#[derive(Default)]
pub(super) struct Splits {
    /// In the order of their declarations.
    pub allocas: Vec<Value>,
    pub of: AHashMap<Value, Split>,
    /// Values that are places in them.
    pub places: AHashMap<Value, Place>,
}

/// So many bytes into a variable.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Place {
    pub alloca: Value,
    pub offset: u32,
}

impl Splits {
    pub(super) fn has(&self, alloca: Value) -> bool {
        self.of.contains_key(&alloca)
    }

    pub(super) fn place(&self, address: Value) -> Option<Place> {
        self.places.get(&address).copied()
    }
}
