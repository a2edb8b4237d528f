//! What the checker's choices mean to the program, told from where they are made: `malloc fails`, `the clock
//! leaps by 500 s`.
//!
//! Most are made by a function of the library on the program's behalf, and the library's functions on the
//! stack say which. The fault that is to happen or not is an argument of the call that asks for it.

use ir::contract::Fault;
use ir::{Op, Program, Trap};

use crate::execution_view::{ExecutionView, Point, op_at};

/// Asks whether a fault happens.
const FAULT: &str = "augur_fault_chosen";
/// Asks whether a weak compare-exchange fails.
const EXCHANGE: &str = "augur_exchange_fails";

/// Functions whose choice is one between two courses: what 0 and what 1 means.
const COURSES: [(&str, &str, &str); 4] = [
    ("augur_clock_read", "the clock does not leap", "the clock leaps by 500 s"),
    ("thrd_create", "thrd_create finds no memory", "thrd_create fails for another reason"),
    ("sem_init", "nobody waits for the semaphore yet", "somebody waits for the semaphore already"),
    ("sem_destroy", "nobody waits for the semaphore yet", "somebody waits for the semaphore already"),
];

/// Functions that choose one of several things: which things.
const KINDS: [(&str, &str); 7] = [
    ("pthread_cond_signal", "wakes waiter"),
    ("notify_one", "wakes waiter"),
    ("syscall", "wakes waiter"),
    ("random_r", "draws number"),
    ("pick_ready", "the signal goes to thread"),
    ("raise", "delivers pending signal"),
    ("pthread_exit", "the next destructor is number"),
];

/// Functions that hand their choice to the program as a value, and what is to be added to it.
fn handed_on(name: &str) -> Option<i64> {
    match name {
        "augur_choice" | "__divine_choice" => Some(0),
        name => name.starts_with("__VERIFIER_nondet_").then_some(0),
    }
}

/// What it means that a thread picks this value, of so many, for the op that it stands at.
pub(crate) fn meaning(execution: &dyn ExecutionView, thread: u32, value: u32, count: u32) -> Option<String> {
    let program = execution.program();
    let frames = execution.frames(thread);
    let top = *frames.last()?;
    let Some(Op::Trap { trap: Trap::Choice, .. }) = op_at(program, top) else { return None };
    let users = frames.iter().rposition(|point| !program.function(point.func).library).map_or(0, |at| at + 1);
    let library: Vec<&str> = frames[users..].iter().map(|point| &*program.function(point.func).display_name).collect();
    let Some(called) = library.first() else {
        return Some(format!("__divine_choice gives {value}"));
    };
    if let Some(fault) = fault(program, &frames) {
        return Some(spell_fault(fault, called, value > 0));
    }
    let is = |name: &str| library.contains(&name);
    if is(EXCHANGE) {
        return Some(spell_fault(Fault::SpuriousFailure, called, value > 0));
    }
    if let Some((_, none, one)) = COURSES.iter().find(|(name, ..)| is(name)) {
        return Some((if value == 0 { none } else { one }).to_string());
    }
    if is("augur_range") {
        return Some(format!("augur_range gives value {} of {count}", value + 1));
    }
    if let Some((name, by)) = library.iter().rev().find_map(|name| Some((name, handed_on(name)?))) {
        return Some(format!("{name} gives {}", i64::from(value) + by));
    }
    if is("augur_short_count") {
        return Some(format!("{called} stops after {value} of {count} bytes"));
    }
    match KINDS.iter().find(|(name, _)| is(name)) {
        Some((_, what)) => Some(format!("{what} {} of {count}", value + 1)),
        None if called.contains("rand") => Some(format!("{called} draws number {} of {count}", value + 1)),
        None => Some(format!("{called}: outcome {} of {count}", value + 1)),
    }
}

/// What an answer means to a question about addresses: whether two blocks have the same, or else which of
/// several a block has, of which the last is like no other.
pub(crate) fn address(whether_same: bool, value: u32, count: u32) -> String {
    let reused = if whether_same { value > 0 } else { value + 1 < count };
    let text = match reused {
        true => "the younger block lies where the freed one was",
        false => "the block lies where none was before",
    };
    text.into()
}

/// The fault that the innermost call in question is about.
fn fault(program: &Program, frames: &[Point]) -> Option<Fault> {
    let asked = frames.iter().rposition(|point| program.function(point.func).name == FAULT)?;
    let caller = *frames.get(asked.checked_sub(1)?)?;
    if program.function(caller.func).name == EXCHANGE {
        return Some(Fault::SpuriousFailure);
    }
    let Op::Call { args, .. } = op_at(program, caller)? else { return None };
    let which = program.function(caller.func).args.get(args.range())?.first()?.src;
    let number = which.is_constant().then(|| program.constants.get(which.index()))??;
    Fault::numbered(number.bits & u64::from(u32::MAX))
}

fn spell_fault(fault: Fault, called: &str, happens: bool) -> String {
    match (fault, happens) {
        (Fault::Malloc, true) if called.contains("alloc") || called.starts_with("operator new") => {
            format!("{called} fails here")
        }
        (Fault::Malloc, true) => format!("{called} finds no memory here"),
        (Fault::SpuriousWakeup, true) => "wakes up spuriously".into(),
        (Fault::SpuriousWakeup, false) => "does not wake up spuriously".into(),
        (Fault::Eintr, true) => format!("{called} is interrupted"),
        (Fault::Eintr, false) => format!("{called} is not interrupted"),
        (Fault::SpuriousFailure, true) if called == EXCHANGE => "the exchange fails spuriously".into(),
        (Fault::SpuriousFailure, false) if called == EXCHANGE => "the exchange does not fail spuriously".into(),
        (Fault::SpuriousFailure, true) => format!("{called} fails spuriously"),
        (Fault::ThreadCreate | Fault::Io, true) => format!("{called} fails here"),
        (_, false) => format!("{called} does not fail"),
    }
}
