// What LLVM's C interface has no function for. `src/llvm/shim.rs` declares the same functions for
// Rust. Each of them looks at the kind of what it is given: what is of another kind has no
// operands, no text, and so on.

#include "llvm-c/Types.h"
#include "llvm/BinaryFormat/Dwarf.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/Instruction.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/raw_ostream.h"

#include <new>

using namespace llvm;

// The opcodes of expressions that no standard has, as `src/debug/expression.rs` writes them.
static_assert(dwarf::DW_OP_LLVM_fragment == 0x1000);
static_assert(dwarf::DW_OP_LLVM_tag_offset == 0x1002);

static bool copy_number(const APInt &number, int64_t *value, bool is_unsigned) {
    if (number.getBitWidth() > 64)
        return false;
    *value = is_unsigned ? int64_t(number.getZExtValue()) : number.getSExtValue();
    return true;
}

// Keeps the first line that is written. What LLVM complains of it prints below that, node by node, and takes on
// trust what a damaged node consists of: a name that is none shows whatever lies in our memory.
class FirstLine : public raw_ostream {
    char *line;
    size_t length = 0, room;
    uint64_t written = 0;
    bool ended = false;

    void write_impl(const char *text, size_t size) override {
        written += size;
        for (; size > 0 && !ended; text++, size--) {
            ended = *text == '\n' || length == room;
            if (!ended)
                line[length++] = *text;
        }
    }

    uint64_t current_pos() const override { return written; }

public:
    FirstLine(char *line, size_t room) : line(line), room(room) {}
    ~FirstLine() override { flush(); }

    size_t size() {
        flush();
        return length;
    }
};

extern "C" {

/// How many operands a node has.
unsigned augur_operands(LLVMMetadataRef metadata) {
    auto *node = dyn_cast<MDNode>(unwrap(metadata));
    return node ? node->getNumOperands() : 0;
}

/// An operand of a node; null if there is none.
LLVMMetadataRef augur_operand(LLVMMetadataRef metadata, unsigned index) {
    auto *node = dyn_cast<MDNode>(unwrap(metadata));
    return node && index < node->getNumOperands() ? wrap(node->getOperand(index).get()) : nullptr;
}

/// The text of a string, which keeps it.
const char *augur_string(LLVMMetadataRef metadata, size_t *length) {
    auto *string = dyn_cast<MDString>(unwrap(metadata));
    *length = string ? string->getLength() : 0;
    return string ? string->getString().data() : nullptr;
}

/// The value of an integer constant of at most 64 bits; false for anything else.
bool augur_integer(LLVMMetadataRef metadata, int64_t *value) {
    auto *constant = dyn_cast<ConstantAsMetadata>(unwrap(metadata));
    auto *integer = constant ? dyn_cast<ConstantInt>(constant->getValue()) : nullptr;
    return integer && copy_number(integer->getValue(), value, false);
}

/// The value of an enumerator of at most 64 bits; false for anything else.
bool augur_enumerator(LLVMMetadataRef metadata, int64_t *value) {
    auto *enumerator = dyn_cast<DIEnumerator>(unwrap(metadata));
    return enumerator && copy_number(enumerator->getValue(), value, enumerator->isUnsigned());
}

/// The `DW_ATE_…` of a basic type.
unsigned augur_encoding(LLVMMetadataRef metadata) {
    auto *type = dyn_cast<DIBasicType>(unwrap(metadata));
    return type ? type->getEncoding() : 0;
}

/// Is this a local variable that is a parameter of its function?
bool augur_is_parameter(LLVMMetadataRef metadata) {
    auto *variable = dyn_cast<DILocalVariable>(unwrap(metadata));
    return variable && variable->isParameter();
}

/// Is this a function that was compiled with optimisation?
bool augur_is_optimised(LLVMMetadataRef metadata) {
    auto *subprogram = dyn_cast<DISubprogram>(unwrap(metadata));
    return subprogram && subprogram->isOptimized();
}

/// The opcodes and operands of an expression, which keeps them.
const uint64_t *augur_expression(LLVMMetadataRef metadata, size_t *count) {
    auto *expression = dyn_cast<DIExpression>(unwrap(metadata));
    *count = expression ? expression->getNumElements() : 0;
    return expression ? expression->getElements().data() : nullptr;
}

/// What the source says of a global variable; null if nothing.
LLVMMetadataRef augur_global_debug(LLVMValueRef value) {
    auto *variable = dyn_cast<GlobalVariable>(unwrap(value));
    Metadata *metadata = variable ? variable->getMetadata(LLVMContext::MD_dbg) : nullptr;
    if (auto *expression = dyn_cast_or_null<DIGlobalVariableExpression>(metadata))
        metadata = expression->getRawVariable();
    return wrap(metadata);
}

/// Is this an instruction that assigns to variables of the source, as records behind it tell?
bool augur_assigns(LLVMValueRef value) {
    auto *instruction = dyn_cast<Instruction>(unwrap(value));
    return instruction && instruction->hasMetadata(LLVMContext::MD_DIAssignID);
}

/// The name of the source file that an instruction is from, which its module keeps; null if it is not known.
const char *augur_file(LLVMValueRef value, size_t *length) {
    auto *instruction = dyn_cast<Instruction>(unwrap(value));
    const DILocation *location = instruction ? instruction->getDebugLoc().get() : nullptr;
    auto *scope = location ? dyn_cast_or_null<DIScope>(location->getRawScope()) : nullptr;
    auto *file = scope ? dyn_cast_or_null<DIFile>(scope->getRawFile()) : nullptr;
    auto *name = file ? dyn_cast_or_null<MDString>(file->getOperand(0).get()) : nullptr;
    *length = name ? name->getLength() : 0;
    return name ? name->getString().data() : nullptr;
}

/// Writes an integer or float constant of `bits` bits to the words that these take, lowest first;
/// false for anything else.
bool augur_constant_words(LLVMValueRef value, unsigned bits, uint64_t *words) {
    auto copy = [&](const APInt &number) {
        if (number.getBitWidth() != bits)
            return false;
        std::copy_n(number.getRawData(), number.getNumWords(), words);
        return true;
    };
    if (auto *number = dyn_cast<ConstantInt>(unwrap(value)))
        return copy(number->getValue());
    if (auto *number = dyn_cast<ConstantFP>(unwrap(value)))
        return copy(number->getValueAPF().bitcastToAPInt());
    return false;
}

/// Calls a function that does not return when there is no memory left.
void augur_on_exhaustion(void (*call)()) {
    auto *data = reinterpret_cast<void *>(call);
    std::set_new_handler(call);
    install_bad_alloc_error_handler([](void *data, const char *, bool) { reinterpret_cast<void (*)()>(data)(); }, data);
}

/// LLVM's readers look for broken debug information by themselves, write all of it to standard error, and end the
/// process where the rest is malformed. They shall not: `augur_verify` does that. False if they cannot be told.
bool augur_silence_readers() {
    auto &options = cl::getRegisteredOptions();
    auto found = options.find("disable-auto-upgrade-debug-info");
    if (found == options.end())
        return false;
    static_cast<cl::opt<bool> *>(found->second)->setValue(true);
    return true;
}

/// Is the module well-formed? If it is, it loses debug information that is broken or of another version. If it is
/// not, `line` is the beginning of LLVM's complaint, of at most `*length` bytes.
bool augur_verify(LLVMModuleRef reference, char *line, size_t *length) {
    Module &module = *unwrap(reference);
    bool broken = false;
    if (verifyModule(module, nullptr, &broken)) {
        FirstLine complaint(line, *length);
        verifyModule(module, &complaint, &broken);
        *length = complaint.size();
        return false;
    }
    if (broken || getDebugMetadataVersionFromModule(module) != DEBUG_METADATA_VERSION)
        StripDebugInfo(module);
    return true;
}

/// Reads the body of a function whose module was parsed lazily. Ends in LLVM's handler of fatal
/// errors if the body is damaged.
void augur_read_body(LLVMValueRef value) {
    if (auto *function = dyn_cast<Function>(unwrap(value)))
        if (Error error = function->materialize())
            report_fatal_error(std::move(error));
}
}
