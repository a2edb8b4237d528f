//! What is particular to Rust programs, which have the whole of `std` in their one module: that a function
//! of the C library stands there does not say that the program could call it.

use std::ffi::CStr;

use ahash::AHashSet;

use crate::llvm::{Kind, Module, Value, opcode};

/// What every Rust program defines.
pub(crate) const MARK: &str = "rust_eh_personality";

/// Has this function of `std` no effect here? At its end a thread forgets what a handler of stack overflows
/// would say of it. Here there is no such handler (see `libc-stubs/signal.c`), so nothing was remembered;
/// but std looks, under a lock that all threads share, by the address of the thread's `errno`. And a thread
/// that tries again to get something from a channel pauses for longer each time, and counts how often: in
/// a variable of its own that nothing else looks at, and without end.
pub(crate) fn is_idle(function: &str) -> bool {
    let pauses = ["10spin_heavy", "10spin_light"].iter().any(|name| is_of_backoff(function, name));
    function.contains("3std3sys3pal4unix14stack_overflow3imp12drop_handler") || pauses
}

/// Is this `std::sync::mpmc::utils::Backoff`'s function of this name, in either way of mangling?
fn is_of_backoff(function: &str, name: &str) -> bool {
    let hashed = |rest: &str| rest.strip_prefix(name).is_some_and(|hash| hash.starts_with("17h"));
    let legacy = function.strip_prefix("_ZN3std4sync4mpmc5utils7Backoff").is_some_and(hashed);
    let v0 = || function.strip_suffix(name).is_some_and(|path| path.ends_with("7Backoff"));
    legacy || function.starts_with("_R") && function.contains("_3std4sync4mpmc5utils") && v0()
}

/// Is this the function of `std` (or `core`, with which the module begins) with this name, in this module or of a
/// type there? Both are as they are mangled.
/// No other crate has such a name, whatever its modules are called.
pub(crate) fn is_std(function: &str, module: &str, name: &str) -> bool {
    let path = || {
        // In a function, perhaps.
        let path = function.strip_prefix("_RNv")?.trim_start_matches("Nv");
        // Of a type: which of its blocks with functions comes first.
        let path = match path.strip_prefix('M') {
            Some(numbered) if numbered.starts_with('s') => numbered.split_once('_')?.1,
            Some(path) => path,
            None => path,
        };
        let (_, path) = path.trim_start_matches("Nt").strip_prefix("Cs")?.split_once('_')?;
        let path = path.strip_prefix(module)?;
        path.strip_prefix("NtB").map_or(Some(path), |of_type| Some(of_type.split_once('_')?.1))
    };
    path() == Some(name)
}

/// Does this function of `std` only make what all threads will use? The first of them would call it, and all
/// who begin would race for being that one.
pub(crate) fn prepares_threads(function: &str) -> bool {
    function.ends_with("3std3sys12thread_local5guard3key6enable")
}

/// Functions of `core` that end the program because of a panic, and ours that say why in the report.
const ABORTS: [(&str, &CStr); 2] = [
    ("16panic_in_cleanup", c"augur_rust_panic_in_cleanup"),
    ("19panic_cannot_unwind", c"augur_rust_panic_cannot_unwind"),
];

/// Has ours called in their place.
pub(crate) fn explain_aborts(module: Module) {
    for (name, own) in ABORTS {
        let Some(function) = module.functions().find(|f| is_std(&f.name(), "4core9panicking", name)) else { continue };
        let is_call = |user: &Value| {
            matches!(user.opcode_if_instruction(), Some(opcode::CALL | opcode::INVOKE)) && user.called() == function
        };
        let calls: Vec<Value> = function.users().filter(is_call).collect();
        if !calls.is_empty() {
            let own = module.declare(own, function.value_type());
            calls.iter().for_each(|call| call.call_instead(own));
        }
    }
}

/// Does this function of `std` print the backtrace of a panic? Here it prints nothing: who panics while it panics
/// gets one unasked, and trace and stacks are in every report.
pub(crate) fn prints_backtrace(function: &str) -> bool {
    let printed = function.strip_prefix("_RNvXNvMNtNtCs").and_then(|path| path.split_once('_'));
    printed.is_some_and(|(_, path)| {
        path.starts_with("3std3sys9backtrace")
            && path.contains("13BacktraceLock5print")
            && path.ends_with("7Display3fmt")
    })
}

/// Is this where std finds names for the functions of a backtrace? It reads the debug information of the
/// executable, which is not there, and asks for far more code than the rest of a small program.
pub(crate) fn names_frames(function: &str) -> bool {
    function.contains("3std12backtrace_rs9symbolize5gimli")
}

/// May this bitcode be of a Rust program? Names stand in it as they are.
pub(crate) fn is_likely(bitcode: &[u8]) -> bool {
    let (mark, last) = (MARK.as_bytes(), MARK.len() - 1);
    let mut ends = bitcode.iter().enumerate().skip(last).filter(|(_, byte)| **byte == mark[last]);
    ends.any(|(at, _)| bitcode[at - last..=at] == *mark)
}

/// Of a module that was read lazily, reads the functions that its main leads to. False if it has none: then
/// nobody knows what will be needed.
pub(crate) fn read_needed(module: Module) -> bool {
    let Some(main) = module.functions().find(|function| function.name() == "main") else { return false };
    let is_rust = has_std(module);
    if is_rust {
        reached(ROOTS.iter().filter_map(|name| module.variable(name)).chain([main]), |_| &[]);
    }
    is_rust
}

/// Has it Rust's standard library with it?
pub(crate) fn has_std(module: Module) -> bool {
    module.functions().any(|function| function.name() == MARK && !function.is_declaration())
}

/// Lists of functions that are called, or kept, whoever mentions them.
pub(crate) const ROOTS: [&CStr; 3] = [c"llvm.global_ctors", c"llvm.global_dtors", c"llvm.used"];

/// All globals that these lead to: what is called, or whose address stands in code or in initial values, and what
/// `meant` says that each of them may stand for.
pub(crate) fn reached<'a>(
    roots: impl IntoIterator<Item = Value>,
    meant: impl Fn(Value) -> &'a [Value],
) -> AHashSet<Value> {
    let mut reached = AHashSet::new();
    let mut pending: Vec<Value> = roots.into_iter().collect();
    while let Some(value) = pending.pop() {
        if !value.is_constant() || !reached.insert(value) {
            continue;
        }
        pending.extend(meant(value));
        match value.kind() {
            Kind::Function if names_frames(&value.name()) || prints_backtrace(&value.name()) => {}
            Kind::Function => {
                value.read_body();
                let instructions = value.blocks().into_iter().flat_map(|block| block.instructions());
                pending.extend(instructions.flat_map(operands));
            }
            _ => pending.extend(operands(value)),
        }
    }
    reached
}

fn operands(value: Value) -> impl Iterator<Item = Value> {
    (0..value.operands()).map(move |index| value.operand(index))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn functions_of_std_are_known_by_their_whole_names() {
        let (module, name) = ("3std3sys4sync6rwlock5futex", "6RwLock14read_contended");
        assert!(is_std(&format!("_RNvMNtNtNtNtCsjrHSEGnQ3l9_{module}NtB2_{name}"), module, name));
        assert!(is_std(&format!("_RNvMs0_NtNtNtNtCsjrHSEGnQ3l9_{module}NtB5_{name}"), module, name));
        assert!(is_std("_RNvNtNtCsjrHSEGnQ3l9_3std6thread9functions4park", "3std6thread9functions", "4park"));
        let start = "_RNvNvMs0_NtNtNtCsjrHSEGnQ3l9_3std3sys6thread4unixNtB7_6Thread3new12thread_start";
        assert!(is_std(start, "3std3sys6thread4unix", "6Thread3new12thread_start"));
        for other in [
            "_RNvNtNtNtCsjrHSEGnQ3l9_4mine3std6thread9functions4park",
            "_RNvNtNtNtCsjrHSEGnQ3l9_3std6thread9functions5inner4park",
            "_RNvXCsjrHSEGnQ3l9_4mineNtNtCsjrHSEGnQ3l9_3std6thread9functions4park",
            "_RINvNtNtCsjrHSEGnQ3l9_3std6thread9functions4park",
            "_ZN3std6thread9functions4park17ha088571a7d60e79cE",
        ] {
            assert!(!is_std(other, "3std6thread9functions", "4park"), "{other}");
        }
    }

    #[test]
    fn only_the_pauses_of_channels_are_idle() {
        for idle in [
            "_ZN3std4sync4mpmc5utils7Backoff10spin_heavy17ha088571a7d60e79cE",
            "_ZN3std4sync4mpmc5utils7Backoff10spin_light17h951fe812fb06f992E",
            "_RNvMNtNtNtCsjrHSEGnQ3l9_3std4sync4mpmc5utilsNtB2_7Backoff10spin_heavy",
        ] {
            assert!(is_idle(idle), "{idle}");
        }
        for own in [
            "_ZN4mine3std4sync4mpmc5utils7Backoff10spin_heavy17ha088571a7d60e79cE",
            "_ZN3std4sync4mpmc5utils7Backoff10spin_heavy5inner17ha088571a7d60e79cE",
            "_RNvMNtNtNtNtCsjrHSEGnQ3l9_4mine3std4sync4mpmc5utilsNtB2_7Backoff10spin_heavy",
            "_ZN15crossbeam_utils7backoff7Backoff4spin17ha088571a7d60e79cE",
        ] {
            assert!(!is_idle(own), "{own}");
        }
    }
}
