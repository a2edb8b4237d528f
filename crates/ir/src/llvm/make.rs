//! Makes constants, and changes modules by them.

use std::ffi::CStr;

use llvm_sys::core::*;
use llvm_sys::debuginfo::{LLVMInstructionGetDebugLoc, LLVMInstructionSetDebugLoc};
use llvm_sys::prelude::{LLVMTypeRef, LLVMValueRef};

use super::{Kind, Module, Type, Value, type_kind};

impl Type {
    pub(crate) fn function(returns: Type, parameters: &[Type]) -> Type {
        let mut parameters: Vec<LLVMTypeRef> = parameters.iter().map(|parameter| parameter.0).collect();
        let count = u32::try_from(parameters.len()).expect("the parameters of a function can be counted");
        Type(llvm!(LLVMFunctionType(returns.0, parameters.as_mut_ptr(), count, 0)))
    }

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
    /// Puts a call of a function before an instruction.
    pub(crate) fn call_before(self, function: Value, ty: Type, arguments: &[Value]) -> Value {
        let builder = llvm!(LLVMCreateBuilderInContext(LLVMGetTypeContext(ty.0)));
        llvm!(LLVMPositionBuilderBefore(builder, self.0));
        let mut arguments: Vec<LLVMValueRef> = arguments.iter().map(|argument| argument.0).collect();
        let count = u32::try_from(arguments.len()).expect("the arguments of a call can be counted");
        let (first, name) = (arguments.as_mut_ptr(), c"".as_ptr());
        let call = llvm!(LLVMBuildCall2(builder, ty.0, function.0, first, count, name));
        llvm!(LLVMInstructionSetDebugLoc(call, LLVMInstructionGetDebugLoc(self.0)));
        llvm!(LLVMDisposeBuilder(builder));
        Value(call)
    }

    /// An integer with so many bits, the new ones zero, for an instruction.
    pub(crate) fn widened_before(self, value: Value, bits: u32) -> Value {
        let context = llvm!(LLVMGetTypeContext(value.ty().0));
        let builder = llvm!(LLVMCreateBuilderInContext(context));
        llvm!(LLVMPositionBuilderBefore(builder, self.0));
        let wide = llvm!(LLVMBuildZExt(builder, value.0, LLVMIntTypeInContext(context, bits), c"".as_ptr()));
        llvm!(LLVMDisposeBuilder(builder));
        Value(wide)
    }

    /// Takes an instruction out that has no result.
    pub(crate) fn erase(self) {
        llvm!(LLVMInstructionEraseFromParent(self.0));
    }

    /// Puts a value in the place of an instruction's result.
    pub(crate) fn replace_with(self, value: Value) {
        llvm!(LLVMReplaceAllUsesWith(self.0, value.0));
        llvm!(LLVMInstructionEraseFromParent(self.0));
    }

    /// A call, as `call_before` makes one, of a function without parameters and without a result.
    pub(crate) fn trap_before(self, name: &CStr) {
        let module = self.block().function().module();
        let nothing = llvm!(LLVMVoidTypeInContext(LLVMGetModuleContext(module.0)));
        let ty = Type(llvm!(LLVMFunctionType(nothing, std::ptr::null_mut(), 0, 0)));
        let function = module.function(name).unwrap_or_else(|| module.declare(name, ty));
        self.call_before(function, ty, &[]);
    }

    /// Of a function or variable; LLVM adds a number where the name is taken.
    pub(crate) fn rename(self, name: &str) {
        llvm!(LLVMSetValueName2(self.0, name.as_ptr().cast(), name.len()));
    }

    /// Puts another in the place of a function or variable that is only declared, and is never spoken of again.
    pub(crate) fn give_way_to(self, other: Value) {
        llvm!(LLVMReplaceAllUsesWith(self.0, other.0));
        match self.kind() {
            Kind::Function => llvm!(LLVMDeleteFunction(self.0)),
            _ => llvm!(LLVMDeleteGlobal(self.0)),
        }
    }

    /// Of a variable, by a constant of its type.
    pub(crate) fn set_initializer(self, constant: Value) {
        llvm!(LLVMSetInitializer(self.0, constant.0));
    }
}

impl Module {
    /// The function, variable, alias or ifunc of this name.
    pub(crate) fn global(self, name: &str) -> Option<Value> {
        let named = |lookup: unsafe extern "C" fn(_, _, _) -> _| {
            Value::wrap(llvm!(lookup(self.0, name.as_ptr().cast(), name.len())))
        };
        named(LLVMGetNamedFunctionWithLength)
            .or_else(|| named(LLVMGetNamedGlobalWithLength))
            .or_else(|| named(LLVMGetNamedGlobalAlias))
            .or_else(|| named(LLVMGetNamedGlobalIFunc))
    }

    /// A function that is defined elsewhere.
    pub(crate) fn declare_named(self, name: &str, ty: Type) -> Value {
        let function = self.declare(c"", ty);
        function.rename(name);
        function
    }

    /// Forgets a module that nobody refers to.
    pub(crate) fn dispose(self) {
        llvm!(LLVMDisposeModule(self.0));
    }
}
