//! A lowered program: what the machine runs. Plain data, no LLVM.
//!
//! Object numbers: 0 is nothing (null), then the globals `1..=globals.len()`, then one code object
//! for each function, then (from [`Program::first_dynamic`]) whatever the execution creates.

use crate::contract::LibraryRole;
use crate::op::{Arg, Op, Pc, Src};
use crate::signature::Signature;

/// Index into [`Program::functions`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default)]
pub struct FuncId(pub u32);

impl FuncId {
    #[inline(always)]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// Index into [`Program::locations`]; 0 is "nowhere".
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default)]
pub struct LocId(pub u32);

/// Index into [`Program::debug_types`]; 0 is "unknown".
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default)]
pub struct TypeId(pub u32);

/// What is known about the 64 bits of a word beside their value.
///
/// `CLEAN`: defined, no part of a pointer. `POINTER`: a whole pointer, object number in the high
/// half, offset in the low half. `UNDEF`: nothing is defined (the bits are 0). Other values name
/// mixtures in a table of the machine and never occur in a [`Program`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default)]
pub struct Shadow(pub u32);

impl Shadow {
    pub const CLEAN: Shadow = Shadow(0);
    pub const POINTER: Shadow = Shadow(1);
    pub const UNDEF: Shadow = Shadow(2);
    /// The first name of a mixture.
    pub const FIRST_MIXED: u32 = 16;
}

/// 64 bits with their shadow: the unit of registers.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Word {
    pub bits: u64,
    pub shadow: Shadow,
}

impl Word {
    #[inline]
    pub const fn int(bits: u64) -> Word {
        Word { bits, shadow: Shadow::CLEAN }
    }

    #[inline]
    pub const fn pointer(object: u32, offset: u32) -> Word {
        Word { bits: (object as u64) << 32 | offset as u64, shadow: Shadow::POINTER }
    }

    pub const UNDEF: Word = Word { bits: 0, shadow: Shadow::UNDEF };

    /// Of a pointer: the number of its object.
    #[inline(always)]
    pub const fn object(self) -> u32 {
        (self.bits >> 32) as u32
    }

    /// Of a pointer: its offset.
    #[inline(always)]
    pub const fn offset(self) -> u32 {
        self.bits as u32
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Scalar {
    Int(u32),
    Pointer,
    Half,
    BFloat,
    Float,
    Double,
    X86Fp80,
    Fp128,
}

impl Scalar {
    /// Width in bits; lane i of a vector starts at bit `i * bits()`.
    #[inline]
    pub fn bits(self) -> u32 {
        match self {
            Scalar::Int(bits) => bits,
            Scalar::Half | Scalar::BFloat => 16,
            Scalar::Float => 32,
            Scalar::Double | Scalar::Pointer => 64,
            Scalar::X86Fp80 => 80,
            Scalar::Fp128 => 128,
        }
    }
}

/// The shape that `Gen*` ops work on: a scalar has one lane.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Shape {
    pub lane: Scalar,
    pub lanes: u32,
}

impl Shape {
    #[inline]
    pub fn bits(self) -> u32 {
        self.lane.bits() * self.lanes
    }

    #[inline]
    pub fn words(self) -> u32 {
        self.bits().div_ceil(64)
    }
}

#[derive(Default)]
pub struct Program {
    pub functions: Vec<Function>,
    pub globals: Vec<Global>,
    /// Initial contents of thread-local variables, by the index that `ThreadLocal` ops use.
    pub thread_locals: Vec<Global>,
    /// The constant pool.
    pub constants: Vec<Word>,
    pub shapes: Vec<Shape>,
    /// Texts that ops refer to.
    pub texts: Vec<String>,
    /// Mathematical functions that `Math` ops ask the host for, by name.
    pub host_functions: Vec<String>,
    /// How functions and calls pass their values.
    pub signatures: Vec<Signature>,
    /// `__augur_start`.
    pub entry: FuncId,
    pub files: Vec<SourceFile>,
    pub locations: Vec<Location>,
    pub debug_types: Vec<DebugType>,
    /// It is written in Rust, or a part of it is.
    pub rust: bool,
    /// Some atomic access of the program proper is weaker than sequentially consistent.
    pub weak_atomics: bool,
    /// The program proper has compare-exchanges that may fail for no reason.
    pub weak_exchanges: bool,
    /// What the user should know of the changes to the program that were asked for.
    pub notes: Vec<String>,
    /// Functions and variables that were replaced, by name.
    pub replaced: Vec<String>,
    /// Variables of the program proper that nothing leads to, as they are called in the source; nothing unless
    /// somebody asks about variables.
    pub unused: Vec<String>,
    /// Are there numbers that are not known when they are made (`__augur_unknown`)?
    pub unknowns: bool,
}

impl Program {
    pub const FIRST_GLOBAL: u32 = 1;

    pub fn first_code(&self) -> u32 {
        Program::FIRST_GLOBAL + self.globals.len() as u32
    }

    pub fn first_dynamic(&self) -> u32 {
        self.first_code() + self.functions.len() as u32
    }

    pub fn function_of_object(&self, object: u32) -> Option<FuncId> {
        (self.first_code()..self.first_dynamic()).contains(&object).then(|| FuncId(object - self.first_code()))
    }

    #[inline]
    /// A word of an operand, in a frame with these registers. Beyond the frame there is nothing.
    pub fn word(&self, registers: &[Word], src: Src, word: usize) -> Word {
        let words = if src.is_constant() { &self.constants[..] } else { registers };
        words.get(src.index() + word).copied().unwrap_or(Word::int(0))
    }

    pub fn function(&self, id: FuncId) -> &Function {
        &self.functions[id.0 as usize]
    }

    pub fn location(&self, id: LocId) -> Option<&Location> {
        (id.0 != 0).then(|| &self.locations[id.0 as usize])
    }

    /// Where the op at `pc` stands in the source.
    pub fn location_of(&self, func: FuncId, pc: Pc) -> Option<&Location> {
        let locs = &self.function(func).locs;
        locs.get(pc.0 as usize).and_then(|id| self.location(*id))
    }
}

pub struct Global {
    pub name: String,
    pub size: u32,
    pub align: u32,
    pub constant: bool,
    /// At most `size` bytes; the rest is zero.
    pub bytes: Vec<u8>,
    /// Pointers in it: (byte offset, the pointer).
    pub pointers: Vec<(u32, Word)>,
    /// Byte ranges that are undefined.
    pub undefined: Vec<std::ops::Range<u32>>,
    /// Declared in the runtime or the C library, not by the user.
    pub library: bool,
    pub ty: TypeId,
    pub loc: LocId,
}

#[derive(Default)]
pub struct Function {
    /// As in the bitcode.
    pub name: String,
    /// If it is one of the library's that has one.
    pub role: Option<LibraryRole>,
    /// As in the source.
    pub display_name: String,
    /// Part of the runtime or the C library: folded in traces.
    pub library: bool,
    /// Arithmetic is where the source has it, so that an overflow is one of the program's.
    pub literal: bool,
    /// Part of the runtime. What it does in its atomic sections races with nobody.
    pub runtime: bool,
    /// Index into [`Program::signatures`].
    pub signature: u32,
    /// First slot and number of words of each fixed parameter.
    pub params: Vec<(u32, u32)>,
    pub variadic: bool,
    /// The slot that holds the pointer to the block of variable arguments.
    pub va_block: Option<u32>,
    /// How many words the result has (0: void).
    pub result_words: u32,
    /// It is only called by name, by the program, and nobody looks at what it returns.
    pub unheard: bool,
    pub frame_words: u32,
    /// What a frame takes of the stack in a real machine, about, without what grows.
    pub stack_bytes: u64,
    pub ops: Vec<Op>,
    /// For each op its source location.
    pub locs: Vec<LocId>,
    pub args: Vec<Arg>,
    pub switches: Vec<SwitchTable>,
    /// Lane choices of shuffles: index into a ++ b, or u32::MAX for poison.
    pub shuffles: Vec<Vec<u32>>,
    /// What the landing pads of invokes look for.
    pub pads: Vec<Pad>,
    /// For each op: the index in `live_sets` of the slots live just before it.
    pub live_in: Vec<u32>,
    /// For each op: the index in `live_sets` of the slots that are live just after it, without
    /// those it writes itself. This is what a frame waiting in a call keeps.
    pub live_across: Vec<u32>,
    /// Sorted lists of slots.
    pub live_sets: Vec<Box<[u32]>>,
    /// Where source variables get new values; sorted by pc.
    pub var_events: Vec<VarEvent>,
    pub variables: Vec<Variable>,
    pub loc: LocId,
}

pub struct SwitchTable {
    /// Sorted by value. (For `IndirectJump`: value = number of the block.)
    pub cases: Vec<(u64, Pc)>,
    pub default: Pc,
}

/// A landing pad: what must be done, and which exceptions end there.
#[derive(Clone, Default)]
pub struct Pad {
    /// It is entered even if no clause fits.
    pub cleanup: bool,
    /// It ends the program: no exception may come here.
    pub terminates: bool,
    /// Its function says that no exception leaves it.
    pub noexcept: bool,
    pub clauses: Vec<PadClause>,
}

#[derive(Clone)]
pub struct PadClause {
    /// A list of types that may pass (others end here), rather than one type that is caught.
    pub filter: bool,
    /// The selector that the landing pad sees if this clause fits.
    pub selector: i32,
    /// Words of the constant pool; null catches everything.
    pub types: Vec<Src>,
}

/// On arriving at `pc`, `variables[variable]` is to be found at `place`.
pub struct VarEvent {
    pub pc: Pc,
    pub variable: u32,
    pub place: VarPlace,
    /// Of the assignment that gave it its value; 0: the op before `pc` did, as far as is known.
    pub loc: LocId,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum VarPlace {
    /// The value itself.
    Value(Src),
    /// The operand points to the variable, `offset` bytes further.
    Memory { pointer: Src, offset: i32 },
    /// The value of so many bytes of the variable, from `offset` on; the rest is as before.
    Part { value: Src, offset: u32, bytes: u32 },
    /// Nowhere: it was assigned, but nobody will look at it, so its value is not computed.
    Gone,
    /// The same, of so many bytes of it.
    PartGone { offset: u32, bytes: u32 },
}

impl VarPlace {
    pub(crate) fn source(self) -> Option<Src> {
        match self {
            VarPlace::Value(src) | VarPlace::Memory { pointer: src, .. } | VarPlace::Part { value: src, .. } => {
                Some(src)
            }
            VarPlace::Gone | VarPlace::PartGone { .. } => None,
        }
    }

    /// The same with another operand.
    pub(crate) fn with_source(self, src: Src) -> VarPlace {
        match self {
            VarPlace::Value(_) => VarPlace::Value(src),
            VarPlace::Memory { offset, .. } => VarPlace::Memory { pointer: src, offset },
            VarPlace::Part { offset, bytes, .. } => VarPlace::Part { value: src, offset, bytes },
            VarPlace::Gone | VarPlace::PartGone { .. } => self,
        }
    }

    /// The same after the value was lost.
    pub(crate) fn gone(self) -> VarPlace {
        match self {
            VarPlace::Part { offset, bytes, .. } => VarPlace::PartGone { offset, bytes },
            _ => VarPlace::Gone,
        }
    }
}

pub struct Variable {
    pub name: String,
    pub ty: TypeId,
    pub loc: LocId,
    pub parameter: bool,
}

pub struct SourceFile {
    pub directory: String,
    pub name: String,
}

impl SourceFile {
    /// Is it a header that belongs to a language's library rather than to the user?
    pub fn is_system_header(&self) -> bool {
        let path = format!("{}/{}", self.directory, self.name);
        ["/include/c++/", "-linux-gnu/c++/", "/rustlib/src/", "/rustc/", "/rust/deps/"]
            .iter()
            .any(|part| path.contains(part))
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Location {
    /// Index into `Program::files`.
    pub file: u32,
    pub line: u32,
    pub column: u32,
    /// Index into `Program::texts`: the source function (of an inlined one, that one's name).
    pub function: u32,
    pub inlined_at: LocId,
    /// Within the runtime or the C library (an inlined copy counts too).
    pub library: bool,
}

/// Enough of a source type to print a value of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum DebugType {
    Unknown,
    /// bits, signed
    Integer {
        name: String,
        bits: u32,
        signed: bool,
    },
    Boolean {
        bits: u32,
    },
    Character {
        bits: u32,
        signed: bool,
    },
    Float {
        name: String,
        bits: u32,
    },
    Pointer {
        to: TypeId,
    },
    Array {
        of: TypeId,
        count: u64,
    },
    Struct {
        name: String,
        bytes: u64,
        fields: Vec<DebugField>,
        union: bool,
        /// What a template was made for; 0 for what is no type. Packs are spread out.
        arguments: Vec<TypeId>,
    },
    Enum {
        name: String,
        bits: u32,
        values: Vec<(String, i64)>,
    },
    /// An `enum` of Rust's whose variants have members.
    Variants {
        name: String,
        bytes: u64,
        /// What says which variant it is; none if there is but one.
        tag: Option<DebugField>,
        variants: Vec<DebugVariant>,
        arguments: Vec<TypeId>,
    },
    /// A typedef, const, volatile, _Atomic … of another type.
    Alias {
        name: String,
        of: TypeId,
    },
    Function,
}

impl DebugType {
    /// Is it a struct of which nothing is known but its name, and maybe its size? One without members has one byte
    /// in C++.
    pub fn is_only_declared(&self) -> bool {
        matches!(self, DebugType::Struct { bytes, fields, .. } if fields.is_empty() && *bytes != 1)
    }

    /// Is it a type that only Rust has, and that every program in Rust uses?
    pub(crate) fn is_of_rust(&self) -> bool {
        matches!(self, DebugType::Integer { name, .. } if name == "usize")
    }
}

/// A variant, which is a struct.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DebugVariant {
    pub name: String,
    pub ty: TypeId,
    pub tag: Tag,
}

/// When a variant is meant.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Tag {
    /// The bits of the tag, as far as it goes, are those of this number.
    Is(i64),
    /// It is none of the others.
    Otherwise,
    /// The number is too large to be known.
    Unknown,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DebugField {
    pub name: String,
    pub ty: TypeId,
    pub at_bit: u64,
    /// For bit-fields: the width.
    pub bits: Option<u32>,
}
