//! What an instruction computes, in the words of the instruction table.

use super::number::translate;
use super::{Value, raw};
use crate::op::{BinOp, CmpOp, RmwOp};

impl Value {
    /// Is inline assembly in Intel's syntax?
    pub(crate) fn is_intel_asm(self) -> bool {
        let dialect = super::llvm!(llvm_sys::core::LLVMGetInlineAsmDialect(self.0)) as i32;
        dialect == llvm_sys::LLVMInlineAsmDialect::LLVMInlineAsmDialectIntel as i32
    }

    /// What an instruction with two operands computes.
    pub(crate) fn binary_op(self) -> Option<BinOp> {
        Some(translate!(self.opcode(), LLVMOpcode {
            LLVMAdd => BinOp::Add,
            LLVMFAdd => BinOp::FAdd,
            LLVMSub => BinOp::Sub,
            LLVMFSub => BinOp::FSub,
            LLVMMul => BinOp::Mul,
            LLVMFMul => BinOp::FMul,
            LLVMUDiv => BinOp::UDiv,
            LLVMSDiv => BinOp::SDiv,
            LLVMFDiv => BinOp::FDiv,
            LLVMURem => BinOp::URem,
            LLVMSRem => BinOp::SRem,
            LLVMFRem => BinOp::FRem,
            LLVMShl => BinOp::Shl,
            LLVMLShr => BinOp::LShr,
            LLVMAShr => BinOp::AShr,
            LLVMAnd => BinOp::And,
            LLVMOr => BinOp::Or,
            LLVMXor => BinOp::Xor,
            _ => return None,
        }))
    }

    /// What an `atomicrmw` does.
    pub(crate) fn rmw_op(self) -> Option<RmwOp> {
        Some(translate!(llvm!(raw::rmw_op(self.0)), LLVMAtomicRMWBinOp {
            LLVMAtomicRMWBinOpXchg => RmwOp::Xchg,
            LLVMAtomicRMWBinOpAdd => RmwOp::Add,
            LLVMAtomicRMWBinOpSub => RmwOp::Sub,
            LLVMAtomicRMWBinOpAnd => RmwOp::And,
            LLVMAtomicRMWBinOpNand => RmwOp::Nand,
            LLVMAtomicRMWBinOpOr => RmwOp::Or,
            LLVMAtomicRMWBinOpXor => RmwOp::Xor,
            LLVMAtomicRMWBinOpMax => RmwOp::Max,
            LLVMAtomicRMWBinOpMin => RmwOp::Min,
            LLVMAtomicRMWBinOpUMax => RmwOp::UMax,
            LLVMAtomicRMWBinOpUMin => RmwOp::UMin,
            LLVMAtomicRMWBinOpFAdd => RmwOp::FAdd,
            LLVMAtomicRMWBinOpFSub => RmwOp::FSub,
            LLVMAtomicRMWBinOpFMax => RmwOp::FMax,
            LLVMAtomicRMWBinOpFMin => RmwOp::FMin,
            LLVMAtomicRMWBinOpUIncWrap => RmwOp::UIncWrap,
            LLVMAtomicRMWBinOpUDecWrap => RmwOp::UDecWrap,
            LLVMAtomicRMWBinOpUSubCond => RmwOp::USubCond,
            LLVMAtomicRMWBinOpUSubSat => RmwOp::USubSat,
            LLVMAtomicRMWBinOpFMaximum => RmwOp::FMaximum,
            LLVMAtomicRMWBinOpFMinimum => RmwOp::FMinimum,
            _ => return None,
        }))
    }

    /// How an `icmp` compares.
    pub(crate) fn integer_comparison(self) -> Option<CmpOp> {
        Some(translate!(llvm!(raw::icmp(self.0)), LLVMIntPredicate {
            LLVMIntEQ => CmpOp::Eq,
            LLVMIntNE => CmpOp::Ne,
            LLVMIntUGT => CmpOp::Ugt,
            LLVMIntUGE => CmpOp::Uge,
            LLVMIntULT => CmpOp::Ult,
            LLVMIntULE => CmpOp::Ule,
            LLVMIntSGT => CmpOp::Sgt,
            LLVMIntSGE => CmpOp::Sge,
            LLVMIntSLT => CmpOp::Slt,
            LLVMIntSLE => CmpOp::Sle,
            _ => return None,
        }))
    }

    /// How an `fcmp` compares.
    pub(crate) fn float_comparison(self) -> Option<CmpOp> {
        Some(translate!(llvm!(raw::fcmp(self.0)), LLVMRealPredicate {
            LLVMRealPredicateFalse => CmpOp::FFalse,
            LLVMRealOEQ => CmpOp::FOeq,
            LLVMRealOGT => CmpOp::FOgt,
            LLVMRealOGE => CmpOp::FOge,
            LLVMRealOLT => CmpOp::FOlt,
            LLVMRealOLE => CmpOp::FOle,
            LLVMRealONE => CmpOp::FOne,
            LLVMRealORD => CmpOp::FOrd,
            LLVMRealUNO => CmpOp::FUno,
            LLVMRealUEQ => CmpOp::FUeq,
            LLVMRealUGT => CmpOp::FUgt,
            LLVMRealUGE => CmpOp::FUge,
            LLVMRealULT => CmpOp::FUlt,
            LLVMRealULE => CmpOp::FUle,
            LLVMRealUNE => CmpOp::FUne,
            LLVMRealPredicateTrue => CmpOp::FTrue,
            _ => return None,
        }))
    }
}
