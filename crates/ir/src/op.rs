//! The instruction table: every op of the machine, declared once.
//!
//! `ops!` below generates the enum, the names, the operand visitor that liveness and register
//! allocation use, and the disassembler. To add an op, add a line here and emit it in `lower`; the
//! machine does not compile until it has a meaning there where the line says: `hot` in the loop of
//! `interp.rs`, `rare` in `rare.rs`, `generic` in `generic/`.
//!
//! # Values
//!
//! A value lives in one or more consecutive 64-bit *words* of the frame, in the same layout as in
//! memory (little-endian, vectors bit-packed, aggregates with padding). Every word has a shadow
//! (see [`crate::program::Word`]). A scalar of at most 64 bits takes one word, and the bits above
//! its width are zero. Ops without `N`/`Gen` in their name work on such single words; `Gen*` ops
//! work lane by lane on the shape that `ty` names and cover vectors, integers wider than 64 bits,
//! and floats the host has no type for.

use std::fmt;

use crate::class::Class;
use crate::contract::Trap;
use crate::program::Shape;

/// An operand that is read: a frame slot, or (top bit set) a word of the constant pool.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Src(pub u32);

impl Src {
    const CONSTANT: u32 = 1 << 31;

    pub fn slot(slot: u32) -> Src {
        debug_assert!(slot < Src::CONSTANT);
        Src(slot)
    }

    pub fn constant(index: u32) -> Src {
        debug_assert!(index < Src::CONSTANT);
        Src(index | Src::CONSTANT)
    }

    #[inline(always)]
    pub fn is_constant(self) -> bool {
        self.0 & Src::CONSTANT != 0
    }

    /// The slot or the constant's index.
    #[inline(always)]
    pub fn index(self) -> usize {
        (self.0 & !Src::CONSTANT) as usize
    }
}

/// A frame slot that is written (the first of several for values of several words).
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Dst(pub u32);

impl Dst {
    #[inline(always)]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// A frame slot that is written, or nothing: the result of a call.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct MaybeDst(pub u32);

impl MaybeDst {
    pub const NONE: MaybeDst = MaybeDst(u32::MAX);

    #[inline(always)]
    pub fn slot(self) -> Option<u32> {
        (self != MaybeDst::NONE).then_some(self.0)
    }
}

/// A frame slot of which only some bits are written; the others keep their value.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Both(pub u32);

/// A list of arguments in [`crate::program::Function::args`].
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Args {
    pub start: u32,
    pub len: u32,
}

impl Args {
    #[inline]
    pub fn range(self) -> std::ops::Range<usize> {
        self.start as usize..(self.start + self.len) as usize
    }
}

/// One argument of a call or trap.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Arg {
    pub src: Src,
    /// How many words the value takes.
    pub words: u32,
    /// In a variable-argument block this value starts at a multiple of so many words.
    pub align_words: u8,
}

/// Index of an op within its function.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default)]
pub struct Pc(pub u32);

impl Pc {
    #[inline(always)]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// How an op uses an operand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Role {
    Read,
    Write,
    ReadWrite,
}

/// Flags of integer arithmetic whose violation gives poison.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Wrap(pub u8);

impl Wrap {
    pub const NSW: Wrap = Wrap(1);
    pub const NUW: Wrap = Wrap(2);
    /// `exact` of divisions and right shifts.
    pub const EXACT: Wrap = Wrap(4);

    #[inline]
    pub fn has(self, flag: Wrap) -> bool {
        self.0 & flag.0 != 0
    }
}

/// What kind of memory access this is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Access(pub u8);

impl Access {
    pub const PLAIN: Access = Access(0);
    pub const ATOMIC: Access = Access(1);
    /// Atomic with an order weaker than sequentially consistent.
    pub const WEAK: Access = Access(3);
    const VOLATILE_BIT: u8 = 4;

    /// The same access, and volatile.
    pub fn volatile(self) -> Access {
        Access(self.0 | Self::VOLATILE_BIT)
    }

    #[inline]
    pub fn is_volatile(self) -> bool {
        self.0 & Self::VOLATILE_BIT != 0
    }

    #[inline]
    pub fn is_atomic(self) -> bool {
        self.0 & 1 != 0
    }

    #[inline]
    pub fn is_weak(self) -> bool {
        self.0 & 2 != 0
    }
}

/// A number to add to a pointer: sext(index) * scale.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Index {
    pub index: Src,
    pub bits: u8,
    pub scale: i32,
}

/// How much of a `jmp_buf` is used.
pub const JUMP_BYTES: u32 = 8 * crate::contract::JUMP_WORDS;

/// How an op accesses memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MemoryAccess {
    pub base: Src,
    pub index: Option<Index>,
    pub bytes: u32,
    pub write: bool,
    pub access: Access,
}

impl Op {
    /// The access of a load, a store or an atomic operation; `shapes` are the program's.
    pub fn memory_access(&self, shapes: &[Shape]) -> Option<MemoryAccess> {
        let plain = |base, bytes, write, access| MemoryAccess { base, index: None, bytes, write, access };
        let bytes = |bits: u8| bits.div_ceil(8) as u32;
        Some(match *self {
            Op::Load { ptr, bits, access, .. } => plain(ptr, bytes(bits), false, access),
            Op::LoadN { ptr, bytes, access, .. } => plain(ptr, bytes, false, access),
            Op::Store { ptr, bits, access, .. } => plain(ptr, bytes(bits), true, access),
            Op::StoreN { ptr, bytes, access, .. } => plain(ptr, bytes, true, access),
            Op::LoadIndex { base, index, scale, index_bits, bits, access, .. } => {
                let index = Some(Index { index, bits: index_bits, scale });
                MemoryAccess { base, index, bytes: bytes(bits), write: false, access }
            }
            Op::StoreIndex { base, index, scale, index_bits, bits, access, .. } => {
                let index = Some(Index { index, bits: index_bits, scale });
                MemoryAccess { base, index, bytes: bytes(bits), write: true, access }
            }
            Op::AtomicRmw { ptr, ty, .. } => {
                plain(ptr, shapes.get(ty as usize)?.bits().div_ceil(8), true, Access::ATOMIC)
            }
            Op::CmpXchg { ptr, bytes, .. } => plain(ptr, bytes as u32, true, Access::ATOMIC),
            Op::SetJump { buffer, .. } => plain(buffer, JUMP_BYTES, true, Access::PLAIN),
            Op::LongJump { buffer, .. } => plain(buffer, JUMP_BYTES, false, Access::PLAIN),
            _ => return None,
        })
    }
}

macro_rules! name_enum {
    ($(#[$meta:meta])* $name:ident { $($variant:ident = $text:literal,)* }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        pub enum $name { $($variant,)* }

        impl $name {
            pub const ALL: &'static [$name] = &[$($name::$variant,)*];

            pub fn name(self) -> &'static str {
                match self { $($name::$variant => $text,)* }
            }
        }

        impl Field for $name {
            fn show(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(self.name())
            }
        }
    };
}

pub(crate) use name_enum;

name_enum! {
    /// Two-operand arithmetic.
    BinOp {
        Add = "add", Sub = "sub", Mul = "mul", UDiv = "udiv", SDiv = "sdiv", URem = "urem",
        SRem = "srem", And = "and", Or = "or", Xor = "xor", Shl = "shl", LShr = "lshr",
        AShr = "ashr", FAdd = "fadd", FSub = "fsub", FMul = "fmul", FDiv = "fdiv", FRem = "frem",
        UMin = "umin", UMax = "umax", SMin = "smin", SMax = "smax", UAddSat = "uadd.sat",
        SAddSat = "sadd.sat", USubSat = "usub.sat", SSubSat = "ssub.sat", UShlSat = "ushl.sat",
        SShlSat = "sshl.sat", FMinNum = "minnum", FMaxNum = "maxnum", FMinimum = "minimum",
        FMaximum = "maximum", FMinimumNum = "minimumnum", FMaximumNum = "maximumnum",
        CopySign = "copysign", FPow = "pow", FPowI = "powi",
        FLdExp = "ldexp", FAtan2 = "atan2", UCmp = "ucmp", SCmp = "scmp", ClMul = "clmul",
    }
}

name_enum! {
    /// One-operand arithmetic.
    UnOp {
        FNeg = "fneg", FAbs = "fabs", Sqrt = "sqrt", Floor = "floor", Ceil = "ceil",
        Trunc = "ftrunc", Rint = "rint", NearbyInt = "nearbyint", Round = "round",
        RoundEven = "roundeven", Exp = "exp", Exp2 = "exp2", Exp10 = "exp10", Log = "log",
        Log2 = "log2", Log10 = "log10", Sin = "sin", Cos = "cos", Tan = "tan", Asin = "asin",
        Acos = "acos", Atan = "atan", Sinh = "sinh", Cosh = "cosh", Tanh = "tanh",
        Canonicalize = "canonicalize", Ctpop = "ctpop",
        Ctlz = "ctlz", CtlzPoison = "ctlz.poison", Cttz = "cttz", CttzPoison = "cttz.poison",
        BSwap = "bswap", BitReverse = "bitreverse", Abs = "abs", AbsPoison = "abs.poison",
    }
}

name_enum! {
    /// Three-operand arithmetic.
    TernOp {
        Fma = "fma", FMulAdd = "fmuladd", FShl = "fshl", FShr = "fshr",
        SMulFix = "smul.fix", UMulFix = "umul.fix",
    }
}

name_enum! {
    /// Comparisons. Integer ones first; `F*` are ordered, `FU*` unordered-or.
    CmpOp {
        Eq = "eq", Ne = "ne", Ult = "ult", Ule = "ule", Ugt = "ugt", Uge = "uge", Slt = "slt",
        Sle = "sle", Sgt = "sgt", Sge = "sge", FFalse = "f.false", FOeq = "f.oeq", FOgt = "f.ogt",
        FOge = "f.oge", FOlt = "f.olt", FOle = "f.ole", FOne = "f.one", FOrd = "f.ord",
        FUno = "f.uno", FUeq = "f.ueq", FUgt = "f.ugt", FUge = "f.uge", FUlt = "f.ult",
        FUle = "f.ule", FUne = "f.une", FTrue = "f.true",
    }
}

name_enum! {
    /// Conversions.
    CastOp {
        Trunc = "trunc", ZExt = "zext", SExt = "sext", FpTrunc = "fptrunc", FpExt = "fpext",
        FpToUi = "fptoui", FpToSi = "fptosi", UiToFp = "uitofp", SiToFp = "sitofp",
        FpToUiSat = "fptoui.sat", FpToSiSat = "fptosi.sat", LRint = "lrint", LRound = "lround",
    }
}

name_enum! {
    /// Read-modify-write operations.
    RmwOp {
        Xchg = "xchg", Add = "add", Sub = "sub", And = "and", Nand = "nand", Or = "or",
        Xor = "xor", Max = "max", Min = "min", UMax = "umax", UMin = "umin", FAdd = "fadd",
        FSub = "fsub", FMax = "fmax", FMin = "fmin", UIncWrap = "uinc_wrap",
        UDecWrap = "udec_wrap", USubCond = "usub_cond", USubSat = "usub_sat",
        FMaximum = "fmaximum", FMinimum = "fminimum",
    }
}

name_enum! {
    /// Arithmetic that also tells whether it overflowed.
    OverflowOp {
        UAdd = "uadd", SAdd = "sadd", USub = "usub", SSub = "ssub", UMul = "umul", SMul = "smul",
    }
}

name_enum! {
    /// Functions with two results.
    PairOp {
        SinCos = "sincos", Modf = "modf", FrExp = "frexp",
    }
}

name_enum! {
    /// Horizontal reductions of a vector.
    ReduceOp {
        Add = "add", Mul = "mul", And = "and", Or = "or", Xor = "xor", SMax = "smax",
        SMin = "smin", UMax = "umax", UMin = "umin", FAdd = "fadd", FMul = "fmul", FMax = "fmax",
        FMin = "fmin", FMaximum = "fmaximum", FMinimum = "fminimum",
    }
}

/// What a field of an op means to the visitor and the disassembler.
pub trait Field {
    /// Calls `f` for each operand in the field.
    fn operands(&mut self, _args: &mut [Arg], _f: &mut dyn FnMut(Role, &mut u32)) {}
    /// Calls `f` if the field is where the op jumps to.
    fn targets(&mut self, _f: &mut dyn FnMut(&mut Pc)) {}
    fn show(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result;
}

impl Field for Src {
    fn operands(&mut self, _: &mut [Arg], f: &mut dyn FnMut(Role, &mut u32)) {
        if !self.is_constant() {
            f(Role::Read, &mut self.0);
        }
    }
    fn show(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.is_constant() {
            true => write!(f, "#{}", self.index()),
            false => write!(f, "%{}", self.0),
        }
    }
}

impl Field for Dst {
    fn operands(&mut self, _: &mut [Arg], f: &mut dyn FnMut(Role, &mut u32)) {
        f(Role::Write, &mut self.0);
    }
    fn show(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "%{}", self.0)
    }
}

impl Field for MaybeDst {
    fn operands(&mut self, _: &mut [Arg], f: &mut dyn FnMut(Role, &mut u32)) {
        if *self != MaybeDst::NONE {
            f(Role::Write, &mut self.0);
        }
    }
    fn show(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.slot() {
            Some(slot) => write!(f, "%{slot}"),
            None => f.write_str("-"),
        }
    }
}

impl Field for Both {
    fn operands(&mut self, _: &mut [Arg], f: &mut dyn FnMut(Role, &mut u32)) {
        f(Role::ReadWrite, &mut self.0);
    }
    fn show(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "%{}", self.0)
    }
}

impl Field for Args {
    fn operands(&mut self, args: &mut [Arg], f: &mut dyn FnMut(Role, &mut u32)) {
        for arg in &mut args[self.range()] {
            arg.src.operands(&mut [], f);
        }
    }
    fn show(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "args[{}..{}]", self.start, self.start + self.len)
    }
}

impl Field for Pc {
    fn targets(&mut self, f: &mut dyn FnMut(&mut Pc)) {
        f(self);
    }
    fn show(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "@{}", self.0)
    }
}

impl Field for Wrap {
    fn show(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = [(Wrap::NSW, "nsw"), (Wrap::NUW, "nuw"), (Wrap::EXACT, "exact")];
        let set: Vec<_> = names.iter().filter(|(w, _)| self.has(*w)).map(|(_, n)| *n).collect();
        f.write_str(if set.is_empty() { "wrap" } else { "" })?;
        f.write_str(&set.join("+"))
    }
}

impl Field for Access {
    fn show(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match (self.is_atomic(), self.is_weak()) {
            (false, _) => "plain",
            (true, false) => "atomic",
            (true, true) => "atomic-weak",
        })
    }
}

macro_rules! plain_fields {
    ($($ty:ty),*) => {$(
        impl Field for $ty {
            fn show(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, "{self}")
            }
        }
    )*};
}

plain_fields!(u8, u32, i32, i64, bool);

macro_rules! ops {
    ($($(#[$meta:meta])* $op:ident $name:literal $class:ident $home:ident { $($field:ident: $ty:ty),* $(,)? })*) => {
        /// One op of the machine.
        #[derive(Clone, Copy, PartialEq, Eq, Hash)]
        pub enum Op { $($(#[$meta])* $op { $($field: $ty),* },)* }

        impl Op {
            /// Each op's name and class, in the order of the table.
            pub const CLASSES: &'static [(&'static str, Class)] = &[$(($name, Class::$class),)*];

            pub fn name(&self) -> &'static str {
                match self { $(Op::$op { .. } => $name,)* }
            }

            /// What it touches.
            pub fn class(&self) -> Class {
                let declared = match self { $(Op::$op { .. } => Class::$class,)* };
                match self {
                    Op::Trap { trap, .. } => trap.class(),
                    _ => declared,
                }
            }

            /// Calls `f` for every frame slot the op reads or writes (constants aside).
            pub fn operands(&mut self, args: &mut [Arg], f: &mut dyn FnMut(Role, &mut u32)) {
                let _ = (&args, &f);
                match self { $(Op::$op { $($field),* } => { $($field.operands(args, f);)* })* }
            }

            /// Calls `f` for every place the op may jump to; those in tables aside.
            pub fn targets(&mut self, f: &mut dyn FnMut(&mut Pc)) {
                let _ = &f;
                match self { $(Op::$op { $($field),* } => { $($field.targets(f);)* })* }
            }
        }

        impl fmt::Display for Op {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(self.name())?;
                match self { $(Op::$op { $($field),* } => {
                    $(f.write_str(concat!(" ", stringify!($field), "="))?; $field.show(f)?;)*
                })* }
                Ok(())
            }
        }

        homes! { [] [] [] $($op $home)* }
    };
}

/// Sorts the ops by where the machine gives them their meaning, and makes of each home a macro that
/// stands for the pattern of its ops. So the machine's three dispatchers can be exhaustive without a
/// wildcard: an op whose home does not execute it does not compile.
macro_rules! homes {
    ([$($hot:ident)*] [$($rare:ident)*] [$($generic:ident)*]) => {
        /// The ops that the loop of the interpreter executes itself.
        #[macro_export]
        macro_rules! hot_ops { () => { $($crate::Op::$hot { .. })|* }; }

        /// The ops that the loop leaves to a function of their own.
        #[macro_export]
        macro_rules! rare_ops { () => { $($crate::Op::$rare { .. })|* }; }

        /// The ops that work lane by lane on values of any shape.
        #[macro_export]
        macro_rules! generic_ops { () => { $($crate::Op::$generic { .. })|* }; }
    };
    ([$($hot:ident)*] $rare:tt $generic:tt $op:ident hot $($rest:ident)*) => {
        homes! { [$($hot)* $op] $rare $generic $($rest)* }
    };
    ($hot:tt [$($rare:ident)*] $generic:tt $op:ident rare $($rest:ident)*) => {
        homes! { $hot [$($rare)* $op] $generic $($rest)* }
    };
    ($hot:tt $rare:tt [$($generic:ident)*] $op:ident generic $($rest:ident)*) => {
        homes! { $hot $rare [$($generic)* $op] $($rest)* }
    };
}

// Each op has its name, what it touches (see `class.rs`), where its meaning is, and its fields.
ops! {
    // ---- moves ----
    Mov "mov" Registers hot { dst: Dst, a: Src }
    MovN "mov.n" Registers rare { dst: Dst, a: Src, words: u32 }
    /// dst := c ? a : b
    Select "select" Registers hot { dst: Dst, c: Src, a: Src, b: Src }
    SelectN "select.n" Registers rare { dst: Dst, c: Src, a: Src, b: Src, words: u32 }
    /// Takes `bits` bits out of a value of several words.
    Extract "extract" Registers rare { dst: Dst, a: Src, at_bit: u32, bits: u32 }
    /// Overwrites `bits` bits within `dst`.
    Insert "insert" Registers rare { dst: Both, a: Src, at_bit: u32, bits: u32 }
    /// Lane number `index` (variable) of a vector of shape `ty`; out of range gives poison.
    ExtractLane "extract.lane" Registers generic { dst: Dst, a: Src, index: Src, ty: u32 }
    InsertLane "insert.lane" Registers generic { dst: Both, a: Src, index: Src, ty: u32 }
    /// Lanes picked from a and b by `Function::shuffles[mask]`; `ty` is the shape of a and b.
    Shuffle "shuffle" Registers generic { dst: Dst, a: Src, b: Src, ty: u32, mask: u32 }
    /// Undefined and poisoned bits become 0.
    Freeze "freeze" Registers rare { dst: Dst, a: Src, words: u32 }

    // ---- integers of at most 64 bits ----
    Add "add" Registers hot { dst: Dst, a: Src, b: Src, bits: u8, wrap: Wrap }
    Sub "sub" Registers hot { dst: Dst, a: Src, b: Src, bits: u8, wrap: Wrap }
    Mul "mul" Registers hot { dst: Dst, a: Src, b: Src, bits: u8, wrap: Wrap }
    UDiv "udiv" Registers hot { dst: Dst, a: Src, b: Src, bits: u8, wrap: Wrap }
    SDiv "sdiv" Registers hot { dst: Dst, a: Src, b: Src, bits: u8, wrap: Wrap }
    URem "urem" Registers hot { dst: Dst, a: Src, b: Src, bits: u8 }
    SRem "srem" Registers hot { dst: Dst, a: Src, b: Src, bits: u8 }
    And "and" Registers hot { dst: Dst, a: Src, b: Src, bits: u8 }
    Or "or" Registers hot { dst: Dst, a: Src, b: Src, bits: u8 }
    Xor "xor" Registers hot { dst: Dst, a: Src, b: Src, bits: u8 }
    Shl "shl" Registers hot { dst: Dst, a: Src, b: Src, bits: u8, wrap: Wrap }
    LShr "lshr" Registers hot { dst: Dst, a: Src, b: Src, bits: u8, wrap: Wrap }
    AShr "ashr" Registers hot { dst: Dst, a: Src, b: Src, bits: u8, wrap: Wrap }
    /// Also compares pointers (then `bits` is 64). Greater-than swaps its operands.
    Eq "eq" Registers hot { dst: Dst, a: Src, b: Src, bits: u8 }
    Ne "ne" Registers hot { dst: Dst, a: Src, b: Src, bits: u8 }
    Ult "ult" Registers hot { dst: Dst, a: Src, b: Src, bits: u8 }
    Ule "ule" Registers hot { dst: Dst, a: Src, b: Src, bits: u8 }
    Slt "slt" Registers hot { dst: Dst, a: Src, b: Src, bits: u8 }
    Sle "sle" Registers hot { dst: Dst, a: Src, b: Src, bits: u8 }
    /// Keeps the low `bits` bits.
    Trunc "trunc" Registers hot { dst: Dst, a: Src, bits: u8 }
    ZExt "zext" Registers hot { dst: Dst, a: Src, from: u8 }
    SExt "sext" Registers hot { dst: Dst, a: Src, from: u8, to: u8 }

    // ---- float and double (bits is 32 or 64) ----
    FBin "fbin" Registers hot { op: BinOp, dst: Dst, a: Src, b: Src, bits: u8 }
    FNeg "fneg" Registers hot { dst: Dst, a: Src, bits: u8 }
    FCmp "fcmp" Registers hot { op: CmpOp, dst: Dst, a: Src, b: Src, bits: u8 }
    /// Between float, double and integers of at most 64 bits.
    FCast "fcast" Registers hot { op: CastOp, dst: Dst, a: Src, from: u8, to: u8 }

    // ---- lane by lane, any shape ----
    GenBin "gen.bin" Registers generic { op: BinOp, dst: Dst, a: Src, b: Src, ty: u32, wrap: Wrap }
    GenUn "gen.un" Registers generic { op: UnOp, dst: Dst, a: Src, ty: u32 }
    GenTern "gen.tern" Registers generic { op: TernOp, dst: Dst, a: Src, b: Src, c: Src, ty: u32 }
    /// The result has as many i1 lanes.
    GenCmp "gen.cmp" Registers generic { op: CmpOp, dst: Dst, a: Src, b: Src, ty: u32 }
    GenCast "gen.cast" Registers generic { op: CastOp, dst: Dst, a: Src, from: u32, to: u32 }
    /// Lane-wise select; `c` is a vector of i1.
    GenSelect "gen.select" Registers generic { dst: Dst, c: Src, a: Src, b: Src, ty: u32 }
    /// dst := { result, i1 overflow } with the flag (lanes) starting at bit `flag_bit`.
    Overflow "overflow" Registers generic { op: OverflowOp, dst: Dst, a: Src, b: Src, ty: u32, flag_bit: u32 }
    /// dst := { first results, second results } with the latter starting at bit `second_bit`.
    GenPair "gen.pair" Registers generic { op: PairOp, dst: Dst, a: Src, ty: u32, second_bit: u32, words: u32 }
    /// Float sums start from `start` and go in order.
    Reduce "reduce" Registers generic { op: ReduceOp, dst: Dst, start: Src, a: Src, ty: u32 }
    /// llvm.is.fpclass with the given test mask.
    IsFpClass "is.fpclass" Registers generic { dst: Dst, a: Src, ty: u32, mask: u32 }

    /// The value is about to be kept: that it has overflowed is an error now (--overflow).
    Settle "settle" Registers rare { a: Src, words: u32 }

    // ---- memory ----
    /// A new stack object of `size` bytes. A `dynamic` one makes the frame larger; room for the others
    /// is in `Function::stack_bytes`.
    Alloca "alloca" Own rare { dst: Dst, size: Src, align: u32, dynamic: bool }
    /// The object dies before its function returns (llvm.lifetime.end).
    LifetimeEnd "lifetime.end" Life rare { a: Src }
    /// A new lifetime (llvm.lifetime.start): the object that `a` points to ends, if it lives, and `dst`
    /// points to another one like it, which is undefined. The first lifetime is that of `a` itself.
    LifetimeStart "lifetime.start" Life rare { dst: Dst, a: Src }
    /// dst := a, or, if that points into the object of `old`, the same place in that of `new`.
    Renew "renew" Registers rare { dst: Dst, a: Src, old: Src, new: Src }
    StackSave "stack.save" Own rare { dst: Dst }
    StackRestore "stack.restore" Life rare { a: Src }
    /// Reads `bits` bits (at most 64), zero-extended.
    Load "load" Memory hot { dst: Dst, ptr: Src, bits: u8, access: Access }
    LoadN "load.n" Memory rare { dst: Dst, ptr: Src, bytes: u32, access: Access }
    Store "store" Memory hot { ptr: Src, a: Src, bits: u8, access: Access }
    /// Load and store at base + sext(index) * scale.
    LoadIndex "load.index" Memory hot { dst: Dst, base: Src, index: Src, scale: i32, index_bits: u8, bits: u8, access: Access }
    StoreIndex "store.index" Memory hot { base: Src, index: Src, a: Src, scale: i32, index_bits: u8, bits: u8, access: Access }
    StoreN "store.n" Memory rare { ptr: Src, a: Src, bytes: u32, access: Access }
    /// dst := old value; `ty` is the scalar's shape.
    AtomicRmw "atomicrmw" Memory rare { op: RmwOp, dst: Dst, ptr: Src, a: Src, ty: u32, access: Access }
    /// dst := { old value, i1 success } with the flag at bit `flag_bit`.
    CmpXchg "cmpxchg" Memory rare { dst: Dst, ptr: Src, expected: Src, new: Src, bytes: u8, flag_bit: u8, access: Access }
    Fence "fence" Registers rare { access: Access }
    /// dst := a + b bytes, within the object of a.
    PtrAdd "ptradd" Registers hot { dst: Dst, a: Src, b: Src }
    /// dst := a + sext(index) * scale bytes.
    PtrIndex "ptrindex" Registers hot { dst: Dst, a: Src, index: Src, bits: u8, scale: i32 }
    /// Copies `len` bytes; `overlap` allows overlapping (memmove).
    MemCopy "memcopy" Memory rare { to: Src, from: Src, len: Src, overlap: bool }
    MemSet "memset" Memory rare { to: Src, byte: Src, len: Src }
    /// The calling thread's copy of a thread-local (index into `Program::thread_locals`).
    ThreadLocal "threadlocal" Own rare { dst: Dst, index: u32 }
    /// Fills in an x86-64 va_list; `block` holds the function's variable arguments.
    VaStart "va.start" Memory rare { list: Src, block: Src }
    VaCopy "va.copy" Memory rare { to: Src, from: Src }

    // ---- control ----
    Jump "jump" Registers hot { to: Pc }
    Branch "branch" Registers hot { c: Src, then: Pc, other: Pc }
    /// Compare and branch.
    BranchEq "branch.eq" Registers hot { a: Src, b: Src, bits: u8, then: Pc, other: Pc }
    BranchUlt "branch.ult" Registers hot { a: Src, b: Src, bits: u8, then: Pc, other: Pc }
    BranchUle "branch.ule" Registers hot { a: Src, b: Src, bits: u8, then: Pc, other: Pc }
    BranchSlt "branch.slt" Registers hot { a: Src, b: Src, bits: u8, then: Pc, other: Pc }
    BranchSle "branch.sle" Registers hot { a: Src, b: Src, bits: u8, then: Pc, other: Pc }
    /// `Function::switches[table]`.
    Switch "switch" Registers hot { a: Src, table: u32 }
    /// A computed goto; the value is one of the block numbers that BlockAddress constants hold.
    IndirectJump "jump.indirect" Registers hot { a: Src, table: u32 }
    Call "call" Own hot { dst: MaybeDst, callee: u32, args: Args }
    /// `Program::signatures[signature]` is how the call passes its values, whatever the callee expects.
    CallIndirect "call.indirect" Own hot { dst: MaybeDst, callee: Src, signature: u32, args: Args }
    Return "return" Life hot { a: Src, words: u32 }
    ReturnVoid "return.void" Life hot { }
    /// Ends an invoke: goes on at `to`. If the call before it is left by unwinding, `dst` becomes
    /// { exception, selector } and the function goes on at `pad`; `Function::pads[clauses]` says
    /// what the landing pad wants to see.
    Landing "landing" Registers hot { dst: Dst, to: Pc, pad: Pc, clauses: u32 }
    /// setjmp: notes frame and place in the buffer and gives 0; a later longjmp gives its value.
    SetJump "setjump" Memory rare { dst: Dst, buffer: Src }
    /// Goes back to where the buffer was filled.
    LongJump "longjump" Life rare { buffer: Src, value: Src }
    Trap "trap" Trap rare { trap: Trap, dst: MaybeDst, args: Args }
    /// LLVM says this cannot be reached; reaching it is a violation.
    Unreachable "unreachable" Registers rare { }
    /// `llvm.trap` and friends: an abort of the program.
    Abort "abort" Registers rare { }
    /// `llvm.assume`: a false one is a violation.
    Assume "assume" Registers rare { c: Src }
    /// A mathematical function of the host, `Program::host_functions[function]`. `dst` is its first
    /// result. Behind its operands stand pointers to where its further results go, and one to the
    /// error number, which is written if there is an error.
    Math "math" Memory rare { dst: MaybeDst, function: u32, args: Args }
    /// Something we do not model; `Program::texts[text]` names it.
    Unsupported "unsupported" Registers rare { text: u32 }
}

const _: () = assert!(std::mem::size_of::<Op>() <= 24, "ops stay small");
