//! Metadata nodes behind a safe face: kinds are checked before anything is taken out of a node,
//! so that odd metadata gives `None` instead of a crash.

use gimli::{DwAte, DwTag};
use llvm_sys::core::*;
use llvm_sys::debuginfo::*;
use llvm_sys::prelude::*;

use crate::llvm::{Value, bytes_to_string, llvm, shim};

pub(super) use llvm_sys::debuginfo::LLVMMetadataKind as Kind;

/// A non-null metadata node of the module that is being read.
///
/// The nodes belong to the LLVM context; whoever holds a [`super::DebugReader`] keeps it alive.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Node(LLVMMetadataRef);

/// What a debug record says, before interpretation.
pub(super) struct RawRecord {
    pub declare: bool,
    assign: bool,
    pub variable: Node,
    pub expression: Option<Node>,
    pub inlined_at: Option<Node>,
    /// If the record tells of a store that stands right before it: the address.
    pub stored_to: Option<Value>,
    record: LLVMDbgRecordRef,
}

impl Node {
    fn new(metadata: LLVMMetadataRef) -> Option<Node> {
        (!metadata.is_null()).then_some(Node(metadata))
    }

    /// The `!dbg` of an instruction.
    pub(super) fn of_instruction(instruction: Value) -> Option<Node> {
        Node::new(llvm!(LLVMInstructionGetDebugLoc(instruction.0)))
    }

    /// The subprogram of a function.
    pub(super) fn of_function(function: Value) -> Option<Node> {
        Node::new(llvm!(LLVMGetSubprogram(function.0)))
    }

    /// The `DIGlobalVariable` of a global, if any.
    pub(super) fn of_global(global: Value) -> Option<Node> {
        Node::new(llvm!(shim::global_debug(global.0))).filter(|node| node.is(Kind::LLVMDIGlobalVariableMetadataKind))
    }

    /// (llvm-sys and LLVM 22 list the same kinds.)
    pub(super) fn kind(self) -> Kind {
        llvm!(LLVMGetMetadataKind(self.0))
    }

    pub(super) fn is(self, kind: Kind) -> bool {
        self.kind() as u32 == kind as u32
    }

    pub(super) fn is_type(self) -> bool {
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

    pub(super) fn operands(self) -> impl Iterator<Item = Option<Node>> {
        (0..llvm!(shim::operands(self.0))).map(move |index| self.operand(index))
    }

    pub(super) fn operand(self, index: u32) -> Option<Node> {
        Node::new(llvm!(shim::operand(self.0, index)))
    }

    /// The integer constant that operand `index` is.
    pub(super) fn integer_operand(self, index: u32) -> Option<i64> {
        let operand = self.operand(index)?;
        let mut value = 0;
        llvm!(shim::integer(operand.0, &mut value)).then_some(value)
    }

    /// The text that operand `index` is, if it is not empty.
    pub(super) fn string_operand(self, index: u32) -> Option<String> {
        let operand = self.operand(index)?;
        let mut length = 0;
        let text = llvm!(shim::string(operand.0, &mut length));
        (length != 0).then(|| bytes_to_string(text, length))
    }

    /// The tag of a type, which says what kind of type it is.
    pub(super) fn type_tag(self) -> Option<DwTag> {
        self.is_type().then(|| DwTag(llvm!(LLVMGetDINodeTag(self.0))))
    }

    /// Whether a type has this flag.
    pub(super) fn has_type_flag(self, flag: LLVMDIFlags) -> bool {
        self.is_type() && llvm!(LLVMDITypeGetFlags(self.0)) & flag != 0
    }

    /// How the bits of a basic type are to be read.
    pub(super) fn encoding(self) -> Option<DwAte> {
        u8::try_from(llvm!(shim::encoding(self.0))).ok().map(DwAte)
    }

    /// Size and offset in bits of a type.
    pub(super) fn type_bits(self) -> (u64, u64) {
        match self.is_type() {
            true => (llvm!(LLVMDITypeGetSizeInBits(self.0)), llvm!(LLVMDITypeGetOffsetInBits(self.0))),
            false => (0, 0),
        }
    }

    /// The value of an enumerator. One above `i64::MAX` keeps its bits.
    pub(super) fn enumerator(self) -> Option<i64> {
        let mut value = 0;
        llvm!(shim::enumerator(self.0, &mut value)).then_some(value)
    }

    /// Is it a variable that is a parameter of its function?
    pub(super) fn is_parameter(self) -> bool {
        llvm!(shim::is_parameter(self.0))
    }

    /// Is it a subprogram that was compiled with optimisation?
    pub(super) fn is_optimised(self) -> bool {
        llvm!(shim::is_optimised(self.0))
    }

    /// The opcodes and operands of an expression; none if it is no expression.
    pub(super) fn expression(self) -> Vec<u64> {
        let mut count = 0;
        let elements = llvm!(shim::expression(self.0, &mut count));
        if count == 0 || elements.is_null() {
            return Vec::new();
        }
        // SAFETY: the expression keeps `count` numbers there as long as it lives.
        unsafe { std::slice::from_raw_parts(elements, count) }.to_vec()
    }

    /// The line of a subprogram.
    pub(super) fn subprogram_line(self) -> u32 {
        match self.kind() {
            Kind::LLVMDISubprogramMetadataKind => llvm!(LLVMDISubprogramGetLine(self.0)),
            _ => 0,
        }
    }

    /// The line of a variable.
    pub(super) fn variable_line(self) -> u32 {
        match self.kind() {
            Kind::LLVMDILocalVariableMetadataKind | Kind::LLVMDIGlobalVariableMetadataKind => {
                llvm!(LLVMDIVariableGetLine(self.0))
            }
            _ => 0,
        }
    }

    /// Line and column of a `DILocation`.
    pub(super) fn line_and_column(self) -> Option<(u32, u32)> {
        let is_location = self.is(Kind::LLVMDILocationMetadataKind);
        is_location.then(|| (llvm!(LLVMDILocationGetLine(self.0)), llvm!(LLVMDILocationGetColumn(self.0))))
    }

    /// Where the code of a `DILocation` was inlined.
    pub(super) fn inlined_at(self) -> Option<Node> {
        self.line_and_column()?;
        Node::new(llvm!(LLVMDILocationGetInlinedAt(self.0)))
    }

    /// The scope of a `DILocation`.
    pub(super) fn location_scope(self) -> Option<Node> {
        self.line_and_column()?;
        Node::new(llvm!(LLVMDILocationGetScope(self.0)))
    }
}

impl RawRecord {
    /// The variable records that stand before an instruction.
    pub(super) fn before(instruction: Value) -> Vec<RawRecord> {
        let mut records = Vec::new();
        let mut next = llvm!(LLVMGetFirstDbgRecord(instruction.0));
        while !next.is_null() {
            let mut record = RawRecord::read(next);
            if let Some(record) = record.as_mut().filter(|r| r.assign) {
                record.stored_to = stored_to(instruction, next);
            }
            records.extend(record);
            next = llvm!(LLVMGetNextDbgRecord(next));
        }
        records
    }

    fn read(record: LLVMDbgRecordRef) -> Option<RawRecord> {
        use llvm_sys::LLVMDbgRecordKind::*;
        let kind = llvm!(LLVMDbgRecordGetKind(record));
        // A label has none of the parts that a variable's record has.
        if matches!(kind, LLVMDbgRecordLabel) {
            return None;
        }
        Some(RawRecord {
            declare: matches!(kind, LLVMDbgRecordDeclare),
            assign: matches!(kind, LLVMDbgRecordAssign),
            variable: Node::new(llvm!(LLVMDbgVariableRecordGetVariable(record)))?,
            expression: Node::new(llvm!(LLVMDbgVariableRecordGetExpression(record))),
            inlined_at: Node::new(llvm!(LLVMDbgRecordGetDebugLoc(record))).and_then(Node::inlined_at),
            stored_to: None,
            record,
        })
    }

    /// The one value the record speaks of, if it is defined. Not to be called when the expression
    /// takes its operands from a list, which may be empty.
    pub(super) fn value(&self) -> Option<Value> {
        let value = llvm!(LLVMDbgVariableRecordGetValue(self.record, 0));
        let undefined = |value| llvm!(LLVMIsUndef(value)) != 0 || llvm!(LLVMIsPoison(value)) != 0;
        (!value.is_null() && !undefined(value)).then_some(Value(value))
    }
}

/// The address that the instruction before `next` stores to, if `record`, which stands between
/// them, tells of that store.
fn stored_to(next: Value, record: LLVMDbgRecordRef) -> Option<Value> {
    let store = llvm!(LLVMGetPreviousInstruction(next.0));
    if store.is_null() || !llvm!(shim::assigns(store)) {
        return None;
    }
    let operand = |index| llvm!(LLVMGetOperand(store, index));
    if !llvm!(LLVMIsAMemIntrinsic(store)).is_null() {
        return Some(Value(operand(0)));
    }
    let value = llvm!(LLVMDbgVariableRecordGetValue(record, 0));
    let stores = !llvm!(LLVMIsAStoreInst(store)).is_null() && operand(0) == value;
    stores.then(|| Value(operand(1)))
}
