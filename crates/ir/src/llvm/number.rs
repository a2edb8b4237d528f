//! LLVM's enumerations as numbers, which the bindings give.
//!
//! They stay numbers because LLVM may return one newer than the bindings, and a Rust enum must not
//! hold what it does not list.

/// Constants with our names for variants of one of LLVM's enums.
macro_rules! numbers {
    ($llvm:ident { $($name:ident = $variant:ident,)* }) => {
        $(pub(crate) const $name: i32 = llvm_sys::$llvm::$variant as i32;)*
    };
}

/// What we make of a number that LLVM returned for one of its enums.
macro_rules! translate {
    ($number:expr, $llvm:ident { $($($variant:ident)|+ => $ours:expr,)* _ => $other:expr, }) => {
        match $number {
            $(number if $(number == llvm_sys::$llvm::$variant as i32)||+ => $ours,)*
            _ => $other,
        }
    };
}

pub(crate) use translate;

pub(crate) mod opcode {
    numbers! { LLVMOpcode {
        RET = LLVMRet,
        BR = LLVMBr,
        SWITCH = LLVMSwitch,
        INDIRECT_BR = LLVMIndirectBr,
        INVOKE = LLVMInvoke,
        UNREACHABLE = LLVMUnreachable,
        ADD = LLVMAdd,
        SUB = LLVMSub,
        UREM = LLVMURem,
        SREM = LLVMSRem,
        FREM = LLVMFRem,
        AND = LLVMAnd,
        XOR = LLVMXor,
        ALLOCA = LLVMAlloca,
        LOAD = LLVMLoad,
        STORE = LLVMStore,
        GEP = LLVMGetElementPtr,
        TRUNC = LLVMTrunc,
        ZEXT = LLVMZExt,
        SEXT = LLVMSExt,
        FP_TO_UI = LLVMFPToUI,
        FP_TO_SI = LLVMFPToSI,
        UI_TO_FP = LLVMUIToFP,
        SI_TO_FP = LLVMSIToFP,
        FP_TRUNC = LLVMFPTrunc,
        FP_EXT = LLVMFPExt,
        PTR_TO_INT = LLVMPtrToInt,
        INT_TO_PTR = LLVMIntToPtr,
        BIT_CAST = LLVMBitCast,
        ICMP = LLVMICmp,
        FCMP = LLVMFCmp,
        PHI = LLVMPHI,
        CALL = LLVMCall,
        SELECT = LLVMSelect,
        VA_ARG = LLVMVAArg,
        EXTRACT_ELEMENT = LLVMExtractElement,
        INSERT_ELEMENT = LLVMInsertElement,
        SHUFFLE_VECTOR = LLVMShuffleVector,
        EXTRACT_VALUE = LLVMExtractValue,
        INSERT_VALUE = LLVMInsertValue,
        FENCE = LLVMFence,
        CMPXCHG = LLVMAtomicCmpXchg,
        ATOMIC_RMW = LLVMAtomicRMW,
        RESUME = LLVMResume,
        LANDING_PAD = LLVMLandingPad,
        ADDR_SPACE_CAST = LLVMAddrSpaceCast,
        FNEG = LLVMFNeg,
        FREEZE = LLVMFreeze,
        PTR_TO_ADDR = LLVMPtrToAddr,
    } }

    /// The instruction's name in assembly, for messages.
    pub(crate) fn name(opcode: i32) -> &'static str {
        translate!(opcode, LLVMOpcode {
            LLVMResume => "resume",
            LLVMLandingPad => "landingpad",
            LLVMCleanupRet => "cleanupret",
            LLVMCatchRet => "catchret",
            LLVMCatchPad => "catchpad",
            LLVMCleanupPad => "cleanuppad",
            LLVMCatchSwitch => "catchswitch",
            LLVMCallBr => "callbr",
            LLVMVAArg => "va_arg",
            _ => "unknown",
        })
    }
}

pub(crate) mod type_kind {
    numbers! { LLVMTypeKind {
        VOID = LLVMVoidTypeKind,
        HALF = LLVMHalfTypeKind,
        FLOAT = LLVMFloatTypeKind,
        DOUBLE = LLVMDoubleTypeKind,
        X86_FP80 = LLVMX86_FP80TypeKind,
        FP128 = LLVMFP128TypeKind,
        INTEGER = LLVMIntegerTypeKind,
        FUNCTION = LLVMFunctionTypeKind,
        STRUCT = LLVMStructTypeKind,
        ARRAY = LLVMArrayTypeKind,
        POINTER = LLVMPointerTypeKind,
        VECTOR = LLVMVectorTypeKind,
        BFLOAT = LLVMBFloatTypeKind,
    } }
}

pub(crate) mod ordering {
    numbers! { LLVMAtomicOrdering {
        NOT_ATOMIC = LLVMAtomicOrderingNotAtomic,
        RELAXED = LLVMAtomicOrderingMonotonic,
        SEQ_CST = LLVMAtomicOrderingSequentiallyConsistent,
    } }
}
