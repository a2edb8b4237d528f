//! Thin, safe-looking wrappers of the LLVM-C interface.
//!
//! `inkwell` owns contexts, buffers and layouts; what is asked of modules, values and types is
//! asked through `llvm-sys`, and through a shim where LLVM-C lacks a function.
//!
//! Every handle below belongs to the one [`Context`] of a loader, which outlives all of them; no
//! handle leaves this crate. Functions of LLVM-C that take a particular kind of value are called
//! only after that kind was checked (by opcode or value kind): LLVM itself does not check.

use std::ffi::{CStr, c_char, c_int, c_void};
use std::mem::ManuallyDrop;

use inkwell::memory_buffer::MemoryBuffer;
use inkwell::targets::TargetData;
use llvm_sys::core::*;
use llvm_sys::prelude::*;
use llvm_sys::target::*;

/// Calls into LLVM.
macro_rules! llvm {
    ($call:expr) => {{
        // SAFETY: handles come from LLVM and live as long as the loader's context; the caller
        // has checked that the value is of the kind the function expects.
        unsafe { $call }
    }};
}

/// The version of the LLVM that we are linked with.
pub fn version() -> String {
    let (mut major, mut minor, mut patch) = (0, 0, 0);
    llvm!(LLVMGetVersion(&mut major, &mut minor, &mut patch));
    format!("{major}.{minor}.{patch}")
}

mod arithmetic;
mod attribute;
mod make;
mod number;
pub(crate) mod shim;

pub(crate) use llvm;
pub(crate) use number::{opcode, ordering, translate, type_kind};

mod raw {
    use super::*;

    unsafe extern "C" {
        #[link_name = "LLVMGetInstructionOpcode"]
        pub(super) fn opcode(value: LLVMValueRef) -> c_int;
        #[link_name = "LLVMGetConstOpcode"]
        pub(super) fn const_opcode(value: LLVMValueRef) -> c_int;
        #[link_name = "LLVMGetValueKind"]
        pub(super) fn value_kind(value: LLVMValueRef) -> c_int;
        #[link_name = "LLVMGetTypeKind"]
        pub(super) fn type_kind(ty: LLVMTypeRef) -> c_int;
        #[link_name = "LLVMGetLinkage"]
        pub(super) fn linkage(value: LLVMValueRef) -> c_int;
        #[link_name = "LLVMGetVolatile"]
        pub(super) fn volatile(value: LLVMValueRef) -> c_int;
        #[link_name = "LLVMGetOrdering"]
        pub(super) fn ordering(value: LLVMValueRef) -> c_int;
        #[link_name = "LLVMGetCmpXchgSuccessOrdering"]
        pub(super) fn success_ordering(value: LLVMValueRef) -> c_int;
        #[link_name = "LLVMGetCmpXchgFailureOrdering"]
        pub(super) fn failure_ordering(value: LLVMValueRef) -> c_int;
        #[link_name = "LLVMGetAtomicRMWBinOp"]
        pub(super) fn rmw_op(value: LLVMValueRef) -> c_int;
        #[link_name = "LLVMGetICmpPredicate"]
        pub(super) fn icmp(value: LLVMValueRef) -> c_int;
        #[link_name = "LLVMGetFCmpPredicate"]
        pub(super) fn fcmp(value: LLVMValueRef) -> c_int;
        #[link_name = "LLVMGetRawDataValues"]
        pub(super) fn raw_data(value: LLVMValueRef, len: *mut usize) -> *const c_char;
    }
}

/// Kinds of values that matter here.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Kind {
    Function,
    Alias,
    IFunc,
    Variable,
    BlockAddress,
    Expr,
    /// A constant array, struct or vector with explicit elements.
    Aggregate,
    Data,
    Undef,
    Zero,
    Int,
    Float,
    Null,
    Asm,
    Instruction,
    Other,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Linkage {
    Strong,
    Common,
    Weak,
    AvailableExternally,
    Appending,
    Local,
    ExternWeak,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Value(pub LLVMValueRef);

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Type(pub LLVMTypeRef);

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Block(pub LLVMBasicBlockRef);

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Module(pub LLVMModuleRef);

impl Value {
    fn wrap(raw: LLVMValueRef) -> Option<Value> {
        (!raw.is_null()).then_some(Value(raw))
    }

    pub(crate) fn kind(self) -> Kind {
        translate!(llvm!(raw::value_kind(self.0)), LLVMValueKind {
            LLVMFunctionValueKind => Kind::Function,
            LLVMGlobalAliasValueKind => Kind::Alias,
            LLVMGlobalIFuncValueKind => Kind::IFunc,
            LLVMGlobalVariableValueKind => Kind::Variable,
            LLVMBlockAddressValueKind => Kind::BlockAddress,
            LLVMConstantExprValueKind => Kind::Expr,
            LLVMConstantArrayValueKind | LLVMConstantStructValueKind | LLVMConstantVectorValueKind => Kind::Aggregate,
            LLVMUndefValueValueKind | LLVMPoisonValueKind => Kind::Undef,
            LLVMConstantAggregateZeroValueKind => Kind::Zero,
            LLVMConstantDataArrayValueKind | LLVMConstantDataVectorValueKind => Kind::Data,
            LLVMConstantIntValueKind => Kind::Int,
            LLVMConstantFPValueKind => Kind::Float,
            LLVMConstantPointerNullValueKind => Kind::Null,
            LLVMInlineAsmValueKind => Kind::Asm,
            LLVMInstructionValueKind => Kind::Instruction,
            _ => Kind::Other,
        })
    }

    pub(crate) fn ty(self) -> Type {
        Type(llvm!(LLVMTypeOf(self.0)))
    }

    pub(crate) fn is_constant(self) -> bool {
        llvm!(LLVMIsConstant(self.0)) != 0
    }

    pub(crate) fn name(self) -> String {
        let mut len = 0;
        let text = llvm!(LLVMGetValueName2(self.0, &mut len));
        bytes_to_string(text, len)
    }

    /// The section that a global value is put in, if it is put in one.
    pub(crate) fn section(self) -> Option<String> {
        let text = llvm!(LLVMGetSection(self.0));
        Some(c_string(text)).filter(|section| !section.is_empty())
    }

    /// The value as LLVM prints it, for messages.
    pub(crate) fn print(self) -> String {
        take_message(llvm!(LLVMPrintValueToString(self.0)))
    }

    pub(crate) fn operands(self) -> u32 {
        llvm!(LLVMGetNumOperands(self.0)).max(0) as u32
    }

    pub(crate) fn operand(self, index: u32) -> Value {
        Value(llvm!(LLVMGetOperand(self.0, index)))
    }

    // ---- constants ----

    /// The low 64 bits of an integer constant.
    pub(crate) fn int_low(self) -> u64 {
        llvm!(LLVMConstIntGetZExtValue(self.0))
    }

    pub(crate) fn int_signed(self) -> i64 {
        llvm!(LLVMConstIntGetSExtValue(self.0))
    }

    /// The integer if this is a constant integer of at most 64 bits.
    pub(crate) fn as_int(self) -> Option<u64> {
        (self.kind() == Kind::Int && self.ty().int_bits() <= 64).then(|| self.int_low())
    }

    /// The words of an integer or float constant of `bits` bits, lowest first.
    pub(crate) fn constant_words(self, bits: u32) -> Option<Vec<u64>> {
        let mut words = vec![0; bits.div_ceil(64) as usize];
        llvm!(shim::constant_words(self.0, bits, words.as_mut_ptr())).then_some(words)
    }

    pub(crate) fn const_opcode(self) -> i32 {
        llvm!(raw::const_opcode(self.0))
    }

    /// Element of a constant aggregate or vector.
    pub(crate) fn element(self, index: u32) -> Option<Value> {
        Value::wrap(llvm!(LLVMGetAggregateElement(self.0, index)))
    }

    /// The bytes of an array or vector of plain data.
    pub(crate) fn raw_data(self) -> &'static [u8] {
        let mut len = 0;
        let data = llvm!(raw::raw_data(self.0, &mut len));
        if data.is_null() {
            return &[];
        }
        // SAFETY: LLVM keeps the bytes of a ConstantDataSequential as long as its context, and
        // no caller in this crate keeps them beyond copying.
        unsafe { std::slice::from_raw_parts(data.cast(), len) }
    }

    pub(crate) fn block_address_block(self) -> Block {
        Block(llvm!(LLVMGetBlockAddressBasicBlock(self.0)))
    }

    // ---- globals ----

    pub(crate) fn module(self) -> Module {
        Module(llvm!(LLVMGetGlobalParent(self.0)))
    }

    pub(crate) fn is_declaration(self) -> bool {
        llvm!(LLVMIsDeclaration(self.0)) != 0
    }

    pub(crate) fn linkage(self) -> Linkage {
        translate!(llvm!(raw::linkage(self.0)), LLVMLinkage {
            LLVMAvailableExternallyLinkage => Linkage::AvailableExternally,
            LLVMLinkOnceAnyLinkage | LLVMLinkOnceODRLinkage | LLVMLinkOnceODRAutoHideLinkage => Linkage::Weak,
            LLVMWeakAnyLinkage | LLVMWeakODRLinkage => Linkage::Weak,
            LLVMAppendingLinkage => Linkage::Appending,
            LLVMInternalLinkage | LLVMPrivateLinkage => Linkage::Local,
            LLVMLinkerPrivateLinkage | LLVMLinkerPrivateWeakLinkage => Linkage::Local,
            LLVMExternalWeakLinkage => Linkage::ExternWeak,
            LLVMCommonLinkage => Linkage::Common,
            _ => Linkage::Strong,
        })
    }

    pub(crate) fn value_type(self) -> Type {
        Type(llvm!(LLVMGlobalGetValueType(self.0)))
    }

    pub(crate) fn initializer(self) -> Option<Value> {
        Value::wrap(llvm!(LLVMGetInitializer(self.0)))
    }

    pub(crate) fn is_thread_local(self) -> bool {
        llvm!(LLVMIsThreadLocal(self.0)) != 0
    }

    pub(crate) fn is_global_constant(self) -> bool {
        llvm!(LLVMIsGlobalConstant(self.0)) != 0
    }

    /// Of a global, alloca, load or store; 0 if none is given.
    pub(crate) fn alignment(self) -> u32 {
        llvm!(LLVMGetAlignment(self.0))
    }

    /// Of an ifunc: the function that says which function it is.
    pub(crate) fn resolver(self) -> Value {
        Value(llvm!(LLVMGetGlobalIFuncResolver(self.0)))
    }

    pub(crate) fn aliasee(self) -> Value {
        Value(llvm!(LLVMAliasGetAliasee(self.0)))
    }

    // ---- functions ----

    pub(crate) fn intrinsic_id(self) -> u32 {
        llvm!(LLVMGetIntrinsicID(self.0))
    }

    /// The intrinsic's name without its types: `llvm.umul.with.overflow`.
    pub(crate) fn intrinsic_name(self) -> String {
        let mut len = 0;
        let text = llvm!(LLVMIntrinsicGetName(self.intrinsic_id(), &mut len));
        bytes_to_string(text, len)
    }

    /// Reads the body of a function, if its module was parsed lazily and it was not read before.
    pub(crate) fn read_body(self) {
        llvm!(shim::read_body(self.0));
    }

    pub(crate) fn params(self) -> Vec<Value> {
        let count = llvm!(LLVMCountParams(self.0));
        (0..count).map(|i| Value(llvm!(LLVMGetParam(self.0, i)))).collect()
    }

    pub(crate) fn blocks(self) -> Vec<Block> {
        let first = llvm!(LLVMGetFirstBasicBlock(self.0));
        chain(first, |b| llvm!(LLVMGetNextBasicBlock(b))).map(Block).collect()
    }

    // ---- instructions ----

    pub(crate) fn opcode(self) -> i32 {
        llvm!(raw::opcode(self.0))
    }

    pub(crate) fn block(self) -> Block {
        Block(llvm!(LLVMGetInstructionParent(self.0)))
    }

    /// Of a load or store.
    pub(crate) fn is_volatile(self) -> bool {
        llvm!(raw::volatile(self.0)) != 0
    }

    pub(crate) fn is_atomic(self) -> bool {
        self.ordering() != ordering::NOT_ATOMIC
    }

    pub(crate) fn ordering(self) -> i32 {
        llvm!(raw::ordering(self.0))
    }

    pub(crate) fn cmpxchg_orderings(self) -> (i32, i32) {
        (llvm!(raw::success_ordering(self.0)), llvm!(raw::failure_ordering(self.0)))
    }

    /// May a compare-exchange fail though what is there is what it expects?
    pub(crate) fn is_weak_exchange(self) -> bool {
        llvm!(LLVMGetWeak(self.0)) != 0
    }

    pub(crate) fn nsw(self) -> bool {
        llvm!(LLVMGetNSW(self.0)) != 0
    }

    pub(crate) fn nuw(self) -> bool {
        llvm!(LLVMGetNUW(self.0)) != 0
    }

    pub(crate) fn exact(self) -> bool {
        llvm!(LLVMGetExact(self.0)) != 0
    }

    /// May the operands of this float operation be put in another order?
    pub(crate) fn reorders(self) -> bool {
        llvm!(LLVMCanValueUseFastMathFlags(self.0)) != 0
            && llvm!(LLVMGetFastMathFlags(self.0)) & llvm_sys::LLVMFastMathAllowReassoc != 0
    }

    pub(crate) fn allocated_type(self) -> Type {
        Type(llvm!(LLVMGetAllocatedType(self.0)))
    }

    /// Of an instruction or a constant expression.
    pub(crate) fn gep_source_type(self) -> Type {
        Type(llvm!(LLVMGetGEPSourceElementType(self.0)))
    }

    /// Of insertvalue and extractvalue.
    pub(crate) fn indices(self) -> Vec<u32> {
        let count = llvm!(LLVMGetNumIndices(self.0)) as usize;
        let indices = llvm!(LLVMGetIndices(self.0));
        if count == 0 || indices.is_null() {
            return Vec::new();
        }
        // SAFETY: LLVM returns a pointer to `count` numbers owned by the instruction.
        unsafe { std::slice::from_raw_parts(indices, count) }.to_vec()
    }

    /// Of a shufflevector; `None` stands for poison.
    pub(crate) fn shuffle_mask(self) -> Vec<Option<u32>> {
        let count = llvm!(LLVMGetNumMaskElements(self.0));
        (0..count).map(|i| u32::try_from(llvm!(LLVMGetMaskValue(self.0, i))).ok()).collect()
    }

    pub(crate) fn incoming(self) -> Vec<(Value, Block)> {
        let count = llvm!(LLVMCountIncoming(self.0));
        (0..count)
            .map(|i| (Value(llvm!(LLVMGetIncomingValue(self.0, i))), Block(llvm!(LLVMGetIncomingBlock(self.0, i)))))
            .collect()
    }

    pub(crate) fn successors(self) -> Vec<Block> {
        let count = llvm!(LLVMGetNumSuccessors(self.0));
        (0..count).map(|i| Block(llvm!(LLVMGetSuccessor(self.0, i)))).collect()
    }

    pub(crate) fn is_conditional(self) -> bool {
        llvm!(LLVMIsConditional(self.0)) != 0
    }

    pub(crate) fn condition(self) -> Value {
        Value(llvm!(LLVMGetCondition(self.0)))
    }

    /// Value of the case whose destination is successor `successor` (from 1 on).
    pub(crate) fn case_value(self, successor: u32) -> Value {
        Value(llvm!(LLVMGetSwitchCaseValue(self.0, successor)))
    }

    pub(crate) fn normal_dest(self) -> Block {
        Block(llvm!(LLVMGetNormalDest(self.0)))
    }

    pub(crate) fn unwind_dest(self) -> Block {
        Block(llvm!(LLVMGetUnwindDest(self.0)))
    }

    pub(crate) fn is_cleanup(self) -> bool {
        llvm!(LLVMIsCleanup(self.0)) != 0
    }

    pub(crate) fn clauses(self) -> u32 {
        llvm!(LLVMGetNumClauses(self.0))
    }

    pub(crate) fn clause(self, index: u32) -> Value {
        Value(llvm!(LLVMGetClause(self.0, index)))
    }

    /// The instruction before this one in its block.
    pub(crate) fn before(self) -> Option<Value> {
        let before = llvm!(LLVMGetPreviousInstruction(self.0));
        (!before.is_null()).then_some(Value(before))
    }

    // ---- calls ----

    pub(crate) fn called(self) -> Value {
        Value(llvm!(LLVMGetCalledValue(self.0)))
    }

    pub(crate) fn called_type(self) -> Type {
        Type(llvm!(LLVMGetCalledFunctionType(self.0)))
    }

    pub(crate) fn call_args(self) -> Vec<Value> {
        let count = llvm!(LLVMGetNumArgOperands(self.0));
        (0..count).map(|i| Value(llvm!(LLVMGetArgOperand(self.0, i)))).collect()
    }

    /// Of an inline assembly value: its text and its constraints.
    pub(crate) fn asm_text(self) -> (String, String) {
        let mut len = 0;
        let text = llvm!(LLVMGetInlineAsmAsmString(self.0, &mut len));
        let text = bytes_to_string(text, len);
        let constraints = llvm!(LLVMGetInlineAsmConstraintString(self.0, &mut len));
        (text, bytes_to_string(constraints, len))
    }

    /// The source file that an instruction is from.
    pub(crate) fn file(self) -> Option<String> {
        let mut len = 0;
        let text = llvm!(shim::file(self.0, &mut len));
        (!text.is_null()).then(|| bytes_to_string(text, len))
    }

    /// The text of a metadata string that is passed as an argument.
    pub(crate) fn metadata_text(self) -> Option<String> {
        let mut len = 0;
        let text = llvm!(LLVMGetMDString(self.0, &mut len));
        (!text.is_null()).then(|| bytes_to_string(text, len as usize))
    }

    // ---- changes ----

    /// Puts a number in the place of an operand that is an integer.
    pub(crate) fn set_operand(self, index: u32, number: u64) {
        let number = llvm!(LLVMConstInt(LLVMTypeOf(self.operand(index).0), number, 0));
        llvm!(LLVMSetOperand(self.0, index, number));
    }

    /// Puts a number in the place of an instruction whose result is an integer.
    pub(crate) fn replace_by(self, number: u64) {
        llvm!(LLVMReplaceAllUsesWith(self.0, LLVMConstInt(LLVMTypeOf(self.0), number, 0)));
        llvm!(LLVMInstructionEraseFromParent(self.0));
    }

    /// Takes an instruction away; whoever has its result gets zeros.
    pub(crate) fn replace_by_zero(self) {
        llvm!(LLVMReplaceAllUsesWith(self.0, LLVMConstNull(LLVMTypeOf(self.0))));
        llvm!(LLVMInstructionEraseFromParent(self.0));
    }

    /// Makes a call one of another function of the same type.
    pub(crate) fn call_instead(self, function: Value) {
        let last = self.operands().saturating_sub(1);
        llvm!(LLVMSetOperand(self.0, last, function.0));
    }

    /// What instruction it is, if it is one.
    pub(crate) fn opcode_if_instruction(self) -> Option<i32> {
        (self.kind() == Kind::Instruction).then(|| self.opcode())
    }

    // ---- uses ----

    pub(crate) fn has_uses(self) -> bool {
        !llvm!(LLVMGetFirstUse(self.0)).is_null()
    }

    pub(crate) fn users(self) -> impl Iterator<Item = Value> {
        let first = llvm!(LLVMGetFirstUse(self.0));
        chain(first, |u| llvm!(LLVMGetNextUse(u))).map(|u| Value(llvm!(LLVMGetUser(u))))
    }
}

impl Type {
    pub(crate) fn kind(self) -> i32 {
        llvm!(raw::type_kind(self.0))
    }

    pub(crate) fn int_bits(self) -> u32 {
        llvm!(LLVMGetIntTypeWidth(self.0))
    }

    pub(crate) fn is_sized(self) -> bool {
        llvm!(LLVMTypeIsSized(self.0)) != 0
    }

    /// Of an array or vector.
    pub(crate) fn element(self) -> Type {
        Type(llvm!(LLVMGetElementType(self.0)))
    }

    pub(crate) fn array_length(self) -> u64 {
        llvm!(LLVMGetArrayLength2(self.0))
    }

    pub(crate) fn vector_length(self) -> u32 {
        llvm!(LLVMGetVectorSize(self.0))
    }

    pub(crate) fn address_space(self) -> u32 {
        llvm!(LLVMGetPointerAddressSpace(self.0))
    }

    pub(crate) fn struct_fields(self) -> u32 {
        llvm!(LLVMCountStructElementTypes(self.0))
    }

    pub(crate) fn struct_field(self, index: u32) -> Type {
        Type(llvm!(LLVMStructGetTypeAtIndex(self.0, index)))
    }

    pub(crate) fn is_packed(self) -> bool {
        llvm!(LLVMIsPackedStruct(self.0)) != 0
    }

    pub(crate) fn returns(self) -> Type {
        Type(llvm!(LLVMGetReturnType(self.0)))
    }

    pub(crate) fn is_variadic(self) -> bool {
        llvm!(LLVMIsFunctionVarArg(self.0)) != 0
    }

    pub(crate) fn param_types(self) -> Vec<Type> {
        let count = llvm!(LLVMCountParamTypes(self.0)) as usize;
        let mut types = vec![std::ptr::null_mut(); count];
        llvm!(LLVMGetParamTypes(self.0, types.as_mut_ptr()));
        types.into_iter().map(Type).collect()
    }

    pub(crate) fn print(self) -> String {
        take_message(llvm!(LLVMPrintTypeToString(self.0)))
    }
}

impl Block {
    pub(crate) fn instructions(self) -> impl Iterator<Item = Value> {
        let first = llvm!(LLVMGetFirstInstruction(self.0));
        chain(first, |i| llvm!(LLVMGetNextInstruction(i))).map(Value)
    }

    pub(crate) fn function(self) -> Value {
        Value(llvm!(LLVMGetBasicBlockParent(self.0)))
    }

    pub(crate) fn terminator(self) -> Option<Value> {
        Value::wrap(llvm!(LLVMGetBasicBlockTerminator(self.0)))
    }
}

impl Module {
    pub(crate) fn functions(self) -> impl Iterator<Item = Value> {
        let first = llvm!(LLVMGetFirstFunction(self.0));
        chain(first, |f| llvm!(LLVMGetNextFunction(f))).map(Value)
    }

    pub(crate) fn variables(self) -> impl Iterator<Item = Value> {
        let first = llvm!(LLVMGetFirstGlobal(self.0));
        chain(first, |g| llvm!(LLVMGetNextGlobal(g))).map(Value)
    }

    pub(crate) fn aliases(self) -> impl Iterator<Item = Value> {
        let first = llvm!(LLVMGetFirstGlobalAlias(self.0));
        chain(first, |g| llvm!(LLVMGetNextGlobalAlias(g))).map(Value)
    }

    pub(crate) fn ifuncs(self) -> impl Iterator<Item = Value> {
        let first = llvm!(LLVMGetFirstGlobalIFunc(self.0));
        chain(first, |i| llvm!(LLVMGetNextGlobalIFunc(i))).map(Value)
    }

    pub(crate) fn variable(self, name: &CStr) -> Option<Value> {
        Value::wrap(llvm!(LLVMGetNamedGlobal(self.0, name.as_ptr())))
    }

    pub(crate) fn function(self, name: &CStr) -> Option<Value> {
        Value::wrap(llvm!(LLVMGetNamedFunction(self.0, name.as_ptr())))
    }

    /// A function that is defined elsewhere.
    pub(crate) fn declare(self, name: &CStr, ty: Type) -> Value {
        Value(llvm!(LLVMAddFunction(self.0, name.as_ptr(), ty.0)))
    }

    pub(crate) fn triple(self) -> String {
        c_string(llvm!(LLVMGetTarget(self.0)))
    }

    /// The assembly that stands outside of all functions.
    pub(crate) fn assembly(self) -> String {
        let mut len = 0;
        let text = llvm!(LLVMGetModuleInlineAsm(self.0, &mut len));
        if text.is_null() || len == 0 {
            return String::new();
        }
        c_string(text)
    }

    pub(crate) fn data_layout(self) -> String {
        c_string(llvm!(LLVMGetDataLayoutStr(self.0)))
    }

    pub(crate) fn set_data_layout(self, layout: &CStr) {
        llvm!(LLVMSetDataLayout(self.0, layout.as_ptr()));
    }

    /// The first line of LLVM's complaint if the module is malformed. If it is not, debug information that makes no
    /// sense is taken out of it.
    pub(crate) fn verify(self) -> Result<(), String> {
        shim::complaint(self.0).map_or(Ok(()), Err)
    }
}

/// Sizes and offsets on the one target there is.
pub(crate) struct Layout(TargetData);

impl Layout {
    pub(crate) fn new(description: &CStr) -> Layout {
        Layout(TargetData::create(&description.to_string_lossy()))
    }

    /// How many bytes a store of the type writes.
    pub(crate) fn store_bytes(&self, ty: Type) -> u64 {
        llvm!(LLVMStoreSizeOfType(self.0.as_mut_ptr(), ty.0))
    }

    /// The distance of array elements of the type.
    pub(crate) fn alloc_bytes(&self, ty: Type) -> u64 {
        llvm!(LLVMABISizeOfType(self.0.as_mut_ptr(), ty.0))
    }

    pub(crate) fn align(&self, ty: Type) -> u32 {
        llvm!(LLVMABIAlignmentOfType(self.0.as_mut_ptr(), ty.0))
    }

    pub(crate) fn field_offset(&self, ty: Type, field: u32) -> u64 {
        llvm!(LLVMOffsetOfElement(self.0.as_mut_ptr(), ty.0, field))
    }
}

/// An LLVM context, which owns its modules, with what LLVM complained about.
pub(crate) struct Context {
    context: inkwell::context::Context,
    /// After the context, which may complain until it is gone.
    messages: Box<Messages>,
}

/// On the heap of their own, because LLVM keeps their address.
#[derive(Default)]
struct Messages(Vec<String>);

extern "C" fn note_diagnostic(info: LLVMDiagnosticInfoRef, context: *mut c_void) {
    let text = take_message(llvm!(LLVMGetDiagInfoDescription(info)));
    // SAFETY: `context` is the address of the messages of a Context that is alive, since LLVM
    // reports only from within calls made through it; nobody else borrows them meanwhile.
    unsafe { (*context.cast::<Messages>()).0.push(text) };
}

impl Context {
    pub(crate) fn new() -> Context {
        let context = inkwell::context::Context::create();
        let mut messages = Box::<Messages>::default();
        let address: *mut Messages = &mut *messages;
        llvm!(LLVMContextSetDiagnosticHandler(context.raw(), Some(note_diagnostic), address.cast()));
        Context { context, messages }
    }

    /// Parses bitcode completely.
    pub(crate) fn parse_bitcode(&mut self, bytes: &[u8]) -> Result<Module, String> {
        let buffer = MemoryBuffer::create_from_memory_range_copy(bytes, "input");
        let (context, text) = (self.context.raw(), buffer.as_mut_ptr());
        let mut module = std::ptr::null_mut();
        let failed = llvm!(llvm_sys::bit_reader::LLVMParseBitcodeInContext2(context, text, &mut module));
        self.parsed(failed, module, String::new())
    }

    /// Parses assembly text.
    pub(crate) fn parse_text(&mut self, bytes: &[u8]) -> Result<Module, String> {
        let buffer = MemoryBuffer::create_from_memory_range_copy(bytes, "input");
        let (context, text) = (self.context.raw(), buffer.as_mut_ptr());
        let (mut module, mut message) = (std::ptr::null_mut(), std::ptr::null_mut());
        let failed = llvm!(llvm_sys::ir_reader::LLVMParseIRInContext2(context, text, &mut module, &mut message));
        self.parsed(failed, module, take_message(message))
    }

    /// Reads bitcode that stays in memory; bodies are read by [`Value::read_body`].
    pub(crate) fn parse_lazily(&mut self, bytes: &'static [u8]) -> Result<Module, String> {
        self.read_lazily(MemoryBuffer::create_from_memory_range(bytes, "library"))
    }

    /// The same for bytes that need not stay.
    pub(crate) fn parse_lazily_copied(&mut self, bytes: &[u8]) -> Result<Module, String> {
        self.read_lazily(MemoryBuffer::create_from_memory_range_copy(bytes, "library"))
    }

    fn read_lazily(&mut self, buffer: MemoryBuffer) -> Result<Module, String> {
        // LLVM takes the buffer over.
        let buffer = ManuallyDrop::new(buffer);
        let (context, text) = (self.context.raw(), buffer.as_mut_ptr());
        let mut module = std::ptr::null_mut();
        let failed = llvm!(llvm_sys::bit_reader::LLVMGetBitcodeModuleInContext2(context, text, &mut module));
        self.parsed(failed, module, String::new())
    }

    fn parsed(&mut self, failed: LLVMBool, module: LLVMModuleRef, message: String) -> Result<Module, String> {
        let mut messages = std::mem::take(&mut self.messages.0);
        if failed == 0 && !module.is_null() {
            return Ok(Module(module));
        }
        if !message.is_empty() {
            messages.push(message);
        }
        Err(messages.join("; "))
    }

    pub(crate) fn attribute_kind(&self, name: &str) -> u32 {
        llvm!(LLVMGetEnumAttributeKindForName(name.as_ptr().cast(), name.len()))
    }
}

/// The elements of one of LLVM's lists.
fn chain<T>(first: *mut T, next: impl Fn(*mut T) -> *mut T) -> impl Iterator<Item = *mut T> {
    let some = |element: *mut T| (!element.is_null()).then_some(element);
    std::iter::successors(some(first), move |element| some(next(*element)))
}

/// Takes over a message that LLVM allocated.
fn take_message(message: *mut c_char) -> String {
    let text = c_string(message);
    if !message.is_null() {
        llvm!(LLVMDisposeMessage(message));
    }
    text
}

fn c_string(text: *const c_char) -> String {
    if text.is_null() {
        return String::new();
    }
    // SAFETY: LLVM returns a string that ends in 0 and lives at least until its owner changes.
    unsafe { CStr::from_ptr(text) }.to_string_lossy().into_owned()
}

pub(crate) fn bytes_to_string(text: *const c_char, len: usize) -> String {
    if text.is_null() {
        return String::new();
    }
    // SAFETY: LLVM returns a pointer to `len` bytes that live as long as the value.
    let bytes: &[u8] = unsafe { std::slice::from_raw_parts(text.cast(), len) };
    String::from_utf8_lossy(bytes).into_owned()
}
