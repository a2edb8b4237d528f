//! Makes constants, and changes modules by them.

use llvm_sys::core::*;

use super::{Module, Type, Value, type_kind};

impl Type {
    pub(crate) fn is_integer(self) -> bool {
        self.kind() == type_kind::INTEGER
    }

    pub(crate) fn is_pointer(self) -> bool {
        self.kind() == type_kind::POINTER
    }

    pub(crate) fn is_real(self) -> bool {
        matches!(self.kind(), type_kind::FLOAT | type_kind::DOUBLE | type_kind::X86_FP80)
    }

    pub(crate) fn is_void(self) -> bool {
        self.kind() == type_kind::VOID
    }

    /// Of an integer type.
    pub(crate) fn const_int(self, value: u64) -> Value {
        Value(llvm!(LLVMConstInt(self.0, value, 1)))
    }

    pub(crate) fn const_null(self) -> Value {
        Value(llvm!(LLVMConstNull(self.0)))
    }

    /// Of a floating-point type.
    pub(crate) fn const_real(self, value: f64) -> Value {
        Value(llvm!(LLVMConstReal(self.0, value)))
    }
}

impl Value {
    /// Of a variable, by a constant of its type.
    pub(crate) fn set_initializer(self, constant: Value) {
        llvm!(LLVMSetInitializer(self.0, constant.0));
    }
}

impl Module {
    /// Forgets a module that nobody refers to.
    pub(crate) fn dispose(self) {
        llvm!(LLVMDisposeModule(self.0));
    }
}
