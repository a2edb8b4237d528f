//! Numbers and names of LLVM's instructions.

macro_rules! opcodes {
    ($($name:ident = $number:literal,)*) => {
        $(#[allow(dead_code)] // The table is complete; ranges cover some of its entries.
        pub const $name: i32 = $number;)*
    };
}
opcodes! {
    RET = 1, BR = 2, SWITCH = 3, INDIRECT_BR = 4, INVOKE = 5, UNREACHABLE = 7, ADD = 8,
    FADD = 9, SUB = 10, FSUB = 11, MUL = 12, FMUL = 13, UDIV = 14, SDIV = 15, FDIV = 16,
    UREM = 17, SREM = 18, FREM = 19, SHL = 20, LSHR = 21, ASHR = 22, AND = 23, OR = 24,
    XOR = 25, ALLOCA = 26, LOAD = 27, STORE = 28, GEP = 29, TRUNC = 30, ZEXT = 31, SEXT = 32,
    FP_TO_UI = 33, FP_TO_SI = 34, UI_TO_FP = 35, SI_TO_FP = 36, FP_TRUNC = 37, FP_EXT = 38,
    PTR_TO_INT = 39, INT_TO_PTR = 40, BIT_CAST = 41, ICMP = 42, FCMP = 43, PHI = 44,
    CALL = 45, SELECT = 46, VA_ARG = 49, EXTRACT_ELEMENT = 50, INSERT_ELEMENT = 51,
    SHUFFLE_VECTOR = 52, EXTRACT_VALUE = 53, INSERT_VALUE = 54, FENCE = 55, CMPXCHG = 56,
    ATOMIC_RMW = 57, RESUME = 58, LANDING_PAD = 59, ADDR_SPACE_CAST = 60, CLEANUP_RET = 61,
    CATCH_RET = 62, CATCH_PAD = 63, CLEANUP_PAD = 64, CATCH_SWITCH = 65, FNEG = 66,
    CALL_BR = 67, FREEZE = 68, PTR_TO_ADDR = 69,
}

/// The instruction's name in assembly, for messages.
pub fn name(opcode: i32) -> &'static str {
    match opcode {
        RESUME => "resume",
        LANDING_PAD => "landingpad",
        CLEANUP_RET => "cleanupret",
        CATCH_RET => "catchret",
        CATCH_PAD => "catchpad",
        CLEANUP_PAD => "cleanuppad",
        CATCH_SWITCH => "catchswitch",
        CALL_BR => "callbr",
        VA_ARG => "va_arg",
        _ => "unknown",
    }
}
