//! Functions of Rust's `std` that wait, as atomic sections.
//!
//! What a thread does in such a function is a dozen accesses to the words of one primitive: it looks, changes what
//! it has seen by a compare-exchange, says that it waits, and sleeps. Here nobody else acts in between, up to where
//! it sleeps, and from there on again. The code is std's own, so whatever else uses the same words finds in them
//! what it expects. `docs/reductions.md` says why nothing is lost.
//!
//! A function is known by its whole name, and left alone if it does not look as expected.

use ahash::AHashSet;

use crate::llvm::{Block, Kind, Module, Value, opcode};
use crate::rust::is_std;

/// Where they are defined, and their names.
const FUNCTIONS: [(&str, &str); 8] = [
    ("3std3sys4sync5mutex5futex", "5Mutex14lock_contended"),
    ("3std3sys4sync6rwlock5futex", "6RwLock14read_contended"),
    ("3std3sys4sync6rwlock5futex", "6RwLock15write_contended"),
    ("3std3sys4sync6rwlock5futex", "6RwLock22wake_writer_or_readers"),
    ("3std3sys4sync4once5futex", "4Once4call"),
    ("3std3sys4sync4once5futex", "4Once4wait"),
    ("3std6thread6thread", "6Thread4park"),
    ("3std6thread9functions", "4park"),
];

/// Where a thread begins. Up to what the program has it do, which is called by its address, it prepares itself.
const START: (&str, &str) = ("3std3sys6thread4unix", "6Thread3new12thread_start");

/// What they call in the middle. Before they call anything else the section ends.
const OWN_CALLS: [&str; 2] = ["syscall", "__errno_location"];
const INTRINSIC: &str = "llvm.";

pub(crate) fn is_section(function: &str) -> bool {
    FUNCTIONS.iter().chain([&START]).any(|(module, name)| is_std(function, module, name))
}

pub(crate) fn open(module: Module) {
    let is_meant = |function: &Value| !function.is_declaration() && is_section(&function.name());
    let places: Vec<Places> = module.functions().filter(is_meant).filter_map(Places::of).collect();
    for Places { begin, ends } in places {
        begin.trap_before(c"__divine_interrupt_mask");
        ends.iter().for_each(|end| end.trap_before(c"__divine_interrupt_unmask"));
    }
}

/// The instructions before which a section begins, and before which it ends unless it ends with the function.
struct Places {
    begin: Value,
    ends: Vec<Value>,
}

impl Places {
    /// It begins with the first access to the word, or with the function if there are several that may be first, or
    /// none. In neither case is it begun twice, nor ended twice.
    fn of(function: Value) -> Option<Places> {
        let blocks = function.blocks();
        let entry = *blocks.first()?;
        let is_end = if is_std(&function.name(), START.0, START.1) { calls_address } else { is_foreign_call };
        let uses_word = |block: &Block| block.instructions().any(is_word);
        let first = blocks.iter().copied().find(|block| uses_word(block)).unwrap_or(entry);
        let is_always_first = uses_word(&first) && !reached(vec![entry], Some(first)).iter().any(uses_word);
        let begin_in = if is_always_first { first } else { entry };
        let is_place = |i: &Value| if is_always_first { is_word(*i) } else { i.opcode() != opcode::ALLOCA };
        let begin = begin_in.instructions().find(is_place)?;
        let after = |block: Block| reached(block.terminator().map(Value::successors).unwrap_or_default(), None);
        let within = after(begin_in);
        let rest = begin_in.instructions().skip_while(|i| *i != begin);
        let ends: Vec<Value> =
            rest.chain(within.iter().flat_map(|block| block.instructions())).filter(is_end).collect();
        let is_last = |end: &Value| !after(end.block()).iter().any(|b| b.instructions().any(|i| is_end(&i)));
        let alone = |end: &Value| ends.iter().filter(|other| other.block() == end.block()).count() == 1;
        let once = !within.contains(&begin_in) && ends.iter().all(|end| is_last(end) && alone(end));
        once.then_some(Places { begin, ends })
    }
}

/// The blocks that these lead to, themselves included, without going through one of them.
fn reached(mut pending: Vec<Block>, without: Option<Block>) -> AHashSet<Block> {
    let mut reached = AHashSet::new();
    while let Some(block) = pending.pop() {
        if Some(block) != without && reached.insert(block) {
            pending.extend(block.terminator().map(Value::successors).unwrap_or_default());
        }
    }
    reached
}

/// Is it an atomic access to a word that a futex can be?
fn is_word(instruction: Value) -> bool {
    let ty = match instruction.opcode() {
        opcode::LOAD if instruction.is_atomic() => instruction.ty(),
        opcode::ATOMIC_RMW | opcode::CMPXCHG => instruction.operand(1).ty(),
        _ => return false,
    };
    ty.is_integer() && ty.int_bits() == i32::BITS
}

/// Is what is called known only when it is?
fn calls_address(instruction: &Value) -> bool {
    let is_call = matches!(instruction.opcode(), opcode::CALL | opcode::INVOKE);
    is_call && !matches!(instruction.called().kind(), Kind::Function | Kind::Asm)
}

fn is_foreign_call(instruction: &Value) -> bool {
    let is_call = matches!(instruction.opcode(), opcode::CALL | opcode::INVOKE);
    let name = || instruction.called().name();
    is_call && !OWN_CALLS.contains(&name().as_str()) && !name().starts_with(INTRINSIC)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::llvm::Context;

    const NAME: &str = "_RNvMNtNtNtNtCsjrHSEGnQ3l9_3std3sys4sync6rwlock5futexNtB2_6RwLock14read_contended";

    /// How many sections a function begins, and how many it ends.
    fn check(name: &str, body: &str, expected: (usize, usize)) {
        let text = format!(
            "declare i64 @syscall(i64, ...)
            declare void @other()
            define void @{name}(ptr %word, i1 %is) {{
                {body}
            }}"
        );
        let mut context = Context::new();
        let module = context.parse_text(text.as_bytes()).expect("the module parses");
        open(module);
        let calls: Vec<String> = module
            .functions()
            .flat_map(|function| function.blocks())
            .flat_map(|block| block.instructions().collect::<Vec<_>>())
            .filter(|i| i.opcode() == opcode::CALL)
            .map(|call| call.called().name())
            .collect();
        let count = |name: &str| calls.iter().filter(|called| *called == name).count();
        assert_eq!((count("__divine_interrupt_mask"), count("__divine_interrupt_unmask")), expected, "{body}");
    }

    #[test]
    fn only_functions_of_std_that_look_as_expected_become_sections() {
        let look = "%old = load atomic i32, ptr %word acquire, align 4";
        let wait = "call i64 (i64, ...) @syscall(i64 202, ptr %word, i32 137, i32 0)";
        let plain = format!("{look}\n{wait}\nret void");
        check(NAME, &plain, (1, 0));
        check("_RNvNtCsjrHSEGnQ3l9_4mine14read_contended", &plain, (0, 0));
        check(NAME, &format!("{look}\ncall void @other()\nret void"), (1, 1));
        let start = "_RNvNvMs0_NtNtNtCsjrHSEGnQ3l9_3std3sys6thread4unixNtB7_6Thread3new12thread_start";
        check(start, "call void @other()\ncall void %word()\nret void", (1, 1));
        // It would end twice.
        check(NAME, &format!("{look}\ncall void @other()\ncall void @other()\nret void"), (0, 0));
        let again = format!("br label %again\nagain:\n{look}\nbr i1 %is, label %again, label %done\ndone:\nret void");
        check(NAME, &again, (0, 0));
    }

    #[test]
    fn a_section_begins_before_whatever_access_is_first() {
        let either = "br i1 %is, label %one, label %other
            one:
            %a = load atomic i32, ptr %word acquire, align 4
            ret void
            other:
            %b = load atomic i32, ptr %word acquire, align 4
            ret void";
        check(NAME, either, (1, 0));
    }
}
