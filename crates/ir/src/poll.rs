//! Polling in the headers of the C++ libraries, and in the locks of Rust.
//!
//! Before a thread waits for an atomic object (`std::atomic::wait`, latches, barriers, semaphores,
//! stop tokens) it looks several times whether it has to: 16 times with libstdc++; 64 times with
//! libc++, which then goes on until its clock says that 4 µs have passed. These loops are
//! instantiated in the program. A look that finds nothing changes nothing, so whoever polls for
//! longer does what somebody does who looks later, and that is one of the interleavings anyway.
//! Here a thread looks once and waits then, and libc++ does not ask the clock. A mutex of Rust is looked
//! at a hundred times more if it is taken; here, once.
//!
//! Left alone are waits with a deadline, and loops that do not look as expected: they only cost
//! more. So are the semaphores of libstdc++, where a look may find nothing because somebody else was
//! quicker (its compare-exchange fails), and the next one would find something.

use crate::llvm::{Block, Kind, Module, Value, opcode};
use crate::op::CmpOp;
use crate::{rust, rust_locks, rust_sections};

/// `std::__1::__libcpp_thread_poll_with_backoff<…>`.
const LIBCXX_POLL: &str = "_ZNSt3__133__libcpp_thread_poll_with_backoff";
/// What backs off in waits without a deadline.
const LIBCXX_PATIENT: &str = "26__atomic_wait_backoff_impl";
const LIBCXX_NOW: &str = "_ZNSt3__16chrono12steady_clock3nowEv";
const LIBCXX_ROUNDS: u64 = 64;
/// In nanoseconds; far more than it polls for.
const LONG_AFTER: u64 = 1_000_000;

/// `std::__detail::__atomic_spin<…>`, and the header that it is inlined from.
const LIBSTDCXX_SPIN: &str = "_ZNSt8__detail13__atomic_spin";
const LIBSTDCXX_HEADER: &str = "/bits/atomic_wait.h";
const LIBSTDCXX_ROUNDS: u64 = 16;
/// Its semaphores: in the names of `__atomic_spin` for them, and their header.
const LIBSTDCXX_SEMAPHORE: &str = "__atomic_semaphore";
const LIBSTDCXX_SEMAPHORE_HEADER: &str = "/bits/semaphore_base.h";
/// Where Rust's futexes are, how often they are looked at, and what is in the loop that does.
const RUST_LOCKS: &str = "3std3sys4sync";
const RUST_ROUNDS: u64 = 100;
const RUST_PAUSE: &str = "llvm.x86.sse2.pause";
/// Where Rust's channels count how often they have tried.
const RUST_PACE: &str = "library/std/src/sync/mpmc/utils.rs";
/// Without it nobody waits.
const LIBSTDCXX_WAIT: &str = "syscall";

pub(crate) fn shorten(module: Module) {
    rust_locks::recognise(module);
    rust_sections::open(module);
    let is_rust = module.functions().any(|function| function.name() == rust::MARK);
    let waits = module.functions().any(|function| function.name() == LIBSTDCXX_WAIT);
    for function in module.functions().filter(|function| !function.is_declaration()) {
        let name = function.name();
        if name.starts_with(LIBCXX_POLL) {
            shorten_libcxx(function, name.contains(LIBCXX_PATIENT));
        } else if name.contains(RUST_LOCKS) {
            shorten_rust(function);
        } else if is_rust {
            stop_counting(function);
        } else if waits && !has_semaphore(function, &name) {
            shorten_libstdcxx(function, name.starts_with(LIBSTDCXX_SPIN));
        }
    }
}

fn shorten_libcxx(function: Value, is_patient: bool) {
    let blocks = function.blocks();
    for comparison in comparisons(&blocks, LIBCXX_ROUNDS) {
        if is_less(comparison) && is_counter(comparison.operand(0)) {
            comparison.set_operand(1, 0);
        }
    }
    let asks = |i: &Value| i.opcode() == opcode::CALL && i.called().name() == LIBCXX_NOW;
    let calls: Vec<Value> = instructions(&blocks).filter(asks).collect();
    let is_first = |call: Value| blocks.first() == Some(&call.block());
    if let [start, later] = calls[..]
        && is_patient
        && is_first(start)
        && !is_first(later)
    {
        start.replace_by(0);
        later.replace_by(LONG_AFTER);
    }
}

/// May this function look at a semaphore of libstdc++?
fn has_semaphore(function: Value, name: &str) -> bool {
    let in_header = |i: Value| i.file().is_some_and(|file| file.ends_with(LIBSTDCXX_SEMAPHORE_HEADER));
    name.contains(LIBSTDCXX_SEMAPHORE) || instructions(&function.blocks()).any(in_header)
}

fn shorten_libstdcxx(function: Value, is_spin: bool) {
    for comparison in comparisons(&function.blocks(), LIBSTDCXX_ROUNDS) {
        let counted = comparison.operand(0);
        let counts = match comparison.integer_comparison() {
            Some(CmpOp::Eq) => op(counted) == Some(opcode::ADD) && is_counter(counted.operand(0)),
            _ => is_less(comparison) && is_counter(counted),
        };
        if counts && (is_spin || comparison.file().is_some_and(|file| file.ends_with(LIBSTDCXX_HEADER))) {
            comparison.set_operand(1, 1);
        }
    }
}

/// The rounds that are left are counted down, and each has a pause and looks once.
fn shorten_rust(function: Value) {
    for block in function.blocks() {
        let pauses = |i: Value| i.opcode() == opcode::CALL && i.called().name() == RUST_PAUSE;
        if !block.instructions().any(pauses) || block.instructions().any(writes) {
            continue;
        }
        for left in block.instructions().filter(|i| i.opcode() == opcode::PHI) {
            let incoming = left.incoming();
            let is_less = |value: Value| {
                op(value) == Some(opcode::ADD)
                    && value.operand(0) == left
                    && value.operand(1).kind() == Kind::Int
                    && value.operand(1).int_signed() == -1
            };
            let first = incoming.iter().position(|(value, _)| value.as_int() == Some(RUST_ROUNDS));
            let counts = incoming.iter().all(|(value, _)| value.as_int() == Some(RUST_ROUNDS) || is_less(*value));
            if let (Some(first), true) = (first.and_then(|at| u32::try_from(at).ok()), counts) {
                left.set_operand(first, 1);
            }
        }
    }
}

/// Pauses of channels as far as they are inlined (see `rust::is_idle`): who tries again always does so as if for
/// the first time.
fn stop_counting(function: Value) {
    let is_step = |i: &Value| {
        i.opcode() == opcode::ADD
            && i.ty().is_integer()
            && i.ty().int_bits() == i32::BITS
            && i.operand(1).as_int() == Some(1)
            && op(i.operand(0)) == Some(opcode::PHI)
            && i.file().is_some_and(|file| file.ends_with(RUST_PACE))
    };
    let steps: Vec<Value> = instructions(&function.blocks()).filter(is_step).collect();
    steps.iter().for_each(|step| step.replace_with(step.operand(0)));
}

/// A round that does more than look is not left out.
fn writes(instruction: Value) -> bool {
    matches!(instruction.opcode(), opcode::STORE | opcode::ATOMIC_RMW | opcode::CMPXCHG)
}

fn instructions(blocks: &[Block]) -> impl Iterator<Item = Value> {
    blocks.iter().flat_map(|block| block.instructions())
}

/// The comparisons of an `int` with a number.
fn comparisons(blocks: &[Block], number: u64) -> Vec<Value> {
    let is_meant = |i: &Value| i.opcode() == opcode::ICMP && i.operand(1).as_int() == Some(number);
    instructions(blocks).filter(|i| is_meant(i) && i.operand(1).ty().int_bits() == i32::BITS).collect()
}

fn is_less(comparison: Value) -> bool {
    matches!(comparison.integer_comparison(), Some(CmpOp::Ult | CmpOp::Slt))
}

/// What instruction it is, if it is one.
fn op(value: Value) -> Option<i32> {
    (value.kind() == Kind::Instruction).then(|| value.opcode())
}

/// Does it begin with 0 and become one more at a time? Nothing that is waited for does.
fn is_counter(value: Value) -> bool {
    match op(value) {
        Some(opcode::PHI) => {
            let from: Vec<Value> = value.incoming().into_iter().map(|(from, _)| from).collect();
            counts(&from, |old| old == value)
        }
        Some(opcode::LOAD) => {
            let variable = value.operand(0);
            let is_store = |user: &Value| op(*user) == Some(opcode::STORE);
            let from: Vec<Value> = variable.users().filter(is_store).map(|store| store.operand(0)).collect();
            let is_old = |old: Value| op(old) == Some(opcode::LOAD) && old.operand(0) == variable;
            op(variable) == Some(opcode::ALLOCA) && counts(&from, is_old)
        }
        _ => false,
    }
}

/// Are these 0 and sums of the old value and 1?
fn counts(from: &[Value], is_old: impl Fn(Value) -> bool) -> bool {
    let is_zero = |value: &Value| value.as_int() == Some(0);
    let is_next =
        |sum: &Value| op(*sum) == Some(opcode::ADD) && is_old(sum.operand(0)) && sum.operand(1).as_int() == Some(1);
    from.iter().any(is_zero) && from.iter().all(|value| is_zero(value) || is_next(value))
}
