//! Mutexes of Rust's `std` as locks.
//!
//! Such a mutex is a word, 0 if it is free. Whoever takes it changes 0 to 1 and calls `lock_contended` if that
//! fails; whoever gives it back exchanges the word for 0 and calls `wake` if somebody waits. These few lines are
//! inlined wherever a mutex is used, and to the checker they are accesses to memory as any others. Here they
//! become calls of a lock of our runtime (`runtime/rust.c`), which it knows to be one: the way that calls is
//! always taken, what stood before it is left out, and what is called is ours.
//!
//! A place is changed only if it looks exactly so. Others stay as they are and work together with those that
//! were changed, since the word means the same to both: not 0 as long as the mutex is taken.

use std::ffi::CStr;

use crate::llvm::{Block, Module, Type, Value, opcode};
use crate::op::RmwOp;

const FREE: u64 = 0;
const TAKEN: u64 = 1;
const CONTENDED: u64 = 2;

/// Where the mutex is defined, the ends of the names of its two functions, and what stands for them.
const MUTEX: &str = "3std3sys4sync5mutex5futex";
const CONTEND: &str = "5Mutex14lock_contended";
const WAKE: &str = "5Mutex4wake";
const LOCK: &CStr = c"augur_rust_lock";
const UNLOCK: &CStr = c"augur_rust_unlock";

/// What `wake` does: SYS_futex, FUTEX_WAKE_PRIVATE, one of them.
const SYSCALL: &str = "syscall";
const WAKE_ONE: [u64; 3] = [202, 129, 1];

/// What an unoptimised program calls to change 0 to 1.
const EXCHANGE: &str = "4core4sync6atomic23atomic_compare_exchange";

pub(crate) fn recognise(module: Module) {
    let find = |end: &str| module.functions().find(|f| f.name().contains(MUTEX) && f.name().ends_with(end));
    for (end, stand_in, begins) in
        [(CONTEND, LOCK, takes as fn(Value, Value) -> bool), (WAKE, UNLOCK, gives_back as fn(Value, Value) -> bool)]
    {
        let Some(function) = find(end) else { continue };
        let is_call = |user: &Value| is_call(*user) && user.called() == function && user.call_args().len() == 1;
        let sites: Vec<Site> = function.users().filter(is_call).filter_map(|call| Site::of(call, begins)).collect();
        if !sites.is_empty() {
            let own = module.declare(stand_in, function.value_type());
            sites.iter().for_each(|site| site.change(own));
        }
    }
    if let Some(function) = find(CONTEND) {
        give_back_inlined(module, function.value_type());
    }
}

/// Where `wake` is inlined as well, the call of ours stands for the exchange, and nobody is woken.
fn give_back_inlined(module: Module, ty: Type) {
    let instructions = |function: Value| function.blocks().into_iter().flat_map(|block| block.instructions());
    // What was found must be of no other use: it becomes 0 here.
    let asks_once = |exchange: Value| exchange.users().count() == 1;
    let is_meant = |instruction: &Value| {
        gives_back(*instruction, instruction.operand(0)) && wakes(*instruction) && asks_once(*instruction)
    };
    let places: Vec<Value> = module.functions().flat_map(instructions).filter(is_meant).collect();
    if !places.is_empty() {
        let own = module.function(UNLOCK).unwrap_or_else(|| module.declare(UNLOCK, ty));
        places.iter().for_each(|exchange| exchange.call_before(own, ty, exchange.operand(0)));
        places.iter().for_each(|exchange| exchange.replace_by_zero());
    }
}

/// Does the branch behind this exchange lead to a call of the system that wakes one who waits for the word?
fn wakes(exchange: Value) -> bool {
    let Some(branch) = exchange.block().terminator() else { return false };
    let is_wake = |call: Value| {
        let args = if is_call(call) { call.call_args() } else { Vec::new() };
        let [number, word, command, most] = args[..] else { return false };
        let numbers = [number, command, most].map(Value::as_int);
        call.called().name() == SYSCALL && word == exchange.operand(0) && numbers == WAKE_ONE.map(Some)
    };
    branch.successors().into_iter().any(|block| block.instructions().any(is_wake))
}

/// A place where a mutex is taken or given back: an atomic access, a branch on what it found, and a call.
struct Site {
    access: Value,
    branch: Value,
    call: Value,
    /// Which way of the branch leads to the call.
    way: usize,
}

impl Site {
    fn of(call: Value, begins: fn(Value, Value) -> bool) -> Option<Site> {
        let block = call.block();
        let mut before = block.function().blocks().into_iter().filter_map(|from| {
            let branch = from.terminator()?;
            branch.successors().contains(&block).then_some((from, branch))
        });
        let ((from, branch), None) = (before.next()?, before.next()) else { return None };
        if branch.opcode() != opcode::BR || !branch.is_conditional() || !is_first(call, block) {
            return None;
        }
        let [yes, no] = branch.successors()[..] else { return None };
        let mutex = call.call_args()[0];
        let instructions: Vec<Value> = from.instructions().collect();
        let at = instructions.iter().rposition(|instruction| begins(*instruction, mutex))?;
        let rest = &instructions[at + 1..instructions.len() - 1];
        let fits = yes != no && rest.iter().all(|between| is_private(*between));
        let way = usize::from(no == block);
        fits.then(|| Site { access: instructions[at], branch, call, way })
    }

    fn change(&self, own: Value) {
        self.call.call_instead(own);
        self.branch.set_operand(0, u64::from(self.way == 0));
        self.access.replace_by_zero();
    }
}

fn is_call(user: Value) -> bool {
    matches!(user.opcode_if_instruction(), Some(opcode::CALL | opcode::INVOKE))
}

/// Is nothing done in its block before this call?
fn is_first(call: Value, block: Block) -> bool {
    block.instructions().take_while(|instruction| *instruction != call).all(is_private)
}

/// Does this change 0 to 1?
fn takes(instruction: Value, mutex: Value) -> bool {
    let (operands, fits) = match instruction.opcode() {
        opcode::CMPXCHG => ((0..3).map(|i| instruction.operand(i)).collect(), true),
        opcode::CALL => (instruction.call_args(), instruction.called().name().contains(EXCHANGE)),
        _ => return false,
    };
    let is_meant = |operands: &[Value]| match operands {
        [word, old, new, ..] => *word == mutex && old.as_int() == Some(FREE) && new.as_int() == Some(TAKEN),
        _ => false,
    };
    fits && is_meant(&operands) && operands[1].ty().int_bits() == i32::BITS
}

/// Does this exchange the word for 0, and does somebody ask whether it was 2?
fn gives_back(instruction: Value, mutex: Value) -> bool {
    let exchanges = instruction.opcode() == opcode::ATOMIC_RMW
        && instruction.rmw_op() == Some(RmwOp::Xchg)
        && instruction.operand(0) == mutex
        && instruction.ty().int_bits() == i32::BITS
        && instruction.operand(1).as_int() == Some(FREE);
    let condition = || instruction.block().terminator().filter(|branch| branch.is_conditional()).map(Value::condition);
    exchanges
        && condition().is_some_and(|condition| {
            condition.opcode_if_instruction() == Some(opcode::ICMP) && condition.operand(1).as_int() == Some(CONTENDED)
        })
}

/// Does nobody else notice this instruction?
fn is_private(instruction: Value) -> bool {
    let is_local = |address: Value| address.opcode_if_instruction() == Some(opcode::ALLOCA);
    match instruction.opcode() {
        opcode::STORE => is_local(instruction.operand(1)),
        opcode::LOAD => is_local(instruction.operand(0)),
        opcode::CALL | opcode::INVOKE | opcode::ATOMIC_RMW | opcode::CMPXCHG | opcode::FENCE => false,
        _ => true,
    }
}
