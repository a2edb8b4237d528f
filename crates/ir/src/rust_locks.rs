//! Mutexes of Rust's `std` as locks, and reader-writer locks without shortcuts of their own.
//!
//! Such a mutex is a word, 0 if it is free. Whoever takes it changes 0 to 1 and calls `lock_contended` if that
//! fails; whoever gives it back exchanges the word for 0 and calls `wake` if somebody waits. These few lines are
//! inlined wherever a mutex is used, and to the checker they are accesses to memory as any others. Here they
//! become calls of a lock of our runtime (`runtime/rust.c`), which it knows to be one: the way that calls is
//! always taken, what stood before it is left out, and what is called is ours.
//!
//! A place is changed only if it looks exactly so. Others stay as they are and work together with those that
//! were changed, since the word means the same to both: not 0 as long as the mutex is taken.
//!
//! Reader-writer locks stay what they are. But whoever takes one calls `read_contended` or `write_contended` at
//! once, which do all of it and are one action up to where they sleep (`rust_sections.rs`); the lines before
//! them, which try to do without, are left out.

use std::ffi::CStr;

use ahash::AHashSet;

use crate::llvm::{Block, Module, Type, Value, opcode};
use crate::op::{CmpOp, RmwOp};
use crate::rust::is_std;

const FREE: u64 = 0;
const TAKEN: u64 = 1;
const CONTENDED: u64 = 2;

/// Where the mutex is defined, the names of its two functions, and what stands for them.
const MUTEX: &str = "3std3sys4sync5mutex5futex";
const CONTEND: &str = "5Mutex14lock_contended";
const WAKE: &str = "5Mutex4wake";
const LOCK: &CStr = c"augur_rust_lock";
const UNLOCK: &CStr = c"augur_rust_unlock";

/// What `wake` does: SYS_futex, FUTEX_WAKE_PRIVATE, one of them.
const SYSCALL: &str = "syscall";
const WAKE_ONE: [u64; 3] = [202, 129, 1];

/// The same for reader-writer locks: where, and what takes one. The word counts readers, or is `WRITTEN`; one bit
/// above that says that readers wait, and then nobody becomes one.
const RW_LOCK: &str = "3std3sys4sync6rwlock5futex";
const CONTEND_READ: &str = "6RwLock14read_contended";
const CONTEND_WRITE: &str = "6RwLock15write_contended";
const WRITTEN: u64 = 0x3fff_ffff;
const READERS_WAIT: u64 = 0x4000_0000;

/// What an unoptimised program calls for accesses: to load, and to change one number to another.
const LOAD: &str = "4core4sync6atomic11atomic_load";
const EXCHANGES: [&str; 2] =
    ["4core4sync6atomic23atomic_compare_exchange", "4core4sync6atomic28atomic_compare_exchange_weak"];

pub(crate) fn recognise(module: Module) {
    let find = |place: &str, name: &str| module.functions().find(|f| is_std(&f.name(), place, name));
    let is_taken = |access: Value, mutex: Value| takes(access, mutex, TAKEN);
    for (name, stand_in, begins) in
        [(CONTEND, LOCK, &is_taken as &dyn Fn(Value, Value) -> bool), (WAKE, UNLOCK, &gives_back)]
    {
        let Some(function) = find(MUTEX, name) else { continue };
        let sites: Vec<Site> = calls(function).filter_map(|call| Site::of(call, begins)).collect();
        if !sites.is_empty() {
            let own = module.declare(stand_in, function.value_type());
            sites.iter().for_each(|site| site.change());
            sites.iter().for_each(|site| site.call.call_instead(own));
        }
    }
    if let Some(function) = find(MUTEX, CONTEND) {
        give_back_inlined(module, function.value_type());
    }
    if let Some(function) = find(RW_LOCK, CONTEND_WRITE) {
        let is_written = |access: Value, lock: Value| takes(access, lock, WRITTEN);
        let sites: Vec<Site> = calls(function).filter_map(|call| Site::of(call, &is_written)).collect();
        sites.iter().for_each(Site::change);
    }
    if let Some(function) = find(RW_LOCK, CONTEND_READ) {
        let looks: AHashSet<Value> = calls(function).filter_map(look_of_reader).collect();
        looks.iter().for_each(|look| look.replace_by(READERS_WAIT));
    }
}

/// The calls of a function that takes a lock and nothing else.
fn calls(function: Value) -> impl Iterator<Item = Value> {
    let is_meant = move |user: &Value| is_call(*user) && user.called() == function && user.call_args().len() == 1;
    function.users().filter(is_meant)
}

/// Who reads looks at the word first, and counts itself by a compare-exchange if it may; otherwise, or if that
/// fails, it makes this call. The look, if nothing else is done on the way from it to the call, and nothing else
/// depends on what it found. If that was that readers wait, the call is made.
fn look_of_reader(call: Value) -> Option<Value> {
    let lock = call.call_args()[0];
    let counts = |value: Value, look: Value| {
        exchanged(value).is_some_and(|[word, old, new]| {
            let adds = new.opcode_if_instruction() == Some(opcode::ADD) && new.operand(0) == look;
            word == lock && old == look && adds && new.operand(1).as_int() == Some(1)
        })
    };
    let blocks = call.block().function().blocks();
    let into = |block: Block| {
        let enters = move |from: &&Block| from.terminator().is_some_and(|end| end.successors().contains(&block));
        blocks.iter().filter(enters).copied().collect::<Vec<Block>>()
    };
    if !is_first(call, call.block()) {
        return None;
    }
    // Backwards from the call, up to the look.
    let (mut region, mut pending, mut found) = (AHashSet::new(), into(call.block()), None);
    let mut others = Vec::new();
    while let Some(block) = pending.pop() {
        if !region.insert(block) {
            continue;
        }
        let instructions: Vec<Value> = block.instructions().collect();
        let look = instructions.iter().rposition(|instruction| loads(*instruction, lock));
        others.extend(instructions[look.map_or(0, |at| at + 1)..].iter().copied().filter(|i| !is_private(*i)));
        match look {
            Some(at) if found.is_none() => found = Some(instructions[at]),
            Some(_) => return None,
            None => pending.extend(into(block)),
        }
    }
    let look = found?;
    let is_only_on_the_way = look.users().all(|user| region.contains(&user.block()));
    (is_only_on_the_way && matches!(others[..], [other] if counts(other, look))).then_some(look)
}

/// Where `wake` is inlined as well, the call of ours stands for the exchange, and nobody is woken. A program may
/// have locks of its own that look like this, and ours does the same as long as nothing else depends on what the
/// exchange found, which becomes 0 here.
fn give_back_inlined(module: Module, ty: Type) {
    let instructions = |function: Value| function.blocks().into_iter().flat_map(|block| block.instructions());
    let is_meant = |instruction: &Value| gives_back(*instruction, instruction.operand(0)) && only_wakes(*instruction);
    let places: Vec<Value> = module.functions().flat_map(instructions).filter(is_meant).collect();
    if !places.is_empty() {
        let own = module.function(UNLOCK).unwrap_or_else(|| module.declare(UNLOCK, ty));
        places.iter().for_each(|exchange| _ = exchange.call_before(own, ty, &[exchange.operand(0)]));
        places.iter().for_each(|exchange| exchange.replace_by_zero());
    }
}

/// Is what this exchange found asked for by the branch behind it alone, and does that decide about nothing but a
/// call of the system that wakes one who waits for the word?
fn only_wakes(exchange: Value) -> bool {
    let Some(branch) = exchange.block().terminator() else { return false };
    let [wakes, on] = branch.successors()[..] else { return false };
    let asks_once = is_only_user(branch.condition(), exchange) && is_only_user(branch, branch.condition());
    let is_wake = |call: Value| {
        let args = if is_call(call) { call.call_args() } else { Vec::new() };
        let [number, word, command, most] = args[..] else { return false };
        let numbers = [number, command, most].map(Value::as_int);
        let is_system = call.called().name() == SYSCALL && !call.has_uses();
        is_system && word == exchange.operand(0) && numbers == WAKE_ONE.map(Some)
    };
    let done: Vec<Value> = wakes.instructions().collect();
    let goes_on = |jump: Value| jump.opcode() == opcode::BR && jump.successors() == [on];
    let only_wake = matches!(done[..], [call, jump] if is_wake(call) && goes_on(jump));
    asks_once && only_wake && are_ways_alike(on, wakes, exchange.block())
}

fn is_only_user(user: Value, value: Value) -> bool {
    let mut users = value.users();
    users.next() == Some(user) && users.next().is_none()
}

/// Does a block get the same values whichever of two others it is entered from?
fn are_ways_alike(block: Block, one: Block, other: Block) -> bool {
    let merged = block.instructions().take_while(|instruction| instruction.opcode() == opcode::PHI);
    merged.map(Value::incoming).all(|incoming| {
        let from = |way: Block| incoming.iter().find(|(_, from)| *from == way).map(|(value, _)| *value);
        from(one) == from(other)
    })
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
    fn of(call: Value, begins: &dyn Fn(Value, Value) -> bool) -> Option<Site> {
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

    /// The way with the call is always taken.
    fn change(&self) {
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

/// Does this change 0 to that number?
fn takes(instruction: Value, lock: Value, number: u64) -> bool {
    exchanged(instruction).is_some_and(|[word, old, new]| {
        word == lock && old.as_int() == Some(FREE) && new.as_int() == Some(number) && old.ty().int_bits() == i32::BITS
    })
}

/// Of a compare-exchange of an integer: where, what, and for what.
fn exchanged(instruction: Value) -> Option<[Value; 3]> {
    let operands = match instruction.opcode() {
        opcode::CMPXCHG => (0..3).map(|i| instruction.operand(i)).collect(),
        opcode::CALL if EXCHANGES.iter().any(|name| calls_core(instruction, name)) => instruction.call_args(),
        _ => return None,
    };
    let first = operands.get(..3)?;
    first[1].ty().is_integer().then(|| [first[0], first[1], first[2]])
}

/// Does this load the word, as an atomic?
fn loads(instruction: Value, word: Value) -> bool {
    let loaded = match instruction.opcode() {
        opcode::LOAD if instruction.is_atomic() => instruction.operand(0) == word,
        opcode::CALL => calls_core(instruction, LOAD) && instruction.call_args().first() == Some(&word),
        _ => false,
    };
    loaded && instruction.ty().is_integer() && instruction.ty().int_bits() == i32::BITS
}

/// Is it a function of `core` of this name that is called, in either way of mangling?
fn calls_core(call: Value, name: &str) -> bool {
    let called = call.called().name();
    let legacy = called.strip_prefix("_ZN").and_then(|rest| rest.strip_prefix(name));
    legacy.is_some_and(|hash| hash.starts_with("17h"))
        || called.starts_with("_R") && called.contains(&format!("_{name}"))
}

/// Does this exchange the word for 0, and does the branch behind it ask whether it was 2?
fn gives_back(instruction: Value, mutex: Value) -> bool {
    let exchanges = instruction.opcode() == opcode::ATOMIC_RMW
        && instruction.rmw_op() == Some(RmwOp::Xchg)
        && instruction.operand(0) == mutex
        && instruction.ty().int_bits() == i32::BITS
        && instruction.operand(1).as_int() == Some(FREE);
    let condition = || instruction.block().terminator().filter(|branch| branch.is_conditional()).map(Value::condition);
    exchanges
        && condition().is_some_and(|condition| {
            condition.opcode_if_instruction() == Some(opcode::ICMP)
                && condition.integer_comparison() == Some(CmpOp::Eq)
                && condition.operand(1).as_int() == Some(CONTENDED)
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::llvm::Context;

    /// A lock's end: what its branch asks, what is done if somebody is to be woken, and what comes after that.
    struct End {
        asks: &'static str,
        wakes: &'static str,
        after: &'static str,
    }

    const OF_STD: End = End { asks: "icmp eq i32 %old, 2", wakes: WAKE, after: "ret i32 0" };
    const WAKE: &str = "call i64 (i64, ...) @syscall(i64 202, ptr %word, i32 129, i32 1)\nbr label %after";

    /// Is this taken for a mutex that is given back?
    fn is_recognised(end: &End) -> bool {
        let End { asks, wakes, after } = end;
        let text = format!(
            "declare i64 @syscall(i64, ...)
            declare void @_RNvMNtNtNtNtCsjrHSEGnQ3l9_{MUTEX}NtB2_{CONTEND}(ptr)
            define i32 @unlock(ptr %word, ptr %other, i32 %number) {{
                %old = atomicrmw xchg ptr %word, i32 0 release, align 4
                %asks = {asks}
                br i1 %asks, label %wakes, label %after
            wakes:
                {wakes}
            after:
                {after}
            }}"
        );
        let mut context = Context::new();
        let module = context.parse_text(text.as_bytes()).expect("the module parses");
        recognise(module);
        module.function(UNLOCK).is_some()
    }

    #[test]
    fn a_mutex_given_back_is_recognised() {
        assert!(is_recognised(&OF_STD));
        let number = "%result = phi i32 [%number, %0], [%number, %wakes]\nret i32 %result";
        assert!(is_recognised(&End { after: number, ..OF_STD }));
    }

    #[test]
    fn locks_of_a_program_that_do_more_are_not() {
        for asks in [
            "icmp ne i32 %old, 2",
            "icmp ult i32 %old, 2",
            "icmp eq i32 %old, 1",
            // What was found is not what is asked for.
            "icmp eq i32 %number, 2",
        ] {
            assert!(!is_recognised(&End { asks, ..OF_STD }), "{asks}");
        }
        for wakes in [
            "store i32 1, ptr %other\ncall i64 (i64, ...) @syscall(i64 202, ptr %word, i32 129, i32 1)\nbr label %after",
            "call i64 (i64, ...) @syscall(i64 202, ptr %word, i32 129, i32 1)\nret i32 1",
            "call i64 (i64, ...) @syscall(i64 202, ptr %word, i32 129, i32 2)\nbr label %after",
            "call i64 (i64, ...) @syscall(i64 202, ptr %other, i32 129, i32 1)\nbr label %after",
            "%n = call i64 (i64, ...) @syscall(i64 202, ptr %word, i32 129, i32 1)\n%m = trunc i64 %n to i32\n\
             store i32 %m, ptr %other\nbr label %after",
        ] {
            assert!(!is_recognised(&End { wakes, ..OF_STD }), "{wakes}");
        }
        for after in [
            "ret i32 %old",
            "%result = zext i1 %asks to i32\nret i32 %result",
            "%result = phi i32 [0, %0], [1, %wakes]\nret i32 %result",
        ] {
            assert!(!is_recognised(&End { after, ..OF_STD }), "{after}");
        }
    }

    /// Who reads: what the exchange makes of the word, and what is done if it may not be tried, if it succeeds, and
    /// at the end.
    struct Reader {
        new: &'static str,
        waits: &'static str,
        reads: &'static str,
        end: &'static str,
    }

    const READER_OF_STD: Reader =
        Reader { new: "add i32 %old, 1", waits: "br label %contended", reads: "br label %end", end: "ret i32 0" };

    /// Does it always call what waits for the lock?
    fn is_sent_on(reader: &Reader) -> bool {
        let Reader { new, waits, reads, end } = reader;
        let text = format!(
            "declare void @_RNvMNtNtNtNtCsjrHSEGnQ3l9_{RW_LOCK}NtB2_{CONTEND_READ}(ptr)
            define i32 @read(ptr %lock, ptr %other) {{
                %old = load atomic i32, ptr %lock monotonic, align 4
                %is = icmp ult i32 %old, 1073741822
                br i1 %is, label %tries, label %waits
            tries:
                %new = {new}
                %both = cmpxchg weak ptr %lock, i32 %old, i32 %new acquire monotonic, align 4
                %done = extractvalue {{ i32, i1 }} %both, 1
                br i1 %done, label %reads, label %contended
            waits:
                {waits}
            contended:
                call void @_RNvMNtNtNtNtCsjrHSEGnQ3l9_{RW_LOCK}NtB2_{CONTEND_READ}(ptr %lock)
                br label %end
            reads:
                {reads}
            end:
                {end}
            }}"
        );
        let mut context = Context::new();
        let module = context.parse_text(text.as_bytes()).expect("the module parses");
        recognise(module);
        let instructions = |function: Value| function.blocks().into_iter().flat_map(|block| block.instructions());
        !module.functions().flat_map(instructions).any(|i| i.opcode() == opcode::LOAD)
    }

    #[test]
    fn who_reads_waits_at_once_only_if_nothing_else_is_done() {
        assert!(is_sent_on(&READER_OF_STD));
        for reader in [
            Reader { new: "add i32 %old, 2", ..READER_OF_STD },
            Reader { new: "or i32 %old, 1", ..READER_OF_STD },
            Reader { waits: "store i32 1, ptr %other\nbr label %contended", ..READER_OF_STD },
            Reader { reads: "store i32 %old, ptr %other\nbr label %end", ..READER_OF_STD },
            Reader { end: "ret i32 %old", ..READER_OF_STD },
        ] {
            let Reader { new, waits, reads, end } = reader;
            assert!(!is_sent_on(&reader), "{new} {waits} {reads} {end}");
        }
    }
}
