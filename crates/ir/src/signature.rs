//! How a call passes its arguments and gets its result: the calling convention of x86-64 Linux.
//!
//! A call whose type is that of the function needs none of this. Where they differ, the machine
//! moves the values as the processor's registers and stack would, in *carriers*. An *eightbyte* is
//! what one of them carries (the System V ABI calls it so, however few bits are in use).

/// What 64 bits (or fewer) of an argument or result travel in.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Carrier {
    /// A general register, in the order of the convention.
    General(u32),
    /// Half of a vector register, counted in halves.
    Vector(u32),
    /// Half of a register of the x87 stack, counted in halves.
    X87(u32),
    /// A word of the stack.
    Stack(u32),
}

/// What the giver puts above a small integer, and the taker expects there.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Extension {
    None,
    Zero,
    Sign,
}

/// At most 64 bits of a value, and what they travel in.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Eightbyte {
    /// Where in the words of the value it begins.
    pub at_bit: u32,
    pub bits: u32,
    pub carrier: Carrier,
    pub extension: Extension,
    /// How far it is extended.
    pub extended_bits: u32,
}

/// One argument or parameter.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Passed {
    Eightbytes(Vec<Eightbyte>),
    /// A struct in memory (`byval`), from this word of the stack on. The value is a pointer to it.
    Struct {
        stack: u32,
        bytes: u64,
    },
}

/// The type of a function, or of a call with the arguments it has.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Signature {
    /// As a C programmer would write it, about.
    pub text: String,
    /// Signatures with the same number pass everything alike.
    pub plain: u32,
    /// For a call without prototype: what it may call by the letter of the standard.
    pub accepted: Vec<u32>,
    pub params: Vec<Passed>,
    pub result: Vec<Eightbyte>,
    pub result_words: u32,
    /// Some type is none that the convention knows.
    pub unknown: bool,
}
