//! Metadata nodes behind a safe face: kinds are checked before anything is taken out of a node,
//! so that odd metadata gives `None` instead of a crash.

use std::ffi::{CStr, c_char, c_uint};

use llvm_sys::LLVMValue;
use llvm_sys::core::*;
use llvm_sys::debuginfo::*;
use llvm_sys::prelude::*;

pub(super) use llvm_sys::debuginfo::LLVMMetadataKind as Kind;

/// A non-null metadata node of the module that is being read.
///
/// The nodes belong to the LLVM context; whoever holds a [`super::DebugReader`] keeps it alive.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Node {
    md: LLVMMetadataRef,
    context: LLVMContextRef,
}

/// What a debug record says, before interpretation.
pub(super) struct RawRecord {
    pub declare: bool,
    assign: bool,
    pub variable: Node,
    pub expression: Option<Node>,
    pub inlined_at: Option<Node>,
    /// If the record tells of a store that stands right before it: the address.
    pub stored_to: Option<LLVMValueRef>,
    record: LLVMDbgRecordRef,
}

impl Node {
    fn new(context: LLVMContextRef, md: LLVMMetadataRef) -> Option<Node> {
        (!md.is_null()).then_some(Node { md, context })
    }

    pub fn kind(self) -> Kind {
        // SAFETY: `md` is a live metadata; llvm-sys and LLVM 22 list the same kinds.
        unsafe { LLVMGetMetadataKind(self.md) }
    }

    pub fn is(self, kind: Kind) -> bool {
        self.kind() as c_uint == kind as c_uint
    }

    /// Whether it has operands, that is, is an `MDNode`.
    fn is_node(self) -> bool {
        !matches!(
            self.kind(),
            Kind::LLVMMDStringMetadataKind
                | Kind::LLVMConstantAsMetadataMetadataKind
                | Kind::LLVMLocalAsMetadataMetadataKind
                | Kind::LLVMDistinctMDOperandPlaceholderMetadataKind
                | Kind::LLVMDIArgListMetadataKind
        )
    }

    pub fn is_type(self) -> bool {
        matches!(
            self.kind(),
            Kind::LLVMDIBasicTypeMetadataKind
                | Kind::LLVMDIDerivedTypeMetadataKind
                | Kind::LLVMDICompositeTypeMetadataKind
                | Kind::LLVMDISubroutineTypeMetadataKind
                | Kind::LLVMDIStringTypeMetadataKind
                | Kind::LLVMDISubrangeTypeMetadataKind
                | Kind::LLVMDIFixedPointTypeMetadataKind
        )
    }

    fn as_value(self) -> LLVMValueRef {
        // SAFETY: context and metadata are live and belong together.
        unsafe { LLVMMetadataAsValue(self.context, self.md) }
    }

    fn raw_operands(self) -> Vec<LLVMValueRef> {
        if !self.is_node() {
            return Vec::new();
        }
        let value = self.as_value();
        // SAFETY: the value wraps an MDNode; the buffer has room for as many operands as it has.
        unsafe {
            let count = LLVMGetMDNodeNumOperands(value) as usize;
            let mut operands = vec![std::ptr::null_mut::<LLVMValue>(); count];
            LLVMGetMDNodeOperands(value, operands.as_mut_ptr());
            operands
        }
    }

    fn wrap_operand(self, value: LLVMValueRef) -> Option<Node> {
        if value.is_null() {
            return None;
        }
        // SAFETY: an operand is either wrapped metadata or a constant; both have a metadata form.
        Node::new(self.context, unsafe { LLVMValueAsMetadata(value) })
    }

    pub fn operands(self) -> Vec<Option<Node>> {
        let operands = self.raw_operands();
        operands.into_iter().map(|v| self.wrap_operand(v)).collect()
    }

    pub fn operand(self, index: usize) -> Option<Node> {
        let operand = self.raw_operands().get(index).copied()?;
        self.wrap_operand(operand)
    }

    /// The integer constant that operand `index` is.
    pub fn integer_operand(self, index: usize) -> Option<i64> {
        let value = self.raw_operands().get(index).copied()?;
        if value.is_null() {
            return None;
        }
        // SAFETY: the operand is a live value, and is a constant integer of at most 64 bits when
        // its value is taken.
        unsafe {
            if LLVMIsAConstantInt(value).is_null() {
                return None;
            }
            let fits = LLVMGetIntTypeWidth(LLVMTypeOf(value)) <= 64;
            fits.then(|| LLVMConstIntGetSExtValue(value))
        }
    }

    /// The text of an `MDString`.
    pub fn string(self) -> Option<String> {
        if !self.is(Kind::LLVMMDStringMetadataKind) {
            return None;
        }
        let mut len: c_uint = 0;
        // SAFETY: the value wraps an MDString; LLVM gives its bytes and their number.
        unsafe {
            let bytes = LLVMGetMDString(self.as_value(), &mut len);
            Some(text(bytes, len as usize))
        }
    }

    pub fn string_operand(self, index: usize) -> Option<String> {
        self.operand(index)?.string().filter(|s| !s.is_empty())
    }

    /// The node as LLVM prints it.
    pub fn printed(self) -> String {
        // SAFETY: LLVM returns a zero-terminated string that is ours to dispose of.
        unsafe {
            let printed = LLVMPrintValueToString(self.as_value());
            if printed.is_null() {
                return String::new();
            }
            let result = CStr::from_ptr(printed).to_string_lossy().into_owned();
            LLVMDisposeMessage(printed);
            result
        }
    }

    /// Size and offset in bits of a type.
    pub fn type_bits(self) -> (u64, u64) {
        if !self.is_type() {
            return (0, 0);
        }
        // SAFETY: the node is a DIType.
        unsafe { (LLVMDITypeGetSizeInBits(self.md), LLVMDITypeGetOffsetInBits(self.md)) }
    }

    /// Line and column of a `DILocation`.
    pub fn line_and_column(self) -> Option<(u32, u32)> {
        if !self.is(Kind::LLVMDILocationMetadataKind) {
            return None;
        }
        // SAFETY: the node is a DILocation.
        Some(unsafe { (LLVMDILocationGetLine(self.md), LLVMDILocationGetColumn(self.md)) })
    }

    /// The line of a subprogram.
    pub fn subprogram_line(self) -> u32 {
        match self.kind() {
            // SAFETY: the node is a DISubprogram.
            Kind::LLVMDISubprogramMetadataKind => unsafe { LLVMDISubprogramGetLine(self.md) },
            _ => 0,
        }
    }

    /// The line of a variable.
    pub fn variable_line(self) -> u32 {
        match self.kind() {
            Kind::LLVMDILocalVariableMetadataKind | Kind::LLVMDIGlobalVariableMetadataKind => {
                // SAFETY: the node is a DIVariable.
                unsafe { LLVMDIVariableGetLine(self.md) }
            }
            _ => 0,
        }
    }

    /// The `!dbg` of an instruction.
    pub fn of_instruction(context: LLVMContextRef, instruction: LLVMValueRef) -> Option<Node> {
        // SAFETY: the caller hands over an instruction of the module.
        Node::new(context, unsafe { LLVMInstructionGetDebugLoc(instruction) })
    }

    /// The subprogram of a function.
    pub fn of_function(context: LLVMContextRef, function: LLVMValueRef) -> Option<Node> {
        // SAFETY: the caller hands over a function of the module.
        Node::new(context, unsafe { LLVMGetSubprogram(function) })
    }

    /// The `DIGlobalVariable` of a global, if any.
    pub fn of_global(context: LLVMContextRef, global: LLVMValueRef) -> Option<Node> {
        /// `LLVMContext::MD_dbg`, the same in every context.
        const DBG_KIND: c_uint = 0;
        let mut count = 0;
        // SAFETY: the caller hands over a global of the module; the entries are read within their
        // number and disposed of once.
        let found = unsafe {
            let entries = LLVMGlobalCopyAllMetadata(global, &mut count);
            if entries.is_null() {
                return None;
            }
            let found = (0..count as c_uint)
                .find(|i| LLVMValueMetadataEntriesGetKind(entries, *i) == DBG_KIND)
                .map(|i| LLVMValueMetadataEntriesGetMetadata(entries, i));
            LLVMDisposeValueMetadataEntries(entries);
            found
        };
        let node = Node::new(context, found?)?;
        match node.kind() {
            Kind::LLVMDIGlobalVariableExpressionMetadataKind => node.operand(0),
            _ => Some(node),
        }
    }
}

impl RawRecord {
    /// The variable records that stand before an instruction.
    pub fn before(context: LLVMContextRef, instruction: LLVMValueRef) -> Vec<RawRecord> {
        let mut records = Vec::new();
        // SAFETY: the caller hands over an instruction of the module; its records form a list
        // that ends in null.
        let mut next = unsafe { LLVMGetFirstDbgRecord(instruction) };
        while !next.is_null() {
            let mut record = RawRecord::read(context, next);
            if let Some(record) = record.as_mut().filter(|r| r.assign) {
                record.stored_to = stored_to(context, instruction, next);
            }
            records.extend(record);
            // SAFETY: as above.
            next = unsafe { LLVMGetNextDbgRecord(next) };
        }
        records
    }

    fn read(context: LLVMContextRef, record: LLVMDbgRecordRef) -> Option<RawRecord> {
        use llvm_sys::LLVMDbgRecordKind::*;
        // SAFETY: `record` is live, and a variable record (not a label) when its parts are taken.
        let (kind, variable, expression, location) = unsafe {
            let kind = LLVMDbgRecordGetKind(record);
            if matches!(kind, LLVMDbgRecordLabel) {
                return None;
            }
            (
                kind,
                LLVMDbgVariableRecordGetVariable(record),
                LLVMDbgVariableRecordGetExpression(record),
                LLVMDbgRecordGetDebugLoc(record),
            )
        };
        let location = Node::new(context, location);
        Some(RawRecord {
            declare: matches!(kind, LLVMDbgRecordDeclare),
            variable: Node::new(context, variable)?,
            expression: Node::new(context, expression),
            inlined_at: location.and_then(Node::inlined_at),
            assign: matches!(kind, LLVMDbgRecordAssign),
            stored_to: None,
            record,
        })
    }

    /// The one value the record speaks of; null if it is undefined. Not to be called when the
    /// expression takes its operands from a list, which may be empty.
    pub fn value(&self) -> LLVMValueRef {
        // SAFETY: the record is live; operand 0 exists in every record without a list.
        unsafe {
            let value = LLVMDbgVariableRecordGetValue(self.record, 0);
            if value.is_null() || LLVMIsUndef(value) != 0 || LLVMIsPoison(value) != 0 {
                return std::ptr::null_mut();
            }
            value
        }
    }
}

impl Node {
    /// Where the code of a `DILocation` was inlined.
    pub fn inlined_at(self) -> Option<Node> {
        self.line_and_column()?;
        // SAFETY: the node is a DILocation.
        Node::new(self.context, unsafe { LLVMDILocationGetInlinedAt(self.md) })
    }

    /// The scope of a `DILocation`.
    pub fn location_scope(self) -> Option<Node> {
        self.line_and_column()?;
        // SAFETY: the node is a DILocation.
        Node::new(self.context, unsafe { LLVMDILocationGetScope(self.md) })
    }
}

/// The address that the instruction before `next` stores to, if `record`, which stands between
/// them, tells of that store. (LLVM's C interface does not give the address that the record has.)
fn stored_to(context: LLVMContextRef, next: LLVMValueRef, record: LLVMDbgRecordRef) -> Option<LLVMValueRef> {
    const ASSIGN_ID: &CStr = c"DIAssignID";
    // SAFETY: instruction and record are live; operands are taken from instructions that have them,
    // the value from a record without a list (an assignment has none).
    unsafe {
        let store = LLVMGetPreviousInstruction(next);
        let kind = LLVMGetMDKindIDInContext(context, ASSIGN_ID.as_ptr(), ASSIGN_ID.count_bytes() as c_uint);
        if store.is_null() || LLVMGetMetadata(store, kind).is_null() {
            return None;
        }
        if !LLVMIsAMemIntrinsic(store).is_null() {
            return Some(LLVMGetOperand(store, 0));
        }
        let value = LLVMDbgVariableRecordGetValue(record, 0);
        let stores = !LLVMIsAStoreInst(store).is_null() && LLVMGetOperand(store, 0) == value;
        stores.then(|| LLVMGetOperand(store, 1))
    }
}

/// The context of a module.
pub(super) fn context_of(module: LLVMModuleRef) -> LLVMContextRef {
    // SAFETY: the caller hands over a live module.
    unsafe { LLVMGetModuleContext(module) }
}

/// The name of a global or a function in the bitcode.
pub(super) fn value_name(value: LLVMValueRef) -> String {
    let mut len = 0;
    // SAFETY: the caller hands over a live value; LLVM gives its bytes and their number.
    unsafe {
        let bytes = LLVMGetValueName2(value, &mut len);
        text(bytes, len)
    }
}

/// # Safety
/// `bytes` is null or points to `len` readable bytes.
unsafe fn text(bytes: *const c_char, len: usize) -> String {
    if bytes.is_null() || len == 0 {
        return String::new();
    }
    // SAFETY: promised by the caller.
    let bytes = unsafe { std::slice::from_raw_parts(bytes.cast::<u8>(), len) };
    String::from_utf8_lossy(bytes).into_owned()
}
