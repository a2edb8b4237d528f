//! `syscall(SYS_read, …)` speaks of a function without its name.

use crate::llvm::{Kind, Module, opcode};

/// What runtime/futex.c hands on to the function of that name, by its number on x86-64.
const FUNCTIONS: [(u64, &str); 4] = [(0, "read"), (1, "write"), (3, "close"), (318, "getrandom")];

/// The functions that calls of `syscall` with a constant stand for.
pub(crate) fn functions(module: Module) -> Vec<String> {
    let Some(syscall) = module.function(c"syscall") else { return Vec::new() };
    let calls = syscall.users().filter(|user| user.kind() == Kind::Instruction && user.opcode() == opcode::CALL);
    let numbers =
        calls.filter_map(|call| call.call_args().first().copied()).filter(|number| number.kind() == Kind::Int);
    let numbers: Vec<u64> = numbers.map(|number| number.int_low()).collect();
    FUNCTIONS.iter().filter(|(number, _)| numbers.contains(number)).map(|(_, name)| (*name).to_owned()).collect()
}
